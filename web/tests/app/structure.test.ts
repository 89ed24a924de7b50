// Components are short, and reach their parts by props and bindings.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'vitest'

const LONGEST = 300
const QUERY = /\.(?:querySelector(?:All)?|getElementsBy\w+)\(|getElementById\(/
/** A card flies from and to the seats, which are other components. */
const OTHERS = ['table/trick/Trick.svelte']

const components = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.svelte'))
  .map((file) => ({ file, text: readFileSync(`src/${file}`, 'utf8') }))

test('no component is too long', () => {
  assert.ok(components.length > 100)
  const long = components.filter(({ text }) => text.split('\n').length - 1 > LONGEST)
  assert.deepEqual(
    long.map(({ file }) => file),
    [],
  )
})

test('no component looks for its own parts in the page', () => {
  const looking = components.filter(({ file, text }) => QUERY.test(text) && !OTHERS.includes(file))
  assert.deepEqual(
    looking.map(({ file }) => file),
    [],
  )
})

test('cards that lie over one another do so from left to right in every language', () => {
  const fans = components.filter(({ text }) => /^ {2}\.(?:fan|leaf|hand)\b/m.test(text))
  assert.ok(fans.length > 3)
  const turned = fans.filter(
    ({ text, file }) => !/direction: ltr/.test(text) && !INSIDE.includes(file),
  )
  assert.deepEqual(
    turned.map(({ file }) => file),
    [],
  )
})

/** Within parts of a table, which lies as it does. */
const INSIDE = [
  'table/seats/SeatCards.svelte',
  'table/hand/Hand.svelte',
  'replay/viewer/ReplayTableHand.svelte',
]

const SIDES =
  /(?:^|[\s;])(?:margin|padding|border)-(?:left|right)(?:-\w+)?:(?! env)|text-align: (?:left|right)|float: (?:left|right)/
/** The parts drawn as lying on a table, which do not turn about with the writing. */
const LYING = [
  'table/',
  'replay/viewer/ReplayTable',
  'learn/Board',
  'ui/ScrollArea',
  'design/Measures',
]

test('pages are laid out by where lines begin and end, not by left and right', () => {
  const sided = components.filter(({ text }) => SIDES.test(text.slice(text.indexOf('<style'))))
  assert.deepEqual(
    sided.map(({ file }) => file).filter((file) => !LYING.some((one) => file.startsWith(one))),
    [],
  )
})

test('no folder holds more than 24 files', () => {
  const full = readdirSync('src', { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (count, { parentPath }) => count.set(parentPath, (count.get(parentPath) ?? 0) + 1),
      new Map<string, number>(),
    )
  assert.deepEqual(
    [...full].filter(([, files]) => files > 24),
    [],
  )
})
