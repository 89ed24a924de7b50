"""Deals and decisions as tables: from records, or played by bots, to Parquet, CSV or JSON lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from rebelote.data.files import FORMATS, check, write
from rebelote.data.observations import ObservationRow, observation_rows
from rebelote.data.rows import Column, DealRow, DecisionRow, columns, deal_rows, decision_rows
from rebelote.data.selfplay import Plan, play
from rebelote.rules.records.record import Record

Rows = Callable[[Record, int, Sequence[str]], Iterator[Struct]]
TABLES: Final[dict[str, tuple[type[Struct], Rows]]] = {
    "deals": (DealRow, deal_rows),
    "decisions": (DecisionRow, decision_rows),
    "observations": (ObservationRow, observation_rows),
}
"""The tables by name: what a row is, and how a record becomes rows."""

__all__ = [
    "FORMATS",
    "TABLES",
    "Column",
    "DealRow",
    "DecisionRow",
    "ObservationRow",
    "Plan",
    "check",
    "columns",
    "deal_rows",
    "decision_rows",
    "observation_rows",
    "play",
    "write",
]
