"""Seasons: what counts of several tournaments, who is first, and who is the same person."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import msgspec
import pytest
from club_evenings import CONTEST, played

from rebelote.rules.refusals import IllegalActionError
from rebelote.tournament.entries import Created, Drawn, Entered, Entry, Score, Scored, Sides
from rebelote.tournament.formats import Format
from rebelote.tournament.seasons import SeasonRow, SeasonRule, SeasonTable, season_table
from rebelote.tournament.standings import standings
from rebelote.tournament.state import Tournament, replayed

MELEE = Format(house={"rounding": "none"}, rounds=1, entrants="melee", draw="lots", bye=0)
PLACES = SeasonRule(counts="places", places=(10, 8, 6, 5))


def opened(**points: int) -> Tournament:
    """Return a mêlée of one game: the points of the first two names are their side's, as are the
    others'.

    Each pair adds up to 1,944.
    """
    names = list(points)
    sides: Sides = ((1, 2), (3, 4))
    log: list[Entry] = [Created("Tuesday", MELEE), *map(Entered, names)]
    log.append(Drawn(phrase="phrase", games=(sides,)))
    log.append(Scored(1, 1, Score(points=(points[names[0]], points[names[2]]))))
    return replayed(log)


def teams_evening(*names: str, first: int = 1000) -> Tournament:
    """Build a tournament of two teams, the first with so many of 1,944 points."""
    log: list[Entry] = [Created("Tuesday", CONTEST), *map(Entered, names)]
    log.append(Drawn(phrase="phrase", games=(((1,), (2,)),)))
    log.append(Scored(1, 1, Score(points=(first, 1944 - first))))
    return replayed(log)


def values(table: SeasonTable) -> dict[str, Fraction]:
    """Return by name the value that each is ranked by."""
    return {" & ".join(row.names): row.value for row in table.rows}


def row_of(table: SeasonTable, name: str) -> SeasonRow:
    """Return the row of a player."""
    return next(row for row in table.rows if row.names == (name,))


THREE = (
    opened(ann=1000, bo=1000, eva=944, finn=944),
    opened(ann=900, eva=900, bo=1044, gil=1044),
    opened(bo=1100, eva=1100, gil=844, finn=844),
)


def test_all_evenings_add_up_and_who_was_away_has_nothing_of_one() -> None:
    table = season_table(SeasonRule(), THREE)
    assert values(table) == {"bo": 3144, "eva": 2944, "ann": 1900, "gil": 1888, "finn": 1788}
    assert [row.rank for row in table.rows] == [1, 2, 3, 4, 5]
    assert row_of(table, "ann").tournaments[2] is None


def test_the_best_evenings_count_and_are_marked() -> None:
    table = season_table(SeasonRule(best=2), THREE)
    assert values(table)["eva"] == 2044 and values(table)["bo"] == 2144
    tournaments = [one for one in row_of(table, "eva").tournaments if one]
    assert [one.counted for one in tournaments] == [True, False, True]


def test_of_two_equal_evenings_one_counts() -> None:
    tournaments = [opened(ann=1000, bo=1000, eva=944, finn=944)] * 3
    own = [
        one
        for one in row_of(season_table(SeasonRule(best=2), tournaments), "ann").tournaments
        if one
    ]
    assert [one.counted for one in own] == [True, True, False]


def test_a_mean_takes_as_many_evenings_as_it_says_or_as_were_played() -> None:
    table = season_table(SeasonRule(total="mean", best=3), THREE)
    assert values(table)["bo"] == 1048 and values(table)["gil"] == 944
    assert {row.names[0] for row in table.rows if not row.enough} == {"ann", "gil", "finn"}
    assert [row.names[0] for row in table.rows] == ["bo", "eva", "ann", "gil", "finn"]
    early = season_table(SeasonRule(total="mean", best=3), THREE[:1])
    assert all(row.enough for row in early.rows)


def test_a_mean_of_all_evenings_is_of_those_that_one_has_played() -> None:
    assert values(season_table(SeasonRule(total="mean"), THREE))["ann"] == 950


def test_places_wins_and_coming_can_count() -> None:
    table = season_table(PLACES, THREE[:1])
    assert values(table) == {"ann": 10, "bo": 10, "eva": 6, "finn": 6}
    assert [row.rank for row in table.rows] == [1, 1, 3, 3]
    wins = season_table(SeasonRule(counts="wins", attendance=2), THREE)
    assert values(wins) == {"bo": 9, "eva": 7, "ann": 5, "gil": 5, "finn": 4}


def duel(**points: int) -> Tournament:
    """Return a game of two teams with the names of their only players."""
    (one, first), (other, _) = points.items()
    return teams_evening(one, other, first=first)


@pytest.mark.parametrize(
    ("ties", "first"),
    [
        ((), {"ann", "cat"}),
        (("best",), {"ann"}),
        (("firsts",), {"cat"}),
        (("wins",), {"ann"}),
        (("evenings",), {"cat"}),
        (("evenings", "best"), {"cat"}),
    ],
)
def test_ties_are_broken_as_agreed(ties: tuple[str, ...], first: set[str]) -> None:
    """Both have 1,944 points: ann has 1,100 and 844, cat twice 972, shared first, and 0."""
    tournaments = [
        duel(ann=1100, bo=844),
        duel(ann=844, dan=1100),
        duel(cat=972, eva=972),
        duel(cat=972, finn=972),
        duel(cat=0, gil=1944),
    ]
    table = season_table(msgspec.convert({"ties": ties}, SeasonRule), tournaments)
    level = [row for row in table.rows if row.value == 1944 and row.names != ("gil",)]
    best = min(row.rank for row in level)
    assert {row.names[0] for row in level if row.rank == best} == first


# --- names ----------------------------------------------------------------------------------------


def test_a_person_is_recognised_in_whatever_team() -> None:
    table = season_table(
        SeasonRule(),
        [
            teams_evening("Ann & Bo", "Cé / Dré"),
            teams_evening("bo et Eva", "Dré och  ANN", first=900),
        ],
    )
    assert values(table)["Ann"] == 1000 + 1044 and values(table)["Bo"] == 1900
    assert set(values(table)) == {"Ann", "Bo", "Cé", "Dré", "Eva"}


def test_a_team_is_the_same_whichever_player_is_named_first() -> None:
    rule = SeasonRule(who="teams")
    tournaments = [teams_evening("Ann & Bo", "C & D"), teams_evening("bo i ann", "D & E")]
    assert values(season_table(rule, tournaments)) == {"Ann & Bo": 2000, "C & D": 944, "D & E": 944}


def test_players_that_were_entered_count_rather_than_the_name_of_the_team() -> None:
    log: list[Entry] = [Created("Tuesday", CONTEST), Entered("The Owls", ("Ann", "Bo"))]
    log += [
        Entered("Team"),
        Drawn(phrase="phrase", games=(((1,), (2,)),)),
        Scored(1, 1, Score(points=(1000, 944))),
    ]
    assert set(values(season_table(SeasonRule(), [replayed(log)]))) == {"Ann", "Bo", "Team"}


def test_other_names_of_a_member_are_theirs() -> None:
    tournaments = [teams_evening("Ann Peeters", "Bo"), teams_evening("annie", "Bo")]
    known = {"ann peeters": "Ann", "annie": "Ann"}
    assert values(season_table(SeasonRule(), tournaments, known)) == {"Ann": 2000, "Bo": 1888}


def test_a_name_that_two_teams_of_an_evening_have_is_reported_and_counts_once() -> None:
    table = season_table(SeasonRule(), [teams_evening("Ann & Jean", "Jean & Bo")])
    assert table.doubled == ((0, "Jean"),) and values(table)["Jean"] == 1000


# --- divisions, corrections -----------------------------------------------------------------------


def test_lines_of_a_division_leave_out_who_shares_a_rank_across_them() -> None:
    tournaments = [duel(ann=1100, bo=844), duel(cat=1000, dan=944), duel(eva=1000, finn=944)]
    lines = {
        row.names[0]: row.line
        for row in season_table(SeasonRule(promoted=2, relegated=3), tournaments).rows
    }
    assert lines == {"ann": "up", "cat": "", "eva": "", "dan": "down", "finn": "down", "bo": "down"}
    whole = season_table(SeasonRule(promoted=3, relegated=1), tournaments).rows
    assert [row.line for row in whole] == ["up", "up", "up", "", "", "down"]
    both = season_table(SeasonRule(promoted=4, relegated=6), tournaments).rows
    assert [row.line for row in both] == ["up"] * 3 + ["", "", "down"]


def test_a_correction_of_an_evening_changes_the_season() -> None:
    log = played(Format(house={"rounding": "none"}), 8, 4)
    before = season_table(SeasonRule(), [replayed(log), replayed(log)])
    tournament = replayed(
        [*log, Scored(1, 1, Score(points=(1944, 0))), Scored(1, 2, Score(points=(0, 1944)))]
    )
    after = season_table(SeasonRule(), [tournament, replayed(log)])
    assert before != after


@pytest.mark.parametrize("seed", range(5))
def test_a_season_of_all_points_adds_up_to_what_its_evenings_do(seed: int) -> None:
    chance = Random(seed)
    tournaments = [
        replayed(played(CONTEST, chance.randrange(4, 12), 2, seed=number)) for number in range(6)
    ]
    totals: dict[str, int] = {}
    for tournament in tournaments:
        for row in standings(tournament):
            name = tournament.teams[row.team - 1].name
            totals[name] = totals.get(name, 0) + row.points
    assert values(season_table(SeasonRule(), tournaments)) == totals


def test_an_evening_of_which_nothing_was_played_counts_for_no_one() -> None:
    empty = replayed([Created("Tuesday", CONTEST), Entered("Ann")])
    table = season_table(SeasonRule(total="mean", best=2), [empty, duel(bo=1000, cat=944)])
    assert set(values(table)) == {"bo", "cat"} and all(row.enough for row in table.rows)
    assert season_table(SeasonRule(), []).rows == ()


@pytest.mark.parametrize(
    "wrong",
    [{"counts": "places"}, {"places": [3, 2]}, {"counts": "places", "places": [2, 3]}],
)
def test_a_rule_that_contradicts_itself_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(IllegalActionError, match="wrong-options"):
        msgspec.convert(wrong, SeasonRule).check()
