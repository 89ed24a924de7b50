"""Personal data of tables."""

from __future__ import annotations

from typing import Final

from rebelote.server.personal import Personal

PERSONAL: Final = (
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
)
