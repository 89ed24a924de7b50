//! In which order are cards tried, and which of them need not be, after what was found of others?

#![forbid(unsafe_code)]

use super::equivalence::neighbours;
use crate::play::{Mask, suit};
use crate::position::MOST_CARDS;

/// Beyond every value.
pub const FAR: i32 = 1 << 20;

/// A card and its score in one word.
#[inline]
pub fn word(card: usize, score: i32) -> i32 {
    score << 5 | card as i32
}

/// The cards to try, each a word: score above, card in the lowest five bits.
pub struct Choice {
    cards: [i32; MOST_CARDS],
    count: usize,
    /// The best of them.
    first: i32,
}

/// What was found of the cards that were tried: value above, card in the lowest five bits.
pub struct Found {
    values: [i32; MOST_CARDS],
    count: usize,
    pub tried: Mask,
    /// The best value, and its card.
    pub best: i32,
    pub card: usize,
}

/// What makes a card a neighbour of another one.
pub struct Near<'a> {
    pub points: &'a [i32; 32],
    /// The cards that part others: those of all other hands, and the one that wins the trick.
    pub between: Mask,
    /// The cards that are held back together, and so nobody's neighbours.
    pub bound: Mask,
}

/// Better for the side whose turn it is.
#[inline]
fn better<const MAX: bool>(value: i32, than: i32) -> bool {
    if MAX { value > than } else { value < than }
}

/// Whether this answer is all that the side whose turn it is wanted.
#[inline]
pub fn enough<const MAX: bool>(value: i32, target: i32) -> bool {
    (value >= target) == MAX
}

/// The best of the cards' values, or the first that is enough.
#[inline]
pub fn best_of<const MAX: bool>(
    mut cards: Mask,
    target: i32,
    mut value: impl FnMut(usize) -> i32,
) -> i32 {
    let mut best = if MAX { -FAR } else { FAR };
    while cards != 0 {
        let found = value(cards.trailing_zeros() as usize & 31);
        cards &= cards - 1;
        if better::<MAX>(found, best) {
            best = found;
        }
        if enough::<MAX>(found, target) {
            break;
        }
    }
    best
}

impl Choice {
    #[inline]
    pub fn new() -> Self {
        Self { cards: [i32::MIN; MOST_CARDS], count: 0, first: i32::MIN }
    }

    #[inline]
    pub fn add(&mut self, word: i32) {
        self.cards[self.count] = word;
        self.count += 1;
        self.first = self.first.max(word);
    }

    /// The best card after this one: no two words are the same.
    #[inline]
    fn after(&self, last: i32) -> i32 {
        let cards = &self.cards[..self.count.min(MOST_CARDS)];
        cards.iter().fold(i32::MIN, |best, &word| if word < last { best.max(word) } else { best })
    }

    /// The same as [`best_of`], by rank, after what was found of other cards.
    #[inline(always)]
    pub fn best_of<const MAX: bool>(
        &self,
        found: &mut Found,
        near: Option<&Near>,
        target: i32,
        mut value: impl FnMut(usize) -> i32,
    ) {
        let mut word = self.first;
        for _ in 0..self.count {
            let card = (word & 31) as usize;
            let known = near.and_then(|near| found.bound::<MAX>(near, card, target));
            let value = known.unwrap_or_else(|| value(card));
            found.add::<MAX>(card, value);
            if enough::<MAX>(value, target) {
                return;
            }
            word = self.after(word);
        }
    }
}

impl Found {
    #[inline]
    pub fn new<const MAX: bool>() -> Self {
        let best = if MAX { -FAR } else { FAR };
        Self { values: [0; MOST_CARDS], count: 0, tried: 0, best, card: 0 }
    }

    #[inline]
    pub fn add<const MAX: bool>(&mut self, card: usize, value: i32) {
        self.values[self.count] = value << 5 | card as i32;
        self.count += 1;
        self.tried |= 1 << card;
        if better::<MAX>(value, self.best) {
            (self.best, self.card) = (value, card);
        }
    }

    /// What a neighbour's value says of a card, if that is no reason to try it.
    #[inline]
    fn bound<const MAX: bool>(&self, near: &Near, card: usize, target: i32) -> Option<i32> {
        if self.tried & suit(card >> 3 & 3) == 0 {
            return None;
        }
        for &word in self.values.iter().take(self.count) {
            let bound = near.bound::<MAX>(word >> 5, (word & 31) as usize, card, target);
            if bound.is_some() {
                return bound;
            }
        }
        None
    }
}

impl Near<'_> {
    /// What the value of one card says of another, if that is no reason to try it.
    #[inline]
    fn bound<const MAX: bool>(
        &self,
        value: i32,
        one: usize,
        other: usize,
        target: i32,
    ) -> Option<i32> {
        if !neighbours(one, other, self.between) || self.bound & (1 << one | 1 << other) != 0 {
            return None;
        }
        let apart = (self.points[one & 31] - self.points[other & 31]).abs();
        let bound = if MAX { value + apart } else { value - apart };
        (!enough::<MAX>(bound, target)).then_some(bound)
    }
}
