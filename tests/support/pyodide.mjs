// Runs a Python program in Pyodide as the worker of the page does: with the packages in web/wheels
// the sources that web/python.json lists, and the kernel if it is built. `node pyodide.mjs PROGRAM
// WORDS`; its output is printed. Modules of its folder named `offline_*` lie beside it.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startKernel } from '../../web/packages/kernel/kernel.ts'
import { forPython } from '../../web/src/offline/kernel.ts'

const web = (path) => fileURLToPath(new URL(`../../web/${path}`, import.meta.url))
const runtime = web('node_modules/pyodide/')
const packages = readdirSync(web('wheels')).filter((name) => name.endsWith('.whl'))
const { loadPyodide } = await import(`${runtime}pyodide.mjs`)
const python = await loadPyodide({
  indexURL: runtime,
  packages: packages.map((name) => web(`wheels/${name}`)),
  stdout: () => {}, // which packages are loaded
})
const [program, ...words] = process.argv.slice(2)
const sources = Object.entries(JSON.parse(readFileSync(web('python.json'), 'utf8')))
const beside = readdirSync(dirname(program)).filter((name) => /^offline_.*\.py$/.test(name))
const files = [
  ...sources.map(([path, file]) => [path, web(file)]),
  ...beside.map((name) => [name, join(dirname(program), name)]),
]
for (const [path, file] of files) {
  python.FS.mkdirTree(`/rebelote/${path}`.replace(/[^/]*$/, ''))
  python.FS.writeFile(`/rebelote/${path}`, readFileSync(file))
}
python.setStdout({ batched: (line) => process.stdout.write(`${line}\n`) })
python.runPython(`import runpy, sys; sys.path.insert(0, '/rebelote')`)
python.runPython(`sys.argv[1:] = ${JSON.stringify(words)}`)
const kernel = web('../kernel/target/wasm32-unknown-unknown/release/_kernel.wasm')
if (existsSync(kernel)) {
  const ask = await startKernel(readFileSync(kernel))
  python.pyimport('rebelote.offline.wasm_kernel').install(forPython(ask))
}
python.runPython(`runpy.run_path('/rebelote/${basename(program)}', run_name='__main__')`)
