//! Alpha-beta search with a zero window: do the points still to come reach a target?
//!
//! Depth first, one trick at a time, with the turn and the side to move as const generics so that
//! each is compiled on its own. Between two tricks the transposition table is probed; within a trick
//! the refutation comes first, then the other cards by move ordering, and a card equivalent to one
//! already searched is not searched again. Hands are passed by value in registers: nothing is undone.
//!
//! Values are those of the maximisers. Fail-soft: an answer of at least `target` is a lower bound on
//! the value, one below is an upper bound. The worst case is exponential in the cards left; a whole
//! deal takes some thousands of nodes per window.

#![forbid(unsafe_code)]

use super::endgame::Endgame;
use super::equivalence::LowCards;
use super::hands::Hands;
use super::move_ordering::{self, Replies};
use super::move_picker::{Equivalents, Searched, is_cutoff};
use super::prepared_law::PreparedLaw;
use super::refutations::Refutations;
use super::transposition::{Bounds, TranspositionTable, VALUES};
use super::types::{CurrentTrick, Remaining, Seating, TrickContext};
use crate::play::Mask;

/// The most that an entry of the transposition table can hold.
const MOST_VALUE: i32 = VALUES as i32 - 1;

/// The state of one search: the deal's law and tables, the sides, and a count of nodes.
pub struct Search<'a> {
    pub prepared: &'a PreparedLaw,
    pub transpositions: &'a mut TranspositionTable,
    pub low_cards: LowCards,
    /// One bit a seat.
    pub maximisers: u32,
    /// What taking every trick adds.
    pub sweep: i32,
    /// What is added to a value in the transposition table, which has no negative ones.
    pub offset: i32,
    pub nodes: u64,
}

/// The seat whose turn it is, so many turns after the leader.
#[inline]
fn seat<S: Seating>(leader: usize, turn: usize) -> usize {
    let seat = leader + turn;
    if S::SEATS == 4 {
        seat & 3
    } else if seat < S::SEATS {
        seat
    } else {
        seat - S::SEATS
    }
}

impl Search<'_> {
    #[inline]
    pub fn maximises(&self, seat: usize) -> bool {
        self.maximisers >> seat & 1 == 1
    }

    /// The least that the maximisers can still get.
    pub fn lowest(&self, remaining: Remaining) -> i32 {
        if remaining.sweeping & 2 == 0 { 0 } else { -self.sweep }
    }

    /// The most that the maximisers can still get.
    pub fn highest(&self, remaining: Remaining) -> i32 {
        i32::from(remaining.points) + if remaining.sweeping & 1 == 0 { 0 } else { self.sweep }
    }

    /// The most that bonuses can still add to the value, or take from it.
    fn most_bonus(&self, remaining: Remaining) -> i32 {
        self.prepared.law.most_bonus as i32 / 2 * i32::from(remaining.tricks)
    }

    /// The least and the most that the maximisers can still get.
    #[inline]
    pub fn extremes<S: Seating>(&self, remaining: Remaining) -> (i32, i32) {
        let bonus = if S::BONUSES { self.most_bonus(remaining) } else { 0 };
        (self.lowest(remaining) - bonus, self.highest(remaining) + bonus)
    }

    /// What an entry of the transposition table says of a value between these extremes.
    ///
    /// Bonuses may take values out of what an entry can hold: its least and most bounds then say
    /// nothing.
    #[inline]
    fn known<S: Seating>(&self, bounds: Bounds, (low, high): (i32, i32)) -> (i32, i32) {
        let (lower, upper) = (bounds.lower as i32 - self.offset, bounds.upper as i32 - self.offset);
        if !S::BONUSES {
            return (lower, upper);
        }
        let open = [bounds.lower == 0, bounds.upper == VALUES - 1];
        (if open[0] { low } else { lower }, if open[1] { high } else { upper })
    }

    /// The entry for a value between these.
    #[inline]
    fn bounds<S: Seating>(&self, low: i32, high: i32) -> Bounds {
        let (mut lower, mut upper) = (low + self.offset, high + self.offset);
        if S::BONUSES {
            (lower, upper) = (lower.clamp(0, MOST_VALUE), upper.clamp(0, MOST_VALUE));
        }
        Bounds { lower: lower as u32, upper: upper as u32 }
    }

    #[inline]
    pub fn trick<S: Seating>(
        &self,
        leader: usize,
        remaining: Remaining,
        target: i32,
    ) -> TrickContext {
        let maximisers = (self.maximisers << S::SEATS | self.maximisers) >> leader;
        TrickContext { leader, remaining, target, led: 0, maximisers, before: 0 }
    }

    /// The exact key of a position between two tricks, up to the rank equivalence of low cards.
    #[inline]
    fn key(&self, hands: Hands, leader: usize, remaining: Remaining) -> u64 {
        let cards = u64::from(self.low_cards.normalised(hands.all()));
        cards << 4 | (leader as u64) << 2 | u64::from(remaining.sweeping)
    }

    /// The value between two tricks.
    #[inline]
    pub fn between_tricks<S: Seating>(
        &mut self,
        hands: Hands,
        leader: usize,
        remaining: Remaining,
        target: i32,
    ) -> i32 {
        let (low, high) = self.extremes::<S>(remaining);
        if target <= low {
            return low;
        }
        if target > high {
            return high;
        }
        if remaining.tricks <= 2 {
            return self.endgame::<S>(hands, leader, remaining, target);
        }
        if S::PRUNED {
            self.with_transpositions::<S>(hands, leader, remaining, target)
        } else {
            self.next_trick::<S>(hands, leader, remaining, target)
        }
    }

    /// The same, looked up in the transposition table first and stored there afterwards.
    #[inline(never)]
    fn with_transpositions<S: Seating>(
        &mut self,
        hands: Hands,
        leader: usize,
        remaining: Remaining,
        target: i32,
    ) -> i32 {
        let (mut low, mut high) = self.extremes::<S>(remaining);
        let key = self.key(hands, leader, remaining);
        if let Some(bounds) = self.transpositions.probe(key) {
            (low, high) = self.known::<S>(bounds, (low, high));
            if low >= target {
                return low;
            }
            if high < target {
                return high;
            }
        }
        let value = self.next_trick::<S>(hands, leader, remaining, target);
        if value >= target {
            low = low.max(value);
        } else {
            high = high.min(value);
        }
        let bounds = self.bounds::<S>(low, high);
        self.transpositions.store(key, bounds);
        value
    }

    #[inline]
    fn next_trick<S: Seating>(
        &mut self,
        hands: Hands,
        leader: usize,
        remaining: Remaining,
        target: i32,
    ) -> i32 {
        let mut trick = self.trick::<S>(leader, remaining, target);
        if S::BONUSES {
            trick.before = hands.all();
        }
        if trick.maximises(0) {
            self.search_leads::<S, true>(hands, trick)
        } else {
            self.search_leads::<S, false>(hands, trick)
        }
    }

    fn search_leads<S: Seating, const MAX: bool>(
        &mut self,
        hands: Hands,
        trick: TrickContext,
    ) -> i32 {
        self.nodes += 1;
        let (prepared, hand, target) = (self.prepared, hands.of(0), trick.target);
        let legal = prepared.leads(hand);
        let slot = Refutations::slot(legal, 0, 0);
        let mut searched = Searched::new::<MAX>();
        if let Some(card) = self.transpositions.refutations.get(slot, legal) {
            let value = self.lead::<S, MAX>(hands, card, &trick);
            if is_cutoff::<MAX>(value, target) {
                return value;
            }
            searched.add::<MAX>(card, value);
        }
        let others = hands.all() ^ hand;
        let picker =
            move_ordering::leads::<S>(prepared, hands, others, &trick, legal, searched.cards);
        let equivalents = equivalents::<S>(prepared, hand, others);
        let value = |card| self.lead::<S, MAX>(hands, card, &trick);
        picker.search::<MAX>(&mut searched, equivalents.as_ref(), target, value);
        self.store_refutation::<MAX>(slot, &searched, target)
    }

    #[inline]
    fn lead<S: Seating, const MAX: bool>(
        &mut self,
        hands: Hands,
        card: usize,
        trick: &TrickContext,
    ) -> i32 {
        let trick = TrickContext { led: card >> 3, ..*trick };
        let current = CurrentTrick::default().with(self.prepared, 0, card);
        self.next_turn::<S, 1, MAX>(hands.without(0, card), current, &trick)
    }

    /// The best value; the card that has it is stored if it caused a cutoff.
    #[inline]
    fn store_refutation<const MAX: bool>(
        &mut self,
        slot: usize,
        searched: &Searched,
        target: i32,
    ) -> i32 {
        if is_cutoff::<MAX>(searched.best, target) {
            self.transpositions.refutations.store(slot, searched.best_card);
        }
        searched.best
    }

    /// The value when the next seat is to play; `MAX` is the side that has just played.
    #[inline]
    fn next_turn<S: Seating, const TURN: usize, const MAX: bool>(
        &mut self,
        hands: Hands,
        current: CurrentTrick,
        trick: &TrickContext,
    ) -> i32 {
        if if S::ALTERNATE { !MAX } else { trick.maximises(TURN) } {
            self.reply::<S, TURN, true>(hands, current, trick)
        } else {
            self.reply::<S, TURN, false>(hands, current, trick)
        }
    }

    /// The value with so many cards on the table: where the search enters.
    pub fn root<S: Seating>(
        &mut self,
        hands: Hands,
        turn: usize,
        current: CurrentTrick,
        trick: &TrickContext,
    ) -> i32 {
        match (turn, trick.maximises(turn)) {
            (0, _) => self.between_tricks::<S>(hands, trick.leader, trick.remaining, trick.target),
            (1, true) => self.reply::<S, 1, true>(hands, current, trick),
            (1, false) => self.reply::<S, 1, false>(hands, current, trick),
            (2, true) => self.reply::<S, 2, true>(hands, current, trick),
            (2, false) => self.reply::<S, 2, false>(hands, current, trick),
            (_, true) => self.reply::<S, 3, true>(hands, current, trick),
            (_, false) => self.reply::<S, 3, false>(hands, current, trick),
        }
    }

    /// A forced card is played at once; a choice is searched.
    fn reply<S: Seating, const TURN: usize, const MAX: bool>(
        &mut self,
        hands: Hands,
        current: CurrentTrick,
        trick: &TrickContext,
    ) -> i32 {
        let hand = hands.of(TURN);
        let opposite = current.is_opposite(TURN);
        let legal = self.prepared.legal(hand, trick.led, current.best(), opposite);
        if legal.is_power_of_two() {
            let card = legal.trailing_zeros() as usize;
            return self.play::<S, TURN, MAX>(hands, card, current, trick);
        }
        self.search_replies::<S, TURN, MAX>(hands, current, trick, legal)
    }

    #[inline(never)]
    fn search_replies<S: Seating, const TURN: usize, const MAX: bool>(
        &mut self,
        hands: Hands,
        current: CurrentTrick,
        trick: &TrickContext,
        legal: Mask,
    ) -> i32 {
        self.nodes += 1;
        let (prepared, hand, target) = (self.prepared, hands.of(TURN), trick.target);
        let slot = Refutations::slot(legal, TURN, current.best());
        let mut searched = Searched::new::<MAX>();
        if let Some(card) = self.transpositions.refutations.get(slot, legal) {
            let value = self.play::<S, TURN, MAX>(hands, card, current, trick);
            if is_cutoff::<MAX>(value, target) {
                return value;
            }
            searched.add::<MAX>(card, value);
        }
        let between = hands.all() ^ hand | 1 << current.best();
        let replies = Replies::new::<S, TURN>(prepared, hands, current, trick, legal, between);
        let picker = replies.picker::<TURN>(prepared, trick, between, searched.cards);
        let equivalents = equivalents::<S>(prepared, hand, between);
        let value = |card| self.play::<S, TURN, MAX>(hands, card, current, trick);
        picker.search::<MAX>(&mut searched, equivalents.as_ref(), target, value);
        self.store_refutation::<MAX>(slot, &searched, target)
    }

    #[inline]
    fn play<S: Seating, const TURN: usize, const MAX: bool>(
        &mut self,
        hands: Hands,
        card: usize,
        current: CurrentTrick,
        trick: &TrickContext,
    ) -> i32 {
        let current = current.with(self.prepared, TURN, card);
        let hands = hands.without(TURN, card);
        if TURN + 1 == S::SEATS {
            self.gather::<S>(hands, current, trick)
        } else if TURN == 1 {
            self.next_turn::<S, 2, MAX>(hands, current, trick)
        } else {
            self.next_turn::<S, 3, MAX>(hands, current, trick)
        }
    }

    #[inline]
    fn gather<S: Seating>(
        &mut self,
        hands: Hands,
        current: CurrentTrick,
        trick: &TrickContext,
    ) -> i32 {
        let turn = current.winner();
        let winner = seat::<S>(trick.leader, turn);
        let (remaining, mut gained) = self.after_trick(winner, current, trick.remaining);
        if S::BONUSES {
            let cards = trick.before ^ hands.all();
            gained += self.prepared.bonus(cards, self.maximises(winner));
        }
        let hands = match S::SEATS {
            4 => hands.led_by::<4>(turn),
            3 => hands.led_by::<3>(turn),
            _ => hands.led_by::<2>(turn),
        };
        gained + self.between_tricks::<S>(hands, winner, remaining, trick.target - gained)
    }

    /// What remains after a trick, and the points that the maximisers get for it.
    #[inline]
    pub fn after_trick(
        &self,
        winner: usize,
        current: CurrentTrick,
        remaining: Remaining,
    ) -> (Remaining, i32) {
        let max = self.maximises(winner);
        let after = Remaining {
            tricks: remaining.tricks - 1,
            points: remaining.points - current.points as i16,
            sweeping: remaining.sweeping & if max { 1 } else { 2 },
        };
        (after, if max { current.points } else { 0 })
    }

    /// The value of the last two tricks, from the endgame part of the transposition table.
    #[inline(never)]
    fn endgame<S: Seating>(
        &mut self,
        hands: Hands,
        leader: usize,
        remaining: Remaining,
        target: i32,
    ) -> i32 {
        if !S::PRUNED || remaining.tricks <= 1 {
            return self.search_endgame::<S>(hands, leader, remaining, target);
        }
        let (mut low, mut high) = self.extremes::<S>(remaining);
        let key = self.key(hands, leader, remaining);
        if let Some(bounds) = self.transpositions.probe_endgame(key) {
            (low, high) = self.known::<S>(bounds, (low, high));
            if low >= target {
                return low;
            }
            if high < target {
                return high;
            }
        }
        let value = self.search_endgame::<S>(hands, leader, remaining, target);
        if value >= target {
            low = low.max(value);
        } else {
            high = high.min(value);
        }
        let bounds = self.bounds::<S>(low, high);
        self.transpositions.store_endgame(key, bounds);
        value
    }

    #[inline(never)]
    fn search_endgame<S: Seating>(
        &mut self,
        hands: Hands,
        leader: usize,
        remaining: Remaining,
        target: i32,
    ) -> i32 {
        let trick = self.trick::<S>(leader, remaining, target);
        let (prepared, sweep) = (self.prepared, self.sweep);
        let before = if S::BONUSES { hands.all() } else { 0 };
        let maximisers = trick.maximisers;
        let endgame = Endgame { prepared, maximisers, remaining, sweep, target, before };
        if remaining.tricks <= 1 {
            return endgame.last_trick::<S>(hands);
        }
        self.nodes += 1;
        endgame.two_tricks::<S>(hands)
    }
}

#[inline]
fn equivalents<S: Seating>(
    prepared: &PreparedLaw,
    hand: Mask,
    between: Mask,
) -> Option<Equivalents<'_>> {
    let unequal = if prepared.has_extras { prepared.unequal(hand) } else { 0 };
    S::PRUNED.then_some(Equivalents { points: &prepared.points, between, unequal })
}
