// The end of a deal: what became of it, line by line, what follows, and what can be asked about it.
import assert from 'node:assert/strict'
import { render, screen, waitFor, within } from '@testing-library/svelte'
import { beforeEach, test, vi } from 'vitest'
import type { Player, Reason, Update, View } from '../../../src/net/messages'
import { settings } from '../../../src/settings/settings.svelte'
import Settlement from '../../../src/table/settlement/Settlement.svelte'
import { viewOf } from '../../support/positions'
import {
  asked,
  like,
  listener,
  playersAt,
  sitDown,
  newUser,
  speak,
  VERSION,
} from '../../support/table'

const user = newUser()

beforeEach(async () => {
  await speak()
  like({ count: true })
})

async function settle(view: View, more: Partial<Update> = {}) {
  const table = await sitDown(view, more)
  const at = listener(view, more.players ?? playersAt(view))
  const calls = { onleave: vi.fn(), onsheet: vi.fn(), onchat: vi.fn(), onseats: vi.fn() }
  const shown = render(Settlement, { game: table.game, view, at, ...calls })
  return { ...table, ...calls, table, rerender: shown.rerender }
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const title = () => screen.getByRole('heading', { level: 2 }).textContent
const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()
const result = () =>
  [...document.querySelectorAll('.result > div')].map((side) => plain(side.textContent))

/** Return the written points of each side, by row. */
function rows(): Record<string, string[]> {
  const table = screen.getByTestId('derivation')
  return Object.fromEntries(
    [...table.querySelectorAll('tbody tr')].map((row) => [
      row.classList[0],
      [...row.querySelectorAll('td')].map((cell) => cell.textContent),
    ]),
  )
}

/** The same by the server's lines; `sides`: in the order of their columns. */
function lines({ settlement }: View, sides: number[]): Record<string, string[]> {
  const outcome: Record<string, string[]> = {}
  for (const { code } of settlement!.lines)
    outcome[code] = sides.map((side) => {
      const ours = (of: number | null) => of === side || of === null
      const line = settlement!.lines.find((one) => one.code === code && ours(one.side))
      return String(line?.points ?? '')
    })
  return outcome
}

test.each([
  ['made', 'Made', 'You took hearts and made 129, rounded to 130'],
  ['failed', 'Failed', 'You took spades and made 51'],
  ['tie', 'Tie', 'You took hearts and made 91'],
] as const)('a deal that is %s is told in a line and line by line', async (name, stamp, said) => {
  const view = viewOf(name)
  await settle(view)
  assert.equal(title(), said)
  assert.equal(screen.getByTestId(`stamp-${name}`).textContent, stamp)
  assert.ok(screen.getByRole('region', { name: said }))
  assert.deepEqual(rows(), lines(view, [0, 1]))
  const [us, them] = view.settlement!.marks
  assert.deepEqual(rows().marks, [String(us), String(them)])
  assert.deepEqual(result(), [`We ${view.scores[0]} +${us}`, `They ${view.scores[1]} +${them}`])
})

test.for([
  [{}, true],
  [{ seat: -1 }, false],
] as const)('the speed is asked of players alone: %o', async ([seen, asks]) => {
  like({ count: true, speed: 'normal', speedAsked: false })
  await settle({ ...viewOf('made'), ...seen }, 'seat' in seen ? { you: null } : {})
  assert.equal(screen.queryByTestId('speed-asked') !== null, asks)
})

test('they see it from their side', async () => {
  const view = { ...viewOf('made'), seat: 1 }
  await settle(view, { you: 1 })
  assert.deepEqual(rows(), lines(view, [1, 0]))
})

test('colours say whose it is, and nothing else', async () => {
  const view = { ...viewOf('made'), seat: 1 }
  await settle(view, { you: 1 })
  assert.equal(title(), 'Ann took hearts and made 129, rounded to 130')
  assert.equal(screen.getByTestId('stamp-made').className.split(' ')[1], 'them')
  const marks = [...document.querySelectorAll('.result small')].map((one) => [
    one.textContent,
    one.classList[1],
  ])
  assert.deepEqual(marks, [
    ['+30', 'us'],
    ['+130', 'them'],
  ])
})

test('points that are written in tens are not called rounded', async () => {
  await settle(viewOf('three'))
  assert.doesNotMatch(title(), /rounded/)
})

test('the row of the result stands out, and the columns are named', async () => {
  await settle(viewOf('made'))
  assert.ok(document.querySelector('tr.made.verdict'))
  const heads = screen.getAllByRole('columnheader').map((one) => one.textContent)
  assert.deepEqual(heads, ['We', 'They'])
})

test('the count is a tap away, and stays open for who opened it', async () => {
  like({ count: false })
  await settle(viewOf('made'))
  assert.equal(screen.queryByTestId('derivation'), null)
  const count = button('How it was scored')
  assert.equal(count.getAttribute('aria-expanded'), 'false')
  await user.click(count)
  assert.ok(screen.getByTestId('derivation'))
  assert.equal(settings.count, true)
})

test('sources and seal are behind a shield', async () => {
  await settle(viewOf('made'))
  assert.equal(screen.queryByTestId('sources'), null)
  await user.click(button('Seal and sources'))
  const sources = within(screen.getByRole('dialog', { name: 'Seal and sources' }))
  const link = sources.getAllByTestId('rule-source')[0]!
  assert.match(link.getAttribute('href')!, /^\/sources#\w+/)
  assert.match(link.textContent, /, lines? \d|^FFB/)
})

test('each of three has a column', async () => {
  const view = viewOf('three')
  await settle(view)
  assert.deepEqual(rows(), lines(view, [0, 1, 2]))
  assert.equal(result().length, 3)
  assert.ok(result()[1]!.startsWith('Bea '))
})

test('a dead deal has nothing to be told', async () => {
  await settle(viewOf('dead'))
  assert.equal(title(), 'Deal thrown in')
  assert.equal(screen.queryByTestId('derivation'), null)
  assert.equal(screen.queryByTestId('review-deal'), null)
  assert.equal(screen.queryByTestId('why'), null)
})

test('what was bid and doubled is told', async () => {
  await settle(viewOf('doubled-failed'))
  assert.equal(plain(screen.getByTestId('settled-bid').textContent), 'Bea: 100 spades, doubled')
  assert.deepEqual(rows().stake?.filter(Boolean), ['2'])
})

test('what holds for both sides stands in both columns', async () => {
  const view = viewOf('doubled-failed')
  const [line] = view.settlement!.lines
  view.settlement!.lines.push({ ...line!, code: 'everything', side: null, points: 160 })
  await settle(view)
  assert.deepEqual(rows().everything, ['160', '160'])
})

test('so is who bid every trick', async () => {
  await settle(viewOf('capot-failed'))
  assert.equal(plain(screen.getByTestId('settled-bid').textContent), 'You: capot spades')
})

test('a suit that was taken is not called a bid', async () => {
  await settle(viewOf('made'))
  assert.equal(screen.queryByTestId('settled-bid'), null)
})

test('points that hang are told', async () => {
  const view = viewOf('hangs')
  await settle(view)
  assert.ok(screen.getByText(`Held points: ${view.held}`))
  assert.ok('held-now' in rows())
})

test('after an accusation it is told who was right', async () => {
  await settle(viewOf('accused'))
  assert.equal(title(), 'All points to one side')
  assert.equal(
    screen.getByTestId('verdict').textContent,
    'Bea played by the rules: the accusation was false.',
  )
  assert.equal(screen.queryByTestId('review-deal'), null)
})

// --- what follows --------------------------------------------------------------------------------

test('the focus is on the next deal, and Enter goes on', async () => {
  const { line } = await settle(viewOf('made'))
  assert.equal(document.activeElement, button('Next deal'))
  await user.keyboard('{Enter}')
  assert.equal((await line.next('ready')).expect, VERSION)
  await waitFor(() => assert.ok(button('Next deal').hasAttribute('disabled')))
})

test('who goes on waits for the other people, not for bots nor for who is ready', async () => {
  const person = (name: string): Partial<Player> => ({ bot: false, person: name })
  const view = viewOf('made')
  const ready = { ...person('d'), ready: true }
  const special = { 0: { ready: true }, 1: person('b'), 2: person('c'), 3: ready }
  const players = playersAt(view, special)
  await settle(view, { players })
  assert.equal(screen.getByTestId('awaited').textContent.trim(), 'Waiting for Bea, Cas')
  assert.ok(button('Next deal').hasAttribute('disabled'))
})

test('the sheet and the chat are a button away', async () => {
  const { onsheet, onchat, table } = await settle(viewOf('made'))
  await user.click(button('Score sheet'))
  await user.click(button('Chat'))
  assert.deepEqual([onsheet.mock.calls.length, onchat.mock.calls.length], [1, 1])
  assert.deepEqual(asked(table), [])
})

test('in mid match nobody leaves by mistake', async () => {
  await settle(viewOf('made'))
  for (const name of ['leave-over', 'rematch', 'seats', 'look-again', 'practise'])
    assert.equal(screen.queryByTestId(name), null)
})

test('the match is won: another, other seats, the match again, or away', async () => {
  const { line, onseats, onleave } = await settle(viewOf('won'))
  assert.equal(title(), 'Match won')
  assert.equal(screen.getByTestId('look-again').getAttribute('href'), '#/match/T1')
  assert.equal(screen.getByRole('link', { name: 'Practise' }).getAttribute('href'), '#/practice/T1')
  await user.click(button('Seats'))
  await user.click(button('Leave'))
  assert.deepEqual([onseats.mock.calls.length, onleave.mock.calls.length], [1, 1])
  await user.click(button('Rematch'))
  await line.next('rematch')
})

test('for the others it is lost', async () => {
  await settle(viewOf('lost'), { you: 1 })
  assert.equal(title(), 'Match lost')
})

test('a match can end without a winner', async () => {
  await settle({ ...viewOf('won'), winner: null })
  assert.equal(title(), 'Match called off')
})

test('who looks on is told who has won, and decides nothing', async () => {
  const view = { ...viewOf('watched'), phase: 'match_over' as const, winner: 1 }
  await settle(view)
  assert.equal(title(), 'Bea + Dov wins the match')
  assert.ok(screen.getByText('You are watching. Tap a bot to take its seat.'))
  assert.equal(screen.queryByRole('button', { name: /Next deal|Rematch/ }), null)
  assert.ok(button('Leave'))
})

// --- what can be asked ---------------------------------------------------------------------------

const REASONS: Reason[] = [
  {
    seat: 1,
    trick: 0,
    thought: { action: { do: 'pass' }, code: 'pass', values: {}, worth: {}, intervals: {} },
  },
  {
    seat: 2,
    trick: 1,
    thought: {
      action: { do: 'play', card: 'JH', announce: [], belote: false },
      code: 'only',
      values: {},
      worth: {},
      intervals: {},
    },
  },
]

test('the bots say why they played as they did', async () => {
  const view = viewOf('made')
  const { line } = await settle(view)
  await user.click(button('Why?'))
  const dialog = within(screen.getByRole('dialog', { name: 'Why did the bots play that way?' }))
  const { id } = await line.next('why')
  line.send({ type: 'reasons', id, deal: view.deal_number, reasons: REASONS })
  await user.click(await dialog.findByRole('button', { name: 'Cas: jack of hearts' }))
  assert.equal(
    plain(screen.getByTestId('reason').textContent),
    'Cas, jack of hearts: Nothing else may be played.',
  )
  await user.click(dialog.getByRole('button', { name: 'Bea: Pass' }))
  assert.match(plain(screen.getByTestId('reason').textContent), /^Bea, Pass: Passing costs less/)
  await user.keyboard('{Escape}')
  assert.equal(screen.queryByRole('dialog'), null)
})

test('people need not say why', async () => {
  const view = viewOf('made')
  const people = [1, 2, 3].map((seat) => [seat, { bot: false, person: `p${seat}` }] as const)
  await settle(view, { players: playersAt(view, Object.fromEntries(people)) })
  assert.equal(screen.queryByTestId('why'), null)
  assert.ok(button('Review'))
})

test('words between deals are shown where they cover nothing', async () => {
  const { line, table } = await settle(viewOf('made'))
  const said = {
    type: 'said',
    seat: 1,
    name: 'Bea',
    person: 'b',
    phrase: '',
    reaction: '',
  } as const
  line.send({ ...said, text: 'well done' })
  await waitFor(() =>
    assert.equal(plain(screen.getByTestId('said-between').textContent), 'Bea well done'),
  )
  assert.ok(button(/Chat/))
  assert.equal(table.game.unread, true)
})

test.each([
  ['fr', 'Vous avez pris à cœur et fait 129, arrondi à 130', 'Donne suivante'],
  ['nl', 'Je speelde harten en haalde 129, afgerond op 130', 'Volgende gift'],
  ['sv', 'Du tog hjärter och fick 129, avrundat till 130', 'Nästa giv'],
  ['bg', 'Ти обяви купа и направи 129, закръглено на 130', 'Следващо раздаване'],
] as const)('it is told in %s', async (language, made, next) => {
  await speak(language)
  await settle(viewOf('made'))
  assert.equal(title(), made)
  assert.ok(button(next))
})
