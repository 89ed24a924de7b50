"""Pairs with the fewest repetitions, compared with all pairings there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from rebelote.tournament.pairing import fewest_repeated, paired, repeated

Pairs = list[tuple[int, int]]
Known = dict[int, dict[int, int]]


def all_pairings(numbers: Sequence[int]) -> Iterator[Pairs]:
    """Yield every way to pair all of them."""
    if not numbers:
        yield []
        return
    first, *others = numbers
    for other in others:
        left = [one for one in others if one != other]
        yield from ([(first, other), *more] for more in all_pairings(left))


def met_of(pairs: Pairs) -> Known:
    """Count how often each has met each other, from pairs that have met."""
    met: Known = {}
    for one, other in pairs:
        for first, second in ((one, other), (other, one)):
            of_first = met.setdefault(first, {})
            of_first[second] = of_first.get(second, 0) + 1
    return met


@given(
    st.integers(1, 4).map(lambda half: 2 * half),
    st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda two: two[0] != two[1])),
    st.booleans(),
)
def test_no_pairing_has_fewer_repetitions(size: int, before: Pairs, far: bool) -> None:
    met, order = met_of(before), list(range(size))
    best = min(repeated(pairs, met) for pairs in all_pairings(order))
    pairs = paired(order, met, far)
    assert sorted(one for pair in pairs for one in pair) == order
    assert repeated(pairs, met) == fewest_repeated(order, met) == best


def test_the_first_gets_the_next_that_leaves_the_rest_a_new_opponent() -> None:
    assert paired([1, 2, 3, 4], met_of([(1, 2)])) == [(1, 3), (2, 4)]
    assert paired([1, 2, 3, 4], met_of([(3, 4)])) == [(1, 3), (2, 4)]
    assert paired([1, 2, 3, 4], {}, far=True) == [(1, 4), (2, 3)]


def test_two_hundred_teams_meet_new_opponents_for_twelve_rounds() -> None:
    chance, before = Random(1), Pairs()
    for _ in range(12):
        order = chance.sample(range(200), 200)
        pairs = paired(order, met_of(before))
        assert not repeated(pairs, met_of(before))
        before += pairs


def test_all_games_there_are_can_be_drawn_by_lots_as_long_as_some_matching_is_left() -> None:
    """Ten teams: a rematch comes only where no pairing without one is left."""
    for seed in range(10):
        chance, before = Random(seed), Pairs()
        for _ in range(9):
            met = met_of(before)
            pairs = paired(chance.sample(range(10), 10), met)
            best = min(repeated(one, met) for one in all_pairings(range(10)))
            assert repeated(pairs, met) == best
            before += pairs
