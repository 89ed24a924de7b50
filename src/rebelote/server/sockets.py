"""What does one socket say, and what is it told? One socket is one person at one table.

Whatever comes in gets an answer; a bad message is refused and the socket stays.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Final

from litestar import websocket
from litestar.connection import WebSocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from rebelote.refusals import REFUSALS, IllegalAction
from rebelote.server import messages
from rebelote.server.lobby import Lobby, OpenTable
from rebelote.server.messages import FromServer, Refused

FRAME_LIMIT: Final = 4096
"""Bytes of a message; a larger one is refused, one beyond `app.SOCKET_LIMIT` closes the socket."""
UNSENT_LIMIT: Final = 256
"""Messages that may wait for a slow reader before its socket is closed."""
BURST, PER_SECOND = 100, 50
"""Messages a socket may send at once, and each second."""
SEAT_FIRST: Final = "not-seated"


def refused(code: str, message_id: str | None = None, version: int = 0) -> Refused:
    """The answer to what cannot be carried out."""
    why = REFUSALS[code]
    return Refused(message_id, why.code, why.sentence, why.rule, version)


class Allowance:
    """How much a socket may still send: a bucket that fills up again."""

    def __init__(self, now: float) -> None:
        self.left, self.at = float(BURST), now

    def spend(self, now: float) -> bool:
        """Whether one more message is within the allowance."""
        self.left = min(BURST, self.left + (now - self.at) * PER_SECOND)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Visitor:
    """One socket: what it may do depends on whether it has sat down."""

    def __init__(self, socket: WebSocket[Any, Any, Any], lobby: Lobby) -> None:
        self.socket = socket
        self.lobby = lobby
        self.opened: OpenTable | None = None
        self.seat = -1
        self.outgoing: asyncio.Queue[FromServer | None] = asyncio.Queue(UNSENT_LIMIT)
        self.allowance = Allowance(asyncio.get_running_loop().time())

    def send(self, message: FromServer | None) -> None:
        """Send in order; who reads too slowly is let go, and comes back with `since`."""
        try:
            self.outgoing.put_nowait(message)
        except asyncio.QueueFull:
            while not self.outgoing.empty():
                self.outgoing.get_nowait()
            self.outgoing.put_nowait(None)

    async def speak(self) -> None:
        """Write what is to be sent, until there is no more."""
        while (message := await self.outgoing.get()) is not None:
            text = messages.encode(message).decode()
            await self.socket.send_data(text, mode="text")
        await self.socket.close(code=1013, reason="too slow")

    async def listen(self) -> None:
        """Answer every frame until the socket closes."""
        try:
            while True:
                frame = await self.socket.receive()
                if frame["type"] == "websocket.disconnect":
                    return
                text: str | bytes = frame.get("text") or frame.get("bytes") or ""  # type: ignore[assignment]
                await self.answer(text)
        finally:
            self.get_up()

    async def answer(self, frame: str | bytes) -> None:
        """Carry out one message, or say why not."""
        message_id: str | None = None
        try:
            message = self.read(frame)
            message_id = getattr(message, "id", None)
            await self.obey(message)
        except IllegalAction as error:
            self.send(refused(error.refusal.code, message_id, self.version))
            if error.refusal.code == "stale" and self.opened is not None:
                self.send(self.opened.table.update(self.seat, getattr(message, "expect", None)))

    @property
    def version(self) -> int:
        """The version of the table one sits at."""
        return self.opened.table.version if self.opened is not None else 0

    def read(self, frame: str | bytes) -> messages.FromClient:
        """The message in a frame; IllegalAction for what is none."""
        if not self.allowance.spend(asyncio.get_running_loop().time()):
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
        elif self.opened is None:
            raise IllegalAction(SEAT_FIRST)
        elif isinstance(message, messages.Since):
            self.send(self.opened.table.update(self.seat, message.version))
        elif isinstance(message, messages.Hint):
            self.send(await self.lobby.hint(self.opened, self.seat, message))
        else:
            await self.lobby.receive(self.opened, self.seat, message, self.send)

    async def join(self, message: messages.Join) -> None:
        """Sit down, and be told how things stand."""
        if self.opened is not None:
            raise IllegalAction("already-seated")
        opened = await self.lobby.find(message.table)
        self.seat = self.lobby.seat_of(opened, message.token)
        self.opened = opened
        async with opened.lock:
            self.lobby.sit(opened, self.seat, self.send)
            self.send(opened.table.update(self.seat, message.since))

    def get_up(self) -> None:
        """Leave the seat, if one was taken."""
        if self.opened is not None:
            self.lobby.leave(self.opened, self.seat, self.send)
            self.opened = None


@websocket("/ws")
async def socket_handler(socket: WebSocket[Any, Any, Any], state: State) -> None:
    """One person's line to a table."""
    await socket.accept()
    visitor = Visitor(socket, state.lobby)
    state.sockets.add(visitor)
    speaking = asyncio.create_task(visitor.speak())
    listening = asyncio.create_task(visitor.listen())
    try:
        await asyncio.wait({speaking, listening}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        state.sockets.discard(visitor)
        for task in (speaking, listening):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await task
