"""The deals and the puzzles of the day, as a feature."""

from __future__ import annotations

from typing import Final

from rebelote.rules.match import Match
from rebelote.server.features.daily import deals, routes, schemas
from rebelote.server.features.daily.comparison import Comparisons
from rebelote.server.features.daily.deals import Daily
from rebelote.server.features.daily.puzzles import Puzzles
from rebelote.server.features.daily.today import TodayOf
from rebelote.server.features.study.reviews import Reviews
from rebelote.server.people.personal import Personal
from rebelote.server.table.events import TableListener
from rebelote.server.table.room import TableMetadata
from rebelote.server.web.core import Core
from rebelote.server.web.feature import Feature


def _daily(core: Core) -> Daily:
    return Daily(core.store, core.lobby)


def _puzzles(core: Core) -> Puzzles:
    return Puzzles(core.accounts, core.worker)


def _today(core: Core) -> TodayOf:
    return TodayOf(core[Daily], core[Puzzles], core.accounts)


def _comparisons(core: Core) -> Comparisons:
    return Comparisons(core[Daily], core[Reviews].worker)


class DailyAtTables(TableListener):
    """Keeps how the deals of days were played."""

    def __init__(self, daily: Daily) -> None:
        self._daily = daily

    async def match_ended(self, table: str, match: Match, metadata: TableMetadata) -> None:
        """Keep the line of a person whose table it is."""
        if metadata.daily:
            await self._daily.keep_result(table, match)


FEATURE: Final = Feature(
    routes=routes.HANDLERS,
    table=lambda core: DailyAtTables(core[Daily]),
    services={Daily: _daily, Puzzles: _puzzles, TodayOf: _today, Comparisons: _comparisons},
    schemas=(schemas.PuzzleOfTheDay,),
    of_unopened=("DELETE FROM daily WHERE table_id = ?1 AND line IS NULL",),
    personal=(
        Personal(
            table="daily",
            key=("date", "preset"),
            kept=True,
            exported="date, preset, table_id, line, counts",
            decode=deals.decode_line,
        ),
        Personal(
            table="puzzle_answers",
            key=("puzzle",),
            taken_over=True,
            exported="puzzle, preset, day, choice, correct, rated, at",
        ),
        Personal(
            table="puzzle_ratings",
            key=(),
            taken_over=True,
            exported="mu, sigma, answers, changed",
        ),
    ),
)
