//! How are questions answered one by one, and many at a time on every core?

#![forbid(unsafe_code)]

use std::cell::RefCell;
use std::sync::Mutex;
use std::thread;

use super::prepared_law::Contract;
use super::solver::{Study, Terms};
use super::transposition::Table;
use crate::play::{Law, Mask, Refusal};
use crate::position::{MOST_SEATS, Position};

const DEAL: usize = 4 * MOST_SEATS;
/// Deals that a thread takes at a time.
const PORTION: usize = 16;
const MOST_THREADS: u64 = 1024;
/// What stands where a card cannot be played.
const NOT_LEGAL: i16 = -1;

/// The value and what both sides get together; what each legal card brings the side that plays it,
/// and a best line, as far as they were asked for.
pub type Answer = (i32, i32, Option<Vec<(usize, i32)>>, Option<Vec<usize>>);

thread_local! {
    /// A thread's own room to think in, made once.
    static TABLE: RefCell<Table> = RefCell::new(Table::new());
}

/// What is asked of one position.
pub struct Question {
    pub terms: Terms,
    pub values: bool,
    pub line: bool,
}

impl Question {
    pub fn answer(&self, contract: &Contract, position: &Position) -> Result<Answer, Refusal> {
        TABLE.with_borrow_mut(|table| {
            let mut study = Study::new(contract, table, position, self.terms)?;
            let values = self.values.then(|| study.values());
            let value = match &values {
                Some(values) => study.best(values),
                None => study.value(),
            };
            Ok((value, study.left(), values, self.line.then(|| study.line(value))))
        })
    }
}

/// Many deals, as Python hands them over.
pub struct Asked<'a> {
    pub laws: &'a [(&'a Law, &'a Contract)],
    /// The number of each deal's law.
    pub which: &'a [u8],
    pub hands: &'a [u8],
    pub leaders: &'a [u8],
    pub terms: Terms,
    pub values: bool,
}

impl Asked<'_> {
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
        if self.values && self.terms.sweep == 1 {
            return Err("a sweep of 1 point could not be told from a card that is not legal".into());
        }
        match self.which.iter().find(|&&law| usize::from(law) >= self.laws.len()) {
            Some(law) => Err(format!("there is no law {law}: there are {}", self.laws.len())),
            None => Ok(()),
        }
    }

    /// The deals from `first` on, as many as there is room for.
    fn fill(&self, first: usize, room: &mut [i16]) -> Result<(), Refusal> {
        for (place, room) in room.chunks_exact_mut(self.width()).enumerate() {
            self.one(first + place, room)
                .map_err(|error| format!("deal {}: {error}", first + place))?;
        }
        Ok(())
    }

    fn one(&self, deal: usize, room: &mut [i16]) -> Result<(), Refusal> {
        let (law, contract) = self.laws[usize::from(self.which[deal])];
        let position = position(law, &self.hands[deal * DEAL..], self.leaders[deal])?;
        let question = Question { terms: self.terms, values: self.values, line: false };
        let (value, _, values, _) = question.answer(contract, &position)?;
        match values {
            None => room[0] = value as i16,
            Some(values) => {
                room.fill(NOT_LEGAL);
                for (card, value) in values {
                    room[card] = value as i16;
                }
            }
        }
        Ok(())
    }
}

/// The value of each deal, or of each of its 32 cards, on so many threads; 0: one a core.
pub fn many(asked: &Asked, threads: u64) -> Result<Vec<i16>, Refusal> {
    asked.check()?;
    let mut found = vec![0; asked.leaders.len() * asked.width()];
    let portions = asked.leaders.len().div_ceil(PORTION);
    let threads = threads_for(threads, portions)?;
    if threads <= 1 {
        asked.fill(0, &mut found)?;
        return Ok(found);
    }
    let rooms = Mutex::new(found.chunks_mut(PORTION * asked.width()).enumerate());
    let work = || -> Result<(), Refusal> {
        while let Some((portion, room)) = next(&rooms) {
            asked.fill(portion * PORTION, room)?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a search never panics"))
    })?;
    Ok(found)
}

/// The next piece of work, taken by one thread only.
fn next<T>(rest: &Mutex<impl Iterator<Item = T>>) -> Option<T> {
    rest.lock().expect("nobody panics while taking").next()
}

/// How many positions a search looks at, for each of these deals.
pub fn nodes(
    law: &Law,
    contract: &Contract,
    hands: &[u8],
    leaders: &[u8],
) -> Result<Vec<u64>, Refusal> {
    let which = vec![0; leaders.len()];
    let laws = [(law, contract)];
    let terms = Terms::PARTNERS;
    Asked { laws: &laws, which: &which, hands, leaders, terms, values: false }.check()?;
    let one = |(hands, &leader): (&[u8], &u8)| {
        let position = position(law, hands, leader)?;
        TABLE.with_borrow_mut(|table| {
            let mut study = Study::new(contract, table, &position, terms)?;
            study.value();
            Ok(study.nodes())
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

fn threads_for(threads: u64, portions: usize) -> Result<usize, Refusal> {
    let wanted = match threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        1..=MOST_THREADS => threads as usize,
        _ => return Err(format!("threads is {threads}, but goes from 0 to {MOST_THREADS}")),
    };
    Ok(wanted.min(portions))
}
