"""Personal data of match lists."""

from __future__ import annotations

from typing import Final

from rebelote.server.personal import Personal

PERSONAL: Final = (
    Personal(
        table="match_notes",
        key=("table_id", "version"),
        taken_over=True,
        exported="table_id, version, starred, note",
    ),
)
