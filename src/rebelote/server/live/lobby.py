"""Which tables are open, and what may be done at them? Tables, store and bots together.

A change is proposed, written to disk, committed to the table, and only then told; bots' moves go
the same way as people's.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import re
import secrets
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from types import MappingProxyType
from typing import Any, Final, TypeVar

import msgspec
import structlog

from rebelote import bots
from rebelote.rules.options import Rules
from rebelote.rules.refusals import IllegalAction
from rebelote.rules.view import View
from rebelote.server.live.bot_pace import Pace
from rebelote.server.live.bot_workers import Passed, Wish
from rebelote.server.live.command_handler import AfterMatch, Clerk, Reply, nothing_after
from rebelote.server.live.live_table import Hint, Listener, OpenTable, TableFacts
from rebelote.server.people.accounts import Accounts, Person
from rebelote.server.protocol import chat, messages
from rebelote.server.protocol.table_settings import Terms
from rebelote.server.runtime import supervision
from rebelote.server.runtime.rate_limits import Limits
from rebelote.server.storage.store import Line, Statement, Store, StoreBusy
from rebelote.server.tables import seat_commands, seating
from rebelote.server.tables.event_log import FREE, Occupant, Seats
from rebelote.server.tables.table import Change, Table
from rebelote.server.telemetry import logs, metrics

log = structlog.get_logger()

Counted = Callable[[], AbstractContextManager[None]]
"""Counts something that is about to begin, and holds its place until it is over."""

_Asked = TypeVar("_Asked", bound="messages.Command | messages.AtTable")

HELPER: Final = bots.LEVELS[-1]
"""The level that gives hints."""
IDLE_SECONDS: Final = 600.0
"""How long a table without anybody stays in memory."""
SWEEP_SECONDS: Final = 0.5
"""How often it is looked whose time has run out."""
SWEPT_AT_ONCE: Final = 20
"""Tables that are looked at before others may do something."""
CODE_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters of a table's code: none that is taken for a figure."""
CODE_LENGTH: Final = 6
CODE_DRAWS: Final = 20
"""Codes drawn for a table, one after the other, until one is free."""
SHOWN_OUT: Final = 200
"""People who can be sent away from one table for good."""
ID_BYTES: Final = 9
"""Random bytes of a table's id."""
TABLE_ID: Final = re.compile(r"[A-Za-z0-9_-]{12}")
"""What `ID_BYTES` look like in base64url: whatever else is asked for is no table."""


def occupant(person: Person) -> Occupant:
    """Somebody in a seat."""
    return Occupant(person.name, None, person.id)


class Lobby:
    """The open tables of one server."""

    def __init__(
        self,
        store: Store,
        accounts: Accounts,
        fixed_packs: str | None = None,
        limits: Limits | None = None,
        pace: Pace | None = None,
        sanction: Callable[[str], str | None] = lambda _: None,
        after_match: AfterMatch = nothing_after,
    ) -> None:
        """`sanction`: what keeps a person from speaking (`muted`) or playing (`banned`)."""
        self.store = store
        self.accounts = accounts
        self.limits = Limits() if limits is None else limits
        self.fixed_packs = fixed_packs
        """The seed of every pack, on a server for tests."""
        self.open: dict[str, OpenTable] = {}
        self._opening: dict[str, asyncio.Task[OpenTable]] = {}
        self._unreadable: set[str] = set()
        self._set_aside: set[str] = set()
        self.clerk = Clerk(store, pace or Pace(), after_match, self._turn_away)
        self.sanction = sanction
        self.draw_code: Callable[[], str] = _code
        """Draws what a table may be called by."""

    def now(self) -> float:
        """The time by which clocks and absences are measured, in seconds."""
        return self.store.time.monotonic()

    # --- opening

    async def new_table(
        self, facts: TableFacts, rules: Rules, terms: Terms, seats: Seats
    ) -> OpenTable:
        """A table with these seats; nobody plays there yet."""
        if self.clerk.closing:
            raise IllegalAction("closing")
        self.check_ban(facts.host)
        facts = self._for_tests(facts)
        table_id = secrets.token_urlsafe(ID_BYTES)
        sql = "INSERT INTO tables (code, id, created, used, facts) VALUES (?, ?, ?, ?, ?)"
        now = self.accounts.timekeeper.now()
        code = await self._with_a_code(sql, table_id, now, now, msgspec.json.encode(facts))
        opened = OpenTable(Table(table_id), facts, code, self.now())
        async with opened.lock:
            await self.clerk.carry_out(opened, opened.table.agree(rules, terms, seats))
        self.open[table_id] = opened
        log.info("table opened", table=table_id, rules=rules.preset)
        return opened

    async def _with_a_code(self, sql: str, *values: Any) -> str:
        """Write a table down with a code that no other goes by; the code, its first value."""
        for _ in range(CODE_DRAWS):
            code = self.draw_code()
            with contextlib.suppress(sqlite3.IntegrityError):
                await self.accounts.write((sql, (code, *values)))
                return code
        raise IllegalAction("server-busy")

    def _for_tests(self, facts: TableFacts) -> TableFacts:
        """The same; where packs are fixed for tests, with their seed, and never rated."""
        if self.fixed_packs is None or facts.seed is not None:
            return facts
        return msgspec.structs.replace(facts, seed=self.fixed_packs, rated=False)

    async def begun_table(
        self,
        facts: TableFacts,
        rules: Rules,
        terms: Terms,
        people: Sequence[Person | None],
        digests: Mapping[str, str] = MappingProxyType({}),
    ) -> OpenTable:
        """A table at which these people, and bots where there is None, are playing already.

        `digests`: by person, what they commit to for the first pack.
        """
        seats = tuple(FREE if person is None else occupant(person) for person in people)
        opened = await self.new_table(facts, rules, terms, seating.filled(seats, terms.level))
        for person_id, digest in digests.items():
            opened.table.commitments.add(person_id, person_id, digest)
        async with opened.lock:
            await self.clerk.carry_out(opened, opened.table.start(opened.secret()))
        self.clerk.advance(opened)
        return opened

    async def find(self, table_id: str) -> OpenTable:
        """The table, from memory or from its log; IllegalAction where there is none."""
        if table_id in self.open:
            return self.open[table_id]
        if not TABLE_ID.fullmatch(table_id):
            raise IllegalAction("no-such-table")
        if table_id in self._set_aside:
            raise IllegalAction("server-busy")
        if table_id not in self._opening:
            task = self._opening[table_id] = asyncio.create_task(self._open(table_id))
            task.add_done_callback(lambda _: self._opening.pop(table_id))
        return await asyncio.shield(self._opening[table_id])

    async def _open(self, table_id: str) -> OpenTable:
        """Bring a table into memory; all who ask for it meanwhile wait for this."""
        opened = await asyncio.to_thread(self._load, table_id, self.now())
        self.open[table_id] = opened
        with contextlib.suppress(StoreBusy):
            self.store.write(self.used([table_id]))
        await self.clerk.tell_results(opened)
        return opened

    def used(self, tables: Collection[str]) -> Statement:
        """What writes down that these tables are in use."""
        sql = "UPDATE tables SET used = ? WHERE id IN (SELECT value FROM json_each(?))"
        return sql, (self.accounts.timekeeper.now(), json.dumps(list(tables)))

    @contextlib.contextmanager
    def set_aside(self, tables: Iterable[str]) -> Iterator[list[str]]:
        """Those of these tables that nobody is at; meanwhile nobody can come to them."""
        free = [table for table in tables if table not in self.open and table not in self._opening]
        self._set_aside.update(free)
        try:
            yield free
        finally:
            self._set_aside.difference_update(free)

    async def find_by_code(self, code: str) -> OpenTable:
        """The table that goes by this code, capitals or not, or that has this id."""
        rows = self.store.read("SELECT id FROM tables WHERE code = ?", code.strip().upper())
        return await self.find(rows[0][0] if rows else code)

    def _load(self, table_id: str, now: float) -> OpenTable:
        found, lines = self.store.table(table_id), self.store.log(table_id)
        if found is None or not lines:
            raise IllegalAction("no-such-table")
        try:
            return self._restored(table_id, found, lines, now)
        except sqlite3.Error:
            raise
        except Exception as error:
            raise self.unreadable(table_id, error) from error

    def _restored(
        self, table_id: str, found: tuple[bytes, str | None], lines: Sequence[Line], now: float
    ) -> OpenTable:
        """The table that a log tells of. Whatever is wrong with the log is raised as it comes."""
        facts = msgspec.json.decode(found[0], type=TableFacts)
        table = Table.restore(table_id, lines, self.accounts.name_of)
        opened = OpenTable(table, facts, found[1] or "", now)
        opened.shown_out = self._shown_out_of(table_id)
        opened.untold = table.begun and table.match.winner is not None
        opened.set_clock(now)
        return opened

    def _shown_out_of(self, table_id: str) -> set[str]:
        rows = self.store.read("SELECT person FROM shown_out WHERE table_id = ?", table_id)
        return {person for (person,) in rows}

    def unreadable(self, table_id: str, error: Exception) -> IllegalAction:
        """What is told of a table whose log cannot be read; it is logged once a table."""
        if table_id not in self._unreadable:
            self._unreadable.add(table_id)
            at = logs.place(error)
            log.error("a table is unreadable", table=table_id, error=repr(error), at=at)
        return IllegalAction("table-unreadable")

    # --- coming and going

    async def arrive(self, opened: OpenTable, listener: Listener, since: int | None) -> None:
        """Somebody comes: to their seat, which a bot hands back, or to look on."""
        async with opened.lock:
            self._admit(opened, listener.person)
            new_here = listener.person.id not in opened.here
            seat = opened.table.seat_of(listener.person.id)
            back = None if seat is None else opened.table.come_back(seat)
            if back is not None:
                await self.clerk.carry_out(opened, back)
            if not opened.code:
                await self._reopen(opened)
            opened.arrive(listener, self.now())
            opened.welcome(listener, since, self.now())
            if new_here:
                opened.tell(self.now(), but=listener)
        self.clerk.advance(opened)

    async def _reopen(self, opened: OpenTable) -> None:
        """Give a table that was closed a code again."""
        sql = "UPDATE tables SET code = ? WHERE id = ?"
        with contextlib.suppress(IllegalAction):
            opened.code = await self._with_a_code(sql, opened.table.id)

    def _admit(self, opened: OpenTable, person: Person) -> None:
        """Whether somebody may come, or stay; IllegalAction where not."""
        self.check_ban(person.id)
        table = opened.table
        if table.seat_of(person.id) is not None or person.id == opened.facts.host:
            return
        if person.id in opened.shown_out:
            raise IllegalAction("shown-out")
        self._check_company(opened, person)
        nobody_watches = table.terms.watch == "none" and not opened.has_a_seat_for(person.id)
        if nobody_watches or opened.facts.daily:
            raise IllegalAction("no-watching")

    def _check_company(self, opened: OpenTable, person: Person) -> None:
        """Whether those at the table would have somebody there; IllegalAction where not."""
        table = opened.table
        apart = self.accounts.kept_apart(person.id)
        if apart & {who.person for who in table.seats if who.person}:
            raise IllegalAction("kept-apart")
        if table.terms.sit == "friends" and person.id not in self.accounts.friends(
            opened.facts.host
        ):
            raise IllegalAction("not-invited")

    def _turn_away(self, opened: OpenTable) -> None:
        """Take leave of those who may not be here any more, and tell them why."""
        for listener in list(opened.listeners):
            try:
                self._admit(opened, listener.person)
            except IllegalAction as error:
                opened.depart(listener, self.now())
                listener.turn_away(error.refusal.code)

    def check_ban(self, person: str) -> None:
        """IllegalAction where somebody may not play for the time being."""
        if self.sanction(person) == "banned":
            raise IllegalAction("banned")

    def depart(self, opened: OpenTable, listener: Listener) -> None:
        """Somebody goes."""
        opened.depart(listener, self.now())
        person = listener.person.id
        if opened.table.seat_of(person) is None and person not in opened.here:
            opened.tell(self.now())

    async def get_up(self, person: Person) -> None:
        """Somebody leaves every seat, as if they had asked to."""
        for opened in list(self.open.values()):
            if opened.table.seat_of(person.id) is not None:
                with contextlib.suppress(IllegalAction):
                    stand = messages.Stand(secrets.token_urlsafe(9))
                    await self.arrange(opened, person, stand, lambda _: None)

    async def replace(self, old: str, new: Occupant) -> None:
        """Somebody is another from now on: an account instead of a guest, or nobody any more.

        Their log is changed by `farewell`; here, the tables in memory. Doing so again is harmless.
        """
        for opened in list(self.open.values()):
            if opened.knows(old):
                async with opened.lock:
                    opened.replace(old, new)
                    opened.tell(self.now())

    def close_idle(self) -> None:
        """Let go of tables where nobody has been for a while; their log stays."""
        long_ago = self.now() - IDLE_SECONDS
        for table_id, opened in list(self.open.items()):
            busy = opened.listeners or opened.going_on or opened.owes_a_result
            if not busy and opened.left_at < long_ago and not opened.lock.locked():
                self._give_places_back(opened, self.now())  # the last sweep may be long ago
                del self.open[table_id]

    async def tell_the_untold(self) -> None:
        """Hand over the matches that ended when that could not be done, or just before a crash."""
        for (table_id,) in self.store.read("SELECT table_id FROM untold"):
            with contextlib.suppress(IllegalAction):  # a table that is unreadable
                opened = await self.find(table_id)
                async with opened.lock:
                    await self.clerk.tell_results(opened)

    # --- seats and clocks

    async def arrange(
        self, opened: OpenTable, person: Person, message: messages.AtTable, reply: Reply
    ) -> None:
        """Carry out what somebody asks about seats and clocks. Raises IllegalAction."""
        message, reply = _by_person(person, message, reply)
        async with opened.lock:
            if isinstance(message, messages.Pause):
                self._pause(opened, person, message.on)
            elif isinstance(message, messages.Think):
                self._think(opened, person)
            elif isinstance(message, messages.ShowOut):
                await self._show_out(opened, person, message.person)
            elif self._done(opened.table, message.id) is None:
                await self._rearrange(opened, person, message)
            done = self._done(opened.table, message.id)
            reply(done or messages.Ack(message.id, opened.table.version))
        self.clerk.advance(opened)

    async def _rearrange(
        self, opened: OpenTable, person: Person, message: messages.AtTable
    ) -> None:
        if isinstance(message, messages.Sit):
            self._may_sit(opened, person)
        if isinstance(message, messages.Begin) and self.clerk.closing:
            raise IllegalAction("closing")
        if opened.facts.daily and not isinstance(message, messages.Back):
            raise IllegalAction("played-today")
        host = person.id == opened.host
        who, secret = occupant(person), opened.secret()
        for change in seat_commands.arranged(opened.table, who, host, message, secret):
            if isinstance(message, messages.Sit) and not host:
                self.limits.by_table("seats", opened.table.id)
            await self.clerk.carry_out(opened, change)

    def _may_sit(self, opened: OpenTable, person: Person) -> None:
        """Whether somebody may take a seat now.

        Nobody joins a match that strangers began, nor sits down at a table that is not listed
        where people have played and none of them is here.
        """
        table = opened.table
        self._admit(opened, person)
        if table.begun and table.terms.sit == "link" and not opened.at_home:
            raise IllegalAction("nobody-here")
        if opened.is_closed_to(person.id):
            raise IllegalAction("match-under-way")

    async def _show_out(self, opened: OpenTable, host: Person, person: str) -> None:
        """Send somebody away who looks on, for good."""
        if host.id != opened.host:
            raise IllegalAction("not-the-host")
        lookers = {one.person for one in opened.onlookers} - {host.id, opened.facts.host}
        if person not in lookers or len(opened.shown_out) >= SHOWN_OUT:
            raise IllegalAction("no-such-person")
        sql = "INSERT OR IGNORE INTO shown_out VALUES (?, ?, ?)"
        await self.accounts.write((sql, (opened.table.id, person, self.store.time.wall())))
        opened.shown_out.add(person)
        self._turn_away(opened)
        opened.tell(self.now())

    def _pause(self, opened: OpenTable, person: Person, on: bool) -> None:
        """Stop the clock once all who play have asked; let it run as soon as one asks."""
        table = opened.table
        if opened.facts.matched:
            raise IllegalAction("no-pause")
        if table.seat_of(person.id) is None:
            raise IllegalAction("not-seated")
        opened.asked_to_pause = opened.asked_to_pause | {person.id} if on else set()
        if not on:
            opened.clock.go_on(self.now())
        elif {table.seats[seat].person for seat in table.people} <= opened.asked_to_pause:
            opened.clock.pause(self.now())
        opened.tell(self.now())

    def _think(self, opened: OpenTable, person: Person) -> None:
        """More time for the one who is to act."""
        if opened.table.seat_of(person.id) != opened.clock.seat or not opened.clock.more:
            raise IllegalAction("no-more-time")
        opened.clock.think()
        opened.tell(self.now())

    async def change_terms(
        self, opened: OpenTable, person: Person, rules: Rules, terms: Terms
    ) -> None:
        """The host changes what the next match is played by. Raises IllegalAction."""
        async with opened.lock:
            if person.id != opened.host:
                raise IllegalAction("not-the-host")
            change = opened.table.agree(rules, terms)
            if opened.table.agrees_already(change):
                return
            self.limits.by_table("terms", opened.table.id)
            await self.clerk.carry_out(opened, change)

    async def say(self, opened: OpenTable, person: Person, said: messages.Say) -> None:
        """Everybody at the table hears it, but those who want to hear nothing of this person."""
        if (sanction := self.sanction(person.id)) is not None:
            raise IllegalAction(sanction)
        table = opened.table
        if opened.is_kept_from_play(person.id):
            raise IllegalAction("not-seated")
        said = chat.checked(said, table.terms, table.in_deal)
        seat = table.seat_of(person.id)
        heard = messages.Said(seat, person.name, person.id, said.phrase, said.reaction, said.text)
        opened.remember(heard)
        deaf = self.accounts.deaf_to(person.id)
        for listener in list(opened.listeners):
            hears = listener.person.id not in deaf
            if hears and not opened.is_kept_from_play(listener.person.id):
                listener.send(heard)

    def _give_places_back(self, opened: OpenTable, now: float) -> None:
        """A table that nobody is at counts for nobody's quota; it may stay all the same."""
        if opened.places and opened.is_deserted(now):
            self.limits.leave(opened.places)
            opened.places = ()

    async def sweep(self) -> None:
        """Bots stand in for those whose time is up, and tables go on; each table for itself."""
        for number, opened in enumerate(list(self.open.values())):
            self._give_places_back(opened, self.now())
            if not opened.lock.locked():
                await self._sweep(opened, self.now())
            if number % SWEPT_AT_ONCE == 0:
                await asyncio.sleep(0)

    async def _sweep(self, opened: OpenTable, now: float) -> None:
        """Sweep one table that matters to somebody; where that fails it is tried again later."""
        abandoned = opened.is_abandoned(now)
        if not (opened.listeners or abandoned) or opened.sweeping.waits(now):
            return
        if abandoned:
            self.clerk.advance(opened)
        try:
            await self._let_time_pass(opened, now)
        except Exception as error:
            supervision.report("clocks", error, table=opened.table.id)
            opened.sweeping.failed(now)
            self.clerk.advance(opened)  # the fault may have come after the change
        else:
            opened.sweeping.succeeded()

    async def _let_time_pass(self, opened: OpenTable, now: float) -> None:
        """What a table does because time has passed."""
        opened.tell_who_left(now)
        await self._deal_what_is_due(opened)
        due = opened.overdue(now)
        if due is None and (self.clerk.closing or not opened.nobody_goes_on(now)):
            return
        async with opened.lock:
            change = opened.table.relieve(*due) if due else opened.table.go_on(opened.secret())
            if change is not None:
                await self.clerk.carry_out(opened, change)
            if due:
                metrics.STAND_INS.labels(due[1]).inc()
        self.clerk.advance(opened)

    # --- packs

    def commit(self, opened: OpenTable, listener: Listener, digest: str) -> None:
        """Somebody who sits there commits to a nonce for the next pack. Raises IllegalAction."""
        if opened.table.seat_of(listener.person.id) is None:
            raise IllegalAction("not-seated")
        opened.table.commitments.add(listener, listener.person.id, digest)

    async def reveal(self, opened: OpenTable, listener: Listener, said: messages.Reveal) -> None:
        """Take a nonce, and a commitment to the next. Raises IllegalAction."""
        if said.digest is not None:
            with contextlib.suppress(IllegalAction):
                self.commit(opened, listener, said.digest)
        if opened.table.awaited is None:
            raise IllegalAction("no-pack-awaited")
        opened.table.awaited.reveal(said.nonce)
        with contextlib.suppress(IllegalAction):  # not written: the next sweep tries again
            await self._deal_what_is_due(opened)

    async def _deal_what_is_due(self, opened: OpenTable) -> None:
        """Deal the pack that was awaited, once it is due; not where the server closes."""
        if self.clerk.closing or not opened.pack_is_due(self.now()):
            return
        async with opened.lock:
            if opened.pack_is_due(self.now()):
                await self.clerk.carry_out(opened, opened.table.deal())
        self.clerk.advance(opened)

    # --- playing

    async def receive(
        self, opened: OpenTable, person: Person, command: messages.Command, reply: Reply
    ) -> None:
        """Carry out a player's command. Raises IllegalAction.

        `reply` gets the acknowledgement once the change is on disk, before anybody is told of it.
        """
        command, reply = _by_person(person, command, reply)
        async with opened.lock:
            table = opened.table
            seat = table.seat_of(person.id)
            if seat is None:
                raise IllegalAction("not-seated")
            try:
                secret = b"" if isinstance(command, messages.Act) else opened.secret()
                answer = table.receive(seat, command, secret)
            except IllegalAction:
                if (done := self._done(table, command.id)) is None:
                    raise
                answer = done
            if isinstance(command, messages.Rematch):
                self._may_play_again(opened)
            if (
                self.clerk.closing
                and isinstance(command, messages.Ready)
                and isinstance(answer, Change)
            ):
                raise IllegalAction("closing")
            await self._answer(opened, seat, answer, reply)
        self.clerk.advance(opened)

    def _may_play_again(self, opened: OpenTable) -> None:
        if self.clerk.closing:
            raise IllegalAction("closing")
        if opened.facts.daily:
            raise IllegalAction("played-today")

    def _done(self, table: Table, key: str) -> messages.Ack | None:
        """The acknowledgement of a message that was carried out, however long ago."""
        if done := table.acknowledged(key):
            return done
        seq = self.store.seq_of(table.id, key)
        return None if seq is None else messages.Ack(key, seq)

    async def _answer(
        self, opened: OpenTable, seat: int, answer: Change | messages.Ack, reply: Reply
    ) -> None:
        if isinstance(answer, messages.Ack):
            reply(answer)
            if seat in opened.table.ready:
                opened.tell(self.now())
            return
        if (back := opened.table.come_back(seat)) is not None:
            await self.clerk.carry_out(opened, back)
        await self.clerk.carry_out(opened, answer, reply)

    async def hint(
        self, opened: OpenTable, person: Person, asked: messages.Hint, counted: Counted
    ) -> messages.Hinted:
        """What the strongest bot would do in a seat's place. Raises IllegalAction.

        `counted` holds while it is thought about; asked again, the same answer costs nothing.
        """
        table, seat = opened.table, opened.table.seat_of(person.id)
        if seat is None:
            raise IllegalAction("not-seated")
        if asked.expect < table.played_at:
            raise IllegalAction("stale")
        if opened.facts.daily or opened.facts.matched:
            raise IllegalAction("no-hint")
        seen = table.to_hint(seat)
        kept = opened.hint
        if kept is None or (kept.played_at, kept.seat) != (table.played_at, seat):
            with counted():
                kept = opened.hint = await self._hint(opened, person, seen)
        return messages.Hinted(asked.id, asked.expect, kept.thought)

    async def _hint(self, opened: OpenTable, person: Person, seen: View) -> Hint:
        """A new one, of a position that must not have passed when its turn comes."""
        table, played_at = opened.table, opened.table.played_at
        wish = Wish(person.id, lambda: table.played_at == played_at, hint=True)
        try:
            thought = await self.clerk.thinkers.think(HELPER, opened.chance(), seen, wish)
        except Passed:
            raise IllegalAction("stale") from None
        return Hint(played_at, seen.seat, thought)


def message_key(person: str, message_id: str) -> str:
    """What a message is known by in a table's log: its id is the person's, and nobody else's.

    >>> message_key("ann", "1") == message_key("bea", "1"), len(message_key("ann", "1" * 4000))
    (False, 32)
    """
    key = f"{len(person)} {person} {message_id}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(key).hexdigest()[:32]


def _by_person(person: Person, message: _Asked, reply: Reply) -> tuple[_Asked, Reply]:
    """The message under its key, and a reply that acknowledges it by the id it came with."""
    keyed = msgspec.structs.replace(message, id=message_key(person.id, message.id))
    return keyed, lambda ack: reply(msgspec.structs.replace(ack, id=message.id))


def _code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
