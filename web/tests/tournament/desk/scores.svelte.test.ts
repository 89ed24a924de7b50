// Scores typed from papers: in any order on one line, and at two desks at once.
import assert from 'node:assert/strict'
import { render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { beforeEach, test } from 'vitest'
import type { TableGame } from '../../../src/net/messages'
import GameRow from '../../../src/tournament/desk/GameRow.svelte'
import ScoreLine from '../../../src/tournament/desk/scores/ScoreLine.svelte'
import { newUser, speak } from '../../support/table'

const user = newUser()
const totals = { deals: 1944, possible: [1944, 1964, 1984] }
const NAMES = [
  ['Ann', 'Bo'],
  ['Cé', 'Dré'],
  ['Eva', 'Filip'],
] as const

const gameAt = (at: number, changes: Partial<TableGame> = {}): TableGame => ({
  sides: [[2 * at + 1], [2 * at + 2]],
  points: null,
  forfeit: null,
  reports: [null, null],
  state: 'open',
  table: at + 1,
  deal: 0,
  values: null,
  starts: [0, 0],
  by_hand: '',
  counts: null,
  report_counts: [null, null],
  ...changes,
})

beforeEach(async () => {
  await speak()
})

function line(changes: { helps?: boolean; games?: TableGame[] } = {}) {
  const entered: [number, [number, number]][] = []
  const games = changes.games ?? [0, 1, 2].map((at) => gameAt(at))
  const { container } = render(ScoreLine, {
    games,
    namesOf: (game: TableGame) => NAMES[games.indexOf(game) % 3] ?? ['', ''],
    totals,
    onscore: (at: number, points: [number, number]) => Promise.resolve(entered.push([at, points])),
    ...changes,
  })
  const values = () => [...container.querySelectorAll('input')].map((one) => one.value)
  return { entered, container, values }
}

test('a paper is typed from anywhere, and the line is ready for the next', async () => {
  const { entered, container, values } = line()
  await user.keyboard('3{Enter}1050{Enter}')
  assert.match(container.textContent, /Eva\s+Filip/, 'named before anything is saved')
  assert.deepEqual(entered, [])
  await user.keyboard('894{Enter}')
  assert.deepEqual(entered, [[2, [1050, 894]]])
  assert.match(screen.getByTestId('line-saved').textContent, /table 3: Eva 1050 – 894 Filip/)
  assert.deepEqual(values(), [''])
  assert.equal(document.activeElement, screen.getByTestId('line-table'))
  await user.keyboard('1 1000 964{Enter}')
  await user.keyboard('2{Tab}900{Tab}1044{Enter}')
  assert.deepEqual(entered.slice(1), [
    [0, [1000, 964]],
    [1, [900, 1044]],
  ])
})

test('a table that is not there, and a score that stands, are named before anything is saved', async () => {
  const { entered, container } = line({
    games: [gameAt(0), gameAt(1, { points: [1000, 944], state: 'over' })],
  })
  await user.keyboard('7{Enter}')
  assert.match(screen.getByRole('status').textContent, /no table 7 /)
  await user.keyboard('2{Enter}')
  assert.match(container.textContent, /1000 – 944 is entered here already/)
  await user.keyboard('1010{Enter}934{Enter}')
  assert.deepEqual(entered, [[1, [1010, 934]]])
})

test('what is counted beside the totals is typed after them, or left out', async () => {
  const entered: unknown[] = []
  render(ScoreLine, {
    ...{ games: [gameAt(0)], namesOf: () => NAMES[0], totals, kinds: ['roem', 'nat'] as const },
    onscore: (...score: unknown[]) => Promise.resolve(entered.push(score)),
  })
  await user.keyboard('1{Enter}1000{Enter}944 40 20 0 1{Enter}')
  await user.keyboard('1{Enter}1000{Enter}944{Enter}')
  assert.deepEqual(entered, [
    [0, [1000, 944], { roem: [40, 20], nat: [0, 1], pit: [0, 0] }],
    [0, [1000, 944], null],
  ])
})

test('a line has fields for what is counted, with what was saved', async () => {
  const counts = { roem: [40, 20], nat: [0, 1], pit: [0, 0] } as TableGame['counts']
  const saved: unknown[] = []
  render(GameRow, {
    ...{ game: gameAt(0, { points: [1000, 944], state: 'over', counts }), number: 1 },
    ...{ names: NAMES[0], totals, may: true, status: '', kinds: ['roem', 'nat'] as const },
    onscore: (...score: unknown[]) => Promise.resolve(saved.push(score)),
    ...{ onforfeit: async () => {}, onclear: async () => {}, onnext: () => {} },
  })
  assert.equal(screen.queryByTestId('club-save'), null, 'nothing is typed yet')
  const roem = screen.getByTestId<HTMLInputElement>('count-roem-1')
  assert.equal(roem.getAttribute('aria-label'), 'Roem: Ann')
  assert.equal(roem.value, '40')
  await user.clear(roem)
  await user.type(roem, '60{Enter}')
  assert.deepEqual(saved, [[[1000, 944], { ...counts, roem: [60, 20] }]])
})

test('a dispute about what was counted names it', () => {
  const disputed = gameAt(0, {
    ...{ state: 'disputed', reports: [[1000, 944] as [number, number], [1000, 944]] },
    report_counts: [{ roem: [40, 0] }, { roem: [20, 0] }],
  })
  const { container } = render(GameRow, {
    ...{ game: disputed, number: 1, names: NAMES[0], totals, may: true, status: '' },
    ...{ kinds: ['roem'] as const, onscore: async () => {}, onforfeit: async () => {} },
    ...{ onclear: async () => {}, onnext: () => {} },
  })
  assert.match(container.textContent, /1000 – 944 \(Roem: 40 – 0\).*1000 – 944 \(Roem: 20 – 0\)/s)
})

test('a helper does not replace a score by the line', async () => {
  const { entered } = line({
    helps: true,
    games: [gameAt(0, { points: [1000, 944], state: 'over' })],
  })
  await user.keyboard('1{Enter}')
  assert.match(screen.getByRole('status').textContent, /Only a secretary/)
  assert.deepEqual(entered, [])
})

test('a game of a duplicate is typed as table, deal, total, total', async () => {
  const games = [gameAt(0, { deal: 5 }), gameAt(0, { deal: 6 }), gameAt(1, { deal: 5 })]
  const { entered } = line({ games })
  await user.keyboard('1 6 100{Enter}62{Enter}')
  assert.deepEqual(entered, [[1, [100, 62]]])
})

test('a digit that a field or a dialog takes begins no line', async () => {
  const { container, values } = line()
  const elsewhere = container.appendChild(document.createElement('input'))
  elsewhere.focus()
  await user.keyboard('12')
  assert.deepEqual(values(), ['', '12'])
})

test('a second desk keeps what was typed and shows whose score was saved', async () => {
  const entered: [number, number][] = []
  const props = $state({
    game: gameAt(0),
    number: 1,
    names: ['Ann', 'Bo'] as const,
    totals,
    may: true,
    status: '',
    onscore: (points: [number, number]) => Promise.resolve(entered.push(points)),
    onforfeit: () => Promise.resolve(),
    onclear: () => Promise.resolve(),
    onauthor: () => Promise.resolve('Marie'),
    onnext: () => null,
  })
  render(GameRow, props)
  const [first, second] = ['club-first', 'club-second'].map((id) =>
    screen.getByTestId<HTMLInputElement>(id),
  )
  await user.type(first!, '1010{Enter}')
  await user.keyboard('934')
  props.game = gameAt(0, { points: [1000, 944], state: 'over' })
  await screen.findByText(/Marie has entered 1000 – 944/)
  assert.deepEqual([first?.value, second?.value], ['1010', '934'])
  await user.type(second!, '{Enter}')
  assert.deepEqual(entered, [], 'a habit replaces nothing')
  await user.click(screen.getByText('Replace it by 1010 – 934'))
  assert.deepEqual(entered, [[1010, 934]])
  props.game = gameAt(0, { points: [1010, 934], state: 'over' })
  await tick()
  assert.equal(screen.queryByTestId('club-meanwhile'), null)
  await user.clear(first!)
  await user.type(first!, '1020')
  props.game = gameAt(0, { points: [1000, 944], state: 'over' })
  await user.click(await screen.findByTestId('meanwhile-keep'))
  assert.deepEqual([first?.value, second?.value], ['1000', '944'])
})
