"""Where a test's servers keep their data."""

from __future__ import annotations

import asyncio
import functools
import itertools
from collections.abc import Iterator
from contextlib import contextmanager

from postgres_server import shared

_numbers = itertools.count(1)
_MIGRATED = "rebelote_template"


async def _do(url: str, *statements: str) -> None:
    import asyncpg

    connection = await asyncpg.connect(url)
    try:
        for sql in statements:
            await connection.execute(sql)
    finally:
        await connection.close()


@functools.cache
def _template() -> str:
    """The name of a database with the schema, made once."""
    from rebelote.server.storage.postgres_store import prepare

    asyncio.run(_do(shared().url(), f"CREATE DATABASE {_MIGRATED}"))
    asyncio.run(prepare(shared().url(_MIGRATED)))
    return _MIGRATED


@contextmanager
def new_database(empty: bool = False) -> Iterator[str]:
    """The address of a new database, with the schema or empty."""
    server, name = shared(), f"rebelote_{next(_numbers)}"
    like = "template1" if empty else _template()
    asyncio.run(_do(server.url(), f"CREATE DATABASE {name} TEMPLATE {like}"))
    try:
        yield server.url(name)
    finally:
        asyncio.run(_do(server.url(), f"DROP DATABASE {name} WITH (FORCE)"))
