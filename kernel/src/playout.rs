//! Random playouts (Monte Carlo): every seat plays a uniformly random legal card to the end.
//!
//! A hand has at most ten cards, so here a hand is a mask of its own slots, the first card's bit 0:
//! one small table then finds the n-th card of any set. Eight games are interleaved, card by card,
//! which hides the latency of each: some four million playouts of a whole deal a second.

#![forbid(unsafe_code)]

use crate::play::{Law, Mask, Refusal, Sight, Withheld, cards, leads, suit, withhold};
use crate::position::{MOST_CARDS, MOST_SEATS, Position, Turn};
use crate::random::Random;

const MOST_PLAYOUTS: u64 = 10_000_000;
const SIDE_BY_SIDE: usize = 8;

/// How often side 0 got each number of points, and each side every trick.
#[derive(Debug, PartialEq)]
pub struct Outcomes {
    pub histogram: Vec<u64>,
    pub sweeps: Vec<u64>,
}

/// A set of slots in one word: four bits for each of them, the first one's lowest, and the highest
/// four bits for how many there are.
type Choice = u64;
const COUNT: u32 = 60;

static CHOICES: [Choice; 1 << MOST_CARDS] = choices();

const fn choices() -> [Choice; 1 << MOST_CARDS] {
    let mut all = [0; 1 << MOST_CARDS];
    let mut slots = 0;
    while slots < all.len() {
        let (mut slot, mut count) = (0, 0);
        while slot < MOST_CARDS {
            if slots >> slot & 1 == 1 {
                all[slots] |= (slot as Choice) << (4 * count);
                count += 1;
            }
            slot += 1;
        }
        all[slots] |= (count as Choice) << COUNT;
        slots += 1;
    }
    all
}

/// One choice of `count`: the whole part of `fraction * count`; what is left serves the next.
#[inline]
fn draw(fraction: &mut u64, count: u64) -> u64 {
    let wide = u128::from(*fraction) * u128::from(count);
    *fraction = wide as u64;
    (wide >> 64) as u64
}

/// A seat's first hand, and what its slots are among.
struct Seat {
    cards: [u8; 16],
    slots: Mask,
    led: [Mask; 4],
    over: [Mask; 32],
    trumps: Mask,
    not_led: Mask,
    withheld: Vec<Withheld>,
}

impl Seat {
    fn new(law: &Law, hand: Mask) -> Self {
        let mut held = [0; 16];
        for (slot, card) in held.iter_mut().zip(cards(hand)) {
            *slot = card as u8;
        }
        let slots = |mask: Mask| -> Mask {
            cards(hand).enumerate().map(|(slot, card)| (mask >> card & 1) << slot).sum()
        };
        let pairs = law.extras.withheld.iter().filter(|pair| pair.held & !hand == 0);
        Self {
            cards: held,
            slots: slots(hand),
            led: std::array::from_fn(|led| slots(suit(led))),
            over: std::array::from_fn(|card| slots(law.over(card))),
            trumps: slots(law.trumps),
            not_led: slots(law.extras.not_led),
            withheld: pairs
                .map(|pair| Withheld { held: slots(pair.held), kept: slots(pair.kept) })
                .collect(),
        }
    }

    #[inline]
    fn legal(&self, law: &Law, hand: Mask, turn: &Turn) -> Mask {
        let trick = &turn.trick;
        if trick.length == 0 {
            return withhold(hand, leads(hand, self.not_led), &self.withheld);
        }
        let over = self.over[trick.best & 31];
        let at = Sight { hand, led: self.led[trick.led & 3], over, trumps: self.trumps };
        withhold(hand, law.allowed(at, law.facts(trick)), &self.withheld)
    }
}

/// One game on its way: hands as slots, the turn, and what side 0 has won.
#[derive(Clone, Copy)]
struct Game {
    hands: [Mask; MOST_SEATS],
    turn: Turn,
    fraction: u64,
    won: Mask,
    bonus: u32,
    /// One bit for each side that has won a trick.
    winners: usize,
    last: usize,
}

impl Game {
    #[inline]
    fn step(&mut self, law: &Law, seats: &[Seat; MOST_SEATS]) {
        let number = self.turn.seat() & 3;
        let (seat, hand) = (&seats[number], self.hands[number]);
        let choice = CHOICES[seat.legal(law, hand, &self.turn) as usize & (CHOICES.len() - 1)];
        let place = draw(&mut self.fraction, choice >> COUNT);
        let slot = choice >> (4 * place) & 15;
        self.hands[number] ^= 1 << slot;
        law.add(&mut self.turn.trick, seat.cards[slot as usize] as usize & 31);
    }

    #[inline]
    fn gather(&mut self, law: &Law) {
        self.last = law.side(self.turn.winner());
        self.winners |= 1 << self.last;
        self.won |= if self.last == 0 { self.turn.trick.cards } else { 0 };
        if law.most_bonus > 0 && self.last == 0 {
            self.bonus += law.bonus(self.turn.trick.cards);
        }
        self.turn.gather();
    }
}

/// A number of playouts that one call may ask for.
pub fn check_count(count: u64) -> Result<u64, Refusal> {
    match count {
        1..=MOST_PLAYOUTS => Ok(count),
        _ => Err(format!("count is {count}, but goes from 1 to {MOST_PLAYOUTS}")),
    }
}

/// Play `count` games to the end.
pub fn playouts(law: &Law, position: &Position, count: u64, seed: u64) -> Outcomes {
    let seats: [Seat; MOST_SEATS] = position.hands.map(|hand| Seat::new(law, hand));
    let left = position.in_hand();
    let cards = left | position.turn.trick.cards;
    let tricks = cards.count_ones() / position.turn.seats as u32;
    let still_to_come = law.points(cards) + law.last_trick + tricks * law.most_bonus;
    let mut outcomes = Outcomes {
        histogram: vec![0; still_to_come as usize + 1],
        sweeps: vec![0; law.sides(position.turn.seats)],
    };
    let start = Game {
        hands: std::array::from_fn(|seat| seats[seat].slots),
        turn: position.turn,
        fraction: 0,
        won: 0,
        bonus: 0,
        winners: 0,
        last: 0,
    };
    let mut random = Random::new(seed);
    let mut games = [start; SIDE_BY_SIDE];
    let mut done = 0;
    while done < count {
        games.fill(start);
        play_out(law, &seats, &mut games, left.count_ones(), &mut random);
        let counted = (count - done).min(SIDE_BY_SIDE as u64) as usize;
        for game in &games[..counted] {
            outcomes.add(law, game, position.is_whole());
        }
        done += SIDE_BY_SIDE as u64;
    }
    outcomes
}

fn play_out(
    law: &Law,
    seats: &[Seat; MOST_SEATS],
    games: &mut [Game],
    left: u32,
    random: &mut Random,
) {
    for game in &mut *games {
        game.fraction = random.next();
    }
    for _ in 0..left {
        for game in &mut *games {
            game.step(law, seats);
        }
        if games[0].turn.is_full() {
            for game in &mut *games {
                game.gather(law);
                game.fraction = random.next();
            }
        }
    }
}

impl Outcomes {
    #[inline]
    fn add(&mut self, law: &Law, game: &Game, whole: bool) {
        let last = if game.last == 0 { law.last_trick } else { 0 };
        self.histogram[(law.points(game.won) + game.bonus + last) as usize] += 1;
        if whole && game.winners.is_power_of_two() {
            self.sweeps[game.winners.trailing_zeros() as usize] += 1;
        }
    }
}
