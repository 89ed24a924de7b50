//! How are the cards numbered while a deal is solved?
//!
//! The stronger of two cards of a suit has the higher bit, and the trump suit, if there is one, is
//! the first. Neighbours in a mask are then neighbours at the table.

#![forbid(unsafe_code)]

use crate::play::{Law, Mask, cards, suit};

/// Both ways between the table's numbers and those of one contract.
pub struct Numbers {
    to: [u8; 32],
    from: [u8; 32],
}

impl Numbers {
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

    /// The number here of one of the table's cards.
    pub fn to(&self, card: usize) -> usize {
        self.to[card & 31].into()
    }

    /// The table's number of a card here.
    pub fn from(&self, card: usize) -> usize {
        self.from[card & 31].into()
    }

    /// A set of the table's cards, numbered as here.
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
