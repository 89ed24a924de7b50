//! Observations: what the seat to play knows, without the cards of the other hands.
//!
//! The functions of [`Observation`] that say who may take a trick are those of the Python heuristics
//! (`may_take`, `sure`, `is_master`, `partner_wins`); a test compares them.

#![forbid(unsafe_code)]

use crate::play::{Law, Mask, Refusal, Trick, number, suit};
use crate::position::{MOST_SEATS, Position, Turn};

/// Public information: what the cards played so far have shown to everybody.
#[derive(Clone, Copy, Default)]
pub struct PublicInfo {
    pub taker: usize,
    /// By seat the suits it has shown not to hold, one bit each.
    pub voids: [u8; MOST_SEATS],
    /// By seat the suits it has led.
    pub led: [u8; MOST_SEATS],
    /// By seat the suits it has discarded from, trumps left out.
    pub thrown: [u8; MOST_SEATS],
    pub tricks: usize,
}

impl PublicInfo {
    /// Record what a card shows that is played now.
    #[inline]
    pub fn record(&mut self, law: &Law, turn: &Turn, card: usize) {
        let (seat, own) = (turn.seat() & 3, 1 << (card >> 3));
        if turn.trick.length == 0 {
            self.led[seat] |= own;
        } else if card >> 3 != turn.trick.led {
            self.voids[seat] |= 1 << turn.trick.led;
            self.thrown[seat] |= if law.trumps >> card & 1 == 1 { 0 } else { own };
        }
        self.tricks += usize::from(turn.trick.length + 1 == turn.seats);
    }
}

/// The play history of a deal: who took, who led first, and every card in order of play.
pub struct PlayHistory {
    pub turn: Turn,
    pub seen: PublicInfo,
    pub cards: Vec<usize>,
    leader: usize,
}

impl PlayHistory {
    /// The cards followed from the first lead; a sentence where one was played twice.
    pub fn new(
        law: &Law,
        seats: usize,
        taker: u64,
        leader: u64,
        played: &[usize],
    ) -> Result<Self, Refusal> {
        let leader = number("leader", leader, seats - 1)?;
        let mut history = Self::begin(seats, number("taker", taker, seats - 1)?, leader);
        let mut gone: Mask = 0;
        for &card in played {
            if gone >> card & 1 == 1 {
                return Err(format!("card {card} was played twice"));
            }
            gone |= 1 << card;
            history.add(law, card);
        }
        history.cards = played.to_vec();
        Ok(history)
    }

    fn begin(seats: usize, taker: usize, leader: usize) -> Self {
        let seen = PublicInfo { taker, ..PublicInfo::default() };
        Self { turn: Turn { seats, leader, ..Turn::default() }, seen, cards: vec![], leader }
    }

    fn add(&mut self, law: &Law, card: usize) {
        self.seen.record(law, &self.turn, card);
        law.add(&mut self.turn.trick, card);
        if self.turn.is_full() {
            self.turn.gather();
        }
    }

    /// How many tricks each of two sides has taken.
    pub fn taken(&self, law: &Law) -> [u32; 2] {
        let mut taken = [0; 2];
        let mut at = Self::begin(self.turn.seats, self.seen.taker, self.leader);
        for &card in &self.cards {
            at.add(law, card);
            if at.turn.trick.length == 0 {
                taken[law.side(at.turn.leader) & 1] += 1;
            }
        }
        taken
    }

    /// The position with these hands now; a sentence where they do not go with what was played.
    pub fn position(&self, hands: &[Mask]) -> Result<Position, Refusal> {
        let gone = self.cards.iter().fold(0, |gone, card| gone | 1 << card);
        let position = Position::of(hands, self.turn, gone)?;
        if gone | position.in_hand() == 0 {
            return Err("the hands are empty and nothing was played".into());
        }
        Ok(position)
    }

    /// Visit every card played, with the position before it, if these are the hands now.
    pub fn replay(
        &self,
        law: &Law,
        mut hands: [Mask; MOST_SEATS],
        mut visit: impl FnMut(&Position, &PublicInfo, usize),
    ) {
        let taker = self.seen.taker;
        let begin = || Self::begin(self.turn.seats, taker, self.leader);
        let mut at = begin();
        for &card in &self.cards {
            hands[at.turn.seat() & 3] |= 1 << card;
            at.add(law, card);
        }
        let mut at = begin();
        for &card in &self.cards {
            visit(&Position { hands, turn: at.turn }, &at.seen, card);
            hands[at.turn.seat() & 3] &= !(1 << card);
            at.add(law, card);
        }
    }
}

/// The observation of the seat that plays next.
pub struct Observation<'a> {
    pub law: &'a Law,
    pub seen: &'a PublicInfo,
    pub turn: &'a Turn,
    pub me: usize,
    pub hand: Mask,
    pub legal: Mask,
    /// The cards in all other hands.
    pub out: Mask,
}

impl<'a> Observation<'a> {
    pub fn new(law: &'a Law, position: &'a Position, seen: &'a PublicInfo) -> Self {
        let me = position.turn.seat();
        let hand = position.hands[me & 3];
        let legal = law.legal(hand, &position.turn.trick);
        let out = position.in_hand() & !hand;
        Self { law, seen, turn: &position.turn, me, hand, legal, out }
    }

    /// Whether this card is one of several that may be played.
    pub fn chooses(&self, card: usize) -> bool {
        self.legal >> card & 1 == 1 && !self.legal.is_power_of_two()
    }

    pub fn trick(&self) -> &Trick {
        &self.turn.trick
    }

    pub fn partner(&self) -> Option<usize> {
        self.law.partners.then_some((self.me + 2) & 3)
    }

    pub fn attacking(&self) -> bool {
        self.law.side(self.seen.taker) == self.law.side(self.me)
    }

    pub fn took(&self) -> bool {
        self.seen.taker == self.me
    }

    pub fn is_void(&self, seat: usize, suit: usize) -> bool {
        self.seen.voids[seat & 3] >> suit & 1 == 1
    }

    /// Whether a seat is known to hold no trump of the one trump suit.
    pub fn is_out_of_trumps(&self, seat: usize) -> bool {
        self.law.trumps != 0 && self.is_void(seat, self.law.trumps.trailing_zeros() as usize >> 3)
    }

    pub fn points(&self, card: usize) -> i32 {
        self.law.points(1 << card) as i32
    }

    /// The rank of a card within its suit, by strength: 0 to 7.
    pub fn height(&self, card: usize) -> i32 {
        self.law.rank(card) as i32
    }

    pub fn is_trump(&self, card: usize) -> bool {
        self.law.trumps >> card & 1 == 1
    }

    /// Whether no higher card of its suit is in another hand.
    pub fn is_master(&self, card: usize) -> bool {
        self.out & suit(card >> 3) & self.law.over(card) == 0
    }

    pub fn partner_wins(&self) -> bool {
        self.trick().length > 0 && Some(self.turn.winner()) == self.partner()
    }

    /// Whether nobody still to play can be expected to take the trick from this card.
    pub fn sure(&self, card: usize) -> bool {
        (1..self.turn.seats - self.trick().length).all(|step| {
            let seat = (self.me + step) % self.turn.seats;
            Some(seat) == self.partner() || !self.may_take(seat, card)
        })
    }

    /// Whether a seat still to play may hold a card that takes the trick from this one.
    pub fn may_take(&self, seat: usize, card: usize) -> bool {
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Extras;

    const SPADE: usize = 0;
    const HEART: usize = 8;
    const DIAMOND: usize = 16;

    #[test]
    fn a_card_shows_what_was_led_denied_and_discarded() {
        let strength: Vec<u8> = (0..32).map(|card| card % 8).collect();
        let law = Law::new(&[0; 128], 0, &strength, &[0; 32], 10, Extras::default(), true);
        // Spades are trump: hearts are led, followed and ruffed, and a diamond is discarded.
        let cards = [HEART, HEART + 1, SPADE, DIAMOND];
        let history = PlayHistory::new(&law.expect("a law"), 4, 0, 1, &cards);
        let seen = history.expect("a history").seen;
        assert_eq!(seen.led, [0, 0b0010, 0, 0]);
        assert_eq!(seen.voids, [0b0010, 0, 0, 0b0010]);
        assert_eq!(seen.thrown, [0b0100, 0, 0, 0]);
        assert_eq!(seen.tricks, 1);
    }
}
