// How is the page drawn? Once its words and its code are there; what others need is fetched when it is idle.

import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { fetchPictures } from '../cards/courts'
import { idle } from '../lib/idle'
import { speak } from '../i18n/language.svelte'
import { meet } from '../account/me.svelte'
import { fetchPage, fetchPart } from './chunks'
import { routeOf } from './routes'
import { keepShell } from '../net/serviceWorker'

export async function begin(): Promise<void> {
  const target = document.getElementById('app')
  if (!target) throw new Error('the page has no #app')
  void meet()
  await Promise.all([speak(), fetchPage(routeOf(location.hash).page).catch(() => null)])
  mount(App, { target })
  await idle()
  await prefetch().catch(() => null)
  keepShell()
}

/** What the next page may need, the table first: it opens as fast as if it had always been there. */
async function prefetch(): Promise<void> {
  await fetchPart('table')
  await fetchPictures()
  await fetchPart('papers')
}
