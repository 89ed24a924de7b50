"""Wishes that a draw respects where it can: a fixed table for a team, and two that are kept apart.

They stand in the log before the draw, for everybody to see, and so belong to what proves it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rebelote.tournament.duplicate import movement
from rebelote.tournament.entries import Sides
from rebelote.tournament.formats import Format
from rebelote.tournament.pairing import Met, paired, times
from rebelote.tournament.state import Tournament

Meetings = Mapping[tuple[int, int], int]
"""The round, from 1, in which two places of an order, from 1, meet; the lower place first."""
ORDERS: Final = 64
"""Orders of the lots that are tried for a schedule that keeps some apart."""
_APART: Final = 1000
"""Meetings as which a wish to be kept apart counts: any rematch is better."""


def with_wishes(tournament: Tournament, met: Met) -> Met:
    """Return earlier meetings, in which those to be kept apart in the next round count as many."""
    round = len(tournament.rounds) + 1
    wishes = [(one, other) for one, other, only in tournament.apart if only in (0, round)]
    if not wishes:
        return met
    result = defaultdict(Counter, {one: Counter(others) for one, others in met.items()})
    for one, other in wishes:
        result[one][other] += _APART
        result[other][one] += _APART
    return result


def paired_by_wish(order: Sequence[int], met: Met, far: bool = False) -> list[tuple[int, int]]:
    """Pair members with the fewest repetitions, but none who are kept apart if that is possible."""
    pairs = paired(order, met, far)
    if not any(times(met, *pair) >= _APART for pair in pairs):
        return pairs
    wishes = {
        one: {other: count for other, count in others.items() if count >= _APART}
        for one, others in met.items()
    }
    return paired(order, wishes, far, dislike=met)


def at_fixed_tables(tournament: Tournament, games: Sequence[Sides]) -> tuple[Sides, ...]:
    """Move the games of teams with a fixed table there, the earlier wish first.

    The others keep their order. A table that the round does not have is no wish.
    """
    placed: dict[int, Sides] = {}
    for team, table in tournament.fixed:
        own = next((sides for sides in games if team in (*sides[0], *sides[1])), None)
        if own and table <= len(games) and table not in placed and own not in placed.values():
            placed[table] = own
    rest = (sides for sides in games if sides not in placed.values())
    return tuple(placed.get(table) or next(rest) for table in range(1, len(games) + 1))


def in_fixed_seats(tournament: Tournament, order: Sequence[int]) -> list[int]:
    """Give teams with a fixed table a place in a movement that stays at one table.

    North and South of each table of a mitchell, and the last pair of a full howell.
    """
    seats, taken = list(order), set[int]()
    for team, table in tournament.fixed:
        place = _staying(tournament.format, len(seats), table)
        if team in seats and place is not None and place not in taken:
            at = seats.index(team)
            seats[at], seats[place] = seats[place], seats[at]
            taken.add(place)
    return seats


def _staying(format: Format, pairs: int, table: int) -> int | None:
    """Return the place in the order of the lots whose pair stays at this table."""
    if format.draw == "mitchell":
        return table - 1 if table <= (pairs + 1) // 2 else None
    return pairs - 1 if format.draw == "howell" and pairs % 2 == 0 else None


def broken(tournament: Tournament, order: Sequence[int], meetings: Meetings) -> int:
    """Count the wishes to be kept apart that a schedule in this order breaks."""
    place = {team: at for at, team in enumerate(order, 1)}
    return sum(
        (met := meetings.get(_pair(place.get(one, 0), place.get(other, 0)))) is not None
        and only in (0, met)
        for one, other, only in tournament.apart
    )


def _pair(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other)


def meetings_in(rounds: Sequence[Sequence[tuple[int, int]]]) -> Meetings:
    """Return the round, from 1, in which places of an order meet."""
    return {
        _pair(one, other): round for round, pairs in enumerate(rounds, 1) for one, other in pairs
    }


def by_movement(kind: str, pairs: int) -> Iterator[list[tuple[int, int]]]:
    """Yield the places that meet in each round of a movement."""
    for played in movement(kind, pairs):
        yield [(one.north, one.east) for one in played]
