//! First guess: a static evaluation of a deal, from which the zero-window driver starts.
//!
//! A linear regression over solved deals; its root mean square error is 14 points on a whole deal.

#![forbid(unsafe_code)]

use super::prepared_law::PreparedLaw;
use crate::play::{Mask, suit};

/// Coefficients: tenths of a point by which a hand moves the value towards its side.
struct Coefficients {
    /// Each rank, the lowest first, of trumps and of the other suits.
    trumps: [i32; 8],
    plain: [i32; 8],
    leads: i32,
    /// Beside trumps, a plain suit of no card, one, two.
    short: [i32; 3],
    /// The square of the length of trumps, or where no suit is trump of every suit.
    square: i32,
}

const ONE_TRUMP: Coefficients = Coefficients {
    trumps: [-14, -13, -7, -3, 13, 32, 79, 218],
    plain: [-58, -58, -58, -58, -60, -49, -27, 62],
    leads: 58,
    short: [8, -54, -42],
    square: 12,
};

const ONE_ORDER: Coefficients = Coefficients {
    trumps: [0; 8],
    plain: [-36, -32, -36, -36, -31, -18, 23, 165],
    leads: 98,
    short: [0; 3],
    square: 5,
};

/// An estimate of the points still to come to the maximisers.
pub fn first_guess(
    prepared: &PreparedLaw,
    hands: &[Mask],
    leader: usize,
    maximisers: u32,
    left: i32,
) -> i32 {
    let trumps = prepared.law.trumps;
    let coefficients = if trumps == 0 { &ONE_ORDER } else { &ONE_TRUMP };
    let mut tenths = 0;
    for (seat, &hand) in hands.iter().enumerate() {
        let found =
            coefficients.of(hand, trumps) + if seat == leader { coefficients.leads } else { 0 };
        tenths += if maximisers >> seat & 1 == 1 { found } else { -found };
    }
    (left / 2 + tenths / 10).clamp(0, left)
}

impl Coefficients {
    fn of(&self, hand: Mask, trumps: Mask) -> i32 {
        let ranks = (0..8).map(|rank| {
            let cards = hand & 0x0101_0101 << rank;
            self.trumps[rank] * (cards & trumps).count_ones() as i32
                + self.plain[rank] * (cards & !trumps).count_ones() as i32
        });
        let suits = (0..4).map(|of| {
            let length = (hand & suit(of)).count_ones() as usize;
            match length {
                _ if trumps == 0 || suit(of) == trumps => self.square * (length * length) as i32,
                0..3 if hand & trumps != 0 => self.short[length],
                _ => 0,
            }
        });
        ranks.sum::<i32>() + suits.sum::<i32>()
    }
}
