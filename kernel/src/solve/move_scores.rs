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

const LEAD: usize = 29;
const REPLY: usize = 28;
pub const WEIGHTS: usize = LEAD + REPLIES * REPLY + 1;

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
    foes: i32,
    plain: Mask,
}

struct ReplyScores {
    /// By led suit, prospect, and whether the card takes the trick.
    cards: [[[[i32; 32]; 2]; PROSPECTS]; 4],
    stage: i32,
}

/// The weights as tables over the cards of one contract.
pub struct Scores {
    lead: LeadScores,
    replies: [ReplyScores; REPLIES],
    /// What the last card of a trick gains that is thrown away as the highest of its suit anywhere.
    pub master: i32,
}

impl Scores {
    pub fn new(weights: &Weights, law: &Law, points: &[i32; 32]) -> Self {
        let (lead, replies) = weights.0.split_at(LEAD);
        let reply = |number: usize| &replies[number * REPLY..(number + 1) * REPLY];
        Self {
            lead: LeadScores::new(lead, law, points),
            replies: std::array::from_fn(|number| ReplyScores::new(reply(number), law, points)),
            master: weights.0[WEIGHTS - 1].into(),
        }
    }

    /// The scores of leads with so many tricks to come, and so many trumps in the foes' hands.
    #[inline]
    pub fn leading(&self, tricks: u8, foes: i32) -> Leading<'_> {
        let lead = &self.lead;
        let [trump, plain] = lead.stage.map(|stage| stage * i32::from(tricks));
        Leading { lead, stage: [trump + lead.foes * foes, plain] }
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
    /// Of a card of which the hand holds so many of its suit.
    #[inline]
    pub fn score(&self, card: usize, prospect: usize, own: i32) -> i32 {
        let plain = (self.lead.plain >> card & 1) as usize;
        self.lead.cards[prospect & 3][card & 31] + self.stage[plain] + self.lead.own[plain] * own
    }
}

/// The scores of one seat in the trick.
pub struct Replying<'a>(&'a ReplyScores);

impl<'a> Replying<'a> {
    /// Those of each card when this suit was led.
    #[inline]
    pub fn cards(&self, led: usize, prospect: usize, takes: bool) -> &'a [i32; 32] {
        &self.0.cards[led & 3][prospect % PROSPECTS][usize::from(takes)]
    }

    /// What it adds that a card takes the trick with so many to come.
    #[inline]
    pub fn stage(&self, tricks: u8) -> i32 {
        self.0.stage * i32::from(tricks)
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
            foes: next.one(),
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
        let of = |led: usize, hope: usize, takes: bool, card: usize| {
            let off = card >> 3 != led;
            let manner = match (takes, off) {
                (false, false) => 0,
                (true, false) => 1,
                (true, true) => 3,
                (false, true) => 2 + 2 * usize::from(!is_plain(law, card)),
            };
            base[hope][manner]
                + point[hope][usize::from(off)] * points[card]
                + rank[hope][usize::from(off)] * (card & 7) as i32
        };
        let cards = |led, hope, takes| std::array::from_fn(|card| of(led, hope, takes, card));
        let both = |led, hope| [cards(led, hope, false), cards(led, hope, true)];
        let led = |led| std::array::from_fn(|hope| both(led, hope));
        Self { cards: std::array::from_fn(led), stage: next.one() }
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
