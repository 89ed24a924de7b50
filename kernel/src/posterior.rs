//! The posterior over determinizations: what a seat may believe after what the others have played.
//!
//! Worlds are drawn uniformly and resampled by the likelihood of the cards played under the learnt
//! policy; where there are few, all are taken, each with its weight.

#![forbid(unsafe_code)]

use std::collections::HashMap;

use crate::determinization::HiddenHands;
use crate::observation::PlayHistory;
use crate::play::{Law, Mask, Refusal};
use crate::position::{MOST_SEATS, Position};
use crate::random::Random;
use crate::rollout::log_likelihood;

/// A world, by seat the mask of its hand, and its weight.
pub type Weighted = (Vec<Mask>, f64);

/// What a seat knows, and how sharply it reads the cards of the others.
pub struct Believer<'a> {
    pub law: &'a Law,
    pub played: &'a PlayHistory,
    pub me: usize,
    pub hand: Mask,
    /// The exponent of the likelihood; 0 where every world is as likely as any other.
    pub exponent: f64,
}

impl Believer<'_> {
    /// At most `count` worlds and their weights: all there are, or else resampled from `draws`.
    pub fn worlds(
        &self,
        hidden: &HiddenHands,
        draws: u64,
        count: u64,
        seed: u64,
    ) -> Result<Vec<Weighted>, Refusal> {
        let mut random = Random::new(seed);
        let others: Vec<_> = if hidden.total <= draws {
            let mut every = hidden.every();
            random.shuffle(&mut every);
            every
        } else {
            (0..draws).map(|_| hidden.sample(&mut random)).collect()
        };
        let positions: Vec<Position> =
            others.iter().map(|hands| self.position(hands)).collect::<Result<_, _>>()?;
        let weights = self.weights(&positions);
        let named = |(position, weight): (&Position, f64)| {
            (position.hands[..self.played.turn.seats].to_vec(), weight)
        };
        if hidden.total <= count {
            return Ok(positions.iter().zip(weights).map(named).collect());
        }
        let times = resampled(&weights, count, random.share());
        Ok(merged(positions.iter().zip(times).filter(|&(_, times)| times > 0.0).map(named)))
    }

    /// The position where the others hold these cards, by seat without me.
    fn position(&self, others: &[Mask; MOST_SEATS]) -> Result<Position, Refusal> {
        let seats = self.played.turn.seats;
        let hands: [Mask; MOST_SEATS] = std::array::from_fn(|seat| match seat {
            _ if seat == self.me => self.hand,
            _ if seat < self.me => others[seat],
            _ => others[seat - 1],
        });
        self.played.position(&hands[..seats])
    }

    /// The likelihood of the cards played in each world, beside the likeliest of them.
    fn weights(&self, positions: &[Position]) -> Vec<f64> {
        if self.exponent == 0.0 || self.played.cards.is_empty() {
            return vec![1.0; positions.len()];
        }
        let of = |position| log_likelihood(self.law, self.played, position, self.me);
        let logs: Vec<f64> = positions.iter().map(of).collect();
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        logs.into_iter().map(|log| (self.exponent * (log - most)).exp()).collect()
    }
}

/// How often each is taken of `count`, in proportion to its weight: `count` equal steps through the
/// sum of the weights (systematic resampling), which differ from it by less than one.
#[allow(clippy::cast_precision_loss)] // There are few.
fn resampled(weights: &[f64], count: u64, start: f64) -> Vec<f64> {
    let step = weights.iter().sum::<f64>() / count as f64;
    let (mut sum, mut taken) = (0.0, 0.0);
    let times = weights.iter().map(|weight| {
        sum += weight;
        let until = (sum / step - start).ceil().max(taken);
        let times = until - taken;
        taken = until;
        times
    });
    times.collect()
}

/// Each world once, with the sum of its weights, in the order in which they came.
fn merged(worlds: impl Iterator<Item = Weighted>) -> Vec<Weighted> {
    let mut found: Vec<Weighted> = Vec::new();
    let mut places: HashMap<Vec<Mask>, usize> = HashMap::new();
    for (world, weight) in worlds {
        let place = *places.entry(world.clone()).or_insert(found.len());
        if place == found.len() {
            found.push((world, 0.0));
        }
        found[place].1 += weight;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resampling_keeps_the_proportions() {
        let times = resampled(&[1.0, 0.0, 2.5, 0.5], 8, 0.5);
        assert_eq!(times, [2.0, 0.0, 5.0, 1.0]);
        for start in [0.0, 0.3, 0.999] {
            assert!(
                (resampled(&[0.3, 0.3, 0.4], 100, start).iter().sum::<f64>() - 100.0).abs() < 1.5
            );
        }
    }

    #[test]
    fn a_world_that_came_twice_is_there_once() {
        let worlds = [(vec![1], 1.0), (vec![2], 1.0), (vec![1], 2.0)];
        assert_eq!(merged(worlds.into_iter()), [(vec![1], 3.0), (vec![2], 1.0)]);
    }
}
