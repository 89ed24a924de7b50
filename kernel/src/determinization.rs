//! Determinizations: uniform random samples of the hidden hands that agree with what is known.
//!
//! Cards that the same seats may hold form a group. Dynamic programming counts, once, the ways to
//! split the groups among the seats; a sample then draws one split by its count and shuffles the
//! cards of each group. Exactly uniform, without rejection; a sample takes time linear in the number
//! of cards.

#![forbid(unsafe_code)]

use std::collections::HashMap;

use crate::play::{Mask, Refusal};
use crate::position::MOST_SEATS;
use crate::random::Random;

type Counts = [u8; MOST_SEATS];

/// Cards that the same seats may hold.
struct Group {
    cards: Vec<u8>,
    seats: u8,
}

/// The constraints on the hidden hands: their sizes, and which cards each may hold.
pub struct HiddenHands {
    groups: Vec<Group>,
    sizes: Counts,
    /// How many determinizations there are.
    pub total: u64,
    /// How many ways there are to place the groups from this one on, with so many places left.
    ways: HashMap<(usize, Counts), u64>,
    splits: HashMap<(usize, Counts), Vec<(Counts, u64)>>,
}

impl HiddenHands {
    /// The hidden hands of these sizes; a sentence where no world is possible.
    pub fn new(sizes: &[u8], may_hold: &[Mask]) -> Result<Self, Refusal> {
        if sizes.len() != may_hold.len() || sizes.is_empty() || sizes.len() > MOST_SEATS {
            return Err(format!("there are {} sizes and {} hands", sizes.len(), may_hold.len()));
        }
        let mut all = [0; MOST_SEATS];
        all[..sizes.len()].copy_from_slice(sizes);
        let mut hidden = Self {
            groups: groups(may_hold),
            sizes: all,
            total: 0,
            ways: HashMap::new(),
            splits: HashMap::new(),
        };
        let cards: usize = hidden.groups.iter().map(|group| group.cards.len()).sum();
        let places: usize = all.iter().map(|&size| usize::from(size)).sum();
        if cards != places {
            return Err(format!("there are {cards} hidden cards for {places} places"));
        }
        hidden.total = hidden.count(0, all);
        if hidden.total == 0 {
            return Err("no hands agree with all that is known".into());
        }
        Ok(hidden)
    }

    fn count(&mut self, from: usize, left: Counts) -> u64 {
        if from == self.groups.len() {
            return 1;
        }
        if let Some(&known) = self.ways.get(&(from, left)) {
            return known;
        }
        let group = &self.groups[from];
        let (size, seats) = (group.cards.len() as u8, group.seats);
        let mut found = Vec::new();
        let mut total = 0;
        for split in splits(size, seats, left) {
            let after = std::array::from_fn(|seat| left[seat] - split[seat]);
            let ways = arrangements(split) * self.count(from + 1, after);
            if ways > 0 {
                total += ways;
                found.push((split, ways));
            }
        }
        self.ways.insert((from, left), total);
        self.splits.insert((from, left), found);
        total
    }

    /// One world: a mask a seat.
    pub fn sample(&self, random: &mut Random) -> [Mask; MOST_SEATS] {
        let mut hands = [0; MOST_SEATS];
        let mut left = self.sizes;
        for (number, group) in self.groups.iter().enumerate() {
            let split = self.draw_split(number, left, random);
            let mut cards = group.cards.clone();
            random.shuffle(&mut cards);
            let mut dealt = cards.iter();
            for seat in 0..MOST_SEATS {
                for card in dealt.by_ref().take(split[seat].into()) {
                    hands[seat] |= 1 << card;
                }
                left[seat] -= split[seat];
            }
        }
        hands
    }

    /// Every world, where there are few.
    pub fn every(&self) -> Vec<[Mask; MOST_SEATS]> {
        let mut found = Vec::new();
        self.add_worlds(0, self.sizes, [0; MOST_SEATS], &mut found);
        found
    }

    fn add_worlds(
        &self,
        group: usize,
        left: Counts,
        hands: [Mask; MOST_SEATS],
        found: &mut Vec<[Mask; MOST_SEATS]>,
    ) {
        let Some(Group { cards, .. }) = self.groups.get(group) else {
            found.push(hands);
            return;
        };
        for &(split, _) in &self.splits[&(group, left)] {
            let after = std::array::from_fn(|seat| left[seat] - split[seat]);
            shared_out(cards, split, hands, &mut |hands| {
                self.add_worlds(group + 1, after, hands, found);
            });
        }
    }

    fn draw_split(&self, group: usize, left: Counts, random: &mut Random) -> Counts {
        let found = &self.splits[&(group, left)];
        let mut drawn = random.below(self.ways[&(group, left)]);
        for &(split, ways) in found {
            if drawn < ways {
                return split;
            }
            drawn -= ways;
        }
        unreachable!("the ways of all splits add up to their sum")
    }
}

fn groups(may_hold: &[Mask]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for card in 0..32u8 {
        let seats = (0..may_hold.len())
            .fold(0, |seats, seat| seats | ((may_hold[seat] >> card & 1) as u8) << seat);
        if seats == 0 {
            continue;
        }
        match groups.iter_mut().find(|group| group.seats == seats) {
            Some(group) => group.cards.push(card),
            None => groups.push(Group { cards: vec![card], seats }),
        }
    }
    groups.sort_by_key(|group| group.seats.count_ones());
    groups
}

/// Every split of so many cards among these seats that overfills none.
fn splits(size: u8, seats: u8, left: Counts) -> Vec<Counts> {
    let mut found = vec![([0; MOST_SEATS], size)];
    for seat in 0..MOST_SEATS {
        let most = if seats >> seat & 1 == 1 { left[seat] } else { 0 };
        found = found
            .into_iter()
            .flat_map(|(split, rest)| {
                (0..=most.min(rest)).map(move |taken| {
                    let mut split: Counts = split;
                    split[seat] = taken;
                    (split, rest - taken)
                })
            })
            .collect();
    }
    found.into_iter().filter(|&(_, rest)| rest == 0).map(|(split, _)| split).collect()
}

/// Visit every way to give these cards to the seats, so many to each.
fn shared_out(
    cards: &[u8],
    split: Counts,
    hands: [Mask; MOST_SEATS],
    visit: &mut impl FnMut([Mask; MOST_SEATS]),
) {
    let Some((card, others)) = cards.split_first() else { return visit(hands) };
    for seat in 0..MOST_SEATS {
        if split[seat] > 0 {
            let (mut rest, mut held) = (split, hands);
            rest[seat] -= 1;
            held[seat] |= 1 << card;
            shared_out(others, rest, held, visit);
        }
    }
}

/// How many assignments of cards make this split: the multinomial coefficient.
fn arrangements(split: Counts) -> u64 {
    let mut ways = 1;
    let mut placed = 0;
    for count in split {
        for taken in 1..=u64::from(count) {
            placed += 1;
            ways = ways * placed / taken;
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_world_is_counted_and_drawn() {
        // Four cards, two seats; the second may not hold card 0.
        let hidden = HiddenHands::new(&[2, 2], &[0b1111, 0b1110]).expect("a world");
        assert_eq!(hidden.total, 3);
        let mut random = Random::new(1);
        let mut seen = HashMap::new();
        for _ in 0..3000 {
            *seen.entry(hidden.sample(&mut random)).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 3);
        assert!(seen.values().all(|&times| (900..1100).contains(&times)));
        let every = hidden.every();
        assert_eq!(every.len(), 3);
        assert!(every.iter().all(|hands| seen.contains_key(hands)));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        assert!(HiddenHands::new(&[2, 2], &[0b0001, 0b1111]).is_err());
        assert!(HiddenHands::new(&[2], &[0b0001]).is_err());
    }
}
