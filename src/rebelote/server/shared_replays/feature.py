"""Replays that several people look at together, as a feature."""

from __future__ import annotations

from typing import Final

from rebelote.server.core import Core
from rebelote.server.feature import Feature
from rebelote.server.history.replays import Replays
from rebelote.server.personal import Personal
from rebelote.server.runtime.supervision import Chore
from rebelote.server.shared_replays import routes
from rebelote.server.shared_replays.sessions import FORGET_EVERY, SharedReplays


def _sessions(core: Core) -> SharedReplays:
    sessions = SharedReplays(core.lobby.services, core[Replays])
    if core.coordinator is not None:
        core.coordinator.subscribe(sessions)
    return sessions


FEATURE: Final = Feature(
    routes=routes.HANDLERS,
    messages=routes.MESSAGES,
    services={SharedReplays: _sessions},
    chores=lambda core: (
        Chore("shared replays", core[SharedReplays].forget_old, FORGET_EVERY, once=True),
    ),
    personal=(
        Personal(
            table="shared_replays",
            kept=True,
            exported="id, table_id, version, record, created, touched",
            before_erasure=(
                "DELETE FROM shared_replay_lines WHERE replay IN "
                "(SELECT id FROM shared_replays WHERE person = ?1 AND record <> '')",
                "DELETE FROM shared_replays WHERE person = ?1 AND record <> ''",
            ),
        ),
        Personal(
            table="shared_replay_lines",
            kept=True,
            exported="replay, number, line",
            before_erasure=(
                "DELETE FROM shared_replay_lines "
                """WHERE person = ?1 AND line LIKE '{"line":"commented"%'""",
            ),
        ),
        Personal(
            table="removed_from_replays",
            key=("replay",),
            taken_over=True,
            exported="replay, since",
        ),
    ),
)
