// Entry point of the page that others embed: a replay to look at, without a session.

import { mount } from 'svelte'
import '../../../src/rebelote/server/web/colours.css'
import '../app/scale.css'
import '../app/tokens.css'
import '../app/app.css'
import Embed from './Embed.svelte'
import { loadLanguage } from '../i18n/language.svelte'
import { settings } from '../settings/settings.svelte'
import { requestOf } from './source'

const { source, place, language } = requestOf(location)
if (language) settings.language = language
const target = document.getElementById('app')
if (!target) throw new Error('the page has no #app')
await loadLanguage()
mount(Embed, { target, props: { source, first: place } })
