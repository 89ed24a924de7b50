//! What does the kernel do? It counts cards fast: masks, tricks and points, under a law it is given.
//!
//! No rule of any variant is written here. The law of play comes in as a table of 128 duties, the
//! contract as strengths and points, and everything below asks [`play::Law`].

// The tests need no Python, so they leave out `python`, which is all that would link against it.
#![cfg_attr(test, allow(dead_code))]

mod determinization;
mod habits;
mod observation;
mod play;
mod playout;
mod position;
#[cfg(not(test))]
mod python;
mod random;
mod rollout;
mod solve;
