"""Hints: what the strongest bot would do."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Final, NamedTuple

from rebelote import bots
from rebelote.bots import Thought
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import View
from rebelote.server.base.protocol.messages import Hint, Hinted, HintPosition
from rebelote.server.base.workers.bots import BotFailedError, ObsoleteError, ThoughtRequest
from rebelote.server.people.database import Person
from rebelote.server.table.room import Room
from rebelote.server.table.table_services import TableServices

LEVEL: Final = bots.LEVELS[-1]
"""The level that gives hints."""

Quota = Callable[[], AbstractContextManager[None]]
"""Takes up a place of a quota, until what is about to begin is over."""


class _Given(NamedTuple):
    """A hint that was given, kept as long as the position lasts; None: a device computes it."""

    played_at: int
    seat: int
    thought: Thought | None


def position(room: Room, person: str, request: Hint) -> View:
    """Return what a person's seat knows, for a hint. IllegalActionError where there is none."""
    seat = room.table.seat_of(person)
    if seat is None:
        raise IllegalActionError("not-seated")
    if request.expect < room.table.played_at:
        raise IllegalActionError("stale")
    if room.metadata.arranged:
        raise IllegalActionError("no-hint")
    return room.table.to_hint(seat)


class Hints:
    """The hints at one table."""

    __slots__ = ("_last", "_room", "_services")

    def __init__(self, services: TableServices, room: Room) -> None:
        self._services, self._room = services, room
        self._last: _Given | None = None

    async def give(self, person: Person, request: Hint, quota: Quota) -> Hinted | HintPosition:
        """Return the strongest bot's thought for a person's seat. Raises IllegalActionError.

        A client that computes it is sent the position, unless the thought is there already.
        `quota` holds while it is thought about; a second request for the same hint costs nothing.
        """
        seen = position(self._room, person.id, request)
        now, last = (self._room.table.played_at, seen.seat), self._last
        if last is None or last[:2] != now or not (last.thought or request.on_device):
            with quota():
                last = self._last = (
                    _Given(*now, None) if request.on_device else await self._new(person, seen)
                )
        if last.thought is None:
            return HintPosition(request.id, request.expect, seen)
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
