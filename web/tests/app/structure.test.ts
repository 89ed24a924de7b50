// Components are short, and reach their parts by props and bindings.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'vitest'

const LONGEST = 300
const QUERY = /\.(?:querySelector(?:All)?|getElementsBy\w+)\(|getElementById\(/
/** A card flies from and to the seats, which are other components. */
const OTHERS = ['table/Trick.svelte']

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

const SIDES =
  /(?:^|[\s;])(?:margin|padding|border)-(?:left|right)(?:-\w+)?:(?! env)|text-align: (?:left|right)|float: (?:left|right)/
/** What lies on a table does not turn about with the writing. */
const LYING = ['table/', 'replay/ReplayTable', 'learn/Board', 'ui/ScrollArea', 'design/Measures']

test('pages are laid out by where lines begin and end, not by left and right', () => {
  const sided = components.filter(({ text }) => SIDES.test(text.slice(text.indexOf('<style'))))
  assert.deepEqual(
    sided.map(({ file }) => file).filter((file) => !LYING.some((one) => file.startsWith(one))),
    [],
  )
})
