// How is the page drawn? Once its words and its code are there; what others need is fetched when it is idle.

import { mount } from 'svelte'
import './tokens.css'
import './app.css'
import App from './App.svelte'
import { fetchPictures } from '../cards/courts'
import { whenIdle } from '../lib/idle'
import { loadLanguage } from '../i18n/language.svelte'
import { loadMe } from '../account/me.svelte'
import { loadPage, loadChunk } from './chunks'
import { routeOf } from './routes'
import { registerServiceWorker } from '../net/serviceWorker'

export async function bootstrap(): Promise<void> {
  const target = document.getElementById('app')
  if (!target) throw new Error('the page has no #app')
  void loadMe()
  await Promise.all([loadLanguage(), loadPage(routeOf(location.hash).page).catch(() => null)])
  mount(App, { target })
  await whenIdle()
  await prefetch().catch(() => null)
  registerServiceWorker()
}

/** What the next page may need, the table first: it opens as fast as if it had always been there. */
async function prefetch(): Promise<void> {
  await loadChunk('table')
  await fetchPictures()
  await loadChunk('pages')
}
