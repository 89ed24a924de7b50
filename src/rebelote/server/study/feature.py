"""Reviews, practice and statistics, as a feature."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rebelote.server.core import Core
from rebelote.server.feature import Feature
from rebelote.server.history.records import Records
from rebelote.server.history.replays import Replays
from rebelote.server.personal import Personal
from rebelote.server.runtime.supervision import Chore, Part
from rebelote.server.study import routes, schemas
from rebelote.server.study.practice import Practice
from rebelote.server.study.reviews import Reviews
from rebelote.server.study.statistics import KEEP_EVERY, PersonalStatistics


def _reviews(core: Core) -> Reviews:
    return Reviews(core[Records], core[Replays], core.limits)


def _practice(core: Core) -> Practice:
    return Practice(core[Reviews], core.worker)


def _statistics(core: Core) -> PersonalStatistics:
    return PersonalStatistics(core.accounts, core.results, core.worker)


def _chores(core: Core) -> Iterator[Chore]:
    yield Chore("statistics", core[PersonalStatistics].keep, KEEP_EVERY, once=True)


def _parts(core: Core) -> Iterator[tuple[str, Part]]:
    yield "reviews", core[Reviews].worker


def _close(core: Core) -> None:
    core[Reviews].close()


FEATURE: Final = Feature(
    routes=routes.HANDLERS,
    services={Reviews: _reviews, Practice: _practice, PersonalStatistics: _statistics},
    chores=_chores,
    parts=_parts,
    close=_close,
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
            table="match_statistics",
            key=("table_id", "version"),
            taken_over=True,
            exported="table_id, version, preset, ended, tallies",
        ),
    ),
)
