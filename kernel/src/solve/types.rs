//! Types that the parts of the search share: seating, what remains to be won, the current trick.

#![forbid(unsafe_code)]

use super::prepared_law::PreparedLaw;
use crate::play::Mask;

/// Seats and sides, known at compile time: the search is compiled once for each.
pub trait Seating {
    const SEATS: usize;
    /// Whether the sides alternate; otherwise any division of the seats will do.
    const ALTERNATE: bool;
    /// Whether to prune: transposition table, equivalent cards. Only tests do without.
    const PRUNED: bool = true;
    /// Whether tricks may have bonuses.
    const BONUSES: bool = false;
}

pub struct Partners;
pub struct Four;
pub struct Three;
pub struct Two;
/// Four seats in any division, with bonuses of tricks.
pub struct Bonuses;

impl Seating for Partners {
    const SEATS: usize = 4;
    const ALTERNATE: bool = true;
}

impl Seating for Four {
    const SEATS: usize = 4;
    const ALTERNATE: bool = false;
}

impl Seating for Bonuses {
    const SEATS: usize = 4;
    const ALTERNATE: bool = false;
    const BONUSES: bool = true;
}

impl Seating for Three {
    const SEATS: usize = 3;
    const ALTERNATE: bool = false;
}

impl Seating for Two {
    const SEATS: usize = 2;
    const ALTERNATE: bool = true;
}

/// What remains to be won between two tricks. Small, so that it travels in a register.
#[derive(Clone, Copy)]
pub struct Remaining {
    /// The points still to come, last trick and cards on the table included.
    pub points: i16,
    pub tricks: u8,
    /// Who has taken every trick so far: bit 0 the maximisers, bit 1 the minimisers.
    pub sweeping: u8,
}

/// The cards on the table, reduced to what the search asks of them; in two registers.
#[derive(Clone, Copy, Default)]
pub struct CurrentTrick {
    pub points: i32,
    /// The winning card, and above its five bits the turn at which it was played.
    top: u32,
}

impl CurrentTrick {
    pub fn new(points: i32, best: usize, winner: usize) -> Self {
        Self { points, top: (winner << 5 | best) as u32 }
    }

    /// The winning card.
    #[inline]
    pub fn best(self) -> usize {
        (self.top & 31) as usize
    }

    /// The turn, counted from the leader, at which the winning card was played.
    #[inline]
    pub fn winner(self) -> usize {
        (self.top >> 5) as usize
    }

    /// Whether the seat opposite the one that plays at this turn is winning.
    #[inline]
    pub fn is_opposite(self, turn: usize) -> bool {
        self.winner() + 2 == turn
    }

    /// The trick after one more card.
    #[inline]
    pub fn with(self, prepared: &PreparedLaw, turn: usize, card: usize) -> Self {
        let beats = turn == 0 || prepared.law.over(self.best()) >> card & 1 == 1;
        let points = self.points + prepared.points[card & 31];
        Self { points, top: if beats { (turn << 5 | card) as u32 } else { self.top } }
    }
}

/// What is constant while a trick is searched.
#[derive(Clone, Copy)]
pub struct TrickContext {
    pub leader: usize,
    pub remaining: Remaining,
    /// The zero window: does the value reach this?
    pub target: i32,
    /// The led suit; 0 while nothing is led.
    pub led: usize,
    /// One bit for each turn that maximises.
    pub maximisers: u32,
    /// The cards of all hands before the trick, where it may have a bonus.
    pub before: Mask,
}

impl TrickContext {
    #[inline]
    pub fn maximises(&self, turn: usize) -> bool {
        self.maximisers >> turn & 1 == 1
    }

    /// Whether two turns belong to one side.
    #[inline]
    pub fn same_side<S: Seating>(&self, one: usize, other: usize) -> bool {
        if S::ALTERNATE {
            (one ^ other) & 1 == 0
        } else {
            self.maximises(one) == self.maximises(other)
        }
    }
}
