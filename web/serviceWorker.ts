// Generates the service worker, so that the page opens without a network. It caches the built files
// and no response of the API. What play without a network needs is
// fetched only by a page on which somebody asked for it, and renewed here once it is there.
import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { EMBED_FOLDER, EMBED_PAGE } from './embed.ts'
import { OFFLINE_FOLDER } from './offline.ts'

/** Whether a file belongs to the page that other sites embed. */
const isEmbedded = (name: string): boolean => name === EMBED_PAGE || name.startsWith(EMBED_FOLDER)

/** A Vite plugin: `sw.js` with the names of all that was built, and a mark that changes with them. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    generateBundle: {
      order: 'post', // once Vite has made the page, and removed what only stood for it
      handler(_, bundle) {
        const all = Object.keys(bundle)
          .filter((name) => name !== 'index.html' && !isEmbedded(name))
          .map((name) => `/${name}`)
          .sort()
        const offline = all.filter((name) => name.startsWith(`/${OFFLINE_FOLDER}`))
        const files = all.filter((name) => !offline.includes(name))
        const mark = createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 12)
        this.emitFile({
          type: 'asset',
          fileName: 'sw.js',
          source: worker(mark, ['/', '/favicon.svg', '/manifest.webmanifest', ...files], offline),
        })
      },
    },
  }
}

const worker = (
  mark: string,
  files: string[],
  offline: string[],
): string => `// Keeps the page for when there is no network. Written as the page is built.
const KEPT = 'rebelote-${mark}'
const FILES = ${JSON.stringify(files)}
const OFFLINE = 'rebelote-offline'
const OFFLINE_FILES = ${JSON.stringify(offline)}

addEventListener('install', (event) => {
  event.waitUntil(Promise.all([caches.open(KEPT).then((cache) => cache.addAll(FILES)), renewed().catch(() => null)]))
})

addEventListener('activate', (event) => {
  const older = (names) => names.filter((name) => name.startsWith('rebelote-') && name !== KEPT && name !== OFFLINE)
  event.waitUntil(caches.keys().then((names) => Promise.all(older(names).map((name) => caches.delete(name)))).then(dropOld).then(() => clients.claim()))
})

addEventListener('message', (event) => {
  if (event.data === 'take over') skipWaiting()
})

/** What the server tells who is away: it is their turn, or their table waits. */
addEventListener('push', (event) => {
  const { title, body, url, tag, lang } = event.data.json()
  const data = new URL(url, location.origin).href
  event.waitUntil(registration.showNotification(title, { body, tag, lang, data, renotify: true, icon: '/icon-192.png' }))
})

/** A notification leads to the page that it is about. */
addEventListener('notificationclick', (event) => {
  const { notification } = event
  notification.close()
  const there = (pages) => pages.find((page) => page.url === notification.data)
  event.waitUntil(
    clients
      .matchAll({ type: 'window' })
      .then((pages) => there(pages)?.focus() ?? clients.openWindow(notification.data)),
  )
})

addEventListener('fetch', (event) => {
  const { method, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return
  if (OFFLINE_FILES.includes(pathname)) event.respondWith(kept(event.request, OFFLINE))
  if (!FILES.includes(pathname)) return
  event.respondWith(pathname === '/' ? newest(event.request) : kept(event.request))
})

/** The page itself as the server has it now; as it was kept where there is no network. */
const newest = (request) => fetch(request).catch(() => caches.match('/', { cacheName: KEPT }))

const kept = async (request, cacheName = KEPT) => (await caches.match(request, { ignoreSearch: true, cacheName })) ?? fetch(request)

/** Where somebody keeps what play without a network needs: what is new of it. */
const renewed = async () => {
  if (!(await caches.has(OFFLINE))) return
  const cache = await caches.open(OFFLINE)
  for (const file of OFFLINE_FILES) if (!(await cache.match(file))) await cache.add(file)
}

/** What no page needs any more goes. */
const dropOld = async () => {
  if (!(await caches.has(OFFLINE))) return
  const cache = await caches.open(OFFLINE)
  for (const request of await cache.keys()) if (!OFFLINE_FILES.includes(new URL(request.url).pathname)) await cache.delete(request)
}
`
