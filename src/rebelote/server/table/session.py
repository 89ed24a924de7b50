"""The session of a table: its lock, the commit of every change, and the broadcast that follows it.

A change is proposed by the table, written to disk, committed, acknowledged, and only then
broadcast. What bots do goes the same way as what people do. The holder of the lock owns the table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import Final, TypeVar, assert_never

import msgspec

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.cluster.messages import Presence
from rebelote.server.base.protocol import message_ids, messages, occupants
from rebelote.server.base.protocol.occupants import Look
from rebelote.server.base.protocol.schemas import encode
from rebelote.server.base.runtime.atomic import ATOMIC, atomic
from rebelote.server.base.storage.retries import retried
from rebelote.server.base.storage.store import ConflictError, LogLine, Statement
from rebelote.server.base.telemetry import metrics
from rebelote.server.people.database import Person
from rebelote.server.table import replication
from rebelote.server.table.admission import Admission, Relations
from rebelote.server.table.broadcaster import Broadcaster
from rebelote.server.table.model import event_log
from rebelote.server.table.model.event_log import Agreed, AgreedToGoOn, Entry, Seating, Started
from rebelote.server.table.model.state import Change
from rebelote.server.table.results import MatchResult
from rebelote.server.table.room import Listener, Room
from rebelote.server.table.table_services import TableServices, on_disk

Reply = Callable[[messages.Ack], None]
"""Sends the acknowledgement of a message to the connection that it came from."""

Propose = Callable[[], Change]
"""Proposes a change of a table as it is by then."""

_Keyed = TypeVar("_Keyed", bound="messages.Command | messages.AtTable")

ATTEMPTS: Final = 4
"""Attempts at a change where another node was faster."""
RESULT_WITHIN: Final = 1.0
"""Seconds that the end of a match waits for the ratings that follow from it; then it is sent."""

_BY_PERSON, _BY_TABLE = (metrics.ENTRIES.labels(by) for by in ("person", "table"))

_NEXT_LINE: Final = "INSERT INTO log (table_id, seq, entry, kind) VALUES (?, ?, ?, ?)"
"""A line after the first of a table that is being opened: no other node can write it."""
_SEATED: Final = "INSERT INTO seated (person, table_id) VALUES (?, ?) ON CONFLICT DO NOTHING"

_SEATS_CHANGE: Final = Agreed | Seating | Started
"""Entries after which some may not stay any more."""


class Session:
    """A table in memory, whose changes are written, committed and broadcast one at a time."""

    __slots__ = (
        "_reload", "admission", "broadcaster", "changed_at", "lock", "replication", "result",
        "room", "services", "table",
    )  # fmt: skip

    def __init__(self, services: TableServices, room: Room, reload: Callable[[str], None]) -> None:
        """Take `reload`, which has a table read again from its log, by its id."""
        self.services = services
        self._reload = reload
        self.replication = services.replication
        self.room = room
        self.table = room.table
        self.broadcaster = Broadcaster(room)
        self.admission = Admission(services, room)
        self.result = MatchResult(services, self.broadcaster)
        self.lock = asyncio.Lock()
        self.changed_at = services.now()
        """When the last line of the log was taken over."""

    # --- commands of players

    async def play(self, person: Person, command: messages.Command, reply: Reply) -> None:
        """Carry out a player's command. Raises IllegalActionError.

        `reply` gets the acknowledgement once the change is on disk, before it is broadcast.
        """
        command, reply = by_person(person, command, reply)
        async with self.lock:
            await retried(lambda: self._play(person, command, reply), ATTEMPTS)

    async def _play(self, person: Person, command: messages.Command, reply: Reply) -> None:
        """Try once. Raises IllegalActionError; ConflictError where another node was faster."""
        seat = self.table.seat_of(person.id)
        if seat is None:
            raise IllegalActionError("not-seated")
        answer = await self._proposed(seat, command)
        if isinstance(command, messages.TakeBack) and isinstance(answer, Change):
            self._check_may_take_back(person)
        self._check_goes_on(command, answer)
        if isinstance(answer, Change):
            await self.resume(seat)
            await self._commit_once(answer, command.id, reply)
        else:
            reply(answer)

    async def _commit_once(self, change: Change, key: str, reply: Reply) -> None:
        """Commit a command's change; where its id is in the log, only acknowledge it."""
        try:
            await self.commit(change, reply)
        except ConflictError:
            if (done := await self.acknowledged(key)) is None:
                raise
            reply(done)

    async def _proposed(self, seat: int, command: messages.Command) -> Change | messages.Ack:
        """Return the table's answer, or the earlier acknowledgement of a repeated command."""
        try:
            plays = isinstance(command, messages.PlayCommand)
            secret = b"" if plays else self.room.secret()
            return self.table.receive(seat, command, secret)
        except IllegalActionError:
            if (done := await self.acknowledged(command.id)) is None:
                raise
            return done

    def _check_may_take_back(self, person: Person) -> None:
        """Check that nobody else has a part in the match. Raises IllegalActionError."""
        if not self.room.may_take_back(person.id):
            raise IllegalActionError("no-take-back")

    def _check_goes_on(self, command: messages.Command, answer: Change | messages.Ack) -> None:
        """Check that another deal, or match, may begin here. Raises IllegalActionError."""
        match command:
            case messages.PlayCommand():
                return
            case messages.Ready():
                begins = isinstance(answer, Change) and not isinstance(answer.entry, AgreedToGoOn)
                if self.services.closing and begins:
                    raise IllegalActionError("closing")
            case messages.Rematch():
                if self.services.closing:
                    raise IllegalActionError("closing")
                self.room.metadata.check_may_rearrange()
            case _:
                assert_never(command)

    async def acknowledged(self, key: str) -> messages.Ack | None:
        """Return the acknowledgement of a message that was carried out, however long ago.

        IllegalActionError `id-used` where the message of this id had other content.
        """
        if done := self.table.acknowledged(key):
            return done
        written = await self.services.store.message(self.table.id, key)
        if written is None:
            return None
        seq, kept = written
        message_ids.check_same(kept, key)
        return messages.Ack(key, seq)

    async def resume(self, seat: int | None) -> None:
        """Have a person play again where a bot substitutes; the caller holds the lock."""
        back = None if seat is None else self.table.resume(seat)
        if back is not None:
            await self.commit(back)

    # --- commit

    async def commit(self, change: Change, reply: Reply | None = None, timed: bool = False) -> None:
        """Write, commit, acknowledge, broadcast: a change is durable before it is acknowledged.

        Every change that this node makes goes through here; the caller holds the lock.

        Args:
            change: What the table has proposed.
            reply: Gets the acknowledgement.
            timed: Whether the change is made because time has passed.

        Raises:
            ConflictError: Another node was faster; its changes are taken over.
            TooLateError: A timed change was not written while this node may judge by time.
            IllegalActionError: It cannot be written now.
        """
        table, version = self.table, self.table.version + 1
        change = await self._prepared(change)
        relations = await self._relations_for(change)
        with ATOMIC:  # from what is read to what is written
            ends = self.result.follows(change)
            also, encoded = self._statements(change, ends), change.encoded()
            line = (table.id, version, change.client_id, encoded)
            until = self.replication.judges_until if timed else None
            written = self.services.store.append(*line, *also, kind=change.kind, until=until)
        try:
            await on_disk(written)
        except ConflictError:
            metrics.OVERTAKEN.inc()
            await self.follow()
            raise
        with ATOMIC:  # what is acknowledged is known here
            if self.replication.clustered:
                self.replication.publish(replication.written(table.id, version, change, encoded))
            (_BY_PERSON if change.client_id else _BY_TABLE).inc()
            table.commit(change)
            if reply is not None and change.client_id is not None:
                reply(messages.Ack(change.client_id, version))
        if ends:
            await self._end(change, relations)
        else:
            self._take_over(change, relations)

    async def open(
        self,
        steps: Iterable[Propose],
        write: Callable[[Change, Sequence[Statement]], Awaitable[None]],
    ) -> None:
        """Make the first changes of a new table, written at once; the caller holds the lock.

        Nobody knows the table yet: where `write` fails, it is to be dropped.

        Args:
            steps: Propose the changes, one after the other.
            write: Gets the first change, and the statements that write the others.
        """
        changes: list[Change] = []
        statements: list[Statement] = []
        for propose in steps:
            change = await self._prepared(propose())
            statements += self._statements(change, ends=False)
            if changes:
                line = self.table.id, self.table.version + 1, change.encoded(), change.kind
                statements.append((_NEXT_LINE, line))
            self.table.commit(change)
            changes.append(change)
        await write(changes[0], statements)
        with ATOMIC:
            for version, change in enumerate(changes, 1):
                written = replication.written(self.table.id, version, change, change.encoded())
                self.replication.publish(written)
                _BY_TABLE.inc()
                self._take_over(change, None)

    async def _prepared(self, change: Change) -> Change:
        """Return a change with the times that its entry states. Raises IllegalActionError
        `server-busy`."""
        entry = change.entry
        if isinstance(entry, Started):
            await self.result.publish(RESULT_WITHIN)
            if self.result.pending:
                raise IllegalActionError("server-busy")
            if entry.rules.ending.time_limit is not None:
                dated = msgspec.structs.replace(entry, at=self.services.store.time.wall())
                change = msgspec.structs.replace(change, entry=dated)
        now = self.services.now()
        return self.room.charged(change, now) if self.replication.is_fresh(now) else change

    def _statements(self, change: Change, ends: bool) -> Iterator[Statement]:
        """Yield the statements written with an entry: new people in seats, and the result."""
        if isinstance(change.entry, Agreed | Seating):
            seated = {who.person for who in self.table.seats}
            new = {who.person for who in change.entry.seats if who.person} - seated
            yield from ((_SEATED, (person, self.table.id)) for person in sorted(new))
        yield from self.result.statements(change, ends)

    async def _relations_for(self, change: Change) -> Relations | None:
        """Return the relations of all who are here, where some may not stay after a change."""
        changes = isinstance(change.entry, _SEATS_CHANGE)
        return await self.admission.relations_here() if changes else None

    async def _end(self, change: Change, relations: Relations | None) -> None:
        """Publish the result of a match, and broadcast its end with the ratings if they come.

        Those that take longer are broadcast when they are written; the table is free meanwhile.
        """
        self.result.pending = True
        try:
            await self.result.publish(RESULT_WITHIN)
        finally:
            self._take_over(change, relations)

    @atomic
    def _take_over(self, change: Change, relations: Relations | None) -> None:
        """Let follow what follows from a change that is committed, whichever node made it."""
        self.changed_at = self.services.now()
        self.room.settle_clock(change, self.changed_at)
        if relations is not None:
            self.remove_rejected(relations)
        self.broadcast(change)

    # --- lines of other nodes

    async def learn(self, lines: Sequence[LogLine]) -> None:
        """Take over lines that other nodes have written."""
        async with self.lock:
            await self.follow(lines)

    async def catch_up(self) -> None:
        """Take over what other nodes have written meanwhile; the caller holds the lock."""
        if lines := await self.replication.unread(self.table):
            await self.follow(lines)

    async def follow(self, lines: Sequence[LogLine] = ()) -> None:
        """Take over lines of the log, by default all; the caller holds the lock.

        What lies between the table's version and the first of them is read.
        """
        table, store = self.table, self.services.store
        if not lines or lines[0].seq > table.version + 1:
            lines = await store.lines_after(table.id, table.version)
        if lines and lines[0].seq > table.version + 1:  # compacted meanwhile
            self._reload(table.id)
        for line in lines:
            if line.seq == table.version + 1:
                entry = await self._with_names(event_log.decode(line.entry))
                change = table.followed_by(entry, line.client_id)
                relations = await self._relations_for(change)
                with ATOMIC:
                    table.commit(change)
                    self._take_over(change, relations)

    async def _with_names(self, entry: Entry) -> Entry:
        """Return an entry with the looks of the people in it, which are not in the log."""
        if not isinstance(entry, Agreed | Seating):
            return entry
        sitting = (who for who in self.table.seats if who.person)
        known = {who.person: Look(who.name, who.portrait) for who in sitting}
        unknown = {who.person for who in entry.seats if who.person} - known.keys()
        looks = await self.services.accounts.looks(unknown)
        seats = occupants.named(entry.seats, lambda person: looks.get(person) or known[person])
        return msgspec.structs.replace(entry, seats=seats)

    # --- connections

    def broadcast(self, change: Change | None = None) -> None:
        """Send everybody here what `change` brought, or the current state."""
        self.broadcaster.broadcast(self.services.now(), change)

    def remove(self, listener: Listener) -> None:
        self.room.remove(listener, self.services.now())
        self.services.listener.disconnected(self.table.id, listener.person.id)
        self.broadcaster.forget(listener)
        self.publish_presence()

    def remove_rejected(self, relations: Relations) -> None:
        """Remove those who may not stay any more, and send them the reason."""
        for listener, code in self.admission.rejected(relations):
            self.remove(listener)
            listener.remove(code)

    def publish_presence(self) -> None:
        """Send the other nodes the people that this one connects to the table."""
        self.replication.publish(Presence(self.table.id, self.room.connected_here()))


def by_person(person: Person, message: _Keyed, reply: Reply) -> tuple[_Keyed, Reply]:
    """Return the message under its id in the log, and a reply that has the id it came with."""
    content = encode(msgspec.structs.replace(message, id=""))
    key = message_ids.client_id(person.id, message.id, content)
    keyed = msgspec.structs.replace(message, id=key)
    return keyed, lambda ack: reply(msgspec.structs.replace(ack, id=message.id))
