"""A connection to a NATS server, made once: whoever needs it connects anew when it is lost."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator
from urllib.parse import urlsplit

from nats.aio.client import Client
from nats.errors import Error

from rebelote.server.cluster.nats_settings import TIMEOUT_SECONDS


async def connect(
    url: str, name: str, closed: Callable[[], Awaitable[None]] | None = None
) -> Client:
    """A connection to this server; it does not hear what it publishes itself.

    `closed` is called once it has ended. Raises ConnectionError at once where the server cannot be
    reached or refuses: left to itself, the client would try for two minutes.
    """
    client = Client()
    reasons: list[Exception] = []

    async def keep(reason: Exception) -> None:
        reasons.append(reason)

    try:
        await client.connect(
            url,
            name=name,
            allow_reconnect=False,
            max_reconnect_attempts=1,
            reconnect_time_wait=0,
            connect_timeout=TIMEOUT_SECONDS,
            no_echo=True,
            closed_cb=closed,
            error_cb=keep,
        )
    except BaseException as error:
        # After TLS was refused, the client waits without end for what has been closed already.
        with contextlib.suppress(Error, OSError):
            async with asyncio.timeout(TIMEOUT_SECONDS):
                await client.close()
        if isinstance(error, (Error, OSError)):
            reason = reasons[0] if reasons else error
            raise ConnectionError(f"NATS at {shown(url)}: {str(reason) or repr(reason)}") from error
        raise
    return client


async def subscribed(client: Client) -> None:
    """Wait until the server knows the subscriptions made so far. Raises nats.errors.Error.

    The client's PING overtakes what it has not yet written: only the second one comes after it.
    """
    for _ in range(2):
        await client.flush(TIMEOUT_SECONDS)


@contextlib.contextmanager
def lost_as_os_error() -> Iterator[None]:
    """Raise ConnectionError for what the client says of a connection."""
    try:
        yield
    except Error as error:
        raise ConnectionError(str(error) or repr(error)) from error


def shown(url: str) -> str:
    """The address of a NATS server without user and password."""
    found = urlsplit(url)
    return f"{found.hostname}:{found.port or 4222}"
