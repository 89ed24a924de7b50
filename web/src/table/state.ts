// State of the table on screen, computed from the server's messages and the time. Pure: no DOM,
// socket or clock. Bots answer at once, so events queue up as steps and are shown one after
// another; the server's newest view is always shown last.

import type { Happening } from './events'
import { pauseAfter, type Pace, type Pause } from './pace'
import { FATAL_CODES, RETRY_CODES } from '../net/constants'
import type * as m from '../net/messages'
import type {
  Act,
  Event,
  FromServer,
  Player,
  Ready,
  Refused,
  Rematch,
  Reasons,
  Thought,
  Update,
  View,
} from '../net/messages'

/** The scene to draw: a view, with the finished trick still on it. */
export interface Scene {
  view: View
  players: Player[]
  /** The seat that won the trick lying finished on the table. */
  winner: number | null
  /** The finished trick is on its way to its winner. */
  sweeping: boolean
}

export interface Step {
  scene: Scene
  events: Happening[]
  pause: Pause
}

/** A speech bubble, or a row of cards shown at a seat, until it fades. */
export interface Bubble {
  seat: number
  event: Said
  until: number
}

export interface Entry {
  number: number
  event: Happening
}

/** Everything about the table that is not the game, as of the last update. */
export interface TableInfo {
  /** The player's seat; null for a spectator. */
  you: number | null
  host: boolean
  watching: number
  /** The first of those who look on. */
  onlookers: m.Onlooker[]
  terms: m.Terms
  rules: m.RuleCard | null
  code: string
  /** The quick match brought these people together. */
  matched: boolean
  /** The match in play, or the last, counts for ratings. */
  rated: boolean
  /** Why it does not, where strangers were brought together. */
  unrated: string
  /** The evening of a club whose game is played; empty elsewhere. */
  event: string
  /** The delay in seconds for the spectators of an evening. */
  delay: number
  /** Whether the player may claim the rest. */
  mayClaim: boolean
  /** Whether the player may take back the last call or card. */
  mayTakeBack: boolean
  /** Whether something was taken back: the match counts nowhere. */
  practice: boolean
  /** When the time of the match is up, in seconds since 1970, where it is limited. */
  endsAt: number | null
  /** Somebody claims the rest, as in real life. */
  claim: m.OpenClaim | null
}

/** Return the number of other spectators. */
export const watchersBeside = (table: TableInfo | null): number =>
  table ? table.watching - Number(table.you === null) : 0

/** Whether somebody reads what this seat writes; who watches cannot know. Where nobody may watch the
 * play, who is there without a seat neither writes nor reads. */
export const hasReaders = (
  table: TableInfo | null,
  { seat, players }: { seat: number; players: readonly Player[] },
): boolean =>
  (table?.terms.watch !== 'none' && (seat < 0 || (table?.watching ?? 0) > 0)) ||
  (seat >= 0 && players.filter((one) => one.person).length > 1)

/** The clock of the last update, and when it came; `full` is the time it began with. */
export interface Timing extends m.Clock {
  received: number
  full: number
}

/** A chat message, and until when it is shown beside its seat. */
export interface ChatLine extends m.Said {
  number: number
  until: number
}

export interface Notice {
  code: string
  message: string
  rule: string
  /** Number of the entry in the server's log, where the server itself failed. */
  reference?: string
}

/** Commands about seats and clocks, allowed while steps are still shown. */
export type SeatCommand =
  | m.Sit
  | m.Stand
  | m.SeatBot
  | m.Unseat
  | m.Swap
  | m.Begin
  | m.Back
  | m.Pause
  | m.Surrender
  | m.Think
  | m.ShowOut
export type Command = Act | m.Claim | m.AnswerClaim | m.TakeBack | Ready | Rematch | SeatCommand

export interface State {
  scene: Scene | null
  players: Player[]
  tableInfo: TableInfo | null
  clock: Timing | null
  chat: ChatLine[]
  /** The server closes for a while, at this time, once the deal is over. */
  closing: number | null
  /** The newest version heard of; `newest` is its view, which may still wait behind `steps`. */
  version: number | null
  newest: View | null
  steps: Step[]
  nextAt: number
  bubbles: Bubble[]
  /** Since when a pack waits for the secrets of the players' browsers: nobody can act. */
  awaited: number | null
  /** Whether the wait is long enough to be mentioned. */
  shuffling: boolean
  log: Entry[]
  connection: 'joining' | 'up' | 'down'
  /** The next update answers a `join` or `since`: it replaces the scene instead of being played. */
  resyncing: boolean
  /** An update is missing and has to be requested. */
  gap: boolean
  pending: Command | null
  acked: number | null
  notice: Notice | null
  /** A strong player's choice now, or that it has been requested. */
  hint: Thought | 'asked' | null
  /** Why the bots played as they did in the deal of this number, once somebody has asked. */
  reasons: Reasons | null
  /** The id of the request for a hint that is not answered yet. */
  hintRequest: string | null
  /** Why this seat cannot be taken up again. */
  lost: string | null
  /** Why the server refuses the connection for now; it is retried. */
  turnedAway: string | null
}

export const START: State = {
  scene: null,
  players: [],
  tableInfo: null,
  clock: null,
  chat: [],
  closing: null,
  version: null,
  newest: null,
  steps: [],
  nextAt: 0,
  bubbles: [],
  awaited: null,
  shuffling: false,
  log: [],
  connection: 'joining',
  resyncing: true,
  gap: false,
  pending: null,
  acked: null,
  notice: null,
  hint: null,
  reasons: null,
  hintRequest: null,
  lost: null,
  turnedAway: null,
}

const LOG_LENGTH = 200
const TALK_LENGTH = 50
/** Milliseconds for which a pack waits before it is said: most packs are there sooner. */
export const SHUFFLING_AFTER = 300
const LATER = new Set<string>(RETRY_CODES)
const FATAL = new Set<string>(FATAL_CODES)

// --- what the server says -----------------------------------------------------------------------

export function receive(state: State, message: FromServer, now: number, pace: Pace): State {
  switch (message.type) {
    case 'update':
      return tick(informed(updated(state, message), message, now), now, pace)
    case 'ack':
      return state.pending?.id === message.id
        ? settled({ ...state, acked: message.version })
        : state
    case 'refused':
      return refused(state, message)
    case 'hinted':
      return {
        ...state,
        hintRequest: null,
        hint: message.version === state.version ? message.thought : state.hint,
      }
    case 'reasons':
      return { ...state, reasons: message }
    case 'said':
      return chatReceived(state, message, now, pace)
    case 'notice':
      return message.code === 'maintenance'
        ? { ...state, closing: now + 1000 * (message.seconds ?? 0) }
        : { ...state, notice: { code: message.code, message: '', rule: 'table' } }
    default:
      return state
  }
}

/** Apply what does not wait for the steps: people, settings, clock. */
function informed(state: State, update: Update, now: number): State {
  const { you, host, watching, onlookers, terms, rules, code, matched, rated, clock } = update
  const {
    may_claim: mayClaim,
    may_take_back: mayTakeBack,
    practice,
    claim,
    unrated,
    event,
    delay,
  } = update
  const awaited = awaitsPack(state.awaited !== null, update) ? (state.awaited ?? now) : null
  return {
    ...state,
    turnedAway: null,
    awaited,
    shuffling: state.shuffling && awaited !== null,
    tableInfo: {
      you,
      host,
      watching,
      onlookers,
      terms,
      rules,
      code,
      matched,
      rated,
      unrated,
      event,
      delay,
      mayClaim,
      mayTakeBack,
      practice,
      endsAt: update.ends_at,
      claim,
    },
    clock: clock && timed(state.clock, clock, now),
  }
}

const PACK_CAME = new Set<Happening['event']>(['pack_made', 'deal_began', 'match_called_off'])

/** Whether a pack is awaited after an update. Whoever looks over a shoulder is told of its deal later. */
function awaitsPack(before: boolean, { since, pack, events, you, view }: Update): boolean {
  if (you === null && view !== null && view.seat >= 0) return false
  if (pack || since === null)
    return Boolean(pack?.sealed?.commitments.length) && pack?.nonces === null
  return events.reduce(
    (awaits, event) =>
      event.event === 'pack_sealed'
        ? event.commitments.length > 0
        : awaits && !PACK_CAME.has(event.event),
    before,
  )
}

function timed(before: Timing | null, clock: m.Clock, now: number): Timing {
  const left = clock.left ?? 0
  const same = before !== null && before.seat === clock.seat && left <= before.full
  return { ...clock, received: now, full: same && clock.left !== null ? before.full : left }
}

/** Return the seconds left on the clock; null where none runs. */
export const left = (clock: Timing, now: number): number | null =>
  clock.left === null || clock.paused
    ? null
    : Math.max(0, clock.left - (now - clock.received) / 1000)

function chatReceived(state: State, said: m.Said, now: number, pace: Pace): State {
  const one = {
    ...said,
    number: (state.chat.at(-1)?.number ?? 0) + 1,
    until: now + pace.bubble * (said.text ? 2.5 : 1.5),
  }
  return { ...state, chat: [...state.chat, one].slice(-TALK_LENGTH) }
}

function updated(state: State, update: Update): State {
  const received = settled({
    ...state,
    hint: update.version === state.version ? state.hint : null,
    connection: 'up',
    gap: false,
    players: update.players,
    version: update.version,
    newest: update.view,
  })
  const { version: known, scene } = state
  if (known === null || scene === null || isSnapshot(state, update))
    return resynced(state, received, update)
  const since = update.since ?? known
  if (update.version < known) return state
  if (update.version === known) return refreshed(received, update)
  if (since > known) return { ...state, connection: 'up', gap: true, resyncing: true }
  if (since < known) return resynced(state, received, update)
  return played(received, update, scene)
}

/** Whether the update cannot be played from what is shown, and replaces it. */
const isSnapshot = (state: State, update: Update): boolean =>
  state.resyncing || update.since === null || update.view === null || moved(state, update)

/** Queue an update, to be shown step by step. */
function played(state: State, update: Update, shown: Scene): State {
  const after = sceneOf(update)
  const before = state.steps.at(-1)?.scene ?? shown
  return after
    ? { ...state, steps: [...state.steps, ...steps(before, after, update.events)] }
    : state
}

/** Whether the point of view has changed: the player sat down or got up. */
const moved = (state: State, update: Update): boolean => state.newest?.seat !== update.view?.seat

/** Replace the scene at once; what happened meanwhile is logged, not played. */
function resynced(before: State, received: State, update: Update): State {
  const same = update.version === before.version && before.scene !== null && !moved(before, update)
  if (same) return refreshed({ ...received, resyncing: false }, update)
  const events = [...before.steps.flatMap((step) => step.events), ...update.events]
  return logged(
    { ...received, resyncing: false, steps: [], nextAt: 0, bubbles: [], scene: sceneOf(update) },
    events,
  )
}

/** Apply the same version again: only people may have changed. */
function refreshed(state: State, update: Update): State {
  if (state.steps.length || !state.scene || !update.view) return state
  return { ...state, scene: { ...state.scene, view: update.view, players: update.players } }
}

function refused(state: State, message: Refused): State {
  if (message.id === null && FATAL.has(message.code)) return { ...state, lost: message.code }
  if (state.connection !== 'up' && LATER.has(message.code))
    return { ...state, turnedAway: message.code }
  const behind = state.version !== null && message.version > state.version
  const mine = message.id !== null && message.id === state.pending?.id
  const help = message.id !== null && message.id === state.hintRequest
  // Whoever has played on need not be told why there is no hint.
  const unheard = help && (state.hint !== 'asked' || message.code === 'stale')
  const { code, rule, reference } = message
  return {
    ...state,
    gap: state.gap || behind,
    resyncing: state.resyncing || behind,
    ...(mine ? { pending: null, acked: null } : {}),
    ...(help ? { hintRequest: null, hint: state.hint === 'asked' ? null : state.hint } : {}),
    notice: unheard
      ? state.notice
      : { code, message: message.message, rule, ...(reference && { reference }) },
  }
}

/** Settle a command once it is acknowledged and the update with its consequence is here. */
function settled(state: State): State {
  const done = state.acked !== null && state.version !== null && state.version >= state.acked
  return done ? { ...state, pending: null, acked: null } : state
}

// --- from an update to steps --------------------------------------------------------------------

const sceneOf = (update: Update): Scene | null =>
  update.view && { view: update.view, players: update.players, winner: null, sweeping: false }

/** Build a step for each event, and the server's view at the end: between two versions the view is
 * drawn forward here. */
function steps(before: Scene, after: Scene, events: Happening[]): Step[] {
  const list: Step[] = []
  let view = before.view
  const claimed = events.findIndex(({ event }) => event === 'rest_claimed') + 1
  if (claimed && events[claimed]?.event === 'card_played') {
    const shown = { ...before, view: { ...view, to_act: null, legal: null } }
    const audible = events.slice(claimed).filter((event) => !isOfTricks(event))
    return [
      { scene: shown, events: events.slice(0, claimed), pause: 'claim' },
      { scene: after, events: audible, pause: 'none' },
    ]
  }
  events.forEach((event, i) => {
    view = forward(view, event)
    const scene = { ...after, view }
    if (event.event === 'trick_won') {
      list.push({ scene: { ...scene, winner: event.seat }, events: [event], pause: 'hold' })
      list.push({
        scene: { ...scene, winner: event.seat, sweeping: true },
        events: [],
        pause: 'sweep',
      })
      view = { ...view, trick: { leader: event.seat, cards: [], winner: null } }
    } else {
      list.push({ scene, events: [event], pause: pauseAfter(event, events[i + 1], view.seat) })
    }
  })
  const last = list.at(-1)
  if (!last || last.scene.sweeping) list.push({ scene: after, events: [], pause: 'none' })
  else last.scene = after
  return list
}

/** Whether it is a trick, or a card with no belote: those of a claimed rest are not shown. */
const isOfTricks = (event: Happening): boolean =>
  event.event === 'trick_won' ||
  (event.event === 'card_played' && (!event.said || event.said === 'akka'))

/** Apply the changes that an event alone determines, until the server's own view replaces them. */
function forward(view: View, event: Happening): View {
  const next = { ...view, to_act: null, legal: null }
  switch (event.event) {
    case 'card_played':
      return {
        ...next,
        hand: view.hand.filter((card) => event.seat !== view.seat || card !== event.card),
        hand_sizes: view.hand_sizes.map((size, seat) => size - Number(seat === event.seat)),
        trick: { ...view.trick, cards: [...view.trick.cards, event.card] },
      }
    case 'trick_won':
      return { ...next, trick: { leader: event.leader, cards: event.cards, winner: event.seat } }
    case 'passed':
      return {
        ...next,
        calls: withCall(view, event, event.form ? { form: event.form } : {}),
      }
    case 'bid_made':
      return {
        ...next,
        calls: withCall(view, event, { ...event, said: event.value === null ? 'bid' : '' }),
      }
    case 'doubled':
      return { ...next, calls: withCall(view, event, { said: 'double' }) }
    case 'redoubled':
      return { ...next, calls: withCall(view, event, { said: 'redouble' }) }
    case 'redeal_asked':
      return { ...next, calls: withCall(view, event, { said: 'redeal' }) }
    case 'call_said':
      return { ...next, calls: withCall(view, event, { trump: event.trump, said: event.name }) }
    case 'took':
      return {
        ...next,
        contract: { attacker: event.seat, trump: event.trump, value: null, stake: 1 },
      }
    default:
      return next
  }
}

/** Add a call to the calls, as far as it names a trump, a value, or a double. */
function withCall(
  { calls, hand_sizes }: View,
  { seat }: { seat: number },
  { trump = null, value = null, said = '', form }: Partial<m.Called>,
): m.Called[] {
  const round = Math.floor(calls.length / hand_sizes.length) + 1
  return [...calls, { seat, round, trump, value, said, ...(form ? { form } : {}) }]
}

// --- the clock ----------------------------------------------------------------------------------

/** Show every step whose time has come. */
export function tick(state: State, now: number, pace: Pace): State {
  let next = state.bubbles.some((bubble) => bubble.until <= now)
    ? { ...state, bubbles: state.bubbles.filter((bubble) => bubble.until > now) }
    : state
  if (next.chat.some((said) => faded(said, now)))
    next = {
      ...next,
      chat: next.chat.map((said) => (faded(said, now) ? { ...said, until: 0 } : said)),
    }
  if (now >= shufflingAt(next)) next = { ...next, shuffling: true }
  while (next.steps.length && now >= next.nextAt) next = shown(next, now, pace)
  return next
}

/** Whether the deal that is shown is over. */
export const isOver = ({ scene }: State): boolean =>
  scene?.view.phase === 'deal_over' || scene?.view.phase === 'match_over'

/** Whether a chat message has been shown for long enough. */
const faded = (said: ChatLine, now: number): boolean => said.until > 0 && said.until <= now

function shown(state: State, now: number, pace: Pace): State {
  const [step, ...rest] = state.steps
  if (!step) return state
  const spoken = step.events.filter(isSaid).map((event) => ({
    seat: event.seat,
    event,
    until: isAkka(event) ? Infinity : now + pace.bubble * (isLaid(event) ? 2 : 1),
  }))
  const led = step.events.some(({ event }) => event === 'card_played')
  const turned = step.events.some(({ event }) => event === 'trick_won')
  const kept = state.bubbles.filter(
    ({ seat, event }) =>
      !(led && isBid(event.event)) &&
      !(turned && isAkka(event)) &&
      !(event.event !== 'melds_shown' && spoken.some((bubble) => bubble.seat === seat)),
  )
  return logged(
    {
      ...state,
      steps: rest,
      scene: step.scene,
      nextAt: now + pace[step.pause],
      bubbles: [...kept, ...spoken],
    },
    step.events,
  )
}

/** Whether it was said in the auction: it is taken away as soon as a card is led. */
const isBid = (event: Happening['event']): boolean => BIDS.has(event)

const BIDS = new Set<Happening['event']>([
  'passed',
  'took',
  'bid_made',
  'doubled',
  'redoubled',
  'redeal_asked',
  'call_said',
])
const SAID = new Set<Happening['event']>([
  ...BIDS,
  'announced',
  'melds_shown',
  'disclosed',
  'demanded',
  'melds_lost',
  'challenged',
  'rest_claimed',
])
type Said = Extract<Event | m.RestClaimed, { seat: number }>

/** Whether it says that the card led is the highest left: partner reads it as long as the trick lies. */
const isAkka = (event: Said): boolean => event.event === 'card_played' && event.said === 'akka'

/** Whether cards are laid open with it. */
const isLaid = ({ event }: Said): boolean => event === 'melds_shown' || event === 'rest_claimed'

function isSaid(event: Happening): event is Said {
  if (event.event === 'card_played') return event.said !== ''
  return SAID.has(event.event)
}

function logged(state: State, events: Happening[]): State {
  if (!events.length) return state
  let number = state.log.at(-1)?.number ?? 0
  return {
    ...state,
    log: [...state.log, ...events.map((event) => ({ number: ++number, event }))].slice(-LOG_LENGTH),
  }
}

/** Return the time to mention an awaited pack; Infinity where it is mentioned, or none is awaited. */
const shufflingAt = ({ awaited, shuffling }: State): number =>
  awaited === null || shuffling ? Infinity : awaited + SHUFFLING_AFTER

/** Return the time of the next `tick`; Infinity: not before another message. */
export function wakeAt(state: State): number {
  return Math.min(
    shufflingAt(state),
    state.steps.length ? state.nextAt : Infinity,
    ...state.bubbles.map((bubble) => bubble.until),
    ...state.chat.map((said) => said.until || Infinity),
  )
}

/** Show the next step now, on a tap or a key. */
export function skipStep(state: State, now: number, pace: Pace): State {
  return state.steps.length ? tick({ ...state, nextAt: now }, now, pace) : state
}

/** Skip all steps, after the page was hidden for a while. */
export function skipAll(state: State): State {
  const last = state.steps.at(-1)
  if (!last) return state
  return logged(
    { ...state, steps: [], nextAt: 0, bubbles: [], scene: last.scene },
    state.steps.flatMap((step) => step.events),
  )
}

// --- the player and the connection ----------------------------------------------------------------------

/** Whether no match has begun, nor is its first pack being made. */
export const isBeforeMatch = ({ scene, steps, awaited }: State): boolean =>
  !scene && !steps.length && awaited === null

/** Whether the newest view is shown, its pack is ready, and no command is pending. */
export const canAct = (state: State): boolean =>
  canSend(state) && !state.steps.length && state.awaited === null

/** Whether we are connected and no command is pending. */
export const canSend = (state: State): boolean =>
  state.connection === 'up' && state.pending === null

/** Return the card that is being played, until the server has taken it; empty without one. */
export const sentCard = ({ pending }: State): string =>
  pending?.type === 'act' && pending.action.do === 'play' ? pending.action.card : ''

/** Return the card that a hint advises; empty without one. */
export const advisedCard = ({ hint }: State): string =>
  hint && hint !== 'asked' && hint.action.do === 'play' ? hint.action.card : ''

export const commandSent = (state: State, pending: Command): State => ({
  ...state,
  pending,
  acked: null,
  notice: null,
  hint: null,
})
export const hintAsked = (state: State, id: string): State => ({
  ...state,
  notice: null,
  hint: 'asked',
  hintRequest: id,
})
export const hintClosed = (state: State): State => ({ ...state, hint: null, hintRequest: null })
export const disconnected = (state: State): State => ({
  ...state,
  connection: 'down',
  resyncing: true,
  hintRequest: null,
  hint: state.hint === 'asked' ? null : state.hint,
})
export const resyncAsked = (state: State): State => ({ ...state, gap: false, resyncing: true })
export const withNotice = (state: State, notice: Notice | null): State => ({ ...state, notice })
