"""Packing of finished matches: the actions become one compressed row in place of their lines.

A match is packed once its result and record are written and it has been over for so long that
nobody resumes it. What names people stays a line, so that it changes with them, and so does what
counts for the table after the match: seats, terms, beginnings of matches, substitutions.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Final

from rebelote.server.base.limits import limit
from rebelote.server.base.runtime.supervision import Each
from rebelote.server.base.storage import packed_lines
from rebelote.server.base.storage.packed_lines import Packed
from rebelote.server.base.storage.store import ConflictError, LogLine, Statement, packing
from rebelote.server.base.workers.jobs import Worker
from rebelote.server.table.lobby import Lobby
from rebelote.server.table.model import event_log
from rebelote.server.table.model.event_log import Acted, Claimed, Dealt, TimeUp

PACK_AFTER: Final = limit(
    24 * 3600.0, "time before the log of a finished match is compressed", unit="s", per="match"
)
PER_RUN: Final = 100
"""Matches packed in one run at most."""
RUN_EVERY: Final = 60.0
"""Seconds between two looks for matches to be packed."""

_PLAYED = Acted | Claimed | Dealt | TimeUp
_PENDING: Final = (
    "SELECT table_id, version FROM match_records WHERE pack_due AND text IS NOT NULL "
    "AND EXISTS (SELECT 1 FROM played WHERE played.table_id = match_records.table_id "
    "AND played.version = match_records.version AND ended < ?) ORDER BY table_id, version LIMIT ?"
)
_DONE: Final = "UPDATE match_records SET pack_due = FALSE WHERE table_id = ? AND version = ?"


async def run(lobby: Lobby, worker: Worker) -> None:
    """Pack matches that ended long ago; none while the clock is in doubt."""
    timekeeper = lobby.accounts.timekeeper
    if timekeeper.in_doubt:
        return
    pending = await lobby.store.long.read(_PENDING, timekeeper.cutoff(PACK_AFTER), PER_RUN)

    async def pack(match: tuple[str, int]) -> None:
        with contextlib.suppress(ConflictError):  # another run has packed it meanwhile
            await _pack(lobby, worker, *match)

    await Each("old matches", lobby.now).do(pack, pending)


async def _pack(lobby: Lobby, worker: Worker, table: str, start: int) -> None:
    """Pack the match that began with this line, all of it in one transaction."""
    store = lobby.store
    end = await store.long.end_of_match(table, start)
    last = min(end, await store.version(table) - 1)  # of a log the last line stays
    lines = await store.long.lines(table, start + 1, last)
    result = await worker.run(packed, lines)
    async with store.rewriting:
        if await store.table(table) is not None:
            replaced: Sequence[Statement] = packing(table, *result) if result else ()
            await lobby.accounts.write(*replaced, (_DONE, (table, start)))


def packed(lines: Sequence[LogLine]) -> tuple[Packed, Sequence[int]] | None:
    """Return the row that replaces the actions in these lines, and their numbers.

    None where nothing was, or an entry cannot be read: nobody knows then whom it names.
    """
    try:
        entries = [event_log.decode(line.entry) for line in lines]
    except ValueError:
        return None
    played = [n for n, entry in enumerate(entries) if isinstance(entry, _PLAYED)]
    over = played[-1] + 1 if played else 0  # what follows may belong to the match after it
    both = zip(lines[:over], entries, strict=False)
    chosen = [line for line, entry in both if entry.lasts != "table"]
    return (packed_lines.pack(chosen), [line.seq for line in chosen]) if chosen else None
