//! In which order are cards tried, and which of them need not be, after what was found of others?

#![forbid(unsafe_code)]

use super::same::neighbours;
use crate::play::{Mask, suit};

/// Beyond every value.
pub const FAR: i32 = 1 << 20;
const MOST_CARDS: usize = 10;

/// The cards to try, and what was found of those tried.
pub struct Choice {
    /// Score above, card in the lowest five bits.
    ranked: [i32; MOST_CARDS],
    found: [i32; MOST_CARDS],
    count: usize,
    tried: Mask,
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
fn enough<const MAX: bool>(value: i32, target: i32) -> bool {
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
        Self { ranked: [0; MOST_CARDS], found: [0; MOST_CARDS], count: 0, tried: 0 }
    }

    #[inline]
    pub fn add(&mut self, card: usize, score: i32) {
        if let Some(place) = self.ranked.get_mut(self.count) {
            *place = score << 5 | card as i32;
            self.count += 1;
        }
    }

    /// The same as [`best_of`], by rank; and which card it was.
    #[inline]
    pub fn best_of<const MAX: bool>(
        &mut self,
        near: Option<&Near>,
        target: i32,
        mut value: impl FnMut(usize) -> i32,
    ) -> (i32, usize) {
        let (mut best, mut best_card) = (if MAX { -FAR } else { FAR }, 0);
        for place in 0..self.count.min(MOST_CARDS) {
            let card = self.take(place);
            let known = near.and_then(|near| self.bounded::<MAX>(near, place, card, target));
            let found = known.unwrap_or_else(|| value(card));
            if better::<MAX>(found, best) {
                (best, best_card) = (found, card);
            }
            if enough::<MAX>(found, target) {
                break;
            }
            self.found[place] = found;
            self.tried |= 1 << card;
        }
        (best, best_card)
    }

    /// The best card that is left, by swapping it to its place.
    #[inline]
    fn take(&mut self, place: usize) -> usize {
        let ranked = &mut self.ranked[..self.count.min(MOST_CARDS)];
        let mut best = place;
        for other in place + 1..ranked.len() {
            if ranked[other] > ranked[best] {
                best = other;
            }
        }
        ranked.swap(place, best);
        (ranked[place] & 31) as usize
    }

    /// What a neighbour's answer says of a card, if that is no reason to try it.
    #[inline]
    fn bounded<const MAX: bool>(
        &self,
        near: &Near,
        place: usize,
        card: usize,
        target: i32,
    ) -> Option<i32> {
        if self.tried & suit(card >> 3 & 3) == 0 {
            return None;
        }
        for (&ranked, &value) in self.ranked.iter().zip(&self.found).take(place) {
            let other = (ranked & 31) as usize;
            if near.apart(card, other) {
                continue;
            }
            let apart = (near.points[card & 31] - near.points[other]).abs();
            let bound = if MAX { value + apart } else { value - apart };
            if !enough::<MAX>(bound, target) {
                return Some(bound);
            }
        }
        None
    }
}

impl Near<'_> {
    #[inline]
    fn apart(&self, card: usize, other: usize) -> bool {
        !neighbours(card, other, self.between) || self.bound & (1 << card | 1 << other) != 0
    }
}
