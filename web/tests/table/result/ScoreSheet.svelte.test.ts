// The score sheet: every deal with its contract and what became of it, and what each side has.
import assert from 'node:assert/strict'
import { render, screen, within } from '@testing-library/svelte'
import { beforeEach, test } from 'vitest'
import type { View } from '../../../src/net/messages'
import ScoreSheet from '../../../src/table/result/ScoreSheet.svelte'
import { viewOf } from '../../support/positions'
import { listener, speak } from '../../support/table'

beforeEach(() => speak())

const show = (view: View) => render(ScoreSheet, { view, at: listener(view) })
const texts = (elements: HTMLElement[]) =>
  elements.map((one) => one.textContent.replace(/\s+/g, ' ').trim())
const heads = () => texts(screen.getAllByRole('columnheader'))
const row = (number: number) =>
  texts(within(screen.getByRole('row', { name: new RegExp(`^${number} `) })).getAllByRole('cell'))
const target = () => document.querySelector('.target')!.textContent.replace(/\s+/g, ' ')

test('before the first deal it says what is played for', () => {
  show(viewOf('turned'))
  assert.equal(target(), 'Match to 1000 points')
  assert.ok(screen.getByText('No deal played yet'))
  assert.equal(screen.queryByRole('table'), null)
})

test('each deal is a row: totals, and beside them what was scored', () => {
  const view = viewOf('sheet')
  show(view)
  assert.deepEqual(heads(), ['Deal', 'Contract', 'We', 'They'])
  assert.equal(screen.getAllByRole('rowheader').length, view.sheet.length)
  for (const { number, outcome, totals, marks } of view.sheet) {
    const signed = marks.map((mark) => (outcome ? `${mark < 0 ? '' : '+'}${mark}` : ''))
    const [, ...sides] = row(number)
    assert.deepEqual(
      sides,
      totals.map((total, side) => `${total}${signed[side]}`),
    )
  }
})

test('it is seen from the other side', () => {
  const view = { ...viewOf('sheet'), seat: 1 }
  show(view)
  const last = view.sheet.at(-1)!
  const [, us, them] = row(last.number)
  assert.ok(us!.startsWith(String(last.totals[1])) && them!.startsWith(String(last.totals[0])))
})

test.each(['made', 'failed'] as const)(
  'a contract that is %s is told with its taker',
  (outcome) => {
    const view = viewOf(outcome)
    show(view)
    assert.equal(screen.getByTestId('sheet-1').textContent, `You: ${outcome}`)
    assert.match(row(1)[0]!, /^(spades|hearts|diamonds|clubs) You: /)
  },
)

test('a deal in which nobody took is dead, and scores nothing', () => {
  show(viewOf('dead'))
  assert.deepEqual(row(1), ['thrown in', '0', '0'])
})

test('points that hang are told above it', () => {
  const view = viewOf('hangs')
  show(view)
  assert.ok(view.held > 0)
  assert.equal(target(), `Match to 151 points · Held points: ${view.held}`)
  assert.match(row(1)[0]!, /^all trumps/)
})

test('a contract that was doubled says so', () => {
  show(viewOf('doubled-failed'))
  assert.match(row(1)[0]!, /100 spades, doubled Bea: failed$/)
})

test('an accusation tells to whom all points went', () => {
  show(viewOf('accused'))
  assert.equal(screen.getByTestId('sheet-1').textContent, 'You – accusation: all to them')
})

test('where the number of deals is fixed, it says which one is played', () => {
  show(viewOf('won'))
  assert.equal(target(), 'Match of one deal · Deal 1 of 1')
})

test('three have a column each', () => {
  const view = viewOf('three')
  show(view)
  assert.deepEqual(heads(), ['Deal', 'Contract', 'You', 'Bea', 'Cas'])
  assert.equal(row(1).length, 4)
})

test('who looks on is told the names of both pairs', () => {
  show(viewOf('watched'))
  assert.deepEqual(heads().slice(2), ['Ann + Cas', 'Bea + Dov'])
})

test('marks that are taken off have their own sign', () => {
  const view = viewOf('failed')
  const [deal] = view.sheet
  show({ ...view, sheet: [{ ...deal!, marks: [-20, 182], totals: [-20, 182] }] })
  assert.deepEqual(row(1).slice(1), ['-20-20', '182+182'])
})

test('it can be scrolled by keys', () => {
  show(viewOf('sheet'))
  assert.equal(screen.getByRole('region', { name: 'Score sheet' }).tabIndex, 0)
})

test('games to the target are counted, with what lies above it', () => {
  const view = viewOf('sheet')
  show({ ...view, rules: { ...view.rules, booms: 3 }, boom: 2, excess: [12, 0] })
  assert.ok(screen.getByText(/Game 2 of 3\s+· Above the target: We 12, They 0/))
})

test.each([
  ['fr', 'Nous', 'Vous\u00a0: réussi'],
  ['nl', 'Wij', 'Jij: gemaakt'],
  ['bg', 'Ние', 'Ти: изкарана'],
] as const)('it is written in %s', async (language, us, result) => {
  await speak(language)
  show(viewOf('made'))
  assert.equal(heads()[2], us)
  assert.equal(screen.getByTestId('sheet-1').textContent, result)
})
