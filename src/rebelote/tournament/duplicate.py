"""Duplicate: every table plays the same deals, and lines are compared between tables.

A movement assigns pairs and deals to tables. The results of a deal become match points, marks
against the mean of the field, or steps of a scale (Butler), which add up to a standing. The luck of
the cards is the same for all.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal

import msgspec

from rebelote.rules.refusals import IllegalActionError
from rebelote.tournament.ranks import with_ranks

Method = Literal["matchpoints", "mean", "butler"]
Values = dict[tuple[int, int], Fraction]
"""The values of deals to pairs, by pair and deal."""
SCALE: Final = (
    *(10, 30, 50, 70, 90, 120, 150, 180, 220, 260, 300, 350, 400, 450, 500),
    *(600, 700, 800, 900, 1000),
)
"""From which difference on a step more counts: our own, for deals of 162 points and bids."""
MOST_TABLES: Final = 64
MOST_PAIRS: Final = 2 * MOST_TABLES

FEWEST_PAIRS: Final = {"howell": 4, "mitchell": 5}
"""The fewest pairs of a movement; with fewer, deals are played at only one table."""


class Meeting(msgspec.Struct, frozen=True):
    """The pairs and the set of deals at a table in a round; table and set are numbered from 1.

    `north` and `east`: the numbers of the pairs that sit North and South, East and West.
    """

    table: int
    north: int
    east: int
    set: int


Movement = tuple[tuple[Meeting, ...], ...]
"""Rounds of meetings."""


class Result(msgspec.Struct, frozen=True):
    """The points of both lines for a deal. `deal`: its number in the tournament."""

    deal: int
    north: int
    east: int
    points: tuple[int, int]

    @property
    def margin(self) -> int:
        """The points of North and South less those of East and West."""
        return self.points[0] - self.points[1]


class DuplicateRow(msgspec.Struct, frozen=True, kw_only=True):
    """A pair in the standing.

    Attributes:
        rank: From 1; equal pairs share it.
        deals: Number of compared deals.
        value: Match points as a share of the most possible; else the sum of marks or steps.
    """

    rank: int = 0
    pair: int
    deals: int
    value: Fraction


# --- movements ----------------------------------------------------------------------------------


def mitchell(tables: int) -> Movement:
    """Build the movement of two lines: East and West move up a table, and the deals down one.

    With an even number of tables East and West skip one after half the rounds, and the last round
    is left out. Every set is at one table at a time, so that one copy of each deal is enough.
    """
    _check(2 <= tables <= MOST_TABLES)
    even = tables % 2 == 0
    rounds = tables - 1 if even else tables
    shifts = [at + (even and at >= tables // 2) for at in range(rounds)]

    def meeting(at: int, shift: int, table: int) -> Meeting:
        east = tables + 1 + (table - shift) % tables
        return Meeting(table + 1, table + 1, east, (table + at) % tables + 1)

    return tuple(
        tuple(meeting(at, shift, table) for table in range(tables))
        for at, shift in enumerate(shifts)
    )


def howell(pairs: int) -> Movement:
    """Build the movement of one line: every pair meets every other once, with one set a round.

    `pairs`: even; with an odd number one more is drawn, whose opponents sit out. Each table needs
    its own copy of the deals. Each pair sits North and South about equally often.
    """
    _check(4 <= pairs <= MOST_PAIRS and pairs % 2 == 0)
    last = pairs - 1

    def meeting(round: int, table: int) -> Meeting:
        if table == 0:
            one, other = round, last
            swapped = round % 2 == 1
        else:
            one, other = (round + table) % last, (round - table) % last
            swapped = table % 2 == 1
        north, east = (other, one) if swapped else (one, other)
        return Meeting(table + 1, north + 1, east + 1, round + 1)

    return tuple(
        tuple(meeting(round, table) for table in range(pairs // 2)) for round in range(last)
    )


@lru_cache(16)
def movement(kind: str, pairs: int) -> Movement:
    """Return the movement of this kind for so many pairs.

    An odd number is rounded up: the opponents of the absent pair sit out.
    IllegalActionError `too-few-teams` where no deal would be played at two tables.
    """
    even = pairs + pairs % 2
    _check(FEWEST_PAIRS[kind] <= pairs)
    return mitchell(even // 2) if kind == "mitchell" else howell(even)


def movement_rounds(kind: str, pairs: int) -> int:
    """Return the number of rounds of a movement; 0 with too few pairs."""
    even = pairs + pairs % 2
    if pairs < FEWEST_PAIRS[kind]:
        return 0
    return even - 1 if kind == "howell" else even // 2 - (even // 2 + 1) % 2


def deals_of(set: int, size: int) -> range:
    """Return the numbers of the deals in a set of this size."""
    return range((set - 1) * size + 1, set * size + 1)


def _check(fits: bool) -> None:
    if not fits:
        raise IllegalActionError("too-few-teams")


# --- comparing ----------------------------------------------------------------------------------


def steps(difference: Fraction | int) -> int:
    """Convert a difference of points to steps of the scale, with its sign."""
    size = sum(abs(Fraction(difference)) >= one for one in SCALE)
    return size if difference > 0 else -size


def compared(results: Sequence[Result], method: Method) -> Values:
    """Return the value of one deal by pair and deal; empty where only one table played it.

    Match points: two for each table at which the same line did worse, one where it did as well,
    as a share of the most possible. Mean: the difference to the mean of all tables. Butler: the
    steps of that difference.
    """
    if len(results) < 2:
        return {}
    margins = sorted(one.margin for one in results)
    mean = Fraction(sum(margins), len(margins))
    own: Values = {}
    for one in results:
        north = _north(one.margin, margins, mean, method)
        east = 1 - north if method == "matchpoints" else -north
        own |= {(one.north, one.deal): north, (one.east, one.deal): east}
    return own


def _north(own: int, margins: Sequence[int], mean: Fraction, method: Method) -> Fraction:
    """Return the value of a margin to North and South; `margins`: of all tables, sorted."""
    match method:
        case "matchpoints":
            worse = bisect_left(margins, own)
            level = bisect_right(margins, own) - worse - 1
            return Fraction(2 * worse + level, 2 * (len(margins) - 1))
        case "mean":
            return own - mean
        case "butler":
            return Fraction(steps(own - mean))


def values_of(results: Iterable[Result], method: Method) -> Values:
    """Return the value of each compared deal to each pair."""
    deals: dict[int, list[Result]] = {}
    for one in results:
        deals.setdefault(one.deal, []).append(one)
    values: Values = {}
    for deal in deals.values():
        values |= compared(deal, method)
    return values


def duplicate_standings(results: Iterable[Result], method: Method) -> tuple[DuplicateRow, ...]:
    """Rank all pairs that have played a compared deal, the best first."""
    own: dict[int, list[Fraction]] = {}
    for (pair, _), value in values_of(results, method).items():
        own.setdefault(pair, []).append(value)
    rows = [
        DuplicateRow(pair=pair, deals=len(values), value=total_of(values, method))
        for pair, values in sorted(own.items())
    ]
    return ranked(rows)


def total_of(values: Sequence[Fraction], method: Method) -> Fraction:
    """Combine the values of deals: average shares, add up all else."""
    total = sum(values, Fraction(0))
    return total / len(values) if method == "matchpoints" else total


def ranked(rows: Iterable[DuplicateRow]) -> tuple[DuplicateRow, ...]:
    """Rank the rows, the best first; a pair that has played nothing comes last."""
    ordered = sorted(rows, key=lambda row: (not row.deals, -row.value, row.pair))
    return with_ranks(ordered, lambda row: (not row.deals, row.value))
