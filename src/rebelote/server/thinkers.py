"""Who thinks for the bots, so that no table waits for another? Worker processes, one task each.

A thought depends on the bot's level, a seed and the view alone: under load it comes later, and is
the same. What takes no time (the weakest level, a card that is the only one) is thought at once.
"""

from __future__ import annotations

import asyncio
import os
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from typing import Final

import structlog

from rebelote import bots
from rebelote.bots import Thought
from rebelote.server import metrics
from rebelote.view import View

log = structlog.get_logger()

AT_ONCE: Final = {"random", "beginner"}
WORKERS: Final = max(1, (os.cpu_count() or 2) - 1)


def think(name: str, seed: int, view: View) -> Thought:
    """What a bot of this level thinks here; the same seed gives the same thought."""
    return bots.make(name, seed).think(view)


class Thinkers:
    """The workers; they start with the first thought that takes time."""

    def __init__(self, workers: int = WORKERS) -> None:
        self.workers = workers
        self.waiting = 0
        self._pool: ProcessPoolExecutor | None = None
        self._places = asyncio.Semaphore(workers)

    async def think(self, name: str, seed: int, view: View) -> Thought:
        """What a bot of this level thinks here, in turn."""
        if name in AT_ONCE or _is_simple(view):
            return think(name, seed, view)
        self.waiting += 1
        try:
            with metrics.TURN.time():
                await self._places.acquire()
            try:
                with metrics.THOUGHT.labels(name).time():
                    return await self._worked(name, seed, view)
            finally:
                self._places.release()
        finally:
            self.waiting -= 1

    @property
    def alive(self) -> bool:
        """Whether the workers that have started are at work."""
        pool = self._pool
        if pool is None:
            return True
        workers = list((pool._processes or {}).values())
        return not pool._broken and all(worker.is_alive() for worker in workers)

    async def _worked(self, name: str, seed: int, view: View) -> Thought:
        loop = asyncio.get_running_loop()
        for _ in range(2):
            pool = self._pool = self._pool or ProcessPoolExecutor(
                self.workers, get_context("spawn"), leave_with_the_server
            )
            try:
                return await loop.run_in_executor(pool, think, name, seed, view)
            except BrokenProcessPool:
                log.error("a worker died; the workers start again")
                self._pool = None if self._pool is pool else self._pool
        return await asyncio.to_thread(think, name, seed, view)

    def close(self) -> None:
        """Let the workers go."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


def leave_with_the_server() -> None:
    """A worker ends when its server does, however that came about."""
    server = parent_process()
    assert server is not None

    def wait() -> None:
        server.join()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def _is_simple(view: View) -> bool:
    legal = view.legal
    return legal is None or not {"pass", "play"} & set(legal.actions) or len(legal.cards) == 1
