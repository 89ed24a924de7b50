//! A learnt play policy ("habits"): how likely a sound player is to play each of its legal cards.
//!
//! A log-linear model (softmax regression): the logit of a card is the sum of the weights of its
//! eleven features, each an index into a table, and the likelihood of a card is the softmax over the
//! legal ones. The weights are learnt from players who search (`tools/learn_habits.py`). A card takes
//! eleven lookups.

#![forbid(unsafe_code)]

use crate::observation::Observation;
use crate::play::{cards, suit};

pub const FEATURES: usize = 11;

/// How many values each component of each feature has.
const SHAPES: [&[usize]; FEATURES] = [
    &[5, 2, 8, 3, 3],
    &[5, 5, 3, 2, 2, 2, 2, 2],
    &[5, 2, 4, 8, 5],
    &[2, 2, 2, 8, 2, 2, 3],
    &[2, 2, 2, 2, 2, 2, 2, 2, 4],
    &[2, 3, 8, 2, 6, 2],
    &[4, 2, 2, 5, 2, 2, 5],
    &[8, 8, 5, 2],
    &[7, 5, 2, 2, 3],
    &[6, 7, 2, 2, 5, 3],
    &[5, 2, 2, 8, 3, 3],
];

/// Suit contracts, no trumps, all trumps, and games without partners: each has its own weights.
pub const KINDS: usize = 4;
pub const WEIGHTS: usize = offsets()[FEATURES];

/// Where the weights of each feature begin.
const OFFSETS: [usize; FEATURES + 1] = offsets();

const fn offsets() -> [usize; FEATURES + 1] {
    let mut begin = [0; FEATURES + 1];
    let mut number = 0;
    while number < FEATURES {
        let (mut size, mut place) = (1, 0);
        while place < SHAPES[number].len() {
            size *= SHAPES[number][place];
            place += 1;
        }
        begin[number + 1] = begin[number] + size;
        number += 1;
    }
    begin
}

static LEARNT_WEIGHTS: [i16; WEIGHTS * KINDS] = include!("habits/weights.in");

/// The unit of the logits: a card with so much more weight is e times as likely.
pub const LOGIT_UNIT: f64 = 100.0;

/// The components that all cards of the seat to play share.
struct Situation<'a> {
    at: &'a Observation<'a>,
    kind: usize,
    /// It leads; follows a plain suit; follows trumps; has to ruff; may throw what it likes.
    way: usize,
    /// Partner has not played; partner wins or loses with one more to come, or with none.
    standing: usize,
    /// It is the taker, the taker's partner, a defender.
    role: usize,
    partner_sure: usize,
    /// Early, in the middle, late.
    stage: usize,
    held: usize,
    trumps: usize,
    trumps_out: usize,
    on_table: usize,
}

impl<'a> Situation<'a> {
    fn new(at: &'a Observation<'a>) -> Self {
        let (law, trick, held) = (at.law, at.trick(), at.hand.count_ones() as usize);
        let wins = at.partner_wins();
        let way = match trick.length {
            0 => 0,
            _ if at.hand & suit(trick.led) != 0 => 1 + usize::from(suit(trick.led) == law.trumps),
            _ if at.legal & !law.trumps == 0 => 3,
            _ => 4,
        };
        Self {
            at,
            kind: if law.partners { law.kind() } else { KINDS - 1 },
            way,
            standing: match trick.length {
                0 | 1 => 0,
                length => 2 * length - 3 + usize::from(!wins),
            },
            role: if at.took() { 0 } else { 2 - usize::from(at.attacking()) },
            partner_sure: usize::from(wins && at.sure(trick.best)),
            stage: 2 - usize::from(held > 4) - usize::from(held > 6),
            held: held.saturating_sub(2).min(6),
            trumps: at_most(at.hand & law.trumps, 5),
            trumps_out: at_most(at.out & law.trumps, 6),
            on_table: (law.points(trick.cards) as usize).div_ceil(10).min(3),
        }
    }

    /// The indices of a card's weights.
    #[inline]
    fn features(&self, card: usize) -> [usize; FEATURES] {
        let Self { at, way, standing, role, partner_sure, stage, .. } = *self;
        let (law, trick, own) = (at.law, at.trick(), suit(card >> 3));
        let leads = usize::from(trick.length == 0);
        let trump = usize::from(at.is_trump(card));
        let height = at.height(card) as usize;
        let master = usize::from(at.is_master(card));
        let wins = usize::from(leads == 1 || law.over(trick.best) >> card & 1 == 1);
        let sure = usize::from(wins == 1 && at.sure(card));
        let length = at_most(at.hand & own, 7);
        let higher = at_most(at.out & own & law.over(card), 7);
        let points = match at.points(card) {
            0 => 0,
            1..=4 => 1,
            10 => 2,
            11 => 3,
            _ => 4,
        };
        let [by_me, by_partner, by_them, partner_threw, they_threw] = self.history(card >> 3);
        let [partner_ruffs, they_ruff] = if leads == 1 { self.ruffs(card >> 3) } else { [0; 2] };
        let place = self.place(card);
        let partner_state = if standing == 1 || standing == 3 { 1 + partner_sure } else { 0 };
        let free = usize::from(way == 4);
        let out = at_most(at.out & own, 7);
        let values: [&[usize]; FEATURES] = [
            &[way, trump, height, stage, role],
            &[way, standing, role, trump, master, wins, sure, partner_sure],
            &[way, trump, place, length, standing],
            &[leads, partner_ruffs, they_ruff, out, trump, master, role],
            &[
                leads,
                by_me,
                by_partner,
                by_them,
                partner_threw,
                they_threw,
                trump,
                master,
                height / 2,
            ],
            &[free, partner_state, height, master, length.min(5), trump],
            &[self.on_table, wins, sure, points, partner_sure, trump, way],
            &[higher, length, way, trump],
            &[self.held, way, trump, wins, role],
            &[self.trumps, self.trumps_out, trump, wins, way, role],
            &[standing, wins, sure, height, role, stage],
        ];
        std::array::from_fn(|number| {
            let place = |sum: usize, (value, size): (&usize, &usize)| sum * size + value;
            let within = values[number].iter().zip(SHAPES[number]).fold(0, place);
            self.kind * WEIGHTS + OFFSETS[number] + within
        })
    }

    /// Among the legal cards of its suit: alone, the lowest, the highest, between.
    fn place(&self, card: usize) -> usize {
        let same = self.at.legal & suit(card >> 3) & !(1 << card);
        let above = self.at.law.over(card);
        usize::from(same & above != 0) + 2 * usize::from(same & !above != 0)
    }

    /// Whether partner, and whether an opponent, may ruff this suit.
    fn ruffs(&self, suit: usize) -> [usize; 2] {
        let at = self.at;
        let some = at.out & at.law.trumps != 0;
        let may = |seat: usize| some && at.is_void(seat, suit) && !at.is_out_of_trumps(seat);
        let they = self.opponents().any(may);
        [at.partner().is_some_and(may), they].map(usize::from)
    }

    /// Whether I, partner, or they have led a suit; whether partner or they have thrown from it.
    fn history(&self, suit: usize) -> [usize; 5] {
        let (seen, partner) = (self.at.seen, self.at.partner());
        let led = |seat: usize| seen.led[seat & 3] >> suit & 1 == 1;
        let threw = |seat: usize| seen.thrown[seat & 3] >> suit & 1 == 1;
        let them = |did: &dyn Fn(usize) -> bool| self.opponents().any(did);
        let facts = [
            led(self.at.me),
            partner.is_some_and(led),
            them(&led),
            partner.is_some_and(threw),
            them(&threw),
        ];
        facts.map(usize::from)
    }

    fn opponents(&self) -> impl Iterator<Item = usize> {
        let (me, seats) = (self.at.me, self.at.turn.seats);
        let step = if self.at.law.partners { 2 } else { 1 };
        (1..seats).step_by(step).map(move |turn| (me + turn) % seats)
    }

    fn logit(&self, card: usize) -> i32 {
        self.features(card).iter().map(|&place| i32::from(LEARNT_WEIGHTS[place])).sum()
    }
}

fn at_most(cards: u32, most: usize) -> usize {
    (cards.count_ones() as usize).min(most)
}

/// The most likely legal card: the one with the highest logit.
pub fn choose(at: &Observation) -> usize {
    let situation = Situation::new(at);
    cards(at.legal).max_by_key(|&card| situation.logit(card)).unwrap_or(0)
}

/// The likelihood of this legal card: the softmax of the logits.
pub fn likelihood(at: &Observation, played: usize) -> f64 {
    let situation = Situation::new(at);
    let share = |card: usize| (f64::from(situation.logit(card)) / LOGIT_UNIT).exp();
    share(played) / cards(at.legal).map(share).sum::<f64>()
}

/// The indices of the weights of every legal card, for training.
pub fn features(at: &Observation) -> Vec<(usize, [usize; FEATURES])> {
    let situation = Situation::new(at);
    cards(at.legal).map(|card| (card, situation.features(card))).collect()
}
