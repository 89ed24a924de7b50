"""Thousands of sockets in one process, with as little of WebSockets and HTTP as we need.

Only for our own server on this machine: frames are masked with zeros, which masks nothing, and what
a server of ours does not send (fragments, extensions) is an error.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
from typing import Any, Final

import msgspec

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
LAST: Final = 0x80
"""The bit of a frame that is whole."""
MASKED: Final = 0x80
NO_MASK: Final = bytes(4)


class WireError(Exception):
    """The server would not do what these people cannot do without."""


def frame(payload: bytes, opcode: int = TEXT) -> bytes:
    """Build a client's frame."""
    length = len(payload)
    if length < 126:
        head = bytes((LAST | opcode, MASKED | length))
    elif length < 1 << 16:
        head = bytes((LAST | opcode, MASKED | 126)) + length.to_bytes(2, "big")
    else:
        head = bytes((LAST | opcode, MASKED | 127)) + length.to_bytes(8, "big")
    return head + NO_MASK + payload


class Wire(asyncio.Protocol):
    """One socket. Subclasses override `opened`, `incoming` for each message, and `lost`."""

    def __init__(self, host: str, cookie: str) -> None:
        self.host, self.cookie = host, cookie
        self.transport: asyncio.Transport | None = None
        self._open = False
        self._buffer = b""

    # --- what becomes of it

    def opened(self) -> None:
        """Handle the server's agreement."""

    def incoming(self, payload: bytes) -> None:
        """Handle a message."""

    def lost(self) -> None:
        """Handle the loss of the socket."""

    # --- speaking

    def send(self, payload: bytes) -> None:
        """Send a text; nothing where the socket is gone."""
        if self.transport is not None and self._open:
            self.transport.write(frame(payload))

    def close(self) -> None:
        """Go away as browsers do."""
        if self.transport is not None:
            if self._open:
                self.transport.write(frame(b"\x03\xe8", CLOSE))
            self.transport.close()

    # --- the protocol

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self.transport = transport  # type: ignore[assignment]
        self._buffer = b""
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(  # type: ignore[union-attr]
            f"GET /ws HTTP/1.1\r\nHost: {self.host}\r\nOrigin: http://{self.host}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\nCookie: rebelote={self.cookie}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Take frames from what came."""
        self._buffer = self._buffer + data if self._buffer else data
        if not self._open and not self._shook_hands():
            return
        at = 0
        while (end := self._one_frame(at)) is not None:
            at = end
        self._buffer = self._buffer[at:]

    def _shook_hands(self) -> bool:
        head, ended, rest = self._buffer.partition(b"\r\n\r\n")
        if not ended:
            return False
        if not head.startswith(b"HTTP/1.1 101"):
            assert self.transport is not None
            self.transport.abort()
            return False
        self._open, self._buffer = True, rest
        self.opened()
        return True

    def _one_frame(self, at: int) -> int | None:
        """Read the frame at a place; where it ends, None where it is not all here."""
        buffer = self._buffer
        if len(buffer) < at + 2:
            return None
        opcode, length, start = buffer[at] & 15, buffer[at + 1], at + 2
        if length > 125:
            start += 2 if length == 126 else 8
            if len(buffer) < start:
                return None
            length = int.from_bytes(buffer[at + 2 : start], "big")
        if len(buffer) < start + length:
            return None
        self._take(opcode, buffer[start : start + length])
        return start + length

    def _take(self, opcode: int, payload: bytes) -> None:
        assert self.transport is not None
        if opcode == TEXT:
            self.incoming(payload)
        elif opcode == PING:
            self.transport.write(frame(payload, PONG))
        elif opcode == CLOSE:
            self.transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        """Handle the end of the connection."""
        self._open, self.transport = False, None
        self.lost()


class Http:
    """One connection that asks one thing after the other, and keeps open between."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(
        self, method: str, path: str, body: Any = None, cookie: str = ""
    ) -> tuple[int, dict[str, str], bytes]:
        """Send a request; return status, headers (the last of each name) and body.

        A connection that the server closed between two requests is opened again.
        """
        idle = self._writer is not None
        try:
            return await self._asked(method, path, body, cookie)
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            begun = isinstance(error, asyncio.IncompleteReadError) and error.partial
            if not idle or begun:
                raise
            await self.close()
            return await self._asked(method, path, body, cookie)

    async def _asked(
        self, method: str, path: str, body: Any, cookie: str
    ) -> tuple[int, dict[str, str], bytes]:
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port)
        content = b"" if body is None else msgspec.json.encode(body)
        host = f"127.0.0.1:{self.port}"
        head = [
            f"{method} {path} HTTP/1.1",
            f"Host: {host}",
            f"Origin: http://{host}",
            f"Content-Length: {len(content)}",
            *(["Content-Type: application/json"] if content else []),
            *([f"Cookie: rebelote={cookie}"] if cookie else []),
        ]
        self._writer.write("\r\n".join([*head, "", ""]).encode() + content)
        return await self._answer()

    async def _answer(self) -> tuple[int, dict[str, str], bytes]:
        assert self._reader is not None
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {
            name.lower(): value.strip()
            for name, colon, value in (line.partition(":") for line in head[1:])
            if colon
        }
        in_pieces = headers.get("transfer-encoding") == "chunked"
        length = int(headers.get("content-length", 0))
        body = await (self._pieces() if in_pieces else self._reader.readexactly(length))
        if headers.get("connection", "").lower() == "close":
            await self.close()
        return int(head[0].split()[1]), headers, body

    async def _pieces(self) -> bytes:
        """Read a body that is sent piece by piece, the last of them empty."""
        assert self._reader is not None
        result = b""
        while length := int(await self._reader.readuntil(b"\r\n"), 16):
            result += await self._reader.readexactly(length)
            await self._reader.readexactly(2)
        await self._reader.readexactly(2)
        return result

    async def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
            with contextlib.suppress(OSError):
                await self._writer.wait_closed()
            self._writer = None


async def new_person(http: Http, name: str) -> str:
    """Create a guest of this name; return the cookie's secret. WireError where it is refused."""
    status, headers, body = await http.ask("POST", "/api/me", {"name": name})
    result = headers.get("set-cookie", "").partition(";")[0].partition("=")[2]
    if status >= 300 or not result:
        raise WireError(f"no guest: {status} {body[:200]!r}")
    return result


async def person_id(http: Http, cookie: str) -> str:
    """Return the server's id of the person of this cookie."""
    _, _, body = await http.ask("GET", "/api/me", cookie=cookie)
    result: str = msgspec.json.decode(body)["id"]
    return result


async def new_table(http: Http, cookie: str, **asked: Any) -> str:
    """Open a table of this person's; return its id. WireError where it is refused."""
    status, _, body = await http.ask("POST", "/api/tables", asked, cookie)
    if status >= 300:
        raise WireError(f"no table: {status} {body[:200]!r}")
    table: str = msgspec.json.decode(body)["table"]
    return table
