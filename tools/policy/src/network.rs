//! The policy network in floats, as it is learnt: logits, gradients, and steps against them (Adam).

use crate::play::{Mask, cards, suit};
use crate::policy::{
    HIDDEN, Inputs, NETWORK, OUTPUT_BIAS, OUTPUTS, SECOND, SECOND_BIAS, SECOND_OUTPUTS,
    SECOND_ROWS, SUITS, UNIT,
};

/// The range of a weight that can be stored.
pub const MOST: f32 = 127.0 / UNIT as f32;

/// The stored weight that is nearest to a learnt one.
pub fn stored(weight: f32) -> u8 {
    (weight * UNIT as f32).round() as i8 as u8
}

/// The sums of both hidden layers, before those below nought are cut off.
#[derive(Clone, Copy)]
pub struct Sums {
    first: [f32; HIDDEN],
    second: [f32; SECOND],
}

impl Sums {
    const NONE: Self = Self { first: [0.0; HIDDEN], second: [0.0; SECOND] };

    fn new(weights: &[f32], inputs: &Inputs, own: usize) -> Self {
        let mut sums = Self::NONE;
        inputs.rows(own, |row| add(&mut sums.first, &weights[row * HIDDEN..], 1.0));
        add(&mut sums.second, &weights[SECOND_BIAS..], 1.0);
        for (unit, sum) in sums.first.iter().enumerate() {
            add(&mut sums.second, &weights[SECOND_ROWS + unit * SECOND..], sum.max(0.0));
        }
        sums
    }

    fn logit(&self, weights: &[f32], rank: usize) -> f32 {
        weights[OUTPUT_BIAS + rank]
            + product(&self.first, &weights[OUTPUTS + rank * HIDDEN..])
            + product(&self.second, &weights[SECOND_OUTPUTS + rank * SECOND..])
    }
}

#[inline]
fn add<const N: usize>(sums: &mut [f32; N], row: &[f32], times: f32) {
    for (sum, weight) in sums.iter_mut().zip(&row[..N]) {
        *sum += times * weight;
    }
}

#[inline]
fn product<const N: usize>(sums: &[f32; N], row: &[f32]) -> f32 {
    // Eight sums side by side: in the order of one, nothing could be done at once.
    let mut parts = [0.0; 8];
    for (place, (sum, weight)) in sums.iter().zip(&row[..N]).enumerate() {
        parts[place & 7] += sum.max(0.0) * weight;
    }
    parts.iter().sum()
}

/// The logits of these cards, those of others 0, and the sums by suit.
pub fn logits(weights: &[f32], inputs: &Inputs, legal: Mask) -> ([f32; 32], [Sums; SUITS]) {
    let (mut logits, mut sums) = ([0.0; 32], [Sums::NONE; SUITS]);
    for (own, sums) in sums.iter_mut().enumerate() {
        let held = legal & suit(own);
        if held != 0 {
            let weights = &weights[inputs.network(own) * NETWORK..][..NETWORK];
            *sums = Sums::new(weights, inputs, own);
            for card in cards(held) {
                logits[card] = sums.logit(weights, inputs.ranks[card].into());
            }
        }
    }
    (logits, sums)
}

/// Add to `gradient` what these gradients of the logits are by each weight.
pub fn add_gradient(
    weights: &[f32],
    inputs: &Inputs,
    legal: Mask,
    by_logit: &[f32; 32],
    sums: &[Sums; SUITS],
    gradient: &mut [f32],
) {
    for (own, sums) in sums.iter().enumerate() {
        let held = legal & suit(own);
        if held == 0 {
            continue;
        }
        let begin = inputs.network(own) * NETWORK;
        let (weights, gradient) = (&weights[begin..][..NETWORK], &mut gradient[begin..][..NETWORK]);
        let (mut first, mut second) = ([0.0; HIDDEN], [0.0; SECOND]);
        for card in cards(held) {
            let (rank, slope) = (usize::from(inputs.ranks[card]), by_logit[card]);
            let outputs = OUTPUTS + rank * HIDDEN;
            add_to(&mut first, &weights[outputs..], slope);
            add_active(&mut gradient[outputs..], &sums.first, slope);
            let outputs = SECOND_OUTPUTS + rank * SECOND;
            add_to(&mut second, &weights[outputs..], slope);
            add_active(&mut gradient[outputs..], &sums.second, slope);
            gradient[OUTPUT_BIAS + rank] += slope;
        }
        cut(&mut second, &sums.second);
        add_to(&mut gradient[SECOND_BIAS..], &second, 1.0);
        for (unit, sum) in sums.first.iter().enumerate() {
            let row = SECOND_ROWS + unit * SECOND;
            first[unit] += second.iter().zip(&weights[row..]).map(|(a, b)| a * b).sum::<f32>();
            add_to(&mut gradient[row..], &second, sum.max(0.0));
        }
        cut(&mut first, &sums.first);
        inputs.rows(own, |row| add_to(&mut gradient[row * HIDDEN..], &first, 1.0));
    }
}

/// No gradient where a sum was cut off.
fn cut(gradient: &mut [f32], sums: &[f32]) {
    for (slope, sum) in gradient.iter_mut().zip(sums) {
        *slope = if *sum > 0.0 { *slope } else { 0.0 };
    }
}

fn add_to(row: &mut [f32], more: &[f32], times: f32) {
    for (sum, more) in row.iter_mut().zip(more) {
        *sum += times * more;
    }
}

fn add_active(row: &mut [f32], sums: &[f32], times: f32) {
    for (sum, more) in row.iter_mut().zip(sums) {
        *sum += times * more.max(0.0);
    }
}

/// Weights that are being learnt, with the running means of their gradients and of the squares.
pub struct Learner {
    pub weights: Vec<f32>,
    pub mean: Vec<f32>,
    pub square: Vec<f32>,
    pub steps: u64,
    /// The range of the weights.
    pub most: f32,
}

impl Learner {
    pub fn new(weights: Vec<f32>, most: f32) -> Self {
        let none = vec![0.0; weights.len()];
        Self { weights, mean: none.clone(), square: none, steps: 0, most }
    }

    /// Take a step against the gradient.
    pub fn step(&mut self, gradient: &[f32], rate: f32) {
        self.steps += 1;
        let begun = |decay: f32| 1.0 - decay.powi(self.steps.min(100_000) as i32);
        let (mean_scale, square_scale) = (begun(0.9), begun(0.999));
        for (place, slope) in gradient.iter().enumerate() {
            let (mean, square) = (&mut self.mean[place], &mut self.square[place]);
            *mean = 0.9 * *mean + 0.1 * slope;
            *square = 0.999 * *square + 0.001 * slope * slope;
            let scale = (*square / square_scale).sqrt() + 1e-8;
            let weight = &mut self.weights[place];
            *weight = (*weight - rate * *mean / mean_scale / scale).clamp(-self.most, self.most);
        }
    }
}
