"""Relations between people: friends, and those whom one has muted or blocked.

People are friends where both have called each other so; one alone has asked
(`server.features.friends`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final, Literal

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.storage.store import Rows, Statement
from rebelote.server.people.database import COLUMNS, OF_PERSON, Database, Person, person_of

Kind = Literal["friend", "mute", "block"]
AVOIDED: Final = limit(
    1000,
    "people who are muted, and as many who are blocked",
    per="person",
    beyond="relations-full",
)
_AVOIDED: Final = "SELECT count(*) FROM relations WHERE person = ? AND kind = ? AND other <> ?"
_AVOID: Final = (
    "INSERT INTO relations (person, other, kind, since) SELECT ?1, ?2, ?3, ?4 "
    "WHERE (SELECT count(*) FROM relations WHERE person = ?1 AND kind = ?3) < ?5 "
    "ON CONFLICT DO NOTHING"
)
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
    """Build the statement that ends the other's half of a friendship; a mere request stays."""
    return _END_THEIRS, (person, other)


class Relations:
    """The relations of the people of one server."""

    def __init__(self, database: Database) -> None:
        self.store, self.write = database.store, database.write
        self.followers: list[Callable[[str], None]] = []
        """Called with each person whose relations have changed."""

    def publish_changed(self, person: str) -> None:
        """Pass on that a person's relations have changed."""
        for follower in self.followers:
            follower(person)

    async def of(self, person: Person) -> list[tuple[Person, Kind, bool]]:
        """List a person's relations: to whom, of which kind, and whether a mutual friendship."""
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
        """Mute or block a person; who is blocked is no friend any more, nor asks to be one.

        IllegalActionError `no-such-person`, `relations-full`.
        """
        known = await self.store.read("SELECT 1 FROM people WHERE id = ?", other)
        if other == person.id or not known:
            raise IllegalActionError("no-such-person")
        [(count,)] = await self.store.read(_AVOIDED, person.id, kind, other)
        if count >= AVOIDED:
            raise IllegalActionError("relations-full")
        now = self.store.time.wall()
        await self.write(
            *(self._ended(person.id, other) if kind == "block" else ()),
            (_AVOID, (person.id, other, kind, now, AVOIDED)),
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
        """Map each of these people to those who are kept apart from them by a block, either way.

        A block of a person is one of their bots, too.
        """
        answering = await self._answering(people)
        blocked = await self._blocks({one for all in answering.values() for one in all})
        others = {other for all in blocked.values() for other in all}
        bots = await self._bots(others) if others else {}
        result: dict[str, frozenset[str]] = {}
        for person, all in answering.items():
            excluded = {other for one in all for other in blocked.get(one, ())}
            result[person] = frozenset(excluded.union(*(bots.get(one, ()) for one in excluded)))
        return result

    async def _blocks(self, people: Collection[str]) -> dict[str, set[str]]:
        sql = (
            "SELECT person, other FROM relations WHERE person IN (?*) AND kind = 'block' "
            "UNION SELECT other, person FROM relations WHERE other IN (?*) AND kind = 'block'"
        )
        return _grouped(await self.store.read_of(sql, people))

    async def _answering(self, people: Collection[str]) -> dict[str, tuple[str, ...]]:
        """Map each of these people to themselves and, for a bot, its owner: `Person.answerable`."""
        rows = await self.store.read_of("SELECT person, by FROM bots WHERE person IN (?*)", people)
        return {one: (one,) for one in people} | {bot: (bot, owner) for bot, owner in rows}

    async def _bots(self, owners: Collection[str]) -> dict[str, set[str]]:
        sql = "SELECT by, person FROM bots WHERE by IN (?*)"
        return _grouped(await self.store.read_of(sql, owners))

    async def programs(self, people: Collection[str]) -> frozenset[str]:
        """Return the bot accounts among these people."""
        answering = await self._answering(people)
        return frozenset(one for one in people if len(answering[one]) > 1)

    async def friends(self, person_id: str) -> frozenset[str]:
        sql = f"SELECT other FROM relations WHERE person = ? AND kind = 'friend' AND {MUTUAL}"
        return await self._ids(sql, person_id)

    async def muted_by(self, person_id: str) -> frozenset[str]:
        """Return those who have muted or blocked this person or, for a bot, its owner."""
        return (await self.muted_by_each([person_id]))[person_id]

    async def muted_by_each(self, people: Collection[str]) -> dict[str, frozenset[str]]:
        """Return the same for each of these people."""
        sql = (
            "SELECT other, person FROM relations WHERE other IN (?*) AND kind IN ('mute', 'block')"
        )
        answering = await self._answering(people)
        rows = await self.store.read_of(sql, {one for all in answering.values() for one in all})
        muted = _grouped(rows)
        return {
            person: frozenset(reader for one in all for reader in muted.get(one, ()))
            for person, all in answering.items()
        }

    async def _ids(self, sql: str, person_id: str) -> frozenset[str]:
        return frozenset(row[0] for row in await self.store.read(sql, person_id))


def _grouped(rows: Rows) -> dict[str, set[str]]:
    """Map what the first column holds to what the second does beside it."""
    result: dict[str, set[str]] = {}
    for one, other in rows:
        result.setdefault(one, set()).add(other)
    return result
