//! The law of play as a table: legal cards, trick winner and points.
//!
//! A card is suit * 8 + rank, a set of cards a mask with one bit a card. Every function here works
//! on masks only, so it serves any numbering of the same cards that all its masks share.

#![forbid(unsafe_code)]

/// A set of cards, one bit each.
pub type Mask = u32;

/// A sentence that says what is wrong with an argument.
pub type Refusal = String;

/// The most points that all cards and the last trick may count together: what the solver's table
/// can tell apart.
pub const MOST_POINTS: u32 = 511;

/// The most cards of a trick.
const MOST_IN_TRICK: u32 = 4;
const ALL: Mask = !0;
const ALL_TRUMPS: usize = 4;

/// The facts of a situation, by their bit in the table's index.
const CAN_FOLLOW: usize = 1;
const TRUMP_LED: usize = 1 << 1;
const CAN_RISE: usize = 1 << 2;
const HAS_TRUMP: usize = 1 << 3;
const PARTNER_WINS: usize = 1 << 4;
const RUFFED: usize = 1 << 5;
const CAN_OVERRUFF: usize = 1 << 6;

/// Which cards a duty leaves: of the led suit, of trumps, of the rest, and whether low ones too.
#[derive(Clone, Copy, Default)]
struct Leave {
    led: Mask,
    trumps: Mask,
    rest: Mask,
    low: Mask,
}

const NOTHING: Leave = Leave { led: 0, trumps: 0, rest: 0, low: 0 };

/// The seven duties in the order of their numbers.
const DUTIES: [Leave; 7] = [
    Leave { trumps: ALL, rest: ALL, low: ALL, ..NOTHING }, // any
    Leave { led: ALL, low: ALL, ..NOTHING },               // follow
    Leave { led: ALL, ..NOTHING },                         // rise
    Leave { trumps: ALL, low: ALL, ..NOTHING },            // ruff
    Leave { trumps: ALL, ..NOTHING },                      // overruff
    Leave { rest: ALL, ..NOTHING },                        // discard
    Leave { trumps: ALL, rest: ALL, ..NOTHING },           // overruff or discard
];

/// A hand and, over the same cards, the led suit, what would win now, and trumps.
#[derive(Clone, Copy)]
pub struct Sight {
    pub hand: Mask,
    pub led: Mask,
    pub over: Mask,
    pub trumps: Mask,
}

/// Who holds all of `held` may not play `kept`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Withheld {
    pub held: Mask,
    pub kept: Mask,
}

/// Who wins a trick with all of `cards` in it gets these points too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bonus {
    pub cards: Mask,
    pub points: u32,
}

/// What a contract has beyond duties, strengths and points; most have nothing.
#[derive(Clone, Default)]
pub struct Extras {
    pub withheld: Vec<Withheld>,
    /// The cards that may not be led by who holds others.
    pub not_led: Mask,
    /// What counts when it falls in one trick; they add up.
    pub bonuses: Vec<Bonus>,
}

/// The cards on the table since the last trick was gathered.
#[derive(Clone, Copy, Default)]
pub struct Trick {
    pub cards: Mask,
    pub length: usize,
    /// The led suit; 0 while nothing is led.
    pub led: usize,
    /// The card now winning, and its place in the order of play.
    pub best: usize,
    pub winner: usize,
}

/// The law of one contract.
pub struct Law {
    leaves: [Leave; 128],
    /// For each card what takes the trick from it.
    over: [Mask; 32],
    pub trumps: Mask,
    /// [`TRUMP_LED`] for each suit that is trump when led.
    trump_led: [usize; 4],
    /// The points of each set of cards of one suit.
    points: [[u32; 256]; 4],
    pub last_trick: u32,
    pub extras: Extras,
    /// The most that the bonuses of one trick can add.
    pub most_bonus: u32,
    pub partners: bool,
}

impl Law {
    /// The law of these tables; a sentence when one of them makes no sense.
    pub fn new(
        duties: &[u8],
        trump: u64,
        strength: &[u8],
        points: &[u8],
        last_trick: u64,
        extras: Extras,
        partners: bool,
    ) -> Result<Self, Refusal> {
        let trump = number("trump", trump, 5)?;
        let strength = table("strength", strength)?;
        check_strength(&strength)?;
        let trumps = if trump < ALL_TRUMPS { suit(trump) } else { 0 };
        let points = table("points", points)?;
        let last_trick = u32::from(small("last_trick", last_trick)?);
        check_total(&points, last_trick)?;
        Ok(Self {
            leaves: leaves(&table("duties", duties)?)?,
            over: std::array::from_fn(|card| over(card, &strength, trumps)),
            trumps,
            trump_led: std::array::from_fn(|led| {
                if trump == led || trump == ALL_TRUMPS { TRUMP_LED } else { 0 }
            }),
            points: suit_points(&points),
            last_trick,
            most_bonus: most_bonus(&extras.bonuses)?,
            extras,
            partners,
        })
    }

    /// The cards of `hand` that may be played to the trick; never none of a hand that holds some.
    pub fn legal(&self, hand: Mask, trick: &Trick) -> Mask {
        let cards = if trick.length == 0 {
            leads(hand, self.extras.not_led)
        } else {
            self.allowed(self.sight(hand, trick), self.facts(trick))
        };
        withhold(hand, cards, &self.extras.withheld)
    }

    fn sight(&self, hand: Mask, trick: &Trick) -> Sight {
        Sight { hand, led: suit(trick.led), over: self.over(trick.best), trumps: self.trumps }
    }

    /// The cards that take the trick from this one when it is winning.
    #[inline]
    pub fn over(&self, card: usize) -> Mask {
        self.over[card & 31]
    }

    /// The cards that the duty of this situation leaves; all of them if it leaves none.
    #[inline]
    pub fn allowed(&self, at: Sight, facts: usize) -> Mask {
        let cards = at.hand & self.left(at, facts | held(at));
        if cards == 0 { at.hand } else { cards }
    }

    /// What the duty of a situation leaves of all cards.
    #[inline]
    fn left(&self, at: Sight, situation: usize) -> Mask {
        let leave = &self.leaves[situation & 127];
        let high = at.over | leave.low;
        (((at.led & leave.led) | (at.trumps & leave.trumps)) & high) | (!at.trumps & leave.rest)
    }

    /// The same for each of the 16 ways a hand can look to a trick, in the order of [`look`].
    pub fn left_by_look(&self, led: usize, best: usize, opposite: bool) -> [Mask; LOOKS] {
        let (over, trumps) = (self.over(best), self.trumps);
        let at = Sight { hand: 0, led: suit(led), over, trumps };
        let facts = self.facts_of(led, best, opposite);
        std::array::from_fn(|look| {
            let bit = |place: usize, fact: usize| (look >> place & 1) * fact;
            let held = bit(0, CAN_FOLLOW) | bit(1, CAN_RISE) | bit(2, HAS_TRUMP);
            self.left(at, facts | held | bit(3, CAN_OVERRUFF))
        })
    }

    /// What a trick says of the situation of who plays next.
    #[inline]
    pub fn facts(&self, trick: &Trick) -> usize {
        self.facts_of(trick.led, trick.best, trick.winner + 2 == trick.length)
    }

    /// The same of a led suit, a winning card, and whether who played it sits opposite.
    #[inline]
    pub fn facts_of(&self, led: usize, best: usize, opposite: bool) -> usize {
        self.trump_led[led & 3]
            | if best >> 3 == led { 0 } else { RUFFED }
            | if self.partners && opposite { PARTNER_WINS } else { 0 }
    }

    /// The rank of a card within its suit, by strength: 0 to 7.
    #[inline]
    pub fn rank(&self, card: usize) -> usize {
        7 - (self.over(card) & suit(card >> 3)).count_ones() as usize
    }

    /// Whether who can follow suit always has to.
    pub fn must_follow(&self) -> bool {
        let leaves_some = |at: usize, leave: &Leave| leave.low != 0 || at & CAN_RISE != 0;
        let follows = |(at, leave): (usize, &Leave)| {
            at & CAN_FOLLOW == 0 || (leave.trumps | leave.rest == 0 && leaves_some(at, leave))
        };
        self.leaves.iter().enumerate().all(follows)
    }

    /// The same law with every card renamed; suits stay together.
    pub fn renamed(&self, name: impl Fn(usize) -> usize) -> Self {
        let mask = |old: Mask| cards(old).fold(0, |new, card| new | 1 << name(card));
        let (mut over, mut points) = ([0; 32], [0; 32]);
        for card in 0..32 {
            over[name(card)] = mask(self.over(card));
            points[name(card)] = self.points(1 << card) as u8;
        }
        let mut trump_led = [0; 4];
        for suit in 0..4 {
            trump_led[name(8 * suit) >> 3] = self.trump_led[suit];
        }
        let pair = |old: &Withheld| Withheld { held: mask(old.held), kept: mask(old.kept) };
        let bonus = |old: &Bonus| Bonus { cards: mask(old.cards), points: old.points };
        Self {
            leaves: self.leaves,
            over,
            trumps: mask(self.trumps),
            trump_led,
            points: suit_points(&points),
            last_trick: self.last_trick,
            extras: Extras {
                withheld: self.extras.withheld.iter().map(pair).collect(),
                not_led: mask(self.extras.not_led),
                bonuses: self.extras.bonuses.iter().map(bonus).collect(),
            },
            most_bonus: self.most_bonus,
            partners: self.partners,
        }
    }

    /// The trick after one more card.
    #[inline]
    pub fn add(&self, trick: &mut Trick, card: usize) {
        if trick.length == 0 {
            trick.led = card >> 3;
        }
        // No branch: at random cards it would be guessed wrong as often as right.
        let beats = usize::from(trick.length == 0) | (self.over(trick.best) >> card & 1) as usize;
        trick.best ^= (trick.best ^ card) & beats.wrapping_neg();
        trick.winner ^= (trick.winner ^ trick.length) & beats.wrapping_neg();
        trick.cards |= 1 << card;
        trick.length += 1;
    }

    /// The trick of these cards in order of play; a sentence for a card twice or too many.
    pub fn trick(&self, cards: &[usize], longest: usize) -> Result<Trick, Refusal> {
        if cards.len() > longest {
            return Err(format!("the trick has {} cards, here at most {longest}", cards.len()));
        }
        let mut trick = Trick::default();
        for &card in cards {
            if trick.cards >> card & 1 == 1 {
                return Err(format!("card {card} is in the trick twice"));
            }
            self.add(&mut trick, card);
        }
        Ok(trick)
    }

    /// 0 where one suit is trump, 1 without trumps, 2 where every suit is.
    pub fn kind(&self) -> usize {
        match self.trumps {
            0 => 1 + usize::from(self.trump_led[0] != 0),
            _ => 0,
        }
    }

    /// The side of a seat: seats 0 and 2 against 1 and 3, or each for itself.
    #[inline]
    pub fn side(&self, seat: usize) -> usize {
        if self.partners { seat & 1 } else { seat }
    }

    /// How many sides sit at a table of so many seats.
    pub fn sides(&self, seats: usize) -> usize {
        if self.partners { 2 } else { seats }
    }

    /// The points of these cards, the last trick's left out.
    #[inline]
    pub fn points(&self, cards: Mask) -> u32 {
        let [spades, hearts, diamonds, clubs] = cards.to_le_bytes().map(usize::from);
        self.points[0][spades]
            + self.points[1][hearts]
            + self.points[2][diamonds]
            + self.points[3][clubs]
    }

    /// The points of a full trick: its cards and its bonuses, the last trick's left out.
    #[inline]
    pub fn trick_points(&self, cards: Mask) -> u32 {
        let points = self.points(cards);
        if self.most_bonus == 0 { points } else { points + self.bonus(cards) }
    }

    /// What the bonuses of a full trick add to its points.
    #[inline(never)]
    pub fn bonus(&self, cards: Mask) -> u32 {
        let fallen = self.extras.bonuses.iter().filter(|bonus| bonus.cards & !cards == 0);
        fallen.map(|bonus| bonus.points).sum()
    }
}

/// How many looks there are.
pub const LOOKS: usize = 16;

/// What a hand is to led suit, trumps and what beats the winning card: four facts, one bit each.
#[inline]
pub fn look(hand: Mask, led: Mask, trumps: Mask, over: Mask) -> usize {
    usize::from(hand & led != 0)
        | usize::from(hand & led & over != 0) << 1
        | usize::from(hand & trumps != 0) << 2
        | usize::from(hand & trumps & over != 0) << 3
}

/// What hand and winning card say of the situation: four facts, one bit each.
#[inline]
fn held(at: Sight) -> usize {
    let fact = |cards: Mask, fact: usize| if cards == 0 { 0 } else { fact };
    fact(at.hand & at.led, CAN_FOLLOW)
        | fact(at.hand & at.led & at.over, CAN_RISE)
        | fact(at.hand & at.trumps, HAS_TRUMP)
        | fact(at.hand & at.trumps & at.over, CAN_OVERRUFF)
}

/// What is left of `cards` when pairs are held back; all of them if nothing would be.
#[inline]
pub fn withhold(hand: Mask, cards: Mask, pairs: &[Withheld]) -> Mask {
    let mut left = cards;
    for pair in pairs {
        if pair.held & !hand == 0 {
            left &= !pair.kept;
        }
    }
    if left == 0 { cards } else { left }
}

/// The cards that may be led of a hand: those that may be led by all, else any.
#[inline]
pub fn leads(hand: Mask, not_led: Mask) -> Mask {
    let free = hand & !not_led;
    if free == 0 { hand } else { free }
}

/// The most that these bonuses can add to one trick; a sentence for one that no trick can have.
fn most_bonus(bonuses: &[Bonus]) -> Result<u32, Refusal> {
    for &Bonus { cards, points } in bonuses {
        if !(2..=MOST_IN_TRICK).contains(&cards.count_ones()) {
            return Err(format!("a bonus is for {} cards, not 2 to 4", cards.count_ones()));
        }
        if points > MOST_POINTS || points % 2 == 1 {
            return Err(format!("a bonus of {points} is not even and at most {MOST_POINTS}"));
        }
    }
    // What goes together with each of them: in all tricks with its cards, as far as they have room.
    let room = |one: &Bonus| {
        let fits = |other: &&Bonus| (one.cards | other.cards).count_ones() <= MOST_IN_TRICK;
        bonuses.iter().filter(fits).map(|other| other.points).sum()
    };
    match bonuses.iter().map(room).max().unwrap_or(0) {
        most @ 0..=MOST_POINTS => Ok(most),
        most => Err(format!("the bonuses of a trick add {most} points, but at most {MOST_POINTS}")),
    }
}

/// The eight cards of a suit.
pub fn suit(suit: usize) -> Mask {
    0xFF << (8 * suit)
}

/// The cards of a mask, the lowest first.
pub fn cards(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let card = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(card)
    })
}

/// A number from 0 to `most`.
pub fn number(name: &str, value: u64, most: usize) -> Result<usize, Refusal> {
    usize::try_from(value)
        .ok()
        .filter(|&number| number <= most)
        .ok_or_else(|| format!("{name} is {value}, but goes from 0 to {most}"))
}

fn small(name: &str, value: u64) -> Result<u8, Refusal> {
    u8::try_from(value).map_err(|_| format!("{name} is {value}, but goes from 0 to 255"))
}

fn table<const N: usize>(name: &str, bytes: &[u8]) -> Result<[u8; N], Refusal> {
    bytes.try_into().map_err(|_| format!("{name} has {} entries, not {N}", bytes.len()))
}

fn leaves(duties: &[u8; 128]) -> Result<[Leave; 128], Refusal> {
    let mut leaves = [NOTHING; 128];
    for (leave, &duty) in leaves.iter_mut().zip(duties) {
        *leave = *DUTIES
            .get(usize::from(duty))
            .ok_or_else(|| format!("{duty} is not a duty, which go from 0 to 6"))?;
    }
    Ok(leaves)
}

fn check_strength(strength: &[u8; 32]) -> Result<(), Refusal> {
    for (number, heights) in strength.chunks_exact(8).enumerate() {
        let found = heights
            .iter()
            .fold(0u32, |found, &height| found | 1u32.checked_shl(height.into()).unwrap_or(0));
        if found != 0xFF {
            return Err(format!("the strengths of suit {number} are not 0 to 7, each once"));
        }
    }
    Ok(())
}

fn check_total(points: &[u8; 32], last_trick: u32) -> Result<(), Refusal> {
    let cards: u32 = points.iter().map(|&points| u32::from(points)).sum();
    if cards + last_trick > MOST_POINTS {
        return Err(format!(
            "all cards and the last trick count {} points, but at most {MOST_POINTS}",
            cards + last_trick
        ));
    }
    Ok(())
}

fn over(card: usize, strength: &[u8; 32], trumps: Mask) -> Mask {
    let own = suit(card >> 3);
    let higher = cards(own).filter(|&other| strength[other] > strength[card]);
    higher.fold(0, |mask, other| mask | 1 << other) | if own == trumps { 0 } else { trumps }
}

fn suit_points(points: &[u8; 32]) -> [[u32; 256]; 4] {
    std::array::from_fn(|suit| {
        std::array::from_fn(|held| {
            (0..8)
                .filter(|rank| held >> rank & 1 == 1)
                .map(|rank| u32::from(points[suit * 8 + rank]))
                .sum()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEVEN_OF_HEARTS: usize = 8;
    const HAND: Mask = 1 << 10 | 1; // nine of hearts, seven of spades

    fn law(duty: u8) -> Result<Law, Refusal> {
        let strength: Vec<u8> = (0..32).map(|card| card % 8).collect();
        Law::new(&[duty; 128], 0, &strength, &[0; 32], 10, Extras::default(), true)
    }

    #[test]
    fn a_duty_says_which_cards_it_leaves() {
        for (duty, left) in [(0, HAND), (1, 1 << 10), (2, 1 << 10), (3, 1), (4, 1), (5, 1 << 10)] {
            let law = law(duty).expect("a law");
            let trick = law.trick(&[SEVEN_OF_HEARTS], 3).expect("a trick");
            assert_eq!(law.legal(HAND, &trick), left, "duty {duty}");
        }
    }

    #[test]
    fn what_is_no_law_or_no_trick_is_refused() {
        assert!(law(7).is_err());
        let law = law(0).expect("a law");
        assert!(law.trick(&[8, 8], 3).is_err());
        assert!(law.trick(&[1, 2, 3, 4], 3).is_err());
    }
}
