"""A worker process for what takes long and may wait: records written out, seals verified,
deals reviewed.

Jobs wait in a queue of bounded length that serves addresses (or people) in turn; the event loop and
its interpreter lock are free meanwhile. The process starts with the first job, at a low priority.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Final, TypeVar

import structlog

from rebelote import worker_processes
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.runtime import addresses
from rebelote.server.base.runtime.addresses import household
from rebelote.server.base.runtime.rate_limits import Keys, Limits
from rebelote.server.base.runtime.supervision import Condition, report
from rebelote.server.base.workers.bots import leave_with_the_server, start
from rebelote.server.base.workers.turns import Turns

log = structlog.get_logger()

RECORDS_WAITING: Final = limit(
    64, "matches waiting to be written out or replayed", per="server", beyond="too-many"
)
PROOFS_WAITING: Final = limit(
    64, "records handed in that wait to be read", per="server", beyond="too-many"
)
PROOF_SECONDS: Final = limit(
    10.0,
    "processor time for reading a record handed in",
    unit="s",
    per="record",
    beyond="slow-record",
)
STUCK: Final = 12
"""The limit of a job on the clock, as a multiple of its processor time."""
KIB: Final = 1024
"""Characters of a record for which one is counted."""
PRIORITY: Final = 10
"""The niceness of the worker, so that the server goes first (`nice`)."""

_Made = TypeVar("_Made")


class Worker:
    """One worker process, which does one job at a time; `most` jobs are under way at once.

    `prepare`: the first that the process does. `limits`: counts the jobs of an address, by the
    quota of that name. `seconds`: how much processor time a job may take.
    """

    def __init__(
        self,
        most: int,
        prepare: Callable[[], None] | None = None,
        limits: Limits | None = None,
        quota: str = "",
        seconds: float | None = None,
    ) -> None:
        self.most, self.prepare, self.seconds = most, prepare, seconds
        self.limits, self.quota = limits, quota
        self.waiting = 0
        self.deaths = 0
        """The number of times its process has died during a job."""
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False
        self._turns = Turns()

    async def run(
        self, work: Callable[..., _Made], *given: object, key: str | None = None
    ) -> _Made:
        """Return the result of this work, done in turn with jobs of other keys (addresses).

        IllegalActionError `too-many` where too many are under way, `slow-record` for a job that
        takes too long. A caller that is cancelled leaves the queue; a job that has begun goes on.
        """
        if self.waiting >= self.most:
            raise IllegalActionError("too-many")
        address = addresses.ADDRESS.get()
        key = household(address) if key is None else key
        places = self._places(address)
        self.waiting += 1
        try:
            await self._turns.wait(key)
        except BaseException:
            self._leave(places)
            raise
        working = asyncio.create_task(self._worked(work, *given))
        working.add_done_callback(lambda done: self._done(done, places))
        return await asyncio.shield(working)

    async def answer(
        self, code: str, work: Callable[..., _Made], *given: object, key: str | None = None
    ) -> _Made:
        """Return the same; IllegalActionError with this code where the work itself fails."""
        try:
            return await self.run(work, *given, key=key)
        except IllegalActionError:
            raise
        except Exception as error:
            report("reviews", error)
            raise IllegalActionError(code) from error

    def ahead(self, key: str, number: int) -> int:
        """Count the jobs done before the job of this number, from 0, of a key, as of now."""
        return self._turns.ahead(key, number)

    # --- in turn

    def _places(self, address: str) -> Keys:
        """Return the places that a job takes within the quotas. IllegalActionError `too-many`."""
        if self.limits is None or not address:
            return ()
        return self.limits.enter(self.quota, address)

    def _leave(self, places: Keys) -> None:
        self.waiting -= 1
        if self.limits is not None:
            self.limits.leave(places)

    def _done(self, working: asyncio.Task[object], places: Keys) -> None:
        if not working.cancelled():
            working.exception()  # raised to the caller, if there still is one
        self._leave(places)
        self._turns.pass_on()

    # --- the process

    async def _worked(self, work: Callable[..., _Made], *given: object) -> _Made:
        """Run a job, once more in a new process where the worker dies; then that is a fault."""
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
        loop = asyncio.get_running_loop()
        if self._closed:
            raise asyncio.CancelledError
        if self._pool is None:
            self._pool = await asyncio.to_thread(start, 1, partial(_begin, self.prepare))
            await loop.run_in_executor(self._pool, int)  # its start is no part of a job's time
        if self.seconds is None:
            return await loop.run_in_executor(self._pool, work, *given)
        return await self._limited(self._pool, self.seconds, work, *given)

    async def _limited(
        self,
        pool: ProcessPoolExecutor,
        seconds: float,
        work: Callable[..., _Made],
        *given: object,
    ) -> _Made:
        """Return the same in so much processor time. IllegalActionError `slow-record` beyond."""
        processes = worker_processes.started(pool)
        limited = partial(_limited, seconds, work)
        job = asyncio.get_running_loop().run_in_executor(pool, limited, *given)
        await asyncio.wait((job,), timeout=STUCK * seconds)
        if job.done() and not isinstance(job.exception(), BrokenProcessPool):
            return job.result()
        late, time_up = not job.done(), getattr(signal, "SIGPROF", 0)
        self._end()
        if late or any(one.exitcode == -time_up for one in processes):
            log.warning("a job took too long: its worker was ended", seconds=seconds)
            job.add_done_callback(lambda done: done.cancelled() or done.exception())
            raise IllegalActionError("slow-record")
        return job.result()

    def condition(self) -> Condition:
        """Return whether its process runs, once there was work for it, and has room for more."""
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


def _limited(seconds: float, work: Callable[..., _Made], *given: object) -> _Made:
    """Return the result of this work, from a worker process with so much processor time."""
    if not hasattr(signal, "setitimer"):
        return work(*given)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return work(*given)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _begin(prepare: Callable[[], None] | None) -> None:
    leave_with_the_server()
    if hasattr(os, "nice"):
        os.nice(PRIORITY)
    if prepare is not None:
        prepare()


class Verifier:
    """A reader of records from outside, in a worker process of their own.

    The size of every record is counted by the address that it comes from.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.worker = Worker(PROOFS_WAITING, None, limits, "records", PROOF_SECONDS)

    async def run(self, work: Callable[..., _Made], record: str, *given: object) -> _Made:
        """Return the result of this work on a record. IllegalActionError as `Worker.run` says."""
        if address := addresses.ADDRESS.get():
            self.limits.by_address("replay", address, cost=1 + len(record) // KIB)
        return await self.worker.run(work, record, *given)

    def condition(self) -> Condition:
        """Return the worker's health."""
        return self.worker.condition()

    def close(self) -> None:
        """End the process, for good."""
        self.worker.close()
