"""Relations between people: friends, and those whom one has muted or blocked.

People are friends where both have called each other so; one alone has asked (`server.friends`).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.people.database import COLUMNS, OF_PERSON, Database, Person, person_of
from rebelote.server.storage.store import Statement

Kind = Literal["friend", "mute", "block"]
"""The relations that one may have to others."""

MUTUAL: Final = (
    "EXISTS (SELECT 1 FROM relations AS back WHERE back.person = relations.other "
    "AND back.other = relations.person AND back.kind = 'friend')"
)
"""Whether the friend of a row of `relations` calls its person a friend, too."""
_END_THEIRS: Final = (
    "DELETE FROM relations WHERE person = ?2 AND other = ?1 AND kind = 'friend' AND EXISTS "
    "(SELECT 1 FROM relations WHERE person = ?1 AND other = ?2 AND kind = 'friend')"
)


def end_theirs(person: str, other: str) -> Statement:
    """What ends the other's half of a friendship, before one's own; a mere request stays."""
    return _END_THEIRS, (person, other)


class Relations:
    """The relations of the people of one server."""

    def __init__(self, database: Database) -> None:
        self.store, self.write = database.store, database.write

    async def of(self, person: Person) -> list[tuple[Person, Kind, bool]]:
        """Everybody to whom a person has a relation, which, and whether it is mutual friendship."""
        sql = (
            f"SELECT {OF_PERSON}, kind, {MUTUAL} FROM relations "
            "JOIN people ON id = other WHERE person = ? AND kind <> 'refused' ORDER BY kind, name"
        )
        rows = await self.store.read(sql, person.id)
        return [
            (person_of(*row), kind, kind == "friend" and bool(mutual))
            for row in rows
            for kind, mutual in [row[COLUMNS:]]
        ]

    async def avoid(self, person: Person, other: str, kind: Literal["mute", "block"]) -> None:
        """Mute or block a person; who is blocked is no friend any more, nor asks to be one."""
        known = await self.store.read("SELECT 1 FROM people WHERE id = ?", other)
        if other == person.id or not known:
            raise IllegalActionError("no-such-person")
        await self.write(
            *(self._ended(person.id, other) if kind == "block" else ()),
            (
                "INSERT INTO relations VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (person.id, other, kind, self.store.time.wall()),
            ),
        )

    @staticmethod
    def _ended(person: str, other: str) -> tuple[Statement, ...]:
        mine = "DELETE FROM relations WHERE person = ? AND other = ? AND kind = 'friend'"
        return end_theirs(person, other), (mine, (person, other))

    async def remove(self, person: Person, other: str) -> None:
        """Remove the relations to a person; a refused request stays so."""
        sql = "DELETE FROM relations WHERE person = ? AND other = ? AND kind <> 'refused'"
        await self.write(end_theirs(person.id, other), (sql, (person.id, other)))

    async def blocked_by(self, people: Collection[str]) -> dict[str, frozenset[str]]:
        """Of each of these people, those whom they have blocked, or who have blocked them."""
        sql = (
            "SELECT person, other FROM relations WHERE person IN (?*) AND kind = 'block' "
            "UNION SELECT other, person FROM relations WHERE other IN (?*) AND kind = 'block'"
        )
        result: dict[str, set[str]] = {person: set() for person in people}
        for person, other in await self.store.read_of(sql, people):
            result[person].add(other)
        return {person: frozenset(others) for person, others in result.items()}

    async def friends(self, person_id: str) -> frozenset[str]:
        """The friends of a person."""
        sql = f"SELECT other FROM relations WHERE person = ? AND kind = 'friend' AND {MUTUAL}"
        return await self._ids(sql, person_id)

    async def muted_by(self, person_id: str) -> frozenset[str]:
        """Those who have muted this person."""
        sql = "SELECT person FROM relations WHERE other = ? AND kind IN ('mute', 'block')"
        return await self._ids(sql, person_id)

    async def muted_by_each(self, people: Collection[str]) -> dict[str, frozenset[str]]:
        """The same of each of these people, by one statement."""
        sql = (
            "SELECT other, person FROM relations WHERE other IN (?*) AND kind IN ('mute', 'block')"
        )
        result: dict[str, set[str]] = {person: set() for person in people}
        for person, reader in await self.store.read_of(sql, people):
            result[person].add(reader)
        return {person: frozenset(readers) for person, readers in result.items()}

    async def _ids(self, sql: str, person_id: str) -> frozenset[str]:
        return frozenset(row[0] for row in await self.store.read(sql, person_id))
