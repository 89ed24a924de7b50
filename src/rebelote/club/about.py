"""What an entry of a log is about, in the words of its time: for those who read the log later.

Teams are renamed, draws are undone and scores corrected, so that numbers alone say too little.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from rebelote.club import entries as log
from rebelote.club.changes import subject
from rebelote.club.clubs import (
    Club,
    ClubEntry,
    ClubRenamed,
    Founded,
    MemberAdded,
    MemberChanged,
    SeasonChanged,
    SeasonOpened,
)
from rebelote.club.entries import Entry
from rebelote.club.event import Event, game_of

Kind = Literal["scores", "draws", "teams", "format", "members", "seasons", "name", "roles"]
"""By what a log is filtered; `roles` are not entries, and are logged beside them."""


class About(msgspec.Struct, frozen=True):
    """`names`: of the team, member or season before the entry, or of both sides of the game.

    `round`, `table`, `deal`: which, from 1; 0 where there is none. `before`: the score that the
    entry replaces or takes back.
    """

    names: tuple[str, ...] = ()
    round: int = 0
    table: int = 0
    deal: int = 0
    before: tuple[int, int] | None = None


def about(before: Event, entry: Entry) -> About:
    """What an entry of an event is about; `before`: the event as it was then."""
    match entry:
        case log.Scored() | log.Played() | log.ScoreReported() | log.Forfeited() | log.Cleared():
            return _game(before, entry.round, entry.game)
        case log.Renamed() | log.Left() | log.Returned() | log.Penalised():
            return About((_name(before, entry.team),))
        case log.Drawn():
            return About(round=len(before.rounds) + 1)
        case log.DrawUndone():
            return About(round=len(before.rounds))
        case log.Created() | log.FormatChanged() | log.Entered():
            return About()


def _game(event: Event, round: int, number: int) -> About:
    game = game_of(event, round, number)
    names = tuple(" + ".join(_name(event, one) for one in side) for side in game.sides)
    before = game.score.points if game.score else None
    return About(names, round, game.table or number, game.deal, before)


def _name(event: Event, team: int) -> str:
    return event.teams[team - 1].name


def about_club(before: Club, entry: ClubEntry) -> About:
    """What an entry of a club is about; `before`: the club as it was then."""
    match entry:
        case MemberChanged():
            return About((before.members[entry.member - 1].name,))
        case SeasonChanged():
            return About((before.season(entry.season).name,))
        case Founded() | ClubRenamed() | MemberAdded() | SeasonOpened():
            return About()


def kind_of(entry: Entry | ClubEntry) -> Kind:
    """What an entry belongs to where the log is filtered."""
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
