"""How often may somebody do that? Buckets that fill up again, by address and by person.

The address is the one that the connection comes from; behind a proxy, the one that the proxy tells,
where `serve --trusted-proxy` names it.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, Final, NamedTuple

from rebelote.refusals import IllegalAction

BUCKETS: Final = 50_000
"""Buckets kept at most; beyond, the one that was used least of late is forgotten."""
NEIGHBOURS: Final = 64
"""Bits of an IPv6 address that one household shares."""


class Rate(NamedTuple):
    """So many at once, and one more every so many seconds."""

    most: float
    seconds: float


class Bucket:
    """What is left of a rate: it fills up again."""

    __slots__ = ("at", "left", "rate")

    def __init__(self, rate: Rate, now: float) -> None:
        self.rate, self.left, self.at = rate, rate.most, now

    def spend(self, now: float) -> bool:
        """Whether one more is within the rate."""
        self.left = min(self.rate.most, self.left + (now - self.at) / self.rate.seconds)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


BY_ADDRESS: Final = {
    "login": Rate(20, 10),
    "account": Rate(10, 60),
    "guest": Rate(60, 5),
    "table": Rate(100, 2),
    "code": Rate(60, 1),
    "farewell": Rate(10, 60),
}
"""What is counted by address: a café of sixty phones may come in at once."""
BY_PERSON: Final = {
    "password": Rate(5, 60),
    "name": Rate(5, 60),
    "table": Rate(20, 10),
    "circle": Rate(100, 1),
    "find": Rate(30, 2),
    "settings": Rate(60, 1),
    "report": Rate(5, 600),
    "export": Rate(3, 600),
}
"""What is counted by person; `password` also by the account that is tried from one address."""

Network = IPv4Network | IPv6Network


def networks(text: str) -> tuple[Network, ...]:
    """Addresses and networks, by comma. ValueError for what is none."""
    return tuple(ip_network(part.strip(), strict=False) for part in text.split(",") if part.strip())


class Limits:
    """The buckets of one server; `uncounted`: networks from which nothing is counted."""

    def __init__(self, uncounted: Sequence[Network] = ()) -> None:
        self.uncounted = tuple(uncounted)
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def by_address(self, what: str, address: str, now: float | None = None) -> None:
        """Count this once more from an address. IllegalAction `too-many`."""
        if not self._is_uncounted(address):
            self._spend((what, neighbourhood(address)), BY_ADDRESS[what], now)

    def by_person(self, what: str, person: str, address: str, now: float | None = None) -> None:
        """Count this once more of a person, who is at that address. IllegalAction `too-many`."""
        if not self._is_uncounted(address):
            self._spend((f"{what} of", person), BY_PERSON[what], now)

    def _is_uncounted(self, address: str) -> bool:
        if not self.uncounted:
            return False
        try:
            return any(ip_address(address) in network for network in self.uncounted)
        except ValueError:
            return False

    def _spend(self, key: tuple[str, str], rate: Rate, now: float | None) -> None:
        now = time.monotonic() if now is None else now
        bucket = self._buckets.pop(key, None) or Bucket(rate, now)
        self._buckets[key] = bucket
        if len(self._buckets) > BUCKETS:
            self._buckets.popitem(last=False)
        if not bucket.spend(now):
            raise IllegalAction("too-many")


def address(asked: Any) -> str:
    """Where a request comes from."""
    return str(asked.client.host) if asked.client else ""


def neighbourhood(address: str) -> str:
    """What is counted as one address: of IPv6 the 64 bits that a household has.

    >>> neighbourhood("2001:db8:1:2:3:4:5:6"), neighbourhood("192.0.2.7")
    ('2001:db8:1:2::/64', '192.0.2.7')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((int(found), NEIGHBOURS), strict=False))
