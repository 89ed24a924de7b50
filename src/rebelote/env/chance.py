"""Chance with a seed: the same numbers as in the kernel, on every machine and Python.

SplitMix64. Table `i` of a seed has a stream of its own, so that `Env` deals what the same table of
a `Batch` deals.
"""

from __future__ import annotations

from typing import Final

from rebelote.rules.cards import Card

_STEP: Final = 0x9E37_79B9_7F4A_7C15
_ALL: Final = 2**64 - 1


class Stream:
    """A stream of random numbers, with what dealing needs (`rules.deck.Chance`)."""

    def __init__(self, state: int) -> None:
        self.state = state & _ALL

    @classmethod
    def of_table(cls, seed: int, table: int) -> Stream:
        """Return the stream of one table of a seed."""
        return cls(cls(seed + table * _STEP).next())

    def next(self) -> int:
        """Draw the next 64 bits."""
        self.state = (self.state + _STEP) & _ALL
        mixed = (self.state ^ self.state >> 30) * 0xBF58_476D_1CE4_E5B9 & _ALL
        mixed = (mixed ^ mixed >> 27) * 0x94D0_49BB_1331_11EB & _ALL
        return mixed ^ mixed >> 31

    def randrange(self, stop: int, /) -> int:
        """Draw a number from 0 up to `stop`, exclusive."""
        return self.next() * stop >> 64

    def shuffle(self, x: list[Card], /) -> None:
        """Put the list in a random order."""
        for place in range(len(x) - 1, 0, -1):
            other = self.randrange(place + 1)
            x[place], x[other] = x[other], x[place]
