// Chunks of the build: what the start page needs is in as few files as possible and preloaded from
// the HTML, so that the browser requests everything at once.
import type { HtmlTagDescriptor, Plugin } from 'vite'
import { catalogueChunk } from './catalogueParts.ts'

interface Modules {
  getModuleInfo(id: string): {
    importedIds: readonly string[]
    dynamicallyImportedIds: readonly string[]
  } | null
}

const BOOTSTRAP = /\/src\/app\/bootstrap\.ts$/

/** The chunk with the pages of a folder; that of the others is fetched once the start page is idle. */
const CHUNKS: Readonly<Record<string, string>> = {
  table: 'table',
  learn: 'learn',
  replay: 'replay',
  statistics: 'replay',
  moderation: 'moderation',
}
const OTHERS = 'pages'

/** Return everything that these modules import, but for what they fetch later. */
function reached(entries: Iterable<string>, modules: Modules): Set<string> {
  const all = new Set<string>()
  const waiting = [...entries]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (all.has(id)) continue
    all.add(id)
    waiting.push(...(modules.getModuleInfo(id)?.importedIds ?? []))
  }
  return all
}

/** Return each chunk's contents by name: the imports of its pages and of modules loaded with them. */
function contents(source: string, modules: Modules): Map<string, Set<string>> {
  const fetched = ['app/routes', 'table/onDemand', 'lobby/onDemand'].flatMap(
    (name) => modules.getModuleInfo(`${source}/${name}.ts`)?.dynamicallyImportedIds ?? [],
  )
  const chunkOf = (id: string) => CHUNKS[id.slice(source.length).split('/')[1] ?? ''] ?? OTHERS
  const names = new Set(fetched.map(chunkOf))
  const entries = (name: string) => fetched.filter((id) => chunkOf(id) === name)
  return new Map([...names].map((name) => [name, reached(entries(name), modules)]))
}

/** Return the groups of the bundler: what `main.ts` imports, what `bootstrap.ts` imports besides,
 * what several chunks share, and the rest of each. */
export function groups(source: string) {
  const starts = new Map<string, Set<string>>()
  const start = (name: string, priority: number, entry: string) => ({
    name: (id: string, modules: Modules) => {
      const ids = starts.get(name) ?? reached([`${source}/${entry}.ts`], modules)
      starts.set(name, ids)
      return ids.has(id) ? name : null
    },
    debugName: name,
    priority,
  })
  let known: Map<string, Set<string>> | undefined
  const chunksOf = (id: string, modules: Modules) => {
    known ??= contents(source, modules)
    return [...known].flatMap(([chunk, ids]) => (ids.has(id) ? [chunk] : [])).sort()
  }
  /** A group takes along what its modules import: that of most chunks is made first. */
  const of = (priority: number, nameOf: (chunks: string[]) => string | null) => ({
    name: (id: string, modules: Modules) => nameOf(chunksOf(id, modules)),
    debugName: `chunks ${priority}`,
    priority,
  })
  const most = new Set([...Object.values(CHUNKS), OTHERS]).size
  return [
    { name: catalogueChunk, priority: most + 4 },
    start('main', most + 3, 'main'),
    start('app', most + 2, 'app/bootstrap'),
    of(most + 1, (all) => (all.includes('table') && all.length > 1 ? 'shared' : null)),
    ...Array.from({ length: most }, (_, at) =>
      of(at + 1, (all) => (all.length === at + 1 ? (at ? 'of_' : '') + all.join('_') : null)),
    ),
  ]
}

/** Build a Vite plugin: the page names what `main.ts` fetches at once. */
export function preload(): Plugin {
  return {
    name: 'preload',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk')
        const app = chunks.filter((chunk) => chunk.moduleIds.some((id) => BOOTSTRAP.test(id)))
        return app.flatMap((chunk): HtmlTagDescriptor[] => [
          {
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${chunk.fileName}` },
            injectTo: 'head',
          },
          ...[...(chunk.viteMetadata?.importedCss ?? [])].map((href): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: { rel: 'stylesheet', crossorigin: true, href: `/${href}` },
            injectTo: 'head',
          })),
        ])
      },
    },
  }
}
