"""Retention of tables: the time for which each is stored, and its deletion.

Ages are judged by the trusted time, so a clock that jumps deletes nothing. Use
of a table extends its life. Finished matches stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import structlog

from rebelote.server.base.limits import limit
from rebelote.server.base.runtime.supervision import Each
from rebelote.server.base.storage.store import LAST, Statement
from rebelote.server.table.lobby import Lobby
from rebelote.server.table.model import event_log
from rebelote.server.table.model.recent import KEPT
from rebelote.server.table.model.table import Table

log = structlog.get_logger()

HOUR: Final = 3600.0
DAY: Final = 24 * HOUR
CLOSED_SECONDS: Final = limit(
    7 * DAY,
    "time before an unvisited table loses its code",
    unit="s",
    per="table",
    beyond="a visit gives it another",
)
NEVER_BEGUN_SECONDS: Final = limit(
    7 * DAY, "time before a table without a match is deleted", unit="s", per="table"
)
UNFINISHED_SECONDS: Final = limit(
    180 * DAY, "time before a table with an unfinished match is deleted", unit="s", per="table"
)
RESUMED_AFTER: Final = 1 * HOUR
"""Seconds that a rated match may lie on disk without a result; then it is played to its end."""
PER_RUN: Final = limit(200, "old tables closed, and deleted", per="hour")
RESUMED_AT_ONCE: Final = 20
"""Rated matches brought back in one run at most."""
COMPACTED: Final = limit(
    100, "log entries before the first match", per="table", beyond="they are compacted into one"
)
RUN_EVERY: Final = HOUR
"""Seconds between two looks for what is too old."""
COMPACT_EVERY: Final = 60.0
"""Seconds between two looks for logs to be compacted."""

_UNUSED: Final = "DELETE FROM tables WHERE id = ? AND used < ?"
"""Delete a table, unless another node has begun to serve it since it was looked for."""
_OF_A_TABLE: Final = tuple(
    f"DELETE FROM {rows} WHERE table_id = ?1 AND NOT EXISTS (SELECT 1 FROM tables WHERE id = ?1)"
    for rows in (
        "log",
        "packed_matches",
        "seated",
        "removed_spectators",
        "turn_notifications",
        "pending_results",
        "deal_reviews",
        "device_reviews",
        "practice_positions",
        "match_records",
        "matches_due",
        "fair_play_matches",
        "shared_replays",
        "sealed_tables",
    )
)
"""Delete what belongs to a table that is deleted."""
_UNOPENED: Final = (
    "SELECT id FROM tables WHERE created < ? "
    "AND NOT EXISTS (SELECT 1 FROM log WHERE table_id = tables.id) "
    "AND NOT EXISTS (SELECT 1 FROM packed_matches WHERE table_id = tables.id)"
)
OPENED_WITHIN: Final = 60.0
"""Seconds in which an earlier version of another node writes the first line of a table."""
_UNUSED_SQL: Final = (
    "SELECT id FROM tables WHERE stage = ? AND used < ? "
    "AND id NOT IN (SELECT table_id FROM reports WHERE settled IS NULL) ORDER BY used LIMIT ?"
)
_WITH_CODE_SQL: Final = (
    "SELECT id FROM tables WHERE code IS NOT NULL AND used < ? ORDER BY used LIMIT ?"
)
_KEPT_FOR: Final = (
    ("new", NEVER_BEGUN_SECONDS),
    ("playing", UNFINISHED_SECONDS),
    ("rated", UNFINISHED_SECONDS),
)
"""Seconds for which a table is kept, by stage, unless an admin has still to look at it."""


async def remove_unopened(lobby: Lobby, of_unopened: Sequence[str]) -> None:
    """Delete the tables without a line in their log, and what features have written for them.

    Versions before 0.3.0 left such a row where the first line could not be written.

    Args:
        lobby: The tables.
        of_unopened: The statements of features, whose first value is the id (`Feature`).
    """
    before = lobby.accounts.timekeeper.now() - OPENED_WITHIN

    async def remove(table: str) -> None:
        more = ((sql, (table,)) for sql in of_unopened)
        await lobby.accounts.write(*deletion(table, LAST), *more)

    rows = await lobby.store.long.read(_UNOPENED, before)
    each: Each[str] = Each("unopened tables", lobby.now)
    await each.do(remove, [table for (table,) in rows])


async def run(lobby: Lobby) -> None:
    """Close and delete what has not been used for too long; nothing while the clock is in doubt."""
    timekeeper = lobby.accounts.timekeeper
    claims = "DELETE FROM match_claims WHERE since < ?", (lobby.store.time.wall() - HOUR,)
    await lobby.accounts.write(claims, *lobby.used(lobby.tables))
    if timekeeper.in_doubt:
        return
    await lobby.accounts.write(lobby.accounts.disclosure.past_days())
    called = await lobby.store.read(_WITH_CODE_SQL, timekeeper.cutoff(CLOSED_SECONDS), PER_RUN)
    with lobby.set_aside(table for (table,) in called) as free:
        await lobby.accounts.write(*map(_closed, free))
    for stage, age in _KEPT_FOR:
        await _delete(lobby, stage, timekeeper.cutoff(age))
    await _bring_back(lobby)


def _closed(table: str) -> Statement:
    return "UPDATE tables SET code = NULL WHERE id = ?", (table,)


async def _delete(lobby: Lobby, stage: str, before: float) -> None:
    """Delete tables in that stage not used since, each in its own transaction: others write too."""
    result = await lobby.store.read(_UNUSED_SQL, stage, before, PER_RUN)

    async def delete(table: str) -> None:
        async with lobby.store.rewriting:
            await lobby.accounts.write(*deletion(table, before))

    with lobby.set_aside(table for (table,) in result) as free:
        each: Each[str] = Each("old tables", lobby.now)
        await each.do(delete, free)
    if free:
        log.info("old tables deleted", stage=stage, tables=len(free))


def deletion(table: str, before: float) -> Iterator[Statement]:
    """Yield the statements that delete a table unused since then, and all that belongs to it."""
    yield _UNUSED, (table, before)
    for sql in _OF_A_TABLE:
        yield sql, (table,)


async def _bring_back(lobby: Lobby) -> None:
    """Load the rated matches under way when the server ended; bots play them out."""
    before = lobby.accounts.timekeeper.cutoff(RESUMED_AFTER)
    rows = await lobby.store.read(_UNUSED_SQL, "rated", before, RESUMED_AT_ONCE)
    each: Each[str] = Each("old tables", lobby.now)
    await each.do(lobby.find, [table for (table,) in rows])


# --- logs before the first match ------------------------------------------------------------------


async def compact_logs(lobby: Lobby) -> None:
    """Compact the logs of tables with many changes before their first match."""
    many = [
        live.table
        for live in lobby.tables.values()
        if not live.table.begun and live.table.version - live.table.first > COMPACTED
    ]

    async def compact(table: Table) -> None:
        await _compact(lobby, table)

    each: Each[Table] = Each("long logs", lobby.now, named=lambda table: table.id)
    await each.do(compact, many)


async def _compact(lobby: Lobby, table: Table) -> None:
    """Replace the first entries by one; the last ones stay, because their ids may be repeated."""
    store = lobby.store
    async with store.rewriting:
        lines = (await store.long.log(table.id))[:-KEPT]
        entry = event_log.compacted([event_log.decode(line.entry) for line in lines])
        if entry is None:
            return
        last = lines[-1].seq
        update = (
            "UPDATE log SET entry = ?, kind = ?, client_id = NULL, content = NULL "
            "WHERE table_id = ? AND seq = ?"
        )
        await lobby.accounts.write(
            (update, (event_log.encode(entry), event_log.kind(entry), table.id, last)),
            ("DELETE FROM log WHERE table_id = ? AND seq < ?", (table.id, last)),
        )
        table.first = last
