"""Fairness in figures over HTTP."""

from __future__ import annotations

from typing import Final

from litestar import MediaType, Response, get
from litestar.exceptions import HTTPException

from rebelote.server.context import AppContext
from rebelote.server.http.requests import Asked, count_address


@get("/api/fairness", summary="What hands a month's deals held")
async def fairness(
    request: Asked, context: AppContext, month: str | None = None
) -> Response[bytes]:
    """Beside what a fair shuffle leads one to expect, of the latest `month` or another one.

    `FairnessMonth`; of matches that have ended, without the deals of the day.
    """
    count_address("read", request, context)
    found = await context.fairness.of(month)
    if found is None:
        raise HTTPException(status_code=404)
    return Response(found, media_type=MediaType.JSON)


HANDLERS: Final = (fairness,)
"""Fairness in figures."""
