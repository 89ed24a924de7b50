//! Zero-window driver in the style of MTD(f): the minimax value from a series of yes-no searches.
//!
//! Each search asks only whether the value reaches a target, which alpha-beta answers fastest. The
//! answers close in on the value from a first guess: in steps that double until it lies between
//! two bounds, then by bisection. With a transposition table that keeps bounds, the later searches
//! are cheap. A guess that is out by `n` points costs about `2 log n` searches.

#![forbid(unsafe_code)]

/// How far the first targets go from the guess; each further one twice as far.
const STEP: i32 = 8;

/// The value between `low` and `high`, where `test(target)` says a lower bound of at least `target`
/// if the value reaches it, else an upper bound below it.
pub fn minimax_value(
    mut low: i32,
    mut high: i32,
    first_guess: i32,
    mut test: impl FnMut(i32) -> i32,
) -> i32 {
    let (mut is_low, mut is_high) = (false, false);
    let (mut step, mut target) = (STEP, first_guess);
    while low < high {
        target = target.clamp(low + 1, high);
        let value = test(target);
        if value >= target {
            (low, is_low) = (value, true);
        } else {
            (high, is_high) = (value, true);
        }
        let middle = (low + high + 1) / 2;
        target = match (is_low, is_high) {
            (true, true) => middle,
            (true, false) => middle.min(low + step),
            _ => middle.max(high - step + 1),
        };
        step *= 2;
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_first_guess_leads_to_the_value() {
        for value in 0..=20 {
            for guess in -5..30 {
                let bound = |target| if value >= target { target } else { target - 1 };
                assert_eq!(minimax_value(0, 20, guess, bound), value);
            }
        }
    }
}
