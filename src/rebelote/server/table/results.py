"""The result of a table's match: written down as pending with its last line, then published.

Ratings are sent as soon as they are known: with the end of the match, or after it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Final

from rebelote.rules.match import Match
from rebelote.server.base.cluster.messages import ResultPublished
from rebelote.server.base.runtime.supervision import report
from rebelote.server.base.storage.store import Statement, StoreUnavailableError
from rebelote.server.table.broadcaster import Broadcaster
from rebelote.server.table.ended import Ended
from rebelote.server.table.model.event_log import CalledOff, Started, Substituted
from rebelote.server.table.model.state import Change
from rebelote.server.table.table_services import TableServices

_MARK_PENDING: Final = "INSERT INTO pending_results VALUES (?) ON CONFLICT DO NOTHING"
_UNMARK_PENDING: Final = "DELETE FROM pending_results WHERE table_id = ?"
_STAGE: Final = "UPDATE tables SET stage = ? WHERE id = ?"


class MatchResult:
    """The result of the match at one table."""

    __slots__ = ("_broadcaster", "_publishing", "_room", "_services", "_table", "pending")

    def __init__(self, services: TableServices, broadcaster: Broadcaster) -> None:
        self._services, self._broadcaster = services, broadcaster
        self._room, self._table = broadcaster.room, broadcaster.table
        self.pending = False
        """Whether it is still to be published."""
        self._publishing: asyncio.Task[None] | None = None

    @property
    def exists(self) -> bool:
        """Whether the match has ended with something to publish: won, or a deal of the day or a
        game of an event."""
        table = self._table
        return table.begun and self._follows_from(table.match, table.called_off)

    def follows(self, change: Change) -> bool:
        """Return whether a change ends the match with something to publish."""
        called_off = isinstance(change.entry, CalledOff)
        return self._table.playing and self._follows_from(change.match, called_off)

    def _follows_from(self, match: Match | None, called_off: bool) -> bool:
        won = match is not None and match.over
        metadata = self._room.metadata
        return won or (called_off and (metadata.daily is not None or bool(metadata.tournament)))

    def statements(self, change: Change, ends: bool) -> Iterator[Statement]:
        """Yield the statements written with an entry: the table's stage, and a pending result."""
        table = self._table
        if isinstance(change.entry, Started):
            counts = self._room.metadata.rated and not (table.begun or table.no_shows)
            yield _STAGE, ("rated" if counts else "playing", table.id)
        if isinstance(change.entry, Substituted) and change.entry.no_show and table.playing:
            yield _STAGE, ("playing", table.id)
        if ends:
            yield _MARK_PENDING, (table.id,)
        if ends or isinstance(change.entry, CalledOff):
            yield _STAGE, ("over", table.id)

    async def publish(self, within: float | None = None) -> None:
        """Publish the result, where it is pending; what fails is reported, and stays pending.

        It goes on by itself, without the table's lock, and once at a time. `within`: how long to
        wait for it, in seconds.
        """
        if self._publishing is None and self.pending:
            self._publishing = asyncio.create_task(self._publish(*self._ended()))
            self._publishing.add_done_callback(self._has_published)
        if self._publishing is not None:
            await asyncio.wait([self._publishing], timeout=within)

    def _has_published(self, _: asyncio.Task[None]) -> None:
        self._publishing = None

    def _ended(self) -> tuple[Match, Ended | None]:
        """Return the match and what counts of it: seats may change while that is written."""
        table = self._table
        if table.practice:
            return table.match, None
        estimated = self._room.unrated == "new-accounts"
        return table.match, Ended.at(table, self._room.rated, estimated)

    async def _publish(self, match: Match, ended: Ended | None) -> None:
        try:
            await self._record(match, ended)
            await self._services.write((_UNMARK_PENDING, (self._table.id,)))
            self.pending = False
            self._broadcaster.broadcast(self._services.now())
            self._services.replication.publish(ResultPublished(self._table.id))
        except Exception as error:
            if not isinstance(error, StoreUnavailableError):  # that is reported elsewhere
                report("results", error, table=self._table.id)
                self._broadcaster.notify("result-delayed")

    async def _record(self, match: Match, ended: Ended | None) -> None:
        """Write what follows from the match: ratings, and what its listeners make of it."""
        table, metadata = self._table.id, self._room.metadata
        if ended is not None:
            await self._services.results.ended(ended)
            await self._show_ratings(match.rules.preset)
        await self._services.listener.match_ended(table, match, metadata)

    async def take_over(self) -> None:
        """Show the changed ratings of a result that another node has published."""
        self.pending = False
        await self._show_ratings(self._table.rules.preset)
        self._broadcaster.broadcast(self._services.now())

    async def _show_ratings(self, preset: str) -> None:
        room = self._room
        room.ratings |= await self._services.results.shown_of(room.ratings, preset)
