"""Changes of an event by several secretaries: which of them collide, and how one is undone.

A secretary who makes a change has seen the log up to a version. What was entered since then is no
obstacle unless it is about the same: the score of a game, a team, the draw or the format.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rebelote.club import entries as log
from rebelote.club.entries import Entry
from rebelote.club.event import Event, game_of
from rebelote.rules.refusals import IllegalActionError

Subject = tuple[str, int, int]


def subject(entry: Entry) -> Subject | None:
    """What an entry is about; None for one that collides with no other."""
    match entry:
        case log.Scored() | log.ScoreReported() | log.Forfeited() | log.Cleared():
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


def undoable(entries: Sequence[Entry]) -> list[bool]:
    """Which entries of a log can be undone: those that no later one is about."""
    found: list[bool] = []
    team = sum(isinstance(entry, log.Entered) for entry in entries)
    later: set[Subject] = set()
    for entry in reversed(entries):
        about = subject(entry) or ("team", team, 0)
        team -= isinstance(entry, log.Entered)
        fixed = isinstance(entry, log.Created | log.ScoreReported | log.DrawUndone)
        lost = about[0] == "game" and ("lost", 0, 0) in later
        begun = isinstance(entry, log.Drawn) and any(one[0] == "game" for one in later)
        found.append(not (fixed or lost or begun or about in later))
        later.add(about)
        if isinstance(entry, log.DrawUndone):
            later.add(("lost", 0, 0))
    return found[::-1]


def inverse(before: Event, entry: Entry) -> Entry:
    """The entry that undoes another. IllegalActionError `not-now` where none does.

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
        case log.Scored() | log.Forfeited() | log.Cleared():
            return _as_before(before, entry.round, entry.game)
        case _:
            raise IllegalActionError("not-now")


def _as_before(before: Event, round: int, number: int) -> Entry:
    """The entry that gives a game the result that it had."""
    game = game_of(before, round, number)
    if game.forfeit is not None:
        return log.Forfeited(round, number, game.forfeit)
    return log.Scored(round, number, game.score) if game.score else log.Cleared(round, number)
