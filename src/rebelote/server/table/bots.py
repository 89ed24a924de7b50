"""Turns of bots at a table, and deals that go on without a person.

A step that fails is tried again after an exponential backoff while people wait, but not for ever:
they are notified, and in the end the table stops until a person acts or joins.
"""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

import structlog

from rebelote.bots import Thought
from rebelote.bots.bot import is_choice
from rebelote.bots.random_bot import simplest
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import View
from rebelote.server.base.cluster.node import BOT_STEP_SECONDS
from rebelote.server.base.limits import limit
from rebelote.server.base.runtime.atomic import atomic
from rebelote.server.base.runtime.supervision import TABLE_BACKOFF_MOST, Backoff, report
from rebelote.server.base.storage.store import ConflictError, StoreError, StoreUnavailableError
from rebelote.server.base.telemetry import metrics
from rebelote.server.base.workers.bots import BotFailedError, ObsoleteError, ThoughtRequest
from rebelote.server.table.model.reasons import FAILED, DealReasons, failed_thought
from rebelote.server.table.model.state import Change
from rebelote.server.table.model.table import Table
from rebelote.server.table.room import Room
from rebelote.server.table.session import Session
from rebelote.server.table.table_services import TableServices

log = structlog.get_logger()

NOTIFY_AFTER: Final = 3
"""Failures in a row after which the people at a table are notified."""
MOST_FAILURES: Final = limit(
    30,
    "failures in a row of what a table does by itself",
    per="table",
    beyond="it stops until a person acts or comes (`table-stopped`)",
)
UNATTENDED: Final = "unattended"
"""The one turn shared by all tables of evenings without connections."""
MOST_BEATS: Final = 9
"""Beats that the metrics distinguish; more are counted as so many."""


class Bots:
    """The bots at one table, and what else it does by itself."""

    __slots__ = ("_advancing", "_room", "_session", "_table", "failures", "reasons")

    def __init__(self, session: Session) -> None:
        self._session = session
        self._room, self._table = session.room, session.table
        self._advancing: asyncio.Task[None] | None = None
        self.reasons = DealReasons(session.table)
        self.failures = 0
        """The number of automatic steps that have failed in a row."""

    # --- going on

    @property
    def is_advancing(self) -> bool:
        """Whether bots, or the table itself, are about to do something."""
        return self._advancing is not None and not self._advancing.done()

    @atomic
    def advance(self) -> None:
        """Let bots, and the table itself, go on until a person is to act."""
        idle = not (self.is_advancing or self._awaits_a_person or self.has_stopped)
        if idle and self._is_to_act:
            self._advancing = asyncio.create_task(self._advance())

    def resume(self) -> None:
        """Go on, even where the table had stopped: a person has joined or acted."""
        self.failures = 0
        self.advance()

    @property
    def _awaits_a_person(self) -> bool:
        """Whether nothing happens before a person acts: only people play, and one of them is to."""
        table = self._table
        only_people = len(table.people) == len(table.seats)
        return only_people and table.to_act is not None and not self._session.lock.locked()

    @property
    def _is_to_act(self) -> bool:
        """Whether this node thinks for the bots and lets the table go on; others wait longer."""
        session = self._session
        rank = session.replication.rank(self._room)
        waited = session.services.now() - session.changed_at
        return rank is not None and (rank == 0 or waited >= rank * BOT_STEP_SECONDS)

    async def _advance(self) -> None:
        """Go on step by step. A step that fails is retried while people wait, but not for ever.

        What was not written for now (`IllegalActionError`) goes on with no one here, too.
        """
        backoff = Backoff(TABLE_BACKOFF_MOST)
        while True:
            try:
                if not await self._step():
                    return
                backoff.succeeded()
                self.failures = 0
            except ConflictError:  # another node has gone on: the next step may be a different one
                await asyncio.sleep(backoff.failed(0))
            except Exception as error:
                report("tables", error, table=self._table.id)
                self.failed(error)
                waited_for = self._room.listeners or isinstance(error, IllegalActionError)
                if self.has_stopped or not waited_for:
                    return
                if not isinstance(error, StoreUnavailableError):  # that has been waited for
                    await asyncio.sleep(backoff.failed(0))

    async def _step(self) -> bool:
        """Commit one change without a person, if there is one; others may act while a bot thinks.

        Returns:
            Whether there may be another.
        """
        session, room = self._session, self._room
        async with session.lock:
            suspended = room.is_suspended(session.services.now()) or not self._is_to_act
            if not suspended and (change := self._automatic()):
                await session.commit(change)
                return True
            turn = None if suspended else Turn.at(room, session.services.now())
            if turn is None:
                self._advancing = None
                return False
        try:
            thought = await think(session.services, room, turn)
        except ObsoleteError:
            return True
        async with session.lock:
            if turn.is_current(self._table):
                self.reasons.keep(turn.view, thought)
                await session.commit(turn.change(self._table, thought))
        return True

    def _automatic(self) -> Change | None:
        """Return a change that needs neither a person nor a thought; no new deal while closing."""
        table = self._table
        waits = self._session.services.closing or table.to_act is not None
        again = None if waits else table.by_itself(self._room.secret())
        return again or table.bot_intervening()

    # --- failures

    @property
    def is_stalled(self) -> bool:
        """Whether what the table does by itself has failed so often that people are notified."""
        return self.failures >= NOTIFY_AFTER

    @property
    def has_stopped(self) -> bool:
        """Whether the table does nothing by itself any more, after so many failures in a row."""
        return self.failures >= MOST_FAILURES

    def failed(self, error: Exception) -> None:
        """Count a failure, and notify the people here. What passes by itself stops no table."""
        passes = isinstance(error, (StoreError, IllegalActionError))
        self.failures = min(self.failures + 1, MOST_FAILURES - passes)
        if self.is_stalled:
            self._session.broadcaster.notify(
                "table-stopped" if self.has_stopped else "table-delayed"
            )


class Turn(NamedTuple):
    """The turn of a bot: its seat, level and view, and the version at which it began."""

    seat: int
    level: str
    view: View
    played_at: int
    seed: int
    began: float

    @classmethod
    def at(cls, room: Room, now: float) -> Turn | None:
        """Return the turn that begins now; None where no bot is to act."""
        turn = room.table.bot_to_act()
        if turn is None:
            return None
        return cls(*turn, room.table.played_at, room.bot_seed(), now)

    def is_current(self, table: Table) -> bool:
        """Return whether the table still waits for this bot."""
        return table.played_at == self.played_at and table.bot_in(self.seat) is not None

    def change(self, table: Table, thought: Thought) -> Change:
        """Return the change of a thought; the simplest legal action where it is illegal."""
        try:
            return table.act(self.seat, thought.action, failed=thought.code == FAILED)
        except IllegalActionError as error:
            log.error("a bot chose an illegal action", table=table.id, code=error.refusal.code)
            metrics.BOT_FAILURES.labels(self.level).inc()
            return table.act(self.seat, simplest(self.view), failed=True)


async def think(services: TableServices, room: Room, turn: Turn) -> Thought:
    """Have the bot think, once it is to act; the simplest choice where it fails.

    Raises ObsoleteError where its turn is over meanwhile.
    """
    request = ThoughtRequest(scheduling_key(room), lambda: room.table.played_at == turn.played_at)
    try:
        thought = await services.bot_workers.think(turn.level, turn.seed, turn.view, request)
    except BotFailedError:
        thought = failed_thought(turn.view)
    await _keep_pace(services, room.table, turn)
    return thought


def scheduling_key(room: Room) -> str:
    """Return for whom bot workers think in turn: the host, or the evening, for all its tables.

    All tables of evenings at which nobody is connected share one turn; a quick match, which nobody
    opened, has one for itself.
    """
    metadata = room.metadata
    if metadata.tournament:
        return metadata.tournament if room.connected else UNATTENDED
    return room.table.id if metadata.matched else metadata.host


async def _keep_pace(services: TableServices, table: Table, turn: Turn) -> None:
    """Wait for the beat on which the bot acts, where a person sees how long it takes."""
    pace = services.pace
    if not (pace.beat and table.people):
        return
    now, choice = services.now(), is_choice(turn.view)
    beats = pace.beats(f"{turn.level} {turn.view.phase}", now - turn.began, choice)
    metrics.BOT_TURNS.labels("yes" if choice else "no", str(min(beats, MOST_BEATS))).inc()
    await asyncio.sleep(turn.began + beats * pace.beat - now)
