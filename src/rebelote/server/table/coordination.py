"""Coordination of one node with the others: heartbeats, messages to subscribers, polls of the logs.

What other nodes publish is taken over at once. A poll of the logs finds what was not received, and
says whether this node may judge by time.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterator
from itertools import groupby, islice
from typing import Final, Protocol, get_args

import msgspec
import structlog

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.cluster.messages import (
    Heartbeat,
    Message,
    Offline,
    Online,
    PersonChanged,
    PersonReplaced,
)
from rebelote.server.base.cluster.node import POLL_SECONDS, Node
from rebelote.server.base.cluster.signing import Signer
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.schemas import NodeCard
from rebelote.server.base.runtime.supervision import report
from rebelote.server.base.storage.store import StoreError
from rebelote.server.base.telemetry import metrics
from rebelote.server.table.live_table import LiveTable, NodeMessage
from rebelote.server.table.lobby import Lobby
from rebelote.server.table.room import Listener

log = structlog.get_logger()

LOGS_SECONDS: Final = 5.0
"""Seconds from one poll of the logs to the next while the wire is up; else, of each poll."""
LISTED: Final = 50
"""Tables that anybody may join, in the heartbeat of a node."""
_PUBLIC_CONNECTS: Final = "SELECT has_database_privilege('public', current_database(), 'CONNECT')"
"""Whether every role may connect, and so receive notifications."""
ONLINE_MOST: Final = limit(
    100_000, "people known to be connected to another node", per="node", beyond="no more are noted"
)
ONLINE_AT_ONCE: Final = 200
"""People named in one message."""
LEARNT_WITHIN: Final = 1.0
"""Seconds that a poll waits until tables have taken over the new lines of their logs."""
PRESENCE_SECONDS: Final = 0.05
"""Seconds that other nodes have to publish the people at a table."""
REPUBLISH_SECONDS: Final = 30.0
"""Seconds after which facts that are only in memory are published again."""
_CLOCK: Final = "SELECT CAST(extract(epoch FROM clock_timestamp()) AS double precision)"
"""The time by the clock of PostgreSQL; only this database has nodes."""

PersonHook = Callable[[str], Awaitable[None]]
"""Checks again what a person may do on this node."""


class Subscriber(Protocol):
    """A service that exchanges messages with itself on other nodes."""

    @property
    def messages(self) -> tuple[type, ...]:
        """The classes of the messages that it receives."""

    async def receive_from(self, node: str, message: Message) -> None:
        """Take over what another node says."""

    def publish_all(self) -> None:
        """Send again all facts that are only in memory: another node may have missed them."""

    def forget_node(self, node: str) -> None:
        """Drop the state of a node that has left."""

    async def poll(self) -> None:
        """Read what other nodes have written, in case a message was lost."""


class Tables:
    """The tables in memory, as a subscriber: those to which a person is connected by this node."""

    messages = get_args(NodeMessage)

    def __init__(
        self, lobby: Lobby, spawn: Callable[[Awaitable[None]], asyncio.Task[None]]
    ) -> None:
        self.lobby = lobby
        self._spawn = spawn

    def served(self) -> Iterator[LiveTable]:
        """Return the tables to which a person is connected by this node."""
        return (live for live in list(self.lobby.tables.values()) if live.room.listeners)

    async def receive_from(self, node: str, message: Message) -> None:
        """Hand a message to the table that it is about, if that is in memory."""
        if isinstance(message, NodeMessage) and (live := self.lobby.tables.get(message.table)):
            await live.receive_from(node, message)

    def publish_all(self) -> None:
        """Publish the people connected to the tables."""
        for live in self.served():
            live.session.publish_presence()

    def forget_node(self, node: str) -> None:
        """Forget the connections of a node that has left."""
        for live in list(self.lobby.tables.values()):
            if node in live.room.elsewhere:
                live.set_connected(node, ())

    async def poll(self) -> None:
        """Read the new lines of the logs, and have the tables take them over."""
        cursors = {live.table.id: live.table.version for live in self.served()}
        rows = await self.lobby.store.lines_after_each(cursors)
        metrics.POLLS.inc()
        metrics.POLLED.inc(len(rows))
        learning = [
            self._spawn(live.learn([line for _, line in group]))
            for table_id, group in groupby(rows, key=lambda row: row[0])
            if (live := self.lobby.tables.get(table_id)) is not None
        ]
        if learning:  # a table that is stuck goes on by itself
            await asyncio.wait(learning, timeout=LEARNT_WITHIN)


class Coordinator:
    """One node among the others: what it receives from them, and publishes to them."""

    def __init__(self, node: Node, lobby: Lobby, sockets: Collection[Listener]) -> None:
        self.node = node
        self.lobby = lobby
        self._sockets = sockets
        self._tables = Tables(lobby, self._spawn)
        self._subscribers: list[Subscriber] = [self._tables]
        self._here: Counter[str] = Counter()
        """The number of sockets to this node, by person."""
        self.online: dict[str, set[str]] = {}
        """The people connected to other nodes, by node."""
        self.warnings: tuple[str, ...] = ()
        """Warnings for the operator: codes of `/health`."""
        self._person_changed: PersonHook = _do_nothing
        self._listening: asyncio.Task[None] | None = None
        self._read_at = float("-inf")
        self._published_at = float("-inf")
        self._unanswered = False
        """Whether the database did not answer the last request."""
        self._tasks: set[asyncio.Task[None]] = set()

    # --- receiving

    async def start(self, person_changed: PersonHook) -> None:
        """Read the logs for the first time, and receive from the other nodes from now on."""
        self._person_changed = person_changed
        await self.poll()
        self.node.wire.signer = Signer(await self.lobby.accounts.secret("wire"))
        self.node.wire.clock = lambda: self.node.clock(self.lobby.now())
        if (await self.lobby.store.read(_PUBLIC_CONNECTS))[0][0]:
            self.warnings = ("public-may-connect",)
            log.warning("every role of this PostgreSQL may connect to the database, and listen")
        self._listening = asyncio.create_task(self.node.wire.run(self.receive, self._connected))

    async def close(self) -> None:
        """Publish that this node ends, and receive no more."""
        self._beat(closing=True)
        await asyncio.sleep(0.05 + self.node.wire.gathers)
        for task in filter(None, (self._listening, *self._tasks)):
            task.cancel()

    def _connected(self) -> None:
        """Catch up after the wire is connected: messages may have been missed on both sides."""
        self._read_at = float("-inf")
        self._beat(missed=True)
        self._publish_all()

    def receive(self, node: str, message: Message) -> None:
        """Take over what another node publishes."""
        if not self.node.membership.admits(node):
            return
        if self.node.membership.receive(node, self.lobby.now()):
            log.info("another node is there", other=node)
            self._beat()
            self._publish_all()
        match message:
            case Heartbeat():
                self._receive_heartbeat(node, message)
            case PersonChanged():
                self._spawn(self._person_changed(message.person))
            case Online():
                people = self.online.setdefault(node, set())
                if len(people) < ONLINE_MOST:
                    people.update(message.people)
            case Offline():
                self.online.setdefault(node, set()).difference_update(message.people)
            case PersonReplaced():
                self._spawn(self.lobby.take_over_person(message.old, message.new))
            case _:
                self._deliver(node, message)

    def subscribe(self, subscriber: Subscriber) -> None:
        """Let a service receive its messages of other nodes from now on."""
        self._subscribers.append(subscriber)

    def _deliver(self, node: str, message: Message) -> None:
        """Hand a message to the services that subscribe to it."""
        for subscriber in self._subscribers:
            if isinstance(message, subscriber.messages):
                self._spawn(subscriber.receive_from(node, message))

    def _receive_heartbeat(self, node: str, beat: Heartbeat) -> None:
        self.node.membership.heartbeats[node] = beat
        if beat.missed:
            self._read_at = min(self._read_at, self.lobby.now() - LOGS_SECONDS)
            self._publish_all()  # who has come here meanwhile would be absent to that node
        if beat.closing:
            self.node.membership.part(node)
            self._count_out({node})

    def _spawn(self, work: Awaitable[None]) -> asyncio.Task[None]:
        """Do this soon; tasks for one table begin in the order in which messages are received."""
        task = asyncio.ensure_future(_reported(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # --- publishing

    async def beat(self) -> None:
        """Publish a heartbeat, and remove nodes that have none."""
        now, wire = self.lobby.now(), self.node.wire
        self._beat()
        if not (wire.up and self.node.is_fresh(now)):
            self.node.membership.forgive(now)
        self._count_out(self.node.membership.expire(now))
        if now - self._published_at > REPUBLISH_SECONDS:
            self._publish_all()

    def figures(self, closing: bool = False) -> Heartbeat:
        """Return the heartbeat of this node."""
        lag = round(self.node.lag(self.lobby.now()), 3)
        served = (live.table.id for live in self.lobby.listed() if live.room.listeners)
        listed = tuple(islice(served, LISTED))
        return Heartbeat(
            tables=len(self.lobby.tables),
            sockets=len(self._sockets),
            lag=lag,
            listed=listed,
            closing=closing,
        )

    async def load_listed(self) -> None:
        """Load the tables that anybody may join, wherever they are served."""
        listed = {
            table for beat in self.node.membership.heartbeats.values() for table in beat.listed
        }
        if missing := listed - self.lobby.tables.keys():
            for table in missing:
                with contextlib.suppress(IllegalActionError):
                    await self.lobby.find(table)
            await asyncio.sleep(PRESENCE_SECONDS)

    def cards(self) -> Iterator[NodeCard]:
        """Yield the nodes that are alive, this one first, as an admin sees them."""
        membership, now = self.node.membership, self.lobby.now()
        beats = {self.node.name: self.figures(), **membership.heartbeats}
        for name in (self.node.name, *sorted(membership.others)):
            said = beats.get(name, Heartbeat())
            yield NodeCard(
                name=name,
                asked=name == self.node.name,
                tables=said.tables,
                sockets=said.sockets,
                lag=said.lag,
                silence=round(membership.silence(name, now), 3),
            )

    def _beat(self, closing: bool = False, missed: bool = False) -> None:
        self.node.wire.publish(msgspec.structs.replace(self.figures(closing), missed=missed))

    def _publish_all(self) -> None:
        """Publish all that is only in memory: another node may have missed it."""
        self._published_at = self.lobby.now()
        for subscriber in self._subscribers:
            subscriber.publish_all()
        people = sorted(self._here)
        for at in range(0, len(people), ONLINE_AT_ONCE):
            self.node.publish(Online(tuple(people[at : at + ONLINE_AT_ONCE])))

    def came(self, person: str) -> None:
        """Note that a person has opened a socket to this node."""
        self._here[person] += 1
        if self._here[person] == 1:
            self.node.publish(Online((person,)))

    def left(self, person: str) -> None:
        """Note that a person has closed a socket to this node; none of theirs may be left.

        Thousands leave at once where a proxy ends: none of them may look at all others.
        """
        self._here[person] -= 1
        if not self._here[person]:
            del self._here[person]
            self.node.publish(Offline((person,)))

    def _count_out(self, nodes: set[str]) -> None:
        """Remove nodes that are gone, and all connections to them."""
        for node in nodes:
            log.warning("another node is gone", other=node)
            for subscriber in self._subscribers:
                subscriber.forget_node(node)
            self.online.pop(node, None)

    # --- reading

    async def poll(self) -> None:
        """Check that the database answers, and read what this node has not received.

        A node that was late has missed something: who sits where is looked at as well, and
        no player's clock is charged for it.
        """
        now = self.lobby.now()
        begins, late = math.isinf(self.node.lag(now)), not self.node.is_fresh(now)
        [(clock,)] = await self.lobby.store.read(_CLOCK)
        every = LOGS_SECONDS if self.node.wire.up else POLL_SECONDS
        if late or now - self._read_at >= every:
            missed_all = self._read_at == float("-inf")
            for subscriber in self._subscribers:
                await subscriber.poll()
            if late or missed_all:
                await self._check_people()
            self._read_at = now
        self.node.looked(now, clock)
        if late and not begins:
            self._restart_timers()

    async def keep_up(self) -> None:
        """Poll; without an answer of the database this node judges nothing by time meanwhile."""
        try:
            await self.poll()
        except StoreError as error:
            if not self._unanswered:
                log.warning("the database does not answer", error=repr(error))
            self._unanswered = True
            for live in self._tables.served():
                live.session.broadcaster.notify("saving-delayed")
        else:
            if self._unanswered:
                log.info("the database answers again")
            self._unanswered = False

    async def _check_people(self) -> None:
        """Reload the tables whose people have been replaced."""
        for live in self._tables.served():
            sql = "SELECT person FROM seated WHERE table_id = ?"
            known = {person for (person,) in await self.lobby.store.read(sql, live.table.id)}
            if not live.table.participants <= known:
                self.lobby.reload(live.table.id)

    def _restart_timers(self) -> None:
        """Let turns and absences begin now: this node knew nothing until then."""
        now = self.lobby.now()
        log.warning("this node had fallen behind")
        for live in list(self.lobby.tables.values()):
            live.room.restart_turns(now)
            live.request_presence()
        self._publish_all()


async def _do_nothing(_: str) -> None:
    pass


async def _reported(work: Awaitable[None]) -> None:
    """Log a fault at one table, so that it stops no other."""
    try:
        await work
    except Exception as error:
        report("other nodes", error)
