"""Personal data of practice and statistics."""

from __future__ import annotations

from typing import Final

from rebelote.server.personal import Personal

PERSONAL: Final = (
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
)
