// The files kept for play without a network: Python for WebAssembly, the packages that the table
// imports, and the table's Python sources. Nothing of it is loaded before somebody asks for it.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** The folder of these files; the service worker keeps it apart. */
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
const mark = digest(sources)
/** The packages, where `tools/wheels.py` could download them: without, nothing is built. */
const wheels = existsSync(here('wheels'))
  ? readdirSync(here('wheels')).filter((name) => name.endsWith('.whl'))
  : []
/** The kernel, where `tools/wasm.py` could build it: without, the page's bots search nothing. */
const KERNEL = '../kernel/target/wasm32-unknown-unknown/release/_kernel.wasm'
const kernel = existsSync(here(KERNEL)) ? readFileSync(here(KERNEL)) : null
const kernelFile = kernel && `${OFFLINE_FOLDER}kernel-${digest(kernel)}.wasm`
const runtimeFolder = `${OFFLINE_FOLDER}pyodide-${version}/`
const sourcesFile = `${OFFLINE_FOLDER}rebelote-${mark}.json`

/** The built files: names and contents. */
const built: [name: string, source: () => string | Buffer][] = [
  ...RUNTIME.map((name) => file(runtimeFolder + name, `node_modules/pyodide/${name}`)),
  ...wheels.map((name) => file(OFFLINE_FOLDER + name, `wheels/${name}`)),
  ...(kernelFile ? [file(kernelFile, KERNEL)] : []),
  [sourcesFile, () => sources],
]

function digest(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 12)
}

function file(name: string, path: string): [string, () => Buffer] {
  return [name, () => readFileSync(here(path))]
}

/** The addresses, as the client knows them; null where there is no offline play. */
export const OFFLINE_SET = wheels.length
  ? {
      runtime: `/${runtimeFolder}`,
      packages: wheels.map((name) => `/${OFFLINE_FOLDER}${name}`),
      sources: `/${sourcesFile}`,
      kernel: kernelFile && `/${kernelFile}`,
      files: built.map(([name]) => `/${name}`),
    }
  : null

/** Build a Vite plugin that adds the files to the build. */
export function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    generateBundle() {
      if (!OFFLINE_SET) return
      for (const [fileName, source] of built)
        this.emitFile({ type: 'asset', fileName, source: source() })
    },
  }
}
