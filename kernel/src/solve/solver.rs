//! What is a position worth when every card is seen and both sides play their best?

#![forbid(unsafe_code)]

use super::equivalence::{Feet, neighbours};
use super::first_guess::guess;
use super::hands::Hands;
use super::prepared_law::Contract;
use super::search::{self, Four, Kind, OnTable, Partners, Search, Stake, Three};
use super::transposition::{Table, VALUES};
use crate::play::{Mask, Refusal, Trick, cards};
use crate::position::Position;

/// How far the first targets go from the guess; each further one twice as far.
const STEP: i32 = 8;

/// What is asked besides the cards.
#[derive(Clone, Copy)]
pub struct Terms {
    /// The seats whose points count, one bit each; all others play against them.
    pub maximisers: u32,
    /// What taking every trick adds to a side's points.
    pub sweep: u32,
    /// How many tricks the maximisers, and the others, have taken.
    pub taken: [u32; 2],
}

impl Terms {
    /// Seats 0 and 2 against 1 and 3, nothing for every trick.
    pub const PARTNERS: Self = Self { maximisers: 0b0101, sweep: 0, taken: [0, 0] };
}

/// Where the play stands: who holds what, whose turn it is, and what is at stake.
#[derive(Clone, Copy)]
struct Place {
    /// By seat.
    hands: [Mask; 4],
    leader: usize,
    turn: usize,
    led: usize,
    trick: OnTable,
    at: Stake,
}

/// A position of one contract, and the room to think in.
pub struct Study<'a> {
    search: Search<'a>,
    place: Place,
    seats: usize,
    first: i32,
}

impl<'a> Study<'a> {
    /// What is to be solved; a sentence when these terms make no sense.
    pub fn new(
        contract: &'a Contract,
        table: &'a mut Table,
        position: &Position,
        terms: Terms,
    ) -> Result<Self, Refusal> {
        let at = stake(contract, position, terms)?;
        let hands = position.hands.map(|hand| contract.numbers.mask(hand));
        let turn = position.turn;
        table.forget();
        Ok(Self {
            first: guess(contract, &hands, turn.seat(), terms.maximisers, at.left.into()),
            search: Search {
                contract,
                table,
                feet: Feet::new(&contract.law, &hands),
                maximisers: terms.maximisers,
                sweep: terms.sweep as i32,
                nodes: 0,
            },
            place: Place {
                hands,
                leader: turn.leader,
                turn: turn.trick.length,
                led: contract.numbers.to(8 * turn.trick.led) >> 3,
                trick: on_table(contract, &turn.trick),
                at,
            },
            seats: turn.seats,
        })
    }

    /// How many positions were looked at.
    pub fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// The points still to come to the maximisers.
    pub fn value(&mut self) -> i32 {
        self.value_from(self.first)
    }

    fn value_from(&mut self, first: i32) -> i32 {
        let (low, high) = (self.search.lowest(self.place.at), self.search.highest(self.place.at));
        bracket(low, high, first, |target| self.probe(target))
    }

    /// What each legal card brings the side that plays it, by the table's numbers.
    pub fn values(&mut self) -> Vec<(usize, i32)> {
        let mut found: Vec<(usize, i32)> = Vec::new();
        let mut first = self.first;
        for card in self.legal_cards() {
            let value = self.value_after(card, first, &found);
            first = value;
            found.push((card, value));
        }
        let numbers = &self.search.contract.numbers;
        found.iter().map(|&(card, value)| (numbers.from(card), self.at_turn(value))).collect()
    }

    /// The points of the side whose turn it is, from those of the maximisers; or the way back.
    fn at_turn(&self, value: i32) -> i32 {
        if self.search.maximises(self.seat()) { value } else { self.left() - value }
    }

    /// The value of the position after those of its cards.
    pub fn best(&self, values: &[(usize, i32)]) -> i32 {
        let best = values.iter().map(|&(_, value)| value).max();
        self.at_turn(best.expect("some card is always legal"))
    }

    /// The points still to come to both sides together.
    pub fn left(&self) -> i32 {
        self.place.at.left.into()
    }

    /// What comes to the maximisers from now on if this card is played.
    fn value_after(&mut self, card: usize, first: i32, found: &[(usize, i32)]) -> i32 {
        let (low, high) = self.limits(card, found);
        let before = self.place;
        let gained = self.play(card);
        let rest = if self.place.at.tricks == 0 {
            0
        } else {
            bracket(low - gained, high - gained, first - gained, |target| self.probe(target))
        };
        self.place = before;
        gained + rest
    }

    /// How low and high the value of a card can be, after those of its neighbours.
    fn limits(&self, card: usize, found: &[(usize, i32)]) -> (i32, i32) {
        let search = &self.search;
        let (mut low, mut high) = (search.lowest(self.place.at), search.highest(self.place.at));
        let me = self.seat();
        let hand = self.place.hands[me & 3];
        let bound = search.contract.bound(hand);
        let best = if self.place.turn == 0 { 0 } else { 1 << self.place.trick.best() };
        let between = self.place.hands.iter().fold(0, |all, hand| all | hand) & !hand | best;
        for &(other, value) in found {
            let points = &search.contract.points;
            let apart = (points[card] - points[other]).abs();
            if neighbours(card, other, between) && bound & (1 << card | 1 << other) == 0 {
                (low, high) = (low.max(value - apart), high.min(value + apart));
            }
        }
        (low, high)
    }

    /// One of the best ways to play on, to the last card.
    pub fn line(&mut self, mut value: i32) -> Vec<usize> {
        let before = self.place;
        let mut line = Vec::new();
        while self.place.at.tricks > 0 {
            let card = self.best_card(value);
            value -= self.play(card);
            line.push(self.search.contract.numbers.from(card));
        }
        self.place = before;
        line
    }

    /// A card that keeps the value.
    fn best_card(&mut self, value: i32) -> usize {
        let cards = self.legal_cards();
        let max = self.search.maximises(self.seat());
        let keeps = |study: &mut Self, card| {
            let before = study.place;
            let wanted = value - study.play(card) + i32::from(!max);
            let keeps = (study.probe(wanted) >= wanted) == max;
            study.place = before;
            keeps
        };
        let (&last, others) = cards.split_last().expect("a hand that is to play holds cards");
        others.iter().copied().find(|&card| keeps(self, card)).unwrap_or(last)
    }

    /// The cards that may be played, those without points last: high cards tell more.
    fn legal_cards(&self) -> Vec<usize> {
        let place = self.place;
        let hand = place.hands[self.seat() & 3];
        let legal = match place.turn {
            0 => self.search.contract.leads(hand),
            turn => {
                let opposite = place.trick.is_opposite(turn);
                self.search.contract.legal(hand, place.led, place.trick.best(), opposite)
            }
        };
        let mut cards: Vec<usize> = cards(legal).collect();
        cards.reverse();
        cards
    }

    fn seat(&self) -> usize {
        (self.place.leader + self.place.turn) % self.seats
    }

    /// Play a card, and gather a full trick; what the maximisers get at once.
    fn play(&mut self, card: usize) -> i32 {
        let me = self.seat();
        self.place.hands[me & 3] &= !(1 << card);
        let turn = self.place.turn;
        if turn == 0 {
            self.place.led = card >> 3;
        }
        self.place.trick = self.place.trick.with(self.search.contract, turn, card);
        self.place.turn += 1;
        if self.place.turn == self.seats { self.gather() } else { 0 }
    }

    fn gather(&mut self) -> i32 {
        let Place { hands, leader, trick, at, .. } = self.place;
        let winner = (leader + trick.winner()) % self.seats;
        let (at, gained) = self.search.gathered(winner, trick, at);
        self.place =
            Place { hands, leader: winner, turn: 0, led: 0, trick: OnTable::default(), at };
        match (at.tricks, self.search.maximises(winner)) {
            (0, true) => gained + self.search.highest(at),
            (0, false) => gained + self.search.lowest(at),
            _ => gained,
        }
    }

    fn probe(&mut self, target: i32) -> i32 {
        match (self.seats, self.search.maximisers) {
            (4, 0b0101 | 0b1010) => self.probe_as::<Partners>(target),
            (4, _) => self.probe_as::<Four>(target),
            _ => self.probe_as::<Three>(target),
        }
    }

    pub fn probe_as<K: Kind>(&mut self, target: i32) -> i32 {
        let Place { hands, leader, turn, led, trick, at } = self.place;
        let hands = Hands::new(&hands, leader, self.seats);
        let asked = search::Trick { led, ..self.search.trick::<K>(leader, at, target) };
        self.search.amid::<K>(hands, turn, trick, &asked)
    }
}

fn on_table(contract: &Contract, trick: &Trick) -> OnTable {
    if trick.length == 0 {
        return OnTable::default();
    }
    let points = contract.law.points(contract.numbers.mask(trick.cards)) as i32;
    OnTable::new(points, contract.numbers.to(trick.best), trick.winner)
}

/// What is at stake in a position on these terms.
fn stake(contract: &Contract, position: &Position, terms: Terms) -> Result<Stake, Refusal> {
    let hands = position.in_hand();
    let table = position.turn.trick.cards;
    if hands == 0 {
        return Err("the hands are empty, so there is nothing to solve".into());
    }
    if !contract.is_ordered {
        return Err("a card counts less than a weaker one of its suit".into());
    }
    let points = contract.law.points(contract.numbers.mask(hands | table));
    let left = points + contract.law.last_trick;
    check_sides(position.turn.seats, terms.maximisers)?;
    if left + 2 * terms.sweep >= VALUES {
        return Err(format!(
            "{left} points and twice {} for every trick are more than {}",
            terms.sweep,
            VALUES - 1
        ));
    }
    let tricks = (hands | table).count_ones() / position.turn.seats as u32;
    let sweeping = sweeping(position, tricks, terms)?;
    Ok(Stake { left: left as i16, tricks: tricks as u8, sweeping })
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

fn sweeping(position: &Position, tricks: u32, terms: Terms) -> Result<u8, Refusal> {
    if terms.sweep == 0 {
        return Ok(0);
    }
    let gathered = 32 / position.turn.seats as u32 - tricks;
    let [ours, theirs] = terms.taken;
    if ours.checked_add(theirs) != Some(gathered) {
        return Err(format!("{gathered} tricks are gathered, but {ours} and {theirs} were taken"));
    }
    Ok(u8::from(theirs == 0) | u8::from(ours == 0) << 1)
}

/// The value between `low` and `high`, from answers to "is it at least this much?".
pub fn bracket(mut low: i32, mut high: i32, guess: i32, mut probe: impl FnMut(i32) -> i32) -> i32 {
    let (mut is_low, mut is_high) = (false, false);
    let (mut step, mut target) = (STEP, guess);
    while low < high {
        target = target.clamp(low + 1, high);
        let value = probe(target);
        if value >= target {
            (low, is_low) = (value, true);
        } else {
            (high, is_high) = (value, true);
        }
        let middle = (low + high + 1) / 2;
        target = match (is_low, is_high) {
            (true, true) => middle,
            (true, false) => middle.min(low + step),
            _ => middle.max(high - step + 1),
        };
        step *= 2;
    }
    low
}
