"""The records of matches as text: of one that has ended kept for good, of others made on request.

A worker process replays the log: for a record no table is brought into memory. The record of a
match that has ended is written out soon after and stays in the file, so that it reads as it did
whatever becomes of rules and log; without the names of people, which go with them.
"""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

import msgspec

from rebelote.rules.records.record import with_names
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.base.runtime.lru_cache import LruCache
from rebelote.server.base.runtime.supervision import Each
from rebelote.server.base.telemetry import logs
from rebelote.server.base.workers.jobs import Worker
from rebelote.server.features.history import work
from rebelote.server.people.database import Person
from rebelote.server.table.lobby import TABLE_ID, Lobby
from rebelote.server.table.model import record_export
from rebelote.server.table.room import TableMetadata

KEPT: Final = limit(
    4 << 20,
    "records kept in memory",
    unit="bytes",
    per="server",
    beyond="the one not used for longest is dropped",
)
KEEP_EVERY: Final = 60.0
"""Seconds between two looks for matches that have ended and whose record is not kept yet."""
KEPT_AT_ONCE: Final = 500
"""Records of matches that have ended that are written out in one run at most."""
_PENDING: Final = (
    "SELECT table_id, version FROM match_records "
    "WHERE text IS NULL AND (table_id, version) > (?, ?) ORDER BY table_id, version LIMIT ?"
)
_KEEP: Final = "UPDATE match_records SET text = ? WHERE table_id = ? AND version = ?"
_TEXT: Final = (
    "SELECT text FROM match_records WHERE table_id = ? AND version = ? AND text IS NOT NULL"
)
_NEWEST: Final = (
    "SELECT coalesce(max(version), 0) FROM match_records WHERE table_id = ? AND version <= ?"
)
_PLAYERS: Final = (
    "SELECT seat, person FROM played WHERE table_id = ? AND version = ? AND person <> ''"
)
_FOR_GOOD: Final = {"table-unreadable", "no-such-table"}
"""Refusals that do not pass by themselves."""


class RecordRequest(NamedTuple):
    """A request for a record: of the last match in a log up to a line, by people's names.

    `sealed` is false where a person knew the packs beforehand.
    """

    table: str
    version: int
    names: tuple[tuple[str, str], ...]
    sealed: bool


class Records:
    """The records requested most recently."""

    def __init__(self, lobby: Lobby, worker: Worker) -> None:
        self.lobby, self.store, self.worker = lobby, lobby.store.long, worker
        self._kept: LruCache[RecordRequest, bytes] = LruCache(KEPT, len)
        self._under_way: dict[RecordRequest, asyncio.Task[str]] = {}
        self._not_made: set[str] = set()
        self._each: Each[tuple[str, int]] = Each("records", lobby.now)
        """Tables whose log could not be read when a record was to be kept."""

    async def of(self, table: str, person: Person) -> str:
        """Return the record of the last match at a table, as far as this person may read it.

        IllegalActionError `no-such-table`, `not-yours`, `told-tomorrow`, `told-later`;
        `deal-not-over` while there is nothing to read.
        """
        return await self._text(await self._request_by(table, person))

    async def last_match(self, table: str, person: Person) -> tuple[int, str]:
        """Return the first line of a table's last match, and its record. Refuse as `of` does."""
        request = await self._request_by(table, person)
        return await self._start(table, request.version), await self._text(request)

    async def of_report(self, report: int) -> str:
        """Return the record of a report's match. Refuse `no-such-report`, or as `of` does."""
        return await self._text(await self._reported(report))

    async def of_match(self, table: str, start: int, reader: Person | None) -> str:
        """Return the record of the match that began with this line and has ended, for a reader.

        IllegalActionError `private-match`, `told-tomorrow`, `told-later`.
        """
        end = await self.store.end_of_match(table, start)
        request = await self._request(table, end)
        people, terms = await self._attended(table, end)
        if terms.watch == "none" and (reader is None or reader.id not in people):
            raise IllegalActionError("private-match")
        return await self._text(request)

    # --- requests

    async def _request_by(self, table: str, person: Person) -> RecordRequest:
        if not TABLE_ID.fullmatch(table):
            raise IllegalActionError("no-such-table")
        return await self._request(table, await self.store.version(table), person)

    async def _reported(self, report: int) -> RecordRequest:
        rows = await self.store.read("SELECT table_id, version FROM reports WHERE id = ?", report)
        if not rows:
            raise IllegalActionError("no-such-report")
        table, version = rows[0]
        return await self._request(table, await self.store.end_of_match(table, version))

    async def _request(
        self, table: str, version: int, reader: Person | None = None
    ) -> RecordRequest:
        """Return the request, if this reader may make it; an admin may with a report (None)."""
        metadata = await self._metadata(table)
        people, terms = await self._attended(table, version)
        if reader is not None and reader.id not in people and terms.watch == "none":
            raise IllegalActionError("not-yours")
        await self.lobby.accounts.disclosure.check_cards(table)
        names = await self.lobby.accounts.names(sorted(people))
        return RecordRequest(table, version, tuple(names.items()), metadata.packs != "fixed")

    async def _metadata(self, table: str) -> TableMetadata:
        """Return the stored metadata of a table. IllegalActionError if it cannot be read."""
        result = await self.store.table(table)
        if result is None:
            raise IllegalActionError("no-such-table")
        try:
            return msgspec.json.decode(result[0], type=TableMetadata)
        except ValueError as error:
            raise self.lobby.unreadable(table, error) from error

    async def _attended(self, table: str, version: int) -> tuple[set[str], Terms]:
        """Return the participants of a table, and its terms.

        If the log cannot be read, return the players of the match whose record is stored, and no
        spectators; IllegalActionError without such a record.
        """
        entries = await self.store.seatings(table, version)
        try:
            return await asyncio.to_thread(record_export.attended, entries)
        except ValueError as error:
            refused = self.lobby.unreadable(table, error)
            start = await self._start(table, version)
            if await self._kept_text(table, start) is None:
                raise refused from error
            players = await self._players(table, start)
            return {person for _, person in players}, Terms(watch="none")

    async def _start(self, table: str, last: int) -> int:
        """Return the first line of the last match up to this line, by the log or else the records.

        0 without a match.
        """
        start = await self.store.start_of_match(table, last)
        return start or int((await self.store.read(_NEWEST, table, last))[0][0])

    async def _players(self, table: str, start: int) -> list[tuple[int, str]]:
        """Return, by seat, the people who began the finished match that starts with this line."""
        return await self.store.read(_PLAYERS, table, start)

    async def _kept_text(self, table: str, start: int) -> str | None:
        rows = await self.store.read(_TEXT, table, start)
        return rows[0][0] if rows else None

    # --- the text

    async def _text(self, request: RecordRequest) -> str:
        if (kept := self._kept.get(request)) is not None:
            return kept.decode()
        if request not in self._under_way:
            task = self._under_way[request] = asyncio.create_task(self._made(request))
            task.add_done_callback(lambda _: self._under_way.pop(request))
        return await asyncio.shield(self._under_way[request])

    async def _made(self, request: RecordRequest) -> str:
        made = await self._written_out(request)
        if made is None:
            raise IllegalActionError("deal-not-over")
        self._kept.put(request, made.encode())
        return made

    async def _written_out(self, request: RecordRequest) -> str | None:
        """Return the stored record of a match, or build it from the log.

        IllegalActionError `table-unreadable`.
        """
        kept = await self._kept_record(request)
        if kept is not None:
            return kept
        try:
            return await self._replayed(request)
        except work.UnreadableLogError as error:
            raise self.lobby.unreadable(request.table, error) from error

    async def _kept_record(self, request: RecordRequest) -> str | None:
        """Return the stored record of a finished match, with its players' current names."""
        start = await self._start(request.table, request.version)
        text, names = await self._kept_text(request.table, start), dict(request.names)
        if text is None:
            return None
        players = await self._players(request.table, start)
        return with_names(text, {seat: names.get(who) or str(seat) for seat, who in players})

    async def _replayed(self, request: RecordRequest) -> str | None:
        """Build a record from the log in the worker process. Raises work.UnreadableLogError."""
        try:
            lines = await self.store.log(request.table, request.version)
        except ValueError as error:
            raise work.UnreadableLogError(repr(error), logs.place(error)) from error
        log = [line.entry for line in lines]
        return await self.worker.run(work.record_text, log, dict(request.names), request.sealed)

    # --- what is kept

    async def keep(self) -> None:
        """Write out the records of matches that have ended, one after another."""
        await self._each.do(self._keep, await self._pending())

    async def _keep(self, match: tuple[str, int]) -> None:
        text = await self._made_to_keep(*match)
        if text is None:
            self._not_made.add(match[0])
        else:
            await self.lobby.accounts.write((_KEEP, (text, *match)))

    async def _pending(self) -> list[tuple[str, int]]:
        """Return matches without a stored record, except at tables found unreadable."""
        pending: list[tuple[str, int]] = []
        last = ("", 0)
        while len(pending) < KEPT_AT_ONCE:
            page = await self.store.read(_PENDING, *last, KEPT_AT_ONCE)
            if not page:
                break
            pending += [row for row in page if row[0] not in self._not_made]
            last = page[-1]
        return pending[:KEPT_AT_ONCE]

    async def _made_to_keep(self, table: str, start: int) -> str | None:
        """Return the record of a finished match; None if its table cannot be read."""
        end = await self.store.end_of_match(table, start)
        try:
            metadata = await self._metadata(table)
            return await self._replayed(RecordRequest(table, end, (), metadata.packs != "fixed"))
        except work.UnreadableLogError as error:
            self.lobby.unreadable(table, error)
        except IllegalActionError as refused:
            if refused.refusal.code not in _FOR_GOOD:
                raise
        return None
