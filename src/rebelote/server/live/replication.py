"""Replication of a live table among nodes: what this one tells the others, and takes over of them.

The key of the log decides who has written a line: whoever finds it taken reads on, and tries again.
Where this server is the only one, nothing is told and nothing asked.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Protocol

import msgspec

from rebelote.rules.refusals import IllegalAction
from rebelote.server.cluster.messages import (
    NonceCommitted,
    NonceRevealed,
    Presence,
    PresenceRequest,
    ResultPublished,
    SpectatorRemoved,
    Written,
    WrittenLine,
)
from rebelote.server.cluster.node import BOT_STEP_SECONDS
from rebelote.server.live.admission import Ties
from rebelote.server.live.room import Room
from rebelote.server.live.table_services import TableServices
from rebelote.server.storage.store import LogLine, Taken
from rebelote.server.tables import event_log
from rebelote.server.tables.event_log import Agreed, Dealt, Entry, Sealed, Seating, Started
from rebelote.server.tables.table import Change, Table

ATTEMPTS: Final = 4
"""How often something is tried with which another node was faster."""


class LiveTable(Protocol):
    """What is asked here of a live table (`server.live.live_table`)."""

    services: TableServices
    table: Table
    room: Room
    lock: asyncio.Lock
    changed_at: float
    pending_result: bool

    def advance(self) -> None:
        """Let bots, and the table itself, go on."""

    def broadcast(self) -> None:
        """Send everybody here how things stand."""

    async def ties_for(self, change: Change) -> Ties | None:
        """The relations of all who are here, where some may not stay after a change."""

    def take_over(self, change: Change, known: Ties | None) -> None:
        """What follows from a change that is on disk and committed."""

    async def deal_if_due(self) -> None:
        """Deal the pack that was awaited, once it is due."""


# --- who acts -------------------------------------------------------------------------------------


def rank(live: LiveTable) -> int | None:
    """This node's place among those that serve the table: 0 acts first, None not at all."""
    if (node := live.services.node) is None:
        return 0
    return node.rank(live.table.id, bool(live.room.listeners), live.room.elsewhere)


def is_to_act(live: LiveTable) -> bool:
    """Whether this node thinks for the bots and lets the table go on; the others stand by."""
    if live.services.node is None:
        return True
    place = rank(live)
    waited = live.services.now() - live.changed_at
    return place is not None and waited >= place * BOT_STEP_SECONDS


def is_fresh(live: LiveTable) -> bool:
    """Whether this node knows the log well enough to judge by time."""
    node = live.services.node
    return node is None or node.is_fresh(live.services.now())


async def retried(attempt: Callable[[], Awaitable[None]]) -> None:
    """Try until no other node is faster. IllegalAction `server-busy` where one always is."""
    for _ in range(ATTEMPTS):
        with contextlib.suppress(Taken):
            await attempt()
            return
    raise IllegalAction("server-busy")


# --- telling --------------------------------------------------------------------------------------


def tell_written(live: LiveTable, seq: int, change: Change, entry: bytes) -> None:
    """A line is on disk. One that makes cards known is read from there, and not sent."""
    if (node := live.services.node) is not None:
        line = WrittenLine(change.client_id, msgspec.Raw(entry))
        hidden = isinstance(change.entry, Sealed | Started | Dealt)
        node.tell(Written(live.table.id, seq, () if hidden else (line,)))


def tell_presence(live: LiveTable) -> None:
    """Who is connected to the table by this node."""
    if (node := live.services.node) is not None:
        node.tell(Presence(live.table.id, live.room.told_elsewhere()))


def ask_for_presence(live: LiveTable) -> None:
    """This node begins to serve the table."""
    if (node := live.services.node) is not None:
        node.tell(PresenceRequest(live.table.id))


def tell_committed(live: LiveTable, person: str, digest: str) -> None:
    """A person has committed to a nonce."""
    if (node := live.services.node) is not None:
        node.tell(NonceCommitted(live.table.id, person, digest))


def tell_revealed(live: LiveTable, nonce: str) -> None:
    """A nonce was revealed."""
    if (node := live.services.node) is not None:
        node.tell(NonceRevealed(live.table.id, nonce))


def tell_removed(live: LiveTable, person: str) -> None:
    """A spectator was sent away."""
    if (node := live.services.node) is not None:
        node.tell(SpectatorRemoved(live.table.id, person))


def tell_published(live: LiveTable) -> None:
    """The result of its match is published."""
    if (node := live.services.node) is not None:
        node.tell(ResultPublished(live.table.id))


# --- taking over ----------------------------------------------------------------------------------


async def learn(live: LiveTable, lines: Sequence[LogLine]) -> None:
    """Take over lines that other nodes have written; what lies between is read."""
    if lines and lines[-1].seq <= live.table.version:
        return
    async with live.lock:
        await _follow(live, lines)
    live.advance()


async def catch_up(live: LiveTable) -> None:
    """Take over all that is in the log; the caller holds the lock."""
    after = await live.services.store.lines_after(live.table.id, live.table.version)
    await _follow(live, after)


async def _follow(live: LiveTable, lines: Sequence[LogLine]) -> None:
    table = live.table
    if not lines or lines[0].seq > table.version + 1:
        lines = await live.services.store.lines_after(table.id, table.version)
    if lines and lines[0].seq > table.version + 1:  # folded meanwhile
        live.services.reload(table.id)
    for line in lines:
        if line.seq == table.version + 1:
            entry = await _with_names(live, event_log.decode(line.entry))
            change = table.followed_by(entry, line.client_id)
            known = await live.ties_for(change)
            table.commit(change)
            live.take_over(change, known)


async def _with_names(live: LiveTable, entry: Entry) -> Entry:
    """The same with the names of those who sit there, which are not in the log."""
    if not isinstance(entry, Agreed | Seating):
        return entry
    known = {who.person: who.name for who in live.table.seats if who.person}
    unknown = {who.person for who in entry.seats if who.person} - known.keys()
    known |= await live.services.accounts.names(unknown)
    seats = event_log.named(entry.seats, lambda person: known.get(person, ""))
    return msgspec.structs.replace(entry, seats=seats)


def take_over_presence(live: LiveTable, node: str, told: Presence) -> None:
    """Others are connected to the table by another node."""
    before, now = live.room.connected, live.services.now()
    live.room.set_elsewhere(node, told.people, now)
    if live.room.connected != before:
        live.broadcast()
    live.advance()


async def take_over_result(live: LiveTable) -> None:
    """Read the ratings that a match has changed, and show them."""
    async with live.lock:
        live.pending_result = False
        shown = await live.services.results.shown_of(live.room.ratings, live.table.rules.preset)
        live.room.ratings |= shown
        live.broadcast()


async def take_over_reveal(live: LiveTable, nonce: str) -> None:
    """Take a nonce that was revealed to another node."""
    with contextlib.suppress(IllegalAction, Taken):
        if live.table.awaited is not None:
            live.table.awaited.reveal(nonce)
            if rank(live) == 0:
                await live.deal_if_due()
