"""The wire over PostgreSQL: NOTIFY on a connection of its own, after the commit that it announces.

Within that transaction, a NOTIFY would make the commits of all nodes wait for each other.
One channel serves all tables: every notification wakes every listener of a database.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Final

import asyncpg

CHANNEL: Final = "rebelote"
MOST: Final = 7_900
"""Bytes that a notification may have, which PostgreSQL limits to fewer than 8,000."""
TIMEOUT_SECONDS: Final = 5.0
"""Seconds that PostgreSQL may take over a connection, or a notification."""
_ERRORS: Final = (
    TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # the connection was cut within a message
)
"""Errors of a connection beside OSError."""


class NotifyTransport:
    """LISTEN and NOTIFY of one database."""

    most = MOST

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: asyncpg.Connection | None = None

    async def open(self, receive: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        """Connect, and listen. Raises OSError."""
        with _lost_as_os_error():
            connection = await asyncpg.connect(
                self._url,
                timeout=TIMEOUT_SECONDS,
                command_timeout=TIMEOUT_SECONDS,
                server_settings={"application_name": "rebelote wire"},
            )
            self._connection = connection
            connection.add_termination_listener(lambda _: lost())
            await connection.add_listener(
                CHANNEL, lambda *notification: receive(notification[3].encode())
            )

    async def send(self, envelope: bytes) -> None:
        """Notify every node; an empty envelope only asks whether the connection stands."""
        connection = self._connection
        if connection is None or connection.is_closed():
            raise ConnectionError("the connection to PostgreSQL is lost")
        with _lost_as_os_error():
            await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, envelope.decode())

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()


@contextlib.contextmanager
def _lost_as_os_error() -> Iterator[None]:
    try:
        yield
    except _ERRORS as error:
        raise ConnectionError(str(error) or repr(error)) from error
