// A table with all help cuts and deals for the player.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { automaticAction, automaticCall } from '../../../src/table/hand/automatic'
import { START } from '../../support/updates'

const none = { ...START.legal!, cards: [], cut_min: 0, cut_max: 0, packets: [] }

test('the pack is cut at any depth that is allowed', () => {
  const legal = { ...none, actions: ['cut' as const], cut_min: 2, cut_max: 30 }
  assert.deepEqual(
    automaticAction(legal, () => 0),
    { do: 'cut', depth: 2 },
  )
  assert.deepEqual(
    automaticAction(legal, (below) => below - 1),
    { do: 'cut', depth: 30 },
  )
})

test('the first packets that the rules name are dealt', () => {
  const packets: [number, number][] = [
    [3, 2],
    [2, 3],
  ]
  const legal = { ...none, actions: ['packets' as const], packets }
  assert.deepEqual(
    automaticAction(legal, () => 0),
    { do: 'packets', packets: [3, 2] },
  )
})

test('cards and calls are never chosen', () => {
  for (const actions of [['play' as const], ['pass' as const, 'take' as const]])
    assert.equal(
      automaticAction({ ...none, actions, cards: ['AS'] }, () => 0),
      null,
    )
})

test('who has no other call passes', () => {
  assert.deepEqual(automaticCall({ ...none, calls: [{ do: 'pass' }] }), { do: 'pass' })
  assert.equal(automaticCall({ ...none, calls: [{ do: 'pass' }, { do: 'redouble' }] }), null)
  assert.equal(automaticCall({ ...none, cards: ['AS'] }), null)
})
