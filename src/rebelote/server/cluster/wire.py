"""The wire: how the nodes of a cluster tell each other something, at once and without a promise.

Messages are gathered while an envelope is on its way, and the longer after it the more nodes there
are: hearing an envelope costs more than what is in it. What is lost is found in the log.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from typing import Final, Protocol

import msgspec
import structlog

from rebelote.server.cluster import messages
from rebelote.server.cluster.messages import Envelope, Message, Written
from rebelote.server.protocol.messages import encode
from rebelote.server.telemetry import metrics

log = structlog.get_logger()

WAITING: Final = 20_000
"""Messages that may wait to be sent; beyond, the oldest are dropped."""
MOST_HEARD: Final = 500
"""Envelopes a second that a node has to hear of all others together, at most."""
RETRY_SECONDS: Final = 0.5
"""Seconds from one attempt at a lost connection to the next."""

Hear = Callable[[str, Message], None]
"""Takes a message, and the node that sent it."""


class Transport(Protocol):
    """A connection over which every node hears what any of them sends, its sender too."""

    most: int
    """Bytes of an envelope."""

    async def open(self, hear: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        """Connect. `hear` takes every envelope; `lost` is called once the connection is.

        Raises OSError where that cannot be done now.
        """

    async def send(self, envelope: bytes) -> None:
        """Send an envelope to every node. Raises OSError where the connection is lost."""

    async def close(self) -> None:
        """Close the connection."""


class Wire:
    """The wire of one node, over a transport; it connects anew for as long as it is run."""

    def __init__(self, node: str, transport: Transport) -> None:
        self.node = node
        self.up = False
        """Whether it is connected."""
        self.others = 0
        """How many nodes there are beside this one."""
        self.sent = 0
        self.heard = 0
        self._transport = transport
        self._unsent: deque[Message] = deque(maxlen=WAITING)
        self._wake = asyncio.Event()

    @property
    def gathers(self) -> float:
        """For how many seconds after an envelope messages are gathered for the next."""
        return self.others / MOST_HEARD

    def tell(self, message: Message) -> None:
        """Send this to all other nodes, soon; nothing is sent while the connection is down."""
        if self.up:
            self._unsent.append(message)
            self._wake.set()

    async def run(self, hear: Hear, connected: Callable[[], None]) -> None:
        """Send and hear until cancelled. `connected` is called each time that it is."""
        told = False
        while True:
            try:
                await self._transport.open(lambda text: self._receive(text, hear), self._wake.set)
                self.up = True
                if told:
                    log.info("the wire is up again")
                told = False
                connected()
                await self._send_all()
            except Exception as error:  # whatever it is, the other nodes are to be heard again
                if not told:
                    log.warning("the wire is down", error=repr(error))
                told = True
            finally:
                self.up = False
                self._unsent.clear()
                with contextlib.suppress(Exception):
                    await self._transport.close()
            await asyncio.sleep(RETRY_SECONDS)

    async def _send_all(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            if not self._unsent:
                await self._transport.send(b"")  # OSError where the connection is lost
            while self._unsent:
                await self._transport.send(self._envelope())
                await asyncio.sleep(self.gathers)

    def _envelope(self) -> bytes:
        """As many of the messages that wait as one envelope holds."""
        gathered: list[Message] = []
        size = 0
        while self._unsent:
            message = self._unsent[0]
            length = len(encode(message)) + 1
            if gathered and size + length > self._room:
                break
            self._unsent.popleft()
            short = message if length <= self._room else _shortened(message)
            if short is not None:
                gathered.append(short)
                size += length
        self.sent += len(gathered)
        metrics.WIRE_MESSAGES.labels("sent").inc(len(gathered))
        return encode(Envelope(self.node, tuple(gathered)))

    @property
    def _room(self) -> int:
        """Bytes of an envelope that messages may take."""
        return self._transport.most - len(self.node) - 16

    def _receive(self, text: bytes, hear: Hear) -> None:
        if not text:
            return
        try:
            envelope = messages.decode(text)
        except msgspec.MsgspecError as error:
            log.warning("a message of another node cannot be read", error=repr(error))
            return
        if envelope.node == self.node:
            return
        self.heard += len(envelope.messages)
        metrics.WIRE_MESSAGES.labels("heard").inc(len(envelope.messages))
        for message in envelope.messages:
            hear(envelope.node, message)


def _shortened(message: Message) -> Message | None:
    """A message that is too long, without what can be read elsewhere; None: it is not sent."""
    if isinstance(message, Written):
        return msgspec.structs.replace(message, lines=())
    log.warning("a message to other nodes is too long", kind=type(message).__name__)
    return None
