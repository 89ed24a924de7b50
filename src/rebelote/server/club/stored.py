"""Events on disk: what each is, its secretaries, and its log, whose numbers are written once."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import Final

import msgspec

from rebelote.club.entries import Created, Entry
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.club.schemas import ClubEventCard
from rebelote.server.limits import limit
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person
from rebelote.server.storage.store import ConflictError, Row, Statement

ID_BYTES: Final = 9
EVENT_ID: Final = re.compile(r"[A-Za-z0-9_-]{12}")
MOST_EVENTS: Final = limit(
    50, "evenings of a club that are kept", per="person", beyond="too-many-events"
)
MOST_SECRETARIES: Final = limit(
    20, "secretaries", per="evening of a club", beyond="too-many-secretaries"
)
MOST_ENTRIES: Final = limit(
    10_000, "entries of a log: teams, draws, scores", per="evening of a club", beyond="event-full"
)
KEPT_SECONDS: Final = limit(
    366 * 24 * 3600.0,
    "time an evening of a club is kept after its last entry",
    unit="s",
    per="evening of a club",
)

_CREATE: Final = (
    "INSERT INTO club_events (id, person, secret, name, created, touched) "
    "SELECT ?1, ?2, ?3, ?4, ?5, ?5 "
    "WHERE (SELECT count(*) FROM club_events WHERE person = ?2) < ?6"
)
_ADD: Final = (
    "INSERT INTO club_entries (event, number, person, at, line) VALUES (CASE WHEN EXISTS ("
    "SELECT 1 FROM club_events WHERE id = ?1) THEN ?1 ELSE NULL END, ?2, ?3, ?4, ?5)"
)
"""Write an entry; of an event that is gone it has no key, which breaks a constraint."""
_SECRETARY: Final = (
    "INSERT INTO club_secretaries (event, person, since) SELECT ?1, ?2, ?3 "
    "WHERE EXISTS (SELECT 1 FROM club_events WHERE id = ?1) "
    "AND (SELECT count(*) FROM club_secretaries WHERE event = ?1) < ?4 ON CONFLICT DO NOTHING"
)
_OF: Final = (
    "SELECT id, name, created, touched, club_events.person FROM club_events "
    "JOIN club_secretaries ON event = id WHERE club_secretaries.person = ? "
    "ORDER BY touched DESC, id LIMIT 100"
)
_EVENT: Final = "SELECT person, secret FROM club_events WHERE id = ?"
_ENTRIES: Final = (
    "SELECT number, person, at, line FROM club_entries WHERE event = ? AND number > ? "
    "ORDER BY number"
)
_TOUCH: Final = "UPDATE club_events SET touched = ? WHERE id = ?"
_IS_SECRETARY: Final = "SELECT 1 FROM club_secretaries WHERE event = ? AND person = ?"
_OLD: Final = "SELECT id FROM club_events WHERE touched < ? ORDER BY touched LIMIT 100"
_DELETE: Final = (
    "DELETE FROM club_entries WHERE event = ?",
    "DELETE FROM club_secretaries WHERE event = ?",
    "DELETE FROM club_events WHERE id = ?",
)
_ORPHANS: Final = (
    "DELETE FROM club_entries WHERE event NOT IN (SELECT id FROM club_events)",
    "DELETE FROM club_secretaries WHERE event NOT IN (SELECT id FROM club_events)",
)
_DECODER: Final = msgspec.json.Decoder(Entry)


class Line(msgspec.Struct, frozen=True):
    """An entry of a log; `person`: who has entered it, empty where it came from a table."""

    number: int
    person: str
    at: float
    entry: Entry


def decode_line(row: Row) -> None:
    """Make the entry of an exported row readable."""
    row["line"] = msgspec.json.decode(row["line"])


class StoredEvents:
    """The events in the database of a server."""

    def __init__(self, accounts: Accounts) -> None:
        self.accounts, self.store = accounts, accounts.store

    async def create(self, created: Created, me: Person) -> str:
        """Store a new event and return its id. IllegalActionError `too-many-events`."""
        event, secret = secrets.token_urlsafe(ID_BYTES), secrets.token_hex(32)
        now = self.accounts.timekeeper.now()
        try:
            await self.accounts.write(
                (_CREATE, (event, me.id, secret, created.name, now, MOST_EVENTS)),
                (_SECRETARY, (event, me.id, now, MOST_SECRETARIES)),
                self._line(event, Line(1, me.id, now, created)),
            )
        except ConflictError:  # the first statement has written none
            raise IllegalActionError("too-many-events") from None
        return event

    async def of(self, me: Person) -> list[ClubEventCard]:
        """The events whose secretary one is, the last one first."""
        rows = await self.store.read(_OF, me.id)
        return [
            ClubEventCard(event, name, created, touched, person == me.id)
            for event, name, created, touched, person in rows
        ]

    async def find(self, event: str) -> tuple[str, str]:
        """Who created an event, and its secret. IllegalActionError `no-such-event`."""
        rows = await self.store.read(_EVENT, event) if EVENT_ID.fullmatch(event) else []
        if not rows:
            raise IllegalActionError("no-such-event")
        return rows[0][0], rows[0][1]

    async def lines(self, event: str, after: int) -> list[Line]:
        """The lines of its log after this number."""
        rows = await self.store.read(_ENTRIES, event, after)
        return [
            Line(number, person or "", at, _DECODER.decode(line))
            for number, person, at, line in rows
        ]

    async def append(self, event: str, lines: Sequence[Line]) -> None:
        """Write all these lines or none. ConflictError where a number is taken, or it is gone."""
        touch = _TOUCH, (self.accounts.timekeeper.now(), event)
        await self.accounts.write(*(self._line(event, line) for line in lines), touch)

    def _line(self, event: str, line: Line) -> Statement:
        written = msgspec.json.encode(line.entry).decode()
        return _ADD, (event, line.number, line.person or None, line.at, written)

    async def is_secretary(self, event: str, person: str) -> bool:
        """Whether this person may enter something."""
        return bool(await self.store.read(_IS_SECRETARY, event, person))

    async def add_secretary(self, event: str, person: str) -> None:
        """Let this person enter something. IllegalActionError `too-many-secretaries`."""
        now = self.accounts.timekeeper.now()
        await self.accounts.write((_SECRETARY, (event, person, now, MOST_SECRETARIES)))
        if not await self.is_secretary(event, person):
            raise IllegalActionError("too-many-secretaries")

    async def delete(self, event: str) -> None:
        """Delete an event with its log."""
        await self.accounts.write(*((sql, (event,)) for sql in _DELETE))

    async def forget_old(self) -> None:
        """Delete events without an entry for long; nothing while the clock is in doubt."""
        timekeeper = self.accounts.timekeeper
        if timekeeper.in_doubt:
            return
        for (event,) in await self.store.read(_OLD, timekeeper.cutoff(KEPT_SECONDS)):
            await self.delete(event)
        await self.accounts.write(*((sql, ()) for sql in _ORPHANS))
