"""Guests, accounts, and the sessions by which a cookie is known.

A session is a secret of 192 bits in a cookie; the file keeps its digest. A guest is a person whom
only the cookie knows; an account is the same person under a name and a password.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import sqlite3
from collections import OrderedDict
from collections.abc import Collection
from typing import Final, Literal, NamedTuple

import msgspec

from rebelote.rules.refusals import IllegalAction
from rebelote.server.people.passwords import Digests
from rebelote.server.people.passwords import check as check_password
from rebelote.server.protocol import names
from rebelote.server.protocol.http_schemas import SecurityNotice, Session
from rebelote.server.runtime.asgi import Scope
from rebelote.server.storage.store import Statement, Store, StoreBusy, StoreDamaged
from rebelote.server.storage.timekeeper import Timekeeper

COOKIE: Final = "rebelote"
DEVICE_COOKIE: Final = "rebelote-device"
SECRET_BYTES: Final = 32
"""Bytes of what only the server knows."""
DAY: Final = 86_400
SESSION_SECONDS: Final = 180 * DAY
"""How long a guest's session lasts that is not used: with it the guest is gone."""
ACCOUNT_SECONDS: Final = 30 * DAY
"""The same for an account, which has a password to come back by."""
SETTINGS_BYTES: Final = 4096
AGENT_LENGTH: Final = 200
REMEMBERED: Final = 10_000
"""Sessions kept in memory, the least used of them let go."""
TRUSTED_SECONDS: Final = 5.0
"""How long what is remembered is taken as it is: another process may have changed the file."""
SEEN_SECONDS: Final = 3600.0
"""How far `seen` may lag behind."""
FOUND: Final = 10
"""People whom a search finds at most."""
NOTICE_SECONDS: Final = 90 * DAY
"""How long the holder of an account is told of a new session or another password."""
NOTICES: Final = 20
"""Such notices kept of one account, the newest."""
GIVEN_SECONDS: Final = 3 * DAY
"""How long one can log in with a password that an admin has given."""
COUNT_LOOK_ALIKES: Final = (
    "SELECT count(*) FROM people WHERE account_name IS NOT NULL AND skeleton IS NULL"
)
"""The number of accounts whose name looks like that of an older account."""
_OF_ACCOUNT: Final = "account_name IN (?1, ?2) ORDER BY account_name <> ?1 LIMIT 1"
"""The account whose name has one of two keys; the first where there are two accounts."""

Kind = Literal["friend", "mute", "block"]
"""The relations that one may have to others."""


class Person(msgspec.Struct, frozen=True):
    """Somebody: a guest, or the holder of an account; `role` is empty or `admin`."""

    id: str
    name: str
    account: bool = False
    role: str = ""


class _Opened(NamedTuple):
    """A session that is about to be opened: its secret, its id, and what writes it down."""

    secret: str
    id: str
    statement: Statement


class _Remembered:
    """A session in memory: whose it is, until when that is believed, when it was last written."""

    __slots__ = ("person", "seen", "until")

    def __init__(self, person: Person, seen: float, until: float) -> None:
        self.person, self.seen, self.until = person, seen, until


def cookie_name(scheme: str, of: str = COOKIE) -> str:
    """What a cookie is called: under https by a name that no other host can have set."""
    return f"__Host-{of}" if scheme in ("https", "wss") else of


def cookie_in(scope: Scope, of: str = COOKIE) -> str:
    """What a cookie says that came with a request or socket (ASGI); empty without one."""
    sent = dict(scope["headers"]).get(b"cookie", b"").decode("latin-1")
    pairs = (pair.strip().partition("=") for pair in sent.split(";"))
    name = cookie_name(scope["scheme"], of)
    return next((value for key, _, value in pairs if key == name), "")


def secret_in(scope: Scope) -> str:
    """The session's secret that came with a request or socket; empty without one."""
    return cookie_in(scope)


def token_hash(secret: str) -> str:
    """What is kept of a secret: its digest, from which it cannot be told."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _password(person_id: str, digest: str) -> Statement:
    return "UPDATE people SET password = ? WHERE id = ?", (digest, person_id)


class Accounts:
    """The people of one server."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.timekeeper = Timekeeper(store)
        self.digests = Digests()
        self._remembered: OrderedDict[str, _Remembered] = OrderedDict()

    async def write(self, *statements: Statement) -> None:
        """All of these or none, on disk. IllegalAction `server-busy`, sqlite3.IntegrityError."""
        try:
            await asyncio.wrap_future(self.store.write(*statements))
        except sqlite3.IntegrityError:
            raise
        except StoreDamaged:
            raise IllegalAction("file-damaged") from None
        except (StoreBusy, sqlite3.Error):
            raise IllegalAction("server-busy") from None

    async def secret(self, name: str) -> bytes:
        """What only this server knows, by this name; made when it is first needed."""
        asked = "SELECT value FROM secrets WHERE name = ?"
        if not (found := self.store.read(asked, name)):
            made = (name, secrets.token_bytes(SECRET_BYTES))
            await self.write(("INSERT OR IGNORE INTO secrets VALUES (?, ?)", made))
            found = self.store.read(asked, name)
        return bytes(found[0][0])

    # --- whose cookie it is

    def who(self, secret: str) -> Person | None:
        """Whose session this is, if anybody's; from memory where it was asked of late."""
        if not secret:
            return None
        mark = token_hash(secret)
        known = self._remembered.get(mark)
        if known is None or known.until < self.store.time.monotonic():
            known = self._look_up(mark)
        if known is None:
            return None
        self._remembered.move_to_end(mark)
        now = self.timekeeper.now()
        if abs(now - known.seen) > SEEN_SECONDS:
            self._note_seen(mark, known, now)
        return known.person

    def _look_up(self, mark: str) -> _Remembered | None:
        rows = self.store.read(
            "SELECT people.id, name, account_name IS NOT NULL, role, sessions.seen FROM sessions "
            "JOIN people ON people.id = person WHERE mark = ?",
            mark,
        )
        self._remembered.pop(mark, None)
        if not rows:
            return None
        person_id, name, account, role, seen = rows[0]
        if seen < self.timekeeper.cutoff(ACCOUNT_SECONDS if account else SESSION_SECONDS):
            return None
        until = self.store.time.monotonic() + TRUSTED_SECONDS
        known = _Remembered(Person(person_id, name, bool(account), role), seen, until)
        self._remembered[mark] = known
        if len(self._remembered) > REMEMBERED:
            self._remembered.popitem(last=False)
        return known

    def _note_seen(self, mark: str, known: _Remembered, now: float) -> None:
        """Write down, without waiting, that a session is used; if not now, then the next time."""
        known.seen = now
        try:
            self.store.write(
                ("UPDATE sessions SET seen = ? WHERE mark = ?", (now, mark)),
                ("UPDATE people SET seen = ? WHERE id = ?", (now, known.person.id)),
            )
        except StoreBusy:
            known.seen = 0.0

    def invalidate(self, person_id: str) -> None:
        """Take nothing for granted of this person any more: something has been changed."""
        for mark, known in list(self._remembered.items()):
            if known.person.id == person_id:
                del self._remembered[mark]

    def person(self, person_id: str) -> Person | None:
        """The person of this id."""
        return self._person("id = ?", person_id)

    def by_account_name(self, name: str) -> Person | None:
        """The holder of the account of this name, however it is written."""
        return self._person(_OF_ACCOUNT, names.old_key(name), names.key(name))

    def _person(self, which: str, *values: str) -> Person | None:
        sql = f"SELECT id, name, account_name IS NOT NULL, role FROM people WHERE {which}"
        rows = self.store.read(sql, *values)
        return Person(rows[0][0], rows[0][1], bool(rows[0][2]), rows[0][3]) if rows else None

    def count_look_alikes(self) -> int:
        """Accounts whose name looks like an older account's: they are from before that counted."""
        return int(self.store.read(COUNT_LOOK_ALIKES)[0][0])

    def find(self, name: str) -> list[Person]:
        """Holders of accounts whose names begin so; guests are not found."""
        key = names.key(name)
        if not key:
            return []
        rows = self.store.read(
            "SELECT id, name, role FROM people WHERE account_name >= ? AND account_name < ? "
            "ORDER BY account_name LIMIT ?",
            key,
            key + "\U0010ffff",
            FOUND,
        )
        return [Person(person_id, shown, True, role) for person_id, shown, role in rows]

    # --- guests and accounts

    async def new_guest(self, name: str, agent: str) -> tuple[Person, str]:
        """A new guest, and the secret of the session that was opened."""
        person = Person(secrets.token_urlsafe(9), self._free_name(name))
        now = self.timekeeper.now()
        secret, _, session = self._new_session(person.id, agent)
        sql = "INSERT INTO people (id, name, created, seen) VALUES (?, ?, ?, ?)"
        await self.write((sql, (person.id, person.name, now, now)), session)
        return person, secret

    async def rename(self, person: Person, name: str) -> Person:
        """Be called so from now on. IllegalAction `bad-name`, `name-taken`."""
        named = self._free_name(name, person)
        sql = "UPDATE people SET name = ? WHERE id = ?"
        values: tuple[str, ...] = (named, person.id)
        if person.account:
            sql = "UPDATE people SET name = ?, account_name = ?, skeleton = ? WHERE id = ?"
            values = (named, names.key(named), names.skeleton(named), person.id)
        await self._write_name((sql, values))
        self.invalidate(person.id)
        return msgspec.structs.replace(person, name=named)

    def _free_name(self, name: str, person: Person | None = None) -> str:
        """The name, tidied, unless it is reserved or looks like that of somebody else's account."""
        if person is not None and name == person.name:
            return name
        named = names.tidy(name)
        if names.is_reserved(named):
            raise IllegalAction("reserved-name")
        sql = "SELECT id FROM people WHERE account_name = ? OR skeleton = ?"
        holders = {row[0] for row in self.store.read(sql, names.key(named), names.skeleton(named))}
        if holders - {person.id if person else ""}:
            raise IllegalAction("name-taken")
        return named

    async def _write_name(self, *statements: Statement) -> None:
        try:
            await self.write(*statements)
        except sqlite3.IntegrityError:
            raise IllegalAction("name-taken") from None

    async def sign_up(
        self, guest: Person, name: str, password: str, agent: str
    ) -> tuple[Person, str]:
        """Make a guest the holder of an account, and open a session under a new secret."""
        if guest.account:
            raise IllegalAction("have-account")
        named = self._free_name(name, guest)
        check_password(password, named, names.key(named))
        digest = await self.digests.of(password)
        secret, _, session = self._new_session(guest.id, agent)
        sql = (
            "UPDATE people SET name = ?, account_name = ?, skeleton = ?, password = ?, "
            "account_since = ? WHERE id = ?"
        )
        keys = (names.key(named), names.skeleton(named))
        since = self.store.time.wall()
        await self._write_name(
            (sql, (named, *keys, digest, since, guest.id)), *self._end(guest.id), session
        )
        self.invalidate(guest.id)
        return Person(guest.id, named, True, guest.role), secret

    async def holder(self, name: str, password: str) -> Person:
        """Who holds the account of this name, given its password.

        IllegalAction `wrong-login`, as slow where there is no such account; `password-expired`.
        """
        sql = f"SELECT id, password, password_until FROM people WHERE {_OF_ACCOUNT}"
        rows = self.store.read(sql, names.old_key(name), names.key(name)) or [("", None, None)]
        person_id, digest, until = rows[0]
        if not await self.digests.match(digest, password):
            raise IllegalAction("wrong-login")
        found = self.person(person_id)
        if found is None:
            raise IllegalAction("wrong-login")
        if until is not None and self.timekeeper.now() >= until:
            raise IllegalAction("password-expired")
        if self.digests.is_old(digest):
            await self.write(_password(person_id, await self.digests.of(password)))
        return found

    async def check(self, person: Person, password: str) -> None:
        """Whether this is the password of an account's holder; a guest has none to be asked for."""
        rows = self.store.read("SELECT password FROM people WHERE id = ?", person.id)
        if person.account and not await self.digests.match(rows[0][0] if rows else None, password):
            raise IllegalAction("wrong-login")

    async def change_password(self, person: Person, old: str, new: str, agent: str) -> str:
        """Another password; every session ends, and one opens under the secret that is given."""
        await self.check(person, old)
        check_password(new, person.name, names.key(person.name))
        opened = self._new_session(person.id, agent)
        written = await self.with_password(person, new, opened.id)
        await self.write(*written, opened.statement)
        self.invalidate(person.id)
        return opened.secret

    async def with_password(
        self, person: Person, password: str, session: str = ""
    ) -> tuple[Statement, ...]:
        """What gives an account this password and ends its sessions, to be written by others.

        The holder is told, but for the new `session` in which it was done. Without one an admin
        gives it, and it is good for a while only.
        """
        changed = _password(person.id, await self.digests.of(password))
        until = None if session else self.timekeeper.now() + GIVEN_SECONDS
        lasts = "UPDATE people SET password_until = ? WHERE id = ?", (until, person.id)
        notice = self._notice(person.id, "password-changed", session)
        return (changed, lasts, *self._end(person.id), *notice)

    # --- sessions

    def _new_session(self, person_id: str, agent: str) -> _Opened:
        """A new session, not yet written down."""
        secret, session_id = secrets.token_urlsafe(24), secrets.token_urlsafe(9)
        now = self.timekeeper.now()
        values = (token_hash(secret), session_id, person_id, now, now, agent[:AGENT_LENGTH])
        sql = (
            "INSERT INTO sessions (mark, id, person, created, seen, agent) "
            "VALUES (?, ?, ?, ?, ?, ?)"
        )
        return _Opened(secret, session_id, (sql, values))

    def _end(self, person_id: str) -> tuple[Statement, ...]:
        return (("DELETE FROM sessions WHERE person = ?", (person_id,)),)

    async def open_session(
        self, person: Person, agent: str, *also: Statement, known: bool = False
    ) -> str:
        """A new session's secret; `also` is written with it or not at all.

        The person's other sessions are told, unless the browser is `known` from an earlier login.
        """
        opened = self._new_session(person.id, agent)
        notice = () if known else self._notice(person.id, "signed-in", opened.id)
        await self.write(*also, opened.statement, *notice)
        return opened.secret

    def sessions(self, person: Person, secret: str) -> list[Session]:
        """The sessions of a person, the last used first; `secret` tells which is this one."""
        sql = "SELECT id, created, seen, agent, mark FROM sessions WHERE person = ? ORDER BY 3 DESC"
        this = token_hash(secret)
        return [
            Session(session_id, created, seen, agent, mark == this)
            for session_id, created, seen, agent, mark in self.store.read(sql, person.id)
        ]

    def existing(self, marks: Collection[str]) -> set[str]:
        """Those of these sessions that have not ended."""
        sql = "SELECT mark FROM sessions WHERE mark IN (SELECT value FROM json_each(?))"
        return {row[0] for row in self.store.read(sql, msgspec.json.encode(list(marks)).decode())}

    async def end_session(self, person: Person, session_id: str) -> None:
        """End one session of a person. IllegalAction `no-such-session`."""
        sql = "SELECT 1 FROM sessions WHERE id = ? AND person = ?"
        if not self.store.read(sql, session_id, person.id):
            raise IllegalAction("no-such-session")
        await self.write(
            ("DELETE FROM sessions WHERE id = ? AND person = ?", (session_id, person.id))
        )
        self.invalidate(person.id)

    async def end_others(self, person: Person, secret: str) -> None:
        """End every session of a person but the one of this secret."""
        sql = "DELETE FROM sessions WHERE person = ? AND mark <> ?"
        await self.write((sql, (person.id, token_hash(secret))))
        self.invalidate(person.id)

    async def end_all(self, person: Person) -> None:
        """End every session of a person."""
        await self.write(*self._end(person.id))
        self.invalidate(person.id)

    async def log_out(self, person: Person, secret: str) -> None:
        """End the session of this secret."""
        await self.write(("DELETE FROM sessions WHERE mark = ?", (token_hash(secret),)))
        self.invalidate(person.id)

    # --- what the holder of an account is told of it

    def _notice(
        self, person_id: str, what: Literal["signed-in", "password-changed"], session: str
    ) -> tuple[Statement, ...]:
        """What writes a notice down, and lets the oldest go."""
        sql = "INSERT INTO notices (person, at, what, session) VALUES (?, ?, ?, ?)"
        old = (
            "DELETE FROM notices WHERE person = ?1 AND id NOT IN "
            "(SELECT id FROM notices WHERE person = ?1 ORDER BY at DESC LIMIT ?2)"
        )
        values = (person_id, self.timekeeper.now(), what, session)
        return (sql, values), (old, (person_id, NOTICES))

    def notices(self, person: Person, secret: str) -> list[SecurityNotice]:
        """What was done elsewhere and not dismissed, the newest first."""
        sql = (
            "SELECT notices.id, at, what FROM notices JOIN sessions USING (person) "
            "WHERE person = ? AND mark = ? AND session <> sessions.id AND at > told "
            "AND at >= ? ORDER BY at DESC"
        )
        since = self.timekeeper.cutoff(NOTICE_SECONDS)
        rows = self.store.read(sql, person.id, token_hash(secret), since)
        return [SecurityNotice(*row) for row in rows]

    async def dismiss_notices(self, person: Person, secret: str, last: int) -> None:
        """Tell no more of notices up to the `last`, in this session.

        What was done after this session had begun is told in no other either: who signs in with a
        stolen password cannot keep that very sign-in from the holder.
        """
        told = self.notices(person, secret)
        read = next((notice.at for notice in told if notice.id == last), None)
        if read is None:
            return
        mark = token_hash(secret)
        everywhere = (
            "DELETE FROM notices WHERE person = ?1 AND at <= ?2 AND EXISTS (SELECT 1 FROM sessions "
            "WHERE mark = ?3 AND created < at AND id <> session)"
        )
        await self.write(
            (everywhere, (person.id, read, mark)),
            ("UPDATE sessions SET told = ? WHERE mark = ?", (read, mark)),
        )

    # --- settings

    def settings(self, person: Person) -> dict[str, object]:
        """What a person has set, as the client wrote it."""
        rows = self.store.read("SELECT settings FROM people WHERE id = ?", person.id)
        found: dict[str, object] = msgspec.json.decode(rows[0][0]) if rows else {}
        return found

    async def keep_settings(self, person: Person, settings: dict[str, object]) -> None:
        """Keep these instead; at most 4 KiB. IllegalAction `too-large`."""
        text = msgspec.json.encode(settings)
        if len(text) > SETTINGS_BYTES:
            raise IllegalAction("too-large")
        await self.write(
            ("UPDATE people SET settings = ? WHERE id = ?", (text.decode(), person.id))
        )

    # --- relations: friends, and those one would rather not hear or meet

    def relations(self, person: Person) -> list[tuple[Person, Kind]]:
        """Everybody to whom a person has a relation, and which."""
        sql = (
            # Table `circle`: the relations (friends, blocks, mutes).
            "SELECT id, name, account_name IS NOT NULL, role, kind FROM circle "
            "JOIN people ON id = other WHERE person = ? ORDER BY kind, name"
        )
        rows = self.store.read(sql, person.id)
        return [(Person(row[0], row[1], bool(row[2]), row[3]), row[4]) for row in rows]

    async def set_relation(self, person: Person, other: str, kind: Kind) -> None:
        """Call somebody a friend, mute or block them; who is blocked is no friend any more."""
        if other == person.id or self.person(other) is None:
            raise IllegalAction("no-such-person")
        against = {"block": ("friend",), "friend": ("block", "mute")}.get(kind, ())
        drop = "DELETE FROM circle WHERE person = ? AND other = ? AND kind = ?"
        await self.write(
            *((drop, (person.id, other, left)) for left in against),
            (
                "INSERT OR IGNORE INTO circle VALUES (?, ?, ?, ?)",
                (person.id, other, kind, self.store.time.wall()),
            ),
        )

    async def remove_relation(self, person: Person, other: str) -> None:
        """Remove the relation to somebody, whichever it is."""
        sql = "DELETE FROM circle WHERE person = ? AND other = ?"
        await self.write((sql, (person.id, other)))

    def kept_apart(self, person_id: str) -> frozenset[str]:
        """Those whom this person has blocked, or who have blocked this person."""
        sql = (
            "SELECT other FROM circle WHERE person = ?1 AND kind = 'block' "
            "UNION SELECT person FROM circle WHERE other = ?1 AND kind = 'block'"
        )
        return frozenset(row[0] for row in self.store.read(sql, person_id))

    def friends(self, person_id: str) -> frozenset[str]:
        """Those whom this person calls friends."""
        sql = "SELECT other FROM circle WHERE person = ? AND kind = 'friend'"
        return frozenset(row[0] for row in self.store.read(sql, person_id))

    def befriended_by(self, person_id: str) -> frozenset[str]:
        """Those who call this person a friend."""
        sql = "SELECT person FROM circle WHERE other = ? AND kind = 'friend'"
        return frozenset(row[0] for row in self.store.read(sql, person_id))

    def muted_by(self, person_id: str) -> frozenset[str]:
        """Those who want to hear nothing of this person."""
        sql = "SELECT person FROM circle WHERE other = ? AND kind IN ('mute', 'block')"
        return frozenset(row[0] for row in self.store.read(sql, person_id))

    def name_of(self, person_id: str) -> str:
        """What this person is called now; empty for one who is not kept any more."""
        person = self.person(person_id)
        return "" if person is None else person.name
