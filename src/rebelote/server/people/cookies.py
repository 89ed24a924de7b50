"""The cookies by which a browser is known, and what a request or socket says in them."""

from __future__ import annotations

from typing import Final

from rebelote.server.runtime.asgi import Scope

COOKIE: Final = "rebelote"
DEVICE_COOKIE: Final = "rebelote-device"


def cookie_name(scheme: str, of: str = COOKIE) -> str:
    """What a cookie is called: under https by a name that no other host can have set."""
    return f"__Host-{of}" if scheme in ("https", "wss") else of


def cookie_in(scope: Scope, of: str = COOKIE) -> str:
    """What a cookie says that came with a request or socket (ASGI); empty without one."""
    sent = dict(scope["headers"]).get(b"cookie", b"").decode("latin-1")
    pairs = (pair.strip().partition("=") for pair in sent.split(";"))
    name = cookie_name(scope["scheme"], of)
    return next((value for key, _, value in pairs if key == name), "")


def secret_in(scope: Scope) -> str:
    """The session's secret that came with a request or socket; empty without one."""
    return cookie_in(scope)
