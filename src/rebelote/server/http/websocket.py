"""What does one socket say, and what is it told? One socket is one person at one table.

Whatever comes in gets an answer; a bad message is refused and the socket stays.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any, Final, Protocol

import msgspec

from rebelote.rules.refusals import REFUSALS, IllegalAction
from rebelote.server.context import AppContext, OpenSocket
from rebelote.server.live.live_table import LiveTable
from rebelote.server.people.accounts import Person, mark_of, secret_in
from rebelote.server.protocol import messages
from rebelote.server.protocol.deltas import delta
from rebelote.server.protocol.messages import PROTOCOLS, FromServer, Refused, Update
from rebelote.server.runtime.rate_limits import Keys, household
from rebelote.server.telemetry import logs, metrics

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]
"""An ASGI application, and what it is called with."""

FRAME_LIMIT: Final = 4096
"""Bytes of a message; a larger one is refused."""
SOCKET_LIMIT: Final = 2 * FRAME_LIMIT
"""Bytes of a message, fragments together; a larger one closes the socket."""
UNSENT_LIMIT: Final = 256
"""Messages that may wait for a slow reader before its socket is closed."""
SILENT_SECONDS: Final = 10.0
"""How long nothing was heard of a socket that gives way where a quota of sockets is used up."""
TRY_LATER: Final = 4429
"""The close code that says: not so soon again; the reason is a refusal's code."""
WHO_ARE_YOU: Final = 4401
"""The close code for a socket without a session's cookie."""


def refused(code: str, message_id: str | None = None, version: int = 0) -> Refused:
    """The answer to what cannot be carried out."""
    why = REFUSALS[code]
    return Refused(message_id, why.code, why.sentence, why.rule, version)


def failed(error: Exception, message_id: str | None, version: int) -> Refused:
    """The answer where the server itself failed: its reference stands in the log too."""
    reference = logs.fault(error)
    answer = refused("server-error", message_id, version)
    return msgspec.structs.replace(answer, reference=reference)


LINE: Final = "rebelote.line"
"""Under which name a scope has the line itself, which then need not go by ASGI."""


class Line(Protocol):
    """The connection of a socket."""

    answers: Callable[[bytes], bool]

    def write(self, text: bytes) -> bool:
        """Send a text message at once; False where that cannot be done just now."""


class Socket:
    """The two ends of a WebSocket; `line`: where it can be written to without waiting."""

    __slots__ = ("_line", "_receive", "_send")

    def __init__(self, receive: Receive, send: Send, line: Line | None = None) -> None:
        self._receive, self._send, self._line = receive, send, line

    async def accept(self) -> None:
        """Open it."""
        await self._receive()
        await self._send({"type": "websocket.accept", "subprotocol": None, "headers": []})

    async def hear(self) -> str | bytes | None:
        """The next frame; None where nobody is there any more."""
        frame: Any = await self._receive()
        if frame["type"] == "websocket.disconnect":
            return None
        heard: str | bytes = frame.get("text") or frame.get("bytes") or ""
        return heard

    def answer_by(self, answers: Callable[[bytes], bool]) -> None:
        """Have a message answered at once, where `answers` says that it is."""
        if self._line is not None:
            self._line.answers = answers

    def say_at_once(self, message: FromServer) -> bool:
        """Send a message without waiting; False where that cannot be done just now."""
        return self._line is not None and self._line.write(messages.encode(message))

    async def say(self, message: FromServer) -> None:
        """Send a message."""
        text = messages.encode(message).decode()
        await self._send({"type": "websocket.send", "text": text, "bytes": None})

    async def close(self, code: int, reason: str) -> None:
        """Close it."""
        await self._send({"type": "websocket.close", "code": code, "reason": reason})


class Visitor:
    """One socket: whose it is the cookie has said; what it may do, the table it came to."""

    __slots__ = (
        "__weakref__", "address", "heard", "helping", "limits", "lobby", "messages", "opened",
        "over", "parting", "person", "places", "protocol", "queue", "session", "socket",
        "speaking", "talk", "time", "told", "unsent", "watch",
    )  # fmt: skip

    def __init__(
        self, socket: Socket, person: Person, session: str, context: AppContext, address: str = ""
    ) -> None:
        self.socket = socket
        self.person = person
        self.session = session
        self.address = address
        self.lobby = context.lobby
        self.queue = context.queue
        self.opened: LiveTable | None = None
        self.watch: int | None = None
        self.protocol = PROTOCOLS[0]
        self.told: Update | None = None
        """The last update sent on this line, where the next is told by what is different."""
        self.parting = (1013, "too slow")
        self.unsent: list[tuple[FromServer, float]] = []
        self.over = False
        self.speaking: asyncio.Task[None] | None = None
        self.time = context.time
        self.helping: asyncio.Task[None] | None = None
        self.limits = context.limits
        self.messages = self.limits.bucket("messages", person.id)
        self.talk = self.limits.bucket("talk", person.id)
        self.places: Keys = ()
        self.heard = self.time.monotonic()

    def send(self, message: FromServer) -> None:
        """Send in order; who reads too slowly is let go, and comes back with `since`."""
        if self.over:
            return
        message = self._in_brief(message)
        if self.speaking is None and self.socket.say_at_once(message):
            metrics.DELIVERED.observe(0.0)
            return
        if len(self.unsent) >= UNSENT_LIMIT:
            metrics.LET_GO.inc()
            self._end()
            return
        self.unsent.append((message, self.time.monotonic()))
        self._have_it_said()

    def _in_brief(self, message: FromServer) -> FromServer:
        """The same; an update by what is different from the last, where the page speaks so."""
        if not isinstance(message, Update) or self.protocol == 1:
            return message
        before, self.told = self.told, message
        return delta(before, message)

    def _have_it_said(self) -> None:
        """A task for as long as there is something to say: most sockets are silent."""
        if self.speaking is None:
            self.speaking = asyncio.create_task(self.speak())

    async def speak(self) -> None:
        """Write what is to be sent, until there is no more."""
        try:
            while self.unsent:
                message, since = self.unsent.pop(0)
                await self.socket.say(message)
                metrics.DELIVERED.observe(self.time.monotonic() - since)
            if self.over:
                await self.socket.close(*self.parting)
        except (OSError, RuntimeError):
            self.over = True  # nobody is there any more; `listen` is told so too
        finally:
            self.speaking = None

    def turn_away(self, code: str) -> None:
        """At the table no more; the line stays, and may come to another."""
        self.opened = None
        self.send(refused(code))

    def dismiss(self) -> None:
        """End this line: whoever it was may come again with a cookie that is good."""
        self.parting = (1012, "come again")
        self._end()

    def send_away(self, code: str) -> None:
        """End this line with the sentence of a refusal."""
        self.parting = (4403, code)
        self._end(refused(code, None, self.version))

    def part(self, code: str) -> None:
        """End this line for now, with the sentence of a refusal: it may come again later."""
        self.parting = (TRY_LATER, code)
        self._end(refused(code))

    def leave(self) -> None:
        """Give back the places within the quotas of sockets."""
        self.limits.leave(self.places)
        self.places = ()

    def _end(self, *last: FromServer) -> None:
        """Say this and nothing more, and close."""
        self.over = True
        self.unsent = [(message, self.time.monotonic()) for message in last]
        self._have_it_said()

    async def listen(self) -> None:
        """Answer every frame until the socket closes."""
        self.socket.answer_by(self.answer_at_once)
        try:
            while (frame := await self.socket.hear()) is not None:
                self.heard = self.time.monotonic()
                await self.answer(frame)
        finally:
            self.go()

    def answer_at_once(self, text: bytes) -> bool:
        """Answer a ping, the most frequent message; anything else has to be heard."""
        if text != messages.PING or self.over:
            return False
        if not self.messages.spend(self.time.monotonic()):
            return False
        self.heard = self.time.monotonic()
        self.send(messages.PONG)
        return True

    async def answer(self, frame: str | bytes) -> None:
        """Carry out one message, or say why not."""
        message: messages.FromClient | None = None
        try:
            message = self.read(frame)
            await self.obey(message)
        except Exception as error:
            self.refuse(error, getattr(message, "id", None))
            stale = isinstance(error, IllegalAction) and error.refusal.code == "stale"
            if stale and self.opened is not None:
                self.catch_up(getattr(message, "expect", None))

    def refuse(self, error: Exception, message_id: str | None) -> None:
        """Say why a message is not carried out."""
        if isinstance(error, IllegalAction):
            metrics.REFUSALS.labels(error.refusal.code).inc()
            self.send(refused(error.refusal.code, message_id, self.version))
        else:
            metrics.REFUSALS.labels("server-error").inc()
            self.send(failed(error, message_id, self.version))

    def catch_up(self, since: int | None) -> None:
        """Send what was missed."""
        assert self.opened is not None
        self.opened.catch_up(self, since)

    @property
    def version(self) -> int:
        """The version of the table one sits at."""
        return self.opened.table.version if self.opened is not None else 0

    def read(self, frame: str | bytes) -> messages.FromClient:
        """The message in a frame; IllegalAction for what is none."""
        if not self.messages.spend(self.time.monotonic()):
            raise IllegalAction("too-many")
        if len(frame) > FRAME_LIMIT:
            raise IllegalAction("too-large")
        try:
            return messages.decode(frame)
        except (ValueError, RecursionError):
            raise IllegalAction("malformed") from None

    async def obey(self, message: messages.FromClient) -> None:
        """Do what a message asks."""
        if isinstance(message, messages.Ping):
            self.send(messages.PONG)
        elif isinstance(message, messages.Join):
            await self.join(message)
        elif isinstance(message, messages.Seek | messages.Unseek):
            await self.seek(message)
        elif self.opened is None:
            raise IllegalAction("join-first")
        else:
            await self.obey_at(self.opened, message)

    async def obey_at(self, opened: LiveTable, message: messages.FromClient) -> None:
        """Do what is asked at a table."""
        if isinstance(message, messages.Since):
            self.catch_up(message.version)
        elif isinstance(message, messages.Commit | messages.Reveal):
            await opened.receive(self, message, self.send)
        elif isinstance(message, messages.Hint):
            self.ask_for_help(opened, message)
        elif isinstance(message, messages.Say):
            if not self.talk.spend(self.time.monotonic()):
                raise IllegalAction("too-many")
            await opened.receive(self, message, self.send)
        elif isinstance(message, messages.Command):
            with metrics.ACKNOWLEDGED.time():
                await opened.receive(self, message, self.send)
        elif isinstance(message, messages.AtTable):
            self.limits.by_person("seats", self.person.id, self.address)
            await opened.receive(self, message, self.send)

    def ask_for_help(self, opened: LiveTable, asked: messages.Hint) -> None:
        """Have a hint thought about; whoever waits for it may play on meanwhile."""
        if self.helping is not None and not self.helping.done():
            raise IllegalAction("one-hint")
        self.helping = asyncio.create_task(self._help(opened, asked))

    async def _help(self, opened: LiveTable, asked: messages.Hint) -> None:
        try:
            self.send(await opened.hints.give(self.person, asked, self._counted_hint))
        except Exception as error:
            self.refuse(error, asked.id)

    @contextmanager
    def _counted_hint(self) -> Iterator[None]:
        """One hint at a time a person, and so many by person and by address."""
        with self.limits.place("hints", self.address, self.person.id):
            self.limits.by_person("hint", self.person.id, self.address)
            self.limits.by_address("hint", self.address)
            yield

    async def join(self, message: messages.Join) -> None:
        """Come to a table, and be told how things stand."""
        if self.opened is not None:
            raise IllegalAction("already-seated")
        if message.protocol not in PROTOCOLS:
            raise IllegalAction("other-protocol")
        try:
            self.limits.by_address("join", self.address)
        except IllegalAction as error:  # it would wait here for an answer that never comes
            self.part(error.refusal.code)
            return
        opened = await self.lobby.find(message.table)
        self.watch, self.protocol = message.watch, message.protocol
        await opened.join(self, message.since)
        self.opened = opened

    async def seek(self, message: messages.Seek | messages.Unseek) -> None:
        """Look for a table, or no longer."""
        if isinstance(message, messages.Seek):
            self.lobby.services.check_ban(self.person.id)
            self.queue.seek(self.person, message, self.send, self.limits.origin(self.address))
        else:
            self.queue.unseek(self.person.id)

    def go(self) -> None:
        """Leave the table, if one was joined, and the search for one for a while."""
        self.queue.gone(self.person.id, self.send)
        if self.helping is not None:
            self.helping.cancel()
        if self.opened is not None:
            self.opened.leave(self)
            self.opened = None


async def _turn_away(socket: Socket, close_code: int, code: str) -> None:
    """Say why a socket is not served, and close it."""
    await socket.say(refused(code))
    await socket.close(close_code, code)


class Sockets:
    """`/ws` in front of an application: an open socket keeps next to nothing but its visitor."""

    def __init__(self, inside: Application, context: AppContext) -> None:
        self.inside, self.context = inside, context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One person's line to a table, or whatever else is asked."""
        if scope["type"] != "websocket" or scope["path"] != "/ws":
            await self.inside(scope, receive, send)
            return
        address = scope["client"][0] if scope["client"] else ""
        try:
            self.context.limits.by_address("socket", address)
        except IllegalAction:  # so many that not even a sentence is worth its while
            self.context.security_log.refused("too-many", address, path="/ws")
            await receive()
            await send({"type": "websocket.close", "code": 1013, "reason": "too-many"})
            return
        secret = secret_in(scope)  # before it is opened: an open socket forgets its headers
        socket = Socket(receive, send, scope["extensions"].pop(LINE, None))
        await socket.accept()
        visitor = await self._greeted(socket, secret, address)
        if visitor is not None:
            await self._serve(visitor)

    async def _greeted(self, socket: Socket, secret: str, address: str) -> Visitor | None:
        """Who has opened a socket; None where it is not served, which it is told in a sentence."""
        person = self.context.accounts.who(secret)
        if person is None:
            await _turn_away(socket, WHO_ARE_YOU, "who-are-you")
            return None
        visitor = Visitor(socket, person, mark_of(secret), self.context, address)
        try:
            visitor.places = self._places(person, address)
        except IllegalAction as error:
            self.context.security_log.refused(error.refusal.code, address, path="/ws")
            await _turn_away(socket, TRY_LATER, error.refusal.code)
            return None
        return visitor

    def _places(self, person: Person, address: str) -> Keys:
        """Places within the quotas of sockets; those of whom nothing is heard give way.

        A phone that lost its network opens a socket before it is known that the old one is dead.
        """
        limits = self.context.limits
        here = household(address)
        alike: tuple[Callable[[OpenSocket], bool], ...] = (
            lambda other: other.person.id == person.id,
            lambda other: household(other.address) == here,
        )
        for is_alike in alike:
            try:
                return limits.enter("sockets", address, person.id)
            except IllegalAction:
                self._make_room(is_alike)
        return limits.enter("sockets", address, person.id)

    def _make_room(self, is_alike: Callable[[OpenSocket], bool]) -> None:
        """End the socket that was silent longest, where one was for long enough."""
        long_ago = self.context.time.monotonic() - SILENT_SECONDS
        silent = (one for one in self.context.sockets if one.places and one.heard < long_ago)
        longest = min(filter(is_alike, silent), key=lambda one: one.heard, default=None)
        if longest is not None:
            longest.leave()
            longest.part("too-many-sockets")

    async def _serve(self, visitor: Visitor) -> None:
        self.context.sockets.add(visitor)
        if self.context.drain.under_way:
            visitor.send(self.context.drain.notice())
        try:
            await visitor.listen()
        finally:
            self.context.sockets.discard(visitor)
            visitor.leave()
            if visitor.speaking is not None:
                visitor.speaking.cancel()
