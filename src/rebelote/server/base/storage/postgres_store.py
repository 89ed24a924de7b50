"""The store in PostgreSQL: lines share a statement, and the primary key decides who wrote a line.

A statement waits until it is on disk there (`synchronous_commit`, PostgreSQL's default). Lines of
logs that arrive while a statement is under way share the next one, sorted so that servers take keys
in the same order and never wait for each other in a circle. Where the connection is lost before the
answer, it is not known whether a line was written: the same line is written again, which the key
refuses if it was, and the line that is there is compared.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

import asyncpg
import structlog

from rebelote.server.base.protocol.message_ids import KEY
from rebelote.server.base.runtime.time_source import SYSTEM, TimeSource
from rebelote.server.base.storage.postgres_connections import (
    AGAIN,
    ERRORS,
    GONE,
    Link,
    Outage,
    Questions,
    Records,
    backoff,
    clean,
    described,
    dollars,
    failed,
    is_lost,
)
from rebelote.server.base.storage.postgres_settings import (
    BATCH,
    BY_KEY,
    CLOSE_SECONDS,
    LONG_SECONDS,
    TRIES,
    WAITING,
)
from rebelote.server.base.storage.store import (
    CLIENT_ID,
    ConflictError,
    LogLine,
    MustChange,
    Reader,
    Statement,
    StoreBusyError,
    StoreError,
    StoreFailedError,
    TooLateError,
    UnmetError,
)
from rebelote.server.base.telemetry import metrics

log = structlog.get_logger()


def _follows(table_id: str, seq: str) -> str:
    """Return SQL for whether a line follows one that exists, and its place is not packed.

    A node that knows only lines that have been compacted or packed since writes nothing there.
    Not by EXISTS, for which PostgreSQL may read the whole log into a hash.
    """
    return (
        f"({seq} = 1 OR (SELECT TRUE FROM log AS before WHERE before.table_id = {table_id} "
        f"AND before.seq = {seq} - 1)) AND (SELECT TRUE FROM packed_matches AS packed "
        f"WHERE packed.table_id = {table_id} AND {seq} BETWEEN first_seq AND last_seq LIMIT 1) "
        "IS NULL"
    )


def _in_time(until: str) -> str:
    """Return SQL for whether a line's deadline has not passed, by PostgreSQL's clock."""
    return f"({until} IS NULL OR clock_timestamp() <= to_timestamp({until}))"


def _columns(client_id: str) -> str:
    """Return SQL for the two columns of a message's id."""
    return f"substr({client_id}, 1, {KEY}), nullif(substr({client_id}, {KEY + 1}), '')"


_APPEND: Final = (
    "INSERT INTO log (table_id, seq, client_id, content, entry, kind) "
    f"SELECT table_id, seq, {_columns('client_id')}, entry, kind FROM unnest("
    "$1::text[], $2::bigint[], $3::text[], $4::bytea[], $5::text[], $6::double precision[]) "
    "AS new (table_id, seq, client_id, entry, kind, until) "
    f"WHERE {_follows('new.table_id', 'new.seq')} AND {_in_time('new.until')} "
    "ON CONFLICT DO NOTHING RETURNING table_id, seq"
)
_THERE: Final = (
    "SELECT asked.id, line.seq, line.client_id, line.entry "
    "FROM unnest($1::text[], $2::bigint[]) AS asked (id, place), "
    f"LATERAL (SELECT seq, {CLIENT_ID} AS client_id, entry FROM log "
    "WHERE table_id = asked.id AND seq = asked.place OFFSET 0) AS line"
)
_ADD_LINE: Final = (
    "INSERT INTO log (table_id, seq, client_id, content, entry, kind) "
    f"SELECT $1::text, $2::bigint, {_columns('$3::text')}, $4::bytea, $5::text "
    f"WHERE {_follows('$1::text', '$2::bigint')} AND {_in_time('$6::double precision')}"
)
"""Write a line, unless it follows none or is too late."""
_AFTER_EACH: Final = (
    "SELECT asked.id, line.seq, line.client_id, line.entry "
    "FROM unnest($1::text[], $2::bigint[]) AS asked (id, last), "
    f"LATERAL (SELECT seq, {CLIENT_ID} AS client_id, entry FROM log "
    "WHERE table_id = asked.id AND seq > asked.last OFFSET 0) AS line ORDER BY 1, 2"
)
"""Table by table: joined to the log as a whole, all of it would be read to find nothing new."""

_OF_ONE: Final = (asyncpg.DataError, asyncpg.InterfaceError)
"""Errors that a single line may have caused."""


# --- what waits -----------------------------------------------------------------------------------


class _Line(NamedTuple):
    """A line of a log that waits."""

    table_id: str
    seq: int
    client_id: str | None
    entry: bytes
    kind: str | None
    until: float | None
    """The deadline, in seconds of PostgreSQL's clock; None: without one."""
    done: asyncio.Future[None]


class _Write(NamedTuple):
    """Statements that wait, with a line before them or without."""

    statements: tuple[Statement, ...]
    line: _Line | None
    done: asyncio.Future[None]


_Waiting = TypeVar("_Waiting", bound=_Line | _Write)


def _resolve(done: asyncio.Future[None], error: Exception | None = None) -> None:
    """Set the outcome, unless the caller was cancelled."""
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
        done.exception()


class _Lane(Generic[_Waiting]):
    """The queue of one connection; `carry_out` processes up to `most` items at a time."""

    def __init__(
        self, link: Link, most: int, carry_out: Callable[[Link, list[_Waiting]], Awaitable[None]]
    ) -> None:
        self.link = link
        self.queue: asyncio.Queue[_Waiting] = asyncio.Queue()
        self._most = most
        self._carry_out = carry_out
        self._in_hand: list[_Waiting] = []
        self._task: asyncio.Task[None] | None = None

    def put(self, waiting: _Waiting) -> None:
        """Append to the queue."""
        self.queue.put_nowait(waiting)

    async def start(self) -> None:
        """Connect, and start the task."""
        await self.link.get()
        self._task = asyncio.create_task(self._run(), name="store writer")

    @property
    def alive(self) -> bool:
        """Whether its task runs, and its connection is up."""
        return self._task is not None and not self._task.done() and self.link.up

    async def _run(self) -> None:
        while True:
            self._in_hand = [await self.queue.get()]
            while len(self._in_hand) < self._most and not self.queue.empty():
                self._in_hand.append(self.queue.get_nowait())
            try:
                await self._carry_out(self.link, [it for it in self._in_hand if not it.done.done()])
            except Exception as error:
                metrics.WRITER_FAULTS.inc()
                log.error("the database writer failed", error=repr(error))
                self._give_up(StoreBusyError("the database writer failed"))
            for _ in self._in_hand:
                self.queue.task_done()

    def _give_up(self, error: StoreError) -> None:
        for it in self._in_hand:
            _resolve(it.done, error)

    async def close(self) -> None:
        """Write the queue, and stop; what cannot be written in time fails."""
        if self._task is None:
            return
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.queue.join(), CLOSE_SECONDS)
        self._task.cancel()
        await asyncio.wait([self._task])
        while not self.queue.empty():
            self._in_hand.append(self.queue.get_nowait())
        self._give_up(
            StoreFailedError("the server has ended; it is not known whether this is written")
        )
        await self.link.close()


# --- lines ----------------------------------------------------------------------------------------


async def _append(link: Link, lines: list[_Line]) -> None:
    """Write lines of logs, one of each table at a time: a line must follow an existing one."""
    lines.sort(key=lambda line: line[:2])
    while lines:
        first = {line.table_id: line for line in reversed(lines)}
        await _append_of_each(link, list(reversed(first.values())))
        lines = [line for line in lines if line is not first[line.table_id]]


async def _append_of_each(link: Link, lines: list[_Line]) -> None:
    """Write a line of each of several tables in one statement, and set the outcome of each."""
    unsure = False
    for pause in backoff():
        connection = await link.get()
        try:
            return _resolve_all(lines, *await _appended(connection, lines, unsure))
        except AGAIN:
            continue
        except ERRORS as error:
            if not is_lost(link, connection, error):
                return await _blame(link, lines, error)
        unsure = True
        metrics.UNSURE.inc(len(lines))
        await asyncio.sleep(pause)


async def _appended(
    connection: asyncpg.Connection, lines: list[_Line], unsure: bool
) -> tuple[Records, Records]:
    """Return the keys that were written, and where one may be missing, the lines that are there."""
    began = SYSTEM.monotonic()
    columns = ([line[place] for line in lines] for place in range(6))
    written = await connection.fetch(_APPEND, *columns)
    metrics.BATCH.observe(len(lines))
    metrics.TRANSACTION.observe(SYSTEM.monotonic() - began)
    unsure_of_some = unsure or any(line.until is not None for line in lines)
    if not unsure_of_some or len(written) == len(lines):
        return written, ()
    keys = ([line[place] for line in lines] for place in range(2))
    return written, await connection.fetch(_THERE, *keys)


def _resolve_all(lines: list[_Line], written: Records, there: Records) -> None:
    new = {tuple(row) for row in written}
    present = {tuple(row) for row in there}
    taken = {row[:2] for row in present}
    for line in lines:
        if line[:2] in new or line[:4] in present:
            _resolve(line.done)
        elif line.until is None or line[:2] in taken:
            _resolve(line.done, ConflictError("there is such a line"))
        else:
            _resolve(line.done, TooLateError("it was not written in time"))


async def _blame(link: Link, lines: list[_Line], error: BaseException) -> None:
    """Write each line alone where one may have caused the error; else all fail."""
    if len(lines) > 1 and isinstance(error, _OF_ONE):
        for line in lines:
            await _append_of_each(link, [line])
    else:
        for line in lines:
            _resolve(line.done, failed(error))


# --- statements -----------------------------------------------------------------------------------


class _Step(NamedTuple):
    """A statement in PostgreSQL's words."""

    sql: str
    values: Sequence[object] = ()
    must_change: bool = False


_BEGIN: Final = _Step("BEGIN")
_COMMIT: Final = _Step("COMMIT")


class _OutcomeUnknownError(Exception):
    """The connection was lost when all there was to do had been sent."""


async def _write(link: Link, writes: list[_Write]) -> None:
    """Carry out writes one after the other, and set the outcome of each."""
    for write in writes:
        try:
            await _written(link, write)
            _resolve(write.done)
        except StoreError as error:
            _resolve(write.done, error)
        except (OverflowError, *ERRORS) as error:
            _resolve(write.done, failed(error))


async def _written(link: Link, write: _Write) -> None:
    """Carry out one write. StoreError, or PostgreSQL's own, where it cannot be done."""
    unsure, left = False, TRIES
    for pause in backoff():
        connection = await link.get()
        try:
            return await _try(connection, write, unsure)
        except AGAIN:
            if not (left := left - 1):
                raise
        except _OutcomeUnknownError as error:
            link.drop()
            if write.line is None:
                raise StoreFailedError(
                    "the connection was lost: it may be written or not"
                ) from error
            unsure = True
        except ERRORS as error:
            if not is_lost(link, connection, error):
                raise
        await asyncio.sleep(pause)


async def _try(connection: asyncpg.Connection, write: _Write, unsure: bool) -> None:
    """Carry out one write. ConflictError: a key exists, and was not written by ourselves a
    moment ago."""
    line = write.line
    try:
        await _transact(connection, write.statements)
    except (asyncpg.IntegrityConstraintViolationError, UnmetError) as error:
        if line is None or not unsure or not await _is_there(connection, line):
            unmet = isinstance(error, UnmetError)
            if line is not None and line.until is not None and error.args == (_ADD_LINE,):
                raise TooLateError("it was not written in time") from error
            raise (UnmetError if unmet else ConflictError)(described(error)) from error


async def _is_there(connection: asyncpg.Connection, line: _Line) -> bool:
    rows = await connection.fetch(_THERE, [line.table_id], [line.seq])
    return any(tuple(row) == line[:4] for row in rows)


async def _transact(connection: asyncpg.Connection, statements: Sequence[Statement]) -> None:
    """Carry out all of these or none. _OutcomeUnknownError where the answer to the last step is
    missing."""
    steps = [_Step(dollars(it[0]), clean(it[1]), isinstance(it, MustChange)) for it in statements]
    *first, last = steps if len(steps) == 1 else [_BEGIN, *steps, _COMMIT]
    try:
        for step in first:
            await _execute(connection, step)
    except (*ERRORS, UnmetError):
        with contextlib.suppress(*ERRORS):
            await connection.execute("ROLLBACK")
        raise
    try:
        await _execute(connection, last)
    except GONE as error:
        raise _OutcomeUnknownError from error


async def _execute(connection: asyncpg.Connection, step: _Step) -> None:
    status = await connection.execute(step.sql, *step.values)
    if step.must_change and status.endswith(" 0"):
        raise UnmetError(step.sql)


# --- the store ------------------------------------------------------------------------------------


class PostgresStore(Questions):
    """A database in PostgreSQL, which servers may share; used on one event loop.

    `path`: there is no file here. `damaged`: it is PostgreSQL that looks for damage.
    """

    path: str | None = None
    damaged = False
    warnings: Sequence[str] = ()

    def __init__(self, url: str, time: TimeSource = SYSTEM) -> None:
        outage = Outage(url)
        super().__init__(url, outage)
        self.time = time
        self.long: Reader
        self.long = self._long = Questions(url, outage, LONG_SECONDS)
        self.rewriting = asyncio.Lock()
        """Held while entries of logs are read to be rewritten: nothing else changes them."""
        self._lines = _Lane(Link(url, outage, **BY_KEY), BATCH, _append)
        self._writes = _Lane(Link(url, outage), 1, _write)

    async def start(self) -> None:
        """Connect. The schema is up to date (`prepare`)."""
        await super().start()
        for part in (self._long, self._lines, self._writes):
            await part.start()

    def append(
        self,
        table_id: str,
        seq: int,
        client_id: str | None,
        entry: bytes,
        *more: Statement,
        kind: str | None = None,
        until: float | None = None,
    ) -> asyncio.Future[None]:
        """Write one line, and `more` with it; done once it is on disk. ConflictError: that line
        exists.

        However often the connection is lost, this is done only when it is known which it is.
        TooLateError where PostgreSQL comes to it after `until`.
        """
        line = _Line(table_id, seq, client_id, entry, kind, until, self._waiter())
        if more:
            first = MustChange(_ADD_LINE, line[:6])
            self._writes.put(_Write((first, *more), line, line.done))
        else:
            self._lines.put(line)
        return line.done

    async def lines_after_each(self, cursors: Mapping[str, int]) -> list[tuple[str, LogLine]]:
        """Return the lines after the given one of each of these tables, in one query."""
        rows = await self.read(_AFTER_EACH, [*cursors], [*cursors.values()])
        return [(table_id, LogLine(*line)) for table_id, *line in rows]

    def write(self, *statements: Statement) -> asyncio.Future[None]:
        """Carry out all of these or none; done once they are on disk. ConflictError: a key exists.

        StoreFailedError, too, where the connection is lost while PostgreSQL finishes: then all of
        it may be written, or nothing.
        """
        write = _Write(statements, None, self._waiter())
        self._writes.put(write)
        return write.done

    def _waiter(self) -> asyncio.Future[None]:
        if self.waiting >= WAITING:
            raise StoreBusyError("PostgreSQL has more to do than may wait")
        return asyncio.get_running_loop().create_future()

    def wipe(self, words: Sequence[str]) -> bool:
        """Return True: PostgreSQL removes deleted rows itself (docs/many-machines.md)."""
        return True

    @property
    def waiting(self) -> int:
        """Lines and writes that wait."""
        return self._lines.queue.qsize() + self._writes.queue.qsize()

    @property
    def alive(self) -> bool:
        """Whether both queues are processed, and PostgreSQL is up."""
        return self._lines.alive and self._writes.alive

    async def stop(self) -> None:
        """Write the queues, and stop."""
        for part in (self._lines, self._writes, self._outage, self._long):
            await part.close()
        await self.close()
