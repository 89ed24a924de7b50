"""Replication of tables among nodes: what is published to the others, and which node acts first.

The key of the log decides which node has written a line. A server without other nodes is `Alone`:
it publishes nothing, always acts first, and never has lines of others to read.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Protocol

import msgspec

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.cluster.messages import Message, Written, WrittenLine
from rebelote.server.cluster.node import Node
from rebelote.server.live.room import Room
from rebelote.server.people.accounts import Accounts
from rebelote.server.storage.store import LogLine, Statement, StoreBusyError
from rebelote.server.tables.event_log import Dealt, Sealed, Started
from rebelote.server.tables.state import Change
from rebelote.server.tables.table import Table


class Replication(Protocol):
    """The other nodes that serve the same tables, as this one sees them."""

    @property
    def clustered(self) -> bool:
        """Whether other nodes may serve the same tables."""

    @property
    def leads(self) -> bool:
        """Whether this node does what only one of them is to do."""

    @property
    def judges_until(self) -> float | None:
        """Until when this node may judge by time, by the database's clock; None: always."""

    def is_fresh(self, now: float) -> bool:
        """Whether this node knows the logs well enough to judge by time."""

    def rank(self, room: Room) -> int | None:
        """This node's place among those that serve a table: 0 acts first, None not at all."""

    def publish(self, message: Message) -> None:
        """Send a message to the other nodes."""

    async def unread(self, table: Table) -> Sequence[LogLine]:
        """The lines that other nodes have written to a table's log since it was last read."""

    async def reserve(self, table_id: str, used: Statement) -> None:
        """Write that a table is used, before it is served here.

        Raises:
            IllegalActionError: `no-such-table` where another node has deleted it meanwhile,
                `server-busy` where that cannot be known.
        """


class Alone:
    """A server that has its tables to itself."""

    clustered = False
    leads = True
    judges_until = None

    def __init__(self, accounts: Accounts) -> None:
        self._store = accounts.store

    def is_fresh(self, now: float) -> bool:
        """Always: nobody else writes."""
        return True

    def rank(self, room: Room) -> int:
        """The first, and only one."""
        return 0

    def publish(self, message: Message) -> None:
        """Nothing: there is nobody to send it to."""

    async def unread(self, table: Table) -> Sequence[LogLine]:
        """None: nobody else writes."""
        return ()

    async def reserve(self, table_id: str, used: Statement) -> None:
        """Write it without waiting: nobody else deletes the table."""
        with contextlib.suppress(StoreBusyError):
            self._store.write(used)


class Among:
    """One of several nodes over the same database."""

    clustered = True

    def __init__(self, node: Node, accounts: Accounts) -> None:
        self._node, self._accounts = node, accounts

    @property
    def leads(self) -> bool:
        """Whether this node is the first of those that are alive."""
        return self._node.membership.leads

    @property
    def judges_until(self) -> float:
        """Until when its last look at the logs is good enough."""
        return self._node.judges_until

    def is_fresh(self, now: float) -> bool:
        """Whether its last look at the logs is good enough."""
        return self._node.is_fresh(now)

    def rank(self, room: Room) -> int | None:
        """By the nodes that have connections to the table; where none has, by all nodes."""
        return self._node.rank(room.table.id, bool(room.listeners), room.elsewhere)

    def publish(self, message: Message) -> None:
        """Send it over the wire."""
        self._node.publish(message)

    async def unread(self, table: Table) -> Sequence[LogLine]:
        """What the log has beyond the table's version."""
        return await self._accounts.store.lines_after(table.id, table.version)

    async def reserve(self, table_id: str, used: Statement) -> None:
        """Write it, and see that the table is still there."""
        await self._accounts.write(used)
        if await self._accounts.store.table(table_id) is None:
            raise IllegalActionError("no-such-table")


def of(node: Node | None, accounts: Accounts) -> Replication:
    """The replication of a server: none where it is no node."""
    return Alone(accounts) if node is None else Among(node, accounts)


def written(table_id: str, seq: int, change: Change, entry: bytes) -> Written:
    """The message that a line is on disk; one that makes cards known is to be read from there."""
    hidden = isinstance(change.entry, Sealed | Started | Dealt)
    lines = () if hidden else (WrittenLine(change.client_id, msgspec.Raw(entry)),)
    return Written(table_id, seq, lines)
