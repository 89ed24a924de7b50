"""The cookies by which a browser is known: that of a session, and that of a device.

A device cookie says that the browser has logged in before (OWASP). Guesses at the password of an
account from many addresses are slowed down at the account itself; a browser with a device cookie is
not, so nobody locks the holder out. It opens nothing, and nothing is kept of it: it is signed with
a secret of the server.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from typing import Final

from rebelote.server.base.limits import limit
from rebelote.server.base.runtime.asgi import Scope
from rebelote.server.people.accounts import Accounts

COOKIE: Final = "rebelote"
DEVICE_COOKIE: Final = "rebelote-device"


def cookie_name(scheme: str, of: str = COOKIE) -> str:
    """Return a cookie's name: under https one that no other host can have set."""
    return f"__Host-{of}" if scheme in ("https", "wss") else of


def cookie_in(scope: Scope, of: str = COOKIE) -> str:
    """Return the value of a cookie of a request or socket (ASGI); empty without one."""
    sent = dict(scope["headers"]).get(b"cookie", b"").decode("latin-1")
    pairs = (pair.strip().partition("=") for pair in sent.split(";"))
    name = cookie_name(scope["scheme"], of)
    return next((value for key, _, value in pairs if key == name), "")


def secret_in(scope: Scope) -> str:
    """Return the session's secret that came with a request or socket; empty without one."""
    return cookie_in(scope)


DEVICE_SECONDS: Final = limit(400 * 86_400, "validity of a device cookie", unit="s", per="browser")
_SECRET: Final = "devices"


async def device_cookie(accounts: Accounts, person_id: str) -> str:
    """Return a cookie for the browser at which this account's holder logged in."""
    device = secrets.token_urlsafe(9)
    return f"{device}.{await _signature(accounts, device, person_id)}"


async def known_device(accounts: Accounts, cookie: str, person_id: str) -> str:
    """Return the device of a cookie, if it was given at a login to this account; else ""."""
    device, _, signature = cookie.partition(".")
    expected = await _signature(accounts, device, person_id)
    return device if hmac.compare_digest(signature.encode(), expected.encode()) else ""


async def _signature(accounts: Accounts, device: str, person_id: str) -> str:
    key = await accounts.secret(_SECRET)
    digest = hmac.digest(key, f"{device}.{person_id}".encode("utf-8", "surrogatepass"), "sha256")
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")
