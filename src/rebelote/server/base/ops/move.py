"""Moves between databases: everything of one is copied into another, and compared.

From a file to PostgreSQL, back, or between two of a kind. No server may run on either meanwhile.
All is copied in one transaction, so that a failure leaves the target as it was.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import itertools
import os
import sqlite3
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from rebelote.server.base.storage import postgres_schema, schema
from rebelote.server.base.storage.lock_file import claimed, made_private
from rebelote.server.base.storage.postgres_settings import is_address, shown

if TYPE_CHECKING:
    import asyncpg

ROWS: Final = 1000
"""Rows that are copied at once."""
LOOKS: Final = 30
"""Checks for a connected server before a move is refused."""
LOOK_SECONDS: Final = 0.1
"""From one look to the next."""
LAST: Final = "match_records"
"""The table that a trigger fills while others are copied: it is emptied, and copied last."""

Row = tuple[object, ...]


class Shape(NamedTuple):
    """A table: its columns, and those of its key, by which its rows are compared."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]

    @property
    def select(self) -> str:
        """All rows, in the order of the key."""
        return f"SELECT {', '.join(self.columns)} FROM {self.name} ORDER BY {', '.join(self.key)}"

    @property
    def insert(self) -> str:
        marks = ", ".join(f"?{number}" for number in range(1, len(self.columns) + 1))
        return f"INSERT INTO {self.name} ({', '.join(self.columns)}) VALUES ({marks})"


class Copied(NamedTuple):
    """A table that was copied, its rows, and the digest that is the same on both sides."""

    table: str
    rows: int
    digest: str


class _Side(Protocol):
    """A database that is copied from, or to."""

    def read(self, shape: Shape) -> AsyncIterator[list[Row]]:
        """Return all rows of a table, in order, so many at once."""

    async def write(self, shape: Shape, rows: list[Row]) -> None:
        """Add rows to a table."""

    async def empty(self, shape: Shape) -> None:
        """Delete all rows of a table."""

    async def finish(self, shapes: Sequence[Shape]) -> None:
        """Commit."""


def shapes() -> list[Shape]:
    """Return the tables of today's schema, that last which a trigger fills."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        schema.bring_up_to_date(connection)
        names = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
        shapes = [_shape(connection, name) for (name,) in connection.execute(names).fetchall()]
    return sorted(shapes, key=lambda shape: shape.name == LAST)


def _shape(connection: sqlite3.Connection, table: str) -> Shape:
    columns = connection.execute(f"PRAGMA table_info({table})").fetchall()
    key = sorted((column for column in columns if column[5]), key=lambda column: column[5])
    return Shape(table, tuple(c[1] for c in columns), tuple(c[1] for c in key))


# --- a file ---------------------------------------------------------------------------------------


class _File:
    """A file of SQLite's."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def read(self, shape: Shape) -> AsyncIterator[list[Row]]:
        cursor = self._connection.execute(shape.select)
        while rows := cursor.fetchmany(ROWS):
            yield rows

    async def write(self, shape: Shape, rows: list[Row]) -> None:
        self._connection.executemany(shape.insert, rows)

    async def empty(self, shape: Shape) -> None:
        self._connection.execute(f"DELETE FROM {shape.name}")

    async def finish(self, shapes: Sequence[Shape]) -> None:
        self._connection.execute("COMMIT")


@contextlib.asynccontextmanager
async def _open_file(name: str, new: bool) -> AsyncIterator[_File]:
    """Yield a file, claimed; a `new` one must not be there yet. ValueError."""
    if new and os.path.exists(name):
        raise ValueError(f"{name} exists already: name a file that is still to be made")
    if not new and not os.path.exists(name):
        raise ValueError(f"there is no file {name}")
    made_private(name)
    try:
        with (
            claimed(name),
            contextlib.closing(sqlite3.connect(name, isolation_level=None)) as connection,
        ):
            connection.execute("PRAGMA journal_mode=WAL")
            schema.bring_up_to_date(connection)
            connection.execute("BEGIN IMMEDIATE")
            yield _File(connection)
    except BaseException:
        if new:
            for left in (name, f"{name}-wal", f"{name}-shm"):
                Path(left).unlink(missing_ok=True)
        raise


# --- PostgreSQL -----------------------------------------------------------------------------------

_TRUTHS: Final = (
    "SELECT table_name, column_name FROM information_schema.columns "
    "WHERE table_schema = current_schema() AND data_type = 'boolean'"
)
_NUMBERED: Final = (
    "SELECT table_name, column_name FROM information_schema.columns "
    "WHERE table_schema = current_schema() AND is_identity = 'YES'"
)


class _Postgres:
    """A database in PostgreSQL."""

    def __init__(self, connection: asyncpg.Connection, truths: set[tuple[str, str]]) -> None:
        self._connection = connection
        self._truths = truths

    async def read(self, shape: Shape) -> AsyncIterator[list[Row]]:
        rows: list[Row] = []
        async for row in self._connection.cursor(shape.select, prefetch=ROWS):
            rows.append(tuple(row))
            if len(rows) == ROWS:
                yield rows
                rows = []
        if rows:
            yield rows

    async def write(self, shape: Shape, rows: list[Row]) -> None:
        are_truths = [(shape.name, column) in self._truths for column in shape.columns]
        converted = [
            tuple(_truth(it) if truth else it for it, truth in zip(row, are_truths, strict=True))
            for row in rows
        ]
        await self._connection.executemany(shape.insert.replace("?", "$"), converted)

    async def empty(self, shape: Shape) -> None:
        await self._connection.execute(f"DELETE FROM {shape.name}")

    async def finish(self, shapes: Sequence[Shape]) -> None:
        """Commit; numbers go on after those that were copied."""
        for table, column in await self._connection.fetch(_NUMBERED):
            await self._connection.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'), "
                f"(SELECT coalesce(max({column}), 0) + 1 FROM {table}), false)"
            )
        await self._connection.execute("COMMIT")


def _truth(value: object) -> bool | None:
    return None if value is None else bool(value)


@contextlib.asynccontextmanager
async def _open_postgres(address: str, new: bool) -> AsyncIterator[_Postgres]:
    """Yield a database without a running server; a `new` one is empty. Raises ValueError."""
    import asyncpg

    from rebelote.server.base.storage.postgres_connections import prepare

    await prepare(address)
    connection = await asyncpg.connect(address)
    try:
        if await _is_served(connection):
            raise ValueError(f"{shown(address)} is being served: stop its servers first")
        for table in ("tables", "people") if new else ():
            if await connection.fetchval(f"SELECT EXISTS (SELECT 1 FROM {table})"):
                raise ValueError(f"{shown(address)} holds something already: name an empty one")
        truths = {(table, column) for table, column in await connection.fetch(_TRUTHS)}
        await connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
        yield _Postgres(connection, truths)
    finally:
        await connection.close()


async def _is_served(connection: asyncpg.Connection) -> bool:
    """Return whether servers are and stay connected: PostgreSQL notices later that one has left."""
    for _ in range(LOOKS):
        if not await connection.fetchval(postgres_schema.SERVERS):
            return False
        await asyncio.sleep(LOOK_SECONDS)
    return True


# --- from one to the other ------------------------------------------------------------------------


async def move(
    origin: str, target: str, show: Callable[[Copied], None] = lambda _: None
) -> list[Copied]:
    """Copy a database into a new one; what was copied, the same on both sides.

    The `origin` stays as it is. ValueError where one of them is being served, the `target` holds
    something already, or what arrived is not what was sent.
    """
    result = []
    async with _opened(origin, new=False) as old, _opened(target, new=True) as made:
        all_shapes = shapes()
        for shape in all_shapes:
            result.append(await _copied(old, made, shape))
            show(result[-1])
        for shape, sent in zip(all_shapes, result, strict=True):
            _check(sent, await _digested(made, shape))
        await made.finish(all_shapes)
    return result


def _opened(database: str, new: bool) -> contextlib.AbstractAsyncContextManager[_Side]:
    return _open_postgres(database, new) if is_address(database) else _open_file(database, new)


async def _copied(old: _Side, made: _Side, shape: Shape) -> Copied:
    async def write(rows: list[Row]) -> None:
        try:
            await made.write(shape, rows)
        except Exception as error:
            raise ValueError(f"a row of {shape.name} cannot be copied: {error}") from error

    await made.empty(shape)
    return await _digested(old, shape, write)


async def _digested(
    side: _Side, shape: Shape, also: Callable[[list[Row]], Awaitable[None]] | None = None
) -> Copied:
    """Return the rows of a table and their SHA-256, the same in either database."""
    count, digest = 0, hashlib.sha256()
    async for rows in side.read(shape):
        count += len(rows)
        for kind, text in map(_canonical, itertools.chain.from_iterable(rows)):
            digest.update(kind + struct.pack(">Q", len(text)) + text)
        if also is not None:
            await also(rows)
    return Copied(shape.name, count, digest.hexdigest())


def _check(sent: Copied, arrived: Copied) -> None:
    if arrived != sent:
        raise ValueError(
            f"{arrived.table} is not what was sent: {arrived.rows} rows arrived of {sent.rows}"
        )


def _canonical(value: object) -> tuple[bytes, bytes]:
    """Return a value of a column as a letter for its kind, and bytes."""
    match value:
        case None:
            return b"n", b""
        case bool() | int():
            return b"i", str(int(value)).encode()
        case float():
            return b"f", struct.pack(">d", value)
        case str():
            return b"t", value.encode()
        case _:
            return b"b", bytes(value)  # type: ignore[call-overload]
