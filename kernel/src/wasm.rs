//! Bindings for WebAssembly over [`crate::api`]: bytes in, bytes out, one question at a time.
//!
//! The host asks for room by `request`, writes the arguments there, and asks question number N by
//! `answer`, which returns the length of what `response` points at: a byte, 0, and the result, or 1
//! and a sentence. Numbers are little-endian and lists begin with their length (4 bytes); an argument
//! has the form that [`Request`] reads for it. `src/rebelote/offline/wasm_kernel.py` and the packages
//! in `web/packages` speak it.

#![allow(unsafe_code)] // the names of the exported functions, and nothing else

use std::cell::RefCell;

use crate::api::{self, Aim, AllHands, Belief, DealSoFar, Law};
use crate::play::{Extras, Mask, Refusal, Withheld};
use crate::policy::Policy;
use crate::rollout::Outcome;

/// State between two questions: the bytes exchanged, and the objects made.
#[derive(Default)]
struct Instance {
    bytes: Vec<u8>,
    laws: Made<Law>,
    policies: Made<Policy>,
}

thread_local! {
    static INSTANCE: RefCell<Instance> = RefCell::default();
}

/// Return where to write a request of so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn request(length: usize) -> *mut u8 {
    INSTANCE.with_borrow_mut(|instance| {
        instance.bytes.clear();
        instance.bytes.resize(length, 0);
        instance.bytes.as_mut_ptr()
    })
}

/// Ask a question about the bytes of the request; return how many the response has.
#[unsafe(no_mangle)]
pub extern "C" fn answer(question: u32) -> usize {
    INSTANCE.with_borrow_mut(|instance| {
        let asked = std::mem::take(&mut instance.bytes);
        let mut result = Response(vec![0]);
        let done = instance.answer(question, &mut Request(&asked), &mut result);
        instance.bytes = match done {
            Ok(()) => result.0,
            Err(sentence) => [&[1], sentence.as_bytes()].concat(),
        };
        instance.bytes.len()
    })
}

/// Return where the response is, until the next request.
#[unsafe(no_mangle)]
pub extern "C" fn response() -> *const u8 {
    INSTANCE.with_borrow(|instance| instance.bytes.as_ptr())
}

/// Things by the numbers that the host knows them by.
struct Made<T>(Vec<Option<T>>);

impl<T> Default for Made<T> {
    fn default() -> Self {
        Self(vec![])
    }
}

impl<T> Made<T> {
    fn add(&mut self, thing: T) -> u32 {
        let free = self.0.iter().position(Option::is_none);
        let place = free.unwrap_or_else(|| {
            self.0.push(None);
            self.0.len() - 1
        });
        self.0[place] = Some(thing);
        place as u32
    }

    fn remove(&mut self, number: u32) {
        if let Some(place) = self.0.get_mut(number as usize) {
            *place = None;
        }
    }

    fn get(&self, number: u32) -> Result<&T, Refusal> {
        let found = self.0.get(number as usize).and_then(Option::as_ref);
        found.ok_or_else(|| format!("there is nothing with number {number}"))
    }
}

impl Instance {
    /// Answer a question; the numbers are those of the hosts.
    fn answer(&mut self, question: u32, asked: &mut Request, out: &mut Response) -> Asked {
        match question {
            0 => out.number(self.laws.add(asked.new_law()?)),
            1 => self.laws.remove(asked.number()?),
            2 => out.number(self.policies.add(Policy::new(asked.bytes()?)?)),
            3 => self.policies.remove(asked.number()?),
            4 => out.worlds(&asked.drawn_worlds()?),
            _ => {
                let law = self.laws.get(asked.number()?)?;
                return answer_about(law, &self.policies, question, asked, out);
            }
        }
        Ok(())
    }
}

type Asked = Result<(), Refusal>;

/// Answer a question about a law.
fn answer_about(
    law: &Law,
    policies: &Made<Policy>,
    question: u32,
    asked: &mut Request,
    out: &mut Response,
) -> Asked {
    match question {
        5 => out.number(law.legal(asked.mask()?, &asked.cards()?)?),
        6 => out.number(law.winner(&asked.cards()?)? as u32),
        7 => out.number(law.excluded(asked.card()?, &asked.cards()?)?),
        8 => out.wide(law.perft(&asked.all_hands()?, asked.wide()?)?),
        9 => {
            let found = law.playouts(&asked.all_hands()?, asked.wide()?, asked.wide()?)?;
            out.list(&found.histogram, |out, &times| out.wide(times));
            out.list(&found.sweeps, |out, &times| out.wide(times));
        }
        10 => {
            let (worlds, weights) = (asked.worlds()?, asked.list(Request::real)?);
            let (so_far, exactly) = (asked.deal()?, asked.flag()?);
            let (sides, found) = law.forecast(&worlds, &weights, &so_far, exactly)?;
            out.list(&found, |out, (card, outcomes)| {
                out.0.push(*card as u8);
                out.list(outcomes, |out, (outcome, weight)| {
                    out.outcome(sides, outcome);
                    out.real(*weight);
                });
            });
        }
        11 => {
            let (sides, found) = law.play_out(&asked.worlds()?, &asked.deal()?)?;
            out.list(&found, |out, outcome| out.outcome(sides, outcome));
        }
        12 => {
            let found = law.likely(&asked.worlds()?, &asked.deal()?, asked.wide()?)?;
            out.list(&found, |out, &log| out.real(log));
        }
        13 => {
            let so_far = asked.deal()?;
            let (total, found) = law.believed(&asked.belief()?, &so_far)?;
            out.wide(total);
            out.list(&found, |out, (world, weight)| {
                out.list(world, |out, &hand| out.number(hand));
                out.real(*weight);
            });
        }
        14 => {
            let (at, aim) = (asked.all_hands()?, asked.aim()?);
            let (value, left, values, line) = law.solve(&at, &aim, asked.flag()?, asked.flag()?)?;
            out.number(value as u32);
            out.number(left as u32);
            out.list(&values.unwrap_or_default(), |out, &(card, points)| {
                out.0.push(card as u8);
                out.number(points as u32);
            });
            out.list(&line.unwrap_or_default(), |out, &card| out.0.push(card as u8));
        }
        15 => {
            let by = policies.get(asked.number()?)?;
            let (hand, so_far, bid) = (asked.mask()?, asked.deal()?, asked.wide()?);
            out.list(&law.advantages(by, hand, &so_far, bid)?, |out, &(card, points)| {
                out.0.push(card as u8);
                out.real(points);
            });
        }
        _ => return Err(format!("there is no question {question}")),
    }
    Ok(())
}

/// The rest of a request.
struct Request<'a>(&'a [u8]);

impl<'a> Request<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], Refusal> {
        let (now, rest) = self.0.split_at_checked(count).ok_or("the request is too short")?;
        self.0 = rest;
        Ok(now)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Refusal> {
        Ok(std::array::from_fn({
            let bytes = self.take(N)?;
            |place| bytes[place]
        }))
    }

    fn number(&mut self) -> Result<u32, Refusal> {
        self.array().map(u32::from_le_bytes)
    }

    fn mask(&mut self) -> Result<Mask, Refusal> {
        self.number()
    }

    fn wide(&mut self) -> Result<u64, Refusal> {
        self.array().map(u64::from_le_bytes)
    }

    fn real(&mut self) -> Result<f64, Refusal> {
        self.array().map(f64::from_le_bytes)
    }

    fn flag(&mut self) -> Result<bool, Refusal> {
        self.array().map(|[byte]| byte != 0)
    }

    fn card(&mut self) -> Result<usize, Refusal> {
        let [code] = self.array()?;
        api::card(code)
    }

    fn bytes(&mut self) -> Result<&'a [u8], Refusal> {
        let length = self.number()?;
        self.take(length as usize)
    }

    /// A list, as long as the request has bytes for it.
    fn list<T>(&mut self, one: fn(&mut Self) -> Result<T, Refusal>) -> Result<Vec<T>, Refusal> {
        (0..self.number()?).map(|_| one(self)).collect()
    }

    fn cards(&mut self) -> Result<Vec<usize>, Refusal> {
        self.list(Self::card)
    }

    fn masks(&mut self) -> Result<Vec<Mask>, Refusal> {
        self.list(Self::mask)
    }

    fn worlds(&mut self) -> Result<Vec<Vec<Mask>>, Refusal> {
        self.list(Self::masks)
    }

    fn deal(&mut self) -> Result<DealSoFar, Refusal> {
        Ok(DealSoFar { taker: self.wide()?, leader: self.wide()?, cards: self.cards()? })
    }

    fn all_hands(&mut self) -> Result<AllHands, Refusal> {
        Ok(AllHands { hands: self.masks()?, leader: self.wide()?, trick: self.cards()? })
    }

    fn aim(&mut self) -> Result<Aim, Refusal> {
        let (maximisers, sweep) = (self.wide()?, self.wide()?);
        Ok(Aim { maximisers, sweep, taken: [self.wide()?, self.wide()?] })
    }

    fn belief(&mut self) -> Result<Belief, Refusal> {
        Ok(Belief {
            sizes: self.bytes()?.to_vec(),
            may_hold: self.masks()?,
            me: self.wide()?,
            hand: self.mask()?,
            seats: self.wide()?,
            draws: self.wide()?,
            count: self.wide()?,
            exponent: self.real()?,
            seed: self.wide()?,
        })
    }

    fn new_law(&mut self) -> Result<Law, Refusal> {
        let (duties, trump, strength) = (self.bytes()?, self.wide()?, self.bytes()?);
        let (points, last_trick) = (self.bytes()?, self.wide()?);
        let withheld =
            self.list(|asked| Ok(Withheld { held: asked.mask()?, kept: asked.mask()? }))?;
        let (partners, not_led) = (self.flag()?, self.mask()?);
        let bonuses = self.list(|asked| api::bonus(asked.mask()?, asked.wide()?))?;
        let extras = Extras { withheld, not_led, bonuses };
        Law::new(duties, trump, strength, points, last_trick, extras, partners)
    }

    fn drawn_worlds(&mut self) -> Result<(u64, Vec<Vec<Mask>>), Refusal> {
        api::worlds(self.bytes()?, &self.masks()?, self.wide()?, self.wide()?)
    }
}

/// A result so far.
struct Response(Vec<u8>);

impl Response {
    fn number(&mut self, number: u32) {
        self.0.extend(number.to_le_bytes());
    }

    fn wide(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }

    fn real(&mut self, number: f64) {
        self.0.extend(number.to_le_bytes());
    }

    fn list<T>(&mut self, things: &[T], one: impl Fn(&mut Self, &T)) {
        self.number(things.len() as u32);
        for thing in things {
            one(self, thing);
        }
    }

    /// The points of all four places, so that every outcome is as long; how many sides there are.
    fn outcome(&mut self, sides: usize, outcome: &Outcome) {
        self.0.extend([sides as u8, outcome.winners, outcome.last]);
        for points in outcome.points {
            self.0.extend(points.to_le_bytes());
        }
    }

    fn worlds(&mut self, (total, drawn): &(u64, Vec<Vec<Mask>>)) {
        self.wide(*total);
        self.list(drawn, |out, world| out.list(world, |out, &hand| out.number(hand)));
    }
}
