"""Groups: who plays in which, and the place of each team there."""

from __future__ import annotations

from club_evenings import CONTEST, add_draw, entered
from msgspec.structs import replace

from rebelote.tournament.entries import Entry, Score, Scored
from rebelote.tournament.groups import places_in_groups
from rebelote.tournament.state import replayed

FORMAT = replace(CONTEST, draw="groups", groups=2, rounds=0, finalists=2, ranking="wins")


def play(log: list[Entry], best: int) -> None:
    """Draw a round, in which the team `best`, and else the lower number, wins each game."""
    drawn, round = add_draw(log, "trois carreaux"), len(replayed(log).rounds)
    for number, ((one,), (other,)) in enumerate(drawn.games, 1):
        wins = one == best or (other != best and one < other)
        log.append(Scored(round, number, Score(points=(1000, 944) if wins else (944, 1000))))


def test_each_team_has_a_place_in_its_group_which_finals_leave_alone() -> None:
    """The lots of "trois carreaux" are 2 5 4 1 3 and so on; every second is in the same group."""
    log = entered(FORMAT, 8)
    assert places_in_groups(replayed(log)) == {}
    for _ in range(3):
        play(log, best=0)
    after = replayed(log)
    places = places_in_groups(after)
    order = after.rounds[0].order
    for group in (1, 2):
        members = sorted(order[group - 1 :: 2])
        assert {team: places[team] for team in members} == {
            team: (group, place) for place, team in enumerate(members, 1)
        }
    winners = [team for team, (_, place) in places.items() if place == 1]
    play(log, best=max(winners))
    assert places_in_groups(replayed(log)) == places


def test_teams_that_are_level_share_a_place_in_their_group() -> None:
    log = entered(replace(FORMAT, ties=()), 8)
    drawn = add_draw(log, "trois carreaux")
    log += [
        Scored(1, number, Score(points=(972, 972))) for number in range(1, len(drawn.games) + 1)
    ]
    assert {place for _, place in places_in_groups(replayed(log)).values()} == {1}
