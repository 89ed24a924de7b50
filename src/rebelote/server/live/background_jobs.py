"""A worker process for what takes long and may wait: records written out, seals verified,
deals reviewed.

Whoever asks waits in a queue of bounded length; the event loop and its interpreter lock are free
meanwhile. The process starts with the first piece of work, at a low priority.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Final, TypeVar

import structlog

from rebelote import worker_processes
from rebelote.rules.refusals import IllegalAction
from rebelote.server.live.bot_workers import leave_with_the_server, start
from rebelote.server.runtime.condition import Condition
from rebelote.server.runtime.supervision import report

log = structlog.get_logger()

RECORDS_WAITING: Final = 64
"""Records that may wait to be written out; beyond, the answer is `too-many`."""
PROOFS_WAITING: Final = 8
"""Records that may wait until their seals are verified; beyond, the answer is `too-many`."""
PRIORITY: Final = 10
"""How much less than the server's the worker's claim on a processor is (`nice`)."""

_Made = TypeVar("_Made")


class Worker:
    """One worker process, which does one thing at a time; `most` things may wait for it.

    `prepare` is the first that the process does.
    """

    def __init__(self, most: int, prepare: Callable[[], None] | None = None) -> None:
        self.most, self.prepare = most, prepare
        self.waiting = 0
        self.deaths = 0
        """How often its process has died over something."""
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False
        self._place = asyncio.Semaphore(1)

    async def run(self, work: Callable[..., _Made], *given: object) -> _Made:
        """What this makes of it, in turn. IllegalAction `too-many` where too much waits already.

        Whoever waits may go away: the place is taken until the worker has done it.
        """
        if self.waiting >= self.most:
            raise IllegalAction("too-many")
        self.waiting += 1
        try:
            await self._place.acquire()
        except BaseException:
            self.waiting -= 1
            raise
        working = asyncio.create_task(self._worked(work, *given))
        working.add_done_callback(self._done)
        return await asyncio.shield(working)

    async def answer(self, code: str, work: Callable[..., _Made], *given: object) -> _Made:
        """The same; IllegalAction with this code where the work itself fails."""
        try:
            return await self.run(work, *given)
        except IllegalAction:
            raise
        except Exception as error:
            report("reviews", error)
            raise IllegalAction(code) from error

    def _done(self, working: asyncio.Task[object]) -> None:
        """The worker is free again."""
        if not working.cancelled():
            working.exception()  # told to whoever waits, where somebody still does
        self.waiting -= 1
        self._place.release()

    async def _worked(self, work: Callable[..., _Made], *given: object) -> _Made:
        """Once more in a new process, where the worker dies over it; then that is a fault."""
        try:
            return await self._tried(work, *given)
        except BrokenProcessPool:
            if self._closed:
                raise asyncio.CancelledError from None
            log.error("the background worker died: it is restarted")
            self.deaths += 1
            self._end()
            return await self._tried(work, *given)

    async def _tried(self, work: Callable[..., _Made], *given: object) -> _Made:
        if self._pool is None:
            self._pool = await asyncio.to_thread(start, 1, partial(_begin, self.prepare))
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, *given)

    def condition(self) -> Condition:
        """Whether its process runs, once there was work for it, and has room for more."""
        pool = self._pool
        processes = 0 if pool is None else worker_processes.alive(pool)
        expected = {"processes": int(pool is not None), "waiting": self.most, "deaths": 0}
        actual = {"processes": processes, "waiting": self.waiting, "deaths": self.deaths}
        is_ok = processes >= expected["processes"] and self.waiting < self.most
        return Condition(is_ok, expected, actual)

    def close(self) -> None:
        """End the process, for good."""
        self._closed = True
        self._end()

    def _end(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            worker_processes.end(pool)


def _begin(prepare: Callable[[], None] | None) -> None:
    leave_with_the_server()
    if hasattr(os, "nice"):
        os.nice(PRIORITY)
    if prepare is not None:
        prepare()
