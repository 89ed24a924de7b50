//! Positions with every card seen: their validity, the legal moves, and perft (move-path counts).

#![forbid(unsafe_code)]

use crate::play::{Law, Mask, Refusal, Trick, cards, number};

pub const MOST_SEATS: usize = 4;
pub const LEAST_SEATS: usize = 2;
/// The tricks of a deal, by how many play: as many as each of them is dealt cards.
const TRICKS: [usize; MOST_SEATS + 1] = [0, 0, 9, 10, 8];
/// The most cards of a hand: the solver and the playouts have room for so many.
pub const MOST_CARDS: usize = 10;

/// Whose turn it is: who led, and the cards on the table.
#[derive(Clone, Copy, Default)]
pub struct Turn {
    pub seats: usize,
    pub leader: usize,
    pub trick: Trick,
}

impl Turn {
    /// The seat that plays next.
    #[inline]
    pub fn seat(&self) -> usize {
        self.after_leader(self.trick.length)
    }

    /// The seat that is winning the trick.
    #[inline]
    pub fn winner(&self) -> usize {
        self.after_leader(self.trick.winner)
    }

    #[inline]
    fn after_leader(&self, steps: usize) -> usize {
        let seat = self.leader + steps;
        if seat < self.seats { seat } else { seat - self.seats }
    }

    /// Whether every seat has played to the trick.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.trick.length == self.seats
    }

    /// Take the trick away; its winner leads.
    #[inline]
    pub fn gather(&mut self) {
        self.leader = self.winner();
        self.trick = Trick::default();
    }
}

/// The cards still in hand, and the turn.
#[derive(Clone, Copy)]
pub struct Position {
    pub hands: [Mask; MOST_SEATS],
    pub turn: Turn,
}

impl Position {
    /// The position, or a sentence that says why there is no such one.
    pub fn new(law: &Law, hands: &[Mask], leader: u64, trick: &[usize]) -> Result<Self, Refusal> {
        let seats = check_seats(law, hands.len())?;
        let turn = Turn {
            seats,
            leader: number("leader", leader, seats - 1)?,
            trick: law.trick(trick, seats - 1)?,
        };
        Self::of(hands, turn, turn.trick.cards)
    }

    /// The position of these hands at this turn, when these cards are gone or on the table.
    pub fn of(hands: &[Mask], turn: Turn, gone: Mask) -> Result<Self, Refusal> {
        check_disjoint(hands, gone)?;
        check_sizes(hands, &turn)?;
        let mut all = [0; MOST_SEATS];
        all[..turn.seats].copy_from_slice(hands);
        Ok(Self { hands: all, turn })
    }

    /// The cards in all hands.
    pub fn in_hand(&self) -> Mask {
        self.hands.iter().fold(0, |all, hand| all | hand)
    }

    /// How many tricks are still to come, that on the table among them.
    pub fn tricks(&self) -> usize {
        (self.in_hand() | self.turn.trick.cards).count_ones() as usize / self.turn.seats
    }

    /// How many tricks have been gathered, of those of a deal at this table.
    pub fn gathered(&self) -> usize {
        TRICKS[self.turn.seats].saturating_sub(self.tricks())
    }

    /// Whether no trick has been gathered: as many cards are there as this table deals.
    pub fn is_whole(&self) -> bool {
        self.tricks() == TRICKS[self.turn.seats]
    }

    /// The cards that may be played next.
    pub fn legal(&self, law: &Law) -> Mask {
        law.legal(self.hands[self.turn.seat()], &self.turn.trick)
    }

    /// The position after a card; a full trick is gathered.
    pub fn after(mut self, law: &Law, card: usize) -> Self {
        self.hands[self.turn.seat()] &= !(1 << card);
        law.add(&mut self.turn.trick, card);
        if self.turn.is_full() {
            self.turn.gather();
        }
        self
    }

    /// How many legal sequences of `depth` cards lead on from here.
    pub fn perft(&self, law: &Law, depth: usize) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal(law).count_ones().into(),
            _ => {
                cards(self.legal(law)).map(|card| self.after(law, card).perft(law, depth - 1)).sum()
            }
        }
    }

    /// The same count under each first card.
    pub fn divide(&self, law: &Law, depth: usize) -> Vec<(usize, u64)> {
        let under = |card| (card, self.after(law, card).perft(law, depth - 1));
        cards(self.legal(law)).map(under).collect()
    }

    /// A depth from `least` to the number of cards in hand.
    pub fn depth(&self, depth: u64, least: usize) -> Result<usize, Refusal> {
        let most = self.in_hand().count_ones() as usize;
        match number("depth", depth, most)? {
            depth if depth < least => Err(format!("depth is {depth}, but at least {least}")),
            depth => Ok(depth),
        }
    }
}

fn check_seats(law: &Law, seats: usize) -> Result<usize, Refusal> {
    match (seats, law.partners) {
        (MOST_SEATS, _) | (LEAST_SEATS.., false) if seats <= MOST_SEATS => Ok(seats),
        (LEAST_SEATS..MOST_SEATS, true) => {
            Err(format!("there are {seats} hands, but partners need {MOST_SEATS}"))
        }
        _ => Err(format!("there are {seats} hands, not {LEAST_SEATS} to {MOST_SEATS}")),
    }
}

fn check_disjoint(hands: &[Mask], table: Mask) -> Result<(), Refusal> {
    let mut seen = table;
    for (seat, &hand) in hands.iter().enumerate() {
        if let Some(card) = cards(seen & hand).next() {
            return Err(format!(
                "card {card} of seat {seat} is in another hand too, or was played"
            ));
        }
        seen |= hand;
    }
    Ok(())
}

/// Before the trick all hands were equal: who has played to it holds one card less.
fn check_sizes(hands: &[Mask], turn: &Turn) -> Result<(), Refusal> {
    let whole = |seat: usize| {
        let played = (seat + turn.seats - turn.leader) % turn.seats < turn.trick.length;
        hands[seat].count_ones() + u32::from(played)
    };
    let size = whole(0);
    match (1..turn.seats).find(|&seat| whole(seat) != size) {
        Some(seat) => Err(format!(
            "with the cards of the trick seat 0 has {size} and seat {seat} has {}",
            whole(seat)
        )),
        None if size as usize > MOST_CARDS => {
            Err(format!("a hand has {size} cards, but at most {MOST_CARDS}"))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_of_more_cards_than_there_is_room_for_is_refused() {
        let two = |size: u32| {
            let hand = (1 << size) - 1;
            let turn = Turn { seats: 2, ..Turn::default() };
            Position::of(&[hand, hand << 16], turn, 0)
        };
        assert!(two(10).is_ok());
        assert_eq!(two(11).err().expect("a sentence"), "a hand has 11 cards, but at most 10");
    }
}
