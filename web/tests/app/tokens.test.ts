// Colours stand in tokens.css, in the sheet of a deck and, shared with the server, in colours.css;
// components name them.
import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'vitest'

const TOKENS = 'app/tokens.css'
/** Of a deck that is loaded when it is chosen. */
const DECK = 'cards/hungarian/hungarian.css'
const SHARED = '../src/rebelote/server/http/colours.css'
/** Those of portraits are chosen by number: tests/people/faces.test.ts. */
const PORTRAYED = /^--(?:skin|hair|cloth|room|portrait)-/
const LITERAL =
  /(?<![\w&])#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\(/i
const sources = new Map(
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(svelte|css)$/.test(file))
    .map((file) => [file, readFileSync(`src/${file}`, 'utf8')]),
)
const everything = [...sources.values()].join('\n')
const named = (pattern: RegExp, text: string) =>
  new Set([...text.matchAll(pattern)].map(([, name]) => name))

test('no component holds a colour of its own', () => {
  assert.ok(sources.size > 50)
  const result = [...sources].flatMap(([file, text]) =>
    file === TOKENS || file === DECK
      ? []
      : text.split('\n').flatMap((line) => (LITERAL.test(line) ? [file, line] : [])),
  )
  assert.deepEqual(result, [])
})

test('a colour is found in whatever way it is written', () => {
  for (const literal of [
    '#fff',
    '#ffff',
    '#0b5bd3',
    '#04110ca8',
    'RGB(1 2 3)',
    'hsla(1)',
    'oklch(1)',
  ])
    assert.match(`  color: ${literal};`, LITERAL)
  for (const other of ['href="#/account"', 'url(#back-plain)', '#menu', '&#039;'])
    assert.doesNotMatch(other, LITERAL)
})

test('every token is used, and every name that is used is a token or set in a component', () => {
  const used = named(/(?:var\(|token\(')(--[\w-]+)/g, everything)
  const set = named(/(--[\w-]+)(?=[:=])/g, everything)
  const all = readFileSync(SHARED, 'utf8') + (sources.get(TOKENS) ?? '')
  const tokens = named(/(--[\w-]+):/g, all)
  assert.ok(tokens.size > 80)
  assert.deepEqual(
    [...used].filter((name) => !set.has(name) && !tokens.has(name)),
    [],
  )
  assert.deepEqual(
    [...tokens].filter((name) => !used.has(name) && !PORTRAYED.test(name!)),
    [],
  )
})
