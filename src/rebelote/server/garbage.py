"""When is garbage looked for, so that nobody waits for it?

Nearly everything here is freed as soon as nothing refers to it; the collector is needed for cycles
alone. Python starts it when enough more was made than freed, and a server at which as much is freed
as made then looks at a hundred thousand objects at once, while every table waits. So it is started
by the clock: the young often and few at a time, all of them when nobody is here.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import itertools
from collections.abc import AsyncIterator
from typing import Final

from litestar.datastructures import State

PAUSE: Final = 0.02
"""Seconds between looks at the youngest."""
YOUNG: Final = 10
"""Every so many looks, at those too that were looked at once."""
QUIET: Final = 60.0
"""Seconds between looks at whether nobody is here."""


@contextlib.asynccontextmanager
async def by_the_clock(state: State, quiet: float = QUIET) -> AsyncIterator[None]:
    """Start it so from now on; `state` has the `sockets`. What lives by now is never garbage."""
    gc.collect()
    gc.freeze()
    gc.disable()
    chores = [
        asyncio.create_task(_among_the_young()),
        asyncio.create_task(_everywhere_when_quiet(state, quiet)),
    ]
    try:
        yield
    finally:
        for chore in chores:
            chore.cancel()
        gc.unfreeze()
        gc.enable()


async def _among_the_young() -> None:
    for look in itertools.count():
        await asyncio.sleep(PAUSE)
        gc.collect(0 if look % YOUNG else 1)


async def _everywhere_when_quiet(state: State, quiet: float) -> None:
    """It takes a tenth of a second, in which nobody is here."""
    while True:
        await asyncio.sleep(quiet)
        if not state.sockets:
            gc.collect()
