"""Private parts of uvicorn, websockets and h11 that the connections of `server.web` use.

A failing test shows a change in a newer version before a connection fails.
"""

from __future__ import annotations

import asyncio
import inspect
import tomllib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import h11
import lock
import pytest
from packaging.requirements import Requirement
from packaging.version import Version
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from rebelote.server.base.runtime.rate_limits import Bucket
from rebelote.server.web.slim_websocket import FRAMES, SlimWebSocket, text_frame, whole_text

HTTP = ("client", "connections", "conn", "cycle", "transport")
CYCLE = ("response_started", "response_complete")
SOCKET = (
    "client", "close_sent", "conn", "connections", "curr_msg_data_type", "frames",
    "handshake_complete", "handshake_initiated", "last_ping_rtt", "loop",
    "pending_ping_payload", "ping_interval", "ping_timer", "queue", "read_paused", "transport",
    "writable",
)  # fmt: skip
METHODS = {
    H11Protocol: (
        "connection_made", "connection_lost", "data_received", "handle_websocket_upgrade",
        "pause_writing", "resume_writing",
    ),
    WebSocketsSansIOProtocol: (
        "connection_lost", "data_received", "handle_connect", "handle_events", "handle_ping",
        "handle_pong", "receive", "schedule_ping", "send", "send_keepalive_ping",
        "send_receive_event_to_app",
    ),
    ServerProtocol: ("fail", "data_to_send"),
}  # fmt: skip


async def _idle(scope: object, receive: object, send: object) -> None:
    """Do nothing."""


@pytest.mark.parametrize(
    ("kind", "named"), [(H11Protocol, HTTP), (WebSocketsSansIOProtocol, SOCKET)]
)
def test_the_protocols_hold_what_we_read_and_change(kind: type, named: tuple[str, ...]) -> None:
    config = Config(_idle, ws="websockets-sansio", log_config=None)
    config.load()
    protocol = kind(config=config, server_state=ServerState(), app_state={}, _loop=object())
    assert not [name for name in named if not hasattr(protocol, name)]


def test_every_attribute_of_uvicorn_has_a_slot() -> None:
    config = Config(_idle, ws="websockets-sansio", log_config=None)
    config.load()
    with closing(asyncio.new_event_loop()) as loop:
        protocol = SlimWebSocket(config, ServerState(), {}, loop)
    assert not protocol.__dict__


def test_the_protocols_have_the_methods_that_are_overridden() -> None:
    assert not [
        (kind.__name__, name)
        for kind, names in METHODS.items()
        for name in names
        if not inspect.isfunction(getattr(kind, name, None))
    ]


def test_a_protocol_has_what_was_parsed_and_is_not_taken_yet() -> None:
    assert ServerProtocol().events == []


def test_a_cycle_says_whether_it_has_answered() -> None:
    source = inspect.getsource(RequestResponseCycle.__init__)
    assert not [name for name in CYCLE if f"self.{name} = False" not in source]


def test_an_open_socket_holds_its_request_and_answer_until_they_are_forgotten() -> None:
    source = inspect.getsource(WebSocketsSansIOProtocol.handle_connect)
    assert not [name for name in ("request", "response", "scope") if f"self.{name}" not in source]


def test_h11_says_what_it_waits_for_and_what_is_left() -> None:
    connection = h11.Connection(h11.SERVER)
    connection.receive_data(b"GET / HT")
    assert connection.next_event() is h11.NEED_DATA
    assert connection.their_state is h11.IDLE
    assert connection.trailing_data == (b"GET / HT", False)
    connection.receive_data(b"TP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n1")
    assert isinstance(connection.next_event(), h11.Request)
    assert str(connection.their_state) == str(h11.SEND_BODY)


def test_the_versions_that_are_served_with_are_within_a_range() -> None:
    """A newer minor version is tried on purpose, not by an installation."""
    home = Path(__file__).parents[3]
    project = tomllib.loads((home / "pyproject.toml").read_text("utf-8"))["project"]
    listed = project["optional-dependencies"]["server"]
    asked = {Requirement(line).name: Requirement(line) for line in listed}
    pinned = {pin.name: pin.version for pin in lock.pinned("constraints.txt")}
    for name in ("uvicorn", "websockets", "h11"):
        version = Version(pinned[name])
        assert version in asked[name].specifier
        assert f"{version.major + 1}.0" not in asked[name].specifier


LENGTHS = (0, 1, 125, 126, 127, 128, 255, 256, 1000, 65_535, 65_536)


@pytest.mark.parametrize("length", LENGTHS)
def test_a_text_is_framed_as_websockets_does_it(length: int) -> None:
    text = b"x" * length
    assert text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize("length", LENGTHS[:-1])
def test_a_whole_message_is_read_as_websockets_wrote_it(length: int) -> None:
    text = bytes(range(32, 128)) * (length // 96) + bytes(range(32, 32 + length % 96))
    frame = Frame(Opcode.TEXT, text).serialize(mask=True)
    assert whole_text(frame) == text
    assert whole_text(frame + b"x") is None
    assert [n for n in range(len(frame)) if whole_text(frame[:n]) is not None] == []


@pytest.mark.parametrize(
    "frame",
    [
        Frame(Opcode.TEXT, b"{}").serialize(mask=False),
        Frame(Opcode.TEXT, b"{}", fin=False).serialize(mask=True),
        Frame(Opcode.CONT, b"{}").serialize(mask=True),
        Frame(Opcode.BINARY, b"{}").serialize(mask=True),
        Frame(Opcode.PING, b"{}").serialize(mask=True),
        Frame(Opcode.CLOSE, b"\x03\xe8").serialize(mask=True),
        b"\xc1" + Frame(Opcode.TEXT, b"{}").serialize(mask=True)[1:],
        Frame(Opcode.TEXT, b"x" * 65_536).serialize(mask=True),
    ],
    ids=("unmasked", "unfinished", "continued", "binary", "ping", "close", "reserved", "long"),
)
def test_every_other_frame_is_left_to_the_parser(frame: bytes) -> None:
    assert whole_text(frame) is None


class _Line:
    """A loop whose time stands still, and a transport that keeps what is written."""

    def __init__(self, now: float) -> None:
        self.now = now
        self.waits: list[float] = []
        self.written: list[bytes] = []
        self.closing = False
        self._next_turn: list[Callable[[], None]] = []

    def time(self) -> float:
        return self.now

    def call_later(self, seconds: float, *_: object) -> None:
        self.waits.append(seconds)

    def call_soon(self, call: Callable[[], None]) -> None:
        self._next_turn.append(call)

    def turn(self) -> None:
        """Begin the next turn of the loop."""
        for call in self._next_turn:
            call()
        self._next_turn.clear()

    def is_closing(self) -> bool:
        return self.closing

    def write(self, data: bytes) -> None:
        self.written.append(data)


def _open(line: _Line) -> SlimWebSocket:
    """Return an open socket of a line."""
    config = Config(_idle, ws="websockets-sansio", log_config=None, ws_ping_interval=15)
    config.load()
    socket = SlimWebSocket(config, ServerState(), {}, line)  # type: ignore[arg-type]
    socket.transport = line  # type: ignore[assignment]
    socket.conn.state = State.OPEN
    return socket


def _pinging(received: float, now: float, written: float = 0.0) -> _Line:
    """Return the line of a socket that received a frame at one time, and may ping at another."""
    line = _Line(now)
    socket = _open(line)
    socket.data_frames = Bucket(FRAMES, received)
    socket.written_at = written
    socket.send_keepalive_ping()
    return line


def test_a_client_that_has_just_sent_something_is_not_pinged() -> None:
    line = _pinging(received=100, now=105)
    [wait] = line.waits
    assert not line.written and 10 <= wait <= 10.1 + 1e-6


@pytest.mark.parametrize(("now", "written"), [(115, 0), (120, 105), (130, 129)])
def test_a_client_that_was_silent_for_long_is_pinged(now: float, written: float) -> None:
    line = _pinging(received=100, now=now, written=written)
    assert [frame[0] & 15 for frame in line.written] == [Opcode.PING]


@pytest.mark.parametrize(("now", "written", "seconds"), [(115, 105, 5), (129, 128, 1)])
def test_a_client_that_is_written_to_may_be_silent_for_longer(
    now: float, written: float, seconds: float
) -> None:
    line = _pinging(received=100, now=now, written=written)
    [wait] = line.waits
    assert not line.written and seconds <= wait <= seconds + 0.1 + 1e-6


def test_a_held_message_goes_with_the_next_one() -> None:
    line = _Line(0)
    socket = _open(line)
    assert socket.hold(b"ack") and not line.written
    assert socket.write(b"update")
    line.turn()
    assert line.written == [text_frame(b"ack") + text_frame(b"update")]


def test_a_held_message_goes_alone_where_no_other_follows_in_its_turn() -> None:
    line = _Line(0)
    socket = _open(line)
    assert socket.hold(b"one") and socket.hold(b"two")
    line.turn()
    assert socket.write(b"later")
    assert line.written == [text_frame(b"one") + text_frame(b"two"), text_frame(b"later")]


def test_a_message_is_not_held_for_a_line_that_is_gone() -> None:
    line = _Line(0)
    socket = _open(line)
    assert socket.hold(b"ack")
    line.closing = True
    line.turn()
    assert not line.written and not socket.hold(b"ack") and not socket.write(b"update")
