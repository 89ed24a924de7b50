"""Reviews, practice and statistics, as a feature."""

from __future__ import annotations

from typing import Final

from rebelote.server.features.history.records import Records
from rebelote.server.features.history.replays import Replays
from rebelote.server.features.ratings.results import Results
from rebelote.server.features.study import routes, schemas
from rebelote.server.features.study.practice import Practice
from rebelote.server.features.study.reviews import Reviews
from rebelote.server.features.study.statistics import PersonalStatistics
from rebelote.server.people.personal import Personal
from rebelote.server.web.feature import Feature

FEATURE: Final = Feature(
    routes=routes.HANDLERS,
    services={
        Reviews: lambda core: Reviews(core[Records], core[Replays], core.limits),
        Practice: lambda core: Practice(core[Reviews], core.worker),
        PersonalStatistics: lambda core: PersonalStatistics(
            core.accounts, core[Results], core.worker
        ),
    },
    chores=lambda core: (core[PersonalStatistics].projection.chore,),
    parts=lambda core: (("reviews", core[Reviews].worker),),
    close=lambda core: core[Reviews].close(),
    schemas=(
        schemas.Review,
        schemas.MastersOpinion,
        schemas.PracticePosition,
        schemas.PracticeAnswered,
    ),
    personal=(
        Personal(
            table="practice_positions",
            key=("table_id", "version", "deal", "step"),
            taken_over=True,
            exported="table_id, version, deal, step, decisive, loss, due, schedule",
        ),
        Personal(
            table="device_reviews",
            key=("table_id", "version", "deal"),
            taken_over=True,
            exported="table_id, version, deal",
        ),
        Personal(
            table="match_statistics",
            key=("table_id", "version"),
            taken_over=True,
            exported="table_id, version, preset, ended, tallies",
        ),
    ),
)
