"""Matchmaking: everybody finds a table, and meets nobody they have blocked."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from volume import volume

from rebelote.rules.options import SEATINGS
from rebelote.server.features.quickmatch import matchmaking
from rebelote.server.features.quickmatch.matchmaking import (
    BOTS_AFTER,
    MIXES_AFTER,
    ProposedTable,
    Seeker,
    estimated_wait,
)
from rebelote.server.features.ratings.ratings import ANCHORS

NOW = 1000.0


def tables(
    crowd: list[Seeker], players: int, now: float, levels: dict[str, float]
) -> list[ProposedTable]:
    result = matchmaking.tables(crowd, players, now, levels)
    return [table for table in result if table is not None]


@st.composite
def crowds(draw: st.DrawFn) -> list[Seeker]:
    """Draw people alone and in pairs, guests and accounts, some of whom may not meet."""
    sizes = draw(st.lists(st.sampled_from((1, 1, 2)), max_size=14))
    names = [f"p{number}" for number in range(sum(sizes))]
    crowd, first = [], 0
    for size in sizes:
        people = tuple(names[first : first + size])
        first += size
        value = draw(st.floats(1000, 2000))
        since = NOW - draw(st.floats(0, 90))
        others = [name for name in names if name not in people]
        separate = (
            draw(st.frozensets(st.sampled_from(others), max_size=3)) if others else frozenset()
        )
        accounts = draw(st.booleans())
        addresses = draw(st.frozensets(st.sampled_from("12345"), max_size=size))
        clubs = draw(st.frozensets(st.just("a club"), max_size=1))
        crowd.append(
            Seeker(
                people=people,
                value=value,
                since=since,
                blocked=separate,
                accounts=accounts,
                addresses=addresses,
                clubs=clubs,
            )
        )
    return crowd


def people_at(result: ProposedTable) -> list[str]:
    return [who for who in result.seats if who is not None]


# --- of every crowd -------------------------------------------------------------------------------


def nobody_sits_twice_and_nobody_gets_lost(
    crowd: list[Seeker], players: int, result: list[ProposedTable]
) -> None:
    seated = [who for table in result for who in people_at(table)]
    assert len(seated) == len(set(seated))
    for table in result:
        assert len(table.seats) == players
        assert sorted(people_at(table)) == sorted(who for s in table.served for who in s.people)
        assert set(table.served) <= set(crowd)
        assert table.level in ANCHORS


def those_blocked_never_meet(
    crowd: list[Seeker], players: int, result: list[ProposedTable]
) -> None:
    separate = {who: seeker.blocked for seeker in crowd for who in seeker.people}
    for table in result:
        for one, other in combinations(table.served, 2):
            assert not any(separate[who] & set(other.people) for who in one.people)
            assert not any(separate[who] & set(one.people) for who in other.people)


def strangers_at_one_address_never_meet(
    crowd: list[Seeker], players: int, result: list[ProposedTable]
) -> None:
    for table in result:
        for one, other in combinations(table.served, 2):
            assert not one.addresses & other.addresses


def a_match_counts_among_accounts_of_whom_no_two_are_of_one_club(
    crowd: list[Seeker], players: int, result: list[ProposedTable]
) -> None:
    for table in result:
        met = any(one.clubs & other.clubs for one, other in combinations(table.served, 2))
        accounts = all(seeker.accounts for seeker in table.served)
        sides = {SEATINGS[players].sides[table.seats.index(who)] for who in people_at(table)}
        strangers = len(table.served) > 1
        assert table.rated == (accounts and not met and strangers and len(sides) > 1)


def who_could_play_for_ratings_waits_a_while_before_playing_without(
    crowd: list[Seeker], players: int, result: list[ProposedTable]
) -> None:
    for table in result:
        if not table.rated and None not in table.seats:
            waited = [NOW - seeker.since for seeker in table.served if seeker.accounts]
            assert all(it >= MIXES_AFTER for it in waited)


def partners_stay_partners(crowd: list[Seeker], players: int, result: list[ProposedTable]) -> None:
    for table in result if players == 4 else []:
        for seeker in table.served:
            seats = [table.seats.index(who) for who in seeker.people]
            assert len({seat % 2 for seat in seats}) == 1


def nobody_waits_longer_than_bots_let_them(
    crowd: list[Seeker], players: int, result: list[ProposedTable]
) -> None:
    served = {who for table in result for who in people_at(table)}
    for seeker in crowd:
        if NOW - seeker.since >= BOTS_AFTER:
            assert set(seeker.people) <= served
    for table in result:
        if None in table.seats:
            assert any(NOW - seeker.since >= BOTS_AFTER for seeker in table.served)


def who_has_waited_longest_comes_first(
    crowd: list[Seeker], players: int, result: list[ProposedTable]
) -> None:
    firsts = [min(seeker.since for seeker in table.served) for table in result]
    later = sum(one > other for one, other in pairwise(firsts))
    assert later <= 1, "those whose match counts first, then everybody, each in order"
    served = {seeker for table in result for seeker in table.served}
    rest = [seeker for seeker in crowd if seeker not in served]
    assert not tables(rest, players, NOW, ANCHORS)


def everybody_is_within_the_window_of_the_first(
    crowd: list[Seeker], players: int, result: list[ProposedTable]
) -> None:
    """Check each table against the seeker it was found around, who may not have waited longest."""
    for table in result:
        first = table.served[0]
        window = matchmaking.WINDOW + matchmaking.WINDOW_GROWTH_PER_SECOND * (NOW - first.since)
        assert all(abs(seeker.value - first.value) <= window for seeker in table.served)


@settings(max_examples=volume(60, 300), deadline=None)
@given(crowds(), st.sampled_from(sorted(SEATINGS)))
def test_searches_for_a_table_are_served_as_promised(crowd: list[Seeker], players: int) -> None:
    """Each crowd is checked for every promise; the failing function names the broken one."""
    result = tables(crowd, players, NOW, ANCHORS)
    for promised in (
        nobody_sits_twice_and_nobody_gets_lost,
        those_blocked_never_meet,
        strangers_at_one_address_never_meet,
        a_match_counts_among_accounts_of_whom_no_two_are_of_one_club,
        who_could_play_for_ratings_waits_a_while_before_playing_without,
        partners_stay_partners,
        nobody_waits_longer_than_bots_let_them,
        who_has_waited_longest_comes_first,
        everybody_is_within_the_window_of_the_first,
    ):
        promised(crowd, players, result)


# --- of crowds that were thought of ---------------------------------------------------------------


def alone(name: str, value: float, waited: float = 0.0) -> Seeker:
    return Seeker(people=(name,), value=value, since=NOW - waited)


def test_four_of_the_same_strength_sit_down_at_once() -> None:
    [result] = tables([alone(name, 1500) for name in "abcd"], 4, NOW, ANCHORS)
    assert sorted(people_at(result)) == list("abcd")


def test_the_window_widens() -> None:
    far = [alone(name, 1500 + 200 * (name == "d")) for name in "abcd"]
    assert not tables(far, 4, NOW, ANCHORS)
    assert len(tables(far, 4, NOW + 11, ANCHORS)) == 1


def test_the_strongest_and_the_weakest_are_partners() -> None:
    crowd = [alone("weak", 1440), alone("b", 1480), alone("c", 1520), alone("strong", 1530)]
    [result] = tables(crowd, 4, NOW, ANCHORS)
    assert (result.seats.index("weak") - result.seats.index("strong")) % 2 == 0


@pytest.mark.parametrize("players", (3, 4))
def test_two_alone_are_opponents_when_bots_fill(players: int) -> None:
    crowd = [alone("a", 1500, BOTS_AFTER), alone("b", 1480)]
    [result] = tables(crowd, players, NOW, ANCHORS)
    assert sorted(people_at(result)) == ["a", "b"]
    if players == 4:
        assert (result.seats.index("a") - result.seats.index("b")) % 2 == 1


def test_bots_are_as_strong_as_those_who_wait() -> None:
    for level, value in ANCHORS.items():
        [result] = tables([alone("a", value, BOTS_AFTER)], 4, NOW, ANCHORS)
        assert result.level == level


def test_accounts_wait_for_accounts_before_they_play_with_guests() -> None:
    guests = [Seeker(people=(name,), value=1500, since=NOW, accounts=False) for name in "gh"]
    crowd = [alone("a", 1500, MIXES_AFTER - 1), alone("b", 1500, MIXES_AFTER - 1), *guests]
    assert not tables(crowd, 4, NOW, ANCHORS)
    [mixed] = tables(crowd, 4, NOW + 1, ANCHORS)
    assert not mixed.rated
    crowd += [alone("c", 1500), alone("d", 1500)]
    [rated] = tables(crowd, 4, NOW + 1, ANCHORS)
    assert rated.rated and set(rated.seats) == set("abcd")


def test_guests_do_not_wait_for_accounts() -> None:
    guests = [Seeker(people=(name,), value=1500, since=NOW, accounts=False) for name in "efgh"]
    [result] = tables([*guests, alone("a", 1500, 5)], 4, NOW, ANCHORS)
    assert set(result.seats) == set("efgh") and not result.rated


def test_two_pairs_play_each_other() -> None:
    pairs = [
        Seeker(people=("a", "b"), value=1500, since=NOW),
        Seeker(people=("c", "d"), value=1510, since=NOW),
    ]
    [result] = tables(pairs, 4, NOW, ANCHORS)
    assert {frozenset(result.seats[::2]), frozenset(result.seats[1::2])} == {
        frozenset("ab"),
        frozenset("cd"),
    }


def test_a_wait_is_foretold_from_waits_or_not_at_all() -> None:
    assert estimated_wait([1.0, 2.0, 3.0, 4.0]) is None
    assert estimated_wait([8.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]) == 6.0
