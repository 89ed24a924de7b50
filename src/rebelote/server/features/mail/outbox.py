"""The outbox: mail that waits, in memory, until the SMTP server has taken it.

One mail is delivered at a time, urgent ones (another password) first. What fails is tried again
with exponential backoff until the mail is void; what the SMTP server refuses for good is dropped.
Mail that was put off gives its place to mail that was not tried yet, so that the outbox cannot be
filled with addresses whose mail servers put everything off.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import structlog

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.runtime.addresses import registered
from rebelote.server.base.runtime.supervision import Backoff, Condition
from rebelote.server.base.runtime.time_source import TimeSource
from rebelote.server.base.telemetry import metrics
from rebelote.server.features.mail.smtp import SmtpServer, deliver

if TYPE_CHECKING:
    from email.message import EmailMessage

log = structlog.get_logger()

WAITING: Final = limit(
    256, "mails waiting to be sent", per="server", beyond="those put off give way, then `mail-full`"
)
"""Mails that may wait; beyond, those that were put off give way, or the answer is `mail-full`."""
WAITING_NOT_URGENT: Final = limit(
    128, "of these, mails that set no password", per="server", beyond="mail-full"
)
DEFERRED_BY_DOMAIN: Final = limit(
    10, "waiting mails to one domain that were put off", per="server", beyond="dropped"
)
DEFERRED_MOST: Final = limit(
    64, "waiting mails that were put off", per="server", beyond="`/health` warns: `mail-deferred`"
)
RETRY_MOST: Final = limit(
    600.0, "time between two tries of a mail that was put off", unit="s", per="mail"
)
WARN_SECONDS: Final = 3600.0
"""Seconds for which `/health` warns of mail for which there was no room."""
LOOK_EVERY: Final = 0.5
"""Seconds between two looks for pending mail."""
PERMANENT: Final = 500
"""SMTP replies from this on are refusals for good."""


class QueuedMail:
    """A mail that waits; void after `until`, as the monotonic clock has it."""

    __slots__ = ("backoff", "domain", "message", "tries", "until", "urgent")

    def __init__(self, message: EmailMessage, until: float, urgent: bool) -> None:
        self.message, self.until, self.urgent = message, until, urgent
        self.domain = registered(str(message["To"]).rpartition("@")[2].rstrip(">"))
        self.backoff, self.tries = Backoff(RETRY_MOST), 0

    @property
    def deferred(self) -> bool:
        """Whether it was tried, and put off."""
        return self.backoff.failures > 0


class Outbox:
    """The mail of one server on its way out; `name`: the host that mail comes from."""

    def __init__(self, server: SmtpServer, name: str, time: TimeSource) -> None:
        self.server, self.name = server, name
        self._time = time
        self._waiting: dict[int, QueuedMail] = {}
        self._number = 0
        self._server_backoff = Backoff()
        self._sending: asyncio.Task[None] | None = None
        self._full_until = 0.0

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def failing(self) -> bool:
        """Whether the SMTP server could not be used when last tried: no connection, or no login."""
        return self._server_backoff.failures > 0

    @property
    def deferred(self) -> int:
        """Mails that the SMTP server has put off."""
        return sum(mail.deferred for mail in self._waiting.values())

    @property
    def warnings(self) -> Iterator[str]:
        """The warnings for the operator: codes of `/health`."""
        if self.failing:
            yield "smtp"
        if self.deferred >= DEFERRED_MOST:
            yield "mail-deferred"
        if self._time.monotonic() < self._full_until:
            yield "mail-full"

    def condition(self) -> Condition:
        """Return the state of delivery; `deferred`: mails that the SMTP server put off."""
        expected = {"waiting": WAITING, "failures": 0, "deferred": DEFERRED_MOST}
        actual = {
            "waiting": len(self),
            "failures": self._server_backoff.failures,
            "deferred": self.deferred,
        }
        fine = not self.failing and len(self) < WAITING and self.deferred < DEFERRED_MOST
        return Condition(fine, expected, actual)

    def put(self, message: EmailMessage, good_for: float, urgent: bool = False) -> int:
        """Queue a message to send within so many seconds, and return its number.

        IllegalActionError `mail-full`.
        """
        if self._is_full(urgent) and not self._displace(urgent):
            self.warn_full()
            raise IllegalActionError("mail-full")
        self._number += 1
        until = self._time.monotonic() + good_for
        self._waiting[self._number] = QueuedMail(message, until, urgent)
        return self._number

    def warn_full(self) -> None:
        """Take note that a mail was not taken."""
        self._full_until = self._time.monotonic() + WARN_SECONDS

    def withdraw(self, number: int) -> None:
        """Drop this mail, because its cause did not take effect."""
        self._waiting.pop(number, None)

    def _is_full(self, urgent: bool) -> bool:
        others = sum(not mail.urgent for mail in self._waiting.values())
        return len(self) >= WAITING or (not urgent and others >= WAITING_NOT_URGENT)

    def _displace(self, urgent: bool) -> bool:
        """Drop the mail put off that was put here first, for another's sake; urgent ones last."""
        deferred = (
            (mail.urgent, number)
            for number, mail in self._waiting.items()
            if mail.deferred and mail.urgent <= urgent
        )
        if (due := min(deferred, default=None)) is None:
            return False
        self._drop(due[1], "displaced")
        return True

    async def send(self) -> None:
        """Begin to send pending mail in the background, unless some is being sent."""
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send_pending(), name="mail")

    def close(self) -> None:
        """Send nothing any more; what waits is lost, and has to be requested again."""
        if self._sending is not None:
            self._sending.cancel()

    async def _send_pending(self) -> None:
        while (number := self._pending()) is not None:
            await self._try(number, self._waiting[number])

    def _pending(self) -> int | None:
        """Return the mail to be tried next; those that are void are dropped.

        Urgent ones first, then those tried least: none keeps the others from being tried.
        """
        now = self._time.monotonic()
        for number in [number for number, mail in self._waiting.items() if now >= mail.until]:
            self._drop(number, "expired")
        if self._server_backoff.waits(now):
            return None
        pending = (
            (not mail.urgent, mail.tries, number)
            for number, mail in self._waiting.items()
            if not mail.backoff.waits(now)
        )
        return min(pending, default=(False, 0, None))[-1]

    async def _try(self, number: int, mail: QueuedMail) -> None:
        mail.tries += 1
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
            if not mail.urgent and self._deferred_to(mail.domain) > DEFERRED_BY_DOMAIN:
                self._drop(number, "displaced")

    def _deferred_to(self, domain: str) -> int:
        """Return mails to a domain that were put off, urgent ones aside."""
        return sum(
            mail.deferred and not mail.urgent and mail.domain == domain
            for mail in self._waiting.values()
        )

    def _drop(self, number: int, outcome: str) -> None:
        mail = self._waiting.pop(number, None)
        metrics.MAILS.labels(outcome).inc()
        if mail is not None and outcome in ("expired", "displaced"):
            log.warning("a mail was given up", outcome=outcome, tries=mail.tries)


def reply_to_mail(error: OSError) -> int | None:
    """Return the SMTP server's reply if it refused this one mail; None for other failures."""
    import smtplib

    match error:
        case smtplib.SMTPRecipientsRefused():
            return max((int(code) for code, _ in error.recipients.values()), default=PERMANENT)
        case smtplib.SMTPSenderRefused() | smtplib.SMTPDataError():
            return int(error.smtp_code)
    return None
