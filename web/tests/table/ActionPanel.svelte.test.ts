// The question to a player, the buttons for the answer, and the request that each of them sends.
import assert from 'node:assert/strict'
import { render, screen, waitFor, within } from '@testing-library/svelte'
import { beforeEach, onTestFinished, test, vi } from 'vitest'
import type { Called, Thought, Update, View } from '../../src/net/messages'
import { speakAt, t } from '../../src/i18n/language.svelte'
import { advice } from '../../src/i18n/speech'
import { calledName } from '../../src/i18n/gameWords'
import { overruledBy } from '../../src/net/overruled'
import ActionPanel from '../../src/table/ActionPanel.svelte'
import { NO_ANNOUNCEMENT, type Announcement } from '../../src/table/hand/announcement'
import { viewOf, type Position } from '../support/positions'
import {
  asked,
  asksNothing,
  like,
  listener,
  sitDown,
  newUser,
  speak,
  VERSION,
} from '../support/table'

const user = newUser()

beforeEach(() => speak())

interface Shown {
  update?: Partial<Update>
  silent?: string[]
  raised?: boolean
  greeted?: boolean
  real?: Announcement
}

async function panel(view: View, shown: Shown = {}) {
  const table = await sitDown(view, shown.update)
  const onsilent = vi.fn<(melds: string[]) => void>()
  const onreal = vi.fn<(said: Announcement) => void>()
  const { component } = render(ActionPanel, {
    game: table.game,
    view,
    at: listener(view),
    mine: view.legal,
    silent: shown.silent ?? [],
    raised: shown.raised ?? false,
    greeted: shown.greeted ?? true,
    onsilent,
    real: shown.real ?? NO_ANNOUNCEMENT,
    onreal,
  })
  const act = async () => {
    const { action, expect } = await table.line.next('act')
    assert.equal(expect, VERSION)
    return action
  }
  return { ...table, table, onsilent, onreal, act, type: (key: string) => component.type(key) }
}

const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }))
/** The buttons but those of calls that were made, which explain themselves. */
const names = () =>
  within(screen.getByTestId('panel'))
    .getAllByRole('button')
    .filter((one) => !('asked' in one.dataset))
    .map((one) => one.getAttribute('aria-label') ?? one.textContent.replace(/\s+/g, ' ').trim())
const question = () => document.querySelector('.seen')!.textContent
const nothingToPress = () => assert.equal(screen.queryAllByRole('button').length, 0)

const PASS: Called = { seat: 1, round: 2, trump: null, value: null, said: '' }

/** Say what is said at a table of this rule set. */
function speakAtTable(preset: string): void {
  speakAt((language) => overruledBy(preset, language))
  onTestFinished(() => speakAt())
}

// --- the pack ------------------------------------------------------------------------------------

test('the pack is cut by hand, as deep as is wanted', async () => {
  like({ dealByHand: true })
  const { act } = await panel(viewOf('cut'))
  assert.equal(question(), 'Cut the pack')
  const depth = screen.getByRole('slider', { name: 'Cards lifted: 16' })
  assert.equal(depth.getAttribute('aria-valuetext'), 'Cards lifted: 16')
  const { cut_min, cut_max } = viewOf('cut').legal!
  assert.equal(depth.getAttribute('min'), String(cut_min))
  assert.equal(depth.getAttribute('max'), String(cut_max))
  await press('Cut')
  assert.deepEqual(await act(), { do: 'cut', depth: 16 })
})

test('for who has not asked to, it is cut by itself, within what is allowed', async () => {
  const { act } = await panel(viewOf('cut'))
  const { cut_min, cut_max } = viewOf('cut').legal!
  const cut = await act()
  assert.ok(cut.do === 'cut' && cut_min <= cut.depth && cut.depth <= cut_max)
  nothingToPress()
  assert.equal(question(), '')
})

test('the packets are chosen by hand', async () => {
  like({ dealByHand: true })
  const { act } = await panel(viewOf('packets'))
  assert.equal(question(), 'You deal. How many cards at a time?')
  assert.deepEqual(names(), ['3 then 2', '2 then 3'])
  await press('2 then 3')
  assert.deepEqual(await act(), { do: 'packets', packets: [2, 3] })
})

test('for who has not asked to, it is dealt by itself', async () => {
  const { act } = await panel(viewOf('packets'))
  assert.deepEqual(await act(), { do: 'packets', packets: [3, 2] })
})

// --- the auction ---------------------------------------------------------------------------------

const SUITS = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' } as const
const turned = () => SUITS[viewOf('turned').turned![1] as keyof typeof SUITS]

test('the turned suit is taken, or passed', async () => {
  const { act } = await panel(viewOf('turned'))
  assert.equal(question(), `Take ${turned()} as trumps?`)
  assert.deepEqual(names(), ['Hint', 'Pass', `Take ${turned()}`])
  await press(`Take ${turned()}`)
  assert.deepEqual(await act(), { do: 'take', contract: viewOf('turned').turned![1] })
})

test('a pass is sent once, however often it is pressed', async () => {
  const { act, table } = await panel(viewOf('turned'))
  await press('Pass')
  await press('Pass')
  assert.deepEqual(await act(), { do: 'pass' })
  await asksNothing(table)
  assert.equal(asked(table).filter((one) => 'action' in one).length, 1)
})

test('in the second round each suit has its button', async () => {
  const { act } = await panel(viewOf('second-round'))
  assert.equal(question(), 'Second round: which trumps?')
  const suits = Object.values(SUITS)
  assert.deepEqual(
    names()
      .filter((name) => name.startsWith('Take '))
      .toSorted(),
    suits.map((suit) => `Take ${suit}`).toSorted(),
  )
  await press(`Take ${suits[0]}`)
  const action = await act()
  assert.equal(action.do === 'take' && SUITS[action.contract as keyof typeof SUITS], suits[0])
})

test('in a third round all trumps and no trumps', async () => {
  await panel(viewOf('third-round'))
  assert.equal(question(), 'Third round: all trumps or no trumps?')
  assert.deepEqual(names().slice(2), ['Take all trumps', 'Take no trumps'])
})

test('in klaverjas any suit is named, and the dealer must once all have passed', async () => {
  const { act } = await panel(viewOf('klaverjas'))
  assert.equal(question(), 'Do you play, and in which suit?')
  const suits = names().filter((name) => name.startsWith('Take '))
  assert.equal(suits.length, 4)
  assert.ok(names().includes('Pass'))
  await press('Take hearts')
  assert.deepEqual(await act(), { do: 'take', contract: 'H' })
})

test('who must name trump has no pass', async () => {
  await panel(viewOf('klaverjas-bound'))
  assert.equal(names().filter((name) => name.startsWith('Take ')).length, 4)
  assert.ok(!names().includes('Pass'))
})

test('whoever bought a hokum keeps it by a button that says so, and may make it a sun', async () => {
  speakAtTable('baloot')
  const { act } = await panel(viewOf('hokum-kept'))
  assert.equal(question(), 'Hokum or sun?')
  assert.deepEqual(names(), ['Hint', 'Hokum stays hearts', 'Make it sun'])
  assert.ok(screen.getByTestId('pass').classList.contains('first'))
  assert.ok(!screen.getByTestId('take-none').classList.contains('first'))
  await press(/Hokum stays/)
  assert.deepEqual(await act(), { do: 'pass' })
})

test('a hint to keep a hokum does not say pass', () => {
  speakAtTable('baloot')
  const thought = { ...THOUGHT, action: { do: 'pass' as const } }
  assert.match(advice(t, thought, viewOf('hokum-kept').legal?.pass_form).said, /hokum stays\./)
  assert.match(advice(t, thought).said, /pass\./)
})

test('a pass of the second round of baloot has a word of its own in Arabic', async () => {
  await speak('ar')
  onTestFinished(() => speak())
  speakAtTable('baloot')
  assert.equal(calledName(t, { ...PASS, form: 'second' }), 'ولا')
  assert.equal(calledName(t, PASS), 'بس')
})

test('a take without a trump, as a sun over a hokum, is called by its own name', async () => {
  const view = viewOf('turned')
  view.legal = { ...view.legal!, calls: [{ do: 'pass' }, { do: 'take', contract: 'none' }] }
  const { act } = await panel(view)
  assert.deepEqual(names(), ['Hint', 'Pass', 'Take no trumps'])
  assert.equal(screen.getByTestId('take-none').textContent.trim(), 'no trumps')
  await press('Take no trumps')
  assert.deepEqual(await act(), { do: 'take', contract: 'none' })
})

test('a pass that is the only call is made by itself', async () => {
  const view = viewOf('turned')
  view.legal!.calls = [{ do: 'pass' }]
  const { act } = await panel(view)
  assert.deepEqual(await act(), { do: 'pass' })
  assert.equal(screen.queryByRole('button', { name: 'Pass' }), null)
})

test('a value is bid in the box, beside what else can be called', async () => {
  const { act } = await panel(viewOf('coinche-ninety'))
  assert.equal(question(), 'Your bid?')
  const box = within(screen.getByTestId('bidding-box'))
  assert.ok(
    box.getByRole('button', { name: 'Pass' }) && box.getByRole('button', { name: 'Double' }),
  )
  const bidding = within(screen.getByRole('group', { name: 'The bidding' }))
  assert.ok(bidding.getByRole('cell', { name: /90 hearts/ }))
  await press('100 spades')
  assert.deepEqual(await act(), { do: 'bid', trump: 'S', value: 100 })
})

test.each([
  ['p', { do: 'pass' }],
  ['xx', { do: 'double' }],
])('the keys %s call', async (keys, call) => {
  const { act, type } = await panel(viewOf('coinche-ninety'))
  for (const key of keys) assert.equal(type(key), true)
  assert.deepEqual(await act(), call)
})

test('keys make up a bid first', async () => {
  const { act, type } = await panel(viewOf('coinche-ninety'))
  for (const key of ['1', '1', '0', 's', 'Enter']) assert.equal(type(key), true)
  assert.deepEqual(await act(), { do: 'bid', trump: 'S', value: 110 })
  assert.equal(type('q'), false)
})

test('who was doubled is asked so, and redoubles with the key x, twice', async () => {
  const { act, type } = await panel(viewOf('coinche-doubled'))
  for (const key of 'xx') assert.equal(type(key), true)
  assert.deepEqual(await act(), { do: 'redouble' })
})

test('a double is asked for again, with the usual settings', async () => {
  const { act, table } = await panel(viewOf('coinche-ninety'))
  await press('Double')
  await waitFor(() => assert.equal(question(), 'Tap it again to say it'))
  assert.equal(await asksNothing(table), true)
  await press('Double')
  assert.deepEqual(await act(), { do: 'double' })
})

test('who wants it so doubles at once', async () => {
  like({ doubleTwice: false })
  const { act } = await panel(viewOf('coinche-ninety'))
  await press('Double')
  assert.deepEqual(await act(), { do: 'double' })
})

test('who taps twice is asked again before any double', async () => {
  like({ taps: 'two', doubleTwice: false })
  const { table } = await panel(viewOf('coinche-ninety'))
  await press('Double')
  await waitFor(() => assert.equal(question(), 'Tap it again to say it'))
  assert.equal(await asksNothing(table), true)
})

test('a pass needs no second tap', async () => {
  like({ taps: 'two' })
  const { act } = await panel(viewOf('coinche-ninety'))
  await press('Pass')
  assert.deepEqual(await act(), { do: 'pass' })
})

test('or by its button', async () => {
  const { act } = await panel(viewOf('coinche-doubled'))
  await press('Redouble')
  await press('Redouble')
  assert.deepEqual(await act(), { do: 'redouble' })
})

test('a double out of turn is there for as long as it may be said', async () => {
  const { act, type } = await panel(viewOf('coinche-out-of-turn'))
  assert.equal(question(), 'Bea is thinking')
  assert.equal(screen.queryByTestId('bidding-box'), null)
  assert.deepEqual(names(), ['Double'])
  for (const key of 'xx') assert.equal(type(key), true)
  assert.deepEqual(await act(), { do: 'double' })
  await waitFor(() => assert.ok(screen.getByTestId('double-now').hasAttribute('disabled')))
})

test('a double against the rules is no key away', async () => {
  const { act, type, table } = await panel(viewOf('early'))
  assert.deepEqual(names(), ['Double out of turn'])
  assert.equal(type('x'), false)
  assert.equal(await asksNothing(table), true)
  await press('Double out of turn')
  await press('Double out of turn')
  assert.deepEqual(await act(), { do: 'double' })
})

test('whose bid was doubled so says what follows', async () => {
  const { act } = await panel(viewOf('early-answer'))
  assert.equal(question(), 'Doubled out of turn: pass or redouble to play on.')
  assert.deepEqual(names(), ['Pass', 'Redouble', 'Ask for a redeal'])
  await press('Ask for a redeal')
  assert.deepEqual(await act(), { do: 'redeal' })
})

// --- cards ---------------------------------------------------------------------------------------

test.each<[Position, string]>([
  ['lead', 'Your lead'],
  ['follow', 'Your turn'],
  ['thinking', 'Cas is thinking'],
])('in play at %s it says: %s', async (name, said) => {
  await panel(viewOf(name))
  assert.equal(question(), said)
})

test('a card that was tapped once asks for the second tap', async () => {
  await panel(viewOf('lead'), { raised: true })
  assert.equal(question(), 'Tap it again to play it')
})

test('the question is announced, once how things stand was told', async () => {
  await panel(viewOf('follow'))
  const said = screen.getByTestId('question')
  assert.equal(said.getAttribute('aria-live'), 'assertive')
  await waitFor(() => assert.equal(said.textContent.trim(), 'Your turn'))
})

test('who is told a trick in one sentence hears what lies in it with the question', async () => {
  like({ oneSentence: true })
  await panel(viewOf('fourth'))
  const received = () => screen.getByTestId('question').textContent.replace(/\s+/g, ' ').trim()
  await waitFor(() => assert.match(received(), /^Your turn In the trick: Bea \w+ of \w+, Cas /))
})

test('what is announced with the first card can be kept to oneself', async () => {
  const { onsilent } = await panel(viewOf('lead'))
  const [meld] = viewOf('lead').legal!.announce
  const boxes = within(screen.getByRole('group', { name: 'Announce with your first card' }))
  const box = boxes.getAllByRole('checkbox', { name: /^Announce: .+ \d+$/ })[0] as HTMLInputElement
  assert.equal(box.checked, true)
  await user.click(box)
  assert.deepEqual(onsilent.mock.calls, [[[meld!.cards.join()]]])
})

test('and said after all', async () => {
  const silent = viewOf('lead').legal!.announce.map((meld) => meld.cards.join())
  const { onsilent } = await panel(viewOf('lead'), { silent })
  const box = screen.getAllByRole('checkbox')[0] as HTMLInputElement
  assert.equal(box.checked, false)
  await user.click(box)
  assert.deepEqual(onsilent.mock.calls, [[silent.slice(1)]])
})

test('the rest is claimed where the server allows it', async () => {
  const view = viewOf('lead')
  view.legal!.announce = []
  const { line } = await panel(view, { update: { may_claim: true } })
  await press('The rest is mine')
  assert.equal((await line.next('claim')).expect, VERSION)
})

test('and nowhere else', async () => {
  const view = viewOf('lead')
  view.legal!.announce = []
  await panel(view)
  assert.deepEqual(names(), ['Hint'])
})

// --- help ----------------------------------------------------------------------------------------

const THOUGHT: Thought = {
  action: { do: 'play', card: 'AS', announce: [], belote: false },
  code: 'only',
  values: {},
  worth: {},
  intervals: {},
}

test('a hint is asked for, awaited and told', async () => {
  const { line } = await panel(viewOf('follow'))
  await press('Hint')
  const { id, expect } = await line.next('hint')
  assert.equal(expect, VERSION)
  await waitFor(() => assert.equal(screen.getByTestId('hinted').textContent.trim(), 'Thinking…'))
  line.send({ type: 'hinted', id, version: VERSION, thought: THOUGHT })
  const said = 'Your hint: the ace of spades. Nothing else may be played.'
  await waitFor(() => assert.equal(screen.getByRole('status').textContent.trim(), said))
})

test('gold is on the call that is advised, and on no other', async () => {
  const { line } = await panel(viewOf('turned'))
  const gold = (id: string) => screen.getByTestId(id).classList.contains('first')
  const take = `take-${viewOf('turned').turned![1]}`
  assert.deepEqual([gold('pass'), gold(take)], [false, true])
  await press('Hint')
  const { id } = await line.next('hint')
  const thought = { ...THOUGHT, action: { do: 'pass' as const } }
  line.send({ type: 'hinted', id, version: VERSION, thought })
  await waitFor(() => assert.deepEqual([gold('pass'), gold(take)], [true, false]))
})

test.each<[string, () => View, Partial<Update>]>([
  ['among strangers', () => viewOf('follow'), { matched: true }],
  ['as in real life', () => viewOf('real'), {}],
  ['out of turn', () => viewOf('thinking'), {}],
])('there is no hint %s', async (_, view, update) => {
  await panel(view(), { update })
  assert.equal(screen.queryByRole('button', { name: 'Hint' }), null)
})

test('nor where there is no choice', async () => {
  const view = viewOf('follow')
  view.legal!.cards = view.legal!.cards.slice(0, 1)
  await panel(view)
  assert.equal(screen.queryByRole('button', { name: 'Hint' }), null)
})

test('who wants one at each choice is given it without asking', async () => {
  like({ guide: true })
  const { line } = await panel(viewOf('follow'))
  assert.equal((await line.next('hint')).expect, VERSION)
})

test('what the server refuses is told, with the line of the rules', async () => {
  const { line } = await panel(viewOf('second-round'))
  await press('Pass')
  const { id } = await line.next('act')
  const refused = { type: 'refused', message: '', rule: 'french:9', version: VERSION } as const
  line.send({ ...refused, id, code: 'must-follow' })
  const alert = await screen.findByRole('alert')
  assert.match(alert.textContent, /You hold the suit that was led: you must follow it\./)
  const why = within(alert).getByRole('link', { name: 'Why?' })
  assert.match(why.getAttribute('href')!, /^\/rules\/french\?lang=en#\w+/)
})

test('what no rule of the game refuses has no such line', async () => {
  const { line } = await panel(viewOf('second-round'))
  await press('Pass')
  const { id } = await line.next('act')
  line.send({ type: 'refused', message: '', rule: '', version: VERSION, id, code: 'server-busy' })
  const alert = await screen.findByRole('alert')
  assert.match(alert.textContent, /The table could not save this: try again\./)
  assert.equal(within(alert).queryByRole('link'), null)
})

// --- as in real life -----------------------------------------------------------------------------

test('announcements are chosen from all kinds there are', async () => {
  const { onreal } = await panel(viewOf('real'))
  const { kinds } = viewOf('real').rules
  await press('Announce')
  const all = within(screen.getByRole('group', { name: 'Announce' })).getAllByRole('button')
  assert.equal(all.length, kinds.length)
  await user.click(all[0]!)
  assert.deepEqual(onreal.mock.calls, [[{ kinds: [kinds[0]], belote: false }]])
})

test('what was chosen is said again', async () => {
  const [kind] = viewOf('real').rules.kinds
  const { onreal } = await panel(viewOf('real'), { real: { kinds: [kind!], belote: true } })
  assert.match(screen.getByTestId('announce').textContent, /^\s*Announce: tierce$/)
  const belote = screen.getByRole('button', { name: 'Say “belote”' })
  assert.equal(belote.getAttribute('aria-pressed'), 'true')
  await user.click(belote)
  assert.deepEqual(onreal.mock.calls, [[{ kinds: [kind], belote: false }]])
})

test('they are shown by hand', async () => {
  const { act } = await panel(viewOf('real-show'))
  await press('Show')
  assert.deepEqual(await act(), { do: 'show' })
})

test('others are asked to show theirs', async () => {
  const view = viewOf('real-later')
  view.may.demand = [3]
  const { act } = await panel(view)
  await press('Ask Dov to show')
  assert.deepEqual(await act(), { do: 'demand', seat: 3 })
})

test('false play is asked about: whom, what it costs, and only then is it sent', async () => {
  const view = viewOf('real-later')
  const { act, table } = await panel(view)
  await press('Illegal play?')
  await press('Accuse Bea')
  assert.ok(screen.getByRole('dialog', { name: 'Accuse Bea' }))
  assert.match(screen.getByTestId('stake').textContent, new RegExp(`all ${view.may.stake} points`))
  assert.equal(await asksNothing(table), true)
  await press('Accuse Bea')
  assert.deepEqual(await act(), { do: 'challenge', seat: 1 })
  assert.equal(screen.queryByRole('dialog'), null)
})

test('an accusation can be thought better of', async () => {
  const { table } = await panel(viewOf('real-later'))
  await press('Illegal play?')
  await press('Accuse Dov')
  await press('Cancel')
  assert.equal(screen.queryByRole('dialog'), null)
  assert.equal(await asksNothing(table), true)
})

test.each([
  ['fr', 'À vous de jouer'],
  ['nl', 'Jouw beurt'],
  ['sv', 'Din tur'],
  ['bg', 'Ти си на ход'],
] as const)('it asks in %s', async (language, said) => {
  await speak(language)
  await panel(viewOf('follow'))
  assert.equal(question(), said)
})
