"""Delivery of push messages: the key of the server, and requests to push services.

The address of a push service comes from a browser, and is not trusted: https alone, to public
addresses, on port 443; no redirects; the answer's body is not read. The address that was checked
is the one connected to.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import secrets
import socket
import ssl
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final, Literal, NamedTuple, TypeVar
from urllib.parse import SplitResult, urlsplit

import h11

from rebelote.server.base.limits import limit
from rebelote.server.base.runtime.addresses import Network
from rebelote.server.features.push.name_lookup import NameLookup
from rebelote.server.features.push.subscriptions import Subscription
from rebelote.server.people.accounts import Accounts

PORT: Final = 443
"""The one port of push services on the internet."""
DELIVERY_SECONDS: Final = limit(
    5.0,
    "time for a push service to take a message",
    unit="s",
    per="message",
    beyond="the delivery has failed",
)
TOKEN_SECONDS: Final = 12 * 3600
"""Validity of a sender's token (RFC 8292: a day at most)."""
PADDED: Final = 512
"""Bytes that the text of every message is made up to."""
SALT_BYTES: Final = 16
READ_AT_ONCE: Final = 4096
_TRANSLATED: Final = ip_network("64:ff9b::/96"), ip_network("64:ff9b:1::/48")
"""IPv6 addresses that a network translates to IPv4 ones (NAT64), private ones too."""
_ISATAP: Final = 0x5EFE, 0x02005EFE
"""The bits before an IPv4 address, a private one too, in the last half of IPv6 ones (ISATAP)."""

Urgency = Literal["normal", "high"]
_Given = TypeVar("_Given")


class ForbiddenAddressError(Exception):
    """A message is not sent where this subscription says."""


class PushMessage(NamedTuple):
    """A message to one browser: its text, and the options of the push service (RFC 8030)."""

    text: bytes
    seconds: int
    topic: str
    urgency: Urgency


class Sender(NamedTuple):
    """The sender: `contact` is a `mailto:` or `https:` address that push services may write to.

    `networks`: the networks allowed in addition to the public internet.
    """

    contact: str
    networks: tuple[Network, ...] = ()


def sender(contact: str, networks: tuple[Network, ...]) -> Sender | None:
    """Return the configured sender; None without a contact, ValueError for a wrong one."""
    if contact and not contact.startswith(("mailto:", "https://")):
        raise ValueError(f"{contact!r} is no contact: write mailto:you@club.example, or https://…")
    return Sender(contact, networks) if contact else None


# --- where a message may go -----------------------------------------------------------------------


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Return whether an address is one of the public internet, however IPv6 wraps it.

    >>> texts = "1.1.1.1 2606:4700::1 10.0.0.1 ::1 fec0::1 ::ffff:127.0.0.1 64:ff9b::a00:1"
    >>> [is_public(ip_address(text)) for text in texts.split()]
    [True, True, False, False, False, False, False]
    """
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address.sixtofour or address.teredo or address.is_site_local:
            return False
        if any(address in network for network in _TRANSLATED):
            return False
        if int(address) >> 32 & 0xFFFFFFFF in _ISATAP:
            return False
    return address.is_global and not (address.is_multicast or address.is_reserved)


def checked(endpoint: str, networks: Sequence[Network] = ()) -> SplitResult:
    """Split a subscription's address. ForbiddenAddressError if nothing is ever sent to it.

    >>> checked("https://push.example/v1/abc").hostname
    'push.example'
    """
    try:
        parts = urlsplit(endpoint)
        port, host = parts.port or PORT, parts.hostname or ""
    except ValueError:
        raise ForbiddenAddressError(endpoint) from None
    plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    if not plain or parts.scheme != "https" or "@" in parts.netloc or parts.fragment:
        raise ForbiddenAddressError(endpoint)
    address = _literal(host)
    if address is not None:
        _check(address, port, networks)
    elif "." not in host.strip(".") or (port != PORT and not networks):
        raise ForbiddenAddressError(endpoint)
    return parts


def _literal(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _check(address: IPv4Address | IPv6Address, port: int, networks: Sequence[Network]) -> None:
    """Raise ForbiddenAddressError unless it is public, or in the operator's own networks."""
    if any(address in network for network in networks):
        return
    if port != PORT or not is_public(address):
        raise ForbiddenAddressError(str(address))


# --- requests -------------------------------------------------------------------------------------


class PushDelivery:
    """The delivery of a server's push messages; `sender` is None if it sends none."""

    def __init__(self, accounts: Accounts, sender: Sender | None) -> None:
        self.accounts = accounts
        self.sender = sender
        self._sealing = ThreadPoolExecutor(1, "push")  # started by the first message
        networks = sender.networks if sender else ()
        resolve = functools.partial(resolved, networks=networks)
        self.names = NameLookup(accounts.store.time, resolve)
        self._context: ssl.SSLContext | None = None

    def check(self, endpoint: str) -> None:
        """Raise ForbiddenAddressError for an address to which nothing is ever sent."""
        checked(endpoint, self.sender.networks if self.sender else ())

    async def public_key(self) -> str | None:
        """Return the key for subscriptions of browsers; None if nothing is sent."""
        if self.sender is None:
            return None
        return await self._sealed(_public_key, await self._secret())

    async def send(self, to: Subscription, message: PushMessage, person: str) -> int:
        """Return the HTTP status that the push service answers; `person`: whose subscription it is.

        ForbiddenAddressError, ValueError where its keys are none; OSError, TimeoutError,
        h11.RemoteProtocolError where there is no answer; UnresolvedNameError where no
        connection was tried.
        """
        if self.sender is None:
            raise ForbiddenAddressError(to.endpoint)
        parts = checked(to.endpoint, self.sender.networks)
        expires = int(self.accounts.store.time.wall()) + TOKEN_SECONDS
        origin = f"https://{parts.netloc}"
        work = functools.partial(_sealed, await self._secret(), self.sender.contact, expires)
        token, body = await self._sealed(work, origin, to, message.text)
        async with asyncio.timeout(DELIVERY_SECONDS):
            headers = _headers(parts, token, body, message)
            return await self._post(parts, headers, body, person)

    async def _secret(self) -> bytes:
        """Return the secret that the server's key derives from, stored in the database."""
        return await self.accounts.secret("vapid")

    async def _sealed(self, work: Callable[..., _Given], *arguments: object) -> _Given:
        """Seal a message outside the event loop, because it loads keys and their library."""
        return await asyncio.get_running_loop().run_in_executor(self._sealing, work, *arguments)

    async def _post(
        self, parts: SplitResult, headers: list[tuple[str, str]], body: bytes, person: str
    ) -> int:
        reader, writer = await self._connected(parts.hostname or "", parts.port or PORT, person)
        try:
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            request = h11.Request(method="POST", target=target, headers=headers)
            return await _status(reader, writer, request, body)
        finally:
            writer.transport.abort()

    async def _connected(
        self, host: str, port: int, person: str
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Return a connection to the first address of a host that takes one."""
        if self._context is None:
            self._context = await self._sealed(ssl.create_default_context)
        for address in await self.names.addresses(host, port, person):
            with contextlib.suppress(OSError):
                return await asyncio.open_connection(
                    address, port, ssl=self._context, server_hostname=host
                )
        raise ConnectionRefusedError(host)

    def close(self) -> None:
        """End its threads."""
        self._sealing.shutdown(wait=False, cancel_futures=True)
        self.names.close()


def _public_key(secret: bytes) -> str:
    from rebelote.server.features.push import encryption as crypto

    return crypto.base64url(crypto.public_point(crypto.private_key(secret)))


def _sealed(
    secret: bytes, contact: str, expires: int, origin: str, to: Subscription, text: bytes
) -> tuple[str, bytes]:
    """Return the token and the body of a message."""
    from rebelote.server.features.push import encryption as crypto

    token = crypto.authorization(crypto.private_key(secret), origin, contact, expires)
    once = crypto.private_key(secrets.token_bytes(32))
    salt = secrets.token_bytes(SALT_BYTES)
    return token, crypto.encrypt(text, to.public_point, to.secret, salt, once, PADDED)


def _headers(
    parts: SplitResult, token: str, body: bytes, message: PushMessage
) -> list[tuple[str, str]]:
    return [
        ("Host", parts.netloc),
        ("Authorization", token),
        ("Content-Encoding", "aes128gcm"),
        ("Content-Type", "application/octet-stream"),
        ("Content-Length", str(len(body))),
        ("TTL", str(message.seconds)),
        ("Topic", message.topic),
        ("Urgency", message.urgency),
        ("Connection", "close"),
    ]


def resolved(host: str, port: int, networks: Sequence[Network]) -> list[str]:
    """Return the addresses of a host; ForbiddenAddressError if any of them is forbidden."""
    addresses = [str(it[4][0]) for it in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    for address in addresses:
        _check(ip_address(address), port, networks)
    return addresses


async def _status(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: h11.Request, body: bytes
) -> int:
    """Read only the status of the answer to a request."""
    connection = h11.Connection(h11.CLIENT)
    for event in (request, h11.Data(data=body), h11.EndOfMessage()):
        writer.write(connection.send(event) or b"")
    while True:
        result = connection.next_event()
        if result is h11.NEED_DATA:
            connection.receive_data(await reader.read(READ_AT_ONCE))
        elif isinstance(result, h11.Response):
            return result.status_code
        elif not isinstance(result, h11.InformationalResponse):
            raise ConnectionResetError("the push service gave no answer")
