"""Exact chances of a fair shuffle, and the tests that compare them with counts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, reduce
from typing import Final, NamedTuple

from rebelote.rules.cards import POINTS, CardSet, Suit

Value = tuple[int, ...]
FEWEST: Final = 5.0
"""Cards or hands expected in a cell of a chi-square test; rarer ones are pooled."""


class Figure(NamedTuple):
    """A figure of a hand, computed by suit: the value of a suit's cards, and the sum of two."""

    code: str
    of_suit: Callable[[CardSet], Value]
    joined: Callable[[Value, Value], Value]

    def of(self, hand: CardSet) -> Value:
        """Return the figure of these cards."""
        return reduce(self.joined, (self.of_suit(hand & suit.cards) for suit in Suit))


def _longest_first(one: Value, other: Value) -> Value:
    return tuple(sorted(one + other, reverse=True))


def _added(one: Value, other: Value) -> Value:
    return (one[0] + other[0],)


def _held(ranks: str) -> Callable[[CardSet], Value]:
    """Return a function of a suit's cards: 1 where they have all of these ranks, else 0."""
    return lambda cards: (int(set(ranks) <= {card.rank.letter for card in cards}),)


def _points(cards: CardSet) -> Value:
    return (sum(POINTS["plain"].get(card.rank.letter, 0) for card in cards),)


FIGURES: Final = (
    Figure("shape", lambda cards: (len(cards),), _longest_first),
    Figure("voids", lambda cards: (int(not cards),), _added),
    Figure("longest", lambda cards: (len(cards),), max),
    Figure("jacks", _held("J"), _added),
    Figure("nines", _held("9"), _added),
    Figure("jack-and-nine", _held("J9"), _added),
    Figure("king-and-queen", _held("KQ"), _added),
    Figure("points", _points, _added),
)
"""The figures of each hand: lengths of suits, voids, longest suit, jacks, nines, suits with jack
and nine, suits with king and queen, and card points as in plain suits."""


@cache
def expected(figure: Figure, pack: CardSet, size: int) -> Mapping[Value, Fraction]:
    """Return the probability of each value of a figure in `size` cards of a fairly shuffled pack.

    Every hand is counted, suit by suit, without sampling.
    """
    ways: Counter[tuple[int, Value]] = Counter({(0, ()): 1})
    for suit in Suit:
        ways = _with_suit(ways, figure, pack & suit.cards)
    hands = math.comb(len(pack), size)
    return {
        value: Fraction(n, hands) for (cards, value), n in sorted(ways.items()) if cards == size
    }


def _with_suit(
    ways: Counter[tuple[int, Value]], figure: Figure, suit: CardSet
) -> Counter[tuple[int, Value]]:
    """Count the ways in which so many cards have a value, with one suit more."""
    more = Counter((len(part), figure.of_suit(part)) for part in _parts(suit))
    result: Counter[tuple[int, Value]] = Counter()
    for (cards, value), n in ways.items():
        for (others, other), times in more.items():
            joined = figure.joined(value, other) if value else other
            result[cards + others, joined] += n * times
    return result


def _parts(cards: CardSet) -> Iterator[CardSet]:
    """Yield every subset of these cards, the empty one included."""
    mask = cards.mask
    yield CardSet(mask)
    while mask:
        mask = (mask - 1) & cards.mask
        yield CardSet(mask)


# --- tests ----------------------------------------------------------------------------------------


def chi_square(counts: Sequence[int], means: Sequence[float]) -> float | None:
    """Compute the p-value of counts with these means; None where too few are expected.

    Cells in which fewer than `FEWEST` are expected are pooled with the next rarest.
    """
    cells = _pooled(sorted(zip(means, counts, strict=True)))
    if len(cells) < 2:
        return None
    return beyond(sum((count - mean) ** 2 / mean for mean, count in cells), len(cells) - 1)


def _pooled(cells: list[tuple[float, int]]) -> list[tuple[float, int]]:
    while len(cells) > 1 and cells[0][0] < FEWEST:
        (mean, count), (next_mean, next_count), *rest = cells
        cells = sorted([(mean + next_mean, count + next_count), *rest])
    return [cell for cell in cells if cell[0] >= FEWEST]


def equal(counts: Sequence[int]) -> float | None:
    """Compute the p-value of counts under equal chances."""
    return chi_square(counts, [sum(counts) / len(counts)] * len(counts))


def same_rate(successes: Sequence[int], trials: Sequence[int]) -> float | None:
    """Compute the p-value of successes of so many trials each, under one common rate."""
    rate = sum(successes) / max(1, sum(trials))
    means = [trial * share for share in (rate, 1 - rate) for trial in trials]
    if min(means, default=0) < FEWEST:
        return None
    failures = [trial - success for success, trial in zip(successes, trials, strict=True)]
    cells = zip([*successes, *failures], means, strict=True)
    return beyond(sum((count - mean) ** 2 / mean for count, mean in cells), len(trials) - 1)


def beyond(statistic: float, freedom: int) -> float:
    """Return the probability that chi-square with so many degrees of freedom is at least this.

    >>> round(beyond(3.841, 1), 3), round(beyond(18.307, 10), 3)
    (0.05, 0.05)
    """
    half = statistic / 2
    if half <= 0:
        return 1.0
    at = 0.5 if freedom % 2 else 1.0
    tail = math.erfc(math.sqrt(half)) if freedom % 2 else math.exp(-half)
    while at < freedom / 2:
        tail += math.exp(at * math.log(half) - half - math.lgamma(at + 1))
        at += 1
    return min(1.0, tail)


def holm(p_values: Sequence[float]) -> list[float]:
    """Correct p-values for their number (Holm 1979), in their order."""
    corrected, worst = [0.0] * len(p_values), 0.0
    for place, number in enumerate(sorted(range(len(p_values)), key=lambda n: p_values[n])):
        worst = max(worst, min(1.0, (len(p_values) - place) * p_values[number]))
        corrected[number] = worst
    return corrected
