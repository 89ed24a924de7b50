"""Leagues: what a day counts, the table of a division, who rises and who falls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebelote.tournament.league import (
    FIRST,
    HALF,
    RULE,
    SECOND,
    DayResult,
    LeagueRule,
    after_season,
    compared_day,
    league_table,
    league_tables,
    movers,
    next_divisions,
    season_of,
)

DAYS = st.lists(st.builds(DayResult, st.integers(0, 100), st.integers(-20, 20)), max_size=31)
FIELD = st.dictionaries(st.text("abcdef", min_size=1, max_size=3), DAYS, max_size=30)
LEADS = st.dictionaries(st.text("abcdef", min_size=1, max_size=3), st.integers(-600, 600))


def days(*points: int) -> list[DayResult]:
    return [DayResult(each, 0) for each in points]


@pytest.mark.parametrize(
    ("season", "later"), [("2026-01", "2026-02"), ("2026-02", "2026-03"), ("2026-12", "2027-01")]
)
def test_a_season_is_a_month(season: str, later: str) -> None:
    assert after_season(season) == later and season_of(f"{later}-31") == later


def test_a_day_counts_match_points_in_percent_and_steps_against_the_mean() -> None:
    day = compared_day({"ann": 162, "bo": 20, "cé": 20, "dré": -42})
    assert day == {
        "ann": DayResult(100, 6),
        "bo": DayResult(50, -1),
        "cé": DayResult(50, -1),
        "dré": DayResult(0, -4),
    }


def test_who_alone_has_played_has_half() -> None:
    assert compared_day({"ann": -162}) == {"ann": DayResult(HALF, 0)}
    assert compared_day({}) == {}


@given(LEADS)
def test_a_day_shares_out_half_of_all_it_can_count(leads: dict[str, int]) -> None:
    day = compared_day(leads)
    assert day == compared_day(dict(reversed(leads.items())))
    assert all(0 <= one.points <= 100 for one in day.values())
    off = sum(one.points - HALF for one in day.values())
    assert abs(off) <= len(day) / 2, "but for what is rounded"
    for who, other in ((a, b) for a in leads for b in leads if leads[a] > leads[b]):
        assert day[who].points >= day[other].points and day[who].steps >= day[other].steps


def test_the_best_days_count_and_one_not_played_counts_nothing() -> None:
    rule = LeagueRule(best=2)
    rows = league_table({"ann": days(10, 90, 40), "bo": days(99), "cé": []}, SECOND, rule)
    assert [(row.rank, row.member, row.points, row.days) for row in rows] == [
        (1, "ann", 130, 3),
        (2, "bo", 99, 1),
        (3, "cé", 0, 0),
    ]


def test_level_points_are_decided_by_days_then_by_steps() -> None:
    own = {
        "ann": [DayResult(50, 1), DayResult(0, 0)],
        "bo": [DayResult(50, 2), DayResult(0, 0)],
        "cé": [DayResult(50, 9)],
        "dré": [DayResult(0, 0), DayResult(50, 1)],
    }
    rows = league_table(own, SECOND)
    assert [(row.rank, row.member) for row in rows] == [
        (1, "bo"),
        (2, "ann"),
        (2, "dré"),
        (4, "cé"),
    ]


def test_who_comes_late_is_ranked_by_what_they_have() -> None:
    late, early = days(*[100] * 5), days(*[60] * 10)
    assert [row.member for row in league_table({"early": early, "late": late}, SECOND)] == [
        "early",
        "late",
    ]


@pytest.mark.parametrize(
    ("played", "number"), [(0, 0), (1, 0), (2, 1), (9, 1), (10, 2), (50, 10), (1000, 10)]
)
def test_a_fifth_moves_at_least_one_and_at_most_ten(played: int, number: int) -> None:
    assert movers(played) == number


def lines(own: Mapping[str, Sequence[DayResult]], division: int) -> dict[str, str]:
    return {row.member: row.line for row in league_table(own, division)}


@pytest.mark.parametrize(("members", "size"), [(2, 1), (5, 2), (12, 6), (30, 6), (60, 10)])
def test_the_first_division_has_six_members_or_half_of_all(members: int, size: int) -> None:
    everybody = {f"member {at:02}": days(at) for at in range(members)}
    division = dict.fromkeys(everybody, SECOND)
    sizes = set[int]()
    for _ in range(4):
        own: dict[int, dict[str, list[DayResult]]] = {FIRST: {}, SECOND: {}}
        for member, played in everybody.items():
            own[division[member]][member] = played
        division = next_divisions(league_tables(own))
        sizes.add(sum(1 for one in division.values() if one == FIRST))
    assert min(sizes) == size


def test_the_best_of_the_second_rise_and_the_last_of_the_first_fall() -> None:
    own = {"ann": days(90), "bo": days(50), "cé": days(10), "dré": []}
    assert lines(own, SECOND) == {"ann": "up", "bo": "", "cé": "", "dré": ""}
    assert lines(own, FIRST) == {"ann": "", "bo": "", "cé": "down", "dré": ""}


def test_who_shares_a_rank_across_the_line_stays() -> None:
    own = {"ann": days(90), "bo": days(90), "cé": days(10), "dré": days(10)}
    assert set(lines(own, SECOND).values()) == set(lines(own, FIRST).values()) == {""}


def test_who_has_not_played_is_not_in_the_next_season_unless_nobody_has() -> None:
    first = league_table({"ann": days(90), "bo": days(10), "cé": []}, FIRST)
    second = league_table({"dré": days(90), "ed": days(10), "flo": []}, SECOND)
    assert next_divisions({FIRST: first, SECOND: second}) == {
        "ann": FIRST,
        "bo": SECOND,
        "dré": FIRST,
        "ed": SECOND,
    }
    idle = {FIRST: league_table({"ann": []}, FIRST), SECOND: league_table({"bo": []}, SECOND)}
    assert next_divisions(idle) == {"ann": FIRST, "bo": SECOND}


@given(FIELD, st.randoms(use_true_random=False), st.sampled_from((FIRST, SECOND)))
def test_the_order_of_days_and_members_changes_nothing(
    own: dict[str, list[DayResult]], random: Random, division: int
) -> None:
    shuffled = [(who, sorted(days, key=lambda _: random.random())) for who, days in own.items()]
    random.shuffle(shuffled)
    rows = league_table(own, division)
    assert rows == league_table(dict(shuffled), division)
    moved = [row for row in rows if row.line]
    assert len(moved) <= movers(sum(map(bool, own.values())))
    assert all(row.line == ("down" if division == FIRST else "up") for row in moved)
    assert all(row.points <= 100 * RULE.best for row in rows)
