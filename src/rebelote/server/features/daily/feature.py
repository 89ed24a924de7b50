"""The deals and the puzzles of the day, as a feature."""

from __future__ import annotations

from typing import Final

from rebelote.server.features.daily import deals, routes, schemas
from rebelote.server.features.daily.comparison import Comparisons
from rebelote.server.features.daily.deals import Daily
from rebelote.server.features.daily.puzzles import Puzzles
from rebelote.server.features.daily.today import TodayOf
from rebelote.server.features.study.reviews import Reviews
from rebelote.server.people.personal import Personal
from rebelote.server.web.feature import Feature

FEATURE: Final = Feature(
    routes=routes.HANDLERS,
    table=lambda core: core[Daily],
    services={
        Daily: lambda core: Daily(core.store, core.lobby),
        Puzzles: lambda core: Puzzles(core.accounts, core.worker),
        TodayOf: lambda core: TodayOf(core[Daily], core[Puzzles], core.accounts),
        Comparisons: lambda core: Comparisons(core[Daily], core[Reviews].worker),
    },
    schemas=(schemas.PuzzleOfTheDay, schemas.Drilled),
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
