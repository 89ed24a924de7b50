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


def excluded(card: Card, trick: Sequence[Card], law: play.Law) -> CardSet:
    """What nobody can have held who played `card` to this trick by the law."""
    return CardSet(kernel_law(law).excluded(card, trick))


def worlds(
    sizes: Sequence[int], may_hold: Sequence[int], count: int, seed: int
) -> tuple[int, list[list[int]]]:
    """In how many ways hidden cards can lie, and so many of them drawn, every one equally likely.

    By hidden seat `sizes` and the masks of what it `may_hold`; a hand is a mask. ValueError where
    there is no way.
    """
    if not KERNEL:
        raise NoKernel
    return _built.worlds(bytes(sizes), may_hold, count, seed)


class Seen(NamedTuple):
    """What everybody has seen of a deal: who took, by seat the suits shown void, the tricks."""

    taker: int
    voids: tuple[int, ...]
    tricks: int


class Forecast(NamedTuple):
    """What may come of a card, or of a deal.

    `points` still to come by side, `winners` a bit for each side that wins a trick, `last` the side
    that wins the last one, and `weight` how often (the sum of its worlds' weights).
    """

    points: tuple[int, ...]
    winners: int
    last: int
    weight: float = 1.0


def forecast(
    worlds: Sequence[Sequence[CardSet]],
    weights: Sequence[float],
    leader: int,
    trick: Sequence[Card],
    law: play.Law,
    seen: Seen,
) -> dict[Card, list[Forecast]]:
    """What comes of each legal card in these worlds if everybody then plays by rules of thumb."""
    masks = [[hand.mask for hand in world] for world in worlds]
    known = (seen.taker, bytes(seen.voids), seen.tricks)
    found = kernel_law(law).forecast(masks, weights, leader, trick, known)
    return {CARDS[card]: [Forecast(*each) for each in outcomes] for card, outcomes in found.items()}


def play_out(
    worlds: Sequence[Sequence[CardSet]], leader: int, law: play.Law, seen: Seen
) -> list[Forecast]:
    """What comes of each of these worlds if everybody plays by rules of thumb."""
    masks = [[hand.mask for hand in world] for world in worlds]
    known = (seen.taker, bytes(seen.voids), seen.tricks)
    return [Forecast(*each) for each in kernel_law(law).play_out(masks, leader, known)]
