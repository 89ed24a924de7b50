//! Which card is tried first? Hopes, in numbers; a wrong one costs time and nothing else.
//!
//! Every score is a sum of features times weights. What hangs on the card and its prospect alone is
//! summed beforehand in tables. `tools/tune_solver.py` finds the weights.

#![forbid(unsafe_code)]

use super::weights;
use crate::play::{Law, Mask, suit};

/// What a card may hope for when it leads: nobody beats it, partner covers, partner may, nobody.
pub const LEAD_PROSPECTS: usize = 4;
/// The same of a later card: the trick is ours, may be ours, is theirs.
pub const PROSPECTS: usize = 3;
/// How a later card relates to the trick: under, over, thrown away, ruffing over, ruffing under.
const MANNERS: usize = 5;
/// The seats after the leader.
const REPLIES: usize = 3;

const LEAD: usize = 36;
const REPLY: usize = 32;
pub const WEIGHTS: usize = LEAD + REPLIES * REPLY;

/// One weight a feature; the order is that of [`Scores::new`].
#[derive(Clone, PartialEq, Debug)]
pub struct Weights(pub [i16; WEIGHTS]);

impl Weights {
    /// Those found for contracts of this kind.
    pub fn of(law: &Law) -> &'static Self {
        match law.trumps {
            0 => &weights::ONE_ORDER,
            _ => &weights::ONE_TRUMP,
        }
    }
}

struct LeadScores {
    cards: [[i32; 32]; LEAD_PROSPECTS],
    stage: [i32; 2],
    own: [i32; 2],
    mates: [i32; 2],
    foes: [i32; 2],
    alone: i32,
    mate_ruffs: i32,
    idle_foes: i32,
    plain: Mask,
}

struct ReplyScores {
    /// By prospect, and whether the card takes the trick, and whether it is of another suit.
    cards: [[[i32; 32]; 4]; PROSPECTS],
    stage: [i32; 4],
    alone: i32,
    master: i32,
}

/// The weights as tables over the cards of one contract.
pub struct Scores {
    lead: LeadScores,
    replies: [ReplyScores; REPLIES],
    /// What the table's card gains.
    pub known: i32,
}

impl Scores {
    pub fn new(weights: &Weights, law: &Law, points: &[i32; 32]) -> Self {
        let (lead, replies) = weights.0.split_at(LEAD);
        let reply = |number: usize| &replies[number * REPLY..(number + 1) * REPLY];
        Self {
            lead: LeadScores::new(lead, law, points),
            replies: std::array::from_fn(|number| ReplyScores::new(reply(number), law, points)),
            known: lead[LEAD - 1].into(),
        }
    }

    /// A score of a lead with so many tricks to come.
    #[inline]
    pub fn leading(&self, tricks: u32) -> Leading<'_> {
        Leading { lead: &self.lead, stage: self.lead.stage.map(|stage| stage * tricks as i32) }
    }

    /// A score of a later card; `turn` counts from the leader, whose turn is 0.
    #[inline]
    pub fn reply(&self, turn: usize) -> Replying<'_> {
        Replying(&self.replies[(turn - 1) % REPLIES])
    }
}

/// The scores of a lead.
pub struct Leading<'a> {
    lead: &'a LeadScores,
    stage: [i32; 2],
}

impl Leading<'_> {
    /// Of a card: how many of its suit the hand, partner and opponents hold counts too.
    #[inline]
    pub fn card(&self, card: usize, prospect: usize, lengths: [i32; 3]) -> i32 {
        let (lead, plain) = (self.lead, usize::from(self.lead.plain >> card & 1 == 1));
        let [own, mates, foes] = lengths;
        let alone = if plain == 1 && own == 1 { lead.alone } else { 0 };
        lead.cards[prospect & 3][card & 31]
            + self.stage[plain]
            + lead.own[plain] * own
            + lead.mates[plain] * mates
            + lead.foes[plain] * foes
            + alone
    }

    /// Of a plain suit: whether partner ruffs it, and how many opponents neither follow nor ruff.
    #[inline]
    pub fn plain(&self, ruffs: usize, idle: usize) -> i32 {
        self.lead.mate_ruffs * ruffs as i32 + self.lead.idle_foes * idle as i32
    }
}

/// The scores of one seat in the trick.
pub struct Replying<'a>(&'a ReplyScores);

impl Replying<'_> {
    #[inline]
    pub fn score(&self, card: usize, prospect: usize, takes: bool, off: bool, tricks: u32) -> i32 {
        let manner = usize::from(takes) | usize::from(off) << 1;
        self.0.cards[prospect % PROSPECTS][manner & 3][card & 31]
            + self.0.stage[manner & 3] * tricks as i32
    }

    /// What it adds that a card thrown away is the last of its suit, or the highest anywhere.
    #[inline]
    pub fn thrown(&self, alone: bool, master: bool) -> i32 {
        (if alone { self.0.alone } else { 0 }) + if master { self.0.master } else { 0 }
    }
}

/// Weights, read one after the other.
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
        let of = |hope: usize, card: usize| {
            let plain = usize::from(is_plain(law, card));
            base[hope][plain]
                + point[hope][plain] * points[card]
                + rank[hope][plain] * (card & 7) as i32
        };
        Self {
            cards: std::array::from_fn(|hope| std::array::from_fn(|card| of(hope, card))),
            stage: next.some(),
            own: next.some(),
            mates: next.some(),
            foes: next.some(),
            alone: next.one(),
            mate_ruffs: next.one(),
            idle_foes: next.one(),
            plain: !law.trumps,
        }
    }
}

impl ReplyScores {
    fn new(weights: &[i16], law: &Law, points: &[i32; 32]) -> Self {
        let mut next = Reader(weights.iter());
        let base: [[i32; MANNERS]; PROSPECTS] = std::array::from_fn(|_| next.some());
        let point: [[i32; 2]; PROSPECTS] = std::array::from_fn(|_| next.some());
        let rank: [[i32; 2]; PROSPECTS] = std::array::from_fn(|_| next.some());
        let of = |hope: usize, manner: usize, card: usize| {
            let (takes, off) = (manner & 1 == 1, manner & 2 == 2);
            let kind = match (takes, off) {
                (false, false) => 0,
                (true, false) => 1,
                (true, true) => 3,
                (false, true) => 2 + 2 * usize::from(!is_plain(law, card)),
            };
            base[hope][kind]
                + point[hope][usize::from(off)] * points[card]
                + rank[hope][usize::from(off)] * (card & 7) as i32
        };
        let cards = |hope, manner| std::array::from_fn(|card| of(hope, manner, card));
        Self {
            cards: std::array::from_fn(|hope| std::array::from_fn(|manner| cards(hope, manner))),
            stage: [0, next.one(), 0, next.one()],
            alone: next.one(),
            master: next.one(),
        }
    }
}

fn is_plain(law: &Law, card: usize) -> bool {
    law.trumps & suit(card >> 3) == 0
}

/// The strongest card that could beat, of a set that all beat one winning card.
#[inline]
pub fn strongest(set: Mask, trumps: Mask) -> usize {
    let best = if set & trumps == 0 { set } else { set & trumps };
    (best | 1).ilog2() as usize
}
