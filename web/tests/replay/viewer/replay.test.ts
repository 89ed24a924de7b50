// A match that the server tells step by step, made whole.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { ReplayDeal, ReplayStep, SheetRow } from '../../../src/net/messages'
import { framesOf, framesOfAll } from '../../../src/replay/viewer/replay'

const row = (number: number) => ({ number }) as SheetRow
const step = (view: object): ReplayStep => ({ events: [], hands: null, view }) as ReplayStep
const deal = (number: number): ReplayDeal => ({
  number,
  steps: [step({ deal_number: number, sheet: [] }), step({}), step({ sheet: [row(number)] })],
  sealed: null,
  secret: '',
  nonces: [],
  remarks: [],
  law: null,
})

test('a deal is told its own row of the sheet, and shows those before it too', () => {
  const frames = framesOfAll([deal(1), deal(2), deal(3)])
  const shown = frames.map((steps) => steps.map(({ view }) => view.sheet.map((one) => one.number)))
  assert.deepEqual(shown, [
    [[], [], [1]],
    [[1], [1], [1, 2]],
    [
      [1, 2],
      [1, 2],
      [1, 2, 3],
    ],
  ])
  assert.deepEqual(framesOf(deal(2)).at(-1)!.view.sheet, [row(2)])
})
