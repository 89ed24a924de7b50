//! What is learnt: the linear policy of the rollouts, or the policy network.

use crate::games::{Contract, Game};
use crate::linear::{self, Features};
use crate::network::{self, Sums};
use crate::observation::Observation;
use crate::play::Mask;
use crate::policy::{Inputs, SUITS};

/// A policy with its weights.
#[derive(Clone, Copy)]
pub enum Model<'a> {
    Linear(&'a [f32]),
    Network(&'a [f32]),
}

/// What the logits were computed from.
#[allow(clippy::large_enum_variant)] // Measured: boxed, training takes two fifths longer.
pub enum Active {
    Linear(Features),
    Network(Inputs, [Sums; SUITS]),
}

impl<'a> Model<'a> {
    pub fn weights(self) -> &'a [f32] {
        let (Self::Linear(weights) | Self::Network(weights)) = self;
        weights
    }

    /// The logits of the legal cards, those of others 0.
    pub fn logits(self, of: &Contract, game: &Game, at: &Observation) -> ([f32; 32], Active) {
        match self {
            Self::Linear(weights) => {
                let (logits, features) = linear::logits(weights, at);
                (logits, Active::Linear(features))
            }
            Self::Network(weights) => {
                let inputs = Inputs::new(at, &game.record, &of.ranks, game.bid);
                let (logits, sums) = network::logits(weights, &inputs, at.legal);
                (logits, Active::Network(inputs, sums))
            }
        }
    }

    /// Add to `gradient` what these gradients of the logits are by each weight.
    pub fn add_gradient(self, active: &Active, legal: Mask, slopes: &[f32; 32], sum: &mut [f32]) {
        match active {
            Active::Linear(features) => linear::add_gradient(features, slopes, sum),
            Active::Network(inputs, sums) => {
                network::add_gradient(self.weights(), inputs, legal, slopes, sums, sum);
            }
        }
    }
}
