//! Which cards are worth trying, and how much is hoped of each? All suits at a time, in masks.

#![forbid(unsafe_code)]

use super::equivalence::{highest, lowest, one_of_equals, suits_of, up_to};
use super::hands::Hands;
use super::move_picker::{Choice, word};
use super::move_scores::strongest;
use super::prepared_law::Contract;
use super::search::{Kind, OnTable, Trick};
use crate::play::{Mask, suit};

/// What the seats of one side can do that play after the leader.
#[derive(Clone, Copy, Default)]
struct Followers {
    cards: Mask,
    trumps: Mask,
    /// The plain suits that one of them can ruff.
    ruffed: Mask,
}

impl Followers {
    #[inline]
    fn add(&mut self, hand: Mask, contract: &Contract) {
        let trumps = hand & contract.law.trumps;
        self.cards |= hand;
        self.trumps |= trumps;
        self.ruffed |= ruffed(hand, contract);
    }
}

/// The plain suits that a hand can ruff.
#[inline]
fn ruffed(hand: Mask, contract: &Contract) -> Mask {
    let trumps = contract.law.trumps;
    if hand & trumps == 0 { 0 } else { !(suits_of(hand) & contract.binding | trumps) }
}

/// What a lead can hope for, by the table of [`super::move_scores::LEAD_PROSPECTS`], one bit a card.
struct Leads {
    kept: Mask,
    /// The two bits of each card's prospect.
    prospect: [Mask; 2],
    /// How many trumps the other side holds.
    foes: i32,
}

/// The cards to lead, by rank.
#[inline(always)]
pub fn leads<K: Kind>(
    contract: &Contract,
    hands: Hands,
    others: Mask,
    trick: &Trick,
    legal: Mask,
    tried: Mask,
) -> Choice {
    let leads = Leads::new::<K>(contract, hands, others, trick, legal);
    let scores = contract.scores.leading(trick.at.tricks, leads.foes);
    let hand = hands.of(0);
    let mut choice = Choice::new();
    for card in cards_of(leads.kept & !tried) {
        let bit = |set: Mask| (set >> card & 1) as usize;
        let prospect = bit(leads.prospect[0]) | bit(leads.prospect[1]) << 1;
        choice.add(word(card, scores.score(card, prospect, length(hand, card >> 3))));
    }
    choice
}

impl Leads {
    #[inline(always)]
    fn new<K: Kind>(
        contract: &Contract,
        hands: Hands,
        others: Mask,
        trick: &Trick,
        legal: Mask,
    ) -> Self {
        let (mut mates, mut foes) = (Followers::default(), Followers::default());
        for turn in 1..K::SEATS {
            let hand = hands.of(turn);
            if trick.friends::<K>(0, turn) {
                mates.add(hand, contract);
            } else {
                foes.add(hand, contract);
            }
        }
        let mut outruffed = 0;
        for turn in 1..K::SEATS {
            let hand = hands.of(turn);
            let trumps = hand & contract.law.trumps;
            if !trick.friends::<K>(0, turn) && mates.trumps & !up_to(trumps) == 0 {
                outruffed |= ruffed(hand, contract);
            }
        }
        let sure = !(up_to(foes.cards) | foes.ruffed);
        let mate_may = up_to(mates.cards) | mates.ruffed;
        let higher = suits_of(mates.cards & !up_to(foes.cards));
        let covered = mates.ruffed & !outruffed | higher & !foes.ruffed;
        let hand = hands.of(0);
        let kept = kept::<K>(contract, hand, legal, |free| {
            highest(free & sure, others) | one_of_equals(free & !sure, others, contract.worthless)
        });
        let prospect = [!sure & (!mate_may | covered), !sure & !(mate_may & covered)];
        Self { kept, prospect, foes: length(foes.trumps, 0) }
    }
}

/// What a later seat may play that is worth trying, and what is hoped of it.
pub struct Replies {
    /// The cards that take the trick, and those that do not.
    takes: Mask,
    rest: Mask,
    /// The cards that nobody can take the trick from any more.
    sure: Mask,
    /// What is hoped of those that take it without being sure, and of those that do not.
    hopes: [usize; 2],
}

impl Replies {
    #[inline(always)]
    pub fn new<K: Kind, const TURN: usize>(
        contract: &Contract,
        hands: Hands,
        on_table: OnTable,
        trick: &Trick,
        legal: Mask,
        between: Mask,
    ) -> Self {
        let law = &contract.law;
        let over = law.over(on_table.best());
        let led = trick.led;
        let (mut foes, mut mates) = (0, 0);
        for turn in TURN + 1..K::SEATS {
            let playable = contract.playable(hands.of(turn), led);
            if trick.friends::<K>(TURN, turn) {
                mates |= playable;
            } else {
                foes |= playable;
            }
        }
        let best_foe = strongest(foes & (suit(led & 3) | law.trumps), law.trumps);
        let unsure = 2 - usize::from(mates & law.over(best_foe) != 0);
        let safe = if foes & law.trumps == 0 { !0 } else { law.trumps };
        let sure = safe & !up_to(foes);
        let ours = trick.friends::<K>(TURN, on_table.winner());
        let theirs = !ours && mates & over == 0;
        let certain = foes & over == 0;
        let hope = if theirs {
            2
        } else if certain {
            0
        } else {
            unsure
        };
        let hand = hands.of(TURN);
        let takes = kept::<K>(contract, hand, legal & over, |free| {
            highest(free & sure, between) | one_of_equals(free & !sure, between, contract.worthless)
        });
        let rest =
            kept::<K>(contract, hand, legal & !over, |free| match (theirs, ours && certain) {
                (true, _) => lowest(free, between),
                (_, true) => highest(free, between),
                _ => one_of_equals(free, between, contract.worthless),
            });
        Self { takes, rest, sure, hopes: [unsure, hope] }
    }

    /// All of them that have not been tried, by rank.
    #[inline(always)]
    pub fn choice<const TURN: usize>(
        &self,
        contract: &Contract,
        trick: &Trick,
        between: Mask,
        tried: Mask,
    ) -> Choice {
        let scores = self.scores::<TURN>(contract, trick, between);
        let mut choice = Choice::new();
        for card in cards_of((self.takes | self.rest) & !tried) {
            choice.add(scores.word(card));
        }
        choice
    }

    /// What each of them scores.
    #[inline(always)]
    fn scores<'a, const TURN: usize>(
        &'a self,
        contract: &'a Contract,
        trick: &Trick,
        between: Mask,
    ) -> ReplyScores<'a> {
        let scores = contract.scores.reply(TURN);
        let of = |hope, takes| scores.cards(trick.led, hope, takes);
        let thrown = if TURN == 3 { !suit(trick.led & 3) } else { 0 };
        ReplyScores {
            replies: self,
            cards: [of(self.hopes[1], false), of(self.hopes[0], true), of(0, true)],
            takes: scores.stage(trick.at.tricks),
            masters: thrown & !(up_to(between) | self.takes),
            master: contract.scores.master,
        }
    }
}

/// The scores of later cards: those that leave the trick, may take it, and take it for sure.
struct ReplyScores<'a> {
    replies: &'a Replies,
    cards: [&'a [i32; 32]; 3],
    /// What each card gains that takes the trick.
    takes: i32,
    /// The cards thrown away that are the highest of their suit anywhere, and what they gain.
    masters: Mask,
    master: i32,
}

impl ReplyScores<'_> {
    /// A card and its score in one word.
    #[inline(always)]
    fn word(&self, card: usize) -> i32 {
        let takes = self.replies.takes >> card & 1;
        let sure = takes & self.replies.sure >> card;
        let stage = if takes == 1 { self.takes } else { 0 };
        let master = if self.masters >> card & 1 == 1 { self.master } else { 0 };
        word(card, self.cards[(takes + sure) as usize % 3][card & 31] + stage + master)
    }
}

/// Leave out of `legal` what `keep` leaves out, but no card that is held back.
#[inline]
fn kept<K: Kind>(
    contract: &Contract,
    hand: Mask,
    legal: Mask,
    keep: impl Fn(Mask) -> Mask,
) -> Mask {
    if !K::PRUNED || legal & legal.wrapping_sub(1) == 0 {
        return legal;
    }
    if !contract.has_pairs {
        return keep(legal);
    }
    let bound = contract.bound(hand);
    keep(legal & !bound) | legal & bound
}

/// How many cards a set of one suit has: a table, for not every processor counts bits itself.
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
