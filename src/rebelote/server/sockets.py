"""What does one socket say, and what is it told? One socket is one person at one table.

Whatever comes in gets an answer; a bad message is refused and the socket stays.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from litestar.datastructures import State

from rebelote.refusals import REFUSALS, IllegalAction
from rebelote.server import messages, metrics
from rebelote.server.accounts import Accounts, Person, mark_of, secret_in
from rebelote.server.limits import Limits
from rebelote.server.lobby import Lobby
from rebelote.server.messages import FromServer, Refused
from rebelote.server.opened import OpenTable
from rebelote.server.queue import Queue

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]
"""An ASGI application, and what it is called with."""

FRAME_LIMIT: Final = 4096
"""Bytes of a message; a larger one is refused, one beyond `app.SOCKET_LIMIT` closes the socket."""
UNSENT_LIMIT: Final = 256
"""Messages that may wait for a slow reader before its socket is closed."""


def refused(code: str, message_id: str | None = None, version: int = 0) -> Refused:
    """The answer to what cannot be carried out."""
    why = REFUSALS[code]
    return Refused(message_id, why.code, why.sentence, why.rule, version)


class Socket:
    """The two ends of a WebSocket."""

    __slots__ = ("_receive", "_send")

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send

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

    async def say(self, message: FromServer) -> None:
        """Send a message."""
        text = messages.encode(message).decode()
        await self._send({"type": "websocket.send", "text": text, "bytes": None})

    async def close(self, code: int, reason: str) -> None:
        """Close it."""
        await self._send({"type": "websocket.close", "code": code, "reason": reason})


class Visitor:
    """One socket: whose it is the cookie has said; what it may do, the table it came to."""

    def __init__(self, socket: Socket, person: Person, session: str, state: State) -> None:
        self.socket = socket
        self.person = person
        self.session = session
        self.lobby: Lobby = state.lobby
        self.state = state
        self.opened: OpenTable | None = None
        self.watch: int | None = None
        self.parting = (1013, "too slow")
        self.unsent: list[tuple[FromServer, float]] = []
        self.over = False
        self.speaking: asyncio.Task[None] | None = None
        limits: Limits = state.limits
        self.messages, self.talk = (limits.bucket(what, person.id) for what in ("messages", "talk"))

    def send(self, message: FromServer) -> None:
        """Send in order; who reads too slowly is let go, and comes back with `since`."""
        if self.over:
            return
        if len(self.unsent) >= UNSENT_LIMIT:
            metrics.LET_GO.inc()
            self._end()
            return
        self.unsent.append((message, asyncio.get_running_loop().time()))
        self._have_it_said()

    def _have_it_said(self) -> None:
        """A task for as long as there is something to say: most sockets are silent."""
        if self.speaking is None:
            self.speaking = asyncio.create_task(self.speak())

    async def speak(self) -> None:
        """Write what is to be sent, until there is no more."""
        loop = asyncio.get_running_loop()
        try:
            while self.unsent:
                message, since = self.unsent.pop(0)
                await self.socket.say(message)
                metrics.DELIVERED.observe(loop.time() - since)
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

    def _end(self, *last: FromServer) -> None:
        """Say this and nothing more, and close."""
        self.over = True
        self.unsent = [(message, asyncio.get_running_loop().time()) for message in last]
        self._have_it_said()

    async def listen(self) -> None:
        """Answer every frame until the socket closes."""
        try:
            while (frame := await self.socket.hear()) is not None:
                await self.answer(frame)
        finally:
            self.go()

    async def answer(self, frame: str | bytes) -> None:
        """Carry out one message, or say why not."""
        message_id: str | None = None
        try:
            message = self.read(frame)
            message_id = getattr(message, "id", None)
            await self.obey(message)
        except IllegalAction as error:
            metrics.REFUSALS.labels(error.refusal.code).inc()
            self.send(refused(error.refusal.code, message_id, self.version))
            if error.refusal.code == "stale" and self.opened is not None:
                self.catch_up(getattr(message, "expect", None))

    def catch_up(self, since: int | None) -> None:
        """Send what was missed."""
        assert self.opened is not None
        self.send(self.opened.update(self, since, asyncio.get_running_loop().time()))

    @property
    def version(self) -> int:
        """The version of the table one sits at."""
        return self.opened.table.version if self.opened is not None else 0

    def read(self, frame: str | bytes) -> messages.FromClient:
        """The message in a frame; IllegalAction for what is none."""
        if not self.messages.spend(time.monotonic()):
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
            self.send(messages.Pong())
        elif isinstance(message, messages.Join):
            await self.join(message)
        elif isinstance(message, messages.Seek | messages.Unseek):
            await self.seek(message)
        elif self.opened is None:
            raise IllegalAction("join-first")
        else:
            await self.obey_at(self.opened, message)

    async def obey_at(self, opened: OpenTable, message: messages.FromClient) -> None:
        """Do what is asked at a table."""
        if isinstance(message, messages.Since):
            self.catch_up(message.version)
        elif isinstance(message, messages.Hint):
            self.send(await self.lobby.hint(opened, self.person, message))
        elif isinstance(message, messages.Say):
            if not self.talk.spend(time.monotonic()):
                raise IllegalAction("too-many")
            await self.lobby.say(opened, self.person, message)
            self.send(messages.Ack(message.id, opened.table.version))
        elif isinstance(message, messages.Command):
            with metrics.ACKNOWLEDGED.time():
                await self.lobby.receive(opened, self.person, message, self.send)
        elif isinstance(message, messages.AtTable):
            await self.lobby.arrange(opened, self.person, message, self.send)

    async def join(self, message: messages.Join) -> None:
        """Come to a table, and be told how things stand."""
        if self.opened is not None:
            raise IllegalAction("already-seated")
        opened = await self.lobby.find(message.table)
        self.watch = message.watch
        preset, results = opened.table.rules.preset, self.state.results
        opened.ratings[self.person.id] = results.shown(self.person.id, preset)
        await self.lobby.arrive(opened, self, message.since)
        self.opened = opened

    async def seek(self, message: messages.Seek | messages.Unseek) -> None:
        """Look for a table, or no longer."""
        queue: Queue = self.state.queue
        if isinstance(message, messages.Seek):
            self.lobby.check_ban(self.person.id)
            queue.seek(self.person, message, self.send)
        else:
            queue.unseek(self.person.id)

    def go(self) -> None:
        """Leave the table, if one was joined, and the search for one for a while."""
        self.state.queue.gone(self.person.id, self.send)
        if self.opened is not None:
            self.lobby.depart(self.opened, self)
            self.opened = None


def lines_of(state: State, person_id: str) -> list[Visitor]:
    """The open sockets of a person."""
    return [visitor for visitor in state.sockets if visitor.person.id == person_id]


class Sockets:
    """`/ws` in front of an application: an open socket keeps next to nothing but its visitor."""

    def __init__(self, inside: Application, state: State) -> None:
        self.inside, self.state = inside, state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One person's line to a table, or whatever else is asked."""
        if scope["type"] != "websocket" or scope["path"] != "/ws":
            await self.inside(scope, receive, send)
            return
        secret = secret_in(scope)
        accounts: Accounts = self.state.accounts
        person = accounts.who(secret)
        socket = Socket(receive, send)
        await socket.accept()
        if person is None:
            await socket.say(refused("who-are-you"))
            await socket.close(4401, "who-are-you")
            return
        await self._serve(Visitor(socket, person, mark_of(secret), self.state))

    async def _serve(self, visitor: Visitor) -> None:
        self.state.sockets.add(visitor)
        if self.state.drain.under_way:
            visitor.send(self.state.drain.notice())
        try:
            await visitor.listen()
        finally:
            self.state.sockets.discard(visitor)
            if visitor.speaking is not None:
                visitor.speaking.cancel()
