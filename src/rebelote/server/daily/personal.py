"""Personal data of the deals and puzzles of the day."""

from __future__ import annotations

from typing import Final

from rebelote.server.personal import Personal
from rebelote.server.storage.store import Row


def _decode(row: Row) -> None:
    row["line"] = None if row["line"] is None else row["line"].decode()


PERSONAL: Final = (
    Personal(
        table="daily",
        key=("date", "preset"),
        kept=True,
        exported="date, preset, table_id, line, counts",
        decode=_decode,
    ),
    Personal(
        table="puzzle_answers",
        key=("puzzle",),
        taken_over=True,
        exported="puzzle, preset, day, choice, correct, rated, at",
    ),
    Personal(
        table="puzzle_ratings",
        key=(),
        taken_over=True,
        exported="mu, sigma, answers, changed",
    ),
)
