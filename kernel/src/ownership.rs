//! A learnt ownership model: how likely each other seat is to hold each card that one seat has not
//! seen.
//!
//! A network with one hidden layer (`ReLU`) for each suit in which cards are unseen; the trump suit
//! has weights of its own, the other three share theirs. Its inputs are indices of rows: what
//! happened to each card of the suit, of trumps and of the other suits, who took, and how many cards
//! are held. Its outputs are logits by rank and seat; the chances of a card are their softmax over
//! the seats that may hold it. All sums are of whole numbers, so that every machine has the same.
//! `tools/learn_ownership.py` learns the weights.

#![forbid(unsafe_code)]

use crate::observation::PlayHistory;
use crate::play::{Law, Mask, Refusal, suit};
use crate::position::MOST_SEATS;

pub const RANKS: usize = 8;
const SUITS: usize = 4;
/// The seats that may hold a card: left, partner, right.
pub const HOLDERS: usize = MOST_SEATS - 1;

/// What is known of a card: mine (0), unseen by who may hold it (1 to 7), played by me (8), or by
/// another seat in one of five ways: led, followed or not, partner winning or not.
const MINE: u8 = 0;
const PLAYED_BY_ME: u8 = 8;
const WAYS: u8 = 5;
const CODES: usize = 24;
const BLOCK: usize = RANKS * CODES;

const OF_TRUMPS: usize = BLOCK;
const OF_OTHERS: usize = 2 * BLOCK;
const TAKER: usize = 3 * BLOCK;
const HELD: usize = TAKER + MOST_SEATS;
const BIAS: usize = HELD + RANKS;
/// How many rows the hidden layer has.
pub const INPUTS: usize = BIAS + 1;
pub const HIDDEN: usize = 48;
pub const OUTPUTS: usize = RANKS * HOLDERS;
/// The weights of one network: the rows of the hidden layer, those of the outputs, and their bias.
const WEIGHTS: usize = (INPUTS + OUTPUTS) * HIDDEN + OUTPUTS;

/// A weight of one is so many units.
pub const UNIT: f64 = 100.0;
/// The share of each card's chances that is dealt out evenly: others do not play just as was learnt.
const EVEN: f64 = 0.03;

/// The weights of two networks: of plain suits, and of the trump suit.
pub struct Ownership([Vec<i8>; 2]);

/// By card and by other seat, the left one first, how likely it is to hold the card.
pub type Chances = [[f64; HOLDERS]; 32];

/// The inputs of one suit: its number, its cards from the lowest up, and the rows.
pub type SuitInputs = (usize, [usize; RANKS], Vec<usize>);

impl Ownership {
    /// The model of these weights, a byte each; a sentence where their number is wrong.
    pub fn new(weights: &[u8]) -> Result<Self, Refusal> {
        if weights.len() != 2 * WEIGHTS {
            return Err(format!("there are {} weights, not {}", weights.len(), 2 * WEIGHTS));
        }
        let signed = |part: &[u8]| part.iter().map(|&byte| byte as i8).collect();
        Ok(Self([signed(&weights[..WEIGHTS]), signed(&weights[WEIGHTS..])]))
    }

    /// The chances of each card that is unseen; nought for the others.
    pub fn chances(&self, known: &Knowledge) -> Chances {
        let mut chances = [[0.0; HOLDERS]; 32];
        for (own, order, rows) in known.inputs() {
            let weights = &self.0[usize::from(suit(own) == known.law.trumps)];
            let logits = logits(weights, &rows);
            for (rank, card) in order.into_iter().enumerate() {
                if known.hand >> card & 1 == 0 {
                    let logits = std::array::from_fn(|holder| logits[rank * HOLDERS + holder]);
                    chances[card] = shares(logits, known.holders(card));
                }
            }
        }
        chances
    }
}

/// What one seat knows at its turn.
pub struct Knowledge<'a> {
    pub law: &'a Law,
    pub played: &'a PlayHistory,
    pub me: usize,
    pub hand: Mask,
    /// By seat the cards that it may hold.
    pub may_hold: [Mask; MOST_SEATS],
}

impl Knowledge<'_> {
    /// Which of the other seats may hold a card, one bit each.
    fn holders(&self, card: usize) -> u8 {
        (0..HOLDERS).fold(0, |holders, holder| {
            let may = self.may_hold[(self.me + holder + 1) & 3] >> card & 1;
            holders | (may as u8) << holder
        })
    }

    /// By card what is known of it.
    fn codes(&self) -> [u8; 32] {
        let mut codes = std::array::from_fn(|card| match self.hand >> card & 1 {
            1 => MINE,
            _ => self.holders(card),
        });
        self.played.replay(self.law, [0; MOST_SEATS], |position, _, card| {
            let (turn, trick) = (&position.turn, &position.turn.trick);
            let theirs = ((trick.length - trick.winner) & 1) as u8;
            let way = match trick.length {
                0 => 0,
                _ if card >> 3 == trick.led => 1 + theirs,
                _ => 3 + theirs,
            };
            codes[card] = match (turn.seat() + MOST_SEATS - self.me) & 3 {
                0 => PLAYED_BY_ME,
                place => PLAYED_BY_ME + 1 + (place as u8 - 1) * WAYS + way,
            };
        });
        codes
    }

    /// By suit in which cards are unseen its inputs.
    pub fn inputs(&self) -> Vec<SuitInputs> {
        let codes = self.codes();
        let unseen = |card: usize| (1..PLAYED_BY_ME).contains(&codes[card]);
        let orders: [[usize; RANKS]; SUITS] = std::array::from_fn(|own| self.order(own));
        let block = |cards: [usize; RANKS], begin: usize| {
            let row = |(rank, card)| begin + rank * CODES + usize::from(codes[card]);
            cards.into_iter().enumerate().map(row).collect::<Vec<_>>()
        };
        let taker = (self.played.seen.taker + MOST_SEATS - self.me) & 3;
        let held = (self.hand.count_ones() as usize).clamp(1, RANKS) - 1;
        let suits = (0..SUITS).filter(|&own| orders[own].into_iter().any(unseen));
        let of = |own: usize| {
            let mut rows = vec![BIAS, TAKER + taker, HELD + held];
            for (other, cards) in orders.into_iter().enumerate() {
                let begin = match other {
                    _ if other == own => 0,
                    _ if suit(other) == self.law.trumps => OF_TRUMPS,
                    _ => OF_OTHERS,
                };
                rows.extend(block(cards, begin));
            }
            (own, orders[own], rows)
        };
        suits.map(of).collect()
    }

    /// The cards of a suit from the lowest up.
    fn order(&self, own: usize) -> [usize; RANKS] {
        let mut order = [0; RANKS];
        for card in RANKS * own..RANKS * (own + 1) {
            order[self.law.rank(card)] = card;
        }
        order
    }
}

/// The outputs of a network whose inputs are these rows.
fn logits(weights: &[i8], rows: &[usize]) -> [f64; OUTPUTS] {
    let mut hidden = [0i32; HIDDEN];
    for row in rows {
        for (sum, &weight) in hidden.iter_mut().zip(&weights[row * HIDDEN..]) {
            *sum += i32::from(weight);
        }
    }
    let (outputs, bias) = weights[INPUTS * HIDDEN..].split_at(OUTPUTS * HIDDEN);
    std::array::from_fn(|output| {
        let own = &outputs[output * HIDDEN..(output + 1) * HIDDEN];
        let sum: i32 = hidden.iter().zip(own).map(|(&sum, &w)| sum.max(0) * i32::from(w)).sum();
        (f64::from(sum) / UNIT + f64::from(bias[output])) / UNIT
    })
}

/// The softmax over the seats that may hold a card, a part of it dealt out evenly.
fn shares(logits: [f64; HOLDERS], holders: u8) -> [f64; HOLDERS] {
    let may = |holder: usize| holders >> holder & 1 == 1;
    let possible = (0..HOLDERS).filter(|&holder| may(holder));
    let most = possible.map(|holder| logits[holder]).fold(f64::NEG_INFINITY, f64::max);
    let parts: [f64; HOLDERS] =
        std::array::from_fn(|holder| if may(holder) { (logits[holder] - most).exp() } else { 0.0 });
    let (whole, count) = (parts.iter().sum::<f64>(), f64::from(holders.count_ones()));
    std::array::from_fn(|holder| match parts[holder] {
        0.0 => 0.0,
        part => (1.0 - EVEN) * part / whole + EVEN / count,
    })
}
