"""The lobby: finds the live tables of a server, creates them, loads and unloads them."""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
from collections.abc import (
    AsyncIterator,
    Callable,
    Coroutine,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from types import MappingProxyType
from typing import Final

import msgspec
import structlog

from rebelote.rules.options import Rules
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.cluster.messages import PersonReplaced
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol import messages
from rebelote.server.base.protocol.occupants import FREE, Occupant, Seats
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.base.runtime.atomic import ATOMIC, atomic
from rebelote.server.base.runtime.supervision import Condition
from rebelote.server.base.storage.store import LogLine, Statement
from rebelote.server.base.telemetry import logs
from rebelote.server.people.database import Person
from rebelote.server.table.live_table import LiveTable
from rebelote.server.table.model import seating
from rebelote.server.table.model.state import Change
from rebelote.server.table.model.table import Table
from rebelote.server.table.room import TableMetadata
from rebelote.server.table.seats import occupant
from rebelote.server.table.session import Propose
from rebelote.server.table.table_services import TableServices, on_disk

log = structlog.get_logger()

IDLE_SECONDS: Final = limit(
    600.0,
    "time before an empty table leaves the memory",
    unit="s",
    per="table",
    beyond="it is loaded from the database when needed",
)
ID_BYTES: Final = 9
"""Random bytes of a table's id."""
TABLE_ID: Final = re.compile(r"[A-Za-z0-9_-]{12}")
"""The pattern of `ID_BYTES` in base64url: any other id is that of no table."""
_ADD_TABLE: Final = "INSERT INTO tables (code, id, created, used, facts) VALUES (?, ?, ?, ?, ?)"
_REMOVED: Final = "SELECT person FROM removed_spectators WHERE table_id = ?"


With = Callable[[str], Sequence[Statement]]
"""Builds the statements written with a table, from its id."""


def _nothing(_: str) -> Sequence[Statement]:
    return ()


class Lobby:
    """The live tables of one server, by id."""

    def __init__(self, services: TableServices, fixed_packs: str | None = None) -> None:
        self.services = services
        self.store = services.store
        self.accounts = services.accounts
        self.fixed_packs = fixed_packs
        """The seed of every pack, on a server for tests."""
        self.tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._restoring = asyncio.Semaphore(1)
        """One log is played again at a time: threads take the interpreter's lock from the loop."""
        self._unreadable: set[str] = set()
        self._set_aside: set[str] = set()

    def now(self) -> float:
        """Return the time by which clocks and absences are measured, in seconds."""
        return self.services.now()

    def condition(self) -> Condition:
        """Return whether all tables in memory go on by themselves, and results are written."""
        lives = self.tables.values()
        actual = {
            "stalled": sum(live.bots.is_stalled for live in lives),
            "stopped": sum(live.bots.has_stopped for live in lives),
            "results": sum(live.session.result.pending for live in lives),
            "unreadable": len(self._unreadable),
        }
        return Condition(not actual["stalled"], dict.fromkeys(actual, 0), actual)

    # --- create

    async def create(
        self,
        metadata: TableMetadata,
        rules: Rules,
        terms: Terms,
        seats: Seats,
        also: With = _nothing,
    ) -> LiveTable:
        """Open a table with these seats, at which nobody plays yet.

        Args:
            also: Builds, by its id, what is written with it.

        Raises:
            ConflictError: A key of that exists.
            IllegalActionError: `closing`, `banned`, `server-busy`.
        """
        live = self._new(metadata)
        await self._open(live, (lambda: live.table.agree(rules, terms, seats),), also)
        return live

    def _new(self, metadata: TableMetadata) -> LiveTable:
        if self.services.closing:
            raise IllegalActionError("closing")
        self.services.check_ban(metadata.host)
        table = Table(secrets.token_urlsafe(ID_BYTES))
        return LiveTable(self.services, table, self._for_tests(metadata), "", self.reload)

    async def _open(self, live: LiveTable, steps: Sequence[Propose], also: With) -> None:
        """Write the row of a table, its first lines and `also`: all of it, or nothing.

        Its id can be read as soon as that is on disk; who looks it up waits for it.
        """
        await asyncio.shield(self._bring(live.table.id, self._written(live, steps, also)))
        log.info("table opened", table=live.table.id, rules=live.table.rules.preset)

    async def _written(self, live: LiveTable, steps: Sequence[Propose], also: With) -> LiveTable:
        table = live.table.id
        now, facts = self.accounts.timekeeper.now(), msgspec.json.encode(live.room.metadata)

        async def write(first: Change, statements: Sequence[Statement]) -> None:
            line = (table, 1, None, first.encoded())

            async def write_as(code: str) -> None:
                row = _ADD_TABLE, (code, table, now, now, facts)
                more = (row, *also(table), *statements)
                await on_disk(self.services.store.append(*line, *more, kind=first.kind))

            live.room.code = await self.services.with_code(write_as)

        async with live.lock:
            await live.session.open(steps, write)
        self.tables[table] = live
        return live

    def _for_tests(self, metadata: TableMetadata) -> TableMetadata:
        """Return the same; where packs are fixed for tests, with their seed, and never rated."""
        if self.fixed_packs is None or metadata.seed is not None:
            return metadata
        return msgspec.structs.replace(metadata, seed=self.fixed_packs, rated=False)

    async def create_begun(
        self,
        metadata: TableMetadata,
        rules: Rules,
        terms: Terms,
        people: Sequence[Person | None],
        digests: Mapping[str, str] = MappingProxyType({}),
        also: With = _nothing,
    ) -> LiveTable:
        """Open a table at which these people, and bots where there is None, play already.

        `digests`: by person, what they commit to for the first pack. `also` and errors: as for
        `create`.
        """
        seats = tuple(FREE if person is None else occupant(person) for person in people)
        filled = seating.filled(seats, terms.level)
        live = self._new(metadata)
        table, room = live.table, live.room
        for person_id, digest in digests.items():
            table.commitments.add(person_id, person_id, digest)
        steps = lambda: table.agree(rules, terms, filled), lambda: table.start(room.secret())
        await self._open(live, steps, also)
        live.bots.advance()
        return live

    # --- find

    async def find(self, table_id: str) -> LiveTable:
        """Return the table, from memory or from its log; IllegalActionError where there is none."""
        if (live := self.tables.get(table_id)) is not None:
            await live.refresh()
            return live
        if not TABLE_ID.fullmatch(table_id):
            raise IllegalActionError("no-such-table")
        with ATOMIC:
            if table_id in self._set_aside:
                raise IllegalActionError("server-busy")
            if (loading := self._loading.get(table_id)) is None:
                loading = self._bring(table_id, self._load(table_id))
        return await asyncio.shield(loading)

    @atomic
    def _bring(
        self, table_id: str, work: Coroutine[object, None, LiveTable]
    ) -> asyncio.Task[LiveTable]:
        """Begin to bring a table into memory; all who look it up meanwhile wait for that."""
        task = self._loading[table_id] = asyncio.create_task(work)
        task.add_done_callback(lambda _: self._loading.pop(table_id))
        return task

    async def all_loaded(self) -> list[LiveTable]:
        """Return the tables in memory, once those are among them that are being loaded."""
        if self._loading:
            await asyncio.wait(list(self._loading.values()))
        return list(self.tables.values())

    async def find_by_code(self, code: str) -> LiveTable:
        """Return the table that goes by this code, capitals or not, or that has this id."""
        rows = await self.store.read("SELECT id FROM tables WHERE code = ?", code.strip().upper())
        return await self.find(rows[0][0] if rows else code)

    def listed(self) -> Iterator[LiveTable]:
        """Yield the open tables with a free seat and people connected, the newest first."""
        for live in reversed(self.tables.values()):
            table = live.table
            free = any(who.free or (who.bot and table.playing) for who in table.seats)
            if table.terms.sit == "open" and free and live.room.connected:
                yield live

    # --- load

    async def _load(self, table_id: str) -> LiveTable:
        """Load a table into memory; all who ask for it meanwhile wait for this."""
        live = await self._read(table_id)
        [used] = self.used([table_id])
        await self.services.replication.reserve(table_id, used)
        live = self.tables.setdefault(table_id, live)
        live.request_presence()
        await live.refresh()  # other nodes may have gone on while it was read
        await live.session.result.publish()
        return live

    async def _read(self, table_id: str) -> LiveTable:
        store = self.store.long
        outcome, removed = await store.table(table_id), await store.read(_REMOVED, table_id)
        try:
            start, lines = await store.log_of_last_match(table_id)
        except ValueError as error:
            raise self.unreadable(table_id, error) from error
        if outcome is None or not lines:
            raise IllegalActionError("no-such-table")
        try:
            async with self._restoring:
                live = await asyncio.to_thread(self._restored, table_id, outcome, lines, start)
        except Exception as error:
            raise self.unreadable(table_id, error) from error
        live.room.removed = {person for (person,) in removed}
        people = {who.person for who in live.table.seats if who.person}
        live.table.show((await self.accounts.looks(people)).__getitem__)
        return live

    def _restored(
        self,
        table_id: str,
        outcome: tuple[bytes, str | None],
        lines: Sequence[LogLine],
        start: int,
    ) -> LiveTable:
        """Return the table that a log makes whose last match began with the line `start`.

        Errors of the log are raised as they come.
        """
        metadata = msgspec.json.decode(outcome[0], type=TableMetadata)
        table = Table.restore(table_id, lines, start=start)
        live = LiveTable(self.services, table, metadata, outcome[1] or "", self.reload)
        live.session.result.pending = live.session.result.exists
        live.room.set_clock(self.now())
        return live

    def unreadable(self, table_id: str, error: Exception) -> IllegalActionError:
        """Return the refusal for a table whose log cannot be read, which is logged once a table."""
        if table_id not in self._unreadable:
            self._unreadable.add(table_id)
            at = logs.place(error)
            log.error("a table cannot be read", table=table_id, error=repr(error), at=at)
        return IllegalActionError("table-unreadable")

    def used(self, tables: Iterable[str]) -> list[Statement]:
        """Build the statements that mark these tables as used now."""
        now = self.accounts.timekeeper.now()
        return [("UPDATE tables SET used = ? WHERE id = ?", (now, table)) for table in tables]

    # --- unload

    def reload(self, table_id: str) -> None:
        """Have a table read again from its log; those connected to it reconnect."""
        live = self.tables.pop(table_id, None)
        for listener in [] if live is None else list(live.room.listeners):
            listener.close_to_reconnect()

    @atomic
    def unload_idle(self) -> None:
        """Drop tables from memory that have been empty for a while; their log stays."""
        long_ago = self.now() - IDLE_SECONDS
        for table_id, live in list(self.tables.items()):
            if live.room.left_at < long_ago and not live.is_busy:
                live.release_quota(self.now())  # the last sweep may be long ago
                del self.tables[table_id]

    @contextlib.contextmanager
    def set_aside(self, tables: Iterable[str]) -> Iterator[list[str]]:
        """Yield those of these tables that are not in memory, and keep them from being loaded."""
        with ATOMIC:
            free = [it for it in tables if it not in self.tables and it not in self._loading]
            self._set_aside.update(free)
        try:
            yield free
        finally:
            self._set_aside.difference_update(free)

    # --- change of people

    async def leave_every_seat(self, person: Person) -> None:
        """Free every seat of a person, as the person could."""
        for live in list(self.tables.values()):
            if live.table.seat_of(person.id) is not None:
                with contextlib.suppress(IllegalActionError):
                    stand = messages.Stand(secrets.token_urlsafe(9))
                    await live.seats.arrange(person, stand, lambda _: None)

    async def replace_person(self, old: str, new: Occupant) -> None:
        """Replace a person by another: an account instead of a guest, or nobody any more.

        The log is changed by `people.privacy`; here, the tables in memory on all nodes, and those
        that are loaded from what was read before. Doing so again is harmless.
        """
        await self.take_over_person(old, new)
        self.services.replication.publish(PersonReplaced(old, new))

    @contextlib.asynccontextmanager
    async def replacing_person(self, old: str, new: Occupant) -> AsyncIterator[None]:
        """Write meanwhile that `old` is `new`: where that fails, both stay as they are.

        The tables in memory that name `old` write nothing until then, and know `new` from then on;
        `replace_person` is to follow, for all others.
        """
        async with contextlib.AsyncExitStack() as held:
            theirs = [live for live in await self.all_loaded() if live.names(old)]
            for live in sorted(theirs, key=lambda live: live.table.id):
                await held.enter_async_context(live.lock)
            yield
            for live in theirs:
                live.replace_now(old, new)

    async def take_over_person(self, old: str, new: Occupant) -> None:
        """Do the same in this node's memory."""
        for live in await self.all_loaded():
            if live.names(old):
                await live.replace(old, new)
        self.services.listener.person_replaced(old)
