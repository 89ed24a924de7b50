"""The store in an SQLite file: one writer, group commit.

A line of the log is acknowledged when the transaction that holds it is on disk
(`synchronous=FULL`). Lines that arrive while a transaction is being written share the next one.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Final, NamedTuple

import structlog

from rebelote.server.base.limits import limit
from rebelote.server.base.runtime.time_source import SYSTEM, TimeSource
from rebelote.server.base.storage import schema, wipe
from rebelote.server.base.storage.store import (
    ADD_LINE,
    ConflictError,
    MustChange,
    Reader,
    Row,
    Rows,
    Statement,
    StoreBusyError,
    StoreDamagedError,
    StoreFailedError,
    UnmetError,
    Written,
)
from rebelote.server.base.storage.wipe import BUSY_SECONDS, empty_wal
from rebelote.server.base.telemetry import metrics

log = structlog.get_logger()

BATCH: Final = 512
"""Lines in one transaction at most."""
READER_CACHE: Final = 256
"""KiB of pages that a reader keeps; whatever is written makes it forget them."""
WAL_RESET_FIXED_IN: Final = ((3, 44, 6), (3, 50, 7))
"""Releases of older branches from which on SQLite's write-ahead log is reset without a race."""
WAITING: Final = limit(
    20_000, "log entries waiting to be written", per="server", beyond="server-busy"
)


class _Write(NamedTuple):
    statements: tuple[Statement, ...]
    done: asyncio.Future[None]


class _OutsideTransaction(NamedTuple):
    """Work that the writer does outside of any transaction."""

    work: Callable[[sqlite3.Connection], None]
    done: Future[None]


_Task = _Write | _OutsideTransaction
_Outcome = tuple[asyncio.Future[None], Exception | None]
"""A write's future, and its error if it failed."""


class _InThread(Reader):
    """Queries answered in another thread than the event loop's."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store

    async def read(self, sql: str, *values: object) -> Rows:
        """Return the rows a question finds."""
        return await asyncio.to_thread(self._store._read_now, sql, *values)

    async def rows(self, sql: str, *values: object) -> list[Row]:
        """Return the same with every value under its column's name."""
        return await asyncio.to_thread(self._store._rows_now, sql, *values)


class SqliteStore(Reader):
    """The file, and the thread that writes to it.

    `checkpoints`: whether its writer moves the write-ahead log into the file. The server's does;
    a command that writes beside a server does not.
    """

    def __init__(self, path: str, time: TimeSource = SYSTEM, checkpoints: bool = True) -> None:
        self.path = path
        self.long: Reader = _InThread(self)
        self.time = time
        self.checkpoints = checkpoints
        self.damaged = False
        """Whether the file is known to be damaged; set by the check for damage."""
        self.rewriting = asyncio.Lock()
        """Held while entries of logs are read to be rewritten: nothing else changes them."""
        self._queue: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._local = threading.local()
        self._readers: list[sqlite3.Connection] = []
        self._writer = self._connect()
        schema.bring_up_to_date(self._writer)
        if not checkpoints:
            self._writer.execute("PRAGMA wal_autocheckpoint=0")
        self._thread = threading.Thread(target=self._write_on, name="store-writer", daemon=True)
        self._thread.start()

    def _connect(self) -> sqlite3.Connection:
        """Return a connection, to be used by one thread; `close` closes all."""
        connection = sqlite3.connect(
            self.path, isolation_level=None, timeout=BUSY_SECONDS, check_same_thread=False
        )
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA secure_delete=ON")
        return connection

    # --- writing

    def append(
        self,
        table_id: str,
        seq: int,
        client_id: str | None,
        entry: bytes,
        *more: Statement,
        kind: str | None = None,
        until: float | None = None,
    ) -> Written:
        """Write one line, and `more` with it; done once it is on disk. ConflictError: that line
        exists.

        No other process writes lines, so none is too late.
        """
        return self.write(MustChange(ADD_LINE, (table_id, seq, client_id, entry, kind)), *more)

    def write(self, *statements: Statement) -> Written:
        """Carry out all of these or none; done once they are on disk. ConflictError: a key
        exists."""
        done: Written = asyncio.get_running_loop().create_future()
        if self.damaged:
            done.set_exception(StoreDamagedError())
        else:
            self._put(_Write(statements, done))
        return done

    def run_outside_transaction(self, work: Callable[[sqlite3.Connection], None]) -> Future[None]:
        """Have the writer do this outside of a transaction, between two.

        Checkpoints go this way: SQLite has had a fault where two connections make them at once.
        """
        done: Future[None] = Future()
        if self.damaged:
            done.set_exception(StoreDamagedError())
        else:
            self._put(_OutsideTransaction(work, done))
        return done

    def _put(self, task: _Task) -> None:
        if self.waiting >= WAITING:
            raise StoreBusyError("the writer has more to do than may wait")
        self._queue.put(task)

    def _write_on(self) -> None:
        """Write batches, each in one transaction, until stopped.

        An unforeseen error fails the batch at hand, and nothing after it.
        """
        running = True
        while running:
            batch = self._take()
            running = batch[-1] is not None
            # A task that is not cancelled by now is carried out.
            tasks = [it for it in batch if it is not None and _is_pending(it)]
            try:
                self._carry_out(tasks)
            except Exception as error:
                metrics.WRITER_FAULTS.inc()
                log.error("the database writer failed", error=repr(error))
                _fail(self._writer, tasks)

    def _carry_out(self, tasks: list[_Task]) -> None:
        writes = [task for task in tasks if isinstance(task, _Write)]
        metrics.BATCH.observe(len(writes))
        began = self.time.monotonic()
        outcomes = _write(self._writer, writes)
        metrics.TRANSACTION.observe(self.time.monotonic() - began)
        _resolve_all(outcomes)
        for task in tasks:
            if isinstance(task, _OutsideTransaction):
                task.work(self._writer)
                task.done.set_result(None)

    def _take(self) -> list[_Task | None]:
        batch: list[_Task | None] = [self._queue.get()]
        while batch[-1] is not None and len(batch) < BATCH and not self._queue.empty():
            batch.append(self._queue.get())
        return batch

    # --- reading

    def _read_now(self, sql: str, *values: object) -> Rows:
        """Return the rows of a query; a long one runs in another thread than the loop's."""
        try:
            return self._ask(sql, values).fetchall()
        except sqlite3.Error as error:
            raise _own(error) from error

    def _rows_now(self, sql: str, *values: object) -> list[Row]:
        """Return the same with every value under its column's name."""
        try:
            cursor = self._ask(sql, values)
            names = [column[0] for column in cursor.description]
            return [dict(zip(names, row, strict=True)) for row in cursor]
        except sqlite3.Error as error:
            raise _own(error) from error

    def _ask(self, sql: str, values: tuple[object, ...]) -> sqlite3.Cursor:
        if not hasattr(self._local, "connection"):
            self._local.connection = self._connect()
            self._local.connection.execute(f"PRAGMA cache_size=-{READER_CACHE}")
            self._readers.append(self._local.connection)
        cursor: sqlite3.Cursor = self._local.connection.execute(sql, values)
        return cursor

    # A short question is answered on the event loop: a thread would cost five times as much.

    async def read(self, sql: str, *values: object) -> Rows:
        """Return the rows a question finds."""
        return self._read_now(sql, *values)

    async def rows(self, sql: str, *values: object) -> list[Row]:
        """Return the same with every value under its column's name."""
        return self._rows_now(sql, *values)

    # --- what only a file needs

    def wipe(self, words: Sequence[str]) -> bool:
        """See to it that none of these deleted words is left; False where one may be. Blocking."""
        return wipe.wipe(self.path, self.run_outside_transaction, words)

    @property
    def warnings(self) -> Sequence[str]:
        """Warnings for the operator: codes of `/health`."""
        return ("sqlite-wal-reset",) if may_damage(sqlite3.sqlite_version_info) else ()

    # --- health

    @property
    def waiting(self) -> int:
        """Lines that wait for the writer."""
        return self._queue.qsize()

    @property
    def alive(self) -> bool:
        """Whether the writer is at work."""
        return self._thread.is_alive()

    async def start(self) -> None:
        """Do nothing: the file is open already."""

    async def stop(self) -> None:
        """Write the queue, and stop."""
        self.close()

    def close(self) -> None:
        """Write the queue, and stop; the file is then complete without its write-ahead log."""
        self._queue.put(None)
        self._thread.join()
        for reader in self._readers:
            reader.close()
        if self.checkpoints:
            with contextlib.suppress(sqlite3.Error):  # a full disk: the write-ahead log stays
                empty_wal(self._writer)
        self._writer.close()


def _is_pending(task: _Task) -> bool:
    if isinstance(task, _Write):
        return not task.done.cancelled()
    return task.done.set_running_or_notify_cancel()


def _fail(connection: sqlite3.Connection, tasks: list[_Task]) -> None:
    """Fail these tasks, and roll back an unfinished one."""
    with contextlib.suppress(sqlite3.Error):
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    failure = StoreBusyError("the database writer failed")
    _resolve_all([(task.done, failure) for task in tasks if isinstance(task, _Write)])
    for task in tasks:
        if isinstance(task, _OutsideTransaction) and not task.done.done():
            task.done.set_exception(failure)


def _resolve_all(outcomes: list[_Outcome]) -> None:
    """Set all outcomes in one call on the event loop: each wake-up has its price."""
    if outcomes:
        with contextlib.suppress(RuntimeError):  # the loop is closed
            outcomes[0][0].get_loop().call_soon_threadsafe(_settle, outcomes)


def _settle(outcomes: list[_Outcome]) -> None:
    for done, failure in outcomes:
        if done.done():  # its caller was cancelled
            continue
        if failure is None:
            done.set_result(None)
        else:
            done.set_exception(failure)


def may_damage(version: tuple[int, ...]) -> bool:
    """Return whether two connections' checkpoints at once may damage a file of this SQLite.

    Versions 3.7.0 to 3.51.2, but for those to which the fix was backported
    (https://sqlite.org/wal.html#walresetbug). Here one connection makes them.

    >>> may_damage((3, 40, 1)), may_damage((3, 44, 6)), may_damage((3, 51, 3))
    (True, False, False)
    """
    fixed = any(version[:2] == branch[:2] and version >= branch for branch in WAL_RESET_FIXED_IN)
    return (3, 7, 0) <= version < (3, 51, 3) and not fixed


def _own(error: Exception) -> Exception:
    """Return an error of SQLite's as one of the store's."""
    if not isinstance(error, sqlite3.Error):
        return error
    owned = (ConflictError if isinstance(error, sqlite3.IntegrityError) else StoreFailedError)(
        str(error)
    )
    owned.__cause__ = error
    return owned


def _write(connection: sqlite3.Connection, batch: list[_Write]) -> list[_Outcome]:
    """Run one transaction: a line that cannot be written fails alone, a failed commit fails all.

    A single statement is a transaction by itself, and begins none.
    """
    by_itself = len(batch) == 1 and len(batch[0].statements) == 1
    try:
        if not by_itself:
            connection.execute("BEGIN IMMEDIATE")
        outcomes = [(write.done, _carry_out(connection, write)) for write in batch]
        if not by_itself:
            connection.execute("COMMIT")
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        failure = _own(error)
        return [(write.done, failure) for write in batch]
    return outcomes


def _carry_out(connection: sqlite3.Connection, write: _Write) -> Exception | None:
    """Run all statements of one write, or none; return the error of the one that failed."""
    several = len(write.statements) > 1
    if several:
        connection.execute("SAVEPOINT one_write")
    try:
        for statement in write.statements:
            changed = connection.execute(*statement).rowcount
            if changed == 0 and isinstance(statement, MustChange):
                raise UnmetError(statement.sql)
    except (
        sqlite3.IntegrityError,
        sqlite3.ProgrammingError,
        OverflowError,
        ValueError,
        UnmetError,
    ) as error:
        if several:
            connection.execute("ROLLBACK TO one_write")
        return _own(error)
    finally:
        if several:
            connection.execute("RELEASE one_write")
    return None
