// The page of the design shows what the style sheets declare.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { colourRoles, measures } from '../../src/design/tokens'

const SCALE = readFileSync('src/app/scale.css', 'utf8')
const COLOURS = readFileSync('src/app/tokens.css', 'utf8')

test('measures are found by their kind', () => {
  assert.deepEqual(
    measures('time', SCALE).map(({ name }) => name),
    ['--time-fast', '--time-move', '--time-show'],
  )
  assert.ok(measures('text', SCALE).length > 5)
  assert.ok(measures('ease', SCALE).every(({ value }) => value.startsWith('cubic-bezier(')))
})

test('a colour has its value by day and, where it has another, by night', () => {
  const css = `:root { --paper: #fff; --gold: #fc0; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #000; }
}
`
  assert.deepEqual(colourRoles(css), [
    { name: '--paper', value: '#fff', night: '#000' },
    { name: '--gold', value: '#fc0', night: '' },
  ])
})

test('the colours of the client are among them, without those of a felt', () => {
  const names = colourRoles(COLOURS).map(({ name }) => name)
  for (const name of ['--note', '--gold', '--wood']) assert.ok(names.includes(name), name)
  assert.ok(!names.includes('--felt-light'))
})
