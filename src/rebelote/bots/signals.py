"""Signals (the *appel*): by agreement a discard calls a suit (`french:38-40`).

A signal is a card without points, thrown on a trick that partner is winning, neither of the suit
led nor a trump. *Direct*, it shows the master of its own suit; *inverted*, of the other suit of the
same colour. Where that suit is trump, or its master has no points, it shows nothing. All players at
the table know the convention, opponents too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Final, NamedTuple

from rebelote.bots import heuristics
from rebelote.bots.heuristics import Heuristic, Observation
from rebelote.knowledge.worlds import World
from rebelote.rules import play
from rebelote.rules.cards import Card, CardSet, Suit, Trump, point_table, strength_table
from rebelote.rules.options import Rules, Signals
from rebelote.rules.view import View, rules_of, tricks_of

INVERTED: Final = {
    Suit.SPADES: Suit.CLUBS,
    Suit.CLUBS: Suit.SPADES,
    Suit.HEARTS: Suit.DIAMONDS,
    Suit.DIAMONDS: Suit.HEARTS,
}
"""The other suit of the same colour (`french:40`)."""
SIGNAL_COST: Final = 0.5
"""Points that a card may bring less than the best and still be thrown for what it says."""


class Truth(IntEnum):
    """The truth of a signal, the worst first."""

    FALSE = 0
    SILENT = 1
    TRUE = 2


SHARES: Final = {Truth.FALSE: 0.2, Truth.SILENT: 0.4, Truth.TRUE: 1.0}
"""The relative frequency of discarding a low card of a suit, by whether what it says is true."""
COUNTING: Final = 1.0
"""The same of a card with points; fitted to the discards of *regular*."""


# --- the convention -------------------------------------------------------------------------------


def agreed(rules: Rules) -> Signals:
    """Return the convention of a table; "none" where no player has a partner."""
    return rules.conduct.signals if rules.partner(0) is not None else "none"


def called(card: Card, trump: Trump, convention: Signals) -> Suit | None:
    """Return the suit that a card calls when thrown on partner's trick, or None."""
    if convention == "none" or card.suit == trump.suit or point_table(trump)[card]:
        return None
    suit = card.suit if convention == "direct" else INVERTED[card.suit]
    return None if suit == trump.suit else suit


def on_partners_trick(before: Sequence[Card], card: Card, trump: Trump) -> bool:
    """Return whether a card, no trump and not of the suit led, is thrown on partner's trick."""
    if len(before) < 2 or card.suit in (before[0].suit, trump.suit):
        return False
    return play.winner(before, trump) == len(before) - 2


def master(suit: Suit, gone: CardSet, trump: Trump) -> CardSet:
    """Return the highest card of a suit that is not gone; empty where it has no points."""
    left = suit.cards - gone
    best = max(left, key=lambda card: strength_table(trump)[card], default=None)
    return CardSet() if best is None or not point_table(trump)[best] else CardSet.of((best,))


class Meaning(NamedTuple):
    """The meaning of the low cards of one suit: their player holds the `master` of `suit`.

    `high`: the suit's other cards, which have points and no meaning.
    """

    low: CardSet
    high: CardSet
    suit: Suit | None
    master: CardSet

    def truth(self, held: CardSet) -> Truth:
        """Return the truth of the meaning for a player who holds these cards."""
        if not self.master:
            return Truth.SILENT
        return Truth.TRUE if self.master <= held else Truth.FALSE


@lru_cache(maxsize=4096)
def meanings(gone: CardSet, trump: Trump, convention: Signals) -> tuple[Meaning, ...]:
    """Return the meaning of the low cards of each suit but trump when these cards are gone."""
    return tuple(_meaning(suit, gone, trump, convention) for suit in Suit if suit != trump.suit)


def _meaning(suit: Suit, gone: CardSet, trump: Trump, convention: Signals) -> Meaning:
    low = CardSet.of(card for card in suit.cards if not point_table(trump)[card])
    calls = called(next(iter(low)), trump, convention)
    best = CardSet() if calls is None else master(calls, gone, trump)
    return Meaning(low, suit.cards - low, calls, best)


# --- giving ---------------------------------------------------------------------------------------


def most_truthful(
    at: Observation, card: Card, worth: Mapping[str, float], noise: float = SIGNAL_COST
) -> tuple[Card, str]:
    """Return the truest of the cards about as good as this one, and the suit it truly calls.

    `worth`: the payoff of a card by its text, empty where none was computed; `noise`: the points by
    which it may be wrong. A suit is its letter, and empty where no suit is called.
    """
    convention = agreed(rules_of(at.view))
    if convention == "none" or not on_partners_trick(at.trick, card, at.trump):
        return card, ""
    spoken = meanings(at.played, at.trump, convention)
    said = {
        other: _truth(spoken, other, at.hand) for other in (card, *_as_good(at, card, worth, noise))
    }
    best = max(said, key=lambda c: (said[c], c == card, worth.get(c.text, 0), -at.height(c)))
    suit = called(best, at.trump, convention) if said[best] is Truth.TRUE else None
    return best, "" if suit is None else suit.letter


def _as_good(
    at: Observation, card: Card, worth: Mapping[str, float], noise: float
) -> Iterator[Card]:
    """Yield the cards that may be thrown as a signal instead."""
    least = worth.get(card.text, 0.0) - noise / at.unit
    for other in at.legal - at.trumps:
        if worth.get(other.text, 0.0) >= least and (worth or at.cost(other)[0] == at.cost(card)[0]):
            yield other


def _truth(spoken: Sequence[Meaning], card: Card, held: CardSet) -> Truth:
    truths = (meaning.truth(held) for meaning in spoken if card in meaning.low)
    return next(truths, Truth.SILENT)


# --- reading --------------------------------------------------------------------------------------


class GivenSignal(NamedTuple):
    """A low card thrown on partner's trick: its seat, and the meanings of low cards at the time.

    `since`: the cards that the seat has played from then on, this one included.
    """

    seat: int
    meaning: Meaning
    meanings: tuple[Meaning, ...]
    since: CardSet


def seen(view: View) -> list[GivenSignal]:
    """Return every signal of the deal so far, the oldest first; empty where none are agreed."""
    convention = agreed(rules_of(view))
    if convention == "none" or view.contract is None:
        return []
    trump, result, gone = view.contract.trump, [], CardSet()
    played = list(_played(view))
    for number, (seat, before, card) in enumerate(played):
        spoken = meanings(gone, trump, convention)
        said = next((meaning for meaning in spoken if card in meaning.low), None)
        if said is not None and on_partners_trick(before, card, trump):
            since = CardSet.of(c for other, _, c in played[number:] if other == seat)
            result.append(GivenSignal(seat, said, spoken, since))
        gone = gone | CardSet.of((card,))
    return result


def _played(view: View) -> Iterator[tuple[int, tuple[Card, ...], Card]]:
    """Yield every card in the order of play, with its seat and the cards before it in its trick."""
    for leader, cards in tricks_of(view):
        for turn, card in enumerate(cards):
            yield (leader + turn) % view.rules.players, cards[:turn], card


def likelihood(signals: Sequence[GivenSignal], world: World) -> float:
    """Return the likelihood of these signals, given these hands and the convention."""
    weight = 1.0
    for thrown in signals:
        weight *= _chosen(thrown, world[thrown.seat] | thrown.since)
    return weight


def _chosen(thrown: GivenSignal, held: CardSet) -> float:
    """Return the probability of a low card of this suit among all discards of the hand."""
    mask = held.mask
    could = (meaning for meaning in thrown.meanings if mask & meaning.low.mask)
    counting = any(mask & meaning.high.mask for meaning in thrown.meanings)
    others = sum(SHARES[meaning.truth(held)] for meaning in could) + COUNTING * counting
    return SHARES[thrown.meaning.truth(held)] / others


def answer(at: Observation, heuristic: Heuristic) -> Card | None:
    """Return a small card of the suit that partner called, where no other heuristic applies."""
    partner = at.partner
    if heuristic is not heuristics.a_low_card or partner is None:
        return None
    for thrown in seen(at.view):
        mine = at.legal & thrown.meaning.suit.cards if thrown.meaning.suit is not None else ()
        if thrown.seat == partner and mine and _still_held(at, partner, thrown.meaning):
            return min(mine, key=lambda card: (at.points(card), at.height(card)))
    return None


def _still_held(at: Observation, partner: int, meaning: Meaning) -> bool:
    """Return whether partner may still hold the master that was called."""
    return bool(meaning.master & at.out) and meaning.suit not in at.voids[partner]
