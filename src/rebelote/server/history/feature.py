"""Matches that were played, as a feature: records, replays, lists, how long they are kept."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Final

from rebelote.server.core import Core
from rebelote.server.feature import Feature
from rebelote.server.history import packing, retention, routes, schemas
from rebelote.server.history.records import KEEP_EVERY, Records
from rebelote.server.history.replays import Replays
from rebelote.server.personal import Personal
from rebelote.server.runtime.supervision import Chore


def _chores(core: Core) -> Iterator[Chore]:
    lobby = core.lobby
    pack = functools.partial(packing.run, lobby, core.worker)
    yield Chore("records", core[Records].keep, KEEP_EVERY, once=True)
    yield Chore("old tables", functools.partial(retention.run, lobby), retention.RUN_EVERY)
    yield Chore(
        "long logs", functools.partial(retention.compact_logs, lobby), retention.COMPACT_EVERY
    )
    yield Chore("old matches", pack, packing.RUN_EVERY, once=True)


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
