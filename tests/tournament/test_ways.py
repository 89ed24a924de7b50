"""Ways to draw: the table of all, even numbers that stay, and neighbours that may meet again."""

from __future__ import annotations

from typing import get_args

import pytest
from club_evenings import CONTEST, add_draw, add_scores, chance_scores, entered
from msgspec.structs import replace

from rebelote.rules.refusals import IllegalActionError
from rebelote.tournament.draws import by_lots, draw, tables_beforehand, verified
from rebelote.tournament.entries import Entered, Entry, Left
from rebelote.tournament.reseating import late
from rebelote.tournament.standings import standings
from rebelote.tournament.state import replayed, takes_teams
from rebelote.tournament.ways import WAYS, WayName

MOVING = replace(CONTEST, draw="moving", rounds=0)
DANISH = replace(CONTEST, draw="danish", rounds=5)


def test_each_way_answers_under_its_name() -> None:
    assert tuple(WAYS) == get_args(WayName)
    assert all(way.name == name for name, way in WAYS.items())


def test_even_numbers_stay_and_odd_ones_come_one_table_on() -> None:
    """Six pairs: 2, 4 and 6 stay at tables 1, 2 and 3; 1, 3 and 5 begin there and move on."""
    log = entered(MOVING, 6)
    cards = tables_beforehand(replayed(log))
    assert cards == ((1, 2, 3), (1, 1, 1), (2, 3, 1), (2, 2, 2), (3, 1, 2), (3, 3, 3))
    met = []
    for _ in range(3):
        before = replayed(log)
        assert not by_lots(before)
        log.append(drawn := draw(before, ""))
        assert verified(before, drawn)
        met.append([(one, other) for ((one,), (other,)) in drawn.games])
        add_scores(log, chance_scores(0))
    assert met == [[(1, 2), (3, 4), (5, 6)], [(5, 2), (1, 4), (3, 6)], [(3, 2), (5, 4), (1, 6)]]
    with pytest.raises(IllegalActionError, match="no-more-rounds"):
        draw(replayed(log), "")


@pytest.mark.parametrize("teams", [2, 7, 16, 47, 48])
def test_tables_are_those_of_the_cards_and_nobody_meets_twice(teams: int) -> None:
    log = entered(MOVING, teams)
    cards, met = tables_beforehand(replayed(log)), set[frozenset[int]]()
    for round in range(-(-teams // 2)):
        drawn = add_draw(log, "")
        for table, ((one,), (other,)) in zip(drawn.tables, drawn.games, strict=True):
            assert cards[one - 1][round] == cards[other - 1][round] == table
            met.add(frozenset((one, other)))
        assert len(drawn.byes) == teams % 2
        add_scores(log, chance_scores(round))
    assert len(met) == (teams // 2) * -(-teams // 2)


def test_a_pair_that_left_before_the_draw_leaves_its_seat_empty() -> None:
    log: list[Entry] = [*entered(MOVING, 6), Left(3)]
    drawn = add_draw(log, "")
    assert (drawn.tables, drawn.byes) == ((1, 3), (4,))


def test_a_late_pair_takes_the_empty_seat_at_its_table() -> None:
    """Five pairs: 5 waits at table 3; the late pair has number 6, which stays there."""
    log = entered(MOVING, 5)
    add_draw(log, "")
    log += late(replayed(log), "Late", "came late")
    now = replayed(log)
    assert now.rounds[0].byes == ()
    assert {game.sides: game.table for game in now.rounds[0].games}[((6,), (5,))] == 3
    assert not takes_teams(now)
    with pytest.raises(IllegalActionError, match="entries-closed"):
        late(now, "Later", "came late")
    add_scores(log, chance_scores(0))
    assert ((3,), (6,)) in add_draw(log, "").games


def test_after_the_first_rounds_the_first_meets_the_second_though_they_have_met() -> None:
    log = entered(DANISH, 4)
    for number in range(5):
        before = replayed(log)
        drawn = add_draw(log, f"phrase {number}")
        assert verified(before, drawn)
        if number:
            order = [row.team for row in standings(before)]
            assert drawn.games == (((order[0],), (order[1],)), ((order[2],), (order[3],)))
        add_scores(log, chance_scores(number))


def test_of_an_odd_number_the_last_with_the_fewest_byes_sits_out() -> None:
    log: list[Entry] = [*entered(DANISH, 4), Entered("Fifth")]
    byes: list[int] = []
    for number in range(5):
        byes += add_draw(log, f"phrase {number}").byes
        add_scores(log, chance_scores(number))
    assert sorted(byes) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("entrants", ["melee", "fours"])
def test_only_pairs_that_stay_together_move_by_their_numbers(entrants: str) -> None:
    with pytest.raises(IllegalActionError, match="wrong-options"):
        replace(MOVING, entrants=entrants).check()
