"""Network addresses: the origin of a request, and the networks counted as one address.

The address is the one that the connection comes from; behind a proxy, the one that the proxy names,
where `serve --trusted-proxy` names the proxy.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, Protocol

ADDRESS: Final[ContextVar[str]] = ContextVar("address", default="")
"""The address from which the current request comes; empty for the server's own work.

It is set once for each request and socket, and inherited by tasks that are started for a request.
"""
HOUSEHOLD_BITS: Final = 64
"""Bits of an IPv6 address that one household shares: they are counted as one address."""
SITE_BITS: Final = 48
"""Bits of an IPv6 address that one site shares, which may hold 65,536 households."""
SITE_SHARE: Final = 10
"""The share of a whole site, as a multiple of one household's."""

ELSEWHERE: Final = "192.0.2.1", 9
"""An address for documentation (RFC 5737): the route to it tells the own one, nothing is sent."""

Network = IPv4Network | IPv6Network


def networks(text: str) -> tuple[Network, ...]:
    """Parse addresses and networks separated by commas. Raises ValueError."""
    return tuple(ip_network(part.strip(), strict=False) for part in text.split(",") if part.strip())


def contains(networks: Sequence[Network], address: str) -> bool:
    parsed = _parsed(address) if networks else None
    return parsed is not None and any(parsed in network for network in networks)


@lru_cache(1024)
def _parsed(address: str) -> IPv4Address | IPv6Address | None:
    """Return the address; an IPv4 one where IPv6 only stands around it."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return None
    mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
    return mapped or parsed


class _Host(Protocol):
    @property
    def host(self) -> str: ...


class HasClient(Protocol):
    """A request, as far as it says where it comes from."""

    @property
    def client(self) -> _Host | None:
        """The other end of its connection."""


def address(request: HasClient) -> str:
    """Return the address from which a request comes."""
    return str(request.client.host) if request.client else ""


def neighbourhoods(address: str) -> Iterator[tuple[str, int]]:
    """Yield the networks counted with an address, each with its multiple of one share.

    >>> list(neighbourhoods("2001:db8:1:2:3:4:5:6"))
    [('2001:db8:1:2::/64', 1), ('2001:db8:1::/48', 10)]
    >>> list(neighbourhoods("192.0.2.7")), list(neighbourhoods("::ffff:192.0.2.7"))
    ([('192.0.2.7', 1)], [('192.0.2.7', 1)])
    """
    parsed = _parsed(address)
    if isinstance(parsed, IPv6Address):
        yield str(ip_network((int(parsed), HOUSEHOLD_BITS), strict=False)), 1
        yield str(ip_network((int(parsed), SITE_BITS), strict=False)), SITE_SHARE
    else:
        yield str(parsed or address), 1


def is_loopback(address: str) -> bool:
    """Return whether an address is this machine's own.

    >>> is_loopback("127.0.0.1"), is_loopback("::ffff:127.0.0.2"), is_loopback("192.0.2.7")
    (True, True, False)
    """
    parsed = _parsed(address)
    return parsed is not None and parsed.is_loopback


def is_nowhere(address: str) -> bool:
    """Return whether an address leads to no other machine: its own, or none.

    >>> is_nowhere("0.0.0.0"), is_nowhere("::1"), is_nowhere("192.0.2.7"), is_nowhere("laptop")
    (True, True, False, False)
    """
    parsed = _parsed(address)
    return parsed is not None and (parsed.is_unspecified or parsed.is_loopback)


def network_address() -> str:
    """Return the address of this computer in its network; empty without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as outwards:
        try:
            outwards.connect(ELSEWHERE)
        except OSError:
            return ""
        address = str(outwards.getsockname()[0])
    return "" if is_nowhere(address) else address


def household(address: str) -> str:
    """Return the address, or the IPv6 prefix of a household."""
    return next(neighbourhoods(address))[0]


def site(address: str) -> str:
    """Return the address, or the IPv6 prefix of a site, whose holder has every address in it."""
    *_, (widest, _) = neighbourhoods(address)
    return widest


# --- names of hosts -------------------------------------------------------------------------------

_SECOND_LEVEL: Final = ("ac", "co", "com", "edu", "gob", "gouv", "gov", "ne", "net", "or", "org")
"""Labels under which countries let domains be registered, as in `co.uk`."""


def registered(host: str) -> str:
    """Return the registered domain of any name in it; an approximation, without a list of suffixes.

    >>> registered("mx.mail.example"), registered("A.Club.co.uk."), registered("localhost")
    ('mail.example', 'club.co.uk', 'localhost')
    """
    labels = host.lower().strip(".").split(".")
    country = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _SECOND_LEVEL
    return ".".join(labels[-3 if country else -2 :])
