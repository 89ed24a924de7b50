"""Which tables are open, who sits at them, and who is told what? Tables, store and bots together.

Each table has one owner at a time: whoever holds its lock. A change is proposed, written to disk,
committed to the table, and only then told; bots' moves go the same way as people's.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final

import msgspec
import structlog

from rebelote import bots
from rebelote.fairness import SECRET_BYTES
from rebelote.record import Record
from rebelote.refusals import IllegalAction
from rebelote.rules import Rules
from rebelote.server import history, messages
from rebelote.server.messages import FromServer
from rebelote.server.store import Store
from rebelote.server.table import Change, SeatPlan, Table
from rebelote.server.thinkers import Thinkers

log = structlog.get_logger()

BOT_NAMES: Final = ("Margot", "Lucien", "Odette")
HELPER: Final = bots.LEVELS[-1]
"""The level that gives hints."""
IDLE_SECONDS: Final = 600.0
"""How long a table without anybody stays in memory."""


class TableFacts(msgspec.Struct, frozen=True):
    """What is written down once about a table; `tokens` are marks of the seats' secrets."""

    seats: tuple[SeatPlan, ...]
    tokens: dict[int, str]
    seed: int | None = None


Listener = Callable[[FromServer], None]


class OpenTable:
    """A table in memory: its facts, its owner's lock, and who listens from which seat."""

    def __init__(self, table: Table, facts: TableFacts) -> None:
        self.table = table
        self.facts = facts
        self.lock = asyncio.Lock()
        self.listeners: dict[int, list[Listener]] = defaultdict(list)
        self.left_at = 0.0
        self.advancing: asyncio.Task[None] | None = None

    def secret(self) -> bytes:
        """What packs are made from; a table with a seed deals the same packs again."""
        if self.facts.seed is None:
            return secrets.token_bytes(SECRET_BYTES)
        return hashlib.sha256(f"{self.facts.seed} {self.table.version}".encode()).digest()

    def chance(self) -> int:
        """The seed of a bot's next thought; a table with a seed thinks the same again."""
        return int.from_bytes(self.secret()[:4], "big")

    def tell(self, change: Change | None) -> None:
        """Send every listener what `change` brought, or how things stand."""
        since = self.table.version - 1 if change is not None else self.table.version
        for seat, listeners in self.listeners.items():
            if listeners:
                update = self.table.update(seat, since)
                for listener in listeners:
                    listener(update)


def mark_of(token: str) -> str:
    """What is kept of a seat's secret: its digest, from which it cannot be told."""
    return hashlib.sha256(token.encode()).hexdigest()


def _report(task: asyncio.Task[None]) -> None:
    """A bot that fails is our fault: the log says so, and the table waits for the next visit."""
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("a table stopped advancing", error=repr(error))


class Lobby:
    """The open tables of one server."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.open: dict[str, OpenTable] = {}
        self._opening: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.thinkers = Thinkers()

    # --- opening

    async def new_table(
        self, name: str, rules: Rules, level: str, seed: int | None
    ) -> messages.Seated:
        """A table for one person, in seat 0, and bots of a level; its first match has begun."""
        table_id, token = secrets.token_urlsafe(9), secrets.token_urlsafe(24)
        others = BOT_NAMES[: rules.players - 1]
        seats = (SeatPlan(name), *(SeatPlan(bot, level) for bot in others))
        facts = TableFacts(seats, {0: mark_of(token)}, seed)
        opened = OpenTable(Table(table_id, seats), facts)
        await self._written(self.store.add_table(table_id, msgspec.json.encode(facts)))
        async with opened.lock:
            await self._carry_out(opened, opened.table.start(rules, opened.secret()))
        self.open[table_id] = opened
        log.info("table opened", table=table_id, rules=rules.preset)
        self.advance(opened)
        return messages.Seated(table_id, 0, token)

    async def find(self, table_id: str) -> OpenTable:
        """The table, from memory or from its log; IllegalAction where there is none."""
        if table_id in self.open:
            return self.open[table_id]
        async with self._opening[table_id]:
            if table_id not in self.open:
                opened = await asyncio.to_thread(self._load, table_id)
                opened.left_at = asyncio.get_running_loop().time()
                self.open[table_id] = opened
        self._opening.pop(table_id, None)
        return self.open[table_id]

    def _load(self, table_id: str) -> OpenTable:
        encoded = self.store.table(table_id)
        lines = self.store.log(table_id)
        if encoded is None or not lines:
            raise IllegalAction("no-such-table")
        facts = msgspec.json.decode(encoded, type=TableFacts)
        entries = ((line.client_id, line.entry) for line in lines)
        return OpenTable(Table.restore(table_id, facts.seats, entries), facts)

    async def record(self, table_id: str, token: str) -> Record:
        """The record of a table's match as far as it may be told; IllegalAction without a seat."""
        opened = await self.find(table_id)
        self.seat_of(opened, token)
        lines = await asyncio.to_thread(self.store.log, table_id)
        names = tuple(plan.name or f"{seat}" for seat, plan in enumerate(opened.facts.seats))
        found = history.record([line.entry for line in lines], names)
        if found is None:
            raise IllegalAction("deal-not-over")
        return found

    def seat_of(self, opened: OpenTable, token: str) -> int:
        """The seat this secret belongs to; IllegalAction where it is none's."""
        mark = mark_of(token)
        for seat, kept in opened.facts.tokens.items():
            if secrets.compare_digest(mark, kept):
                return seat
        raise IllegalAction("wrong-token")

    # --- sitting

    def sit(self, opened: OpenTable, seat: int, listener: Listener) -> None:
        """Listen from a seat; several may, and all are told the same."""
        opened.listeners[seat].append(listener)
        opened.table.online[seat] += 1
        self.advance(opened)

    def leave(self, opened: OpenTable, seat: int, listener: Listener) -> None:
        """Stop listening."""
        opened.listeners[seat].remove(listener)
        opened.table.online[seat] -= 1
        opened.left_at = asyncio.get_running_loop().time()

    def close_idle(self) -> None:
        """Let go of tables where nobody has been for a while; their log stays."""
        long_ago = asyncio.get_running_loop().time() - IDLE_SECONDS
        for table_id, opened in list(self.open.items()):
            empty = not any(opened.table.online.values())
            if empty and opened.left_at < long_ago and not opened.lock.locked():
                del self.open[table_id]

    # --- playing

    async def receive(
        self, opened: OpenTable, seat: int, command: messages.Command, reply: Listener
    ) -> None:
        """Carry out a seat's command. Raises IllegalAction.

        `reply` gets the acknowledgement once the change is on disk, before anybody is told of it.
        """
        async with opened.lock:
            answer = opened.table.receive(seat, command, opened.secret())
            if isinstance(answer, messages.Ack):
                reply(answer)
            else:
                await self._carry_out(opened, answer, reply)
        self.advance(opened)

    async def _carry_out(
        self, opened: OpenTable, change: Change, reply: Listener | None = None
    ) -> None:
        """Write, commit, tell: the one way anything happens at a table. The lock is held."""
        table = opened.table
        seq = table.version + 1
        await self._written(self.store.append(table.id, seq, change.client_id, change.encoded()))
        table.commit(change)
        if reply is not None and change.client_id is not None:
            reply(messages.Ack(change.client_id, seq))
        opened.tell(change)

    async def _written(self, done: Future[None]) -> None:
        try:
            await asyncio.wrap_future(done)
        except Exception as error:
            log.error("not written", error=repr(error))
            raise IllegalAction("server-busy") from error

    def advance(self, opened: OpenTable) -> None:
        """Let bots, and the table itself, go on until a person is to act."""
        if opened.advancing is None or opened.advancing.done():
            opened.advancing = asyncio.create_task(self._advance(opened))
            opened.advancing.add_done_callback(_report)

    async def _advance(self, opened: OpenTable) -> None:
        while True:
            async with opened.lock:
                change = await self._next_change(opened)
                if change is None:
                    opened.advancing = None
                    return
                try:
                    await self._carry_out(opened, change)
                except IllegalAction:
                    await asyncio.sleep(1)

    async def _next_change(self, opened: OpenTable) -> Change | None:
        """What happens without a person; a bot thinks elsewhere, off the event loop."""
        table = opened.table
        if change := table.by_itself(opened.secret()) or table.bot_intervening():
            return change
        waiting = table.bot_to_act()
        if waiting is None:
            return None
        seat, name, seen = waiting
        thought = await self.thinkers.think(name, opened.chance(), seen)
        return table.act(seat, thought.action)

    async def hint(self, opened: OpenTable, seat: int, asked: messages.Hint) -> messages.Hinted:
        """What the strongest bot would do in a seat's place. Raises IllegalAction."""
        table = opened.table
        if asked.expect != table.version:
            raise IllegalAction("stale")
        seen = table.to_hint(seat)
        thought = await self.thinkers.think(HELPER, opened.chance(), seen)
        return messages.Hinted(asked.id, asked.expect, thought)
