"""Draining: a server closes without breaking off a deal.

No new match or deal begins, everyone is notified, deals in play are finished, and then the server
ends. A deal that is not over by then is frozen: the next server resumes it. Where other nodes serve
the same tables, they take over at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.messages import Notice
from rebelote.server.base.runtime.supervision import Chore, Supervisor
from rebelote.server.table.lobby import Lobby

log = structlog.get_logger()

PATIENCE: Final = limit(
    150.0, "time for running deals when a server is drained", unit="s", per="server"
)
LOOK_EVERY: Final = 0.25
HAND_OVER_SECONDS: Final = 3.0
"""Seconds in which a proxy is to find that this node takes no more connections."""


class Drain:
    """The end of one server: begun by a signal, over when `stop` is called."""

    def __init__(self, lobby: Lobby, supervisor: Supervisor, stop: Callable[[], None]) -> None:
        self.lobby = lobby
        self._supervisor = supervisor
        self._stop = stop
        self._until = 0.0
        self.under_way = False
        """Whether draining has begun."""

    def begin(self) -> None:
        """Close; a second time changes nothing."""
        if not self.under_way:
            self.under_way = True
            self._until = self.lobby.now() + PATIENCE
            self.lobby.services.closing = not self.lobby.services.replication.clustered
            self._supervisor.start(Chore("drain", self._drain, None, at_start=True))

    def notice(self) -> Notice:
        """Return the notice to everyone connected, and to those who connect later."""
        left = self._until - self.lobby.now()
        return Notice("maintenance", max(0.0, round(left, 1)))

    def playing(self) -> int:
        """Return the number of tables with a connection, in the midst of a deal."""
        return sum(bool(t.room.listeners) and t.table.in_deal for t in self.lobby.tables.values())

    async def _drain(self) -> None:
        log.info("draining", deals=self.playing())
        if self.lobby.services.replication.clustered:
            await self._hand_over()
            return
        self._notify_all()
        while self.playing() and self.lobby.now() < self._until:
            await asyncio.sleep(LOOK_EVERY)
        log.info("drained", frozen=self.playing())
        self._stop()

    async def _hand_over(self) -> None:
        """Have all clients reconnect to the other nodes, which go on with every deal; then end.

        Before that the proxy has a moment to read from `/health` that this node takes no more.
        """
        await asyncio.sleep(HAND_OVER_SECONDS)
        for live in list(self.lobby.tables.values()):
            for listener in list(live.room.listeners):
                listener.close_to_reconnect()
        await asyncio.sleep(LOOK_EVERY)
        log.info("drained", frozen=0)
        self._stop()

    def _notify_all(self) -> None:
        for live in self.lobby.tables.values():
            for listener in list(live.room.listeners):
                listener.send(self.notice())
