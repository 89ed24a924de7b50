//! The solver against plain minimax without pruning, under random laws.

#![forbid(unsafe_code)]

use super::prepared_law::PreparedLaw;
use super::solver::{Objective, Solver};
use super::transposition::TranspositionTable;
use super::types::Seating;
use super::zero_window::minimax_value;
use crate::play::{Bonus, Extras, Law, Mask, Withheld, cards};
use crate::position::Position;

/// A linear congruential generator: the same numbers everywhere.
struct Lcg(u64);

impl Lcg {
    fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }

    fn shuffled<const N: usize>(&mut self) -> [u8; N] {
        let mut all = std::array::from_fn(|number| number as u8);
        for number in (1..N).rev() {
            all.swap(number, self.below(number + 1));
        }
        all
    }
}

/// A random law: the search may know nothing of Belote but what it asks.
fn any_law(random: &mut Lcg, partners: bool) -> Law {
    let follows = random.below(4) > 0;
    let duties: [u8; 128] = std::array::from_fn(|at| match at & 1 {
        1 if follows => 1 + random.below(2) as u8,
        _ => random.below(7) as u8,
    });
    let trump = random.below(6) as u64;
    let strength: Vec<u8> = (0..4).flat_map(|_| random.shuffled::<8>()).collect();
    let mut points = [0; 32];
    for suit in 0..4 {
        let mut worth: [u8; 8] = std::array::from_fn(|_| random.below(12).saturating_sub(4) as u8);
        worth.sort_unstable();
        for rank in 0..8 {
            points[8 * suit + rank] = worth[usize::from(strength[8 * suit + rank])];
        }
    }
    let pairs = (0..4).filter(|_| random.below(2) == 0);
    let pairs = pairs.map(|suit| Withheld { held: 0x60 << (8 * suit), kept: 0x20 << (8 * suit) });
    let extras = Extras { withheld: pairs.collect(), ..any_extras(random, partners) };
    Law::new(&duties, trump, &strength, &points, random.below(20) as u64, extras, partners)
        .expect("a law")
}

/// Cards that may not be led, and bonuses of tricks, each in one law of four.
fn any_extras(random: &mut Lcg, partners: bool) -> Extras {
    let not_led = match random.below(8) {
        0 => 0xFF << (8 * random.below(4)),
        1 => random.shuffled::<32>()[..12].iter().fold(0, |mask, card| mask | 1 << card),
        _ => 0,
    };
    let count = if partners && random.below(4) == 0 { 40 } else { 0 };
    let bonuses = (0..count).map(|_| any_bonus(random)).collect();
    Extras { not_led, bonuses, ..Extras::default() }
}

/// A few points for neighbours in a suit, or for cards of one rank.
fn any_bonus(random: &mut Lcg) -> Bonus {
    let alike = 0x0101_0101 << random.below(8);
    let run = ((1 << (2 + random.below(3))) - 1) << random.below(5) << (8 * random.below(4));
    let cards = if random.below(3) == 0 { alike } else { run };
    Bonus { cards, points: 2 * random.below(12) as u32 }
}

/// Random hands of so many cards, with a legal trick begun.
fn any_position(random: &mut Lcg, law: &Law, seats: usize, size: usize) -> Position {
    let deck = random.shuffled::<32>();
    let hands: Vec<Mask> = deck[..seats * size]
        .chunks_exact(size)
        .map(|hand| hand.iter().fold(0, |mask, card| mask | 1 << card))
        .collect();
    let leader = random.below(seats) as u64;
    let mut position = Position::new(law, &hands, leader, &[]).expect("a position");
    for _ in 0..random.below(seats) {
        let legal: Vec<usize> = cards(position.legal(law)).collect();
        position = position.after(law, legal[random.below(legal.len())]);
    }
    position
}

/// Minimax, and what it knows besides the position: who maximises, what a sweep adds, who can have it.
#[derive(Clone, Copy)]
struct Minimax {
    maximisers: u32,
    sweep: i32,
    sweeping: [bool; 2],
}

impl Minimax {
    fn value(self, law: &Law, position: &Position) -> i32 {
        if position.in_hand() == 0 && position.turn.trick.length == 0 {
            let [ours, theirs] = self.sweeping.map(|all| if all { self.sweep } else { 0 });
            return ours - theirs;
        }
        let values = cards(position.legal(law)).map(|card| self.after(law, position, card));
        if self.max(position.turn.seat()) { values.max() } else { values.min() }.expect("a card")
    }

    fn max(self, seat: usize) -> bool {
        self.maximisers >> seat & 1 == 1
    }

    fn after(self, law: &Law, position: &Position, card: usize) -> i32 {
        let (mut turn, next) = (position.turn, position.after(law, card));
        law.add(&mut turn.trick, card);
        if !turn.is_full() {
            return self.value(law, &next);
        }
        let max = self.max(turn.winner());
        let last = if next.in_hand() == 0 { law.last_trick } else { 0 };
        let points = (law.points(turn.trick.cards) + last) as i32;
        let half = (law.trick_points(turn.trick.cards) - law.points(turn.trick.cards)) as i32 / 2;
        let [ours, theirs] = self.sweeping;
        let after = Self { sweeping: [ours && max, theirs && !max], ..self };
        after.value(law, &next) + if max { points + half } else { -half }
    }
}

/// Compare the value and that of each card; follow the principal variation to its end.
fn check(
    law: &Law,
    position: &Position,
    objective: Objective,
    transpositions: &mut TranspositionTable,
) {
    let prepared = PreparedLaw::new(law, None);
    let mut solver =
        Solver::new(&prepared, transpositions, position, objective).expect("objective");
    let [ours, theirs] = objective.taken;
    let sweep = objective.sweep as i32;
    let minimax =
        Minimax { maximisers: objective.maximisers, sweep, sweeping: [theirs == 0, ours == 0] };
    let value = minimax.value(law, position);
    assert_eq!(solver.value(), value);
    let values = solver.values();
    assert_eq!(solver.best(&values), value);
    assert_eq!(values.len() as u32, position.legal(law).count_ones());
    for &(card, found) in &values {
        let max = minimax.max(position.turn.seat());
        let found = if max { found } else { solver.left() - found };
        assert_eq!(found, minimax.after(law, position, card), "card {card}");
    }
    let mut at = *position;
    for card in solver.principal_variation(value) {
        assert!(at.legal(law) >> card & 1 == 1);
        at = at.after(law, card);
    }
    assert_eq!(at.in_hand(), 0);
}

fn check_many(seats: usize, partners: bool, count: usize, seed: u64) {
    let (mut random, mut transpositions) = (Lcg(seed), TranspositionTable::new());
    for number in 0..count {
        let law = any_law(&mut random, partners);
        let size = 1 + number % if number % 8 == 0 { 4 } else { 3 };
        let position = any_position(&mut random, &law, seats, size);
        let maximisers = match (partners, random.below(8)) {
            (true, 0) => 0b1010,
            (true, _) => 0b0101,
            (false, sides) => 1 + (sides % ((1 << seats) - 2)) as u32,
        };
        let gathered = position.gathered() as u32;
        let ours = match random.below(3) {
            0 => 0,
            1 => gathered,
            _ => random.below(gathered as usize + 1) as u32,
        };
        let sweep = [0, 90, 3][random.below(3)];
        check(
            &law,
            &position,
            Objective { maximisers, sweep, taken: [ours, gathered - ours] },
            &mut transpositions,
        );
    }
}

#[test]
fn partners_are_as_in_minimax() {
    check_many(4, true, 3_000, 1);
}

#[test]
fn any_sides_of_four_are_as_in_minimax() {
    check_many(4, false, 1_500, 2);
}

#[test]
fn any_sides_of_three_are_as_in_minimax() {
    check_many(3, false, 3_000, 3);
}

#[test]
fn two_against_each_other_are_as_in_minimax() {
    check_many(2, false, 3_000, 5);
}

/// Partners, without transposition table and pruning, with bonuses.
struct Unpruned;

impl Seating for Unpruned {
    const SEATS: usize = 4;
    const ALTERNATE: bool = true;
    const PRUNED: bool = false;
    const BONUSES: bool = true;
}

/// Follow, else ruff, in suit 1.
fn strict_law(random: &mut Lcg) -> Law {
    let duties: [u8; 128] = std::array::from_fn(|at| if at & 1 == 1 { 1 } else { 3 });
    let strength: Vec<u8> = (0..32).map(|card| card % 8).collect();
    let points: Vec<u8> = (0..32).map(|card| [0, 0, 0, 2, 3, 4, 10, 11][card % 8]).collect();
    let trump = random.below(4) as u64;
    Law::new(&duties, trump, &strength, &points, 10, Extras::default(), true).expect("a law")
}

#[test]
fn positions_are_worth_the_same_with_nothing_left_out() {
    let (mut random, mut transpositions) = (Lcg(4), TranspositionTable::new());
    for number in 0..44 {
        let whole = number % 11 == 0;
        let law = if whole { strict_law(&mut random) } else { any_law(&mut random, true) };
        let size = if whole { 8 } else { 5 };
        let position = any_position(&mut random, &law, 4, size);
        let prepared = PreparedLaw::new(&law, None);
        let solver = Solver::new(&prepared, &mut transpositions, &position, Objective::PARTNERS);
        let mut solver = solver.expect("objective");
        let value = solver.value();
        let (low, high) = solver.extremes();
        let slow =
            minimax_value(low, high, value, |target| solver.zero_window_as::<Unpruned>(target));
        assert_eq!(value, slow, "deal {number}");
    }
}
