"""Calling at a turned card: the worth of a hand at each trump, and the thresholds for taking
(`reading:advice`)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from operator import getitem, sub
from typing import Final, NamedTuple

from rebelote.bots import needs, principles
from rebelote.bots.needs import Needs
from rebelote.knowledge.worlds import World
from rebelote.rules.actions import Call, Pass, Take
from rebelote.rules.auctions.turned import rounds, trumps_on_offer
from rebelote.rules.cards import Card, CardSet, Suit, Trump
from rebelote.rules.contract import Contract
from rebelote.rules.options import Rules
from rebelote.rules.play import Law
from rebelote.rules.view import View, auction_of, hand_with_turned, rules_of, turned_of

LOGIT_SCALE: Final = 7.0
"""The scale of the logistic model of calls: margins this large make a call likely (73 %)."""
TRUMP_WORTH: Final = {"J": 20, "9": 14, "A": 9, "T": 8, "K": 6, "Q": 6, "8": 5, "7": 5}
SIDE_WORTH: Final = {"A": 9, "T": 2}
VOID_WORTH: Final = 3
BELOTE_WORTH: Final = 6
UNREADABLE_COST: Final = 5
"""Taken off trumps without jack and nine: partner could not read such a bid."""
ALL_WORTH: Final = {"J": 13, "9": 5, "A": 2}
NONE_WORTH: Final = {"A": 14, "T": 3}
SECOND_WORTH: Final = 5
"""Added for the second best card of a suit beside the best, where no suit is trump."""


def hand_worth(hand: CardSet, law: Law, alone: int = 0) -> int:
    """Evaluate a hand at the trump of this law: its trumps, side aces, voids and belote; `alone` is
    taken off a single trump."""
    tables = _worth_tables(law.trump, bool(law.belotes), alone)
    return sum(map(getitem, tables, hand.mask.to_bytes(4, "little")))


@cache
def _worth_tables(trump: Trump, belotes: bool, alone: int) -> Sequence[Sequence[int]]:
    """Evaluate every set of the cards of each suit."""
    each = [[_suit_worth(held, suit, trump, belotes) for held in range(256)] for suit in Suit]
    if trump.suit is not None:
        single = [alone * (held.bit_count() == 1) for held in range(256)]
        each[trump.suit] = [*map(sub, each[trump.suit], single)]
    return each


def _suit_worth(held: int, suit: Suit, trump: Trump, belotes: bool) -> int:
    """Evaluate the cards of one suit, given as eight bits; `belotes`: whether they count."""
    cards = CardSet(held << 8 * suit)
    ranks = {card.rank.letter for card in cards}
    paired = trump.suit in (None, suit) and {"K", "Q"} <= ranks
    belote = BELOTE_WORTH * (belotes and paired)
    if trump.suit is None:
        each = ALL_WORTH if trump is Trump.ALL else NONE_WORTH
        best = {"J", "9"} if trump is Trump.ALL else {"A", "T"}
        return sum(each.get(rank, 0) for rank in ranks) + SECOND_WORTH * (best <= ranks) + belote
    if suit == trump.suit:
        unread = UNREADABLE_COST * (not {"J", "9"} & ranks)
        return sum(TRUMP_WORTH[rank] for rank in ranks) + belote - unread
    return sum(SIDE_WORTH.get(rank, 0) for rank in ranks) + VOID_WORTH * (not cards)


def threshold(trump: Trump, round_number: int, needed: Needs) -> int:
    """Return the least worth with which this trump is taken; without a suit by `bga:49`."""
    third = {Trump.ALL: needed.take_all, Trump.NONE: needed.take_none}
    return third.get(trump, needed.take_first if round_number == 1 else needed.take_second)


class _Offer(NamedTuple):
    """A trump on offer: the tables of the worth of a hand at it, and the threshold."""

    trump: Trump
    tables: Sequence[Sequence[int]]
    needed: int


@lru_cache(maxsize=1024)
def _offers(turned: Card, at_round: int, rules: Rules) -> tuple[_Offer, ...]:
    """Return the trumps on offer in a round: reviews ask for them by the ten thousand."""
    offered = trumps_on_offer(turned, at_round, rules.auction.round2_turned_suit)
    least = needs.of(rules)

    def offer(trump: Trump) -> _Offer:
        tables = _worth_tables(trump, bool(rules.law(trump).belotes), least.alone)
        return _Offer(trump, tables, threshold(trump, at_round, least))

    return tuple(map(offer, offered))


def margins(hand: CardSet, turned: Card, at_round: int, rules: Rules) -> dict[Trump, int]:
    """Return the worth of a hand with the turned card less the threshold, by trump on offer."""
    suits = (hand.mask | turned.bit).to_bytes(4, "little")
    return {
        trump: sum(map(getitem, tables, suits)) - needed
        for trump, tables, needed in _offers(turned, at_round, rules)
    }


class _TurnedCalling:
    draws: Final = 1
    by_hand: Final = "hand"
    silent: Final = "pass"

    def worths(self, view: View) -> dict[Call, float]:
        """Return the margin of each trump on offer; a pass is the other choice."""
        rules = rules_of(view)
        at_round = auction_of(view, rules).round
        by_trump = margins(view.hand, turned_of(view), at_round, rules)
        return {Take(trump): float(margin) for trump, margin in by_trump.items()}

    def call(self, view: View) -> Call:
        """Take the best trump on offer when the hand is good enough."""
        worths = self.worths(view)
        best = max(worths, key=lambda call: worths[call])
        return best if worths[best] >= 0 else Pass()

    def candidates(self, view: View) -> tuple[Call, ...]:
        """Return every call on offer, a pass last."""
        at_round = auction_of(view, rules_of(view)).round
        again = rules_of(view).auction.round2_turned_suit
        offered = trumps_on_offer(turned_of(view), at_round, again)
        return (*map(Take, offered), Pass())

    def known(self, view: View) -> CardSet:
        """Return the hand with the turned card, as the taker holds it."""
        return hand_with_turned(view)

    def readable(self, view: View, call: Call) -> bool:
        """Return whether a hand takes as partner expects."""
        return not isinstance(call, Take) or principles.readable(self.known(view), call.trump)

    def contract(self, view: View, rules: Rules, first: World, call: Call) -> Contract | None:
        """Return the contract after this call if all call by the worth of these first hands."""
        if isinstance(call, Take):
            return Contract(view.seat, call.trump)
        turned, eldest = turned_of(view), rules.eldest(view.dealer)
        for number in range(len(view.calls) + 1, rounds(rules.auction) * rules.players):
            seat, at_round = (eldest + number) % rules.players, number // rules.players + 1
            by_trump = margins(first[seat], turned, at_round, rules)
            best = max(by_trump, key=lambda trump: by_trump[trump])
            if by_trump[best] >= 0:
                return Contract(seat, best)
        return None

    def natural(self, view: View) -> Call | None:
        """Return None: the best call is made, whatever the worth of the hand by itself."""
        return None

    def likelihood(self, view: View, rules: Rules, seat: int) -> Callable[[CardSet], float]:
        """Return the likelihood of a seat's calls by its first hand: logistic in its margin."""
        return partial(_likelihood, view, rules, seat)


def _likelihood(view: View, rules: Rules, seat: int, held: CardSet) -> float:
    if view.turned is None:
        return 1.0
    likely = 1.0
    for call in view.calls:
        if call.seat != seat:
            continue
        by_trump = margins(held, view.turned, call.round, rules)
        takes = 1 / (1 + math.exp(-max(by_trump.values()) / LOGIT_SCALE))
        likely *= 1 - takes if call.trump is None else takes * _preferred(by_trump, call.trump)
    return likely


def _preferred(by_trump: dict[Trump, int], called: Trump) -> float:
    """Return the probability of choosing this trump among those on offer: softmax of margins."""
    shares = {trump: math.exp(margin / LOGIT_SCALE) for trump, margin in by_trump.items()}
    return shares.get(called, 0.0) / sum(shares.values()) if called in shares else 1.0


TURNED: Final = _TurnedCalling()
