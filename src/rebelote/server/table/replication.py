"""Replication of tables among nodes: their messages to each other, and the order in which they act.

The key of the log decides which node has written a line. A server without other nodes is `Alone`:
it publishes nothing, always acts first, and never has lines of others to read.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Protocol

import msgspec

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.cluster.messages import Message, Written, WrittenLine
from rebelote.server.base.cluster.node import Node
from rebelote.server.base.storage.store import LogLine, Statement, StoreBusyError
from rebelote.server.people.accounts import Accounts
from rebelote.server.table.model.event_log import Dealt, Sealed, Started
from rebelote.server.table.model.state import Change
from rebelote.server.table.model.table import Table
from rebelote.server.table.room import Room


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
        """The end of this node's judgement by time, by the database's clock; None: always."""

    def is_fresh(self, now: float) -> bool:
        """Return whether this node knows the logs well enough to judge by time."""

    def rank(self, room: Room) -> int | None:
        """Return this node's place among those that serve a table: 0 acts first, None never."""

    def publish(self, message: Message) -> None:
        """Send a message to the other nodes."""

    async def unread(self, table: Table) -> Sequence[LogLine]:
        """Return the lines that other nodes have added to a table's log since the last look."""

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
        """Return True: there is no other writer."""
        return True

    def rank(self, room: Room) -> int:
        """Return 0: this is the only node."""
        return 0

    def publish(self, message: Message) -> None:
        """Do nothing: there is no other node."""

    async def unread(self, table: Table) -> Sequence[LogLine]:
        """Return no lines: there is no other writer."""
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
        """The end of that judgement: its last look at the logs is too old then."""
        return self._node.judges_until

    def is_fresh(self, now: float) -> bool:
        """Return whether its last look at the logs is good enough."""
        return self._node.is_fresh(now)

    def rank(self, room: Room) -> int | None:
        """Return this node's rank among the nodes with connections to the table, else among all."""
        return self._node.rank(room.table.id, bool(room.listeners), room.elsewhere)

    def publish(self, message: Message) -> None:
        """Send it over the wire."""
        self._node.publish(message)

    async def unread(self, table: Table) -> Sequence[LogLine]:
        """Return the lines of the log after the table's version."""
        return await self._accounts.store.lines_after(table.id, table.version)

    async def reserve(self, table_id: str, used: Statement) -> None:
        """Write it, and see that the table is still there."""
        await self._accounts.write(used)
        if await self._accounts.store.table(table_id) is None:
            raise IllegalActionError("no-such-table")


def of(node: Node | None, accounts: Accounts) -> Replication:
    """Return the replication of a server: none where it is no node."""
    return Alone(accounts) if node is None else Among(node, accounts)


def written(table_id: str, seq: int, change: Change, entry: bytes) -> Written:
    """Return the notice that a line is on disk, without the line where it reveals cards."""
    hidden = isinstance(change.entry, Sealed | Started | Dealt)
    lines = () if hidden else (WrittenLine(change.client_id, msgspec.Raw(entry)),)
    return Written(table_id, seq, lines)
