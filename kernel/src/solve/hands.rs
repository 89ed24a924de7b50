//! The four hands of a search, by turn (the leader's first), packed into one 128-bit word.

#![forbid(unsafe_code)]

use crate::play::Mask;

/// Four hands in one word: passed by value in registers, so that no move is ever undone.
#[derive(Clone, Copy)]
pub struct Hands(u128);

impl Hands {
    /// The hands of these seats, from the leader on.
    pub fn new(seats: &[Mask; 4], leader: usize, count: usize) -> Self {
        let turn = |hands, turn: usize| {
            let seat = (leader + turn) % count;
            hands | u128::from(seats[seat & 3]) << (32 * turn)
        };
        Self((0..count).fold(0, turn))
    }

    #[inline]
    pub fn of(self, turn: usize) -> Mask {
        (self.0 >> (32 * (turn & 3))) as Mask
    }

    /// The cards of all hands.
    #[inline]
    pub fn all(self) -> Mask {
        let two = (self.0 >> 64) as u64 | self.0 as u64;
        (two >> 32 | two) as Mask
    }

    /// The same without a card of this turn's hand.
    #[inline]
    pub fn without(self, turn: usize, card: usize) -> Self {
        let card: Mask = 1 << (card & 31);
        Self(self.0 ^ u128::from(card) << (32 * (turn & 3)))
    }

    /// The same hands for the next trick, which the seat of this turn leads.
    #[inline]
    pub fn led_by<const SEATS: usize>(self, turn: usize) -> Self {
        let by = 32 * (turn & 3) as u32;
        if SEATS == 4 {
            return Self(self.0.rotate_right(by));
        }
        let width = 32 * SEATS as u32;
        Self((self.0 >> by | self.0 << (width - by)) & ((1 << width) - 1))
    }
}
