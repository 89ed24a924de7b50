"""Relations between people: friends, and those whom one has muted or blocked."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.people.database import Database, Person, person_of

Kind = Literal["friend", "mute", "block"]
"""The relations that one may have to others."""


class Relations:
    """The relations of the people of one server."""

    def __init__(self, database: Database) -> None:
        self.store, self.write = database.store, database.write

    async def of(self, person: Person) -> list[tuple[Person, Kind]]:
        """Everybody to whom a person has a relation, and which."""
        sql = (
            "SELECT id, name, account_name IS NOT NULL, role, kind FROM relations "
            "JOIN people ON id = other WHERE person = ? ORDER BY kind, name"
        )
        return [(person_of(*row), row[4]) for row in await self.store.read(sql, person.id)]

    async def set(self, person: Person, other: str, kind: Kind) -> None:
        """Call somebody a friend, mute or block them; who is blocked is no friend any more."""
        known = await self.store.read("SELECT 1 FROM people WHERE id = ?", other)
        if other == person.id or not known:
            raise IllegalActionError("no-such-person")
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

    async def blocked_by(self, people: Collection[str]) -> dict[str, frozenset[str]]:
        """Of each of these people, those whom they have blocked, or who have blocked them."""
        sql = (
            "SELECT person, other FROM relations WHERE person IN (?*) AND kind = 'block' "
            "UNION SELECT other, person FROM relations WHERE other IN (?*) AND kind = 'block'"
        )
        found: dict[str, set[str]] = {person: set() for person in people}
        for person, other in await self.store.read_of(sql, people):
            found[person].add(other)
        return {person: frozenset(others) for person, others in found.items()}

    async def friends(self, person_id: str) -> frozenset[str]:
        """Those whom this person calls friends."""
        sql = "SELECT other FROM relations WHERE person = ? AND kind = 'friend'"
        return await self._ids(sql, person_id)

    async def befriended_by(self, person_id: str) -> frozenset[str]:
        """Those who call this person a friend."""
        sql = "SELECT person FROM relations WHERE other = ? AND kind = 'friend'"
        return await self._ids(sql, person_id)

    async def muted_by(self, person_id: str) -> frozenset[str]:
        """Those who want to hear nothing of this person."""
        sql = "SELECT person FROM relations WHERE other = ? AND kind IN ('mute', 'block')"
        return await self._ids(sql, person_id)

    async def muted_by_each(self, people: Collection[str]) -> dict[str, frozenset[str]]:
        """The same of each of these people, by one statement."""
        sql = (
            "SELECT other, person FROM relations WHERE other IN (?*) AND kind IN ('mute', 'block')"
        )
        found: dict[str, set[str]] = {person: set() for person in people}
        for person, reader in await self.store.read_of(sql, people):
            found[person].add(reader)
        return {person: frozenset(readers) for person, readers in found.items()}

    async def _ids(self, sql: str, person_id: str) -> frozenset[str]:
        return frozenset(row[0] for row in await self.store.read(sql, person_id))
