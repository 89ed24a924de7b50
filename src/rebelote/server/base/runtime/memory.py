"""Garbage collection on a timer, so that no table waits for it, and return of freed memory.

Nearly everything here is freed as soon as nothing refers to it; the collector is needed for cycles
alone. Python starts it when enough more was made than freed, and a server at which as much is freed
as made then looks at a hundred thousand objects at once, while every table waits. So it is started
by the clock: the young often and few at a time, all of them when no socket is open.

Where the C library is glibc, it raises the size from which a block has pages of its own to that of
the largest block freed so far, at most 32 MiB. The blocks in which passwords are hashed are smaller
than that, and would then stay in the heap. Python's own objects lie in arenas of 1 MiB, each of
which goes back once nothing is left in it; what many sockets leave in them is used by the next.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import functools
import gc
import itertools
import platform
from collections.abc import Iterator, Sized
from typing import Final

from rebelote.server.base.runtime.supervision import Chore, Supervisor

PAUSE: Final = 0.1
"""Seconds between collections of the youngest."""
YOUNG: Final = 10
"""Every so many collections include those that survived one."""
QUIET: Final = 60.0
"""Seconds between two checks for open sockets."""


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
    """Collect all while no socket is open: it takes a tenth of a second."""
    if not len(sockets):
        gc.collect()


# --- freed memory ---------------------------------------------------------------------------------

_MMAP_THRESHOLD: Final = -3
"""The parameter of `mallopt` (malloc.h)."""
LARGE: Final = 1 << 20
"""Bytes from which a block has pages of its own, which go back when it is freed."""
FALL: Final = 100
"""The fall in the number of sockets after which free pages of the heap are returned."""


@functools.cache
def _glibc() -> ctypes.CDLL | None:
    return ctypes.CDLL(None) if platform.libc_ver()[0] == "glibc" else None


def separate_large_blocks() -> None:
    """Have every large block go back to the system when it is freed."""
    if (libc := _glibc()) is not None:
        libc.mallopt(_MMAP_THRESHOLD, LARGE)


class Trimmer:
    """A hook that returns free pages of the heap when many sockets have closed."""

    def __init__(self, sockets: Sized) -> None:
        self._sockets = sockets
        self._most = 0

    async def run(self) -> None:
        """Return them if there are fewer sockets than there were, by `FALL` or more."""
        now = len(self._sockets)
        self._most = max(self._most, now)
        if self._most - now >= FALL:
            self._most = now
            if (libc := _glibc()) is not None:
                await asyncio.to_thread(libc.malloc_trim, 0)
