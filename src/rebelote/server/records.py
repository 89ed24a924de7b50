"""The records of matches as text, made once for a table's version and kept for who asks again.

A worker process replays the log: for a record no table is brought into memory.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final, NamedTuple

import msgspec

from rebelote.refusals import IllegalAction
from rebelote.server import history
from rebelote.server.accounts import Person
from rebelote.server.lobby import TABLE_ID, Lobby
from rebelote.server.opened import TableFacts
from rebelote.server.time_source import utc_date
from rebelote.server.workers import Worker

KEPT: Final = 64
"""Records that are kept in memory, those asked for last."""


class Wanted(NamedTuple):
    """A record that is asked for: of the last match in a log up to a line, by people's names.

    `sealed` is false where somebody knew the packs beforehand.
    """

    table: str
    version: int
    names: tuple[tuple[str, str], ...]
    sealed: bool


class Records:
    """The records that were asked for of late."""

    def __init__(self, lobby: Lobby, worker: Worker) -> None:
        self.lobby, self.store, self.worker = lobby, lobby.store, worker
        self._kept: OrderedDict[Wanted, str] = OrderedDict()
        self._under_way: dict[Wanted, asyncio.Task[str]] = {}

    async def of(self, table: str, person: Person) -> str:
        """The record of the last match at a table, as far as it may be told to somebody.

        IllegalAction `no-such-table`, `not-yours`, `told-tomorrow`; `deal-not-over` while there is
        nothing to tell.
        """
        return await self._told(await asyncio.to_thread(self._asked_by, table, person))

    async def of_report(self, report: int) -> str:
        """The same of the match a report is about. IllegalAction `no-such-report` besides."""
        return await self._told(await asyncio.to_thread(self._reported, report))

    # --- what is asked for

    def _asked_by(self, table: str, person: Person) -> Wanted:
        if not TABLE_ID.fullmatch(table):
            raise IllegalAction("no-such-table")
        return self._wanted(table, self.store.version(table), person)

    def _reported(self, report: int) -> Wanted:
        rows = self.store.read("SELECT table_id, version FROM reports WHERE id = ?", report)
        if not rows:
            raise IllegalAction("no-such-report")
        table, version = rows[0]
        return self._wanted(table, self.store.end_of_match(table, version))

    def _wanted(self, table: str, version: int, reader: Person | None = None) -> Wanted:
        """What is asked for, if this reader may read it; an admin may with a report (None)."""
        found, seatings = self.store.table(table), self.store.seatings(table, version)
        if found is None:
            raise IllegalAction("no-such-table")
        try:
            facts = msgspec.json.decode(found[0], type=TableFacts)
            people, terms = history.attended(seatings)
        except Exception as error:
            raise self.lobby.unreadable(table, error) from error
        if reader is not None and reader.id not in people and terms.watch == "none":
            raise IllegalAction("not-yours")
        if facts.daily and facts.daily >= utc_date(self.store.time.wall()):
            raise IllegalAction("told-tomorrow")
        name_of = self.lobby.accounts.name_of
        names = tuple((person, name_of(person)) for person in sorted(people))
        return Wanted(table, version, names, facts.packs != "fixed")

    # --- what is told

    async def _told(self, wanted: Wanted) -> str:
        if wanted in self._kept:
            self._kept.move_to_end(wanted)
            return self._kept[wanted]
        if wanted not in self._under_way:
            task = self._under_way[wanted] = asyncio.create_task(self._made(wanted))
            task.add_done_callback(lambda _: self._under_way.pop(wanted))
        return await asyncio.shield(self._under_way[wanted])

    async def _made(self, wanted: Wanted) -> str:
        made = await self._written_out(wanted)
        if made is None:
            raise IllegalAction("deal-not-over")
        self._kept[wanted] = made
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return made

    async def _written_out(self, wanted: Wanted) -> str | None:
        """What the worker makes of the log. IllegalAction `table-unreadable`."""
        lines = await asyncio.to_thread(self.store.log, wanted.table, wanted.version)
        log = [line.entry for line in lines]
        try:
            return await self.worker.run(history.text, log, dict(wanted.names), wanted.sealed)
        except history.Unreadable as error:
            raise self.lobby.unreadable(wanted.table, error) from error
