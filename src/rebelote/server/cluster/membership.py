"""Membership: which nodes are alive, and which of them acts first where no person does; no I/O."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from typing import Final

from rebelote.server.cluster.messages import Heartbeat
from rebelote.server.limits import limit

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
        """By node, what its last heartbeat said."""
        self._last_received: dict[str, float] = {}

    @property
    def others(self) -> set[str]:
        """The other nodes that are alive."""
        return set(self._last_received)

    def silence(self, node: str, now: float) -> float:
        """Seconds since something was heard of a node."""
        return now - self._last_received.get(node, now)

    def admits(self, node: str) -> bool:
        """Whether this node is known, or there is room for one more."""
        return node in self._last_received or len(self._last_received) < MOST_NODES

    def receive(self, node: str, now: float) -> bool:
        """A sign of life; whether the node is new."""
        is_new = node not in self._last_received
        self._last_received[node] = now
        return is_new

    def part(self, node: str) -> None:
        """The node has ended."""
        self._last_received.pop(node, None)
        self.heartbeats.pop(node, None)

    def expire(self, now: float) -> set[str]:
        """Count out those that have been silent for too long, and return them."""
        silent = {node for node, at in self._last_received.items() if now - at > SILENT_SECONDS}
        for node in silent:
            self.part(node)
        return silent

    def forgive(self, now: float) -> None:
        """Nobody could be heard until now: let nobody's silence count."""
        self._last_received = dict.fromkeys(self._last_received, now)

    @property
    def leads(self) -> bool:
        """Whether this node does what one of them is to do for all."""
        return self.rank("", {self.node, *self._last_received}) == 0

    def rank(self, table: str, nodes: Collection[str]) -> int | None:
        """This node's place among these for a table, 0 for the first; None where it has none.

        The order is another for each table, so that all nodes have as much to do.
        """
        if self.node not in nodes:
            return None
        mine = _weight(self.node, table)
        return sum(_weight(node, table) < mine for node in nodes)


def _weight(node: str, table: str) -> bytes:
    return hashlib.blake2b(f"{node} {table}".encode(), digest_size=8).digest()
