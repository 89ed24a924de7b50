//! Weights of the move-ordering features, tuned by `tools/tune_solver.py` to visit the fewest nodes.
//!
//! They steer move ordering alone: any weights give the same values, in another time.

#![forbid(unsafe_code)]

use crate::play::Law;

/// The seats after the leader.
pub const REPLIES: usize = 3;
/// How many weights score a lead.
pub const LEAD: usize = 29;
/// How many weights score a reply, for each of the seats after the leader.
pub const REPLY: usize = 28;
pub const WEIGHTS: usize = LEAD + REPLIES * REPLY + 1;

/// One weight per feature, in the order in which [`super::move_scores`] reads them.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights(pub [i16; WEIGHTS]);

impl Weights {
    /// The tuned weights of contracts of this kind.
    pub fn of(law: &Law) -> &'static Self {
        match law.trumps {
            0 => &ONE_ORDER,
            _ => &ONE_TRUMP,
        }
    }
}

/// One suit is trump.
#[rustfmt::skip]
pub static ONE_TRUMP: Weights = Weights([
    -90, 24, -23, 967, 102, -19, -16, 3, -78, 776, 400, 183, 19, -10, -32, -141, 311, 350, 6, 145,
    141, -101, -92, 40, -171, 129, -13, -295, 353, -65, 57, 398, -12, -321, 691, 37, 52, 149, 222,
    -408, 107, 461, -594, -47, 112, 88, 130, -144, -99, 8, 302, -4, -34, -90, -51, -245, 420, -250,
    320, 283, 195, -206, -119, 12, 312, -38, -57, 31, -47, 164, 0, -511, 5, -13, 347, -1, -354, 7,
    57, 39, 44, 0, -180, -185, 2, 0, -56, 956, 121, 64, 169, 249, 223, 86, 53, -65, 7, 0, 277, 111,
    519, -117, 56, 0, -306, -213, 0, 317, -1, -1, 38, -209, -212, -119,
]);

/// All suits are trump, or none: every suit has its own order and none beats another.
#[rustfmt::skip]
pub static ONE_ORDER: Weights = Weights([
    1302, 862, 670, 519, 0, -36, 50, -203, 0, 0, 20, 36, -62, 0, -48, -77, -17, 31, 76, 44, 0, 25,
    -6, 7, 0, 161, 0, 77, -40, 0, 0, 76, 200, 55, 0, 196, 0, 38, 0, 0, 50, 0, 51, 6, 0, 21, 113, 0,
    -150, -34, 5, -121, -30, -24, -87, -164, 58, 0, 300, 143, 444, 0, 19, 142, 0, 92, 0, 117, 134,
    0, 50, 3, -8, 0, 5, 0, -75, -182, 0, 0, -69, -10, -30, 61, 0, -26, 299, 37, 8, -13, 0, 100, -1,
    100, 0, 0, -47, 5, 191, -50, 0, 89, -2, 0, -60, -70, -20, -41, -12, -111, -8, -158, 0, -561,
]);
