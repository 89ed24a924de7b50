"""Tables, as a feature."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Final

from rebelote.server.base.runtime.supervision import Chore
from rebelote.server.features.tables import routes, socket_routes
from rebelote.server.people.personal import Personal
from rebelote.server.table import replacement, sweeper
from rebelote.server.web.core import Core
from rebelote.server.web.feature import Feature


def _chores(core: Core) -> Iterator[Chore]:
    lobby = core.lobby
    publish = functools.partial(sweeper.publish_pending, lobby)
    unload = functools.partial(sweeper.unload_idle, lobby)
    yield Chore("clocks", sweeper.Sweeper(lobby).sweep, sweeper.SWEEP_SECONDS)
    yield Chore("results", publish, sweeper.PUBLISH_EVERY, at_start=True)
    yield Chore("idle tables", unload, sweeper.UNLOAD_EVERY)


FEATURE: Final = Feature(
    routes=routes.HANDLERS,
    messages=socket_routes.MESSAGES,
    chores=_chores,
    personal=(
        Personal(
            table="seated",
            key=("table_id",),
            taken_over=True,
            exported="table_id AS id",
            subject="tables",
            replaced=replacement.in_tables,
        ),
        Personal(
            table="removed_spectators",
            key=("table_id",),
            taken_over=True,
            exported="table_id, since",
        ),
    ),
)
