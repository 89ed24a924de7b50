"""Hints and reasons: what the strongest bot would do, and why the bots acted as they did.

A reason discloses something of the hand that it was thought with, which does no harm once every
card has been seen: it is given when the deal has been played out, and kept in memory until then.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Final, NamedTuple

import msgspec

from rebelote import bots
from rebelote.bots import Thought
from rebelote.rules.deal import PlayedOut
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import View
from rebelote.server.live.room import Room
from rebelote.server.live.table_services import TableServices
from rebelote.server.people.database import Person
from rebelote.server.protocol.messages import Hint, Hinted, Reason, Reasons, Why
from rebelote.server.tables.table import Table
from rebelote.server.workers.bots import BotFailedError, ObsoleteError, ThoughtRequest, is_choice

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
        """What the strongest bot would do in a seat's place. Raises IllegalActionError.

        `quota` holds while it is thought about; a second request for the same hint costs nothing.
        """
        table, metadata = self._room.table, self._room.metadata
        seat = table.seat_of(person.id)
        if seat is None:
            raise IllegalActionError("not-seated")
        if request.expect < table.played_at:
            raise IllegalActionError("stale")
        if metadata.daily or metadata.organised:
            raise IllegalActionError("no-hint")
        seen = table.to_hint(seat)
        last = self._last
        if last is None or (last.played_at, last.seat) != (table.played_at, seat):
            with quota():
                last = self._last = await self._new(person, seen)
        return Hinted(request.id, request.expect, last.thought)

    async def _new(self, person: Person, seen: View) -> _Given:
        """A new one, of a position that must not have passed when its turn comes."""
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


class DealReasons:
    """The reasons of the bots at one table in one deal."""

    __slots__ = ("_deal", "_given", "_table")

    def __init__(self, table: Table) -> None:
        self._table = table
        self._deal: object = None
        self._given: list[tuple[tuple[int, ...], Reason]] = []

    def keep(self, seen: View, thought: Thought) -> None:
        """Keep the reason of a call, or of a card that was chosen among several."""
        deal = self._current
        if deal != self._deal:
            self._deal, self._given = deal, []
        if is_choice(seen):
            trick = 0 if seen.contract is None else len(seen.tricks) + 1
            said = msgspec.structs.replace(thought, worth={}, intervals={})
            at = len(seen.calls), len(seen.tricks), len(seen.trick.cards)
            kept = [(when, reason) for when, reason in self._given if when < at]  # of what stands
            self._given = [*kept, (at, Reason(seen.seat, trick, said))]

    @property
    def _current(self) -> object:
        """The deal in play, by the packs of its match and its number."""
        match = self._table.match
        return match.deal.pack, match.number

    def given(self, request: Why) -> Reasons:
        """The reasons of the deal that has just been played out. Raises IllegalActionError."""
        match = self._table.match
        if match.rules.conduct.assistance != "full":
            raise IllegalActionError("no-hint")
        if not isinstance(match.deal, PlayedOut):
            raise IllegalActionError("deal-not-over")
        given = self._given if self._deal == self._current else []
        return Reasons(request.id, match.number, tuple(reason for _, reason in given))
