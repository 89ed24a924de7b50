//! Does the search say what plain minimax says, whatever the law?

#![forbid(unsafe_code)]

use super::prepared_law::Contract;
use super::search::Kind;
use super::solver::{Study, Terms, bracket};
use super::transposition::Table;
use crate::play::{Law, Mask, Withheld, cards};
use crate::position::Position;

/// A stream of numbers, the same everywhere.
struct Chance(u64);

impl Chance {
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

/// Any law at all: the search may know nothing of Belote but what it asks.
fn any_law(chance: &mut Chance, partners: bool) -> Law {
    let follows = chance.below(4) > 0;
    let duties: [u8; 128] = std::array::from_fn(|at| match at & 1 {
        1 if follows => 1 + chance.below(2) as u8,
        _ => chance.below(7) as u8,
    });
    let trump = chance.below(6) as u64;
    let strength: Vec<u8> = (0..4).flat_map(|_| chance.shuffled::<8>()).collect();
    let mut points = [0; 32];
    for suit in 0..4 {
        let mut worth: [u8; 8] = std::array::from_fn(|_| chance.below(12).saturating_sub(4) as u8);
        worth.sort_unstable();
        for rank in 0..8 {
            points[8 * suit + rank] = worth[usize::from(strength[8 * suit + rank])];
        }
    }
    let pairs = (0..4).filter(|_| chance.below(2) == 0);
    let pairs = pairs.map(|suit| Withheld { held: 0x60 << (8 * suit), kept: 0x20 << (8 * suit) });
    let pairs = pairs.collect();
    Law::new(&duties, trump, &strength, &points, chance.below(20) as u64, pairs, partners)
        .expect("a law")
}

/// Random hands of so many cards, with a legal trick begun.
fn any_position(chance: &mut Chance, law: &Law, seats: usize, size: usize) -> Position {
    let deck = chance.shuffled::<32>();
    let hands: Vec<Mask> = deck[..seats * size]
        .chunks_exact(size)
        .map(|hand| hand.iter().fold(0, |mask, card| mask | 1 << card))
        .collect();
    let leader = chance.below(seats) as u64;
    let mut position = Position::new(law, &hands, leader, &[]).expect("a position");
    for _ in 0..chance.below(seats) {
        let legal: Vec<usize> = cards(position.legal(law)).collect();
        position = position.after(law, legal[chance.below(legal.len())]);
    }
    position
}

/// What minimax knows besides the position: who maximises, what a sweep adds, who can have it.
#[derive(Clone, Copy)]
struct Plain {
    maximisers: u32,
    sweep: i32,
    sweeping: [bool; 2],
}

impl Plain {
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
        let [ours, theirs] = self.sweeping;
        let after = Self { sweeping: [ours && max, theirs && !max], ..self };
        after.value(law, &next) + if max { points } else { 0 }
    }
}

/// What has to agree: the value, that of each card, and that the line keeps it.
fn check(law: &Law, position: &Position, terms: Terms, table: &mut Table) {
    let contract = Contract::new(law, None);
    let mut study = Study::new(&contract, table, position, terms).expect("terms");
    let [ours, theirs] = terms.taken;
    let sweep = terms.sweep as i32;
    let plain = Plain { maximisers: terms.maximisers, sweep, sweeping: [theirs == 0, ours == 0] };
    let value = plain.value(law, position);
    assert_eq!(study.value(), value);
    let values = study.values();
    assert_eq!(study.best(&values), value);
    assert_eq!(values.len() as u32, position.legal(law).count_ones());
    for &(card, found) in &values {
        let max = plain.max(position.turn.seat());
        let found = if max { found } else { study.left() - found };
        assert_eq!(found, plain.after(law, position, card), "card {card}");
    }
    let mut at = *position;
    for card in study.line(value) {
        assert!(at.legal(law) >> card & 1 == 1);
        at = at.after(law, card);
    }
    assert_eq!(at.in_hand(), 0);
}

fn check_many(seats: usize, partners: bool, count: usize, seed: u64) {
    let (mut chance, mut table) = (Chance(seed), Table::new());
    for number in 0..count {
        let law = any_law(&mut chance, partners);
        let size = 1 + number % if number % 8 == 0 { 4 } else { 3 };
        let position = any_position(&mut chance, &law, seats, size);
        let maximisers = match (partners, chance.below(8)) {
            (true, 0) => 0b1010,
            (true, _) => 0b0101,
            (false, sides) => 1 + (sides % ((1 << seats) - 2)) as u32,
        };
        let gathered = (32 / seats - size) as u32;
        let ours = match chance.below(3) {
            0 => 0,
            1 => gathered,
            _ => chance.below(gathered as usize + 1) as u32,
        };
        let sweep = [0, 90, 3][chance.below(3)];
        check(
            &law,
            &position,
            Terms { maximisers, sweep, taken: [ours, gathered - ours] },
            &mut table,
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

/// Partners, with nothing remembered and no card left out.
struct Unpruned;

impl Kind for Unpruned {
    const SEATS: usize = 4;
    const ALTERNATE: bool = true;
    const PRUNED: bool = false;
}

/// Follow, else ruff, in suit 1.
fn strict_law(chance: &mut Chance) -> Law {
    let duties: [u8; 128] = std::array::from_fn(|at| if at & 1 == 1 { 1 } else { 3 });
    let strength: Vec<u8> = (0..32).map(|card| card % 8).collect();
    let points: Vec<u8> = (0..32).map(|card| [0, 0, 0, 2, 3, 4, 10, 11][card % 8]).collect();
    let trump = chance.below(4) as u64;
    Law::new(&duties, trump, &strength, &points, 10, vec![], true).expect("a law")
}

#[test]
fn positions_are_worth_the_same_with_nothing_left_out() {
    let (mut chance, mut table) = (Chance(4), Table::new());
    for number in 0..44 {
        let whole = number % 11 == 0;
        let law = if whole { strict_law(&mut chance) } else { any_law(&mut chance, true) };
        let size = if whole { 8 } else { 5 };
        let position = any_position(&mut chance, &law, 4, size);
        let contract = Contract::new(&law, None);
        let study = Study::new(&contract, &mut table, &position, Terms::PARTNERS);
        let mut study = study.expect("terms");
        let value = study.value();
        let left = study.left();
        let slow = bracket(0, left, value, |target| study.probe_as::<Unpruned>(target));
        assert_eq!(value, slow, "deal {number}");
    }
}
