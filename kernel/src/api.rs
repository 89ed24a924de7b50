//! The kernel's questions in plain numbers, each argument checked; the bindings only convert.
//!
//! [`crate::python`] and [`crate::wasm`] ask the same questions here, so both refuse what is wrong
//! with the same sentences.

#![forbid(unsafe_code)]

use std::sync::OnceLock;

use crate::determinization::HiddenHands;
use crate::observation::PlayHistory;
use crate::play::{self, Bonus, Extras, Mask, Refusal, cards, number};
use crate::playout::{Outcomes, check_count, playouts};
use crate::policy;
use crate::position::{LEAST_SEATS, MOST_SEATS, Position};
use crate::posterior::{Believer, Weighted};
use crate::random::Random;
use crate::rollout::{ByCard, Outcome, forecasts, log_likelihood, roll_out, solved};
use crate::solve::{Objective, PreparedLaw, Request, Solution};

/// Words for a mask out of range.
pub const A_MASK: &str = "a set of cards, which is a mask of 32 bits";
/// Words for a card out of range.
pub const A_CARD: &str = "a card, which go from 0 to 31";
/// Words for any other number out of range.
pub const A_NUMBER: &str = "a number from 0 to 2**64 - 1";

/// A card by its number; a sentence where there is none.
pub fn card(code: u8) -> Result<usize, Refusal> {
    match code {
        0..32 => Ok(code.into()),
        _ => Err(format!("{code} is not {A_CARD}")),
    }
}

/// Cards that count when they fall in one trick, and their points.
pub fn bonus(cards: Mask, points: u64) -> Result<Bonus, Refusal> {
    let points = number("a bonus", points, play::MOST_POINTS as usize)? as u32;
    Ok(Bonus { cards, points })
}

/// A deal so far: who took, who led first, and the cards played in order.
pub struct DealSoFar {
    pub taker: u64,
    pub leader: u64,
    pub cards: Vec<usize>,
}

/// The hands by seat, who leads or has led the trick, and its cards.
pub struct AllHands {
    pub hands: Vec<Mask>,
    pub leader: u64,
    pub trick: Vec<usize>,
}

/// Division of the sides and bonus of a sweep, as [`Objective`] holds them, unchecked.
pub struct Aim {
    pub maximisers: u64,
    pub sweep: u64,
    pub taken: [u64; 2],
}

impl Aim {
    pub fn objective(&self) -> Result<Objective, Refusal> {
        let small = |name, value| number(name, value, 255).map(|number| number as u32);
        Ok(Objective {
            maximisers: small("maximisers", self.maximisers)?,
            sweep: small("sweep", self.sweep)?,
            taken: [small("taken", self.taken[0])?, small("taken", self.taken[1])?],
        })
    }
}

/// Knowledge of a seat about the hidden hands: see [`Law::believed`].
pub struct Belief {
    pub sizes: Vec<u8>,
    pub may_hold: Vec<Mask>,
    pub me: u64,
    pub hand: Mask,
    pub seats: u64,
    pub draws: u64,
    pub count: u64,
    pub exponent: f64,
    pub seed: u64,
}

/// The law of play of one contract, and what the solver makes of it once it is asked.
pub struct Law {
    pub law: play::Law,
    prepared: OnceLock<PreparedLaw>,
}

impl Law {
    pub fn new(
        duties: &[u8],
        trump: u64,
        strength: &[u8],
        points: &[u8],
        last_trick: u64,
        extras: Extras,
        partners: bool,
    ) -> Result<Self, Refusal> {
        let law = play::Law::new(duties, trump, strength, points, last_trick, extras, partners)?;
        Ok(Self { law, prepared: OnceLock::new() })
    }

    pub fn prepared(&self) -> &PreparedLaw {
        self.prepared.get_or_init(|| PreparedLaw::new(&self.law, None))
    }

    /// Number of sides among so many seats.
    pub fn sides(&self, seats: usize) -> usize {
        self.law.sides(seats)
    }

    pub fn position(&self, at: &AllHands) -> Result<Position, Refusal> {
        Position::new(&self.law, &at.hands, at.leader, &at.trick)
    }

    pub fn history(&self, seats: usize, so_far: &DealSoFar) -> Result<PlayHistory, Refusal> {
        PlayHistory::new(&self.law, seats, so_far.taker, so_far.leader, &so_far.cards)
    }

    /// The deal so far, and the positions with these hands; at least one.
    pub fn worlds_at(
        &self,
        so_far: &DealSoFar,
        worlds: &[Vec<Mask>],
    ) -> Result<(PlayHistory, Vec<Position>), Refusal> {
        let seats = worlds.first().map_or(0, Vec::len);
        check_seats(seats, "hands")?;
        if worlds.iter().any(|world| world.len() != seats) {
            return Err(format!("not every world has {seats} hands"));
        }
        let played = self.history(seats, so_far)?;
        let positions =
            worlds.iter().map(|hands| played.position(hands)).collect::<Result<_, _>>()?;
        Ok((played, positions))
    }

    /// The mask of the cards of `hand` that may be played to `trick`, up to three cards in order.
    pub fn legal(&self, hand: Mask, trick: &[usize]) -> Result<Mask, Refusal> {
        let trick = self.law.trick(trick, 3)?;
        match cards(hand & trick.cards).next() {
            Some(card) => Err(format!("card {card} is in the hand and in the trick")),
            None => Ok(self.law.legal(hand, &trick)),
        }
    }

    /// The index in `trick`, one to four cards in order of play, of the card that wins it.
    pub fn winner(&self, trick: &[usize]) -> Result<usize, Refusal> {
        let trick = self.law.trick(trick, 4)?;
        match trick.length {
            0 => Err("the trick is empty, so nobody wins it".into()),
            _ => Ok(trick.winner),
        }
    }

    /// The cards that whoever played `card` to this trick cannot have held beside it.
    pub fn excluded(&self, card: usize, trick: &[usize]) -> Result<Mask, Refusal> {
        let trick = self.law.trick(trick, 3)?;
        let own = 1 << card;
        if trick.cards & own != 0 {
            return Err(format!("card {card} is in the hand and in the trick"));
        }
        let others = cards(!(own | trick.cards));
        Ok(others
            .filter(|other| self.law.legal(own | 1 << other, &trick) & own == 0)
            .fold(0, |mask, other| mask | 1 << other))
    }

    /// Number of legal sequences of `depth` cards from this position.
    pub fn perft(&self, at: &AllHands, depth: u64) -> Result<u64, Refusal> {
        let position = self.position(at)?;
        Ok(position.perft(&self.law, position.depth(depth, 0)?))
    }

    /// The same count under each first card.
    pub fn divide(&self, at: &AllHands, depth: u64) -> Result<Vec<(usize, u64)>, Refusal> {
        let position = self.position(at)?;
        Ok(position.divide(&self.law, position.depth(depth, 1)?))
    }

    /// Play `count` random playouts.
    pub fn playouts(&self, at: &AllHands, count: u64, seed: u64) -> Result<Outcomes, Refusal> {
        let position = self.position(at)?;
        let count = check_count(count)?;
        if position.in_hand() == 0 {
            return Err("the hands are empty, so there is nothing to play".into());
        }
        Ok(playouts(&self.law, &position, count, seed))
    }

    /// Number of sides, and the outcomes of each legal card in these worlds: by rollouts of
    /// the learnt policy, or `exactly`.
    pub fn forecast(
        &self,
        worlds: &[Vec<Mask>],
        weights: &[f64],
        so_far: &DealSoFar,
        exactly: bool,
    ) -> Result<(usize, ByCard), Refusal> {
        if worlds.len() != weights.len() {
            return Err("give a weight for each world, and at least one".into());
        }
        let (played, positions) = self.worlds_at(so_far, worlds)?;
        let found = if exactly {
            solved(&self.law, self.prepared(), &positions, weights, &played)?
        } else {
            forecasts(&self.law, &positions, weights, &played.seen)
        };
        Ok((self.sides(played.turn.seats), found))
    }

    /// Number of sides, and one rollout of each world by the learnt policy.
    pub fn play_out(
        &self,
        worlds: &[Vec<Mask>],
        so_far: &DealSoFar,
    ) -> Result<(usize, Vec<Outcome>), Refusal> {
        let (played, positions) = self.worlds_at(so_far, worlds)?;
        let each = |position| roll_out(&self.law, position, &played.seen);
        Ok((self.sides(played.turn.seats), positions.iter().map(each).collect()))
    }

    /// The log-likelihood, by world, of the cards played so far; those of seat `me` do not count.
    pub fn likely(
        &self,
        worlds: &[Vec<Mask>],
        so_far: &DealSoFar,
        me: u64,
    ) -> Result<Vec<f64>, Refusal> {
        let (played, positions) = self.worlds_at(so_far, worlds)?;
        let me = number("me", me, 3)?;
        let each = |position| log_likelihood(&self.law, &played, position, me);
        Ok(positions.iter().map(each).collect())
    }

    /// Beliefs of seat `me` after the cards played: the number of worlds, and at most
    /// `count` of them, each a mask by seat, with its weight.
    pub fn believed(
        &self,
        known: &Belief,
        so_far: &DealSoFar,
    ) -> Result<(u64, Vec<Weighted>), Refusal> {
        let Belief { hand, exponent, seed, .. } = *known;
        let hidden = HiddenHands::new(&known.sizes, &known.may_hold)?;
        let seats = number("seats", known.seats, MOST_SEATS)?;
        check_seats(seats, "seats")?;
        let me = number("me", known.me, seats - 1)?;
        let played = self.history(seats, so_far)?;
        let by = Believer { law: &self.law, played: &played, me, hand, exponent };
        let (draws, count) = (check_count(known.draws)?, check_count(known.count)?);
        Ok((hidden.total, by.worlds(&hidden, draws.max(count), count, seed)?))
    }

    /// The double-dummy value, and if asked for that of each legal card and a principal variation.
    pub fn solve(
        &self,
        at: &AllHands,
        aim: &Aim,
        values: bool,
        line: bool,
    ) -> Result<Solution, Refusal> {
        let position = self.position(at)?;
        let request = Request { objective: aim.objective()?, values, line };
        request.solve(self.prepared(), &position)
    }

    /// The advantage of each legal card of the seat to play by the policy network.
    pub fn advantages(
        &self,
        by: &policy::Policy,
        hand: Mask,
        so_far: &DealSoFar,
        bid: u64,
    ) -> Result<Vec<(usize, f64)>, Refusal> {
        let bid = bid.min(play::MOST_POINTS.into()) as u32;
        by.advantages(&self.law, &self.history(MOST_SEATS, so_far)?, hand, bid)
    }
}

fn check_seats(seats: usize, what: &str) -> Result<(), Refusal> {
    match seats {
        LEAST_SEATS..=MOST_SEATS => Ok(()),
        _ => Err(format!("there are {seats} {what}, not {LEAST_SEATS} to {MOST_SEATS}")),
    }
}

/// Number of determinizations of the hidden hands, and `count` of them, a mask by seat.
pub fn worlds(
    sizes: &[u8],
    may_hold: &[Mask],
    count: u64,
    seed: u64,
) -> Result<(u64, Vec<Vec<Mask>>), Refusal> {
    let hidden = HiddenHands::new(sizes, may_hold)?;
    let count = check_count(count)?;
    let mut random = Random::new(seed);
    let drawn = (0..count).map(|_| hidden.sample(&mut random)[..sizes.len()].to_vec());
    Ok((hidden.total, drawn.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn law() -> Law {
        let strength: Vec<u8> = (0..32).map(|card| card % 8).collect();
        Law::new(&[0; 128], 0, &strength, &[0; 32], 10, Extras::default(), true).expect("a law")
    }

    #[test]
    fn beliefs_at_a_table_that_cannot_be_are_refused() {
        let belief = |seats| Belief {
            sizes: vec![1],
            may_hold: vec![1 << 5],
            me: 0,
            hand: 1 << 3,
            seats,
            draws: 5,
            count: 5,
            exponent: 1.0,
            seed: 1,
        };
        let so_far = DealSoFar { taker: 0, leader: 0, cards: vec![] };
        for seats in [0, 1] {
            let refused = law().believed(&belief(seats), &so_far).expect_err("a sentence");
            assert_eq!(refused, format!("there are {seats} seats, not 2 to 4"));
        }
        assert!(law().believed(&belief(2), &so_far).is_ok());
    }

    #[test]
    fn a_card_of_the_trick_was_not_played_to_it() {
        assert!(law().excluded(3, &[3, 4]).is_err());
        assert!(law().excluded(2, &[3, 4]).is_ok());
    }

    #[test]
    fn worlds_of_different_tables_are_refused_in_words_of_their_own() {
        let so_far = DealSoFar { taker: 0, leader: 0, cards: vec![] };
        let refused =
            law().play_out(&[vec![1, 2], vec![1, 2, 4]], &so_far).expect_err("a sentence");
        assert_eq!(refused, "not every world has 2 hands");
    }
}
