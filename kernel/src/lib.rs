//! The kernel: fast card play on bit masks, under a law of play that it is given.
//!
//! It holds a double-dummy solver ([`solve`]: alpha-beta with a transposition table), perft
//! ([`position`]), random playouts ([`playout`]), determinizations of hidden hands
//! ([`determinization`]), a learnt play
//! policy ([`habits`], softmax over features) with the rollouts and likelihoods made of it
//! ([`rollout`], [`posterior`]), a policy network ([`policy`]), and many whole deals at once, the
//! auction included ([`deals`]).
//!
//! No rule of any variant is written here. The law of play comes in as a table of 128 duties, the
//! contract as strengths and points, and everything below asks [`play::Law`].

// The tests need no Python, so they leave out `python`, which is all that would link against it;
// for the page `wasm` takes its place, and asks fewer questions.
#![cfg_attr(any(test, feature = "wasm"), allow(dead_code))]

mod api;
mod deals;
mod determinization;
mod habits;
mod observation;
mod play;
mod playout;
mod policy;
mod position;
mod posterior;
#[cfg(all(feature = "python", not(test)))]
mod python;
#[cfg(all(feature = "python", not(test)))]
mod python_deals;
mod random;
mod rollout;
mod solve;
#[cfg(all(feature = "wasm", not(test)))]
mod wasm;
