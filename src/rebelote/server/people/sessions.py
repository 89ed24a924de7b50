"""Sessions: the person of a cookie, lists and ends of sessions, and notices of acts elsewhere.

A session is a secret of 192 bits in a cookie; the database keeps its digest.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Collection
from typing import Final, Literal, NamedTuple

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.runtime.lru_cache import LruCache
from rebelote.server.base.storage.store import Rows, Statement, StoreBusyError
from rebelote.server.people.database import COLUMNS, OF_PERSON, Database, Person, person_of
from rebelote.server.people.schemas import SecurityNotice, Session

DAY: Final = 86_400
SESSION_SECONDS: Final = limit(
    180 * DAY,
    "time before an unused session of a guest ends",
    unit="s",
    per="session",
    beyond="the guest is deleted",
)
ACCOUNT_SECONDS: Final = limit(
    30 * DAY,
    "time before an unused session of an account ends",
    unit="s",
    per="session",
    beyond="it ends",
)
AGENT_LENGTH: Final = limit(200, "user agent of a session", unit="characters", per="session")
ATTEMPTS: Final = 8
"""Attempts to read a session that is changed meanwhile, before the answer is `server-busy`."""
REMEMBERED: Final = 10_000
"""Sessions kept in memory, the least used of them let go."""
TRUSTED_SECONDS: Final = 5.0
"""Seconds that a remembered session is trusted: another process may have changed the file."""
SEEN_SECONDS: Final = 3600.0
"""Seconds that `seen` may lag behind."""
NOTICE_SECONDS: Final = limit(
    90 * DAY, "time that a notice of a new session or password is shown", unit="s", per="account"
)
SESSIONS: Final = limit(100, "sessions", per="account", beyond="the ones not used for longest end")
_OLDEST: Final = (
    "DELETE FROM sessions WHERE person = ?1 AND mark NOT IN "
    "(SELECT mark FROM sessions WHERE person = ?1 ORDER BY seen DESC, created DESC LIMIT ?2)"
)
NOTICES: Final = limit(
    20, "notices of new sessions and passwords", per="account", beyond="the oldest are dropped"
)


class Opened(NamedTuple):
    """A session that is about to be opened: its secret, its id, and what writes it down."""

    secret: str
    id: str
    statement: Statement


class _Remembered:
    """A session in memory: whose it is, until when that is believed, when it was last written."""

    __slots__ = ("person", "seen", "until")

    def __init__(self, person: Person, seen: float, until: float) -> None:
        self.person, self.seen, self.until = person, seen, until


def _nobody(_: str) -> None:
    pass


def token_hash(secret: str) -> str:
    """Return the stored digest of a secret, from which it cannot be derived."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


class Sessions:
    """The sessions of the people of one server, and the notices that their holders are shown."""

    def __init__(self, database: Database) -> None:
        self.store, self.timekeeper = database.store, database.timekeeper
        self.write = database.write
        self._remembered: LruCache[str, _Remembered] = LruCache(REMEMBERED)
        self.publish_changed: Callable[[str], None] = _nobody
        """Publishes to other nodes that something has changed about a person."""
        self._changes = 0
        """The number of changes that have made remembered sessions void."""

    # --- whose cookie it is

    async def who(self, secret: str) -> Person | None:
        """Return the person of this session, if any; from memory where it was read of late."""
        if not secret:
            return None
        mark = token_hash(secret)
        known = self._remembered.get(mark)
        if known is None or known.until < self.store.time.monotonic():
            known = await self._look_up(mark)
        if known is None:
            return None
        now = self.timekeeper.now()
        if abs(now - known.seen) > SEEN_SECONDS:
            self._note_seen(mark, known, now)
        return known.person

    async def _look_up(self, mark: str) -> _Remembered | None:
        rows = await self._session(mark)
        self._remembered.drop(mark)
        if not rows:
            return None
        person, seen = person_of(*rows[0]), rows[0][COLUMNS]
        if seen < self.timekeeper.cutoff(ACCOUNT_SECONDS if person.account else SESSION_SECONDS):
            return None
        until = self.store.time.monotonic() + TRUSTED_SECONDS
        known = _Remembered(person, seen, until)
        self._remembered.put(mark, known)
        return known

    async def _session(self, mark: str) -> Rows:
        """Return the row of a session; read again where something was changed meanwhile."""
        sql = (
            f"SELECT {OF_PERSON}, sessions.seen FROM sessions "
            "JOIN people ON people.id = person WHERE mark = ?"
        )
        for _ in range(ATTEMPTS):
            changes = self._changes
            rows = await self.store.read(sql, mark)
            if changes == self._changes:
                return rows
        raise StoreBusyError("sessions are changed all the time")

    def _note_seen(self, mark: str, known: _Remembered, now: float) -> None:
        """Write down, without waiting, that a session is used; if not now, then the next time."""
        known.seen = now
        try:
            self.store.write(
                ("UPDATE sessions SET seen = ? WHERE mark = ?", (now, mark)),
                ("UPDATE people SET seen = ? WHERE id = ?", (now, known.person.id)),
            )
        except StoreBusyError:
            known.seen = 0.0

    def invalidate(self, person_id: str) -> None:
        """Take nothing for granted of this person any more: something has been changed."""
        self.forget(person_id)
        self.publish_changed(person_id)

    def forget(self, person_id: str) -> None:
        """Look up again what was remembered of this person."""
        self._changes += 1
        for mark, known in self._remembered.items():
            if known.person.id == person_id:
                self._remembered.drop(mark)

    # --- which there are, and how they end

    def new(self, person_id: str, agent: str) -> Opened:
        """Return a new session, not yet written down."""
        secret, session_id = secrets.token_urlsafe(24), secrets.token_urlsafe(9)
        now = self.timekeeper.now()
        values = (token_hash(secret), session_id, person_id, now, now, agent[:AGENT_LENGTH])
        sql = (
            "INSERT INTO sessions (mark, id, person, created, seen, agent) "
            "VALUES (?, ?, ?, ?, ?, ?)"
        )
        return Opened(secret, session_id, (sql, values))

    def ended(self, person_id: str) -> Statement:
        """Build the statement that ends all sessions of a person; the caller commits it."""
        return "DELETE FROM sessions WHERE person = ?", (person_id,)

    def logged_out(self, secret: str) -> Statement:
        """Build the statement that ends the session of this secret; the caller commits it."""
        return "DELETE FROM sessions WHERE mark = ?", (token_hash(secret),)

    async def open(self, person: Person, agent: str, *also: Statement, known: bool = False) -> str:
        """Open a session and return its secret; `also` is written with it or not at all.

        The person's other sessions are notified, unless the browser is `known` from before. Of too
        many sessions those not used for longest end.
        """
        opened = self.new(person.id, agent)
        notice = () if known else self.notice(person.id, "signed-in", opened.id)
        oldest = _OLDEST, (person.id, SESSIONS)
        await self.write(*also, opened.statement, oldest, *notice)
        return opened.secret

    async def of(self, person: Person, secret: str) -> list[Session]:
        """Return the sessions of a person, the last used first; `secret` is that of this one."""
        sql = "SELECT id, created, seen, agent, mark FROM sessions WHERE person = ? ORDER BY 3 DESC"
        this = token_hash(secret)
        return [
            Session(id=session_id, created=created, seen=seen, agent=agent, this=mark == this)
            for session_id, created, seen, agent, mark in await self.store.read(sql, person.id)
        ]

    async def existing(self, marks: Collection[str]) -> set[str]:
        """Return those of these sessions that have not ended."""
        sql = "SELECT mark FROM sessions WHERE mark IN (?*)"
        return {row[0] for row in await self.store.long.read_of(sql, marks)}

    async def end(self, person: Person, session_id: str) -> None:
        """End one session of a person. IllegalActionError `no-such-session`."""
        sql = "SELECT 1 FROM sessions WHERE id = ? AND person = ?"
        if not await self.store.read(sql, session_id, person.id):
            raise IllegalActionError("no-such-session")
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
        await self.write(self.ended(person.id))
        self.invalidate(person.id)

    async def log_out(self, person: Person, secret: str) -> None:
        """End the session of this secret."""
        await self.write(self.logged_out(secret))
        self.invalidate(person.id)

    # --- notices to the holder of an account

    def notice(
        self, person_id: str, what: Literal["signed-in", "password-changed"], session: str
    ) -> tuple[Statement, ...]:
        """Build the statements that store a notice, and delete the oldest."""
        sql = "INSERT INTO notices (person, at, what, session) VALUES (?, ?, ?, ?)"
        old = (
            "DELETE FROM notices WHERE person = ?1 AND id NOT IN "
            "(SELECT id FROM notices WHERE person = ?1 ORDER BY at DESC LIMIT ?2)"
        )
        values = (person_id, self.timekeeper.now(), what, session)
        return (sql, values), (old, (person_id, NOTICES))

    async def notices(self, person: Person, secret: str) -> list[SecurityNotice]:
        """List the notices from other sessions that are not dismissed, the newest first."""
        sql = (
            "SELECT notices.id, at, what FROM notices JOIN sessions USING (person) "
            "WHERE person = ? AND mark = ? AND session <> sessions.id AND at > told "
            "AND at >= ? ORDER BY at DESC"
        )
        since = self.timekeeper.cutoff(NOTICE_SECONDS)
        rows = await self.store.read(sql, person.id, token_hash(secret), since)
        return [SecurityNotice(*row) for row in rows]

    async def dismiss_notices(self, person: Person, secret: str, last: int) -> None:
        """Show no more notices up to the `last` in this session.

        What was done after this session had begun is shown in no other either: who signs in with a
        stolen password cannot keep that very sign-in from the holder.
        """
        notices = await self.notices(person, secret)
        read = next((notice.at for notice in notices if notice.id == last), None)
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
