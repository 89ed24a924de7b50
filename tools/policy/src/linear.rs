//! The linear policy of the rollouts (`kernel/src/habits.rs`) as it is learnt.

use crate::habits::{FEATURES, features};
use crate::observation::Observation;

/// The indices of the weights of every legal card.
pub type Features = Vec<(usize, [usize; FEATURES])>;

/// The logits of the legal cards by these weights, and the indices of those.
pub fn logits(weights: &[f32], at: &Observation) -> ([f32; 32], Features) {
    let (mut logits, found) = ([0.0; 32], features(at));
    for (card, places) in &found {
        logits[*card] = places.iter().map(|&place| weights[place]).sum();
    }
    (logits, found)
}

/// Add to `gradient` what these gradients of the logits are by each weight.
pub fn add_gradient(found: &Features, by_logit: &[f32; 32], gradient: &mut [f32]) {
    for (card, places) in found {
        for &place in places {
            gradient[place] += by_logit[*card];
        }
    }
}
