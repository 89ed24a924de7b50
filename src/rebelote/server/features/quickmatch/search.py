"""Searches of the quick match: a person's preferences, and the seeker to match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, Self

from rebelote.server.base.cluster.messages import SearchPublished
from rebelote.server.base.protocol.messages import FromServer, Seek
from rebelote.server.base.runtime.rate_limits import Origin
from rebelote.server.features.quickmatch.matchmaking import Seeker

STATUS_EVERY: Final = 5.0
"""Seconds between two status messages to those who wait."""
Send = Callable[[FromServer], None]
Preferences = tuple[str, Literal["fast", "normal", "slow"]]
"""The preset and pace that a person looks for."""


class Search:
    """The search of one person, and the connections of that person.

    `value`: strength; `blocked`: the people to keep apart; `account`: whether the person has
    one; `addresses`, `clubs`: the addresses of all connections, and their networks that an
    operator vouches for.
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
        """Build the search of a person connected to another node."""
        seek = Seek("", published.preset, published.pace, published.party, published.digest)
        since, blocked = now - published.waited, frozenset(published.blocked)
        search = cls(published.person, seek, since, published.value, blocked)
        search.node, search.account = node, published.account
        search.addresses, search.clubs = set(published.addresses), set(published.clubs)
        return search


def are_partners(one: Search, other: Search) -> bool:
    """Return whether two searches are of the same pair."""
    same = (one.preferences, one.party) == (other.preferences, other.party)
    return bool(one.party) and same and one is not other


def neighbours(search: Search, same: Sequence[Search]) -> int:
    """Count the other searches for the same from one's own address, which are never matched."""
    near = (it for it in same if not search.addresses.isdisjoint(it.addresses))
    return sum(it is not search and not are_partners(search, it) for it in near)


def seeker(searches: Sequence[Search]) -> Seeker:
    """Build the seeker for matchmaking from one person or two partners."""
    people = tuple(search.person for search in searches)
    nobody = frozenset[str]()
    return Seeker(
        people=people,
        value=sum(search.value for search in searches) / len(searches),
        since=max(search.since for search in searches),
        blocked=nobody.union(*(search.blocked for search in searches)) - set(people),
        accounts=all(search.account for search in searches),
        addresses=nobody.union(*(search.addresses for search in searches)),
        clubs=nobody.union(*(search.clubs for search in searches)),
    )
