"""The subject of a log entry, named as it was when the entry was made.

Teams are renamed, draws undone and scores corrected, so numbers alone do not identify a subject.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from rebelote.tournament import entries as log
from rebelote.tournament.changes import subject
from rebelote.tournament.clubs import (
    Club,
    ClubEntry,
    ClubRenamed,
    Founded,
    MemberAdded,
    MemberChanged,
    SeasonChanged,
    SeasonOpened,
)
from rebelote.tournament.entries import Entry, Sides
from rebelote.tournament.state import Tournament, game_of, players_sent_out

Kind = Literal["scores", "draws", "teams", "format", "members", "seasons", "name", "roles"]
"""The categories by which a log is filtered; changes of `roles` are logged apart from entries."""


class SeatedAt(msgspec.Struct, frozen=True):
    """The names of both sides at a table; none at one that is taken away."""

    table: int
    names: tuple[str, ...]


class About(msgspec.Struct, frozen=True, kw_only=True):
    """`names`: of the team, member or season before the entry, or of both sides of the game.

    `round`, `table`, `deal`: which, from 1; 0 where there is none. `before`: the score that the
    entry replaces or takes back. `seats`: who plays at which table after a change by hand; without
    names nobody.
    """

    names: tuple[str, ...] = ()
    round: int = 0
    table: int = 0
    deal: int = 0
    before: tuple[int, int] | None = None
    seats: tuple[SeatedAt, ...] = ()


def about(before: Tournament, entry: Entry) -> About:
    """Describe the subject of a tournament's entry; `before` is the tournament before it."""
    match entry:
        case log.Scored() | log.Played() | log.ScoreReported() | log.Forfeited() | log.Cleared():
            return _game(before, entry.round, entry.game)
        case log.Removed() | log.Renamed() | log.Left() | log.Returned() | log.Penalised():
            return About(names=(_name(before, entry.team),))
        case log.SentOut():
            return About(names=players_sent_out(before, entry))
        case log.Drawn():
            return About(round=len(before.rounds) + 1)
        case log.DrawUndone() | log.Shown():
            return About(round=len(before.rounds))
        case log.Reseated():
            return About(round=entry.round, seats=_seats(before, entry))
        case log.TableFixed() | log.Paid() | log.Marked():
            return About(names=(_name(before, entry.team),))
        case log.KeptApart():
            return About(names=(_name(before, entry.team), _name(before, entry.other)))
        case log.Created() | log.FormatChanged() | log.Entered():
            return About()


def _seats(before: Tournament, entry: log.Reseated) -> tuple[SeatedAt, ...]:
    """Return who plays at each table that a change by hand touches; a table once for its deals."""
    games = before.rounds[entry.round - 1].games
    tables: dict[int, SeatedAt] = {}
    for seat in entry.seats:
        known = games[seat.game - 1].table if seat.game <= len(games) else seat.table
        names = _names(before, seat.sides) if any(seat.sides) else ()
        tables.setdefault(known or seat.game, SeatedAt(known or seat.game, names))
    return tuple(tables[table] for table in sorted(tables))


def _names(tournament: Tournament, sides: Sides) -> tuple[str, ...]:
    return tuple(" + ".join(_name(tournament, one) for one in side) for side in sides)


def _game(tournament: Tournament, round: int, number: int) -> About:
    game = game_of(tournament, round, number)
    names = _names(tournament, game.sides)
    before = game.score.points if game.score else None
    return About(
        names=names, round=round, table=game.table or number, deal=game.deal, before=before
    )


def _name(tournament: Tournament, team: int) -> str:
    return tournament.teams[team - 1].name


def about_club(before: Club, entry: ClubEntry) -> About:
    """Describe the subject of a club's entry; `before` is the club before it."""
    match entry:
        case MemberChanged():
            return About(names=(before.members[entry.member - 1].name,))
        case SeasonChanged():
            return About(names=(before.season(entry.season).name,))
        case Founded() | ClubRenamed() | MemberAdded() | SeasonOpened():
            return About()


def kind_of(entry: Entry | ClubEntry) -> Kind:
    """Return the category of an entry, by which the log is filtered."""
    match entry:
        case Founded() | ClubRenamed():
            return "name"
        case MemberAdded() | MemberChanged():
            return "members"
        case SeasonOpened() | SeasonChanged():
            return "seasons"
        case log.Entered():
            return "teams"
    match subject(entry):
        case ("game", _, _):
            return "scores"
        case ("draw", _, _):
            return "draws"
        case ("format", _, _):
            return "format"
        case _:
            return "teams"
