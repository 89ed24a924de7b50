// The whole table by keys and taps: from what the server sends to what it is asked.
import assert from 'node:assert/strict'
import { render, screen, waitFor, within } from '@testing-library/svelte'
import { beforeEach, test, vi } from 'vitest'
import type { Update, View } from '../../src/net/messages'
import Table from '../../src/table/Table.svelte'
import { viewOf } from '../support/positions'
import { until } from '../support/server'
import {
  asked,
  asksNothing,
  bringing,
  like,
  playersAt,
  sitDown,
  newUser,
  speak,
  VERSION,
} from '../support/table'
import { played } from '../support/updates'

const user = newUser()

beforeEach(() => speak())

async function play(view: View, more: Partial<Update> = {}) {
  const table = await sitDown(view, more)
  const onleave = vi.fn()
  const onopen = vi.fn<(what: 'settings' | 'help') => void>()
  const { rerender } = render(Table, { game: table.game, onleave, onopen, blocked: false })
  const act = async () => (await table.line.next('act')).action
  return { ...table, table, onleave, onopen, rerender, act }
}

const hand = () => screen.getByTestId('hand')
const cards = () => [...hand().querySelectorAll<HTMLElement>('[data-card]')]
const legal = () => cards().filter((card) => card.dataset.legal === 'true')
const barred = () => cards().filter((card) => card.classList.contains('barred'))
const focused = () => (document.activeElement as HTMLElement).dataset.card
/** Something is shown once the page has drawn what it knows. */
const shows = (testid: string) => screen.findByTestId(testid)

// --- cards ---------------------------------------------------------------------------------------

test('a card is played by a tap, with all that can be announced', async () => {
  const view = viewOf('lead')
  const { act } = await play(view)
  const card = legal()[0]!
  await user.click(card)
  assert.deepEqual(await act(), {
    do: 'play',
    card: card.dataset.card,
    announce: view.legal!.announce.map((meld) => meld.kind),
    belote: false,
  })
})

test('what is kept to oneself is not announced', async () => {
  const view = viewOf('lead')
  const { act } = await play(view)
  for (const box of screen.getAllByRole('checkbox')) await user.click(box)
  await user.click(legal()[0]!)
  const action = await act()
  assert.deepEqual(action.do === 'play' && action.announce, [])
})

test('arrows come to the hand from anywhere, and Enter plays', async () => {
  const { act } = await play(viewOf('follow'))
  await user.keyboard('{ArrowRight}')
  const card = focused()
  assert.equal(card, legal()[0]!.dataset.card)
  await user.keyboard('{Enter}')
  const action = await act()
  assert.equal(action.do === 'play' && action.card, card)
})

test('Enter comes to the hand, too, where nothing is to go on', async () => {
  await play(viewOf('follow'))
  await user.keyboard('{Enter}')
  assert.equal(focused(), legal()[0]!.dataset.card)
})

test('the first stop of the tab key leads to the cards', async () => {
  await play(viewOf('follow'))
  await user.tab()
  assert.equal(document.activeElement?.textContent, 'Skip to my cards')
  await user.keyboard('{Enter}')
  assert.ok(focused())
})

test('a refused card stays in the hand, says why, and asks nothing of the server', async () => {
  const view = viewOf('follow')
  const { table } = await play(view)
  const [card] = barred()
  await user.click(card!)
  const { code } = view.legal!.refused.find((one) => one.card === card!.dataset.card)!
  const why = within(await screen.findByRole('alert')).getByRole('link', { name: 'Why?' })
  assert.match(why.getAttribute('href')!, /^\/rules\/french\?lang=en#/)
  assert.ok(screen.getByTestId('notice').textContent.length > code.length)
  assert.ok(card!.isConnected)
  assert.equal(await asksNothing(table), true)
})

test('a card that the server refuses is there again to be played', async () => {
  const { line, act, game } = await play(viewOf('follow'))
  const card = legal()[0]!
  await user.click(card)
  const { id } = await line.next('act')
  line.send({ type: 'refused', id, code: 'not-your-card', message: '', rule: '', version: VERSION })
  assert.match((await shows('notice')).textContent, /That card is not in your hand/)
  await until(() => game.free)
  await waitFor(() => assert.equal(card.dataset.legal, 'true'))
  await user.click(card)
  assert.equal((await act()).do, 'play')
})

test('where it takes two taps, the first asks for the second', async () => {
  like({ taps: 'two' })
  const { act, table } = await play(viewOf('follow'))
  const card = legal()[0]!
  await user.click(card)
  assert.equal(document.querySelector('.seen')!.textContent, 'Tap it again to play it')
  assert.equal(await asksNothing(table), true)
  await user.click(card)
  const action = await act()
  assert.equal(action.do === 'play' && action.card, card.dataset.card)
})

test('a card that was raised is put down where the turn is over', async () => {
  like({ taps: 'two' })
  const view = viewOf('follow')
  const { line, game } = await play(view)
  await user.click(legal()[0]!)
  assert.equal(document.querySelectorAll('.raised').length, 1)
  const step = { since: VERSION, version: VERSION + 1 }
  line.send({ ...bringing({ ...view, legal: null, to_act: 1 }), ...step })
  await until(() => game.state.version === VERSION + 1)
  await waitFor(() => assert.equal(document.querySelectorAll('.raised').length, 0))
})

test('as in real life any card may be played, with what I say', async () => {
  const { act, game, line } = await play(viewOf('real'))
  assert.equal(barred().length, 0)
  await user.click(screen.getByRole('button', { name: 'Announce' }))
  await user.click(screen.getByTestId('say-run3'))
  await user.click(screen.getByRole('button', { name: 'Say “belote”' }))
  await user.click(legal()[0]!)
  const action = await act()
  assert.ok(action.do === 'play' && action.belote && action.announce?.length === 1)
  const { id } = line.received.find((one) => one.type === 'act')!
  line.send({ type: 'refused', id, code: 'no-belote', message: '', rule: '', version: VERSION })
  await until(() => game.free)
  const belote = await screen.findByRole('button', { name: 'Say “belote”' })
  assert.equal(belote.getAttribute('aria-pressed'), 'false')
})

test('what happens is shown in the trick, and told', async () => {
  const view = viewOf('thinking')
  const { line } = await play(view)
  const laid = view.trick.cards.length
  assert.equal(screen.getByTestId('trick').children.length, laid)
  await waitFor(() => assert.match(screen.getByTestId('standing').textContent, /^Trumps: /))
  const events = [played(2, '7C')]
  const after = bringing({ ...view, to_act: 3 })
  line.send({ ...after, since: VERSION, version: VERSION + 1, events })
  await waitFor(() => assert.equal(screen.getByTestId('trick').children.length, laid))
  const log = screen.getByRole('log', { name: 'What has happened' })
  await waitFor(() => assert.match(log.textContent, /Cas plays the seven of clubs/))
})

// --- single keys ---------------------------------------------------------------------------------

test('figures press the buttons of an auction in their order', async () => {
  const { act } = await play(viewOf('bulgarian'))
  await user.keyboard('3')
  assert.deepEqual(await act(), { do: 'bid', trump: 'H', value: null })
})

test.each([
  ['p', '', { do: 'pass' }],
  ['xx', '', { do: 'double' }],
  ['100h{Enter}', '', { do: 'bid', trump: 'H', value: 100 }],
  ['з', 'KeyP', { do: 'pass' }],
])('%s calls', async (key, code, call) => {
  const { act } = await play(viewOf('coinche-ninety'))
  if (code) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true }))
  else await user.keyboard(key)
  assert.deepEqual(await act(), call)
})

test.each([
  ['s', 'Score sheet'],
  ['l', 'Last trick'],
  ['t', 'Chat'],
])('%s opens: %s, and Escape closes it', async (key, title) => {
  const view = viewOf('follow')
  await play(view, { players: playersAt(view, { 2: { bot: false, person: 'cas' } }) })
  await user.keyboard(key)
  assert.ok(screen.getByRole('dialog', { name: title }))
  await user.keyboard('{Escape}')
  assert.equal(screen.queryByRole('dialog'), null)
})

test('a question mark asks for help', async () => {
  const { onopen } = await play(viewOf('follow'))
  await user.keyboard('?')
  assert.deepEqual(onopen.mock.calls, [['help']])
})

test('r tells how things stand, as often as it is pressed', async () => {
  const view = viewOf('fourth')
  await play(view)
  const reported = screen.getByTestId('standing')
  await user.keyboard('r')
  await waitFor(() => assert.match(reported.textContent, /Your turn$/))
  assert.match(reported.textContent, /^Trumps: \w+\. You took\. In the trick: /)
  assert.match(reported.textContent, /Score: We 0, They 0\. Tricks: We \d, They \d\./)
})

test('keys do nothing for who has switched them off', async () => {
  like({ shortcuts: false })
  const { table, onopen } = await play(viewOf('coinche-ninety'))
  await user.keyboard('p1st?')
  assert.equal(screen.queryByRole('dialog'), null)
  assert.equal(onopen.mock.calls.length, 0)
  assert.equal(await asksNothing(table), true)
})

test('nor while something lies over the table, nor with Control', async () => {
  const { table, rerender } = await play(viewOf('coinche-ninety'))
  await user.keyboard('{Control>}p{/Control}')
  await rerender({ blocked: true })
  await user.keyboard('p')
  await rerender({ blocked: false })
  await user.keyboard('s')
  await user.keyboard('p')
  assert.ok(screen.getByRole('dialog', { name: 'Score sheet' }))
  assert.equal(await asksNothing(table), true)
})

// --- around it -----------------------------------------------------------------------------------

test('the page is called after the deal, and says when it is my turn', async () => {
  await play(viewOf('follow'))
  await waitFor(() => assert.equal(document.title, '● Your turn – Rebelote'))
  assert.equal(screen.getByRole('heading', { level: 1 }).textContent, 'Belote, deal 1')
  assert.ok(screen.getByRole('main', { name: 'The table' }))
})

test('out of turn it does not', async () => {
  await play(viewOf('thinking'))
  await waitFor(() => assert.equal(document.title, 'Belote, deal 1 – Rebelote'))
})

test('a seat opens its menu', async () => {
  await play(viewOf('follow'), { host: false })
  await user.click(screen.getByTestId('seat-1'))
  assert.ok(screen.getByRole('dialog', { name: 'Bea' }))
  await user.keyboard('p')
  await user.keyboard('{Escape}')
  assert.equal(screen.queryByRole('dialog'), null)
})

test('after a deal Enter goes on, whatever has the focus', async () => {
  const { line } = await play(viewOf('made'))
  await shows('settlement')
  await user.keyboard('{Enter}')
  await line.next('ready')
})

test('on the settlement arrows scroll, and do not come to a hand', async () => {
  await play(viewOf('made'))
  await user.keyboard('{ArrowRight}')
  assert.equal(document.activeElement, screen.getByRole('button', { name: 'Next deal' }))
})

test('the auction is shown in the middle, and what a bid means on a tap', async () => {
  await play(viewOf('bulgarian-doubled'))
  const bid = screen.getByTestId('standing-bid')
  assert.match(bid.textContent.replace(/\s+/g, ' '), /You: clubs, doubled/)
  const calls = within(screen.getByTestId('auction')).getAllByRole('cell')
  assert.equal(calls.length, viewOf('bulgarian-doubled').calls.length)
  const asks = screen.getByTestId('standing-means')
  await user.click(asks)
  assert.equal(asks.getAttribute('aria-expanded'), 'true')
  const means = within(screen.getByTestId('auction')).getByRole('status')
  assert.match(means.textContent, /needs more points than the other/)
})

test('a belote is written across the table, beside what a screen reader is told', async () => {
  const view = viewOf('follow')
  const { line } = await play(view)
  assert.equal(screen.queryByTestId('moment'), null)
  const said = { event: 'card_played', seat: 1, card: 'KH', said: 'belote' } as const
  line.send({ ...bringing(view), since: VERSION, version: VERSION + 1, events: [said] })
  const moment = await screen.findByTestId('moment')
  assert.equal(moment.textContent.trim(), 'Belote!')
  assert.equal(moment.getAttribute('aria-hidden'), 'true')
})

test('the bar above tells scores, contract and taker', async () => {
  const view = viewOf('follow')
  await play(view)
  const contract = screen.getByTestId('contract').textContent.replace(/\s+/g, ' ')
  assert.match(contract, /Trumps: (spades|hearts|diamonds|clubs), Taker: you/)
  await user.click(screen.getByTestId('scores'))
  assert.ok(screen.getByRole('dialog', { name: 'Score sheet' }))
})

test('time can be added once a deal, while it is my turn', async () => {
  const clock = { seat: 0, left: 12, banks: [0, 0, 0, 0], paused: false, more: 30 }
  const { line } = await play(viewOf('follow'), { clock })
  await user.click(screen.getByTestId('more-time'))
  await line.next('think')
})

test('who looks on at the table sees no hand and is asked nothing', async () => {
  const { table } = await play(viewOf('watched'))
  assert.equal(screen.queryByTestId('hand'), null)
  await user.keyboard('p{Enter}')
  assert.deepEqual(asked(table), [])
})

test('a line that is lost is told, and the cards wait', async () => {
  const { line } = await play(viewOf('follow'))
  line.cut()
  const banner = await shows('line')
  assert.equal(banner.getAttribute('role'), 'status')
  await waitFor(() => assert.equal(legal().length, 0))
})

test('people are beside the table: the chat can be opened', async () => {
  const view = viewOf('follow')
  const players = playersAt(view, { 2: { bot: false, person: 'cas' } })
  await play(view, { players })
  await user.click(screen.getByRole('button', { name: 'Chat' }))
  assert.ok(screen.getByRole('dialog', { name: 'Chat' }))
})

test('who sees an evening later has no chat, since nobody reads it', async () => {
  const view = { ...viewOf('follow'), legal: null }
  const watched = { you: null, watching: 1 }
  const { table } = await play(view, watched)
  assert.ok(screen.getByRole('button', { name: 'Chat' }))
  const { terms } = table.game.state.tableInfo!
  table.line.send(bringing(view, { ...watched, delay: 60, terms: { ...terms, watch: 'none' } }))
  await waitFor(() => assert.equal(screen.queryByRole('button', { name: 'Chat' }), null))
  await user.keyboard('t')
  assert.equal(screen.queryByRole('dialog'), null)
})

// --- giving up -----------------------------------------------------------------------------------

test('giving up is asked about once, and then sent', async () => {
  const { table } = await play(viewOf('lead'))
  await user.click(screen.getByTestId('surrender'))
  const dialog = screen.getByRole('dialog', { name: 'Give up the match' })
  assert.ok(within(dialog).getByText('The other side then wins the match at once.'))
  await asksNothing(table)
  await user.click(within(dialog).getByRole('button', { name: 'Give up the match' }))
  assert.equal((await table.line.next('surrender')).on, true)
})

test('a partner who is a person is asked, and may refuse', async () => {
  const view = viewOf('lead')
  const asking = { 2: { bot: false, person: 'cas', asks_to_surrender: true } }
  const { table } = await play(view, { players: playersAt(view, asking) })
  const asked = await shows('surrender-asked')
  assert.match(asked.textContent, /Cas wants to give up the match\./)
  await user.click(within(asked).getByRole('button', { name: 'Play on' }))
  assert.equal((await table.line.next('surrender')).on, false)
})

test('opponents are not asked whether a side gives up', async () => {
  const view = viewOf('lead')
  await play(view, { players: playersAt(view, { 1: { asks_to_surrender: true } }) })
  await shows('menu')
  assert.equal(screen.queryByTestId('surrender-asked'), null)
})

// --- taking back ---------------------------------------------------------------------------------

test('the first time it is asked whether a move is taken back, then no more', async () => {
  const { table } = await play(viewOf('lead'), { may_take_back: true })
  await user.keyboard('u')
  const dialog = screen.getByRole('dialog', { name: 'Take back my move' })
  assert.ok(within(dialog).getByText(/then becomes practice/))
  await asksNothing(table)
  await user.click(within(dialog).getByTestId('yes'))
  assert.equal((await table.line.next('take_back')).expect, VERSION)
})

test('in a match that is practice already a move is taken back at once', async () => {
  const { table } = await play(viewOf('lead'), { may_take_back: true, practice: true })
  assert.ok(screen.getByTestId('practice-match'))
  await user.click(screen.getByTestId('undo'))
  assert.equal((await table.line.next('take_back')).type, 'take_back')
})

test('where nothing can be taken back, it is not offered, nor does the key do anything', async () => {
  const { table } = await play(viewOf('lead'))
  assert.equal(screen.queryByTestId('undo'), null)
  await user.keyboard('u')
  assert.equal(screen.queryByRole('dialog'), null)
  await asksNothing(table)
})

// --- the auction ---------------------------------------------------------------------------------

test('the contract opens who called what, and gives the focus back', async () => {
  await play(viewOf('lead'))
  const contract = screen.getByRole('button', { name: /show the bidding/ })
  await user.click(contract)
  const dialog = screen.getByRole('dialog', { name: 'The bidding' })
  assert.ok(within(dialog).getByRole('table'))
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  assert.equal(screen.queryByRole('dialog'), null)
})
