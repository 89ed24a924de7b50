"""Relations between people: friends, and those whom one has muted or blocked."""

from __future__ import annotations

from typing import Literal

from rebelote.rules.refusals import IllegalAction
from rebelote.server.people.database import Database, Person

Kind = Literal["friend", "mute", "block"]
"""The relations that one may have to others."""


class Relations:
    """The relations of the people of one server."""

    def __init__(self, database: Database) -> None:
        self.store, self.write = database.store, database.write

    def of(self, person: Person) -> list[tuple[Person, Kind]]:
        """Everybody to whom a person has a relation, and which."""
        sql = (
            "SELECT id, name, account_name IS NOT NULL, role, kind FROM relations "
            "JOIN people ON id = other WHERE person = ? ORDER BY kind, name"
        )
        rows = self.store.read_now(sql, person.id)
        return [(Person(row[0], row[1], bool(row[2]), row[3]), row[4]) for row in rows]

    async def set(self, person: Person, other: str, kind: Kind) -> None:
        """Call somebody a friend, mute or block them; who is blocked is no friend any more."""
        known = self.store.read_now("SELECT 1 FROM people WHERE id = ?", other)
        if other == person.id or not known:
            raise IllegalAction("no-such-person")
        against = {"block": ("friend",), "friend": ("block", "mute")}.get(kind, ())
        drop = "DELETE FROM relations WHERE person = ? AND other = ? AND kind = ?"
        await self.write(
            *((drop, (person.id, other, left)) for left in against),
            (
                "INSERT INTO relations VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (person.id, other, kind, self.store.time.wall()),
            ),
        )

    async def remove(self, person: Person, other: str) -> None:
        """Remove the relation to somebody, whichever it is."""
        sql = "DELETE FROM relations WHERE person = ? AND other = ?"
        await self.write((sql, (person.id, other)))

    def kept_apart(self, person_id: str) -> frozenset[str]:
        """Those whom this person has blocked, or who have blocked this person."""
        sql = (
            "SELECT other FROM relations WHERE person = ?1 AND kind = 'block' "
            "UNION SELECT person FROM relations WHERE other = ?1 AND kind = 'block'"
        )
        return frozenset(row[0] for row in self.store.read_now(sql, person_id))

    def friends(self, person_id: str) -> frozenset[str]:
        """Those whom this person calls friends."""
        sql = "SELECT other FROM relations WHERE person = ? AND kind = 'friend'"
        return frozenset(row[0] for row in self.store.read_now(sql, person_id))

    def befriended_by(self, person_id: str) -> frozenset[str]:
        """Those who call this person a friend."""
        sql = "SELECT person FROM relations WHERE other = ? AND kind = 'friend'"
        return frozenset(row[0] for row in self.store.read_now(sql, person_id))

    def muted_by(self, person_id: str) -> frozenset[str]:
        """Those who want to hear nothing of this person."""
        sql = "SELECT person FROM relations WHERE other = ? AND kind IN ('mute', 'block')"
        return frozenset(row[0] for row in self.store.read_now(sql, person_id))
