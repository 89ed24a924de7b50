// Runs a Python program in Pyodide as the worker of the page does: with the packages in web/wheels
// and the sources that web/python.json lists. `node pyodide.mjs PROGRAM`; its output is printed.
import { readFileSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const web = (path) => fileURLToPath(new URL(`../../web/${path}`, import.meta.url))
const runtime = web('node_modules/pyodide/')
const packages = readdirSync(web('wheels')).filter((name) => name.endsWith('.whl'))
const { loadPyodide } = await import(`${runtime}pyodide.mjs`)
const python = await loadPyodide({
  indexURL: runtime,
  packages: packages.map((name) => web(`wheels/${name}`)),
  stdout: () => {}, // which packages are loaded
})
const [program] = process.argv.slice(2)
const sources = Object.entries(JSON.parse(readFileSync(web('python.json'), 'utf8')))
for (const [path, file] of [...sources.map(([path, file]) => [path, web(file)]), [basename(program), program]]) {
  python.FS.mkdirTree(`/rebelote/${path}`.replace(/[^/]*$/, ''))
  python.FS.writeFile(`/rebelote/${path}`, readFileSync(file))
}
python.setStdout({ batched: (line) => process.stdout.write(`${line}\n`) })
python.runPython(`import runpy, sys; sys.path.insert(0, '/rebelote')`)
python.runPython(`runpy.run_path('/rebelote/${basename(program)}', run_name='__main__')`)
