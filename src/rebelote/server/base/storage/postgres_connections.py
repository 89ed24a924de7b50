"""Connections to PostgreSQL that outlive its outages, and queries over them."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
import random
import re
from collections.abc import Iterable, Iterator
from typing import Final

import asyncpg
import structlog

from rebelote.server.base.runtime.time_source import SYSTEM
from rebelote.server.base.storage import postgres_schema
from rebelote.server.base.storage.postgres_settings import (
    BACKOFF_FIRST,
    BACKOFF_MOST,
    CONNECT_SECONDS,
    READ_PATIENCE,
    READERS,
    SETTINGS,
    STATEMENT_SECONDS,
    STATEMENTS,
    shown,
)
from rebelote.server.base.storage.store import (
    LAST,
    Reader,
    Row,
    Rows,
    StoreFailedError,
    StoreUnavailableError,
)

log = structlog.get_logger()

GONE: Final = (
    OSError,  # among them TimeoutError, and a connection that is refused
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    asyncpg.TooManyConnectionsError,
    asyncpg.InternalClientError,
)
"""PostgreSQL is away, or has not answered: whether it carried out a statement is not known."""
AGAIN: Final = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)
"""PostgreSQL has rolled a statement back in favour of another."""
ERRORS: Final = (asyncpg.PostgresError, asyncpg.InterfaceError, *GONE)
"""All errors of a statement."""
Records = Iterable[asyncpg.Record]


async def _make_ready(connection: asyncpg.Connection) -> None:
    """Decode sums of whole numbers as such."""
    await connection.set_type_codec(
        "numeric", schema="pg_catalog", encoder=str, decoder=_number, format="text"
    )


def _number(text: str) -> int | float:
    return float(text) if "." in text else int(text)


def _options(seconds: float, **more: str) -> dict[str, object]:
    """Return the options of a connection whose statements take so many seconds at most."""
    return {
        "timeout": CONNECT_SECONDS,
        "command_timeout": seconds + 2,
        "statement_cache_size": STATEMENTS,
        "max_cached_statement_lifetime": 0,
        "server_settings": {**SETTINGS, "statement_timeout": f"{seconds:.0f}s", **more},
    }


def backoff() -> Iterator[float]:
    """Yield the seconds to wait before each further attempt, with jitter for many servers."""
    for times in itertools.count():
        yield min(BACKOFF_MOST, BACKOFF_FIRST * 2.0**times) * random.uniform(0.5, 1.0)


class Outage:
    """The wait for PostgreSQL while it is away: one tries to connect, for all who wait.

    They go on at once when it is back; until then a server with many questions makes no more
    attempts than one without any.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._trying: asyncio.Task[None] | None = None

    async def over(self, pause: float) -> None:
        """Wait so many seconds, and until PostgreSQL accepts a connection."""
        await asyncio.sleep(pause)
        if self._trying is None or self._trying.done():
            self._trying = asyncio.create_task(self._try(), name="PostgreSQL is awaited")
        await asyncio.shield(self._trying)

    async def _try(self) -> None:
        reported = False
        for pause in backoff():
            try:
                connection = await asyncpg.connect(self._url, **_options(STATEMENT_SECONDS))
            except Exception as error:
                if not reported:
                    log.warning("PostgreSQL cannot be reached", error=described(error))
                reported = True
                await asyncio.sleep(pause)
                continue
            with contextlib.suppress(*ERRORS):
                await connection.close(timeout=1)
            break
        if reported:
            log.info("PostgreSQL is there again")

    async def close(self) -> None:
        """Wait no longer."""
        if self._trying is not None:
            self._trying.cancel()
            await asyncio.wait([self._trying])


class Link:
    """One connection, which is replaced when it is lost. `up`: whether the last attempt succeeded.

    `settings`: of this connection, beside those of all.
    """

    def __init__(self, url: str, outage: Outage, **settings: str) -> None:
        self.up = False
        self._url = url
        self._outage = outage
        self._settings = settings
        self._connection: asyncpg.Connection = None

    async def get(self) -> asyncpg.Connection:
        """Return the connection, however long PostgreSQL is away."""
        for pause in backoff():
            if self._connection is not None and not self._connection.is_closed():
                break
            try:
                options = _options(STATEMENT_SECONDS, **self._settings)
                self._connection = await asyncpg.connect(self._url, **options)
                self.up = True
            except Exception:
                self.up = False
                await self._outage.over(pause)
        return self._connection

    def drop(self) -> None:
        """Abandon this connection: it has not answered."""
        if self._connection is not None:
            self._connection.terminate()

    async def close(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(*ERRORS):
                await self._connection.close(timeout=1)


class Questions(Reader):
    """Queries over some connections of their own."""

    def __init__(self, url: str, outage: Outage, seconds: float = STATEMENT_SECONDS) -> None:
        self._url = url
        self._outage = outage
        self._seconds = seconds
        self._pool: asyncpg.Pool = None

    async def start(self) -> None:
        self._pool = await asyncpg.create_pool(
            self._url,
            min_size=0,
            max_size=READERS,
            max_inactive_connection_lifetime=0,
            init=_make_ready,
            reset=_leave_as_it_is,
            **_options(self._seconds),
        )

    async def close(self) -> None:
        if self._pool is not None:
            self._pool.terminate()

    async def read(self, sql: str, *values: object) -> Rows:
        """Return the rows of a query. StoreFailedError where PostgreSQL stays away for too long."""
        return [tuple(row) for row in await self._ask(sql, values)]

    async def rows(self, sql: str, *values: object) -> list[Row]:
        """Return the same with every value under its column's name."""
        return [dict(row) for row in await self._ask(sql, values)]

    async def _ask(self, sql: str, values: tuple[object, ...]) -> Records:
        until, pauses = 0.0, backoff()
        while True:
            try:
                records: Records = await self._pool.fetch(dollars(sql), *clean(values))
                return records
            except ERRORS as error:
                if not isinstance(error, GONE):
                    raise failed(error) from error
                now = SYSTEM.monotonic()
                until = until or now + READ_PATIENCE
                try:
                    await asyncio.wait_for(self._outage.over(next(pauses)), until - now)
                except TimeoutError:
                    raise StoreUnavailableError(described(error)) from error


async def _leave_as_it_is(_: asyncpg.Connection) -> None:
    """Reset nothing: no question changes the state of its connection."""


def failed(error: BaseException) -> StoreFailedError:
    return StoreFailedError(described(error))


def described(error: BaseException) -> str:
    """Describe an error for the log, without the values it is about."""
    name = type(error).__name__
    if isinstance(error, asyncpg.PostgresError) and not isinstance(error, asyncpg.DataError):
        return f"{name}: {error.args[0]}"
    return name


def is_lost(link: Link, connection: asyncpg.Connection, error: BaseException) -> bool:
    """Return whether the connection is of no use any more; it is dropped then."""
    if isinstance(error, (*GONE, asyncpg.ReadOnlySQLTransactionError)) or connection.is_closed():
        link.drop()
        return True
    return False


# --- statements -----------------------------------------------------------------------------------


@functools.lru_cache(STATEMENTS)
def dollars(sql: str) -> str:
    """Return a statement with PostgreSQL's marks for its values.

    >>> dollars("SELECT '?' FROM log WHERE seq > ? AND entry = ?")
    "SELECT '?' FROM log WHERE seq > $1 AND entry = $2"
    >>> dollars("SELECT ?2, ?1, ?2")
    'SELECT $2, $1, $2'
    """
    numbers = itertools.count(1)

    def mark(match: re.Match[str]) -> str:
        return match[0] if match[1] is None else f"${match[1] or next(numbers)}"

    return re.sub(r"'[^']*'|\?(\d*)", mark, sql)


def clean(values: tuple[object, ...]) -> list[object]:
    """Return values as PostgreSQL takes them, with any U+0000 in a text replaced.

    OverflowError, as of SQLite, for a number that no column can hold.
    """
    if any(isinstance(it, int) and not -LAST - 1 <= it <= LAST for it in values):
        raise OverflowError("a number beyond 64 bits")
    return [it.replace("\0", "\ufffd") if isinstance(it, str) else it for it in values]


# --- before it is served --------------------------------------------------------------------------


async def prepare(url: str) -> None:
    """Bring the schema up to date. ValueError says why this database cannot be served."""
    try:
        connection = await asyncpg.connect(url, timeout=CONNECT_SECONDS)
    except Exception as error:
        raise ValueError(_why_not(url, error)) from None
    try:
        if (encoding := await connection.fetchval("SHOW server_encoding")) != "UTF8":
            raise ValueError(f"it holds text as {encoding}: make one with the encoding UTF8")
        await postgres_schema.bring_up_to_date(connection)
    except (ValueError, *ERRORS) as error:
        raise ValueError(f"{shown(url)} cannot be used: {error}") from None
    finally:
        await connection.close()


def _why_not(url: str, error: Exception) -> str:
    """Explain why a database cannot be used, in a sentence without its password."""
    match error:
        case asyncpg.InvalidAuthorizationSpecificationError():
            return f"PostgreSQL does not let us in at {shown(url)}: check user and password"
        case asyncpg.InvalidCatalogNameError():
            return f"there is no database {shown(url)}: make it with createdb"
        case asyncpg.PostgresError():
            return f"{shown(url)} cannot be used: {error}"
        case OSError():
            return f"PostgreSQL cannot be reached at {shown(url)}: {str(error) or 'no answer'}"
    return f"{shown(url)} is not an address: write postgresql://USER@HOST:PORT/DATABASE"
