//! Pseudo-random numbers: `SplitMix64`, with the same sequence for a seed on every machine.

#![forbid(unsafe_code)]

/// A stream of random numbers (`SplitMix64`).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    #[inline]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// Any number below `stop`, all equally likely but for one part in 2 to the 64.
    #[inline]
    pub fn below(&mut self, stop: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(stop)) >> 64) as u64
    }

    /// Any number from 0 to below 1.
    #[inline]
    #[allow(clippy::cast_precision_loss)] // 53 bits are as many as it has.
    pub fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Any order of these, all equally likely.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for place in (1..list.len()).rev() {
            list.swap(place, self.below(place as u64 + 1) as usize);
        }
    }
}
