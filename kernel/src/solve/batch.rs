//! Requests to the solver: one position at a time, or a batch of deals spread over all cores.
//!
//! Threads take chunks of a batch from a shared queue; each has a transposition table of its own, so
//! nothing is locked while it searches.

#![forbid(unsafe_code)]

use std::cell::RefCell;
use std::sync::Mutex;
use std::thread;

use super::prepared_law::PreparedLaw;
use super::solver::{Objective, Solver};
use super::transposition::TranspositionTable;
use crate::play::{Law, Mask, Refusal};
use crate::position::{MOST_SEATS, Position};

const DEAL: usize = 4 * MOST_SEATS;
/// How many deals a thread takes at a time.
const CHUNK: usize = 16;
const MOST_THREADS: u64 = 1024;
/// What stands in place of the value of a card that is not legal.
const NOT_LEGAL: i16 = -1;

/// The value, and the points of both sides together; the value of each legal card to the side that
/// plays it, and a principal variation, as far as they were asked for.
pub type Solution = (i32, i32, Option<Vec<(usize, i32)>>, Option<Vec<usize>>);

thread_local! {
    /// The transposition table of a thread, allocated once.
    static TRANSPOSITIONS: RefCell<TranspositionTable> = RefCell::new(TranspositionTable::new());
}

/// A question about one position.
pub struct Request {
    pub objective: Objective,
    pub values: bool,
    pub line: bool,
}

impl Request {
    pub fn solve(&self, prepared: &PreparedLaw, position: &Position) -> Result<Solution, Refusal> {
        TRANSPOSITIONS.with_borrow_mut(|transpositions| {
            let mut solver = Solver::new(prepared, transpositions, position, self.objective)?;
            let values = self.values.then(|| solver.values());
            let value = match &values {
                Some(values) => solver.best(values),
                None => solver.value(),
            };
            Ok((value, solver.left(), values, self.line.then(|| solver.principal_variation(value))))
        })
    }
}

/// Many deals, packed as Python hands them over.
pub struct Batch<'a> {
    pub laws: &'a [(&'a Law, &'a PreparedLaw)],
    /// The index in `laws` of each deal's law.
    pub which: &'a [u8],
    pub hands: &'a [u8],
    pub leaders: &'a [u8],
    pub objective: Objective,
    pub values: bool,
}

impl Batch<'_> {
    fn width(&self) -> usize {
        if self.values { 32 } else { 1 }
    }

    fn check(&self) -> Result<(), Refusal> {
        let deals = self.leaders.len();
        if self.hands.len() != deals * DEAL || self.which.len() != deals {
            return Err(format!(
                "{deals} leaders need as many laws and {DEAL} bytes of hands each, not {} and {}",
                self.which.len(),
                self.hands.len()
            ));
        }
        if self.values && self.objective.sweep == 1 {
            return Err("a sweep of 1 point could not be told from a card that is not legal".into());
        }
        if self.values && self.laws.iter().any(|(law, _)| law.most_bonus > 0) {
            return Err("with bonuses a card may be worth -1, which means: not legal".into());
        }
        match self.which.iter().find(|&&law| usize::from(law) >= self.laws.len()) {
            Some(law) => Err(format!("there is no law {law}: there are {}", self.laws.len())),
            None => Ok(()),
        }
    }

    /// Solve the deals from `first` on, as many as there is room for.
    fn fill(&self, first: usize, out: &mut [i16]) -> Result<(), Refusal> {
        for (place, out) in out.chunks_exact_mut(self.width()).enumerate() {
            self.one(first + place, out)
                .map_err(|error| format!("deal {}: {error}", first + place))?;
        }
        Ok(())
    }

    fn one(&self, deal: usize, out: &mut [i16]) -> Result<(), Refusal> {
        let (law, prepared) = self.laws[usize::from(self.which[deal])];
        let position = position(law, &self.hands[deal * DEAL..], self.leaders[deal])?;
        let request = Request { objective: self.objective, values: self.values, line: false };
        let (value, _, values, _) = request.solve(prepared, &position)?;
        match values {
            None => out[0] = value as i16,
            Some(values) => {
                out.fill(NOT_LEGAL);
                for (card, value) in values {
                    out[card] = value as i16;
                }
            }
        }
        Ok(())
    }
}

/// The value of each deal, or of each of its 32 cards, on so many threads (0: one per core).
pub fn solve_batch(batch: &Batch, threads: u64) -> Result<Vec<i16>, Refusal> {
    batch.check()?;
    let mut found = vec![0; batch.leaders.len() * batch.width()];
    let chunks = batch.leaders.len().div_ceil(CHUNK);
    let threads = threads_for(threads, chunks)?;
    if threads <= 1 {
        batch.fill(0, &mut found)?;
        return Ok(found);
    }
    let chunks_left = Mutex::new(found.chunks_mut(CHUNK * batch.width()).enumerate());
    let work = || -> Result<(), Refusal> {
        while let Some((chunk, out)) = next(&chunks_left) {
            batch.fill(chunk * CHUNK, out)?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a search never panics"))
    })?;
    Ok(found)
}

/// The next chunk, taken by one thread only.
fn next<T>(rest: &Mutex<impl Iterator<Item = T>>) -> Option<T> {
    rest.lock().expect("nobody panics while taking").next()
}

/// How many nodes the search visits for each of these deals.
pub fn count_nodes(
    law: &Law,
    prepared: &PreparedLaw,
    hands: &[u8],
    leaders: &[u8],
) -> Result<Vec<u64>, Refusal> {
    let which = vec![0; leaders.len()];
    let laws = [(law, prepared)];
    let objective = Objective::PARTNERS;
    Batch { laws: &laws, which: &which, hands, leaders, objective, values: false }.check()?;
    let one = |(hands, &leader): (&[u8], &u8)| {
        let position = position(law, hands, leader)?;
        TRANSPOSITIONS.with_borrow_mut(|transpositions| {
            let mut solver = Solver::new(prepared, transpositions, &position, objective)?;
            solver.value();
            Ok(solver.nodes())
        })
    };
    hands.chunks_exact(DEAL).zip(leaders).map(one).collect()
}

fn position(law: &Law, hands: &[u8], leader: u8) -> Result<Position, Refusal> {
    let mask = |seat: usize| {
        let mut bytes = [0; 4];
        bytes.copy_from_slice(&hands[4 * seat..4 * seat + 4]);
        Mask::from_ne_bytes(bytes)
    };
    let masks: [Mask; MOST_SEATS] = std::array::from_fn(mask);
    Position::new(law, &masks, leader.into(), &[])
}

fn threads_for(threads: u64, chunks: usize) -> Result<usize, Refusal> {
    let wanted = match threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        1..=MOST_THREADS => threads as usize,
        _ => return Err(format!("threads is {threads}, but goes from 0 to {MOST_THREADS}")),
    };
    Ok(wanted.min(chunks))
}
