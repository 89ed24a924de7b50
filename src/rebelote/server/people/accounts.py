"""Guests and accounts: their names, passwords and settings.

A guest is a person whom only a cookie knows; an account is the same person under a name and a
password.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import UTC, datetime
from typing import Final

import msgspec

from rebelote.i18n import person_name
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.disclosure import Disclosure
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol import names
from rebelote.server.base.protocol.occupants import Look
from rebelote.server.base.storage.store import (
    ConflictError,
    MustChange,
    Statement,
    Store,
    UnmetError,
)
from rebelote.server.people.database import OF_PERSON, Database, Person, person_of
from rebelote.server.people.erased_names import ErasedNames
from rebelote.server.people.passwords import Digests
from rebelote.server.people.passwords import check as check_password
from rebelote.server.people.relations import Relations
from rebelote.server.people.sessions import DAY, Sessions

SECRET_BYTES: Final = 32
"""Bytes of what only the server knows."""
SETTINGS_BYTES: Final = limit(4096, "settings", unit="bytes", per="person", beyond="too-large")
GIVEN_SECONDS: Final = limit(
    3 * DAY, "validity of a temporary password", unit="s", per="account", beyond="password-expired"
)
PORTRAITS: Final = 16
"""The portraits that people can choose from, which the client draws (`web/src/people/faces.ts`)."""
COUNT_LOOK_ALIKES: Final = (
    "SELECT count(*) FROM people WHERE account_name IS NOT NULL AND skeleton IS NULL"
)
"""The number of accounts whose name looks like that of an older account."""
_OF_ACCOUNT: Final = "account_name IN (?1, ?2) ORDER BY account_name <> ?1 LIMIT 1"
"""The account whose name has one of two keys; the first where there are two accounts."""

_PEOPLE: Final = f"SELECT {OF_PERSON} FROM people WHERE"


def _password(person_id: str, digest: str) -> Statement:
    return "UPDATE people SET password = ? WHERE id = ?", (digest, person_id)


def links_void(person_id: str) -> Statement:
    """Build the statement that makes all links mailed for an account void."""
    return "DELETE FROM mail_links WHERE person = ?", (person_id,)


class Accounts:
    """The people of one server, with their sessions and relations."""

    def __init__(self, store: Store) -> None:
        database = Database(store)
        self.store, self.timekeeper, self.write = store, database.timekeeper, database.write
        self.sessions, self.relations = Sessions(database), Relations(database)
        self.disclosure = Disclosure(store, database.timekeeper)
        self.digests, self.erased_names = Digests(), ErasedNames(database, self.secret)

    async def secret(self, name: str) -> bytes:
        """Return this server's secret of this name; make it when it is first needed."""
        sql = "SELECT value FROM secrets WHERE name = ?"
        if not (rows := await self.store.read(sql, name)):
            made = (name, secrets.token_bytes(SECRET_BYTES))
            await self.write(("INSERT INTO secrets VALUES (?, ?) ON CONFLICT DO NOTHING", made))
            rows = await self.store.read(sql, name)
        return bytes(rows[0][0])

    async def person(self, person_id: str) -> Person | None:
        return await self._person("id = ?", person_id)

    async def people(self, ids: Collection[str]) -> dict[str, Person]:
        """Return the people of these ids who are kept, by id."""
        rows = await self.store.read_of(f"{_PEOPLE} id IN (?*)", ids)
        return {row[0]: person_of(*row) for row in rows}

    async def names(self, ids: Collection[str]) -> dict[str, str]:
        """Return the names of these people by id; empty for those who are gone."""
        kept = await self.people(ids)
        return {one: kept[one].name if one in kept else "" for one in ids}

    async def looks(self, ids: Collection[str]) -> dict[str, Look]:
        """Return the looks of these people by id; without a name for those who are gone."""
        kept = await self.people(ids)
        looks = {one.id: Look(one.name, one.portrait) for one in kept.values()}
        return {one: looks.get(one, Look()) for one in ids}

    async def by_account_name(self, name: str) -> Person | None:
        """Return the holder of the account of this name, however it is written."""
        return await self._person(_OF_ACCOUNT, names.old_key(name), names.key(name))

    async def _person(self, which: str, *values: str | None) -> Person | None:
        rows = await self.store.read(f"{_PEOPLE} {which}", *values)
        return person_of(*rows[0]) if rows else None

    async def count_look_alikes(self) -> int:
        """Count accounts whose name looks like an older account's, from before that was refused."""
        return int((await self.store.read(COUNT_LOOK_ALIKES))[0][0])

    # --- guests and accounts

    async def new_guest(self, name: str, agent: str) -> tuple[Person, str]:
        """Make a guest; return them, and the secret of the session that was opened."""
        person, made = self._made(await self._free_name(person_name(name)))
        secret, _, session = self.sessions.new(person.id, agent)
        await self.write(made, session)
        return person, secret

    async def new_person(self, name: str) -> Person:
        """Return a person who is written nowhere yet. Refused as names are."""
        return self._made(await self._free_name(name))[0]

    def _made(self, name: str) -> tuple[Person, Statement]:
        """Return a new guest of this name, and the statements that store them."""
        person, now = Person(id=secrets.token_urlsafe(9), name=name), self.timekeeper.now()
        sql = "INSERT INTO people (id, name, created, seen) VALUES (?, ?, ?, ?)"
        return person, (sql, (person.id, name, now, now))

    async def rename(self, person: Person, name: str) -> Person:
        """Rename a person. IllegalActionError `bad-name`, `name-taken`."""
        named = await self._free_name(name if person.account else person_name(name), person)
        sql = "UPDATE people SET name = ? WHERE id = ?"
        values: tuple[str, ...] = (named, person.id)
        if person.account:
            sql = "UPDATE people SET name = ?, account_name = ?, skeleton = ? WHERE id = ?"
            values = (named, names.key(named), names.skeleton(named), person.id)
        await self._write_name((sql, values))
        self.sessions.invalidate(person.id)
        return msgspec.structs.replace(person, name=named)

    async def choose_portrait(self, person: Person, portrait: int) -> Person:
        """Give a person this portrait; 0 is the one that follows from the id.

        IllegalActionError `no-such-portrait`.
        """
        if not 0 <= portrait <= PORTRAITS:
            raise IllegalActionError("no-such-portrait")
        await self.write(("UPDATE people SET portrait = ? WHERE id = ?", (portrait, person.id)))
        self.sessions.invalidate(person.id)
        return msgspec.structs.replace(person, portrait=portrait)

    async def _free_name(self, name: str, person: Person | None = None) -> str:
        """Return the name, tidied, or refuse one that is reserved, or looks like another account's.

        Those of accounts erased of late count too.

        An account may take it meanwhile: its keys decide when it is written (`_write_name`).
        """
        if person is not None and name == person.name:
            return name
        named = names.tidy(name)
        if names.is_reserved(named):
            raise IllegalActionError("reserved-name")
        sql = "SELECT id FROM people WHERE account_name = ? OR skeleton = ?"
        rows = await self.store.read(sql, names.key(named), names.skeleton(named))
        taken = {row[0] for row in rows} - {person.id if person else ""}
        if taken or await self.erased_names.has(named):
            raise IllegalActionError("name-taken")
        return named

    async def _write_name(self, *statements: Statement) -> None:
        try:
            await self.write(*statements)
        except UnmetError:
            raise
        except ConflictError:
            raise IllegalActionError("name-taken") from None

    async def sign_up(
        self, guest: Person | None, name: str, password: str, agent: str
    ) -> tuple[Person, str]:
        """Make a guest the holder of an account, and open a session under a new secret.

        Without a guest one is made with it: of a refused sign-up nothing is kept.
        IllegalActionError `bad-name`, `name-taken`, `bad-password`, `common-password`,
        `own-name-password`, `have-account`.
        """
        if guest is not None and guest.account:
            raise IllegalActionError("have-account")
        named = await self._free_name(name, guest)
        check_password(password, named, names.key(named))
        digest = await self.digests.of(password)
        person, *made = (guest,) if guest is not None else self._made(named)
        secret, _, session = self.sessions.new(person.id, agent)
        sql = (
            "UPDATE people SET name = ?1, account_name = ?2, skeleton = ?3, password = ?4, "
            "account_since = ?5 WHERE id = ?6 AND account_name IS NULL"
        )
        keys = (names.key(named), names.skeleton(named))
        since = self.store.time.wall()
        made.append(MustChange(sql, (named, *keys, digest, since, person.id)))
        try:
            await self._write_name(*made, self.sessions.ended(person.id), session)
        except UnmetError:
            raise IllegalActionError("have-account") from None
        self.sessions.invalidate(person.id)
        return Person(
            id=person.id, name=named, account=True, role=person.role, portrait=person.portrait
        ), secret

    async def holder(self, name: str, password: str) -> Person:
        """Return the holder of the account of this name, given its password.

        IllegalActionError `wrong-login`, as slow where there is no such account;
        `password-expired`.
        """
        sql = f"SELECT id, password, password_until FROM people WHERE {_OF_ACCOUNT}"
        rows = await self.store.read(sql, names.old_key(name), names.key(name))
        person_id, digest, until = (rows or [("", None, None)])[0]
        if not await self.digests.match(digest, password):
            raise IllegalActionError("wrong-login")
        # The password may be another by now.
        person = await self._person("id = ? AND password = ?", person_id, digest)
        if person is None:
            raise IllegalActionError("wrong-login")
        if until is not None and self.timekeeper.now() >= until:
            raise IllegalActionError("password-expired")
        if self.digests.is_old(digest):
            await self.write(_password(person_id, await self.digests.of(password)))
        return person

    async def check(self, person: Person, password: str) -> None:
        """Check the password of an account's holder; a guest has none."""
        rows = await self.store.read("SELECT password FROM people WHERE id = ?", person.id)
        if person.account and not await self.digests.match(rows[0][0] if rows else None, password):
            raise IllegalActionError("wrong-login")

    async def change_password(self, person: Person, old: str, new: str, agent: str) -> str:
        """Change the password: all sessions end, and one opens under the secret that is given."""
        await self.check(person, old)
        return await self.replace_password(person, new, agent)

    async def replace_password(
        self, person: Person, password: str, agent: str, *also: Statement
    ) -> str:
        """Replace the password: all sessions end, and one opens under the secret given.

        `also` is written with it or not at all.
        """
        check_password(password, person.name, names.key(person.name))
        opened = self.sessions.new(person.id, agent)
        written = await self.with_password(person, password, opened.id)
        await self.write(*also, *written, opened.statement)
        self.sessions.invalidate(person.id)
        return opened.secret

    async def with_password(
        self, person: Person, password: str, session: str = ""
    ) -> tuple[Statement, ...]:
        """Build the statements for a new password: sessions and mailed links of the account end.

        The holder is notified, but for the new `session` in which it was done. Without one an admin
        gives it, and it is good for a while only.
        """
        changed = _password(person.id, await self.digests.of(password))
        until = None if session else self.timekeeper.now() + GIVEN_SECONDS
        lasts = "UPDATE people SET password_until = ? WHERE id = ?", (until, person.id)
        notice = self.sessions.notice(person.id, "password-changed", session)
        ended = self.sessions.ended(person.id), links_void(person.id)
        return (changed, lasts, *ended, *notice)

    async def held_before(self, person: str, day: str) -> bool:
        """Return whether a person had an account before a day (UTC, as in 2026-11-21) began."""
        began = datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()
        sql = "SELECT 1 FROM people WHERE id = ? AND account_name IS NOT NULL AND account_since < ?"
        return bool(await self.store.read(sql, person, began))

    # --- settings

    async def settings(self, person: Person) -> dict[str, object]:
        """Return a person's settings, as the client wrote them."""
        rows = await self.store.read("SELECT settings FROM people WHERE id = ?", person.id)
        settings: dict[str, object] = msgspec.json.decode(rows[0][0]) if rows else {}
        return settings

    async def keep_settings(self, person: Person, settings: dict[str, object]) -> None:
        """Keep these instead; at most 4 KiB. IllegalActionError `too-large`."""
        text = msgspec.json.encode(settings)
        if len(text) > SETTINGS_BYTES:
            raise IllegalActionError("too-large")
        await self.write(
            ("UPDATE people SET settings = ? WHERE id = ?", (text.decode(), person.id))
        )
