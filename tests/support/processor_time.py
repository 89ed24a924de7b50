"""Processor time of one thread, which does not depend on what else the machine does."""

from __future__ import annotations

import asyncio
import gc
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

MOST: Final = 0.1
"""Processor seconds that no single callback of the event loop may take, on a slow machine too."""


def spent(work: Callable[[], object]) -> float:
    """Return the processor seconds that this thread spends on some work."""
    begun = time.thread_time()
    work()
    return time.thread_time() - begun


class Stall(NamedTuple):
    """A callback of an event loop: its processor seconds, and which it was."""

    seconds: float
    what: str


class Stalls:
    """The callbacks that an event loop has run, as far as the longest of them."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.longest = Stall(0.0, "")

    def take(self) -> Stall:
        """Return the longest since the last time, once it has ended, and begin again."""
        ended = threading.Event()
        self.loop.call_soon_threadsafe(ended.set)
        ended.wait()
        longest, self.longest = self.longest, Stall(0.0, "")
        return longest


@contextmanager
def watching(loop: asyncio.AbstractEventLoop) -> Iterator[Stalls]:
    """Measure every callback of a loop that runs in another thread.

    No garbage is collected meanwhile: that of the tests is more than that of a server.
    """
    stalls, run, known = Stalls(loop), asyncio.events.Handle._run, threading.Event()
    watched: list[int] = []

    def note() -> None:
        watched.append(threading.get_ident())
        known.set()

    def measured(handle: asyncio.events.Handle) -> None:
        if threading.get_ident() not in watched:
            run(handle)
            return
        what = repr(handle)
        seconds = spent(lambda: run(handle))
        if seconds > stalls.longest.seconds:
            stalls.longest = Stall(seconds, what)

    loop.call_soon_threadsafe(note)
    known.wait()
    gc.disable()
    asyncio.events.Handle._run = measured  # type: ignore[assignment, method-assign]
    try:
        yield stalls
    finally:
        asyncio.events.Handle._run = run  # type: ignore[method-assign]
        gc.enable()
