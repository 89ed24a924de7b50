// Modules of the client import each other in one direction.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'vitest'

const IMPORT = /(?:import|export)\s+(?:type\s+)?(?:[^'"`;]*?from\s+)?'(\.[^']+)'/g

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:ts|svelte)$/.test(file))
  .map((file) => join('src', file))

const imports = new Map(
  files.map((file) => [
    file,
    [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, path]) => {
      const named = join(dirname(file), path!)
      const found = ['', '.ts', '.svelte.ts'].map((end) => named + end).find(imported)
      return found && found !== file ? [found] : [] // a component may draw itself
    }),
  ]),
)

function imported(file: string): boolean {
  return /\.(?:ts|svelte)$/.test(file) && existsSync(file)
}

/** Return a path of imports that leads back to where it began, if there is one. */
function circle(file: string, path: string[], done: Set<string>): string[] | null {
  if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
  if (done.has(file)) return null
  for (const next of imports.get(file) ?? []) {
    const found = circle(next, [...path, file], done)
    if (found) return found
  }
  done.add(file)
  return null
}

test('no module imports itself through others, types included', () => {
  assert.ok([...imports.values()].flat().length > 1000)
  const done = new Set<string>()
  for (const file of files) assert.equal(circle(file, [], done), null)
})
