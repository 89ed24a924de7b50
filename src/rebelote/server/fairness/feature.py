"""Fairness in figures, as a feature."""

from __future__ import annotations

from typing import Final

from litestar import Response, get
from litestar.exceptions import HTTPException

from rebelote.server.core import Core
from rebelote.server.fairness import months
from rebelote.server.fairness.months import KEEP_EVERY, FairnessMonths
from rebelote.server.feature import Feature
from rebelote.server.http.described import described
from rebelote.server.http.requests import AppRequest, count_address, json_response
from rebelote.server.runtime.supervision import Chore


@get(
    "/api/fairness",
    summary="What hands a month's deals held",
    opt=described(answer=months.FairnessMonth),
)
async def fairness(request: AppRequest, core: Core, month: str | None = None) -> Response[bytes]:
    """Beside what a fair shuffle leads one to expect, of the latest `month` or another one.

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
    schemas=(months.FairnessMonth,),
)
