// A tournament is read when it has changed; without notices again and again.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test, vi } from 'vitest'
import { Tournament } from '../../../src/tournament/desk/tournament.svelte'
import { tournamentChanged, lineLost, lineOpened } from '../../../src/tournament/desk/following'
import type { FromClient } from '../../../src/net/messages'
import { answering } from '../../support/answers'
import { speak } from '../../support/table'

const MINUTE = 60_000
let sent: FromClient[] = []

beforeEach(async () => {
  await speak()
  sent = []
  vi.useFakeTimers()
})
afterEach(() => {
  lineLost()
  vi.useRealTimers()
})

const opened = () => lineOpened((message) => sent.push(message))

test('without a line an evening is read every few seconds', async () => {
  const asked = answering(() => null)
  const leave = new Tournament('abcdefghijkl').follow()
  await vi.advanceTimersByTimeAsync(9000)
  assert.equal(asked.length, 3)
  leave()
  await vi.advanceTimersByTimeAsync(MINUTE)
  assert.equal(asked.length, 3)
})

test('with notices it is read at each of them, and once a minute besides', async () => {
  const asked = answering(() => null)
  const leave = new Tournament('abcdefghijkl').follow()
  opened()
  assert.deepEqual(sent, [{ type: 'follow', event: 'abcdefghijkl' }])
  tournamentChanged('abcdefghijkl')
  tournamentChanged('of another evening')
  await vi.advanceTimersByTimeAsync(MINUTE - 1)
  assert.equal(asked.length, 1)
  await vi.advanceTimersByTimeAsync(1)
  assert.equal(asked.length, 2)
  lineLost()
  await vi.advanceTimersByTimeAsync(6000)
  assert.equal(asked.length, 4)
  opened()
  leave()
  assert.deepEqual(sent.at(-1), { type: 'follow', event: '' })
})
