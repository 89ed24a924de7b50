// What is kept for play without a network: Python for WebAssembly and the table's Python sources,
// under names of their own. Nothing of it is loaded before somebody asks for it.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Where all of it lies; the service worker keeps it apart. */
export const OFFLINE_FOLDER = 'assets/offline/'
const RUNTIME = [
  'pyodide.mjs',
  'pyodide.asm.mjs',
  'pyodide.asm.wasm',
  'python_stdlib.zip',
  'pyodide-lock.json',
]

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const text = (path: string): string => readFileSync(here(path), 'utf8')

const version = (JSON.parse(text('node_modules/pyodide/package.json')) as { version: string })
  .version
const modules = Object.entries(JSON.parse(text('python.json')) as Record<string, string>)
/** The sources by their paths; what imports them is told by `tools/packages.py`. */
const sources = JSON.stringify(
  Object.fromEntries(modules.map(([path, file]) => [path, text(file)])),
)
const mark = createHash('sha256').update(sources).digest('hex').slice(0, 12)
const runtimeFolder = `${OFFLINE_FOLDER}pyodide-${version}/`
const sourcesFile = `${OFFLINE_FOLDER}rebelote-${mark}.json`

/** The addresses, as the client knows them. */
export const OFFLINE_SET = {
  runtime: `/${runtimeFolder}`,
  sources: `/${sourcesFile}`,
  files: [...RUNTIME.map((name) => `/${runtimeFolder}${name}`), `/${sourcesFile}`],
}

/** A Vite plugin: adds the files to what is built. */
export function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    generateBundle() {
      for (const name of RUNTIME) {
        const source = readFileSync(here(`node_modules/pyodide/${name}`))
        this.emitFile({ type: 'asset', fileName: `${runtimeFolder}${name}`, source })
      }
      this.emitFile({ type: 'asset', fileName: sourcesFile, source: sources })
    },
  }
}
