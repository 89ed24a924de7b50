"""Tables, as a feature."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Final

from rebelote.server.core import Core
from rebelote.server.feature import Feature
from rebelote.server.live import routes, socket_routes, sweeper
from rebelote.server.personal import Personal
from rebelote.server.runtime.supervision import Chore


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
        ),
        Personal(
            table="removed_spectators",
            key=("table_id",),
            taken_over=True,
            exported="table_id, since",
        ),
    ),
)
