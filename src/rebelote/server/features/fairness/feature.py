"""Fairness in figures, as a feature: counted month by month as matches end, and public.

The deals of the day do not count: all play the same ones, so their packs would count as often as
people play them.
"""

from __future__ import annotations

import math
from typing import Final

import msgspec
from litestar import Response, get
from litestar.exceptions import HTTPException

from rebelote.analysis.fairness import FairnessReport, month_with
from rebelote.server.base.projections import EndedMatch, Projection
from rebelote.server.base.protocol.schemas import Message, encoded
from rebelote.server.base.runtime.time_source import utc_date
from rebelote.server.base.storage.store import MustChange, Statement
from rebelote.server.base.workers.jobs import Worker
from rebelote.server.people.accounts import Accounts
from rebelote.server.web.core import Core
from rebelote.server.web.described import described
from rebelote.server.web.feature import Feature
from rebelote.server.web.requests import AppRequest, count_address, json_response

_ENDED: Final = (
    "SELECT ended FROM played WHERE table_id = ? AND version = ? AND seat = 0 "
    "AND NOT EXISTS (SELECT 1 FROM daily WHERE daily.table_id = played.table_id) "
    "AND NOT EXISTS (SELECT 1 FROM league_lines WHERE league_lines.table_id = played.table_id)"
)
_KEPT: Final = "SELECT matches, until, written, counted FROM fairness_months WHERE month = ?"
_KEEP: Final = (
    "INSERT INTO fairness_months (month, matches, until, written, counted, report) "
    "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (month) DO UPDATE SET matches = excluded.matches, "
    "until = excluded.until, written = excluded.written, counted = excluded.counted, "
    "report = excluded.report WHERE fairness_months.written = ?"
)
_MONTHS: Final = "SELECT month FROM fairness_months ORDER BY month DESC"
_REPORT: Final = "SELECT matches, until, report FROM fairness_months WHERE month = ?"


class FairnessMonth(Message, frozen=True, kw_only=True):
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


class FairnessMonths:
    """The months of one server, or of several over one database: each match counts once."""

    def __init__(self, accounts: Accounts, worker: Worker) -> None:
        self.accounts, self.worker = accounts, worker
        self._store, self._time = accounts.store.long, accounts.store.time
        self.projection = Projection("fairness", accounts.store, accounts.disclosure, self._counted)

    async def _counted(self, match: EndedMatch) -> list[Statement]:
        """Return the statement that counts a match in its month; none for a deal of the day."""
        ends = await self._store.read(_ENDED, *match[:2])
        return [await self._kept(match.text, ended) for (ended,) in ends]

    async def _kept(self, text: str, ended: float) -> Statement:
        rows = await self._store.read(_KEPT, month := _month(ended))
        matches, until, written, counted = rows[0] if rows else (0, 0.0, 0.0, b"")
        result = await self.worker.run(month_with, bytes(counted), [text])
        now = math.nextafter(max(self._time.wall(), written), math.inf)
        after = month, matches + 1, max(until, ended), now, *result
        return MustChange(_KEEP, (*after, written))

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
            months=months,
            month=asked,
            over=over,
            matches=matches,
            until=until,
            report=encoded(FairnessReport, report),
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
    chores=lambda core: (core[FairnessMonths].projection.chore,),
    schemas=(FairnessMonth,),
)
