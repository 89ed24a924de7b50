"""Shared replays on disk: the match of each, its lines, and the people removed from it.

The key of a line decides between nodes: a number is written once.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.log import LineRow
from rebelote.server.base.storage.store import MustChange, Statement, UnmetError
from rebelote.server.features.history.replays import MatchId
from rebelote.server.features.shared_replays import replay as log
from rebelote.server.features.shared_replays.open_replay import OpenReplay, Shown
from rebelote.server.people.accounts import Accounts

ID_BYTES: Final = 9
"""Random bytes in the id of a shared replay."""
REPLAY_ID: Final = re.compile(r"[A-Za-z0-9_-]{12}")
MOST_OPENED: Final = limit(
    20, "shared replays that are kept", per="person", beyond="the oldest is deleted"
)
KEPT_SECONDS: Final = limit(
    30 * 24 * 3600.0,
    "time a shared replay is kept after its last visit",
    unit="s",
    per="shared replay",
)
_OPEN: Final = (
    "INSERT INTO shared_replays (id, table_id, version, record, person, created, touched) "
    "VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_BEYOND: Final = (
    "SELECT id FROM shared_replays WHERE person = ? ORDER BY created DESC, id LIMIT 100 OFFSET ?"
)
_OLD: Final = "SELECT id FROM shared_replays WHERE touched < ? ORDER BY touched LIMIT 100"
_ORPHANS: Final = (
    "DELETE FROM shared_replay_lines WHERE replay NOT IN (SELECT id FROM shared_replays)",
    "DELETE FROM removed_from_replays WHERE replay NOT IN (SELECT id FROM shared_replays)",
)
_DELETE: Final = (
    "DELETE FROM removed_from_replays WHERE replay = ?",
    "DELETE FROM shared_replay_lines WHERE replay = ?",
    "DELETE FROM shared_replays WHERE id = ?",
)
_ONE: Final = "SELECT table_id, version, record, person FROM shared_replays WHERE id = ?"
_TOUCH: Final = "UPDATE shared_replays SET touched = ? WHERE id = ?"
_REMOVED: Final = "SELECT person FROM removed_from_replays WHERE replay = ?"
_REMOVE: Final = "INSERT INTO removed_from_replays VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_DELETE_LINE: Final = "DELETE FROM shared_replay_lines WHERE replay = ? AND number = ?"
_WRITE: Final = (
    "INSERT INTO shared_replay_lines (replay, number, person, line) SELECT ?1, ?2, ?3, ?4 "
    "WHERE EXISTS (SELECT 1 FROM shared_replays WHERE id = ?1)"
)
"""Write a line, unless the shared replay is gone."""


class StoredReplays:
    """The shared replays in the database of a server."""

    def __init__(self, accounts: Accounts) -> None:
        self.accounts, self.store = accounts, accounts.store

    async def create(self, shown: Shown, opener: str, visited: Collection[str]) -> str:
        """Store a new one and return its id; the oldest of this opener goes, unless `visited`."""
        rows = await self.store.read(_BEYOND, opener, MOST_OPENED - 1)
        now, replay = self.accounts.timekeeper.now(), secrets.token_urlsafe(ID_BYTES)
        await self.accounts.write(
            (_OPEN, (replay, *(shown.match or ("", 0)), shown.record, opener, now, now)),
            *_deleted(rows, visited),
        )
        return replay

    async def find(self, replay: str) -> OpenReplay:
        """Return a replay without its lines. Raises IllegalActionError `no-such-replay`."""
        rows = await self.store.read(_ONE, replay) if REPLAY_ID.fullmatch(replay) else []
        if not rows:
            raise IllegalActionError("no-such-replay")
        table, version, record, opener = rows[0]
        shown = Shown(None, record) if record else Shown(MatchId(table, version))
        replay_open = OpenReplay(self.accounts, replay, shown, opener)
        replay_open.removed = {person for (person,) in await self.store.read(_REMOVED, replay)}
        return replay_open

    async def touch(self, replay: str) -> None:
        """Record that it is visited now."""
        await self.accounts.write((_TOUCH, (self.accounts.timekeeper.now(), replay)))

    async def remove(self, replay: str, person: str) -> None:
        """Record that a person is removed from it for good."""
        await self.accounts.write((_REMOVE, (replay, person, self.store.time.wall())))

    async def write(self, replay: OpenReplay, line: log.Line, rows: Sequence[LineRow]) -> None:
        """Write a line; a withdrawal deletes its lines and obsolete ones too.

        Raises ConflictError where the number is taken; IllegalActionError `no-such-replay`.
        """
        [row] = rows
        obsolete: set[int] = set()
        if isinstance(line, log.Withdrawn):
            obsolete = replay.tree.obsolete | replay.tree.with_all_that_follows(line.number)
        try:
            await self.accounts.write(
                MustChange(_WRITE, (replay.id, row.number, row.person, row.text)),
                *((_DELETE_LINE, (replay.id, each)) for each in sorted(obsolete)),
            )
        except UnmetError:
            raise IllegalActionError("no-such-replay") from None

    async def forget_old(self, visited: Collection[str]) -> None:
        """Delete those not visited for long; nothing while the clock is in doubt."""
        timekeeper = self.accounts.timekeeper
        if not timekeeper.in_doubt:
            rows = await self.store.read(_OLD, timekeeper.cutoff(KEPT_SECONDS))
            await self.accounts.write(*_deleted(rows, visited), *((sql, ()) for sql in _ORPHANS))


def _deleted(rows: Iterable[tuple[str]], visited: Collection[str]) -> list[Statement]:
    return [(sql, (replay,)) for (replay,) in rows if replay not in visited for sql in _DELETE]
