"""Garbage collection on a timer, so that nobody waits for it.

Nearly everything here is freed as soon as nothing refers to it; the collector is needed for cycles
alone. Python starts it when enough more was made than freed, and a server at which as much is freed
as made then looks at a hundred thousand objects at once, while every table waits. So it is started
by the clock: the young often and few at a time, all of them when nobody is here.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import itertools
from collections.abc import Iterator, Sized
from typing import Final

from rebelote.server.runtime.heap import Trimmer
from rebelote.server.runtime.supervision import Chore, Supervisor

PAUSE: Final = 0.05
"""Seconds between looks at the youngest."""
YOUNG: Final = 10
"""Every so many looks, at those too that were looked at once."""
QUIET: Final = 60.0
"""Seconds between looks at whether nobody is here."""


@contextlib.contextmanager
def by_the_clock(sockets: Sized, supervisor: Supervisor, quiet: float = QUIET) -> Iterator[None]:
    """Run garbage collection by chores of this supervisor. What lives by now stays."""
    gc.collect()
    gc.freeze()
    gc.disable()
    supervisor.start(
        Chore("young garbage", functools.partial(_among_the_young, itertools.count()), PAUSE),
        Chore("old garbage", functools.partial(_everywhere_when_quiet, sockets), quiet),
        Chore("freed memory", Trimmer(sockets).run, quiet),
    )
    try:
        yield
    finally:
        gc.unfreeze()
        gc.enable()


async def _among_the_young(looks: Iterator[int]) -> None:
    gc.collect(0 if next(looks) % YOUNG else 1)


async def _everywhere_when_quiet(sockets: Sized) -> None:
    """It takes a tenth of a second, in which nobody is here."""
    if not len(sockets):
        gc.collect()
