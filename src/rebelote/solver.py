"""What follows from a position when all cards are seen? The typed face of the kernel.

Only this module knows that a kernel exists. The kernel is handed the law of play as tables; where
it was not built, `KERNEL` is False and every question raises `NoKernel`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from rebelote import play
from rebelote.cards import CARDS, Card, CardSet, point_table, strength_table
from rebelote.scoring import LAST_TRICK

if TYPE_CHECKING:
    from rebelote import _kernel

try:
    from rebelote import _kernel as _built
except ImportError:
    KERNEL = False
else:
    KERNEL = True


class NoKernel(RuntimeError):
    """The kernel was not built: install Rust and run `make setup` again."""

    def __init__(self) -> None:
        super().__init__("the kernel is not built: install Rust and run `make setup` again")


class Playouts(NamedTuple):
    """Random games to the end: how often side 0 got each number of points, sweeps by side."""

    histogram: list[int]
    sweeps: list[int]

    @property
    def mean(self) -> float:
        """Side 0's points on average."""
        games = sum(self.histogram)
        return sum(points * times for points, times in enumerate(self.histogram)) / games


@lru_cache(maxsize=64)
def kernel_law(law: play.Law) -> _kernel.Law:
    """The law of one contract as the kernel wants it."""
    if not KERNEL:
        raise NoKernel
    return _built.Law(
        law.duties,
        law.trump.code,
        strength_table(law.trump),
        point_table(law.trump),
        LAST_TRICK,
        [(held.mask, kept.mask) for held, kept in law.withheld],
        law.partners,
    )


def legal(hand: CardSet, trick: Sequence[Card], law: play.Law) -> CardSet:
    """What `play.legal` says, asked of the kernel."""
    return CardSet(kernel_law(law).legal(hand.mask, trick))


def winner(trick: Sequence[Card], law: play.Law) -> int:
    """What `play.winner` says, asked of the kernel."""
    return kernel_law(law).winner(trick)


def perft(
    hands: Sequence[CardSet], leader: int, trick: Sequence[Card], law: play.Law, depth: int
) -> int:
    """The number of legal sequences of `depth` cards from here; ValueError for no position."""
    return kernel_law(law).perft([hand.mask for hand in hands], leader, trick, depth)


def divide(
    hands: Sequence[CardSet], leader: int, trick: Sequence[Card], law: play.Law, depth: int
) -> dict[Card, int]:
    """The same count under each first card, to find by reading where two counts part."""
    counts = kernel_law(law).divide([hand.mask for hand in hands], leader, trick, depth)
    return {CARDS[card]: count for card, count in counts.items()}


def playouts(
    hands: Sequence[CardSet],
    leader: int,
    trick: Sequence[Card],
    law: play.Law,
    count: int,
    seed: int = 0,
) -> Playouts:
    """Play `count` random legal games from here; the interpreter lock is free meanwhile."""
    masks = [hand.mask for hand in hands]
    return Playouts(*kernel_law(law).playouts(masks, leader, trick, count, seed))
