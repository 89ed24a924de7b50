//! A policy network: the advantage of each legal card over the others, in points, by what the seat to
//! play knows.
//!
//! The cards of each suit are judged by one network, which sees the suit card by card, and trumps and
//! the other suits as well; where a suit is trump, it has weights of its own. Its inputs are indices
//! of rows: who played each card and how, which cards are held or out, who is out of which suit, who
//! took, the trick and the score. Two hidden layers follow, and an output by rank. Weights are learnt
//! from deals that are played out to the end for every legal card (`tools/policy`). All sums are of
//! whole numbers, so that every machine has the same, and so has `rebelote.bots.policy_network`,
//! which does the same where there is no kernel.

#![forbid(unsafe_code)]

use crate::observation::{Observation, PlayHistory};
use crate::play::{Law, Mask, Refusal, cards, suit};
use crate::position::{MOST_SEATS, Turn};

pub const RANKS: usize = 8;
pub const SUITS: usize = 4;
pub const HIDDEN: usize = 64;
pub const SECOND: usize = 32;

/// A card is mine, out, on the table from the left, partner or the right, or was played: by me or
/// one of these, when they led, followed suit or did not.
const MINE: usize = 0;
const OUT: usize = 1;
const ON_TABLE: usize = 2;
const PLAYED: usize = 5;
const WAYS: usize = 3;
const CODES: usize = PLAYED + MOST_SEATS * WAYS;
/// What a suit has beside its cards: who is out of it, who has led it, who has thrown from it, and
/// whether it is led now.
const VOIDS: usize = RANKS * CODES;
const LED: usize = VOIDS + MOST_SEATS - 1;
const THROWN: usize = LED + MOST_SEATS;
const LED_NOW: usize = THROWN + MOST_SEATS;
const BLOCK: usize = LED_NOW + 1;

/// What the taker needs: half of the points and one more, or what was bid, 90 to 160 and more.
const BIDS: usize = 9;
const LEAST_BID: u32 = 90;

/// The rows of a network: its own suit, trumps, the other suits, and what no suit has.
const OF_TRUMPS: usize = BLOCK;
const OF_OTHERS: usize = 2 * BLOCK;
const BIAS: usize = 3 * BLOCK;
const TAKER: usize = BIAS + 1;
const LENGTH: usize = TAKER + MOST_SEATS;
const WINNER: usize = LENGTH + MOST_SEATS;
const HELD: usize = WINNER + 2 * (MOST_SEATS - 1);
const TABLE_POINTS: usize = HELD + RANKS;
const MY_POINTS: usize = TABLE_POINTS + RANKS;
const THEIR_POINTS: usize = MY_POINTS + RANKS + 1;
const NEEDED: usize = THEIR_POINTS + RANKS + 1;
pub const ROWS: usize = NEEDED + BIDS;

/// The parts of a network: rows of the first layer, of the outputs beside it and their bias, rows
/// and bias of the second layer, and rows of the outputs beside that.
pub const OUTPUTS: usize = ROWS * HIDDEN;
pub const OUTPUT_BIAS: usize = OUTPUTS + RANKS * HIDDEN;
pub const SECOND_ROWS: usize = OUTPUT_BIAS + RANKS;
pub const SECOND_BIAS: usize = SECOND_ROWS + HIDDEN * SECOND;
pub const SECOND_OUTPUTS: usize = SECOND_BIAS + SECOND;
/// The weights of one network.
pub const NETWORK: usize = SECOND_OUTPUTS + RANKS * SECOND;
/// Of plain suits beside trumps, of the trump suit, of all suits in no trumps and in all trumps.
pub const NETWORKS: usize = 4;
pub const WEIGHTS: usize = NETWORKS * NETWORK;

/// The points of one logit, at which the network is learnt: a card better by so many is e times as
/// likely.
pub const TEMPERATURE: f64 = 1.6;
/// A stored weight of one is so many units.
pub const UNIT: f64 = 64.0;

/// The weights of all networks.
pub struct Policy(Vec<i8>);

impl Policy {
    /// The networks of these weights, a byte each; a sentence where their number is wrong.
    pub fn new(weights: &[u8]) -> Result<Self, Refusal> {
        match weights.len() {
            WEIGHTS => Ok(Self(weights.iter().map(|&byte| byte as i8).collect())),
            count => Err(format!("there are {count} weights, not {WEIGHTS}")),
        }
    }

    /// The advantage of each legal card of the seat to play, which holds this hand, in points; only
    /// differences count. `bid` as for [`Inputs::new`]; a sentence where the hand does not go with
    /// what was played.
    pub fn advantages(
        &self,
        law: &Law,
        played: &PlayHistory,
        hand: Mask,
        bid: u32,
    ) -> Result<Vec<(usize, f64)>, Refusal> {
        let gone = played.cards.iter().fold(0, |gone, card| gone | 1 << card);
        if !law.partners {
            return Err("the policy network knows tables of two against two alone".into());
        }
        if hand == 0 || hand & gone != 0 {
            return Err("the hand is empty, or some of it was played".into());
        }
        let (turn, legal) = (&played.turn, law.legal(hand, &played.turn.trick));
        let out = !(gone | hand);
        let at = Observation { law, seen: &played.seen, turn, me: turn.seat(), hand, legal, out };
        let inputs = Inputs::new(&at, &PlayedCards::of(law, played), &ranks(law), bid);
        let mut found = vec![];
        for own in (0..SUITS).filter(|&own| legal & suit(own) != 0) {
            let network = &self.0[inputs.network(own) * NETWORK..][..NETWORK];
            let logits = Sums::new(network, &inputs, own).logits(network);
            let points = |card: usize| {
                #[allow(clippy::cast_precision_loss)] // Logits are far below 2 to the 53.
                let logit = logits[usize::from(inputs.ranks[card])] as f64 / UNIT.powi(3);
                (card, logit * TEMPERATURE)
            };
            found.extend(cards(legal & suit(own)).map(points));
        }
        Ok(found)
    }
}

/// The sums of both hidden layers, those below nought cut off: in units, and in squares of units.
struct Sums {
    first: [i32; HIDDEN],
    second: [i32; SECOND],
}

impl Sums {
    fn new(network: &[i8], inputs: &Inputs, own: usize) -> Self {
        let (mut first, mut second) = ([0; HIDDEN], [0; SECOND]);
        inputs.rows(own, |row| add(&mut first, &network[row * HIDDEN..], 1));
        first = first.map(|sum| sum.max(0));
        add(&mut second, &network[SECOND_BIAS..], UNIT as i32);
        for (unit, &sum) in first.iter().enumerate() {
            add(&mut second, &network[SECOND_ROWS + unit * SECOND..], sum);
        }
        Self { first, second: second.map(|sum| sum.max(0)) }
    }

    /// The logits by rank, in cubes of units.
    fn logits(&self, network: &[i8]) -> [i64; RANKS] {
        let unit = UNIT as i64;
        std::array::from_fn(|rank| {
            i64::from(network[OUTPUT_BIAS + rank]) * unit * unit
                + product(&self.first, &network[OUTPUTS + rank * HIDDEN..]) * unit
                + product(&self.second, &network[SECOND_OUTPUTS + rank * SECOND..])
        })
    }
}

/// Add a row of weights to sums, so many times.
fn add<const N: usize>(sums: &mut [i32; N], row: &[i8], times: i32) {
    for (sum, &weight) in sums.iter_mut().zip(row) {
        *sum += times * i32::from(weight);
    }
}

/// The sum of the weights of a row, each times its unit.
fn product(units: &[i32], row: &[i8]) -> i64 {
    units.iter().zip(row).map(|(&unit, &weight)| i64::from(unit) * i64::from(weight)).sum()
}

/// What the cards played have shown: by whom and how each was played, the trick, and the points by
/// side.
#[derive(Clone, Copy, Default)]
pub struct PlayedCards {
    played: [u8; 32],
    table: [u8; MOST_SEATS],
    points: [u16; 2],
}

impl PlayedCards {
    /// Record a card that is played now.
    #[inline]
    pub fn add(&mut self, law: &Law, turn: &Turn, card: usize) {
        let trick = &turn.trick;
        let way = if trick.length == 0 { 0 } else { 1 + usize::from(card >> 3 != trick.led) };
        self.played[card & 31] = (turn.seat() * WAYS + way) as u8;
        self.table[trick.length & 3] = card as u8;
        let mut after = *turn;
        law.add(&mut after.trick, card);
        if after.is_full() {
            self.points[after.winner() & 1] += law.trick_points(after.trick.cards) as u16;
        }
    }

    /// The record of a deal so far.
    pub fn of(law: &Law, played: &PlayHistory) -> Self {
        let mut record = Self::default();
        played.replay(law, [0; MOST_SEATS], |position, _, card| {
            record.add(law, &position.turn, card);
        });
        record
    }
}

/// The rows that are active for one seat: by suit, and those that no suit has.
pub struct Inputs {
    suits: [Rows<MOST_ROWS>; SUITS],
    table: Rows<TABLE_ROWS>,
    /// By card its rank from the lowest up.
    pub ranks: [u8; 32],
    /// The trump suit; in other contracts none, and the number of the network of every suit.
    trump: usize,
    network: usize,
}

/// The most rows of a suit: its cards, and all that it can have beside them; and of the table.
const MOST_ROWS: usize = RANKS + BLOCK - VOIDS;
const TABLE_ROWS: usize = 9;

/// A list of rows in place.
struct Rows<const N: usize> {
    rows: [u16; N],
    count: usize,
}

impl<const N: usize> Rows<N> {
    const EMPTY: Self = Self { rows: [0; N], count: 0 };

    #[inline]
    fn push(&mut self, row: usize) {
        self.rows[self.count] = row as u16;
        self.count += 1;
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = usize> {
        self.rows[..self.count].iter().map(|&row| row.into())
    }
}

/// By card its rank within its suit, from the lowest up.
pub fn ranks(law: &Law) -> [u8; 32] {
    std::array::from_fn(|card| law.rank(card) as u8)
}

impl Inputs {
    /// The inputs of the seat to play; `ranks` are those of the law, `bid` the points that the taker
    /// needs where so many were bid, else nought.
    pub fn new(at: &Observation, record: &PlayedCards, ranks: &[u8; 32], bid: u32) -> Self {
        let kind = at.law.kind();
        let trump = if kind == 0 { at.law.trumps.trailing_zeros() as usize >> 3 } else { SUITS };
        let network = if kind == 0 { 0 } else { 1 + kind };
        let suits = [const { Rows::EMPTY }; SUITS];
        let mut inputs = Self { suits, table: Rows::EMPTY, ranks: *ranks, trump, network };
        inputs.add_cards(at, record);
        inputs.add_suits(at);
        inputs.add_table(at, record, bid);
        inputs
    }

    fn add_cards(&mut self, at: &Observation, record: &PlayedCards) {
        let trick = at.trick();
        for card in cards(at.hand) {
            self.add_card(card, MINE);
        }
        for card in cards(at.out) {
            self.add_card(card, OUT);
        }
        for (place, &card) in record.table[..trick.length].iter().enumerate() {
            let seat = MOST_SEATS - (trick.length - place);
            self.add_card(card.into(), ON_TABLE + seat - 1);
        }
        for card in cards(!(at.hand | at.out | trick.cards)) {
            let played = usize::from(record.played[card]);
            let seat = (played / WAYS + MOST_SEATS - at.me) & 3;
            self.add_card(card, PLAYED + seat * WAYS + played % WAYS);
        }
    }

    #[inline]
    fn add_card(&mut self, card: usize, code: usize) {
        self.suits[card >> 3 & 3].push(usize::from(self.ranks[card & 31]) * CODES + code);
    }

    fn add_suits(&mut self, at: &Observation) {
        for (own, rows) in self.suits.iter_mut().enumerate() {
            for turn in 0..MOST_SEATS {
                let seat = (at.me + turn) & 3;
                if turn > 0 && at.is_void(seat, own) {
                    rows.push(VOIDS + turn - 1);
                }
                if at.seen.led[seat] >> own & 1 == 1 {
                    rows.push(LED + turn);
                }
                if at.seen.thrown[seat] >> own & 1 == 1 {
                    rows.push(THROWN + turn);
                }
            }
        }
        if at.trick().length > 0 {
            self.suits[at.trick().led & 3].push(LED_NOW);
        }
    }

    fn add_table(&mut self, at: &Observation, record: &PlayedCards, bid: u32) {
        let (trick, rows) = (at.trick(), &mut self.table);
        let from_me = |seat: usize| (seat + MOST_SEATS - at.me) & 3;
        rows.push(BIAS);
        rows.push(TAKER + from_me(at.seen.taker));
        rows.push(LENGTH + trick.length);
        if trick.length > 0 {
            let sure = usize::from(at.sure(trick.best));
            rows.push(WINNER + 2 * (from_me(at.turn.winner()) - 1) + sure);
        }
        rows.push(HELD + (at.hand.count_ones() as usize).clamp(1, RANKS) - 1);
        let steps =
            |points: u16, step: u16, most: usize| usize::from(points.div_ceil(step)).min(most);
        rows.push(TABLE_POINTS + steps(at.law.points(trick.cards) as u16, 5, RANKS - 1));
        rows.push(MY_POINTS + steps(record.points[at.me & 1], 20, RANKS));
        rows.push(THEIR_POINTS + steps(record.points[1 - (at.me & 1)], 20, RANKS));
        rows.push(NEEDED + ((bid + 10).saturating_sub(LEAST_BID) as usize / 10).min(BIDS - 1));
    }

    /// The number of the network of a suit.
    #[inline]
    pub fn network(&self, own: usize) -> usize {
        if own == self.trump { 1 } else { self.network }
    }

    /// Visit the rows of the network of a suit.
    #[inline]
    pub fn rows(&self, own: usize, mut visit: impl FnMut(usize)) {
        self.table.iter().for_each(&mut visit);
        for (other, rows) in self.suits.iter().enumerate() {
            let begin = match other {
                _ if other == own => 0,
                _ if other == self.trump => OF_TRUMPS,
                _ => OF_OTHERS,
            };
            rows.iter().for_each(|row| visit(begin + row));
        }
    }
}
