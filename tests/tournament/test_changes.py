"""Changes by several secretaries: what collides, what was sent twice, and how one is undone."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from club_evenings import CONTEST, played
from msgspec.structs import replace
from volume import volume

from rebelote.rules.refusals import IllegalActionError
from rebelote.tournament.changes import as_of_now, collides, inverse, repeats, undoable
from rebelote.tournament.draws import draw
from rebelote.tournament.entries import (
    Cleared,
    Created,
    Drawn,
    DrawUndone,
    Entered,
    Entry,
    Forfeited,
    FormatChanged,
    KeptApart,
    Left,
    Penalised,
    Removed,
    Renamed,
    Returned,
    Score,
    Scored,
    ScoreReported,
    TableFixed,
)
from rebelote.tournament.formats import Format
from rebelote.tournament.state import Tournament, after, replayed
from rebelote.tournament.sums import possible

FORMAT = Format(house={"rounding": "none"})
SCORE = Score(points=(1000, 944))
LOG: list[Entry] = [Created("Tuesday", FORMAT), *(Entered(name) for name in "abcd")]
DRAWN: list[Entry] = [*LOG, draw(replayed(LOG), "phrase")]


@pytest.mark.parametrize(
    ("entry", "since", "expected"),
    [
        (Scored(1, 1, SCORE), Scored(1, 2, SCORE), False),
        (Scored(1, 1, SCORE), Forfeited(1, 1, 0), True),
        (Scored(1, 1, SCORE), ScoreReported(1, 1, 0, SCORE), True),
        (Scored(1, 1, SCORE), DrawUndone(), True),
        (Left(1), Renamed(1, "x"), True),
        (Left(1), Renamed(2, "x"), False),
        (Entered("x"), Entered("y"), False),
        (DrawUndone(), Drawn(phrase="x", games=()), True),
        (Penalised(1, 10), Penalised(1, 20), True),
        (FormatChanged(FORMAT), Entered("x"), False),
    ],
)
def test_only_what_is_about_the_same_collides(entry: Entry, since: Entry, expected: bool) -> None:
    assert collides(entry, [since]) is expected


def test_what_was_sent_twice_is_known_by_what_was_entered_last_of_it() -> None:
    other = Score(points=(944, 1000))
    assert repeats(Scored(1, 1, SCORE), [Scored(1, 1, SCORE), Scored(1, 2, other)])
    assert not repeats(Scored(1, 1, SCORE), [Scored(1, 1, SCORE), Scored(1, 1, other)])
    assert repeats(Entered("x"), [Entered("x"), Entered("y")])


@pytest.mark.parametrize(
    "entry",
    [
        Renamed(2, "Bo and Cé", ("Bo", "Cé")),
        Left(3),
        Penalised(1, 100, "late"),
        FormatChanged(Format(house={"rounding": "none"}, rounds=6)),
        Scored(1, 1, SCORE),
        Forfeited(1, 2, 1),
    ],
)
def test_an_entry_and_its_inverse_leave_the_state_as_it_was(entry: Entry) -> None:
    before = replayed(DRAWN)
    done = after(before, entry)
    undone = after(done, undoing(before, entry))
    assert undone.teams == before.teams and undone.rounds == before.rounds
    assert undone.format == before.format
    again = after(undone, undoing(done, undoing(before, entry)))
    assert again.rounds == done.rounds and again.teams == done.teams


def undoing(before: Tournament, entry: Entry) -> Entry:
    undo = inverse(before, entry)
    assert undo is not None
    return undo


def undoing_now(before: Tournament, entry: Entry) -> Entry:
    return as_of_now(undoing(before, entry), before)


def test_a_wrong_entry_is_removed_before_the_first_draw_and_put_back() -> None:
    wishes: list[Entry] = [TableFixed(2, 3), TableFixed(4, 1), KeptApart(1, 4), KeptApart(2, 3)]
    before = replayed([*LOG, *wishes])
    done = after(before, Removed(2))
    assert [(team.number, team.name) for team in done.teams] == [(1, "a"), (2, "c"), (3, "d")]
    assert done.fixed == ((3, 1),) and done.apart == ((1, 3, 0),)
    undone = after(done, undoing(before, Removed(2)))
    assert undone.teams == before.teams and undone.fixed == ((4, 1),)
    assert undone.apart == ((1, 4, 0),), "wishes of the team itself are made again by hand"
    with pytest.raises(IllegalActionError, match="entries-closed"):
        after(replayed(DRAWN), Removed(2))
    with pytest.raises(IllegalActionError, match="entries-closed"):
        after(replayed(DRAWN), Entered("x", (), 2))
    odd: Entry
    for odd in (Entered("x", (), 9), Removed(9)):
        assert replayed([*LOG, odd]).teams == replayed(LOG).teams
    late: tuple[Entry, ...] = Entered("x", (), 1), Removed(1)
    for odd in late:
        assert replayed([*DRAWN, odd]).teams == replayed(DRAWN).teams


def test_numbers_of_teams_that_move_block_what_names_them() -> None:
    for entry in (Left(3), Removed(3), TableFixed(3, 1), KeptApart(3, 4), Penalised(3, 10)):
        assert collides(entry, [Removed(1)]) and collides(entry, [Entered("a", (), 1)])
    assert not collides(Entered("x"), [Removed(1)])
    assert repeats(Removed(1), [Removed(1)]), "sent twice, it removes one team"
    assert can_undo([*LOG, Renamed(3, "x")])[-1]
    assert can_undo([*LOG, Renamed(3, "x"), Removed(1)])[3:] == [False, False, False, True]
    with_back = [*LOG, Removed(1), Entered("a", (), 1)]
    assert can_undo(with_back)[-2:] == [False, True]
    assert not can_undo([*with_back[:-1], draw(replayed(with_back[:-1]), "x")])[5]


def test_a_score_that_replaced_another_is_undone_to_that_one() -> None:
    first = after(replayed(DRAWN), Forfeited(1, 1, 0))
    assert inverse(first, Scored(1, 1, SCORE)) == Forfeited(1, 1, 0)
    second = after(first, Scored(1, 1, SCORE))
    assert inverse(second, Cleared(1, 1)) == Scored(1, 1, SCORE)
    assert undoing_now(second, Entered("x")) == Left(5)
    assert inverse(after(second, Left(1)), Returned(1)) == Left(1)
    for fixed in (LOG[0], ScoreReported(1, 1, 0, SCORE), DrawUndone()):
        assert inverse(second, fixed) is None


def undo_of(log: list[Entry]) -> list[Entry | None]:
    """Return for each entry the one that undoes it."""
    return [None, *(inverse(replayed(log[:at]), log[at]) for at in range(1, len(log)))]


def can_undo(log: list[Entry]) -> list[bool]:
    return undoable(log, undo_of(log), replayed(log))


def test_entries_can_be_undone_as_long_as_no_later_one_is_about_them() -> None:
    log = [*DRAWN, Left(1), Scored(1, 1, SCORE), Cleared(1, 1), ScoreReported(1, 2, 0, SCORE)]
    assert can_undo(log) == [False, False, True, True, True, False, True, False, True, False]


def test_a_draw_can_be_undone_until_something_of_it_counts() -> None:
    scored = [*DRAWN, Scored(1, 1, SCORE), Scored(1, 2, SCORE)]
    assert can_undo(DRAWN)[-1] and not can_undo(scored)[len(DRAWN) - 1]
    assert can_undo([*scored, Cleared(1, 1), Cleared(1, 2)])[len(DRAWN) - 1]
    second = [*scored, draw(replayed(scored), "again"), Scored(1, 1, Score(points=(944, 1000)))]
    assert can_undo(second)[len(scored)], "a correction of an earlier round"


def some_entry(tournament: Tournament, chance: Random) -> Entry:
    """Return something that a secretary or a table might enter, allowed or not."""
    team, side = chance.randint(1, max(1, len(tournament.teams))), chance.randrange(2)
    place = max(1, len(tournament.rounds) - chance.randrange(2)), chance.randrange(1, 3)
    score = Score(points=chance.choice([(1000, 944), (944, 1000)]))
    choices: list[Entry] = [
        Entered("x"),
        Renamed(team, f"Team {chance.randrange(9)}"),
        Left(team),
        Returned(team),
        Removed(team),
        Penalised(team, chance.randrange(3)),
        FormatChanged(Format(house={"rounding": "none"}, rounds=chance.randrange(2, 7))),
        DrawUndone(),
        Scored(*place, score),
        ScoreReported(*place, side, score),
        Forfeited(*place, side),
        Cleared(*place),
    ]
    return chance.choice(choices)


@pytest.mark.parametrize("seed", range(volume(quick=20, full=200)))
def test_what_can_be_undone_is_what_its_inverse_can_be_entered_for(seed: int) -> None:
    chance = Random(seed)
    log, tournament = list(LOG), replayed(LOG)
    for _ in range(25):
        with suppress(IllegalActionError):
            entry = (
                some_entry(tournament, chance)
                if chance.randrange(6)
                else draw(tournament, "phrase")
            )
            tournament = after(tournament, entry)
            log.append(entry)
    expected = [
        made is not None
        and not collides(undo := as_of_now(made, tournament), log[at + 1 :])
        and allowed(tournament, undo)
        for at, made in enumerate(undo_of(log))
    ]
    assert can_undo(log) == expected


def allowed(tournament: Tournament, entry: Entry) -> bool:
    try:
        after(tournament, entry)
    except IllegalActionError:
        return False
    return True


def test_a_format_changes_but_for_how_is_drawn() -> None:
    tournament = replayed(DRAWN)
    longer = Format(house={"rounding": "none"}, rounds=6, finalists=4)
    assert after(tournament, FormatChanged(longer)).format.rounds == 6
    for other in (Format(draw="lots"), Format(draw="round-robin"), Format(entrants="melee")):
        with pytest.raises(IllegalActionError):
            after(tournament, FormatChanged(other))


def test_a_format_leaves_the_rounds_that_were_drawn_as_they_are() -> None:
    tournament = replayed(played(CONTEST, 8, 3))
    for rounds, possible_ in ((2, False), (3, True), (5, True)):
        assert allowed(tournament, FormatChanged(replace(CONTEST, rounds=rounds))) is possible_
    final = replayed(played(replace(CONTEST, rounds=2, finalists=4), 8, 3))
    assert allowed(final, FormatChanged(replace(final.format, cap=1200)))
    for other in ({"rounds": 3}, {"rounds": 1}, {"finalists": 8}):
        assert not allowed(final, FormatChanged(replace(final.format, **other)))


def test_only_a_game_with_an_entry_is_cleared() -> None:
    tournament = replayed(DRAWN)
    with pytest.raises(IllegalActionError, match="no-result"):
        after(tournament, Cleared(1, 1))
    reported = after(tournament, ScoreReported(1, 1, 0, SCORE))
    assert after(reported, Cleared(1, 1)).rounds == tournament.rounds


def test_the_totals_that_are_possible_are_named_in_order() -> None:
    assert possible(FORMAT, 4) == (1944, 1964, 1984, 2004)
    assert possible(Format(preset="coinche"), 4) == possible(Format(deals=0), 4) == ()
    assert possible(Format(preset="klaverjas-rotterdam-nku", deals=16), 2) == (2592, 2602)
