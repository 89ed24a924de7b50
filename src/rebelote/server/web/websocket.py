"""WebSocket connections: one is one person, who is at one table or shared replay at most.

Every message is answered; a bad one is refused, and the connection stays open.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

import msgspec

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol import messages, schemas
from rebelote.server.base.protocol.deltas import delta
from rebelote.server.base.protocol.messages import (
    DELTAS_SINCE,
    PROTOCOLS,
    FromServer,
    Refused,
    refused,
)
from rebelote.server.base.protocol.updates import Update
from rebelote.server.base.runtime.addresses import household
from rebelote.server.base.runtime.asgi import Application, Receive, Scope, Send, client_address
from rebelote.server.base.runtime.rate_limits import Keys
from rebelote.server.base.storage.store import PASSING
from rebelote.server.base.telemetry import logs, metrics
from rebelote.server.people.database import Person
from rebelote.server.people.sessions import token_hash
from rebelote.server.people.tokens import Tokens, bearer_in
from rebelote.server.web.cookies import secret_in
from rebelote.server.web.core import Core, OpenSocket, Place
from rebelote.server.web.feature import features, message_handlers

FRAME_LIMIT: Final = limit(4096, "a message", unit="bytes", per="message", beyond="too-large")
SOCKET_LIMIT: Final = limit(
    2 * FRAME_LIMIT,
    "a message with all its fragments",
    unit="bytes",
    per="message",
    beyond="the socket is closed (1009)",
)
UNSENT_LIMIT: Final = limit(
    256,
    "unsent messages to a slow reader",
    per="socket",
    beyond="the socket is closed; the client reconnects",
)
SILENT_SECONDS: Final = limit(
    15.0, "silence after which a socket gives way to a new one", unit="s", per="socket"
)
"""The silence of a socket after which it may be closed for a new one beyond the quota.

The page sends something every ten seconds, however much it receives (`web/src/net/socket.ts`).
"""
TRY_LATER: Final = 4429
"""The close code after which a page waits before it reconnects; the reason is a refusal's code."""
AGAIN: Final = 1013
"""The close code after which a page reconnects soon (RFC 6455, "try again later")."""
WHO_ARE_YOU: Final = 4401
"""The close code for a socket without a session's cookie."""


def failed(error: Exception, message_id: str | None, version: int) -> Refused:
    """Return the answer to a message at which the server failed; the log has its reference."""
    reference = logs.fault(error)
    answer = refused("server-error", message_id, version)
    return msgspec.structs.replace(answer, reference=reference)


FAST_PATH: Final = "rebelote.fast_path"
"""The extension of a scope that holds the protocol itself, to bypass ASGI."""


class FastPath(Protocol):
    """A WebSocket that can be written to, and can answer, past ASGI."""

    answer_now: Callable[[bytes], bool]

    def write(self, text: bytes) -> bool:
        """Send a text message at once; False where that cannot be done just now."""

    def hold(self, text: bytes) -> bool:
        """Send a text message with the next one of this turn; False as of `write`."""


class Socket:
    """The two ends of a WebSocket; `fast`: where it can be written to without waiting."""

    __slots__ = ("_fast", "_receive", "_send")

    def __init__(self, receive: Receive, send: Send, fast: FastPath | None = None) -> None:
        self._receive, self._send, self._fast = receive, send, fast

    async def accept(self) -> None:
        await self._receive()
        await self._send({"type": "websocket.accept", "subprotocol": None, "headers": []})

    async def receive(self) -> str | bytes | None:
        """Return the next frame; None once it is closed."""
        frame = await self._receive()
        if frame["type"] == "websocket.disconnect":
            return None
        text: str | bytes = frame.get("text") or frame.get("bytes") or ""
        return text

    def answer_now_with(self, answer_now: Callable[[bytes], bool]) -> None:
        """Have a message answered at once, where `answer_now` says that it is."""
        if self._fast is not None:
            self._fast.answer_now = answer_now

    def send_now(self, message: FromServer) -> bool:
        """Send a message without waiting; False where that cannot be done just now.

        An acknowledgement goes with the update that follows it.
        """
        if self._fast is None:
            return False
        write = self._fast.hold if isinstance(message, messages.Ack) else self._fast.write
        return write(schemas.encode(message))

    async def send(self, message: FromServer) -> None:
        text = schemas.encode(message).decode()
        await self._send({"type": "websocket.send", "text": text, "bytes": None})

    async def close(self, code: int, reason: str) -> None:
        await self._send({"type": "websocket.close", "code": code, "reason": reason})


class Connection:
    """One socket of a person, whom the cookie names, and the place where it is."""

    __slots__ = (
        "__weakref__", "_closing", "_core", "_last_update", "_message_bucket", "_socket", "_time",
        "address", "closed", "last_received", "person", "place", "protocol", "quota", "sending",
        "session", "token", "unsent", "watch",
    )  # fmt: skip

    def __init__(
        self, socket: Socket, person: Person, session: str, core: Core, address: str = ""
    ) -> None:
        self.person = person
        self.session, self.token = session, ""
        self.address = address
        self.watch: int | None = None
        self.unsent: list[tuple[FromServer, float]] = []
        self.closed = False
        """Whether it is closing: only its last messages are still sent."""
        self.sending: asyncio.Task[None] | None = None
        self.quota: Keys = ()
        self.last_received = core.time.monotonic()
        self._socket = socket
        self.place: Place | None = None
        self.protocol = PROTOCOLS[0]
        self._core, self._time = core, core.time
        self._last_update: Update | None = None
        """The last update sent, the base of the next delta."""
        self._closing = (AGAIN, "too slow")
        self._message_bucket = (
            core.limits.bucket("bots", person.owner)
            if person.owner
            else core.limits.bucket("messages", person.id)
        )

    @property
    def takes_changes(self) -> bool:
        """Whether its page takes changes in place of the whole state."""
        return self.protocol >= DELTAS_SINCE

    # --- sending

    def send(self, message: FromServer) -> None:
        """Send in order; a client that reads too slowly is closed, and reconnects with `since`."""
        if self.closed:
            return
        message = self._delta(message)
        if self.sending is None and self._socket.send_now(message):
            metrics.DELIVERED.observe(0.0)
            return
        if len(self.unsent) >= UNSENT_LIMIT:
            metrics.LET_GO.inc()
            self._close()
            return
        self.unsent.append((message, self._time.monotonic()))
        self._start_sending()

    def _delta(self, message: FromServer) -> FromServer:
        """Return the message, or the changes since the last update where the page takes them."""
        if not isinstance(message, Update) or not self.takes_changes:
            return message
        before, self._last_update = self._last_update, message
        return delta(before, message)

    def _start_sending(self) -> None:
        """Start a task for as long as the queue is not empty: most connections are silent."""
        if self.sending is None:
            self.sending = asyncio.create_task(self._send_unsent())

    async def _send_unsent(self) -> None:
        try:
            while self.unsent:
                message, since = self.unsent.pop(0)
                await self._socket.send(message)
                metrics.DELIVERED.observe(self._time.monotonic() - since)
            if self.closed:
                await self._socket.close(*self._closing)
        except (OSError, RuntimeError):
            self.closed = True  # the client is gone, which `serve` receives too
        finally:
            self.sending = None

    # --- closing

    def remove(self, code: str) -> None:
        """Remove it from its place; the connection stays, and may enter another."""
        self.place = None
        self.send(refused(code))

    def close_to_reconnect(self) -> None:
        """Close: the client may reconnect with a valid cookie."""
        self._closing = (1012, "come again")
        self._close()

    def close_for_good(self, code: str) -> None:
        """Close with the sentence of a refusal."""
        self._closing = (4403, code)
        self._close(refused(code, None, self.version))

    def close_for_now(self, code: str) -> None:
        """Close with the sentence of a refusal: the person may come again later."""
        self._closing = (TRY_LATER, code)
        self._close(refused(code))

    def release_quota(self) -> None:
        """Give back the places within the quotas of sockets."""
        self._core.limits.leave(self.quota)
        self.quota = ()

    def _close(self, *last: FromServer) -> None:
        """Send these last messages, and close."""
        self.closed = True
        self.unsent = [(message, self._time.monotonic()) for message in last]
        self._start_sending()

    # --- receiving

    async def serve(self) -> None:
        """Answer every frame until the socket is closed."""
        self._socket.answer_now_with(self.answer_now)
        try:
            while (frame := await self._socket.receive()) is not None:
                self.last_received = self._time.monotonic()
                await self.receive(frame)
        finally:
            self._leave()

    def answer_now(self, text: bytes) -> bool:
        """Answer a ping, the most frequent message; False for any other."""
        if text != messages.PING or self.closed:
            return False
        if not self._message_bucket.take_token(self._time.monotonic()):
            return False
        self.last_received = self._time.monotonic()
        self.send(messages.PONG)
        return True

    async def receive(self, frame: str | bytes) -> None:
        """Carry out one message, or refuse it."""
        message: messages.FromClient | None = None
        try:
            message = self._decode(frame)
            await self._dispatch(message)
        except Exception as error:
            code = error.refusal.code if isinstance(error, IllegalActionError) else ""
            unread = message is None and code == "malformed"
            self.refuse(error, messages.id_in(frame) if unread else getattr(message, "id", None))
            stale = isinstance(error, IllegalActionError) and error.refusal.code == "stale"
            if stale and self.place is not None:
                self.place.catch_up(getattr(message, "expect", None))

    def refuse(self, error: Exception, message_id: str | None) -> None:
        """Send why a message is not carried out."""
        if isinstance(error, PASSING):
            error = IllegalActionError("server-busy")
        if isinstance(error, IllegalActionError):
            metrics.REFUSALS.labels(error.refusal.code).inc()
            detail = error.detail if isinstance(error, messages.UnreadableError) else ""
            self.send(refused(error.refusal.code, message_id, self.version, detail))
        else:
            metrics.REFUSALS.labels("server-error").inc()
            self.send(failed(error, message_id, self.version))

    @property
    def version(self) -> int:
        """The version of the table at which it is; 0 elsewhere."""
        return 0 if self.place is None else self.place.version

    def _decode(self, frame: str | bytes) -> messages.FromClient:
        """Return the message in a frame. Raises IllegalActionError."""
        if not self._message_bucket.take_token(self._time.monotonic()):
            raise IllegalActionError("too-many")
        if len(frame) > FRAME_LIMIT:
            raise IllegalActionError("too-large")
        try:
            return messages.decode(frame)
        except (ValueError, RecursionError) as error:
            raise messages.UnreadableError(str(error)) from None

    async def _dispatch(self, message: messages.FromClient) -> None:
        """Carry out a message, by the handler of a feature or at the place of the socket."""
        if isinstance(message, messages.Ping):
            self.send(messages.PONG)
        elif (handler := message_handlers().get(type(message))) is not None:
            if self.token and not isinstance(message, messages.Join | messages.Listen):
                raise IllegalActionError("token-scope")
            await handler(self._core, self, message)
        elif self.place is not None:
            await self.place.receive(message)
        else:
            raise IllegalActionError("join-first")

    def check_may_enter(self, protocol: int) -> None:
        """Raise IllegalActionError where it is at a place, or the page speaks another protocol."""
        if self.place is not None:
            raise IllegalActionError("already-seated")
        if protocol not in PROTOCOLS:
            raise IllegalActionError("other-protocol")

    def _leave(self) -> None:
        """Leave its place, and have features forget it."""
        for feature in features():
            feature.disconnected(self._core, self)
        if self.place is not None:
            self.place.leave()
            self.place = None


async def _reject(socket: Socket, close_code: int, code: str) -> None:
    """Send why a socket is not served, and close it."""
    await socket.send(refused(code))
    await socket.close(close_code, code)


class Sockets:
    """`/ws` in front of an application: an open socket keeps next to nothing but its connection."""

    def __init__(self, inside: Application, core: Core) -> None:
        self.inside, self.core = inside, core

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket at `/ws`; anything else is the application's."""
        if scope["type"] != "websocket" or scope["path"] != "/ws":
            await self.inside(scope, receive, send)
            return
        address = client_address(scope)
        try:
            self.core.limits.by_address("socket", address)
        except IllegalActionError:  # too many to send each a reason
            self.core.security_log.refused("too-many", address, path="/ws")
            await receive()
            await send({"type": "websocket.close", "code": AGAIN, "reason": "too-many"})
            return
        # Before it is opened: an open socket forgets its headers.
        secret, token = secret_in(scope), bearer_in(scope)
        socket = Socket(receive, send, scope["extensions"].pop(FAST_PATH, None))
        await socket.accept()
        connection = await self._authenticated(socket, secret, token, address)
        if connection is not None:
            await self._serve(connection)

    async def _authenticated(
        self, socket: Socket, secret: str, token: str | None, address: str
    ) -> Connection | None:
        """Return the connection of the person who opened a socket; None where it is rejected."""
        try:
            person = await self._person(secret, token)
        except PASSING:
            await _reject(socket, AGAIN, "server-busy")
            return None
        except IllegalActionError as error:
            await _reject(socket, WHO_ARE_YOU, error.refusal.code)
            return None
        connection = Connection(socket, person, token_hash(secret), self.core, address)
        connection.token = token_hash(token) if token is not None else ""
        try:
            connection.quota = self._take_quota(person, address)
        except IllegalActionError as error:
            self.core.security_log.refused(error.refusal.code, address, path="/ws")
            await _reject(socket, TRY_LATER, error.refusal.code)
            return None
        return connection

    async def _person(self, secret: str, token: str | None) -> Person:
        """Return the person of this session or token. IllegalActionError where it is nobody's."""
        if token is not None:
            return await self.core[Tokens].holder(token, "play")
        if (person := await self.core.accounts.sessions.who(secret)) is None:
            raise IllegalActionError("who-are-you")
        return person

    def _take_quota(self, person: Person, address: str) -> Keys:
        """Take places within the quotas of sockets; silent sockets are closed for them.

        A phone that lost its network opens a socket before it is known that the old one is dead.
        """
        limits = self.core.limits
        here = household(address)
        alike: tuple[Callable[[OpenSocket], bool], ...] = (
            lambda other: other.person.id == person.id,
            lambda other: household(other.address) == here,
        )
        for is_alike in alike:
            try:
                return limits.enter("sockets", address, person.id)
            except IllegalActionError:
                self._evict(is_alike)
        return limits.enter("sockets", address, person.id)

    def _evict(self, is_alike: Callable[[OpenSocket], bool]) -> None:
        """Close the socket that was silent longest, where one was for long enough."""
        long_ago = self.core.time.monotonic() - SILENT_SECONDS
        silent = (one for one in self.core.sockets if one.quota and one.last_received < long_ago)
        longest = min(filter(is_alike, silent), key=lambda one: one.last_received, default=None)
        if longest is not None:
            longest.release_quota()
            longest.close_for_now("too-many-sockets")

    async def _serve(self, connection: Connection) -> None:
        self.core.sockets.add(connection)
        for feature in features():
            feature.connected(self.core, connection)
        if (coordinator := self.core.coordinator) is not None:
            coordinator.came(connection.person.id)
        if self.core.drain.under_way and self.core.coordinator is None:
            connection.send(self.core.drain.notice())
        try:
            await connection.serve()
        finally:
            self.core.sockets.discard(connection)
            if coordinator is not None:
                coordinator.left(connection.person.id)
            connection.release_quota()
            if connection.sending is not None:
                connection.sending.cancel()
