//! Many deals at once, from the cards to the marks, for programs that learn.
//!
//! No rule is written here either. The auction comes in as a table of states and calls, the law of
//! play as [`Law`]; what a deal is worth, and what rare announcements are, is asked of [`Referee`],
//! which remembers the answers. Numbers of actions and the places in an observation are arguments.

#![forbid(unsafe_code)]

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::RwLock;

use crate::play::{Law, Mask, Refusal, Trick, cards};
use crate::random::Random;

pub const SEATS: usize = 4;
const CARDS: usize = 32;
const HAND: u32 = 8;
const TRUMPS: usize = 6;
pub const LAWS: usize = 2 * TRUMPS;
pub const KINDS: usize = 10;
const NOBODY: u8 = 255;
/// How many answers of one kind are remembered; then all are forgotten.
const REMEMBERED: usize = 1 << 20;
/// The most points of the announcements of a suit or a rank.
const MOST_WORTH: u16 = 4_000;
const MOST_THREADS: usize = 64;
/// From how many deals on a step is shared among threads.
const WORTH_A_THREAD: usize = 512;

/// What a call does besides leading to another state.
#[derive(Clone, Copy, PartialEq)]
pub enum Said {
    Pass,
    Trump {
        trump: u8,
        value: u8,
    },
    Double,
    Redouble,
    /// A word that an observation does not count.
    Named,
}

/// Where a call leads.
#[derive(Clone, Copy)]
pub enum Next {
    State(u32),
    /// The auction is over with a contract of the list.
    Contract(u32),
    Dead,
}

/// A call that is offered: its action, what it does, where it leads, and how many seats on the next
/// speaker sits.
#[derive(Clone, Copy)]
pub struct Call {
    pub action: usize,
    pub said: Said,
    pub next: Next,
    pub step: usize,
}

/// A contract, its attacker and the seat that gets the turned card counted from the seat that speaks
/// or spoke last; `closed`: trumps may not be led by who holds others; `terms` is the number under
/// which the referee knows it.
#[derive(Clone, Copy, Default)]
pub struct Contract {
    pub attacker: usize,
    pub trump: usize,
    pub value: u8,
    pub stake: u8,
    pub closed: bool,
    pub turned_to: usize,
    pub terms: u16,
}

impl Contract {
    /// With seats as they are counted at the table, of which one has spoken.
    fn counted_from(mut self, seat: usize) -> Self {
        self.attacker = (seat + self.attacker) % SEATS;
        self.turned_to = (seat + self.turned_to) % SEATS;
        self
    }

    /// The place of its law among those of all contracts.
    pub fn law(&self) -> usize {
        self.trump + TRUMPS * usize::from(self.closed)
    }
}

/// A state of the auction: the standing bid, and the calls on offer by number of action.
pub struct State {
    pub standing: Option<Contract>,
    pub calls: Vec<Call>,
    /// Whether only the stake is open still, so that the rest is dealt.
    pub settled: bool,
    /// Whether a low hand may be dealt again.
    pub redeals: bool,
}

/// What is said to have a hand dealt again that holds no other cards than these.
#[derive(Clone, Copy)]
pub struct Redeal {
    pub action: usize,
    pub low: Mask,
}

/// The announcements of a hand: what they are worth, how many of each kind, their cards, and what
/// the best of its runs claims, the more the higher: in a plain suit, in trumps.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Melds {
    pub points: u16,
    pub kinds: [u8; KINDS],
    pub cards: Mask,
    pub claims: [u16; 2],
}

impl Melds {
    /// With others, whose cards are so many places further.
    fn add(&mut self, more: &Melds, places: u32) {
        self.points += more.points;
        self.cards |= more.cards << places;
        for (kind, more) in self.kinds.iter_mut().zip(more.kinds) {
            *kind += more;
        }
    }
}

/// What was agreed on announcements: those of each suit by its cards, the squares, in which contracts they are
/// played, in which trick they are shown, and whether of equal claims the earlier counts.
pub struct MeldRules {
    pub runs: Vec<Melds>,
    /// By contract and rank.
    pub squares: [[Melds; 8]; TRUMPS],
    pub announced: [bool; TRUMPS],
    pub show_trick: usize,
    pub earliest: bool,
}

/// The first byte of each part of an observation, and how many there are.
pub struct Layout {
    pub starts: [usize; 22],
    pub size: usize,
}

/// Everything that is the same at all tables.
pub struct Table {
    pub states: Vec<State>,
    /// The first state, by the turned card where one is turned.
    pub starts: Vec<u32>,
    pub contracts: Vec<Contract>,
    pub packets: Vec<usize>,
    pub turns_up: bool,
    pub belotes: [Vec<Mask>; TRUMPS],
    pub belote: u16,
    /// Whether a belote is said with its second card alone.
    pub belote_second: bool,
    pub redeal: Redeal,
    pub melds: Option<MeldRules>,
    pub actions: usize,
    pub layout: Layout,
}

impl Table {
    /// A sentence for a table in which something leads nowhere.
    pub fn check(&self) -> Result<(), Refusal> {
        let state = |state: &State| {
            let standing = state.standing.is_none_or(|it| it.trump < TRUMPS)
                && (state.standing.is_some() || !state.settled);
            standing && !state.calls.is_empty() && state.calls.iter().all(|call| self.leads(call))
        };
        let first = self.packets.iter().fold(0, |sum: usize, &size| sum.saturating_add(size));
        let begins = self.starts.len() == if self.turns_up { CARDS } else { 1 }
            && self.starts.iter().all(|&state| (state as usize) < self.states.len());
        let parts = [
            ("state", self.states.iter().all(state)),
            ("packet", (1..=HAND as usize - usize::from(self.turns_up)).contains(&first)),
            ("start", begins),
            ("contract", self.contracts.iter().all(|it| it.trump < TRUMPS && it.attacker < SEATS)),
            ("announcement", self.melds.as_ref().is_none_or(MeldRules::is_sound)),
            ("number of actions", (CARDS..1 << 16).contains(&self.actions)),
            ("redeal", self.redeal.action < self.actions),
            ("layout", self.fits()),
        ];
        match parts.iter().find(|(_, sound)| !sound) {
            None => Ok(()),
            Some((part, _)) => Err(format!("a {part} in the table of deals makes no sense")),
        }
    }

    fn leads(&self, call: &Call) -> bool {
        let known = match call.next {
            Next::State(state) => (state as usize) < self.states.len(),
            Next::Contract(contract) => (contract as usize) < self.contracts.len(),
            Next::Dead => true,
        };
        let named = !matches!(call.said, Said::Trump { trump, .. } if trump as usize >= TRUMPS);
        known && named && call.action < self.actions && call.step < SEATS
    }

    fn fits(&self) -> bool {
        let Layout { starts, size } = &self.layout;
        *size < 1 << 16
            && PARTS
                .iter()
                .zip(starts)
                .all(|(part, &start)| start < 1 << 16 && start + part <= *size)
    }
}

/// How many bytes each part of an observation has.
const PARTS: [usize; 22] = [
    CARDS,
    CARDS,
    SEATS * CARDS,
    SEATS * CARDS,
    SEATS * CARDS,
    SEATS * KINDS,
    2,
    SEATS,
    SEATS * TRUMPS,
    SEATS,
    SEATS,
    SEATS,
    TRUMPS,
    1,
    1,
    SEATS,
    SEATS,
    SEATS,
    1,
    1,
    SEATS,
    SEATS,
];

/// What was won in a deal, as the referee is asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Won {
    pub terms: u16,
    pub attack: u8,
    /// The points of the attack's cards and last trick.
    pub points: u16,
    /// The tricks of the attack: none, all, or some, which are 1.
    pub tricks: u8,
    pub alone: bool,
    pub melds: [u16; 2],
    pub belote: [u16; 2],
}

/// What the rules say of a whole deal or hand.
pub trait Referee: Sync {
    type Error: Send;

    /// The marks of each side.
    fn marks(&self, won: &Won) -> Result<[i32; 2], Self::Error>;

    /// The announcements of a hand in a contract.
    fn melds(&self, hand: Mask, trump: usize) -> Result<Melds, Self::Error>;

    /// Of the sides that announced from these hands, which count, a bit each; the first hand is that
    /// of who leads.
    fn contest(&self, hands: [Mask; SEATS], trump: usize) -> Result<u8, Self::Error>;
}

/// Answers of the referee.
pub struct Answers<K, V>(RwLock<HashMap<K, V>>);

impl<K: Copy + Eq + Hash, V: Copy> Answers<K, V> {
    fn get<E>(&self, key: K, ask: impl FnOnce() -> Result<V, E>) -> Result<V, E> {
        let known = self.0.read().ok().and_then(|known| known.get(&key).copied());
        if let Some(answer) = known {
            return Ok(answer);
        }
        let answer = ask()?;
        if let Ok(mut known) = self.0.write() {
            if known.len() >= REMEMBERED {
                known.clear();
            }
            known.insert(key, answer);
        }
        Ok(answer)
    }
}

impl<K, V> Default for Answers<K, V> {
    fn default() -> Self {
        Self(RwLock::new(HashMap::new()))
    }
}

/// A referee, and what it has answered.
#[derive(Default)]
pub struct Memory {
    marks: Answers<Won, [i32; 2]>,
    melds: Answers<(Mask, u8), Melds>,
}

/// What all deals are played by.
pub struct Rules<'a, R> {
    pub table: &'a Table,
    /// By trump, first of open and then of closed contracts.
    pub laws: &'a [Option<&'a Law>; LAWS],
    pub referee: &'a R,
    pub memory: &'a Memory,
}

impl<R> Clone for Rules<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Rules<'_, R> {}

/// What of a deal is begun afresh with each.
#[derive(Clone, Copy)]
struct Deal {
    pack: [u8; CARDS],
    dealer: usize,
    seat: usize,
    state: u32,
    calls: usize,
    bids: [[u8; TRUMPS]; SEATS],
    passes: [u8; SEATS],
    doubled: [u8; SEATS],
    redoubled: [u8; SEATS],
    contract: Option<Contract>,
    dealt: [Mask; SEATS],
    hands: [Mask; SEATS],
    turned: u8,
    trick: Trick,
    leader: usize,
    on_table: [u8; SEATS],
    /// By card who played it and in which trick.
    by: [u8; CARDS],
    when: [u8; CARDS],
    gone: Mask,
    tricks: [u8; SEATS],
    points: [u16; SEATS],
    belotes: [Mask; SEATS],
    melds: [Melds; SEATS],
    counting: u8,
}

/// One table: the deal in play, the packs to come, and what chooses where nobody does.
pub struct Game {
    deal: Deal,
    packs: Random,
    choices: Random,
    /// The marks by side of the deal that has just ended.
    pub ended: Option<[i32; 2]>,
}

impl Game {
    /// A table that begins with the first deal of its stream.
    pub fn new(table: &Table, stream: u64) -> Self {
        let mut packs = Random::new(stream);
        let deal = Deal::new(table, &mut packs);
        Self { deal, packs, choices: Random::new(!stream), ended: None }
    }

    pub fn seat(&self) -> usize {
        self.deal.seat
    }

    /// Do this for the seat to act; false where it may not.
    fn step<R: Referee>(&mut self, rules: Rules<'_, R>, action: usize) -> Result<bool, R::Error> {
        let deal = &mut self.deal;
        self.ended = None;
        let over = if let Some(contract) = deal.contract {
            let Some(law) = rules.laws[contract.law()] else { return Ok(false) };
            if action >= CARDS || deal.legal(law) >> action & 1 == 0 {
                return Ok(false);
            }
            deal.play(rules, law, action)?
        } else if deal.redeals(rules.table) == Some(action) {
            true
        } else {
            let calls = &rules.table.states[deal.state as usize].calls;
            let Ok(at) = calls.binary_search_by_key(&action, |call| call.action) else {
                return Ok(false);
            };
            deal.call(rules, calls[at])?
        };
        if over {
            self.ended = Some(deal.marks(rules)?);
            self.deal = Deal::new(rules.table, &mut self.packs);
        }
        Ok(true)
    }

    /// Any legal action, all equally likely.
    pub fn choose<R>(&mut self, rules: Rules<'_, R>) -> usize {
        let Some(contract) = self.deal.contract else {
            let calls = &rules.table.states[self.deal.state as usize].calls;
            let redeal = self.deal.redeals(rules.table);
            let choices = calls.len() + usize::from(redeal.is_some());
            let chosen = calls.get(self.choices.below(choices as u64) as usize);
            return chosen.map(|call| call.action).or(redeal).unwrap_or_default();
        };
        let mut legal = rules.laws[contract.law()].map_or(0, |law| self.deal.legal(law));
        for _ in 0..self.choices.below(u64::from(legal.count_ones())) {
            legal &= legal - 1;
        }
        legal.trailing_zeros() as usize
    }

    /// Write what the seat to act may do, a byte an action.
    pub fn mask<R>(&self, rules: Rules<'_, R>, mask: &mut [u8]) {
        mask.fill(0);
        if let Some(contract) = self.deal.contract {
            let legal = rules.laws[contract.law()].map_or(0, |law| self.deal.legal(law));
            for card in cards(legal) {
                mask[card] = 1;
            }
        } else {
            for call in &rules.table.states[self.deal.state as usize].calls {
                mask[call.action] = 1;
            }
            if let Some(action) = self.deal.redeals(rules.table) {
                mask[action] = 1;
            }
        }
    }

    /// Write what the seat to act may know.
    pub fn observe(&self, table: &Table, bytes: &mut [u8]) {
        self.deal.observe(table, bytes);
    }
}

impl Deal {
    fn new(table: &Table, packs: &mut Random) -> Self {
        let dealer = packs.below(SEATS as u64) as usize;
        let mut pack = std::array::from_fn(|card| card as u8);
        packs.shuffle(&mut pack);
        let eldest = (dealer + 1) % SEATS;
        let (mut hands, mut top) = ([0; SEATS], 0);
        for &size in &table.packets {
            for turn in 0..SEATS {
                hands[(eldest + turn) % SEATS] |= mask_of(&pack[top..top + size]);
                top += size;
            }
        }
        let turned = if table.turns_up { pack[top] } else { NOBODY };
        let start = if table.turns_up { usize::from(turned) } else { 0 };
        Self {
            pack,
            dealer,
            seat: eldest,
            state: table.starts[start],
            calls: 0,
            bids: [[0; TRUMPS]; SEATS],
            passes: [0; SEATS],
            doubled: [0; SEATS],
            redoubled: [0; SEATS],
            contract: None,
            dealt: hands,
            hands,
            turned,
            trick: Trick::default(),
            leader: eldest,
            on_table: [0; SEATS],
            by: [0; CARDS],
            when: [0; CARDS],
            gone: 0,
            tricks: [0; SEATS],
            points: [0; SEATS],
            belotes: [0; SEATS],
            melds: [Melds::default(); SEATS],
            counting: 0,
        }
    }

    /// The action by which the seat to call may have its hand dealt again.
    fn redeals(&self, table: &Table) -> Option<usize> {
        let Redeal { action, low } = table.redeal;
        let asked = table.states[self.state as usize].redeals;
        (asked && self.hands[self.seat] & !low == 0).then_some(action)
    }

    /// Make a call; true where the deal is dead.
    fn call<R: Referee>(&mut self, rules: Rules<'_, R>, call: Call) -> Result<bool, R::Error> {
        let count = |counts: &mut [u8; SEATS]| {
            counts[self.seat] = counts[self.seat].saturating_add(1);
        };
        match call.said {
            Said::Pass => count(&mut self.passes),
            Said::Double => count(&mut self.doubled),
            Said::Redouble => count(&mut self.redoubled),
            Said::Trump { trump, value } => self.bids[self.seat][trump as usize] = value,
            Said::Named => {}
        }
        self.calls += 1;
        match call.next {
            Next::Dead => return Ok(true),
            Next::State(state) => {
                self.state = state;
                self.seat = (self.seat + call.step) % SEATS;
                let State { standing, settled, .. } = &rules.table.states[state as usize];
                if let (Some(bought), true) = (standing, settled) {
                    self.deal_rest(rules.table, bought.counted_from(self.seat).turned_to);
                }
            }
            Next::Contract(number) => {
                let contract = rules.table.contracts[number as usize].counted_from(self.seat);
                self.contract = Some(contract);
                self.deal_rest(rules.table, contract.turned_to);
                self.announce(rules, contract.trump)?;
                self.seat = self.leader;
            }
        }
        Ok(false)
    }

    /// Deal what is left, where that has not been done; `turned_to` gets the turned card.
    fn deal_rest(&mut self, table: &Table, turned_to: usize) {
        let first = table.packets.iter().sum::<usize>();
        let mut top = first * SEATS;
        if self.dealt.iter().all(|hand| hand.count_ones() == HAND) {
            return;
        }
        if table.turns_up {
            self.hands[turned_to] |= 1 << self.pack[top];
            top += 1;
        }
        for turn in 0..SEATS {
            let seat = (self.leader + turn) % SEATS;
            let more = HAND - self.hands[seat].count_ones();
            self.hands[seat] |= mask_of(&self.pack[top..top + more as usize]);
            top += more as usize;
        }
        self.dealt = self.hands;
    }

    /// What each seat holds of belotes and of announcements.
    fn announce<R: Referee>(&mut self, rules: Rules<'_, R>, trump: usize) -> Result<(), R::Error> {
        for (held, &hand) in self.belotes.iter_mut().zip(&self.dealt) {
            let pairs = rules.table.belotes[trump].iter().filter(|&&pair| pair & !hand == 0);
            *held = pairs.fold(0, |all, pair| all | pair);
        }
        let Some(agreed) = rules.table.melds.as_ref().filter(|melds| melds.announced[trump]) else {
            return Ok(());
        };
        for (melds, &hand) in self.melds.iter_mut().zip(&self.dealt) {
            *melds = if let Some(known) = agreed.known(hand, trump) {
                known
            } else {
                let key = (hand, trump as u8);
                rules.memory.melds.get(key, || rules.referee.melds(hand, trump))?
            };
        }
        Ok(())
    }

    #[inline]
    fn legal(&self, law: &Law) -> Mask {
        law.legal(self.hands[self.seat], &self.trick)
    }

    /// Play a card; true where it was the last.
    fn play<R: Referee>(
        &mut self,
        rules: Rules<'_, R>,
        law: &Law,
        card: usize,
    ) -> Result<bool, R::Error> {
        let number = HAND - self.hands[self.seat].count_ones() + 1;
        self.hands[self.seat] ^= 1 << card;
        self.gone |= 1 << card;
        self.by[card] = self.seat as u8;
        self.when[card] = number as u8;
        self.on_table[self.trick.length] = card as u8;
        law.add(&mut self.trick, card);
        if self.trick.length < SEATS {
            self.seat = (self.seat + 1) % SEATS;
            return Ok(false);
        }
        self.leader = (self.leader + self.trick.winner) % SEATS;
        self.seat = self.leader;
        self.tricks[self.seat] += 1;
        self.points[self.seat] += law.trick_points(self.trick.cards) as u16;
        self.trick = Trick::default();
        if let Some(agreed) = &rules.table.melds
            && number as usize + 1 == agreed.show_trick
        {
            self.counting = self.contest(rules, agreed)?;
        }
        Ok(number == HAND)
    }

    /// The sides whose announcements count, a bit each.
    fn contest<R: Referee>(&self, rules: Rules<'_, R>, agreed: &MeldRules) -> Result<u8, R::Error> {
        let eldest = (self.dealer + 1) % SEATS;
        let seats: [usize; SEATS] = std::array::from_fn(|turn| (eldest + turn) % SEATS);
        let named = seats.iter().filter(|&&seat| self.melds[seat].points > 0);
        let sides = named.fold(0, |sides, seat| sides | 1 << (seat & 1));
        if sides < 3 {
            return Ok(sides);
        }
        // Runs compare by what they claim; where there is a square, the referee is asked.
        if seats.iter().all(|&seat| self.melds[seat].kinds[6..] == [0; KINDS - 6]) {
            return Ok(self.highest_claim(seats, agreed.earliest));
        }
        let trump = self.contract.map_or(0, |contract| contract.trump);
        let hand = |seat: usize| if self.melds[seat].points > 0 { self.dealt[seat] } else { 0 };
        let found = rules.referee.contest(seats.map(hand), trump)?;
        Ok(if eldest & 1 == 0 { found } else { (found << 1 | found >> 1) & 3 })
    }

    fn highest_claim(&self, seats: [usize; SEATS], earliest: bool) -> u8 {
        let claim = |seat: usize| self.melds[seat].claims[0];
        let best = seats.map(claim).into_iter().max().unwrap_or_default();
        let mut first = seats.into_iter().filter(|&seat| claim(seat) == best);
        let Some(winner) = first.next() else { return 0 };
        let shared = first.any(|seat| seat & 1 != winner & 1);
        if shared && !earliest { 0 } else { 1 << (winner & 1) }
    }

    /// The marks of each side for the deal that is over.
    fn marks<R: Referee>(&self, rules: Rules<'_, R>) -> Result<[i32; 2], R::Error> {
        let Some(contract) = self.contract else { return Ok([0; 2]) };
        let attack = contract.attacker & 1;
        let own = |seat: &usize| seat & 1 == attack;
        let last = if own(&self.leader) {
            rules.laws[contract.law()].map_or(0, |law| law.last_trick as u16)
        } else {
            0
        };
        let of_side = |side: usize, worth: &dyn Fn(usize) -> u16| {
            (side..SEATS).step_by(2).map(worth).fold(0, u16::saturating_add)
        };
        let belote = |seat: usize| self.belotes[seat].count_ones() as u16 / 2 * rules.table.belote;
        let melds = |seat: usize| {
            if self.counting >> (seat & 1) & 1 == 1 { self.melds[seat].points } else { 0 }
        };
        let tricks = (0..SEATS).filter(own).map(|seat| self.tricks[seat]).sum::<u8>();
        let won = Won {
            terms: contract.terms,
            attack: attack as u8,
            points: (0..SEATS).filter(own).map(|seat| self.points[seat]).sum::<u16>() + last,
            tricks: if tricks == HAND as u8 { tricks } else { tricks.min(1) },
            alone: u32::from(self.tricks[contract.attacker]) == HAND,
            melds: [of_side(0, &melds), of_side(1, &melds)],
            belote: [of_side(0, &belote), of_side(1, &belote)],
        };
        rules.memory.marks.get(won, || rules.referee.marks(&won))
    }

    fn observe(&self, table: &Table, bytes: &mut [u8]) {
        let [
            hand,
            turned,
            played,
            trick,
            shown,
            announced,
            counting,
            belote,
            bids,
            passes,
            doubled,
            redoubled,
            trump,
            value,
            stake,
            attacker,
            dealer,
            turn,
            play,
            round,
            tricks,
            points,
        ] = table.layout.starts;
        bytes.fill(0);
        let me = self.seat;
        let place = |seat: usize| (seat + SEATS - me) % SEATS;
        for card in cards(self.hands[me]) {
            bytes[hand + card] = 1;
        }
        if self.turned != NOBODY {
            bytes[turned + usize::from(self.turned)] = 1;
        }
        for card in cards(self.gone) {
            bytes[played + CARDS * place(self.by[card].into()) + card] = self.when[card];
        }
        for (turn, &card) in self.on_table[..self.trick.length].iter().enumerate() {
            bytes[trick + CARDS * place(self.leader + turn) + usize::from(card)] = 1;
        }
        for seat in 0..SEATS {
            let at = place(seat);
            for (trump, &bid) in self.bids[seat].iter().enumerate() {
                bytes[bids + TRUMPS * at + trump] = bid;
            }
            bytes[passes + at] = self.passes[seat];
            bytes[doubled + at] = self.doubled[seat];
            bytes[redoubled + at] = self.redoubled[seat];
            bytes[tricks + at] = self.tricks[seat];
            bytes[points + at] = self.points[seat].min(255) as u8;
            bytes[belote + at] = self.said_belote(table, seat).into();
        }
        let standing = table.states[self.state as usize].standing;
        let standing = standing.map(|it| it.counted_from(me));
        if let Some(it) = self.contract.or(standing) {
            bytes[trump + it.trump] = 1;
            bytes[value] = it.value;
            bytes[stake] = it.stake;
            bytes[attacker + place(it.attacker)] = 1;
        }
        bytes[dealer + place(self.dealer)] = 1;
        bytes[turn] = 1;
        bytes[play] = u8::from(self.contract.is_some());
        bytes[round] = (self.calls / SEATS + 1).min(255) as u8;
        if let Some(melds) = &table.melds {
            self.observe_melds(melds, me, &mut bytes[..], [announced, shown, counting]);
        }
    }

    /// Whether a seat has said belote: with the first card of a pair, or with the second.
    fn said_belote(&self, table: &Table, seat: usize) -> bool {
        let (held, gone) = (self.belotes[seat], self.gone);
        if !table.belote_second {
            return held & gone != 0;
        }
        let pairs = self.contract.map_or(&[][..], |it| &table.belotes[it.trump]);
        pairs.iter().any(|pair| pair & !(held & gone) == 0)
    }

    fn observe_melds(&self, agreed: &MeldRules, me: usize, bytes: &mut [u8], at: [usize; 3]) {
        let [announced, shown, counting] = at;
        for (seat, melds) in self.melds.iter().enumerate() {
            let place = (seat + SEATS - me) % SEATS;
            let played = (self.dealt[seat] & self.gone).count_ones() as usize;
            if melds.points > 0 && played > 0 && self.contract.is_some() {
                bytes[announced + KINDS * place..][..KINDS].copy_from_slice(&melds.kinds);
                if self.counting >> (seat & 1) & 1 == 1 && played >= agreed.show_trick {
                    for card in cards(melds.cards) {
                        bytes[shown + CARDS * place + card] = 1;
                    }
                }
            }
        }
        bytes[counting] = self.counting >> (me & 1) & 1;
        bytes[counting + 1] = self.counting >> (me & 1 ^ 1) & 1;
    }
}

impl MeldRules {
    /// Whether the sums of its rows can be written.
    fn is_sound(&self) -> bool {
        let small = |melds: &Melds| {
            melds.points <= MOST_WORTH && melds.kinds.iter().all(|&count| count <= HAND as u8)
        };
        self.runs.len() == 256
            && self.runs.iter().all(small)
            && self.squares.iter().flatten().all(small)
    }

    /// The announcements of a hand; none where a card is in a run and in a square.
    fn known(&self, hand: Mask, trump: usize) -> Option<Melds> {
        let mut found = self.of_runs(hand, trump);
        for rank in cards(hand & hand >> 8 & hand >> 16 & hand >> 24) {
            let square = &self.squares[trump][rank & 7];
            if square.points > 0 {
                if found.cards & square.cards != 0 {
                    return None;
                }
                found.add(square, 0);
            }
        }
        Some(found)
    }

    /// The announcements of a hand without four of a rank: those of its suits. Its claim comes first.
    fn of_runs(&self, hand: Mask, trump: usize) -> Melds {
        let mut found = Melds::default();
        for (suit, cards) in hand.to_le_bytes().into_iter().enumerate() {
            let runs = &self.runs[usize::from(cards)];
            let claim = runs.claims[usize::from(suit == trump)];
            found.claims[0] = found.claims[0].max(claim);
            found.add(runs, 8 * suit as u32);
        }
        found
    }
}

fn mask_of(cards: &[u8]) -> Mask {
    cards.iter().fold(0, |mask, card| mask | 1 << card)
}

/// What a step leaves, a row a table; the observation and the mask are of the seat to act.
pub struct Rows {
    pub observations: Vec<u8>,
    pub masks: Vec<u8>,
    pub seats: Vec<u8>,
    pub done: Vec<u8>,
    pub returns: Vec<i32>,
}

impl Rows {
    pub fn new(table: &Table, count: usize) -> Self {
        Self {
            observations: vec![0; count * table.layout.size],
            masks: vec![0; count * table.actions],
            seats: vec![0; count],
            done: vec![0; count],
            returns: vec![0; count * SEATS],
        }
    }
}

/// The rows of some of the tables.
struct Part<'a> {
    games: &'a mut [Game],
    observations: &'a mut [u8],
    masks: &'a mut [u8],
    seats: &'a mut [u8],
    done: &'a mut [u8],
    returns: &'a mut [i32],
}

impl Part<'_> {
    fn write<R>(&mut self, rules: Rules<'_, R>, row: usize) {
        let (size, actions) = (rules.table.layout.size, rules.table.actions);
        let game = &self.games[row];
        game.observe(rules.table, &mut self.observations[row * size..][..size]);
        game.mask(rules, &mut self.masks[row * actions..][..actions]);
        self.seats[row] = game.seat() as u8;
        self.done[row] = game.ended.is_some().into();
        let marks = game.ended.unwrap_or_default();
        self.returns[row * SEATS..][..SEATS]
            .copy_from_slice(&[marks[0], marks[1], marks[0], marks[1]]);
    }
}

/// What is done at every table.
#[derive(Clone, Copy)]
pub enum Doing<'a> {
    /// Nothing: the rows alone are written.
    Look,
    /// These actions, which must be legal.
    Act(&'a [i32]),
    /// So many actions by chance, each with its rows.
    Play(u64),
}

/// Do something at every table, on so many threads; how many deals have ended.
pub fn advance<R: Referee>(
    rules: Rules<'_, R>,
    games: &mut [Game],
    rows: &mut Rows,
    doing: Doing<'_>,
    threads: usize,
) -> Result<u64, R::Error> {
    let share = games.len().div_ceil(threads.clamp(1, MOST_THREADS)).max(1);
    let share = if matches!(doing, Doing::Play(_)) { share } else { share.max(WORTH_A_THREAD) };
    let (size, actions) = (rules.table.layout.size, rules.table.actions);
    let parts = games
        .chunks_mut(share)
        .zip(rows.observations.chunks_mut(share * size))
        .zip(rows.masks.chunks_mut(share * actions))
        .zip(rows.seats.chunks_mut(share))
        .zip(rows.done.chunks_mut(share))
        .zip(rows.returns.chunks_mut(share * SEATS))
        .map(|(((((games, observations), masks), seats), done), returns)| Part {
            games,
            observations,
            masks,
            seats,
            done,
            returns,
        });
    let mut parts: Vec<_> = parts.collect();
    if let [part] = &mut parts[..] {
        return run(rules, part, doing, 0);
    }
    std::thread::scope(|scope| {
        let running: Vec<_> = parts
            .iter_mut()
            .enumerate()
            .map(|(number, part)| scope.spawn(move || run(rules, part, doing, number * share)))
            .collect();
        let ended = running.into_iter().map(|thread| match thread.join() {
            Ok(ended) => ended,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        ended.sum()
    })
}

fn run<R: Referee>(
    rules: Rules<'_, R>,
    part: &mut Part<'_>,
    doing: Doing<'_>,
    first: usize,
) -> Result<u64, R::Error> {
    let steps = if let Doing::Play(steps) = doing { steps } else { 1 };
    let mut ended = 0;
    for _ in 0..steps {
        for row in 0..part.games.len() {
            let game = &mut part.games[row];
            match doing {
                Doing::Look => {}
                Doing::Act(actions) => {
                    let action = usize::try_from(actions[first + row]).unwrap_or(usize::MAX);
                    game.step(rules, action)?;
                }
                Doing::Play(_) => {
                    let action = game.choose(rules);
                    game.step(rules, action)?;
                }
            }
            ended += u64::from(part.games[row].ended.is_some());
            part.write(rules, row);
        }
    }
    Ok(ended)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(points: u16, cards: Mask, claims: [u16; 2]) -> Melds {
        Melds { points, kinds: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0], cards, claims }
    }

    /// A tierce is the only run, four aces are the only square.
    fn agreed() -> MeldRules {
        let mut runs = vec![Melds::default(); 256];
        for (cards, melds) in runs.iter_mut().enumerate() {
            if cards & 0b1110_0000 == 0b1110_0000 {
                *melds = run(20, 0b1110_0000, [7, 8]);
            }
        }
        let mut squares = [[Melds::default(); 8]; TRUMPS];
        for row in &mut squares {
            row[7] = Melds { points: 100, cards: 0x8080_8080, ..Melds::default() };
        }
        let announced = [true; TRUMPS];
        MeldRules { runs, squares, announced, show_trick: 2, earliest: false }
    }

    #[test]
    fn the_announcements_of_suits_add_up() {
        let agreed = agreed();
        let hand = 0b1110_0000 | 0b1110_0000 << 16;
        let found = agreed.known(hand, 2).expect("no square");
        assert_eq!((found.points, found.kinds[0], found.claims[0]), (40, 2, 8));
        assert_eq!(found.cards, hand);
        assert_eq!(agreed.known(hand, 1).expect("no square").claims[0], 7);
    }

    #[test]
    fn a_card_in_a_run_and_in_a_square_is_asked_about() {
        let agreed = agreed();
        assert_eq!(agreed.known(0x8080_8080, 0).expect("a square alone").points, 100);
        assert_eq!(agreed.known(0x0101_0101, 0).expect("four sevens").points, 0);
        assert_eq!(agreed.known(0x8080_8080 | 0b1110_0000, 0), None);
    }

    fn deal(claims: [u16; SEATS]) -> Deal {
        let table = table();
        let mut deal = Deal::new(&table, &mut Random::new(1));
        deal.melds = claims.map(|claim| run(20 * u16::from(claim > 0), 0, [claim, 0]));
        deal
    }

    #[test]
    fn equal_claims_of_both_sides_count_for_nobody_or_the_earlier() {
        let seats = [2, 3, 0, 1];
        assert_eq!(deal([5, 6, 5, 0]).highest_claim(seats, false), 0b10);
        assert_eq!(deal([5, 5, 0, 0]).highest_claim(seats, false), 0);
        assert_eq!(deal([5, 5, 0, 0]).highest_claim(seats, true), 0b01);
        assert_eq!(deal([5, 0, 5, 0]).highest_claim(seats, false), 0b01);
    }

    /// One may only pass, and the deal is dead.
    fn table() -> Table {
        let pass = Call { action: 64, said: Said::Pass, next: Next::Dead, step: 0 };
        let mut starts = [0; 22];
        for part in 1..22 {
            starts[part] = starts[part - 1] + PARTS[part - 1];
        }
        Table {
            states: vec![State {
                standing: None,
                calls: vec![pass],
                settled: false,
                redeals: false,
            }],
            starts: vec![0],
            contracts: vec![],
            packets: vec![3, 3, 2],
            turns_up: false,
            belotes: Default::default(),
            belote: 20,
            belote_second: false,
            redeal: Redeal { action: 0, low: 0 },
            melds: None,
            actions: 65,
            layout: Layout { starts, size: starts[21] + PARTS[21] },
        }
    }

    type Spoil = fn(&mut Table);

    #[test]
    fn a_table_that_leads_nowhere_is_refused() {
        assert_eq!(table().check(), Ok(()));
        let wrong: [(&str, Spoil); 6] = [
            ("state", |table| table.states[0].calls[0].next = Next::Contract(0)),
            ("state", |table| table.states[0].calls[0].action = 65),
            ("packet", |table| table.packets = vec![usize::MAX, 2]),
            ("start", |table| table.starts = vec![1]),
            ("number of actions", |table| table.actions = 1 << 20),
            ("layout", |table| table.layout.size -= 1),
        ];
        for (part, spoil) in wrong {
            let mut table = table();
            spoil(&mut table);
            let said = table.check().expect_err("a sentence");
            assert!(said.contains(part), "{said}");
        }
    }
}
