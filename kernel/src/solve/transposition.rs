//! Transposition table: bounds on the value of positions between two tricks.
//!
//! Within one deal the cards left and the leader determine the position, so the key is exact: no
//! hash collisions. An entry is one 64-bit word (key, generation, lower and upper bound). Four
//! share a bucket; the entry with the fewest cards, whose subtree is the smallest, is replaced
//! first. Each deal is a new generation, so nothing is cleared in between. A probe reads one cache
//! line.

#![forbid(unsafe_code)]

use super::refutations::Refutations;
use crate::play::MOST_POINTS;

const BUCKETS: usize = 1 << 13;
const ENDGAMES: usize = 1 << 12;
const GENERATIONS: u64 = 1024;
const KEY: u32 = 28;
const GENERATION: u32 = 18;
const LOWER: u32 = 9;
const NINE_BITS: u64 = 0x1FF;

/// The number of values that an entry can tell apart.
pub const VALUES: u32 = 1 << LOWER;
const _: () = assert!(MOST_POINTS < VALUES);

/// The value lies from `lower` to `upper`.
#[derive(Clone, Copy)]
pub struct Bounds {
    pub lower: u32,
    pub upper: u32,
}

impl Bounds {
    #[inline]
    fn new(entry: u64) -> Self {
        Self { lower: (entry >> LOWER & NINE_BITS) as u32, upper: (entry & NINE_BITS) as u32 }
    }

    #[inline]
    fn entry(self, tag: u64) -> u64 {
        let bounds = u64::from(self.lower) << LOWER | u64::from(self.upper);
        tag << GENERATION | bounds
    }
}

#[derive(Clone, Copy)]
#[repr(align(32))]
struct Bucket([u64; 4]);

/// Room for 32,768 positions: 256 KB, which stays in the second-level cache.
pub struct TranspositionTable {
    buckets: Box<[Bucket; BUCKETS]>,
    /// Direct-mapped: positions two tricks from the end, which are soon met again.
    endgames: Box<[u64; ENDGAMES]>,
    generation: u64,
    /// Cleared together with the table: the refutations of this deal.
    pub refutations: Refutations,
}

impl TranspositionTable {
    pub fn new() -> Self {
        let buckets = vec![Bucket([0; 4]); BUCKETS].into_boxed_slice();
        let Ok(buckets) = buckets.try_into() else { unreachable!("it has that length") };
        Self {
            buckets,
            endgames: Box::new([0; ENDGAMES]),
            generation: 0,
            refutations: Refutations::new(),
        }
    }

    /// Invalidate every entry: a new deal begins.
    pub fn clear(&mut self) {
        self.refutations.clear();
        self.generation += 1;
        if self.generation == GENERATIONS {
            self.buckets.fill(Bucket([0; 4]));
            self.endgames.fill(0);
            self.generation = 1;
        }
    }

    #[inline]
    fn tag(&self, key: u64) -> u64 {
        key << (KEY - GENERATION) | self.generation
    }

    #[inline]
    fn slot(key: u64, slots: usize) -> usize {
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> (64 - slots.ilog2())) as usize & (slots - 1)
    }

    #[inline]
    pub fn probe(&self, key: u64) -> Option<Bounds> {
        let tag = self.tag(key);
        let bucket = &self.buckets[Self::slot(key, BUCKETS)].0;
        // All four without a branch: leaving at the first match would be mispredicted too often.
        let pick = |found, &entry| if entry >> GENERATION == tag { entry } else { found };
        let entry = bucket.iter().fold(0, pick);
        (entry != 0).then(|| Bounds::new(entry))
    }

    /// The same for a position two tricks from the end.
    #[inline]
    pub fn probe_endgame(&self, key: u64) -> Option<Bounds> {
        let entry = self.endgames[Self::slot(key, ENDGAMES)];
        (entry >> GENERATION == self.tag(key)).then(|| Bounds::new(entry))
    }

    #[inline]
    pub fn store_endgame(&mut self, key: u64, bounds: Bounds) {
        self.endgames[Self::slot(key, ENDGAMES)] = bounds.entry(self.tag(key));
    }

    /// Store bounds in the place of the same position, else of an older deal's, else of the one
    /// with the fewest cards.
    #[inline]
    pub fn store(&mut self, key: u64, bounds: Bounds) {
        let (tag, generation) = (self.tag(key), self.generation);
        let bucket = &mut self.buckets[Self::slot(key, BUCKETS)].0;
        let worth = |entry: u64| match entry >> GENERATION {
            found if found == tag => 0,
            found if found & (GENERATIONS - 1) != generation => 1,
            _ => 2 + (entry >> 32).count_ones(),
        };
        let (mut chosen, mut least) = (0, worth(bucket[0]));
        for (slot, &entry) in bucket.iter().enumerate().skip(1) {
            let found = worth(entry);
            if found < least {
                (chosen, least) = (slot, found);
            }
        }
        bucket[chosen & 3] = bounds.entry(tag);
    }
}
