"""Cards in what the second implementations of klaverjas and bela have alike, by no code of ours.

Cards are two letters (`TH`); a trick is a list of them from the first on.
"""

from __future__ import annotations

from collections.abc import Sequence

TRUMP_RANKS = "78QKTA9J"
PLAIN_RANKS = "789TJQKA"
PLAIN_STRENGTH = "789JQKTA"
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
PLAIN_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}


def beats(one: str, other: str, trump: str) -> bool:
    """Return whether a card beats one that lay there before it."""
    if one[1] == other[1]:
        order = TRUMP_RANKS if one[1] == trump else PLAIN_STRENGTH
        return order.index(one[0]) > order.index(other[0])
    return one[1] == trump


def winner(trick: Sequence[str], trump: str) -> int:
    """Return the number of the winning card in the trick."""
    best = 0
    for number, card in enumerate(trick):
        if beats(card, trick[best], trump):
            best = number
    return best


def points(cards: Sequence[str], trump: str) -> int:
    """Return the sum of the points of single cards."""
    return sum((TRUMP_POINTS if card[1] == trump else PLAIN_POINTS)[card[0]] for card in cards)
