// The highlights of a match, read off its score sheet.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Contract, SheetRow } from '../../../src/net/messages'
import { curves, decidingDeal, matchHighlights } from '../../../src/table/result/matchHighlights'

const by = (attacker: number, stake = 1): Contract => ({
  attacker,
  trump: 'H',
  value: 90,
  stake,
})

/** Build a sheet of deals, each with what the sides wrote; dead without a contract. */
function sheetOf(...deals: (Partial<SheetRow> & { marks: number[] })[]): SheetRow[] {
  const totals = deals[0]!.marks.map(() => 0)
  return deals.map((deal, i) => {
    deal.marks.forEach((marks, side) => (totals[side]! += marks))
    return {
      number: i + 1,
      dealer: 0,
      contract: null,
      outcome: deal.contract ? 'made' : null,
      sweep: false,
      held: 0,
      totals: [...totals],
      boom: 1,
      boom_winner: null,
      swept_by: null,
      ...deal,
    }
  })
}

const MATCH = sheetOf(
  { marks: [0, 300], contract: by(1) },
  { marks: [0, 0] },
  { marks: [120, 40], contract: by(0) },
  { marks: [500, 0], contract: by(2), swept_by: 0 },
  { marks: [0, 250], contract: by(0), outcome: 'failed' },
  { marks: [410, 0], contract: by(3, 2), outcome: 'failed' },
)

test('the curve of each side begins at nothing, and omits dead deals', () => {
  assert.deepEqual(curves(MATCH, [1, 0]), [
    [0, 300, 340, 340, 590, 590],
    [0, 0, 120, 620, 620, 1030],
  ])
})

test('the deal that decided brought most of those since the winner leads for good', () => {
  assert.equal(decidingDeal(MATCH, 0)?.number, 4)
  const late = sheetOf(
    { marks: [900, 0], contract: by(0) },
    { marks: [0, 1000], contract: by(1) },
    { marks: [160, 0], contract: by(0) },
  )
  assert.equal(decidingDeal(late, 0)?.number, 3)
})

test('a single deal decides nothing', () => {
  assert.equal(decidingDeal(MATCH.slice(0, 1), 1), null)
})

test('of three sides the winner is ahead of the better of the others', () => {
  const three = sheetOf(
    { marks: [10, 0, 8], contract: by(0) },
    { marks: [9, 0, 9], contract: by(0) },
    { marks: [14, 4, 0], contract: by(0) },
  )
  assert.equal(decidingDeal(three, 0)?.number, 3)
})

test('three things are told: contracts, what is rare, and the best deal', () => {
  assert.deepEqual(matchHighlights(MATCH, 0, 4), [
    { code: 'made', figure: '2/3', count: 3 },
    { code: 'sweeps', figure: '1', count: 1 },
    { code: 'best', figure: '+500', count: 500 },
  ])
  assert.deepEqual(matchHighlights(MATCH, 1, 4), [
    { code: 'made', figure: '1/2', count: 2 },
    { code: 'felled', figure: '1', count: 1 },
    { code: 'best', figure: '+300', count: 300 },
  ])
})

test('so is from how far behind a side came, and what it won doubled', () => {
  const back = sheetOf(
    { marks: [0, 500], contract: by(1) },
    { marks: [600, 0], contract: by(0, 2) },
  )
  assert.deepEqual(
    matchHighlights(back, 0, 4).map(({ code, figure }) => [code, figure]),
    [
      ['made', '1/1'],
      ['back', '500'],
      ['best', '+600'],
    ],
  )
  const ahead = sheetOf(
    { marks: [600, 0], contract: by(0, 2) },
    { marks: [0, 90], contract: by(1) },
  )
  assert.deepEqual(
    matchHighlights(ahead, 0, 4).map(({ code }) => code),
    ['made', 'doubled', 'best'],
  )
})

test('of a match of parts the last is told in the curve', () => {
  const sheet = sheetOf({ marks: [0, 90], contract: by(1) }, { marks: [80, 0], contract: by(0) })
  sheet[1] = { ...sheet[1]!, boom: 2, totals: [80, 0] }
  assert.deepEqual(curves(sheet, [0, 1]), [
    [0, 80],
    [0, 0],
  ])
})
