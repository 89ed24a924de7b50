"""Eligibility: whether a match of the quick match counts for ratings, and why not.

What one person could gain by several accounts is bounded by how often the same people, and the same
networks, meet for ratings. No input or output; `docs/ratings.md` says what each rule is for.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, product
from typing import Final

import msgspec

from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.schemas import Unrated

ACCOUNT_SECONDS: Final = limit(
    86_400.0,
    "age of an account that makes its side one that is rated",
    unit="s",
    per="account",
    beyond="not rated",
)
MET_SECONDS: Final = limit(
    86_400.0,
    "time for which opponents are no new ones, where only new ones count",
    unit="s",
    per="pair of people",
    beyond="not rated",
)
RECENT_SECONDS: Final = 3600.0
"""Seconds for which a match that began is remembered here, for its people and their networks."""
BETWEEN_NETWORKS: Final = limit(
    2, "rated matches an hour between two networks", per="pair of networks", beyond="not rated"
)


class Contender(msgspec.Struct, frozen=True):
    """A person who is to play: from which networks, and since when the account is one.

    `since` is None for accounts from before that was recorded.
    """

    person: str
    networks: frozenset[str]
    since: float | None


Sides = Sequence[Sequence[Contender]]
"""The people of a match, by side; bots are left out."""
Pair = frozenset[str]
"""Two people, or two networks."""


class RecentMatches:
    """The matches that began here within the hour and count."""

    def __init__(self) -> None:
        self._began: list[tuple[float, str, frozenset[Pair], frozenset[Pair]]] = []

    def began(self, preset: str, sides: Sides, now: float) -> None:
        """Take note of a match that counts."""
        self._forget(now)
        self._began.append((now, preset, opponents(sides), between(sides)))

    def why_unrated(self, preset: str, sides: Sides, met: Collection[Pair], now: float) -> Unrated:
        """Return why a match that begins now would not count.

        `met`: who of them were opponents within a day, in matches of this rule set that counted.
        """
        self._forget(now)
        if any(all(is_new(one.since, now) for one in side) for side in sides if side):
            return "new-accounts"
        under_way = (pairs for _, by, pairs, _ in self._began if by == preset)
        if _some_meet_no_new_opponent(sides, frozenset(met).union(*under_way)):
            return "met-today"
        often: dict[Pair, int] = defaultdict(int)
        for _, _, _, networks in self._began:
            for pair in networks:
                often[pair] += 1
        if any(often[pair] >= BETWEEN_NETWORKS for pair in between(sides)):
            return "networks"
        return ""

    def _forget(self, now: float) -> None:
        self._began = [it for it in self._began if now - it[0] < RECENT_SECONDS]


def is_new(since: float | None, now: float) -> bool:
    """Return whether an account is of its first day; `since`: when it was made, as far as known."""
    return since is not None and now - since < ACCOUNT_SECONDS


def _some_meet_no_new_opponent(sides: Sides, met: Collection[Pair]) -> bool:
    """Return whether a player has met each of the opponents already."""
    faced = opponents(sides)
    return any(
        all(pair in met for pair in faced if one.person in pair) for side in sides for one in side
    )


def opponents(sides: Sides) -> frozenset[Pair]:
    """Return the pairs of people who play against each other."""
    return frozenset(frozenset((one.person, other.person)) for one, other in _opposed(sides))


def between(sides: Sides) -> frozenset[Pair]:
    """Return the networks between which they play."""
    return frozenset(
        frozenset(pair)
        for one, other in _opposed(sides)
        for pair in product(one.networks, other.networks)
    )


def _opposed(sides: Sides) -> Iterator[tuple[Contender, Contender]]:
    for one, other in combinations(sides, 2):
        yield from product(one, other)
