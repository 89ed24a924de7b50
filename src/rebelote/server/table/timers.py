"""The timers of a table: changes that are written because time has passed.

Clocks run out, absences last too long; packs, deals and the end of a match become overdue.
"""

from __future__ import annotations

from rebelote.server.base.cluster.node import TIMER_STEP_SECONDS
from rebelote.server.base.runtime.atomic import ATOMIC
from rebelote.server.base.runtime.supervision import TABLE_BACKOFF_MOST, Backoff, report
from rebelote.server.base.storage.store import ConflictError, TooLateError
from rebelote.server.base.telemetry import metrics
from rebelote.server.table.bots import Bots
from rebelote.server.table.packs import TablePacks
from rebelote.server.table.session import Session


class Timers:
    """The timers of one table, which a sweep of all tables looks at."""

    __slots__ = ("_backoff", "_bots", "_packs", "_room", "_services", "_session", "_table")

    def __init__(self, session: Session, bots: Bots, packs: TablePacks) -> None:
        self._session, self._bots, self._packs = session, bots, packs
        self._services, self._room, self._table = session.services, session.room, session.table
        self._backoff = Backoff(TABLE_BACKOFF_MOST)

    def is_overdue(self, now: float) -> bool:
        """Return whether something must be written because time has passed, but not too often.

        Do here what needs no writing: broadcast absences, and let bots go on.
        """
        room, replication = self._room, self._session.replication
        broadcaster = self._session.broadcaster
        broadcaster.broadcast_late(now)
        if room.is_attended(now) and not broadcaster.shows_absences:
            return False
        abandoned = room.is_abandoned(now)
        waits = self._bots.has_stopped or self._backoff.waits(now)
        if waits or not (room.listeners or abandoned):
            return False
        if (rank := replication.rank(room)) is None or not replication.is_fresh(now):
            return False
        if abandoned or rank:
            self._bots.advance()
        now -= rank * TIMER_STEP_SECONDS
        broadcaster.broadcast_absences(now)
        return (
            room.pack_is_overdue(now)
            or room.overdue(now) is not None
            or (room.next_deal_is_overdue(now) and not self._services.closing)
            or self._table.time_up(self._services.store.time.wall()) is not None
        )

    async def sweep(self, now: float) -> None:
        """Do the overdue work; what fails is tried again later."""
        rank = self._session.replication.rank(self._room) or 0
        try:
            await self._do_overdue(now - rank * TIMER_STEP_SECONDS)
        except TooLateError:  # nobody else could act in that time either
            self._room.restart_turns(self._services.now())
        except ConflictError:
            self._bots.advance()
        except Exception as error:
            report("clocks", error, table=self._table.id)
            self._backoff.failed(now)
            self._bots.failed(error)
            self._bots.advance()  # the fault may have come after the change
        else:
            self._backoff.succeeded()
            self._bots.failures = 0

    async def _do_overdue(self, now: float) -> None:
        """Deal, end the match, substitute for a person, or begin the next deal."""
        session, table, room = self._session, self._table, self._room
        if room.pack_is_overdue(now):
            await self._packs.deal_if_overdue()
        await self._end_in_time()
        overdue = room.overdue(now)
        if overdue is None and (self._services.closing or not room.next_deal_is_overdue(now)):
            return
        async with session.lock:
            with ATOMIC:
                if room.overdue(now) != overdue:
                    return
                change = room.substitution(*overdue) if overdue else table.go_on(room.secret())
            if change is not None:
                await session.commit(change, timed=True)
            if overdue:
                metrics.SUBSTITUTIONS.labels(overdue[1]).inc()
        self._bots.advance()

    async def _end_in_time(self) -> None:
        """Write down that the time of the match is up, once it is."""
        now = self._services.store.time.wall()
        if self._table.time_up(now) is None:
            return
        async with self._session.lock:
            if (change := self._table.time_up(now)) is not None:
                await self._session.commit(change, timed=True)
