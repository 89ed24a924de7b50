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

from rebelote.tournament.duplicate import Result, Values, compared
from rebelote.tournament.ranks import with_ranks
from rebelote.tournament.seasons import Line, lines

FIRST: Final = 1
SECOND: Final = 2
DIVISIONS: Final = (FIRST, SECOND)
HALF: Final = 50
"""The points of a day for the only member of a division who has played: an average result."""


class LeagueRule(msgspec.Struct, frozen=True, kw_only=True):
    """The rule by which a season counts.

    Attributes:
        best: Number of days that count, the best of each member; one not played counts 0.
        share: One of so many who have played goes up, or down; `least` and `most`: at least and at
            most so many.
        first: Members that the first division has at least, or half of all who have played: so
            many more go up that it does.
    """

    best: int = 20
    share: int = 5
    least: int = 1
    most: int = 10
    first: int = 6


RULE: Final = LeagueRule()
"""The rule of every league of a server."""


class DayResult(msgspec.Struct, frozen=True):
    """The value of a day: `points`, from 0 to 100, and `steps` of the Butler scale."""

    points: int
    steps: int


class LeagueRow(msgspec.Struct, frozen=True, kw_only=True):
    """A member in the table of a division.

    Attributes:
        rank: From 1; members equal by all criteria share it.
        points: Points of the days that count; `steps`: their steps.
        days: Number of days on which the member has played.
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
    """Return the season of a day.

    >>> season_of("2026-11-28")
    '2026-11'
    """
    return day[:7]


def after_season(season: str) -> str:
    """Return the season after another.

    >>> after_season("2026-12")
    '2027-01'
    """
    year, month = map(int, season.split("-"))
    return f"{year + month // 12:04}-{month % 12 + 1:02}"


# --- a day --------------------------------------------------------------------------------------


def compared_day(leads: Mapping[str, int]) -> dict[str, DayResult]:
    """Return the value of a day to each member of a division who has played its deal.

    `leads`: the marks by which each was ahead of the others at the table.
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


def league_tables(
    days: Mapping[int, Mapping[str, Sequence[DayResult]]], rule: LeagueRule = RULE
) -> dict[int, tuple[LeagueRow, ...]]:
    """Return the tables of a season by division; `days`: by division the results of each member.

    Where too few would be left in the first division, more go up.
    """
    first = league_table(days[FIRST], FIRST, rule)
    both = sum(1 for own in days.values() for played in own.values() if played)
    stay = sum(1 for row in first if row.days and row.line != "down")
    short = min(rule.first, both // 2) - stay
    return {FIRST: first, SECOND: league_table(days[SECOND], SECOND, rule, short)}


def league_table(
    days: Mapping[str, Sequence[DayResult]],
    division: int,
    rule: LeagueRule = RULE,
    short: int = 0,
) -> tuple[LeagueRow, ...]:
    """Rank the members of a division, the best first; `days`: the results of each member.

    `short`: the least number of members that go up.

    Members are ranked by points, then days played, then steps. A member who has not played comes
    last, neither rises nor falls, and does not count for the share that does.
    """
    ordered = sorted((_row(who, own, rule) for who, own in days.items()), key=_order)
    ranked = [*with_ranks(ordered, _merit)]
    played = [row.rank for row in ranked if row.days]
    moving = movers(len(played), rule)
    up, down = (0, moving) if division == FIRST else (max(moving, short), 0)
    for at, line in enumerate(lines(played, up, down)):
        ranked[at] = msgspec.structs.replace(ranked[at], line=line)
    return tuple(ranked)


def movers(played: int, rule: LeagueRule = RULE) -> int:
    """Return how many of a division go up or down where so many have played; 0 of fewer than 2."""
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
    """Return the division of each member in the next season.

    A member who has not played in a season is not in the next, unless no member has.
    """
    idle = not any(row.days for rows in tables.values() for row in rows)
    moved = {"up": -1, "down": 1, "": 0}
    return {
        row.member: division + moved[row.line]
        for division, rows in tables.items()
        for row in rows
        if row.days or idle
    }
