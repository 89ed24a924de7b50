"""Badges of a person: pure functions of figures, which are kept for other reasons.

A badge is for what a person learnt or did: nothing is bought, lost or counted down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Final, Literal, NamedTuple

from rebelote.server.learn.progress import COURSE
from rebelote.server.protocol.schemas import Message

BadgeKind = Literal["wins", "rules", "contracts", "sweeps", "doubled", "puzzles", "lessons", "days"]
LEVELS: Final[dict[BadgeKind, tuple[int, ...]]] = {
    "wins": (1, 10, 50, 200, 1000),
    "rules": (3, 6, 10),
    "contracts": (10, 50, 200, 1000),
    "sweeps": (1, 10, 50, 200),
    "doubled": (10, 50, 200),
    "puzzles": (10, 50, 200, 1000),
    "lessons": (len(COURSE),),
    "days": (7, 30, 100, 365),
}
"""How much of what has a badge."""


class Badge(Message, frozen=True):
    """A badge: matches won, rule sets by which some were won, contracts made, deals with every
    trick (`sweeps`), doubled deals won, puzzles solved, the whole course of
    lessons done, or days in a row with one of the day.

    `level`: how much it is for; `count`: how much there is; `next`: for how much the next is, null
    after the last.
    """

    kind: BadgeKind
    level: int
    count: int
    next: int | None


class Badges(Message, frozen=True):
    """GET /api/people/{person}/badges: what a person has played, and won, and their badges."""

    matches: int
    won: int
    badges: tuple[Badge, ...]


class Figures(NamedTuple):
    """What badges are for."""

    matches: int = 0
    wins: int = 0
    rules: int = 0
    contracts: int = 0
    sweeps: int = 0
    doubled: int = 0
    puzzles: int = 0
    lessons: int = 0
    days: int = 0


def badges(figures: Figures) -> Iterator[Badge]:
    """The badges that these figures have earned, one of each kind.

    >>> list(badges(Figures(matches=20, wins=12, rules=2)))
    [Badge(kind='wins', level=10, count=12, next=50)]
    """
    for kind, levels in LEVELS.items():
        count: int = getattr(figures, kind)
        if reached := [level for level in levels if level <= count]:
            following = next((level for level in levels if level > count), None)
            yield Badge(kind, reached[-1], count, following)


def longest_streak(days: Iterable[str]) -> int:
    """The most days in a row that there ever were.

    >>> longest_streak(["2026-11-17", "2026-11-19", "2026-11-20", "2026-11-20"])
    2
    """
    longest = length = 0
    before: date | None = None
    for day in sorted(set(map(date.fromisoformat, days))):
        length = length + 1 if before is not None and day - before == timedelta(1) else 1
        longest, before = max(longest, length), day
    return longest
