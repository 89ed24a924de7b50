"""Fairness in figures, month by month: counted as matches end, told to everybody.

A match counts once it has been over for an hour, so that its record is there. The deals of the day
do not count: everybody plays the same ones, so their packs would count as often as people came.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from itertools import takewhile
from typing import Final, NamedTuple

import msgspec

from rebelote.rules.refusals import IllegalAction
from rebelote.server.live.background_jobs import Worker
from rebelote.server.people.accounts import Accounts
from rebelote.server.runtime.time_source import utc_date
from rebelote.server.storage.store import Statement, Taken
from rebelote.server.tables import fairness_export
from rebelote.server.tables.fairness_export import Month

KEEP_EVERY: Final = 60.0
"""Seconds between two looks for matches that are to be counted."""
PER_RUN: Final = 100
"""Matches that are counted in one run at most."""
AGE: Final = 3600.0
"""Seconds after its end from which on a match is counted."""
_UNTIL: Final = "SELECT coalesce(max(until), 0) FROM fairness_months"
_ENDED: Final = (
    "SELECT ended, text FROM played JOIN match_records AS kept ON kept.table_id = played.table_id "
    "AND kept.version = played.version WHERE seat = 0 AND ended > ? AND ended <= ? "
    "AND text IS NOT NULL AND played.table_id NOT IN (SELECT table_id FROM daily) "
    "ORDER BY ended LIMIT ?"
)
_KEPT: Final = "SELECT matches, until, counted FROM fairness_months WHERE month = ?"
_BEGIN: Final = (
    "INSERT INTO fairness_months (month, matches, until, counted, report) VALUES (?, ?, ?, ?, ?)"
)
_GO_ON: Final = (
    "UPDATE fairness_months SET matches = ?, until = ?, counted = ?, report = ? "
    "WHERE month = ? AND until = ?"
)
_MONTHS: Final = "SELECT month FROM fairness_months ORDER BY month DESC"
_TOLD: Final = "SELECT matches, until, report FROM fairness_months WHERE month = ?"


class FairnessMonth(msgspec.Struct, frozen=True):
    """`http_schemas.FairnessMonth` with its report as it was encoded by the worker."""

    months: tuple[str, ...] = ()
    month: str = ""
    over: bool = False
    matches: int = 0
    until: float = 0.0
    report: msgspec.Raw = msgspec.Raw(b"null")


class _Ended(NamedTuple):
    """A match that has ended, and its record."""

    ended: float
    text: str


class FairnessMonths:
    """The months of one server, or of several over one database: each match counts once."""

    def __init__(self, accounts: Accounts, worker: Worker) -> None:
        self.accounts, self.worker = accounts, worker
        self._store, self._time = accounts.store.long, accounts.store.time

    async def keep(self) -> None:
        """Count the next matches that have ended, of one month."""
        ((until,),) = await self._store.read(_UNTIL)
        rows = await self._store.read(_ENDED, until, self._time.wall() - AGE, PER_RUN)
        if not rows:
            return
        month = _month(rows[0][0])
        batch = [*takewhile(lambda each: _month(each.ended) == month, (_Ended(*r) for r in rows))]
        # Too much to do just now, or another node has counted them: the next run goes on.
        with contextlib.suppress(IllegalAction, Taken):
            await self._count(month, batch)

    async def _count(self, month: str, batch: Sequence[_Ended]) -> None:
        kept = await self._store.read(_KEPT, month)
        before, until, counted = kept[0] if kept else (0, 0.0, b"")
        texts = [each.text for each in batch]
        found = await self.worker.run(fairness_export.counted, bytes(counted), texts)
        after = before + len(batch), batch[-1].ended, *found
        statement: Statement = (_GO_ON, (*after, month, until)) if kept else _began(month, *after)
        await asyncio.wrap_future(self.accounts.store.write(statement))

    async def of(self, month: str | None) -> bytes | None:
        """A month, the latest where none is named (`FairnessMonth`, as JSON); None without it."""
        months = tuple(found for (found,) in await self._store.read(_MONTHS))
        if month is None and not months:
            return msgspec.json.encode(FairnessMonth())
        rows = await self._store.read(_TOLD, asked := month or months[0])
        if not rows:
            return None
        matches, until, report = rows[0]
        over = _month(self._time.wall() - AGE) > asked
        told = FairnessMonth(months, asked, over, matches, until, msgspec.Raw(bytes(report)))
        return msgspec.json.encode(told)


def _began(month: str, matches: int, until: float, *found: bytes) -> Statement:
    return _BEGIN, (month, matches, until, *Month(*found))


def _month(wall: float) -> str:
    """The month at this time, as in 2026-11."""
    return utc_date(wall).rpartition("-")[0]
