"""A knock-out from the first round on: byes, the third place, the consolation."""

from __future__ import annotations

import pytest
from club_evenings import add_draw, entered
from msgspec.structs import replace

from rebelote.rules.refusals import IllegalActionError
from rebelote.tournament.cup import main_seats
from rebelote.tournament.draws import draw, verified
from rebelote.tournament.entries import Entry, KeptApart, Left, Score, Scored, TableFixed
from rebelote.tournament.formats import Format
from rebelote.tournament.reseating import exchanged, repairs
from rebelote.tournament.standings import standings
from rebelote.tournament.state import Tournament, replayed

CUP = Format(preset="bela", deals=0, draw="knock-out", rounds=0)
THIRD = replace(CUP, third_place=True)
CONSOLED = replace(CUP, consolation=True)


def score(log: list[Entry]) -> None:
    """Let the team with the lower number win each game of the last round."""
    round = len((now := replayed(log)).rounds)
    for number, game in enumerate(now.rounds[-1].games, 1):
        (one,), (other,) = game.sides
        points = (1001, 500) if one < other else (500, 1001)
        log.append(Scored(round, number, Score(points=points)))


def played(format: Format, teams: int) -> Tournament:
    """Play a knock-out to its end."""
    log = entered(format, teams)
    with pytest.raises(IllegalActionError, match="no-more-rounds"):
        while True:
            before = replayed(log)
            drawn = add_draw(log, "trois carreaux")
            assert verified(before, drawn)
            score(log)
    return replayed(log)


@pytest.mark.parametrize("teams", [2, 3, 4, 5, 6, 7, 8, 11, 16, 24, 33])
def test_byes_leave_a_power_of_two_after_the_first_round(teams: int) -> None:
    rounds = played(CUP, teams).rounds
    assert len(rounds) == (teams - 1).bit_length()
    assert len(rounds[0].byes) == (1 << len(rounds)) - teams
    assert [len(one.games) for one in rounds[1:]] == [
        1 << n for n in reversed(range(len(rounds) - 1))
    ]
    assert not any(one.byes for one in rounds[1:])


@pytest.mark.parametrize("format", [CUP, THIRD, CONSOLED, replace(THIRD, consolation=True)])
@pytest.mark.parametrize("teams", [4, 6, 11, 16])
def test_whoever_wins_every_game_is_first_and_the_finalist_second(
    format: Format, teams: int
) -> None:
    tournament = played(format, teams)
    first, second, *_ = standings(tournament)
    final = {team for side in tournament.rounds[-1].games[0].sides for team in side}
    assert (first.team, {first.team, second.team}) == (1, final)
    for one in tournament.rounds:
        seated = [team for game in one.games for side in game.sides for team in side]
        assert len(seated) == len(set(seated)) and not set(seated) & set(one.byes)


def test_losers_of_the_semi_finals_play_for_the_third_place() -> None:
    tournament = played(THIRD, 8)
    *_, semi, last = tournament.rounds
    assert [len(one.games) for one in tournament.rounds] == [4, 2, 2]
    third = {team for side in last.games[1].sides for team in side}
    assert third == semi.seated - {team for side in last.games[0].sides for team in side}
    rows = standings(tournament)
    assert [row.team for row in rows[2:4]] == sorted(third)
    assert [row.rank for row in rows[:4]] == [1, 2, 3, 4]


def test_losers_of_the_first_round_play_on_among_themselves() -> None:
    tournament = played(CONSOLED, 11)
    first = tournament.rounds[0]
    losers = {max(one, other) for (one,), (other,) in (game.sides for game in first.games)}
    for number, one in enumerate(tournament.rounds[1:], 1):
        games = [{*game.sides[0], *game.sides[1]} for game in one.games[8 >> number :]]
        assert all(game <= losers for game in games)
    rows = {row.team: row for row in standings(tournament)}
    assert rows[min(losers)].consoled == 2
    assert min(losers) == next(row.team for row in standings(tournament) if row.team in losers)


def test_a_team_that_has_left_gives_its_opponent_a_bye() -> None:
    log = entered(CUP, 8)
    add_draw(log, "trois carreaux")
    score(log)
    log.append(Left(1))
    drawn = add_draw(log, "")
    assert len(drawn.games) == 1 and len(drawn.byes) == 1
    score(log)
    assert len(add_draw(log, "").games) == 1


def test_a_corrected_result_offers_the_repair_of_the_next_round() -> None:
    log = entered(THIRD, 4)
    add_draw(log, "trois carreaux")
    score(log)
    add_draw(log, "")
    assert not repairs(replayed(log))
    (one,), (other,) = replayed(log).rounds[0].games[0].sides
    winner, loser = min(one, other), max(one, other)
    points = (500, 1001) if one < other else (1001, 500)
    log.append(Scored(1, 1, Score(points=points)))
    (repair,) = repairs(replayed(log))
    assert (repair.round, repair.team, repair.winner) == (2, winner, loser)
    log.append(exchanged(replayed(log), 2, [(winner, loser)], "corrected"))
    assert not repairs(replayed(log))


def test_a_fixed_table_of_the_consolation_leaves_the_knock_out_as_it_is() -> None:
    log = entered(CONSOLED, 8)
    add_draw(log, "trois carreaux")
    score(log)
    (one,), (other,) = replayed(log).rounds[0].games[0].sides
    log.append(TableFixed(max(one, other), 1))
    before = replayed(log)
    drawn = add_draw(log, "")
    assert max(one, other) in (*drawn.games[0][0], *drawn.games[0][1]) and verified(before, drawn)
    score(log)
    winners = {min(*game.sides[0], *game.sides[1]) for game in replayed(log).rounds[0].games}
    assert set(main_seats(replayed(log), 2)) == winners
    assert not repairs(replayed(log))


@pytest.mark.parametrize(
    "wrong",
    [
        {"rounds": 3},
        {"finalists": 4},
        {"entrants": "melee"},
        {"draw": "lots", "rounds": 4, "third_place": True},
        {"draw": "swiss", "rounds": 4, "consolation": True},
    ],
)
def test_what_means_nothing_in_a_knock_out_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(IllegalActionError, match="wrong-options"):
        replace(CUP, **wrong).check()


FINALS = Format(deals=12, rounds=1, finalists=8)


@pytest.mark.parametrize(("format", "teams"), [(CUP, 8), (CONSOLED, 8), (THIRD, 11), (FINALS, 9)])
def test_a_later_round_keeps_two_apart_unless_its_method_is_of_before(
    format: Format, teams: int
) -> None:
    log = entered(format, teams)
    add_draw(log, "trois carreaux")
    score(log)
    if format is FINALS:
        add_draw(log, "")
        score(log)
    before = replayed(log)
    (one,), (other,) = draw(before, "", method=0).games[0]
    wished = replayed([*log, KeptApart(one, other)])
    drawn, former = draw(wished, ""), draw(wished, "", method=0)
    assert former == draw(before, "", method=0), "draws of old logs are repeated as they were"
    assert verified(wished, drawn) and verified(wished, former)
    assert {one, other} not in [{*first, *second} for first, second in drawn.games]
    assert draw(before, "").games == former.games, "without wishes both are the same"


def test_one_team_alone_plays_no_knock_out() -> None:
    with pytest.raises(IllegalActionError, match="too-few-teams"):
        draw(replayed(entered(CUP, 1)), "trois carreaux")
