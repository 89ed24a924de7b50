//! Refutation table: the card that last caused a cutoff for a hand that looked like this one.
//!
//! The card that refuted one line of play mostly refutes the next, which differs by a card
//! elsewhere, so it is tried first (a killer move whose index is the legal cards, the turn and the
//! winning card). One entry per slot, always replaced and without a check of its key: a collision
//! costs time and never changes a value. Lookup and store take constant time; 8 KB.

#![forbid(unsafe_code)]

use crate::play::Mask;

const SLOTS: usize = 1 << 13;
const GENERATIONS: u8 = 8;

/// A card for each slot: its code in the lowest five bits, the deal's generation above.
pub struct Refutations {
    cards: Box<[u8; SLOTS]>,
    generation: u8,
}

impl Refutations {
    pub fn new() -> Self {
        Self { cards: Box::new([0; SLOTS]), generation: 0 }
    }

    /// Invalidate every entry: a new deal begins.
    pub fn clear(&mut self) {
        self.generation += 1;
        if self.generation == GENERATIONS {
            self.cards.fill(0);
            self.generation = 1;
        }
    }

    /// The slot of a seat with these legal cards at this turn, with this card winning the trick.
    #[inline]
    pub fn slot(legal: Mask, turn: usize, best: usize) -> usize {
        let key = u64::from(legal) << 32 | (turn << 5 | best) as u64;
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> (64 - SLOTS.ilog2())) as usize & (SLOTS - 1)
    }

    /// The card stored in a slot, if it is legal here.
    #[inline]
    pub fn get(&self, slot: usize, legal: Mask) -> Option<usize> {
        let entry = self.cards[slot & (SLOTS - 1)];
        let card = usize::from(entry & 31);
        (entry >> 5 == self.generation && legal >> card & 1 == 1).then_some(card)
    }

    #[inline]
    pub fn store(&mut self, slot: usize, card: usize) {
        self.cards[slot & (SLOTS - 1)] = self.generation << 5 | card as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refutation_lasts_for_one_deal_and_is_found_where_it_is_legal() {
        let mut refutations = Refutations::new();
        for _ in 0..20 {
            refutations.clear();
            let slot = Refutations::slot(0b1010, 2, 31);
            assert_eq!(refutations.get(slot, !0), None);
            refutations.store(slot, 3);
            assert_eq!(refutations.get(slot, 0b1010), Some(3));
            assert_eq!(refutations.get(slot, 0b0010), None);
        }
    }
}
