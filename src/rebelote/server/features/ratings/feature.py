"""Ratings, as a feature: leaderboards, and the stored results."""

from __future__ import annotations

import asyncio
from typing import Final

from litestar import get
from litestar.exceptions import HTTPException

from rebelote.rules import presets
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.schemas import Rated
from rebelote.server.base.storage.store import Reader
from rebelote.server.features.ratings import ratings, schemas
from rebelote.server.features.ratings.ratings import ANCHORS, Rating
from rebelote.server.features.ratings.standings import standing
from rebelote.server.people.personal import Personal
from rebelote.server.web.core import Core
from rebelote.server.web.feature import Feature
from rebelote.server.web.requests import AppRequest, count_address

LISTED: Final = limit(100, "people on a leaderboard", per="list")
CANDIDATES: Final = 1000
"""People who are looked at for it: some are less certain by now than when they last played."""
_Candidate = tuple[Rating, tuple[str, str]]
"""A rating, and whose it is: id and name."""


@get("/api/leaderboard/{preset:str}", summary="The strongest by one rule set")
async def leaderboard(request: AppRequest, preset: str, core: Core) -> list[schemas.Standing]:
    """List accounts with settled ratings, and the bots, by the lower end of the interval."""
    if preset not in presets.PRESETS:
        raise HTTPException(status_code=404)
    count_address("read", request, core)
    people = await _candidates(core.store.long, preset)
    return await asyncio.to_thread(_ranked, preset, people, core.time.wall())


def _ranked(preset: str, people: list[_Candidate], now: float) -> list[schemas.Standing]:
    known = [(rating, row) for rating, row in people if not ratings.shown(rating, now).provisional]
    known.sort(key=lambda result: -ratings.cautious(result[0], now))
    listed = [standing(*row, preset, rating, now) for rating, row in known[:LISTED]]
    return sorted([*_bots(preset), *listed], key=_from_the_top)


def _from_the_top(row: schemas.Standing) -> int:
    return row.rating.interval - row.rating.value


async def _candidates(store: Reader, preset: str) -> list[_Candidate]:
    sql = (
        "SELECT person, name, mu, sigma, matches, changed FROM ratings "
        "JOIN people ON people.id = person WHERE preset = ? AND account_name IS NOT NULL "
        "ORDER BY mu - ? * sigma DESC LIMIT ?"
    )
    rows = await store.read(sql, preset, ratings.NORMAL_95, CANDIDATES)
    return [(Rating(*row[2:]), (row[0], row[1])) for row in rows]


def _bots(preset: str) -> list[schemas.Standing]:
    """Return the bots, whose ratings are fixed."""
    return [
        schemas.Standing(
            person="",
            name=level,
            preset=preset,
            rating=Rated(round(value), 0, False),
            matches=0,
            bot=True,
        )
        for level, value in ANCHORS.items()
    ]


FEATURE: Final = Feature(
    routes=(leaderboard,),
    personal=(
        Personal(
            table="played",
            kept=True,
            exported="table_id, version, seat, bot, preset, ended, rated, "
            "won AND bot IS NULL AS won, bot IS NOT NULL AS has_left, marks, others, mu, sigma",
            order="ended",
        ),
        Personal(
            table="ratings",
            key=("preset",),
            taken_over=True,
            exported="preset, mu, sigma, matches, changed",
        ),
        Personal(
            table="rating_estimates",
            key=("preset",),
            exported="preset, mu, sigma, matches, changed",
        ),
        Personal(table="match_claims", exported="since"),
        Personal(table="rating_returns", exported="table_id, version, preset, at, points"),
    ),
)
