// Fixtures: updates of a table at which seat 0 is about to lead, with what a test wants changed.
import type { Update, View } from '../../src/net/messages'
import type { Happening } from '../../src/table/state'

export const START: View = {
  rules: {
    preset: 'french',
    differs: {},
    target: 1000,
    players: 4,
    direction: 'ccw',
    unit: 1,
    booms: 1,
    hand_size: 8,
    assisted: true,
    kinds: [],
  },
  seat: 0,
  deal_number: 1,
  dealer: 3,
  phase: 'play',
  to_act: 0,
  hand: ['AS', '7H'],
  hand_sizes: [2, 2, 2, 2],
  turned: null,
  calls: [],
  contract: { attacker: 0, trump: 'H', value: null, stake: 1 },
  trick: { leader: 0, cards: [], winner: null },
  last_trick: null,
  tricks: [],
  tricks_won: [3, 3],
  melds: [],
  contest: null,
  belote: [],
  legal: {
    actions: ['play'],
    cut_min: 0,
    cut_max: 0,
    packets: [],
    calls: [],
    trumps: [],
    cards: ['AS', '7H'],
    refused: [],
    announce: [],
  },
  may: { calls: [], demand: [], challenge: [], stake: 0 },
  verdict: null,
  settlement: null,
  scores: [0, 0],
  held: 0,
  sheet: [],
  boom: 1,
  excess: [],
  winner: null,
  late: false,
  remembered: [],
}
const players = [0, 1, 2, 3].map((seat) => ({
  seat,
  name: `P${seat}`,
  bot: seat > 0,
  connected: true,
  ready: false,
  level: '',
  person: seat ? null : 'me',
  stand_in: false,
  rating: null,
  host: false,
  asks_to_pause: false,
}))

const TERMS = {
  pace: 'none',
  sit: 'link',
  watch: 'table',
  talk: 'free',
  level: 'club',
} as const
const COMPANY = {
  may_claim: false,
  claim: null,
  ends_at: null,
  pack: null,
  you: 0,
  host: true,
  watching: 0,
  onlookers: [],
  terms: TERMS,
  rules: START.rules,
  clock: null,
  code: 'KTRPLM',
  matched: false,
  rated: false,
}

export function update(
  since: number | null,
  version: number,
  events: Happening[],
  view: Partial<View> = {},
): Update {
  return {
    type: 'update',
    table: 't',
    since,
    version,
    events,
    view: { ...START, legal: null, to_act: 1, ...view },
    players,
    ...COMPANY,
  }
}
export const played = (seat: number, card: string): Happening => ({
  event: 'card_played',
  seat,
  card,
  said: '',
})
