"""The wire: messages between the nodes of a cluster, sent at once and without a guarantee.

Messages are batched while an envelope is on its way, and the longer after it the more nodes there
are: receiving an envelope costs more than its content. What is lost is read from the log.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from typing import Final, Protocol

import msgspec
import structlog

from rebelote.server.base.cluster.messages import PROTOCOL, Message, Written, message_in
from rebelote.server.base.cluster.signing import SIGNATURE, ForgedMessageError, Signer
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.schemas import encode
from rebelote.server.base.runtime.supervision import Condition, report
from rebelote.server.base.telemetry import metrics

log = structlog.get_logger()

WAITING: Final = 20_000
"""Messages that may wait to be sent; beyond, the oldest are dropped."""
MOST_RECEIVED: Final = limit(
    500,
    "envelopes a second that a node receives of all others",
    per="node",
    beyond="they are batched",
)
_HEADER: Final = 64
"""Bytes of an envelope for its number and time, at most."""
RETRY_SECONDS: Final = 0.5
"""Seconds from one attempt at a lost connection to the next."""

Receive = Callable[[str, Message], None]
"""Takes the node that sent a message, and the message."""


class Transport(Protocol):
    """A connection over which every node receives what any of them sends, its sender too."""

    most: int
    """Bytes of an envelope."""

    async def open(self, receive: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        """Connect. `receive` is called with every envelope; `lost`, once the connection is lost.

        Raises OSError where that cannot be done now.
        """

    async def send(self, envelope: bytes) -> None:
        """Send an envelope to every node. Raises OSError where the connection is lost."""

    async def close(self) -> None:
        """Close the connection."""


class Wire:
    """The wire of one node, over a transport; it reconnects for as long as it is run."""

    def __init__(self, node: str, transport: Transport) -> None:
        self.node = node
        self.up = False
        """Whether it is connected."""
        self.others = 0
        """The number of other nodes."""
        self.sent = 0
        self.received = 0
        self.refused = 0
        """Envelopes that were not signed by a node of this database, or were replayed."""
        self.unread = 0
        """Messages that could not be read, such as those of a node of another protocol."""
        self.failures = 0
        """Attempts to connect that have failed since the wire was up."""
        self.signer: Signer | None = None
        """Signs envelopes and checks them; nothing is sent or received without it."""
        self.clock: Callable[[], float] = float
        """The clock of the database, as far as it is known here."""
        self._transport = transport
        self._unsent: deque[Message] = deque(maxlen=WAITING)
        self._wake = asyncio.Event()

    @property
    def gathers(self) -> float:
        """Seconds after an envelope in which messages are gathered for the next."""
        return self.others / MOST_RECEIVED

    def publish(self, message: Message) -> None:
        """Send this to all other nodes, soon; nothing is sent while the connection is down."""
        if self.up:
            self._unsent.append(message)
            self._wake.set()

    def condition(self) -> Condition:
        """Return whether messages of the other nodes are received, and none from elsewhere."""
        expected = {"up": 1, "failures": 0, "waiting": WAITING, "refused": 0, "unread": 0}
        actual = {
            "up": int(self.up),
            "failures": self.failures,
            "waiting": len(self._unsent),
            "refused": self.refused,
            "unread": self.unread,
        }
        return Condition(self.up, expected, actual)

    async def run(self, receive: Receive, connected: Callable[[], None]) -> None:
        """Send and receive until cancelled. `connected` is called after each connection."""
        reported = False
        while True:
            try:
                await self._transport.open(
                    lambda text: self._receive(text, receive), self._wake.set
                )
                self.up, self.failures = True, 0
                if reported:
                    log.info("the wire is up again")
                reported = False
                connected()
                await self._send_all()
            except Exception as error:  # after any error it is to connect again
                if not reported:
                    log.warning("the wire is down", error=repr(error))
                reported = True
                self.failures += 1
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
        """Return an envelope with as many of the waiting messages as it holds."""
        gathered: list[msgspec.Raw] = []
        size = 0
        while self._unsent:
            text = encode(self._unsent[0])
            if gathered and size + len(text) + 1 > self._room:
                break
            message = self._unsent.popleft()
            if len(text) + 1 > self._room:
                text = _shortened(message)
            if text:
                gathered.append(msgspec.Raw(text))
                size += len(text) + 1
        self.sent += len(gathered)
        metrics.WIRE_MESSAGES.labels("sent").inc(len(gathered))
        return self._signer.signed(self.node, tuple(gathered), self.clock())

    @property
    def _signer(self) -> Signer:
        if self.signer is None:
            raise RuntimeError("the wire has no key to sign with")
        return self.signer

    @property
    def _room(self) -> int:
        """Bytes of an envelope that messages may take."""
        return self._transport.most - len(self.node) - SIGNATURE - _HEADER

    def _receive(self, text: bytes, receive: Receive) -> None:
        try:
            envelope = self._signer.opened(text, self.clock()) if text else None
        except (ForgedMessageError, ValueError) as error:
            self.refused += 1
            if self.refused == 1:  # logged once: a sender could repeat it without end
                log.warning("a message on the wire is signed by no node", error=str(error))
            return
        if envelope is None or envelope.node == self.node:
            return
        self.received += len(envelope.messages)
        metrics.WIRE_MESSAGES.labels("received").inc(len(envelope.messages))
        if envelope.protocol != PROTOCOL:
            self._leave(len(envelope.messages), f"its protocol is {envelope.protocol}")
            return
        for message in envelope.messages:
            self._take(envelope.node, message, receive)

    def _leave(self, messages: int, why: str) -> None:
        """Count unreadable messages; lines of the log are read from there."""
        if not self.unread:
            log.warning("a message of another node cannot be read", error=why)
        self.unread += messages

    def _take(self, node: str, text: msgspec.Raw, receive: Receive) -> None:
        """Process one message; one that cannot be read, or fails, does not affect the others."""
        try:
            message = message_in(text)
        except ValueError as error:
            self._leave(1, repr(error))
            return
        try:
            receive(node, message)
        except Exception as error:
            report("other nodes", error, node=node)


def _shortened(message: Message) -> bytes:
    """Return a message that is too long, without the lines of a log; empty: it is not sent."""
    if isinstance(message, Written):
        return encode(msgspec.structs.replace(message, lines=()))
    log.warning("a message to other nodes is too long", kind=type(message).__name__)
    return b""
