"""Events and clubs on disk: what each is, its secretaries, and its log, whose numbers are written
once. Both are rows of the same tables; the club of a club is itself.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final, Generic, Literal, NamedTuple, TypeVar

import msgspec

from rebelote.club.clubs import ClubEntry, Founded
from rebelote.club.entries import Created, Entry
from rebelote.club.roles import GivenRole, Role, best, is_above
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.club import keys
from rebelote.server.club.club_schemas import ClubCard, ClubEvening
from rebelote.server.club.schemas import ClubEventCard
from rebelote.server.limits import limit
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person
from rebelote.server.storage.store import ConflictError, Row, Statement

_E = TypeVar("_E")
TRIES: Final = 5
"""How often lines are written again after another node was faster."""
ID_BYTES: Final = 9
EVENT_ID: Final = re.compile(r"[A-Za-z0-9_-]{12}")
MOST_EVENTS: Final = limit(
    50, "evenings that belong to no club", per="person", beyond="too-many-events"
)
MOST_CLUBS: Final = limit(10, "clubs that are kept", per="person", beyond="too-many-clubs")
MOST_CLUB_EVENINGS: Final = limit(500, "evenings that are kept", per="club", beyond="club-full")
MOST_SECRETARIES: Final = limit(
    20, "secretaries", per="evening of a club", beyond="too-many-secretaries"
)
MOST_HELPERS: Final = limit(50, "helpers", per="evening of a club", beyond="too-many-secretaries")
MOST_OF_CLUB: Final = limit(
    500, "members with an account or a guest's cookie", per="club", beyond="too-many-secretaries"
)
MOST_OF: Final[Mapping[GivenRole, int]] = {
    "secretary": MOST_SECRETARIES,
    "helper": MOST_HELPERS,
    "member": MOST_OF_CLUB,
}
MOST_ENTRIES: Final = limit(
    10_000, "entries of a log: teams, draws, scores", per="evening of a club", beyond="event-full"
)
MOST_ROLE_CHANGES: Final = limit(
    1000,
    "changes of roles that the log keeps",
    per="club or evening of one",
    beyond="the oldest are forgotten",
)
KEPT_SECONDS: Final = limit(
    366 * 24 * 3600.0,
    "time an evening of a club is kept after its last entry",
    unit="s",
    per="evening of a club",
)
CLUB_SECONDS: Final = limit(
    2 * KEPT_SECONDS,
    "time a club and its evenings are kept after the last entry in any of them",
    unit="s",
    per="club",
)

_CREATE: Final = (
    "INSERT INTO club_events (id, person, secret, name, created, touched) "
    "SELECT ?1, ?2, ?3, ?4, ?5, ?5 "
    "WHERE (SELECT count(*) FROM club_events WHERE person = ?2 AND club = '') < ?6"
)
_CREATE_WITHIN: Final = (
    "INSERT INTO club_events (id, person, secret, name, created, touched, club) "
    "SELECT ?1, person, ?3, ?4, ?5, ?5, id FROM club_events WHERE id = ?2 AND club = id "
    "AND (SELECT count(*) FROM club_events WHERE club = ?2) <= ?6"
)
_CREATE_CLUB: Final = (
    "INSERT INTO club_events (id, person, secret, name, created, touched, club) "
    "SELECT ?1, ?2, ?3, ?4, ?5, ?5, ?1 "
    "WHERE (SELECT count(*) FROM club_events WHERE person = ?2 AND club = id) < ?6"
)
_TAKE_IN: Final = (
    "UPDATE club_events SET club = ?2 WHERE id = ?1 AND club = '' "
    "AND (SELECT count(*) FROM club_events WHERE club = ?2) <= ?3"
)
_ADD: Final = (
    "INSERT INTO club_entries (event, number, person, at, line) VALUES (CASE WHEN EXISTS ("
    "SELECT 1 FROM club_events WHERE id = ?1) THEN ?1 ELSE NULL END, ?2, ?3, ?4, ?5)"
)
"""Write an entry; of an event that is gone it has no key, which breaks a constraint."""
_SECRETARY: Final = (
    "INSERT INTO club_secretaries (event, person, since, role) SELECT ?1, ?2, ?3, ?5 "
    "WHERE EXISTS (SELECT 1 FROM club_events WHERE id = ?1) "
    "AND (SELECT count(*) FROM club_secretaries WHERE event = ?1 AND role = ?5) < ?4 "
    "ON CONFLICT (event, person) DO UPDATE SET role = excluded.role"
)
_PEOPLE: Final = (
    "SELECT person, role, since FROM club_secretaries WHERE event = ? ORDER BY since, person"
)
_CHANGE_ROLE: Final = "UPDATE club_secretaries SET role = ?3 WHERE event = ?1 AND person = ?2"
_TAKE_ROLES: Final = (
    "DELETE FROM club_secretaries WHERE person = ?2 "
    "AND event IN (SELECT id FROM club_events WHERE club = ?1)"
)
_LOG_ROLE: Final = (
    "INSERT INTO club_role_changes (event, at, person, by, role) SELECT ?1, ?2, ?3, ?4, ?5 "
    "WHERE ?5 = '' OR EXISTS "
    "(SELECT 1 FROM club_secretaries WHERE event = ?1 AND person = ?3 AND role = ?5)"
)
"""Note that a person has this role now, or none; nothing where there was no place for it."""
_FORGET_ROLES: Final = (
    "DELETE FROM club_role_changes WHERE event = ?1 AND id <= (SELECT id FROM club_role_changes "
    "WHERE event = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)"
)
_ROLE_CHANGES: Final = (
    "SELECT at, person, by, role FROM club_role_changes WHERE event = ? ORDER BY id"
)
_NEW_LINKS: Final = "UPDATE club_events SET links = links + 1 WHERE club = ?1"
_OF: Final = (
    "SELECT id, name, created, touched, club_events.person FROM club_events "
    "JOIN club_secretaries ON event = id WHERE club_secretaries.person = ? AND club = '' "
    "ORDER BY touched DESC, id LIMIT 100"
)
_CLUBS_OF: Final = (
    "SELECT id, name, club_events.person FROM club_events "
    "JOIN club_secretaries ON event = id WHERE club_secretaries.person = ? AND club = id "
    "ORDER BY touched DESC, id LIMIT 100"
)
_EVENINGS: Final = (
    "SELECT id, name, created, person FROM club_events WHERE club = ? AND club <> id "
    "ORDER BY created DESC, id"
)
_EVENT: Final = "SELECT person, secret, club, links FROM club_events WHERE id = ? AND club <> id"
_CLUB: Final = "SELECT person, secret, club, links FROM club_events WHERE id = ? AND club = id"
_ENTRIES: Final = (
    "SELECT number, person, at, line FROM club_entries WHERE event = ? AND number > ? "
    "ORDER BY number"
)
_TOUCH: Final = (
    "UPDATE club_events SET touched = ?1 "
    "WHERE id = ?2 OR id = (SELECT club FROM club_events WHERE id = ?2)"
)
_RENAME: Final = "UPDATE club_events SET name = ?1 WHERE id = ?2"
_ROLES_OF: Final = (
    "SELECT role FROM club_secretaries WHERE person = ?2 "
    "AND (event = ?1 OR event = (SELECT club FROM club_events WHERE id = ?1)) "
    "UNION SELECT 'owner' FROM club_events WHERE id = ?1 AND person = ?2"
)
_OLD: Final = (
    "SELECT id FROM club_events WHERE club = '' AND touched < ? ORDER BY touched LIMIT 100"
)
_OLD_CLUBS: Final = (
    "SELECT id FROM club_events WHERE club = id AND touched < ? ORDER BY touched LIMIT 100"
)
_RELEASE: Final = (
    "INSERT INTO club_secretaries (event, person, since) SELECT id, person, created "
    "FROM club_events WHERE club = ?1 AND club <> id ON CONFLICT DO NOTHING",
    "UPDATE club_events SET club = '' WHERE club = ?1 AND club <> id",
)
"""Make the evenings of a club evenings by themselves, each of who prepared it."""
_BEYOND: Final = {
    _CREATE: "too-many-events",
    _CREATE_WITHIN: "club-full",
    _CREATE_CLUB: "too-many-clubs",
}
_DELETE: Final = (
    "DELETE FROM club_entries WHERE event = ?",
    "DELETE FROM club_secretaries WHERE event = ?",
    "DELETE FROM club_role_changes WHERE event = ?",
    "DELETE FROM club_players WHERE event = ?",
    "DELETE FROM club_tables WHERE event = ?",
    "DELETE FROM club_rounds WHERE event = ?",
    "DELETE FROM club_events WHERE id = ?",
)
_ORPHANS: Final = (
    "DELETE FROM club_entries WHERE event NOT IN (SELECT id FROM club_events)",
    "DELETE FROM club_secretaries WHERE event NOT IN (SELECT id FROM club_events)",
    "DELETE FROM club_role_changes WHERE event NOT IN (SELECT id FROM club_events)",
    "DELETE FROM club_players WHERE event NOT IN (SELECT id FROM club_events)",
    "DELETE FROM club_tables WHERE event NOT IN (SELECT id FROM club_events)",
)
_EVENT_ENTRY: Final = msgspec.json.Decoder(Entry)
_CLUB_ENTRY: Final = msgspec.json.Decoder(ClubEntry)


class Line(msgspec.Struct, Generic[_E], frozen=True):
    """An entry of a log; `person`: who has entered it, empty where it came from a table."""

    number: int
    person: str
    at: float
    entry: _E


class Owned(msgspec.Struct, frozen=True):
    """Who has created an event or a club, its secret, and the club that it belongs to.

    `links`: how often the links that give roles were made again.
    """

    person: str
    secret: str
    club: str
    links: int

    def key(self, role: GivenRole) -> str:
        """The key that gives a role."""
        return keys.role_key(self.secret, role, self.links)

    def role_of(self, key: str) -> GivenRole:
        """The role that a key gives. IllegalActionError `not-a-secretary` for any other."""
        return keys.role_of(self.secret, key, self.links)


class StoredRole(NamedTuple):
    """A person with a role, and since when."""

    person: str
    role: GivenRole
    since: float


class RoleChange(NamedTuple):
    """When a person got a role or lost all of them, and who did it: the person itself by a link."""

    at: float
    person: str
    by: str
    role: GivenRole | Literal[""]


def decode_line(row: Row) -> None:
    """Make the entry of an exported row readable."""
    row["line"] = msgspec.json.decode(row["line"])


class StoredEvents:
    """The events in the database of a server."""

    def __init__(self, accounts: Accounts) -> None:
        self.accounts, self.store = accounts, accounts.store

    async def create(self, created: Created, me: Person, club: str = "") -> str:
        """Store a new event and return its id.

        One of a club is whose the club is. IllegalActionError `too-many-events`, or `club-full`.
        """
        if club:
            return await self._insert(_CREATE_WITHIN, created, me, club, MOST_CLUB_EVENINGS)
        return await self._insert(_CREATE, created, me, me.id, MOST_EVENTS)

    async def create_club(self, founded: Founded, me: Person) -> str:
        """Store a new club and return its id. IllegalActionError `too-many-clubs`."""
        return await self._insert(_CREATE_CLUB, founded, me, me.id, MOST_CLUBS)

    async def _insert(
        self, sql: str, first: Created | Founded, me: Person, of: str, most: int
    ) -> str:
        """Store what `first` begins, unless there are too many already of a person or club."""
        id, secret = secrets.token_urlsafe(ID_BYTES), secrets.token_hex(32)
        now = self.accounts.timekeeper.now()
        secretary = _SECRETARY, (id, me.id, now, MOST_SECRETARIES, "secretary")
        try:
            await self.accounts.write(
                (sql, (id, of, secret, first.name, now, most)),
                *([] if sql is _CREATE_WITHIN else [secretary]),
                self._line(id, Line(1, me.id, now, first)),
            )
        except ConflictError:  # the first statement has written none
            raise IllegalActionError(_BEYOND[sql]) from None
        return id

    async def take_in(self, event: str, club: str) -> None:
        """Make an event one of a club. IllegalActionError `club-full`."""
        await self.accounts.write((_TAKE_IN, (event, club, MOST_CLUB_EVENINGS)))
        if (await self.find(event)).club != club:
            raise IllegalActionError("club-full")

    async def clubs_of(self, me: Person) -> list[ClubCard]:
        """The clubs whose secretary one is, the last one first."""
        rows = await self.store.read(_CLUBS_OF, me.id)
        return [ClubCard(club, name, person == me.id) for club, name, person in rows]

    async def evenings(self, club: str, me: Person | None) -> tuple[ClubEvening, ...]:
        """The events of a club, the last one first."""
        rows = await self.store.read(_EVENINGS, club)
        return tuple(
            ClubEvening(event, name, created, me is not None and person == me.id)
            for event, name, created, person in rows
        )

    async def of(self, me: Person) -> list[ClubEventCard]:
        """The events whose secretary one is, the last one first."""
        rows = await self.store.read(_OF, me.id)
        return [
            ClubEventCard(event, name, created, touched, person == me.id)
            for event, name, created, touched, person in rows
        ]

    async def find(self, event: str) -> Owned:
        """Whose an event is. IllegalActionError `no-such-event`."""
        return await self._owned(_EVENT, event, "no-such-event")

    async def find_club(self, club: str) -> Owned:
        """Whose a club is. IllegalActionError `no-such-club`."""
        return await self._owned(_CLUB, club, "no-such-club")

    async def _owned(self, sql: str, id: str, refusal: str) -> Owned:
        rows = await self.store.read(sql, id) if EVENT_ID.fullmatch(id) else []
        if not rows:
            raise IllegalActionError(refusal)
        return Owned(*rows[0])

    async def lines(self, event: str, after: int) -> list[Line[Entry]]:
        """The lines of the log of an event after this number."""
        return await self._lines(event, after, _EVENT_ENTRY)

    async def club_lines(self, club: str, after: int) -> list[Line[ClubEntry]]:
        """The lines of the log of a club after this number."""
        return await self._lines(club, after, _CLUB_ENTRY)

    async def _lines(
        self, id: str, after: int, decoder: msgspec.json.Decoder[_E]
    ) -> list[Line[_E]]:
        rows = await self.store.read(_ENTRIES, id, after)
        return [
            Line(number, person or "", at, decoder.decode(line))
            for number, person, at, line in rows
        ]

    async def append(
        self,
        id: str,
        catch_up: Callable[[], Awaitable[Owned]],
        new: Callable[[], Awaitable[Sequence[Line[_E]]]],
        also: Sequence[Statement] = (),
    ) -> Sequence[Line[_E]]:
        """Write the lines that `new` gives for the state as it is, and return them.

        Again where another node was faster. `also` is written with them. `catch_up` reads
        the state, and refuses what is gone.
        """
        for _ in range(TRIES):
            await catch_up()
            lines = await new()
            if not lines:
                return lines
            touch = _TOUCH, (self.accounts.timekeeper.now(), id)
            try:
                await self.accounts.write(*(self._line(id, line) for line in lines), touch, *also)
            except ConflictError:
                continue
            return lines
        raise IllegalActionError("server-busy")

    async def rename(self, id: str, name: str) -> None:
        """Name what is listed as an event or club."""
        await self.accounts.write((_RENAME, (name, id)))

    def _line(self, event: str, line: Line[_E]) -> Statement:
        written = msgspec.json.encode(line.entry).decode()
        return _ADD, (event, line.number, line.person or None, line.at, written)

    async def role_of(self, id: str, person: Person | None) -> Role:
        """What a person is in an event or a club; in an event of a club at least what in the club,
        but for its owner."""
        rows = await self.store.read(_ROLES_OF, id, person.id) if person else []
        return best(role for (role,) in rows)

    async def add_role(self, id: str, person: Person, role: GivenRole) -> None:
        """Give a person this role, who keeps one that may do more.

        IllegalActionError `too-many-secretaries`.
        """
        if not is_above(role, await self.role_of(id, person)):
            return
        now = self.accounts.timekeeper.now()
        added = _SECRETARY, (id, person.id, now, MOST_OF[role], role)
        await self.accounts.write(added, *self._logged(id, person.id, person.id, role))
        if await self.role_of(id, person) != role:
            raise IllegalActionError("too-many-secretaries")

    async def people(self, id: str) -> list[StoredRole]:
        """Who has a role in an event or a club, the first one first."""
        return [StoredRole(*row) for row in await self.store.read(_PEOPLE, id)]

    async def role_changes(self, id: str) -> list[RoleChange]:
        """The roles that were given and taken in an event or a club, the first one first."""
        return [RoleChange(*row) for row in await self.store.read(_ROLE_CHANGES, id)]

    def _logged(
        self, id: str, person: str, by: str, role: GivenRole | Literal[""]
    ) -> tuple[Statement, Statement]:
        """The statements that note a change of roles, of which only so many are kept."""
        now = self.accounts.timekeeper.now()
        return (_LOG_ROLE, (id, now, person, by, role)), (_FORGET_ROLES, (id, MOST_ROLE_CHANGES))

    async def change_role(
        self, club: str, person: str, before: GivenRole, role: GivenRole, by: Person
    ) -> None:
        """Give a person of a club another role; if it may do less, the links are made again."""
        demoted = [(_NEW_LINKS, (club,))] if is_above(before, role) else []
        changed = _CHANGE_ROLE, (club, person, role)
        await self.accounts.write(changed, *demoted, *self._logged(club, person, by.id, role))

    async def take_roles(self, club: str, person: str, by: Person) -> None:
        """Take all roles of a person in a club and its evenings, whose links are made again."""
        taken = (_TAKE_ROLES, (club, person)), (_NEW_LINKS, (club,))
        await self.accounts.write(*taken, *self._logged(club, person, by.id, ""))

    async def delete(self, event: str) -> None:
        """Delete an event with its log."""
        await self.accounts.write(*((sql, (event,)) for sql in _DELETE))

    async def delete_club(self, club: str) -> None:
        """Delete a club with its log; its events are kept, each by itself."""
        await self.accounts.write(*((sql, (club,)) for sql in (*_RELEASE, *_DELETE)))

    async def forget_old(self) -> None:
        """Delete what is without an entry for long; nothing while the clock is in doubt."""
        timekeeper = self.accounts.timekeeper
        if timekeeper.in_doubt:
            return
        for (club,) in await self.store.read(_OLD_CLUBS, timekeeper.cutoff(CLUB_SECONDS)):
            await self.delete_club(club)
        for (event,) in await self.store.read(_OLD, timekeeper.cutoff(KEPT_SECONDS)):
            await self.delete(event)
        await self.accounts.write(*((sql, ()) for sql in _ORPHANS))
