"""Hints: what the strongest bot would do."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Final, NamedTuple

from rebelote import bots
from rebelote.bots import Thought
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import View
from rebelote.server.base.protocol.messages import Hint, Hinted
from rebelote.server.base.workers.bots import BotFailedError, ObsoleteError, ThoughtRequest
from rebelote.server.people.database import Person
from rebelote.server.table.room import Room
from rebelote.server.table.table_services import TableServices

LEVEL: Final = bots.LEVELS[-1]
"""The level that gives hints."""

Quota = Callable[[], AbstractContextManager[None]]
"""Takes up a place of a quota, until what is about to begin is over."""


class _Given(NamedTuple):
    """A hint that was given, kept as long as the position lasts."""

    played_at: int
    seat: int
    thought: Thought


class Hints:
    """The hints at one table."""

    __slots__ = ("_last", "_room", "_services")

    def __init__(self, services: TableServices, room: Room) -> None:
        self._services, self._room = services, room
        self._last: _Given | None = None

    async def give(self, person: Person, request: Hint, quota: Quota) -> Hinted:
        """Return the strongest bot's thought for a person's seat. Raises IllegalActionError.

        `quota` holds while it is thought about; a second request for the same hint costs nothing.
        """
        table, metadata = self._room.table, self._room.metadata
        seat = table.seat_of(person.id)
        if seat is None:
            raise IllegalActionError("not-seated")
        if request.expect < table.played_at:
            raise IllegalActionError("stale")
        if metadata.arranged:
            raise IllegalActionError("no-hint")
        seen = table.to_hint(seat)
        last = self._last
        if last is None or (last.played_at, last.seat) != (table.played_at, seat):
            with quota():
                last = self._last = await self._new(person, seen)
        return Hinted(request.id, request.expect, last.thought)

    async def _new(self, person: Person, seen: View) -> _Given:
        """Return a new hint for a position that must not have passed when its turn comes."""
        table, seed = self._room.table, self._room.bot_seed()
        played_at = table.played_at
        thought_request = ThoughtRequest(person.id, lambda: table.played_at == played_at, hint=True)
        try:
            thought = await self._services.bot_workers.think(LEVEL, seed, seen, thought_request)
        except ObsoleteError:
            raise IllegalActionError("stale") from None
        except BotFailedError:
            raise IllegalActionError("bot-failed") from None
        return _Given(played_at, seen.seat, thought)
