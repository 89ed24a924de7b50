//! Move generation and ordering: the legal cards without those that equivalent ones stand for, each
//! with its score. All suits are handled at once by bit masks, so the time per node is constant but
//! for one score per card.

#![forbid(unsafe_code)]

use super::equivalence::{highest, lowest, one_of_equals, suits_of, up_to};
use super::hands::Hands;
use super::move_picker::{MovePicker, scored};
use super::move_scores::strongest;
use super::prepared_law::PreparedLaw;
use super::types::{CurrentTrick, Seating, TrickContext};
use crate::play::{Mask, suit};

/// What one side can do among the seats that play after the leader.
#[derive(Clone, Copy, Default)]
struct Followers {
    cards: Mask,
    trumps: Mask,
    /// The plain suits that one of them can ruff.
    ruffed: Mask,
}

impl Followers {
    #[inline]
    fn add(&mut self, hand: Mask, prepared: &PreparedLaw) {
        let trumps = hand & prepared.law.trumps;
        self.cards |= hand;
        self.trumps |= trumps;
        self.ruffed |= ruffed(hand, prepared);
    }
}

/// The plain suits that a hand can ruff.
#[inline]
fn ruffed(hand: Mask, prepared: &PreparedLaw) -> Mask {
    let trumps = prepared.law.trumps;
    if hand & trumps == 0 { 0 } else { !(suits_of(hand) & prepared.must_follow | trumps) }
}

/// The cards to lead and the prospect of each, as numbered by [`super::move_scores::LEAD_PROSPECTS`].
struct Leads {
    representatives: Mask,
    /// The two bits of each card's prospect.
    prospect: [Mask; 2],
    /// How many trumps the opponents hold.
    their_trumps: i32,
}

/// The cards to lead, with their scores.
#[inline(always)]
pub fn leads<S: Seating>(
    prepared: &PreparedLaw,
    hands: Hands,
    others: Mask,
    trick: &TrickContext,
    legal: Mask,
    searched: Mask,
) -> MovePicker {
    let leads = Leads::new::<S>(prepared, hands, others, trick, legal);
    let scores = prepared.scores.leading(trick.remaining.tricks, leads.their_trumps);
    let hand = hands.of(0);
    let mut picker = MovePicker::new();
    for card in cards_of(leads.representatives & !searched) {
        let bit = |set: Mask| (set >> card & 1) as usize;
        let prospect = bit(leads.prospect[0]) | bit(leads.prospect[1]) << 1;
        picker.add(scored(card, scores.score(card, prospect, length(hand, card >> 3))));
    }
    picker
}

impl Leads {
    #[inline(always)]
    fn new<S: Seating>(
        prepared: &PreparedLaw,
        hands: Hands,
        others: Mask,
        trick: &TrickContext,
        legal: Mask,
    ) -> Self {
        let (mut partners, mut opponents) = (Followers::default(), Followers::default());
        for turn in 1..S::SEATS {
            let hand = hands.of(turn);
            if trick.same_side::<S>(0, turn) {
                partners.add(hand, prepared);
            } else {
                opponents.add(hand, prepared);
            }
        }
        let mut outruffed = 0;
        for turn in 1..S::SEATS {
            let hand = hands.of(turn);
            let trumps = hand & prepared.law.trumps;
            if !trick.same_side::<S>(0, turn) && partners.trumps & !up_to(trumps) == 0 {
                outruffed |= ruffed(hand, prepared);
            }
        }
        let sure = !(up_to(opponents.cards) | opponents.ruffed);
        let partners_may = up_to(partners.cards) | partners.ruffed;
        let higher = suits_of(partners.cards & !up_to(opponents.cards));
        let covered = partners.ruffed & !outruffed | higher & !opponents.ruffed;
        let hand = hands.of(0);
        let representatives = representatives::<S>(prepared, hand, legal, |free| {
            highest(free & sure, others) | one_of_equals(free & !sure, others, prepared.worthless)
        });
        let prospect = [!sure & (!partners_may | covered), !sure & !(partners_may & covered)];
        Self { representatives, prospect, their_trumps: length(opponents.trumps, 0) }
    }
}

/// The cards worth searching of a seat after the leader, and their prospects.
pub struct Replies {
    /// The cards that take the trick, and those that do not.
    takes: Mask,
    rest: Mask,
    /// The cards that win the trick for certain.
    sure: Mask,
    /// The prospects of those that take it without being sure, and of those that do not.
    prospects: [usize; 2],
}

impl Replies {
    #[inline(always)]
    pub fn new<S: Seating, const TURN: usize>(
        prepared: &PreparedLaw,
        hands: Hands,
        current: CurrentTrick,
        trick: &TrickContext,
        legal: Mask,
        between: Mask,
    ) -> Self {
        let law = &prepared.law;
        let over = law.over(current.best());
        let led = trick.led;
        let (mut opponents, mut partners) = (0, 0);
        for turn in TURN + 1..S::SEATS {
            let playable = prepared.playable(hands.of(turn), led);
            if trick.same_side::<S>(TURN, turn) {
                partners |= playable;
            } else {
                opponents |= playable;
            }
        }
        let best_opponent = strongest(opponents & (suit(led & 3) | law.trumps), law.trumps);
        let unsure = 2 - usize::from(partners & law.over(best_opponent) != 0);
        let safe = if opponents & law.trumps == 0 { !0 } else { law.trumps };
        let sure = safe & !up_to(opponents);
        let ours = trick.same_side::<S>(TURN, current.winner());
        let theirs = !ours && partners & over == 0;
        let certain = opponents & over == 0;
        let prospect = if theirs {
            2
        } else if certain {
            0
        } else {
            unsure
        };
        let hand = hands.of(TURN);
        let takes = representatives::<S>(prepared, hand, legal & over, |free| {
            highest(free & sure, between) | one_of_equals(free & !sure, between, prepared.worthless)
        });
        let rest = representatives::<S>(prepared, hand, legal & !over, |free| {
            match (theirs, ours && certain) {
                (true, _) => lowest(free, between),
                (_, true) => highest(free, between),
                _ => one_of_equals(free, between, prepared.worthless),
            }
        });
        Self { takes, rest, sure, prospects: [unsure, prospect] }
    }

    /// All of them that have not been searched, with their scores.
    #[inline(always)]
    pub fn picker<const TURN: usize>(
        &self,
        prepared: &PreparedLaw,
        trick: &TrickContext,
        between: Mask,
        searched: Mask,
    ) -> MovePicker {
        let scores = self.scores::<TURN>(prepared, trick, between);
        let mut picker = MovePicker::new();
        for card in cards_of((self.takes | self.rest) & !searched) {
            picker.add(scores.scored(card));
        }
        picker
    }

    /// The score of each of them.
    #[inline(always)]
    fn scores<'a, const TURN: usize>(
        &'a self,
        prepared: &'a PreparedLaw,
        trick: &TrickContext,
        between: Mask,
    ) -> ReplyScores<'a> {
        let scores = prepared.scores.reply(TURN);
        let of = |prospect, takes| scores.cards(trick.led, prospect, takes);
        let thrown = if TURN == 3 { !suit(trick.led & 3) } else { 0 };
        ReplyScores {
            replies: self,
            cards: [of(self.prospects[1], false), of(self.prospects[0], true), of(0, true)],
            takes: scores.stage(trick.remaining.tricks),
            masters: thrown & !(up_to(between) | self.takes),
            master: prepared.scores.master,
        }
    }
}

/// Scores of replies: those that leave the trick, may take it, and take it for certain.
struct ReplyScores<'a> {
    replies: &'a Replies,
    cards: [&'a [i32; 32]; 3],
    /// Added to each card that takes the trick.
    takes: i32,
    /// The discards that are the highest card left of their suit, and what is added to them.
    masters: Mask,
    master: i32,
}

impl ReplyScores<'_> {
    /// A card and its score in one word.
    #[inline(always)]
    fn scored(&self, card: usize) -> i32 {
        let takes = self.replies.takes >> card & 1;
        let sure = takes & self.replies.sure >> card;
        let stage = if takes == 1 { self.takes } else { 0 };
        let master = if self.masters >> card & 1 == 1 { self.master } else { 0 };
        scored(card, self.cards[(takes + sure) as usize % 3][card & 31] + stage + master)
    }
}

/// One card for each class of equivalent cards, as `keep` selects them; those that are equivalent
/// to none are all kept.
#[inline]
fn representatives<S: Seating>(
    prepared: &PreparedLaw,
    hand: Mask,
    legal: Mask,
    keep: impl Fn(Mask) -> Mask,
) -> Mask {
    if !S::PRUNED || legal & legal.wrapping_sub(1) == 0 {
        return legal;
    }
    if !prepared.has_extras {
        return keep(legal);
    }
    let unequal = prepared.unequal(hand);
    keep(legal & !unequal) | legal & unequal
}

/// Population counts of a byte: a table, since not every processor has an instruction for it.
static LENGTHS: [u8; 256] = lengths();

const fn lengths() -> [u8; 256] {
    let mut all = [0; 256];
    let mut set = 0;
    while set < 256 {
        all[set] = set.count_ones() as u8;
        set += 1;
    }
    all
}

#[inline]
fn length(hand: Mask, suit: usize) -> i32 {
    LENGTHS[(hand >> (8 * (suit & 3)) & 255) as usize].into()
}

/// The cards of a mask, the lowest first.
#[inline]
pub fn cards_of(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let card = mask.trailing_zeros() as usize & 31;
        mask &= mask - 1;
        Some(card)
    })
}
