"""A league of people who never meet: one deal a day, a month a season, two divisions.

All members of a league play the same deal on the same day, in the same seat, with the same bots. A
day is compared within a division once it is over, and counts match points in percent; a season is
the sum of the best days of a month, and at its end some rise and some fall.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Final

import msgspec

from rebelote.club.duplicate import Result, Values, compared
from rebelote.club.ranks import with_ranks
from rebelote.club.seasons import Line, lines

FIRST: Final = 1
SECOND: Final = 2
DIVISIONS: Final = (FIRST, SECOND)
HALF: Final = 50
"""What a day counts for who alone of a division has played: as much as an average result."""


class LeagueRule(msgspec.Struct, frozen=True, kw_only=True):
    """What counts in a season.

    Attributes:
        best: How many days count, the best of each member; one not played counts nothing.
        share: One of so many who have played goes up, or down; `least` and `most`: at least and at
            most so many.
    """

    best: int = 20
    share: int = 5
    least: int = 1
    most: int = 10


RULE: Final = LeagueRule()
"""The rule of every league of a server."""


class DayResult(msgspec.Struct, frozen=True):
    """What a day counts: `points`, from 0 to 100, and `steps` of the Butler scale."""

    points: int
    steps: int


class LeagueRow(msgspec.Struct, frozen=True, kw_only=True):
    """A member in the table of a division.

    Attributes:
        rank: From 1; who is equal in all that decides has the same.
        points: Those of the days that count; `steps`: theirs.
        days: On how many days the member has played.
        line: Whether they go up or down, as things stand.
    """

    rank: int = 0
    member: str
    points: int
    steps: int
    days: int
    line: Line = ""


# --- months -------------------------------------------------------------------------------------


def season_of(day: str) -> str:
    """The season of a day.

    >>> season_of("2026-11-28")
    '2026-11'
    """
    return day[:7]


def after_season(season: str) -> str:
    """The season after another.

    >>> after_season("2026-12")
    '2027-01'
    """
    year, month = map(int, season.split("-"))
    return f"{year + month // 12:04}-{month % 12 + 1:02}"


# --- a day --------------------------------------------------------------------------------------


def compared_day(leads: Mapping[str, int]) -> dict[str, DayResult]:
    """What a day counts for each member of a division who has played its deal.

    `leads`: by how many marks each was ahead of the others at the table.
    """
    if len(leads) == 1:
        return dict.fromkeys(leads, DayResult(HALF, 0))
    numbers = {member: at for at, member in enumerate(sorted(leads), 1)}
    played = [Result(1, number, -number, (leads[who], 0)) for who, number in numbers.items()]
    shares, steps = compared(played, "matchpoints"), compared(played, "butler")
    return {who: _day_result(number, shares, steps) for who, number in numbers.items()}


def _day_result(number: int, shares: Values, steps: Values) -> DayResult:
    return DayResult(floor(100 * shares[number, 1] + Fraction(1, 2)), int(steps[number, 1]))


# --- a season -----------------------------------------------------------------------------------


def league_table(
    days: Mapping[str, Sequence[DayResult]], division: int, rule: LeagueRule = RULE
) -> tuple[LeagueRow, ...]:
    """The table of a division, the best first; `days`: what each member has played.

    By points; who is level there, by days played, then by steps. Who has not played comes last,
    neither rises nor falls, and is not among those of whom a share does.
    """
    ordered = sorted((_row(who, own, rule) for who, own in days.items()), key=_order)
    ranked = [*with_ranks(ordered, _merit)]
    played = [row.rank for row in ranked if row.days]
    moving = movers(len(played), rule)
    up, down = (0, moving) if division == FIRST else (moving, 0)
    for at, line in enumerate(lines(played, up, down)):
        ranked[at] = msgspec.structs.replace(ranked[at], line=line)
    return tuple(ranked)


def movers(played: int, rule: LeagueRule = RULE) -> int:
    """How many of a division go up or down where so many have played: none of one alone."""
    return 0 if played < 2 else min(max(played // rule.share, rule.least), rule.most)


def _row(member: str, days: Iterable[DayResult], rule: LeagueRule) -> LeagueRow:
    ordered = sorted(days, key=lambda one: (one.points, one.steps), reverse=True)
    best = ordered[: rule.best]
    points, steps = sum(one.points for one in best), sum(one.steps for one in best)
    return LeagueRow(member=member, points=points, steps=steps, days=len(ordered))


def _merit(row: LeagueRow) -> tuple[bool, int, int, int]:
    return not row.days, -row.points, -row.days, -row.steps


def _order(row: LeagueRow) -> tuple[object, ...]:
    return (*_merit(row), row.member)


def next_divisions(tables: Mapping[int, Sequence[LeagueRow]]) -> dict[str, int]:
    """Who plays in which division in the next season.

    Who has not played in a season is not in the next, unless nobody has.
    """
    idle = not any(row.days for rows in tables.values() for row in rows)
    moved = {"up": -1, "down": 1, "": 0}
    return {
        row.member: division + moved[row.line]
        for division, rows in tables.items()
        for row in rows
        if row.days or idle
    }
