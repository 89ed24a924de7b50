"""The score sheet of a match with real cards, as a feature."""

from __future__ import annotations

from typing import Final

from litestar import post

from rebelote.rules.paper import MOST_DEALS, PaperSheet, ScoreSheet, settled
from rebelote.server.web.core import Core
from rebelote.server.web.described import described
from rebelote.server.web.feature import Feature
from rebelote.server.web.requests import AppRequest, count_address, draw

BYTES: Final = 256 * MOST_DEALS
REFUSALS: Final = (
    "wrong-options",
    "match-over",
    "points-sum",
    "points-missing",
    "points-impossible",
    "no-such-contract",
    "no-such-bonus",
)
"""Why a sheet cannot be written."""
EXAMPLE: Final = {
    "one deal": {
        "preset": "french",
        "dealer": 0,
        "deals": [{"attacker": 1, "trump": "H", "points": [None, 92]}],
    }
}


@post(
    "/api/score-sheet",
    status_code=200,
    summary="Settle the deals of a match with real cards",
    request_max_body_size=BYTES,
    opt=described(*REFUSALS, examples=EXAMPLE),
)
async def score_sheet(request: AppRequest, data: ScoreSheet, core: Core) -> PaperSheet:
    """Score every deal by the rules, with its derivation; nothing is stored."""
    count_address("rules", request, core)
    return await draw(settled, data)


FEATURE: Final = Feature(routes=(score_sheet,))
