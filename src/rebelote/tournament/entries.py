"""The entries of the log of a tournament, which determine its state."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from rebelote.tournament.formats import (
    MOST_DEALS,
    MOST_POINTS,
    MOST_TEAMS,
    Cents,
    CountKind,
    Format,
    Mark,
)

_replace: Final = msgspec.structs.replace
MOST_SEATS: Final = 256
"""Games of a round that are changed at once: two matches of teams of four with all their deals."""
_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
_TeamName = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]
"""The name of a team or a player; in a log it may refer to people (`tournament.people`)."""
_Players = Annotated[tuple[_TeamName, ...], msgspec.Meta(max_length=4)]
_Points = Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)]
_Count = Annotated[int, msgspec.Meta(ge=0, le=MOST_DEALS)]


class Counts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Counts of a game by side, beside the totals; see `formats.CountKind`."""

    roem: tuple[_Points, _Points] = (0, 0)
    nat: tuple[_Count, _Count] = (0, 0)
    pit: tuple[_Count, _Count] = (0, 0)

    def of(self, kind: CountKind, side: int) -> int:
        """Return what a side has of a kind."""
        counted: tuple[int, int] = getattr(self, kind)
        return counted[side]

    def seen_from(self, side: int) -> Counts:
        """Return the same counts with those of this side first."""
        (roem, nat, pit), other = (self.roem, self.nat, self.pit), 1 - side
        return Counts(
            roem=(roem[side], roem[other]), nat=(nat[side], nat[other]), pit=(pit[side], pit[other])
        )


class Score(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The totals of a game by side; how many of what they hold, where it is known.

    `deals`: how many were played, where a game goes to a target. `announced`: points of
    announcements, of both sides. `counts`: where they were counted beside the totals.
    """

    points: tuple[_Points, _Points]
    belotes: _Count | None = None
    sweeps: _Count | None = None
    announced: _Points | None = None
    deals: _Count = 0
    counts: Counts | None = None

    def agreed_with(self, other: Score | None) -> Score | None:
        """Return the score that two sides have entered, where they agree.

        Counts that only one of them has entered stand.
        """
        if other is None or _replace(self, counts=None) != _replace(other, counts=None):
            return None
        if self.counts and other.counts and self.counts != other.counts:
            return None
        return self if self.counts else other


Sides = tuple[tuple[int, ...], tuple[int, ...]]
"""The sides at a table: a team each, or two players made partners by the draw."""


class _Entry(msgspec.Struct, frozen=True, tag_field="entry", forbid_unknown_fields=True):
    pass


class Created(_Entry, frozen=True, tag="created"):
    """The tournament begins to be prepared; `trial`: to practise, with made-up teams."""

    name: _Name
    format: Format
    trial: bool = False


class FormatChanged(_Entry, frozen=True, tag="format-changed"):
    """Something else is agreed on; how is drawn, only before the first draw."""

    format: Format


class Entered(_Entry, frozen=True, tag="entered"):
    """A team, or in a mêlée a player, takes part.

    `number`: that of a removed one that is put back; 0: the next.
    """

    name: _TeamName
    players: _Players = ()
    number: Annotated[int, msgspec.Meta(ge=0, le=MOST_TEAMS)] = 0


class Removed(_Entry, frozen=True, tag="removed"):
    """A wrong entry is removed before the first draw; later teams move up by a number."""

    team: int


class Renamed(_Entry, frozen=True, tag="renamed"):
    """A team has another name, or other players, as substitutes."""

    team: int
    name: _TeamName
    players: _Players = ()


class Left(_Entry, frozen=True, tag="left"):
    """A team is drawn no more."""

    team: int


class Returned(_Entry, frozen=True, tag="returned"):
    """A team that had left is drawn again."""

    team: int


class SentOut(_Entry, frozen=True, tag="sent-out"):
    """A person may take part no more; `player`: which of the team's, from 1, or all of them.

    Until the team is `returned`: the person may not join again, and a bot plays in that place.
    """

    team: int
    player: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0


class Drawn(_Entry, frozen=True, tag="drawn", kw_only=True):
    """A round is drawn. `order`: the numbers in the order of the lots, in a round robin.

    `tables`, `deals`: in a duplicate, by game, where it is played, and the number of its deal.
    `method`: how a mêlée or a knock-out is drawn, see `draws.NEWEST`; draws before 0.4 have none.
    `held`: the hall sees the round before until this one is `shown`. `secret`: what was sealed
    before the phrase was known, in hexadecimal digits; draws before 0.4 have none. `main`: the
    numbers of the games of the knock-out itself, where fixed tables put them after others.
    """

    phrase: Annotated[str, msgspec.Meta(max_length=200)]
    games: tuple[Sides, ...]
    byes: tuple[int, ...] = ()
    order: tuple[int, ...] = ()
    tables: tuple[int, ...] = ()
    deals: tuple[int, ...] = ()
    method: int = 0
    held: bool = False
    secret: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")] = ""
    main: tuple[int, ...] = ()


class Shown(_Entry, frozen=True, tag="shown"):
    """The hall sees the last draw, which was held back."""


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sides of a game of a round, numbered from 1; the next number adds a game.

    Without sides the game, the last of its round, is taken away. `table`, `deal`: of an added game
    in a duplicate.
    """

    game: int
    sides: Sides
    table: int = 0
    deal: int = 0


_Seats = Annotated[tuple[Seat, ...], msgspec.Meta(min_length=1, max_length=MOST_SEATS)]


class Reseated(_Entry, frozen=True, tag="reseated", kw_only=True):
    """The secretary has changed by hand who plays at some tables of a round, and why.

    `byes`: all who sit out then. `kept`: results of these games stay with their tables.
    """

    round: int
    seats: _Seats
    byes: Annotated[tuple[int, ...], msgspec.Meta(max_length=MOST_TEAMS)] = ()
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    kept: bool = False


class TableFixed(_Entry, frozen=True, tag="table-fixed"):
    """A team is drawn at this table from now on, where that is possible; 0: at any."""

    team: int
    table: Annotated[int, msgspec.Meta(ge=0, le=MOST_TEAMS)]


class KeptApart(_Entry, frozen=True, tag="kept-apart"):
    """Two teams are not to be drawn against each other; `round`: in which one, 0: in none.

    `apart`: False: they may be again.
    """

    team: int
    other: int
    round: Annotated[int, msgspec.Meta(ge=0, le=MOST_TEAMS)] = 0
    apart: bool = True


class Paid(_Entry, frozen=True, tag="paid"):
    """A team has paid so much of its entry fee in all; 0: nothing."""

    team: int
    cents: Cents


class Marked(_Entry, frozen=True, tag="marked"):
    """A team belongs to these classes, which have prizes of their own, and to no others."""

    team: int
    marks: Annotated[tuple[Mark, ...], msgspec.Meta(max_length=4)] = ()


class DrawUndone(_Entry, frozen=True, tag="draw-undone"):
    """The last draw undone, before any game, for a team that came late."""


class Scored(_Entry, frozen=True, tag="scored"):
    """The secretary has entered or corrected the score of a game."""

    round: int
    game: int
    score: Score


class Played(_Entry, frozen=True, tag="played"):
    """The table of the server at which a game was played has ended; its rules have counted.

    `absent`: the teams or players for whom bots played more than half of it.
    """

    round: int
    game: int
    score: Score
    absent: Annotated[tuple[int, ...], msgspec.Meta(max_length=4)] = ()


class ScoreReported(_Entry, frozen=True, tag="reported"):
    """A side has entered the score at the table; it counts once the other side does too."""

    round: int
    game: int
    side: Annotated[int, msgspec.Meta(ge=0, le=1)]
    score: Score


class Forfeited(_Entry, frozen=True, tag="forfeited"):
    """A side did not come, or gave up."""

    round: int
    game: int
    side: Annotated[int, msgspec.Meta(ge=0, le=1)]


class Cleared(_Entry, frozen=True, tag="cleared"):
    """A result is taken back: the game is open again."""

    round: int
    game: int


class Penalised(_Entry, frozen=True, tag="penalised"):
    """Points are taken from a team; a negative number gives them back."""

    team: int
    points: Annotated[int, msgspec.Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
    reason: Annotated[str, msgspec.Meta(max_length=200)] = ""


Result = Scored | Played | ScoreReported | Forfeited | Cleared
"""Entries about the result of a game."""
Entry = (
    Created
    | FormatChanged
    | Entered
    | Removed
    | Renamed
    | Left
    | Returned
    | SentOut
    | Drawn
    | DrawUndone
    | Shown
    | Reseated
    | TableFixed
    | KeptApart
    | Paid
    | Marked
    | Result
    | Penalised
)
