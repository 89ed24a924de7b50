"""E-mail addresses and mailed links, as a feature; there is none where no mail is sent.

Links are kept as digests, which are not exported.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rebelote.server.core import Core
from rebelote.server.feature import Feature
from rebelote.server.mail import routes
from rebelote.server.mail.messages import MailSender
from rebelote.server.mail.outbox import LOOK_EVERY, Outbox
from rebelote.server.mail.smtp import SmtpServer
from rebelote.server.people.addresses import REQUEST_SECONDS, Addresses
from rebelote.server.personal import Personal
from rebelote.server.runtime.supervision import Chore, Part


def _addresses(core: Core) -> Addresses | None:
    if (smtp := core.find(SmtpServer)) is None:
        return None
    outbox = Outbox(smtp, smtp.sender.domain, core.time)
    sender = MailSender(smtp.sender, core.public_url)
    return Addresses(core.accounts, outbox, sender, core.limits)


def _chores(core: Core) -> Iterator[Chore]:
    if (addresses := core.find(Addresses)) is not None:
        yield Chore("forgotten passwords", addresses.answer, REQUEST_SECONDS)
        yield Chore("mail", addresses.outbox.send, LOOK_EVERY)


def _parts(core: Core) -> Iterator[tuple[str, Part]]:
    if (addresses := core.find(Addresses)) is not None:
        yield "outbox", addresses.outbox


def _warnings(core: Core) -> Iterator[str]:
    if (addresses := core.find(Addresses)) is not None:
        yield from addresses.outbox.warnings


def _close(core: Core) -> None:
    if (addresses := core.find(Addresses)) is not None:
        addresses.outbox.close()


FEATURE: Final = Feature(
    routes=routes.HANDLERS,
    services={Addresses: _addresses},
    chores=_chores,
    parts=_parts,
    warnings=_warnings,
    close=_close,
    personal=(
        Personal(table="email_addresses", exported="address, confirmed"),
        Personal(table="mail_links", exported="purpose, address, expires"),
    ),
)
