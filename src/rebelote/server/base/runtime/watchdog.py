"""Watchdog for stalls of the event loop: how long, and in which functions.

The loop beats a hundred times a second; the delay of a beat is how long all tasks waited. When one
is overdue a thread reads the stack of the loop. A stall in which the loop used few CPU seconds
was not its own doing: the machine was busy with something else.
"""

from __future__ import annotations

import asyncio
import itertools
import sys
import threading
import time
import traceback
from collections import deque
from types import CodeType
from typing import Final, NamedTuple

import structlog

from rebelote.server.base.telemetry import metrics

log = structlog.get_logger()

BEAT: Final = 0.01
"""Seconds between beats."""
LOG_ABOVE: Final = 0.020
"""Stalls longer than this many seconds are counted in the log."""
COUNTED_SECONDS: Final = 60.0
"""Seconds whose stalls are one line of the log."""
TOO_LONG: Final = 0.050
"""Seconds that no stall should last."""
WARM_UP: Final = 2.0
"""Seconds after the start in which no stall is measured."""
CALLS: Final = 6
"""Calls of the stack that are logged, the innermost first."""
KEPT: Final = 100
"""Stalls that are remembered."""


class Stall(NamedTuple):
    """A stall of the loop: its length, and the CPU seconds of the loop in it."""

    at: float
    seconds: float
    processor: float
    where: str


class StallCount:
    """The stalls since the last line of the log, as far as it says them.

    A stall was the loop's own where it was on the processor; otherwise the machine was busy.
    """

    def __init__(self) -> None:
        self.times = 0
        self.longest = 0.0
        self.own: Stall | None = None
        """The stall that took most of the processor, where one took much of it."""

    def add(self, stall: Stall) -> None:
        self.times += 1
        self.longest = max(self.longest, stall.seconds)
        if stall.processor > max(LOG_ABOVE, self.own.processor if self.own else 0.0):
            self.own = stall

    def write(self) -> None:
        """Write one line for all of them; a warning where one was the loop's own."""
        counted = {"times": self.times, "milliseconds": round(1000 * self.longest)}
        if self.own is None:
            log.info("the machine was busy: the event loop waited", **counted)
            return
        log.warning(
            "the event loop stood still",
            **counted,
            on_the_processor=round(1000 * self.own.processor),
            where=self.own.where,
        )


class Watchdog:
    """A watchdog for the loop it was started on."""

    def __init__(self, warm_up: float = WARM_UP) -> None:
        self.warm_up = warm_up
        self.longest = 0.0
        self.too_long = 0
        self.beats = 0
        self.stalls: deque[Stall] = deque(maxlen=KEPT)
        self._count, self._write_at = StallCount(), 0.0
        self._deadline = 0.0
        self._processor = 0.0
        self._where = ""
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look_on, name="watchdog", daemon=True)

    def start(self) -> None:
        """Watch this loop after the warm-up."""
        self._loop = asyncio.get_running_loop()
        self._watched = threading.get_ident()
        self._loop.call_later(self.warm_up, self._begin)

    def stop(self) -> None:
        """Watch no longer."""
        self._over.set()
        self._write()
        if self._thread.ident is not None:
            self._thread.join()

    # --- on the loop

    def _begin(self) -> None:
        if not self._over.is_set():
            self._next_beat()
            self._thread.start()

    def _next_beat(self) -> None:
        self._processor = time.thread_time()
        self._deadline = time.monotonic() + BEAT
        self._loop.call_later(BEAT, self._beat)

    def _beat(self) -> None:
        if self._over.is_set():
            return
        late = max(0.0, time.monotonic() - self._deadline)
        self.beats += 1
        metrics.LAG.observe(late)
        if late > LOG_ABOVE:
            self._take_note(late, time.thread_time() - self._processor)
        if time.monotonic() >= self._write_at:
            self._write()
        self._where = ""
        self._next_beat()

    def _take_note(self, late: float, processor: float) -> None:
        stall = Stall(time.time(), late, min(processor, late), self._where)
        self.stalls.append(stall)
        self.longest = max(self.longest, late)
        self.too_long += late > TOO_LONG
        if not self._count.times:
            self._write_at = time.monotonic() + COUNTED_SECONDS
        self._count.add(stall)

    def _write(self) -> None:
        count, self._count = self._count, StallCount()
        if count.times:
            count.write()

    # --- beside it

    def _look_on(self) -> None:
        while not self._over.wait(2 * BEAT):
            if not self._where and time.monotonic() - self._deadline > LOG_ABOVE:
                self._where = self._at_work()

    def _at_work(self) -> str:
        """Return the innermost functions that the loop is in, our own and the libraries'."""
        frame = sys._current_frames().get(self._watched)
        calls = itertools.islice(traceback.walk_stack(frame), CALLS) if frame is not None else ()
        return " < ".join(_named(frame.f_code, line) for frame, line in calls)


def _named(code: CodeType, line: int) -> str:
    """Return a call by name and place; `traceback` would hold the text of each file it reads."""
    return f"{code.co_name} ({code.co_filename}:{line})"
