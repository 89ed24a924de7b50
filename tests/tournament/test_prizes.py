"""Prizes by place, by formula, for the last, the best game and a class, and sums that add up."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import pytest
from club_evenings import CONTEST, add_draw, add_scores, chance_scores, entered
from msgspec.structs import replace

from rebelote.rules.refusals import IllegalActionError
from rebelote.tournament.changes import inverse
from rebelote.tournament.draws import draw
from rebelote.tournament.entries import Counts, Entry, Left, Marked, Paid, Score, Scored
from rebelote.tournament.formats import CountKind, Format, Prize, PrizeKind
from rebelote.tournament.prizes import WINNERS, Won, money, prizes_won
from rebelote.tournament.standings import standings
from rebelote.tournament.state import Tournament, replayed


def contest(points: list[list[int]], *paid: Entry, **format: Any) -> Tournament:
    """Play rounds by lots in which each team makes these points, whoever the opponent is."""
    log: list[Entry] = [*entered(replace(CONTEST, draw="lots", **format), len(points)), *paid]
    for round in range(len(points[0])):
        drawn = add_draw(log, f"phrase {round}")
        for number, ((one,), (other,)) in enumerate(drawn.games, 1):
            score = Score(points=(points[one - 1][round], points[other - 1][round]))
            log.append(Scored(round + 1, number, score))
    return replayed(log)


def given(tournament: Tournament) -> list[tuple[str, int, int, str, int]]:
    return [(won.kind, won.place, won.team, won.text, won.cents) for won in prizes_won(tournament)]


def test_what_is_counted_beside_the_totals_is_added_up_and_wins_prizes() -> None:
    kinds: tuple[CountKind, ...] = ("roem", "nat", "pit")
    awards = tuple(Prize(kind=kind, text=kind) for kind in kinds)
    format = replace(CONTEST, draw="lots", counts=kinds, awards=awards, rounds=2)
    log: list[Entry] = entered(format, 4)
    for number, phrase in enumerate(("one", "two"), 1):
        for game, ((one,), (other,)) in enumerate(add_draw(log, phrase).games, 1):
            counts = Counts(roem=(20 * one, 20 * other), nat=(one == 2, other == 2))
            log.append(Scored(number, game, Score(points=(1000, 944), counts=counts)))
    now = replayed(log)
    assert {row.team: row.counts for row in standings(now)} == {
        1: (40, 0, 0),
        2: (80, 2, 0),
        3: (120, 0, 0),
        4: (160, 0, 0),
    }
    assert [one[2:4] for one in given(now)] == [(4, "roem"), (2, "nat")], "nobody made a pit"


@pytest.mark.parametrize(
    "format",
    [
        replace(CONTEST, awards=(Prize(kind="pit", text="cake"),)),
        replace(CONTEST, counts=("nat", "nat")),
        replace(CONTEST, counts=("nat",), place="online"),
        replace(CONTEST, counts=("nat",), draw="howell", deals=4, rounds=0, ties=()),
    ],
)
def test_counts_have_their_own_prizes_and_are_of_a_hall(format: Format) -> None:
    with pytest.raises(IllegalActionError, match="wrong-options"):
        format.check()


def test_each_kind_of_prize_has_winners() -> None:
    assert set(WINNERS) == set(get_args(PrizeKind))


def test_shares_of_the_takings_are_whole_units_and_what_is_left_goes_to_the_first() -> None:
    """Eight of nine paid 10.00: 90 % of 80.00 are 72.00. 50, 30 and 20 % of it are 36.00, 21.60
    and 14.40; in whole euros 36, 21 and 14, and the euro that is left makes 37."""
    awards = tuple(Prize(first=at, last=at, percent=p) for at, p in ((1, 50), (2, 30), (3, 20)))
    log: list[Entry] = entered(replace(CONTEST, fee=1000, fund=90, unit=100, awards=awards), 9)
    log += [Paid(team, 1000) for team in range(1, 9)]
    add_draw(log, "three diamonds")
    add_scores(log, chance_scores(0))
    now = replayed(log)
    assert [won.cents for won in prizes_won(now)] == [3700, 2100, 1400]
    sums = money(now)
    assert (sums.due, sums.takings, sums.fund) == (9000, 8000, 7200)
    assert (sums.paid_out, sums.left) == (7200, 800)


def test_teams_that_share_a_place_share_its_prizes_to_the_cent() -> None:
    """Two second of four: places 2 and 3 are 20.01 and 10.00, so 10.01, 10.00, 5.00 and 5.00."""
    points = [[1000], [900], [900], [800]]
    awards = (
        Prize(cents=5000),
        Prize(first=2, last=2, cents=2001),
        Prize(first=3, last=3, cents=1000),
    )
    now = contest(points, ties=(), awards=awards, preset="coinche", house={}, deals=0)
    assert given(now) == [
        ("place", 1, 1, "", 5000),
        ("place", 2, 2, "", 1001),
        ("place", 2, 3, "", 1000),
        ("place", 3, 2, "", 500),
        ("place", 3, 3, "", 500),
    ]


def test_a_formula_gives_the_first_four_and_every_fourth_place_a_prize() -> None:
    points = [[1000 - team] for team in range(14)]
    awards = (Prize(first=1, last=4, text="meat"), Prize(first=8, last=0, every=4, text="meat"))
    now = contest(points, awards=awards, preset="coinche", house={}, deals=0)
    assert [won.place for won in prizes_won(now)] == [1, 2, 3, 4, 8, 12]
    assert [won.team for won in prizes_won(now)] == [1, 2, 3, 4, 8, 12]


def test_the_last_the_best_game_and_the_best_of_a_class_win() -> None:
    """Team 2 has the best game (1,300), team 4 the fewest points; 3 and 4 are ladies, 3 is 2nd."""
    points = [[1000, 1100], [1300, 300], [900, 900], [100, 200]]
    awards = (
        Prize(kind="last", text="sausage"),
        Prize(kind="best-game", text="wine"),
        Prize(kind="best-game", round=2, text="beer"),
        Prize(kind="mark", mark="ladies", text="flowers"),
        Prize(kind="mark", mark="juniors", text="book"),
    )
    ladies = [Marked(team, ("ladies",)) for team in (3, 4)]
    format = {"awards": awards, "preset": "coinche", "house": {}, "deals": 0}
    assert [(won.team, won.text) for won in prizes_won(contest(points, *ladies, **format))] == [
        (4, "sausage"),
        (2, "wine"),
        (1, "beer"),
        (3, "flowers"),
    ]


def test_a_team_may_win_only_one_prize_that_is_not_for_its_place() -> None:
    """Team 1 is first and has the best game: it keeps its place, and the best game is team 2's."""
    points = [[1000], [900], [800], [700]]
    awards = (Prize(cents=100), Prize(kind="best-game", text="wine"))
    format: dict[str, Any] = {"preset": "coinche", "house": {}, "deals": 0}
    assert given(contest(points, awards=awards, **format))[1][2] == 1
    once = contest(points, awards=awards, prize_once=True, **format)
    assert given(once) == [("place", 1, 1, "", 100), ("best-game", 0, 2, "wine", 0)]


def test_the_points_for_sitting_out_are_no_best_game() -> None:
    log: list[Entry] = entered(replace(CONTEST, awards=(Prize(kind="best-game"),), bye=5000), 3)
    drawn = add_draw(log, "three diamonds")
    add_scores(log, chance_scores(0))
    [won] = prizes_won(replayed(log))
    assert won.team not in drawn.byes


def test_who_left_wins_nothing_where_leavers_have_no_place() -> None:
    log: list[Entry] = entered(replace(CONTEST, prizes=("ham",), leavers="unplaced"), 4)
    add_draw(log, "three diamonds")
    add_scores(log, chance_scores(0))
    leader = standings(replayed(log))[0].team
    log.append(Left(leader))
    assert [won.text for won in prizes_won(replayed(log))] == ["ham"]
    assert leader not in [won.team for won in prizes_won(replayed(log))]


def test_sums_add_up_to_the_cent_for_any_prizes() -> None:
    chance = Random(7)
    for _ in range(60):
        teams = chance.randrange(4, 20)
        awards = tuple(
            Prize(first=at, last=at, percent=chance.randrange(1, 20)) for at in range(1, 6)
        )
        format = replace(CONTEST, fee=chance.randrange(1, 3000), awards=awards, fund=100)
        log: list[Entry] = entered(format, teams)
        log += [Paid(team, format.fee) for team in range(1, teams)]
        add_draw(log, "three diamonds")
        add_scores(log, chance_scores(chance.randrange(99)))
        now = replayed(log)
        sums, won = money(now), prizes_won(now)
        percents = sum(one.percent for one in awards[: min(5, teams)])
        assert sums.paid_out == sum(one.cents for one in won) == sums.fund * percents // 100
        assert sums.takings == sums.paid_out + sums.left == format.fee * (teams - 1)


def test_both_lines_of_a_mitchell_share_the_sum_for_prizes() -> None:
    awards = (Prize(percent=100),)
    format = replace(CONTEST, draw="mitchell", rounds=0, deals=1, ties=(), awards=awards)
    log: list[Entry] = entered(format, 10)
    log += [Paid(team, 500) for team in range(1, 11)]
    for number in range(1, 6):
        log.append(drawn := draw(replayed(log), "three diamonds"))
        for at, ((north,), _) in enumerate(drawn.games, 1):
            log.append(Scored(number, at, Score(points=(80 + north, 82 - north))))
    won = prizes_won(replayed(log))
    assert [one.cents for one in won] == [2500, *[500] * 5]  # East and West are all level


@pytest.mark.parametrize(
    "prize",
    [Prize(kind="mark"), Prize(mark="ladies"), Prize(first=4, last=3)],
    ids=["a class without a name", "a place with a class", "from 4 to 3"],
)
def test_a_prize_that_contradicts_itself_is_refused(prize: Prize) -> None:
    with pytest.raises(IllegalActionError, match="wrong-options"):
        replace(CONTEST, awards=(prize,)).check()


def test_there_is_no_money_at_tables_of_the_server() -> None:
    online = replace(CONTEST, place="online", awards=(Prize(text="applause"),))
    online.check()
    for money_in in (replace(online, fee=1), replace(online, awards=(Prize(cents=1),))):
        with pytest.raises(IllegalActionError, match="wrong-options"):
            money_in.check()


def test_payments_and_classes_are_undone_to_what_they_were() -> None:
    log: list[Entry] = [*entered(CONTEST, 2), Paid(1, 1000), Marked(1, ("mixed",))]
    before = replayed(log)
    assert inverse(before, Paid(1, 0)) == Paid(1, 1000)
    assert inverse(before, Marked(1, ())) == Marked(1, ("mixed",))


def test_a_prize_of_the_first_place_is_won_by_whom_the_standing_has_first() -> None:
    log = entered(replace(CONTEST, prizes=("ham", "cake")), 4)
    add_draw(log, "three diamonds")
    add_scores(log, chance_scores(0))
    now = replayed(log)
    first, second, *_ = standings(now)
    assert prizes_won(now) == (
        Won(kind="place", place=1, team=first.team, shared=1, text="ham"),
        Won(kind="place", place=2, team=second.team, shared=1, text="cake"),
    )
