// Generates the service worker, so that the page opens without a network. It caches the built files
// and no response of the API. Not every reader needs all of them: words, faces and pictures of a
// deck are cached once a page has used them, and from then on renewed with each version. What play
// without a network needs is fetched only by a page on which somebody asked for it, and renewed here
// once it is there.
import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'
import { catalogueChunk } from './catalogueParts.ts'
import { EMBED_FOLDER, EMBED_PAGE } from './embed.ts'
import { OFFLINE_FOLDER } from './offline.ts'
import { expand, keepFile, shrink } from './src/offline/shrink.ts'

/** Whether a file belongs to the page that other sites embed. */
const isEmbedded = (name: string): boolean => name === EMBED_PAGE || name.startsWith(EMBED_FOLDER)

type Built = Rolldown.OutputAsset | Rolldown.OutputChunk
const DECK = /\/src\/cards\/(\w+)\/deck\.ts$/

/** Return the files that a reader may do without, by what they are for: part of a catalogue, a
 * face, a deck. The names stay the same from one version to the next. */
export function filesBySet(bundle: Iterable<Built>): Record<string, string[]> {
  const sets: Record<string, string[]> = {}
  const add = (set: string | undefined, names: Iterable<string>) => {
    if (set) sets[set] = [...(sets[set] ?? []), ...[...names].map((name) => `/${name}`)].sort()
  }
  for (const file of bundle)
    if (file.type === 'asset')
      add(/([^/]+)\.woff2$/.exec(file.names[0] ?? '')?.[1], [file.fileName])
    else {
      const { importedCss = [], importedAssets = [] } = file.viteMetadata ?? {}
      for (const id of file.moduleIds) {
        add(catalogueChunk(id) ?? undefined, [file.fileName])
        add(DECK.exec(id)?.[1], [file.fileName, ...importedCss, ...importedAssets])
      }
    }
  return sets
}

/** Build a Vite plugin: `sw.js` with the names of all that was built, and a mark that changes with
 * them. */
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
        const sets = filesBySet(Object.values(bundle))
        const others = new Set([...offline, ...Object.values(sets).flat()])
        const files = all.filter((name) => !others.has(name))
        const mark = createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 12)
        this.emitFile({
          type: 'asset',
          fileName: 'sw.js',
          source: worker(
            mark,
            ['/', '/favicon.svg', '/manifest.webmanifest', ...files],
            sets,
            offline,
          ),
        })
      },
    },
  }
}

const worker = (
  mark: string,
  files: string[],
  sets: Record<string, string[]>,
  offline: string[],
): string => `// Keeps the page for when there is no network. Written as the page is built.
const KEPT = 'rebelote-${mark}'
const FILES = ${JSON.stringify(files)}
const SETS = ${JSON.stringify(sets)}
const OFFLINE = 'rebelote-offline'
const OFFLINE_FILES = ${JSON.stringify(offline)}

addEventListener('install', (event) => {
  event.waitUntil(Promise.all([caches.open(KEPT).then((cache) => cache.addAll(FILES)), keepUsedSets(), renewed().catch(() => null)]))
})

addEventListener('activate', (event) => {
  event.waitUntil(deleteOlder().then(dropOld).then(() => clients.claim()))
})

/** A page asks to take over, or names the files that it has loaded: before it was served from here, or in a newer version. */
addEventListener('message', (event) => {
  if (event.data === 'take over') skipWaiting()
  else event.waitUntil(Promise.all(event.data.loaded.map(setOf).map(keepSet)).catch(() => null))
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
  if (OFFLINE_FILES.includes(pathname)) event.respondWith(kept(event.request, OFFLINE).then(expand))
  if (setOf(pathname)) event.respondWith(keptWithSet(event.request, setOf(pathname)))
  if (!FILES.includes(pathname)) return
  event.respondWith(pathname === '/' ? newest(event.request) : kept(event.request))
})

/** The page itself as the server has it now; as it was kept where there is no network. */
const newest = (request) => fetch(request).catch(() => caches.match('/', { cacheName: KEPT }))

const kept = async (request, cacheName = KEPT) => (await caches.match(request, { ignoreSearch: true, cacheName })) ?? fetch(request)

/** A file of a set, all of which is kept from now on. */
const keptWithSet = async (request, set) => {
  await keepSet(set).catch(() => null)
  return (await caches.match(request)) ?? fetch(request)
}

${[shrink, expand, keepFile].join('\n\n')}

const setOf = (file) => Object.keys(SETS).find((set) => SETS[set].includes(file))

const cacheOf = (set) => KEPT + '.' + set

/** Keeps all files of a set, from now on in every version. */
const keepSet = async (set) => {
  const files = SETS[set] ?? []
  const there = await Promise.all(files.map((file) => caches.match(file, { cacheName: cacheOf(set) })))
  if (there.every(Boolean)) return
  const cache = await caches.open(cacheOf(set))
  try {
    await cache.addAll(files.filter((_, at) => !there[at]))
  } catch (error) {
    if (!(await cache.keys()).length) await caches.delete(cacheOf(set))
    throw error
  }
}

/** The caches of other versions. */
const older = async () => (await caches.keys()).filter((name) => /^rebelote-[0-9a-f]{12}/.test(name) && !name.startsWith(KEPT))

/** Keeps what the version before keeps; without any, words of the browser's language. Where that
 *  version did not know what was used, all of it is kept once more. */
const keepUsedSets = async () => {
  const before = await older()
  const used = before.flatMap((name) => name.split('.').slice(1))
  if (before.length && !used.length) await caches.open(KEPT + '.all').then((cache) => cache.addAll(Object.values(SETS).flat()))
  const own = [...navigator.languages, 'en'].find((tag) => SETS[tag.slice(0, 2) + '-start'])
  const sets = [own.slice(0, 2), own].flatMap((one) => [one + '-start', one + '-others'])
  await Promise.all((used.length ? used : sets.filter((set) => SETS[set])).map(keepSet))
}

const deleteOlder = async () => Promise.all((await older()).map((name) => caches.delete(name)))

/** Where somebody keeps what play without a network needs: what is new of it. */
const renewed = async () => {
  if (!(await caches.has(OFFLINE))) return
  const cache = await caches.open(OFFLINE)
  for (const file of OFFLINE_FILES) if (!(await cache.match(file))) await keepFile(cache, file)
}

/** What no page needs any more goes. */
const dropOld = async () => {
  if (!(await caches.has(OFFLINE))) return
  const cache = await caches.open(OFFLINE)
  for (const request of await cache.keys()) if (!OFFLINE_FILES.includes(new URL(request.url).pathname)) await cache.delete(request)
}
`
