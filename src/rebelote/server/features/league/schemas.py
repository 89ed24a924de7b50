"""HTTP schemas of the leagues."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rebelote.server.base.protocol.schemas import Message
from rebelote.server.features.daily.schemas import DailyLine


class LeagueCard(Message, frozen=True, kw_only=True):
    """One row of GET /api/leagues: a league of which one is a member.

    `league`: its preset, or the id of the club whose it is, and `name` that of the club.
    `division`: the first or the second; `table`: where one has begun today's deal; `played`:
    whether one has played it.
    """

    league: str
    name: str
    preset: str
    division: int
    table: str | None
    played: bool


class LeagueRow(Message, frozen=True, kw_only=True):
    """A member in the table of a division.

    `points` and `steps`: those of the days that count; `days`: how many they have played. `line`:
    whether they go up or down as things stand. Who is not kept any more has no name.
    """

    division: int
    rank: int
    id: str
    name: str
    points: int
    steps: int
    days: int
    line: Literal["", "up", "down"]
    portrait: int = 0


class LeagueMark(Message, frozen=True):
    """One's result of a day; `lead`: the marks by which one was ahead.

    `points` and `steps`: what the day counts; null until it is compared.
    """

    day: str
    lead: int
    points: int | None
    steps: int | None


class League(Message, frozen=True, kw_only=True):
    """GET /api/leagues/{league}: a season of a league, with the tables of both divisions.

    `league` and `name` as in `LeagueCard`.
    `presets`: the games of which there is a league; `seasons`: those there are, the latest first.
    `division`: one's own in the season that is played, 0 for who is no member; `table` and `mine`:
    where one has begun today's deal, and what one made of it. `played`: how many have played it.
    `counts`: one may play today, for one had an account before the day began. `days`: one's own of
    the season. `best`: how many days count. `seal`: SHA-256 of the bytes that today's deal is made
    from; `next_seal`: the same of tomorrow's. `reminder`: the hour (UTC) from which one is reminded
    of a day that one has not played; null where one is not.
    """

    league: str
    name: str
    preset: str
    presets: tuple[str, ...]
    season: str
    seasons: tuple[str, ...]
    over: bool
    date: str
    level: str
    division: int
    table: str | None
    mine: DailyLine | None
    played: int
    counts: bool
    best: int
    rows: tuple[LeagueRow, ...]
    days: tuple[LeagueMark, ...]
    seal: str
    next_seal: str
    reminder: int | None


class LeagueLine(Message, frozen=True, kw_only=True):
    """A member's result in a day's deal, and its points.

    `table`: the table whose match is the replay.
    """

    division: int
    id: str
    name: str
    line: DailyLine
    points: int
    steps: int
    table: str
    portrait: int = 0


class LeagueDay(Message, frozen=True, kw_only=True):
    """GET /api/leagues/{league}/days/{day}: a day that is over, as everybody played it.

    `league` and `name` as in `LeagueCard`.
    `compared`: whether it is compared yet, a few minutes after the day; until then there are no
    `lines`. `seed`: what its deal was made from, in hexadecimal digits.
    """

    league: str
    name: str
    preset: str
    day: str
    compared: bool
    lines: tuple[LeagueLine, ...]
    seed: str


class LeagueReminder(Message, frozen=True):
    """PUT /api/me/league-reminder: from which hour of the day (UTC); null for no reminders."""

    hour: Annotated[int, msgspec.Meta(ge=0, le=23)] | None


class LeaguePlace(Message, frozen=True, kw_only=True):
    """One row of GET /api/people/{person}/leagues: where a person stands in the season.

    `league` and `name` as in `LeagueCard`. `members`: those of the division; `days`: how many days
    the person has played.
    """

    league: str
    name: str
    preset: str
    season: str
    division: int
    rank: int
    members: int
    days: int


class NewClubLeague(Message, frozen=True):
    """PUT /api/clubs/{club}/league."""

    preset: str


class ClubLeague(Message, frozen=True):
    """GET /api/clubs/{club}/league: the game of a club's league, empty where it has none.

    `presets`: the games that a league can play.
    """

    preset: str
    presets: tuple[str, ...]
