//! Rollouts by the learnt policy ([`habits`]), double-dummy outcomes of many determinizations, and
//! the likelihood of a determinization under the policy.
//!
//! A rollout plays a position to its end, each seat its most likely card: some five microseconds for
//! a whole deal. The log-likelihood of a world sums the logarithms of how likely each card was that was
//! played; it weighs worlds by what the players have shown.

#![forbid(unsafe_code)]

use std::collections::HashMap;

use crate::habits;
use crate::observation::{Observation, PlayHistory, PublicInfo};
use crate::play::{Law, Refusal, cards};
use crate::position::{MOST_SEATS, Position};
use crate::solve::{Objective, PreparedLaw, Request};

/// The outcome of a deal: the points by side, a bit for each side that won a trick, and which side
/// won the last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Outcome {
    pub points: [u16; MOST_SEATS],
    pub winners: u8,
    pub last: u8,
}

/// By card its outcomes, with the sums of the weights of their worlds.
pub type ByCard = Vec<(usize, Vec<(Outcome, f64)>)>;

/// A deal that is being played to its end.
#[derive(Clone, Copy)]
struct Rollout {
    at: Position,
    seen: PublicInfo,
    won: Outcome,
}

impl Rollout {
    fn new(at: &Position, seen: &PublicInfo) -> Self {
        Self { at: *at, seen: *seen, won: Outcome::default() }
    }

    /// Play the card, record what it shows, and gather a full trick.
    fn play(&mut self, law: &Law, card: usize) {
        let Self { at, seen, won } = self;
        seen.record(law, &at.turn, card);
        at.hands[at.turn.seat() & 3] &= !(1 << card);
        law.add(&mut at.turn.trick, card);
        if at.turn.is_full() {
            let side = law.side(at.turn.winner());
            let last = if at.in_hand() == 0 { law.last_trick } else { 0 };
            won.points[side] += (law.trick_points(at.turn.trick.cards) + last) as u16;
            won.winners |= 1 << side;
            won.last = side as u8;
            at.turn.gather();
        }
    }

    /// Play on by the policy until the hands are empty.
    fn finish(mut self, law: &Law) -> Outcome {
        while self.at.in_hand() != 0 {
            let observation = Observation::new(law, &self.at, &self.seen);
            let card = match observation.legal {
                only if only.is_power_of_two() => only.trailing_zeros() as usize,
                _ => habits::choose(&observation),
            };
            self.play(law, card);
        }
        self.won
    }
}

/// The outcome of a position when everybody plays by the policy.
pub fn roll_out(law: &Law, position: &Position, seen: &PublicInfo) -> Outcome {
    Rollout::new(position, seen).finish(law)
}

/// By card the outcomes in all these positions, with the sums of their weights.
pub fn forecasts(law: &Law, positions: &[Position], weights: &[f64], seen: &PublicInfo) -> ByCard {
    let mut by_card: [HashMap<Outcome, f64>; 32] = std::array::from_fn(|_| HashMap::new());
    for (position, weight) in positions.iter().zip(weights) {
        let now = Rollout::new(position, seen);
        for card in cards(position.legal(law)) {
            let mut rollout = now;
            rollout.play(law, card);
            *by_card[card].entry(rollout.finish(law)).or_default() += weight;
        }
    }
    named(by_card)
}

/// What a sweep adds for the solver: enough to tell it from all points but a worthless trick.
const SWEEP_BONUS: u32 = 1;

/// The same with all cards seen and both of two sides playing their best; a sentence where a
/// position cannot be solved.
pub fn solved(
    law: &Law,
    prepared: &PreparedLaw,
    positions: &[Position],
    weights: &[f64],
    played: &PlayHistory,
) -> Result<ByCard, Refusal> {
    let mut by_card: [HashMap<Outcome, f64>; 32] = std::array::from_fn(|_| HashMap::new());
    let taken = played.taken(law);
    let sweep = if taken.contains(&0) { SWEEP_BONUS } else { 0 };
    let maximisers = 0b0101 & ((1 << played.turn.seats) - 1);
    let objective = Objective { maximisers, sweep, taken };
    let request = Request { objective, values: true, line: false };
    let first = played.turn.seat() & 1 == 0;
    for (position, weight) in positions.iter().zip(weights) {
        let (_, left, values, _) = request.solve(prepared, position)?;
        for (card, value) in values.unwrap_or_default() {
            let outcome = implied(if first { value } else { left - value }, left);
            *by_card[card].entry(outcome).or_default() += weight;
        }
    }
    Ok(named(by_card))
}

/// The outcome that a double-dummy value for side 0 implies: above `left`, or below 0, one side wins
/// every trick of the deal.
fn implied(value: i32, left: i32) -> Outcome {
    let mine = value.clamp(0, left);
    let winners = match value {
        _ if value > left => 0b01,
        ..0 => 0b10,
        _ => 0b11,
    };
    Outcome { points: [mine as u16, (left - mine) as u16, 0, 0], winners, last: 0 }
}

/// The cards that have outcomes, each with them.
fn named(by_card: [HashMap<Outcome, f64>; 32]) -> ByCard {
    let named = by_card.into_iter().enumerate().filter(|(_, outcomes)| !outcomes.is_empty());
    named.map(|(card, outcomes)| (card, sorted(outcomes))).collect()
}

/// Sorted, so that floating-point sums are the same every time.
fn sorted(outcomes: HashMap<Outcome, f64>) -> Vec<(Outcome, f64)> {
    let mut list: Vec<_> = outcomes.into_iter().collect();
    list.sort_by_key(|&(outcome, _)| outcome);
    list
}

/// The log-likelihood of the cards played, given these hands and the policy; the cards of seat `me`
/// do not count, since it knows its own hand.
pub fn log_likelihood(law: &Law, played: &PlayHistory, now: &Position, me: usize) -> f64 {
    let mut sum = 0.0;
    played.replay(law, now.hands, |position, seen, card| {
        let observation = Observation::new(law, position, seen);
        if observation.me != me && observation.chooses(card) {
            sum += habits::likelihood(&observation, card).ln();
        }
    });
    sum
}
