// What do a browser and the server say to each other? The shapes of rebelote.server.messages.

export type SuitText = 'S' | 'H' | 'D' | 'C'
export type TrumpText = SuitText | 'all' | 'none'
export type Phase = 'cut' | 'packets' | 'bidding' | 'play' | 'deal_over' | 'match_over'
export type Language = 'fr' | 'nl' | 'sv' | 'en'

export interface Kind { shape: 'run' | 'square'; length: number; points: number }
export interface Meld { kind: Kind; top: string; cards: string[] }

export interface CutPack { do: 'cut'; depth: number }
export interface ChoosePackets { do: 'packets'; packets: number[] }
export interface Pass { do: 'pass' }
export interface Take { do: 'take'; contract: TrumpText }
export interface Play { do: 'play'; card: string; announce?: Kind[] }
export type Action = CutPack | ChoosePackets | Pass | Take | Play

export interface DealBegan { event: 'deal_began'; number: number; dealer: number; shuffled: boolean }
export interface PackCut { event: 'pack_cut'; seat: number; depth: number }
export interface CardsDealt { event: 'cards_dealt'; seat: number; packets: number[]; turned: string }
export interface Passed { event: 'passed'; seat: number; round: number }
export interface Took { event: 'took'; seat: number; round: number; trump: TrumpText }
export interface DealDied { event: 'deal_died'; number: number }
export interface Announced { event: 'announced'; seat: number; kinds: Kind[] }
export interface CardPlayed { event: 'card_played'; seat: number; card: string; said: '' | 'belote' | 'rebelote' }
export interface ContestSettled {
  event: 'contest_settled'
  side: number | null
  by: 'alone' | 'kind' | 'height' | 'trump' | 'order' | 'nobody'
}
export interface MeldsShown { event: 'melds_shown'; seat: number; melds: Meld[] }
export interface TrickWon { event: 'trick_won'; number: number; seat: number; leader: number; cards: string[]; points: number }
export interface DealEnded { event: 'deal_ended'; number: number; marks: number[] }
export interface MatchEnded { event: 'match_ended'; winner: number; scores: number[] }
export interface MatchBegan { event: 'match_began'; number: number }
export type Event =
  | MatchBegan | DealBegan | PackCut | CardsDealt | Passed | Took | DealDied | Announced | CardPlayed
  | ContestSettled | MeldsShown | TrickWon | DealEnded | MatchEnded

export interface Call { seat: number; round: number; trump: TrumpText | null }
export interface Contract { attacker: number; trump: TrumpText }
export interface Trick { leader: number; cards: string[]; winner: number | null }
export interface SeatMelds { seat: number; kinds: Kind[]; shown: Meld[] }
export interface Refusal { card: string; code: string; rule: string }
export interface Legal {
  actions: ('cut' | 'packets' | 'pass' | 'take' | 'play')[]
  cut_min: number
  cut_max: number
  packets: number[][]
  trumps: TrumpText[]
  cards: string[]
  refused: Refusal[]
  announce: Meld[]
}
export interface Line { code: string; side: number | null; points: number; rule: string; seat: number | null }
export interface Settlement { outcome: 'made' | 'failed' | 'tie'; marks: number[]; held: number; lines: Line[] }
export interface SheetRow {
  number: number
  dealer: number
  contract: Contract | null
  outcome: 'made' | 'failed' | 'tie' | null
  sweep: boolean
  marks: number[]
  held: number
  totals: number[]
}
export interface RuleCard {
  preset: string
  differs: Record<string, string>
  target: number
  players: number
  direction: 'cw' | 'ccw'
}
export interface View {
  rules: RuleCard
  seat: number
  match_number: number
  deal_number: number
  dealer: number
  phase: Phase
  to_act: number | null
  hand: string[]
  hand_sizes: number[]
  turned: string | null
  calls: Call[]
  contract: Contract | null
  trick: Trick
  last_trick: Trick | null
  tricks_won: number[]
  melds: SeatMelds[]
  contest: ContestSettled | null
  belote: number[]
  legal: Legal | null
  settlement: Settlement | null
  scores: number[]
  held: number
  sheet: SheetRow[]
  winner: number | null
  ready: boolean[]
}
export interface Player { seat: number; name: string; bot: boolean; connected: boolean }

export interface Join { type: 'join'; table: string; token: string; since: number | null }
export interface Act { type: 'act'; id: string; expect: number; action: Action }
export interface Ready { type: 'ready'; id: string; expect: number }
export interface Rematch { type: 'rematch'; id: string; expect: number }
export interface Since { type: 'since'; version: number }
export interface Ping { type: 'ping' }
export type FromClient = Join | Act | Ready | Rematch | Since | Ping

export interface Update {
  type: 'update'
  table: string
  since: number | null
  version: number
  events: Event[]
  view: View
  players: Player[]
}
export interface Ack { type: 'ack'; id: string; version: number }
export interface Refused { type: 'refused'; id: string | null; code: string; message: string; rule: string; version: number }
export interface Pong { type: 'pong' }
export type FromServer = Update | Ack | Refused | Pong

export interface NewTable { name?: string; preset?: string; options?: Record<string, string | number | boolean>; seed?: number | null }
export interface Seated { table: string; seat: number; token: string }
