// Written by `python -m rebelote.server.typescript` from the server's messages; do not edit.

/** A card's text: rank 789TJQKA, then suit SHDC. */
export type Card = string;

/** Lift `depth` cards from the pack (`2:L5`): the seat before the dealer. */
export interface Cut {
  do: "cut";
  depth: number;
}

/** Deal the first cards in these packets (`2:L8`): the dealer. */
export interface Packets {
  do: "packets";
  packets: [number, number];
}

/** Pass in the auction (`2:L9`). */
export interface Pass {
  do: "pass";
}

/** Take, with this trump (`2:L9`). */
export interface Take {
  do: "take";
  contract: "S" | "H" | "D" | "C" | "all" | "none";
}

/** What is said in the first trick: a run's length or a square's points, no suit (`2:L30`). */
export interface Kind {
  kind: "run" | "square";
  length?: number;
  points?: number;
}

/** Play a card; at one's first, name one's announcements by kind (`2:L30`), or stay silent. */
export interface Play {
  do: "play";
  card: Card;
  announce?: Kind[];
  belote?: boolean;
}

/** Lay one's announcements open, before the card of the trick in which they are shown. */
export interface Show {
  do: "show";
}

/** Ask `seat` to show what it has announced (`2:L30`). */
export interface Demand {
  do: "demand";
  seat: number;
}

/** Accuse `seat` of false play in this deal: its tricks are looked at (`0:L67`). */
export interface Challenge {
  do: "challenge";
  seat: number;
}

/** Say that the cards were dealt wrongly, before one is played (`2:L11`). */
export interface Misdeal {
  do: "misdeal";
}

/** A match begins: the first at a table, or a rematch; `drawn` for the deal, by seat. */
export interface MatchBegan {
  event: "match_began";
  drawn: Card[];
}

/** A deal begins; `number` counts from 1, dead deals included; `shuffled`: from a fresh pack. */
export interface DealBegan {
  event: "deal_began";
  number: number;
  dealer: number;
  shuffled: boolean;
}

/** The pack is fixed: `commitment` is the digest of the secret it was made from. */
export interface PackSealed {
  event: "pack_sealed";
  commitment: string;
}

/** The pack was cut by `seat`. */
export interface PackCut {
  event: "pack_cut";
  seat: number;
  depth: number;
}

/** The dealer, `seat`, has dealt the first cards in these packets and turned one. */
export interface CardsDealt {
  event: "cards_dealt";
  seat: number;
  packets: [number, number];
  turned: Card;
}

/** `seat` passed in this round. */
export interface Passed {
  event: "passed";
  seat: number;
  round: number;
}

/** `seat` took at `trump`, and the rest of the pack was dealt. */
export interface Took {
  event: "took";
  seat: number;
  round: number;
  trump: "S" | "H" | "D" | "C" | "all" | "none";
}

/** Nobody took. */
export interface DealDied {
  event: "deal_died";
  number: number;
}

/** `seat` named its announcements, by kind only. */
export interface Announced {
  event: "announced";
  seat: number;
  kinds: Kind[];
}

/** `seat` played `card`; `said`: `belote`, `rebelote` or nothing. */
export interface CardPlayed {
  event: "card_played";
  seat: number;
  card: Card;
  said: "" | "belote" | "rebelote";
}

/** `seat` tells how high its announcement is, or answers one who has told (`0:L51`). */
export interface Disclosed {
  event: "disclosed";
  seat: number;
  answer: "equal" | "higher" | "lower" | "top";
  rank: string;
}

/** Whose announcements count, and what decided it; only where somebody announced. */
export interface ContestSettled {
  event: "contest_settled";
  side: number | null;
  by: "alone" | "height" | "kind" | "nobody" | "order" | "trump";
}

/** `seat` asks `of` to show what it announced (`2:L30`). */
export interface Demanded {
  event: "demanded";
  seat: number;
  of: number;
}

/** An announcement with its cards, high to low; `top` is the first of them. */
export interface Meld {
  kind: Kind;
  top: Card;
  cards: Card[];
}

/** `seat` showed its announcements. */
export interface MeldsShown {
  event: "melds_shown";
  seat: number;
  melds: Meld[];
}

/** `seat` did not show its announcements in time: they are lost (`0:L51`, `2:L30`). */
export interface MeldsLost {
  event: "melds_lost";
  seat: number;
}

/** Trick `number` (from 1), its cards in order of play, goes to `seat`. */
export interface TrickWon {
  event: "trick_won";
  number: number;
  seat: number;
  leader: number;
  cards: Card[];
  points: number;
}

/** `seat` accuses `accused` of false play: the tricks are looked at (`0:L67`). */
export interface Challenged {
  event: "challenged";
  seat: number;
  accused: number;
}

/** `seat` played `card` falsely in trick `trick`; `code` names the broken rule. */
export interface FalsePlayFound {
  event: "false_play_found";
  seat: number;
  card: Card;
  trick: number;
  code: string;
}

/** `seat` was accused and has played by the rules. */
export interface FalseAccusation {
  event: "false_accusation";
  seat: number;
}

/** The cards were dealt wrongly, says `seat` (`2:L11`). */
export interface DealMisdealt {
  event: "deal_misdealt";
  seat: number;
}

/** The deal was played and written: marks by side. */
export interface DealEnded {
  event: "deal_ended";
  number: number;
  marks: number[];
}

/** Side `winner` has won game `number` of several (`0:L61`). */
export interface BoomEnded {
  event: "boom_ended";
  number: number;
  winner: number;
  scores: number[];
}

/** Side `winner` has won the match. */
export interface MatchEnded {
  event: "match_ended";
  winner: number;
  scores: number[];
}

/** The secret the pack was made from, once the deal is over; `number` is the deal's. */
export interface SealOpened {
  event: "seal_opened";
  number: number;
  secret: string;
}

/** The first message on a socket: sit down with the seat's secret; `since`: version seen. */
export interface Join {
  type: "join";
  table: string;
  token: string;
  since?: number | null;
}

/** Do something at the table. `id` is unique a message; `expect` the version acted upon. */
export interface Act {
  type: "act";
  id: string;
  expect: number;
  action: Cut | Packets | Pass | Take | Play | Show | Demand | Challenge | Misdeal;
}

/** Go on after a deal has ended. */
export interface Ready {
  type: "ready";
  id: string;
  expect: number;
}

/** Play another match at this table, once one has ended. */
export interface Rematch {
  type: "rematch";
  id: string;
  expect: number;
}

/** What would a strong player do in one's place now? Changes nothing. */
export interface Hint {
  type: "hint";
  id: string;
  expect: number;
}

/** Ask for all that came after `version`. */
export interface Since {
  type: "since";
  version: number;
}

/** Are you there? */
export interface Ping {
  type: "ping";
}

/** The rules of the table: a preset, what differs from it, and the essentials. */
export interface RuleCard {
  preset: string;
  differs: Record<string, unknown>;
  target: number;
  players: number;
  direction: "ccw" | "cw";
  unit: number;
  booms: number;
  hand_size: number;
  assisted: boolean;
  kinds: Kind[];
}

/** One call; `trump` is None for a pass. Rounds count from 1. */
export interface Call {
  seat: number;
  round: number;
  trump: "S" | "H" | "D" | "C" | "all" | "none" | null;
}

/** Who took (the attacker), and what is trump. */
export interface Contract {
  attacker: number;
  trump: "S" | "H" | "D" | "C" | "all" | "none";
}

/** The trick in play, in order of play; `winner`: the seat winning it so far. */
export interface CardsOnTable {
  leader: number;
  cards: Card[];
  winner: number | null;
}

/** A card a seat in order of play, the seat that led and the seat that won. */
export interface Trick {
  leader: number;
  cards: Card[];
  winner: number;
}

/** What a seat announced, and what it has shown; `asked` to show, or `lost` for not showing. */
export interface SeatMelds {
  seat: number;
  kinds: Kind[];
  shown: Meld[];
  asked: boolean;
  lost: boolean;
}

/** Whose announcements count, and what decided it; side None: nobody's. */
export interface Contest {
  side: number | null;
  by: "alone" | "height" | "kind" | "nobody" | "order" | "trump";
}

/** A card in hand that may not be played now: the code of the refusal, and the rule. */
export interface RefusedCard {
  card: Card;
  code: string;
  rule: string;
}

/** What the seat to act may do; the fields of the verbs that are not offered are empty. */
export interface Legal {
  actions: ("cut" | "packets" | "pass" | "play" | "show" | "take")[];
  cut_min: number;
  cut_max: number;
  packets: [number, number][];
  trumps: ("S" | "H" | "D" | "C" | "all" | "none")[];
  cards: Card[];
  refused: RefusedCard[];
  announce: Meld[];
}

/** What a seat may do out of turn, at a table as in real life: the seats it may turn to. */
export interface Interventions {
  demand: number[];
  challenge: number[];
}

/** What looking at the tricks of an accused player brought to light (`0:L67`). */
export interface Verdict {
  accuser: number;
  accused: number;
  card: Card | null;
  trick: number | null;
  code: string | null;
}

/** One step of the derivation: catalogue key `score.<code>`, whose, how much, why. */
export interface Line {
  code: string;
  side: number | null;
  points: number;
  rule: string;
}

/** How a deal was written: marks by side with held points paid out, what is held now, why. */
export interface Settlement {
  outcome: "failed" | "false_play" | "made" | "misdeal" | "tie";
  marks: number[];
  held: number;
  sweep: boolean;
  lines: Line[];
}

/** One deal on the score sheet; a dead deal has no contract and no outcome. */
export interface SheetRow {
  number: number;
  dealer: number;
  contract: Contract | null;
  outcome: "failed" | "false_play" | "made" | "misdeal" | "tie" | null;
  sweep: boolean;
  marks: number[];
  held: number;
  totals: number[];
  boom: number;
  boom_winner: number | null;
}

/** What one seat saw of a deal: `hand`, the cards it was dealt itself, and what lay open. */
export interface SeenDeal {
  dealer: number;
  turned: Card | null;
  hand: Card[];
  calls: Call[];
  tricks: Trick[];
  trick: CardsOnTable;
}

/** Everything one seat may know, and nothing else. */
export interface View {
  rules: RuleCard;
  seat: number;
  deal_number: number;
  dealer: number;
  phase: "bidding" | "cut" | "deal_over" | "match_over" | "packets" | "play";
  to_act: number | null;
  hand: Card[];
  hand_sizes: number[];
  turned: Card | null;
  calls: Call[];
  contract: Contract | null;
  trick: CardsOnTable;
  last_trick: Trick | null;
  tricks: Trick[];
  tricks_won: number[];
  melds: SeatMelds[];
  contest: Contest | null;
  belote: number[];
  legal: Legal | null;
  may: Interventions;
  verdict: Verdict | null;
  settlement: Settlement | null;
  scores: number[];
  held: number;
  sheet: SheetRow[];
  boom: number;
  excess: number[];
  winner: number | null;
  remembered: SeenDeal[];
}

/** Who sits in a seat; `ready`: has asked for the next deal or a rematch; a bot's `level`. */
export interface Player {
  seat: number;
  name: string;
  bot: boolean;
  connected: boolean;
  ready: boolean;
  level: string;
}

/** What happened after version `since` up to `version`, and how things stand now. */
export interface Update {
  type: "update";
  table: string;
  since: number | null;
  version: number;
  events: (MatchBegan | DealBegan | PackSealed | PackCut | CardsDealt | Passed | Took | DealDied | Announced | CardPlayed | Disclosed | ContestSettled | Demanded | MeldsShown | MeldsLost | TrickWon | Challenged | FalsePlayFound | FalseAccusation | DealMisdealt | DealEnded | BoomEnded | MatchEnded | SealOpened)[];
  view: View;
  players: Player[];
}

/** The message `id` is on disk, as `version`. */
export interface Ack {
  type: "ack";
  id: string;
  version: number;
}

/** The message was not carried out: catalogue key `refusal.<code>`, a sentence, and the rule. */
export interface Refused {
  type: "refused";
  id: string | null;
  code: string;
  message: string;
  rule: string;
  version: number;
}

/** What a bot does, and why: a code of the catalogues (`why.<code>`) with what fills it in. */
export interface Thought {
  action: Cut | Packets | Pass | Take | Play | Show | Demand | Challenge | Misdeal;
  code: string;
  values: Record<string, unknown>;
  worth: Record<string, number>;
}

/** The hint that was asked for, at this version: an action, and why (`why.<code>`). */
export interface Hinted {
  type: "hinted";
  id: string;
  version: number;
  thought: Thought;
}

/** Here. */
export interface Pong {
  type: "pong";
}

/** POST /api/tables: a table for one person with bots of a `level`. */
export interface NewTable {
  name?: string;
  preset?: string;
  options?: Record<string, unknown>;
  real_life?: boolean;
  level?: string;
  seed?: number | null;
}

/** The answer: the table's id, one's seat and its secret. */
export interface Seated {
  table: string;
  seat: number;
  token: string;
}

/** What an HTTP request is answered that cannot be carried out. */
export interface Problem {
  code: string;
  message: string;
  rule: string;
}

/** GET /health: what should run beside what does; `ok` when they agree. */
export interface Health {
  ok: boolean;
  version: string;
  expected: Record<string, boolean>;
  actual: Record<string, boolean>;
  tables: number;
  tables_in_memory: number;
  sockets: number;
  waiting_to_be_written: number;
  waiting_to_be_thought: number;
}

export type Action = Cut | Packets | Pass | Take | Play | Show | Demand | Challenge | Misdeal;

export type Event = MatchBegan | DealBegan | PackSealed | PackCut | CardsDealt | Passed | Took | DealDied | Announced | CardPlayed | Disclosed | ContestSettled | Demanded | MeldsShown | MeldsLost | TrickWon | Challenged | FalsePlayFound | FalseAccusation | DealMisdealt | DealEnded | BoomEnded | MatchEnded | SealOpened;

export type FromClient = Join | Act | Ready | Rematch | Hint | Since | Ping;

export type FromServer = Update | Ack | Refused | Hinted | Pong;
