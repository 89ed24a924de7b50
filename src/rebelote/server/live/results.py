"""The result of a table's match: written down as pending with its last line, then published.

Ratings are sent as soon as they are known: with the end of the match, or after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rebelote.rules.match import Match
from rebelote.server.cluster.messages import ResultPublished
from rebelote.server.live.broadcaster import Broadcaster
from rebelote.server.live.table_services import TableServices
from rebelote.server.ratings.results import Ended
from rebelote.server.runtime.supervision import report
from rebelote.server.storage.store import Statement, StoreUnavailableError
from rebelote.server.tables.event_log import CalledOff, Started, Substituted
from rebelote.server.tables.state import Change

_MARK_PENDING: Final = "INSERT INTO pending_results VALUES (?) ON CONFLICT DO NOTHING"
_UNMARK_PENDING: Final = "DELETE FROM pending_results WHERE table_id = ?"
_STAGE: Final = "UPDATE tables SET stage = ? WHERE id = ?"


class MatchResult:
    """The result of the match at one table."""

    __slots__ = ("_broadcaster", "_room", "_services", "_table", "pending")

    def __init__(self, services: TableServices, broadcaster: Broadcaster) -> None:
        self._services, self._broadcaster = services, broadcaster
        self._room, self._table = broadcaster.room, broadcaster.table
        self.pending = False
        """Whether it is still to be published."""

    @property
    def exists(self) -> bool:
        """Whether the match has ended with something to publish: won, or a deal of the day or a
        game of an event."""
        table = self._table
        return table.begun and self._follows_from(table.match, table.called_off)

    def follows(self, change: Change) -> bool:
        """Whether a change ends the match with something to publish."""
        called_off = isinstance(change.entry, CalledOff)
        return self._table.playing and self._follows_from(change.match, called_off)

    def _follows_from(self, match: Match | None, called_off: bool) -> bool:
        won = match is not None and match.over
        metadata = self._room.metadata
        return won or (called_off and (metadata.daily is not None or bool(metadata.event)))

    def statements(self, change: Change, ends: bool) -> Iterator[Statement]:
        """What is written together with an entry: the stage of the table, and what is pending."""
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

    async def publish(self) -> None:
        """Publish the result, where it is pending; what fails is reported, and stays pending."""
        if not self.pending:
            return
        try:
            await self._record()
            await self._services.write((_UNMARK_PENDING, (self._table.id,)))
            self.pending = False
            self._broadcaster.broadcast(self._services.now())
            self._services.replication.publish(ResultPublished(self._table.id))
        except Exception as error:
            if not isinstance(error, StoreUnavailableError):  # that is reported elsewhere
                report("results", error, table=self._table.id)
                self._broadcaster.notify("result-delayed")

    async def _record(self) -> None:
        """Write what follows from the match: ratings, the deal of the day, a game of an event."""
        table, room = self._table, self._room
        if not table.practice:
            await self._services.results.ended(Ended.at(table, room.rated))
            await self._show_ratings(table.match.rules.preset)
        if room.metadata.daily:
            for record in self._services.record_daily:
                await record(table.id, table.match)
        if room.metadata.event:
            await self._services.record_game(table.id, table.match)

    async def take_over(self) -> None:
        """Another node has published it: show the ratings that have changed."""
        self.pending = False
        await self._show_ratings(self._table.rules.preset)
        self._broadcaster.broadcast(self._services.now())

    async def _show_ratings(self, preset: str) -> None:
        room = self._room
        room.ratings |= await self._services.results.shown_of(room.ratings, preset)
