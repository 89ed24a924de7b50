// Written by `make generated` from the server's messages; do not edit.

/** A card's text: rank 789TJQKA, then suit SHDC. */
export type Card = string;

/** Lift `depth` cards from the pack (`french:5`): the seat before the dealer. */
export interface Cut {
  do: "cut";
  depth: number;
}

/** Deal the first cards in these packets (`french:8`): the dealer. */
export interface Packets {
  do: "packets";
  packets: number[];
}

/** Pass in the auction (`french:9`). */
export interface Pass {
  do: "pass";
}

/** Take, with this trump (`french:9`); `contract` in what is sent and kept. */
export interface Take {
  do: "take";
  contract: "S" | "H" | "D" | "C" | "all" | "none";
}

/** Bid so much with this trump, more than the bid before (`contree:auction`). */
export interface Bid {
  do: "bid";
  trump: "S" | "H" | "D" | "C" | "all" | "none";
  value?: number | "capot" | "generale" | `${number}capot` | null;
}

/** Double what the other side has bid: *contrer* (`contree:double`). */
export interface Double {
  do: "double";
}

/** Redouble one's own side's bid once it is doubled: *surcontrer* (`contree:double`). */
export interface Redouble {
  do: "redouble";
}

/** Have the cards dealt again, as the bidder doubled out of turn may choose (`cannes`). */
export interface Redeal {
  do: "redeal";
}

/** Say a call by its name, as in baloot (`baloot:raises`), perhaps with a trump. */
export interface NamedCall {
  do: "say";
  name: string;
  trump?: "S" | "H" | "D" | "C" | "all" | "none" | null;
}

/** The kind said in the first trick: a run's length or a square's points (`french:30`). */
export interface Kind {
  kind: "run" | "square";
  length?: number;
  points?: number;
}

/** Play a card; at one's first, name one's announcements by kind (`french:30`), or stay silent. */
export interface Play {
  do: "play";
  card: Card;
  announce?: Kind[];
  belote?: boolean;
}

/** Name one's announcements by kind before the first card, or none (`bela:announcements`). */
export interface Announce {
  do: "announce";
  announce?: Kind[];
}

/** Lay one's announcements open, before the card of the trick in which they are shown. */
export interface Show {
  do: "show";
}

/** Ask `seat` to show what it has announced (`french:30`). */
export interface Demand {
  do: "demand";
  seat: number;
}

/** Accuse `seat` of false play in this deal: its tricks are looked at (`flemish:67`). */
export interface Challenge {
  do: "challenge";
  seat: number;
}

/** Have the rest played out that `seat`, an opponent, claims (`baloot:sawa`). */
export interface Refuse {
  do: "refuse";
  seat: number;
}

/** Say that the cards were dealt wrongly, before one is played (`french:11`). */
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

/** The pack of a deal is sealed; `match` of this table and `number` say which, from 1 on. */
export interface PackSealed {
  event: "pack_sealed";
  commitment: string;
  commitments: string[];
  match: number;
  number: number;
  riffles: number | null;
  joined: boolean;
}

/** The pack is made from the sealed secret and these nonces, by seat, empty for who has none. */
export interface PackMade {
  event: "pack_made";
  nonces: string[];
}

/** The pack was cut by `seat`. */
export interface PackCut {
  event: "pack_cut";
  seat: number;
  depth: number;
}

/** The dealer, `seat`, has dealt the first cards in these packets, and perhaps turned one. */
export interface CardsDealt {
  event: "cards_dealt";
  seat: number;
  packets: number[];
  turned: Card | null;
}

/** `seat` passed in this round; `form`: where that has a word of its own. */
export interface Passed {
  event: "passed";
  seat: number;
  round: number;
  form?: "keep" | "second";
}

/** `seat` took at `trump`, and the rest of the pack was dealt. */
export interface Took {
  event: "took";
  seat: number;
  round: number;
  trump: "S" | "H" | "D" | "C" | "all" | "none";
}

/** `seat` bid so much at `trump`; `value` is None where trumps alone are bid. */
export interface BidMade {
  event: "bid_made";
  seat: number;
  round: number;
  trump: "S" | "H" | "D" | "C" | "all" | "none";
  value: number | "capot" | "generale" | `${number}capot` | null;
}

/** `seat` doubled what the other side had bid (`contree:double`); `early`: out of turn, against the rules (`cannes`). */
export interface Doubled {
  event: "doubled";
  seat: number;
  early: boolean;
}

/** `seat` redoubled what its own side had bid (`contree:redouble`). */
export interface Redoubled {
  event: "redoubled";
  seat: number;
}

/** `seat` made a call by its name, in a game that has such calls; perhaps with a trump. */
export interface CallSaid {
  event: "call_said";
  seat: number;
  name: string;
  trump: "S" | "H" | "D" | "C" | "all" | "none" | null;
}

/** `seat`, whose bid was doubled out of turn, has the cards dealt again (`cannes`). */
export interface RedealAsked {
  event: "redeal_asked";
  seat: number;
}

/** Nobody took. */
export interface DealDied {
  event: "deal_died";
  number: number;
}

/** `seat` named its announcements, by kind only; none where it has said that it has none. */
export interface Announced {
  event: "announced";
  seat: number;
  kinds: Kind[];
}

/** `seat` played `card`; `said`: `belote`, `rebelote`, `akka` or nothing. */
export interface CardPlayed {
  event: "card_played";
  seat: number;
  card: Card;
  said: "" | "akka" | "belote" | "rebelote";
}

/** `seat` says how high its announcement is, or answers one who has said it (`flemish:51`). */
export interface Disclosed {
  event: "disclosed";
  seat: number;
  answer: "equal" | "higher" | "lower" | "top";
  rank: string;
}

/** The side whose announcements count, and the deciding criterion; only after announcements. */
export interface ContestSettled {
  event: "contest_settled";
  side: number | null;
  by: "alone" | "height" | "kind" | "nobody" | "order" | "trump";
  shape: "" | "run" | "square";
}

/** `seat` asks `of` to show what it announced (`french:30`). */
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

/** `seat` did not show its announcements in time: they are lost (`flemish:51`, `french:30`). */
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
  fallen?: number;
}

/** `seat` accuses `accused` of false play: the tricks are looked at (`flemish:67`). */
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

/** `seat` has the rest played out that `of` claims; with a trick the claim fails (`baloot:sawa`). */
export interface ClaimRefused {
  event: "claim_refused";
  seat: number;
  of: number;
}

/** `seat` claimed the rest and lost trick `trick`: its side loses the deal (`baloot:sawa`). */
export interface ClaimFailed {
  event: "claim_failed";
  seat: number;
  trick: number;
}

/** The cards were dealt wrongly, says `seat` (`french:11`). */
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

/** Side `winner` has won game `number` of several (`flemish:61`). */
export interface BoomEnded {
  event: "boom_ended";
  number: number;
  winner: number;
  scores: number[];
}

/** Side `winner` has won the match; None: it is a draw. */
export interface MatchEnded {
  event: "match_ended";
  winner: number | null;
  scores: number[];
}

/** The secret and nonces that the pack was made from, once deal `number` is over. */
export interface SealOpened {
  event: "seal_opened";
  number: number;
  secret: string;
  nonces: string[];
}

/** Come to a table: to one's own seat if one has one, otherwise to watch. */
export interface Join {
  type: "join";
  table: string;
  since?: number | null;
  watch?: number | null;
  protocol?: number;
}

/** Do something at the table. `expect` is the version acted upon. */
export interface Act {
  type: "act";
  id: string;
  expect: number;
  action: Cut | Packets | Pass | Take | Bid | Double | Redouble | Redeal | NamedCall | Play | Announce | Show | Demand | Challenge | Refuse | Misdeal;
}

/** Claim the rest: all tricks left, as one who leads may where `Update.may_claim` says so. */
export interface Claim {
  type: "claim";
  id: string;
  expect: number;
}

/** Accept an opponent's claim of the rest, or have it played out; only as in real life. */
export interface AnswerClaim {
  type: "answer_claim";
  id: string;
  expect: number;
  accept: boolean;
}

/** Take back one's last call or card in this deal, and all that followed, against bots alone. */
export interface TakeBack {
  type: "take_back";
  id: string;
  expect: number;
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

/** Take a seat that is free or a bot's; one's own, if one has one, is left. */
export interface Sit {
  type: "sit";
  id: string;
  seat: number;
}

/** Give up one's seat: before a match it is free, in its midst a bot plays on. */
export interface Stand {
  type: "stand";
  id: string;
}

/** The host puts a bot of this level in a free seat; the table's level where none is said. */
export interface SeatBot {
  type: "seat_bot";
  id: string;
  seat: number;
  level?: string;
}

/** The host frees a seat, before a match. */
export interface Unseat {
  type: "unseat";
  id: string;
  seat: number;
}

/** The host has two seats change places, before a match. */
export interface Swap {
  type: "swap";
  id: string;
  seats: [number, number];
}

/** The host begins; bots take the seats that are free. */
export interface Begin {
  type: "begin";
  id: string;
}

/** Here again: the substituting bot hands the seat back. */
export interface Back {
  type: "back";
  id: string;
}

/** Vote to stop the clocks, or (`on` false) have them run again; never after a quick match. */
export interface Pause {
  type: "pause";
  id: string;
  on: boolean;
}

/** Ask one's side to give up the match, or (`on` false) refuse to. */
export interface Surrender {
  type: "surrender";
  id: string;
  on: boolean;
}

/** Ask for more time for this action, once a deal. */
export interface Think {
  type: "think";
  id: string;
}

/** Remove a spectator of a table as its host, or a person from a shared replay that one opened. */
export interface ShowOut {
  type: "show_out";
  id: string;
  person: string;
}

/** Commit to the nonce with this SHA-256 digest, for the next pack (`docs/fairness.md`). */
export interface Commit {
  type: "commit";
  id: string;
  digest: string;
}

/** The nonce that one committed to, now that the pack is sealed; `digest`: that of the next. */
export interface Reveal {
  type: "reveal";
  id: string;
  nonce: string;
  digest?: string | null;
}

/** A request for what a strong player would do in this place now. Changes nothing. */
export interface Hint {
  type: "hint";
  id: string;
  expect: number;
  on_device?: boolean;
}

/** A request for why the bots played as they did in the deal that was just played out. */
export interface Why {
  type: "why";
  id: string;
}

/** Ask for all that came after `version`. */
export interface Since {
  type: "since";
  version: number;
}

/** Say one of the fixed `phrase`s or `reaction`s, or free `text` where that is allowed. */
export interface Say {
  type: "say";
  id: string;
  phrase?: string;
  reaction?: string;
  text?: string;
}

/** Look for a table: alone, or as a pair whose two members name the same `party`. */
export interface Seek {
  type: "seek";
  id: string;
  preset?: string;
  pace?: "fast" | "normal" | "slow";
  party?: string;
  digest?: string | null;
}

/** Stop looking. Once it is acknowledged, a table that was just made goes on without one. */
export interface Unseek {
  type: "unseek";
  id: string;
}

/** Join a shared replay: a match that has ended, looked at by several together. */
export interface OpenReplay {
  type: "open_replay";
  replay: string;
  protocol?: number;
}

/** Lead from now on, and go there: after `move`, or where that is 0 in the match. */
export interface LeadReplay {
  type: "lead_replay";
  id: string;
  deal: number;
  step: number;
  move?: number;
}

/** Try a call or card, in the word of a record, that was not played. */
export interface TryMove {
  type: "try_move";
  id: string;
  word: string;
  parent?: number;
  deal?: number;
  step?: number;
}

/** Say something of a position: after `move`, or where that is 0 of one of the match. */
export interface CommentOn {
  type: "comment_on";
  id: string;
  text: string;
  move?: number;
  deal?: number;
  step?: number;
}

/** Take back a comment of one's own, or a move with all that follows it. */
export interface Withdraw {
  type: "withdraw";
  id: string;
  number: number;
}

/** Ask for `News` on this connection from now on. */
export interface Listen {
  type: "listen";
}

/** Ask for `TournamentChanged` of a tournament on this connection; empty: of none more. */
export interface Follow {
  type: "follow";
  event: string;
}

/** A ping, answered with a pong. */
export interface Ping {
  type: "ping";
}

/** A person sat down, or a `bot` was put there. */
export interface SeatTaken {
  event: "seat_taken";
  seat: number;
  name: string;
  bot: boolean;
}

/** `name` got up; before a match the seat is free, in its midst a bot has it. */
export interface SeatLeft {
  event: "seat_left";
  seat: number;
  name: string;
}

/** The occupants of these two seats changed places. */
export interface SeatsSwapped {
  event: "seats_swapped";
  seats: [number, number];
}

/** A bot plays on for the one who sits there: out of time (`clock`), or absent (`gone`). */
export interface BotSubstituted {
  event: "stood_in";
  seat: number;
  why: "clock" | "gone";
  no_show: boolean;
}

/** The one who sits there plays again. */
export interface CameBack {
  event: "came_back";
  seat: number;
}

/** The bot in this seat failed at its decision: the simplest legal action takes its place. */
export interface BotFailed {
  event: "bot_failed";
  seat: number;
}

/** The rules or terms of the next match were changed. */
export interface TermsChanged {
  event: "terms_changed";
}

/** The match is over without a winner: it had so many `deals`, and there may be no more. */
export interface MatchCalledOff {
  event: "match_called_off";
  deals: number;
}

/** A side gives up the match, which the other has won. */
export interface MatchGivenUp {
  event: "match_given_up";
  side: number;
}

/** `seat` took back its last call or card, and all that followed it. */
export interface ActionTakenBack {
  event: "action_taken_back";
  seat: number;
}

/** The time of the match is up: the deal in play is the last. */
export interface TimeUp {
  event: "time_up";
}

/** `seat` claims the rest. It lays its `cards` open, and all the tricks follow at once. */
export interface RestClaimed {
  event: "rest_claimed";
  seat: number;
  cards: Card[];
}

/** `seat` accepts an opponent's claim of the rest, or has it played out. */
export interface ClaimAnswered {
  event: "claim_answered";
  seat: number;
  accepted: boolean;
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
  bids_need: Record<string, number>;
  stock: number;
}

/** One call as it was made. Rounds count from 1. */
export interface Called {
  seat: number;
  round: number;
  trump: "S" | "H" | "D" | "C" | "all" | "none" | null;
  value: number | "capot" | "generale" | `${number}capot` | null;
  said: string;
  form?: "keep" | "second";
}

/** The contract of a deal: the declarer (the attacker), the trump, the bid and the stake. */
export interface Contract {
  attacker: number;
  trump: "S" | "H" | "D" | "C" | "all" | "none";
  value: number | "capot" | "generale" | `${number}capot` | null;
  stake: number;
  closed?: boolean;
  turned_to?: number;
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

/** The announcements of a seat, and those shown; `asked` to show, or `lost` for not showing. */
export interface SeatMelds {
  seat: number;
  kinds: Kind[];
  shown: Meld[];
  asked: boolean;
  lost: boolean;
}

/** The side whose announcements count, and the deciding criterion; side None: neither. */
export interface Contest {
  side: number | null;
  by: "alone" | "height" | "kind" | "nobody" | "order" | "trump";
  squares?: Contest | null;
}

/** A card in hand that may not be played now: the code of the refusal, and the rule. */
export interface RefusedCard {
  card: Card;
  code: string;
  rule: string;
}

/** The actions of the seat to act; the fields of verbs that are not offered are empty. */
export interface Legal {
  actions: ("announce" | "bid" | "cut" | "double" | "packets" | "pass" | "play" | "redeal" | "redouble" | "say" | "show" | "take")[];
  cut_min: number;
  cut_max: number;
  packets: number[][];
  calls: (Pass | Take | Bid | Double | Redouble | Redeal | NamedCall)[];
  trumps: ("S" | "H" | "D" | "C" | "all" | "none")[];
  cards: Card[];
  refused: RefusedCard[];
  announce: Meld[];
  pass_form?: "keep" | "second";
}

/** The actions of a seat out of turn: `calls`; at a table as in real life, also those by seat. */
export interface Interventions {
  calls: (Pass | Take | Bid | Double | Redouble | Redeal | NamedCall)[];
  demand: number[];
  challenge: number[];
  stake: number;
  early: boolean;
  claim: number;
}

/** The finding after a look at the tricks of an accused player (`flemish:67`). */
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

/** The settlement of a deal: marks by side with held points paid out, points now held, reasons. */
export interface Settlement {
  outcome: "eight" | "failed" | "false_play" | "made" | "misdeal" | "tie";
  marks: number[];
  held: number;
  sweep: boolean;
  lines: Line[];
  wins?: number;
}

/** One deal on the score sheet; a dead deal has no contract and no outcome. */
export interface SheetRow {
  number: number;
  dealer: number;
  contract: Contract | null;
  outcome: "eight" | "failed" | "false_play" | "made" | "misdeal" | "tie" | null;
  sweep: boolean;
  marks: number[];
  held: number;
  totals: number[];
  boom: number;
  boom_winner: number | null;
  swept_by: number | null;
  drawn?: boolean;
}

/** The deal as one seat saw it: `hand`, the cards it was dealt, and the open cards. */
export interface SeenDeal {
  dealer: number;
  turned: Card | null;
  hand: Card[];
  calls: Called[];
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
  calls: Called[];
  contract: Contract | null;
  standing: Contract | null;
  trick: CardsOnTable;
  last_trick: Trick | null;
  tricks: Trick[];
  tricks_won: number[];
  melds: SeatMelds[];
  contest: Contest | null;
  belote: number[];
  belote_cards: Card[];
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
  late: boolean;
  given_up: number | null;
  remembered: SeenDeal[];
}

/** A rating as it is shown: `value` ± `interval` (half of 95 %); `provisional` while wide. */
export interface Rated {
  value: number;
  interval: number;
  provisional: boolean;
}

/** The occupant of a seat; it is free without `person` and `bot`. */
export interface Player {
  seat: number;
  name: string;
  bot: boolean;
  connected: boolean;
  ready: boolean;
  level: string;
  person: string | null;
  stand_in: boolean;
  rating: Rated | null;
  host: boolean;
  asks_to_pause: boolean;
  asks_to_surrender: boolean;
  program: boolean;
  portrait: number;
}

/** The terms of a table: its seats and spectators, pace, and chat. */
export interface Terms {
  pace: "fast" | "none" | "normal" | "slow";
  sit: "friends" | "link" | "open";
  watch: "none" | "seat" | "table";
  talk: "free" | "phrases";
  level: string;
}

/** The seat whose time runs, and the time until a bot plays on there; all in seconds. */
export interface Clock {
  seat: number | null;
  left: number | null;
  banks: number[];
  paused: boolean;
  more: number;
}

/** A person who is at the table and has no seat. */
export interface Onlooker {
  person: string;
  name: string;
}

/** The public facts of the pack in play, for people who come later. */
export interface PackInPlay {
  sealed: PackSealed | null;
  nonces: string[] | null;
  depth: number | null;
  packets: number[] | null;
}

/** A claim of the rest, as in real life: the opponents in `asked` have not answered yet. */
export interface OpenClaim {
  seat: number;
  cards: Card[];
  asked: number[];
}

/** The events after version `since` up to `version`, and the state now. */
export interface Update {
  type: "update";
  table: string;
  since: number | null;
  version: number;
  events: (MatchBegan | DealBegan | PackSealed | PackMade | PackCut | CardsDealt | Passed | Took | BidMade | Doubled | Redoubled | CallSaid | RedealAsked | DealDied | Announced | CardPlayed | Disclosed | ContestSettled | Demanded | MeldsShown | MeldsLost | TrickWon | Challenged | FalsePlayFound | FalseAccusation | ClaimRefused | ClaimFailed | DealMisdealt | DealEnded | BoomEnded | MatchEnded | SealOpened | SeatTaken | SeatLeft | SeatsSwapped | BotSubstituted | CameBack | BotFailed | TermsChanged | MatchCalledOff | MatchGivenUp | ActionTakenBack | TimeUp | RestClaimed | ClaimAnswered)[];
  view: View | null;
  players: Player[];
  you: number | null;
  host: boolean;
  watching: number;
  terms: Terms;
  rules: RuleCard | null;
  clock: Clock | null;
  code: string;
  matched: boolean;
  rated: boolean;
  unrated: string;
  event: string;
  delay: number;
  onlookers: Onlooker[];
  pack: PackInPlay | null;
  may_claim: boolean;
  claim: OpenClaim | null;
  ends_at: number | null;
  may_take_back: boolean;
  practice: boolean;
}

/** An `Update` as its differences from the last one, or change, on the same connection. */
export interface Changed {
  type: "changed";
  since: number;
  version: number;
  events?: (MatchBegan | DealBegan | PackSealed | PackMade | PackCut | CardsDealt | Passed | Took | BidMade | Doubled | Redoubled | CallSaid | RedealAsked | DealDied | Announced | CardPlayed | Disclosed | ContestSettled | Demanded | MeldsShown | MeldsLost | TrickWon | Challenged | FalsePlayFound | FalseAccusation | ClaimRefused | ClaimFailed | DealMisdealt | DealEnded | BoomEnded | MatchEnded | SealOpened | SeatTaken | SeatLeft | SeatsSwapped | BotSubstituted | CameBack | BotFailed | TermsChanged | MatchCalledOff | MatchGivenUp | ActionTakenBack | TimeUp | RestClaimed | ClaimAnswered)[];
  fields?: Record<string, unknown>;
  view?: Record<string, unknown>;
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
  reference?: string;
  detail?: string;
}

/** A decision and its explanation: a message key (`why.<code>`) with what fills it in. */
export interface Thought {
  action: Cut | Packets | Pass | Take | Bid | Double | Redouble | Redeal | NamedCall | Play | Announce | Show | Demand | Challenge | Refuse | Misdeal;
  code: string;
  values: Record<string, unknown>;
  worth: Record<string, number>;
  intervals: Record<string, number>;
}

/** The requested hint, at this version: an action and why (`advice.<code>` or `why.<code>`). */
export interface Hinted {
  type: "hinted";
  id: string;
  version: number;
  thought: Thought;
}

/** The position of a hint that the client computes: all that its seat knows, past tricks too. */
export interface HintPosition {
  type: "hint_position";
  id: string;
  version: number;
  view: View;
}

/** The reason for an action of a bot, with its trick, from 1; 0 is the auction. */
export interface Reason {
  seat: number;
  trick: number;
  thought: Thought;
}

/** The requested reasons, of this deal, in order of play. */
export interface Reasons {
  type: "reasons";
  id: string;
  deal: number;
  reasons: Reason[];
}

/** A person at the table said this; `seat` null: a spectator. */
export interface Said {
  type: "said";
  seat: number | null;
  name: string;
  person: string;
  phrase: string;
  reaction: string;
  text: string;
}

/** The state of a search for a table; times in seconds. */
export interface Seeking {
  type: "seeking";
  waited: number;
  waits: number | null;
  here: number;
  with_bots_in: number | null;
  rated: boolean;
  neighbours: number;
}

/** There is a table, and a seat at it: join it. */
export interface Matched {
  type: "matched";
  table: string;
}

/** Something new for a person, to a connection that has subscribed (`Listen`). */
export interface News {
  type: "news";
  what: "called" | "friend" | "invitation" | "request";
  table: string;
  name: string;
}

/** A tournament that this connection follows may have changed: read it again. */
export interface TournamentChanged {
  type: "evening_changed";
  event: string;
}

/** A position: after so many steps of a deal, or after a move that was tried (not 0). */
export interface ReplayPlace {
  deal: number;
  step: number;
  move: number;
}

/** A move that was tried, by its number: what `TryMove` says of it, and who tried it. */
export interface SharedMove {
  number: number;
  word: string;
  parent: number;
  deal: number;
  step: number;
  by: string;
}

/** A comment, by its number: what `CommentOn` says of it, and whose it is. */
export interface SharedComment {
  number: number;
  text: string;
  move: number;
  deal: number;
  step: number;
  by: string;
}

/** The state of a shared replay: people `here` by id, and `names` of all who were here. */
export interface SharedReplay {
  type: "shared_replay";
  replay: string;
  match: string;
  version: number;
  leader: string;
  place: ReplayPlace;
  here: string[];
  names: Record<string, string>;
  moves: SharedMove[];
  comments: SharedComment[];
  mine: number[];
  opener: string;
}

/** A person leads a shared replay to another place. */
export interface ReplayLed {
  type: "replay_led";
  leader: string;
  place: ReplayPlace;
}

/** The changes of a shared replay; what is not named is unchanged. */
export interface ReplayChanged {
  type: "replay_changed";
  version: number;
  here?: string[] | null;
  led?: ReplayLed | null;
  names?: Record<string, string>;
  moves?: SharedMove[];
  comments?: SharedComment[];
  withdrawn?: number[];
  mine?: number[];
}

/** Something everyone should know: `maintenance` in so many seconds, after this deal. */
export interface Notice {
  type: "notice";
  code: string;
  seconds: number | null;
}

/** Here. */
export interface Pong {
  type: "pong";
}

/** POST /api/me: play as a guest of this name; PUT /api/me/name: change one's name. */
export interface NewName {
  name?: string;
}

/** PUT /api/me/portrait: the portrait of this number, from 1; 0: the one that follows from who one is. */
export interface NewPortrait {
  portrait: number;
}

/** POST /api/me/account: keep all this under a name and a password; the guest's games stay. */
export interface NewAccount {
  name: string;
  password: string;
}

/** POST /api/login; the games of the guest one was until now come along. */
export interface Login {
  name: string;
  password: string;
}

/** POST /api/me/password; every other session ends. */
export interface NewPassword {
  old: string;
  new: string;
}

/** POST /api/me/recovery-codes; the password once more. */
export interface RecoveryRequest {
  password: string;
}

/** POST /api/recover: a recovery code, and the password that it sets; every session ends. */
export interface Recovery {
  name: string;
  code: string;
  password: string;
}

/** DELETE /api/me: leave for good; a guest has no password to say. */
export interface AccountErasure {
  password?: string;
}

/** POST /api/auctions/shown: an auction whose last call is explained. */
export interface AskedAuction {
  preset: string;
  differs?: Record<string, unknown>;
  dealer: number;
  turned?: string;
  calls?: Record<string, unknown>[];
  call?: Pass | Take | Bid | Double | Redouble | Redeal | NamedCall | null;
  scores?: number[];
}

/** POST /api/me/practice/{match}/{deal}/{step}: a card, or the word of a call. */
export interface PracticeAnswer {
  choice: string;
}

/** POST /api/admin/fair-play/{person}/{other}/decision: the decision, and its reason. */
export interface FairPlayDecision {
  decision: "nothing" | "points";
  note: string;
}

/** PUT /api/me/fair-play/{id}: answer, or change the answer while nothing is decided. */
export interface NewFairPlayAnswer {
  text: string;
}

/** GET, PUT /api/friends/settings: the presence and requests that one allows. */
export interface FriendSettings {
  presence?: "friends" | "nobody";
  findable?: boolean;
  asked?: "anyone" | "met" | "nobody";
}

/** POST /api/friends/invitations: invite this friend to a table at which one sits. */
export interface NewInvitation {
  person: string;
  table: string;
}

/** PUT /api/me/relations/{person}: add this person; DELETE takes every kind off. */
export interface NewKnown {
  kind: "block" | "friend" | "mute";
}

/** POST /api/replays: a record (`docs/notation.md`) to be looked at. */
export interface NewReplay {
  record: string;
}

/** POST /api/matches/{match}/variation: a deal played on in another way. */
export interface NewVariation {
  actions?: string[];
  answers?: string;
  seat?: number;
  deal: number;
  step: number;
  record?: string;
}

/** POST /api/deals: a deal given by hand, to be looked at and played on. */
export interface NewDeal {
  actions?: string[];
  answers?: string;
  seat?: number;
  preset: string;
  dealer: number;
  hands: string[];
  turned?: string;
}

/** PUT /api/me/matches/{match}: a star, and a note for oneself. */
export interface MatchNote {
  starred: boolean;
  note?: string;
}

/** PUT /api/me/league-reminder: from which hour of the day (UTC); null for no reminders. */
export interface LeagueReminder {
  hour: number | null;
}

/** PUT /api/clubs/{club}/league. */
export interface NewClubLeague {
  preset: string;
}

/** PUT /api/me/lessons: names of lessons, as a course says they are stored. */
export interface LessonsDone {
  done: string[];
}

/** PUT /api/me/address: where to mail a link that confirms it; the password once more. */
export interface NewEmailAddress {
  address: string;
  password: string;
}

/** DELETE /api/me/address; the password once more. */
export interface EmailAddressRemoval {
  password: string;
}

/** POST /api/mail-link: the secret of a link that was mailed. */
export interface MailLink {
  secret: string;
}

/** POST /api/forgotten: the name of an account, or its address. */
export interface ForgottenPassword {
  who: string;
}

/** POST /api/reset: the secret of a link that was mailed, and the password that it sets. */
export interface PasswordReset {
  secret: string;
  password: string;
}

/** POST /api/admin/reports/settle: the outcome of all open reports about, or by, a person. */
export interface SettledAll {
  outcome: string;
  about?: string;
  told_by?: string;
}

/** POST /api/admin/reports/{id}/settle: what came of it; DELETE opens it again. */
export interface SettledReport {
  outcome: string;
}

/** POST /api/admin/sanctions: a person may not speak, or not play, for so many hours. */
export interface NewSanction {
  person: string;
  kind: "ban" | "mute";
  reason: string;
  hours?: number | null;
}

/** PUT /api/admin/people/{person}/role: `admin`, or nothing special. */
export interface NewRole {
  role: "" | "admin";
}

/** POST /api/reports: report a person at a table, with the deal, or at a shared replay. */
export interface Report {
  person: string;
  reason: "abuse" | "cheating" | "leaving" | "name" | "other";
  text?: string;
  table?: string;
  replay?: string;
}

/** POST /api/me/offline-matches: a match that has ended, as its record (`docs/notation.md`). */
export interface OfflineMatch {
  record: string;
}

/** PUT /api/me/push: notify this browser when it is one's turn; its keys are base64url. */
export interface PushSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** DELETE /api/me/push: notify this browser no more. */
export interface PushEndpoint {
  endpoint: string;
}

/** A deal as it is entered; all but `attacker` and `trump` are by side. */
export interface PaperDeal {
  attacker?: number | null;
  trump?: "S" | "H" | "D" | "C" | "all" | "none" | null;
  value?: number | "capot" | "generale" | `${number}capot` | null;
  stake?: number;
  points?: (number | null)[];
  trickless?: number[];
  melds?: number[];
  belote?: number[];
  trick_melds?: number[];
  alone?: boolean;
}

/** A match with real cards: its rules, who dealt first, and the deals as they were entered. */
export interface ScoreSheet {
  preset: string;
  house?: Record<string, unknown>;
  dealer?: number;
  deals?: PaperDeal[];
}

/** POST /api/shared-replays: a match that has ended or a record, to be looked at together. */
export interface NewSharedReplay {
  match?: string;
  record?: string;
}

/** POST /api/tables/{table}/deals/{deal}/review: the report of a review that a device made, as JSON. */
export interface DeviceReview {
  report: string;
}

/** PUT /api/me/statistics: the parts of one's statistics that are on one's profile. */
export interface StatisticsShown {
  shows: ("losses" | "marks" | "takes")[];
}

/** Terms as a person requests them; whether a match counts is no term. */
export interface RequestedTerms {
  pace?: "fast" | "none" | "normal" | "slow";
  sit?: "friends" | "link" | "open";
  watch?: "none" | "seat" | "table";
  talk?: "free" | "phrases";
  level?: string;
}

/** POST /api/tables: a table whose host one is, in seat 0. */
export interface NewTable {
  preset?: string;
  options?: Record<string, unknown>;
  real_life?: boolean;
  level?: string;
  terms?: RequestedTerms;
  begin?: boolean;
  digest?: string | null;
}

/** POST /api/me/tokens: a token for oneself, or for a `bot` of one's own. */
export interface NewToken {
  name: string;
  scopes: ("matches" | "play")[];
  days?: number;
  bot?: string;
}

/** POST /api/me/bots. */
export interface NewBot {
  name: string;
}

/** A prize, or the same one for several places. */
export interface Prize {
  kind?: "best-game" | "last" | "mark" | "nat" | "pit" | "place" | "roem";
  first?: number;
  last?: number;
  every?: number;
  mark?: "juniors" | "ladies" | "mixed" | "seniors" | "";
  round?: number;
  text?: string;
  cents?: number;
  percent?: number;
}

/** The format and ranking of a tournament. */
export interface Format {
  preset?: string;
  house?: Record<string, unknown>;
  deals?: number;
  rounds?: number;
  entrants?: "fours" | "melee" | "teams";
  draw?: "danish" | "groups" | "howell" | "knock-out" | "lots" | "mitchell" | "moving" | "round-robin" | "swiss";
  drawn_rounds?: number;
  groups?: number;
  finalists?: 0 | 2 | 4 | 8 | 16 | 32;
  third_place?: boolean;
  consolation?: boolean;
  ranking?: "points" | "wins";
  result_points?: [number, number, number];
  ties?: ("conceded" | "difference" | "first" | "lots" | "wins")[];
  cap?: number;
  bye?: number | null;
  forfeit?: number | null;
  excess?: "carry" | "ignore" | "tally";
  comparison?: "butler" | "matchpoints" | "mean";
  place?: "hall" | "online";
  pace?: "fast" | "normal" | "slow";
  wait?: number;
  delay?: number;
  admits?: "accounts" | "anyone" | "members";
  leavers?: "placed" | "unplaced";
  prizes?: string[];
  awards?: Prize[];
  prize_once?: boolean;
  fee?: number;
  currency?: string;
  fund?: number;
  unit?: number;
  counts?: ("nat" | "pit" | "roem")[];
  minutes?: number;
}

/** POST /api/tournaments; `club`: its club, if it has one. */
export interface NewTournament {
  name: string;
  format: Format;
  club?: string;
  trial?: boolean;
}

/** The key of a link that gives its reader a role in a tournament or a club. */
export interface SecretaryKey {
  key: string;
}

/** Something else is agreed on; how is drawn, only before the first draw. */
export interface FormatChanged {
  entry: "format-changed";
  format: Format;
}

/** A team, or in a mêlée a player, takes part. */
export interface Entered {
  entry: "entered";
  name: string;
  players?: string[];
  number?: number;
}

/** A wrong entry is removed before the first draw; later teams move up by a number. */
export interface Removed {
  entry: "removed";
  team: number;
}

/** A team has another name, or other players, as substitutes. */
export interface Renamed {
  entry: "renamed";
  team: number;
  name: string;
  players?: string[];
}

/** A team is drawn no more. */
export interface Left {
  entry: "left";
  team: number;
}

/** A team that had left is drawn again. */
export interface Returned {
  entry: "returned";
  team: number;
}

/** A person may take part no more; `player`: which of the team's, from 1, or all of them. */
export interface SentOut {
  entry: "sent-out";
  team: number;
  player?: number;
}

/** The last draw undone, before any game, for a team that came late. */
export interface DrawUndone {
  entry: "draw-undone";
}

/** The hall sees the last draw, which was held back. */
export interface Shown {
  entry: "shown";
}

/** The sides of a game of a round, numbered from 1; the next number adds a game. */
export interface Seat {
  game: number;
  sides: [number[], number[]];
  table?: number;
  deal?: number;
}

/** The secretary has changed by hand who plays at some tables of a round, and why. */
export interface Reseated {
  entry: "reseated";
  round: number;
  seats: Seat[];
  byes?: number[];
  reason: string;
  kept?: boolean;
}

/** A team is drawn at this table from now on, where that is possible; 0: at any. */
export interface TableFixed {
  entry: "table-fixed";
  team: number;
  table: number;
}

/** Two teams are not to be drawn against each other; `round`: in which one, 0: in none. */
export interface KeptApart {
  entry: "kept-apart";
  team: number;
  other: number;
  round?: number;
  apart?: boolean;
}

/** A team has paid so much of its entry fee in all; 0: nothing. */
export interface Paid {
  entry: "paid";
  team: number;
  cents: number;
}

/** A team belongs to these classes, which have prizes of their own, and to no others. */
export interface Marked {
  entry: "marked";
  team: number;
  marks?: ("juniors" | "ladies" | "mixed" | "seniors")[];
}

/** Counts of a game by side, beside the totals; see `formats.CountKind`. */
export interface Counts {
  roem?: [number, number];
  nat?: [number, number];
  pit?: [number, number];
}

/** The totals of a game by side; how many of what they hold, where it is known. */
export interface Score {
  points: [number, number];
  belotes?: number | null;
  sweeps?: number | null;
  announced?: number | null;
  deals?: number;
  counts?: Counts | null;
}

/** The secretary has entered or corrected the score of a game. */
export interface Scored {
  entry: "scored";
  round: number;
  game: number;
  score: Score;
}

/** A side did not come, or gave up. */
export interface Forfeited {
  entry: "forfeited";
  round: number;
  game: number;
  side: number;
}

/** A result is taken back: the game is open again. */
export interface Cleared {
  entry: "cleared";
  round: number;
  game: number;
}

/** Points are taken from a team; a negative number gives them back. */
export interface Penalised {
  entry: "penalised";
  team: number;
  points: number;
  reason?: string;
}

/** POST /api/tournaments/{tournament}/entries: all of them or none. */
export interface NewEntries {
  version: number;
  entries: (FormatChanged | Entered | Removed | Renamed | Left | Returned | SentOut | DrawUndone | Shown | Reseated | TableFixed | KeptApart | Paid | Marked | Scored | Forfeited | Cleared | Penalised)[];
}

/** POST /api/tournaments/{tournament}/draw: the phrase that the hall gave, where needed. */
export interface NewDraw {
  version: number;
  phrase?: string;
  held?: boolean;
}

/** POST /api/tournaments/{tournament}/seats: a change by hand of who plays whom, with a reason. */
export interface NewSeats {
  version: number;
  how: "add" | "exchange" | "late";
  reason: string;
  round?: number;
  teams?: number[];
  name?: string;
  results?: "ask" | "clear" | "stay";
}

/** POST /api/tournaments/{tournament}/undo: the number of the entry in the log. */
export interface UndoneEntry {
  number: number;
}

/** POST /api/tournaments/{tournament}/game: a side's score, by the key of its slip. */
export interface ReportedScore {
  key: string;
  own: number;
  other: number;
  counts?: Counts | null;
}

/** POST /api/tournaments/{tournament}/players: the team to be partner in; 0: a new one. */
export interface JoinedTeam {
  partner?: number;
}

/** POST /api/clubs. */
export interface NewClub {
  name: string;
}

/** A new name of the club. */
export interface ClubRenamed {
  entry: "club-renamed";
  name: string;
}

/** A member, who gets the next number. */
export interface MemberAdded {
  entry: "member-added";
  name: string;
}

/** A member's name, and the other names under which they were entered. */
export interface MemberChanged {
  entry: "member-changed";
  member: number;
  name: string;
  also?: string[];
  here?: boolean;
}

/** The rule by which a season counts. */
export interface SeasonRule {
  who?: "players" | "teams";
  counts?: "places" | "points" | "results" | "wins";
  places?: number[];
  attendance?: number;
  total?: "mean" | "sum";
  best?: number;
  ties?: ("best" | "evenings" | "firsts" | "wins")[];
  promoted?: number;
  relegated?: number;
}

/** A season or a division of one, which gets the next number. */
export interface SeasonOpened {
  entry: "season-opened";
  name: string;
  rule: SeasonRule;
}

/** The name, rule and tournaments of a season. */
export interface SeasonChanged {
  entry: "season-changed";
  season: number;
  name: string;
  rule: SeasonRule;
  events?: string[];
}

/** POST /api/clubs/{club}/entries: all of them or none. */
export interface NewClubEntries {
  version: number;
  entries: (ClubRenamed | MemberAdded | MemberChanged | SeasonOpened | SeasonChanged)[];
}

/** POST /api/clubs/{club}/tournaments: a tournament that one has prepared becomes the club's. */
export interface TakenTournament {
  tournament?: string;
  event?: string;
}

/** PUT /api/clubs/{club}/people/{person}: the role that a person gets; empty: none any more. */
export interface GivenClubRole {
  role: "" | "helper" | "member" | "owner" | "secretary";
}

/** POST /api/tournaments/{tournament}/forgotten: a name as it stands, or stood, in a team. */
export interface ForgottenName {
  name: string;
}

/** POST /api/files: a file as it was saved, as text. */
export interface SavedFile {
  text: string;
}

/** POST /api/recovery-sheets/{owned}/owner: the secret of a sheet. */
export interface SheetKey {
  key: string;
}

/** A fault in a record, in English, with its place; `code`: of the rule that is broken. */
export interface RecordFault {
  message: string;
  line?: number | null;
  deal?: number | null;
  action?: number | null;
  code?: string;
}

/** The answer to an HTTP request that cannot be carried out. */
export interface Problem {
  code: string;
  message: string;
  rule: string;
  detail?: string;
  reference?: string;
  fault?: RecordFault | null;
  sign?: string;
}

/** GET /api/me: who the cookie says one is; `null` without one. `role`: empty, or `admin`. */
export interface Me {
  id: string;
  name: string;
  account: boolean;
  role: string;
  settings: Record<string, unknown>;
  portrait: number;
}

/** The number of recovery codes that an account has left. */
export interface RecoveryCodesLeft {
  left: number;
}

/** Codes that are shown this once; those of before are void. */
export interface NewRecoveryCodes {
  codes: string[];
}

/** One row of GET /api/me/sessions. */
export interface Session {
  id: string;
  created: number;
  seen: number;
  agent: string;
  this: boolean;
}

/** One row of GET /api/me/notices: what was done to one's account in another session, and when. */
export interface SecurityNotice {
  id: number;
  at: number;
  what: "password-changed" | "signed-in";
}

/** A badge: matches won, rule sets by which some were won, contracts made, deals with every trick (`sweeps`), doubled deals won, puzzles solved, whole courses of lessons done, or days in a row with one of the day. */
export interface Badge {
  kind: "contracts" | "days" | "doubled" | "lessons" | "puzzles" | "rules" | "sweeps" | "wins";
  level: number;
  count: number;
  next: number | null;
}

/** GET /api/people/{person}/badges: a person's numbers of matches and wins, and their badges. */
export interface Badges {
  matches: number;
  won: number;
  badges: Badge[];
}

/** The meaning of a call for everybody at the table: the sentence `call.shows.<code>`. */
export interface CallShown {
  code: "all" | "double" | "none" | "nothing" | "redeal" | "redouble" | "suit";
  values?: Record<string, string | number>;
}

/** One's play of the day's deal: marks of both sides, taker, contract and outcome. */
export interface DailyLine {
  marks: number;
  others: number;
  contract: string;
  took: boolean;
  outcome: string;
  value: number | "capot" | "generale" | `${number}capot` | null;
  stake: number;
  taker: number | null;
}

/** Today's deal of a game: the table where one has begun it, and one's result. */
export interface TodayDeal {
  preset: string;
  table: string | null;
  mine: DailyLine | null;
  played: number;
  rank: number | null;
  better_than: number | null;
}

/** Today's puzzle: the game, the kind of question, and whether one was right (null before an answer). */
export interface TodayPuzzle {
  preset: string;
  kind: "call" | "ending" | "lead";
  right: boolean | null;
}

/** One's results of a day: the lead in marks in its deal, and whether the answer to its puzzle was right; null where one did not play. */
export interface TodayMark {
  day: string;
  lead: number | null;
  right: boolean | null;
}

/** A friend's result in today's deal of a game; `line`: null until one has played it. */
export interface TodayFriend {
  id: string;
  name: string;
  preset: string;
  line: DailyLine | null;
}

/** GET /api/today: the deals and the puzzle of the day, and one's results. */
export interface Today {
  date: string;
  deals: TodayDeal[];
  deal_streak: number;
  puzzle: TodayPuzzle;
  puzzle_streak: number;
  days: TodayMark[];
  friends: TodayFriend[];
}

/** A line of the field. */
export interface DailyField {
  line: DailyLine;
  times: number;
  made: number;
  lead: number;
  mine: boolean;
}

/** The first card that was played of one's hand, null where it is not known, and the lines that followed, the best first. */
export interface DailyOpening {
  card: string | null;
  lines: DailyField[];
  times: number;
  made: number;
  lead: number;
  mine: boolean;
}

/** A contract of the field, as in `DailyLine`, with the first cards played. */
export interface DailyContract {
  times: number;
  made: number;
  lead: number;
  mine: boolean;
  contract: string;
  took: boolean;
  value: number | "capot" | "generale" | `${number}capot` | null;
  stake: number;
  taker: number | null;
  openings: DailyOpening[];
}

/** A line, and the cards of one's hand in the order in which they were played. */
export interface DailyPlayed {
  line: DailyLine;
  cards: string[];
}

/** The result of a bot of a level in one's seat. */
export interface DailyBot {
  level: string;
  line: DailyLine;
}

/** The results of each level of bots in the deal, the weakest first. */
export interface DailyBots {
  levels: DailyBot[];
  perfect: number;
}

/** GET /api/daily: the deal of the day of one game, one of `presets`. */
export interface Daily {
  date: string;
  preset: string;
  level: string;
  table: string | null;
  mine: DailyLine | null;
  better_than: number | null;
  played: number;
  text: string;
  cards: string[];
  field: DailyContract[];
  best: DailyPlayed | null;
  rank: number | null;
  counts: boolean;
  presets: string[];
  tricks: boolean[];
  bots: DailyBots | null;
  bots_due: boolean;
}

/** The answer: the table, one's seat, and the code others come by. */
export interface Seated {
  table: string;
  seat: number;
  code: string;
}

/** The puzzle of a day: whether one answered it rightly, null before one has answered. */
export interface PuzzlePast {
  day: string;
  kind: "call" | "ending" | "lead";
  theme: "bid" | "cash" | "exit" | "feed" | "finesse" | "keep" | "lead_trumps" | "pass" | "ruff" | "save" | "win" | null;
  right: boolean | null;
}

/** GET /api/puzzles: the puzzles of the last days of the game `preset`, the latest first. */
export interface PuzzleArchive {
  preset: string;
  days: PuzzlePast[];
}

/** GET /api/drills: the puzzles of a drill, by their identifiers, the dearest mistakes first. */
export interface Drill {
  preset: string;
  puzzles: string[];
}

/** GET /api/me/practice/{match}/{deal}/{step}: what the seat knew before it decided. */
export interface PracticePosition {
  view: View;
  names: string[];
  calls: Record<string, Pass | Take | Bid | Double | Redouble | Redeal | NamedCall>;
  points: number[];
}

/** A fact about a decision: the code of its sentence (`reason.is.<code>`) and its parameters. */
export interface Fact {
  code: string;
  values?: Record<string, string | number>;
}

/** One call or card of one seat. All worths and losses are in marks, as differences between the own side and the other. */
export interface Decision {
  number: number;
  seat: number;
  action: string;
  choice: string;
  kind: "bad_luck" | "best" | "decisive" | "imprecision" | "lucky";
  best: string[];
  advised: string[];
  loss_true: number;
  loss_known: number;
  chance_to_lose: number;
  interval?: number;
  call?: boolean;
  forced?: boolean;
  exact?: boolean;
  true?: Record<string, number>;
  expected?: Record<string, number>;
  line_played?: Card[];
  line_best?: Card[];
  facts?: Fact[];
  why?: Fact[];
}

/** One's answer to a puzzle, and the review of the decision in which a player erred. */
export interface PuzzleAnswered {
  choice: string;
  right: boolean;
  decision: Decision;
  calls: Record<string, Pass | Take | Bid | Double | Redouble | Redeal | NamedCall>;
  answers: number;
  share: number | null;
  own: Decision | null;
  record: string;
}

/** GET /api/puzzle: the puzzle of a day, as one of the `kind`s. */
export interface PuzzleOfTheDay {
  day: string;
  kind: "call" | "ending" | "lead";
  preset: string;
  presets: string[];
  position: PracticePosition;
  rating: Rated;
  mine: Rated | null;
  streak: number;
  theme: "bid" | "cash" | "exit" | "feed" | "finesse" | "keep" | "lead_trumps" | "pass" | "ruff" | "save" | "win" | null;
  answered: PuzzleAnswered | null;
  turns: boolean;
}

/** GET and POST /api/drills/{puzzle}: a puzzle of a drill, and with an answer its verdict. */
export interface Drilled {
  kind: "call" | "ending" | "lead";
  preset: string;
  position: PracticePosition;
  rating: Rated;
  theme: "bid" | "cash" | "exit" | "feed" | "finesse" | "keep" | "lead_trumps" | "pass" | "ruff" | "save" | "win" | null;
  answered: PuzzleAnswered | null;
  turns: boolean;
}

/** The oEmbed response for a replay: `html` is the code to embed. */
export interface Embedding {
  version: string;
  type: string;
  provider_name: string;
  provider_url: string;
  title: string;
  html: string;
  width: number;
  height: number;
}

/** One row of GET /api/people?name=, and of GET /api/admin/admins. */
export interface PersonName {
  person: string;
  name: string;
}

/** The answer of one of the two players, and its time. */
export interface FairPlayAnswer {
  person: PersonName;
  at: number;
  text: string;
}

/** The moderators' last case about a pair, its moderator, and the pair's number of deals then. */
export interface FairPlayCase {
  asked: number | null;
  until: number | null;
  answers: FairPlayAnswer[];
  decision: string;
  note: string;
  settled: number | null;
  by: string;
  by_name: string;
  deals: number;
}

/** A pair above the threshold: the strongest `test` and its z-value. */
export interface FairPlayPair {
  people: [PersonName, PersonName];
  deals: number;
  test: string;
  z: number;
  case: FairPlayCase | null;
}

/** GET /api/admin/fair-play; `compared`: how many pairs have deals enough to be compared. */
export interface FairPlayPairs {
  threshold: number;
  compared: number;
  pairs: FairPlayPair[];
}

/** A test of a pair: its z-value beside all other pairs, and beside the same two players with others (null where they had none). */
export interface FairPlayTest {
  test: string;
  z: number;
  own: number | null;
}

/** A deal as a record without names, and the side of the pair: 0 sits in seats 0 and 2. */
export interface FairPlayDeal {
  record: string;
  side: number;
}

/** GET /api/admin/fair-play/{person}/{other}: the deals of a pair that weigh most. */
export interface FairPlayEvidence {
  pair: FairPlayPair;
  tests: FairPlayTest[];
  samples: FairPlayDeal[][];
  suspected: number;
}

/** One row of GET /api/me/fair-play: both players of a pair were asked for an answer. */
export interface FairPlayQuestion {
  id: number;
  partner: PersonName;
  asked: number;
  until: number;
  answer: string;
  decision: "" | "nothing" | "points";
  note: string;
  settled: number | null;
}

/** The number of hands with a value, and the number expected of a fair shuffle. */
export interface Cell {
  value: number[];
  count: number;
  expected: number;
}

/** A figure of the hands of one seat. `corrected`: the p-value by Holm, among all of a report. */
export interface HandFigure {
  code: string;
  seat: number;
  cells: Cell[];
  p: number | null;
  corrected: number | null;
}

/** Something that players influence, by seat: how often, and of how many. */
export interface SeatFigure {
  code: string;
  counts: number[];
  of: number[];
  p: number | null;
}

/** The deals of one way of making packs, with so many players and cards before the auction. */
export interface Part {
  packs: "gathered" | "riffled" | "shuffled";
  players: number;
  cards: number;
  size: number;
  deals: number;
  hands: HandFigure[];
  seats: SeatFigure[];
}

/** The counts and the verdict. */
export interface FairnessReport {
  deals: number;
  repeated: number;
  tests: number;
  below: number;
  departs: boolean;
  parts: Part[];
}

/** GET /api/fairness: what hands a month's deals held; `months`: those there are, latest first. */
export interface FairnessMonth {
  months: string[];
  month: string;
  over: boolean;
  matches: number;
  until: number;
  report: FairnessReport | null;
}

/** A friend, and where they are, as far as they let friends see it. */
export interface Friend {
  person: string;
  name: string;
  state: "away" | "online" | "table";
  table: string;
  may: "" | "join" | "watch";
  portrait: number;
}

/** A request to be friends, of this person or to this person. */
export interface FriendRequest {
  person: string;
  name: string;
  since: number;
  portrait: number;
}

/** A friend's invitation to a table at which there is room. */
export interface TableInvitation {
  person: string;
  name: string;
  table: string;
  at: number;
  portrait: number;
}

/** GET /api/friends: friends, requests to and from others, and invitations. */
export interface Friends {
  friends: Friend[];
  requests: FriendRequest[];
  sent: FriendRequest[];
  invitations: TableInvitation[];
  bots: Friend[];
}

/** A person with whom one has played, the number of matches as partners, and of those won. */
export interface Partner {
  person: string;
  name: string;
  matches: number;
  won: number;
  at: number;
  friend: boolean;
  portrait: number;
  program: boolean;
}

/** GET /api/friends/partners: the people met recently, and the pairs one has been part of. */
export interface Partners {
  recent: Partner[];
  pairs: Partner[];
}

/** One row of GET /api/me/relations: a friend, a person muted or blocked. */
export interface Known {
  person: string;
  name: string;
  kind: "block" | "friend" | "mute";
  here: boolean;
  pending: boolean;
}

/** A player of a match, by seat: the name, the level of a bot, a person's id and portrait. */
export interface ReplayPlayer {
  name: string;
  level: string;
  person: string | null;
  portrait: number;
  program: boolean;
}

/** A match of one's own: the players by seat, and one's private star and note. */
export interface MyMatch {
  match: string;
  at: number;
  preset: string;
  rated: boolean;
  won: boolean;
  marks: number;
  others: number;
  players: ReplayPlayer[];
  starred: boolean;
  note: string;
  given_up: boolean;
  left: boolean;
}

/** GET /api/me/matches: a page, the newest first; `next`: the match `before` which to go on. */
export interface MyMatches {
  matches: MyMatch[];
  next: string;
}

/** A step of a replay: its events, and the differences from the step before. */
export interface ReplayStep {
  events: (MatchBegan | DealBegan | PackSealed | PackMade | PackCut | CardsDealt | Passed | Took | BidMade | Doubled | Redoubled | CallSaid | RedealAsked | DealDied | Announced | CardPlayed | Disclosed | ContestSettled | Demanded | MeldsShown | MeldsLost | TrickWon | Challenged | FalsePlayFound | FalseAccusation | ClaimRefused | ClaimFailed | DealMisdealt | DealEnded | BoomEnded | MatchEnded | SealOpened)[];
  hands: Card[][] | null;
  view: Record<string, unknown>;
}

/** A remark in a record, made after so many actions of its deal. */
export interface Remark {
  after: number;
  text: string;
}

/** The tables of a law. Cards are numbered 0 to 31; a set of them is a mask with one bit a card. */
export interface LawTables {
  duties: number[];
  trump: number;
  strength: number[];
  points: number[];
  last_trick: number;
  withheld: [number, number][];
  partners: boolean;
  not_led: number;
  bonuses: [number, number][];
}

/** A deal of a replay; `sealed`, `secret` and `nonces` as they were disclosed in play. */
export interface ReplayDeal {
  number: number;
  steps: ReplayStep[];
  sealed: PackSealed | null;
  secret: string;
  nonces: string[];
  remarks: Remark[];
  law: LawTables | null;
}

/** GET /api/matches/{match}, and the answer to POST /api/replays: a match step by step. */
export interface Replay {
  match: string;
  players: ReplayPlayer[];
  deals: ReplayDeal[];
  ended: number | null;
  rated: boolean;
  seat: number | null;
}

/** A legal action of `seat`; `word`: its form in a record. */
export interface NextAction {
  word: string;
  seat: number;
  action: Cut | Packets | Pass | Take | Bid | Double | Redouble | Redeal | NamedCall | Play | Announce | Show | Demand | Challenge | Refuse | Misdeal;
}

/** The answer to POST /api/deals: the deal so far, as steps and as a record. */
export interface EnteredDeal {
  to_act: number | null;
  choices: NextAction[];
  actions: string[];
  decisions: Decision[];
  replay: Replay;
  record: string;
}

/** A deal as it was up to a step, and as it was then played on. */
export interface Variation {
  to_act: number | null;
  choices: NextAction[];
  actions: string[];
  decisions: Decision[];
  deal: ReplayDeal;
}

/** One row of GET /api/leagues: a league of which one is a member. */
export interface LeagueCard {
  league: string;
  name: string;
  preset: string;
  division: number;
  table: string | null;
  played: boolean;
}

/** A member in the table of a division. */
export interface LeagueRow {
  division: number;
  rank: number;
  id: string;
  name: string;
  points: number;
  steps: number;
  days: number;
  line: "" | "down" | "up";
  portrait: number;
}

/** One's result of a day; `lead`: the marks by which one was ahead. */
export interface LeagueMark {
  day: string;
  lead: number;
  points: number | null;
  steps: number | null;
}

/** GET /api/leagues/{league}: a season of a league, with the tables of both divisions. */
export interface League {
  league: string;
  name: string;
  preset: string;
  presets: string[];
  season: string;
  seasons: string[];
  over: boolean;
  date: string;
  level: string;
  division: number;
  table: string | null;
  mine: DailyLine | null;
  played: number;
  counts: boolean;
  best: number;
  rows: LeagueRow[];
  days: LeagueMark[];
  seal: string;
  next_seal: string;
  reminder: number | null;
}

/** A member's result in a day's deal, and its points. */
export interface LeagueLine {
  division: number;
  id: string;
  name: string;
  line: DailyLine;
  points: number;
  steps: number;
  table: string;
  portrait: number;
}

/** GET /api/leagues/{league}/days/{day}: a day that is over, as everybody played it. */
export interface LeagueDay {
  league: string;
  name: string;
  preset: string;
  day: string;
  compared: boolean;
  lines: LeagueLine[];
  seed: string;
}

/** One row of GET /api/people/{person}/leagues: where a person stands in the season. */
export interface LeaguePlace {
  league: string;
  name: string;
  preset: string;
  season: string;
  division: number;
  rank: number;
  members: number;
  days: number;
}

/** GET /api/clubs/{club}/league: the game of a club's league, empty where it has none. */
export interface ClubLeague {
  preset: string;
  presets: string[];
}

/** A call of a seat. */
export interface SaidCall {
  seat: number;
  text: string;
}

/** The table as seat 0 sees it: the trick in order from its leader, the turned card. */
export interface Position {
  trump: string;
  leader: number;
  trick: string[];
  hand: string[];
  turned: string;
  calls: SaidCall[];
}

/** A possible answer (a card, a call or a word), and the comment on it. */
export interface Choice {
  value: string;
  text: string;
  right: boolean;
  because: string;
}

/** A position with a question, answered by a card of the hand or of the trick, or a choice. */
export interface Question {
  name: string;
  text: string;
  of: "choice" | "hand" | "trick";
  at: Position;
  choices: Choice[];
}

/** A lesson: a title and its questions; `direction`: which way the turn goes. */
export interface Taught {
  name: string;
  title: string;
  direction: string;
  questions: Question[];
  stored: string[];
}

/** GET /api/learn/{preset}: every lesson by the law of a rule set, and the words of the pages. */
export interface Course {
  preset: string;
  direction: string;
  lessons: Taught[];
  words: Record<string, string>;
  deal: string[];
  offered: string[];
}

/** The last trick, and the comment on it. */
export interface TrickEnded {
  leader: number;
  cards: string[];
  winner: number;
  text: string;
  instead: string;
  lost: number;
}

/** The learner's card that cost most, and the number of choices before it. */
export interface CostlyCard {
  trick: string;
  text: string;
  before: number;
}

/** The end of the guided deal: its winner, and the points to remember. */
export interface DealOver {
  title: string;
  won: boolean;
  points: [number, number] | null;
  written: string;
  best: TrickEnded | null;
  costly: CostlyCard | null;
  praise: string;
}

/** GET /api/learn/{preset}/deal: the state of the deal, and the legal choices. */
export interface GuidedDeal {
  direction: string;
  at: Position;
  text: string;
  advised: string;
  choices: Choice[];
  tricks: [number, number];
  points: [number, number];
  ended: TrickEnded | null;
  doubts: Record<string, string>;
  over: DealOver | null;
}

/** A trick as it was played. */
export interface CountedTrick {
  leader: number;
  cards: string[];
  winner: number;
}

/** A question about the cards played, asked after so many tricks. */
export interface CountQuestion {
  after: number;
  text: string;
  choices: Choice[];
}

/** GET /api/learn/{preset}/count: a deal to look at, and the questions about it. */
export interface CountDeal {
  direction: string;
  level: number;
  at: Position;
  tricks: CountedTrick[];
  questions: CountQuestion[];
}

/** GET /api/recovery: whether this server sends mail, to set another password by. */
export interface RecoveryOptions {
  mail: boolean;
}

/** GET /api/me/address: the confirmed address, and one that waits to be confirmed; or empty. */
export interface EmailAddress {
  confirmed: string;
  pending: string;
}

/** The purpose of a link (`confirm`, `reset`), its account, and the address of its mail. */
export interface MailLinkUse {
  purpose: "confirm" | "reset";
  name: string;
  address: string;
}

/** One row of GET /api/admin/reports: a report, and what was said at the table of late. */
export interface Reported {
  id: number;
  at: number;
  by: string;
  by_name: string;
  by_account: boolean;
  by_open: number;
  against: string;
  against_name: string;
  table: string;
  replay: string;
  version: number;
  reason: string;
  text: string;
  talk: Said[];
  times: number;
  settled: number | null;
  settled_by: string | null;
  settled_by_name: string;
  outcome: string | null;
}

/** The reports about one person that wait: how many, how many of accounts, and the first. */
export interface ReportGroup {
  against: string;
  against_name: string;
  count: number;
  accounts: number;
  reports: Reported[];
}

/** GET /api/admin/reports/groups; `next`: what to ask for as `after`, null at the end. */
export interface ReportPage {
  groups: ReportGroup[];
  next: string | null;
}

/** One row of GET /api/admin/sanctions; DELETE /api/admin/sanctions/{id} lifts it. */
export interface Sanction {
  id: number;
  person: string;
  name: string;
  kind: "ban" | "mute";
  reason: string;
  by: string;
  by_name: string;
  since: number;
  until: number | null;
  lifted: number | null;
  lifted_by: string | null;
  lifted_by_name: string;
}

/** The details of an entry of the audit, besides actor, act and subject; they differ by act. */
export interface AuditDetails {
  hours?: number | null;
  reason?: string;
  measure?: number | null;
  kind?: "" | "ban" | "mute";
  role?: string;
  report?: number | null;
  reports?: number | null;
  outcome?: string;
}

/** One row of GET /api/admin/audit: who did what about whom, the latest first. */
export interface AuditEntry {
  id: number;
  at: number;
  by: string;
  by_name: string;
  act: string;
  about: string;
  about_name: string;
  facts: AuditDetails;
}

/** A node of the cluster, as the answering node knows it; times in seconds. */
export interface NodeCard {
  name: string;
  asked: boolean;
  tables: number;
  sockets: number;
  lag: number;
  silence: number;
}

/** A match that a person played: marks of the own side, and of the best other. */
export interface PlayedMatch {
  table: string | null;
  at: number;
  preset: string;
  rated: boolean;
  won: boolean;
  marks: number;
  others: number;
  offline: string;
  left: boolean;
}

/** A rating by one rule set: a row of a leaderboard or profile. */
export interface Standing {
  person: string;
  name: string;
  preset: string;
  rating: Rated;
  matches: number;
  bot: boolean;
}

/** A rating as it was after a match. */
export interface RatingPoint {
  at: number;
  preset: string;
  value: number;
  interval: number;
}

/** GET /api/people/{person}. `shows`: which parts of their statistics are there to be read. */
export interface Profile {
  person: string;
  name: string;
  account: boolean;
  since: number;
  standings: Standing[];
  points: RatingPoint[];
  matches: PlayedMatch[];
  shows: ("losses" | "marks" | "takes")[];
  portrait: number;
  owner: PersonName | null;
}

/** GET /api/push: the key that browsers subscribe with; null where the server notifies nobody. */
export interface PushService {
  key: string | null;
}

/** GET /api/searches: how many people look for a table, by preset; no preset without any. */
export interface Searchers {
  presets: Record<string, number>;
  unrated: "" | "club" | "guests" | "met-today" | "networks" | "new-accounts" | "no-show" | "no-strangers" | "rematch";
}

/** The possible entries of a `PaperDeal`. By trump: `stakes`, and `totals`, all points of the tricks. */
export interface PaperForm {
  players: number;
  sides: number[];
  trumps: ("S" | "H" | "D" | "C" | "all" | "none")[];
  values: (number | "capot" | "generale" | `${number}capot`)[];
  stakes: Record<string, number[]>;
  totals: Record<string, number>;
  melds: boolean;
  belote: boolean;
  trick_melds: boolean;
}

/** A deal on the sheet: its row, the points of the tricks by side, and the derivation. */
export interface PaperRow {
  row: SheetRow;
  points: number[];
  lines: Line[];
}

/** The sheet so far. `dealer`: of the next deal; None once the match is over. */
export interface PaperSheet {
  form: PaperForm;
  rows: PaperRow[];
  scores: number[];
  held: number;
  dealer: number | null;
  winner: number | null;
}

/** The answer: the id of the shared replay, `#/together/ID`. */
export interface OpenedReplay {
  replay: string;
}

/** A value that an option may have, in words. */
export interface RuleValue {
  value: unknown;
  sentence: string;
}

/** An option with its value and the values that may be chosen. */
export interface RuleOption {
  key: string;
  section: string;
  title: string;
  kind: "choice" | "number" | "numbers" | "pairs";
  value: unknown;
  usual: unknown;
  sentence: string;
  usual_sentence: string;
  applies: boolean;
  offered: boolean;
  values: RuleValue[];
}

/** A conflict of options: its sentence and the options in it. */
export interface RuleProblem {
  sentence: string;
  options: string[];
}

/** GET /api/rules/{preset}: every option, what differs from the rule set, and what cannot be. */
export interface HouseRules {
  preset: string;
  first: string[];
  sections: Record<string, string>;
  options: RuleOption[];
  differs: Record<string, unknown>;
  points: number;
  link: string;
  problem: RuleProblem | null;
}

/** The expected and the actual state of a part of the server. */
export interface Condition {
  ok: boolean;
  expected: Record<string, number>;
  actual: Record<string, number>;
}

/** GET /health: the expected and the actual state; `ok` when they agree. */
export interface Health {
  ok: boolean;
  expected: Record<string, boolean>;
  actual: Record<string, boolean>;
  version?: string | null;
  build?: string | null;
  tables?: number | null;
  tables_in_memory?: number | null;
  sockets?: number | null;
  waiting_to_be_written?: number | null;
  waiting_to_be_thought?: number | null;
  disk_free?: number | null;
  backup_age?: number | null;
  longest_stall?: number | null;
  stalls_too_long?: number | null;
  chores_overdue?: string[] | null;
  chores?: Record<string, Condition> | null;
  parts?: Record<string, Condition> | null;
  warnings?: string[] | null;
  node?: string | null;
  other_nodes?: string[] | null;
  log_lag?: number | null;
  wire?: boolean | null;
}

/** The facts of a rule set that a page needs; `left_out`: the cards missing from its pack. */
export interface PresetSummary {
  players: number;
  direction: string;
  hand_size: number;
  left_out: string;
  auction: string;
  must_name: string;
  turns_up: boolean;
  round3: string;
  no_suit_bids: string;
  no_suit_points: string;
  target: number;
  end_deals: number | null;
  belote: string;
  trick_melds: string;
  beat_defence: boolean;
  melds: string;
  run_points: number[];
  squares: string;
  low_carre_points: number;
}

/** Games from outside, as they are in the page: rule sets, scales, and words by language. */
export interface Games {
  presets: Record<string, PresetSummary>;
  points: Record<string, [string, number][]>;
  words: Record<string, Record<string, string>>;
  overruled: Record<string, Record<string, Record<string, string>>>;
}

/** The place of an error; `step`: the number of the deal's actions before it. */
export interface PracticePlace {
  match: string;
  deal: number;
  step: number;
  preset: string;
  decisive: boolean;
}

/** The mistakes of one group: their number, and the marks that they lost. */
export interface MistakeGroup {
  group: "declared" | "gave_points" | "kept_points" | "lead" | "missed_trick" | "other" | "other_trump" | "partner" | "passed_strong" | "spent_trump" | "spent_winner" | "took_weak" | "trumps";
  count: number;
  loss: number;
  trend: number[];
}

/** GET /api/me/practice: errors to practise, the most instructive first. */
export interface PracticeList {
  positions: PracticePlace[];
  due: number;
  waiting: number;
  groups: MistakeGroup[];
}

/** The number of matches under a rule set, and of those that are counted. */
export interface PlayedPreset {
  preset: string;
  played: number;
  counted: number;
}

/** The mean of so many values, with both ends of its 95 % interval where there is one. */
export interface StatisticsFigure {
  subject: "ahead" | "kind" | "loss" | "loss_by" | "loss_in" | "made" | "made_at" | "made_in" | "marks" | "took" | "took_at";
  about: string;
  count: number;
  mean: number;
  low: number | null;
  high: number | null;
  few: boolean;
  average: number | null;
}

/** The figures of a month, named as `2026-11`. */
export interface StatisticsMonth {
  month: string;
  figures: StatisticsFigure[];
}

/** GET /api/me/statistics: what a person's matches by one rule set add up to. */
export interface Statistics {
  preset: string;
  presets: PlayedPreset[];
  figures: StatisticsFigure[];
  months: StatisticsMonth[];
  level: string;
  people: number;
  shows: ("losses" | "marks" | "takes")[];
}

/** The share of a seat in the result of a deal, in marks of side 0 minus side 1. */
export interface Share {
  seat: number;
  known: number;
  chance: number;
}

/** The review of one deal of a match. */
export interface DealReport {
  number: number;
  marks: number[];
  worth: number;
  shares: Share[];
  decisions: Decision[];
  exact: boolean;
}

/** The review of a deal. `calls`: what the words mean by which it names calls. */
export interface ReviewedDeal {
  report: DealReport;
  calls: Record<string, Pass | Take | Bid | Double | Redouble | Redeal | NamedCall>;
}

/** GET /api/tables/{table}/deals/{deal}/review: the review of a deal, or how far it is. */
export interface Review {
  ahead: number;
  done: number;
  seconds: number;
  newcomer: boolean;
  reviewed: ReviewedDeal | null;
}

/** A thought from a seat's view of its turn; `same`: whether the seat did the same. */
export interface Opinion {
  thought: Thought;
  same: boolean;
}

/** GET /api/tables/{table}/deals/{deal}/actions/{action}/opinion: what a master would have done, or nothing yet. */
export interface MastersOpinion {
  opinion: Opinion | null;
}

/** The verdict on an answer (among the best or not), and the review of the decision. */
export interface PracticeAnswered {
  right: boolean;
  decision: Decision;
  calls: Record<string, Pass | Take | Bid | Double | Redouble | Redeal | NamedCall>;
  again: number;
  own: Decision | null;
}

/** GET /api/tables/{id} (or its code): what one sits down to. Also the rows of the lobby. */
export interface TableCard {
  table: string;
  code: string;
  rules: RuleCard;
  rule_card: string;
  terms: Terms;
  players: Player[];
  watching: number;
  playing: boolean;
}

/** A row of GET /api/me/tables: a table at which one's match is under way. */
export interface OwnTable {
  table: string;
  seat: number;
  version: number;
  to_act: boolean;
  rules: RuleCard;
  scores: number[];
  players: Player[];
}

/** One row of GET /api/me/tokens; `person`: for whom it acts; `seen`: when it was last used. */
export interface Token {
  id: string;
  name: string;
  scopes: ("matches" | "play")[];
  person: string;
  created: number;
  seen: number | null;
  expires: number;
}

/** The answer to POST /api/me/tokens; the `secret` is shown this once. */
export interface MadeToken {
  secret: string;
  token: Token;
}

/** One row of GET /api/me/bots. */
export interface BotAccount {
  person: string;
  name: string;
  created: number;
}

/** One row of GET /api/tournaments. `mine`: whether it is one's own; `others`: with a role. */
export interface TournamentCard {
  tournament: string;
  event: string;
  name: string;
  created: number;
  touched: number;
  mine: boolean;
  others: number;
}

/** One row of GET /api/tournaments/models: a ready format, and its name. */
export interface TournamentModel {
  name: string;
  format: Format;
}

/** The answer to POST /api/tournaments: the id by which its page is found. */
export interface OpenedTournament {
  tournament: string;
  event: string;
}

/** A team, or a player of a mêlée; `here`: whether it is drawn; `table`: always there, or 0. */
export interface TournamentTeam {
  number: number;
  name: string;
  players: string[];
  here: boolean;
  penalty: number;
  table: number;
  marks: ("juniors" | "ladies" | "mixed" | "seniors")[];
}

/** A game at a table: its players, and the scores entered. */
export interface TableGame {
  sides: [number[], number[]];
  points: [number, number] | null;
  forfeit: number | null;
  reports: [[number, number] | null, [number, number] | null];
  state: "disputed" | "open" | "over" | "reported";
  table: number;
  deal: number;
  values: [number, number] | null;
  starts: [number, number];
  by_hand: string;
  counts: Counts | null;
  report_counts: [Counts | null, Counts | null];
}

/** A match of two teams of four, at two tables. */
export interface TournamentMatch {
  tables: [number, number];
  teams: [number, number];
  gains: [number, number];
  deals: number;
  counts: [number, number] | null;
}

/** A round: the time and phrase of its draw, its games by table, and the teams that sit out. */
export interface TournamentRound {
  drawn: number;
  phrase: string;
  secret: string;
  undone: number;
  games: TableGame[];
  byes: number[];
  matches: TournamentMatch[];
}

/** A team in the standing; `finals`: games of the knock-out that it won, -1 for no finalist. */
export interface StandingRow {
  rank: number;
  team: number;
  played: number;
  wins: number;
  results: number;
  points: number;
  conceded: number;
  excess: number;
  finals: number;
  line: "" | "east" | "north";
  value: number | null;
  by_round: (number | null)[];
  ties: (number | null)[];
  left: boolean;
  absent: number;
  counts: number[];
  group: number;
  place: number;
}

/** Two teams that are not drawn against each other; `round`: in which one, 0: in none. */
export interface Apart {
  team: number;
  other: number;
  round: number;
}

/** A team that a corrected result has put out, in a round, and the `winner` in its place. */
export interface KnockOutRepair {
  round: number;
  team: number;
  winner: number;
}

/** A prize that a team has won, by place, 0 for another kind, or with `shared` winners. */
export interface WonPrize {
  kind: "best-game" | "last" | "mark" | "nat" | "pit" | "place" | "roem";
  place: number;
  team: number;
  shared: number;
  text: string;
  cents: number;
  mark: "juniors" | "ladies" | "mixed" | "seniors" | "";
  round: number;
}

/** GET /api/tournaments/{tournament}: a tournament as everybody may see it. */
export interface TournamentState {
  tournament: string;
  event: string;
  club: string;
  version: number;
  name: string;
  format: Format;
  teams: TournamentTeam[];
  rounds: TournamentRound[];
  standings: StandingRow[];
  expected: number;
  next: "draw" | "over" | "scores";
  by_lots: boolean;
  draw_seal: string;
  secretary: boolean;
  role: "" | "helper" | "member" | "owner" | "secretary";
  now: number;
  seal: string;
  cards: string;
  open: boolean;
  trial: boolean;
  held: boolean;
  apart: Apart[];
  repairs: KnockOutRepair[];
  prizes: WonPrize[];
}

/** GET /api/tournaments/{tournament}/totals: the possible sums of both totals of a game. */
export interface GameTotals {
  deals: number | null;
  possible: number[];
}

/** GET /api/tournaments/{tournament}/desk: the keys of links, which secretaries alone see. */
export interface RoleLinks {
  key: string;
  helper: string;
}

/** The tournament begins to be prepared; `trial`: to practise, with made-up teams. */
export interface Created {
  entry: "created";
  name: string;
  format: Format;
  trial: boolean;
}

/** A round is drawn. `order`: the numbers in the order of the lots, in a round robin. */
export interface Drawn {
  entry: "drawn";
  phrase: string;
  games: [number[], number[]][];
  byes: number[];
  order: number[];
  tables: number[];
  deals: number[];
  method: number;
  held: boolean;
  secret: string;
  main: number[];
}

/** The table of the server at which a game was played has ended; its rules have counted. */
export interface Played {
  entry: "played";
  round: number;
  game: number;
  score: Score;
  absent: number[];
}

/** A side has entered the score at the table; it counts once the other side does too. */
export interface ScoreReported {
  entry: "reported";
  round: number;
  game: number;
  side: number;
  score: Score;
}

/** The first entry of a club's log. */
export interface Founded {
  entry: "founded";
  name: string;
}

/** A person has another role; an empty one: none any more. `linked`: by a link. */
export interface RoleChanged {
  entry: "role-changed";
  name: string;
  role: "" | "helper" | "member" | "owner" | "secretary";
  linked: boolean;
}

/** The names of both sides at a table; none at one that is taken away. */
export interface SeatedAt {
  table: number;
  names: string[];
}

/** `names`: of the team, member or season before the entry, or of both sides of the game. */
export interface About {
  names: string[];
  round: number;
  table: number;
  deal: number;
  before: [number, number] | null;
  seats: SeatedAt[];
}

/** A line of a log: when, by whom, what; without a `name` by a table. */
export interface LogLine {
  place: number;
  number: number;
  at: number;
  name: string;
  entry: Created | FormatChanged | Entered | Removed | Renamed | Left | Returned | SentOut | Drawn | DrawUndone | Shown | Reseated | TableFixed | KeptApart | Paid | Marked | Scored | Played | ScoreReported | Forfeited | Cleared | Penalised | Founded | ClubRenamed | MemberAdded | MemberChanged | SeasonOpened | SeasonChanged | RoleChanged;
  about: About;
  undoable: boolean;
}

/** A page of a log, the last line first; `more`: whether there are earlier ones. */
export interface PageOfLog {
  lines: LogLine[];
  more: boolean;
}

/** GET /api/tournaments/{tournament}/money: amounts in cents, which secretaries alone see. */
export interface TournamentMoney {
  paid: number[];
  due: number;
  takings: number;
  fund: number;
  paid_out: number;
  left: number;
  prizes: WonPrize[];
}

/** GET /api/tournaments/{tournament}/slips: the keys of both sides, by table. */
export interface RoundSlips {
  home: string;
  nearby: string;
  keys: [string, string][];
}

/** GET /api/tournaments/{tournament}/team-cards: the keys on the teams' cards, by number. */
export interface TeamCards {
  home: string;
  nearby: string;
  keys: string[];
  tables: number[][];
}

/** A game of a team on its phone; points are first those of its own side. */
export interface TeamGame {
  round: number;
  table: number;
  deal: number;
  key: string;
  partner: string;
  opponents: number[];
  other: string[];
  seats: string[];
  points: [number, number] | null;
  state: "asked" | "disputed" | "open" | "out" | "over" | "waiting";
}

/** GET /api/tournaments/{tournament}/team: the evening of a team, by the key of its card. */
export interface TeamState {
  tournament: string;
  event: string;
  name: string;
  version: number;
  number: number;
  team: string;
  here: boolean;
  trial: boolean;
  preset: string;
  house: Record<string, unknown>;
  sheet: boolean;
  drawn: number;
  next: "draw" | "over" | "scores";
  games: TeamGame[];
  place: StandingRow | null;
  count: number;
  counted: ("nat" | "pit" | "roem")[];
}

/** The cards that a seat is dealt before the auction. */
export interface HandCards {
  seat: "east" | "north" | "south" | "west";
  cards: string[];
}

/** The cards of a deal: hands, the `turned` card, and the `stock` dealt after the auction. */
export interface DealCards {
  deal: number;
  dealer: "east" | "north" | "south" | "west";
  hands: HandCards[];
  turned: string;
  stock: string[];
}

/** GET /api/tournaments/{tournament}/cards: the deals of a round, to lay out by hand. */
export interface RoundCards {
  deals: DealCards[];
}

/** A game as a side sees it on a phone; points are first those of this side. */
export interface SlipState {
  tournament: string;
  event: string;
  name: string;
  trial: boolean;
  round: number;
  table: number;
  deal: number;
  own: string[];
  other: string[];
  starts: [number, number];
  reported: [number, number] | null;
  by_other: [number, number] | null;
  points: [number, number] | null;
  counted: ("nat" | "pit" | "roem")[];
  counts: Counts | null;
  state: "asked" | "disputed" | "open" | "over" | "waiting";
}

/** A game of a round that is played: whether its table is open, and who is not there, of those whose presence the reader may see. */
export interface GameNow {
  open: boolean;
  absent: string[];
}

/** GET /api/tournaments/{tournament}/players: where one is in a tournament on the server. */
export interface TournamentPlace {
  team: number;
  table: string;
  lone: number[];
  here: number[];
  games: GameNow[];
  leading: string;
}

/** One row of GET /api/clubs; `mine`: whether it is one's own; `others`: with a role in it. */
export interface ClubCard {
  club: string;
  name: string;
  mine: boolean;
  others: number;
}

/** The answer to POST /api/clubs: the id of the club, by which its page is found. */
export interface OpenedClub {
  club: string;
}

/** A season: its rule, and its tournaments in their order. */
export interface ClubSeason {
  number: number;
  name: string;
  rule: SeasonRule;
  events: string[];
}

/** A tournament; `mine`: whether one may delete it. */
export interface ClubTournament {
  tournament: string;
  event: string;
  name: string;
  created: number;
  mine: boolean;
}

/** A member; `also`: other names of theirs; `here`: whether a tournament offers them. */
export interface ClubMember {
  number: number;
  name: string;
  also: string[];
  here: boolean;
}

/** GET /api/clubs/{club}: a club as everybody may see it; members and key for secretaries. */
export interface ClubHome {
  club: string;
  version: number;
  name: string;
  seasons: ClubSeason[];
  evenings: ClubTournament[];
  secretary: boolean;
  mine: boolean;
  role: "" | "helper" | "member" | "owner" | "secretary";
  members: ClubMember[];
  key: string;
}

/** A tournament of a season; `at`: when its first round was drawn, or it was prepared. */
export interface SeasonTournament {
  tournament: string;
  event: string;
  name: string;
  at: number;
}

/** A tournament's result of a player or team; `counted`: whether the season counts it. */
export interface SeasonCell {
  value: number;
  rank: number;
  wins: number;
  counted: boolean;
}

/** A row of a season's table, as `rebelote.tournament.seasons.SeasonRow`. */
export interface SeasonLine {
  rank: number;
  names: string[];
  members: number[];
  evenings: (SeasonCell | null)[];
  total: number;
  divisor: number;
  enough: boolean;
  line: "" | "down" | "up";
}

/** GET /api/clubs/{club}/seasons/{season}: the table as it follows from the tournaments now. */
export interface SeasonState {
  club: string;
  name: string;
  number: number;
  season: string;
  rule: SeasonRule;
  evenings: SeasonTournament[];
  rows: SeasonLine[];
  doubled: [number, string][];
  secretary: boolean;
}

/** A person with a role in a club or a tournament, and since when. */
export interface RoleOf {
  person: string;
  name: string;
  role: "" | "helper" | "member" | "owner" | "secretary";
  since: number;
}

/** The key of a link that gives a role. */
export interface RoleKey {
  role: "helper" | "member" | "secretary";
  key: string;
}

/** GET /api/clubs/{club}/people: the people with roles, and the keys of roles; for the owner. */
export interface ClubRoles {
  people: RoleOf[];
  keys: RoleKey[];
}

/** The answer where a person is forgotten: in how many places the name was. */
export interface ForgottenMember {
  places: number;
}

/** One row of GET /api/bin; `deleted`: when; `until`: when it is deleted for good. */
export interface DeletedCard {
  kind: "club" | "tournament";
  id: string;
  name: string;
  deleted: number;
  until: number;
}

/** The answer to POST /api/files: what was opened, and its id. */
export interface OpenedFile {
  kind: "club" | "evening";
  id: string;
}

/** GET /api/recovery-sheets/{owned}: when the sheet that counts was printed, if there is one. */
export interface RecoverySheet {
  printed: number | null;
}

/** POST /api/recovery-sheets/{owned}: a new sheet; its secret is told this once. */
export interface PrintedSheet {
  address: string;
  picture: string;
}

export type Action = Cut | Packets | Pass | Take | Bid | Double | Redouble | Redeal | NamedCall | Play | Announce | Show | Demand | Challenge | Refuse | Misdeal;

export type Event = MatchBegan | DealBegan | PackSealed | PackMade | PackCut | CardsDealt | Passed | Took | BidMade | Doubled | Redoubled | CallSaid | RedealAsked | DealDied | Announced | CardPlayed | Disclosed | ContestSettled | Demanded | MeldsShown | MeldsLost | TrickWon | Challenged | FalsePlayFound | FalseAccusation | ClaimRefused | ClaimFailed | DealMisdealt | DealEnded | BoomEnded | MatchEnded | SealOpened;

export type FromClient = Join | Act | Claim | AnswerClaim | TakeBack | Ready | Rematch | Sit | Stand | SeatBot | Unseat | Swap | Begin | Back | Pause | Surrender | Think | ShowOut | Commit | Reveal | Hint | Why | Since | Say | Seek | Unseek | OpenReplay | LeadReplay | TryMove | CommentOn | Withdraw | Listen | Follow | Ping;

export type FromServer = Update | Changed | Ack | Refused | Hinted | HintPosition | Reasons | Said | Seeking | Matched | News | TournamentChanged | SharedReplay | ReplayChanged | ReplayLed | Notice | Pong;
