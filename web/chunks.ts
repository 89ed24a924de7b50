// Chunks of the build: what the start page needs is in as few files as possible and preloaded from
// the HTML, so that the browser requests everything at once.
import type { HtmlTagDescriptor, Plugin } from 'vite'

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

const BOOTSTRAP = /\/src\/app\/bootstrap\.ts$/
const found = new Map<string, Set<string>>()

/** Everything that a module imports, but for what it fetches later. */
function reached(entry: string, modules: Modules): Set<string> {
  const known = found.get(entry)
  if (known) return known
  const all = new Set<string>()
  const waiting = [entry]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (all.has(id)) continue
    all.add(id)
    waiting.push(...(modules.getModuleInfo(id)?.importedIds ?? []))
  }
  found.set(entry, all)
  return all
}

/** The groups of the bundler: what `main.ts` imports, what `bootstrap.ts` imports besides, and what both table and pages do. */
export function groups(source: string) {
  const all = (id: string, modules: Modules, ...entries: string[]) =>
    entries.every((name) => reached(`${source}/${name}.ts`, modules).has(id))
  const group = (name: string, priority: number, ...entries: string[]) => ({
    name: (id: string, modules: Modules) => (all(id, modules, ...entries) ? name : null),
    priority,
  })
  return [
    group('main', 3, 'main'),
    group('app', 2, 'app/bootstrap'),
    group('shared', 1, 'app/chunks/table', 'app/chunks/pages'),
  ]
}

/** A Vite plugin: the page names what `main.ts` fetches at once. */
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
