"""Matchmaking: those who look for a table, put together; no input or output.

Those who have waited longest are served first, with those of about the same strength; how much
strengths may differ grows with the wait. Matches that count come first; after a while
unrated ones are played as well. In the end bots take the seats that are still free.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

import msgspec

from rebelote.rules.options import SEATINGS
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.schemas import Unrated

WINDOW: Final = 100.0
"""Rating window at first: how far from one's own rating others may be, in points."""
WINDOW_GROWTH_PER_SECOND: Final = 10.0
"""The rating window widens while waiting by this many points a second."""
MIXES_AFTER: Final = limit(
    10.0, "time before an account is also matched with guests", unit="s", per="person"
)
BOTS_AFTER: Final = limit(45.0, "time before bots take the free seats", unit="s", per="person")
CANDIDATES: Final = 8
"""Candidates that are tried together: the nearest in rating of those who fit."""
WAITS_NEEDED: Final = 5
"""Recent waits needed before a wait is estimated."""
WAITS_QUANTILE: Final = 0.75


class Seeker(msgspec.Struct, frozen=True, kw_only=True):
    """One person, or two partners, who look for a table.

    `value`: strength, of two their mean. `since`: when the search began, in seconds. `apart`: the
    people none of them may meet. `accounts`: whether all of them have one. `addresses`: where they
    are; strangers at one address never meet. `clubs`: networks that the operator vouches for;
    from one of these strangers may meet, but such a match does not count.
    """

    people: tuple[str, ...]
    value: float
    since: float
    blocked: frozenset[str] = frozenset()
    accounts: bool = True
    addresses: frozenset[str] = frozenset()
    clubs: frozenset[str] = frozenset()


class ProposedTable(msgspec.Struct, frozen=True):
    """A table: by seat a person, or None for a bot of `level`; and who is thereby served.

    `unrated`: why the match does not count, as far as that is known by who they are.
    """

    seats: tuple[str | None, ...]
    level: str
    served: tuple[Seeker, ...]
    unrated: Unrated = ""

    @property
    def rated(self) -> bool:
        """Whether the match may count."""
        return not self.unrated


def tables(
    seekers: Sequence[Seeker], players: int, now: float, levels: Mapping[str, float]
) -> Iterator[ProposedTable | None]:
    """Yield the tables that can be opened now for seekers with the same preferences.

    `players`: seats a table, 4 in two partnerships or fewer, each alone. `levels`: strengths of
    bots. None is a table for which it is better to wait: the caller may do other things
    meanwhile.
    """
    waiting = {seeker.people: seeker for seeker in sorted(seekers, key=lambda it: it.since)}
    for find in (_rated_table, _table):
        for first in list(waiting.values()):
            if first.people in waiting:
                table = find(first, list(waiting.values()), players, now, levels)
                for seeker in table.served if table else ():
                    del waiting[seeker.people]
                yield table


def _rated_table(
    first: Seeker, waiting: Sequence[Seeker], players: int, now: float, levels: Mapping[str, float]
) -> ProposedTable | None:
    """Return the best table of people alone at which the match counts."""
    if not first.accounts:
        return None
    fitting = _fitting(first, [other for other in waiting if other.accounts], now)
    groups = (group for group in _groups(first, fitting, players) if _people(group) == players)
    return _best([group for group in groups if _may_count(group)], players, levels)


def _table(
    first: Seeker, waiting: Sequence[Seeker], players: int, now: float, levels: Mapping[str, float]
) -> ProposedTable | None:
    """Return the best table for one seeker; None if it is better to wait."""
    fitting = _fitting(first, waiting, now)
    patient = now - first.since < BOTS_AFTER
    groups = (
        group
        for group in _groups(first, fitting, players)
        if not patient or _people(group) == players
    )
    return _best(
        [group for group in groups if _willing_to_play_unrated(group, now)], players, levels
    )


def _best(
    groups: Sequence[tuple[Seeker, ...]], players: int, levels: Mapping[str, float]
) -> ProposedTable | None:
    """Return the fairest table with as many people as can be."""
    most = max(map(_people, groups), default=0)
    seated = (_seated(group, players, levels) for group in groups if _people(group) == most)
    return min(seated, key=lambda result: result[0], default=(0.0, None))[1]


def _fitting(first: Seeker, waiting: Sequence[Seeker], now: float) -> list[Seeker]:
    """Return one seeker's candidates in the rating window, which widens with the wait."""
    window = WINDOW + WINDOW_GROWTH_PER_SECOND * (now - first.since)
    near = [
        other
        for other in waiting
        if other is not first
        and abs(other.value - first.value) <= window
        and _may_meet(first, other)
    ]
    return sorted(near, key=lambda other: abs(other.value - first.value))[:CANDIDATES]


def _may_meet(one: Seeker, other: Seeker) -> bool:
    avoided = one.blocked & set(other.people) or other.blocked & set(one.people)
    return not avoided and not one.addresses & other.addresses


def _may_count(group: Sequence[Seeker]) -> bool:
    """Return whether a match of these can count: accounts, no two of one club, not only a pair."""
    return not _why_unrated(group, opposed=len(group) > 1)


def _why_unrated(group: Sequence[Seeker], opposed: bool) -> Unrated:
    """Return why a match of these does not count; `opposed`: strangers face each other."""
    if not all(seeker.accounts for seeker in group):
        return "guests"
    if any(one.clubs & other.clubs for one, other in combinations(group, 2)):
        return "club"
    return "" if opposed else "no-strangers"


def _willing_to_play_unrated(group: Sequence[Seeker], now: float) -> bool:
    """Return whether people fit for a rated match have waited long enough for any match."""
    waited = min((now - seeker.since for seeker in group if seeker.accounts), default=math.inf)
    return waited >= MIXES_AFTER or _may_count(group)


def _groups(first: Seeker, fitting: Sequence[Seeker], players: int) -> Iterator[tuple[Seeker, ...]]:
    """Yield the groups that may sit with `first`, alone included; no larger than the table."""
    for size in range(players):
        for others in combinations(fitting, size):
            group = (first, *others)
            meet = all(_may_meet(one, other) for one, other in combinations(others, 2))
            if meet and _people(group) <= players:
                yield group


def _people(group: Sequence[Seeker]) -> int:
    return sum(len(seeker.people) for seeker in group)


# --- seats ----------------------------------------------------------------------------------------


def _seated(
    group: tuple[Seeker, ...], players: int, levels: Mapping[str, float]
) -> tuple[float, ProposedTable]:
    """Return the fairest way to seat a group, and how unfair it is."""
    mean = sum(seeker.value * len(seeker.people) for seeker in group) / _people(group)
    level = min(levels, key=lambda name: abs(levels[name] - mean))
    units: list[tuple[tuple[str | None, ...], float]] = [
        (seeker.people, seeker.value) for seeker in group
    ]
    units += [((None,), levels[level])] * (players - _people(group))
    spread = max(value for _, value in units) - min(value for _, value in units)
    if not SEATINGS[players].paired:
        alone = tuple(who for unit, _ in units for who in unit)
        return spread, _proposed(alone, level, group)
    unfair, sides = min(_splits(units), key=lambda split: split[0])
    (one, three), (two, four) = sides
    return unfair + spread, _proposed((one, two, three, four), level, group)


def _proposed(
    seats: tuple[str | None, ...], level: str, group: tuple[Seeker, ...]
) -> ProposedTable:
    """Return the table; a match counts with people on two sides at least."""
    sides = SEATINGS[len(seats)].sides
    opposed = len({side for side, who in zip(sides, seats, strict=True) if who is not None}) > 1
    return ProposedTable(seats, level, group, _why_unrated(group, opposed and len(group) > 1))


Sides = list[list[str | None]]


def _splits(units: Sequence[tuple[tuple[str | None, ...], float]]) -> Iterator[tuple[float, Sides]]:
    """Yield every way to make two sides of two, and how far their strengths differ.

    People on one side alone come last, for against bots only nothing is rated.
    """
    for size in range(1, len(units)):
        for chosen in combinations(range(len(units)), size):
            sides: Sides = [[], []]
            values = [0.0, 0.0]
            for number, (people, value) in enumerate(units):
                side = number not in chosen
                sides[side] += people
                values[side] += value * len(people)
            if len(sides[0]) == len(sides[1]):
                alone = any(not any(side) for side in sides)
                yield math.inf if alone else abs(values[0] - values[1]) / 2, sides


# --- waiting --------------------------------------------------------------------------------------


def estimated_wait(waits: Sequence[float]) -> float | None:
    """Estimate the wait as the third quartile of recent ones; None for too few."""
    if len(waits) < WAITS_NEEDED:
        return None
    return sorted(waits)[math.ceil(WAITS_QUANTILE * len(waits)) - 1]
