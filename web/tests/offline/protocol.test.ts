// What the page is told where a message cannot be written down on this device.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { takenBack, type FromWorker } from '../../src/offline/protocol'

const frameOf = (told: FromWorker | undefined): unknown =>
  told?.told === 'frame' ? JSON.parse(told.frame) : null

test('what could not be written down is refused by its id, and the page joins again', () => {
  const told = takenBack(JSON.stringify({ type: 'act', id: 'a1', expect: 7 }))
  assert.deepEqual(frameOf(told[0]), {
    type: 'refused',
    id: 'a1',
    code: 'server-busy',
    message: '',
    rule: '',
    version: 0,
  })
  assert.deepEqual(told.slice(1), [{ told: 'ready' }])
})

test('a join that could not be written down is not repeated', () => {
  assert.equal(takenBack(JSON.stringify({ type: 'join', table: 'local-1' })).length, 1)
})
