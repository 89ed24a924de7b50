"""Streaks: days in a row on which a person has played."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date, timedelta
from typing import Final

FORGIVEN: Final = 1
"""Missed days in a row that do not break a streak."""


def streak(days: Collection[str], today: str) -> int:
    """Return the length of the streak that reaches up to today: days, as in 2026-11-21, that count.

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


def longest(days: Iterable[str]) -> int:
    """Return the length of the longest streak there has ever been; no missed day is forgiven.

    >>> longest(["2026-11-17", "2026-11-19", "2026-11-20", "2026-11-20"])
    2
    """
    longest = length = 0
    before: date | None = None
    for day in sorted(set(map(date.fromisoformat, days))):
        length = length + 1 if before is not None and day - before == timedelta(1) else 1
        longest, before = max(longest, length), day
    return longest
