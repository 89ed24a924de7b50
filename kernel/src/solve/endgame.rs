//! Endgame search: the last two tricks by exhaustive minimax, the last one without any choice.
//!
//! At most 2^4 sequences of four cards: move ordering would cost more than it saves.

#![forbid(unsafe_code)]

use super::hands::Hands;
use super::move_picker::search_all;
use super::prepared_law::PreparedLaw;
use super::types::{CurrentTrick, Remaining, Seating};
use crate::play::Mask;

/// A position of at most two tricks. Hands and sides go by turn, the leader's first.
pub struct Endgame<'a> {
    pub prepared: &'a PreparedLaw,
    /// One bit for each turn that maximises.
    pub maximisers: u32,
    pub remaining: Remaining,
    pub sweep: i32,
    pub target: i32,
    /// The cards of both tricks, where they may have a bonus.
    pub before: Mask,
}

impl Endgame<'_> {
    #[inline]
    pub fn two_tricks<S: Seating>(&self, hands: Hands) -> i32 {
        let cards = self.prepared.leads(hands.of(0));
        if self.maximises(0) {
            search_all::<true>(cards, self.target, |card| self.lead::<S, true>(hands, card))
        } else {
            search_all::<false>(cards, self.target, |card| self.lead::<S, false>(hands, card))
        }
    }

    #[inline]
    fn maximises(&self, turn: usize) -> bool {
        self.maximisers >> turn & 1 == 1
    }

    #[inline]
    fn lead<S: Seating, const MAX: bool>(&self, hands: Hands, card: usize) -> i32 {
        let current = CurrentTrick::default().with(self.prepared, 0, card);
        self.turn::<S, 1, MAX>(hands.without(0, card), current, card >> 3)
    }

    /// The seat of this turn plays; `MAX` is the side that has just played.
    #[inline]
    fn turn<S: Seating, const TURN: usize, const MAX: bool>(
        &self,
        hands: Hands,
        current: CurrentTrick,
        led: usize,
    ) -> i32 {
        let opposite = current.is_opposite(TURN);
        let cards = self.prepared.legal(hands.of(TURN), led, current.best(), opposite);
        if if S::ALTERNATE { !MAX } else { self.maximises(TURN) } {
            let play = |card| self.play::<S, TURN, true>(hands, current, led, card);
            search_all::<true>(cards, self.target, play)
        } else {
            let play = |card| self.play::<S, TURN, false>(hands, current, led, card);
            search_all::<false>(cards, self.target, play)
        }
    }

    #[inline]
    fn play<S: Seating, const TURN: usize, const MAX: bool>(
        &self,
        hands: Hands,
        current: CurrentTrick,
        led: usize,
        card: usize,
    ) -> i32 {
        let current = current.with(self.prepared, TURN, card);
        let hands = hands.without(TURN, card);
        if TURN + 1 == S::SEATS {
            self.won::<S>(hands, current)
        } else if TURN == 1 {
            self.turn::<S, 2, MAX>(hands, current, led)
        } else {
            self.turn::<S, 3, MAX>(hands, current, led)
        }
    }

    /// What the maximisers win of both tricks, once the first is full: the last cards are forced.
    #[inline]
    fn won<S: Seating>(&self, hands: Hands, current: CurrentTrick) -> i32 {
        let leader = current.winner();
        let first = self.maximises(leader);
        let second = self.maximises(self.winner::<S>(hands, leader));
        let left = i32::from(self.remaining.points) - current.points;
        let mut won = if first { current.points } else { 0 } + if second { left } else { 0 };
        if S::BONUSES {
            let after = hands.all();
            won += self.prepared.bonus(self.before ^ after, first);
            won += self.prepared.bonus(after, second);
        }
        if self.remaining.sweeping == 0 { won } else { won + self.swept(first, second) }
    }

    /// The value of the last trick, where every card is forced, or of the position after it.
    pub fn last_trick<S: Seating>(&self, hands: Hands) -> i32 {
        let winner = if self.remaining.tricks == 0 { 0 } else { self.winner::<S>(hands, 0) };
        let max = self.maximises(winner);
        let mut won = if max { i32::from(self.remaining.points) } else { 0 };
        if S::BONUSES && self.remaining.tricks > 0 {
            won += self.prepared.bonus(self.before, max);
        }
        won + self.swept(max, max)
    }

    /// The turn that takes the last trick: the strongest card, given the suit led.
    #[inline]
    fn winner<S: Seating>(&self, hands: Hands, leader: usize) -> usize {
        let card = |turn| hands.of(turn).trailing_zeros() as usize & 31;
        let strength = &self.prepared.strength[card(leader) >> 3];
        let turns = 0..S::SEATS;
        let best = turns.map(|turn| strength[card(turn)] | turn as u8).max();
        usize::from(best.unwrap_or(0) & 3)
    }

    #[inline]
    fn swept(&self, first: bool, second: bool) -> i32 {
        match (self.remaining.sweeping & 1, self.remaining.sweeping & 2) {
            (1, _) if first && second => self.sweep,
            (_, 2) if !first && !second => -self.sweep,
            _ => 0,
        }
    }
}
