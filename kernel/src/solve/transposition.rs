//! What is already known of the positions between two tricks?
//!
//! Within one deal the cards left and the leader say everything, so the key is exact. An entry is
//! one word; four share a bucket, and of those the one with the fewest cards gives way. A new deal
//! begins a new generation, to which older entries are strangers: nothing has to be cleared.

#![forbid(unsafe_code)]

use super::refutations::Lately;
use crate::play::MOST_POINTS;

const BUCKETS: usize = 1 << 13;
const ENDINGS: usize = 1 << 12;
const GENERATIONS: u64 = 1024;
const KEY: u32 = 28;
const GENERATION: u32 = 18;
const LOW: u32 = 9;
const NINE_BITS: u64 = 0x1FF;

/// The most values that an entry can tell apart.
pub const VALUES: u32 = 1 << LOW;
const _: () = assert!(MOST_POINTS < VALUES);

/// What is known: the value lies from `low` to `high`.
#[derive(Clone, Copy)]
pub struct Known {
    pub low: u32,
    pub high: u32,
}

impl Known {
    #[inline]
    fn new(entry: u64) -> Self {
        Self { low: (entry >> LOW & NINE_BITS) as u32, high: (entry & NINE_BITS) as u32 }
    }

    #[inline]
    fn entry(self, tag: u64) -> u64 {
        let bounds = u64::from(self.low) << LOW | u64::from(self.high);
        tag << GENERATION | bounds
    }
}

#[derive(Clone, Copy)]
#[repr(align(32))]
struct Bucket([u64; 4]);

/// Room for 32,768 positions: 256 KB, which stays in the processor's nearer memory.
pub struct Table {
    buckets: Box<[Bucket; BUCKETS]>,
    /// One place for each of the positions that are soon solved again: they find it at once.
    endings: Box<[u64; ENDINGS]>,
    generation: u64,
    pub lately: Lately,
}

impl Table {
    pub fn new() -> Self {
        let buckets = vec![Bucket([0; 4]); BUCKETS].into_boxed_slice();
        let Ok(buckets) = buckets.try_into() else { unreachable!("it has that length") };
        Self { buckets, endings: Box::new([0; ENDINGS]), generation: 0, lately: Lately::new() }
    }

    /// Forget everything.
    pub fn forget(&mut self) {
        self.lately.forget();
        self.generation += 1;
        if self.generation == GENERATIONS {
            self.buckets.fill(Bucket([0; 4]));
            self.endings.fill(0);
            self.generation = 1;
        }
    }

    #[inline]
    fn tag(&self, key: u64) -> u64 {
        key << (KEY - GENERATION) | self.generation
    }

    #[inline]
    fn place(key: u64, places: usize) -> usize {
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> (64 - places.ilog2())) as usize & (places - 1)
    }

    #[inline]
    pub fn find(&self, key: u64) -> Option<Known> {
        let tag = self.tag(key);
        let bucket = &self.buckets[Self::place(key, BUCKETS)].0;
        // All four at once: to stop at the first would be a guess that fails too often.
        let pick = |found, &entry| if entry >> GENERATION == tag { entry } else { found };
        let entry = bucket.iter().fold(0, pick);
        (entry != 0).then(|| Known::new(entry))
    }

    /// The same of a position near its end.
    #[inline]
    pub fn find_ending(&self, key: u64) -> Option<Known> {
        let entry = self.endings[Self::place(key, ENDINGS)];
        (entry >> GENERATION == self.tag(key)).then(|| Known::new(entry))
    }

    #[inline]
    pub fn keep_ending(&mut self, key: u64, known: Known) {
        self.endings[Self::place(key, ENDINGS)] = known.entry(self.tag(key));
    }

    #[inline]
    pub fn keep(&mut self, key: u64, known: Known) {
        let (tag, generation) = (self.tag(key), self.generation);
        let bucket = &mut self.buckets[Self::place(key, BUCKETS)].0;
        let worth = |entry: u64| match entry >> GENERATION {
            found if found == tag => 0,
            found if found & (GENERATIONS - 1) != generation => 1,
            _ => 2 + (entry >> 32).count_ones(),
        };
        let (mut chosen, mut least) = (0, worth(bucket[0]));
        for (place, &entry) in bucket.iter().enumerate().skip(1) {
            let found = worth(entry);
            if found < least {
                (chosen, least) = (place, found);
            }
        }
        bucket[chosen & 3] = known.entry(tag);
    }
}
