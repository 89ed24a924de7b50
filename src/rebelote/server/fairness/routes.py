"""Fairness in figures over HTTP."""

from __future__ import annotations

from typing import Final

from litestar import MediaType, Response, get
from litestar.exceptions import HTTPException

from rebelote.server.core import Core
from rebelote.server.fairness.months import FairnessMonths
from rebelote.server.http.requests import Asked, count_address


@get("/api/fairness", summary="What hands a month's deals held")
async def fairness(request: Asked, core: Core, month: str | None = None) -> Response[bytes]:
    """Beside what a fair shuffle leads one to expect, of the latest `month` or another one.

    `FairnessMonth`; of matches that have ended, without the deals of the day.
    """
    count_address("read", request, core)
    found = await core[FairnessMonths].of(month)
    if found is None:
        raise HTTPException(status_code=404)
    return Response(found, media_type=MediaType.JSON)


HANDLERS: Final = (fairness,)
"""Fairness in figures."""
