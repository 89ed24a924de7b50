//! Equivalent cards: which cards of a hand lead to the same play, and which positions to the same
//! value.
//!
//! Two cards of one hand are equivalent when no card between them is in another hand or winning the
//! trick: whichever is played the other stays, and only their points differ, so their values differ
//! at most by that. Once it is certain who takes the trick, the higher (or the lower) of them is at
//! least as good, and stands for the class.
//!
//! Positions are equivalent when their cards without points lie, in order of rank, in the same hands:
//! the rank equivalence of partition search, applied to the low cards of each suit, which gives more
//! hits in the transposition table.

#![forbid(unsafe_code)]

use crate::play::{Law, Mask, cards};

const NOT_LOWEST: Mask = 0xFEFE_FEFE;
const NOT_HIGHEST: Mask = 0x7F7F_7F7F;

/// The bits above `from` in its suit, up to the first of `between` and without it.
#[inline]
fn above(from: Mask, between: Mask) -> Mask {
    let free = !between & NOT_LOWEST;
    let mut reached = from | free & from << 1;
    let free2 = free & free << 1;
    reached |= free2 & reached << 2;
    reached |= free2 & free2 << 2 & reached << 4;
    free & reached << 1
}

#[inline]
fn below(from: Mask, between: Mask) -> Mask {
    let free = !between & NOT_HIGHEST;
    let mut reached = from | free & from >> 1;
    let free2 = free & free >> 1;
    reached |= free2 & reached >> 2;
    reached |= free2 & free2 >> 2 & reached >> 4;
    free & reached >> 1
}

/// The highest of each class of equivalent cards.
#[inline]
pub fn highest(held: Mask, between: Mask) -> Mask {
    held & !below(held, between)
}

/// The lowest of each class of equivalent cards.
#[inline]
pub fn lowest(held: Mask, between: Mask) -> Mask {
    held & !above(held, between)
}

/// The lowest of each class of equivalent cards without points, and all that have points.
#[inline]
pub fn one_of_equals(held: Mask, between: Mask, worthless: Mask) -> Mask {
    held & !(worthless & above(held & worthless, between))
}

/// Every bit of each suit up to the highest in the set.
#[inline]
pub fn up_to(set: Mask) -> Mask {
    let set = set | set >> 1 & 0x7F7F_7F7F;
    let set = set | set >> 2 & 0x3F3F_3F3F;
    set | set >> 4 & 0x0F0F_0F0F
}

/// All cards of the suits that occur in the set.
#[inline]
pub fn suits_of(set: Mask) -> Mask {
    let some = (((set & NOT_HIGHEST) + NOT_HIGHEST) | set) & !NOT_HIGHEST;
    (some >> 7) * 0xFF
}

/// Whether two cards are of one suit with nothing of `between` between them.
#[inline]
pub fn adjacent(one: usize, other: usize, between: Mask) -> bool {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    (one ^ other) >> 3 == 0 && between & ((1 << high) - 1) & !((2 << low) - 1) == 0
}

/// Rank normalisation: the cards without points at the bottom of each suit (at most three), and
/// which sets of them are equivalent in one deal.
///
/// A set is equivalent to another whose cards lie, from high to low, in the same hands.
pub struct LowCards {
    cards: Mask,
    equivalent: [[u8; 8]; 4],
}

impl LowCards {
    /// Those of these hands; the cards `apart` are equivalent to none.
    pub fn new(law: &Law, hands: &[Mask], apart: Mask) -> Self {
        let mut low_cards = Self { cards: 0, equivalent: [[0; 8]; 4] };
        for suit in 0..4 {
            let alone = |rank: &usize| {
                let card = 1 << (8 * suit + rank);
                let paired = law.extras.withheld.iter().any(|pair| pair.held & card != 0);
                law.points(card) > 0 || apart & card != 0 || paired
            };
            let length = (0..3).find(alone).unwrap_or(3);
            low_cards.cards |= ((1 << length) - 1) << (8 * suit);
            low_cards.equivalent[suit] = equivalent(hands, 8 * suit, 1 << length);
        }
        low_cards
    }

    /// The cards left, with the low cards of each suit replaced by the first equivalent set.
    #[inline]
    pub fn normalised(&self, left: Mask) -> Mask {
        let low =
            |suit: usize| Mask::from(self.equivalent[suit][(left >> (8 * suit) & 7) as usize]);
        let found = [low(0), low(1) << 8, low(2) << 16, low(3) << 24];
        left & !self.cards | found[0] | found[1] | found[2] | found[3]
    }
}

fn equivalent(hands: &[Mask], base: usize, sets: usize) -> [u8; 8] {
    let owner = |card: usize| hands.iter().position(|hand| hand >> card & 1 == 1).unwrap_or(7);
    let owners = [owner(base), owner(base + 1), owner(base + 2)];
    let sequence = |set: usize| cards(set as Mask).fold(1, |found, c| found * 8 + owners[c]);
    let mut first = [0; 8];
    for (set, first) in first.iter_mut().enumerate() {
        // Where only two cards are low the third bit is a card with points, no part of the set.
        let set_here = set & (sets - 1);
        let same = (0..=set_here).find(|&other| sequence(other) == sequence(set_here));
        *first = same.unwrap_or(set_here) as u8;
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equivalent_cards_have_no_other_card_between() {
        assert_eq!(highest(0b1011_0110, 0b0000_1000), 0b1000_0100);
        assert_eq!(lowest(0b1011_0110, 0b0000_1000), 0b0001_0010);
        assert_eq!(one_of_equals(0b101, 0b010, 0b111), 0b101);
        assert_eq!(one_of_equals(0b101, 0, 0b111), 0b001);
        assert_eq!(one_of_equals(0x0180, 0, 0xFFFF), 0x0180);
        assert_eq!(up_to(0x8001_0012), 0xFF01_001F);
        assert_eq!(suits_of(0x8001_0012), 0xFFFF_00FF);
        assert!(adjacent(0, 2, 0b101) && !adjacent(0, 2, 0b010) && !adjacent(7, 8, 0));
    }
}
