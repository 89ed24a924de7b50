"""Fairness in figures, as a feature: counted month by month as matches end, and public.

The deals of the day do not count: all play the same ones, so their packs would count as often as
people play them.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Sequence
from itertools import takewhile
from typing import Final, NamedTuple

import msgspec
from litestar import Response, get
from litestar.exceptions import HTTPException

from rebelote.analysis.fairness import FairnessReport, month_with
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol.schemas import Message, encoded
from rebelote.server.base.runtime.supervision import Chore
from rebelote.server.base.runtime.time_source import utc_date
from rebelote.server.base.storage.store import ConflictError, MustChange, Statement
from rebelote.server.base.workers.jobs import Worker
from rebelote.server.people.accounts import Accounts
from rebelote.server.web.core import Core
from rebelote.server.web.described import described
from rebelote.server.web.feature import Feature
from rebelote.server.web.requests import AppRequest, count_address, json_response

KEEP_EVERY: Final = 60.0
"""Seconds between two looks for matches that are to be counted."""
PER_RUN: Final = 100
"""Matches that are counted in one run at most."""
_PENDING: Final = (
    "SELECT kept.table_id, kept.version, ended, text, played.table_id IN "
    "(SELECT table_id FROM daily UNION ALL SELECT table_id FROM league_lines) "
    "FROM match_records AS kept JOIN played "
    "ON played.table_id = kept.table_id AND played.version = kept.version AND seat = 0 "
    "WHERE fairness_due AND text IS NOT NULL ORDER BY ended, kept.table_id LIMIT ?"
)
_DONE: Final = "UPDATE match_records SET fairness_due = FALSE WHERE table_id = ? AND version = ?"
_KEPT: Final = "SELECT matches, until, written, counted FROM fairness_months WHERE month = ?"
_BEGIN: Final = (
    "INSERT INTO fairness_months (matches, until, written, counted, report, month) "
    "VALUES (?, ?, ?, ?, ?, ?)"
)
_GO_ON: Final = (
    "UPDATE fairness_months SET matches = ?, until = ?, written = ?, counted = ?, report = ? "
    "WHERE month = ? AND written = ?"
)
_MONTHS: Final = "SELECT month FROM fairness_months ORDER BY month DESC"
_REPORT: Final = "SELECT matches, until, report FROM fairness_months WHERE month = ?"


class FairnessMonth(Message, frozen=True):
    """GET /api/fairness: what hands a month's deals held; `months`: those there are, latest first.

    `report` is null where there is none. `over`: whether the month is. `until`: when the last
    match ended that is counted, in seconds since 1970.
    """

    months: tuple[str, ...] = ()
    month: str = ""
    over: bool = False
    matches: int = 0
    until: float = 0.0
    report: FairnessReport | None = None


class _Pending(NamedTuple):
    """A match that has ended and is to be counted: what it is called, its end and its record."""

    table: str
    version: int
    ended: float
    text: str
    daily: bool

    @property
    def month(self) -> str:
        return _month(self.ended)


class FairnessMonths:
    """The months of one server, or of several over one database: each match counts once."""

    def __init__(self, accounts: Accounts, worker: Worker) -> None:
        self.accounts, self.worker = accounts, worker
        self._store, self._time = accounts.store.long, accounts.store.time

    async def keep(self) -> None:
        """Count the next matches that have ended, of one month."""
        pending = [_Pending(*row) for row in await self._store.read(_PENDING, PER_RUN)]
        if not pending:
            return
        batch = [*takewhile(lambda each: each.month == pending[0].month, pending)]
        # Too much to do just now, or another node has counted them: the next run goes on.
        with contextlib.suppress(IllegalActionError, ConflictError):
            await self._count(pending[0].month, batch)

    async def _count(self, month: str, batch: Sequence[_Pending]) -> None:
        """Write down a month with these matches, and that they are counted: all or nothing."""
        chosen = [each for each in batch if not each.daily]
        done = [(_DONE, (each.table, each.version)) for each in batch]
        kept = [await self._kept(month, chosen)] if chosen else []
        await self.accounts.store.write(*kept, *done)

    async def _kept(self, month: str, batch: Sequence[_Pending]) -> Statement:
        rows = await self._store.read(_KEPT, month)
        before, until, written, counted = rows[0] if rows else (0, 0.0, 0.0, b"")
        texts = [each.text for each in batch]
        result = await self.worker.run(month_with, bytes(counted), texts)
        now = math.nextafter(max(self._time.wall(), written), math.inf)
        after = before + len(batch), max(until, batch[-1].ended), now, *result, month
        return MustChange(_GO_ON, (*after, written)) if rows else (_BEGIN, after)

    async def of(self, month: str | None) -> bytes | None:
        """Return a month, by default the latest (`FairnessMonth`, as JSON); None without it."""
        months = tuple(result for (result,) in await self._store.read(_MONTHS))
        if not month and not months:
            return msgspec.json.encode(FairnessMonth())
        rows = await self._store.read(_REPORT, asked := month or months[0])
        if not rows:
            return None
        matches, until, report = rows[0]
        over = _month(self._time.wall()) > asked
        response = FairnessMonth(
            months, asked, over, matches, until, encoded(FairnessReport, report)
        )
        return msgspec.json.encode(response)


def _month(wall: float) -> str:
    """Return the month at this time, as in 2026-11."""
    return utc_date(wall).rpartition("-")[0]


@get(
    "/api/fairness",
    summary="What hands a month's deals held",
    opt=described(answer=FairnessMonth),
)
async def fairness(request: AppRequest, core: Core, month: str | None = None) -> Response[bytes]:
    """Return the figures of a `month`, by default the latest, beside those of a fair shuffle.

    `FairnessMonth`; of matches that have ended, without the deals of the day.
    """
    count_address("read", request, core)
    result = await core[FairnessMonths].of(month)
    if result is None:
        raise HTTPException(status_code=404)
    return json_response(result)


FEATURE: Final = Feature(
    routes=(fairness,),
    services={FairnessMonths: lambda core: FairnessMonths(core.accounts, core.worker)},
    chores=lambda core: (Chore("fairness", core[FairnessMonths].keep, KEEP_EVERY, once=True),),
    schemas=(FairnessMonth,),
)
