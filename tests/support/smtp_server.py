"""A real SMTP server on this machine, and the mail that it has taken."""

from __future__ import annotations

import email
import re
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import default
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, Envelope, LoginPassword, Session
from server_process import free_port
from waiting import PATIENCE, until

from rebelote.server.features.mail.smtp import SmtpServer, sender_of

USER, SECRET = "club@mail.example", "not for the log"
"""The name and password that may send, where the SMTP server asks for them."""


class Mailbox:
    """The mail that the SMTP server took; `reply` is its answer to a mail that it refuses."""

    def __init__(self) -> None:
        self.port = free_port()
        self.taken: list[EmailMessage] = []
        self.refused = 0
        self.reply = ""
        self.defers: tuple[str, ...] = ()
        """Ends of addresses that it puts off; `hangs_up`: those at which it hangs up."""
        self.hangs_up: tuple[str, ...] = ()

    @property
    def smtp(self) -> SmtpServer:
        """The settings by which a server sends here, without encryption."""
        return SmtpServer("127.0.0.1", self.port, "none", sender_of("Club <club@mail.example>"))

    async def handle_RCPT(
        self, server: Any, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Take an address, put it off, or close the connection."""
        if self.hangs_up and address.endswith(self.hangs_up):
            server.transport.close()
        if self.defers and address.endswith(self.defers):
            self.refused += 1
            return "450 later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Session, envelope: Envelope) -> str:
        """Take a mail, or refuse it."""
        if self.reply:
            self.refused += 1
            return self.reply
        assert isinstance(envelope.content, bytes)
        message = email.message_from_bytes(envelope.content, policy=default)
        assert isinstance(message, EmailMessage)
        assert envelope.rcpt_tos == [message["To"]]
        self.taken.append(message)
        return "250 OK"

    def next(self, to: str) -> EmailMessage:
        """Wait for the oldest mail to this address, and take it out."""

        def result() -> EmailMessage | None:
            return next((one for one in self.taken if one["To"] == to), None)

        message = until(result)
        assert message is not None
        self.taken.remove(message)
        return message

    def secrets(self, to: str) -> list[str]:
        """Return the secrets of the links in the next mail to this address."""
        return secrets_in(self.next(to))

    @contextmanager
    def open(self, encrypted: ssl.SSLContext | None = None) -> Iterator[None]:
        """Take mail for a while; with STARTTLS and a password where there is a certificate."""
        more: dict[str, Any] = {}
        if encrypted is not None:
            more = {"tls_context": encrypted, "require_starttls": True, "auth_required": True}
            more["authenticator"] = authenticated
        controller = Controller(
            self, hostname="127.0.0.1", port=self.port, ready_timeout=PATIENCE, **more
        )
        controller.start()
        try:
            yield
        finally:
            controller.stop()


def authenticated(
    server: Any, session: Any, envelope: Any, mechanism: str, data: Any
) -> AuthResult:
    """Return whether a client may send."""
    right = LoginPassword(USER.encode(), SECRET.encode())
    return AuthResult(success=data == right, handled=False)


def secrets_in(message: EmailMessage) -> list[str]:
    """Return the secrets of the links in a mail, in order."""
    return re.findall(r"/#/(?:confirm|reset)/([\w-]+)\s", message.get_content())
