"""Changes by several secretaries: what collides, what was sent twice, and how one is undone."""

from __future__ import annotations

import pytest

from rebelote.club.changes import collides, inverse, repeats, undoable
from rebelote.club.draws import draw
from rebelote.club.entries import (
    Cleared,
    Created,
    Drawn,
    DrawUndone,
    Entered,
    Entry,
    Forfeited,
    FormatChanged,
    Left,
    Penalised,
    Renamed,
    Returned,
    Score,
    Scored,
    ScoreReported,
)
from rebelote.club.event import after, replayed
from rebelote.club.formats import Format
from rebelote.club.sums import possible
from rebelote.rules.refusals import IllegalActionError

FORMAT = Format(house={"rounding": "none"})
SCORE = Score((1000, 944))
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
        (DrawUndone(), Drawn("x", ()), True),
        (Penalised(1, 10), Penalised(1, 20), True),
        (FormatChanged(FORMAT), Entered("x"), False),
    ],
)
def test_only_what_is_about_the_same_collides(entry: Entry, since: Entry, expected: bool) -> None:
    assert collides(entry, [since]) is expected


def test_what_was_sent_twice_is_known_by_what_was_entered_last_of_it() -> None:
    other = Score((944, 1000))
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
    undone = after(done, inverse(before, entry))
    assert undone.teams == before.teams and undone.rounds == before.rounds
    assert undone.format == before.format
    again = after(undone, inverse(done, inverse(before, entry)))
    assert again.rounds == done.rounds and again.teams == done.teams


def test_a_score_that_replaced_another_is_undone_to_that_one() -> None:
    first = after(replayed(DRAWN), Forfeited(1, 1, 0))
    assert inverse(first, Scored(1, 1, SCORE)) == Forfeited(1, 1, 0)
    second = after(first, Scored(1, 1, SCORE))
    assert inverse(second, Cleared(1, 1)) == Scored(1, 1, SCORE)
    assert inverse(second, Entered("x")) == Left(5)
    assert inverse(after(second, Left(1)), Returned(1)) == Left(1)
    for fixed in (LOG[0], ScoreReported(1, 1, 0, SCORE), DrawUndone()):
        with pytest.raises(IllegalActionError, match="not-now"):
            inverse(second, fixed)


def test_entries_can_be_undone_as_long_as_no_later_one_is_about_them() -> None:
    log = [*DRAWN, Left(1), Scored(1, 1, SCORE), Cleared(1, 1), ScoreReported(1, 2, 0, SCORE)]
    assert undoable(log) == [False, False, True, True, True, False, True, False, True, False]
    assert undoable(DRAWN)[-1]


def test_a_format_changes_but_for_how_is_drawn() -> None:
    event = replayed(DRAWN)
    longer = Format(house={"rounding": "none"}, rounds=6, finalists=4)
    assert after(event, FormatChanged(longer)).format.rounds == 6
    for other in (Format(draw="lots"), Format(draw="round-robin"), Format(entrants="melee")):
        with pytest.raises(IllegalActionError):
            after(event, FormatChanged(other))


def test_only_a_game_with_an_entry_is_cleared() -> None:
    event = replayed(DRAWN)
    with pytest.raises(IllegalActionError, match="not-now"):
        after(event, Cleared(1, 1))
    reported = after(event, ScoreReported(1, 1, 0, SCORE))
    assert after(reported, Cleared(1, 1)).rounds == event.rounds


def test_the_totals_that_are_possible_are_named_in_order() -> None:
    assert possible(FORMAT, 4) == (1944, 1964, 1984, 2004)
    assert possible(Format(preset="coinche"), 4) == possible(Format(deals=0), 4) == ()
    assert possible(Format(preset="klaverjas-rotterdam-nku", deals=16), 2) == (2592, 2602)
