"""Which database a server has: a file of SQLite's, or one in PostgreSQL by its address."""

from __future__ import annotations

from rebelote.server.runtime.time_source import SYSTEM, TimeSource
from rebelote.server.storage.address import is_address
from rebelote.server.storage.sqlite_store import SqliteStore
from rebelote.server.storage.store import Store


def store_of(database: str, time: TimeSource = SYSTEM) -> Store:
    """The store with this database; asyncpg is imported for PostgreSQL alone."""
    if not is_address(database):
        return SqliteStore(database, time)
    from rebelote.server.storage.postgres_store import PostgresStore

    return PostgresStore(database, time)
