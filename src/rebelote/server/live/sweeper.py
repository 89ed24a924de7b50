"""Work that comes due at all live tables: their clocks, and results still to be published."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

from rebelote.rules.refusals import IllegalAction
from rebelote.server.live.lobby import Lobby

SWEEP_SECONDS: Final = 0.5
"""Seconds between two sweeps for players whose time has run out."""
SWEPT_AT_ONCE: Final = 20
"""Tables that are swept before others may do something."""


async def sweep(lobby: Lobby) -> None:
    """Bots stand in for those whose time is up, and tables go on; each table for itself."""
    for number, live in enumerate(list(lobby.tables.values())):
        live.release_quota(lobby.now())
        if not live.lock.locked():
            await live.sweep(lobby.now())
        if number % SWEPT_AT_ONCE == 0:
            await asyncio.sleep(0)


async def publish_pending(lobby: Lobby) -> None:
    """Publish the matches that ended when that could not be done, or just before a crash."""
    for (table_id,) in await lobby.store.read("SELECT table_id FROM pending_results"):
        with contextlib.suppress(IllegalAction):  # a table that is unreadable
            live = await lobby.find(table_id)
            async with live.lock:
                await live.publish_result()


async def unload_idle(lobby: Lobby) -> None:
    """Drop idle tables from memory."""
    lobby.unload_idle()
