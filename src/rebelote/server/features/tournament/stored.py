"""Tournaments and clubs on disk: each with its secretaries and its log, whose numbers are written
once. Their entries and roles are in tables of both.

A log has quotas by the role of the author: strangers use up no place of the secretaries, and nobody
that of the results of games under way.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

import msgspec

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.log import LineRow
from rebelote.server.base.protocol.entry_form import EntryForm
from rebelote.server.base.runtime import addresses
from rebelote.server.base.runtime.rate_limits import Limits
from rebelote.server.base.runtime.supervision import Each
from rebelote.server.base.storage.store import (
    MustChange,
    Row,
    Rows,
    Statement,
    UnmetError,
)
from rebelote.server.features.tournament import keys
from rebelote.server.features.tournament.club_schemas import ClubCard, ClubTournament
from rebelote.server.features.tournament.ownership import given
from rebelote.server.features.tournament.schemas import TournamentCard
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person
from rebelote.tournament.clubs import ClubEntry, Founded
from rebelote.tournament.entries import Created, Entry
from rebelote.tournament.roles import GivenRole, Role, best, is_above

KIB: Final = 1024
ID_BYTES: Final = 9
LOG_ID: Final = re.compile(r"[A-Za-z0-9_-]{12}")
MOST_TOURNAMENTS: Final = limit(
    50, "tournaments that belong to no club", per="person", beyond="too-many-events"
)
MOST_CLUBS: Final = limit(10, "clubs that are kept", per="person", beyond="too-many-clubs")
MOST_CLUB_TOURNAMENTS: Final = limit(
    500, "tournaments that are kept", per="club", beyond="club-full"
)
MOST_SECRETARIES: Final = limit(20, "secretaries", per="tournament", beyond="too-many-secretaries")
MOST_HELPERS: Final = limit(50, "helpers", per="tournament", beyond="too-many-secretaries")
MOST_OF_CLUB: Final = limit(
    500, "members with an account or a guest's cookie", per="club", beyond="too-many-secretaries"
)
MOST_OF: Final[Mapping[GivenRole, int]] = {
    "secretary": MOST_SECRETARIES,
    "helper": MOST_HELPERS,
    "member": MOST_OF_CLUB,
}
MOST_ROLE_CHANGES: Final = limit(
    1000,
    "changes of roles that the log keeps",
    per="club or tournament",
    beyond="the oldest are forgotten",
)
KEPT_SECONDS: Final = limit(
    366 * 24 * 3600.0,
    "time a tournament is kept after its last entry",
    unit="s",
    per="tournament",
)
CLUB_SECONDS: Final = limit(
    2 * KEPT_SECONDS,
    "time a club and its tournaments are kept after the last entry in any of them",
    unit="s",
    per="club",
)
GUEST_SECONDS: Final = limit(
    7 * 24 * 3600.0,
    "time a tournament that a guest has prepared is kept after its last entry",
    unit="s",
    per="tournament of no club",
)
GUEST_CLUB_SECONDS: Final = limit(
    30 * 24 * 3600.0,
    "time a club that a guest has founded is kept after the last entry in it or its tournaments",
    unit="s",
    per="club",
)
Writer = Literal["visitor", "leaver", "secretary", "table"]
"""`visitor`: joins, or enters a score by a slip; `leaver`: takes no more part; `table`: a table of
the server, whose match has ended."""

MOST_ENTRIES: Final = limit(
    10_000, "entries of a log: teams, draws, scores", per="tournament", beyond="event-full"
)
LOG_BYTES: Final = limit(
    2 << 20,
    "entries of a log, each with 100 more",
    unit="bytes",
    per="tournament, or club",
    beyond="event-full, or club-full",
)
OWNER_BYTES: Final = limit(
    20 << 20,
    "entries of all tournaments and clubs of an account",
    unit="bytes",
    per="person",
    beyond="too-many-events",
)
GUEST_BYTES: Final = limit(
    4 << 20,
    "entries of all tournaments and clubs of a guest",
    unit="bytes",
    per="person",
    beyond="too-many-events",
)
RESULT_BYTES: Final = 200
"""Bytes that are kept free for the result of each game that is played."""
PERCENT: Final[Mapping[Writer, int]] = {"visitor": 90, "leaver": 95, "secretary": 100}
"""Shares of a log, and of all that its owner may keep, that each may fill. A table of the server is
not refused: each game that was drawn has one result, whose place the others leave free."""


def most_bytes(person: str) -> str:
    """Return the SQL for how many bytes of entries this person may keep."""
    account = f"EXISTS (SELECT 1 FROM people WHERE id = {person} AND account_name IS NOT NULL)"
    return f"CASE WHEN {account} THEN {OWNER_BYTES} ELSE {GUEST_BYTES} END"


def bytes_of(person: str) -> str:
    """Return the SQL for the bytes of entries that this person keeps, without those in the bin."""
    bytes = (
        f"(SELECT coalesce(sum(mine.bytes), 0) FROM {of} AS mine "
        f"WHERE mine.person = {person} AND mine.deleted IS NULL)"
        for of in ("tournaments", "clubs")
    )
    return f"({' + '.join(bytes)})"


_MORE: Final = "CAST(?7 AS INTEGER)"
"""The bytes of the first entry of a tournament or club."""


def _has_place(person: str) -> str:
    """Return the SQL for whether this person may keep `_MORE` bytes."""
    return f"{bytes_of(person)} + {_MORE} <= {most_bytes(person)}"


_COLUMNS: Final = "id, person, secret, name, created, touched, bytes, brief"
_CREATE: Final = (
    f"INSERT INTO tournaments ({_COLUMNS}) SELECT ?1, ?2, ?3, ?4, ?5, ?5, {_MORE}, TRUE "
    "WHERE (SELECT count(*) FROM tournaments "
    "WHERE person = ?2 AND club = '' AND deleted IS NULL) < ?6 "
    f"AND {_has_place('?2')}"
)
_CREATE_WITHIN: Final = (
    f"INSERT INTO tournaments ({_COLUMNS}, club) "
    f"SELECT ?1, whole.person, ?3, ?4, ?5, ?5, {_MORE}, TRUE, whole.id "
    "FROM clubs AS whole WHERE whole.id = ?2 AND whole.deleted IS NULL "
    "AND (SELECT count(*) FROM tournaments WHERE club = ?2 AND deleted IS NULL) < ?6 "
    f"AND {_has_place('whole.person')}"
)
_CREATE_CLUB: Final = (
    f"INSERT INTO clubs ({_COLUMNS}) SELECT ?1, ?2, ?3, ?4, ?5, ?5, {_MORE}, TRUE "
    "WHERE (SELECT count(*) FROM clubs WHERE person = ?2 AND deleted IS NULL) < ?6 "
    f"AND {_has_place('?2')}"
)


class _Kind(NamedTuple):
    """A kind of row that is created: its statement, how many there may be, and the refusal."""

    sql: str
    most: int
    beyond: str


_ALONE: Final = _Kind(_CREATE, MOST_TOURNAMENTS, "too-many-events")
_WITHIN_CLUB: Final = _Kind(_CREATE_WITHIN, MOST_CLUB_TOURNAMENTS, "club-full")
_CLUB_ITSELF: Final = _Kind(_CREATE_CLUB, MOST_CLUBS, "too-many-clubs")
ALONE_NOW: Final = "(club = '' OR club IN (SELECT id FROM clubs WHERE deleted IS NOT NULL))"
"""Whether a tournament belongs to no club, or to one in the bin."""
_TAKE_IN: Final = (
    f"UPDATE tournaments SET club = ?2 WHERE id = ?1 AND {ALONE_NOW} "
    "AND (SELECT count(*) FROM tournaments WHERE club = ?2 AND deleted IS NULL) < ?3"
)
_THERE: Final = (
    "(EXISTS (SELECT 1 FROM tournaments WHERE id = ?1) "
    "OR EXISTS (SELECT 1 FROM clubs WHERE id = ?1))"
)
_ADD: Final = (
    "INSERT INTO log_entries (log, number, person, at, line) SELECT ?1, ?2, ?3, ?4, ?5 "
    f"WHERE {_THERE}"
)
"""Write an entry, unless the tournament or club is gone."""
_REWRITE: Final = "UPDATE log_entries SET line = ?3 WHERE log = ?1 AND number = ?2"
_SECRETARY: Final = (
    "INSERT INTO roles (log, person, since, role) SELECT ?1, ?2, ?3, ?5 "
    f"WHERE {_THERE} AND (SELECT count(*) FROM roles WHERE log = ?1 AND role = ?5) < ?4 "
    "ON CONFLICT (log, person) DO UPDATE SET role = excluded.role"
)
_PEOPLE: Final = "SELECT person, role, since FROM roles WHERE log = ? ORDER BY since, person"
_CHANGE_ROLE: Final = "UPDATE roles SET role = ?3 WHERE log = ?1 AND person = ?2"
_TAKE_ROLES: Final = (
    "DELETE FROM roles WHERE person = ?2 "
    "AND (log = ?1 OR log IN (SELECT id FROM tournaments WHERE club = ?1))"
)
_LOG_ROLE: Final = (
    "INSERT INTO role_changes (log, at, person, by, role) SELECT ?1, ?2, ?3, ?4, ?5 "
    "WHERE ?5 = '' OR EXISTS "
    "(SELECT 1 FROM roles WHERE log = ?1 AND person = ?3 AND role = ?5)"
)
"""Note that a person has this role now, or none; nothing where there was no place for it."""
_FORGET_ROLES: Final = (
    "DELETE FROM role_changes WHERE log = ?1 AND id <= (SELECT id FROM role_changes "
    "WHERE log = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)"
)
_ROLE_CHANGES: Final = "SELECT at, person, by, role FROM role_changes WHERE log = ? ORDER BY id"
_NEW_LINKS: Final = (
    "UPDATE clubs SET links = links + 1 WHERE id = ?1",
    "UPDATE tournaments SET links = links + 1 WHERE id = ?1 OR club = ?1",
)
"""Updates that renew the links of a club and its tournaments, or of one tournament."""
_OTHERS: Final = (
    "(SELECT count(*) FROM roles AS others WHERE others.log = own.id AND others.person <> ?1)"
)
_OF: Final = (
    f"SELECT own.id, name, created, touched, own.person, {_OTHERS} FROM tournaments AS own "
    f"JOIN roles ON log = own.id WHERE roles.person = ?1 AND {ALONE_NOW} AND deleted IS NULL "
    "ORDER BY touched DESC, own.id LIMIT 100"
)
_CLUBS_OF: Final = (
    f"SELECT own.id, name, own.person, {_OTHERS} FROM clubs AS own "
    "JOIN roles ON log = own.id WHERE roles.person = ?1 AND deleted IS NULL "
    "ORDER BY touched DESC, own.id LIMIT 100"
)
_TOURNAMENTS: Final = (
    "SELECT id, name, created, tournaments.person, first.person FROM tournaments "
    "LEFT JOIN log_entries AS first ON first.log = id AND first.number = 1 "
    "WHERE club = ? AND deleted IS NULL ORDER BY created DESC, id"
)
_PREPARED: Final = "SELECT person FROM log_entries WHERE log = ? AND number = 1"
_TOURNAMENT: Final = (
    f"SELECT person, secret, CASE WHEN {ALONE_NOW} THEN '' ELSE club END, links, bytes, rewrites "
    "FROM tournaments WHERE id = ? AND deleted IS NULL"
)
_CLUB: Final = (
    "SELECT person, secret, id, links, bytes, rewrites FROM clubs WHERE id = ? AND deleted IS NULL"
)
_ENTRIES: Final = (
    "SELECT number, person, at, line FROM log_entries WHERE log = ? AND number > ? ORDER BY number"
)


def _room(of: str) -> str:
    """Return the SQL for the table and bytes of a log, those of its owner and their limit."""
    owned = f"{bytes_of('one.person')}, {most_bytes('one.person')}"
    return f"SELECT '{of}', bytes, {owned} FROM {of} AS one WHERE id = ?1"


_ROOM: Final = f"{_room('tournaments')} UNION ALL {_room('clubs')}"


def _weigh(of: str) -> str:
    """Return the SQL that counts bytes of a log, unless other bytes were counted meanwhile."""
    return (
        f"UPDATE {of} SET bytes = bytes + ?2 WHERE id = ?1 AND bytes = ?3 "
        f"AND {bytes_of(f'{of}.person')} <= ?4"
    )


_SIZES: Final = "SELECT id, bytes FROM tournaments WHERE club = ? AND deleted IS NULL"
_TOUCH: Final = (
    "UPDATE tournaments SET touched = ?1 WHERE id = ?2",
    "UPDATE clubs SET touched = ?1 "
    "WHERE id = ?2 OR id = (SELECT club FROM tournaments WHERE id = ?2)",
)
_RENAME: Final = "UPDATE clubs SET name = ?1 WHERE id = ?2"
_ROLES_OF: Final = (
    "SELECT role FROM roles WHERE person = ?2 "
    "AND (log = ?1 OR log = (SELECT club FROM tournaments WHERE id = ?1)) "
    "UNION SELECT 'owner' FROM tournaments WHERE id = ?1 AND person = ?2 "
    "UNION SELECT 'owner' FROM clubs WHERE id = ?1 AND person = ?2"
)


def _old(of: str, only: str) -> str:
    """Return the SQL for rows without an entry for long; a guest's are kept for a shorter time.

    A guest's are those that nobody with an account owns or has a role in.
    """
    guest = (
        "brief AND NOT EXISTS (SELECT 1 FROM people WHERE account_name IS NOT NULL "
        f"AND (people.id = {of}.person OR people.id IN "
        f"(SELECT roles.person FROM roles WHERE roles.log = {of}.id)))"
    )
    return (
        f"SELECT id FROM {of} WHERE {only} AND deleted IS NULL "
        f"AND (touched < ?1 OR (touched < ?2 AND {guest})) ORDER BY touched LIMIT 100"
    )


_OLD: Final = _old("tournaments", "club = ''")
_OLD_CLUBS: Final = _old("clubs", "TRUE")
_PUT_AWAY: Final = (
    "UPDATE tournaments SET deleted = ?1 WHERE id = ?2 AND deleted IS NULL",
    "UPDATE clubs SET deleted = ?1 WHERE id = ?2 AND deleted IS NULL",
)
_LISTED: Final = (
    "INSERT INTO roles (log, person, since) SELECT id, person, created "
    "FROM tournaments WHERE club = ?1 ON CONFLICT DO NOTHING"
)
"""Make the owner of each tournament of a club its secretary, who finds it in the own list."""
_RELEASE: Final = (
    _LISTED,
    "UPDATE tournaments SET club = '' WHERE club = ?1",
)
"""Take the tournaments of a club out of it; each is of who prepared it."""
_DELETE: Final = (
    "DELETE FROM log_entries WHERE log = ?",
    "DELETE FROM roles WHERE log = ?",
    "DELETE FROM role_changes WHERE log = ?",
    "DELETE FROM recovery_sheets WHERE log = ?",
    "DELETE FROM tournament_players WHERE tournament = ?",
    "DELETE FROM sealed_tables WHERE table_id IN "
    "(SELECT table_id FROM tournament_tables WHERE tournament = ?)",
    "DELETE FROM tournament_tables WHERE tournament = ?",
    "DELETE FROM tournament_rounds WHERE tournament = ?",
    "DELETE FROM tournaments WHERE id = ?",
    "DELETE FROM clubs WHERE id = ?",
)
_ALL: Final = "(SELECT id FROM tournaments UNION ALL SELECT id FROM clubs)"
_ORPHANS: Final = (
    f"DELETE FROM log_entries WHERE log NOT IN {_ALL}",
    f"DELETE FROM roles WHERE log NOT IN {_ALL}",
    f"DELETE FROM role_changes WHERE log NOT IN {_ALL}",
    f"DELETE FROM recovery_sheets WHERE log NOT IN {_ALL}",
    "DELETE FROM tournament_players WHERE tournament NOT IN (SELECT id FROM tournaments)",
    "DELETE FROM tournament_tables WHERE tournament NOT IN (SELECT id FROM tournaments)",
)
TOURNAMENT_FORM: Final[EntryForm[Entry]] = EntryForm(msgspec.json.Decoder(Entry))
CLUB_FORM: Final[EntryForm[ClubEntry]] = EntryForm(msgspec.json.Decoder(ClubEntry))


def check(writer: Writer, entries: int, size: int, missing: int, code: str) -> None:
    """Refuse lines for which a log has no place.

    Args:
        writer: who writes them.
        entries: of the log, with them.
        size: its bytes, with them.
        missing: games of the last round without a result.
        code: of the refusal.
    """
    if writer not in PERCENT:
        return
    percent = PERCENT[writer]
    too_many = 100 * (entries + missing) > percent * MOST_ENTRIES
    if too_many or 100 * (size + RESULT_BYTES * missing) > percent * LOG_BYTES:
        raise IllegalActionError(code)


class Batch(NamedTuple):
    """Encoded lines that are written together, and their author.

    `missing`: games of the last round that have no result after them. `full`: the code of the
    refusal where the log has no place for them.
    """

    lines: Sequence[LineRow]
    writer: Writer
    full: str
    missing: int = 0

    @property
    def size(self) -> int:
        """The bytes of all lines."""
        return sum(line.size for line in self.lines)


class Owned(msgspec.Struct, frozen=True, kw_only=True):
    """The creator and the secret of a tournament or a club, and the club that it belongs to.

    `links`: how often the links that give roles were made again. `size`: the bytes of its log.
    `rewrites`: how often names were taken out of its log, which is read again then.
    """

    person: str
    secret: str
    club: str
    links: int
    size: int
    rewrites: int

    def key(self, role: GivenRole) -> str:
        """Return the key that gives a role."""
        return keys.role_key(self.secret, role, self.links)

    def role_of(self, key: str) -> GivenRole:
        """Return the role that a key gives. IllegalActionError `not-a-secretary` for any other."""
        return keys.role_of(self.secret, key, self.links)


class StoredRole(NamedTuple):
    """A person with a role, and since when."""

    person: str
    role: GivenRole
    since: float


class RoleChange(NamedTuple):
    """The time and author of a person's change of role; after a link the author is the person."""

    at: float
    person: str
    by: str
    role: Role


def decode_line(row: Row) -> None:
    """Make the entry of an exported row readable."""
    row["line"] = msgspec.json.decode(row["line"])


def _line(id: str, line: LineRow) -> Statement:
    return MustChange(_ADD, (id, *line))


def rewritten(log: str, number: int, line: bytes) -> Statement:
    """Build the statement that puts another entry in place of one of a log."""
    return _REWRITE, (log, number, line.decode())


class StoredTournaments:
    """The tournaments in the database of a server."""

    def __init__(self, accounts: Accounts, limits: Limits) -> None:
        self.accounts, self.store, self.limits = accounts, accounts.store, limits

    async def create(self, created: Created, me: Person, club: str = "") -> str:
        """Store a new tournament and return its id.

        One of a club is whose the club is. IllegalActionError `too-many-events`, or `club-full`.
        """
        if club:
            return await self._insert(_WITHIN_CLUB, created, me, club)
        return await self._insert(_ALONE, created, me, me.id)

    async def create_club(self, founded: Founded, me: Person) -> str:
        """Store a new club and return its id. IllegalActionError `too-many-clubs`."""
        return await self._insert(_CLUB_ITSELF, founded, me, me.id)

    async def _insert(self, kind: _Kind, first: Created | Founded, me: Person, of: str) -> str:
        """Store what `first` begins, unless there are too many already of a person or club."""
        id, secret = secrets.token_urlsafe(ID_BYTES), secrets.token_hex(32)
        now = self.accounts.timekeeper.now()
        encoded = (
            TOURNAMENT_FORM.encode(first) if isinstance(first, Created) else CLUB_FORM.encode(first)
        )
        line = LineRow(1, me.id, now, encoded.decode())
        secretary = _SECRETARY, (id, me.id, now, MOST_SECRETARIES, "secretary")
        self.count(line.size)
        try:
            await self.accounts.write(
                MustChange(kind.sql, (id, of, secret, first.name, now, kind.most, line.size)),
                *([] if kind is _WITHIN_CLUB else [secretary]),
                _line(id, line),
            )
        except UnmetError:
            raise IllegalActionError(kind.beyond) from None
        return id

    async def take_in(self, tournament: str, club: str) -> None:
        """Make a tournament one of a club. IllegalActionError `club-full`."""
        await self.accounts.write((_TAKE_IN, (tournament, club, MOST_CLUB_TOURNAMENTS)))
        if (await self.find(tournament)).club != club:
            raise IllegalActionError("club-full")

    async def clubs_of(self, me: Person) -> list[ClubCard]:
        """Return the clubs whose secretary one is, the last one first."""
        rows = await self.store.read(_CLUBS_OF, me.id)
        return [
            ClubCard(club, name, person == me.id, others) for club, name, person, others in rows
        ]

    async def tournaments(self, club: str, me: Person | None) -> tuple[ClubTournament, ...]:
        """Return the tournaments of a club, the last one first."""
        rows = await self.store.read(_TOURNAMENTS, club)
        return tuple(
            ClubTournament(
                tournament=tournament,
                name=name,
                created=created,
                mine=me is not None and me.id in people,
            )
            for tournament, name, created, *people in rows
        )

    async def of(self, me: Person) -> list[TournamentCard]:
        """Return the tournaments whose secretary one is, the last one first."""
        rows = await self.store.read(_OF, me.id)
        return [
            TournamentCard(
                tournament=tournament,
                name=name,
                created=created,
                touched=touched,
                mine=person == me.id,
                others=others,
            )
            for tournament, name, created, touched, person, others in rows
        ]

    async def find(self, tournament: str) -> Owned:
        """Return the owner's row of a tournament. IllegalActionError `no-such-event`."""
        return await self._owned(_TOURNAMENT, tournament, "no-such-event")

    async def find_club(self, club: str) -> Owned:
        """Return the owner's row of a club. IllegalActionError `no-such-club`."""
        return await self._owned(_CLUB, club, "no-such-club")

    async def _owned(self, sql: str, id: str, refusal: str) -> Owned:
        rows = await self.store.read(sql, id) if LOG_ID.fullmatch(id) else []
        if not rows:
            raise IllegalActionError(refusal)
        return Owned(**dict(zip(Owned.__struct_fields__, rows[0], strict=True)))

    async def rows(self, id: str, after: int) -> Rows:
        """Return the lines of a log after this number as they are on disk."""
        return await self.store.read(_ENTRIES, id, after)

    async def sizes(self, club: str) -> dict[str, int]:
        """Return the bytes of the log of each tournament of a club."""
        return dict(await self.store.read(_SIZES, club))

    async def write(self, id: str, batch: Batch, also: Sequence[Statement] = ()) -> None:
        """Write lines of a log for which there is place, and `also` with them.

        ConflictError where another node was faster, or the log is gone. IllegalActionError
        `batch.full` where the log has no place for the lines, `too-many-events` where its owner
        keeps too much, `too-many` where the address has written too much.
        """
        weighed, now = await self._weighed(id, batch), self.accounts.timekeeper.now()
        touch = ((sql, (now, id)) for sql in _TOUCH)
        lines = (_line(id, line) for line in batch.lines)
        await self.accounts.write(*lines, weighed, *touch, *also)

    async def _weighed(self, id: str, batch: Batch) -> Statement:
        """Return the statement that counts these lines, for which there is place.

        IllegalActionError as `write`.
        """
        rows = await self.store.read(_ROOM, id)
        of, size, kept, most = rows[0] if rows else ("tournaments", 0, 0, 0)
        check(batch.writer, batch.lines[-1].number, size + batch.size, batch.missing, batch.full)
        if batch.writer in PERCENT:
            most = most * PERCENT[batch.writer] // 100 - batch.size
            if kept > most:
                raise IllegalActionError("too-many-events")
            self.count(batch.size)
        return MustChange(_weigh(of), (id, batch.size, size, max(kept, most)))

    def count(self, size: int) -> None:
        """Count bytes that an address writes. IllegalActionError `too-many`."""
        if address := addresses.ADDRESS.get():
            self.limits.by_address("club-entries", address, cost=size / KIB)

    async def rename(self, id: str, name: str) -> None:
        """Rename a club in the lists."""
        await self.accounts.write((_RENAME, (name, id)))

    async def role_of(self, id: str, person: Person | None) -> Role:
        """Return the role of a person in a tournament or a club.

        A role in a club, except that of its owner, holds in its tournaments too.
        """
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
        """Return the people with roles in a tournament or a club, the earliest first."""
        return [StoredRole(*row) for row in await self.store.read(_PEOPLE, id)]

    async def role_changes(self, id: str) -> list[RoleChange]:
        """Return the roles given and taken in a tournament or a club, the first one first."""
        return [RoleChange(*row) for row in await self.store.read(_ROLE_CHANGES, id)]

    def _logged(
        self, id: str, person: str, by: str, role: GivenRole | Literal[""]
    ) -> tuple[Statement, Statement]:
        """Return the statements that note a change of roles, of which only so many are kept."""
        now = self.accounts.timekeeper.now()
        return (_LOG_ROLE, (id, now, person, by, role)), (_FORGET_ROLES, (id, MOST_ROLE_CHANGES))

    async def change_role(
        self, id: str, person: str, before: GivenRole, role: GivenRole, by: Person
    ) -> None:
        """Give a person another role; if it may do less, the links are made again."""
        demoted = self._new_links(id) if is_above(before, role) else []
        changed = _CHANGE_ROLE, (id, person, role)
        await self.accounts.write(changed, *demoted, *self._logged(id, person, by.id, role))

    async def take_roles(self, id: str, person: str, by: Person) -> None:
        """Take all roles of a person there, and in tournaments of a club; links are made again."""
        taken = _TAKE_ROLES, (id, person)
        await self.accounts.write(taken, *self._new_links(id), *self._logged(id, person, by.id, ""))

    def _new_links(self, id: str) -> list[Statement]:
        return [(sql, (id,)) for sql in _NEW_LINKS]

    async def renew_links(self, tournament: str) -> None:
        """Make the links of a tournament again: old ones give no role any more."""
        await self.accounts.write(*self._new_links(tournament))

    async def give(self, id: str, owner: str, other: str) -> None:
        """Make another person with a role the owner, where this one still is."""
        await self.accounts.write(*given(id, owner, other, self.accounts.timekeeper.now()))

    async def prepared_by(self, tournament: str) -> str:
        """Return who has prepared a tournament."""
        rows = await self.store.read(_PREPARED, tournament)
        return next((person or "" for (person,) in rows), "")

    async def put_away(self, id: str) -> None:
        """Put a tournament or a club into the bin; tournaments of the club are kept."""
        now = self.accounts.timekeeper.now()
        await self.accounts.write((_LISTED, (id,)), *((sql, (now, id)) for sql in _PUT_AWAY))

    async def delete(self, tournament: str) -> None:
        """Delete a tournament with its log for good."""
        await self.accounts.write(*((sql, (tournament,)) for sql in _DELETE))

    async def delete_club(self, club: str) -> None:
        """Delete a club with its log for good; its tournaments are kept, each by itself."""
        await self.accounts.write(*((sql, (club,)) for sql in (*_RELEASE, *_DELETE)))

    async def forget_old(self) -> None:
        """Delete what is without an entry for long; nothing while the clock is in doubt."""
        timekeeper = self.accounts.timekeeper
        if timekeeper.in_doubt:
            return
        each: Each[str] = Each("tournaments")
        cutoff = timekeeper.cutoff
        old = cutoff(CLUB_SECONDS), cutoff(GUEST_CLUB_SECONDS)
        clubs = await self.store.read(_OLD_CLUBS, *old)
        await each.do(self.delete_club, [club for (club,) in clubs])
        old = cutoff(KEPT_SECONDS), cutoff(GUEST_SECONDS)
        tournaments = await self.store.read(_OLD, *old)
        await each.do(self.delete, [tournament for (tournament,) in tournaments])
        await self.accounts.write(*((sql, ()) for sql in _ORPHANS))
