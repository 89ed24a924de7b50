// Clubs and evenings that the start page leads back to.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test, vi } from 'vitest'
import {
  forgetPlace,
  hrefOfClub,
  hrefOfTournament,
  isAsked,
  placesToShow,
  rememberPlace,
  setAsked,
} from '../../../src/tournament/home/places'

const HOUR = 3_600_000
const hrefs = (...args: Parameters<typeof placesToShow>) =>
  placesToShow(...args).map(({ href }) => href)

beforeEach(() => {
  const held = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => held.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('the evening of today comes first, and none of yesterday', () => {
  rememberPlace(hrefOfTournament('old'), 'Last week')
  rememberPlace(hrefOfClub('a'), 'Aces')
  rememberPlace(hrefOfTournament('e'), 'Friday')
  rememberPlace(hrefOfClub('b'), 'Belote')
  assert.deepEqual(hrefs([]), ['#/tournament/e', '#/clubs/b', '#/clubs/a'])
  assert.deepEqual(hrefs([], Date.now() + 21 * HOUR), ['#/clubs/b', '#/clubs/a'])
})

test('an evening kept under its former address leads to the tournament', () => {
  rememberPlace('#/club/e', 'Friday')
  assert.deepEqual(hrefs([]), ['#/tournament/e'])
  forgetPlace(hrefOfTournament('e'))
  assert.deepEqual(hrefs([]), [])
})

test('clubs that only the server knows follow, each once', () => {
  rememberPlace(hrefOfClub('a'), 'Aces')
  const known = ['a', 'c'].map((club) => ({ club, name: club, mine: true, others: 0 }))
  assert.deepEqual(hrefs(known), ['#/clubs/a', '#/clubs/c'])
  forgetPlace(hrefOfClub('a'))
  assert.deepEqual(placesToShow([]), [])
})

test('an owner is asked once for each club and evening, of the last fifty', () => {
  assert.equal(isAsked('club'), false)
  setAsked('club')
  setAsked('evening')
  assert.deepEqual([isAsked('club'), isAsked('evening'), isAsked('other')], [true, true, false])
  for (let at = 0; at < 50; at++) setAsked(`${at}`)
  assert.deepEqual([isAsked('club'), isAsked('0'), isAsked('49')], [false, true, true])
})
