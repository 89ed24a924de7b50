//! The double-dummy solver of one position: value, value of each card, principal variation.

#![forbid(unsafe_code)]

use super::equivalence::{LowCards, adjacent};
use super::first_guess::first_guess;
use super::hands::Hands;
use super::prepared_law::PreparedLaw;
use super::search::Search;
use super::transposition::{TranspositionTable, VALUES};
use super::types::{
    Bonuses, CurrentTrick, Four, Partners, Remaining, Seating, Three, TrickContext, Two,
};
use super::zero_window::minimax_value;
use crate::play::{Mask, Refusal, Trick, cards};
use crate::position::Position;

/// What is to be maximised, and what has happened so far that counts for it.
#[derive(Clone, Copy)]
pub struct Objective {
    /// The seats whose points count, one bit each; all others minimise.
    pub maximisers: u32,
    /// What taking every trick adds to a side's points.
    pub sweep: u32,
    /// How many tricks the maximisers, and the others, have taken.
    pub taken: [u32; 2],
}

impl Objective {
    /// Seats 0 and 2 against 1 and 3, nothing for every trick.
    pub const PARTNERS: Self = Self { maximisers: 0b0101, sweep: 0, taken: [0, 0] };
}

/// The state of play at the root: hands, turn, current trick, and what remains to be won.
#[derive(Clone, Copy)]
struct State {
    /// By seat.
    hands: [Mask; 4],
    leader: usize,
    turn: usize,
    led: usize,
    current: CurrentTrick,
    table: Mask,
    remaining: Remaining,
}

/// A solver of one position.
pub struct Solver<'a> {
    search: Search<'a>,
    state: State,
    seats: usize,
    first_guess: i32,
}

impl<'a> Solver<'a> {
    /// A solver of this position; a sentence when the objective makes no sense.
    pub fn new(
        prepared: &'a PreparedLaw,
        transpositions: &'a mut TranspositionTable,
        position: &Position,
        objective: Objective,
    ) -> Result<Self, Refusal> {
        let remaining = remaining(prepared, position, objective)?;
        let hands = position.hands.map(|hand| prepared.renumbering.mask(hand));
        let turn = position.turn;
        transpositions.clear();
        Ok(Self {
            first_guess: first_guess(
                prepared,
                &hands,
                turn.seat(),
                objective.maximisers,
                remaining.points.into(),
            ),
            search: Search {
                prepared,
                transpositions,
                low_cards: LowCards::new(&prepared.law, &hands, prepared.apart),
                maximisers: objective.maximisers,
                sweep: objective.sweep as i32,
                offset: offset(prepared, objective, remaining),
                nodes: 0,
            },
            state: State {
                hands,
                leader: turn.leader,
                turn: turn.trick.length,
                led: prepared.renumbering.to(8 * turn.trick.led) >> 3,
                current: current_trick(prepared, &turn.trick),
                table: prepared.renumbering.mask(turn.trick.cards),
                remaining,
            },
            seats: turn.seats,
        })
    }

    /// How many nodes were visited so far.
    pub fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// The points still to come to the maximisers.
    pub fn value(&mut self) -> i32 {
        let (low, high) = self.extremes();
        minimax_value(low, high, self.first_guess, |target| self.zero_window(target))
    }

    /// The least and the most that the maximisers can still get, whatever the cards.
    pub fn extremes(&self) -> (i32, i32) {
        self.search.extremes::<Bonuses>(self.state.remaining)
    }

    /// What each legal card (by its code) brings the side that plays it.
    pub fn values(&mut self) -> Vec<(usize, i32)> {
        let mut found: Vec<(usize, i32)> = Vec::new();
        let mut first_guess = self.first_guess;
        for card in self.legal_cards() {
            let value = self.value_after(card, first_guess, &found);
            first_guess = value;
            found.push((card, value));
        }
        let renumbering = &self.search.prepared.renumbering;
        found
            .iter()
            .map(|&(card, value)| (renumbering.from(card), self.for_side_to_play(value)))
            .collect()
    }

    /// The points of the side whose turn it is, from those of the maximisers, or the other way.
    fn for_side_to_play(&self, value: i32) -> i32 {
        if self.search.maximises(self.seat()) { value } else { self.left() - value }
    }

    /// The value of the position, given those of its cards.
    pub fn best(&self, values: &[(usize, i32)]) -> i32 {
        let best = values.iter().map(|&(_, value)| value).max();
        self.for_side_to_play(best.expect("some card is always legal"))
    }

    /// The points still to come to both sides together.
    pub fn left(&self) -> i32 {
        self.state.remaining.points.into()
    }

    /// What comes to the maximisers from now on if this card is played.
    fn value_after(&mut self, card: usize, first_guess: i32, found: &[(usize, i32)]) -> i32 {
        let (low, high) = self.bounds(card, found);
        let before = self.state;
        let gained = self.play(card);
        let rest = if self.state.remaining.tricks == 0 {
            0
        } else {
            minimax_value(low - gained, high - gained, first_guess - gained, |target| {
                self.zero_window(target)
            })
        };
        self.state = before;
        gained + rest
    }

    /// Bounds on the value of a card from the values of equivalent cards.
    fn bounds(&self, card: usize, found: &[(usize, i32)]) -> (i32, i32) {
        let search = &self.search;
        let (mut low, mut high) = self.extremes();
        let me = self.seat();
        let hand = self.state.hands[me & 3];
        let unequal = search.prepared.unequal(hand);
        let best = if self.state.turn == 0 { 0 } else { 1 << self.state.current.best() };
        let between = self.state.hands.iter().fold(0, |all, hand| all | hand) & !hand | best;
        for &(other, value) in found {
            let points = &search.prepared.points;
            let apart = (points[card] - points[other]).abs();
            if adjacent(card, other, between) && unequal & (1 << card | 1 << other) == 0 {
                (low, high) = (low.max(value - apart), high.min(value + apart));
            }
        }
        (low, high)
    }

    /// A principal variation: one of the best ways to play on, to the last card.
    pub fn principal_variation(&mut self, mut value: i32) -> Vec<usize> {
        let before = self.state;
        let mut line = Vec::new();
        while self.state.remaining.tricks > 0 {
            let card = self.best_card(value);
            value -= self.play(card);
            line.push(self.search.prepared.renumbering.from(card));
        }
        self.state = before;
        line
    }

    /// A card that keeps the value.
    fn best_card(&mut self, value: i32) -> usize {
        let cards = self.legal_cards();
        let max = self.search.maximises(self.seat());
        let keeps = |solver: &mut Self, card| {
            let before = solver.state;
            let wanted = value - solver.play(card) + i32::from(!max);
            let keeps = (solver.zero_window(wanted) >= wanted) == max;
            solver.state = before;
            keeps
        };
        let (&last, others) = cards.split_last().expect("a hand that is to play holds cards");
        others.iter().copied().find(|&card| keeps(self, card)).unwrap_or(last)
    }

    /// The legal cards, high ones first: their values bound those of equivalent low ones best.
    fn legal_cards(&self) -> Vec<usize> {
        let state = self.state;
        let hand = state.hands[self.seat() & 3];
        let legal = match state.turn {
            0 => self.search.prepared.leads(hand),
            turn => {
                let opposite = state.current.is_opposite(turn);
                self.search.prepared.legal(hand, state.led, state.current.best(), opposite)
            }
        };
        let mut cards: Vec<usize> = cards(legal).collect();
        cards.reverse();
        cards
    }

    fn seat(&self) -> usize {
        (self.state.leader + self.state.turn) % self.seats
    }

    /// Play a card, and gather a full trick; what the maximisers get at once.
    fn play(&mut self, card: usize) -> i32 {
        let me = self.seat();
        self.state.hands[me & 3] &= !(1 << card);
        let turn = self.state.turn;
        if turn == 0 {
            self.state.led = card >> 3;
        }
        self.state.current = self.state.current.with(self.search.prepared, turn, card);
        self.state.table |= 1 << card;
        self.state.turn += 1;
        if self.state.turn == self.seats { self.gather() } else { 0 }
    }

    fn gather(&mut self) -> i32 {
        let State { hands, leader, current, table, remaining, .. } = self.state;
        let winner = (leader + current.winner()) % self.seats;
        let (remaining, mut gained) = self.search.after_trick(winner, current, remaining);
        let max = self.search.maximises(winner);
        gained += self.search.prepared.bonus(table, max);
        self.state = State {
            hands,
            leader: winner,
            turn: 0,
            led: 0,
            current: CurrentTrick::default(),
            table: 0,
            remaining,
        };
        match (remaining.tricks, max) {
            (0, true) => gained + self.search.highest(remaining),
            (0, false) => gained + self.search.lowest(remaining),
            _ => gained,
        }
    }

    /// Whether the value reaches the target: a bound on it, from one zero-window search.
    fn zero_window(&mut self, target: i32) -> i32 {
        match (self.seats, self.search.maximisers) {
            _ if self.search.prepared.law.most_bonus > 0 => self.zero_window_as::<Bonuses>(target),
            (4, 0b0101 | 0b1010) => self.zero_window_as::<Partners>(target),
            (4, _) => self.zero_window_as::<Four>(target),
            (3, _) => self.zero_window_as::<Three>(target),
            _ => self.zero_window_as::<Two>(target),
        }
    }

    pub fn zero_window_as<S: Seating>(&mut self, target: i32) -> i32 {
        let State { hands, leader, turn, led, current, table, remaining } = self.state;
        let hands = Hands::new(&hands, leader, self.seats);
        let before = hands.all() | table;
        let trick = self.search.trick::<S>(leader, remaining, target);
        let context = TrickContext { led, before, ..trick };
        self.search.root::<S>(hands, turn, current, &context)
    }
}

fn current_trick(prepared: &PreparedLaw, trick: &Trick) -> CurrentTrick {
    if trick.length == 0 {
        return CurrentTrick::default();
    }
    let points = prepared.law.points(prepared.renumbering.mask(trick.cards)) as i32;
    CurrentTrick::new(points, prepared.renumbering.to(trick.best), trick.winner)
}

/// What remains to be won in a position; a sentence when the objective makes no sense.
fn remaining(
    prepared: &PreparedLaw,
    position: &Position,
    objective: Objective,
) -> Result<Remaining, Refusal> {
    let hands = position.in_hand();
    let table = position.turn.trick.cards;
    if hands == 0 {
        return Err("the hands are empty, so there is nothing to solve".into());
    }
    if !prepared.is_ordered {
        return Err("a card counts less than a weaker one of its suit".into());
    }
    if prepared.law.most_bonus > 0 && position.turn.seats != 4 {
        return Err("bonuses of tricks are solved for four hands only".into());
    }
    let points = prepared.law.points(prepared.renumbering.mask(hands | table));
    let left = points + prepared.law.last_trick;
    check_sides(position.turn.seats, objective.maximisers)?;
    if left + 2 * objective.sweep >= VALUES {
        return Err(format!(
            "{left} points and twice {} for every trick are more than {}",
            objective.sweep,
            VALUES - 1
        ));
    }
    let sweeping = sweeping(position, objective)?;
    Ok(Remaining { points: left as i16, tricks: position.tricks() as u8, sweeping })
}

/// What keeps values in the transposition table from being negative, most of them if there are
/// bonuses.
fn offset(prepared: &PreparedLaw, objective: Objective, remaining: Remaining) -> i32 {
    let sweep = objective.sweep as i32;
    if prepared.law.most_bonus == 0 {
        return sweep;
    }
    (VALUES as i32 - i32::from(remaining.points)) / 2
}

fn check_sides(seats: usize, maximisers: u32) -> Result<(), Refusal> {
    let all = (1 << seats) - 1;
    match maximisers & all {
        sides if sides != maximisers || sides == 0 || sides == all => {
            Err(format!("the maximisers {maximisers:#b} are not some, but not all, of the seats"))
        }
        _ => Ok(()),
    }
}

fn sweeping(position: &Position, objective: Objective) -> Result<u8, Refusal> {
    if objective.sweep == 0 {
        return Ok(0);
    }
    let gathered = position.gathered() as u32;
    let [ours, theirs] = objective.taken;
    if ours.checked_add(theirs) != Some(gathered) {
        return Err(format!("{gathered} tricks are gathered, but {ours} and {theirs} were taken"));
    }
    Ok(u8::from(theirs == 0) | u8::from(ours == 0) << 1)
}
