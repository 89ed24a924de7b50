"""The outbox: mail that waits, in memory, until the SMTP server has taken it.

One mail is delivered at a time. What fails is tried again with exponential backoff until the mail
is void; mail that the SMTP server refuses for good is dropped.
"""

from __future__ import annotations

import asyncio
import smtplib
from email.message import EmailMessage
from typing import Final

import structlog

from rebelote.rules.refusals import IllegalAction
from rebelote.server.mail.smtp import SmtpServer, deliver
from rebelote.server.runtime.condition import Condition
from rebelote.server.runtime.supervision import Backoff
from rebelote.server.runtime.time_source import TimeSource
from rebelote.server.telemetry import metrics

log = structlog.get_logger()

WAITING: Final = 256
"""Mails that may wait; beyond, the answer is `server-busy`."""
LOOK_EVERY: Final = 0.5
"""Seconds between two looks at whether a mail is due."""
PERMANENT: Final = 500
"""SMTP replies from this on are refusals for good."""


class QueuedMail:
    """A mail that waits; void after `until`, as the monotonic clock has it."""

    __slots__ = ("backoff", "message", "until")

    def __init__(self, message: EmailMessage, until: float) -> None:
        self.message, self.until, self.backoff = message, until, Backoff()


class Outbox:
    """The mail of one server on its way out; `name`: the host that mail comes from."""

    def __init__(self, server: SmtpServer, name: str, time: TimeSource) -> None:
        self.server, self.name = server, name
        self._time = time
        self._waiting: dict[int, QueuedMail] = {}
        self._number = 0
        self._server_backoff = Backoff()
        self._sending: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def failing(self) -> bool:
        """Whether the SMTP server could not be used when last tried: no connection, or no login."""
        return self._server_backoff.failures > 0

    def condition(self) -> Condition:
        """Whether mail goes out: `deferred` is what the SMTP server has put off, mail by mail."""
        deferred = sum(mail.backoff.failures > 0 for mail in self._waiting.values())
        expected = {"waiting": WAITING, "failures": 0}
        actual = {
            "waiting": len(self),
            "failures": self._server_backoff.failures,
            "deferred": deferred,
        }
        return Condition(not self.failing and len(self) < WAITING, expected, actual)

    def put(self, message: EmailMessage, good_for: float) -> None:
        """Have a message sent, within so many seconds. IllegalAction `server-busy`."""
        if len(self._waiting) >= WAITING:
            raise IllegalAction("server-busy")
        self._number += 1
        self._waiting[self._number] = QueuedMail(message, self._time.monotonic() + good_for)

    async def send(self) -> None:
        """Begin to send what is due, unless something is being sent; nobody waits for it."""
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send_due(), name="mail")

    def close(self) -> None:
        """Send nothing any more; what waits is lost, and is asked for again."""
        if self._sending is not None:
            self._sending.cancel()

    async def _send_due(self) -> None:
        for number, mail in list(self._waiting.items()):
            now = self._time.monotonic()
            if now >= mail.until:
                self._drop(number, "expired")
            elif not (self._server_backoff.waits(now) or mail.backoff.waits(now)):
                await self._try(number, mail)

    async def _try(self, number: int, mail: QueuedMail) -> None:
        try:
            await deliver(self.server, self.name, mail.message)
        except OSError as error:  # `smtplib`'s errors are such
            self._failed(number, mail, error)
        except Exception as error:  # a mistake of ours in one mail, which stops no other
            log.error("a mail cannot be sent", error=type(error).__name__)
            self._drop(number, "faulty")
        else:
            self._server_backoff.succeeded()
            self._drop(number, "sent")

    def _failed(self, number: int, mail: QueuedMail, error: OSError) -> None:
        """Try again later: this mail, or all of them where the SMTP server itself is the reason."""
        reply = reply_to_mail(error)
        # What the server replied may name the address; its number does not.
        about = {"error": type(error).__name__, "reply": reply or getattr(error, "smtp_code", None)}
        if reply is None:
            wait = self._server_backoff.failed(self._time.monotonic())
            log.warning("the SMTP server cannot be used", again_in=wait, **about)
            metrics.MAILS.labels("failed").inc()
        elif reply >= PERMANENT:
            log.warning("a mail was refused", **about)
            self._drop(number, "refused")
        else:
            self._server_backoff.succeeded()
            mail.backoff.failed(self._time.monotonic())
            metrics.MAILS.labels("deferred").inc()

    def _drop(self, number: int, outcome: str) -> None:
        del self._waiting[number]
        metrics.MAILS.labels(outcome).inc()


def reply_to_mail(error: OSError) -> int | None:
    """The reply by which the SMTP server refused this one mail; None for any other failure."""
    match error:
        case smtplib.SMTPRecipientsRefused():
            return max((int(code) for code, _ in error.recipients.values()), default=PERMANENT)
        case smtplib.SMTPSenderRefused() | smtplib.SMTPDataError():
            return int(error.smtp_code)
    return None
