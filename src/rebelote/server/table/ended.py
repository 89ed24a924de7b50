"""A match that has ended, as what counts results is given it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

import msgspec

from rebelote.rules.options import Rules
from rebelote.rules.tallies import Points
from rebelote.server.base.protocol.schemas import Rated
from rebelote.server.table.model.table import Table


class Seat(msgspec.Struct, frozen=True):
    """The occupants of a seat at the beginning and at the end of a match.

    `person`: who began it, None for a bot. `bot`: the level of the bot that sat there at the end,
    None where the same person did.
    """

    person: str | None = None
    bot: str | None = None


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """A match that has ended: all that is to be known of it.

    `version` is that it began with. `rated`: whether it counts, as recorded at the start.
    `given_up`: a side gave it up. `estimated`: it would count, but for accounts of their first day.
    """

    table: str
    version: int
    rules: Rules
    rated: bool
    seats: tuple[Seat, ...]
    scores: Points
    winner: int | None
    given_up: bool = False
    estimated: bool = False

    @classmethod
    def at(cls, table: Table, rated: bool, estimated: bool = False) -> Ended:
        """Return the ended match at a table, for those who began it. ValueError before that."""
        winner = table.match.winner
        if not (table.match.over or table.called_off):
            raise ValueError("the match at this table is not over")
        seats = tuple(_seat(table, seat) for seat in range(table.match.rules.players))
        return cls(
            table=table.id,
            version=table.began_at,
            rules=table.match.rules,
            rated=rated and winner is not None,
            seats=seats,
            scores=table.match.scores,
            winner=winner,
            given_up=table.match.given_up is not None,
            estimated=estimated and winner is not None,
        )


def _seat(table: Table, seat: int) -> Seat:
    """Return the person who began; absent ones left it to a bot, also where others sat down.

    A person who never joined did not begin it: the bot did.
    """
    began = table.starters[seat]
    if seat in table.no_shows and seat in table.substituted:
        return Seat(None, table.bot_in(seat))
    there = table.seats[seat].person == began.person and seat not in table.substituted
    bot = None if began.person and there else began.bot or table.bot_in(seat) or table.terms.level
    return Seat(began.person, bot)


class Results(Protocol):
    """The results of matches: each is written down once, and ratings follow from them."""

    async def ended(self, ended: Ended) -> bool:
        """Write down a match; False where it is written already."""

    async def shown(self, person: str, preset: str) -> Rated:
        """Return a person's rating by a rule set as people see it now."""

    async def shown_of(self, people: Collection[str], preset: str) -> dict[str, Rated]:
        """Return the ratings of several people as they are seen now."""
