// Where does the page begin? With its words; then it is drawn.

import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { preload } from './courts'
import { speak } from './language.svelte'
import { meet } from './me.svelte'
import { keepShell } from './shell'

const target = document.getElementById('app')
if (!target) throw new Error('the page has no #app')
void meet()
await speak()
mount(App, { target })
preload()
keepShell()
