//! What does a search ask of the law, made ready once for a contract?

#![forbid(unsafe_code)]

use super::move_scores::{Scores, Weights};
use super::renumbering::Numbers;
use crate::play::{LOOKS, Law, Mask, look, suit, withhold};

/// The law of one contract in the numbering of its search.
pub struct Contract {
    pub numbers: Numbers,
    pub law: Law,
    pub points: [i32; 32],
    pub worthless: Mask,
    /// Whether a stronger card of a suit never counts less, as at every table.
    pub is_ordered: bool,
    pub scores: Scores,
    /// What the law leaves, by whether the winner sits opposite, led suit, winning card and look.
    left: Box<[[[[Mask; LOOKS]; 32]; 4]; 2]>,
    /// Whether there are pairs to be held back.
    pub has_pairs: bool,
    /// How strong each card is when a suit was led: none is as strong as another that can win.
    pub strength: [[u8; 32]; 4],
    /// Everything where the led suit has to be followed, else nothing.
    pub binding: Mask,
}

impl Contract {
    pub fn new(law: &Law, weights: Option<&Weights>) -> Self {
        let numbers = Numbers::new(law);
        let law = law.renamed(|card| numbers.to(card));
        let points: [i32; 32] = std::array::from_fn(|card| law.points(1 << card) as i32);
        let worthless = |found, card: usize| found | Mask::from(points[card] == 0) << card;
        Self {
            left: Box::new([left(&law, false), left(&law, true)]),
            has_pairs: !law.withheld.is_empty(),
            worthless: (0..32).fold(0, worthless),
            scores: Scores::new(weights.unwrap_or(Weights::of(&law)), &law, &points),
            strength: std::array::from_fn(|led| strength(&law, led)),
            binding: if law.must_follow() { !0 } else { 0 },
            is_ordered: points.chunks_exact(8).all(<[i32]>::is_sorted),
            points,
            numbers,
            law,
        }
    }

    /// The cards of a hand that may be played to a trick with this winning card.
    #[inline]
    pub fn legal(&self, hand: Mask, led: usize, best: usize, opposite: bool) -> Mask {
        let look = look(hand, suit(led & 3), self.law.trumps, self.law.over(best));
        let left = self.left[usize::from(opposite)][led & 3][best & 31][look & (LOOKS - 1)];
        let cards = if hand & left == 0 { hand } else { hand & left };
        if self.has_pairs { self.withheld(hand, cards) } else { cards }
    }

    /// The cards of a hand that may be led.
    #[inline]
    pub fn leads(&self, hand: Mask) -> Mask {
        if self.has_pairs { self.withheld(hand, hand) } else { hand }
    }

    /// Few laws hold cards back: apart, so that the others do not wait for it.
    #[cold]
    #[inline(never)]
    fn withheld(&self, hand: Mask, cards: Mask) -> Mask {
        withhold(hand, cards, &self.law.withheld)
    }

    /// What a hand can at most play to this suit: the suit itself if it must follow.
    #[inline]
    pub fn playable(&self, hand: Mask, led: usize) -> Mask {
        let follows = hand & suit(led & 3) & self.binding;
        if follows == 0 { hand } else { follows }
    }

    /// The cards of a hand that are held back together, king and queen: they are no neighbours.
    #[cold]
    #[inline(never)]
    pub fn bound(&self, hand: Mask) -> Mask {
        let mut bound = 0;
        for pair in &self.law.withheld {
            if pair.held & !hand == 0 {
                bound |= pair.held;
            }
        }
        bound
    }
}

fn left(law: &Law, opposite: bool) -> [[[Mask; LOOKS]; 32]; 4] {
    std::array::from_fn(|led| std::array::from_fn(|best| law.left_by_look(led, best, opposite)))
}

/// Four times the place of each card among those that can win; the rest have the place nought.
fn strength(law: &Law, led: usize) -> [u8; 32] {
    std::array::from_fn(|card| {
        let place = (card & 7) as u8 + 1;
        let above = 4 * 8 * u8::from(law.trumps & suit(card >> 3) != 0 && law.trumps != suit(led));
        match card >> 3 {
            of if of == led => 4 * place,
            _ if above > 0 => 4 * place + above,
            _ => 0,
        }
    })
}
