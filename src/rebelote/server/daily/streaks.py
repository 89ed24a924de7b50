"""Days in a row on which a person came back."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, timedelta
from typing import Final

FORGIVEN: Final = 1
"""Missed days in a row that do not break a streak."""


def streak(days: Collection[str], today: str) -> int:
    """The length of the streak that reaches up to today: days, as in 2026-11-21, that count.

    One missed day is forgiven and not counted, two in a row end it; today is not missed yet.

    >>> streak(["2026-11-20", "2026-11-19", "2026-11-17"], "2026-11-21")
    3
    """
    day, length, missed = date.fromisoformat(today), 0, 0
    if today not in days:
        day -= timedelta(1)
    while missed <= FORGIVEN:
        counts = day.isoformat() in days
        length += counts
        missed = 0 if counts else missed + 1
        day -= timedelta(1)
    return length
