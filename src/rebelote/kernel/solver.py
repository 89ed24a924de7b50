"""Typed interface of the kernel: double-dummy solver, rollouts, likelihoods, determinizations.

Only this module knows that a kernel exists. The kernel is handed the law of play as tables; where
it was not built, `KERNEL` is False and every question raises `NoKernelError`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, SupportsIndex, TypeVar

from rebelote.rules import play
from rebelote.rules.cards import CARDS, Card, CardSet
from rebelote.rules.law_tables import law_tables
from rebelote.rules.tallies import LAST_TRICK

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from rebelote import _kernel
    from rebelote._kernel import Deals as Deals
    from rebelote._kernel import Policy as Policy

_Unsigned = TypeVar("_Unsigned", "np.uint32", "np.uint8")

try:
    from rebelote import _kernel as _built
except ImportError:
    KERNEL = False
else:
    KERNEL = True


class NoKernelError(RuntimeError):
    """The kernel was not built: install Rust and run `make setup` again."""

    def __init__(self) -> None:
        super().__init__("the kernel is not built: install Rust and run `make setup` again")


class Playouts(NamedTuple):
    """Random playouts: a histogram of side 0's points, and the sweeps of each side."""

    histogram: list[int]
    sweeps: list[int]

    @property
    def mean(self) -> float:
        """Side 0's points on average."""
        games = sum(self.histogram)
        return sum(points * times for points, times in enumerate(self.histogram)) / games


def kernel_law(law: play.Law, last_trick: int = LAST_TRICK) -> _kernel.Law:
    """Convert the law of one contract for the kernel; `last_trick` is the last trick's bonus."""
    return _kernel_law(law, last_trick)


@lru_cache(maxsize=64)
def _kernel_law(law: play.Law, last_trick: int) -> _kernel.Law:
    if not KERNEL:
        raise NoKernelError
    tables = law_tables(law, last_trick)
    return _built.Law(
        bytes(tables.duties),
        tables.trump,
        bytes(tables.strength),
        bytes(tables.points),
        tables.last_trick,
        tables.withheld,
        tables.partners,
        tables.not_led,
        tables.bonuses,
    )


def legal(hand: CardSet, trick: Sequence[Card], law: play.Law) -> CardSet:
    """Return the legal cards as in `play.legal`, from the kernel."""
    return CardSet(kernel_law(law).legal(hand.mask, trick))


def winner(trick: Sequence[Card], law: play.Law) -> int:
    """Return the winner of a trick as in `play.winner`, from the kernel."""
    return kernel_law(law).winner(trick)


def perft(
    hands: Sequence[CardSet], leader: int, trick: Sequence[Card], law: play.Law, depth: int
) -> int:
    """Count the legal sequences of `depth` cards from here; ValueError for no position."""
    return kernel_law(law).perft([hand.mask for hand in hands], leader, trick, depth)


def divide(
    hands: Sequence[CardSet], leader: int, trick: Sequence[Card], law: play.Law, depth: int
) -> dict[Card, int]:
    """Return the same count under each first card, to find by reading where two counts part."""
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
    """Play on from a position by random legal cards; the interpreter lock is released meanwhile.

    Args:
        hands: the hands by seat, of what is not played yet.
        leader: the seat that leads, or has led, the trick.
        trick: its cards so far, in order of play.
        law: the law of play.
        count: how many times.
        seed: the same seed gives the same playouts.

    Raises:
        ValueError: for no position.
        NoKernelError: where the native module was not built.
    """
    masks = [hand.mask for hand in hands]
    return Playouts(*kernel_law(law).playouts(masks, leader, trick, count, seed))


def excluded(card: Card, trick: Sequence[Card], law: play.Law) -> CardSet:
    """Return the cards that nobody can have held who played `card` to this trick by the law."""
    return CardSet(kernel_law(law).excluded(card, trick))


def many_deals() -> type[_kernel.Deals]:
    """Return the class of many deals at once, of the tables that `env.batch` makes of the rules."""
    if not KERNEL:
        raise NoKernelError
    return _built.Deals


def worlds(
    sizes: Sequence[int], may_hold: Sequence[int], count: int, seed: int
) -> tuple[int, list[list[int]]]:
    """Return the number of determinizations of the hidden hands, and so many sampled uniformly.

    By hidden seat `sizes` and the masks of what it `may_hold`; a hand is a mask. ValueError where
    there is no way.
    """
    if not KERNEL:
        raise NoKernelError
    return _built.worlds(bytes(sizes), may_hold, count, seed)


class PlayHistory(NamedTuple):
    """The play history of a deal: who took, who led first, and every card in order of play.

    The kernel reads cards fastest as the bytes of their numbers.
    """

    taker: int
    leader: int
    cards: Sequence[SupportsIndex] = b""


class Outcome(NamedTuple):
    """The outcome of a rollout, or of a double-dummy solution.

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
    law: play.Law,
    history: PlayHistory,
    *,
    exactly: bool = False,
) -> dict[Card, list[Outcome]]:
    """Roll out each legal card in these worlds by the learnt policy; return outcomes by card.

    `exactly`: solved double dummy instead, for two sides; a side that can still win every trick
    plays for it, and for points otherwise.
    """
    result = kernel_law(law).forecast(_masks(worlds), weights, history, exactly)
    return {CARDS[card]: [*map(Outcome._make, outcomes)] for card, outcomes in result.items()}


def play_out(
    worlds: Sequence[Sequence[CardSet]], law: play.Law, history: PlayHistory
) -> list[Outcome]:
    """Roll out each of these worlds once by the learnt policy."""
    return [Outcome(*each) for each in kernel_law(law).play_out(_masks(worlds), history)]


def log_likelihoods(
    worlds: Sequence[Sequence[CardSet]], law: play.Law, history: PlayHistory, me: int
) -> list[float]:
    """Return, by world, the log-likelihood of the cards played under the learnt policy.

    The cards of seat `me` do not count: it knows its own hand.
    """
    return kernel_law(law).likely(_masks(worlds), history, me)


def believed(
    known: tuple[Sequence[int], Sequence[int]],
    law: play.Law,
    history: PlayHistory,
    hand: tuple[int, CardSet, int],
    draws: int,
    count: int,
    exponent: float,
    seed: int,
) -> tuple[int, list[tuple[list[int], float]]]:
    """Return the worlds consistent with the cards played: their number, and at most `count` of them
    with their weights, each a mask by seat.

    `known`: sizes and masks as for `worlds`; `hand`: the seat, its hand, and how many play. Of more
    than `count` worlds `draws` are resampled by their likelihood to this exponent. ValueError where
    there is no way.
    """
    me, own, seats = hand
    return kernel_law(law).believed(
        bytes(known[0]), known[1], me, own.mask, seats, history, draws, count, exponent, seed
    )


def policy(weights: bytes) -> Policy:
    """Return the policy network of these weights; ValueError for a wrong number of them."""
    if not KERNEL:
        raise NoKernelError
    return _built.Policy(weights)


def advantages(
    by: Policy, law: play.Law, history: PlayHistory, hand: CardSet, bid: int = 0
) -> dict[Card, float]:
    """Return the policy network's advantage of each legal card of the seat to play, in card points.

    The network sees only what the seat knows; only differences count.

    For tables of two against two with all 32 cards dealt. `bid`: the points that the taker needs, 0
    where it is half of them. ValueError where the hand does not go with what was played.
    """
    result = by.advantages(kernel_law(law), hand.mask, history, bid)
    return {CARDS[card]: points for card, points in result}


def _masks(worlds: Sequence[Sequence[CardSet]]) -> list[list[int]]:
    return [[hand.mask for hand in world] for world in worlds]


# --- all cards seen -------------------------------------------------------------------------------


NOT_LEGAL: Final = -1
MOST_BELOTE: Final = 255


class Solution(NamedTuple):
    """The double-dummy solution of a position: every card seen, both sides playing their best."""

    points: tuple[int, int]
    """Still to come to side 0 (or the maximisers), and to the others."""
    values: dict[Card, int] | None = None
    """For each legal card the points still to come to the side that plays it."""
    line: tuple[Card, ...] | None = None
    """A principal variation, to the last card."""


def solve(
    hands: Sequence[CardSet],
    leader: int,
    trick: Sequence[Card],
    law: play.Law,
    *,
    values: bool = False,
    line: bool = False,
    sweep: int = 0,
    taken: tuple[int, int] = (0, 0),
    belote: int = 0,
    last_trick: int = LAST_TRICK,
    maximisers: Sequence[int] | None = None,
) -> Solution:
    """Solve a position exactly, double dummy: every card seen, both sides at their best.

    The sides are seats 0 and 2 against 1 and 3, of two hands 0 against 1. Of the bonus of a trick
    (`play.Law.bonuses`) half counts for who wins it, half against the others: the difference of the
    sides is right, and their sum is that of the cards.

    Args:
        hands: two, three or four hands by seat, of what is not played yet.
        leader: the seat that leads, or has led, the trick.
        trick: its cards so far, in order of play.
        law: the law of play, as `Rules.law(trump)` gives it.
        values: whether to give the points by legal card.
        line: whether to give a line of best play.
        sweep: the points that taking every trick adds; they count against the other side.
        taken: how many tricks each side has, where there is a sweep.
        belote: the points of king and queen of trump in one hand (`play.Law.belotes`), with its
            first card. Rules under which it can be lost (`Rules.belote_is_sure`) cannot be
            asked about.
        last_trick: the points of the last trick.
        maximisers: other seats that play together against the rest, as at a table where each of
            three plays alone.

    Raises:
        ValueError: for no position.
        NoKernelError: where the native module was not built.
    """
    sides = _sides(maximisers, law, len(hands))
    value, left, result, best = kernel_law(law, last_trick).solve(
        [hand.mask for hand in hands], leader, trick, sides, sweep, taken, values, line
    )
    bonus = _belotes([hand.mask for hand in hands], law, belote, sides)
    mover = bonus[not sides >> (leader + len(trick)) % len(hands) & 1]
    return Solution(
        (_floor(value, law) + bonus[0], _floor(left - value, law) + bonus[1]),
        None if result is None else {CARDS[card]: worth + mover for card, worth in sorted(result)},
        None if best is None else tuple(CARDS[card] for card in best),
    )


def _floor(value: int, law: play.Law) -> int:
    """Return a side's points: below nought only against bonuses, not against a sweep."""
    return value if law.bonuses else max(value, 0)


def _belotes(hands: Sequence[int], law: play.Law, belote: int, sides: int) -> tuple[int, int]:
    """Return the belote points in these hands (masks), for the maximisers and for the others."""
    if not 0 <= belote <= MOST_BELOTE:
        raise ValueError(f"belote is {belote}, but goes from 0 to {MOST_BELOTE}")
    points = [0, 0]
    for pair in law.belotes:
        for seat, hand in enumerate(hands):
            if hand & pair.mask == pair.mask:
                points[not sides >> seat & 1] += belote
    return points[0], points[1]


def _sides(maximisers: Sequence[int] | None, law: play.Law, seats: int) -> int:
    """Return a mask with one bit for each seat that maximises."""
    if maximisers is None:
        if not law.partners and seats > 2:
            raise ValueError("where each plays alone, say which seats are the maximisers")
        return 0b0101 & (1 << seats) - 1
    if not all(0 <= seat < 4 for seat in maximisers):
        raise ValueError(f"{tuple(maximisers)} are not seats, which go from 0 to 3")
    return sum(1 << seat for seat in set(maximisers))


def solve_many(
    hands: ArrayLike,
    leader: ArrayLike,
    laws: play.Law | Sequence[play.Law],
    *,
    values: bool = False,
    sweep: int = 0,
    belote: int = 0,
    last_trick: int = LAST_TRICK,
    maximisers: Sequence[int] | None = None,
    threads: int = 0,
) -> NDArray[np.int16]:
    """Solve many deals of four hands between two tricks, on several threads; needs NumPy.

    The interpreter lock is released meanwhile.

    Args:
        hands: masks of the cards by seat (`CardSet.mask`), uint32 [n, 4].
        leader: the seat that leads, uint8 [n].
        laws: the law of play, one for all deals or one for each; at most 256 different ones.
        values: whether to give the points by card.
        sweep: the points that taking every trick adds; for whole deals only.
        belote: as in `solve`.
        last_trick: the points of the last trick.
        maximisers: as in `solve`.
        threads: how many are used; 0: one for each core.

    Returns:
        The points still to come to side 0, int16 [n]; or with `values` what each of the 32 cards
        brings the side that plays it, int16 [n, 32], where -1 is a card that is not legal.

    Raises:
        ValueError: for arrays of other shapes, or what is no deal.
        NoKernelError: where the native module was not built.
    """
    import numpy as np

    if not KERNEL:
        raise NoKernelError
    masks, leaders = _integers(hands, np.uint32, "hands"), _integers(leader, np.uint8, "leader")
    count = len(leaders) if leaders.ndim == 1 else -1
    if masks.shape != (count, 4):
        raise ValueError(f"hands {masks.shape} and leader {leaders.shape} are not [n, 4] and [n]")
    every = [laws] * count if isinstance(laws, play.Law) else list(laws)
    numbers = {law: number for number, law in enumerate(dict.fromkeys(every))}
    if len(every) != count or len(numbers) > 256:
        raise ValueError(f"{len(every)} laws ({len(numbers)} different) for {count} deals")
    sides = next(iter({_sides(maximisers, law, 4) for law in numbers}), 0b0101)
    result = _built.solve_many(
        [kernel_law(law, last_trick) for law in numbers],
        bytes(numbers[law] for law in every),
        masks.tobytes(),
        leaders.tobytes(),
        sides,
        sweep,
        values,
        threads,
    )
    points = np.frombuffer(result, np.int16).reshape((count, 32) if values else (count,))
    if not belote:
        return points
    each = [_belotes(*deal, belote, sides) for deal in zip(masks.tolist(), every, strict=True)]
    bonus = np.array(each, np.int16).reshape(count, 2)
    if not values:
        return points + bonus[:, 0]
    return _raised(points, bonus[np.arange(count), 1 - (sides >> leaders & 1)])


def _raised(values: NDArray[np.int16], by: NDArray[np.int16]) -> NDArray[np.int16]:
    """Raise each deal's values except "not legal" ones; ValueError if one comes to -1."""
    import numpy as np

    raised = np.where(values == NOT_LEGAL, NOT_LEGAL, values + by[:, np.newaxis])
    if ((raised == NOT_LEGAL) != (values == NOT_LEGAL)).any():
        raise ValueError("with this sweep and belote a card is worth -1, which means: not legal")
    return raised.astype(np.int16)


def _integers(given: ArrayLike, kind: type[_Unsigned], name: str) -> NDArray[_Unsigned]:
    """Return the array as this kind of whole number; ValueError for what does not fit."""
    import numpy as np

    array = np.asarray(given)
    limits = np.iinfo(kind)
    if array.size and array.dtype.kind not in "iu":
        raise ValueError(f"{name} are {array.dtype}, not whole numbers")
    if array.size and (array.min() < 0 or array.max() > limits.max):
        raise ValueError(f"{name} go from 0 to {limits.max}")
    return array.astype(kind)
