//! Do the points still to come reach a target? Depth-first search from trick to trick.
//!
//! Every value is that of the maximisers. An answer may be a bound: at least `target` means the
//! value is at least the answer, less means at most.

#![forbid(unsafe_code)]

use super::endgame::Ending;
use super::equivalence::Feet;
use super::hands::Hands;
use super::move_ordering::{self, Replies};
use super::move_picker::{Found, Near, enough};
use super::prepared_law::Contract;
use super::refutations::Lately;
use super::transposition::{Known, Table};
use crate::play::Mask;

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

/// What is at stake between two tricks. Small, so that it travels in a register.
#[derive(Clone, Copy)]
pub struct Stake {
    /// The points still to come, last trick and cards on the table included.
    pub left: i16,
    pub tricks: u8,
    /// Who has taken every trick so far: bit 0 the maximisers, bit 1 the others.
    pub sweeping: u8,
}

/// The cards on the table, as far as they matter; in two registers.
#[derive(Clone, Copy, Default)]
pub struct OnTable {
    pub points: i32,
    /// The best card, and above its five bits the turn at which it was played.
    top: u32,
}

impl OnTable {
    pub fn new(points: i32, best: usize, winner: usize) -> Self {
        Self { points, top: (winner << 5 | best) as u32 }
    }

    #[inline]
    pub fn best(self) -> usize {
        (self.top & 31) as usize
    }

    /// The turn, counted from the leader, at which the best card was played.
    #[inline]
    pub fn winner(self) -> usize {
        (self.top >> 5) as usize
    }

    /// Whether the best card is that of the seat opposite to who plays at this turn.
    #[inline]
    pub fn is_opposite(self, turn: usize) -> bool {
        self.winner() + 2 == turn
    }

    /// The same with one more card.
    #[inline]
    pub fn with(self, contract: &Contract, turn: usize, card: usize) -> Self {
        let beats = turn == 0 || contract.law.over(self.best()) >> card & 1 == 1;
        let points = self.points + contract.points[card & 31];
        Self { points, top: if beats { (turn << 5 | card) as u32 } else { self.top } }
    }
}

/// What stays as it is while a trick is played.
#[derive(Clone, Copy)]
pub struct Trick {
    pub leader: usize,
    pub at: Stake,
    pub target: i32,
    /// The led suit; 0 while nothing is led.
    pub led: usize,
    /// One bit for each turn that maximises.
    pub maximisers: u32,
}

impl Trick {
    #[inline]
    fn maximises(&self, turn: usize) -> bool {
        self.maximisers >> turn & 1 == 1
    }

    /// Whether two turns belong to one side.
    #[inline]
    pub fn friends<K: Kind>(&self, one: usize, other: usize) -> bool {
        if K::ALTERNATE {
            (one ^ other) & 1 == 0
        } else {
            self.maximises(one) == self.maximises(other)
        }
    }
}

pub struct Search<'a> {
    pub contract: &'a Contract,
    pub table: &'a mut Table,
    pub feet: Feet,
    /// One bit a seat.
    pub maximisers: u32,
    /// What taking every trick adds.
    pub sweep: i32,
    pub nodes: u64,
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

impl Search<'_> {
    #[inline]
    pub fn maximises(&self, seat: usize) -> bool {
        self.maximisers >> seat & 1 == 1
    }

    pub fn lowest(&self, at: Stake) -> i32 {
        if at.sweeping & 2 == 0 { 0 } else { -self.sweep }
    }

    pub fn highest(&self, at: Stake) -> i32 {
        i32::from(at.left) + if at.sweeping & 1 == 0 { 0 } else { self.sweep }
    }

    #[inline]
    pub fn trick<K: Kind>(&self, leader: usize, at: Stake, target: i32) -> Trick {
        let maximisers = if K::SEATS == 4 {
            self.maximisers << 4 | self.maximisers
        } else {
            self.maximisers << 3 | self.maximisers
        };
        Trick { leader, at, target, led: 0, maximisers: maximisers >> leader }
    }

    #[inline]
    fn key(&self, hands: Hands, leader: usize, at: Stake) -> u64 {
        let level = u64::from(self.feet.level(hands.all()));
        level << 4 | (leader as u64) << 2 | u64::from(at.sweeping)
    }

    /// The value between two tricks.
    #[inline]
    pub fn between<K: Kind>(&mut self, hands: Hands, leader: usize, at: Stake, target: i32) -> i32 {
        let (low, high) = (self.lowest(at), self.highest(at));
        if target <= low {
            return low;
        }
        if target > high {
            return high;
        }
        if at.tricks <= 2 {
            return self.ending::<K>(hands, leader, at, target);
        }
        if K::PRUNED {
            self.remembered::<K>(hands, leader, at, target)
        } else {
            self.leads::<K>(hands, leader, at, target)
        }
    }

    #[inline(never)]
    fn remembered<K: Kind>(&mut self, hands: Hands, leader: usize, at: Stake, target: i32) -> i32 {
        let (mut low, mut high) = (self.lowest(at), self.highest(at));
        let key = self.key(hands, leader, at);
        if let Some(known) = self.table.find(key) {
            (low, high) = (known.low as i32 - self.sweep, known.high as i32 - self.sweep);
            if low >= target {
                return low;
            }
            if high < target {
                return high;
            }
        }
        let value = self.leads::<K>(hands, leader, at, target);
        if value >= target {
            low = low.max(value);
        } else {
            high = high.min(value);
        }
        let (low, high) = ((low + self.sweep) as u32, (high + self.sweep) as u32);
        self.table.keep(key, Known { low, high });
        value
    }

    #[inline]
    fn leads<K: Kind>(&mut self, hands: Hands, leader: usize, at: Stake, target: i32) -> i32 {
        let trick = self.trick::<K>(leader, at, target);
        if trick.maximises(0) {
            self.lead::<K, true>(hands, trick)
        } else {
            self.lead::<K, false>(hands, trick)
        }
    }

    fn lead<K: Kind, const MAX: bool>(&mut self, hands: Hands, trick: Trick) -> i32 {
        self.nodes += 1;
        let (contract, hand, target) = (self.contract, hands.of(0), trick.target);
        let legal = contract.leads(hand);
        let place = Lately::place(legal, 0, 0);
        let mut found = Found::new::<MAX>();
        if let Some(card) = self.table.lately.card(place, legal) {
            let value = self.open::<K, MAX>(hands, card, &trick);
            if enough::<MAX>(value, target) {
                return value;
            }
            found.add::<MAX>(card, value);
        }
        let others = hands.all() ^ hand;
        let choice = move_ordering::leads::<K>(contract, hands, others, &trick, legal, found.tried);
        let near = near::<K>(contract, hand, others);
        let play = |card| self.open::<K, MAX>(hands, card, &trick);
        choice.best_of::<MAX>(&mut found, near.as_ref(), target, play);
        self.keep::<MAX>(place, &found, target)
    }

    #[inline]
    fn open<K: Kind, const MAX: bool>(&mut self, hands: Hands, card: usize, trick: &Trick) -> i32 {
        let trick = Trick { led: card >> 3, ..*trick };
        let table = OnTable::default().with(self.contract, 0, card);
        self.turn_to::<K, 1, MAX>(hands.without(0, card), table, &trick)
    }

    /// The best value, and for later the card that has it if it was enough.
    #[inline]
    fn keep<const MAX: bool>(&mut self, place: usize, found: &Found, target: i32) -> i32 {
        if enough::<MAX>(found.best, target) {
            self.table.lately.keep(place, found.card);
        }
        found.best
    }

    /// Hand the turn to the next seat; `MAX` is the side that has just played.
    #[inline]
    fn turn_to<K: Kind, const TURN: usize, const MAX: bool>(
        &mut self,
        hands: Hands,
        table: OnTable,
        trick: &Trick,
    ) -> i32 {
        if if K::ALTERNATE { !MAX } else { trick.maximises(TURN) } {
            self.reply::<K, TURN, true>(hands, table, trick)
        } else {
            self.reply::<K, TURN, false>(hands, table, trick)
        }
    }

    /// The value with so many cards on the table.
    pub fn amid<K: Kind>(
        &mut self,
        hands: Hands,
        turn: usize,
        table: OnTable,
        trick: &Trick,
    ) -> i32 {
        match (turn, trick.maximises(turn)) {
            (0, _) => self.between::<K>(hands, trick.leader, trick.at, trick.target),
            (1, true) => self.reply::<K, 1, true>(hands, table, trick),
            (1, false) => self.reply::<K, 1, false>(hands, table, trick),
            (2, true) => self.reply::<K, 2, true>(hands, table, trick),
            (2, false) => self.reply::<K, 2, false>(hands, table, trick),
            (_, true) => self.reply::<K, 3, true>(hands, table, trick),
            (_, false) => self.reply::<K, 3, false>(hands, table, trick),
        }
    }

    fn reply<K: Kind, const TURN: usize, const MAX: bool>(
        &mut self,
        hands: Hands,
        table: OnTable,
        trick: &Trick,
    ) -> i32 {
        let hand = hands.of(TURN);
        let legal = self.contract.legal(hand, trick.led, table.best(), table.is_opposite(TURN));
        if legal.is_power_of_two() {
            let card = legal.trailing_zeros() as usize;
            return self.play::<K, TURN, MAX>(hands, card, table, trick);
        }
        self.choose::<K, TURN, MAX>(hands, table, trick, legal)
    }

    #[inline(never)]
    fn choose<K: Kind, const TURN: usize, const MAX: bool>(
        &mut self,
        hands: Hands,
        table: OnTable,
        trick: &Trick,
        legal: Mask,
    ) -> i32 {
        self.nodes += 1;
        let (contract, hand, target) = (self.contract, hands.of(TURN), trick.target);
        let place = Lately::place(legal, TURN, table.best());
        let mut found = Found::new::<MAX>();
        if let Some(card) = self.table.lately.card(place, legal) {
            let value = self.play::<K, TURN, MAX>(hands, card, table, trick);
            if enough::<MAX>(value, target) {
                return value;
            }
            found.add::<MAX>(card, value);
        }
        let between = hands.all() ^ hand | 1 << table.best();
        let replies = Replies::new::<K, TURN>(contract, hands, table, trick, legal, between);
        let choice = replies.choice::<TURN>(contract, trick, between, found.tried);
        let near = near::<K>(contract, hand, between);
        let play = |card| self.play::<K, TURN, MAX>(hands, card, table, trick);
        choice.best_of::<MAX>(&mut found, near.as_ref(), target, play);
        self.keep::<MAX>(place, &found, target)
    }

    #[inline]
    fn play<K: Kind, const TURN: usize, const MAX: bool>(
        &mut self,
        hands: Hands,
        card: usize,
        table: OnTable,
        trick: &Trick,
    ) -> i32 {
        let table = table.with(self.contract, TURN, card);
        let hands = hands.without(TURN, card);
        if TURN + 1 == K::SEATS {
            self.gather::<K>(hands, table, trick)
        } else if TURN == 1 {
            self.turn_to::<K, 2, MAX>(hands, table, trick)
        } else {
            self.turn_to::<K, 3, MAX>(hands, table, trick)
        }
    }

    #[inline]
    fn gather<K: Kind>(&mut self, hands: Hands, table: OnTable, trick: &Trick) -> i32 {
        let turn = table.winner();
        let winner = seat::<K>(trick.leader, turn);
        let (at, gained) = self.gathered(winner, table, trick.at);
        let hands = if K::SEATS == 4 { hands.led_by::<4>(turn) } else { hands.led_by::<3>(turn) };
        gained + self.between::<K>(hands, winner, at, trick.target - gained)
    }

    /// What is at stake after a trick, and what the maximisers get of it.
    #[inline]
    pub fn gathered(&self, winner: usize, table: OnTable, at: Stake) -> (Stake, i32) {
        let max = self.maximises(winner);
        let after = Stake {
            tricks: at.tricks - 1,
            left: at.left - table.points as i16,
            sweeping: at.sweeping & if max { 1 } else { 2 },
        };
        (after, if max { table.points } else { 0 })
    }

    #[inline(never)]
    fn ending<K: Kind>(&mut self, hands: Hands, leader: usize, at: Stake, target: i32) -> i32 {
        if !K::PRUNED || at.tricks <= 1 {
            return self.played_out::<K>(hands, leader, at, target);
        }
        let (mut low, mut high) = (self.lowest(at), self.highest(at));
        let key = self.key(hands, leader, at);
        if let Some(known) = self.table.find_ending(key) {
            (low, high) = (known.low as i32 - self.sweep, known.high as i32 - self.sweep);
            if low >= target {
                return low;
            }
            if high < target {
                return high;
            }
        }
        let value = self.played_out::<K>(hands, leader, at, target);
        if value >= target {
            low = low.max(value);
        } else {
            high = high.min(value);
        }
        let (low, high) = ((low + self.sweep) as u32, (high + self.sweep) as u32);
        self.table.keep_ending(key, Known { low, high });
        value
    }

    #[inline(never)]
    fn played_out<K: Kind>(&mut self, hands: Hands, leader: usize, at: Stake, target: i32) -> i32 {
        let trick = self.trick::<K>(leader, at, target);
        let (contract, sweep) = (self.contract, self.sweep);
        let ending = Ending { contract, maximisers: trick.maximisers, at, sweep, target };
        if at.tricks <= 1 {
            return ending.last::<K>(hands);
        }
        self.nodes += 1;
        ending.value::<K>(hands)
    }
}

#[inline]
fn near<K: Kind>(contract: &Contract, hand: Mask, between: Mask) -> Option<Near<'_>> {
    let bound = if contract.has_pairs { contract.bound(hand) } else { 0 };
    K::PRUNED.then_some(Near { points: &contract.points, between, bound })
}
