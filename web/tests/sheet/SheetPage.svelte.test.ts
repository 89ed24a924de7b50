// A match with real cards is begun, written and corrected; the law answers.
import assert from 'node:assert/strict'
import { render, screen } from '@testing-library/svelte'
import { beforeEach, test } from 'vitest'
import type { PaperSheet, ScoreSheet } from '../../src/net/messages'
import { keepSheet, keptSheets, MOST_SHEETS } from '../../src/sheet/keptSheets'
import SheetPage from '../../src/sheet/SheetPage.svelte'
import { answering, refusal } from '../support/answers'
import { until } from '../support/server'
import { newUser, speak } from '../support/table'

const user = newUser()

beforeEach(async () => {
  localStorage.clear()
  await speak()
})

/** Count a sheet on which each deal gives 90 and 70. */
function counted({ deals = [] }: ScoreSheet): PaperSheet {
  const rows = deals.map(({ attacker = 0, trump }, index) => ({
    row: {
      number: index + 1,
      dealer: index % 4,
      contract: { attacker: attacker ?? 0, trump: trump ?? 'S', value: null, stake: 1 },
      outcome: 'made' as const,
      sweep: false,
      marks: [90, 70],
      held: 0,
      totals: [90 * (index + 1), 70 * (index + 1)],
      boom: 1,
      boom_winner: null,
      swept_by: null,
    },
    points: [92, 70],
    lines: [],
  }))
  const scores = [90 * deals.length, 70 * deals.length]
  const over = deals.length > 2
  return {
    form: {
      players: 4,
      sides: [0, 1, 0, 1],
      trumps: ['S', 'H', 'D', 'C'],
      values: [],
      stakes: { S: [1] },
      totals: { S: 162, H: 162, D: 162, C: 162 },
      melds: true,
      belote: true,
      trick_melds: false,
    },
    rows,
    scores,
    held: 0,
    dealer: over ? null : deals.length % 4,
    winner: over ? 0 : null,
  }
}

type Kept = ReturnType<typeof keptSheets>[number]
const kept = (): Kept[] => JSON.parse(localStorage.getItem('rebelote.papers') ?? '[]')

const sentIn = (request: string) => JSON.parse(request.slice(request.indexOf('{'))) as ScoreSheet

function open(refused = false) {
  const requests = answering((asked) =>
    refused && sentIn(asked).deals?.length
      ? refusal('points-impossible', '')
      : counted(sentIn(asked)),
  )
  render(SheetPage)
  return () => requests.map(sentIn)
}

const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }))

async function begin() {
  await user.type(screen.getByRole('textbox', { name: 'Player 1' }), 'Ann')
  await press('Begin')
}

async function enter(points = '92') {
  await press(/Enter deal/)
  await user.click(screen.getByRole('radio', { name: 'Ann' }))
  await user.click(screen.getByRole('radio', { name: 'Hearts' }))
  await user.type(screen.getAllByRole('textbox', { name: 'Points in the tricks' })[0]!, points)
  await press('Enter it')
}

test('a deal is written with who took, trump and the points of one side', async () => {
  const sent = open()
  await begin()
  await enter()
  assert.ok(await screen.findByRole('button', { name: /Deal 1/ }))
  const { deals, preset, dealer } = sent().at(-1)!
  assert.deepEqual([preset, dealer], ['french', 0])
  assert.deepEqual([deals?.[0]?.attacker, deals?.[0]?.trump], [0, 'H'])
  assert.deepEqual(deals?.[0]?.points, [92, null])
  assert.ok(screen.getByText('Player 2 deals'))
})

test('a deal is corrected in its place, and deleted', async () => {
  const sent = open()
  await begin()
  await enter()
  await user.click(await screen.findByRole('button', { name: /Deal 1/ }))
  await user.click(screen.getByRole('radio', { name: 'Spades' }))
  await press('Enter it')
  assert.deepEqual(
    sent()
      .at(-1)!
      .deals?.map(({ trump }) => trump),
    ['S'],
  )
  await user.click(await screen.findByRole('button', { name: /Deal 1/ }))
  await press('Delete this deal')
  assert.deepEqual(sent().at(-1)!.deals, [])
})

test('all the points of the tricks are every trick, unless one says otherwise', async () => {
  const sent = open()
  await begin()
  await enter('162')
  const [swept] = sent().at(-1)!.deals!
  assert.deepEqual([swept?.points, swept?.trickless], [[162, 0], [1]])
  await user.click(await screen.findByRole('button', { name: /Deal 1/ }))
  await user.click(screen.getAllByRole('checkbox', { name: 'No trick' })[1]!)
  await press('Enter it')
  assert.deepEqual(sent().at(-1)!.deals?.[0]?.trickless, [])
})

test('what the law refuses is said in the form and not kept', async () => {
  open(true)
  await begin()
  await enter('1')
  assert.match(
    (await screen.findByTestId('wrong')).textContent,
    /No tricks add up to that many points/,
  )
  assert.ok(screen.getByRole('dialog'))
  assert.equal(kept()[0]?.deals.length, 0)
})

test('it is kept in the browser, counted again as the page opens, and ends with who has won', async () => {
  open()
  await begin()
  for (let i = 0; i < 3; i++) await enter()
  assert.ok(await screen.findByText('Won by Ann + Player 3!'))
  assert.equal(screen.queryByRole('button', { name: /Enter deal/ }), null)
  const [{ names, deals }] = kept() as [Kept]
  assert.deepEqual([names[0], deals.length], ['Ann', 3])
})

test('a new match keeps the sheet of the one before, which can be opened again', async () => {
  open()
  await begin()
  await enter()
  await press('New match')
  assert.ok(await screen.findByRole('button', { name: 'Begin' }))
  await user.type(screen.getByRole('textbox', { name: 'Player 1' }), 'Bea')
  await press('Begin')
  assert.ok(await screen.findByText('Bea + Player 3'))
  assert.deepEqual(
    kept().map(({ names }) => names[0]),
    ['Bea', 'Ann'],
  )
  await user.click(screen.getByTestId('paper-other'))
  assert.ok(await screen.findByRole('button', { name: /Deal 1/ }))
  assert.match(screen.getByTestId('paper-standing').textContent, /Ann \+ Player 3/)
})

test('a sheet is deleted only after a question', async () => {
  open()
  await begin()
  await press('Delete this sheet')
  const [, yes] = screen.getAllByRole('button', { name: 'Delete this sheet' })
  await user.click(yes!)
  assert.ok(await screen.findByRole('button', { name: 'Begin' }))
  assert.deepEqual(kept(), [])
})

test('the only sheet of an earlier version is kept', () => {
  const before = { preset: 'french', house: {}, names: ['Ann'], dealer: 0, deals: [] }
  localStorage.setItem('rebelote.paper', JSON.stringify(before))
  assert.deepEqual(
    keptSheets().map(({ names }) => names),
    [['Ann']],
  )
  keepSheet({ ...before, began: 1 })
  assert.deepEqual(
    keptSheets().map(({ began }) => began),
    [1, 0],
  )
})

test('sheets are bounded: the one opened longest ago goes', () => {
  const sheet = { preset: 'french', house: {}, names: ['Ann'], dealer: 0, deals: [] }
  for (let began = 1; began <= MOST_SHEETS + 1; began++) keepSheet({ ...sheet, began })
  assert.deepEqual([keptSheets().length, keptSheets().at(-1)?.began], [MOST_SHEETS, 2])
})

const evening = {
  ...{ tournament: 'abc', event: 'abc', name: 'Tuesday', version: 3, number: 1, team: 'Ann & Bo' },
  ...{ here: true, preset: 'coinche', house: { end_deals: 3 }, sheet: true, drawn: 2 },
  counted: ['roem'],
  games: [
    {
      ...{ round: 2, table: 5, deal: 0, key: '2.5.0.f', partner: '', opponents: [7] },
      ...{ other: ['Cé & Dré'], seats: ['Ann', 'Cé', 'Bo', 'Dré'], points: null, state: 'open' },
    },
  ],
}

test('a game of an evening has its format and players, and its total goes to the other side', async () => {
  const sent: string[] = []
  const sheets: ScoreSheet[] = []
  answering((asked) => {
    if (asked.startsWith('GET /api/tournaments/abc/team?key=1.a')) return evening
    if (asked.startsWith('POST /api/tournaments')) return void sent.push(asked)
    sheets.push(sentIn(asked))
    return counted(sentIn(asked))
  })
  render(SheetPage, { about: 'abc/1.a/2' })
  assert.ok(await screen.findByText('Ann + Bo'))
  assert.deepEqual([sheets[0]?.preset, sheets[0]?.house], ['coinche', { end_deals: 3 }])
  for (let i = 0; i < 3; i++) await enter()
  await user.click(await screen.findByTestId('paper-send'))
  await until(() => location.hash === '#/team/abc/1.a')
  assert.deepEqual(sentIn(sent[0]!), {
    ...{ key: '2.5.0.f', own: 270, other: 210 },
    counts: { roem: [0, 0], nat: [0, 0], pit: [0, 0] },
  })
  assert.equal(kept()[0]?.slip, '2.5.0.f')
})
