"""Connections to a NATS server: the wire, a subject to which every node subscribes, and requests
to remote workers, processes on machines of their own that think for bots.

A connection is made once: its user connects again when it is lost.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator
from typing import Final
from urllib.parse import urlsplit

import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error, NoRespondersError

from rebelote.bots import Thought
from rebelote.rules.view import View
from rebelote.server.base.cluster import questions
from rebelote.server.base.runtime.build import build_id
from rebelote.server.base.telemetry import metrics

SUBJECT: Final = "rebelote"
MOST: Final = 64_000
"""Bytes of an envelope; a NATS server takes a million by default."""
TIMEOUT_SECONDS: Final = 2
"""Seconds that the NATS server may take over a connection, or an envelope."""


async def connect(
    url: str, name: str, closed: Callable[[], Awaitable[None]] | None = None
) -> Client:
    """Return a connection to this server; it does not receive what it publishes itself.

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
            pending_size=1,  # write each command at once: a PING would overtake those that wait
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
    """Wait until the server knows the subscriptions made so far. Raises nats.errors.Error."""
    await client.flush(TIMEOUT_SECONDS)


@contextlib.contextmanager
def lost_as_os_error() -> Iterator[None]:
    """Raise errors of the client as ConnectionError."""
    try:
        yield
    except Error as error:
        raise ConnectionError(str(error) or repr(error)) from error


def shown(url: str) -> str:
    """Return the address of a NATS server without user and password."""
    address = urlsplit(url)
    return f"{address.hostname}:{address.port or 4222}"


class NatsTransport:
    """One subject of a NATS server."""

    most = MOST

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: Client | None = None

    async def open(self, receive: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        """Connect, and subscribe. Raises OSError."""

        async def take(message: Msg) -> None:
            receive(message.data)

        async def closed() -> None:
            lost()

        with lost_as_os_error():
            self._connection = await connect(self._url, "rebelote wire", closed)
            await self._connection.subscribe(SUBJECT, cb=take)
            await subscribed(self._connection)

    async def send(self, envelope: bytes) -> None:
        """Publish, and wait for an answer of the server; an empty envelope only asks for one."""
        if self._connection is None or not self._connection.is_connected:
            raise ConnectionError("the connection to NATS is lost")
        with lost_as_os_error():
            if envelope:
                await self._connection.publish(SUBJECT, envelope)
            await self._connection.flush(TIMEOUT_SECONDS)

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()


log = structlog.get_logger()


class NatsRemoteWorkers:
    """Remote workers over a NATS server. The node reconnects by `connect`."""

    def __init__(self, url: str, clock: Callable[[], float]) -> None:
        self._url, self._clock = url, clock
        self._connection: Client | None = None
        self._asked_from = 0.0
        self._waiting = 0

    @property
    def connected(self) -> bool:
        """Whether requests reach remote workers, if there are any."""
        return self._connection is not None and self._connection.is_connected

    async def connect(self) -> None:
        """Connect, unless it is connected; a failure is left to the next call."""
        if self.connected:
            return
        await asyncio.to_thread(build_id)  # each question names it
        with contextlib.suppress(OSError):
            self._connection = await connect(self._url, "rebelote questions")

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Error, OSError):
                await connection.close()

    async def think(self, level: str, seed: int, view: View) -> Thought | None:
        """Return a bot's thought; None where no remote worker answers in time."""
        connection = self._connection
        if connection is None or not connection.is_connected or not self._may_ask():
            return None
        self._waiting += 1
        try:
            thought = await self._answer(connection, questions.encode_question(level, seed, view))
        finally:
            self._waiting -= 1
        return thought

    def _may_ask(self) -> bool:
        return self._waiting < questions.MOST_ASKED and self._clock() >= self._asked_from

    async def _answer(self, connection: Client, question: bytes) -> Thought | None:
        try:
            answer = await connection.request(
                questions.SUBJECT, question, questions.PATIENCE_SECONDS
            )
        except NoRespondersError:
            self._pause("absent", questions.ABSENT_SECONDS)
            return None
        except (TimeoutError, Error, OSError):
            log.warning("a remote worker does not answer")
            self._pause("late", questions.LATE_SECONDS)
            return None
        thought = questions.decode_thought(answer.data)
        metrics.REMOTE_REQUESTS.labels("declined" if thought is None else "answered").inc()
        return thought

    def _pause(self, how: str, seconds: float) -> None:
        """Send no question for so many seconds, since there was no answer."""
        metrics.REMOTE_REQUESTS.labels(how).inc()
        self._asked_from = self._clock() + seconds
