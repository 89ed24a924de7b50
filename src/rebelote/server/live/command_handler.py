"""How does a change get from a proposal to disk, and to everybody? And who acts for bots?

It is written to disk, committed to the table, and only then told; bots' moves go the same way as
people's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from typing import Final

import structlog

from rebelote import bots
from rebelote.bots import Thought
from rebelote.rules.refusals import IllegalAction
from rebelote.rules.view import View
from rebelote.server.live.bot_pace import Pace
from rebelote.server.live.bot_workers import Passed, Thinkers, Wish, is_choice
from rebelote.server.live.live_table import OpenTable
from rebelote.server.protocol import messages
from rebelote.server.runtime.supervision import TABLE_BACKOFF_MOST, Backoff, report
from rebelote.server.storage.store import Statement, Store, StoreDamaged
from rebelote.server.tables.event_log import (
    Agreed,
    CalledOff,
    Dealt,
    MatchEntry,
    Relieved,
    Returned,
    Sealed,
    Seating,
    Started,
)
from rebelote.server.tables.table import Change, Table
from rebelote.server.telemetry import metrics

Reply = Callable[[messages.Ack], None]
"""How whoever asked is told that it was done."""

_UNTOLD: Final = "INSERT OR IGNORE INTO untold VALUES (?)"
_STAGE: Final = "UPDATE tables SET stage = ? WHERE id = ?"
_TOLD: Final = "DELETE FROM untold WHERE table_id = ?"

MOST_BEATS: Final = 9
"""Beats that are told apart in the figures; more are counted as so many."""

log = structlog.get_logger()


AfterMatch = Callable[[OpenTable], Awaitable[None]]
"""Told of every match that has ended, once it is on disk."""
AfterSeating = Callable[[OpenTable], None]
"""Told where terms or seats have changed, or a match has begun."""


async def nothing_after(_: OpenTable) -> None:
    """What becomes of a match where nobody writes down results."""


class Clerk:
    """Writes down what happens at tables, and lets them go on."""

    def __init__(
        self,
        store: Store,
        pace: Pace,
        after_match: AfterMatch,
        after_seating: AfterSeating,
    ) -> None:
        self.store = store
        self.thinkers = Thinkers()
        self.pace = pace
        self.closing = False
        """Whether no deal begins any more, for the server is about to end."""
        self.after_match = after_match
        self.after_seating = after_seating

    # --- writing

    async def carry_out(
        self, opened: OpenTable, change: Change, reply: Reply | None = None
    ) -> None:
        """Write, commit, tell: the one way anything happens at a table. The lock is held."""
        table = opened.table
        seq = table.version + 1
        ends = table.playing and change.match is not None and change.match.winner is not None
        if isinstance(change.entry, Started):
            await self.tell_results(opened)
            if opened.untold:
                raise IllegalAction("server-busy")
        also = _with_it(opened, change, ends)
        encoded = change.encoded()
        await self.written(self.store.append(table.id, seq, change.client_id, encoded, *also))
        metrics.ENTRIES.labels("person" if change.client_id else "table").inc()
        table.commit(change)
        if reply is not None and change.client_id is not None:
            reply(messages.Ack(change.client_id, seq))
        settle_clock(opened, change, self.store.time.monotonic())
        if ends:
            opened.untold = True
            await self.tell_results(opened)
        if isinstance(change.entry, Agreed | Seating | Started):
            self.after_seating(opened)
        opened.tell(self.store.time.monotonic(), change)

    async def tell_results(self, opened: OpenTable) -> None:
        """Hand over a match that has ended, where that is still to be done."""
        if opened.untold:
            try:
                await self.after_match(opened)
                await self.written(self.store.write((_TOLD, (opened.table.id,))))
                opened.untold = False
            except Exception as error:
                log.error("results not written", table=opened.table.id, error=repr(error))

    async def written(self, done: Future[None]) -> None:
        """Wait until it is on disk. IllegalAction `server-busy` where it will not be."""
        try:
            await asyncio.wrap_future(done)
        except StoreDamaged:
            raise IllegalAction("file-damaged") from None
        except Exception as error:
            log.error("not written", error=repr(error))
            raise IllegalAction("server-busy") from error

    # --- bots

    def advance(self, opened: OpenTable) -> None:
        """Let bots, and the table itself, go on until a person is to act."""
        if not opened.going_on:
            opened.advancing = asyncio.create_task(self._advance(opened))

    async def _advance(self, opened: OpenTable) -> None:
        """One step after another. A step that fails is tried again as long as somebody waits.

        What was not written for now (`IllegalAction`) goes on without anybody here, too.
        """
        backoff = Backoff(TABLE_BACKOFF_MOST)
        while True:
            try:
                if not await self._one_step(opened):
                    return
                backoff.succeeded()
            except Exception as error:
                report("tables", error, table=opened.table.id)
                if not (opened.listeners or isinstance(error, IllegalAction)):
                    return
                await asyncio.sleep(backoff.failed(0))

    async def _one_step(self, opened: OpenTable) -> bool:
        """One change without a person, if there is one; nobody waits for the table meanwhile."""
        async with opened.lock:
            if opened.stands_still(self.store.time.monotonic()):
                opened.advancing = None
                return False
            if change := self._unasked(opened):
                await self.carry_out(opened, change)
                return True
            waiting = opened.table.bot_to_act()
            if waiting is None:
                opened.advancing = None
                return False
            played_at, chance = opened.table.played_at, opened.chance()
            began = self.store.time.monotonic()
        seat, level, seen = waiting
        wish = Wish(opened.served_as, lambda: opened.table.played_at == played_at)
        try:
            thought = await self.thinkers.think(level, chance, seen, wish)
        except Passed:
            return True
        await self._keep_pace(opened, level, seen, began)
        async with opened.lock:
            if opened.table.played_at == played_at and opened.table.bot_in(seat):
                await self.carry_out(opened, _lawful(opened.table, seat, thought, seen))
        return True

    async def _keep_pace(self, opened: OpenTable, level: str, seen: View, began: float) -> None:
        """Wait for the beat on which the bot acts, where a person sees how long it takes."""
        if not (self.pace.beat and opened.table.people):
            return
        now, choice = self.store.time.monotonic(), is_choice(seen)
        beats = self.pace.beats(f"{level} {seen.phase}", now - began, choice)
        metrics.BOT_TURNS.labels("yes" if choice else "no", str(min(beats, MOST_BEATS))).inc()
        await asyncio.sleep(began + beats * self.pace.beat - now)

    def _unasked(self, opened: OpenTable) -> Change | None:
        """What happens without a person or a thought; no new deal where the server closes."""
        table = opened.table
        waits = self.closing or table.to_act is not None
        again = None if waits else table.by_itself(opened.secret())
        return again or table.bot_intervening()


def settle_clock(opened: OpenTable, change: Change, now: float) -> None:
    """The clock after a change. Who asked for a pause waits for the others this deal long."""
    opened.new_clock()
    if isinstance(change.entry, Sealed):
        opened.await_reveals(now)
    begins, playing = isinstance(change.entry, Started | Dealt), opened.table.playing
    if begins or not playing:
        opened.asked_to_pause.clear()
    if isinstance(change.entry, Sealed | MatchEntry | Relieved | Returned) or not playing:
        opened.set_clock(now)


def _with_it(opened: OpenTable, change: Change, ends: bool) -> Iterator[Statement]:
    """What is written together with an entry: where the table stands now, and what is to do."""
    table = opened.table
    if isinstance(change.entry, Started):
        counts = opened.facts.rated and not table.begun
        yield _STAGE, ("rated" if counts else "playing", table.id)
    if ends:
        yield _UNTOLD, (table.id,)
    if ends or isinstance(change.entry, CalledOff):
        yield _STAGE, ("over", table.id)


def _lawful(table: Table, seat: int, thought: Thought, seen: View) -> Change:
    """What a bot thought of; a thought that breaks the rules is our fault, and another is taken."""
    try:
        return table.act(seat, thought.action)
    except IllegalAction as error:
        log.error("a bot broke the rules", table=table.id, code=error.refusal.code)
        return table.act(seat, bots.make("random", 0).choose(seen))
