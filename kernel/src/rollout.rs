//! What comes of a card when everybody then plays as sound players do, and how likely is a world?

#![forbid(unsafe_code)]

use std::collections::HashMap;

use crate::habits;
use crate::observation::{Played, Seen, Table};
use crate::play::{Law, cards};
use crate::position::{MOST_SEATS, Position};

/// What came of a deal: the points by side, a bit for each side that won a trick, and which side
/// won the last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Outcome {
    pub points: [u16; MOST_SEATS],
    pub winners: u8,
    pub last: u8,
}

/// A deal that is being played on.
#[derive(Clone, Copy)]
struct Ahead {
    at: Position,
    seen: Seen,
    won: Outcome,
}

impl Ahead {
    fn new(at: &Position, seen: &Seen) -> Self {
        Self { at: *at, seen: *seen, won: Outcome::default() }
    }

    /// Play the card, keep in mind what everybody saw, and take a full trick away.
    fn play(&mut self, law: &Law, card: usize) {
        let Self { at, seen, won } = self;
        seen.note(law, &at.turn, card);
        at.hands[at.turn.seat() & 3] &= !(1 << card);
        law.add(&mut at.turn.trick, card);
        if at.turn.is_full() {
            let side = law.side(at.turn.winner());
            let last = if at.in_hand() == 0 { law.last_trick } else { 0 };
            won.points[side] += (law.points(at.turn.trick.cards) + last) as u16;
            won.winners |= 1 << side;
            won.last = side as u8;
            at.turn.gather();
        }
    }

    /// Play on until the hands are empty.
    fn finish(mut self, law: &Law) -> Outcome {
        while self.at.in_hand() != 0 {
            let table = Table::new(law, &self.at, &self.seen);
            let card = match table.legal {
                only if only.is_power_of_two() => only.trailing_zeros() as usize,
                _ => habits::choose(&table),
            };
            self.play(law, card);
        }
        self.won
    }
}

/// What comes of a position when everybody plays as sound players do.
pub fn play_out(law: &Law, position: &Position, seen: &Seen) -> Outcome {
    Ahead::new(position, seen).finish(law)
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
        let now = Ahead::new(position, seen);
        for card in cards(position.legal(law)) {
            let mut ahead = now;
            ahead.play(law, card);
            *by_card[card].entry(ahead.finish(law)).or_default() += weight;
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

/// The logarithm of how likely sound players with these hands would have played what was played;
/// the cards of seat `me` say nothing, for it knows what it did.
pub fn likely(law: &Law, played: &Played, now: &Position, me: usize) -> f64 {
    let mut sum = 0.0;
    played.again(law, now.hands, |position, seen, card| {
        let table = Table::new(law, position, seen);
        if table.me != me && table.chooses(card) {
            sum += habits::likely(&table, card).ln();
        }
    });
    sum
}
