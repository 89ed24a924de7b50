"""Fairness in figures, as a feature."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rebelote.server.core import Core
from rebelote.server.fairness import routes, schemas
from rebelote.server.fairness.months import KEEP_EVERY, FairnessMonths
from rebelote.server.feature import Feature
from rebelote.server.runtime.supervision import Chore


def _months(core: Core) -> FairnessMonths:
    return FairnessMonths(core.accounts, core.worker)


def _chores(core: Core) -> Iterator[Chore]:
    yield Chore("fairness", core[FairnessMonths].keep, KEEP_EVERY, once=True)


FEATURE: Final = Feature(
    routes=routes.HANDLERS,
    services={FairnessMonths: _months},
    chores=_chores,
    schemas=(schemas.FairnessMonth,),
)
