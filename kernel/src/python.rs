//! Python bindings (PyO3): three frozen classes and three functions. Every argument is checked
//! before it is used, and a wrong one is a `ValueError` with a sentence.

use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use std::sync::OnceLock;

use crate::determinization::{HiddenHands, WeightedHands};
use crate::habits;
use crate::observation::{Observation, PlayHistory};
use crate::ownership::{self, Knowledge, SuitInputs};
use crate::play::{self, Bonus, Extras, Withheld};
use crate::playout::{check_count, playouts};
use crate::policy;
use crate::position::{LEAST_SEATS, MOST_SEATS, Position};
use crate::posterior::{Believer, Weighted};
use crate::random::Random;
use crate::rollout::{forecasts, log_likelihood, roll_out, solved};
use crate::solve::{
    Batch, Objective, PreparedLaw, Request, Solution, WEIGHTS, Weights, count_nodes, solve_batch,
};

/// A set of cards from Python: a whole number of 32 bits.
#[derive(Clone, Copy)]
struct CardMask(u32);

/// A card from Python: 0 to 31, or whatever stands for such a number.
#[derive(Clone, Copy)]
struct CardCode(usize);

/// Any other number from Python that is not negative.
#[derive(Clone, Copy)]
struct Unsigned(u64);

impl<'py> FromPyObject<'_, 'py> for CardMask {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        in_range(value, "a set of cards, which is a mask of 32 bits").map(Self)
    }
}

impl<'py> FromPyObject<'_, 'py> for CardCode {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let what = "a card, which go from 0 to 31";
        match in_range::<u8>(value, what)? {
            code @ 0..32 => Ok(Self(code.into())),
            code => Err(PyValueError::new_err(format!("{code} is not {what}"))),
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Unsigned {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        in_range(value, "a number from 0 to 2**64 - 1").map(Self)
    }
}

/// The number, with a number out of range a `ValueError` like every other wrong argument.
fn in_range<'a, 'py, T>(value: Borrowed<'a, 'py, PyAny>, what: &str) -> PyResult<T>
where
    T: FromPyObject<'a, 'py, Error = PyErr>,
{
    value.extract().map_err(|error: PyErr| {
        if error.is_instance_of::<PyOverflowError>(value.py()) {
            PyValueError::new_err(format!("{} is not {what}", *value))
        } else {
            error
        }
    })
}

fn codes(cards: Vec<CardCode>) -> Vec<usize> {
    cards.into_iter().map(|card| card.0).collect()
}

fn pair((held, kept): (CardMask, CardMask)) -> Withheld {
    Withheld { held: held.0, kept: kept.0 }
}

fn bonus((cards, points): (CardMask, Unsigned)) -> PyResult<Bonus> {
    let points = play::number("a bonus", points.0, play::MOST_POINTS as usize);
    let points = points.map_err(PyValueError::new_err)? as u32;
    Ok(Bonus { cards: cards.0, points })
}

/// A deal so far from Python: who took, who led first, and the cards played in order.
type DealSoFar = (Unsigned, Unsigned, Vec<CardCode>);

/// The indices of the weights of each legal card.
type CardFeatures = Vec<(usize, [usize; habits::FEATURES])>;

/// The law of play of one contract: a duty for each of the 128 situations, strengths and points.
#[pyclass(frozen, module = "rebelote._kernel")]
pub struct Law(pub play::Law, OnceLock<PreparedLaw>);

impl Law {
    fn prepared(&self) -> &PreparedLaw {
        self.1.get_or_init(|| PreparedLaw::new(&self.0, None))
    }

    /// The deal so far, and the position with these hands.
    fn at(&self, so_far: DealSoFar, hands: Vec<CardMask>) -> PyResult<(PlayHistory, Position)> {
        let (played, mut positions) = self.worlds_at(so_far, vec![hands])?;
        Ok((played, positions.remove(0)))
    }

    /// The deal so far, and the positions with these hands; at least one.
    fn worlds_at(
        &self,
        (taker, leader, cards): DealSoFar,
        worlds: Vec<Vec<CardMask>>,
    ) -> PyResult<(PlayHistory, Vec<Position>)> {
        let seats = worlds.first().map_or(0, Vec::len);
        let wrong = !(LEAST_SEATS..=MOST_SEATS).contains(&seats);
        if wrong || worlds.iter().any(|world| world.len() != seats) {
            let sentence = format!("there are {seats} hands, not {LEAST_SEATS} to {MOST_SEATS}");
            return Err(PyValueError::new_err(sentence));
        }
        let played = PlayHistory::new(&self.0, seats, taker.0, leader.0, &codes(cards))
            .map_err(PyValueError::new_err)?;
        let mut positions = Vec::with_capacity(worlds.len());
        for world in worlds {
            let hands: Vec<u32> = world.into_iter().map(|hand| hand.0).collect();
            positions.push(played.position(&hands).map_err(PyValueError::new_err)?);
        }
        Ok((played, positions))
    }

    /// What a seat knows, handed to `ask`: at tables of two sides of two, where one suit is trump.
    fn knowledge<T>(
        &self,
        me: Unsigned,
        hand: CardMask,
        may_hold: [CardMask; 4],
        (taker, leader, cards): DealSoFar,
        ask: impl FnOnce(&Knowledge) -> T,
    ) -> PyResult<T> {
        if !self.0.partners || self.0.kind() != 0 {
            let sentence = "the model knows tables of partners with one trump suit alone";
            return Err(PyValueError::new_err(sentence));
        }
        let me = play::number("me", me.0, 3).map_err(PyValueError::new_err)?;
        let played = PlayHistory::new(&self.0, 4, taker.0, leader.0, &codes(cards))
            .map_err(PyValueError::new_err)?;
        let may_hold = may_hold.map(|mask| mask.0);
        Ok(ask(&Knowledge { law: &self.0, played: &played, me, hand: hand.0, may_hold }))
    }

    fn position(
        &self,
        hands: Vec<CardMask>,
        leader: Unsigned,
        trick: Vec<CardCode>,
    ) -> PyResult<Position> {
        let hands: Vec<u32> = hands.into_iter().map(|hand| hand.0).collect();
        Position::new(&self.0, &hands, leader.0, &codes(trick)).map_err(PyValueError::new_err)
    }
}

#[pymethods]
impl Law {
    #[new]
    #[pyo3(signature = (duties, trump, strength, points, last_trick=Unsigned(10), withheld=vec![], partners=true, not_led=CardMask(0), bonuses=vec![]))]
    #[allow(clippy::too_many_arguments)] // Python names them.
    fn new(
        duties: &[u8],
        trump: Unsigned,
        strength: &[u8],
        points: &[u8],
        last_trick: Unsigned,
        withheld: Vec<(CardMask, CardMask)>,
        partners: bool,
        not_led: CardMask,
        bonuses: Vec<(CardMask, Unsigned)>,
    ) -> PyResult<Self> {
        let extras = Extras {
            withheld: withheld.into_iter().map(pair).collect(),
            not_led: not_led.0,
            bonuses: bonuses.into_iter().map(bonus).collect::<PyResult<_>>()?,
        };
        play::Law::new(duties, trump.0, strength, points, last_trick.0, extras, partners)
            .map(|law| Self(law, OnceLock::new()))
            .map_err(PyValueError::new_err)
    }

    /// The mask of the cards of `hand` that may be played to `trick`, up to three cards in order.
    fn legal(&self, hand: CardMask, trick: Vec<CardCode>) -> PyResult<u32> {
        let trick = self.0.trick(&codes(trick), 3).map_err(PyValueError::new_err)?;
        match play::cards(hand.0 & trick.cards).next() {
            Some(card) => {
                Err(PyValueError::new_err(format!("card {card} is in the hand and in the trick")))
            }
            None => Ok(self.0.legal(hand.0, &trick)),
        }
    }

    /// The index in `trick`, one to four cards in order of play, of the card that wins it.
    fn winner(&self, trick: Vec<CardCode>) -> PyResult<usize> {
        let trick = self.0.trick(&codes(trick), 4).map_err(PyValueError::new_err)?;
        match trick.length {
            0 => Err(PyValueError::new_err("the trick is empty, so nobody wins it")),
            _ => Ok(trick.winner),
        }
    }

    /// How many legal sequences of `depth` cards lead on from this position.
    fn perft(
        &self,
        py: Python<'_>,
        hands: Vec<CardMask>,
        leader: Unsigned,
        trick: Vec<CardCode>,
        depth: Unsigned,
    ) -> PyResult<u64> {
        let position = self.position(hands, leader, trick)?;
        let depth = position.depth(depth.0, 0).map_err(PyValueError::new_err)?;
        Ok(py.detach(|| position.perft(&self.0, depth)))
    }

    /// The same count under each first card.
    fn divide<'py>(
        &self,
        py: Python<'py>,
        hands: Vec<CardMask>,
        leader: Unsigned,
        trick: Vec<CardCode>,
        depth: Unsigned,
    ) -> PyResult<Bound<'py, PyDict>> {
        let position = self.position(hands, leader, trick)?;
        let depth = position.depth(depth.0, 1).map_err(PyValueError::new_err)?;
        let counts = PyDict::new(py);
        for (card, count) in py.detach(|| position.divide(&self.0, depth)) {
            counts.set_item(card, count)?;
        }
        Ok(counts)
    }

    /// The cards that whoever played `card` to this trick cannot have held beside it.
    fn excluded(&self, card: CardCode, trick: Vec<CardCode>) -> PyResult<u32> {
        let trick = self.0.trick(&codes(trick), 3).map_err(PyValueError::new_err)?;
        let own = 1u32 << card.0;
        let others = play::cards(!(own | trick.cards));
        Ok(others
            .filter(|other| self.0.legal(own | 1 << other, &trick) & own == 0)
            .fold(0, |mask, other| mask | 1 << other))
    }

    /// Rollouts: the outcomes of each legal card in these worlds when everybody plays by the learnt
    /// policy, by card: points by side, a bit for each side with a trick, the side with the last, and
    /// the summed weights of the worlds. `exactly`: when both of two sides see all cards and play their
    /// best instead.
    #[allow(clippy::needless_pass_by_value)] // As Python calls it.
    #[pyo3(signature = (worlds, weights, so_far, exactly=false))]
    fn forecast<'py>(
        &self,
        py: Python<'py>,
        worlds: Vec<Vec<CardMask>>,
        weights: Vec<f64>,
        so_far: DealSoFar,
        exactly: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        if worlds.len() != weights.len() {
            return Err(PyValueError::new_err("give a weight for each world, and at least one"));
        }
        let (played, positions) = self.worlds_at(so_far, worlds)?;
        let sides = self.0.sides(played.turn.seats);
        let found = py.detach(|| {
            if exactly {
                solved(&self.0, self.prepared(), &positions, &weights, &played)
            } else {
                Ok(forecasts(&self.0, &positions, &weights, &played.seen))
            }
        });
        let found = found.map_err(PyValueError::new_err)?;
        let by_card = PyDict::new(py);
        for (card, outcomes) in found {
            let list: Vec<_> = outcomes
                .into_iter()
                .map(|(outcome, weight)| {
                    let points = PyTuple::new(py, &outcome.points[..sides])?;
                    Ok((points, outcome.winners, outcome.last, weight))
                })
                .collect::<PyResult<_>>()?;
            by_card.set_item(card, list)?;
        }
        Ok(by_card)
    }

    /// One rollout of each world by the learnt policy: the points by side, a bit for each side with a
    /// trick, and the side that won the last one.
    fn play_out<'py>(
        &self,
        py: Python<'py>,
        worlds: Vec<Vec<CardMask>>,
        so_far: DealSoFar,
    ) -> PyResult<Vec<(Bound<'py, PyTuple>, u8, u8)>> {
        let (played, positions) = self.worlds_at(so_far, worlds)?;
        let sides = self.0.sides(played.turn.seats);
        let found = positions.iter().map(|position| {
            let won = roll_out(&self.0, position, &played.seen);
            Ok((PyTuple::new(py, &won.points[..sides])?, won.winners, won.last))
        });
        found.collect()
    }

    /// The log-likelihood, by world, of the cards played so far under the learnt policy; the cards of
    /// seat `me` do not count.
    fn likely(
        &self,
        py: Python<'_>,
        worlds: Vec<Vec<CardMask>>,
        so_far: DealSoFar,
        me: Unsigned,
    ) -> PyResult<Vec<f64>> {
        let (played, positions) = self.worlds_at(so_far, worlds)?;
        let me = play::number("me", me.0, 3).map_err(PyValueError::new_err)?;
        let each = |position| log_likelihood(&self.0, &played, position, me);
        Ok(py.detach(|| positions.iter().map(each).collect()))
    }

    /// What seat `me` may believe after the cards played: at most `count` worlds, each a list of masks
    /// by seat and its weight, and how many worlds there are in all.
    ///
    /// `sizes` and `may_hold` are those of the other seats, and of the cards that nobody holds. With
    /// more than `count` worlds, `draws` of them are resampled by their likelihood to this exponent.
    #[allow(clippy::too_many_arguments, clippy::needless_pass_by_value)] // As Python calls it.
    fn believed(
        &self,
        py: Python<'_>,
        sizes: &[u8],
        may_hold: Vec<CardMask>,
        me: Unsigned,
        hand: CardMask,
        seats: Unsigned,
        so_far: DealSoFar,
        draws: Unsigned,
        count: Unsigned,
        exponent: f64,
        seed: Unsigned,
    ) -> PyResult<(u64, Vec<Weighted>)> {
        let may_hold: Vec<u32> = may_hold.into_iter().map(|hand| hand.0).collect();
        let (taker, leader, cards) = so_far;
        let found = py.detach(|| {
            let hidden = HiddenHands::new(sizes, &may_hold)?;
            let seats = play::number("seats", seats.0, MOST_SEATS)?.max(LEAST_SEATS);
            let me = play::number("me", me.0, seats - 1)?;
            let played = PlayHistory::new(&self.0, seats, taker.0, leader.0, &codes(cards))?;
            let by = Believer { law: &self.0, played: &played, me, hand: hand.0, exponent };
            let (draws, count) = (check_count(draws.0)?, check_count(count.0)?);
            Ok((hidden.total, by.worlds(&hidden, draws.max(count), count, seed.0)?))
        });
        found.map_err(|error: play::Refusal| PyValueError::new_err(error))
    }

    /// Training data: for each card played from these first hands that was a choice, its index among
    /// the cards played, and the indices of the weights of each legal card.
    fn habits(
        &self,
        hands: Vec<CardMask>,
        so_far: DealSoFar,
    ) -> PyResult<Vec<(usize, CardFeatures)>> {
        let (taker, leader, cards) = so_far;
        let (start, first) = self.at((taker, leader, vec![]), hands)?;
        let all = PlayHistory::new(&self.0, start.turn.seats, taker.0, leader.0, &codes(cards))
            .map_err(PyValueError::new_err)?;
        let gone = all.cards.iter().fold(0, |gone, card| gone | 1 << card);
        let left = first.hands.map(|hand| hand & !gone);
        let (mut found, mut places) = (vec![], 0..);
        all.replay(&self.0, left, |position, seen, card| {
            let observation = Observation::new(&self.0, position, seen);
            let place = places.next().unwrap_or_default();
            if observation.chooses(card) {
                found.push((place, habits::features(&observation)));
            }
        });
        Ok(found)
    }

    /// Training data of the ownership model, of what seat `me` knows who holds `hand`: by suit in which
    /// cards are unseen its number, its cards from the lowest up, and the rows of its inputs.
    #[allow(clippy::redundant_closure_for_method_calls)] // The method has one lifetime, not any.
    fn ownership_inputs(
        &self,
        me: Unsigned,
        hand: CardMask,
        may_hold: [CardMask; 4],
        so_far: DealSoFar,
    ) -> PyResult<Vec<SuitInputs>> {
        self.knowledge(me, hand, may_hold, so_far, |known| known.inputs())
    }

    /// Play `count` random playouts: how often side 0 gets 0, 1, 2, ... of the points still
    /// to come, and, when no trick has been gathered, how often each side takes every trick.
    fn playouts(
        &self,
        py: Python<'_>,
        hands: Vec<CardMask>,
        leader: Unsigned,
        trick: Vec<CardCode>,
        count: Unsigned,
        seed: Unsigned,
    ) -> PyResult<(Vec<u64>, Vec<u64>)> {
        let position = self.position(hands, leader, trick)?;
        let count = check_count(count.0).map_err(PyValueError::new_err)?;
        if position.in_hand() == 0 {
            return Err(PyValueError::new_err("the hands are empty, so there is nothing to play"));
        }
        let outcomes = py.detach(|| playouts(&self.0, &position, count, seed.0));
        Ok((outcomes.histogram, outcomes.sweeps))
    }

    /// The double-dummy value: the points still to come to the `maximisers` (one bit a seat); if asked
    /// for, the value of each legal card to the side that plays it, and a principal variation.
    #[allow(clippy::too_many_arguments)] // Python names them.
    #[pyo3(signature = (hands, leader, trick, maximisers=Unsigned(5), sweep=Unsigned(0), taken=(Unsigned(0), Unsigned(0)), values=false, line=false))]
    fn solve(
        &self,
        py: Python<'_>,
        hands: Vec<CardMask>,
        leader: Unsigned,
        trick: Vec<CardCode>,
        maximisers: Unsigned,
        sweep: Unsigned,
        taken: (Unsigned, Unsigned),
        values: bool,
        line: bool,
    ) -> PyResult<Solution> {
        let position = self.position(hands, leader, trick)?;
        let request = Request { objective: objective(maximisers, sweep, taken)?, values, line };
        py.detach(|| request.solve(self.prepared(), &position)).map_err(PyValueError::new_err)
    }

    /// How many nodes a search with these move-ordering weights visits, for each of these deals: hands
    /// as in `solve_many`.
    fn search_nodes(
        &self,
        py: Python<'_>,
        hands: &[u8],
        leaders: &[u8],
        weights: Vec<i16>,
    ) -> PyResult<Vec<u64>> {
        let weights = weights
            .try_into()
            .map_err(|_| PyValueError::new_err(format!("there must be {WEIGHTS} weights")))?;
        let prepared = PreparedLaw::new(&self.0, Some(&Weights(weights)));
        py.detach(|| count_nodes(&self.0, &prepared, hands, leaders)).map_err(PyValueError::new_err)
    }
}

/// A policy network: the advantages of the legal cards, in points.
#[pyclass(frozen, module = "rebelote._kernel")]
pub struct Policy(policy::Policy);

#[pymethods]
impl Policy {
    /// The networks of these weights, a byte each.
    #[new]
    fn new(weights: &[u8]) -> PyResult<Self> {
        policy::Policy::new(weights).map(Self).map_err(PyValueError::new_err)
    }

    /// The advantage of each legal card of the seat to play, which holds this hand: at tables of two
    /// against two, all 32 cards dealt. `bid`: the points that the taker needs, nought where it is half of them.
    #[allow(clippy::needless_pass_by_value)] // As Python calls it.
    fn advantages(
        &self,
        law: PyRef<'_, Law>,
        hand: CardMask,
        so_far: DealSoFar,
        bid: Unsigned,
    ) -> PyResult<Vec<(usize, f64)>> {
        let (taker, leader, cards) = so_far;
        let played = PlayHistory::new(&law.0, 4, taker.0, leader.0, &codes(cards));
        let bid = bid.0.min(play::MOST_POINTS.into()) as u32;
        let found = played.and_then(|played| self.0.advantages(&law.0, &played, hand.0, bid));
        found.map_err(PyValueError::new_err)
    }
}

/// The learnt ownership model: how likely each seat is to hold each card that another has not seen.
#[pyclass(frozen, module = "rebelote._kernel")]
pub struct Ownership(ownership::Ownership);

#[pymethods]
impl Ownership {
    /// The model of these weights, a byte each.
    #[new]
    fn new(weights: &[u8]) -> PyResult<Self> {
        ownership::Ownership::new(weights).map(Self).map_err(PyValueError::new_err)
    }

    /// How many rows and hidden units a network has, and the units of a weight of one.
    #[classattr]
    const SHAPE: (usize, usize, f64) = (ownership::INPUTS, ownership::HIDDEN, ownership::UNIT);

    /// By seat and card how likely it is to hold the card; nought for cards that `me` sees.
    #[allow(clippy::needless_pass_by_value)] // As Python calls it.
    fn chances(
        &self,
        law: PyRef<'_, Law>,
        me: Unsigned,
        hand: CardMask,
        may_hold: [CardMask; 4],
        so_far: DealSoFar,
    ) -> PyResult<Vec<Vec<f64>>> {
        law.knowledge(me, hand, may_hold, so_far, |known| {
            let chances = self.0.chances(known);
            let by_seat = |seat: usize| match (seat + 4 - known.me) & 3 {
                0 => vec![0.0; 32],
                place => chances.iter().map(|of_card| of_card[place - 1]).collect(),
            };
            (0..4).map(by_seat).collect()
        })
    }
}

/// The double-dummy values of many deals: 2 bytes a deal, or 2 a card where values are asked for.
///
/// `laws` holds each law once and `which` names one for each deal; a deal is four masks of 4 bytes.
#[pyfunction]
#[allow(clippy::too_many_arguments, clippy::needless_pass_by_value)] // As Python calls it.
#[pyo3(signature = (laws, which, hands, leaders, maximisers=Unsigned(5), sweep=Unsigned(0), values=false, threads=Unsigned(0)))]
fn solve_many<'py>(
    py: Python<'py>,
    laws: Vec<PyRef<'py, Law>>,
    which: &[u8],
    hands: &[u8],
    leaders: &[u8],
    maximisers: Unsigned,
    sweep: Unsigned,
    values: bool,
    threads: Unsigned,
) -> PyResult<Bound<'py, PyBytes>> {
    let laws: Vec<_> = laws.iter().map(|law| (&law.0, law.prepared())).collect();
    let objective = objective(maximisers, sweep, (Unsigned(0), Unsigned(0)))?;
    let batch = Batch { laws: &laws, which, hands, leaders, objective, values };
    let found = py.detach(|| solve_batch(&batch, threads.0)).map_err(PyValueError::new_err)?;
    let bytes: Vec<u8> = found.into_iter().flat_map(i16::to_ne_bytes).collect();
    Ok(PyBytes::new(py, &bytes))
}

fn objective(
    maximisers: Unsigned,
    sweep: Unsigned,
    taken: (Unsigned, Unsigned),
) -> PyResult<Objective> {
    let small = |name: &str, value: Unsigned| {
        let checked = play::number(name, value.0, 255).map_err(PyValueError::new_err);
        checked.map(|number| number as u32)
    };
    Ok(Objective {
        maximisers: small("maximisers", maximisers)?,
        sweep: small("sweep", sweep)?,
        taken: [small("taken", taken.0)?, small("taken", taken.1)?],
    })
}

/// `count` determinizations of the hidden hands, each a list of masks by seat, and how many there
/// are in all.
///
/// `sizes`: how many cards each seat holds; `may_hold`: which it may hold. Every way is equally
/// likely to be drawn.
#[pyfunction]
fn worlds(
    sizes: &[u8],
    may_hold: Vec<CardMask>,
    count: Unsigned,
    seed: Unsigned,
) -> PyResult<(u64, Vec<Vec<u32>>)> {
    let may_hold: Vec<u32> = may_hold.into_iter().map(|hand| hand.0).collect();
    let hidden = HiddenHands::new(sizes, &may_hold).map_err(PyValueError::new_err)?;
    let count = check_count(count.0).map_err(PyValueError::new_err)?;
    let mut random = Random::new(seed.0);
    let drawn = (0..count).map(|_| hidden.sample(&mut random)[..sizes.len()].to_vec());
    Ok((hidden.total, drawn.collect()))
}

/// `count` determinizations of one to three hidden hands, drawn in proportion to the product of the
/// chances of their cards (by hand 32 numbers), and the sum of these products over all there are.
#[pyfunction]
#[allow(clippy::needless_pass_by_value)] // As Python calls it.
fn weighted_worlds(
    sizes: &[u8],
    may_hold: Vec<CardMask>,
    chances: Vec<[f64; 32]>,
    count: Unsigned,
    seed: Unsigned,
) -> PyResult<(f64, Vec<Vec<u32>>)> {
    let may_hold: Vec<u32> = may_hold.into_iter().map(|hand| hand.0).collect();
    let hidden = WeightedHands::new(sizes, &may_hold, &chances).map_err(PyValueError::new_err)?;
    let count = check_count(count.0).map_err(PyValueError::new_err)?;
    let mut random = Random::new(seed.0);
    let drawn = (0..count).map(|_| hidden.sample(&mut random)[..sizes.len()].to_vec());
    Ok((hidden.total(), drawn.collect()))
}

#[pymodule]
mod _kernel {
    #[pymodule_export]
    use super::{Law, Ownership, Policy, solve_many, weighted_worlds, worlds};
    #[pymodule_export]
    use crate::python_deals::Deals;
}
