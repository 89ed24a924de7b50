"""Work of fair play in a worker process: read records, compare pairs, cut out deals.

The detectors are imported where they run: the worker alone holds them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from rebelote.rules.records.record import DealRecord, Record

if TYPE_CHECKING:
    from rebelote.fairplay.evidence import Scores
    from rebelote.fairplay.totals import Totals

Pair = tuple[str, str]
"""The ids of two partners, in their order."""
Sums = tuple[str, int, float, float]
"""A detector, and of a pair or a reference the deals, the sum of scores, and that of squares."""


class Looked(NamedTuple):
    """The deals of a match in which a side scored: by number the scores (JSON), and their sums."""

    scores: str
    sums: tuple[Sums, ...]


class Compared(NamedTuple):
    """A pair beside all others: the test that speaks most against it, and every z-value."""

    pair: Pair
    deals: int
    test: str
    z: float
    values: dict[str, float]


class Compares(NamedTuple):
    """The pairs with deals enough, those first that most speaks against, and the threshold."""

    threshold: float
    pairs: tuple[Compared, ...]


class Place(NamedTuple):
    """A deal of a match, and the side whose scores count."""

    table: str
    version: int
    deal: int
    side: int


def looked_at(text: str) -> tuple[Looked, Looked] | None:
    """Return both sides' scores in the deals of a record; None by rules without two pairs."""
    from rebelote.fairplay import archive

    deals = [*archive.deals_of(Record.parse(text))]
    if not deals:
        return None
    first, second = (_looked([(n, both[side]) for n, both in deals]) for side in (0, 1))
    return first, second


def _looked(deals: Sequence[tuple[int, Scores]]) -> Looked:
    from rebelote.fairplay.evidence import DETECTORS, TWO_SIDED
    from rebelote.fairplay.totals import Totals

    totals = Totals.of(scores for _, scores in deals)
    sums = (
        (name, totals.deals, totals.sums.get(name, 0.0), totals.squares.get(name, 0.0))
        for name in DETECTORS
        if name not in TWO_SIDED  # a record has no delays
    )
    return Looked(msgspec.json.encode(deals).decode(), tuple(sums))


def totals_of(rows: Iterable[Sums]) -> Totals:
    """Return the totals of a pair, or a reference, as they are in the database."""
    from rebelote.fairplay.totals import Totals

    totals = Totals()
    for detector, deals, total, squares in rows:
        totals.deals = max(totals.deals, deals)
        totals.sums[detector], totals.squares[detector] = total, squares
    return totals


def compared(
    rows: Iterable[tuple[str, str, str, int, float, float]], whole: list[Sums]
) -> Compares:
    """Return the pairs of these rows of the database, each beside all others of the whole."""
    from rebelote.fairplay.totals import THRESHOLD, strongest, z_values

    by_pair: defaultdict[Pair, list[Sums]] = defaultdict(list)
    for person, other, detector, deals, total, squares in rows:
        by_pair[person, other].append((detector, deals, total, squares))
    result, everything = [], totals_of(whole)
    for pair, sums_of in by_pair.items():
        mine = totals_of(sums_of)
        values = _of_records(z_values(mine, everything.without(mine)))
        result.append(Compared(pair, mine.deals, *strongest(values), values))
    return Compares(THRESHOLD, tuple(sorted(result, key=lambda one: (-one.z, one.pair))))


def beside(mine: list[Sums], own: list[Sums]) -> dict[str, float]:
    """Return the z-values of a pair beside the same two players with other partners."""
    from rebelote.fairplay.totals import z_values

    return _of_records(z_values(totals_of(mine), totals_of(own)))


def _of_records(values: dict[str, float]) -> dict[str, float]:
    """Leave out the tests of delays, because records hold no times."""
    from rebelote.fairplay.evidence import TWO_SIDED

    return {name: z for name, z in values.items() if name not in TWO_SIDED}


def heaviest(
    rows: Iterable[tuple[str, int, int, str]], whole: list[Sums], test: str, most: int
) -> list[Place]:
    """Return the deals of a pair that weigh most in a test, of these matches."""
    from rebelote.fairplay.totals import weight

    reference = totals_of(whole)
    weights = ((weight(scores, reference, test), place) for place, scores in _deals(rows))
    return [place for _, place in nlargest(most, weights)]


def _deals(rows: Iterable[tuple[str, int, int, str]]) -> Iterator[tuple[Place, Scores]]:
    for table, version, side, scores in rows:
        for deal, of_deal in msgspec.json.decode(scores, type=list[tuple[int, dict[str, float]]]):
            yield Place(table, version, deal, side), of_deal


def alone(text: str, deal: int) -> str:
    """Return one deal of this record as a record of its own, without names."""
    record = Record.parse(text)
    first = record.history()[deal - 1][0].deal
    only = DealRecord(first.pack, record.deals[deal - 1].actions)
    return str(Record(record.rules, first.dealer, (only,)))
