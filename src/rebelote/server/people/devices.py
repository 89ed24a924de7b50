"""Device cookies, as OWASP describes them: browsers that have logged in before.

Guesses at the password of an account from many addresses are slowed down at the account itself;
a browser that shows the cookie it was given at an earlier login is not, so nobody locks the holder
out. The cookie opens nothing, and nothing is kept of it: it is signed with a secret of the server.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from typing import Final

from rebelote.server.limits import limit
from rebelote.server.people.accounts import Accounts

LASTS: Final = limit(400 * 86_400, "validity of a device cookie", unit="s", per="browser")
_SECRET: Final = "devices"


async def cookie_for(accounts: Accounts, person_id: str) -> str:
    """What a browser is given that logged in to this account."""
    device = secrets.token_urlsafe(9)
    return f"{device}.{await _signature(accounts, device, person_id)}"


async def known(accounts: Accounts, cookie: str, person_id: str) -> str:
    """The device of a cookie, if it was given at a login to this account; empty for any other."""
    device, _, signature = cookie.partition(".")
    expected = await _signature(accounts, device, person_id)
    return device if hmac.compare_digest(signature.encode(), expected.encode()) else ""


async def _signature(accounts: Accounts, device: str, person_id: str) -> str:
    key = await accounts.secret(_SECRET)
    digest = hmac.digest(key, f"{device}.{person_id}".encode("utf-8", "surrogatepass"), "sha256")
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")
