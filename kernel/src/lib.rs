//! What does the kernel do? It counts cards fast: masks, tricks and points, under a law it is given.
//!
//! No rule of any variant is written here. The law of play comes in as a table of 128 duties, the
//! contract as strengths and points, and everything below asks [`play::Law`].

// The tests need no Python: they run without the face, which is all that would link against it.
#![cfg_attr(test, allow(dead_code))]

#[cfg(not(test))]
mod face;
mod forecast;
mod habits;
mod play;
mod playout;
mod position;
mod random;
mod solve;
mod table;
mod worlds;
