//! Deals that are played out to the end by a policy, and what they are worth.

use crate::habits;
use crate::model::Model;
use crate::observation::{Observation, PublicInfo};
use crate::play::{Law, cards};
use crate::policy::{PlayedCards, ranks};
use crate::position::{Position, Turn};
use crate::random::Random;

/// A contract that is learnt: its law, the ranks of its cards, and all its points.
pub struct Contract {
    pub law: Law,
    pub ranks: [u8; 32],
    total: i32,
}

impl Contract {
    pub fn new(law: Law) -> Self {
        let (ranks, total) = (ranks(&law), (law.points(!0) + law.last_trick) as i32);
        Self { law, ranks, total }
    }
}

/// Points that a side has beyond those of its cards when it wins every trick.
const SWEEP: i32 = 90;
/// The share of what is written that goes by points; the rest goes by whether the contract is made.
const BY_POINTS: f32 = 0.7;
/// Points by which chance may change which hand takes.
const WAVERING: f64 = 36.0;
/// Points by which a trump more makes a hand likelier to take.
const TRUMP: f64 = 6.0;
/// The points of all contracts are compared as if they added up to so many.
const POINTS: f64 = 162.0;

/// The share of deals with a bid, where there are so many points: what the taker's side would win,
/// or somewhat more or less.
const BIDDING: f64 = 0.5;
const WITH_BIDS: i32 = 162;
const PROMISED: i32 = 10;
const MISJUDGED: u64 = 40;
/// What is written beside a bid that fails, and the share of what a bid is worth that goes by points.
const FAILED: i32 = 160;
const BID_BY_POINTS: f32 = 0.4;

/// A deal that is being played.
#[derive(Clone, Copy)]
pub struct Game {
    pub at: Position,
    pub seen: PublicInfo,
    pub record: PlayedCards,
    /// The points that the taker has bid; nought where it needs half of them.
    pub bid: u32,
    points: [i32; 2],
    tricks: [u32; 2],
}

/// Who plays: the linear policy as the kernel has it, or what is learnt.
#[derive(Clone, Copy)]
pub enum Player<'a> {
    Kernel,
    Learnt(Model<'a>),
}

impl Game {
    /// A deal of these contracts, every one equally likely; the hand takes that is worth most in one
    /// of them, give or take.
    pub fn deal<'a>(chance: &mut Random, contracts: &'a [Contract]) -> (&'a Contract, Self) {
        let mut pack: [u8; 32] = std::array::from_fn(|card| card as u8);
        chance.shuffle(&mut pack);
        let mut hands = [0; 4];
        for (place, card) in pack.iter().enumerate() {
            hands[place >> 3] |= 1 << card;
        }
        let mut best = (f64::MIN, 0, &contracts[0]);
        for (seat, &hand) in hands.iter().enumerate() {
            for contract in contracts {
                let law = &contract.law;
                let points = POINTS * f64::from(law.points(hand)) / f64::from(contract.total);
                let trumps = TRUMP * f64::from((hand & law.trumps).count_ones());
                let worth = points + trumps + WAVERING * (chance.share() + chance.share());
                if worth > best.0 {
                    best = (worth, seat, contract);
                }
            }
        }
        let (_, taker, contract) = best;
        let leader = chance.below(4) as usize;
        let at = Position { hands, turn: Turn { seats: 4, leader, ..Turn::default() } };
        let seen = PublicInfo { taker, ..PublicInfo::default() };
        let (record, points, tricks) = (PlayedCards::default(), [0; 2], [0; 2]);
        let mut game = Self { at, seen, record, bid: 0, points, tricks };
        if contract.total == WITH_BIDS && chance.share() < BIDDING {
            let taken = game.finish(contract, [Player::Kernel; 2]).points[taker & 1];
            let bid = 10 * ((taken - chance.below(MISJUDGED) as i32 + PROMISED) / 10);
            game.bid = if bid < 90 { 0 } else { bid as u32 };
        }
        (contract, game)
    }

    pub fn play(&mut self, law: &Law, card: usize) {
        let Self { at, seen, record, .. } = self;
        seen.record(law, &at.turn, card);
        record.add(law, &at.turn, card);
        at.hands[at.turn.seat() & 3] &= !(1 << card);
        law.add(&mut at.turn.trick, card);
        if at.turn.is_full() {
            let side = law.side(at.turn.winner());
            let last = if at.in_hand() == 0 { law.last_trick } else { 0 };
            self.points[side] += (law.trick_points(at.turn.trick.cards) + last) as i32;
            self.tricks[side] += 1;
            at.turn.gather();
        }
    }

    /// The deal played to its end, the two sides by these players.
    pub fn finish(mut self, of: &Contract, players: [Player; 2]) -> Self {
        while self.at.in_hand() != 0 {
            let observation = Observation::new(&of.law, &self.at, &self.seen);
            let legal = observation.legal;
            let card = match players[observation.me & 1] {
                _ if legal.is_power_of_two() => legal.trailing_zeros() as usize,
                Player::Kernel => habits::choose(&observation),
                Player::Learnt(model) => {
                    let (logits, _) = model.logits(of, &self, &observation);
                    let order = |one: &usize, two: &usize| logits[*one].total_cmp(&logits[*two]);
                    cards(legal).max_by(order).unwrap_or(0)
                }
            };
            self.play(&of.law, card);
        }
        self
    }

    /// The points that seats 0 and 2 have more than the others.
    pub fn ahead(&self) -> i32 {
        let swept = |side: usize| SWEEP * i32::from(self.tricks[1 - side] == 0);
        self.points[0] + swept(0) - self.points[1] - swept(1)
    }

    /// What seats 0 and 2 have more than the others: points, and what is written where the contract
    /// is made or not.
    #[allow(clippy::cast_precision_loss)] // Hundreds.
    pub fn worth(&self, of: &Contract) -> f32 {
        let (ahead, taker) = (self.ahead(), self.seen.taker & 1);
        if self.bid > 0 {
            let (bid, side) = (self.bid as i32, 1 - 2 * taker as i32);
            let made = self.points[taker] >= bid.min(of.total);
            let written = side * if made { bid } else { -bid - FAILED };
            let points = BID_BY_POINTS * ahead as f32;
            return points + (1.0 - BID_BY_POINTS) * (written + ahead / 2) as f32;
        }
        let written = match (2 * self.points[taker] > of.total, taker) {
            (true, _) => ahead,
            (false, 0) => ahead.min(-of.total),
            (false, _) => ahead.max(of.total),
        };
        BY_POINTS * ahead as f32 + (1.0 - BY_POINTS) * written as f32
    }
}
