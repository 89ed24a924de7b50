//! What is already known of the positions between two tricks?
//!
//! Within one deal the cards left and the leader say everything, so the key is exact. An entry is
//! one word; four share a bucket, and of those the one with the fewest cards gives way. A new deal
//! begins a new generation, to which older entries are strangers: nothing has to be cleared.

#![forbid(unsafe_code)]

const BUCKETS: usize = 1 << 13;
const GENERATIONS: u64 = 32;
const KEY: u32 = 28;
const GENERATION: u32 = 23;
const CARD: u32 = 18;
const LOW: u32 = 9;
const NINE_BITS: u64 = 0x1FF;

/// The most values that an entry can tell apart.
pub const VALUES: u32 = 1 << LOW;

/// What is known: the value lies from `low` to `high`; `card` was best, if it is in the hand.
#[derive(Clone, Copy)]
pub struct Known {
    pub low: u32,
    pub high: u32,
    pub card: usize,
}

#[derive(Clone, Copy)]
#[repr(align(32))]
struct Bucket([u64; 4]);

/// Room for 32,768 positions: 256 KB, which stays in the processor's nearer memory.
pub struct Table {
    buckets: Box<[Bucket; BUCKETS]>,
    generation: u64,
}

impl Table {
    pub fn new() -> Self {
        let buckets = vec![Bucket([0; 4]); BUCKETS].into_boxed_slice();
        let Ok(buckets) = buckets.try_into() else { unreachable!("it has that length") };
        Self { buckets, generation: 0 }
    }

    /// Forget everything.
    pub fn forget(&mut self) {
        self.generation += 1;
        if self.generation == GENERATIONS {
            self.buckets.fill(Bucket([0; 4]));
            self.generation = 1;
        }
    }

    #[inline]
    fn tag(&self, key: u64) -> u64 {
        key << (KEY - GENERATION) | self.generation
    }

    #[inline]
    fn place(key: u64) -> usize {
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 51) as usize & (BUCKETS - 1)
    }

    #[inline]
    pub fn find(&self, key: u64) -> Option<Known> {
        let tag = self.tag(key);
        let entry = *self.buckets[Self::place(key)].0.iter().find(|&e| e >> GENERATION == tag)?;
        Some(Known {
            low: (entry >> LOW & NINE_BITS) as u32,
            high: (entry & NINE_BITS) as u32,
            card: (entry >> CARD & 31) as usize,
        })
    }

    #[inline]
    pub fn keep(&mut self, key: u64, known: Known) {
        let (tag, generation) = (self.tag(key), self.generation);
        let bucket = &mut self.buckets[Self::place(key)].0;
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
        let bounds = u64::from(known.low) << LOW | u64::from(known.high);
        bucket[chosen & 3] = tag << GENERATION | (known.card as u64) << CARD | bounds;
    }
}
