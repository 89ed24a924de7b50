"""Security headers, and the checks of origin, host and proxy.

`Guard` wraps the whole application: every response carries the same headers, and a request that
changes something, or opens a socket, is refused where a page of another site makes it.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Awaitable
from typing import Final
from urllib.parse import urlsplit

import msgspec
import structlog

from rebelote.rules.refusals import REFUSALS, IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.schemas import Problem
from rebelote.server.base.runtime import addresses
from rebelote.server.base.runtime.addresses import is_loopback
from rebelote.server.base.runtime.asgi import (
    Application,
    Message,
    Receive,
    Scope,
    Send,
    client_address,
    header,
)
from rebelote.server.base.runtime.rate_limits import Limits
from rebelote.server.base.runtime.security_log import SecurityLog
from rebelote.server.web import pages

log = structlog.get_logger()

SAFE: Final = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing."""
YEAR: Final = 31_536_000
PATH_LIMIT: Final = limit(1024, "a URL path", unit="characters", per="request", beyond="too-large")


def _digest(style: str) -> str:
    """Return the digest by which the policy allows the one style of our own pages."""
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
_ANY_SITE: Final = (b"access-control-allow-origin", b"*")
"""Pages of all sites may read an answer; browsers send it without a cookie, or hide it."""


def is_foreign(scope: Scope) -> bool:
    """Return whether a page of another site makes a request that only ours may make.

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


def has_wrong_media_type(scope: Scope) -> bool:
    """Return whether a request to the API has a body that is not declared as JSON in UTF-8.

    A page of another site may send forms and plain text without a CORS preflight, JSON only after
    one, which is not granted.
    """
    if scope["type"] != "http" or scope["method"] in SAFE or not scope["path"].startswith("/api/"):
        return False
    has_body = header(scope, b"content-length") not in ("", "0")
    if not has_body and not header(scope, b"transfer-encoding"):
        return False
    kinds = [value for name, value in scope["headers"] if name == b"content-type"]
    return len(kinds) != 1 or not _JSON.fullmatch(kinds[0].lower())


def has_two_lengths(scope: Scope) -> bool:
    """Return whether a request says its length twice, so that a proxy may see another end of it.

    RFC 9112, 6.1: it is refused, and the connection closed.
    """
    return bool(header(scope, b"content-length") and header(scope, b"transfer-encoding"))


def _host(origin: str) -> str | None:
    """Return the host and port of an origin; None for `null` and for what is none."""
    try:
        return urlsplit(origin).netloc.lower() or None
    except ValueError:
        return None


_JSON: Final = re.compile(rb"application/json(?:\s*;\s*charset=\"?utf-8\"?)?\s*")
"""The media type of a body (RFC 8259), which is UTF-8 even where that is not said."""

# --- host names -----------------------------------------------------------------------------------

_HOST: Final = re.compile(r"([a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(:[0-9]{1,5})?")
"""A host's name, of at most so many characters as in the domain name system, and a port."""
LOOPBACK_NAMES: Final = ("localhost", "127.0.0.1", "[::1]")
"""Names of this machine that only it uses."""
OWN_PATHS: Final = ("/health", "/metrics")
"""Paths that are served under a loopback name too, where a public one is given."""
FORWARDED: Final = ("x-forwarded-for", "forwarded", "x-real-ip")
"""Headers by which a proxy names the address of a client."""
_PORTS: Final = {"http": ":80", "https": ":443"}


def public_host(url: str) -> str:
    """Return the host, and port where it is not the usual one, of a public address; empty for none.

    ValueError where it is no address of a whole server.

    >>> public_host("https://Club.example"), public_host("http://192.168.1.5:8000/")
    ('club.example', '192.168.1.5:8000')
    """
    if not url:
        return ""
    parts = urlsplit(url)
    host = parts.netloc.lower()
    whole = not (parts.path.strip("/") or parts.query or parts.fragment)
    if parts.scheme not in _PORTS or not _HOST.fullmatch(host) or not whole:
        raise ValueError(f"{url!r} is not a public address: write it as https://club.example")
    return host.removesuffix(_PORTS[parts.scheme])


def is_loopback_name(host: str) -> bool:
    """Return whether a Host header names this machine as only it itself does."""
    matched = _HOST.fullmatch(host.lower())
    return matched is not None and matched[1] in LOOPBACK_NAMES


def names_served_host(scope: Scope, public: str) -> bool:
    """Return whether a request names a served host: the public one, or any without such.

    The name becomes part of links and QR codes, so it has to be well formed.
    """
    hosts = [value.decode("latin-1").lower() for name, value in scope["headers"] if name == b"host"]
    if not hosts:
        return not public
    if len(hosts) > 1 or not _HOST.fullmatch(hosts[0]):
        return False
    if not public or hosts[0].removesuffix(_PORTS[_secure(scope)]) == public:
        return True
    return scope["path"] in OWN_PATHS and is_loopback_name(hosts[0])


def _secure(scope: Scope) -> str:
    return "https" if scope["scheme"] in ("https", "wss") else "http"


# --- the guard ------------------------------------------------------------------------------------


def is_no_path(path: str) -> bool:
    """Return whether nothing can be at a path; a file name with a NUL would be an error."""
    return len(path) > PATH_LIMIT or "\0" in path


class Guard:
    """Middleware around an ASGI application.

    `public`: the only host that requests may name, empty for any; `proxied`: whether a proxy is
    trusted to name the addresses of clients.
    """

    def __init__(
        self,
        inside: Application,
        limits: Limits,
        security_log: SecurityLog,
        public: str = "",
        proxied: bool = False,
    ) -> None:
        self.inside, self.limits, self.security_log = inside, limits, security_log
        self.public = public
        self.may_warn = not proxied

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Refuse a request, or pass it on: no socket keeps a frame of this."""
        if scope["type"] == "lifespan":
            return self.inside(scope, receive, send)
        addresses.ADDRESS.set(client_address(scope))
        self._warn(scope)
        scope = _as_get(scope)
        sent = _with_headers(scope, send)
        if (refusal := self._refusal(scope)) is not None:
            self.security_log.refused(refusal[1], client_address(scope))
            return _refuse(scope, receive, sent, *refusal, closes=has_two_lengths(scope))
        return self.inside(scope, receive, sent)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Return the status and code of a refusal; None where the application answers."""
        if not names_served_host(scope, self.public):
            return 421, "wrong-host"
        if has_two_lengths(scope):
            return 400, "malformed"
        if is_foreign(scope):
            return 403, "foreign-origin"
        if has_wrong_media_type(scope):
            return 415, "wrong-media-type"
        if is_no_path(scope["path"]):
            return 404, "no-such-page"
        try:
            self.limits.by_address("request", client_address(scope))
        except IllegalActionError as error:
            return 429, error.refusal.code
        return None

    def _warn(self, scope: Scope) -> None:
        """Log once that a proxy on this machine is not trusted: all share its address."""
        if not self.may_warn or not is_loopback(client_address(scope)):
            return
        if any(name.decode("latin-1") in FORWARDED for name, _ in scope["headers"]):
            self.may_warn = False
            log.warning(UNTRUSTED)


UNTRUSTED: Final = (
    "a proxy on this machine says from where people come, and is not believed: all are counted as "
    "one address; start with --trusted-proxy 127.0.0.1"
)


def _with_headers(scope: Scope, send: Send) -> Send:
    """Return the same channel, which adds our headers to the response."""
    if scope["type"] != "http":
        return send
    more = [*_HEADERS, _HTTPS] if scope["scheme"] == "https" else list(_HEADERS)
    if scope["path"].startswith("/api/"):
        more.append(_NOT_KEPT)

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            there = {name.lower() for name, _ in message.get("headers", ())}
            ours = [header for header in more if header[0] not in there]
            if is_public(scope):
                ours.append(_ANY_SITE)
            message = {**message, "headers": [*message.get("headers", ()), *ours]}
        await send(message)

    return sent


def is_public(scope: Scope) -> bool:
    """Return whether a request's handler declares that pages of other sites may read it."""
    handler = scope.get("route_handler")
    return scope["method"] in SAFE and bool(getattr(handler, "opt", {}).get("public"))


def _as_get(scope: Scope) -> Scope:
    """Return a HEAD as the GET that it asks about: the connection sends no body with the answer."""
    if scope["type"] == "http" and scope["method"] == "HEAD":
        return {**scope, "method": "GET"}
    return scope


async def _refuse(
    scope: Scope, receive: Receive, send: Send, status: int, code: str, closes: bool = False
) -> None:
    """Respond with a refusal, after which the connection may close; a socket is not accepted."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": code})
        return
    preferred = header(scope, b"accept-language")
    body, kind = rendered(Problem.of(REFUSALS[code]), wants_page(scope), preferred)
    headers = [(b"content-type", kind), (b"content-length", b"%d" % len(body))]
    if closes:
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def wants_page(scope: Scope) -> bool:
    """Return whether a browser navigates to the response; scripts accept any type."""
    return "text/html" in header(scope, b"accept")


def rendered(problem: Problem, as_page: bool, preferred: str) -> tuple[bytes, bytes]:
    """Return a refusal's body and its media type: JSON, or a page in a `preferred` language."""
    if not as_page:
        return msgspec.json.encode(problem), b"application/json"
    detail = "" if problem.message == REFUSALS[problem.code].sentence else problem.message
    language = pages.language("", preferred)
    page = pages.refused(language, problem.code, problem.reference or detail)
    return page.encode(), b"text/html; charset=utf-8"
