"""A live table: its session and what acts through it, for connections and other nodes to reach."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import assert_never

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.cluster.messages import (
    ChatLine,
    Connected,
    NonceCommitted,
    NonceRevealed,
    Presence,
    PresenceRequest,
    ResultPublished,
    SpectatorRemoved,
    Written,
)
from rebelote.server.base.protocol.occupants import Occupant
from rebelote.server.base.runtime.atomic import atomic
from rebelote.server.base.runtime.rate_limits import Keys
from rebelote.server.base.storage.retries import retried
from rebelote.server.base.storage.store import LogLine
from rebelote.server.people.database import Person
from rebelote.server.table.bots import Bots
from rebelote.server.table.hints import Hints
from rebelote.server.table.model.table import Table
from rebelote.server.table.packs import TablePacks
from rebelote.server.table.room import Listener, Room, TableMetadata
from rebelote.server.table.seats import TableSeats
from rebelote.server.table.session import ATTEMPTS, Session
from rebelote.server.table.table_chat import TableChat
from rebelote.server.table.table_services import TableServices
from rebelote.server.table.timers import Timers

NodeMessage = (
    Written
    | Presence
    | PresenceRequest
    | ChatLine
    | NonceCommitted
    | NonceRevealed
    | SpectatorRemoved
    | ResultPublished
)
"""Messages of other nodes about a table."""


class LiveTable:
    """A table in memory, to which people are connected."""

    __slots__ = (
        "__weakref__", "bots", "chat", "hints", "lock", "packs", "quota", "room", "seats",
        "services", "session", "table", "timers",
    )  # fmt: skip

    def __init__(
        self,
        services: TableServices,
        table: Table,
        metadata: TableMetadata,
        code: str,
        reload: Callable[[str], None],
    ) -> None:
        self.services = services
        self.table = table
        self.room = Room(table, metadata, code, services.now())
        self.session = Session(services, self.room, reload)
        self.lock = self.session.lock
        self.chat = TableChat(services, self.room)
        self.hints = Hints(services, self.room)
        self.bots = Bots(self.session)
        self.seats = TableSeats(self.session, self.bots)
        self.packs = TablePacks(self.session, self.bots)
        self.timers = Timers(self.session, self.bots, self.packs)
        self.quota: Keys = ()
        """The places it takes in the quotas of the person who opened it."""

    # --- connections

    async def join(self, listener: Listener, since: int | None) -> None:
        """Add a connection: to its person's seat, which a bot hands back, or as a spectator.

        Raises IllegalActionError.
        """
        try:
            async with self.lock:
                await self._join(listener, since)
        except BaseException:
            if listener in self.room.listeners:
                self.leave(listener)
            raise
        self.bots.resume()

    async def _join(self, listener: Listener, since: int | None) -> None:
        room, session, person = self.room, self.session, listener.person
        await session.catch_up()
        relations = await session.admission.relations_of(person)
        session.admission.check_may_stay(person, relations)
        await self._look_up_rating(person)
        is_new = person.id not in room.connected
        seat = self.table.seat_of(person.id)
        await retried(lambda: session.resume(self.table.seat_of(person.id)), ATTEMPTS)
        if not room.code:
            await self._renew_code()
        self._add(listener, since, is_new)
        if seat is not None:
            await self.services.listener.seated(self.table.id, person.id)

    @atomic
    def _add(self, listener: Listener, since: int | None, is_new: bool) -> None:
        """Add a connection, and send it the state of the table: from then on it misses nothing."""
        room, session, now = self.room, self.session, self.services.now()
        if not room.listeners:
            self.request_presence()
        room.add(listener, now)
        self.services.listener.connected(self.table.id, listener.person.id)
        session.publish_presence()
        session.broadcaster.welcome(listener, since, now)
        if is_new:
            session.broadcaster.broadcast(now, but=listener)

    async def _look_up_rating(self, person: Person) -> None:
        if person.account:
            preset = self.table.rules.preset
            shown = await self.services.results.shown(person.id, preset)
            self.room.ratings[person.id] = shown

    async def _renew_code(self) -> None:
        """Give a table that was closed a code again."""
        sql = "UPDATE tables SET code = ? WHERE id = ?"

        async def write(code: str) -> None:
            await self.services.write((sql, (code, self.table.id)))

        with contextlib.suppress(IllegalActionError):
            self.room.code = await self.services.with_code(write)

    def leave(self, listener: Listener) -> None:
        """Remove a connection."""
        self.session.remove(listener)
        person = listener.person.id
        if self.table.seat_of(person) is None and person not in self.room.connected:
            self.session.broadcast()

    def catch_up(self, listener: Listener, since: int | None) -> None:
        """Send a reconnecting client what it missed."""
        update = self.session.broadcaster.update(listener, since, self.services.now())
        listener.send(update)

    # --- other nodes

    async def receive_from(self, node: str, message: NodeMessage) -> None:
        """Take over what another node sends."""
        match message:
            case Written():
                if message.lines or message.first > self.table.version:
                    lines = enumerate(message.lines, message.first)
                    await self.learn(
                        [LogLine(seq, it.client_id, bytes(it.entry)) for seq, it in lines]
                    )
            case Presence():
                self.set_connected(node, message.people)
            case PresenceRequest():
                if self.room.listeners:
                    self.session.publish_presence()
            case ChatLine():
                await self.chat.send(message.line)
            case NonceCommitted():
                key = node, message.person
                self.table.commitments.add(key, message.person, message.digest)
            case NonceRevealed():
                await self.packs.take_over_nonce(message.nonce)
            case SpectatorRemoved():
                await self.seats.take_over_removal(message.person)
            case ResultPublished():
                async with self.lock:
                    await self.session.result.take_over()
            case _:
                assert_never(message)

    async def refresh(self) -> None:
        """Take over what other nodes have written where no connection here has followed it."""
        if self.room.listeners:
            return
        if lines := await self.session.replication.unread(self.table):
            await self.session.learn(lines)

    async def learn(self, lines: Sequence[LogLine]) -> None:
        """Take over lines that other nodes have written; what lies between is read."""
        if not lines or lines[-1].seq > self.table.version:
            await self.session.learn(lines)
            self.bots.advance()

    def set_connected(self, node: str, people: Sequence[Connected]) -> None:
        """Take over the people connected to the table by another node."""
        before = self.room.connected
        self.room.set_elsewhere(node, people, self.services.now())
        if self.room.connected != before:
            self.session.broadcast()
        self.bots.advance()

    def request_presence(self) -> None:
        """Ask the other nodes for the people they connect to the table."""
        self.session.replication.publish(PresenceRequest(self.table.id))

    # --- people who change

    def names(self, person: str) -> bool:
        """Return whether anything here still names this person."""
        return self.room.names(person) or self.chat.names(person)

    async def replace(self, old: str, new: Occupant) -> None:
        """Put `new` wherever the person `old` was. Doing so again is harmless."""
        async with self.lock:
            self.replace_now(old, new)

    def replace_now(self, old: str, new: Occupant) -> None:
        """Do the same, for a caller that holds the lock."""
        self.room.replace(old, new)
        self.chat.replace(old, new)
        self.session.broadcast()

    # --- lifetime

    def release_quota(self, now: float) -> None:
        """Release the quota of an empty table; the table may stay all the same."""
        if self.quota and self.room.is_deserted(now):
            self.services.limits.leave(self.quota)
            self.quota = ()

    @property
    def is_busy(self) -> bool:
        """Whether anybody is here, or something is still to happen."""
        room = self.room
        active = self.bots.is_advancing or self.lock.locked()
        return bool(room.listeners) or active or room.has_pending_result
