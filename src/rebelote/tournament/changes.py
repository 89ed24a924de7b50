"""Changes of a tournament by several secretaries: their collisions and their undoing.

A secretary who makes a change has seen the log up to a version. Later entries are an obstacle only
if they have the same subject: the score of a game, a team, the draw or the format.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from rebelote.rules.refusals import IllegalActionError
from rebelote.tournament import entries as log
from rebelote.tournament.entries import Entry
from rebelote.tournament.state import Tournament, after, game_of

Subject = tuple[str, int, int]
LOST: Final[Subject] = "lost", 0, 0
"""Games of a draw that was undone."""
MOVED: Final[Subject] = "moved", 0, 0
"""Numbers of teams, of which one was removed or put back."""


def subject(entry: Entry) -> Subject | None:
    """Return the subject of an entry; None where it collides with no other."""
    match entry:
        case log.Scored() | log.Played() | log.ScoreReported() | log.Forfeited() | log.Cleared():
            return "game", entry.round, entry.game
        case log.Removed() | log.Renamed() | log.Left() | log.Returned() | log.SentOut():
            return "team", entry.team, 0
        case log.Drawn() | log.DrawUndone() | log.Shown() | log.Reseated():
            return "draw", 0, 0
        case log.TableFixed():
            return "table", entry.team, 0
        case log.Paid():
            return "paid", entry.team, 0
        case log.Marked():
            return "marks", entry.team, 0
        case log.KeptApart():
            return "apart", min(entry.team, entry.other), max(entry.team, entry.other)
        case log.Created() | log.FormatChanged():
            return "format", 0, 0
        case log.Penalised():
            return "penalty", entry.team, 0
        case log.Entered():
            return ("team", entry.number, 0) if entry.number else None


def moves_numbers(entry: Entry) -> bool:
    """Return whether teams have other numbers after an entry."""
    return isinstance(entry, log.Removed) or (isinstance(entry, log.Entered) and entry.number > 0)


def _names_team(about: Subject) -> bool:
    return about[0] in ("team", "table", "apart", "penalty", "paid", "marks")


def collides(entry: Entry, since: Iterable[Entry]) -> bool:
    """Return whether a later entry has the same subject, or one removed or changed its game.

    Who enters meanwhile gets a number that a secretary who seats a late team may mean for another.
    """
    about = subject(entry)
    if about is None:
        return False
    lost = about[0] == "game"
    seated = subjects(entry) if isinstance(entry, log.Reseated) else frozenset({about})
    return any(
        seated & subjects(other)
        or (lost and isinstance(other, log.DrawUndone))
        or (isinstance(entry, log.Reseated) and isinstance(other, log.Entered))
        or (_names_team(about) and moves_numbers(other))
        for other in since
    )


def subjects(entry: Entry) -> frozenset[Subject]:
    """Return all subjects of an entry: of a change by hand, its games too."""
    own = subject(entry)
    result = set[Subject]() if own is None else {own}
    if isinstance(entry, log.Reseated):
        result.update(("game", entry.round, seat.game) for seat in entry.seats)
    return frozenset(result)


def are_about(entries: Iterable[Entry], other: Entry) -> bool:
    """Return whether any of these entries has a subject of another one."""
    return any(subjects(entry) & subjects(other) for entry in entries)


def repeats(entry: Entry, since: Sequence[Entry]) -> bool:
    """Return whether an entry repeats the last one about its subject: it was sent twice."""
    about = subject(entry)
    alike = [other for other in since if about is None or subject(other) == about]
    return entry in (alike if about is None else alike[-1:])


def undoable(
    entries: Sequence[Entry], inverses: Sequence[Entry | None], tournament: Tournament
) -> list[bool]:
    """Return which entries of a log can be undone: no later one blocks their inverse.

    `tournament`: its state after all of them.
    """
    result: list[bool] = []
    later: set[Subject] = set()
    for entry, made in zip(reversed(entries), reversed(inverses), strict=True):
        undo = made and as_of_now(made, tournament)
        result.append(undo is not None and not _about(undo, later) and _allowed(tournament, undo))
        later |= subjects(entry)
        if isinstance(entry, log.DrawUndone):
            later.add(LOST)
        if moves_numbers(entry):
            later.add(MOVED)
    return result[::-1]


def as_of_now(undo: Entry, tournament: Tournament) -> Entry:
    """Return an inverse as it can still be made: once rounds are drawn a team leaves instead."""
    if isinstance(undo, log.Removed) and tournament.rounds:
        return log.Left(undo.team)
    return undo


def _about(entry: Entry, later: set[Subject]) -> bool:
    """Return whether one of these subjects is the entry's own, or removed or moved it."""
    about = subject(entry)
    lost = about is not None and about[0] == "game" and LOST in later
    moved = about is not None and _names_team(about) and MOVED in later
    return lost or moved or bool(subjects(entry) & later)


_REFUSABLE: Final = (log.DrawUndone, log.FormatChanged, log.Reseated, log.Entered)
"""Inverses that the state may refuse."""


def _allowed(tournament: Tournament, undo: Entry) -> bool:
    """Return whether the state allows an inverse that no later entry blocks."""
    if not isinstance(undo, _REFUSABLE):
        return True
    try:
        after(tournament, undo)
    except IllegalActionError:
        return False
    return True


def inverse(before: Tournament, entry: Entry) -> Entry | None:
    """Return the entry that undoes another; None where none does.

    `before`: the tournament as it was before that entry.
    """
    match entry:
        case log.Entered():
            number = entry.number or len(before.teams) + 1
            return log.Left(number) if before.format.online else log.Removed(number)
        case log.Removed():
            team = before.teams[entry.team - 1]
            return log.Entered(team.name, team.players, team.number)
        case log.Left() | log.SentOut():
            return log.Returned(entry.team)
        case log.Returned():
            return log.Left(entry.team)
        case log.Renamed():
            team = before.teams[entry.team - 1]
            return log.Renamed(team.number, team.name, team.players)
        case log.Penalised():
            return log.Penalised(entry.team, -entry.points, entry.reason)
        case log.FormatChanged():
            return log.FormatChanged(before.format)
        case log.Drawn():
            return log.DrawUndone()
        case log.Reseated():
            return _seats_before(before, entry)
        case log.TableFixed():
            return log.TableFixed(entry.team, dict(before.fixed).get(entry.team, 0))
        case log.Paid():
            return log.Paid(entry.team, before.teams[entry.team - 1].paid)
        case log.Marked():
            return log.Marked(entry.team, before.teams[entry.team - 1].marks)
        case log.KeptApart():
            return replace(entry, apart=not entry.apart)
        case log.Scored() | log.Played() | log.Forfeited() | log.Cleared():
            return _as_before(before, entry)
        case _:
            return None


def _seats_before(before: Tournament, entry: log.Reseated) -> log.Reseated:
    """Return the entry that seats everybody as before; a table that was added goes away."""
    played = before.rounds[entry.round - 1]
    seats = [
        log.Seat(at, game.sides, game.table, game.deal)
        for at, game in enumerate(played.games, 1)
        if any(seat.game == at for seat in entry.seats)
    ]
    added = [seat.game for seat in entry.seats if seat.game > len(played.games)]
    seats += [log.Seat(at, ((), ())) for at in added]
    return replace(entry, seats=tuple(seats), byes=played.byes)


def _as_before(
    before: Tournament, entry: log.Scored | log.Played | log.Forfeited | log.Cleared
) -> Entry | None:
    """Return the entry that restores a game's result; reports alone cannot be restored."""
    round, number = entry.round, entry.game
    game = game_of(before, round, number)
    if game.forfeit is not None:
        return log.Forfeited(round, number, game.forfeit)
    if game.score is not None:
        return log.Scored(round, number, game.score)
    return None if isinstance(entry, log.Cleared) else log.Cleared(round, number)
