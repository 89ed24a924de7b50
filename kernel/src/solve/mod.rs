//! The double-dummy solver: the value of a position in which every card is seen and both sides play
//! their best.
//!
//! How it works, from the outside in:
//!
//! - [`batch`]: one request, or many deals over all cores;
//! - [`prepared_law`], [`renumbering`]: the law of one contract as lookup tables;
//! - [`solver`]: the root: value, value of each card, principal variation;
//! - [`zero_window`]: the driver in the style of MTD(f), started by [`first_guess`];
//! - [`search`]: alpha-beta with a zero window, over [`types`] and [`hands`] that fit in registers;
//! - [`transposition`], [`refutations`]: what is kept between searches (transposition table, killers);
//! - [`move_ordering`], [`move_scores`], [`weights`], [`move_picker`]: which card is searched next;
//! - [`equivalence`]: equal cards, and the rank equivalence of partition search;
//! - [`endgame`]: the last two tricks.
//!
//! There are no circles among them. A whole deal of 32 cards takes less than a millisecond in
//! the mean, and some hundred kilobytes of memory for each thread.

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
mod types;
mod weights;
mod zero_window;

#[cfg(all(feature = "python", not(test)))]
pub use batch::{Batch, count_nodes, solve_batch};
pub use batch::{Request, Solution};
pub use prepared_law::PreparedLaw;
pub use solver::Objective;
#[cfg(all(feature = "python", not(test)))]
pub use weights::{WEIGHTS, Weights};
