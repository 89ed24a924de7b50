"""E-mail addresses and mailed links, as a feature; there is none where no mail is sent.

Links are kept as digests, which are not exported.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from litestar import Response, delete, get, post, put

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol import names
from rebelote.server.base.runtime.addresses import address
from rebelote.server.base.runtime.supervision import Chore, Part
from rebelote.server.features.mail import schemas
from rebelote.server.features.mail.addresses import REQUEST_SECONDS, Addresses
from rebelote.server.features.mail.messages import MailSender
from rebelote.server.features.mail.outbox import LOOK_EVERY, Outbox
from rebelote.server.features.mail.smtp import SmtpServer
from rebelote.server.people import schemas as people_schemas
from rebelote.server.people.database import Person
from rebelote.server.people.personal import Personal
from rebelote.server.web import logins
from rebelote.server.web.core import Core
from rebelote.server.web.described import PASSWORD, described
from rebelote.server.web.feature import Feature
from rebelote.server.web.requests import AppRequest, count_address, place, preferred_language


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
    """Return the accounts' addresses. IllegalActionError `no-mail` if the server sends no mail."""
    if (addresses := core.find(Addresses)) is None:
        raise IllegalActionError("no-mail")
    return addresses


@get("/api/recovery", summary="How a forgotten password can be replaced", sync_to_thread=False)
def recovery_options(core: Core) -> schemas.RecoveryOptions:
    """Return the ways of recovery: always by a code; by mail if the server sends mail."""
    return schemas.RecoveryOptions(core.find(Addresses) is not None)


# --- the address of an account --------------------------------------------------------------------


@get("/api/me/address", summary="The e-mail address of one's account", opt=described("no-mail"))
async def address_of_account(me: Person, core: Core) -> schemas.EmailAddress:
    """Return the address of one's account, confirmed or not."""
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
    """Mail a link that confirms the address; needs the password."""
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
    """Remove the address and notify it; needs the password."""
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
    """Return the purpose of a link, and its account, without using it up."""
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
    """Use the link up, and confirm the address of the account."""
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
    """Mail a link for another password; the answer never discloses whether the account exists."""
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
    """Use the link up, set the password, end every session and open a new one here."""
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
