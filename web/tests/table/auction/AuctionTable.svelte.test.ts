// The calls of an auction: a column for each player, a row for each round.
import assert from 'node:assert/strict'
import { render, screen } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { beforeEach, onTestFinished, test, vi } from 'vitest'
import type { Called, View } from '../../../src/net/messages'
import { speakAt } from '../../../src/i18n/language.svelte'
import { overruledBy } from '../../../src/net/overruled'
import AuctionTable from '../../../src/table/auction/AuctionTable.svelte'
import { viewOf } from '../../support/positions'
import { listener, speak } from '../../support/table'

beforeEach(() => speak())

const show = (view: View) => render(AuctionTable, { view, at: listener(view) })
const heads = () => screen.getAllByRole('columnheader').map((one) => one.textContent)
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.querySelector('.sr')?.textContent ?? ''),
    )

test('each player has a column, from who speaks first', () => {
  show(viewOf('coinche-doubled'))
  assert.deepEqual(heads(), ['You', 'Bea', 'Cas', 'Dov'])
  assert.deepEqual(rows(), [['90 hearts', 'Double', 'Pass', '']])
})

test('a new round is a new row', () => {
  const view = viewOf('second-round')
  view.calls.push({ ...view.calls[0]!, round: 2 })
  show(view)
  assert.deepEqual(rows(), [
    ['Pass', 'Pass', 'Pass', 'Pass'],
    ['Pass', '', '', ''],
  ])
})

test('three players have three columns', () => {
  const view = { ...viewOf('three'), dealer: 0 }
  const call = (seat: number): Called => ({ seat, round: 1, trump: null, value: null, said: '' })
  view.calls = [call(1), call(2), call(0), call(1)]
  show(view)
  assert.deepEqual(heads(), ['Bea', 'Cas', 'You'])
  assert.equal(rows().length, 2)
})

test('one who doubles out of turn does so in the same row', () => {
  const view = viewOf('early-answer')
  show(view)
  assert.deepEqual(rows(), [['80 spades', '', '', 'Double']])
})

test.for([
  [3, '×3'],
  [4, '×4'],
] as const)('a redouble that counts %s times is written %s', ([stake, sign]) => {
  const view = viewOf('coinche-doubled')
  view.calls.push({ seat: 0, round: 1, trump: null, value: null, said: 'redouble' })
  view.contract = { attacker: 0, trump: 'H', value: 90, stake }
  const { container } = show(view)
  const cells = [...container.querySelectorAll('td b')].map((one) => one.textContent)
  assert.ok(cells.includes(sign), cells.join(' '))
})

test('a hokum that its buyer keeps is no dash', () => {
  speakAt((language) => overruledBy('baloot', language))
  onTestFinished(() => speakAt())
  const view = viewOf('hokum-kept')
  view.calls.push({ seat: 0, round: 2, trump: null, value: null, said: '', form: 'keep' })
  show(view)
  const cell = document.querySelector('.newest')!
  assert.equal(cell.querySelector('.sr')!.textContent, 'Hokum stays')
  assert.ok(!cell.classList.contains('passed') && !cell.textContent.includes('–'))
})

test('a tapped call says what it shows, from the calls up to it and no hand', async () => {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    asked.push(JSON.parse(body))
    const values = { trump: 'H', least: 2, usual: 3, honours: 'either' }
    return Promise.resolve(Response.json({ code: 'suit', values }))
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  // What jsdom lacks.
  HTMLElement.prototype.showPopover = () => undefined
  const view = viewOf('coinche-doubled')
  show(view)
  await userEvent.setup().click(screen.getByRole('button', { name: /^90 hearts/ }))
  const said = 'Shows at least 2 cards of hearts, with jack or nine. Usually 3 or more.'
  await screen.findByText(said)
  const { preset } = view.rules
  assert.deepEqual(asked, [
    {
      preset,
      differs: view.rules.differs ?? {},
      dealer: view.dealer,
      turned: '',
      calls: [view.calls[0]],
      scores: view.scores,
    },
  ])
})

test('at a table as in real life no call explains itself', () => {
  const view = viewOf('coinche-doubled')
  show({ ...view, rules: { ...view.rules, assisted: false } })
  assert.equal(screen.queryByRole('button'), null)
})
