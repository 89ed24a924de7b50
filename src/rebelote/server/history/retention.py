"""Retention of tables: how long each is kept, and what becomes of it then.

Ages are judged by the trusted time, so a clock that jumps deletes nothing. Use
of a table extends its life. Finished matches stay.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Final

import structlog

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.limits import limit
from rebelote.server.live.live_table import LiveTable
from rebelote.server.live.lobby import Lobby
from rebelote.server.storage.store import Statement
from rebelote.server.tables import event_log
from rebelote.server.tables.recent import KEPT

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
"""How long a rated match may lie on disk without a result; then it is played to its end."""
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
        "practice_positions",
        "match_records",
        "fair_play_matches",
        "shared_replays",
    )
)
"""Delete what belongs to a table that is deleted."""
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
"""How long a table in that stage is kept, unless an admin has still to look at it."""


async def run(lobby: Lobby) -> None:
    """Close and delete what has not been used for too long; nothing while the clock is in doubt."""
    timekeeper = lobby.accounts.timekeeper
    claims = "DELETE FROM match_claims WHERE since < ?", (lobby.store.time.wall() - HOUR,)
    await lobby.accounts.write(claims, *lobby.used(lobby.tables))
    if timekeeper.in_doubt:
        return
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
    with lobby.set_aside(table for (table,) in result) as free:
        for table in free:
            async with lobby.store.rewriting:
                await lobby.accounts.write(*deletion(table, before))
    if free:
        log.info("old tables deleted", stage=stage, tables=len(free))


def deletion(table: str, before: float) -> Iterator[Statement]:
    """What deletes a table that has not been used since, and all that belongs to it."""
    yield _UNUSED, (table, before)
    for sql in _OF_A_TABLE:
        yield sql, (table,)


async def _bring_back(lobby: Lobby) -> None:
    """Have rated matches in memory that were left when the server ended: bots play them out."""
    before = lobby.accounts.timekeeper.cutoff(RESUMED_AFTER)
    for (table,) in await lobby.store.read(_UNUSED_SQL, "rated", before, RESUMED_AT_ONCE):
        with contextlib.suppress(IllegalActionError):
            await lobby.find(table)


# --- logs before the first match ------------------------------------------------------------------


async def compact_logs(lobby: Lobby) -> None:
    """Compact the logs of tables where much was arranged, and no match has begun."""
    for live in list(lobby.tables.values()):
        if not live.table.begun and live.table.version - live.table.first > COMPACTED:
            await _compact(lobby, live)


async def _compact(lobby: Lobby, live: LiveTable) -> None:
    """One entry in place of the first ones; the last ones stay, whose ids may come once more."""
    store, table = lobby.store, live.table
    async with store.rewriting:
        lines = (await store.long.log(table.id))[:-KEPT]
        entry = event_log.compacted([event_log.decode(line.entry) for line in lines])
        if entry is None:
            return
        last = lines[-1].seq
        update = (
            "UPDATE log SET entry = ?, kind = ?, client_id = NULL WHERE table_id = ? AND seq = ?"
        )
        await lobby.accounts.write(
            (update, (event_log.encode(entry), event_log.kind(entry), table.id, last)),
            ("DELETE FROM log WHERE table_id = ? AND seq < ?", (table.id, last)),
        )
        table.first = last
