// Without a network, and the game kept: pages ask this device, and the server never sees its matches.
import assert from 'node:assert/strict'
import { render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { me } from '../../src/account/me.svelte'
import { network } from '../../src/net/network.svelte'
import { Refusal } from '../../src/net/api'
import type { FromWorker, LocalRequest, Taught, ToWorker } from '../../src/offline/protocol'
import { settings } from '../../src/settings/settings.svelte'
import { keepByItself } from '../../src/offline/keepByItself'
import { canKeep } from '../../src/offline/set'
import { endLessons } from '../../src/offline/localLessons'
import Puzzle from '../../src/replay/practice/Puzzle.svelte'
import Practice from '../../src/replay/practice/Practice.svelte'
import { choicesHere, keepChoice } from '../../src/replay/practice/puzzlesHere'
import { fetchMatch, varyMatch } from '../../src/replay/viewer/matchSource'
import { lookAt } from '../../src/replay/entered/board'
import { fetchReview } from '../../src/review/review'
import Puzzles from '../../src/today/Puzzles.svelte'
import type { PuzzleOfTheDay } from '../../src/net/messages'
import { save } from '../../src/lib/storage'
import { answering } from '../support/answers'
import { speak } from '../support/table'

const MATCH = 'local-0123456789ab-2'
let asked: LocalRequest[] = []
let answers: (request: LocalRequest) => Taught | null = () => null
let ended = 0

/** The thread beside the page, in which Python answers: here it answers as the test says. */
class Thread {
  onmessage: (event: { data: FromWorker }) => void = () => undefined
  postMessage(message: ToWorker): void {
    if (message.do !== 'teach') return
    asked.push(message.asked)
    const answer = answers(message.asked)
    if (!answer) return
    const data: FromWorker = { reported: 'taught', number: message.number, answer }
    queueMicrotask(() => this.onmessage({ data }))
  }
  terminate(): void {
    ended += 1
  }
}

let requests: string[] = []
beforeEach(async () => {
  await speak()
  localStorage.clear()
  endLessons()
  answers = () => null
  asked = []
  ended = 0
  me.now = null
  vi.stubGlobal('Worker', Thread)
  requests = answering(() => null)
  Object.assign(network, { offline: true, kept: true })
})
afterEach(() => Object.assign(network, { offline: false, kept: false }))

test('a match of this device is looked at and varied on it, also with a network', async () => {
  Object.assign(network, { offline: false })
  answers = () => ({ answer: 'told' })
  assert.equal(await fetchMatch(MATCH), 'told')
  assert.equal(await varyMatch(MATCH, { deal: 1, step: 3 }), 'told')
  assert.deepEqual(asked, [
    { of: 'played', match: MATCH },
    { of: 'varied', match: MATCH, varied: { deal: 1, step: 3 } },
  ])
  assert.deepEqual(requests, [])
})

test('a fault in a record is told with its place', async () => {
  const fault = { message: 'no card', line: 3, deal: 1, action: 2, code: '' }
  answers = () => ({ refused: 'no-record', message: 'line 3: no card', fault })
  await assert.rejects(lookAt('[Record 1]'), (error: Refusal) => {
    assert.deepEqual(error.fault, fault)
    return error.code === 'no-record'
  })
})

test('without a mistake that is due, the matches of this device are reviewed deal by deal', async () => {
  let left = 3
  answers = (request) => {
    if (request.of !== 'mistakes') return null
    if (request.review) left -= 1
    return { answer: { positions: [], due: 0, groups: [], waiting: left } }
  }
  const lost: string[] = []
  vi.stubGlobal('fetch', (path: string) => (lost.push(path), Promise.reject(new TypeError())))
  render(Practice, { about: '' })
  await vi.waitFor(() => assert.equal(left, 0))
  await screen.findByTestId('practice-here')
  assert.deepEqual(
    asked.map((one) => one.of === 'mistakes' && one.review),
    [false, true, true, true],
  )
  assert.deepEqual(
    lost.filter((path) => path.includes('practice')),
    [],
  )
})

test('puzzles are listed by theme, with the answers given here', async () => {
  keepChoice({ preset: 'french', day: '2026-11-30' } as PuzzleOfTheDay, '7H')
  const days = [{ day: '2026-11-30', kind: 'lead', theme: 'lead_trumps', right: true }]
  answers = () => ({ answer: { preset: 'french', days } })
  render(Puzzles, { about: 'french' })
  await screen.findByTestId('theme-lead_trumps')
  expect(asked).toMatchObject([
    { of: 'puzzles', preset: 'french', choices: { 'french/2026-11-30': '7H' } },
  ])
  assert.equal(screen.queryByTestId('without-network'), null)
})

test('a puzzle of this device stays as the network comes back', async () => {
  render(Puzzle, { about: 'french/2026-11-30' })
  await vi.waitFor(() => assert.equal(asked.length, 1))
  Object.assign(network, { offline: false })
  await tick()
  assert.deepEqual(
    requests.filter((one) => one.includes('puzzle')),
    [],
  )
})

test('the first answer to a puzzle is kept, and the oldest answers go', () => {
  const days = Array.from({ length: 500 }, (_, day) => [`french/day ${day}`, '7H'])
  save('rebelote.puzzles', Object.fromEntries(days))
  keepChoice({ preset: 'french', day: 'day 599' } as PuzzleOfTheDay, '7H')
  keepChoice({ preset: 'french', day: 'day 599' } as PuzzleOfTheDay, 'AS')
  const kept = choicesHere()
  assert.equal(Object.keys(kept).length, 500)
  assert.equal(kept['french/day 599'], '7H')
  assert.equal(kept['french/day 0'], undefined)
})

test('a review that is refused leaves the requests after it alone', async () => {
  const gone = new AbortController()
  const deal = `/api/tables/local-0123456789ab/deals/1`
  answers = () => ({ refused: 'needs-network', message: '' })
  await assert.rejects(fetchReview(deal, () => undefined, gone.signal))
  gone.abort()
  assert.equal(ended, 0)
})

test('a review that nobody waits for any more is not begun', async () => {
  const gone = new AbortController()
  gone.abort()
  assert.equal(
    await fetchReview('/api/tables/local-0123456789ab/deals/1', () => undefined, gone.signal),
    null,
  )
  assert.deepEqual(asked, [])
})

test.each([true, false])('the game is not stored once the player refuses it: %s', async (no) => {
  const begun = vi.fn()
  class Full extends Thread {
    override postMessage(files: unknown): void {
      begun(files)
      queueMicrotask(() => this.onmessage({ data: 'full' as never }))
    }
  }
  vi.stubGlobal('Worker', Full)
  vi.stubGlobal('caches', { match: () => Promise.resolve(undefined) })
  vi.stubGlobal('matchMedia', (asked: string) => ({ matches: asked === '(pointer: fine)' }))
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve() } })
  vi.stubGlobal('requestIdleCallback', (quiet: () => void) => queueMicrotask(quiet))
  settings.keepOffline = true
  const done = keepByItself(false).catch(() => null)
  settings.keepOffline = !no
  await done
  assert.equal(begun.mock.calls.length, no || !canKeep() ? 0 : 1)
  settings.keepOffline = true
})
