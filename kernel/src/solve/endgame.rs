//! What are the last two tricks worth? Every way to play them, with no thought of what is first.

#![forbid(unsafe_code)]

use super::hands::Hands;
use super::move_picker::best_of;
use super::prepared_law::Contract;
use super::search::{Kind, OnTable, Stake};

/// Two tricks from their end. Hands and sides go by turn, the leader's first.
pub struct Ending<'a> {
    pub contract: &'a Contract,
    /// One bit for each turn that maximises.
    pub maximisers: u32,
    pub at: Stake,
    pub sweep: i32,
    pub target: i32,
}

impl Ending<'_> {
    #[inline]
    pub fn value<K: Kind>(&self, hands: Hands) -> i32 {
        let cards = self.contract.leads(hands.of(0));
        if self.maximises(0) {
            best_of::<true>(cards, self.target, |card| self.lead::<K, true>(hands, card))
        } else {
            best_of::<false>(cards, self.target, |card| self.lead::<K, false>(hands, card))
        }
    }

    #[inline]
    fn maximises(&self, turn: usize) -> bool {
        self.maximisers >> turn & 1 == 1
    }

    #[inline]
    fn lead<K: Kind, const MAX: bool>(&self, hands: Hands, card: usize) -> i32 {
        let table = OnTable::default().with(self.contract, 0, card);
        self.turn::<K, 1, MAX>(hands.without(0, card), table, card >> 3)
    }

    /// The seat of this turn plays; `MAX` is the side that has just played.
    #[inline]
    fn turn<K: Kind, const TURN: usize, const MAX: bool>(
        &self,
        hands: Hands,
        table: OnTable,
        led: usize,
    ) -> i32 {
        let opposite = table.is_opposite(TURN);
        let cards = self.contract.legal(hands.of(TURN), led, table.best(), opposite);
        if if K::ALTERNATE { !MAX } else { self.maximises(TURN) } {
            let play = |card| self.play::<K, TURN, true>(hands, table, led, card);
            best_of::<true>(cards, self.target, play)
        } else {
            let play = |card| self.play::<K, TURN, false>(hands, table, led, card);
            best_of::<false>(cards, self.target, play)
        }
    }

    #[inline]
    fn play<K: Kind, const TURN: usize, const MAX: bool>(
        &self,
        hands: Hands,
        table: OnTable,
        led: usize,
        card: usize,
    ) -> i32 {
        let table = table.with(self.contract, TURN, card);
        let hands = hands.without(TURN, card);
        if TURN + 1 == K::SEATS {
            self.both::<K>(hands, table)
        } else if TURN == 1 {
            self.turn::<K, 2, MAX>(hands, table, led)
        } else {
            self.turn::<K, 3, MAX>(hands, table, led)
        }
    }

    /// Both tricks' points, when the last cards have fallen too.
    #[inline]
    fn both<K: Kind>(&self, hands: Hands, table: OnTable) -> i32 {
        let leader = table.winner();
        let first = self.maximises(leader);
        let second = self.maximises(self.winner::<K>(hands, leader));
        let left = i32::from(self.at.left) - table.points;
        let won = if first { table.points } else { 0 } + if second { left } else { 0 };
        if self.at.sweeping == 0 { won } else { won + self.swept(first, second) }
    }

    /// The value of the last trick, which plays itself, or of what is left after it.
    pub fn last<K: Kind>(&self, hands: Hands) -> i32 {
        let winner = if self.at.tricks == 0 { 0 } else { self.winner::<K>(hands, 0) };
        let max = self.maximises(winner);
        let won = if max { i32::from(self.at.left) } else { 0 };
        won + self.swept(max, max)
    }

    /// Who takes the last trick: the strongest of its cards once the led suit is known.
    #[inline]
    fn winner<K: Kind>(&self, hands: Hands, leader: usize) -> usize {
        let card = |turn| hands.of(turn).trailing_zeros() as usize & 31;
        let strength = &self.contract.strength[card(leader) >> 3];
        let turns = 0..K::SEATS;
        let best = turns.map(|turn| strength[card(turn)] | turn as u8).max();
        usize::from(best.unwrap_or(0) & 3)
    }

    #[inline]
    fn swept(&self, first: bool, second: bool) -> i32 {
        match (self.at.sweeping & 1, self.at.sweeping & 2) {
            (1, _) if first && second => self.sweep,
            (_, 2) if !first && !second => -self.sweep,
            _ => 0,
        }
    }
}
