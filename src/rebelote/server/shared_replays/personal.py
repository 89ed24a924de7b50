"""Personal data of shared replays."""

from __future__ import annotations

from typing import Final

from rebelote.server.personal import Personal

PERSONAL: Final = (
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
)
