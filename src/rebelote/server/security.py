"""What does a browser have to be told, so that other sites can do no harm here? And who asks?

A ring around the whole application: every answer carries the same headers, and what changes
something, or opens a socket, is refused where a page of another site asks for it.
"""

from __future__ import annotations

import base64
import hashlib
import re
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from rebelote.refusals import REFUSALS
from rebelote.server import forms, pages
from rebelote.server.security_log import SecurityLog
from rebelote.server.sockets import Application, Receive, Scope, Send

SAFE: Final = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing."""
YEAR: Final = 31_536_000
PATH_LIMIT: Final = 1024
"""Characters of a path: no page has a longer one, and the framework caches what it is asked."""


def _digest(style: str) -> str:
    """What the policy calls the one style that stands in our own pages."""
    text = re.sub(r"</?style>", "", style)
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        f"style-src 'self' 'sha256-{_digest(pages.STYLE)}'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "media-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
"""The Content-Security-Policy: everything from here, no script or style within a page but ours."""
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_HEADERS: Final = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
_HTTPS: Final = (b"strict-transport-security", f"max-age={YEAR}".encode())
_NOT_KEPT: Final = (b"cache-control", b"no-store")


def is_foreign(scope: Scope) -> bool:
    """Whether a page of another site asks for something that only ours may.

    Browsers say so in `Sec-Fetch-Site`, or on plain http in `Origin`; who sends neither is no
    browser, and has no cookies but its own.
    """
    if scope["type"] == "http" and scope["method"] in SAFE:
        return False
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    if (site := headers.get(b"sec-fetch-site")) is not None:
        return site not in ("same-origin", "none")
    if (origin := headers.get(b"origin")) is None:
        return False
    host: str = headers.get(b"host", "")
    return _host(origin) != host.lower()


def _host(origin: str) -> str | None:
    """The host and port of an origin; None for `null` and for what is none."""
    try:
        return urlsplit(origin).netloc.lower() or None
    except ValueError:
        return None


def is_no_path(path: str) -> bool:
    """Whether nothing can lie there; to ask for a file with a NUL in its name is an error."""
    return len(path) > PATH_LIMIT or "\0" in path


class Guard:
    """The ring: an ASGI application around another."""

    def __init__(self, inside: Application, security_log: SecurityLog) -> None:
        self.inside = inside
        self.log = security_log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or let the application answer."""
        if scope["type"] == "lifespan":
            await self.inside(scope, receive, send)
        elif is_foreign(scope):
            self.log.refused("foreign-origin", _address(scope))
            await _refuse(scope, receive, _with_headers(scope, send), 403, "foreign-origin")
        elif is_no_path(scope["path"]):
            await _refuse(scope, receive, _with_headers(scope, send), 404, "no-such-page")
        else:
            await self.inside(scope, receive, _with_headers(scope, send))


def _address(scope: Scope) -> str:
    return str(scope["client"][0]) if scope.get("client") else ""


def _with_headers(scope: Scope, send: Send) -> Send:
    """The same line out, with our headers on the answer."""
    if scope["type"] != "http":
        return send
    more = [*_HEADERS, _HTTPS] if scope["scheme"] == "https" else list(_HEADERS)
    if scope["path"].startswith("/api/"):
        more.append(_NOT_KEPT)

    async def sent(message: Any) -> None:
        if message["type"] == "http.response.start":
            there = {name.lower() for name, _ in message.get("headers", ())}
            ours = [header for header in more if header[0] not in there]
            message = {**message, "headers": [*message.get("headers", ()), *ours]}
        await send(message)

    return sent


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, code: str) -> None:
    """Answer with this refusal; a socket is not accepted."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": code})
        return
    body = msgspec.json.encode(forms.Problem(*REFUSALS[code]))
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
