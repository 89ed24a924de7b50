// Splits each catalogue in two: the words of the start page, and all others, which are fetched once
// it is drawn. Which words the start page has is read from the modules that it is made of.
import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ENTRIES = ['src/main.ts', 'src/app/bootstrap.ts']
const PART = /^(.*)\.json\?(start|others)$/
const IMPORT =
  /^\s*(?:import|export)\s+(?!type\b)(?:[\w*{][^'"();=]*?\sfrom\s+)?['"](\.[^'"]+)['"]/gm
const QUOTED = /['"`]([a-z][\w-]*\.[\w.-]*)(['"`]|\$\{)/g

/** Words of answers to a request: where others are loaded later, they are there by then. */
const ANSWERS = ['refusal.']

const isFile = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/** Yield the text of each module that is loaded before anything is shown. */
function* sources(entries: readonly string[]): Generator<string> {
  const waiting = [...entries]
  const reached = new Set(waiting)
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const text = readFileSync(path, 'utf8')
    yield text
    for (const [, imported = ''] of text.matchAll(IMPORT)) {
      const named = resolve(dirname(path), imported)
      const module = [named, `${named}.ts`].find(isFile)
      if (!module || !/\.(ts|svelte)$/.test(module) || reached.has(module)) continue
      reached.add(module)
      waiting.push(module)
    }
  }
}

/** Return the keys that the start page may use, whole or as a beginning: `ui.play`, `level.`. */
export function keysOfStart(
  entries: readonly string[],
  answers: boolean,
): (key: string) => boolean {
  const whole = new Set<string>()
  const beginnings = new Set<string>()
  for (const text of sources(entries))
    for (const [, key = '', end] of text.matchAll(QUOTED))
      (end === '${' || key.endsWith('.') ? beginnings : whole).add(key)
  const open = [...beginnings].filter((key) => answers || !ANSWERS.includes(key))
  return (key) => whole.has(key) || open.some((beginning) => key.startsWith(beginning))
}

/** Return the file of a language; of a variant (`nl-NL`) that of its language before it, so that the
 * start page asks for one file. */
const withBase = (path: string): string[] =>
  [path.replace(/-[A-Z]+$/, ''), path].map((one) => `${one}.json`)

const ID = '\0catalogue'
const NOTHING = '\0catalogue-nothing'
const MADE = /^\0catalogue:(start|others):(.*)$/

/** Return the name of the chunk that such a module is. */
export function catalogueChunk(id: string): string | null {
  const [, part, path = ''] = MADE.exec(id) ?? []
  return part ? `${basename(path)}-${part}` : null
}

/** Build a Vite plugin: `LANGUAGE.json?start`, the words of what these modules load, and
 * `LANGUAGE.json?others`, which has nothing where nothing is loaded later. `answers`: whether the
 * words of refusals are in the first. */
export function catalogueParts(entries = ENTRIES, later = true, answers = false): Plugin {
  const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  let ofStart: ReturnType<typeof keysOfStart> | undefined
  return {
    name: 'catalogue-parts',
    enforce: 'pre',
    resolveId(asked, importer) {
      const [, path = '', part] = PART.exec(asked) ?? []
      if (!part || !importer) return null
      return later || part === 'start'
        ? `${ID}:${part}:${resolve(dirname(importer), path)}`
        : NOTHING
    },
    load(id) {
      if (id === NOTHING) return 'export default {}'
      const [, part, path] = MADE.exec(id) ?? []
      if (!path) return null
      ofStart ??= keysOfStart(entries.map(here), answers)
      const files = part === 'start' ? withBase(path) : [`${path}.json`]
      const all = files.flatMap((file) => {
        this.addWatchFile(file)
        return Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
      })
      const chosen = all.filter(([key]) => ofStart?.(key) === (part === 'start'))
      return `export default ${JSON.stringify(Object.fromEntries(chosen))}`
    },
  }
}
