"""HTTP schemas of ratings: responses."""

from __future__ import annotations

from rebelote.server.base.protocol.schemas import Message, Rated


class Standing(Message, frozen=True, kw_only=True):
    """A rating by one rule set: a row of a leaderboard or profile."""

    person: str
    name: str
    preset: str
    rating: Rated
    matches: int
    bot: bool = False
