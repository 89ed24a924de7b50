//! Which card does a sound player name by rules of thumb, and what comes of it?
//!
//! The rules of thumb are those of `rebelote.bots._thumbs`, one function each, in the same order;
//! a test holds both to the same card. Here they are fast enough to play a deal out thousands of
//! times a second.

#![forbid(unsafe_code)]

use std::collections::HashMap;

use crate::play::{Law, Mask, Trick, cards, suit};
use crate::position::{MOST_SEATS, Position, Turn};

const TEN: usize = 3;
const ACE: usize = 7;

/// What everybody has seen beside the cards on the table.
#[derive(Clone, Copy, Default)]
pub struct Seen {
    pub taker: usize,
    /// By seat the suits it has shown not to hold, one bit each.
    pub voids: [u8; MOST_SEATS],
    pub tricks: usize,
}

/// What came of a deal: the points by side, a bit for each side that won a trick, and which side
/// won the last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Outcome {
    pub points: [u8; MOST_SEATS],
    pub winners: u8,
    pub last: u8,
}

/// The table as the seat sees it that plays next.
struct Table<'a> {
    law: &'a Law,
    seen: &'a Seen,
    turn: &'a Turn,
    me: usize,
    hand: Mask,
    legal: Mask,
    /// The cards in all other hands.
    out: Mask,
}

impl Table<'_> {
    fn trick(&self) -> &Trick {
        &self.turn.trick
    }

    fn partner(&self) -> Option<usize> {
        self.law.partners.then_some((self.me + 2) & 3)
    }

    fn attacking(&self) -> bool {
        self.law.side(self.seen.taker) == self.law.side(self.me)
    }

    fn took(&self) -> bool {
        self.seen.taker == self.me
    }

    fn is_void(&self, seat: usize, suit: usize) -> bool {
        self.seen.voids[seat & 3] >> suit & 1 == 1
    }

    /// Whether a seat is known to hold no trump of the one trump suit.
    fn is_out_of_trumps(&self, seat: usize) -> bool {
        self.law.trumps != 0 && self.is_void(seat, self.law.trumps.trailing_zeros() as usize >> 3)
    }

    fn opponents_may_ruff(&self) -> bool {
        self.out & self.law.trumps != 0
            && (0..self.turn.seats).any(|seat| {
                seat != self.me && Some(seat) != self.partner() && !self.is_out_of_trumps(seat)
            })
    }

    fn points(&self, card: usize) -> i32 {
        self.law.points(1 << card) as i32
    }

    fn height(&self, card: usize) -> i32 {
        7 - (self.law.over(card) & suit(card >> 3)).count_ones() as i32
    }

    fn is_trump(&self, card: usize) -> bool {
        self.law.trumps >> card & 1 == 1
    }

    fn is_master(&self, card: usize) -> bool {
        self.out & suit(card >> 3) & self.law.over(card) == 0
    }

    fn partner_wins(&self) -> bool {
        self.trick().length > 0 && Some(self.turn.winner()) == self.partner()
    }

    /// Whether nobody still to play can be expected to take the trick from this card.
    fn sure(&self, card: usize) -> bool {
        (1..self.turn.seats - self.trick().length).all(|step| {
            let seat = (self.me + step) % self.turn.seats;
            Some(seat) == self.partner() || !self.may_take(seat, card)
        })
    }

    fn may_take(&self, seat: usize, card: usize) -> bool {
        let over = self.out & self.law.over(card);
        let led = if self.trick().length > 0 { self.trick().led } else { card >> 3 };
        let in_suit = !self.is_void(seat, led) && over & suit(led) != 0;
        if suit(led) == self.law.trumps {
            return in_suit;
        }
        let ruff = !self.is_out_of_trumps(seat) && over & self.law.trumps != 0;
        let short = self.is_void(seat, led) || (self.out & suit(led)).count_ones() <= 2;
        in_suit || ruff && short
    }

    fn cheapest(&self, among: Mask) -> Option<usize> {
        cards(among).min_by_key(|&card| {
            let plain = !self.is_trump(card);
            let keep = if plain { 8 * i32::from(self.is_master(card)) } else { 30 };
            let length = (self.hand & suit(card >> 3)).count_ones();
            (self.points(card) * 2 + keep, length, self.height(card))
        })
    }

    fn lowest(&self, among: Mask) -> Option<usize> {
        cards(among).min_by_key(|&card| self.height(card))
    }
}

/// The first of the cards for which `key` is highest; what Python's `max` gives.
fn first_max<K: Ord>(
    cards: impl Iterator<Item = usize>,
    key: impl Fn(usize) -> K,
) -> Option<usize> {
    cards.min_by_key(|&card| std::cmp::Reverse(key(card)))
}

type Thumb = fn(&Table) -> Option<usize>;

const LEADING: [Thumb; 5] =
    [draw_trumps, trump_for_the_taker, cash_a_master, to_partners_void, a_low_card];
const FOLLOWING: [Thumb; 5] =
    [feed_partner, leave_it_to_partner, take_it, force_a_trump, throw_away];

fn draw_trumps(at: &Table) -> Option<usize> {
    let (mine, theirs) = (at.legal & at.law.trumps, at.out & at.law.trumps);
    if mine == 0 || !at.opponents_may_ruff() {
        return None;
    }
    let (held, out) = (mine.count_ones(), theirs.count_ones());
    let in_control = at.attacking() || held >= 2 && 3 * held >= out;
    let master = first_max(cards(mine).filter(|&card| at.is_master(card)), |c| at.height(c));
    if in_control && master.is_some() {
        return master;
    }
    let long_enough = held >= out || held >= 4;
    if at.took() && long_enough { at.lowest(mine) } else { None }
}

fn trump_for_the_taker(at: &Table) -> Option<usize> {
    let early = at.seen.tricks < 2 && at.attacking() && !at.took();
    if early && at.opponents_may_ruff() { at.lowest(at.legal & at.law.trumps) } else { None }
}

fn cash_a_master(at: &Table) -> Option<usize> {
    let masters = cards(at.legal & !at.law.trumps).filter(|&card| at.is_master(card));
    first_max(masters, |card| {
        (at.sure(card), at.points(card), (at.out & suit(card >> 3)).count_ones())
    })
}

fn to_partners_void(at: &Table) -> Option<usize> {
    let partner = at.partner()?;
    if at.is_out_of_trumps(partner) || at.out & at.law.trumps == 0 {
        return None;
    }
    let low = at.legal & !at.law.trumps;
    cards(low)
        .filter(|&card| at.is_void(partner, card >> 3))
        .min_by_key(|&card| (at.points(card), at.height(card)))
}

fn a_low_card(at: &Table) -> Option<usize> {
    let plain = at.legal & !at.law.trumps;
    cards(if plain == 0 { at.legal } else { plain }).min_by_key(|&card| {
        let own = at.hand & suit(card >> 3);
        let ten_at_risk = own >> (8 * (card >> 3) + TEN) & 1;
        (at.points(card), ten_at_risk, std::cmp::Reverse(own.count_ones()))
    })
}

fn feed_partner(at: &Table) -> Option<usize> {
    if !at.partner_wins() || !at.sure(at.trick().best) {
        return None;
    }
    first_max(cards(at.legal & !at.law.trumps), |card| {
        let has_a_future = card & 7 == ACE && at.is_master(card) && at.hand.count_ones() > 2;
        (at.points(card) - 12 * i32::from(has_a_future), -at.height(card))
    })
}

fn leave_it_to_partner(at: &Table) -> Option<usize> {
    if !at.partner_wins() {
        return None;
    }
    at.cheapest(at.legal & !at.law.trumps & !at.law.over(at.trick().best))
}

fn take_it(at: &Table) -> Option<usize> {
    if at.partner_wins() {
        return None;
    }
    let winners = at.legal & at.law.over(at.trick().best);
    let good = |&card: &usize| at.sure(card) || at.is_master(card);
    let plain = first_max(cards(winners & !at.law.trumps).filter(good), |c| at.points(c));
    plain.or_else(|| {
        cards(winners).filter(|&card| at.sure(card)).min_by_key(|&card| at.height(card))
    })
}

fn force_a_trump(at: &Table) -> Option<usize> {
    if at.partner_wins() {
        return None;
    }
    at.lowest(at.legal & at.law.trumps & at.law.over(at.trick().best))
}

fn throw_away(at: &Table) -> Option<usize> {
    at.cheapest(at.legal)
}

/// The card that the seat to play names; a hand that is not empty always has one.
pub fn choose(law: &Law, position: &Position, seen: &Seen) -> usize {
    let me = position.turn.seat();
    let hand = position.hands[me];
    let legal = law.legal(hand, &position.turn.trick);
    if legal.is_power_of_two() {
        return legal.trailing_zeros() as usize;
    }
    let out = position.in_hand() & !hand;
    let at = Table { law, seen, turn: &position.turn, me, hand, legal, out };
    let thumbs = if position.turn.trick.length == 0 { LEADING } else { FOLLOWING };
    thumbs.iter().find_map(|thumb| thumb(&at)).unwrap_or(legal.trailing_zeros() as usize)
}

/// Play the card, keep in mind what everybody saw, and take a full trick away.
fn play(law: &Law, position: &mut Position, seen: &mut Seen, won: &mut Outcome, card: usize) {
    let seat = position.turn.seat();
    position.hands[seat] &= !(1 << card);
    law.add(&mut position.turn.trick, card);
    if card >> 3 != position.turn.trick.led {
        seen.voids[seat] |= 1 << position.turn.trick.led;
    }
    if position.turn.is_full() {
        let side = law.side(position.turn.winner());
        let last = if position.in_hand() == 0 { law.last_trick } else { 0 };
        won.points[side] += (law.points(position.turn.trick.cards) + last) as u8;
        won.winners |= 1 << side;
        won.last = side as u8;
        seen.tricks += 1;
        position.turn.gather();
    }
}

/// Play on by rules of thumb until the hands are empty.
fn finish(law: &Law, at: &mut Position, seen: &mut Seen, won: &mut Outcome) {
    while at.in_hand() != 0 {
        let card = choose(law, at, seen);
        play(law, at, seen, won, card);
    }
}

/// What comes of a position when everybody plays by rules of thumb.
pub fn play_out(law: &Law, position: &Position, seen: &Seen) -> Outcome {
    let (mut at, mut seen, mut won) = (*position, *seen, Outcome::default());
    finish(law, &mut at, &mut seen, &mut won);
    won
}

/// What comes of each legal card when everybody then plays by rules of thumb; by card, or none.
pub fn forecast(law: &Law, position: &Position, seen: &Seen) -> [Option<Outcome>; 32] {
    let mut outcomes = [None; 32];
    for card in cards(position.legal(law)) {
        let (mut at, mut seen, mut won) = (*position, *seen, Outcome::default());
        play(law, &mut at, &mut seen, &mut won, card);
        finish(law, &mut at, &mut seen, &mut won);
        outcomes[card] = Some(won);
    }
    outcomes
}

/// By card the outcomes in all these positions, with the sums of their weights.
pub fn forecasts(
    law: &Law,
    positions: &[Position],
    weights: &[f64],
    seen: &Seen,
) -> Vec<(usize, Vec<(Outcome, f64)>)> {
    let mut by_card: [HashMap<Outcome, f64>; 32] = std::array::from_fn(|_| HashMap::new());
    for (position, weight) in positions.iter().zip(weights) {
        for (card, outcome) in forecast(law, position, seen).into_iter().enumerate() {
            if let Some(outcome) = outcome {
                *by_card[card].entry(outcome).or_default() += weight;
            }
        }
    }
    let named = by_card.into_iter().enumerate().filter(|(_, outcomes)| !outcomes.is_empty());
    named.map(|(card, outcomes)| (card, sorted(outcomes))).collect()
}

/// In one order, so that sums of fractions are the same every time.
fn sorted(outcomes: HashMap<Outcome, f64>) -> Vec<(Outcome, f64)> {
    let mut list: Vec<_> = outcomes.into_iter().collect();
    list.sort_by_key(|&(outcome, _)| outcome);
    list
}
