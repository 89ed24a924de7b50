//! Move picker: the cards to search, best score first, until one causes a cutoff.
//!
//! Few cards are searched at most nodes, so the next best is picked when it is needed instead of
//! sorting them all (at most ten cards). A card equivalent to one already searched is not searched:
//! the values of the two differ at most by their points, which often settles it.

#![forbid(unsafe_code)]

use super::equivalence::adjacent;
use crate::play::{Mask, suit};
use crate::position::MOST_CARDS;

/// Beyond every value.
const INFINITY: i32 = 1 << 20;

/// A card and its score in one word.
#[inline]
pub fn scored(card: usize, score: i32) -> i32 {
    score << 5 | card as i32
}

/// The cards to search, each a word: score above, card in the lowest five bits.
pub struct MovePicker {
    cards: [i32; MOST_CARDS],
    count: usize,
    /// The one with the best score.
    first: i32,
}

/// The cards already searched, each a word: value above, card in the lowest five bits.
pub struct Searched {
    values: [i32; MOST_CARDS],
    count: usize,
    pub cards: Mask,
    pub best: i32,
    pub best_card: usize,
}

/// What makes two cards of a hand equivalent.
pub struct Equivalents<'a> {
    pub points: &'a [i32; 32],
    /// The cards that separate others: those of all other hands, and the one winning the trick.
    pub between: Mask,
    /// The cards of the hand that are equivalent to none.
    pub unequal: Mask,
}

/// Better for the side whose turn it is.
#[inline]
fn better<const MAX: bool>(value: i32, than: i32) -> bool {
    if MAX { value > than } else { value < than }
}

/// Whether this value settles the question for the side whose turn it is.
#[inline]
pub fn is_cutoff<const MAX: bool>(value: i32, target: i32) -> bool {
    (value >= target) == MAX
}

/// The best of the cards' values, or the first that causes a cutoff, in no particular order.
#[inline]
pub fn search_all<const MAX: bool>(
    mut cards: Mask,
    target: i32,
    mut value: impl FnMut(usize) -> i32,
) -> i32 {
    let mut best = if MAX { -INFINITY } else { INFINITY };
    while cards != 0 {
        let found = value(cards.trailing_zeros() as usize & 31);
        cards &= cards - 1;
        if better::<MAX>(found, best) {
            best = found;
        }
        if is_cutoff::<MAX>(found, target) {
            break;
        }
    }
    best
}

impl MovePicker {
    #[inline]
    pub fn new() -> Self {
        Self { cards: [i32::MIN; MOST_CARDS], count: 0, first: i32::MIN }
    }

    /// Add a card as [`scored`].
    #[inline]
    pub fn add(&mut self, word: i32) {
        self.cards[self.count] = word;
        self.count += 1;
        self.first = self.first.max(word);
    }

    /// The best card after this one: no two words are the same.
    #[inline]
    fn next_after(&self, last: i32) -> i32 {
        let cards = &self.cards[..self.count.min(MOST_CARDS)];
        cards.iter().fold(i32::MIN, |best, &word| if word < last { best.max(word) } else { best })
    }

    /// Search the cards in the order of their scores, up to the first cutoff.
    #[inline(always)]
    pub fn search<const MAX: bool>(
        &self,
        searched: &mut Searched,
        equivalents: Option<&Equivalents>,
        target: i32,
        mut value: impl FnMut(usize) -> i32,
    ) {
        let mut word = self.first;
        for _ in 0..self.count {
            let card = (word & 31) as usize;
            let known = equivalents
                .and_then(|equivalents| searched.bound::<MAX>(equivalents, card, target));
            let value = known.unwrap_or_else(|| value(card));
            searched.add::<MAX>(card, value);
            if is_cutoff::<MAX>(value, target) {
                return;
            }
            word = self.next_after(word);
        }
    }
}

impl Searched {
    #[inline]
    pub fn new<const MAX: bool>() -> Self {
        let best = if MAX { -INFINITY } else { INFINITY };
        Self { values: [0; MOST_CARDS], count: 0, cards: 0, best, best_card: 0 }
    }

    #[inline]
    pub fn add<const MAX: bool>(&mut self, card: usize, value: i32) {
        self.values[self.count] = value << 5 | card as i32;
        self.count += 1;
        self.cards |= 1 << card;
        if better::<MAX>(value, self.best) {
            (self.best, self.best_card) = (value, card);
        }
    }

    /// A bound on a card's value from an equivalent card, where it rules out a cutoff.
    #[inline]
    fn bound<const MAX: bool>(
        &self,
        equivalents: &Equivalents,
        card: usize,
        target: i32,
    ) -> Option<i32> {
        if self.cards & suit(card >> 3 & 3) == 0 {
            return None;
        }
        for &word in self.values.iter().take(self.count) {
            let bound = equivalents.bound::<MAX>(word >> 5, (word & 31) as usize, card, target);
            if bound.is_some() {
                return bound;
            }
        }
        None
    }
}

impl Equivalents<'_> {
    /// A bound on the value of `other` from the value of `one`, where it rules out a cutoff.
    #[inline]
    fn bound<const MAX: bool>(
        &self,
        value: i32,
        one: usize,
        other: usize,
        target: i32,
    ) -> Option<i32> {
        if !adjacent(one, other, self.between) || self.unequal & (1 << one | 1 << other) != 0 {
            return None;
        }
        let apart = (self.points[one & 31] - self.points[other & 31]).abs();
        let bound = if MAX { value + apart } else { value - apart };
        (!is_cutoff::<MAX>(bound, target)).then_some(bound)
    }
}
