"""The pairs of many recorded matches: their totals, and how far each lies from the others.

Players are known by their names in the records.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from rebelote.fairplay import evidence
from rebelote.fairplay.decisions import applies
from rebelote.fairplay.evidence import Scores
from rebelote.fairplay.totals import Totals, strongest, z_values
from rebelote.rules.records.record import Record, Step

Names = tuple[str, str]
"""A pair by name, in alphabetical order."""


class Task(NamedTuple):
    """A record to look at, and its number among others."""

    number: int
    record: Record


class Looked(NamedTuple):
    """The scores of the finished deals of a record, with the pair that each is of."""

    number: int
    scores: list[tuple[Names, Scores]]


class PairFigures(NamedTuple):
    """A pair: its deals, its z-values beside all other pairs, and beside the same two players with
    other partners (empty where they had none)."""

    names: Names
    deals: int
    others: dict[str, float]
    own: dict[str, float]
    own_deals: int

    @property
    def strongest(self) -> tuple[str, float]:
        """The test that speaks most against the pair, and its z-value."""
        return strongest(self.others)


def look_at(task: Task) -> Looked:
    """Score a record; rules without two pairs give no scores."""
    record, result = task.record, Looked(task.number, [])
    if record.names and applies(record.rules):
        pairs = [_pair(record.names, side) for side in (0, 1)]
        for _, both in deals_of(record):
            result.scores.extend(zip(pairs, both, strict=True))
    return result


def deals_of(record: Record) -> Iterator[tuple[int, tuple[Scores, Scores]]]:
    """Yield the finished deals of a record by number, each with the scores of both sides."""
    if not applies(record.rules):
        return
    by_deal: defaultdict[int, list[Step]] = defaultdict(list)
    for step in record.steps():
        by_deal[step.before.number].append(step)
    for number, steps in by_deal.items():
        if steps[-1].after.written:
            yield number, evidence.of_deal(steps, Random(number))


def _pair(names: Sequence[str], side: int) -> Names:
    first, second = sorted((names[side], names[side + 2]))
    return first, second


def figures(looked: Iterable[Looked]) -> Iterator[PairFigures]:
    """Compare every pair with the others, the most suspect first.

    Records are added by their numbers, and players by their names: sums of floats depend on the
    order.
    """
    totals: defaultdict[Names, Totals] = defaultdict(Totals)
    for one in sorted(looked, key=lambda each: each.number):
        for names, scores in one.scores:
            totals[names].add(scores)
    everything, by_player = Totals(), defaultdict[str, Totals](Totals)
    for pair, each in totals.items():
        everything.include(each)
        for name in dict.fromkeys(pair):
            by_player[name].include(each)
    result = (_figures(names, each, everything, by_player) for names, each in totals.items())
    yield from sorted(result, key=lambda pair: (-pair.strongest[1], pair.names))


def _figures(
    names: Names, mine: Totals, everything: Totals, by_player: Mapping[str, Totals]
) -> PairFigures:
    others, own = everything.without(mine), Totals()
    for name in dict.fromkeys(names):
        own.include(by_player[name])
        own.include(mine, -1)
    return PairFigures(names, mine.deals, z_values(mine, others), z_values(mine, own), own.deals)
