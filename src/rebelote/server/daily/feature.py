"""The deals and the puzzles of the day, as a feature."""

from __future__ import annotations

from typing import Final

from rebelote.server.core import Core
from rebelote.server.daily import deals, routes, schemas
from rebelote.server.daily.comparison import Comparisons
from rebelote.server.daily.deals import Daily
from rebelote.server.daily.puzzles import Puzzles
from rebelote.server.daily.today import TodayOf
from rebelote.server.feature import Feature
from rebelote.server.personal import Personal
from rebelote.server.study.reviews import Reviews


def _daily(core: Core) -> Daily:
    return Daily(core.store, core.lobby)


def _puzzles(core: Core) -> Puzzles:
    return Puzzles(core.accounts, core.worker)


def _today(core: Core) -> TodayOf:
    return TodayOf(core[Daily], core[Puzzles], core.accounts)


def _comparisons(core: Core) -> Comparisons:
    return Comparisons(core[Daily], core[Reviews].worker)


FEATURE: Final = Feature(
    routes=routes.HANDLERS,
    services={Daily: _daily, Puzzles: _puzzles, TodayOf: _today, Comparisons: _comparisons},
    schemas=(schemas.PuzzleOfTheDay,),
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
