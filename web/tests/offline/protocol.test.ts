// The report to the page of a message that cannot be written down on this device.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { takenBack, type FromWorker } from '../../src/offline/protocol'

const frameOf = (reported: FromWorker | undefined): unknown =>
  reported?.reported === 'frame' ? JSON.parse(reported.frame) : null

test('what could not be written down is refused by its id, and the page joins again', () => {
  const reported = takenBack(JSON.stringify({ type: 'act', id: 'a1', expect: 7 }))
  assert.deepEqual(frameOf(reported[0]), {
    type: 'refused',
    id: 'a1',
    code: 'server-busy',
    message: '',
    rule: '',
    version: 0,
  })
  assert.deepEqual(reported.slice(1), [{ reported: 'ready' }])
})

test('a join that could not be written down is not repeated', () => {
  assert.equal(takenBack(JSON.stringify({ type: 'join', table: 'local-1' })).length, 1)
})
