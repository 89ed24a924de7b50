"""Rating points returned to opponents after matches against a pair."""

from __future__ import annotations

from typing import Final

from rebelote.server.base.limits import limit
from rebelote.server.base.storage.store import Reader, Statement
from rebelote.server.features.fair_play.work import Pair
from rebelote.server.features.ratings import ratings

LOSSES: Final = limit(
    2000, "results of opponents of which points are given back", per="case", beyond="the latest"
)
_AGAINST: Final = (
    "SELECT mine.person, mine.preset, mine.table_id, mine.version, mine.mu, "
    "(SELECT earlier.mu FROM played AS earlier WHERE earlier.person = mine.person "
    "AND earlier.preset = mine.preset AND earlier.rated AND earlier.mu IS NOT NULL "
    "AND earlier.ended < mine.ended ORDER BY earlier.ended DESC LIMIT 1) AS earlier_mu "
    "FROM fair_play_matches AS of_pair JOIN played AS mine "
    "ON mine.table_id = of_pair.table_id AND mine.version = of_pair.version "
    "WHERE of_pair.person = ? AND of_pair.other = ? AND mine.seat % 2 <> of_pair.side "
    "AND mine.rated AND mine.mu IS NOT NULL AND mine.person IN (SELECT id FROM people) "
    "AND NOT EXISTS (SELECT 1 FROM rating_returns AS given WHERE given.person = mine.person "
    "AND given.table_id = mine.table_id AND given.version = mine.version) "
    "ORDER BY mine.ended DESC LIMIT ?"
)
_NOTE: Final = (
    "INSERT INTO rating_returns (person, table_id, version, preset, at, points) "
    "VALUES (?, ?, ?, ?, ?, ?)"
)
_RAISE: Final = "UPDATE ratings SET mu = mu + ? WHERE person = ? AND preset = ?"


async def returned(store: Reader, pair: Pair, now: float) -> list[Statement]:
    """Build the statements that return opponents the points lost to this pair.

    Points of each match are returned only once.
    """
    statements: list[Statement] = []
    for person, preset, table, version, after, earlier in await store.read(_AGAINST, *pair, LOSSES):
        points = ratings.lost(ratings.START if earlier is None else earlier, after)
        if points:
            statements.append((_NOTE, (person, table, version, preset, now, points)))
            statements.append((_RAISE, (points, person, preset)))
    return statements
