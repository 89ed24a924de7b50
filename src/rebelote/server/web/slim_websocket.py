"""WebSockets as uvicorn serves them, with deadlines and bounds for what is unfinished.

What is not public of uvicorn and websockets, and is used here, is named in
`tests/server/web/test_slim_websocket.py`; why it is used, in docs/architecture.md.

An open socket keeps next to nothing in memory: thousands of them are silent most of the time.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final
from weakref import WeakKeyDictionary

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.exceptions import InvalidState
from websockets.frames import Frame, apply_mask  # type: ignore[attr-defined]
from websockets.http11 import Request
from websockets.protocol import State

from rebelote.server.base.limits import limit
from rebelote.server.base.runtime.asgi import AppState
from rebelote.server.base.runtime.rate_limits import Bucket, Rate
from rebelote.server.web.connections import Deadline
from rebelote.server.web.websocket import FAST_PATH

MESSAGE_SECONDS: Final = limit(
    10.0,
    "time for a message to arrive whole",
    unit="s",
    per="message",
    beyond="the socket is closed",
)
FRAGMENTS: Final = limit(64, "fragments of a message", per="message", beyond="the socket is closed")
SLICE: Final = limit(
    1024,
    "bytes read from a socket in one turn",
    unit="bytes",
    per="socket",
    beyond="the rest waits",
)
"""Bytes of a socket that are read in one turn of the event loop; the rest waits for the next."""
FRAMES: Final = Rate(512, 1 / 256, "frames of one socket")
"""The rate of a socket's frames of any kind: messages have a lower rate."""
CONTROL_FRAMES: Final = Rate(60, 1, "pings and pongs of one socket")
"""The rate of a socket's own pings and pongs; browsers send none."""
SILENT_PERIODS: Final = 2
"""Ping periods after which a silent client is pinged even while it is written to."""
ROUNDS: Final = 10
"""Rounds a second in which sockets are pinged."""
TEXT: Final = 0x81
"""The first byte of a text message in one frame."""
MASKED: Final = 0x80
"""Set in the second byte of a frame that a client sent: a key of four bytes is before its text."""
LENGTH_16: Final = 126
"""The second byte of a frame whose length is in the two bytes after it."""
LENGTH_64: Final = 127
"""The second byte of a frame whose length is in the eight bytes after it."""


def text_frame(text: bytes) -> bytes:
    """Return a text message as the server sends it, in one frame."""
    length = len(text)
    if length < LENGTH_16:
        return bytes((TEXT, length)) + text
    if length < 1 << 16:
        return bytes((TEXT, LENGTH_16)) + length.to_bytes(2) + text
    return bytes((TEXT, LENGTH_64)) + length.to_bytes(8) + text


def whole_text(data: bytes) -> bytes | None:
    """Return a client's message, where it came alone and in one frame of usual length.

    >>> whole_text(b"\\x81\\x82\\0\\0\\0\\0{}"), whole_text(b"\\x81\\x82\\0\\0\\0\\0{")
    (b'{}', None)
    """
    if len(data) < 6 or data[0] != TEXT:
        return None
    start, length = 2, data[1] - MASKED
    if length == LENGTH_16:
        start, length = 4, int.from_bytes(data[2:4])
    elif not 0 <= length < LENGTH_16:
        return None
    if len(data) != start + 4 + length:
        return None
    return apply_mask(data[start + 4 :], data[start : start + 4])


def wire_size(frame: Frame) -> int:
    """Return the size of a client's frame in bytes; larger where its length is padded."""
    length = len(frame.data)
    return 6 + length + (0 if length < LENGTH_16 else 2 if length < 1 << 16 else 8)


class MessageQueue:
    """An `asyncio.Queue` with one consumer, which holds next to nothing while it is empty."""

    __slots__ = ("_consumer", "_items")

    def __init__(self) -> None:
        self._items: list[ASGIReceiveEvent] = []
        self._consumer: asyncio.Future[None] | None = None

    def put_nowait(self, event: ASGIReceiveEvent) -> None:
        """Put a message in, and wake the consumer."""
        self._items.append(event)
        if self._consumer is not None and not self._consumer.done():
            self._consumer.set_result(None)

    async def get(self) -> ASGIReceiveEvent:
        while not self._items:
            self._consumer = asyncio.get_running_loop().create_future()
            await self._consumer
        return self._items.pop(0)

    def empty(self) -> bool:
        return not self._items

    @property
    def is_awaited(self) -> bool:
        """Whether every message was taken and processed, and the next is awaited."""
        return not self._items and self._consumer is not None and not self._consumer.done()


class Gate:
    """Open or shut, as an `asyncio.Event`: next to nothing while it is open."""

    __slots__ = ("_shut",)

    def __init__(self) -> None:
        self._shut: asyncio.Event | None = None

    def set(self) -> None:
        if self._shut is not None:
            self._shut.set()
            self._shut = None

    def clear(self) -> None:
        self._shut = self._shut or asyncio.Event()

    @property
    def shut(self) -> bool:
        return self._shut is not None

    async def wait(self) -> None:
        """Wait until it is open."""
        while self._shut is not None:
            await self._shut.wait()


class PingRounds:
    """One timer for all sockets that are to be pinged within a tenth of a second.

    A socket that closes meanwhile is dropped in its round.
    """

    def __init__(self) -> None:
        self._waiting: dict[int, list[SlimWebSocket]] = {}

    def add(self, socket: SlimWebSocket, seconds: float) -> None:
        """Have a socket pinged after so many seconds, or a tenth more."""
        loop, now = socket.loop, socket.loop.time()
        number = int((now + max(0.0, seconds)) * ROUNDS) + 1
        if number not in self._waiting:
            self._waiting[number] = []
            loop.call_later(number / ROUNDS - now, self._ping, loop, number)
        self._waiting[number].append(socket)

    def _ping(self, loop: asyncio.AbstractEventLoop, number: int) -> None:
        for socket in self._waiting.pop(number):
            loop.call_soon(socket.send_keepalive_ping)  # one that fails fails alone


_rounds: WeakKeyDictionary[asyncio.AbstractEventLoop, PingRounds] = WeakKeyDictionary()


def _ping_rounds(loop: asyncio.AbstractEventLoop) -> PingRounds:
    if (rounds := _rounds.get(loop)) is None:
        rounds = _rounds[loop] = PingRounds()
    return rounds


def _never(text: bytes) -> bool:
    """Leave every message to be received."""
    return False


OF_UVICORN: Final = (
    "app", "app_state", "asgi_version", "client", "close_sent", "close_timeout", "close_timer",
    "config", "conn", "connections", "curr_msg_data_type", "default_headers", "disconnected",
    "frames", "handshake_complete", "handshake_initiated", "initial_response", "last_ping_rtt",
    "logger", "loop", "pending_ping_payload", "ping_interval", "ping_sent_at", "ping_timeout",
    "ping_timer", "pong_timer", "queue", "read_paused", "request", "response", "root_path",
    "scheme", "scope", "server", "tasks", "transport", "writable",
)  # fmt: skip
"""The attributes of uvicorn's protocol; one that is not here lies in a dict, as it would anyway."""


class SlimWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that reads a slice at a time, and ends an endless message.

    It forgets the request it was opened with. What needs no waiting goes past ASGI: `write`, and
    `answer_now` for what can be answered at once. A message that comes as browsers send it, in one
    frame and alone, goes past the parser.
    """

    # Those of uvicorn's as well: a dict of them takes three times as much.
    __slots__ = (
        *OF_UVICORN,
        "answer_now",
        "control_frames",
        "data_frames",
        "gate",
        "half_read",
        "held",
        "message_deadline",
        "message_queue",
        "reading",
        "unread",
        "written_at",
    )

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: AppState,
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.message_queue = MessageQueue()
        self.queue = self.message_queue  # type: ignore[assignment]
        self.gate = Gate()
        self.writable = self.gate  # type: ignore[assignment]
        self.message_deadline = Deadline()
        self.data_frames: Bucket | None = None
        self.control_frames: Bucket | None = None
        self.written_at = 0.0
        """The time of the loop when a message was last written at once."""
        self.held = b""
        """Frames that go with the next one, or by themselves in the next turn of the loop."""
        self.unread = b""
        self.half_read = 0
        """Bytes that were parsed of a frame which is not whole."""
        self.reading: asyncio.Handle | None = None
        self.answer_now: Callable[[bytes], bool] = _never
        """Answers a text message and says so; or leaves it to be received."""

    def handle_connect(self, event: Request) -> None:
        """Have the application serve it, which finds this protocol in the scope."""
        super().handle_connect(event)
        self.half_read = 0
        if self.handshake_initiated:
            extensions: AppState = self.scope["extensions"] or {}
            extensions[FAST_PATH] = self

    def write(self, text: bytes) -> bool:
        """Send a text message at once; False where the other side takes nothing just now."""
        if not self._takes_now:
            return False
        self.written_at = self.loop.time()
        held, self.held = self.held, b""
        self.transport.write(held + text_frame(text))
        return True

    def hold(self, text: bytes) -> bool:
        """Send a text message with the next one of this turn of the loop: one call of the system.

        False where the other side takes nothing just now.
        """
        if not self._takes_now:
            return False
        if not self.held:
            self.loop.call_soon(self._release)
        self.held += text_frame(text)
        return True

    @property
    def _takes_now(self) -> bool:
        gone = self.close_sent or self.transport.is_closing()  # its end may not be known here yet
        return not (gone or self.gate.shut or self.conn.state is not State.OPEN)

    def _release(self) -> None:
        """Send what no later message of the turn took along."""
        if self.held and not self.transport.is_closing():
            self.written_at = self.loop.time()
            self.transport.write(self.held)
        self.held = b""

    async def send(self, message: ASGISendEvent) -> None:
        """Send; once the socket is open, drop the request and the response of its handshake."""
        self._release()
        await super().send(message)
        if message["type"] == "websocket.accept" and self.handshake_complete:
            self.request.headers.clear()  # the parser goes on holding the request
            del self.request, self.response
            self.server = None
            self.scope.clear()  # type: ignore[attr-defined]
        elif message["type"] == "websocket.close":
            self._read_on()  # for the other side's own

    async def receive(self) -> ASGIReceiveEvent:
        """Return the next message; once all that were read are taken, read on."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self._read_on()
        return message

    # --- reading

    def send_receive_event_to_app(self) -> None:
        """Queue a message that cannot be answered at once, or not before another."""
        whole = self.curr_msg_data_type == "text" and len(self.frames) == 1
        now = whole and self.message_queue.is_awaited and not self.close_sent
        if now and self.answer_now(self.frames[0]):
            self.frames = []
        else:
            # Raised where text is not UTF-8 and the peer's close came with it; that is read next.
            with contextlib.suppress(InvalidState):
                super().send_receive_event_to_app()

    def data_received(self, data: bytes) -> None:
        """Read a slice, and the rest in later turns of the loop: others act in between."""
        if self._is_between_messages and len(data) <= SLICE and self._takes(whole_text(data)):
            return
        self.unread += data
        if self.reading is None:
            self._read_slice()

    @property
    def _is_between_messages(self) -> bool:
        """Whether nothing is half read, and the next message is awaited."""
        begun = self.half_read or self.unread or self.frames
        return self.message_queue.is_awaited and not begun and self.conn.state is State.OPEN

    def _takes(self, text: bytes | None) -> bool:
        """Answer or queue a message; False where the data have to be parsed."""
        if text is None:
            return False
        try:
            decoded = text.decode()
        except UnicodeDecodeError:
            return False
        if self._may_send(1) and not self.answer_now(text):
            self.message_queue.put_nowait({"type": "websocket.receive", "text": decoded})
        return True

    def _read_slice(self) -> None:
        self.reading = None
        data, self.unread = self.unread[:SLICE], self.unread[SLICE:]
        self.half_read += len(data)
        super().data_received(data)
        self._check_fragments()
        self._read_on()

    def _read_on(self) -> None:
        """Have the next slice read, unless messages wait; without one, let more data come."""
        if self.unread:
            self.transport.pause_reading()
            if self.reading is None and not self.read_paused:
                self.reading = self.loop.call_soon(self._read_slice)
        elif not self.read_paused:
            self.transport.resume_reading()

    def _check_fragments(self) -> None:
        """Fail a message of too many fragments, or set the deadline of an unfinished one."""
        if len(self.frames) > FRAGMENTS:
            self.fail(1009, "too many fragments")
        elif self.frames:
            self.message_deadline.set(MESSAGE_SECONDS, self._too_slow)
        else:
            self.message_deadline.clear()

    def _forget_unread(self) -> None:
        self.unread = b""
        if self.reading is not None:
            self.reading.cancel()
            self.reading = None

    def handle_events(self) -> None:
        """Process the frames of a slice, within the rate."""
        frames = [event for event in self.conn.events if isinstance(event, Frame)]
        self.half_read -= sum(map(wire_size, frames))
        if self._may_send(len(self.conn.events)):
            super().handle_events()

    def _may_send(self, frames: int) -> bool:
        now = self.loop.time()
        self.data_frames = self.data_frames or Bucket(FRAMES, now)
        for _ in range(frames):
            if not self.data_frames.take_token(now):
                self.fail(1008, "too many frames")
                return False
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel its deadline, and drop what is unread."""
        self.message_deadline.clear()
        self._forget_unread()
        self.answer_now = _never
        super().connection_lost(exc)

    def _too_slow(self) -> None:
        self.fail(1008, "too slow")

    def schedule_ping(self) -> None:
        """Ping when the interval is over, together with others whose time it is then."""
        _ping_rounds(self.loop).add(self, (self.ping_interval or 0.0) - self.last_ping_rtt)

    def send_keepalive_ping(self) -> None:
        """Ping a client that has been silent for a period, in which nothing was written to it.

        A page that nothing reaches asks for an answer itself, so its silence shows a lost line. One
        that is written to may be silent for longer.
        """
        period = self.ping_interval or 0.0
        received = self.data_frames.at if self.data_frames is not None else 0.0
        spoken = max(received, min(self.written_at, received + (SILENT_PERIODS - 1) * period))
        early = spoken + period - self.loop.time()
        if early <= 0:
            super().send_keepalive_ping()
        elif not self.transport.is_closing():
            _ping_rounds(self.loop).add(self, early)

    def handle_ping(self) -> None:
        """Answer a ping, within the rate."""
        if self._may_control():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Process a pong, within the rate."""
        if self.pending_ping_payload is not None or self._may_control():
            super().handle_pong(event)

    def _may_control(self) -> bool:
        now = self.loop.time()
        self.control_frames = self.control_frames or Bucket(CONTROL_FRAMES, now)
        if self.control_frames.take_token(now):
            return True
        self.fail(1008, "too many pings")
        return False

    def fail(self, code: int, reason: str) -> None:
        """Close at once with a reason; an unfinished message is dropped."""
        self.frames = []
        self._forget_unread()
        if self.close_sent or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.fail(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
