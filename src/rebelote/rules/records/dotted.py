"""Hands in the dotted form of PBN: `N:AK.T9.8.JQ - - -`, the suits of each hand from spades down.

The letter is the seat of the first hand, the others follow in the order of turn: north is seat 0,
east 1, south 2 and west 3. A hand of which nothing is known is `-`.
"""

from __future__ import annotations

import re
from typing import Final

from rebelote.rules.cards import Card
from rebelote.rules.deck import Pack

SEATS: Final = "NESW"
_TAG: Final = re.compile(r'\[Deal\s+"([^"]*)"\s*\]', re.IGNORECASE)
_RANK: Final = re.compile(r"10|[789TJQKA]", re.IGNORECASE)


def is_hand(text: str) -> bool:
    """Return whether a text can only be a dotted hand."""
    return "." in text


def hand(text: str) -> Pack:
    """Return the cards of a dotted hand; ValueError for what is none.

    >>> " ".join(map(str, hand("A10..KQ.7")))
    'AS TS KD QD 7C'
    """
    if text == "-":
        return ()
    suits = text.split(".")
    if len(suits) != len("SHDC"):
        raise ValueError(f"{text!r} is not a hand: four suits with dots between them")
    return tuple(
        card for ranks, suit in zip(suits, "SHDC", strict=True) for card in _cards(ranks, suit)
    )


def _cards(ranks: str, suit: str) -> list[Card]:
    letters = _RANK.findall(ranks)
    if "".join(letters) != ranks:
        raise ValueError(f"{ranks!r} is not a list of ranks: 789TJQKA")
    return [Card(rank.upper() + suit) for rank in letters]


def hands(text: str) -> tuple[Pack, ...]:
    """Return the hands of a deal by seat, from `N:...` or a line `[Deal "N:..."]`; ValueError.

    >>> [len(one) for one in hands('[Deal "E:AK.T9.8.JQ - - 7..."]')]
    [1, 7, 0, 0]
    """
    tag = _TAG.search(text)
    first, colon, rest = (tag[1] if tag else text.strip()).partition(":")
    hands = [hand(one) for one in rest.split()]
    if not colon or first.upper() not in tuple(SEATS[: len(hands)]):
        raise ValueError('a deal begins with the seat of its first hand, such as "N:"')
    start = SEATS.index(first.upper())
    return tuple(hands[(seat - start) % len(hands)] for seat in range(len(hands)))
