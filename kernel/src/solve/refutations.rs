//! Which card was enough the last time a hand looked like this?
//!
//! What beat one play of the others mostly beats the next, which differs by a card elsewhere. A
//! place holds one card, whoever kept it: a wrong one costs time and nothing else.

#![forbid(unsafe_code)]

use crate::play::Mask;

const PLACES: usize = 1 << 13;
const GENERATIONS: u8 = 8;

/// A card for each place: its number in the lowest five bits, the deal's generation above.
pub struct Lately {
    cards: Box<[u8; PLACES]>,
    generation: u8,
}

impl Lately {
    pub fn new() -> Self {
        Self { cards: Box::new([0; PLACES]), generation: 0 }
    }

    /// Forget everything: a new deal begins.
    pub fn forget(&mut self) {
        self.generation += 1;
        if self.generation == GENERATIONS {
            self.cards.fill(0);
            self.generation = 1;
        }
    }

    /// Where the card of a seat is kept that may play these, with this card winning.
    #[inline]
    pub fn place(legal: Mask, turn: usize, best: usize) -> usize {
        let key = u64::from(legal) << 32 | (turn << 5 | best) as u64;
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> (64 - PLACES.ilog2())) as usize & (PLACES - 1)
    }

    /// The card kept there, if it may be played.
    #[inline]
    pub fn card(&self, place: usize, legal: Mask) -> Option<usize> {
        let kept = self.cards[place & (PLACES - 1)];
        let card = usize::from(kept & 31);
        (kept >> 5 == self.generation && legal >> card & 1 == 1).then_some(card)
    }

    #[inline]
    pub fn keep(&mut self, place: usize, card: usize) {
        self.cards[place & (PLACES - 1)] = self.generation << 5 | card as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_kept_for_one_deal_and_named_where_it_may_be_played() {
        let mut lately = Lately::new();
        for _ in 0..20 {
            lately.forget();
            let place = Lately::place(0b1010, 2, 31);
            assert_eq!(lately.card(place, !0), None);
            lately.keep(place, 3);
            assert_eq!(lately.card(place, 0b1010), Some(3));
            assert_eq!(lately.card(place, 0b0010), None);
        }
    }
}
