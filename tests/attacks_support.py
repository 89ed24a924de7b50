"""Tools for attacks on a real server: raw connections, many at once, and what became of them."""

from __future__ import annotations

import contextlib
import json
import socket
from collections.abc import Iterable, Iterator
from typing import Any

from server_process import Server


def request(verb: str, path: str, body: Any = None, **headers: str) -> bytes:
    """A whole HTTP request as bytes; the connection is closed after its answer."""
    sent = b"" if body is None else json.dumps(body).encode()
    lines = {"host": "127.0.0.1", "connection": "close", "content-type": "application/json"}
    lines |= {name.replace("_", "-"): value for name, value in headers.items()}
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"{verb} {path} HTTP/1.1\r\n{head}content-length: {len(sent)}\r\n\r\n".encode() + sent


@contextlib.contextmanager
def connected(server: Server, count: int) -> Iterator[list[socket.socket]]:
    """So many connections to a server, for as long as it takes."""
    with contextlib.ExitStack() as open_ones:
        where = ("127.0.0.1", server.port)
        yield [
            open_ones.enter_context(socket.create_connection(where, timeout=30))
            for _ in range(count)
        ]


def at_once(server: Server, requests: Iterable[bytes]) -> list[tuple[int, str]]:
    """Status and refusal of requests that are all sent before the first answer is read."""
    asked = list(requests)
    with connected(server, len(asked)) as lines:
        for line, sent in zip(lines, asked, strict=True):
            line.sendall(sent)
        return [_answer(line) for line in lines]


def _answer(line: socket.socket) -> tuple[int, str]:
    """The status of an answer, and the code of a refusal."""
    heard = everything(line)
    head, _, body = heard.partition(b"\r\n\r\n")
    with contextlib.suppress(ValueError):
        told = json.loads(body)
        return int(head.split()[1]), str(told.get("code", "")) if isinstance(told, dict) else ""
    return int(head.split()[1]), ""


def everything(line: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    heard = bytearray()
    with contextlib.suppress(ConnectionResetError):
        while part := line.recv(65536):
            heard += part
    return bytes(heard)
