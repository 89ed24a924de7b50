"""Answers of the application compressed with gzip, where the reader takes it and it is worth it.

An evening of a club is sent again to everybody who follows it, often over the Wi-Fi of a laptop.
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Awaitable, Mapping
from typing import Final

from rebelote.server.base.runtime.asgi import Application, Message, Receive, Scope, Send
from rebelote.server.web.static_files import preferred

LEAST: Final = 2048
"""Bytes from which an answer is compressed."""
AT_ONCE: Final = 1 << 15
"""Bytes up to which that is done on the event loop; more is compressed beside it."""
LEVEL: Final = 5
"""The level of gzip: half the time of the highest level, for some three percent more."""
KINDS: Final = (b"text/", b"application/json", b"application/x-ndjson", b"image/svg+xml")
"""Media types that are compressed, by how they begin."""


class Compression:
    """Middleware that compresses answers, except those already encoded or with a tag."""

    def __init__(self, inside: Application) -> None:
        self.inside = inside

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        if scope["type"] != "http":
            return self.inside(scope, receive, send)
        accepted = b",".join(
            value for name, value in scope["headers"] if name == b"accept-encoding"
        ).decode("latin-1")
        return self.inside(scope, receive, _Answer(send, accepted).send)


class _Answer:
    """One answer on its way; its head waits for the first part of its body."""

    __slots__ = ("_accepted", "_start", "_to")

    def __init__(self, to: Send, accepted: str) -> None:
        self._to, self._accepted = to, accepted
        self._start: Message | None = None

    async def send(self, message: Message) -> None:
        """Send a part of it."""
        if message["type"] == "http.response.start":
            self._start = message
            return
        if (start := self._start) is not None:
            self._start = None
            start, message = await self._encoded(start, message)
            await self._to(start)
        await self._to(message)

    async def _encoded(self, start: Message, message: Message) -> tuple[Message, Message]:
        headers, body = list(start.get("headers", ())), message.get("body", b"")
        if message.get("more_body") or not _is_worth_it(dict(headers), body):
            return start, message
        if preferred(self._accepted, ("gzip",)) == "gzip":
            body = _packed(body) if len(body) <= AT_ONCE else await asyncio.to_thread(_packed, body)
            headers = [one for one in headers if one[0] != b"content-length"]
            headers += [
                (b"content-encoding", b"gzip"),
                (b"content-length", b"%d" % len(body)),
            ]
        headers.append((b"vary", b"accept-encoding"))
        return {**start, "headers": headers}, {**message, "body": body}


def _is_worth_it(headers: Mapping[bytes, bytes], body: bytes) -> bool:
    kind = headers.get(b"content-type", b"")
    as_it_is = b"content-encoding" in headers or b"etag" in headers
    return len(body) >= LEAST and kind.startswith(KINDS) and not as_it_is


def _packed(body: bytes) -> bytes:
    return gzip.compress(body, LEVEL, mtime=0)
