"""HTTP schemas of profiles and leaderboards: requests and responses."""

from __future__ import annotations

from rebelote.server.people.schemas import PersonName
from rebelote.server.protocol.schemas import Message, Rated, StatisticsPart


class Standing(Message, frozen=True):
    """A rating by one rule set: a row of a leaderboard or profile."""

    person: str
    name: str
    preset: str
    rating: Rated
    matches: int
    bot: bool = False


class RatingPoint(Message, frozen=True):
    """A rating as it was after a match."""

    at: float
    preset: str
    value: int
    interval: int


class PlayedMatch(Message, frozen=True):
    """A match that a person played: marks of the own side, and of the best other.

    `table`: by its id anybody may come there, so it is sent only to those who have sat there.
    `offline`: it was played without a network and handed in at this time; its player alone sees
    of it, by the digest of its record (`/api/me/offline-matches/{digest}`).
    """

    table: str | None
    at: float
    preset: str
    rated: bool
    won: bool
    marks: int
    others: int
    offline: str = ""


class Profile(Message, frozen=True):
    """GET /api/people/{person}. `shows`: which parts of their statistics are there to be read.

    `owner`: of a bot account whose it is.
    """

    person: str
    name: str
    account: bool
    since: float
    standings: tuple[Standing, ...]
    points: tuple[RatingPoint, ...]
    matches: tuple[PlayedMatch, ...]
    shows: tuple[StatisticsPart, ...] = ()
    portrait: int = 0
    owner: PersonName | None = None
