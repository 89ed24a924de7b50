"""E-mail addresses and mailed links, as a feature; there is none where no mail is sent.

Links are kept as digests, which are not exported.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from litestar import Response, delete, get, post, put

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.core import Core
from rebelote.server.feature import Feature
from rebelote.server.http.described import PASSWORD, described
from rebelote.server.http.requests import AppRequest, count_address, place, preferred_language
from rebelote.server.mail import schemas
from rebelote.server.mail.messages import MailSender
from rebelote.server.mail.outbox import LOOK_EVERY, Outbox
from rebelote.server.mail.smtp import SmtpServer
from rebelote.server.people import logins
from rebelote.server.people import schemas as people_schemas
from rebelote.server.people.addresses import REQUEST_SECONDS, Addresses
from rebelote.server.people.database import Person
from rebelote.server.personal import Personal
from rebelote.server.protocol import names
from rebelote.server.runtime.addresses import address
from rebelote.server.runtime.supervision import Chore, Part


def _build(core: Core) -> Addresses | None:
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


def _addresses(core: Core) -> Addresses:
    """The accounts' addresses. IllegalActionError `no-mail` where the server sends none."""
    if (addresses := core.find(Addresses)) is None:
        raise IllegalActionError("no-mail")
    return addresses


@get("/api/recovery", summary="How a forgotten password can be replaced", sync_to_thread=False)
def recovery_options(core: Core) -> schemas.RecoveryOptions:
    """By a recovery code always; by mail where the server sends it."""
    return schemas.RecoveryOptions(core.find(Addresses) is not None)


# --- the address of an account --------------------------------------------------------------------


@get("/api/me/address", summary="The e-mail address of one's account", opt=described("no-mail"))
async def address_of_account(me: Person, core: Core) -> schemas.EmailAddress:
    """Confirmed, or waiting for it."""
    return await _addresses(core).of(me)


@put(
    "/api/me/address",
    status_code=204,
    summary="Another e-mail address, or the first",
    opt=described("no-mail", "wrong-login", "bad-address", "too-many-addresses", "mail-full"),
)
async def add_address(
    request: AppRequest, data: schemas.NewEmailAddress, me: Person, core: Core
) -> None:
    """A link is mailed there that confirms it; the account confirms by its password."""
    addresses = _addresses(core)
    await logins.check_password(request, me, data.password, "address asked for", core)
    await addresses.add(me, data.address, preferred_language(request), address(request))


@delete(
    "/api/me/address",
    summary="No e-mail address any more",
    opt=described("no-mail", "wrong-login", "mail-full"),
)
async def remove_address(
    request: AppRequest, data: schemas.EmailAddressRemoval, me: Person, core: Core
) -> None:
    """A link is sent there; the account confirms by its password."""
    addresses = _addresses(core)
    await logins.check_password(request, me, data.password, "address removed", core)
    await addresses.remove(me, preferred_language(request))


# --- links of a mail ------------------------------------------------------------------------------


@post(
    "/api/mail-link",
    status_code=200,
    summary="What a link is for",
    opt=described("no-mail", "link-expired"),
)
async def mail_link(request: AppRequest, data: schemas.MailLink, core: Core) -> schemas.MailLinkUse:
    """Its purpose, and the account; it is not used up by this."""
    count_address("link", request, core)
    link = await _addresses(core).link(data.secret)
    return schemas.MailLinkUse(link.purpose, link.person.name, link.address)


@post(
    "/api/confirm",
    status_code=204,
    summary="Confirm an e-mail address by a link",
    opt=described("no-mail", "link-expired", "address-full"),
)
async def confirm_address(request: AppRequest, data: schemas.MailLink, core: Core) -> None:
    """The link is used up, and the address is the account's."""
    count_address("link", request, core)
    link = await _addresses(core).confirm(data.secret, preferred_language(request))
    account = names.key(link.person.name)
    core.security_log.event("address confirmed", address(request), account)


@post(
    "/api/forgotten",
    status_code=204,
    summary="A link by mail, for a forgotten password",
    opt=described("no-mail", "mail-full"),
)
async def forgotten_password(
    request: AppRequest, data: schemas.ForgottenPassword, core: Core
) -> None:
    """The same answer whether or not there is such an account or address."""
    addresses = _addresses(core)
    count_address("reset", request, core)
    addresses.ask_reset(data.who, preferred_language(request))


@post(
    "/api/reset",
    status_code=200,
    summary="Another password by a link",
    opt=described("no-mail", "link-expired", *PASSWORD),
)
async def reset_password(
    request: AppRequest, data: schemas.PasswordReset, core: Core
) -> Response[people_schemas.Me]:
    """The link is used up, every session ends, and this browser has a new one."""
    addresses = _addresses(core)
    count_address("recover", request, core)
    link = await addresses.link(data.secret, "reset")
    account = names.key(link.person.name)
    with (
        place("logins", request, core),
        logins.security_logged(request, "password reset by mail", account, core),
    ):
        person, secret = await addresses.reset(data.secret, data.password, logins.agent(request))
    logins.dismiss(core, person.id)
    return await logins.logged_in(request, person, secret, core)


FEATURE: Final = Feature(
    routes=(
        recovery_options,
        address_of_account,
        add_address,
        remove_address,
        mail_link,
        confirm_address,
        forgotten_password,
        reset_password,
    ),
    services={Addresses: _build},
    chores=_chores,
    parts=_parts,
    warnings=_warnings,
    close=_close,
    personal=(
        Personal(table="email_addresses", exported="address, confirmed"),
        Personal(table="mail_links", exported="purpose, address, expires"),
    ),
)
