//! Do the points still to come reach a target? Depth-first search from trick to trick.
//!
//! Every value is that of the maximisers. An answer may be a bound: at least `target` means the
//! value is at least the answer, less means at most.

#![forbid(unsafe_code)]

use super::contract::Contract;
use super::ending::Ending;
use super::order::{Lead, strongest};
use super::same::{Feet, highest, lowest, neighbours, one_of_equals};
use super::table::{Known, Table};
use crate::play::{Mask, suit};

/// What kind of table it is, known while the code is made.
pub trait Kind {
    const SEATS: usize;
    /// Whether every second seat is on one side; otherwise any division will do.
    const ALTERNATE: bool;
    /// Whether to leave out what cannot matter. Only tests do without.
    const PRUNED: bool = true;
}

pub struct Partners;
pub struct Four;
pub struct Three;

impl Kind for Partners {
    const SEATS: usize = 4;
    const ALTERNATE: bool = true;
}

impl Kind for Four {
    const SEATS: usize = 4;
    const ALTERNATE: bool = false;
}

impl Kind for Three {
    const SEATS: usize = 3;
    const ALTERNATE: bool = false;
}

/// Beyond every value.
const FAR: i32 = 1 << 20;
const MOST_CARDS: usize = 10;

/// What is at stake between two tricks. Small, so that it travels in a register.
#[derive(Clone, Copy)]
pub struct Stake {
    /// The points still to come, last trick and cards on the table included.
    pub left: i16,
    pub tricks: u8,
    /// Who has taken every trick so far: bit 0 the maximisers, bit 1 the others.
    pub sweeping: u8,
}

/// The cards on the table; as small.
#[derive(Clone, Copy, Default)]
pub struct OnTable {
    pub points: i32,
    pub led: u8,
    pub best: u8,
    /// The turn, counted from the leader, at which the best card was played.
    pub winner: u8,
}

impl OnTable {
    #[inline]
    fn best(self) -> usize {
        self.best.into()
    }

    #[inline]
    fn led(self) -> usize {
        self.led.into()
    }
}

pub struct Search<'a> {
    pub contract: &'a Contract,
    pub table: &'a mut Table,
    pub hands: [Mask; 4],
    pub feet: Feet,
    /// One bit a seat.
    pub maximisers: u32,
    /// What taking every trick adds.
    pub sweep: i32,
    pub nodes: u64,
}

/// The cards to try, and what was found of those tried.
struct Choice {
    /// Score above, card in the lowest five bits.
    ranked: [i32; MOST_CARDS],
    count: usize,
    found: [i32; MOST_CARDS],
    tried: Mask,
}

impl Choice {
    #[inline]
    fn new() -> Self {
        Self { ranked: [0; MOST_CARDS], count: 0, found: [0; MOST_CARDS], tried: 0 }
    }

    #[inline]
    fn add(&mut self, card: usize, score: i32) {
        if let Some(place) = self.ranked.get_mut(self.count) {
            *place = score << 5 | card as i32;
            self.count += 1;
        }
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

    #[inline]
    fn keep(&mut self, place: usize, card: usize, value: i32) {
        self.found[place] = value;
        self.tried |= 1 << card;
    }
}

/// What the later seats of a trick can play to a suit, by side.
#[derive(Clone, Copy, Default)]
struct Later {
    foes: Mask,
    friends: Mask,
}

impl Later {
    /// What of it beats a card, given all that would.
    #[inline]
    fn over(self, over: Mask) -> Self {
        Self { foes: self.foes & over, friends: self.friends & over }
    }
}

/// The seat whose turn it is, so many turns after the leader.
#[inline]
fn seat<K: Kind>(leader: usize, turn: usize) -> usize {
    let seat = leader + turn;
    if K::SEATS == 4 {
        seat & 3
    } else if seat < K::SEATS {
        seat
    } else {
        seat - K::SEATS
    }
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
    cards: Mask,
    target: i32,
    mut value: impl FnMut(usize) -> i32,
) -> i32 {
    let mut best = if MAX { -FAR } else { FAR };
    for card in cards_of(cards) {
        let found = value(card);
        if better::<MAX>(found, best) {
            best = found;
        }
        if enough::<MAX>(found, target) {
            break;
        }
    }
    best
}

impl Search<'_> {
    #[inline]
    fn hand(&self, seat: usize) -> Mask {
        self.hands[seat & 3]
    }

    #[inline]
    pub fn maximises(&self, seat: usize) -> bool {
        self.maximisers >> seat & 1 == 1
    }

    /// Whether two turns of a trick belong to one side.
    #[inline]
    fn friends<K: Kind>(&self, leader: usize, one: usize, other: usize) -> bool {
        if K::ALTERNATE {
            (one ^ other) & 1 == 0
        } else {
            self.maximises(seat::<K>(leader, one)) == self.maximises(seat::<K>(leader, other))
        }
    }

    pub fn lowest(&self, at: Stake) -> i32 {
        if at.sweeping & 2 == 0 { 0 } else { -self.sweep }
    }

    pub fn highest(&self, at: Stake) -> i32 {
        i32::from(at.left) + if at.sweeping & 1 == 0 { 0 } else { self.sweep }
    }

    #[inline]
    fn key(&self, leader: usize, at: Stake) -> u64 {
        let left = self.hands[0] | self.hands[1] | self.hands[2] | self.hands[3];
        let level = u64::from(self.feet.level(left));
        level << 4 | (leader as u64) << 2 | u64::from(at.sweeping)
    }

    /// The value between two tricks.
    pub fn between<K: Kind>(&mut self, leader: usize, at: Stake, target: i32) -> i32 {
        if at.tricks <= 1 {
            return self.last::<K>(leader, at);
        }
        let (low, high) = (self.lowest(at), self.highest(at));
        if target <= low {
            return low;
        }
        if target > high {
            return high;
        }
        if at.tricks == 2 {
            return self.ending::<K>(leader, at, target);
        }
        if !K::PRUNED {
            return self.leads::<K>(leader, at, target, 32).0;
        }
        self.remembered::<K>(leader, at, target)
    }

    #[inline(never)]
    fn remembered<K: Kind>(&mut self, leader: usize, at: Stake, target: i32) -> i32 {
        let (mut low, mut high) = (self.lowest(at), self.highest(at));
        let mut card = 32;
        let key = self.key(leader, at);
        if let Some(known) = self.table.find(key) {
            (low, high) = (known.low as i32 - self.sweep, known.high as i32 - self.sweep);
            card = known.card;
            if low >= target {
                return low;
            }
            if high < target {
                return high;
            }
        }
        let (value, best) = self.leads::<K>(leader, at, target, card);
        if value >= target {
            low = low.max(value);
        } else {
            high = high.min(value);
        }
        if (value >= target) == self.maximises(leader) {
            card = best;
        }
        let (low, high) = ((low + self.sweep) as u32, (high + self.sweep) as u32);
        self.table.keep(key, Known { low, high, card: card & 31 });
        value
    }

    #[inline]
    fn leads<K: Kind>(
        &mut self,
        leader: usize,
        at: Stake,
        target: i32,
        card: usize,
    ) -> (i32, usize) {
        if self.maximises(leader) {
            self.lead::<K, true>(leader, at, target, card)
        } else {
            self.lead::<K, false>(leader, at, target, card)
        }
    }

    /// The last trick plays itself.
    #[inline]
    fn last<K: Kind>(&mut self, leader: usize, at: Stake) -> i32 {
        let mut best = self.hand(leader).trailing_zeros() as usize;
        let mut winner = leader;
        for turn in 1..K::SEATS {
            let seat = seat::<K>(leader, turn);
            if self.hand(seat) & self.contract.law.over(best) != 0 {
                best = self.hand(seat).trailing_zeros() as usize;
                winner = seat;
            }
        }
        if self.maximises(winner) { self.highest(at) } else { self.lowest(at) }
    }

    fn lead<K: Kind, const MAX: bool>(
        &mut self,
        leader: usize,
        at: Stake,
        target: i32,
        known: usize,
    ) -> (i32, usize) {
        self.nodes += 1;
        let hand = self.hand(leader);
        let others = self.others(leader);
        let mut choice = self.rank_leads::<K>(leader, at, others, known);
        let mut value = if MAX { -FAR } else { FAR };
        let mut best = 0;
        for place in 0..choice.count {
            let card = choice.take(place);
            let found = self.bounded::<K, MAX>(&choice, place, card, hand, others, target);
            let found =
                found.unwrap_or_else(|| self.after_lead::<K, MAX>(leader, card, at, target));
            choice.keep(place, card, found);
            if better::<MAX>(found, value) {
                (value, best) = (found, card);
            }
            if enough::<MAX>(found, target) {
                break;
            }
        }
        (value, best)
    }

    /// The cards of all hands but one.
    #[inline]
    pub fn others(&self, seat: usize) -> Mask {
        (self.hands[0] | self.hands[1] | self.hands[2] | self.hands[3]) & !self.hand(seat)
    }

    /// What a neighbour's answer says of a card, if that is no reason to try it.
    #[inline]
    fn bounded<K: Kind, const MAX: bool>(
        &self,
        choice: &Choice,
        place: usize,
        card: usize,
        hand: Mask,
        between: Mask,
        target: i32,
    ) -> Option<i32> {
        if !K::PRUNED || choice.tried & suit(card >> 3 & 3) == 0 {
            return None;
        }
        let points = &self.contract.points;
        for (&ranked, &value) in choice.ranked.iter().zip(&choice.found).take(place) {
            let other = (ranked & 31) as usize;
            if neighbours(card, other, between) && !self.is_bound(hand, card, other) {
                let apart = (points[card & 31] - points[other]).abs();
                let bound = if MAX { value + apart } else { value - apart };
                if !enough::<MAX>(bound, target) {
                    return Some(bound);
                }
            }
        }
        None
    }

    #[inline]
    fn is_bound(&self, hand: Mask, card: usize, other: usize) -> bool {
        self.contract.has_pairs && self.contract.bound(hand) & (1 << card | 1 << other) != 0
    }

    #[inline]
    fn after_lead<K: Kind, const MAX: bool>(
        &mut self,
        leader: usize,
        card: usize,
        at: Stake,
        target: i32,
    ) -> i32 {
        let points = self.contract.points[card & 31];
        let trick = OnTable { points, led: (card >> 3) as u8, best: card as u8, winner: 0 };
        self.hands[leader & 3] ^= 1 << card;
        let found = self.turn_to::<K, 1, MAX>(leader, trick, at, target);
        self.hands[leader & 3] ^= 1 << card;
        found
    }

    /// Hand the turn to the next seat; `MAX` is the side that has just played.
    #[inline]
    fn turn_to<K: Kind, const TURN: usize, const MAX: bool>(
        &mut self,
        leader: usize,
        trick: OnTable,
        at: Stake,
        target: i32,
    ) -> i32 {
        let max = if K::ALTERNATE { !MAX } else { self.maximises(seat::<K>(leader, TURN)) };
        if max {
            self.reply::<K, TURN, true>(leader, trick, at, target)
        } else {
            self.reply::<K, TURN, false>(leader, trick, at, target)
        }
    }

    /// The value with so many cards on the table.
    pub fn amid<K: Kind>(
        &mut self,
        turn: usize,
        leader: usize,
        trick: OnTable,
        at: Stake,
        target: i32,
    ) -> i32 {
        let max = self.maximises(seat::<K>(leader, turn));
        match (turn, max) {
            (0, _) => self.between::<K>(leader, at, target),
            (1, true) => self.reply::<K, 1, true>(leader, trick, at, target),
            (1, false) => self.reply::<K, 1, false>(leader, trick, at, target),
            (2, true) => self.reply::<K, 2, true>(leader, trick, at, target),
            (2, false) => self.reply::<K, 2, false>(leader, trick, at, target),
            (_, true) => self.reply::<K, 3, true>(leader, trick, at, target),
            (_, false) => self.reply::<K, 3, false>(leader, trick, at, target),
        }
    }

    /// What a seat may play at its turn.
    #[inline]
    pub fn legal(&self, seat: usize, turn: usize, trick: OnTable) -> Mask {
        let hand = self.hand(seat);
        if turn == 0 {
            return self.contract.leads(hand);
        }
        let opposite = usize::from(trick.winner) + 2 == turn;
        self.contract.legal(hand, trick.led(), trick.best(), opposite)
    }

    fn reply<K: Kind, const TURN: usize, const MAX: bool>(
        &mut self,
        leader: usize,
        trick: OnTable,
        at: Stake,
        target: i32,
    ) -> i32 {
        let legal = self.legal(seat::<K>(leader, TURN), TURN, trick);
        if legal.is_power_of_two() {
            let card = legal.trailing_zeros() as usize;
            return self.play::<K, TURN, MAX>(leader, card, trick, at, target);
        }
        self.choose::<K, TURN, MAX>(leader, trick, at, target, legal)
    }

    #[inline(never)]
    fn choose<K: Kind, const TURN: usize, const MAX: bool>(
        &mut self,
        leader: usize,
        trick: OnTable,
        at: Stake,
        target: i32,
        legal: Mask,
    ) -> i32 {
        self.nodes += 1;
        let me = seat::<K>(leader, TURN);
        let hand = self.hand(me);
        let between = self.others(me) | 1 << trick.best();
        let mut choice = self.rank_replies::<K, TURN>(leader, trick, at, legal, between);
        let mut value = if MAX { -FAR } else { FAR };
        for place in 0..choice.count {
            let card = choice.take(place);
            let found = self.bounded::<K, MAX>(&choice, place, card, hand, between, target);
            let found =
                found.unwrap_or_else(|| self.play::<K, TURN, MAX>(leader, card, trick, at, target));
            choice.keep(place, card, found);
            if better::<MAX>(found, value) {
                value = found;
            }
            if enough::<MAX>(found, target) {
                break;
            }
        }
        value
    }

    #[inline]
    fn ending<K: Kind>(&mut self, leader: usize, at: Stake, target: i32) -> i32 {
        self.nodes += 1;
        let seats: [usize; 4] = std::array::from_fn(|turn| seat::<K>(leader, turn % K::SEATS));
        let bit = |turn: usize| u32::from(self.maximises(seats[turn])) << turn;
        let maximisers = bit(0) | bit(1) | bit(2) | bit(3);
        let (contract, sweep) = (self.contract, self.sweep);
        Ending { contract, maximisers, at, sweep, target }
            .value::<K>(seats.map(|seat| self.hand(seat)))
    }

    #[inline]
    fn play<K: Kind, const TURN: usize, const MAX: bool>(
        &mut self,
        leader: usize,
        card: usize,
        mut trick: OnTable,
        at: Stake,
        target: i32,
    ) -> i32 {
        let me = seat::<K>(leader, TURN);
        self.add(&mut trick, TURN, card);
        self.hands[me & 3] ^= 1 << card;
        let found = if TURN + 1 == K::SEATS {
            self.gather::<K>(leader, trick, at, target)
        } else if TURN == 1 {
            self.turn_to::<K, 2, MAX>(leader, trick, at, target)
        } else {
            self.turn_to::<K, 3, MAX>(leader, trick, at, target)
        };
        self.hands[me & 3] ^= 1 << card;
        found
    }

    /// Lay one more card on the table.
    #[inline]
    pub fn add(&self, trick: &mut OnTable, turn: usize, card: usize) {
        if turn == 0 {
            trick.led = (card >> 3) as u8;
        }
        if turn == 0 || self.contract.law.over(trick.best()) >> card & 1 == 1 {
            trick.best = card as u8;
            trick.winner = turn as u8;
        }
        trick.points += self.contract.points[card & 31];
    }

    #[inline]
    fn gather<K: Kind>(&mut self, leader: usize, trick: OnTable, at: Stake, target: i32) -> i32 {
        let winner = seat::<K>(leader, trick.winner.into());
        let (at, gained) = self.gathered(winner, trick, at);
        let rest = if at.tricks <= 1 {
            self.last::<K>(winner, at)
        } else {
            self.between::<K>(winner, at, target - gained)
        };
        gained + rest
    }

    /// What is at stake after a trick, and what the maximisers get of it.
    #[inline]
    pub fn gathered(&self, winner: usize, trick: OnTable, at: Stake) -> (Stake, i32) {
        let max = self.maximises(winner);
        let after = Stake {
            tricks: at.tricks - 1,
            left: at.left - trick.points as i16,
            sweeping: at.sweeping & if max { 1 } else { 2 },
        };
        (after, if max { trick.points } else { 0 })
    }

    /// What the later turns of the trick can play to a suit.
    #[inline]
    fn later<K: Kind>(&self, leader: usize, turn: usize, led: usize) -> Later {
        let mut found = Later::default();
        for later in turn + 1..K::SEATS {
            let playable = self.contract.playable(self.hand(seat::<K>(leader, later)), led);
            if self.friends::<K>(leader, turn, later) {
                found.friends |= playable;
            } else {
                found.foes |= playable;
            }
        }
        found
    }

    /// Whether friends can beat whatever foes can beat a card with.
    #[inline]
    fn covered(&self, beat: Later) -> bool {
        let law = &self.contract.law;
        beat.friends & law.over(strongest(beat.foes, law.trumps)) != 0
    }

    /// Those of `held` that none of `foes` beats.
    #[inline]
    fn unbeaten(&self, held: Mask, foes: Mask) -> Mask {
        let mut sure = 0;
        for card in cards_of(held) {
            sure |= Mask::from(foes & self.contract.law.over(card) == 0) << card;
        }
        sure
    }

    fn rank_leads<K: Kind>(&self, leader: usize, at: Stake, others: Mask, known: usize) -> Choice {
        let hand = self.hand(leader);
        let legal = self.legal(leader, 0, OnTable::default());
        let mut choice = Choice::new();
        for led in 0..4 {
            let held = legal & suit(led);
            if held == 0 {
                continue;
            }
            let later = self.later::<K>(leader, 0, led);
            let kept = self.kept::<K>(hand, held, |free| {
                let sure = self.unbeaten(free, later.foes);
                highest(sure, others) | one_of_equals(free & !sure, others, self.contract.worthless)
            });
            let about = self.about_lead::<K>(leader, led);
            for card in cards_of(kept) {
                let prospect = self.lead_prospect(later.over(self.contract.law.over(card)));
                let score = self.contract.scores.lead(card, prospect, at.tricks.into(), &about);
                let bonus = if card == known { self.contract.scores.known } else { 0 };
                choice.add(card, score + bonus);
            }
        }
        choice
    }

    #[inline]
    fn lead_prospect(&self, beat: Later) -> usize {
        match (beat.foes, beat.friends) {
            (0, _) => 0,
            (_, 0) => 3,
            _ => 2 - usize::from(self.covered(beat)),
        }
    }

    /// Leave out of `legal` what `keep` leaves out, but no card that is held back.
    #[inline]
    fn kept<K: Kind>(&self, hand: Mask, legal: Mask, keep: impl Fn(Mask) -> Mask) -> Mask {
        if !K::PRUNED {
            return legal;
        }
        if !self.contract.has_pairs {
            return keep(legal);
        }
        let bound = self.contract.bound(hand);
        keep(legal & !bound) | legal & bound
    }

    #[inline]
    fn about_lead<K: Kind>(&self, leader: usize, led: usize) -> Lead {
        let (of, trumps) = (suit(led & 3), self.contract.law.trumps);
        let mut about = Lead {
            plain: of != trumps,
            own: length(self.hand(leader), led),
            mates: 0,
            foes: 0,
            mate_ruffs: false,
            idle_foes: 0,
        };
        for turn in 1..K::SEATS {
            let hand = self.hand(seat::<K>(leader, turn));
            if self.friends::<K>(leader, 0, turn) {
                about.mates += length(hand, led);
                about.mate_ruffs |= hand & of == 0 && hand & trumps != 0;
            } else {
                about.foes += length(hand, led);
                about.idle_foes += u32::from(hand & (of | trumps) == 0);
            }
        }
        about
    }

    fn rank_replies<K: Kind, const TURN: usize>(
        &self,
        leader: usize,
        trick: OnTable,
        at: Stake,
        legal: Mask,
        between: Mask,
    ) -> Choice {
        let hand = self.hand(seat::<K>(leader, TURN));
        let law = &self.contract.law;
        let over = law.over(trick.best());
        let later = self.later::<K>(leader, TURN, trick.led());
        let ours = self.friends::<K>(leader, TURN, trick.winner.into());
        let beat = later.over(over);
        let scores = self.contract.scores.reply(TURN);
        let mut choice = Choice::new();
        for card in cards_of(self.kept_takes::<K>(hand, legal & over, between, later.foes)) {
            let hope = self.hope(true, later.over(law.over(card)));
            choice.add(
                card,
                scores.score(card, hope, true, card >> 3 != trick.led(), at.tricks.into()),
            );
        }
        let hope = self.hope(ours, beat);
        for card in cards_of(self.kept_rest::<K>(hand, legal & !over, between, ours, beat)) {
            let off = card >> 3 != trick.led();
            let mut score = scores.score(card, hope, false, off, at.tricks.into());
            if off {
                let of = suit(card >> 3 & 3);
                let master = between & of & law.over(card) == 0;
                score += scores.thrown(hand & of == 1 << card, master);
            }
            choice.add(card, score);
        }
        choice
    }

    /// Of the cards that take the trick those to try.
    #[inline]
    fn kept_takes<K: Kind>(&self, hand: Mask, takes: Mask, between: Mask, foes: Mask) -> Mask {
        if takes & takes.wrapping_sub(1) == 0 {
            return takes;
        }
        self.kept::<K>(hand, takes, |free| {
            let sure = self.unbeaten(free, foes);
            highest(sure, between) | one_of_equals(free & !sure, between, self.contract.worthless)
        })
    }

    /// Of the cards that do not take it those to try.
    #[inline]
    fn kept_rest<K: Kind>(
        &self,
        hand: Mask,
        rest: Mask,
        between: Mask,
        ours: bool,
        beat: Later,
    ) -> Mask {
        if rest & rest.wrapping_sub(1) == 0 {
            return rest;
        }
        self.kept::<K>(hand, rest, |free| match (ours, beat.foes, beat.friends) {
            (true, 0, _) => highest(free, between),
            (false, _, 0) => lowest(free, between),
            _ => one_of_equals(free, between, self.contract.worthless),
        })
    }

    /// Whose the trick will be: 0 ours, 1 perhaps, 2 theirs.
    #[inline]
    fn hope(&self, ours: bool, beat: Later) -> usize {
        match (ours, beat.foes, beat.friends) {
            (false, _, 0) => 2,
            (_, 0, _) => 0,
            _ => 2 - usize::from(self.covered(beat)),
        }
    }
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
fn length(hand: Mask, suit: usize) -> u32 {
    LENGTHS[(hand >> (8 * suit) & 255) as usize].into()
}

/// The cards of a mask, the lowest first.
#[inline]
fn cards_of(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let card = mask.trailing_zeros() as usize & 31;
        mask &= mask - 1;
        Some(card)
    })
}
