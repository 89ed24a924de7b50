"""Deals and decisions as tables: from records, or played by bots, to Parquet, CSV or JSON lines."""

from rebelote.data.files import FORMATS, check, write
from rebelote.data.rows import Column, DealRow, DecisionRow, columns, deal_rows, decision_rows
from rebelote.data.selfplay import Plan, play

__all__ = [
    "FORMATS",
    "Column",
    "DealRow",
    "DecisionRow",
    "Plan",
    "check",
    "columns",
    "deal_rows",
    "decision_rows",
    "play",
    "write",
]
