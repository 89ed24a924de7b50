"""The data of the tests' servers: in a file, or for each file in a database of its own.

With `pytest --postgresql` a server that is given a file gets a database in PostgreSQL instead.
"""

from __future__ import annotations

import asyncio
import functools
import itertools
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from postgres_server import PostgresServer

IN_POSTGRES: Final = "REBELOTE_TEST_POSTGRES"
"""The environment's name for what `pytest --postgresql` asks for."""
_MIGRATED: Final = "rebelote_template"
_numbers = itertools.count(1)
_made: dict[Path, str] = {}


def _server() -> PostgresServer:
    from postgres_server import shared  # it imports `server_process`, which imports this

    return shared()


def in_postgres() -> bool:
    """Return whether these tests are about servers with PostgreSQL."""
    return bool(os.environ.get(IN_POSTGRES))


def address_of(file: Path) -> str:
    """Return the address that a server is given for a file: its name, or that of its database."""
    if not in_postgres():
        return str(file)
    file = file.resolve()
    if file not in _made:
        _made[file] = _make()
    return _server().url(_made[file])


def drop_all() -> None:
    """Remove the databases that stand for files."""
    if _made:
        _do("postgres", *(f"DROP DATABASE {name} WITH (FORCE)" for name in _made.values()))
        _made.clear()


@contextmanager
def new_database(empty: bool = False) -> Iterator[str]:
    """Yield the address of a new database, with the schema or empty."""
    name = _make(empty)
    try:
        yield _server().url(name)
    finally:
        _do("postgres", f"DROP DATABASE {name} WITH (FORCE)")


def _make(empty: bool = False) -> str:
    name = f"rebelote_{next(_numbers)}"
    _do("postgres", f"CREATE DATABASE {name} TEMPLATE {'template1' if empty else _template()}")
    return name


@functools.cache
def _template() -> str:
    """Return the name of a database with the schema, made once."""
    from rebelote.server.base.storage.postgres_connections import prepare

    _do("postgres", f"CREATE DATABASE {_MIGRATED}")
    with ThreadPoolExecutor(1) as thread:  # here a loop may be running already
        thread.submit(asyncio.run, prepare(_server().url(_MIGRATED))).result()
    return _MIGRATED


# --- looking into what is stored ------------------------------------------------------------------


class Answer(list[Any]):
    """The rows that a statement found."""

    def fetchone(self) -> Any:
        return self[0] if self else None

    def fetchall(self) -> list[Any]:
        return self


class _Looking:
    """A connection to a database in PostgreSQL that is used as one of SQLite's."""

    def __init__(self, database: str) -> None:
        self._database = database

    def execute(self, sql: str, values: Sequence[object] = ()) -> Answer:
        return _do(self._database, sql.replace(" AS BLOB)", " AS BYTEA)"), values=values)

    def commit(self) -> None:
        """Do nothing: each statement takes effect at once."""

    def executemany(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        """Carry out a statement with the values of each of these rows."""
        for values in rows:
            self.execute(sql, values)


@contextmanager
def looking_into(file: Path) -> Iterator[Any]:
    """Yield a connection to what a server keeps: `execute` is all they have in common."""
    if in_postgres():
        address_of(file)
        yield _Looking(_made[file.resolve()])
        return
    with closing(sqlite3.connect(file, timeout=60)) as connection, connection:
        yield connection


def _do(database: str, *statements: str, values: Sequence[object] = ()) -> Answer:
    """Carry out statements one after the other, and return the rows of the last."""
    import asyncpg

    from rebelote.server.base.storage.postgres_connections import dollars

    url = _server().url(database)  # started by this thread, with which it would end

    async def carry_out() -> Answer:
        connection = await asyncpg.connect(url)
        try:
            outcome: list[Any] = []
            for sql in statements:
                outcome = await connection.fetch(dollars(sql), *values)
            return Answer(tuple(row) for row in outcome)
        finally:
            await connection.close()

    # In a thread: a test may be at work on an event loop of its own.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, carry_out()).result()
