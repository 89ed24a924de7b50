"""The wire over NATS: one subject, to which every node subscribes."""

from __future__ import annotations

from collections.abc import Callable

from nats.aio.client import Client
from nats.aio.msg import Msg

from rebelote.server.cluster.nats_client import connect, lost_as_os_error, subscribed
from rebelote.server.cluster.nats_settings import MOST, SUBJECT, TIMEOUT_SECONDS


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
        """Close the connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()
