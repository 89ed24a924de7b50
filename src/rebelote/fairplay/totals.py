"""Sums of scores over deals, and a pair's distance from the others in standard deviations.

A pair is compared with a reference: the deals of other pairs, or of the same two players with other
partners. What style, strength and agreed conventions do to a score is in both.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

import msgspec

from rebelote.fairplay.evidence import DETECTORS, TWO_SIDED, Scores

SIGHT: Final = "sight"
"""Cards and calls together: who looks all the time shows the same knowledge in both."""
KNOWING: Final = (SIGHT, "cards", "calls")
"""The tests of a look at partner's hand; each of the last two finds a pair that looks for it only,
which the other would dilute."""
TESTS: Final = (SIGHT, *DETECTORS)
"""The tests of a pair, by name."""
THRESHOLD: Final = 4.40
"""The z-value from which a pair is shown to a moderator.

Of 10,000 honest pairs one would be above 4.31 in some test if sums were normal (Bonferroni); the
tails of sums of few deals are a little heavier.
"""


class Totals(msgspec.Struct):
    """The deals of a pair, and by detector the sums of scores and of their squares."""

    deals: int = 0
    sums: dict[str, float] = msgspec.field(default_factory=dict)
    squares: dict[str, float] = msgspec.field(default_factory=dict)

    @classmethod
    def of(cls, deals: Iterable[Scores]) -> Totals:
        """Return the totals of these deals."""
        totals = cls()
        for scores in deals:
            totals.add(scores)
        return totals

    def add(self, scores: Scores) -> None:
        self.deals += 1
        for name, score in scores.items():
            self.sums[name] = self.sums.get(name, 0.0) + score
            self.squares[name] = self.squares.get(name, 0.0) + score * score

    def include(self, other: Totals, sign: int = 1) -> None:
        """Add all deals of another; with a sign of -1, subtract them."""
        self.deals += sign * other.deals
        for mine, theirs in ((self.sums, other.sums), (self.squares, other.squares)):
            for name, value in theirs.items():
                mine[name] = mine.get(name, 0.0) + sign * value

    def without(self, other: Totals) -> Totals:
        """Return these totals less the deals of another, which they include."""
        rest = Totals()
        rest.include(self)
        rest.include(other, -1)
        return rest

    def mean(self, name: str) -> float:
        """Return the mean score of a deal."""
        return self.sums.get(name, 0.0) / self.deals if self.deals else 0.0

    def variance(self, name: str) -> float:
        """Return the variance of the score of a deal."""
        if self.deals < 2:
            return 0.0
        left = self.squares.get(name, 0.0) - self.deals * self.mean(name) ** 2
        return max(left, 0.0) / (self.deals - 1)


def z_values(pair: Totals, reference: Totals) -> dict[str, float]:
    """Return the pair's z value against the reference by test; empty with too few deals of either.

    The spread of a deal is that of the reference, and counts for the error of both means.
    """
    if not pair.deals or reference.deals < 2:
        return {}
    each = {name: _z(pair, reference, name) for name in DETECTORS}
    each[SIGHT] = (each["cards"] + each["calls"]) / math.sqrt(2)
    return {name: each[name] for name in TESTS}


def _z(pair: Totals, reference: Totals, name: str) -> float:
    variance = reference.variance(name) * (1 / pair.deals + 1 / reference.deals)
    return (pair.mean(name) - reference.mean(name)) / math.sqrt(variance) if variance else 0.0


def weight(scores: Scores, reference: Totals, test: str) -> float:
    """Return a deal's part in a test, in standard deviations of a deal of the reference."""
    names = ("cards", "calls") if test == SIGHT else (test,)
    spreads = ((name, math.sqrt(reference.variance(name))) for name in names)
    return sum(
        (scores.get(name, 0.0) - reference.mean(name)) / spread
        for name, spread in spreads
        if spread
    )


def strongest(values: dict[str, float]) -> tuple[str, float]:
    """Return the strongest test against a pair and its z value, unsigned if both signs count."""
    beyond = {name: abs(z) if name in TWO_SIDED else z for name, z in values.items()}
    name = max(beyond, key=lambda test: beyond[test], default="")
    return name, beyond.get(name, 0.0)
