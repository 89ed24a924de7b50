"""The lobby: finds the live tables of a server, creates them, loads and unloads them."""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import msgspec
import structlog

from rebelote.rules.options import Rules
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.cluster.messages import PersonReplaced
from rebelote.server.limits import limit
from rebelote.server.live.live_table import LiveTable
from rebelote.server.live.room import TableMetadata
from rebelote.server.live.seats import occupant
from rebelote.server.live.table_services import TableServices
from rebelote.server.people.database import Person
from rebelote.server.protocol import messages
from rebelote.server.protocol.table_settings import Terms
from rebelote.server.runtime.atomic import ATOMIC, atomic
from rebelote.server.runtime.supervision import Condition
from rebelote.server.storage.store import LogLine, Statement
from rebelote.server.tables import seating
from rebelote.server.tables.event_log import FREE, Occupant, Seats
from rebelote.server.tables.table import Table
from rebelote.server.telemetry import logs

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
"""What `ID_BYTES` look like in base64url: any other id is that of no table."""
_REMOVED: Final = "SELECT person FROM removed_spectators WHERE table_id = ?"


With = Callable[[str], Sequence[Statement]]
"""By the id of a table, what is written with it."""


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
        services.reload = self.reload

    def now(self) -> float:
        """The time by which clocks and absences are measured, in seconds."""
        return self.services.now()

    def condition(self) -> Condition:
        """Whether all tables in memory go on by themselves, and results are written."""
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
        """A table with these seats; nobody plays there yet.

        `also`: by its id, what is written with it; Taken where a key of that exists.
        """
        if self.services.closing:
            raise IllegalActionError("closing")
        self.services.check_ban(metadata.host)
        metadata = self._for_tests(metadata)
        table_id = secrets.token_urlsafe(ID_BYTES)
        sql = "INSERT INTO tables (code, id, created, used, facts) VALUES (?, ?, ?, ?, ?)"
        now = self.accounts.timekeeper.now()
        written = table_id, now, now, msgspec.json.encode(metadata)
        code = await self.services.write_with_code(sql, *written, also=also(table_id))
        live = LiveTable(self.services, Table(table_id), metadata, code)
        async with live.lock:
            await live.session.commit(live.table.agree(rules, terms, seats))
        self.tables[table_id] = live
        log.info("table opened", table=table_id, rules=rules.preset)
        return live

    def _for_tests(self, metadata: TableMetadata) -> TableMetadata:
        """The same; where packs are fixed for tests, with their seed, and never rated."""
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
        """A table at which these people, and bots where there is None, are playing already.

        `digests`: by person, what they commit to for the first pack. `also`: as for `create`.
        """
        seats = tuple(FREE if person is None else occupant(person) for person in people)
        filled = seating.filled(seats, terms.level)
        live = await self.create(metadata, rules, terms, filled, also)
        for person_id, digest in digests.items():
            live.table.commitments.add(person_id, person_id, digest)
        await live.begin()
        return live

    # --- find

    async def find(self, table_id: str) -> LiveTable:
        """The table, from memory or from its log; IllegalActionError where there is none."""
        if (live := self.tables.get(table_id)) is not None:
            await live.refresh()
            return live
        if not TABLE_ID.fullmatch(table_id):
            raise IllegalActionError("no-such-table")
        with ATOMIC:
            if table_id in self._set_aside:
                raise IllegalActionError("server-busy")
            if table_id not in self._loading:
                task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
                task.add_done_callback(lambda _: self._loading.pop(table_id))
        return await asyncio.shield(self._loading[table_id])

    async def all_loaded(self) -> list[LiveTable]:
        """The tables in memory, once those are among them that are being loaded."""
        if self._loading:
            await asyncio.wait(list(self._loading.values()))
        return list(self.tables.values())

    async def find_by_code(self, code: str) -> LiveTable:
        """The table that goes by this code, capitals or not, or that has this id."""
        rows = await self.store.read("SELECT id FROM tables WHERE code = ?", code.strip().upper())
        return await self.find(rows[0][0] if rows else code)

    def listed(self) -> Iterator[LiveTable]:
        """Tables with a free seat and people connected, where anybody may sit; the newest first."""
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
        self.tables[table_id] = live
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
        """The table that a log makes whose last match began with the line `start`.

        Errors of the log are raised as they come.
        """
        metadata = msgspec.json.decode(outcome[0], type=TableMetadata)
        table = Table.restore(table_id, lines, start=start)
        live = LiveTable(self.services, table, metadata, outcome[1] or "")
        live.session.result.pending = live.session.result.exists
        live.room.set_clock(self.now())
        return live

    def unreadable(self, table_id: str, error: Exception) -> IllegalActionError:
        """The refusal for a table whose log cannot be read, which is logged once a table."""
        if table_id not in self._unreadable:
            self._unreadable.add(table_id)
            at = logs.place(error)
            log.error("a table cannot be read", table=table_id, error=repr(error), at=at)
        return IllegalActionError("table-unreadable")

    def used(self, tables: Iterable[str]) -> list[Statement]:
        """What writes down that these tables are in use."""
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
        """Drop tables from memory where nobody has been for a while; their log stays."""
        long_ago = self.now() - IDLE_SECONDS
        for table_id, live in list(self.tables.items()):
            if live.room.left_at < long_ago and not live.is_busy:
                live.release_quota(self.now())  # the last sweep may be long ago
                del self.tables[table_id]

    @contextlib.contextmanager
    def set_aside(self, tables: Iterable[str]) -> Iterator[list[str]]:
        """Those of these tables that are not in memory; meanwhile none of them is loaded."""
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
        for hook in self.services.replaced:
            hook(old)
