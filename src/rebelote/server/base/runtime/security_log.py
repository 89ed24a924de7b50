"""The security log: refusals, logins and acts of administrators, by digests.

Addresses and accounts are logged as a keyed digest. The key is the process's own and never written,
and a digest changes with the day: lines of one day can be correlated, and no person be identified.
"""

from __future__ import annotations

import hmac
import secrets
from typing import Final

import structlog

from rebelote.server.base.runtime.addresses import household
from rebelote.server.base.runtime.rate_limits import Bucket, Rate
from rebelote.server.base.runtime.time_source import TimeSource

log = structlog.get_logger()

LINES: Final = Rate(60, 5)
"""Lines about security events: so many at once, and one more every so many seconds."""
DIGITS: Final = 12
"""Hexadecimal digits of a digest."""
DAY: Final = 86_400
LOGGED: Final = frozenset(
    {
        "admins-only",
        "foreign-origin",
        "network-full",
        "not-the-host",
        "not-yours",
        "too-many",
        "too-many-addresses",
        "too-many-guesses",
        "too-many-sockets",
        "wrong-host",
    }
)
"""Refusals that are security events: a lack of rights, or too many attempts."""


class SecurityLog:
    """The security events of one server, as lines of its log."""

    def __init__(self, time: TimeSource) -> None:
        self._time = time
        self._key = secrets.token_bytes()
        self._lines = Bucket(LINES, self._time.monotonic())
        self._left_out = 0

    def event(self, event: str, address: str, account: str = "", **details: object) -> None:
        """Write a line, within the rate; the next one counts those left out."""
        if not self._lines.take_token(self._time.monotonic()):
            self._left_out += 1
            return
        if account:
            details["account"] = self.digest(account)
        if self._left_out:
            details["left_out"], self._left_out = self._left_out, 0
        log.info(event, source=self.digest(household(address)), **details)

    def refused(self, code: str, address: str, **details: str) -> None:
        """Write a line about a refusal, where it is a security event."""
        if code in LOGGED:
            self.event("refused", address, code=code, **details)

    def digest(self, text: str) -> str:
        """Return the digest of an address or an account, for today."""
        today = f"{self._time.wall() // DAY:.0f} {text}".encode("utf-8", "surrogatepass")
        return hmac.digest(self._key, today, "sha256").hex()[:DIGITS]
