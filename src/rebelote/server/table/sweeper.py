"""Overdue work at all live tables: their clocks, and results still to be published."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Final

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.runtime.supervision import Each, report
from rebelote.server.table.live_table import LiveTable
from rebelote.server.table.lobby import Lobby

SWEEP_SECONDS: Final = 0.5
"""Seconds between two sweeps for players whose time has run out."""
UNLOAD_EVERY: Final = 60.0
"""Seconds between two looks for unused tables."""
PUBLISH_EVERY: Final = 60.0
"""Seconds between two looks for results that are still to be published."""
SWEPT_AT_ONCE: Final = 20
"""Tables that are looked at before others may do something."""
WRITTEN_AT_ONCE: Final = 200
"""Tables whose overdue changes are written together: the store commits them in few transactions."""
WAITED_FOR: Final = 1.0
"""Seconds that the other tables wait for those that take long; these go on by themselves."""


class Sweeper:
    """A worker for the overdue work of the tables of a lobby, many of them at once."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self._under_way: set[asyncio.Task[None]] = set()

    async def sweep(self) -> None:
        """Have bots substitute for those whose time is up, and tables go on.

        A table that is stuck holds its own lock, and is left out until it is free again.
        """
        overdue = [live async for live in self._overdue()]
        for at in range(0, len(overdue), WRITTEN_AT_ONCE):
            now = self.lobby.now()
            tasks = [self._begin(live, now) for live in overdue[at : at + WRITTEN_AT_ONCE]]
            await asyncio.wait(tasks, timeout=WAITED_FOR)

    async def _overdue(self) -> AsyncIterator[LiveTable]:
        for number, live in enumerate(list(self.lobby.tables.values())):
            if number % SWEPT_AT_ONCE == 0:
                await asyncio.sleep(0)
                now = self.lobby.now()
            live.release_quota(now)
            try:
                if not live.lock.locked() and live.timers.is_overdue(now):
                    yield live
            except Exception as error:
                report("clocks", error, table=live.table.id)

    def _begin(self, live: LiveTable, now: float) -> asyncio.Task[None]:
        task = asyncio.create_task(live.timers.sweep(now), name="clocks")
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task


async def publish_pending(lobby: Lobby) -> None:
    """Publish the matches that ended when that could not be done, or just before a crash."""

    async def publish(table_id: str) -> None:
        with contextlib.suppress(IllegalActionError):  # a table that is unreadable
            live = await lobby.find(table_id)
            await live.session.result.publish(WAITED_FOR)  # one that is stuck holds up no other

    rows = await lobby.store.read("SELECT table_id FROM pending_results")
    await Each("results", lobby.now).do(publish, [table_id for (table_id,) in rows])


async def unload_idle(lobby: Lobby) -> None:
    """Drop idle tables from memory."""
    lobby.unload_idle()
