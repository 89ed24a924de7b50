"""Worker processes that think for the bots, one task each, so that no table waits for another.

A thought depends on the bot's level, a seed and the view alone: under load it comes later, and is
the same. What takes no time (the weakest level, a card that is the only one) is thought at once.

The workers serve requests in turn (round robin by host), so that only a host with many tables of
strong bots waits for them. Turns of bots are never refused; hints come after them, and their number
and waiting time are bounded.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import parent_process
from multiprocessing.process import BaseProcess
from typing import Final, NamedTuple

import structlog

from rebelote import bots, worker_processes
from rebelote.bots import Thought
from rebelote.bots.bot import is_choice
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import View
from rebelote.server.base.cluster.questions import RemoteWorkers
from rebelote.server.base.limits import limit
from rebelote.server.base.runtime.atomic import atomic
from rebelote.server.base.runtime.supervision import Condition
from rebelote.server.base.telemetry import logs, metrics
from rebelote.server.base.workers.fair_queue import FairQueue

log = structlog.get_logger()

AT_ONCE: Final = {"random", *bots.AT_ONCE}
"""Levels that think in no time."""
WORKERS: Final = max(1, (os.cpu_count() or 2) - 1)
"""Worker processes: one processor is left to the tables."""
MOST_HINTS: Final = limit(16, "hints waiting for a worker", per="server", beyond="helper-busy")
HINT_TIMEOUT: Final = limit(
    10.0, "time that a hint waits for a worker", unit="s", per="hint", beyond="helper-busy"
)

TRIES: Final = limit(
    2, "tries of a thought that fails", per="decision", beyond="the simplest legal move"
)
LONGEST_THOUGHT: Final = limit(
    60.0, "a thought of a bot", unit="s", per="decision", beyond="the simplest legal move"
)

Place = asyncio.Future[None]
"""A place in the queue; it is done once a worker is free."""


class ObsoleteError(Exception):
    """The position passed before it was thought about."""


class BotFailedError(Exception):
    """A bot, or the game that it plays, fails at this decision."""


def think(name: str, seed: int, view: View) -> Thought:
    """Return a bot's thought; the same seed gives the same thought."""
    return bots.make(name, seed).think(view)


class ThoughtRequest(NamedTuple):
    """A request for a thought: whose it is, and whether it is still needed once a worker is free.

    `of`: the host or person who is served in turn with others; `hint`: after all turns of bots.
    """

    of: str = ""
    still_needed: Callable[[], bool] = lambda: True
    hint: bool = False


class BotWorkers:
    """The pool of workers, which starts with the first thought that takes time.

    `remote_workers`: those on other machines, which get requests first.
    """

    def __init__(self, workers: int = WORKERS, remote_workers: RemoteWorkers | None = None) -> None:
        self.workers, self.remote_workers = workers, remote_workers
        self.waiting = 0
        self.deaths = 0
        """The number of restarts of the workers after one died over a thought."""
        self.failed = 0
        """At how many decisions a bot has failed."""
        self._pool: ProcessPoolExecutor | None = None
        self._free = workers
        self._hinting = 0
        self._closed = False
        self._starting = asyncio.Lock()
        self._turns: FairQueue[Place] = FairQueue()
        self._hints: FairQueue[Place] = FairQueue()

    async def ready(self) -> None:
        """Start the workers, and wait until there is one."""
        await asyncio.get_running_loop().run_in_executor(await self._started(), int)

    async def think(
        self, name: str, seed: int, view: View, request: ThoughtRequest | None = None
    ) -> Thought:
        """Return a bot's thought when its turn comes.

        ObsoleteError where it is no longer needed when its turn comes; BotFailedError where the
        bot fails at it, or takes too long; IllegalActionError `helper-busy` for a hint
        while too many wait.
        """
        request = request or ThoughtRequest()
        if name in AT_ONCE or not is_choice(view):
            return await self._tried(_at_once, name, seed, view)
        self.waiting += 1
        try:
            if (thought := await self._thought_elsewhere(name, seed, view, request)) is not None:
                return thought
            with metrics.TURN.time():
                await self._enter(request)
            return await self._thought(name, seed, view, request)
        finally:
            self.waiting -= 1

    async def _thought_elsewhere(
        self, name: str, seed: int, view: View, request: ThoughtRequest
    ) -> Thought | None:
        """Return a remote worker's thought; None where it must be thought here, like a hint."""
        if self.remote_workers is None or request.hint or not request.still_needed():
            return None
        return await self.remote_workers.think(name, seed, view)

    async def _thought(self, name: str, seed: int, view: View, request: ThoughtRequest) -> Thought:
        """Return a worker's thought. A cancelled caller leaves the place taken until it is done."""
        if not request.still_needed():
            self._leave(request.hint)
            raise ObsoleteError
        working = asyncio.create_task(self._tried(self._worked, name, seed, view))
        working.add_done_callback(lambda done: self._done(done, request))
        with metrics.THOUGHT.labels(name).time():
            return await asyncio.shield(working)

    def _done(self, working: asyncio.Task[Thought], request: ThoughtRequest) -> None:
        if not working.cancelled():
            working.exception()  # raised to the caller, if there still is one
        self._leave(request.hint)

    # --- in turn

    async def _enter(self, request: ThoughtRequest) -> None:
        queue, timeout = (self._hints, HINT_TIMEOUT) if request.hint else (self._turns, None)
        if request.hint and len(queue) >= MOST_HINTS:
            raise IllegalActionError("helper-busy")
        place: Place = asyncio.get_running_loop().create_future()
        queue.put(request.of, place)
        self._serve()
        try:
            async with asyncio.timeout(timeout):
                await place
        except TimeoutError:
            self._give_up(queue, place, request)
            raise IllegalActionError("helper-busy") from None
        except BaseException:
            self._give_up(queue, place, request)
            raise

    def _give_up(self, queue: FairQueue[Place], place: Place, request: ThoughtRequest) -> None:
        """Wait no longer; a worker that was just given goes to the next."""
        queue.remove(request.of, place)
        if not place.cancelled():
            self._leave(request.hint)

    def _leave(self, hint: bool) -> None:
        self._free += 1
        self._hinting -= hint
        self._serve()

    @atomic
    def _serve(self) -> None:
        """Let those go in whose turn it is."""
        while self._free and (served := self._next()) is not None:
            place, hint = served
            if not place.done():  # else the caller was cancelled
                self._free -= 1
                self._hinting += hint
                place.set_result(None)

    def _next(self) -> tuple[Place, bool] | None:
        """Take the next in turn: bots before hints, which leave bots one of several workers."""
        if (place := self._turns.take()) is not None:
            return place, False
        if self._hinting < max(1, self.workers - 1) and (place := self._hints.take()) is not None:
            return place, True
        return None

    # --- the processes

    @property
    def alive(self) -> bool:
        """Whether the workers that have started are at work."""
        return self.condition().ok

    def condition(self) -> Condition:
        """Return whether all workers run, once there was something to think about.

        Turns that wait are not bounded: there are as many as tables that play.
        """
        pool = self._pool
        processes_expected = 0 if pool is None else len(worker_processes.started(pool))
        processes = 0 if pool is None else worker_processes.alive(pool)
        expected = {"processes": processes_expected, "hints": MOST_HINTS, "deaths": 0, "failed": 0}
        actual = {
            "processes": processes,
            "hints": len(self._hints),
            "waiting": self.waiting,
            "deaths": self.deaths,
            "failed": self.failed,
        }
        return Condition(processes >= processes_expected and not _is_broken(pool), expected, actual)

    async def _tried(
        self, way: Callable[[str, int, View], Awaitable[Thought]], name: str, seed: int, view: View
    ) -> Thought:
        """Return a thought, tried again with another seed where it fails. Raises BotFailedError."""
        try:
            for number in range(TRIES):
                try:
                    return await way(name, seed + number, view)
                except BotFailedError:
                    raise
                except Exception as error:  # anything that a game from outside may raise
                    what = {"error": repr(error), "at": logs.place(error)}
                    log.error("a bot failed", bot=name, rules=view.rules.preset, **what)
            raise BotFailedError
        except BotFailedError:
            self.failed += 1
            metrics.BOT_FAILURES.labels(name).inc()
            raise

    async def _worked(self, name: str, seed: int, view: View) -> Thought:
        """Return a worker's thought; where workers die, once from a process of its own."""
        for _ in range(2):
            pool = await self._started()
            try:
                return await _in_time(pool, name, seed, view)
            except BrokenProcessPool:
                if self._closed:
                    raise asyncio.CancelledError from None
                log.error("a bot worker died: all are restarted")
                self.deaths += 1
                self._pool = None if self._pool is pool else self._pool
        alone = await asyncio.to_thread(start, 1, leave_with_the_server)
        try:
            return await _in_time(alone, name, seed, view)
        except BrokenProcessPool:
            log.error("a bot kills its worker", bot=name, rules=view.rules.preset)
            raise BotFailedError from None
        finally:
            await asyncio.to_thread(worker_processes.end, alone)

    async def _started(self) -> ProcessPoolExecutor:
        """Return the pool, which is started in a thread: tables do not wait for its processes."""
        async with self._starting:
            if self._pool is None:
                self._pool = await asyncio.to_thread(start, self.workers, leave_with_the_server)
            return self._pool

    def close(self) -> None:
        self._closed = True
        if self._pool is not None:
            worker_processes.end(self._pool)


async def _at_once(name: str, seed: int, view: View) -> Thought:
    """Return a thought that takes no time."""
    return think(name, seed, view)


async def _in_time(pool: ProcessPoolExecutor, name: str, seed: int, view: View) -> Thought:
    """Return a thought in this pool; kill its workers at the time limit: BotFailedError."""
    try:
        async with asyncio.timeout(LONGEST_THOUGHT):
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(pool, think, name, seed, view)
    except TimeoutError:
        log.error("a bot thinks for too long", bot=name, rules=view.rules.preset)
        for worker in worker_processes.started(pool):
            worker.kill()
        raise BotFailedError from None


def start(workers: int, begin: Callable[[], None]) -> ProcessPoolExecutor:
    """Return a pool whose processes have started, or soon will: no first thought waits."""
    pool = worker_processes.start(workers, begin, worker_processes.method_of_servers)
    for _ in range(workers):
        pool.submit(int)  # it starts one process for each piece of work that waits
    return pool


def _is_broken(pool: ProcessPoolExecutor | None) -> bool:
    return pool is not None and bool(pool._broken)


def leave_with_the_server() -> None:
    """End a worker when its server ends, for whatever reason; Ctrl-C is for the server alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if (server := parent_process()) is not None:
        threading.Thread(target=_leave_after, args=(server,), daemon=True).start()


def _leave_after(server: BaseProcess) -> None:
    server.join()
    os._exit(0)
