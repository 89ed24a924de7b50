// Generates the service worker, so that the page opens without a network. It caches the built files
// and no response of the API.
import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/** A Vite plugin: `sw.js` with the names of all that was built, and a mark that changes with them. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    generateBundle: {
      order: 'post', // once Vite has made the page, and removed what only stood for it
      handler(_, bundle) {
        const files = Object.keys(bundle)
          .filter((name) => name !== 'index.html')
          .map((name) => `/${name}`)
          .sort()
        const mark = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12)
        this.emitFile({
          type: 'asset',
          fileName: 'sw.js',
          source: worker(mark, ['/', '/favicon.svg', '/manifest.webmanifest', ...files]),
        })
      },
    },
  }
}

const worker = (
  mark: string,
  files: string[],
): string => `// Keeps the page for when there is no network. Written as the page is built.
const KEPT = 'rebelote-${mark}'
const FILES = ${JSON.stringify(files)}

addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)))
})

addEventListener('activate', (event) => {
  const older = (names) => names.filter((name) => name.startsWith('rebelote-') && name !== KEPT)
  event.waitUntil(caches.keys().then((names) => Promise.all(older(names).map((name) => caches.delete(name)))).then(() => clients.claim()))
})

addEventListener('message', (event) => {
  if (event.data === 'take over') skipWaiting()
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
  if (method !== 'GET' || origin !== location.origin || !FILES.includes(pathname)) return
  event.respondWith(pathname === '/' ? newest(event.request) : kept(event.request))
})

/** The page itself as the server has it now; as it was kept where there is no network. */
const newest = (request) => fetch(request).catch(() => caches.match('/', { cacheName: KEPT }))

const kept = async (request) => (await caches.match(request, { ignoreSearch: true, cacheName: KEPT })) ?? fetch(request)
`
