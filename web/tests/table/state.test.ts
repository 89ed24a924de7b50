// The table shows in time what the server said: the pure state against messages and clock.
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Act, Clock, PackSealed, Said, Update } from '../../src/net/messages'
import { paceOf } from '../../src/table/pace'
import type { Happening } from '../../src/table/events'
import * as table from '../../src/table/state'
import { START, played, update } from '../support/updates'

const PACE = paceOf(1, 1200)
const onTable = (state: table.State) => state.scene?.view.trick.cards
const seated = table.receive(
  table.START,
  update(null, 10, [], { to_act: 0, legal: START.legal }),
  0,
  PACE,
)
const pending: Act = {
  type: 'act',
  id: 'w',
  expect: 10,
  action: { do: 'play', card: 'AS', announce: [] },
}

/** My ace, then three answers at once, the last taking the trick and leading again. */
function wholeTrick(state: table.State, now: number): table.State {
  const cards = ['AS', '7S', '8S', '9S']
  const hand = { hand: ['7H'] }
  return [
    update(10, 11, [played(0, 'AS')], {
      ...hand,
      trick: { leader: 0, cards: cards.slice(0, 1), winner: 0 },
    }),
    update(11, 12, [played(1, '7S')], {
      ...hand,
      trick: { leader: 0, cards: cards.slice(0, 2), winner: 0 },
    }),
    update(12, 13, [played(2, '8S')], {
      ...hand,
      trick: { leader: 0, cards: cards.slice(0, 3), winner: 0 },
    }),
    update(
      13,
      14,
      [played(3, '9S'), { event: 'trick_won', number: 7, seat: 0, leader: 0, cards, points: 11 }],
      { ...hand, to_act: 0, legal: START.legal, tricks_won: [4, 3] },
    ),
  ].reduce((before, message) => table.receive(before, message, now, PACE), state)
}

test('the first update is taken as it is', () => {
  assert.equal(seated.connection, 'up')
  assert.equal(seated.version, 10)
  assert.ok(table.canAct(seated))
})

test('my card lies at once, each bot follows after its pause', () => {
  let state = wholeTrick(seated, 100)
  assert.deepEqual(onTable(state), ['AS'])
  assert.equal(table.canAct(state), false)
  state = table.tick(state, 100 + PACE.own - 1, PACE)
  assert.deepEqual(onTable(state), ['AS'])
  state = table.tick(state, 100 + PACE.own, PACE)
  assert.deepEqual(onTable(state), ['AS', '7S'])
  state = table.tick(state, 100 + PACE.own + PACE.card - 1, PACE)
  assert.deepEqual(onTable(state), ['AS', '7S'])
  state = table.tick(state, 100 + PACE.own + PACE.card, PACE)
  assert.deepEqual(onTable(state), ['AS', '7S', '8S'])
})

/** Runs the clock only when the state asks to be woken. */
function until(state: table.State, done: (state: table.State) => boolean): [table.State, number] {
  let now = 100
  while (!done(state) && table.wakeAt(state) < Infinity) {
    now = Math.max(now, table.wakeAt(state))
    state = table.tick(state, now, PACE)
  }
  return [state, now]
}

test('a finished trick lies marked for the hold, is swept, and then the turn is shown', () => {
  const [lying, from] = until(wholeTrick(seated, 100), (state) => state.scene?.winner === 0)
  assert.deepEqual(onTable(lying), ['AS', '7S', '8S', '9S'])
  assert.equal(lying.scene?.sweeping, false)
  assert.equal(lying.scene?.view.legal, null)
  const [swept, at] = until(lying, (state) => state.scene?.sweeping === true)
  assert.equal(at - from, 1200)
  assert.deepEqual(swept.scene?.view.tricks_won, [3, 3])
  const [done] = until(swept, (state) => !state.steps.length)
  assert.deepEqual(onTable(done), [])
  assert.deepEqual(done.scene?.view.tricks_won, [4, 3])
  assert.ok(table.canAct(done))
})

test('a tap shows the next step now; a hold until a tap waits for it', () => {
  const patient = paceOf(1, Infinity)
  let state = wholeTrick(seated, 100)
  while (state.scene?.winner !== 0) state = table.skipStep(state, 200, patient)
  assert.equal(table.wakeAt(state), Infinity)
  state = table.tick(state, 1e9, patient)
  assert.equal(state.scene?.winner, 0)
  state = table.skipStep(state, 1e9, patient)
  assert.equal(state.scene?.sweeping, true)
})

test('many events in one update are shown one by one', () => {
  const all = update(10, 11, [played(0, 'AS'), played(1, '7S'), played(2, '8S')], {
    trick: { leader: 0, cards: ['AS', '7S', '8S'], winner: 0 },
  })
  let state = table.receive(seated, all, 0, PACE)
  assert.deepEqual(onTable(state), ['AS'])
  assert.deepEqual(state.scene?.view.hand, ['7H'])
  state = table.skipStep(state, 1, PACE)
  assert.deepEqual(onTable(state), ['AS', '7S'])
})

test('a gap is asked for, and its answer is taken over without being played', () => {
  const gap = table.receive(seated, update(12, 13, [played(2, '8S')]), 0, PACE)
  assert.equal(gap.gap, true)
  assert.equal(gap.version, 10)
  const answered = table.receive(
    table.resyncAsked(gap),
    update(10, 13, [played(0, 'AS'), played(1, '7S'), played(2, '8S')], {
      trick: { leader: 0, cards: ['AS', '7S', '8S'], winner: 0 },
    }),
    0,
    PACE,
  )
  assert.equal(answered.steps.length, 0)
  assert.deepEqual(onTable(answered), ['AS', '7S', '8S'])
  assert.equal(answered.log.length, 3)
})

test('an old or doubled update changes nothing that is shown', () => {
  const later = table.receive(
    seated,
    update(10, 11, [played(0, 'AS')], { trick: { leader: 0, cards: ['AS'], winner: 0 } }),
    0,
    PACE,
  )
  assert.deepEqual(onTable(table.receive(later, update(9, 10, []), 0, PACE)), ['AS'])
  const again = table.receive(
    later,
    update(10, 11, [played(0, 'AS')], { trick: { leader: 0, cards: ['AS'], winner: 0 } }),
    0,
    PACE,
  )
  assert.deepEqual(onTable(again), ['AS'])
  assert.equal(again.log.length, later.log.length)
})

test('a wish is over when it is on disk and its update was heard, in either order', () => {
  const received = update(10, 11, [played(0, 'AS')])
  const ack = { type: 'ack', id: 'w', version: 11 } as const
  const ackFirst = table.receive(
    table.receive(table.commandSent(seated, pending), ack, 0, PACE),
    received,
    0,
    PACE,
  )
  const ackLast = table.receive(
    table.receive(table.commandSent(seated, pending), received, 0, PACE),
    ack,
    0,
    PACE,
  )
  assert.equal(ackFirst.pending, null)
  assert.equal(ackLast.pending, null)
  assert.equal(table.receive(table.commandSent(seated, pending), ack, 0, PACE).pending, pending)
})

test('a refused card stays in the hand and the refusal is shown', () => {
  const no = {
    type: 'refused',
    id: 'w',
    code: 'must-follow',
    message: 'Follow.',
    rule: 'french:1',
    version: 10,
  } as const
  const state = table.receive(table.commandSent(seated, pending), no, 0, PACE)
  assert.deepEqual(state.scene?.view.hand, ['AS', '7H'])
  assert.equal(state.notice?.code, 'must-follow')
  assert.ok(table.canAct(state))
})

test('while the line is down nothing may be done; what was asked is kept and sent again', () => {
  const down = table.disconnected(table.commandSent(seated, pending))
  assert.equal(table.canAct(down), false)
  assert.equal(down.pending, pending)
  const back = table.receive(down, update(10, 10, [], { to_act: 0, legal: START.legal }), 0, PACE)
  assert.equal(back.connection, 'up')
  assert.equal(back.pending, pending)
})

test('the card that was tapped is known until the server has taken it', () => {
  assert.equal(table.sentCard(seated), '')
  const sent = table.disconnected(table.commandSent(seated, pending))
  assert.equal(table.sentCard(sent), 'AS')
})

test('a hint can be put away', () => {
  const asked = table.hintAsked(seated, 'h')
  assert.equal(asked.hint, 'asked')
  assert.equal(table.hintClosed(asked).hint, null)
})

test('a seat that is gone is known as lost', () => {
  const no = {
    type: 'refused',
    id: null,
    code: 'no-such-table',
    message: '',
    rule: 'table',
    version: 0,
  } as const
  assert.equal(table.receive(table.START, no, 0, PACE).lost, 'no-such-table')
})

test('who is sent away from a table is told why, also in the midst of a deal', () => {
  const banned = {
    type: 'refused',
    id: null,
    code: 'banned',
    message: '',
    rule: 'table',
    version: 10,
  } as const
  assert.equal(table.receive(seated, banned, 0, PACE).lost, 'banned')
  assert.equal(
    table.receive(table.disconnected(seated), { ...banned, code: 'who-are-you' }, 0, PACE).lost,
    'who-are-you',
  )
  assert.equal(table.receive(seated, { ...banned, id: 'x' }, 0, PACE).lost, null)
})

test('what is said at a seat fades', () => {
  const passed: Happening = { event: 'passed', seat: 2, round: 1 }
  const state = table.receive(seated, update(10, 11, [passed]), 50, PACE)
  assert.equal(state.bubbles.length, 1)
  assert.equal(table.wakeAt(state), 50 + PACE.bubble)
  assert.equal(table.tick(state, 50 + PACE.bubble, PACE).bubbles.length, 0)
})

test('akka is read as long as the trick lies', () => {
  const akka: Happening = { event: 'card_played', seat: 1, card: 'TH', said: 'akka' }
  const led = table.receive(seated, update(10, 11, [akka]), 50, PACE)
  const later = table.tick(led, 50_000, PACE)
  assert.equal(later.bubbles.length, 1)
  const cards = ['TH', '7H', '8H', '9H']
  const won: Happening = {
    event: 'trick_won',
    number: 2,
    seat: 1,
    leader: 1,
    cards,
    points: 10,
  }
  const turned = table.receive(later, update(11, 12, [played(0, '9H'), won]), 50_000, PACE)
  assert.equal(table.tick(turned, 90_000, PACE).bubbles.length, 0)
})

test('bids are taken away when the first card is led', () => {
  const took: Happening = { event: 'took', seat: 2, round: 1, trump: 'H' }
  const announced: Happening = {
    event: 'announced',
    seat: 1,
    kinds: [{ kind: 'run', length: 3, points: 20 }],
  }
  const bid = table.receive(seated, update(10, 11, [took, announced]), 50, PACE)
  const led = table.tick(
    table.receive(bid, update(11, 12, [played(0, 'AS')]), 60, PACE),
    50 + PACE.call,
    PACE,
  )
  assert.deepEqual(
    led.bubbles.map(({ event }) => event.event),
    ['announced'],
  )
})

test('after a while away, the table is as it stands', () => {
  const state = table.skipAll(wholeTrick(seated, 100))
  assert.equal(state.steps.length, 0)
  assert.deepEqual(state.scene?.view.tricks_won, [4, 3])
  assert.equal(state.log.length, 5)
})

test('before a match there is a table and nothing to draw; then it is played through', () => {
  const waiting: Update = { ...update(null, 1, []), view: null }
  const state = table.receive(table.START, waiting, 0, PACE)
  assert.equal(state.scene, null)
  assert.equal(state.tableInfo?.code, 'KTRPLM')
  assert.ok(table.canSend(state))
  const begun = table.receive(state, update(1, 2, [{ event: 'match_began', drawn: [] }]), 0, PACE)
  assert.equal(begun.scene?.view.deal_number, 1)
  assert.equal(begun.log.at(-1)?.event.event, 'match_began')
})

test('who takes a seat sees the table from there at once', () => {
  const watching = table.receive(
    table.START,
    { ...update(null, 5, [], { seat: -1, hand: [] }), you: null },
    0,
    PACE,
  )
  const seat = table.receive(
    watching,
    {
      ...update(5, 6, [{ event: 'seat_taken', seat: 2, name: 'Ann', bot: false }], { seat: 2 }),
      you: 2,
    },
    0,
    PACE,
  )
  assert.equal(seat.steps.length, 0)
  assert.equal(seat.scene?.view.seat, 2)
  assert.equal(seat.tableInfo?.you, 2)
})

test('a bot that stands in is heard of in its turn, and no pause is made for it', () => {
  const state = table.receive(
    seated,
    update(10, 11, [{ event: 'stood_in', seat: 1, why: 'gone', no_show: false }]),
    0,
    PACE,
  )
  assert.equal(state.steps.length, 0)
  assert.equal(state.log.at(-1)?.event.event, 'stood_in')
})

test('a clock runs from when it was heard; the bar knows how full it was', () => {
  const clock: Clock = { seat: 1, left: 20, banks: [5, 5, 5, 5], paused: false, more: 0 }
  const first = table.receive(seated, { ...update(10, 11, []), clock }, 1000, PACE)
  assert.equal(table.left(first.clock!, 4000), 17)
  const later = table.receive(
    first,
    { ...update(11, 12, []), clock: { ...clock, left: 12 } },
    9000,
    PACE,
  )
  assert.equal(later.clock?.full, 20)
  const next = table.receive(
    later,
    { ...update(12, 13, []), clock: { ...clock, seat: 2, left: 18 } },
    9000,
    PACE,
  )
  assert.equal(next.clock?.full, 18)
  const paused = table.receive(
    next,
    { ...update(13, 14, []), clock: { ...clock, left: null, paused: true } },
    9000,
    PACE,
  )
  assert.equal(table.left(paused.clock!, 10_000), null)
})

test('what people say hangs in the air for a while, and is kept', () => {
  const said: Said = {
    type: 'said',
    seat: 2,
    name: 'Lu',
    person: 'p2',
    phrase: 'hello',
    reaction: '',
    text: '',
  }
  const state = table.receive(seated, said, 100, PACE)
  assert.equal(table.wakeAt(state), state.chat[0]?.until)
  const later = table.tick(state, table.wakeAt(state), PACE)
  assert.equal(later.chat[0]?.until, 0)
  assert.equal(table.wakeAt(later), Infinity)
})

test('a seat may be asked for while cards still fly', () => {
  const flying = wholeTrick(seated, 100)
  assert.equal(table.canAct(flying), false)
  assert.ok(table.canSend(flying))
})

test('who is turned away for now reads why, until there is a table again', () => {
  const refused = (code: string) =>
    ({ type: 'refused', id: null, code, message: '', rule: '', version: 0 }) as const
  const away = table.receive(table.disconnected(seated), refused('too-many-sockets'), 0, PACE)
  assert.equal(away.turnedAway, 'too-many-sockets')
  assert.equal(away.lost, null)
  const back = table.receive(away, update(null, 10, []), 0, PACE)
  assert.equal(back.turnedAway, null)
  assert.equal(table.receive(seated, refused('too-many'), 0, PACE).turnedAway, null)
})

test('where the server itself failed, its number is kept with the notice', () => {
  const failed = {
    type: 'refused',
    id: null,
    code: 'server-error',
    message: '',
    rule: '',
    version: 0,
    reference: '0a1b2c3d',
  } as const
  assert.equal(table.receive(seated, failed, 0, PACE).notice?.reference, '0a1b2c3d')
})

test('what the table waits for is shown as a sentence, and closes nothing', () => {
  const notice = { type: 'notice', code: 'table-delayed', seconds: null } as const
  const state = table.receive(seated, notice, 0, PACE)
  assert.deepEqual([state.notice?.code, state.closing], ['table-delayed', seated.closing])
})

// --- hints

const thought = {
  action: { do: 'pass' as const },
  code: 'pass',
  values: {},
  worth: {},
  intervals: {},
}
const asking = table.hintAsked(seated, 'h')
const no = (code: string, id = 'h', version = 10) => ({
  type: 'refused' as const,
  id,
  code,
  message: '',
  rule: 'table',
  version,
})

test('a hint that is refused is waited for no longer, and the sentence is shown', () => {
  for (const code of ['helper-busy', 'too-many-hints', 'one-hint']) {
    const state = table.receive(asking, no(code), 0, PACE)
    assert.deepEqual([state.hint, state.hintRequest, state.notice?.code], [null, null, code])
  }
})

test('a hint of a position that has passed is neither shown nor told', () => {
  const on = table.receive(asking, update(10, 11, [played(0, 'AS')]), 0, PACE)
  assert.equal(on.hint, null)
  for (const late of [
    no('stale', 'h', 11),
    no('helper-busy', 'h', 11),
    { type: 'hinted' as const, id: 'h', version: 10, thought },
  ]) {
    const state = table.receive(on, late, 0, PACE)
    assert.deepEqual([state.hint, state.hintRequest, state.notice], [null, null, null])
  }
})

test('a hint is shown; where the line breaks, nobody waits for one', () => {
  const state = table.receive(asking, { type: 'hinted', id: 'h', version: 10, thought }, 0, PACE)
  assert.deepEqual([state.hint, state.hintRequest], [thought, null])
  assert.deepEqual(
    [table.disconnected(asking).hint, table.disconnected(state).hint],
    [null, thought],
  )
})

const sealed = (commitments: string[]): Happening => ({
  event: 'pack_sealed',
  commitment: 'ab',
  commitments,
  match: 1,
  number: 2,
  riffles: null,
  joined: false,
})
const made: Happening = { event: 'pack_made', nonces: ['cd', '', '', ''] }
const packAwaited = table.receive(seated, update(10, 11, [sealed(['ab', '', '', ''])]), 1000, PACE)

test('while a pack is awaited nothing can be done, and it is said only where it takes long', () => {
  assert.equal(table.canAct(packAwaited), false)
  assert.equal(table.wakeAt(packAwaited), 1000 + table.SHUFFLING_AFTER)
  assert.equal(table.tick(packAwaited, 999 + table.SHUFFLING_AFTER, PACE).shuffling, false)
  const late = table.tick(packAwaited, 1000 + table.SHUFFLING_AFTER, PACE)
  assert.equal(late.shuffling, true)
  assert.equal(table.wakeAt(late), Infinity)
  const dealt = table.receive(late, update(11, 12, [made]), 2000, PACE)
  assert.deepEqual([dealt.awaited, dealt.shuffling, table.canAct(dealt)], [null, false, true])
})

test('a pack that is there at once, or to which nobody adds, keeps nobody waiting', () => {
  for (const events of [[sealed([])], [sealed(['ab', '', '', '']), made]]) {
    assert.equal(table.receive(seated, update(10, 11, events), 0, PACE).awaited, null)
  }
})

test('who comes while a pack is awaited knows it; who looks over a shoulder is not told of a pack whose deal comes later', () => {
  const pack = {
    sealed: { ...sealed(['ab', '', '', '']) } as PackSealed,
    nonces: null,
    depth: null,
    packets: null,
  }
  const snapshot = { ...update(null, 11, []), pack }
  assert.equal(table.receive(table.START, snapshot, 5, PACE).awaited, 5)
  assert.equal(table.receive(table.START, { ...snapshot, view: null }, 5, PACE).awaited, 5)
  assert.equal(
    table.receive(
      packAwaited,
      { ...snapshot, pack: { ...pack, nonces: ['cd', '', '', ''] } },
      5,
      PACE,
    ).awaited,
    null,
  )
  assert.equal(table.receive(packAwaited, update(null, 11, []), 5, PACE).awaited, null)
  assert.equal(
    table.receive(seated, { ...update(10, 11, [sealed(['ab', '', '', ''])]), you: null }, 5, PACE)
      .awaited,
    null,
  )
})

test('a claimed rest is shown with its cards for a while, then settled at once', () => {
  const cards = ['AS', '7S', '8S', '9S']
  const claimed = update(
    10,
    11,
    [
      { event: 'rest_claimed', seat: 1, cards: ['AS', 'AH'] },
      ...cards.map((card, seat) => played(seat, card)),
      { event: 'trick_won', number: 7, seat: 1, leader: 1, cards, points: 11 },
      { event: 'card_played', seat: 1, card: 'KH', said: 'belote' },
      { event: 'deal_ended', number: 1, marks: [0, 162] },
    ],
    { hand: [], phase: 'deal_over' },
  )
  let state = table.receive(seated, claimed, 100, PACE)
  assert.deepEqual(state.scene?.view.hand, START.hand)
  assert.equal(state.scene?.view.legal, null)
  assert.deepEqual(
    state.bubbles.map(({ event }) => event.event),
    ['rest_claimed'],
  )
  state = table.tick(state, 100 + PACE.claim, PACE)
  assert.equal(state.steps.length, 0)
  assert.equal(state.scene?.view.phase, 'deal_over')
  assert.deepEqual(
    state.log.map(({ event }) => event.event),
    ['rest_claimed', 'card_played', 'deal_ended'],
  )
})

test('bids and doubles are shown one after another, each with what was called until then', () => {
  const bidding = { phase: 'bidding' as const, contract: null, trick: START.trick }
  const before = table.receive(table.START, update(null, 10, [], bidding), 0, PACE)
  const calls = [
    { seat: 0, round: 1, trump: 'H' as const, value: 90, said: '' as const },
    { seat: 1, round: 1, trump: null, value: null, said: 'double' as const },
    { seat: 2, round: 1, trump: null, value: null, said: '' as const },
    { seat: 0, round: 1, trump: null, value: null, said: '' as const },
  ]
  const contract = { attacker: 0, trump: 'H' as const, value: 90, stake: 2 }
  let state = [
    update(10, 11, [{ event: 'bid_made', seat: 0, round: 1, trump: 'H', value: 90 }], {
      ...bidding,
      calls: calls.slice(0, 1),
    }),
    update(
      11,
      14,
      [
        { event: 'doubled', seat: 1, early: false },
        { event: 'passed', seat: 2, round: 1 },
        { event: 'passed', seat: 0, round: 1 },
      ],
      { calls, contract },
    ),
  ].reduce((before, message) => table.receive(before, message, 0, PACE), before)
  const shown = (step: number) => state.scene?.view.calls.slice(0, step)
  for (const step of [1, 2, 3]) {
    assert.deepEqual(shown(4), calls.slice(0, step))
    assert.equal(state.scene?.view.contract, null)
    assert.equal(state.bubbles.at(-1)?.seat, step - 1)
    state = table.skipStep(state, 0, PACE)
  }
  assert.deepEqual(state.scene?.view.contract, contract)
  assert.equal(state.scene?.view.phase, 'play')
  assert.deepEqual(shown(4), calls)
})
