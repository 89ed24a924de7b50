//! What will a deal be worth at a first glance? A guess from which the search sets out.

#![forbid(unsafe_code)]

use super::contract::Contract;
use crate::play::Mask;

/// Tenths of a point that each rank, the lowest first, moves the value by, by side.
const TRUMP: [i32; 8] = [-7, -1, -1, 9, 18, 47, 91, 227];
const PLAIN: [i32; 8] = [-68, -67, -70, -70, -69, -64, -33, 59];
const LEADER: i32 = 69;

/// About the points still to come to the maximisers.
pub fn guess(
    contract: &Contract,
    hands: &[Mask],
    leader: usize,
    maximisers: u32,
    left: i32,
) -> i32 {
    let mut tenths = 0;
    for (seat, &hand) in hands.iter().enumerate() {
        let worth = hand_worth(hand, contract.law.trumps) + if seat == leader { LEADER } else { 0 };
        tenths += if maximisers >> seat & 1 == 1 { worth } else { -worth };
    }
    (left / 2 + tenths / 10).clamp(0, left)
}

fn hand_worth(hand: Mask, trumps: Mask) -> i32 {
    let of = |rank: usize| {
        let cards = hand & 0x0101_0101 << rank;
        TRUMP[rank] * (cards & trumps).count_ones() as i32
            + PLAIN[rank] * (cards & !trumps).count_ones() as i32
    };
    (0..8).map(of).sum()
}
