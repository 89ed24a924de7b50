"""Who is it? Guests, accounts, and the sessions by which a cookie is known."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from typing import Final

import msgspec

from rebelote.server.store import Store

COOKIE: Final = "rebelote"
SESSION_SECONDS: Final = 180 * 86_400
"""How long a session lasts that is not used."""
NAME_LENGTH: Final = 24


class Person(msgspec.Struct, frozen=True):
    """Somebody: a guest, or the holder of an account; `role` is empty or `admin`."""

    id: str
    name: str
    account: bool = False
    role: str = ""


def mark_of(secret: str) -> str:
    """What is kept of a secret: its digest, from which it cannot be told."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Accounts:
    """The people of one server."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def new_guest(self, name: str, agent: str) -> tuple[Person, str]:
        """A new guest, and the secret of the session that was opened."""
        person = Person(secrets.token_urlsafe(9), name.strip()[:NAME_LENGTH])
        secret, now = secrets.token_urlsafe(24), time.time()
        await asyncio.wrap_future(
            self.store.write(
                (
                    "INSERT INTO people (id, name, created, seen) VALUES (?, ?, ?, ?)",
                    (person.id, person.name, now, now),
                ),
                (
                    "INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?)",
                    (mark_of(secret), secrets.token_urlsafe(9), person.id, now, now, agent[:200]),
                ),
            )
        )
        return person, secret

    def who(self, secret: str) -> Person | None:
        """Whose session this is, if anybody's."""
        rows = self.store.read(
            "SELECT people.id, name, account_name IS NOT NULL, role FROM sessions "
            "JOIN people ON people.id = person WHERE mark = ? AND sessions.seen > ?",
            mark_of(secret),
            time.time() - SESSION_SECONDS,
        )
        return Person(rows[0][0], rows[0][1], bool(rows[0][2]), rows[0][3]) if rows else None

    def person(self, person_id: str) -> Person | None:
        """The person of this id."""
        sql = "SELECT id, name, account_name IS NOT NULL, role FROM people WHERE id = ?"
        rows = self.store.read(sql, person_id)
        return Person(rows[0][0], rows[0][1], bool(rows[0][2]), rows[0][3]) if rows else None

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

    def deaf_to(self, person_id: str) -> frozenset[str]:
        """Those who want to hear nothing of this person."""
        sql = "SELECT person FROM circle WHERE other = ? AND kind IN ('mute', 'block')"
        return frozenset(row[0] for row in self.store.read(sql, person_id))

    def name_of(self, person_id: str) -> str:
        """What this person is called now; empty for one who is not kept any more."""
        person = self.person(person_id)
        return "" if person is None else person.name
