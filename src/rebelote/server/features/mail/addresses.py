"""E-mail addresses of accounts, and the links that are mailed to them, where mail is configured.

A link's secret has 192 random bits; its digest alone is kept. It is valid once, for a while,
and until the password or the address of its account changes.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from typing import TYPE_CHECKING, Final, NamedTuple

import structlog

from rebelote.i18n import SPOKEN
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.email_address import LONGEST, normalized
from rebelote.server.base.runtime.rate_limits import Limits
from rebelote.server.base.runtime.supervision import Each
from rebelote.server.base.storage.store import Statement, UnmetError, used_up
from rebelote.server.features.mail.messages import (
    CONFIRM_SECONDS,
    RESET_SECONDS,
    MailDraft,
    MailSender,
    Purpose,
)
from rebelote.server.features.mail.outbox import Outbox
from rebelote.server.features.mail.schemas import EmailAddress
from rebelote.server.people.accounts import Accounts, links_void
from rebelote.server.people.database import COLUMNS, OF_PERSON, Person, person_of
from rebelote.server.people.sessions import token_hash

if TYPE_CHECKING:
    from email.message import EmailMessage

log = structlog.get_logger()

SHARED_BY: Final = limit(
    5, "accounts that one e-mail address may belong to", per="address", beyond="address-full"
)
MOST_REQUESTS: Final = limit(
    256, "requests for a mailed link waiting to be looked at", per="server", beyond="mail-full"
)
REQUEST_SECONDS: Final = 0.5
"""Seconds between two looks at such requests."""
TRY_SECONDS: Final = limit(
    3600,
    "time for which it is tried to mail a link that confirms an address",
    unit="s",
    per="mail",
    beyond="dropped",
)
NOTICE_SECONDS: Final = limit(
    86_400, "time that it is tried to tell an address that it was removed", unit="s", per="mail"
)


class Link(NamedTuple):
    """A valid link: its purpose, its account, and the address of its mail."""

    purpose: Purpose
    person: Person
    address: str


class ResetRequest(NamedTuple):
    """A request for a link: a name or an address, and the language of the browser."""

    who: str
    language: str


class Addresses:
    """The addresses of one server's accounts."""

    def __init__(
        self, accounts: Accounts, outbox: Outbox, sender: MailSender, limits: Limits
    ) -> None:
        self.accounts, self.outbox, self.sender, self.limits = accounts, outbox, sender, limits
        self.store, self.timekeeper = accounts.store, accounts.timekeeper
        self._requests: deque[ResetRequest] = deque()
        self._using = asyncio.Lock()

    # --- the address of an account

    async def of(self, person: Person) -> EmailAddress:
        """Return the address of an account, and the unconfirmed one; empty for none."""
        pending = (
            "SELECT address FROM mail_links WHERE person = ? AND purpose = 'confirm' "
            "AND expires > ?"
        )
        rows = await self.store.read(pending, person.id, self.timekeeper.now())
        return EmailAddress(await self._confirmed(person), rows[0][0] if rows else "")

    async def _confirmed(self, person: Person) -> str:
        sql = "SELECT address FROM email_addresses WHERE person = ?"
        rows = await self.store.read(sql, person.id)
        return str(rows[0][0]) if rows else ""

    async def add(self, person: Person, text: str, language: str, origin: str) -> None:
        """Mail a link that confirms this address; earlier ones are void.

        `origin`: the network address that asks. IllegalActionError `bad-address`; `too-many`,
        however many accounts ask to write there; `too-many-addresses`, `mail-full`.
        """
        address = normalized(text)
        self._count_confirmation(person, address, origin)
        secret, made = self._link("confirm", person, address, CONFIRM_SECONDS)
        draft = await self._draft(person, address, language)
        number = self.outbox.put(draft.confirmation(person.name, secret), TRY_SECONDS)
        earlier = "DELETE FROM mail_links WHERE person = ? AND purpose = 'confirm'"
        try:
            await self.accounts.write((earlier, (person.id,)), made)
        except IllegalActionError:
            self.outbox.withdraw(number)
            raise

    def _count_confirmation(self, person: Person, address: str, origin: str) -> None:
        """Count a mail to a person who may not have requested it, by every limit that applies."""
        self._count("confirmed", address)
        self.limits.by_person("confirmations", person.id, origin)
        self.limits.by_address("confirmations", origin)
        try:
            self.limits.by_server("confirmations")
        except IllegalActionError:
            self.outbox.warn_full()
            raise

    async def remove(self, person: Person, language: str) -> None:
        """Keep no address of this account, and notify that address."""
        gone = "DELETE FROM email_addresses WHERE person = ?", (person.id,)
        async with self._using:
            before = await self._confirmed(person)
            await self.accounts.write(gone, links_void(person.id))
        await self._notify_removed(person, before, language)

    async def confirm(self, secret: str, language: str) -> Link:
        """Make the address of a link the account's. IllegalActionError `link-expired`,
        `address-full`.

        The previous address is notified of it.
        """
        async with self._using:
            link = await self.link(secret, "confirm")
            if await self._sharing(link) >= SHARED_BY:
                raise IllegalActionError("address-full")
            before = await self._confirmed(link.person)
            kept = (
                "INSERT INTO email_addresses (person, address, confirmed) VALUES (?, ?, ?) ON "
                "CONFLICT (person) DO UPDATE SET address = excluded.address, "
                "confirmed = excluded.confirmed"
            )
            values = (link.person.id, link.address, self.timekeeper.now())
            used = used_up("mail_links", token_hash(secret))
            try:
                await self.accounts.write(used, (kept, values), links_void(link.person.id))
            except UnmetError:
                raise IllegalActionError("link-expired") from None
        if before.lower() != link.address.lower():
            await self._notify_removed(link.person, before, language)
        return link

    async def _sharing(self, link: Link) -> int:
        """Return the number of other accounts that have the address of this link."""
        sql = "SELECT count(*) FROM email_addresses WHERE lower(address) = lower(?) AND person <> ?"
        return int((await self.store.read(sql, link.address, link.person.id))[0][0])

    async def _notify_removed(self, person: Person, before: str, language: str) -> None:
        if before:
            draft = await self._draft(person, before, language)
            self._put(draft.removed(person.name), NOTICE_SECONDS)

    # --- another password

    def ask_reset(self, who: str, language: str) -> None:
        """Mail a link to the accounts of this name or address, which are looked up later.

        So neither the answer nor its time says whether there is such an account. IllegalActionError
        `mail-full`.
        """
        if len(self._requests) >= MOST_REQUESTS:
            raise IllegalActionError("mail-full")
        if len(who) <= LONGEST:
            self._requests.append(ResetRequest(who, language))

    async def answer(self) -> None:
        """Look at the requests that wait, and put into the outbox what they are answered with."""
        each: Each[ResetRequest] = Each(
            "forgotten passwords", self.store.time.monotonic, named=lambda _: ""
        )
        await each.do(self._try, [self._requests.popleft() for _ in range(len(self._requests))])

    async def _try(self, request: ResetRequest) -> None:
        try:
            await self._answer(request)
        except IllegalActionError as error:
            log.warning("a link was not mailed", code=error.refusal.code)

    async def _answer(self, request: ResetRequest) -> None:
        people, address = await self._request_link(request.who)
        if not people:
            return
        self._count("resets", address)
        made = {
            person.name: self._link("reset", person, address, RESET_SECONDS) for person in people
        }
        await self.accounts.write(*(statement for _, statement in made.values()))
        draft = await self._draft(people[0], address, request.language)
        links = {name: secret for name, (secret, _) in made.items()}
        self.outbox.put(draft.reset(links), RESET_SECONDS, urgent=True)

    async def _request_link(self, who: str) -> tuple[list[Person], str]:
        """Return the accounts of a name or address, and the confirmed address that they have."""
        if "@" not in who:
            person = await self.accounts.by_account_name(who)
            address = await self._confirmed(person) if person else ""
            return ([person] if person and address else []), address
        try:
            address = normalized(who)
        except IllegalActionError:
            return [], ""
        sql = (
            f"SELECT {OF_PERSON}, address FROM email_addresses "
            "JOIN people ON id = person WHERE lower(address) = lower(?) ORDER BY confirmed"
        )
        rows = await self.store.read(sql, address)
        return [person_of(*row) for row in rows], rows[0][COLUMNS] if rows else ""

    async def reset(self, secret: str, password: str, agent: str) -> tuple[Person, str]:
        """Set another password by a link; every session ends, and one opens under the secret given.

        IllegalActionError `link-expired`, and for the password as at sign-up: the link is not
        used up then.
        """
        person = (await self.link(secret, "reset")).person
        used = used_up("mail_links", token_hash(secret))
        try:
            return person, await self.accounts.replace_password(person, password, agent, used)
        except UnmetError:
            raise IllegalActionError("link-expired") from None

    # --- links

    async def link(self, secret: str, purpose: Purpose | None = None) -> Link:
        """Return the link of this secret. IllegalActionError `link-expired`: also used up, or never
        made."""
        sql = "SELECT purpose, person, address FROM mail_links WHERE digest = ? AND expires > ?"
        rows = await self.store.read(sql, token_hash(secret), self.timekeeper.now())
        person = await self.accounts.person(rows[0][1]) if rows else None
        if person is None or purpose not in (None, rows[0][0]):
            raise IllegalActionError("link-expired")
        return Link(rows[0][0], person, rows[0][2])

    def _link(
        self, purpose: Purpose, person: Person, address: str, seconds: float
    ) -> tuple[str, Statement]:
        """Return a new link's secret, and the statement that stores its digest."""
        secret = secrets.token_hex(24)
        expires = self.timekeeper.now() + seconds
        sql = (
            "INSERT INTO mail_links (digest, person, purpose, address, expires) "
            "VALUES (?, ?, ?, ?, ?)"
        )
        return secret, (sql, (token_hash(secret), person.id, purpose, address, expires))

    # --- mail

    async def _draft(self, person: Person, address: str, language: str) -> MailDraft:
        """Return a mail in the language that the account has chosen, or that of the browser."""
        chosen = (await self.accounts.settings(person)).get("language")
        spoken = str(chosen) if chosen in SPOKEN else language
        return MailDraft(
            self.sender, address, spoken, self.store.time.wall(), secrets.token_hex(16)
        )

    def _put(self, message: EmailMessage, good_for: float) -> None:
        """Queue a mail if there is room; a full queue undoes nothing."""
        try:
            self.outbox.put(message, good_for)
        except IllegalActionError as error:
            log.warning("a notice was not mailed", code=error.refusal.code)

    def _count(self, what: str, address: str) -> None:
        """Count a mail to this address, wherever it was requested. IllegalActionError
        `too-many`."""
        bucket = self.limits.bucket(what, address.lower())
        if not bucket.take_token(self.store.time.monotonic()):
            raise IllegalActionError("too-many")
