// Colours stand in tokens.css, in the sheet of a deck and, shared with the server, in colours.css;
// components name them.
import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'vitest'

const TOKENS = 'app/tokens.css'
/** The style sheet of a deck that is loaded when it is chosen. */
const DECK = 'cards/hungarian/hungarian.css'
const SHARED = '../src/rebelote/server/web/colours.css'
/** The tokens of portraits, which are chosen by number: tests/people/faces.test.ts. */
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

/** A colour that is named rather than written as a number. */
const NAMED_COLOUR = /^(?:transparent|currentcolor|canvas|canvastext|highlight|linktext)$/i
const UNITS: [RegExp, string][] = [
  [/\ddeg\b|\}deg\b/, 'angle'],
  [/\dm?s\b/, 'time'],
  [/\d(?:px|r?em|ch|v[wh]|dv[wh]|cq[wh]|%)/, 'length'],
  [/\}(?:px|r?em|%)/, 'length'],
]

/** Return the kinds of value with which custom properties are set, by name. */
function kindsOfValues(texts: Iterable<string>): Map<string, Set<string>> {
  const set = new Map<string, Set<string>>()
  for (const text of texts)
    for (const [, name, css, quoted, braced] of text.matchAll(
      /(?<![\w-])(--[\w-]+)(?::\s*([^;{}]+);|="([^"]*)"|=\{([^}]*)\})/g,
    ))
      set.set(name!, (set.get(name!) ?? new Set()).add(css ?? quoted ?? `{${braced}}`))
  const kinds = (name: string, above: string[]): Set<string> =>
    above.includes(name)
      ? new Set()
      : new Set([...(set.get(name) ?? [])].flatMap((value) => kindsOf(value, [...above, name])))
  const kindsOf = (value: string, above: string[]): string[] => {
    const plain = value.trim()
    const [, alone] = /^var\((--[\w-]+)\)$/.exec(plain) ?? []
    if (alone) return [...kinds(alone, above)]
    if (/^\d+px \d|^0 \d/.test(plain)) return ['list']
    const unit = UNITS.find(([pattern]) => pattern.test(plain))
    if (unit) return [unit[1]]
    if (LITERAL.test(plain) || NAMED_COLOUR.test(plain)) return ['colour']
    const [, first] = /var\((--[\w-]+)\)/.exec(plain) ?? []
    if (first && /^(?:calc|min|max|clamp)\(/.test(plain)) {
      const within = [...plain.matchAll(/var\((--[\w-]+)\)/g)].flatMap(([, name]) => [
        ...kinds(name!, above),
      ])
      return [within.find((kind) => kind !== 'number') ?? 'number']
    }
    return [/^-?[\d.]+$|^\{/.test(plain) ? 'number' : 'word']
  }
  return new Map([...set.keys()].map((name) => [name, kinds(name, [])]))
}

const twofold = (kinds: Map<string, Set<string>>) =>
  [...kinds].flatMap(([name, of]) => (of.size > 1 ? [`${name}: ${[...of].sort().join(', ')}`] : []))

test('a custom property has values of one kind', () => {
  const kinds = kindsOfValues([readFileSync(SHARED, 'utf8'), ...sources.values()])
  assert.ok(kinds.size > 150)
  assert.deepEqual(twofold(kinds), [])
})

test('two kinds of value under one name are found', () => {
  const result = twofold(
    kindsOfValues([
      ':root { --face: #ffcf5c; --u: 1px; --n: 3; --gold: #fc0; --ring: var(--gold); }',
      '.table { --face: calc(80 * var(--u)); --n: calc(var(--u) * 2); --ring: canvastext; }',
      '<i style:--turn="{turn}deg"></i><b style:--turn={i - 2}></b>',
    ]),
  )
  assert.deepEqual(result, [
    '--face: colour, length',
    '--n: length, number',
    '--turn: angle, number',
  ])
})
