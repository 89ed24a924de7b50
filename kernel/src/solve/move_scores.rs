//! Move-ordering scores: how promising each card is, as a weighted sum of features.
//!
//! The better the first card tried, the earlier alpha-beta cuts off; a bad order costs time and
//! never changes a value. The terms that depend on the card and its prospect alone are summed once
//! per contract into tables, so a score takes two or three lookups.

#![forbid(unsafe_code)]

use super::weights::{LEAD, REPLIES, REPLY, WEIGHTS, Weights};
use crate::play::{Law, Mask, suit};

/// The prospects of a lead: nobody beats it, partner covers, partner may, nobody does.
pub const LEAD_PROSPECTS: usize = 4;
/// The prospects of a reply: the trick is ours, may be ours, is theirs.
pub const PROSPECTS: usize = 3;
/// How a reply relates to the trick: under, over, discard, overruff, underruff.
const RELATIONS: usize = 5;

struct LeadScores {
    cards: [[i32; 32]; LEAD_PROSPECTS],
    stage: [i32; 2],
    own: [i32; 2],
    their_trumps: i32,
    plain: Mask,
}

struct ReplyScores {
    /// By led suit, prospect, and whether the card takes the trick.
    cards: [[[[i32; 32]; 2]; PROSPECTS]; 4],
    stage: i32,
}

/// The weighted features of one contract, as tables indexed by card.
pub struct MoveScores {
    lead: LeadScores,
    replies: [ReplyScores; REPLIES],
    /// Added for a discard by the last seat of the trick of the highest card left in its suit.
    pub master: i32,
}

impl MoveScores {
    pub fn new(weights: &Weights, law: &Law, points: &[i32; 32]) -> Self {
        let (lead, replies) = weights.0.split_at(LEAD);
        let reply = |number: usize| &replies[number * REPLY..(number + 1) * REPLY];
        Self {
            lead: LeadScores::new(lead, law, points),
            replies: std::array::from_fn(|number| ReplyScores::new(reply(number), law, points)),
            master: weights.0[WEIGHTS - 1].into(),
        }
    }

    /// Scores of leads, given the number of tricks to come and of trumps the opponents hold.
    #[inline]
    pub fn leading(&self, tricks: u8, their_trumps: i32) -> Leading<'_> {
        let lead = &self.lead;
        let [trump, plain] = lead.stage.map(|stage| stage * i32::from(tricks));
        Leading { lead, stage: [trump + lead.their_trumps * their_trumps, plain] }
    }

    /// Scores of replies; `turn` counts from the leader, whose turn is 0.
    #[inline]
    pub fn reply(&self, turn: usize) -> Replying<'_> {
        Replying(&self.replies[(turn - 1) % REPLIES])
    }
}

/// Scores of the cards that can be led.
pub struct Leading<'a> {
    lead: &'a LeadScores,
    stage: [i32; 2],
}

impl Leading<'_> {
    /// The score of a card; `own` is how many cards of its suit the hand holds.
    #[inline]
    pub fn score(&self, card: usize, prospect: usize, own: i32) -> i32 {
        let plain = (self.lead.plain >> card & 1) as usize;
        self.lead.cards[prospect & 3][card & 31] + self.stage[plain] + self.lead.own[plain] * own
    }
}

/// Scores of the cards of one seat after the leader.
pub struct Replying<'a>(&'a ReplyScores);

impl<'a> Replying<'a> {
    /// By card, once this suit is led.
    #[inline]
    pub fn cards(&self, led: usize, prospect: usize, takes: bool) -> &'a [i32; 32] {
        &self.0.cards[led & 3][prospect % PROSPECTS][usize::from(takes)]
    }

    /// Added to a card that takes the trick, given the number of tricks to come.
    #[inline]
    pub fn stage(&self, tricks: u8) -> i32 {
        self.0.stage * i32::from(tricks)
    }
}

/// Sequential reader of the weights.
struct Reader<'a>(std::slice::Iter<'a, i16>);

impl Reader<'_> {
    fn one(&mut self) -> i32 {
        self.0.next().copied().unwrap_or(0).into()
    }

    fn some<const N: usize>(&mut self) -> [i32; N] {
        std::array::from_fn(|_| self.one())
    }
}

impl LeadScores {
    fn new(weights: &[i16], law: &Law, points: &[i32; 32]) -> Self {
        let mut next = Reader(weights.iter());
        let base: [[i32; 2]; LEAD_PROSPECTS] = std::array::from_fn(|_| next.some());
        let point: [[i32; 2]; LEAD_PROSPECTS] = std::array::from_fn(|_| next.some());
        let rank: [[i32; 2]; LEAD_PROSPECTS] = std::array::from_fn(|_| next.some());
        let of = |prospect: usize, card: usize| {
            let plain = usize::from(is_plain(law, card));
            base[prospect][plain]
                + point[prospect][plain] * points[card]
                + rank[prospect][plain] * (card & 7) as i32
        };
        Self {
            cards: std::array::from_fn(|prospect| std::array::from_fn(|card| of(prospect, card))),
            stage: next.some(),
            own: next.some(),
            their_trumps: next.one(),
            plain: !law.trumps,
        }
    }
}

impl ReplyScores {
    fn new(weights: &[i16], law: &Law, points: &[i32; 32]) -> Self {
        let mut next = Reader(weights.iter());
        let base: [[i32; RELATIONS]; PROSPECTS] = std::array::from_fn(|_| next.some());
        let point: [[i32; 2]; PROSPECTS] = std::array::from_fn(|_| next.some());
        let rank: [[i32; 2]; PROSPECTS] = std::array::from_fn(|_| next.some());
        let of = |led: usize, prospect: usize, takes: bool, card: usize| {
            let off = card >> 3 != led;
            let relation = match (takes, off) {
                (false, false) => 0,
                (true, false) => 1,
                (true, true) => 3,
                (false, true) => 2 + 2 * usize::from(!is_plain(law, card)),
            };
            base[prospect][relation]
                + point[prospect][usize::from(off)] * points[card]
                + rank[prospect][usize::from(off)] * (card & 7) as i32
        };
        let cards =
            |led, prospect, takes| std::array::from_fn(|card| of(led, prospect, takes, card));
        let both = |led, prospect| [cards(led, prospect, false), cards(led, prospect, true)];
        let led = |led| std::array::from_fn(|prospect| both(led, prospect));
        Self { cards: std::array::from_fn(led), stage: next.one() }
    }
}

fn is_plain(law: &Law, card: usize) -> bool {
    law.trumps & suit(card >> 3) == 0
}

/// The strongest card of a set in which every card beats the one that is winning.
#[inline]
pub fn strongest(set: Mask, trumps: Mask) -> usize {
    let best = if set & trumps == 0 { set } else { set & trumps };
    (best | 1).ilog2() as usize
}
