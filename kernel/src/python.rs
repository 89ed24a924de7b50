//! Python bindings (PyO3): frozen classes and functions over [`crate::api`]. Every argument is checked
//! before it is used, and a wrong one is a `ValueError` with a sentence.

use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use crate::api::{self, A_CARD, A_MASK, A_NUMBER, Aim, AllHands, Belief};
use crate::habits;
use crate::observation::Observation;
use crate::play::{Extras, Mask, Refusal, Withheld};
use crate::policy;
use crate::posterior::Weighted;
use crate::rollout::Outcome;
use crate::solve::{Batch, PreparedLaw, Solution, WEIGHTS, Weights, count_nodes, solve_batch};

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
        in_range(value, A_MASK).map(Self)
    }
}

impl<'py> FromPyObject<'_, 'py> for CardCode {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        refusable(api::card(in_range(value, A_CARD)?)).map(Self)
    }
}

impl<'py> FromPyObject<'_, 'py> for Unsigned {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        in_range(value, A_NUMBER).map(Self)
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

/// The answer, with a refusal as a `ValueError`.
fn refusable<T>(answer: Result<T, Refusal>) -> PyResult<T> {
    answer.map_err(PyValueError::new_err)
}

fn codes(cards: Vec<CardCode>) -> Vec<usize> {
    cards.into_iter().map(|card| card.0).collect()
}

fn masks(hands: Vec<CardMask>) -> Vec<Mask> {
    hands.into_iter().map(|hand| hand.0).collect()
}

fn all_masks(worlds: Vec<Vec<CardMask>>) -> Vec<Vec<Mask>> {
    worlds.into_iter().map(masks).collect()
}

fn pair((held, kept): (CardMask, CardMask)) -> Withheld {
    Withheld { held: held.0, kept: kept.0 }
}

/// A deal so far from Python: who took, who led first, and the cards played in order.
type DealSoFar = (Unsigned, Unsigned, Vec<CardCode>);

fn deal((taker, leader, cards): DealSoFar) -> api::DealSoFar {
    api::DealSoFar { taker: taker.0, leader: leader.0, cards: codes(cards) }
}

fn all_hands(hands: Vec<CardMask>, leader: Unsigned, trick: Vec<CardCode>) -> AllHands {
    AllHands { hands: masks(hands), leader: leader.0, trick: codes(trick) }
}

/// The points of an outcome by side, a bit for each side with a trick, and the side with the last.
type Won<'py> = (Bound<'py, PyTuple>, u8, u8);

fn won<'py>(py: Python<'py>, sides: usize, outcome: &Outcome) -> PyResult<Won<'py>> {
    Ok((PyTuple::new(py, &outcome.points[..sides])?, outcome.winners, outcome.last))
}

/// The indices of the weights of each legal card.
type CardFeatures = Vec<(usize, [usize; habits::FEATURES])>;

/// The law of play of one contract: a duty for each of the 128 situations, strengths and points.
#[pyclass(frozen, module = "rebelote._kernel")]
pub struct Law(pub api::Law);

#[pymethods]
#[allow(clippy::needless_pass_by_value, clippy::too_many_arguments)] // As Python calls it.
impl Law {
    #[new]
    #[pyo3(signature = (duties, trump, strength, points, last_trick=Unsigned(10), withheld=vec![], partners=true, not_led=CardMask(0), bonuses=vec![]))]
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
        let bonus = |(cards, points): (CardMask, Unsigned)| api::bonus(cards.0, points.0);
        let extras = Extras {
            withheld: withheld.into_iter().map(pair).collect(),
            not_led: not_led.0,
            bonuses: refusable(bonuses.into_iter().map(bonus).collect())?,
        };
        let (trump, last_trick) = (trump.0, last_trick.0);
        refusable(api::Law::new(duties, trump, strength, points, last_trick, extras, partners))
            .map(Self)
    }

    /// The mask of the cards of `hand` that may be played to `trick`, up to three cards in order.
    fn legal(&self, hand: CardMask, trick: Vec<CardCode>) -> PyResult<u32> {
        refusable(self.0.legal(hand.0, &codes(trick)))
    }

    /// The index in `trick`, one to four cards in order of play, of the card that wins it.
    fn winner(&self, trick: Vec<CardCode>) -> PyResult<usize> {
        refusable(self.0.winner(&codes(trick)))
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
        let at = all_hands(hands, leader, trick);
        refusable(py.detach(|| self.0.perft(&at, depth.0)))
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
        let at = all_hands(hands, leader, trick);
        let counts = PyDict::new(py);
        for (card, count) in refusable(py.detach(|| self.0.divide(&at, depth.0)))? {
            counts.set_item(card, count)?;
        }
        Ok(counts)
    }

    /// The cards that whoever played `card` to this trick cannot have held beside it.
    fn excluded(&self, card: CardCode, trick: Vec<CardCode>) -> PyResult<u32> {
        refusable(self.0.excluded(card.0, &codes(trick)))
    }

    /// Rollouts: the outcomes of each legal card in these worlds when everybody plays by the learnt
    /// policy, by card: points by side, a bit for each side with a trick, the side with the last, and
    /// the summed weights of the worlds. `exactly`: when both of two sides see all cards and play their
    /// best instead.
    #[pyo3(signature = (worlds, weights, so_far, exactly=false))]
    fn forecast<'py>(
        &self,
        py: Python<'py>,
        worlds: Vec<Vec<CardMask>>,
        weights: Vec<f64>,
        so_far: DealSoFar,
        exactly: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (worlds, so_far) = (all_masks(worlds), deal(so_far));
        let found = py.detach(|| self.0.forecast(&worlds, &weights, &so_far, exactly));
        let (sides, found) = refusable(found)?;
        let by_card = PyDict::new(py);
        for (card, outcomes) in found {
            let each = outcomes.into_iter().map(|(outcome, weight)| {
                won(py, sides, &outcome)
                    .map(|(points, winners, last)| (points, winners, last, weight))
            });
            by_card.set_item(card, each.collect::<PyResult<Vec<_>>>()?)?;
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
    ) -> PyResult<Vec<Won<'py>>> {
        let (sides, found) = refusable(self.0.play_out(&all_masks(worlds), &deal(so_far)))?;
        found.iter().map(|outcome| won(py, sides, outcome)).collect()
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
        let (worlds, so_far) = (all_masks(worlds), deal(so_far));
        refusable(py.detach(|| self.0.likely(&worlds, &so_far, me.0)))
    }

    /// What seat `me` may believe after the cards played: at most `count` worlds, each a list of masks
    /// by seat and its weight, and how many worlds there are in all.
    ///
    /// `sizes` and `may_hold` are those of the other seats, and of the cards that nobody holds. With
    /// more than `count` worlds, `draws` of them are resampled by their likelihood to this exponent.
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
        let so_far = deal(so_far);
        let known = Belief {
            sizes: sizes.to_vec(),
            may_hold: masks(may_hold),
            me: me.0,
            hand: hand.0,
            seats: seats.0,
            draws: draws.0,
            count: count.0,
            exponent,
            seed: seed.0,
        };
        refusable(py.detach(|| self.0.believed(&known, &so_far)))
    }

    /// Training data: for each card played from these first hands that was a choice, its index among
    /// the cards played, and the indices of the weights of each legal card.
    fn habits(
        &self,
        hands: Vec<CardMask>,
        so_far: DealSoFar,
    ) -> PyResult<Vec<(usize, CardFeatures)>> {
        let (so_far, law) = (deal(so_far), &self.0.law);
        let start = api::DealSoFar { cards: vec![], ..so_far };
        let (_, first) = refusable(self.0.worlds_at(&start, &[masks(hands)]))?;
        let all = refusable(self.0.history(first[0].turn.seats, &so_far))?;
        let gone = all.cards.iter().fold(0, |gone, card| gone | 1 << card);
        let left = first[0].hands.map(|hand| hand & !gone);
        let (mut found, mut places) = (vec![], 0..);
        all.replay(law, left, |position, seen, card| {
            let observation = Observation::new(law, position, seen);
            let place = places.next().unwrap_or_default();
            if observation.chooses(card) {
                found.push((place, habits::features(&observation)));
            }
        });
        Ok(found)
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
        let at = all_hands(hands, leader, trick);
        let outcomes = refusable(py.detach(|| self.0.playouts(&at, count.0, seed.0)))?;
        Ok((outcomes.histogram, outcomes.sweeps))
    }

    /// The double-dummy value: the points still to come to the `maximisers` (one bit a seat); if asked
    /// for, the value of each legal card to the side that plays it, and a principal variation.
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
        let (at, aim) = (all_hands(hands, leader, trick), aim(maximisers, sweep, taken));
        refusable(py.detach(|| self.0.solve(&at, &aim, values, line)))
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
        let law = &self.0.law;
        let prepared = PreparedLaw::new(law, Some(&Weights(weights)));
        refusable(py.detach(|| count_nodes(law, &prepared, hands, leaders)))
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
        refusable(policy::Policy::new(weights)).map(Self)
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
        refusable(law.0.advantages(&self.0, hand.0, &deal(so_far), bid.0))
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
    let laws: Vec<_> = laws.iter().map(|law| (&law.0.law, law.0.prepared())).collect();
    let objective = refusable(aim(maximisers, sweep, (Unsigned(0), Unsigned(0))).objective())?;
    let batch = Batch { laws: &laws, which, hands, leaders, objective, values };
    let found = refusable(py.detach(|| solve_batch(&batch, threads.0)))?;
    let bytes: Vec<u8> = found.into_iter().flat_map(i16::to_ne_bytes).collect();
    Ok(PyBytes::new(py, &bytes))
}

fn aim(maximisers: Unsigned, sweep: Unsigned, taken: (Unsigned, Unsigned)) -> Aim {
    Aim { maximisers: maximisers.0, sweep: sweep.0, taken: [taken.0.0, taken.1.0] }
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
    refusable(api::worlds(sizes, &masks(may_hold), count.0, seed.0))
}

#[pymodule]
mod _kernel {
    #[pymodule_export]
    use super::{Law, Policy, solve_many, worlds};
    #[pymodule_export]
    use crate::python_deals::Deals;
}
