"""Tables of a mêlée at which nobody sits with the same person again, where that is possible.

Two players of different tables are exchanged at random, as long as no more meet again by it. The
chance follows from the lots, so that the same phrase gives the same tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Final

from rebelote.tournament.entries import Sides
from rebelote.tournament.pairing import Met, times

SEATS: Final = 4
STEPS: Final = 4_000
"""Exchanges that are tried for a few players, and `STEPS_EACH` more for each of them."""
STEPS_EACH: Final = 40
SPLITS: Final = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
"""The ways to make partners of four."""


def seated(order: Sequence[int], met: Met, seed: int) -> list[list[int]]:
    """Return tables of four with the fewest who meet again.

    Args:
        order: the players, four for each table.
        met: how often each two have sat at a table together.
        seed: the number from which all chance follows.
    """
    players, chance = list(order), Random(seed)
    with_again = _in_conflict(players, met)
    for _ in range(STEPS + STEPS_EACH * len(players)):
        if not with_again:
            break
        # `random` alone gives the same numbers in every version of Python.
        at = with_again[int(chance.random() * len(with_again))]
        to = int(chance.random() * len(players))
        if at // SEATS != to // SEATS and _exchanged(players, at, to, met):
            with_again = _in_conflict(players, met)
    return _tables(players)


def split(table: Sequence[int], partners: Met, opponents: Met) -> Sides:
    """Return the sides of a table with the fewest partners again, then the fewest opponents."""

    def again(sides: Sides) -> tuple[int, int]:
        (north, south), (east, west) = sides
        across = ((north, east), (north, west), (south, east), (south, west))
        together = times(partners, north, south) + times(partners, east, west)
        return together, sum(times(opponents, *pair) for pair in across)

    sides = [tuple((table[one], table[other]) for one, other in way) for way in SPLITS]
    first, second = min(sides, key=lambda it: again((it[0], it[1])))
    return first, second


def meetings(tables: Sequence[Sequence[int]], met: Met) -> int:
    """Count the pairs at a table who have sat together before."""
    return sum(times(met, *pair) > 0 for table in tables for pair in combinations(table, 2))


def together(*relations: Met) -> Met:
    """Return how often each two have met, in any of these relations."""
    sums: dict[int, dict[int, int]] = {}
    for relation in relations:
        for one, others in relation.items():
            own = sums.setdefault(one, {})
            for other, count in others.items():
                own[other] = own.get(other, 0) + count
    return sums


def _tables(players: Sequence[int]) -> list[list[int]]:
    return [list(players[at : at + SEATS]) for at in range(0, len(players), SEATS)]


def _in_conflict(players: Sequence[int], met: Met) -> list[int]:
    """Return the seats of those who sit with somebody again."""
    return [at for at in range(len(players)) if _again(players, at, players[at], met)]


def _again(players: Sequence[int], at: int, one: int, met: Met) -> int:
    """Count how often a player at a seat has met the three others of its table."""
    known: Mapping[int, int] = met.get(one, {})
    first = at - at % SEATS
    return sum(known.get(players[it], 0) for it in range(first, first + SEATS) if it != at)


def _exchanged(players: list[int], at: int, to: int, met: Met) -> bool:
    """Exchange two seats unless more meet again by it; return whether they are exchanged."""
    one, other = players[at], players[to]
    before = _again(players, at, one, met) + _again(players, to, other, met)
    if _again(players, at, other, met) + _again(players, to, one, met) > before:
        return False
    players[at], players[to] = other, one
    return True
