// Mounts the app once its words and code are loaded, then prefetches what other pages need while
// the page is idle.

import { mount } from 'svelte'
import '../../../src/rebelote/server/web/colours.css'
import './scale.css'
import './fonts.css'
import './tokens.css'
import './app.css'
import App from './App.svelte'
import { fetchPictures, loadDeck } from '../cards/loadDeck'
import { loadLanguage, loadWords } from '../i18n/language.svelte'
import { loadMe } from '../account/me.svelte'
import { fetchFaces, recallFaces } from './fonts'
import { load, loadPage } from './loading'
import { DIALOGS, routeOf } from './routes'
import { RULES_NAME, saveToTab } from '../lib/storage'
import { loadRegistration } from '../lobby/onDemand'
import { settings } from '../settings/settings.svelte'
import { whenSpare } from '../table/onDemand'

export async function bootstrap(): Promise<void> {
  const target = document.getElementById('app')
  if (!target) throw new Error('the page has no #app')
  followShortAddress()
  void loadMe().catch(() => null)
  const { page } = routeOf(location.hash)
  await Promise.all([
    page === 'start' ? loadWords() : loadLanguage(),
    loadPage(page).catch(() => null),
    recallFaces(),
    loadDeck(settings.deck),
  ])
  if (import.meta.env.DEV && location.hash === '#/design') {
    mount((await import('../design/Design.svelte')).default, { target })
    return
  }
  mount(App, { target })
  await prefetch().catch(() => null)
  void loadRegistration().then(
    ({ registerServiceWorker }) => registerServiceWorker(),
    () => null,
  )
}

/** The pages served at `/join/CODE` and `/m/ID` name their table or match; routes are behind the hash. */
function followShortAddress(): void {
  for (const page of ['table', 'match']) {
    const named = document.querySelector<HTMLMetaElement>(`meta[name="rebelote:${page}"]`)
    if (!named) continue
    const name = new URLSearchParams(location.hash.slice(1)).get('rules')
    if (name) saveToTab(RULES_NAME, { name })
    history.replaceState(null, '', `/#/${page}/${named.content}`)
  }
}

/** The table first: most go there next. */
async function prefetch(): Promise<void> {
  await whenSpare()
  await loadPage('table')
  await fetchFaces().catch(() => null)
  await fetchPictures()
  await load(DIALOGS.settings)
}
