//! Rollouts by the learnt policy ([`habits`]), and the likelihood of a determinization under it.
//!
//! A rollout plays a position to its end, each seat its most likely card: some five microseconds for
//! a whole deal. The log-likelihood of a world sums the logarithms of how likely each card was that was
//! played; it weighs worlds by what the players have shown.

#![forbid(unsafe_code)]

use std::collections::HashMap;

use crate::habits;
use crate::observation::{Observation, PlayHistory, PublicInfo};
use crate::play::{Law, cards};
use crate::position::{MOST_SEATS, Position};

/// The outcome of a deal: the points by side, a bit for each side that won a trick, and which side
/// won the last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Outcome {
    pub points: [u16; MOST_SEATS],
    pub winners: u8,
    pub last: u8,
}

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
pub fn forecasts(
    law: &Law,
    positions: &[Position],
    weights: &[f64],
    seen: &PublicInfo,
) -> Vec<(usize, Vec<(Outcome, f64)>)> {
    let mut by_card: [HashMap<Outcome, f64>; 32] = std::array::from_fn(|_| HashMap::new());
    for (position, weight) in positions.iter().zip(weights) {
        let now = Rollout::new(position, seen);
        for card in cards(position.legal(law)) {
            let mut rollout = now;
            rollout.play(law, card);
            *by_card[card].entry(rollout.finish(law)).or_default() += weight;
        }
    }
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
