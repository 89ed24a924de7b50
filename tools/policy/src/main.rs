//! Training of the kernel's policy network (`kernel/src/policy.rs`), and of its linear policy
//! (`kernel/src/habits.rs`): `tools/learn_policy.py` calls it.
//!
//! Each step plays deals in which a seat plays each card as likely as the policy finds it. Where it
//! has a choice, every legal card is played out to the end of the same deal, each seat its likeliest
//! card by what it knows; cards that end better become likelier (a policy gradient over all
//! actions, with some entropy kept). The luck of the deal is the same for all cards, so it cancels.

#![allow(dead_code)] // Of the kernel's modules it calls a part.

mod games;
#[path = "../../../kernel/src/habits.rs"]
mod habits;
mod linear;
mod model;
mod network;
#[path = "../../../kernel/src/observation.rs"]
mod observation;
#[path = "../../../kernel/src/play.rs"]
mod play;
#[path = "../../../kernel/src/policy.rs"]
mod policy;
#[path = "../../../kernel/src/position.rs"]
mod position;
#[path = "../../../kernel/src/random.rs"]
mod random;

use std::fs;
use std::path::Path;
use std::time::Instant;

use games::{Contract, Game, Player};
use habits::LOGIT_UNIT;
use model::Model;
use network::{Learner, MOST, stored};
use observation::Observation;
use play::{Extras, Law, Mask, cards};
use policy::{NETWORK, NETWORKS, SECOND_BIAS, SECOND_OUTPUTS, TEMPERATURE, WEIGHTS};
use random::Random;

/// The deals of a step, in parts with random numbers of their own: so many, of one kind of contract
/// each, so that the number of threads changes nothing.
const PARTS: usize = 8;
const DEALS_A_PART: usize = 32;
/// By part the kind of contract: one suit trump, no trumps, all trumps.
type Kinds = [usize; PARTS];
/// The linear policy keeps what it has learnt of suits from players who search.
const KINDS: Kinds = [0, 0, 0, 0, 0, 0, 1, 2];
const KINDS_OF_LINEAR: Kinds = [1, 1, 1, 1, 2, 2, 2, 2];

/// What one point is to the gradient: a twentieth.
const SCALE: f32 = 20.0;
/// The share of decisions that are learnt from.
const LEARNT: f64 = 0.5;
/// The share of cards played at random.
const STRAY: f64 = 0.03;
/// How much the entropy counts and the rate of learning, at first and at the end.
const ENTROPY: (f32, f32) = (0.2, TEMPERATURE as f32 / SCALE);
const RATE: (f32, f32) = (0.004, 0.0002);
/// The share of steps in which deals are played out by the linear policy of the kernel.
const KERNEL: f32 = 0.05;
/// The range of the weights of the linear policy.
const MOST_OF_LINEAR: f32 = 100.0;

fn between((first, last): (f32, f32), done: f32) -> f32 {
    first * (last / first).powf(done)
}

/// Weights to begin with.
fn begun(seed: u64) -> Vec<f32> {
    let mut chance = Random::new(seed);
    let mut weights = vec![0.0; WEIGHTS];
    for network in 0..NETWORKS {
        for place in (0..NETWORK).filter(|place| !(SECOND_BIAS..SECOND_OUTPUTS).contains(place)) {
            weights[network * NETWORK + place] = 0.4 * (chance.share() as f32 - 0.5);
        }
        weights[network * NETWORK + policy::OUTPUT_BIAS..][..policy::RANKS].fill(0.0);
    }
    weights
}

/// What one part of a step adds: the gradient, and how many decisions it is of.
struct Part {
    gradient: Vec<f32>,
    count: u64,
}

/// What all deals of a step have in common.
#[derive(Clone, Copy)]
struct Step<'a> {
    model: Model<'a>,
    /// Who plays deals out to the end.
    player: Player<'a>,
    entropy: f32,
}

impl Step<'_> {
    /// Learn from one deal.
    fn learn(&self, chance: &mut Random, contracts: &[Contract], part: &mut Part) {
        let (of, mut game) = Game::deal(chance, contracts);
        while game.at.in_hand() != 0 {
            let observation = Observation::new(&of.law, &game.at, &game.seen);
            let legal = observation.legal;
            let card = if legal.is_power_of_two() {
                legal.trailing_zeros() as usize
            } else {
                let (logits, active) = self.model.logits(of, &game, &observation);
                let likely = softmax(&logits, legal);
                if chance.share() < LEARNT {
                    let slopes = self.slopes(of, &game, &likely, legal);
                    self.model.add_gradient(&active, legal, &slopes, &mut part.gradient);
                    part.count += 1;
                }
                drawn(chance, &likely, legal)
            };
            game.play(&of.law, card);
        }
    }

    /// The gradient by logit, from what each legal card ends in.
    fn slopes(&self, of: &Contract, game: &Game, likely: &[f32; 32], legal: Mask) -> [f32; 32] {
        let side = if game.at.turn.seat() & 1 == 0 { 1.0 } else { -1.0 };
        let mut worth = [0.0; 32];
        for card in cards(legal) {
            let mut next = *game;
            next.play(&of.law, card);
            worth[card] = side * next.finish(of, [self.player; 2]).worth(of) / SCALE;
        }
        let log = |card: usize| likely[card].max(1e-20).ln();
        let mean: f32 = cards(legal).map(|card| likely[card] * worth[card]).sum();
        let entropy: f32 = cards(legal).map(|card| -likely[card] * log(card)).sum();
        let mut slopes = [0.0; 32];
        for card in cards(legal) {
            let (better, surprise) = (worth[card] - mean, log(card) + entropy);
            slopes[card] = -likely[card] * (better - self.entropy * surprise);
        }
        slopes
    }
}

/// By legal card how likely it is.
fn softmax(logits: &[f32; 32], legal: Mask) -> [f32; 32] {
    let most = cards(legal).map(|card| logits[card]).fold(f32::MIN, f32::max);
    let shares = logits.map(|logit| (logit - most).exp());
    let whole: f32 = cards(legal).map(|card| shares[card]).sum();
    shares.map(|share| share / whole)
}

/// A card as likely as it is; now and then any other.
fn drawn(chance: &mut Random, likely: &[f32; 32], legal: Mask) -> usize {
    let card = if chance.share() < STRAY {
        let place = chance.below(legal.count_ones().into()) as usize;
        cards(legal).nth(place)
    } else {
        let mut left = chance.share() as f32;
        cards(legal).find(|&card| {
            left -= likely[card];
            left < 0.0
        })
    };
    card.unwrap_or(legal.trailing_zeros() as usize)
}

/// The gradient of one step.
fn gradient(
    step: Step,
    steps: u64,
    contracts: &[Vec<Contract>],
    kinds: Kinds,
    seed: u64,
    threads: usize,
) -> Vec<f32> {
    let weights = step.model.weights();
    let one = |number: usize| {
        let stream = steps * PARTS as u64 + number as u64;
        let mut chance = Random::new(seed.wrapping_add(stream).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut part = Part { gradient: vec![0.0; weights.len()], count: 0 };
        for _ in 0..DEALS_A_PART {
            step.learn(&mut chance, &contracts[kinds[number]], &mut part);
        }
        part
    };
    let mut parts: Vec<(usize, Part)> = std::thread::scope(|scope| {
        let run = |first: usize| {
            let own = (first..PARTS).step_by(threads);
            own.map(|number| (number, one(number))).collect::<Vec<_>>()
        };
        let all: Vec<_> = (0..threads).map(|first| scope.spawn(move || run(first))).collect();
        all.into_iter().flat_map(|thread| thread.join().expect("a thread")).collect()
    });
    parts.sort_by_key(|part| part.0);
    let count: u64 = parts.iter().map(|part| part.1.count).sum();
    let mut whole = vec![0.0; weights.len()];
    for (_, part) in &parts {
        for (sum, slope) in whole.iter_mut().zip(&part.gradient) {
            *sum += slope / count as f32;
        }
    }
    whole
}

/// By kind of contract what a deal gains on the linear policy of the kernel in points, sides swapped,
/// and half of the 95 % interval.
fn compared(contracts: &[Vec<Contract>], model: Model, deals: usize, seed: u64) -> Vec<[f64; 2]> {
    let gain = |kind: &Vec<Contract>| {
        let mut chance = Random::new(seed);
        let gains: Vec<f64> = (0..deals)
            .map(|_| {
                let (of, game) = Game::deal(&mut chance, kind);
                let (ours, theirs) = (Player::Learnt(model), Player::Kernel);
                let first = game.finish(of, [ours, theirs]).ahead();
                f64::from(first - game.finish(of, [theirs, ours]).ahead()) / 2.0
            })
            .collect();
        let count = deals as f64;
        let mean = gains.iter().sum::<f64>() / count;
        let square = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f64>() / count;
        [mean, 1.96 * (square / count).sqrt()]
    };
    contracts.iter().map(gain).collect()
}

/// The contracts of a file by kind: a line each of kind, trump, last trick, duties, strengths, points.
fn contracts(file: &Path) -> Vec<Vec<Contract>> {
    let mut all = vec![vec![], vec![], vec![]];
    for line in fs::read_to_string(file).expect("the laws").lines() {
        let numbers: Vec<u8> =
            line.split(' ').map(|each| each.parse().expect("a number")).collect();
        let (kind, trump, last_trick) = (numbers[0], numbers[1], numbers[2].into());
        let rest = &numbers[3..];
        let (duties, rest) = rest.split_at(128);
        let (strength, points) = rest.split_at(32);
        let law =
            Law::new(duties, trump.into(), strength, points, last_trick, Extras::default(), true);
        all[usize::from(kind)].push(Contract::new(law.expect("a law")));
    }
    all
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    let float = |chunk: &[u8]| f32::from_le_bytes(chunk.try_into().expect("four bytes"));
    bytes.chunks_exact(4).map(float).collect()
}

/// Where training stands, in a file.
fn save(file: &Path, learner: &Learner) {
    let mut bytes = learner.steps.to_le_bytes().to_vec();
    for list in [&learner.weights, &learner.mean, &learner.square] {
        bytes.extend(list.iter().flat_map(|number| number.to_le_bytes()));
    }
    let part = file.with_extension("part");
    fs::write(&part, bytes).expect("room for the weights");
    fs::rename(part, file).expect("a file");
}

/// The same training, going on where that file stands, if there is one.
fn resumed(file: &Path, begun: Learner) -> Learner {
    let (Ok(bytes), count) = (fs::read(file), begun.weights.len()) else { return begun };
    assert!(bytes.len() == 8 + 12 * count, "{} is of other weights", file.display());
    let steps = u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes"));
    let all = floats(&bytes[8..]);
    let [weights, mean, square] = [0, 1, 2].map(|list| all[list * count..][..count].to_vec());
    Learner { weights, mean, square, steps, ..begun }
}

/// What is learnt, and how its weights are written down.
struct Training {
    begun: Learner,
    model: fn(&[f32]) -> Model,
    kinds: Kinds,
    written: fn(f32) -> Vec<u8>,
}

impl Training {
    /// The network from the beginning, or the linear policy from the weights of the kernel.
    fn of(what: &str, folder: &Path, seed: u64) -> Self {
        if what == "network" {
            return Self {
                begun: Learner::new(begun(seed), MOST),
                model: |weights| Model::Network(weights),
                kinds: KINDS,
                written: |weight| vec![stored(weight)],
            };
        }
        let text = fs::read_to_string(folder.join("linear.txt")).expect("the linear policy");
        let number = |each: &str| each.parse::<f32>().expect("a number") / LOGIT_UNIT as f32;
        Self {
            begun: Learner::new(text.split_whitespace().map(number).collect(), MOST_OF_LINEAR),
            model: |weights| Model::Linear(weights),
            kinds: KINDS_OF_LINEAR,
            written: |weight| format!("{}\n", (weight * LOGIT_UNIT as f32).round()).into_bytes(),
        }
    }
}

fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [what, folder, steps, until, seed, threads, deals] = &given[..] else {
        panic!("network or linear, folder, steps, the step to stop at, seed, threads, deals");
    };
    let number = |text: &String| text.parse::<u64>().expect("a number");
    let (folder, steps, until, seed) =
        (Path::new(folder), number(steps), number(until), number(seed));
    let (threads, deals) = (number(threads) as usize, number(deals) as usize);
    let contracts = contracts(&folder.join("laws.txt"));
    let Training { begun, model, kinds, written } = Training::of(what, folder, seed);
    let file = folder.join("training.bin");
    let mut learner = resumed(&file, begun);
    let (every, start) = ((steps / 50).max(1), Instant::now());
    while learner.steps < until.min(steps) {
        let done = learner.steps as f32 / steps as f32;
        let model_now = model(&learner.weights);
        let player = if done < KERNEL { Player::Kernel } else { Player::Learnt(model_now) };
        let step = Step { model: model_now, player, entropy: between(ENTROPY, done) };
        let slopes = gradient(step, learner.steps, &contracts, kinds, seed, threads);
        learner.step(&slopes, between(RATE, done));
        if learner.steps % every == 0 || learner.steps == until {
            save(&file, &learner);
            let weights: Vec<u8> = learner.weights.iter().flat_map(|&each| written(each)).collect();
            fs::write(folder.join("weights.bin"), weights).expect("room for the weights");
            let gains = compared(&contracts, model(&learner.weights), deals, 99);
            let seconds = start.elapsed().as_secs();
            println!(
                "{} steps, {seconds} s: {gains:.1?} points over the linear policy",
                learner.steps
            );
        }
    }
}
