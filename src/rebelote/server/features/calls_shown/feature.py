"""Explanations of calls, as a feature."""

from __future__ import annotations

from typing import Final

from litestar import post

from rebelote.bots.call_shown import CallShown
from rebelote.server.features.calls_shown.auctions import CALLS, AskedAuction, explained
from rebelote.server.web.core import Core
from rebelote.server.web.described import described
from rebelote.server.web.feature import Feature
from rebelote.server.web.requests import AppRequest, count_address

BYTES: Final = 128 * CALLS
EXAMPLE: Final = {
    "the first bid": {
        "preset": "coinche",
        "dealer": 0,
        "calls": [{"seat": 1, "round": 1, "trump": "H", "value": 90}],
    }
}


@post(
    "/api/auctions/shown",
    status_code=200,
    summary="What a call shows",
    request_max_body_size=BYTES,
    opt=described("wrong-options", "not-now", examples=EXAMPLE),
)
async def call_shown(request: AppRequest, data: AskedAuction, core: Core) -> CallShown:
    """Return what the last call shows by the convention; nothing is stored.

    It follows from the rules and the calls only.
    """
    count_address("calls", request, core)
    return await core.worker.run(explained, data)


FEATURE: Final = Feature(routes=(call_shown,))
