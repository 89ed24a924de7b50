"""One node of a cluster: the others alive, the order among them, and its judgement of time."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from typing import Final

from rebelote.server.base.cluster.messages import Heartbeat, Message
from rebelote.server.base.cluster.wire import Wire
from rebelote.server.base.limits import limit

BEAT_SECONDS: Final = 1.0
"""Seconds from one heartbeat to the next."""
MOST_NODES: Final = limit(
    128, "other nodes that a node knows", per="node", beyond="a new one is ignored"
)
SILENT_SECONDS: Final = limit(
    4.0, "silence after which other nodes count a node out", unit="s", per="node"
)


class Membership:
    """The nodes of a cluster as one of them sees it."""

    def __init__(self, node: str) -> None:
        self.node = node
        self.heartbeats: dict[str, Heartbeat] = {}
        """The last heartbeat of each node."""
        self._last_received: dict[str, float] = {}

    @property
    def others(self) -> set[str]:
        """The other nodes that are alive."""
        return set(self._last_received)

    def silence(self, node: str, now: float) -> float:
        """Return the seconds since the last sign of life of a node."""
        return now - self._last_received.get(node, now)

    def admits(self, node: str) -> bool:
        """Return whether this node is known, or there is room for one more."""
        return node in self._last_received or len(self._last_received) < MOST_NODES

    def receive(self, node: str, now: float) -> bool:
        """Record a sign of life; return whether the node is new."""
        is_new = node not in self._last_received
        self._last_received[node] = now
        return is_new

    def part(self, node: str) -> None:
        """Remove a node that has ended."""
        self._last_received.pop(node, None)
        self.heartbeats.pop(node, None)

    def expire(self, now: float) -> set[str]:
        """Remove the nodes that have been silent for too long, and return them."""
        silent = {node for node, at in self._last_received.items() if now - at > SILENT_SECONDS}
        for node in silent:
            self.part(node)
        return silent

    def forgive(self, now: float) -> None:
        """Restart the silence of all nodes: nothing could be received until now."""
        self._last_received = dict.fromkeys(self._last_received, now)

    @property
    def leads(self) -> bool:
        """Whether this node does the work that one node does for all."""
        return self.rank("", {self.node, *self._last_received}) == 0

    def rank(self, table: str, nodes: Collection[str]) -> int | None:
        """Return this node's place among these for a table, 0 for the first, or None.

        The order is another for each table, so that all nodes have as much to do.
        """
        if self.node not in nodes:
            return None
        mine = _weight(self.node, table)
        return sum(_weight(node, table) < mine for node in nodes)


def _weight(node: str, table: str) -> bytes:
    return hashlib.blake2b(f"{node} {table}".encode(), digest_size=8).digest()


POLL_SECONDS: Final = 1.0
"""Seconds from one look into the logs of the tables served here to the next."""
FRESH_SECONDS: Final = limit(
    2 * POLL_SECONDS + 0.5,
    "age of a node's last look at the logs beyond which it judges nothing by time",
    unit="s",
    per="node",
)
TIMER_STEP_SECONDS: Final = 0.5
"""Seconds between the nodes of a table before each acts on its timers."""
BOT_STEP_SECONDS: Final = 2.0
"""Seconds between them before each thinks for its bots, and lets it go on."""


class Node:
    """This node among the others. `name`: unique, also over time."""

    def __init__(self, name: str, wire: Wire) -> None:
        self.name = name
        self.wire = wire
        self.membership = Membership(name)
        self._looked_at = float("-inf")
        self._clock_ahead = 0.0
        self.judges_until = 0.0
        """Until when the last look is good enough to judge by time, by the database's clock."""

    def publish(self, message: Message) -> None:
        """Send this to the other nodes, where there are any."""
        self.wire.others = len(self.membership.others)
        if self.wire.others:
            self.wire.publish(message)

    def looked(self, now: float, clock: float) -> None:
        """Note that the logs of all tables served here have been read, as of this time.

        `clock`: the same by the database's clock.
        """
        self._looked_at = now
        self._clock_ahead = clock - now
        self.judges_until = clock + FRESH_SECONDS

    def clock(self, now: float) -> float:
        """Return the time by the database's clock, as far as it is known here."""
        return now + self._clock_ahead

    def lag(self, now: float) -> float:
        """Return the seconds since the logs were last read."""
        return now - self._looked_at

    def is_fresh(self, now: float) -> bool:
        """Return whether it knows the logs well enough to do something because time has passed.

        A node that was stopped, or has lost its database, does not: others may have gone on.
        """
        return self.lag(now) <= FRESH_SECONDS

    def rank(self, table: str, serves: bool, elsewhere: Collection[str]) -> int | None:
        """Return this node's place among those that serve a table: with 0 it acts first.

        None where only others have connections there. Where none has, all have a place.
        """
        serving = {*elsewhere, self.name} if serves else {*elsewhere}
        everybody = {*self.membership.others, self.name}
        return self.membership.rank(table, serving or everybody)
