"""A live table: its lock, the commit of every change, and the broadcast that follows it.

A change is proposed by the table, written to disk, committed, acknowledged, and only then
broadcast. What bots do goes the same way as what people do. Whoever holds the lock owns the table.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import Callable, Iterator
from typing import Final, Literal, TypeVar, assert_never

import msgspec
import structlog

from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.refusals import IllegalAction
from rebelote.server.cluster.node import TIMER_STEP_SECONDS
from rebelote.server.limits import limit
from rebelote.server.live import bot_turns, replication
from rebelote.server.live.admission import Ties, check_may_sit, check_may_stay, ties, ties_of
from rebelote.server.live.bot_turns import BotTurn
from rebelote.server.live.broadcaster import Broadcaster
from rebelote.server.live.hints import Hints
from rebelote.server.live.reasons import DealReasons
from rebelote.server.live.room import Listener, Room, TableFacts
from rebelote.server.live.table_chat import TableChat
from rebelote.server.live.table_services import TableServices
from rebelote.server.people.database import Person
from rebelote.server.protocol import messages
from rebelote.server.protocol.table_settings import Terms
from rebelote.server.ratings.results import Ended
from rebelote.server.runtime.atomic import ATOMIC
from rebelote.server.runtime.rate_limits import Keys
from rebelote.server.runtime.supervision import TABLE_BACKOFF_MOST, Backoff, report
from rebelote.server.storage.store import Statement, StoreAway, StoreError, Taken, TooLate
from rebelote.server.tables import seat_commands
from rebelote.server.tables.event_log import (
    Agreed,
    AgreedToGoOn,
    CalledOff,
    Occupant,
    Relieved,
    Seating,
    Started,
)
from rebelote.server.tables.seat_commands import SeatChange
from rebelote.server.tables.table import Change, Table
from rebelote.server.telemetry import metrics
from rebelote.server.workers.bots import Obsolete

log = structlog.get_logger()

Reply = Callable[[messages.Ack], None]
"""Sends whoever asked the acknowledgement."""
TableMessage = (
    messages.Command | messages.AtTable | messages.Commit | messages.Reveal | messages.Say
)
"""What a connection may ask of a table."""

_Keyed = TypeVar("_Keyed", bound="messages.Command | messages.AtTable")

NOTIFY_AFTER: Final = 3
"""Failures in a row after which the people at a table are notified."""
MOST_FAILURES: Final = limit(
    30,
    "failures in a row of what a table does by itself",
    per="table",
    beyond="it stops until a person acts or comes (`table-stopped`)",
)
RESULT_WITHIN: Final = 1.0
"""Seconds that the end of a match waits for the ratings that follow from it; then it is sent."""
REMOVED: Final = limit(200, "people removed for good", per="table")

_BY_PERSON, _BY_TABLE = (metrics.ENTRIES.labels(by) for by in ("person", "table"))

_MARK_PENDING: Final = "INSERT INTO pending_results VALUES (?) ON CONFLICT DO NOTHING"
_UNMARK_PENDING: Final = "DELETE FROM pending_results WHERE table_id = ?"
_SEATED: Final = "INSERT INTO seated (person, table_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
_STAGE: Final = "UPDATE tables SET stage = ? WHERE id = ?"
_REMOVE: Final = "INSERT INTO removed_spectators VALUES (?, ?, ?) ON CONFLICT DO NOTHING"

_SEATS_CHANGE: Final = Agreed | Seating | Started
"""Entries after which somebody may not stay any more."""


class LiveTable:
    """A table in memory, whose changes are written, committed and broadcast one at a time."""

    __slots__ = (
        "__weakref__", "_advancing", "_backoff", "broadcaster", "changed_at", "chat", "hints",
        "lock", "pending_result", "quota", "reasons", "room", "services", "stalled", "table",
    )  # fmt: skip

    def __init__(self, services: TableServices, table: Table, facts: TableFacts, code: str) -> None:
        self.services = services
        self.table = table
        self.room = Room(table, facts, code, services.now())
        self.broadcaster = Broadcaster(self.room)
        self.chat = TableChat(services, self.room)
        self.hints = Hints(services, self.room)
        self.reasons = DealReasons(table)
        self.lock = asyncio.Lock()
        self.pending_result = False
        """Whether the result of its match is still to be published."""
        self.quota: Keys = ()
        """What it takes up of the quotas of whoever opened it."""
        self.changed_at = services.now()
        """When the last line of its log was taken over."""
        self._advancing: asyncio.Task[None] | None = None
        self._backoff = Backoff(TABLE_BACKOFF_MOST)
        self.stalled = 0
        """How often in a row what the table does by itself has failed."""

    # --- connections

    async def join(self, listener: Listener, since: int | None) -> None:
        """Add a connection: to its person's seat, which a bot hands back, or as a spectator.

        Raises IllegalAction.
        """
        try:
            async with self.lock:
                await self._join(listener, since)
        except BaseException:
            if listener in self.room.listeners:
                self.leave(listener)
            raise
        self._advance_again()

    async def _join(self, listener: Listener, since: int | None) -> None:
        room, person = self.room, listener.person
        if self.services.node is not None:
            await replication.catch_up(self)
        check_may_stay(self.services, room, person, await ties_of(self.services, room, person))
        await self._look_up_rating(person)
        is_new = person.id not in room.connected
        seat = self.table.seat_of(person.id)
        await replication.retried(lambda: self._come_back(person.id))
        if not room.code:
            await self._renew_code()
        now = self.services.now()
        if not room.listeners:
            replication.ask_for_presence(self)
        room.add(listener, now)
        replication.tell_presence(self)
        self.broadcaster.welcome(listener, since, now)
        if is_new:
            self.broadcaster.broadcast(now, but=listener)
        if seat is not None:
            await self.services.arrived(self.table.id, person.id)

    async def _come_back(self, person: str) -> None:
        """The person plays again where a bot stood in."""
        seat = self.table.seat_of(person)
        back = None if seat is None else self.table.come_back(seat)
        if back is not None:
            await self.commit(back)

    async def _look_up_rating(self, person: Person) -> None:
        if person.account:
            preset = self.table.rules.preset
            shown = await self.services.results.shown(person.id, preset)
            self.room.ratings[person.id] = shown

    async def _renew_code(self) -> None:
        """Give a table that was closed a code again."""
        sql = "UPDATE tables SET code = ? WHERE id = ?"
        with contextlib.suppress(IllegalAction):
            self.room.code = await self.services.write_with_code(sql, self.table.id)

    def leave(self, listener: Listener) -> None:
        """Remove a connection."""
        self._remove(listener)
        person = listener.person.id
        if self.table.seat_of(person) is None and person not in self.room.connected:
            self.broadcast()

    def _remove(self, listener: Listener) -> None:
        self.room.remove(listener, self.services.now())
        self.broadcaster.forget(listener)
        replication.tell_presence(self)

    async def _ties(self) -> Ties:
        """The relations of all who are here."""
        return await ties(self.services, self.room, self.room.connected)

    async def ties_for(self, change: Change) -> Ties | None:
        """The relations of all who are here, where some may not stay after a change."""
        return await self._ties() if isinstance(change.entry, _SEATS_CHANGE) else None

    def _turn_away(self, ties: Ties) -> None:
        """Remove those who may not stay any more, and send them the reason."""
        for listener in list(self.room.listeners):
            try:
                check_may_stay(self.services, self.room, listener.person, ties)
            except IllegalAction as error:
                self._remove(listener)
                listener.turn_away(error.refusal.code)

    def catch_up(self, listener: Listener, since: int | None) -> None:
        """Send a reconnecting client what it missed."""
        listener.send(self.broadcaster.update(listener, since, self.services.now()))

    def broadcast(self, change: Change | None = None) -> None:
        """Send everybody here what `change` brought, or how things stand."""
        self.broadcaster.broadcast(self.services.now(), change)

    def names(self, person: str) -> bool:
        """Whether anything here still names this person."""
        return self.room.names(person) or self.chat.names(person)

    async def replace(self, old: str, new: Occupant) -> None:
        """`new` stands wherever the person `old` did. Doing so again is harmless."""
        async with self.lock:
            self.replace_now(old, new)

    def replace_now(self, old: str, new: Occupant) -> None:
        """The same, for a caller that holds the lock."""
        self.room.replace(old, new)
        self.chat.replace(old, new)
        self.broadcast()

    # --- messages

    async def receive(self, listener: Listener, message: TableMessage, reply: Reply) -> None:
        """Carry out what a connection asks. Raises IllegalAction.

        `reply` gets the acknowledgement once the change is on disk, before it is broadcast.
        """
        match message:
            case messages.GameCommand():
                await self.play(listener.person, message, reply)
                return
            case messages.Commit():
                self._commit_nonce(listener, message.digest)
            case messages.Reveal():
                await self._reveal_nonce(listener, message)
            case messages.Say():
                await self.chat.post(listener.person, message)
            case _:
                await self.arrange(listener.person, message, reply)
                return
        reply(messages.Ack(message.id, self.table.version))

    async def play(self, person: Person, command: messages.Command, reply: Reply) -> None:
        """Carry out a player's command. Raises IllegalAction."""
        command, reply = _by_person(person, command, reply)
        async with self.lock:
            await replication.retried(lambda: self._play(person, command, reply))
        self._advance_again()

    async def _play(self, person: Person, command: messages.Command, reply: Reply) -> None:
        """Once. Raises IllegalAction; Taken where another node was faster."""
        seat = self.table.seat_of(person.id)
        if seat is None:
            raise IllegalAction("not-seated")
        answer = await self._proposed(seat, command)
        self._check_goes_on(command, answer)
        if isinstance(answer, Change):
            await self._commit_of(seat, answer, reply)
        else:
            reply(answer)

    async def _proposed(self, seat: int, command: messages.Command) -> Change | messages.Ack:
        """What the table makes of a command; of one carried out before, the acknowledgement."""
        try:
            plays = isinstance(command, messages.PlayCommand)
            secret = b"" if plays else self.room.secret()
            return self.table.receive(seat, command, secret)
        except IllegalAction:
            if (done := await self._acknowledged(command.id)) is None:
                raise
            return done

    def _check_goes_on(self, command: messages.Command, answer: Change | messages.Ack) -> None:
        """Whether another deal, or match, may begin here. Raises IllegalAction."""
        match command:
            case messages.PlayCommand():
                return
            case messages.Ready():
                begins = isinstance(answer, Change) and not isinstance(answer.entry, AgreedToGoOn)
                if self.services.closing and begins:
                    raise IllegalAction("closing")
            case messages.Rematch():
                if self.services.closing:
                    raise IllegalAction("closing")
                if self.room.facts.daily:
                    raise IllegalAction("played-today")
            case _:
                assert_never(command)

    async def _acknowledged(self, key: str) -> messages.Ack | None:
        """The acknowledgement of a message that was carried out, however long ago."""
        if done := self.table.acknowledged(key):
            return done
        seq = await self.services.store.seq_of(self.table.id, key)
        return None if seq is None else messages.Ack(key, seq)

    async def _commit_of(self, seat: int, change: Change, reply: Reply) -> None:
        """Commit what a person does, who plays from now on where a bot stood in."""
        if (back := self.table.come_back(seat)) is not None:
            await self.commit(back)
        await self.commit(change, reply)

    # --- commit

    async def commit(self, change: Change, reply: Reply | None = None, timed: bool = False) -> None:
        """Write, commit, acknowledge, broadcast: a change is durable before it is acknowledged.

        Every change that this node makes goes through here; the caller holds the lock. Taken where
        another node was faster: its changes are taken over. `timed`: it is due because time has
        passed; TooLate where it is not written while this node may judge so.
        """
        table, services = self.table, self.services
        version = table.version + 1
        called_off = isinstance(change.entry, CalledOff)
        ends = table.playing and self._leaves_a_result(change.match, called_off)
        if isinstance(change.entry, Started):
            await self.publish_result()
            if self.pending_result:
                raise IllegalAction("server-busy")
            change = self._dated(change, change.entry)
        if replication.is_fresh(self):
            change = self.room.charged(change, services.now())
        known = await self.ties_for(change)
        with ATOMIC:  # from what is read to what is written
            also, encoded = self._written_with(change, ends), change.encoded()
            line = (table.id, version, change.client_id, encoded)
            written = services.append(*line, *also, kind=change.kind, timed=timed)
        try:
            await written
        except Taken:
            metrics.OVERTAKEN.inc()
            await replication.catch_up(self)
            raise
        replication.tell_written(self, version, change, encoded)
        (_BY_PERSON if change.client_id else _BY_TABLE).inc()
        table.commit(change)
        if reply is not None and change.client_id is not None:
            reply(messages.Ack(change.client_id, version))
        self.pending_result = self.pending_result or ends
        publishing = [asyncio.create_task(self.publish_result())] if ends else []
        try:
            if publishing:
                await asyncio.wait(publishing, timeout=RESULT_WITHIN)
        finally:
            self.take_over(change, known)
        if publishing:
            await asyncio.wait(publishing)

    @property
    def has_result(self) -> bool:
        """Whether its match has ended with something to write down: won, or a deal of the day."""
        table = self.table
        return table.begun and self._leaves_a_result(table.match, table.called_off)

    def _leaves_a_result(self, match: Match | None, called_off: bool) -> bool:
        won = match is not None and match.winner is not None
        return won or (called_off and self.room.facts.daily is not None)

    def take_over(self, change: Change, known: Ties | None) -> None:
        """What follows from a change that is on disk and committed, whoever made it.

        `known`: what `ties_for` it was.
        """
        self.changed_at = self.services.now()
        self.room.settle_clock(change, self.changed_at)
        if known is not None:
            self._turn_away(known)
        self.broadcast(change)

    def _dated(self, change: Change, began: Started) -> Change:
        """The beginning of a match, with the time where that is limited."""
        if began.rules.ending.time_limit is None:
            return change
        dated = msgspec.structs.replace(began, at=self.services.store.time.wall())
        return msgspec.structs.replace(change, entry=dated)

    def _written_with(self, change: Change, ends: bool) -> Iterator[Statement]:
        """What is written with an entry: who came to sit, where the table stands, what is due."""
        table = self.table
        if isinstance(change.entry, Agreed | Seating):
            sat = {who.person for who in table.seats}
            come = {who.person for who in change.entry.seats if who.person} - sat
            yield from ((_SEATED, (person, table.id)) for person in sorted(come))
        if isinstance(change.entry, Started):
            counts = self.room.facts.rated and not (table.begun or table.no_shows)
            yield _STAGE, ("rated" if counts else "playing", table.id)
        if isinstance(change.entry, Relieved) and change.entry.no_show and table.playing:
            yield _STAGE, ("playing", table.id)
        if ends:
            yield _MARK_PENDING, (table.id,)
        if ends or isinstance(change.entry, CalledOff):
            yield _STAGE, ("over", table.id)

    async def publish_result(self) -> None:
        """Publish the result of a match that has ended, where that is still to be done.

        Ratings are sent as soon as they are known: with the end of the match, or after it.
        """
        if self.pending_result:
            try:
                await self._record_result()
                await self.services.write((_UNMARK_PENDING, (self.table.id,)))
                self.pending_result = False
                self.broadcast()
                replication.tell_published(self)
            except Exception as error:
                if not isinstance(error, StoreAway):  # of that others tell
                    report("results", error, table=self.table.id)
                    self.notify("result-delayed")

    async def _record_result(self) -> None:
        table, room, results = self.table, self.room, self.services.results
        if table.match.winner is not None:
            await results.ended(Ended.at(table, room.rated))
            shown = await results.shown_of(room.ratings, table.match.rules.preset)
            room.ratings |= shown
        if room.facts.daily:
            await self.services.record_daily(table.id, table.match)

    # --- seats, clock and terms

    async def arrange(self, person: Person, message: messages.AtTable, reply: Reply) -> None:
        """Carry out what somebody asks about seats and clocks. Raises IllegalAction."""
        message, reply = _by_person(person, message, reply)
        async with self.lock:
            await replication.retried(lambda: self._arrange(person, message))
            done = await self._acknowledged(message.id)
            reply(done or messages.Ack(message.id, self.table.version))
        self._advance_again()

    async def _arrange(self, person: Person, message: messages.AtTable) -> None:
        """Once. Raises IllegalAction; Taken where another node was faster."""
        match message:
            case messages.ShowOut():
                await self._remove_onlooker(person, message.person)
            case _ if await self._acknowledged(message.id) is not None:
                pass
            case messages.Pause() | messages.Think():
                await self._change_clock(person, message)
            case _:
                await self._change_seats(person, message)

    async def _change_clock(self, person: Person, message: messages.Pause | messages.Think) -> None:
        """Commit a vote for or against a pause, or extra time."""
        if isinstance(message, messages.Think):
            await self.commit(self.room.give_extra_time(person.id, message.id))
        elif vote := self.room.vote_to_pause(person.id, message.on, message.id):
            await self.commit(vote)

    async def _change_seats(self, person: Person, message: SeatChange) -> None:
        if isinstance(message, messages.Sit):
            known = await ties_of(self.services, self.room, person)
            check_may_sit(self.services, self.room, person, known)
        if isinstance(message, messages.Begin) and self.services.closing:
            raise IllegalAction("closing")
        if self.room.facts.daily and not isinstance(message, messages.Back):
            raise IllegalAction("played-today")
        is_host = person.id == self.room.host
        who, secret = occupant(person), self.room.secret()
        for change in seat_commands.changes(self.table, who, is_host, message, secret):
            if isinstance(message, messages.Sit) and not is_host:
                self.services.limits.by_table("seats", self.table.id)
            await self.commit(change)

    async def _remove_onlooker(self, host: Person, person: str) -> None:
        """Remove a spectator for good."""
        room = self.room
        if host.id != room.host:
            raise IllegalAction("not-the-host")
        onlookers = {one.person for one in room.onlookers} - {host.id, room.facts.host}
        if person not in onlookers or len(room.removed) >= REMOVED:
            raise IllegalAction("no-such-person")
        known = await self._ties()
        removed = self.table.id, person, self.services.store.time.wall()
        await self.services.accounts.write((_REMOVE, removed))
        self.remove_for_good(person, known)
        replication.tell_removed(self, person)

    async def remove_everywhere(self, person: str) -> None:
        """Somebody has been sent away by the host on another node."""
        async with self.lock:
            self.remove_for_good(person, await self._ties())

    def remove_for_good(self, person: str, known: Ties) -> None:
        """Somebody has been sent away, not to come back."""
        self.room.removed.add(person)
        self._turn_away(known)
        self.broadcast()

    async def change_terms(self, person: Person, rules: Rules, terms: Terms) -> None:
        """The host changes what the next match is played by. Raises IllegalAction."""
        async with self.lock:
            if person.id != self.room.host:
                raise IllegalAction("not-the-host")
            if self.table.agrees_already(self.table.agree(rules, terms)):
                return
            self.services.limits.by_table("terms", self.table.id)
            await replication.retried(lambda: self.commit(self.table.agree(rules, terms)))

    async def begin(self) -> None:
        """Begin the first match."""
        async with self.lock:
            await self.commit(self.table.start(self.room.secret()))
        self.advance()

    # --- packs

    def _commit_nonce(self, listener: Listener, digest: str) -> None:
        """Take a seated person's commitment to a nonce for the next pack."""
        if self.table.seat_of(listener.person.id) is None:
            raise IllegalAction("not-seated")
        self.table.commitments.add(listener, listener.person.id, digest)
        replication.tell_committed(self, listener.person.id, digest)

    async def _reveal_nonce(self, listener: Listener, message: messages.Reveal) -> None:
        """Take a nonce, and a commitment to the next."""
        if message.digest is not None:
            with contextlib.suppress(IllegalAction):
                self._commit_nonce(listener, message.digest)
        if self.table.awaited is None:
            raise IllegalAction("no-pack-awaited")
        self.table.awaited.reveal(message.nonce)
        replication.tell_revealed(self, message.nonce)
        with contextlib.suppress(IllegalAction, Taken):  # not written: the next sweep tries again
            await self.deal_if_due()

    async def deal_if_due(self) -> None:
        """Deal the pack that was awaited, once it is due; not where the server closes."""
        services, room = self.services, self.room
        if services.closing or not room.pack_is_due(services.now()):
            return
        async with self.lock:
            if room.pack_is_due(services.now()):
                await self.commit(self.table.deal(), timed=not room.all_have_revealed)
        self.advance()

    # --- time

    def is_due(self, now: float) -> bool:
        """Whether something is to be written because time has passed, and not tried too often.

        What needs no writing is done here: others are sent an absence, bots go on.
        """
        abandoned = self.room.is_abandoned(now)
        waits = self.has_stopped or self._backoff.waits(now)
        if waits or not (self.room.listeners or abandoned):
            return False
        if (rank := replication.rank(self)) is None or not replication.is_fresh(self):
            return False
        if abandoned or rank:
            self.advance()
        now -= rank * TIMER_STEP_SECONDS
        self.broadcaster.broadcast_absences(now)
        room, closing = self.room, self.services.closing
        return (
            room.pack_is_due(now)
            or room.overdue(now) is not None
            or (room.next_deal_is_overdue(now) and not closing)
            or self.table.time_up(self.services.store.time.wall()) is not None
        )

    async def sweep(self, now: float) -> None:
        """Do what is due; what fails is tried again later."""
        try:
            await self._let_time_pass(now - (replication.rank(self) or 0) * TIMER_STEP_SECONDS)
        except TooLate:  # nobody else could act in that time either
            self.room.start_anew(self.services.now())
        except Taken:
            self.advance()
        except Exception as error:
            report("clocks", error, table=self.table.id)
            self._backoff.failed(now)
            self._stalls(error)
            self.advance()  # the fault may have come after the change
        else:
            self._backoff.succeeded()
            self.stalled = 0

    async def _let_time_pass(self, now: float) -> None:
        """What happens here because time has passed."""
        table, room = self.table, self.room
        if room.pack_is_due(now):
            await self.deal_if_due()
        await self._end_in_time()
        due = room.overdue(now)
        if due is None and (self.services.closing or not room.next_deal_is_overdue(now)):
            return
        async with self.lock:
            with ATOMIC:
                if room.overdue(now) != due:
                    return
                change = self._stand_in(*due) if due else table.go_on(room.secret())
            if change is not None:
                await self.commit(change, timed=True)
            if due:
                metrics.STAND_INS.labels(due[1]).inc()
        self.advance()

    def _stand_in(self, seat: int, why: Literal["clock", "gone"]) -> Change:
        return self.table.relieve(seat, why, self.room.is_no_show(seat))

    async def release(self, person: str) -> None:
        """Have a bot play at once where the quick match seated a person who does not want to join.

        Raises IllegalAction `server-busy`. Nothing happens where the person has joined.
        """
        async with self.lock:
            await replication.retried(lambda: self._release(person))
        self.advance()

    async def _release(self, person: str) -> None:
        """One attempt at it. Taken where another node was faster."""
        seat, table = self.table.seat_of(person), self.table
        waits = seat is not None and table.under_way and table.is_played_by_a_person(seat)
        if seat is not None and waits and self.room.is_no_show(seat):
            await self.commit(self._stand_in(seat, "gone"))

    async def _end_in_time(self) -> None:
        """Write down that the time of the match is up, once it is."""
        now = self.services.store.time.wall()
        if self.table.time_up(now) is None:
            return
        async with self.lock:
            if (change := self.table.time_up(now)) is not None:
                await self.commit(change, timed=True)

    def release_quota(self, now: float) -> None:
        """A table that nobody is at counts for nobody's quota; it may stay all the same."""
        if self.quota and self.room.is_deserted(now):
            self.services.limits.leave(self.quota)
            self.quota = ()

    @property
    def is_busy(self) -> bool:
        """Whether somebody is here, or something is still to happen."""
        room = self.room
        return bool(room.listeners) or self.is_advancing or room.owes_result or self.lock.locked()

    # --- bots

    @property
    def is_advancing(self) -> bool:
        """Whether bots, or the table itself, are about to do something."""
        return self._advancing is not None and not self._advancing.done()

    def advance(self) -> None:
        """Let bots, and the table itself, go on until a person is to act."""
        idle = not (self.is_advancing or self._awaits_a_person or self.has_stopped)
        if idle and replication.is_to_act(self):
            self._advancing = asyncio.create_task(self._advance())

    def _advance_again(self) -> None:
        """Go on, also where the table had stopped: a person has joined or acted."""
        self.stalled = 0
        self.advance()

    @property
    def has_stopped(self) -> bool:
        """Whether the table does nothing by itself any more, after so many failures in a row."""
        return self.stalled >= MOST_FAILURES

    def _stalls(self, error: Exception) -> None:
        """Count a failure, and notify the people here. What passes by itself stops no table."""
        passes = isinstance(error, (StoreError, IllegalAction))
        self.stalled = min(self.stalled + 1, MOST_FAILURES - passes)
        if self.stalled >= NOTIFY_AFTER:
            self.notify("table-stopped" if self.has_stopped else "table-delayed")

    def notify(self, code: str) -> None:
        """Send everyone connected here a notice by the code of its sentence."""
        for listener in list(self.room.listeners):
            with contextlib.suppress(Exception):  # a connection may be what has failed
                listener.send(messages.Notice(code))

    @property
    def _awaits_a_person(self) -> bool:
        """Whether nothing happens before a person acts: only people play, and one of them is to."""
        table = self.table
        only_people = len(table.people) == len(table.seats)
        return only_people and table.to_act is not None and not self.lock.locked()

    async def _advance(self) -> None:
        """Go on step by step. A step that fails is retried while people wait, but not for ever.

        What was not written for now (`IllegalAction`) goes on with no one here, too.
        """
        backoff = Backoff(TABLE_BACKOFF_MOST)
        while True:
            try:
                if not await self._one_step():
                    return
                backoff.succeeded()
                self.stalled = 0
            except Taken:  # another node has gone on: what is due is another thing now
                await asyncio.sleep(backoff.failed(0))
            except Exception as error:
                report("tables", error, table=self.table.id)
                self._stalls(error)
                waited_for = self.room.listeners or isinstance(error, IllegalAction)
                if self.has_stopped or not waited_for:
                    return
                if not isinstance(error, StoreAway):  # that has been waited for
                    await asyncio.sleep(backoff.failed(0))

    async def _one_step(self) -> bool:
        """One change without a person, if there is one; nobody waits for the table meanwhile."""
        async with self.lock:
            suspended = self.room.is_suspended(self.services.now())
            suspended = suspended or not replication.is_to_act(self)
            if not suspended and (change := self._unasked()):
                await self.commit(change)
                return True
            turn = None if suspended else BotTurn.at(self.room, self.services.now())
            if turn is None:
                self._advancing = None
                return False
        try:
            thought = await bot_turns.think(self.services, self.room, turn)
        except Obsolete:
            return True
        async with self.lock:
            if turn.is_current(self.table):
                self.reasons.keep(turn.seen, thought)
                await self.commit(turn.change(self.table, thought))
        return True

    def _unasked(self) -> Change | None:
        """What happens without a person or a thought; no new deal where the server closes."""
        table = self.table
        waits = self.services.closing or table.to_act is not None
        again = None if waits else table.by_itself(self.room.secret())
        return again or table.bot_intervening()


def occupant(person: Person) -> Occupant:
    """Somebody in a seat."""
    return Occupant(person.name, None, person.id)


def message_key(person: str, message_id: str) -> str:
    """What a message is known by in a table's log: its id is the person's, and nobody else's.

    >>> message_key("ann", "1") == message_key("bea", "1"), len(message_key("ann", "1" * 4000))
    (False, 32)
    """
    key = f"{len(person)} {person} {message_id}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(key).hexdigest()[:32]


def _by_person(person: Person, message: _Keyed, reply: Reply) -> tuple[_Keyed, Reply]:
    """The message under its key, and a reply that acknowledges it by the id it came with."""
    keyed = msgspec.structs.replace(message, id=message_key(person.id, message.id))
    return keyed, lambda ack: reply(msgspec.structs.replace(ack, id=message.id))
