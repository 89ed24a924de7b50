"""Points above the target: tallied or carried over, by sums that were worked out by hand."""

from __future__ import annotations

from random import Random

import pytest
from club_evenings import add_draw, entered

from rebelote.rules.refusals import IllegalActionError
from rebelote.tournament.entries import Drawn, Entry, Forfeited, Score, Scored
from rebelote.tournament.excess import carried, starts, tallied
from rebelote.tournament.formats import Format
from rebelote.tournament.standings import standings
from rebelote.tournament.state import Tournament, replayed

THREE = (
    Drawn(phrase="one", games=(((1,), (2,)), ((3,), (4,)))),
    Drawn(phrase="two", games=(((1,), (3,)), ((2,), (4,)))),
    Drawn(phrase="three", games=(((1,), (4,)), ((2,), (3,)))),
)
PAPERS = (
    ((108, 60), (95, 104)),
    ((103, 99), (70, 101)),
    ((112, 110), (101, 88)),
)
"""Three booms of four teams as they stand on paper, to 101."""


def boom(excess: str, **more: object) -> Format:
    fields = {"preset": "flemish", "deals": 0, "rounds": 3, "ranking": "wins", **more}
    return Format(excess=excess, **{"ties": ("difference",), **fields})  # type: ignore[arg-type]


def opened(excess: str, **more: object) -> list[Entry]:
    log = entered(boom(excess, **more), 4)
    for number, (drawn, papers) in enumerate(zip(THREE, PAPERS, strict=True), 1):
        log.append(drawn)
        log += [Scored(number, game, Score(points=points)) for game, points in enumerate(papers, 1)]
    return log


def table(tournament: Tournament) -> list[tuple[int, int, int, int, int]]:
    return [(row.rank, row.team, row.wins, row.excess, row.points) for row in standings(tournament)]


def test_what_is_tallied_decides_between_equal_wins() -> None:
    """Above 101 are 7, 2 and 11 of team 1, 0, 0 and 0 of team 2, and 3, 0 and 9 of team 4.

    Team 3 has won nothing. Team 2 has 231 points with one boom, team 4 has 315 with two.
    """
    tournament = replayed(opened("tally"))
    assert table(tournament) == [
        (1, 1, 3, 20, 108 + 103 + 112),
        (2, 4, 2, 12, 104 + 101 + 110),
        (3, 2, 1, 0, 60 + 70 + 101),
        (4, 3, 0, 0, 95 + 99 + 88),
    ]
    assert tallied(tournament) == {1: 20, 2: 0, 3: 0, 4: 12}
    assert set(sum(starts(tournament), ())) == {(0, 0)}


def test_what_is_carried_over_begins_the_next_game_and_counts_once() -> None:
    """Team 1 begins with 7 and then 2, and made 108, 96 and 110; team 4 begins with 3 and then 0,
    and made 104, 98 and 110. Of the last booms 11 and 9 are left."""
    tournament = replayed(opened("carry"))
    assert starts(tournament) == (((0, 0), (0, 0)), ((7, 0), (0, 3)), ((2, 0), (0, 0)))
    assert table(tournament) == [
        (1, 1, 3, 11, 108 + 96 + 110),
        (2, 4, 2, 9, 104 + 98 + 110),
        (3, 2, 1, 0, 231),
        (4, 3, 0, 0, 282),
    ]


def test_equal_wins_are_decided_by_the_tally_before_points() -> None:
    log = entered(boom("tally"), 4)
    played: list[Entry] = [
        THREE[0],
        Scored(1, 1, Score(points=(120, 100))),
        Scored(1, 2, Score(points=(115, 10))),
    ]
    played += [
        THREE[1],
        Scored(2, 1, Score(points=(20, 30))),
        Scored(2, 2, Score(points=(101, 100))),
    ]
    rows = standings(replayed([*log, *played]))
    assert [(row.team, row.wins, row.excess, row.points) for row in rows[:3]] == [
        (3, 2, 14, 145),
        (1, 1, 19, 140),
        (2, 1, 0, 201),
    ]
    ignored = standings(replayed([*entered(boom("ignore"), 4), *played]))
    assert [row.team for row in ignored[:3]] == [3, 2, 1] and {one.excess for one in ignored} == {0}


def test_who_does_not_come_loses_what_would_be_carried_and_the_others_keep_it() -> None:
    log = opened("carry")[: len(entered(boom("carry"), 4)) + 4]
    log += [Forfeited(2, 1, 0), Forfeited(2, 2, 0), THREE[2]]
    tournament = replayed(log)
    assert starts(tournament)[2] == ((0, 3), (0, 0)), (
        "team 1 did not come, and team 2 not against 4"
    )
    points = {row.team: row.points for row in standings(tournament)}
    assert points[4] == 104, "what it carries is not taken from a game that was not played"


def test_a_correction_of_an_earlier_game_changes_the_start_of_the_next() -> None:
    log = [*opened("carry"), Scored(1, 1, Score(points=(105, 60)))]
    tournament = replayed(log)
    assert starts(tournament)[1][0] == (4, 0)
    assert {row.team: row.points for row in standings(tournament)}[1] == 105 + 99 + 110


@pytest.mark.parametrize("seed", range(20))
def test_both_ways_to_count_what_is_carried_agree(seed: int) -> None:
    """Points made are what the papers say up to the target, and what the last boom leaves."""
    chance = Random(seed)
    log = entered(boom("carry", rounds=5, draw="lots"), 7)
    for number in range(1, 6):
        drawn = add_draw(log, f"{seed} {number}")
        begun = starts(replayed(log))[-1]
        for at, start in enumerate(begun, 1):
            made = [chance.randrange(130), chance.randrange(130)]
            points = made[0] + start[0], made[1] + start[1]
            log.append(Scored(number, at, Score(points=points)))
        assert len(begun) == len(drawn.games)
    tournament = replayed(log)
    left, rows = carried(tournament), {row.team: row for row in standings(tournament)}
    paper = dict.fromkeys(rows, 0)
    for played in tournament.rounds:
        for game in played.games:
            assert game.score is not None
            for side, total in zip(game.sides, game.score.points, strict=True):
                paper[side[0]] += min(total, 101)
    for team, row in rows.items():
        assert row.points == paper[team] + left[team]


@pytest.mark.parametrize(
    "wrong",
    [
        *({"deals": 12}, {"preset": "french-plain", "draw": "howell", "deals": 4, "ties": ()}),
        *({"house": {"booms": 3}}, {"entrants": "melee", "draw": "lots"}, {"place": "online"}),
    ],
)
def test_nothing_is_carried_where_no_team_plays_to_a_target(wrong: dict[str, object]) -> None:
    with pytest.raises(IllegalActionError, match="wrong-options"):
        boom("carry", **wrong).check()


def test_a_melee_and_tables_of_the_server_can_tally() -> None:
    boom("tally", entrants="melee", draw="lots").check()
    boom("tally", place="online").check()
