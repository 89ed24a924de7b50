// The legibility of text on each felt: WCAG's contrast, by the tokens.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { FELTS } from '../../src/settings/settings.svelte'

const tokens = readFileSync('src/app/tokens.css', 'utf8')
const ON_ALL = tokens.slice(0, tokens.indexOf('@media'))

/** Return a token as a felt has it. */
function colour(felt: string, name: string): string {
  const own = ON_ALL.split(`[data-felt='${felt}'] {`)[1]?.split('}')[0] ?? ''
  const result = new RegExp(`--${name}: (#[0-9a-f]{6})\\b`)
  return (result.exec(own) ?? result.exec(ON_ALL))![1]!
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high! + 0.05) / (low! + 0.05)
}

const shared = readFileSync('../src/rebelote/server/web/colours.css', 'utf8')

test.each([0, 1])('what has a colour on paper can be read, by day and by night: %i', (night) => {
  const onPaper = (name: string) =>
    [...(shared + tokens).matchAll(new RegExp(` --${name}: (#[0-9a-f]{6});`, 'g'))][night]![1]!
  for (const text of ['good', 'fair', 'bad', 'us-on-paper', 'them-on-paper'])
    assert.ok(contrast(onPaper(text), onPaper('paper')) >= 4.5, text)
})

test('contrast is that of WCAG', () => {
  assert.equal(contrast('#ffffff', '#000000'), 21)
  assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48')
})

test.each(FELTS)('text can be read on the felt %s, and its marks are seen', (felt) => {
  const ground = colour(felt, 'felt-light')
  for (const text of ['on-felt', 'on-felt-soft'])
    assert.ok(contrast(colour(felt, text), ground) >= 4.5, text)
  for (const mark of ['gold', 'side-us', 'side-them', 'focus-on-felt'])
    assert.ok(contrast(colour(felt, mark), ground) >= 3, mark)
})
