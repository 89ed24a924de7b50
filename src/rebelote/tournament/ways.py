"""The ways to draw opponents, in one table: each answers what the rest of a contest asks of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal

import msgspec

from rebelote.tournament.duplicate import movement_rounds

WayName = Literal[
    "lots",
    "swiss",
    "danish",
    "round-robin",
    "groups",
    "moving",
    "howell",
    "mitchell",
    "knock-out",
]
Pairs = list[tuple[int, int]]
"""Teams that meet at a table; 0 stands for an empty seat."""
_Meetings = Callable[[Sequence[int], int, int], Pairs]
_Rounds = Callable[[int, int], int]


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """A way to draw opponents.

    Attributes:
        by_standing: Whether the standing pairs neighbours after the first rounds; else lots do.
        rematches: Whether neighbours may meet again.
        knock_out: Whether who loses is out.
        by_number: Whether numbers decide, so that no lots are drawn and tables are known before.
        movement: Whether pairs go from table to table with the same deals.
        rounds: Of a schedule, the rounds that so many teams in so many groups take.
        meetings: Of a schedule without a movement, the pairs of a round, from 0, by table, of the
            teams in the order of the lots, in so many groups.
    """

    name: WayName
    by_standing: bool = False
    rematches: bool = False
    knock_out: bool = False
    by_number: bool = False
    movement: bool = False
    rounds: _Rounds | None = None
    meetings: _Meetings | None = None

    @property
    def scheduled(self) -> bool:
        """Whether all games are known from the first draw on."""
        return self.rounds is not None


def groups_of(order: Sequence[int], groups: int) -> list[Sequence[int]]:
    """Return the groups: the first of the order lead one each, and so on; without empty seats."""
    count = max(1, groups)
    return [tuple(filter(None, order[group::count])) for group in range(count)]


def _circle(group: Sequence[int], round: int) -> Pairs:
    """Return the pairs of a round: all but the first move one seat on."""
    first, *others = (*group, 0) if len(group) % 2 else tuple(group)
    shift = round % len(others) if others else 0
    seats = [first, *others[shift:], *others[:shift]]
    half = len(seats) // 2
    return list(zip(seats[:half], reversed(seats[half:]), strict=True))


def _in_circles(order: Sequence[int], groups: int, round: int) -> Pairs:
    return [pair for group in groups_of(order, groups) for pair in _circle(group, round)]


def _circle_rounds(entered: int, groups: int) -> int:
    """Return the number of rounds in which all members of the largest group meet."""
    largest = -(-entered // max(1, groups))
    return largest - 1 + largest % 2


def _odd_moves(order: Sequence[int], _: int, round: int) -> Pairs:
    """Return the pairs by table: the even number stays there, the odd one comes one table on."""
    odd, even = order[::2], (*order[1::2], 0)
    return [(odd[(table - round) % len(odd)], even[table]) for table in range(len(odd))]


def _tables(entered: int, _: int) -> int:
    return -(-entered // 2)


def _movement(kind: Literal["howell", "mitchell"]) -> Way:
    return Way(name=kind, movement=True, rounds=lambda entered, _: movement_rounds(kind, entered))


WAYS: Final[dict[WayName, Way]] = {
    way.name: way
    for way in (
        Way(name="lots"),
        Way(name="swiss", by_standing=True),
        Way(name="danish", by_standing=True, rematches=True),
        Way(name="round-robin", rounds=_circle_rounds, meetings=_in_circles),
        Way(name="groups", rounds=_circle_rounds, meetings=_in_circles),
        Way(name="moving", by_number=True, rounds=_tables, meetings=_odd_moves),
        _movement("howell"),
        _movement("mitchell"),
        Way(name="knock-out", knock_out=True),
    )
}
"""All ways to draw, by their names in a format."""
