"""Searches of the quick match: what a person looks for, and as whom the search is matched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, Self

from rebelote.server.cluster.messages import SearchPublished
from rebelote.server.protocol.messages import FromServer, Seek
from rebelote.server.quickmatch.matchmaking import Seeker
from rebelote.server.runtime.rate_limits import Origin

STATUS_EVERY: Final = 5.0
"""Seconds between two status messages to those who wait."""
Send = Callable[[FromServer], None]
Preferences = tuple[str, Literal["fast", "normal", "slow"]]
"""The preset and pace that a person looks for."""


class Search:
    """What one person looks for, and the connections of that person.

    `value`: strength; `blocked`: whom the person may not meet. `account`: whether the
    person has one; `addresses`, `clubs`: from where the person has searched, over all
    connections: addresses, and networks that an operator vouches for.
    """

    def __init__(
        self, person: str, message: Seek, now: float, value: float, blocked: frozenset[str]
    ) -> None:
        self.person = person
        self.value = value
        self.blocked = blocked
        self.account = False
        self.addresses: set[str] = set()
        self.clubs: set[str] = set()
        self.preferences: Preferences = (message.preset, message.pace)
        self.party = message.party
        self.digest = message.digest
        self.since = now
        self.connections: list[Send] = []
        self.node = ""
        """The node to which its connections lead; empty where it is this one."""
        self.gone_at = now
        self.status_at = -STATUS_EVERY

    @property
    def is_waited_for(self) -> bool:
        """Whether a connection waits for its table, here or at another node."""
        return bool(self.connections or self.node)

    def is_for(self, message: Seek) -> bool:
        return self.preferences == (message.preset, message.pace) and self.party == message.party

    def comes_from(self, origin: Origin) -> None:
        """Add a place from which the person has searched."""
        (self.clubs if origin.vouched else self.addresses).add(origin.place)

    @classmethod
    def elsewhere(cls, node: str, published: SearchPublished, now: float) -> Self:
        """The search of a person who is connected to another node."""
        seek = Seek("", published.preset, published.pace, published.party, published.digest)
        since, blocked = now - published.waited, frozenset(published.blocked)
        search = cls(published.person, seek, since, published.value, blocked)
        search.node, search.account = node, published.account
        search.addresses, search.clubs = set(published.addresses), set(published.clubs)
        return search


def are_partners(one: Search, other: Search) -> bool:
    """Whether two searches are of the same pair."""
    same = (one.preferences, one.party) == (other.preferences, other.party)
    return bool(one.party) and same and one is not other


def neighbours(search: Search, same: Sequence[Search]) -> int:
    """How many who look for the same are at one's own address, and not met for that."""
    near = (it for it in same if not search.addresses.isdisjoint(it.addresses))
    return sum(it is not search and not are_partners(search, it) for it in near)


def seeker(searches: Sequence[Search]) -> Seeker:
    """One person, or two partners, as they are put together with others."""
    people = tuple(search.person for search in searches)
    nobody = frozenset[str]()
    return Seeker(
        people,
        sum(search.value for search in searches) / len(searches),
        max(search.since for search in searches),
        nobody.union(*(search.blocked for search in searches)) - set(people),
        all(search.account for search in searches),
        nobody.union(*(search.addresses for search in searches)),
        nobody.union(*(search.clubs for search in searches)),
    )
