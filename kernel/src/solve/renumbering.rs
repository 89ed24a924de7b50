//! Renumbering of the cards for the search: by strength within a suit, the trump suit first.
//!
//! The stronger of two cards of a suit then has the higher bit, so that "higher than" is a shift and
//! adjacent ranks are adjacent bits.

#![forbid(unsafe_code)]

use crate::play::{Law, Mask, cards, suit};

/// The permutation between card codes and the numbers of one contract, both ways.
pub struct Renumbering {
    to: [u8; 32],
    from: [u8; 32],
}

impl Renumbering {
    pub fn new(law: &Law) -> Self {
        let (mut to, mut from) = ([0; 32], [0; 32]);
        for (card, number) in to.iter_mut().enumerate() {
            let above = (law.over(card) & suit(card >> 3)).count_ones() as usize;
            let new = 8 * place(law, card >> 3) + 7 - above;
            *number = new as u8;
            from[new] = card as u8;
        }
        Self { to, from }
    }

    /// The number of the card with this code.
    pub fn to(&self, card: usize) -> usize {
        self.to[card & 31].into()
    }

    /// The code of the card with this number.
    pub fn from(&self, card: usize) -> usize {
        self.from[card & 31].into()
    }

    /// A set of card codes, renumbered.
    pub fn mask(&self, mask: Mask) -> Mask {
        cards(mask).fold(0, |new, card| new | 1 << self.to(card))
    }
}

/// Trumps first, the other suits after them in their order.
fn place(law: &Law, of: usize) -> usize {
    match law.trumps {
        0 => of,
        trumps if trumps == suit(of) => 0,
        trumps => of + usize::from(suit(of) < trumps),
    }
}
