"""The SMTP server by which mail goes out: how it is named at the start, and delivery to it.

`smtplib` in a thread: the standard library keeps it, and a mail now and then needs no more.
It and the parts of `email` that read headers are loaded by the first mail: most servers send none.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import functools
import ssl
import threading
from collections.abc import Callable
from email.utils import parseaddr
from typing import TYPE_CHECKING, Final, Literal, NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.email_address import normalized

if TYPE_CHECKING:
    import smtplib
    from email.headerregistry import Address
    from email.message import EmailMessage

TIMEOUT: Final = limit(
    30.0,
    "time for each answer of the SMTP server",
    unit="s",
    per="mail",
    beyond="it is tried again later",
)
PORTS: Final = {"tls": 465, "starttls": 587, "none": 25}
"""The usual port by how the connection is encrypted."""
LOCAL: Final = ("localhost", "127.0.0.1", "::1")
"""Hosts to which mail may go without encryption."""
FORM: Final = "write it as smtps://user@mail.example or smtp://user@mail.example?starttls"

Security = Literal["tls", "starttls", "none"]


class SmtpServer(NamedTuple):
    """An SMTP server, its login, and the sender of mail."""

    host: str
    port: int
    security: Security
    sender: Address
    user: str = ""
    password: str = ""

    def __repr__(self) -> str:
        return f"{self.host}:{self.port}"


# --- what the operator says -----------------------------------------------------------------------


def configured(url: str, sender: str, password: str) -> SmtpServer:
    """Return the SMTP server of this address. Raises ValueError without the password in it."""
    parts, port = _parts(url)
    security = _security(parts)
    user = unquote(parts.username or "")
    if user and not password:
        raise ValueError(
            "--smtp names a user but there is no password: put it in the environment variable "
            "REBELOTE_SMTP_PASSWORD or in a file named by --smtp-password-file"
        )
    host = parts.hostname or ""
    return SmtpServer(host, port or PORTS[security], security, sender_of(sender), user, password)


def _parts(url: str) -> tuple[SplitResult, int | None]:
    """Return the parts of the address; an error never repeats it, because it may hold a secret."""
    try:
        parts = urlsplit(url)
        port, password = parts.port, parts.password
    except ValueError:
        raise ValueError(f"--smtp is not an address of a mail server: {FORM}") from None
    if password is not None:
        raise ValueError(
            "--smtp holds a password, which others on this machine could read: put it in the "
            "environment variable REBELOTE_SMTP_PASSWORD or in a file named by "
            "--smtp-password-file, and change it"
        )
    if not parts.hostname or parts.path.strip("/") or parts.fragment:
        raise ValueError(f"--smtp is not an address of a mail server: {FORM}")
    return parts, port


def _security(parts: SplitResult) -> Security:
    """Return the encryption of the connection; only this machine may go without."""
    match parts.scheme, parts.query:
        case "smtps", "":
            return "tls"
        case "smtp", "starttls":
            return "starttls"
        case "smtp", "" if parts.hostname in LOCAL and not parts.username:
            return "none"
        case "smtp", "":
            raise ValueError(f"--smtp would send mail unencrypted: {FORM}")
    raise ValueError(f"--smtp is not an address of a mail server: {FORM}")


def sender_of(text: str) -> Address:
    """Return the address that mail comes from, with or without a name. ValueError for none.

    >>> str(sender_of("Club <club@club.example>")), str(sender_of("club@club.example"))
    ('Club <club@club.example>', 'Rebelote <club@club.example>')
    """
    from email.headerregistry import Address

    name, address = parseaddr(text if text.isprintable() else "")
    try:
        return Address(name or "Rebelote", addr_spec=normalized(address))
    except (IllegalActionError, ValueError):
        raise ValueError(
            "--smtp needs --mail-from, the address that mail comes from: write it as "
            "club@club.example or 'Our club <club@club.example>'"
        ) from None


# --- delivery -------------------------------------------------------------------------------------


async def deliver(server: SmtpServer, name: str, message: EmailMessage) -> None:
    """Deliver a message, beside the event loop; OSError where it cannot be done (`smtplib`'s too).

    `name`: by which this server introduces itself.
    """
    await _in_thread(functools.partial(_deliver, server, name, message))


def _deliver(server: SmtpServer, name: str, message: EmailMessage) -> None:
    with _connected(server, name) as connection:
        if server.security == "starttls":
            connection.starttls(context=ssl.create_default_context())
        if server.user:
            connection.login(server.user, server.password)
        connection.send_message(message)


def _connected(server: SmtpServer, name: str) -> smtplib.SMTP:
    import smtplib

    if server.security != "tls":
        return smtplib.SMTP(server.host, server.port, name, TIMEOUT)
    trusted = ssl.create_default_context()
    return smtplib.SMTP_SSL(server.host, server.port, name, timeout=TIMEOUT, context=trusted)


async def _in_thread(work: Callable[[], None]) -> None:
    """Do this in a thread that no end of the server waits for."""
    done: concurrent.futures.Future[None] = concurrent.futures.Future()

    def run() -> None:
        done.set_running_or_notify_cancel()
        try:
            work()
        except BaseException as error:
            done.set_exception(error)
        else:
            done.set_result(None)

    threading.Thread(target=run, name="smtp", daemon=True).start()
    await asyncio.wrap_future(done)
