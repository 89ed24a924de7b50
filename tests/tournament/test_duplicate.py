"""Duplicate: movements in which all play all deals, and deals that are compared line by line."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from rebelote.rules.refusals import IllegalActionError
from rebelote.tournament.duplicate import (
    Method,
    Movement,
    Result,
    compared,
    deals_of,
    duplicate_standings,
    howell,
    mitchell,
    steps,
)

METHODS: tuple[Method, ...] = ("matchpoints", "mean", "butler")


def sets_of(movement: Movement) -> dict[int, list[int]]:
    """Return the sets of each pair, in the order of the rounds."""
    own: dict[int, list[int]] = {}
    for round in movement:
        for one in round:
            own.setdefault(one.north, []).append(one.set)
            own.setdefault(one.east, []).append(one.set)
    return own


def check(movement: Movement) -> None:
    """Check that all play once in each round and each set once, and meet no pair twice."""
    rounds = len(movement)
    for round in movement:
        seated = [pair for one in round for pair in (one.north, one.east)]
        assert len(set(seated)) == len(seated)
        assert [one.table for one in round] == list(range(1, len(round) + 1))
    for sets in sets_of(movement).values():
        assert len(sets) == len(set(sets)) == rounds
    meetings = Counter(frozenset((one.north, one.east)) for round in movement for one in round)
    assert set(meetings.values()) == {1}


@pytest.mark.parametrize("tables", range(2, 41))
def test_in_a_mitchell_each_plays_each_set_once_and_a_set_is_at_one_table(tables: int) -> None:
    movement = mitchell(tables)
    check(movement)
    assert len(movement) == tables - (tables % 2 == 0)
    for round in movement:
        assert len({one.set for one in round}) == tables
        assert [one.north for one in round] == list(range(1, tables + 1))


@pytest.mark.parametrize("pairs", range(4, 42, 2))
def test_in_a_howell_everybody_meets_everybody(pairs: int) -> None:
    movement = howell(pairs)
    check(movement)
    assert len(movement) == pairs - 1
    norths = Counter(one.north for round in movement for one in round)
    assert max(norths.values()) - min(norths.values()) <= pairs // 2
    assert all(len({one.set for one in round}) == 1 for round in movement)


@pytest.mark.parametrize("wrong", [1, 0, 65])
def test_a_movement_needs_tables(wrong: int) -> None:
    with pytest.raises(IllegalActionError, match="too-few-teams"):
        mitchell(wrong)
    with pytest.raises(IllegalActionError, match="too-few-teams"):
        howell(2 * wrong + 1)


def test_sets_hold_deals_in_order() -> None:
    assert list(deals_of(1, 3)) == [1, 2, 3] and list(deals_of(3, 2)) == [5, 6]


DEAL = [
    Result(1, 1, 4, (162, 0)),
    Result(1, 2, 5, (100, 62)),
    Result(1, 3, 6, (100, 62)),
]
"""Margins of 162, 38 and 38: 79 and a third on average."""


def test_a_line_is_compared_with_the_same_line() -> None:
    points = compared(DEAL, "matchpoints")
    assert points[1, 1] == 1 and points[2, 1] == points[3, 1] == Fraction(1, 4)
    assert points[4, 1] == 0 and points[5, 1] == Fraction(3, 4)
    mean = compared(DEAL, "mean")
    assert mean[1, 1] == 162 - Fraction(238, 3) and mean[4, 1] == -mean[1, 1]
    butler = compared(DEAL, "butler")
    assert butler[1, 1] == 4 and butler[5, 1] == 2 and butler[2, 1] == -2
    assert compared(DEAL[:1], "mean") == {}


def test_steps_grow_slower_than_points() -> None:
    assert [steps(one) for one in (0, 9, 10, 29, 30, -30, 10_000)] == [0, 0, 1, 1, 2, -2, 20]


@pytest.mark.parametrize("method", METHODS)
def test_what_is_won_is_lost_by_the_others(method: Method) -> None:
    chance = Random(method)
    results = []
    for round in howell(8):
        for one in round:
            for deal in deals_of(one.set, 2):
                first = chance.randrange(163)
                results.append(Result(deal, one.north, one.east, (first, 162 - first)))
    rows = duplicate_standings(results, method)
    assert len(rows) == 8 and {row.deals for row in rows} == {14}
    total = sum(row.value for row in rows)
    if method == "matchpoints":
        assert total == 4
    elif method == "mean":
        assert total == 0
    assert [row.value for row in rows] == sorted((row.value for row in rows), reverse=True)


@pytest.mark.parametrize("method", METHODS)
def test_the_cards_are_worth_nothing(method: Method) -> None:
    """Nobody is ahead if all do the same with a deal, however good the cards were."""
    results = [
        Result(deal, one.north, one.east, (162, 0))
        for round in howell(6)
        for one in round
        for deal in deals_of(one.set, 1)
    ]
    assert {row.rank for row in duplicate_standings(results, method)} == {1}
