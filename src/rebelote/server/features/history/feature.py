"""Matches that were played, as a feature: records, replays, lists, how long they are kept."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Final

from rebelote.server.base.runtime.supervision import Chore
from rebelote.server.features.history import packing, retention, routes, schemas
from rebelote.server.features.history.records import KEEP_EVERY, Records
from rebelote.server.features.history.replays import Replays
from rebelote.server.people.personal import Personal
from rebelote.server.web.core import Core
from rebelote.server.web.feature import Feature, features


def _chores(core: Core) -> Iterator[Chore]:
    lobby = core.lobby
    unopened = functools.partial(retention.remove_unopened, lobby, _of_unopened())
    yield Chore("unopened tables", unopened, None, at_start=True, once=True)
    pack = functools.partial(packing.run, lobby, core.worker)
    yield Chore("records", core[Records].keep, KEEP_EVERY, once=True)
    yield Chore("old tables", functools.partial(retention.run, lobby), retention.RUN_EVERY)
    yield Chore(
        "long logs", functools.partial(retention.compact_logs, lobby), retention.COMPACT_EVERY
    )
    yield Chore("old matches", pack, packing.RUN_EVERY, once=True)


def _of_unopened() -> tuple[str, ...]:
    return tuple(sql for feature in features() for sql in feature.of_unopened)


FEATURE: Final = Feature(
    routes=routes.HANDLERS,
    services={
        Records: lambda core: Records(core.lobby, core.worker),
        Replays: lambda core: Replays(core[Records], core.worker, core.verifier),
    },
    chores=_chores,
    schemas=(schemas.Replay, schemas.EnteredDeal, schemas.Variation),
    personal=(
        Personal(
            table="match_notes",
            key=("table_id", "version"),
            taken_over=True,
            exported="table_id, version, starred, note",
        ),
    ),
)
