"""HTTP schemas of profiles: responses."""

from __future__ import annotations

from rebelote.server.base.protocol.schemas import Message, PlayedMatch, StatisticsPart
from rebelote.server.features.ratings.schemas import Standing
from rebelote.server.people.schemas import PersonName


class RatingPoint(Message, frozen=True):
    """A rating as it was after a match."""

    at: float
    preset: str
    value: int
    interval: int


class Profile(Message, frozen=True, kw_only=True):
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
