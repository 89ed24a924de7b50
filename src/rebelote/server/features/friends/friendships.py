"""Friendships: requests, their answers, and what each person allows.

A friendship is two rows of `relations`, one of each person; one alone is a request. The author of a
request learns nothing of it, unless it is accepted: refused, blocked and unread look alike.
"""

from __future__ import annotations

from typing import Final

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol import names
from rebelote.server.features.friends.schemas import FriendRequest, FriendSettings
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import OF_PERSON, Person, person_of
from rebelote.server.people.relations import MUTUAL, end_theirs

FRIENDS: Final = limit(250, "friends", per="person", beyond="friends-full")
SENT: Final = limit(50, "open requests sent", per="person", beyond="friends-full")
PENDING: Final = limit(50, "open requests received", per="person", beyond="no-request")
FROM_STRANGERS: Final = limit(
    20,
    "open requests received beyond which only people met at a table can ask",
    per="person",
    beyond="no-request",
)
REFUSED: Final = limit(
    200, "refused requests that stay refused", per="person", beyond="the oldest may be sent again"
)
SEARCH_RESULTS: Final = limit(10, "people found by name", per="search")
LETTERS: Final = 3
"""First letters by which those are found who allow it."""

_REQUEST: Final = (
    "asked.kind = 'friend' AND NOT EXISTS (SELECT 1 FROM relations AS own "
    "WHERE own.person = asked.other AND own.other = asked.person "
    "AND own.kind IN ('friend', 'refused', 'block'))"
)
"""Whether the row `asked` is a request that the other gets to see."""
_HALVES: Final = "FROM relations WHERE kind = 'friend' AND person ="
_RECEIVED: Final = f"FROM relations AS asked WHERE asked.other = ?2 AND {_REQUEST}"
_MET: Final = (
    "EXISTS (SELECT 1 FROM seated AS mine JOIN seated AS theirs ON theirs.table_id = mine.table_id "
    "WHERE mine.person = ?1 AND theirs.person = ?2)"
)
_ALLOWS: Final = "coalesce((SELECT asked FROM friend_settings WHERE person = ?2), 'anyone')"
_ASK: Final = (
    "INSERT INTO relations (person, other, kind, since) SELECT ?1, ?2, 'friend', ?3 "
    "WHERE (EXISTS (SELECT 1 FROM relations WHERE person = ?2 AND other = ?1 AND kind = 'friend') "
    f"AND (SELECT count(*) {_HALVES} ?1 AND {MUTUAL}) < ?4 "
    f"AND (SELECT count(*) {_HALVES} ?2 AND {MUTUAL}) < ?4) "
    f"OR ((SELECT count(*) {_HALVES} ?1 AND NOT {MUTUAL}) < ?5 "
    f"AND (({_MET} AND {_ALLOWS} <> 'nobody' AND (SELECT count(*) {_RECEIVED}) < ?6) "
    f"OR ({_ALLOWS} = 'anyone' AND (SELECT count(*) {_RECEIVED}) < ?7))) "
    "ON CONFLICT DO NOTHING"
)
"""All in one statement: nothing changes between what is counted and what is written."""
_ASKED: Final = "SELECT 1 FROM relations WHERE kind = 'friend' AND person = ? AND other = ?"
_FORGIVE: Final = (
    "DELETE FROM relations WHERE person = ?1 AND other = ?2 AND kind <> 'friend' "
    "AND EXISTS (SELECT 1 FROM relations WHERE person = ?1 AND other = ?2 AND kind = 'friend')"
)
_REFUSE: Final = (
    "INSERT INTO relations (person, other, kind, since) SELECT ?1, ?2, 'refused', ?3 WHERE EXISTS "
    "(SELECT 1 FROM relations AS asked WHERE asked.person = ?2 AND asked.other = ?1 "
    f"AND {_REQUEST}) ON CONFLICT DO NOTHING"
)
_OLD_REFUSALS: Final = (
    "DELETE FROM relations WHERE person = ?1 AND kind = 'refused' AND other NOT IN (SELECT other "
    "FROM relations WHERE person = ?1 AND kind = 'refused' ORDER BY since DESC LIMIT ?2)"
)
_FIND: Final = (
    "SELECT id, name, role FROM people LEFT JOIN friend_settings ON friend_settings.person = id "
    "WHERE (account_name IN (?2, ?3) OR (findable AND account_name >= ?4 AND account_name < ?5)) "
    "AND coalesce(asked, 'anyone') <> 'nobody' AND id <> ?1 AND NOT EXISTS (SELECT 1 "
    "FROM relations WHERE kind = 'block' AND ((relations.person = id AND other = ?1) "
    "OR (relations.person = ?1 AND other = id))) ORDER BY account_name LIMIT ?6"
)
_FIND_ALL: Final = (
    "SELECT id, name, role FROM people WHERE account_name >= ? AND account_name < ? "
    "ORDER BY account_name LIMIT ?"
)


class Friendships:
    """The friendships of the people of one server."""

    def __init__(self, accounts: Accounts) -> None:
        self.store, self.write = accounts.store, accounts.write
        self.timekeeper = accounts.timekeeper

    # --- requests

    async def ask(self, person: Person, other: str) -> bool:
        """Request a friendship or accept a request; return whether both are friends now.

        A guest can ask only people met at a table. IllegalActionError `no-such-person`,
        `friends-full`, `no-request`.
        """
        known = await self.store.read("SELECT 1 FROM people WHERE id = ?", other)
        if other == person.id or not known:
            raise IllegalActionError("no-such-person")
        strangers = FROM_STRANGERS if person.account else 0
        limits = FRIENDS, SENT, PENDING, strangers
        both = person.id, other
        asking = (_ASK, (*both, self.timekeeper.now(), *limits))
        await self.write(asking, (_FORGIVE, both))
        if not await self.store.read(_ASKED, *both):
            raise IllegalActionError(await self._why_not(person.id))
        return bool(await self.store.read(_ASKED, other, person.id))

    async def _why_not(self, person: str) -> str:
        """Return the refusal's code: one's lists are full, or the other takes no requests."""
        sql = (
            f"SELECT {MUTUAL}, count(*) FROM relations WHERE person = ? AND kind = 'friend' "
            "GROUP BY 1"
        )
        counts = {bool(mutual): count for mutual, count in await self.store.read(sql, person)}
        full = counts.get(True, 0) >= FRIENDS or counts.get(False, 0) >= SENT
        return "friends-full" if full else "no-request"

    async def gets(self, person: str, other: str) -> bool:
        """Return whether a person gets to see the request of another."""
        sql = (
            "SELECT 1 FROM relations AS asked WHERE asked.other = ? AND asked.person = ? "
            f"AND {_REQUEST}"
        )
        return bool(await self.store.read(sql, person, other))

    async def refuse(self, person: Person, other: str) -> None:
        """Hide a person's request; they are not notified."""
        refusal = (_REFUSE, (person.id, other, self.timekeeper.now()))
        await self.write(refusal, (_OLD_REFUSALS, (person.id, REFUSED)))

    async def end(self, person: Person, other: str) -> None:
        """End a friendship, or take a request back."""
        mine = "DELETE FROM relations WHERE person = ? AND other = ? AND kind = 'friend'"
        await self.write(end_theirs(person.id, other), (mine, (person.id, other)))

    # --- lists

    async def of(self, person: Person) -> list[Person]:
        """Return the friends of a person by name."""
        sql = (
            f"SELECT {OF_PERSON} FROM relations JOIN people ON id = other "
            f"WHERE relations.person = ? AND kind = 'friend' AND {MUTUAL} ORDER BY name LIMIT ?"
        )
        return [person_of(*row) for row in await self.store.read(sql, person.id, FRIENDS)]

    async def are_friends(self, person: str, other: str) -> bool:
        """Return whether both call each other friends."""
        sql = (
            "SELECT 1 FROM relations WHERE person = ? AND other = ? AND kind = 'friend' "
            f"AND {MUTUAL}"
        )
        return bool(await self.store.read(sql, person, other))

    async def received(self, person: Person) -> tuple[FriendRequest, ...]:
        """Return requests that wait for an answer, the latest first."""
        sql = (
            "SELECT id, name, since, portrait FROM relations AS asked "
            "JOIN people ON id = asked.person "
            f"WHERE asked.other = ? AND {_REQUEST} ORDER BY since DESC LIMIT ?"
        )
        return tuple(FriendRequest(*row) for row in await self.store.read(sql, person.id, PENDING))

    async def sent(self, person: Person) -> tuple[FriendRequest, ...]:
        """Return requests of one's own that were not accepted, the latest first."""
        sql = (
            "SELECT other, name, since, portrait FROM relations JOIN people ON id = other "
            f"WHERE person = ? AND kind = 'friend' AND NOT {MUTUAL} ORDER BY since DESC LIMIT ?"
        )
        return tuple(FriendRequest(*row) for row in await self.store.read(sql, person.id, SENT))

    # --- what each allows

    async def settings(self, person: Person) -> FriendSettings:
        sql = "SELECT presence, findable, asked FROM friend_settings WHERE person = ?"
        rows = await self.store.read(sql, person.id)
        if not rows:
            return FriendSettings()
        presence, findable, requests = rows[0]
        return FriendSettings(presence, bool(findable), requests)

    async def allow(self, person: Person, allowed: FriendSettings) -> None:
        sql = (
            "INSERT INTO friend_settings (person, presence, findable, asked) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (person) DO UPDATE SET presence = excluded.presence, "
            "findable = excluded.findable, asked = excluded.asked"
        )
        values = (person.id, allowed.presence, allowed.findable, allowed.asked)
        await self.write((sql, values))

    async def find(self, person: Person, name: str) -> list[Person]:
        """Find accounts of this name, or whose names begin so and who allow it.

        Guests are not found, nor who takes no requests, nor who has blocked this person or is
        blocked. An admin finds everybody by first letters.
        """
        if not (key := names.key(name)):
            return []
        last = key + "\U0010ffff"
        if person.role == "admin":
            rows = await self.store.read(_FIND_ALL, key, last, SEARCH_RESULTS)
        else:
            first = key if len(key) >= LETTERS else last
            values = (person.id, key, names.old_key(name), first, last, SEARCH_RESULTS)
            rows = await self.store.read(_FIND, *values)
        return [Person(id=id, name=shown, account=True, role=role) for id, shown, role in rows]
