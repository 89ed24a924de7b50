"""Pools of worker processes: each knows the same games as its starter, and all end at once."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.process import BaseProcess

from rebelote import games

method_of_servers = "spawn"
"""The way in which a server starts its workers: new interpreters, as a fork has no threads."""


def start(
    workers: int, begin: Callable[[], None], method: str | None = None
) -> ProcessPoolExecutor:
    """Start a pool of so many processes, each of which begins with this, and knows the same games.

    `method`: how a process is started (`spawn`, `fork`), None for the platform's own way.
    """
    return ProcessPoolExecutor(workers, get_context(method), _begin, (begin, games.loaded()))


def _begin(begin: Callable[[], None], known: tuple[str, ...]) -> None:
    begin()
    games.load(known, trusted=True)


def end(pool: ProcessPoolExecutor) -> None:
    """End a pool's processes at once, and with them all that they share with this one."""
    workers = started(pool)
    for worker in workers:
        worker.kill()
    for worker in workers:
        worker.join()
    both = pool._call_queue, pool._result_queue  # type: ignore[attr-defined]
    queues = [weakref.ref(queue) for queue in both if queue is not None]
    del both
    # A result whose sender was killed halfway ends only once no process can write, not even this
    # one; until then the pool would wait for the rest of it.
    if pool._result_queue is not None:
        pool._result_queue._writer.close()  # type: ignore[attr-defined]
    pool.shutdown(cancel_futures=True)
    # Semaphores are unlinked with their queues: at once, unless a cycle refers to them.
    if any(queue() for queue in queues):
        gc.collect()


def started(pool: ProcessPoolExecutor) -> list[BaseProcess]:
    return list((pool._processes or {}).values())


def alive(pool: ProcessPoolExecutor) -> int:
    """Count the live workers of a pool: none once one has died, which breaks the pool."""
    return 0 if pool._broken else sum(worker.is_alive() for worker in started(pool))
