"""E-mail addresses: their syntax, and the form in which they are stored."""

from __future__ import annotations

import re
from typing import Final

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit

LONGEST: Final = limit(254, "an e-mail address", unit="characters", beyond="bad-address")
_LABEL: Final = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_ADDRESS: Final = re.compile(
    rf"[A-Za-z0-9!#$%&'*+/=?^_`{{|}}~-][A-Za-z0-9.!#$%&'*+/=?^_`{{|}}~-]{{0,63}}"
    rf"@{_LABEL}(?:\.{_LABEL})+"
)
"""As browsers check one, with a domain of at least two labels."""


def normalized(text: str) -> str:
    """Return the address with its domain in ASCII and lower case. IllegalActionError `bad-address`.

    The part before the `@` is ASCII, so that none looks like another; it stays as it was written,
    for its mail server may distinguish upper and lower case.

    >>> normalized(" Ann.B@Club.Example "), normalized("jo@café.example")
    ('Ann.B@club.example', 'jo@xn--caf-dma.example')
    """
    local, at, domain = text.strip().rpartition("@")
    try:
        address = f"{local}{at}{domain.encode('idna').decode('ascii').lower()}"
    except UnicodeError:
        raise IllegalActionError("bad-address") from None
    if len(address) > LONGEST or not _ADDRESS.fullmatch(address):
        raise IllegalActionError("bad-address")
    return address
