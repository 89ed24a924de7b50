//! The double-dummy solver: what a position is worth when every card is seen and both sides play
//! their best.

#![forbid(unsafe_code)]

mod batch;
mod endgame;
mod equivalence;
mod first_guess;
mod hands;
mod move_ordering;
mod move_picker;
mod move_scores;
mod prepared_law;
mod refutations;
mod renumbering;
mod search;
mod solver;
#[cfg(test)]
mod tests;
mod transposition;
mod weights;

#[cfg(not(test))]
pub use batch::{Answer, Asked, Question, many, nodes};
#[cfg(not(test))]
pub use move_scores::{WEIGHTS, Weights};
#[cfg(not(test))]
pub use prepared_law::Contract;
#[cfg(not(test))]
pub use solver::Terms;
