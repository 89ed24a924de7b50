// Times are told relative to now, past and future.
import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { dateIn, relativeTime, dateText } from '../../src/i18n/times'

const now = 1_790_000_000

test('the relativeTime is told in the largest unit that is full', () => {
  const reported: [number, string][] = [
    [0, 'now'],
    [-59, 'now'],
    [-60, '1 minute ago'],
    [-3_599, '59 minutes ago'],
    [-7_200, '2 hours ago'],
    [-86_400, '1 day ago'],
    [-8 * 86_400, '1 week ago'],
    [-90 * 86_400, '3 months ago'],
    [-800 * 86_400, '2 years ago'],
    [86_400, 'in 1 day'],
  ]
  for (const [seconds, words] of reported)
    assert.equal(relativeTime(now + seconds, now, 'en'), words)
})

test('every language tells it in its own words', () => {
  assert.deepEqual(
    ['fr', 'nl', 'sv'].map((language) => relativeTime(now - 7_200, now, language)),
    ['il y a 2 heures', '2 uur geleden', 'för 2 timmar sedan'],
  )
})

test('a moment has its day and its time', () => {
  const reported = dateText(now, 'en')
  assert.match(reported, /2026/)
  assert.match(reported, /\d:\d\d/)
})

test('where the browser lacks the words of a language, dates are in figures', () => {
  const noon = Date.UTC(2026, 10, 28, 12, 5) / 1000
  const dated = (style: Intl.DateTimeFormatOptions) =>
    dateIn(noon, 'xx', { timeZone: 'UTC', ...style })
  assert.equal(dated({ dateStyle: 'medium', timeStyle: 'short' }), '28.11.2026, 12:05')
  assert.equal(dated({ weekday: 'long', day: 'numeric', month: 'long' }), '28.11.')
  assert.equal(dated({ month: 'long', year: 'numeric' }), '11/2026')
  assert.match(relativeTime(noon, noon + 7_200, 'xx'), /^28\.11\.2026, \d\d:05$/)
})

test('Armenian dates have words in a browser without them', () => {
  vi.spyOn(Intl.DateTimeFormat, 'supportedLocalesOf').mockReturnValue([])
  const noon = Date.UTC(2026, 10, 28, 12, 5) / 1000
  const dated = (style: Intl.DateTimeFormatOptions) =>
    dateIn(noon, 'hy', { timeZone: 'UTC', ...style })
  assert.equal(dated({ weekday: 'long', day: 'numeric', month: 'long' }), '28 նոյեմբերի, շաբաթ')
  assert.equal(dated({ dateStyle: 'medium', timeStyle: 'short' }), '28 նոյեմբերի 2026, 12:05')
  assert.equal(dated({ month: 'long', year: 'numeric' }), '11/2026')
})
