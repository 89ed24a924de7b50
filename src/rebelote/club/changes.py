"""Changes of an event by several secretaries: which of them collide, and how one is undone.

A secretary who makes a change has seen the log up to a version. What was entered since then is no
obstacle unless it is about the same: the score of a game, a team, the draw or the format.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rebelote.club import entries as log
from rebelote.club.entries import Entry
from rebelote.club.event import Event, after, game_of
from rebelote.rules.refusals import IllegalActionError

Subject = tuple[str, int, int]
LOST: Final[Subject] = "lost", 0, 0
"""Games of a draw that was undone."""


def subject(entry: Entry) -> Subject | None:
    """What an entry is about; None for one that collides with no other."""
    match entry:
        case log.Scored() | log.Played() | log.ScoreReported() | log.Forfeited() | log.Cleared():
            return "game", entry.round, entry.game
        case log.Renamed() | log.Left() | log.Returned():
            return "team", entry.team, 0
        case log.Drawn() | log.DrawUndone():
            return "draw", 0, 0
        case log.Created() | log.FormatChanged():
            return "format", 0, 0
        case log.Penalised():
            return "penalty", entry.team, 0
        case log.Entered():
            return None


def collides(entry: Entry, since: Iterable[Entry]) -> bool:
    """Whether what was entered since is about the same, or took the game of this entry away."""
    about = subject(entry)
    if about is None:
        return False
    lost = about[0] == "game"
    return any(
        subject(other) == about or (lost and isinstance(other, log.DrawUndone)) for other in since
    )


def repeats(entry: Entry, since: Sequence[Entry]) -> bool:
    """Whether an entry is there already, and the last about its subject: it was sent twice."""
    about = subject(entry)
    alike = [other for other in since if about is None or subject(other) == about]
    return entry in (alike if about is None else alike[-1:])


def undoable(
    entries: Sequence[Entry], inverses: Sequence[Entry | None], event: Event
) -> list[bool]:
    """Which entries of a log can be undone: those whose inverse no later one is in the way of.

    `event`: its state after all of them.
    """
    result: list[bool] = []
    later: set[Subject | None] = set()
    for entry, undo in zip(reversed(entries), reversed(inverses), strict=True):
        result.append(undo is not None and not _about(undo, later) and _allowed(event, undo))
        later.add(subject(entry))
        if isinstance(entry, log.DrawUndone):
            later.add(LOST)
    return result[::-1]


def _about(entry: Entry, later: set[Subject | None]) -> bool:
    """Whether one of these subjects is that of an entry, or took its game away."""
    about = subject(entry)
    return about in later or (about is not None and about[0] == "game" and LOST in later)


def _allowed(event: Event, undo: Entry) -> bool:
    """Whether the state allows an inverse that no later entry is about."""
    if not isinstance(undo, log.DrawUndone | log.FormatChanged):
        return True
    try:
        after(event, undo)
    except IllegalActionError:
        return False
    return True


def inverse(before: Event, entry: Entry) -> Entry | None:
    """The entry that undoes another; None where none does.

    `before`: the event as it was before that entry.
    """
    match entry:
        case log.Entered():
            return log.Left(len(before.teams) + 1)
        case log.Left():
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
        case log.Scored() | log.Played() | log.Forfeited() | log.Cleared():
            return _as_before(before, entry)
        case _:
            return None


def _as_before(
    before: Event, entry: log.Scored | log.Played | log.Forfeited | log.Cleared
) -> Entry | None:
    """The entry that gives a game the result that it had; none brings reports alone back."""
    round, number = entry.round, entry.game
    game = game_of(before, round, number)
    if game.forfeit is not None:
        return log.Forfeited(round, number, game.forfeit)
    if game.score is not None:
        return log.Scored(round, number, game.score)
    return None if isinstance(entry, log.Cleared) else log.Cleared(round, number)
