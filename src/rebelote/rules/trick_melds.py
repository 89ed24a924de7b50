"""Combinations that count when they fall in one trick, as the *roem* of klaverjas does.

Each is a set of cards with its points; all that lie in a trick count, for the side that wins it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from rebelote.rules.cards import CardSet, Rank, Suit, Trump, card

Bonuses = tuple[tuple[CardSet, int], ...]
"""Sets of cards that count where all of one lie in a trick, with their points; they add up."""

RUN_OF_THREE: Final = 20
RUN_OF_FOUR: Final = 50
FOUR_ALIKE: Final = 100
FOUR_JACKS: Final = 200
KING_AND_QUEEN: Final = 20
_LOW: Final = (Rank.SEVEN, Rank.EIGHT, Rank.NINE)


@cache
def roem(trump: Trump) -> Bonuses:
    """Return runs, four alike, and king and queen of trump (*stuk*) besides (`klaverjas:roem`)."""
    return (*_runs(), *_fours(), *_pairs(trump))


@cache
def roem_all_100(trump: Trump) -> Bonuses:
    """Return roem in which four jacks are worth as much as any four (`klaverjas-nku:roem`)."""
    return tuple((cards, min(points, FOUR_ALIKE)) for cards, points in roem(trump))


@cache
def roem_honours(trump: Trump) -> Bonuses:
    """Return roem in which four nines, eights or sevens count nothing (`klaverjas-bga:roem`)."""
    low = (CardSet.of(card(suit, rank) for suit in Suit) for rank in _LOW)
    nothing = frozenset(low)
    return tuple((cards, points) for cards, points in roem(trump) if cards not in nothing)


def _runs() -> Iterator[tuple[CardSet, int]]:
    """Yield the runs; one of four adds only its excess over the runs of three in it."""
    worth = {3: RUN_OF_THREE, 4: RUN_OF_FOUR - 2 * RUN_OF_THREE}
    for suit in Suit:
        ranks = [card(suit, rank) for rank in Rank]
        for length, points in worth.items():
            for low in range(len(ranks) - length + 1):
                yield CardSet.of(ranks[low : low + length]), points


def _fours() -> Iterator[tuple[CardSet, int]]:
    for rank in Rank:
        worth = FOUR_JACKS if rank is Rank.JACK else FOUR_ALIKE
        yield CardSet.of(card(suit, rank) for suit in Suit), worth


def _pairs(trump: Trump) -> Iterator[tuple[CardSet, int]]:
    if trump.suit is not None:
        pair = card(trump.suit, Rank.KING), card(trump.suit, Rank.QUEEN)
        yield CardSet.of(pair), KING_AND_QUEEN


KINDS: Final[dict[str, Callable[[Trump], Bonuses]]] = {
    "none": lambda trump: (),
    "roem": roem,
    "roem-all-100": roem_all_100,
    "roem-honours": roem_honours,
}
"""The bonuses in a trick besides its cards, by name, as in the option `trick_melds`."""
