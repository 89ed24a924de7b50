"""Tools for attacks on a real server: raw connections, many at once, and what became of them."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import signal
import socket
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from server_process import Server

TEXT, CONTINUED, CLOSE, PING, PONG = 1, 0, 8, 9, 10
"""Kinds of a WebSocket's frames."""
PINGS = 5
"""Heartbeats of a server after which it counts as going on."""


def memory(server: Server) -> int:
    """Return the bytes of memory that a server's process holds."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return 1024 * int(status.split("VmRSS:")[1].split()[0])


def workers(server: Server) -> list[int]:
    """Return the worker processes of a server that do work for others; not Python's own helpers.

    They are copies of a child of the server (`forked.copy_workers`), or new interpreters.
    """
    assert server.process is not None
    children = children_of(server.process.pid)
    lines = {pid: Path(f"/proc/{pid}/cmdline").read_text() for pid in children}
    new = [pid for pid, line in lines.items() if "spawn_main" in line]
    return new + [pid for child in children for pid in children_of(child)]


def children_of(process: int) -> list[int]:
    """List the processes that the threads of a process have started."""
    threads = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for thread in threads for child in thread.read_text().split()]


@contextlib.contextmanager
def stopped(process: int) -> Iterator[None]:
    """Stop a process until the context ends."""
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


# --- HTTP -----------------------------------------------------------------------------------------


def request(verb: str, path: str, body: Any = None, **headers: str) -> bytes:
    """Build a whole HTTP request; the connection is closed after its answer."""
    sent = b"" if body is None else json.dumps(body).encode()
    lines = {"host": "127.0.0.1", "connection": "close", "content-type": "application/json"}
    lines |= {name.replace("_", "-"): value for name, value in headers.items()}
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"{verb} {path} HTTP/1.1\r\n{head}content-length: {len(sent)}\r\n\r\n".encode() + sent


@contextlib.contextmanager
def connected(
    server: Server, count: int, source: str = "127.0.0.1"
) -> Iterator[list[socket.socket]]:
    """Yield so many connections to a server from an address of this machine."""
    with contextlib.ExitStack() as open_ones:
        where = ("127.0.0.1", server.port)
        yield [
            open_ones.enter_context(socket.create_connection(where, 30, (source, 0)))
            for _ in range(count)
        ]


def at_once(server: Server, requests: Iterable[bytes]) -> list[tuple[int, str]]:
    """Send all requests before reading an answer; return the status and refusal of each."""
    asked = list(requests)
    with connected(server, len(asked)) as lines:
        for line, sent in zip(lines, asked, strict=True):
            line.sendall(sent)
        return [answer(line) for line in lines]


def answer(line: socket.socket) -> tuple[int, str]:
    """Return the status of an answer, and the code of a refusal."""
    incoming = everything(line)
    head, _, body = incoming.partition(b"\r\n\r\n")
    with contextlib.suppress(ValueError):
        received = json.loads(body)
        return int(head.split()[1]), str(received.get("code", "")) if isinstance(
            received, dict
        ) else ""
    return int(head.split()[1]), ""


def everything(line: socket.socket) -> bytes:
    """Read until the other side closes."""
    incoming = bytearray()
    with contextlib.suppress(ConnectionResetError):
        while part := line.recv(65536):
            incoming += part
    return bytes(incoming)


# --- sockets --------------------------------------------------------------------------------------


class RawSocket:
    """A WebSocket that sends what no honest client would, frame by frame."""

    def __init__(self, server: Server, cookie: str) -> None:
        self.line = socket.create_connection(("127.0.0.1", server.port), timeout=40)
        key = base64.b64encode(os.urandom(16)).decode()
        head = request(
            "GET", "/ws", cookie=cookie, connection="Upgrade", upgrade="websocket",
            sec_websocket_key=key, sec_websocket_version="13",
        )  # fmt: skip
        self.line.sendall(head)
        self.incoming = bytearray()
        while b"\r\n\r\n" not in self.incoming:
            self._read()
        answered, _, self.incoming = self.incoming.partition(b"\r\n\r\n")
        if b" 101 " not in answered:
            self.close()
        assert b" 101 " in answered, answered

    def _read(self) -> None:
        part = self.line.recv(65536)
        if not part:
            raise ConnectionResetError
        self.incoming += part

    def send(self, kind: int, payload: bytes = b"", last: bool = True) -> None:
        """Send a frame; all of it is masked with nought."""
        self.line.sendall(frame(kind, payload, last))

    def receive(self) -> tuple[int, bytes]:
        """Receive the next frame: its kind and its content."""
        while len(self.incoming) < 2 or len(self.incoming) < sum(self._size()):
            self._read()
        head, size = self._size()
        kind, payload = self.incoming[0] & 15, bytes(self.incoming[head : head + size])
        del self.incoming[: head + size]
        return kind, payload

    def _size(self) -> tuple[int, int]:
        """Return the lengths of head and payload of the frame that begins here."""
        size = self.incoming[1] & 127
        if size < 126:
            return 2, size
        form, head = ("!H", 4) if size == 126 else ("!Q", 10)
        if len(self.incoming) < head:
            return head, 1
        return head, int(struct.unpack_from(form, self.incoming, 2)[0])

    def closed(self) -> int:
        """Answer a few pings until the other side closes; with which code."""
        pings = 0
        while pings < PINGS:
            kind, payload = self.receive()
            if kind == PING:
                pings += 1
                self.send(PONG, payload)
            if kind == CLOSE:
                return int(struct.unpack_from("!H", payload)[0])
        raise AssertionError("the other side goes on, and does not close")

    def close(self) -> None:
        """Go without a word."""
        self.line.close()


def frame(kind: int, payload: bytes = b"", last: bool = True) -> bytes:
    """Build a frame as a client sends it."""
    size = len(payload)
    long = (
        b""
        if size < 126
        else struct.pack("!H", size)
        if size < 1 << 16
        else struct.pack("!Q", size)
    )
    short = {0: size, 2: 126, 8: 127}[len(long)]
    return bytes((kind | 128 * last, 128 | short)) + long + bytes(4) + payload
