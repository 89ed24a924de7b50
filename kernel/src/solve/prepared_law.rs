//! The prepared law: the law of play of one contract as lookup tables for the search.
//!
//! Cards are renumbered, and the duties are tabulated by led suit, winning card and the 16 ways a hand
//! can relate to them, so that the legal cards take one lookup. Made once per contract, 16 KB.

#![forbid(unsafe_code)]

use super::move_scores::MoveScores;
use super::renumbering::Renumbering;
use super::weights::Weights;
use crate::play::{self, LOOKS, Law, Mask, look, suit, withhold};

/// The law of one contract, renumbered and tabulated.
pub struct PreparedLaw {
    pub renumbering: Renumbering,
    pub law: Law,
    pub points: [i32; 32],
    pub worthless: Mask,
    /// Whether a stronger card of a suit never counts less, which the pruning relies on.
    pub is_ordered: bool,
    pub scores: MoveScores,
    /// The cards allowed, by whether the winner sits opposite, led suit, winning card and look.
    allowed: Box<[[[[Mask; LOOKS]; 32]; 4]; 2]>,
    /// Whether the law has more than duties: pairs withheld (king and queen of trumps), cards that
    /// may not be led, bonuses of tricks.
    pub has_extras: bool,
    /// The cards that are equivalent to no other, since a bonus or a lead tells them apart.
    pub apart: Mask,
    /// How strong each card is by led suit: distinct among the cards that can win.
    pub strength: [[u8; 32]; 4],
    /// All cards where the led suit must be followed, else none.
    pub must_follow: Mask,
}

impl PreparedLaw {
    pub fn new(law: &Law, weights: Option<&Weights>) -> Self {
        let renumbering = Renumbering::new(law);
        let law = law.renamed(|card| renumbering.to(card));
        let points: [i32; 32] = std::array::from_fn(|card| law.points(1 << card) as i32);
        let worthless = |found, card: usize| found | Mask::from(points[card] == 0) << card;
        Self {
            allowed: Box::new([allowed(&law, false), allowed(&law, true)]),
            has_extras: has_extras(&law),
            apart: apart(&law),
            worthless: (0..32).fold(0, worthless),
            scores: MoveScores::new(weights.unwrap_or(Weights::of(&law)), &law, &points),
            strength: std::array::from_fn(|led| strength(&law, led)),
            must_follow: if law.must_follow() { !0 } else { 0 },
            is_ordered: points.chunks_exact(8).all(<[i32]>::is_sorted),
            points,
            renumbering,
            law,
        }
    }

    /// The cards of a hand that may be played to a trick with this winning card.
    #[inline]
    pub fn legal(&self, hand: Mask, led: usize, best: usize, opposite: bool) -> Mask {
        let look = look(hand, suit(led & 3), self.law.trumps, self.law.over(best));
        let allowed = self.allowed[usize::from(opposite)][led & 3][best & 31][look & (LOOKS - 1)];
        let cards = if hand & allowed == 0 { hand } else { hand & allowed };
        if self.has_extras { self.withheld(hand, cards) } else { cards }
    }

    /// The cards of a hand that may be led.
    #[inline]
    pub fn leads(&self, hand: Mask) -> Mask {
        if self.has_extras { self.may_lead(hand) } else { hand }
    }

    #[cold]
    #[inline(never)]
    fn may_lead(&self, hand: Mask) -> Mask {
        self.withheld(hand, play::leads(hand, self.law.extras.not_led))
    }

    /// Few laws withhold cards: out of line, so that the others do not pay for it.
    #[cold]
    #[inline(never)]
    fn withheld(&self, hand: Mask, cards: Mask) -> Mask {
        withhold(hand, cards, &self.law.extras.withheld)
    }

    /// What the bonuses of a trick add to its value: half of them for the side that wins it, and half
    /// against the other, so that values of both sides add up to the points of the cards.
    pub fn bonus(&self, trick: Mask, maximisers_win: bool) -> i32 {
        let half = self.law.bonus(trick) as i32 / 2;
        if maximisers_win { half } else { -half }
    }

    /// A superset of what a hand may play to this suit: the suit itself if it must follow.
    #[inline]
    pub fn playable(&self, hand: Mask, led: usize) -> Mask {
        let follows = hand & suit(led & 3) & self.must_follow;
        if follows == 0 { hand } else { follows }
    }

    /// The cards of a hand that are equivalent to no other: those of a withheld pair, and those
    /// that a bonus or a lead tells apart.
    #[cold]
    #[inline(never)]
    pub fn unequal(&self, hand: Mask) -> Mask {
        let mut unequal = self.apart & hand;
        for pair in &self.law.extras.withheld {
            if pair.held & !hand == 0 {
                unequal |= pair.held;
            }
        }
        unequal
    }
}

fn has_extras(law: &Law) -> bool {
    let extras = &law.extras;
    !extras.withheld.is_empty() || extras.not_led != 0 || !extras.bonuses.is_empty()
}

/// The cards of bonuses, and the suits of which some cards may be led and some not.
fn apart(law: &Law) -> Mask {
    let of_bonuses = law.extras.bonuses.iter().fold(0, |found, bonus| found | bonus.cards);
    let parted = |of: &usize| ![0, suit(*of)].contains(&(law.extras.not_led & suit(*of)));
    (0..4).filter(parted).fold(of_bonuses, |found, of| found | suit(of))
}

fn allowed(law: &Law, opposite: bool) -> [[[Mask; LOOKS]; 32]; 4] {
    std::array::from_fn(|led| std::array::from_fn(|best| law.left_by_look(led, best, opposite)))
}

/// Four times the rank of each card among those that can win; 0 for the rest.
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
