//! What are the last two tricks worth? Every way to play them, with no thought of what is first.

#![forbid(unsafe_code)]

use super::contract::Contract;
use super::search::{Kind, OnTable, Stake, best_of};
use crate::play::Mask;

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
    pub fn value<K: Kind>(&self, hands: [Mask; 4]) -> i32 {
        let cards = self.contract.leads(hands[0]);
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
    fn lead<K: Kind, const MAX: bool>(&self, mut hands: [Mask; 4], card: usize) -> i32 {
        let points = self.contract.points[card & 31];
        let trick = OnTable { points, led: (card >> 3) as u8, best: card as u8, winner: 0 };
        hands[0] ^= 1 << card;
        self.turn::<K, 1, MAX>(hands, trick)
    }

    /// The seat of this turn plays; `MAX` is the side that has just played.
    #[inline]
    fn turn<K: Kind, const TURN: usize, const MAX: bool>(
        &self,
        hands: [Mask; 4],
        trick: OnTable,
    ) -> i32 {
        let opposite = usize::from(trick.winner) + 2 == TURN;
        let (led, best) = (trick.led.into(), trick.best.into());
        let cards = self.contract.legal(hands[TURN], led, best, opposite);
        if if K::ALTERNATE { !MAX } else { self.maximises(TURN) } {
            let play = |card| self.play::<K, TURN, true>(hands, trick, card);
            best_of::<true>(cards, self.target, play)
        } else {
            let play = |card| self.play::<K, TURN, false>(hands, trick, card);
            best_of::<false>(cards, self.target, play)
        }
    }

    #[inline]
    fn play<K: Kind, const TURN: usize, const MAX: bool>(
        &self,
        mut hands: [Mask; 4],
        mut trick: OnTable,
        card: usize,
    ) -> i32 {
        if self.contract.law.over(trick.best.into()) >> card & 1 == 1 {
            (trick.best, trick.winner) = (card as u8, TURN as u8);
        }
        trick.points += self.contract.points[card & 31];
        hands[TURN] ^= 1 << card;
        if TURN + 1 == K::SEATS {
            self.last::<K>(hands, trick)
        } else if TURN == 1 {
            self.turn::<K, 2, MAX>(hands, trick)
        } else {
            self.turn::<K, 3, MAX>(hands, trick)
        }
    }

    /// Both tricks' points, when the last cards have fallen too.
    #[inline]
    fn last<K: Kind>(&self, hands: [Mask; 4], trick: OnTable) -> i32 {
        let leader = usize::from(trick.winner);
        let mut winner = leader & 3;
        let mut best = hands[winner].trailing_zeros() as usize;
        for step in 1..K::SEATS {
            let turn =
                if leader + step < K::SEATS { leader + step } else { leader + step - K::SEATS };
            let hand = hands[turn & 3];
            if hand & self.contract.law.over(best) != 0 {
                (winner, best) = (turn, hand.trailing_zeros() as usize);
            }
        }
        let (first, second) = (self.maximises(leader), self.maximises(winner));
        let left = i32::from(self.at.left) - trick.points;
        let won = if first { trick.points } else { 0 } + if second { left } else { 0 };
        won + match (self.at.sweeping & 1, self.at.sweeping & 2) {
            (1, _) if first && second => self.sweep,
            (_, 2) if !first && !second => -self.sweep,
            _ => 0,
        }
    }
}
