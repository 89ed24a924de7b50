"""Tasks on several processes of this machine: whichever is free takes the next."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from multiprocessing import parent_process
from threading import Thread
from typing import TypeVar

from rebelote import worker_processes

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")
_Begun = TypeVar("_Begun")


class UnreachableWorkerError(RuntimeError):
    """There is no cluster at that address, or not any more."""


def few_at_once(
    tasks: Iterable[_Task],
    begin: Callable[[_Task], _Begun],
    some: Callable[[list[_Begun]], tuple[list[_Result], list[_Begun]]],
    most: int,
) -> Iterator[_Result]:
    """Begin tasks, never more than `most` ahead, and hand out what is ready.

    `some` waits for at least one of those begun, and parts them into results and the rest.
    """
    begun: list[_Begun] = []
    for task in tasks:
        begun.append(begin(task))
        if len(begun) >= most:
            ready, begun = some(begun)
            yield from ready
    while begun:
        ready, begun = some(begun)
        yield from ready


def in_processes(
    work: Callable[[_Task], _Result], tasks: Iterable[_Task], jobs: int
) -> Iterator[_Result]:
    """Yield the result of each task, in any order, from `jobs` processes of this machine."""
    with worker_processes.start(jobs, _begin) as pool:
        try:
            yield from few_at_once(tasks, lambda task: pool.submit(work, task), _some, 2 * jobs)
        except BaseException:
            # A thought may take long, and nobody waits for it any more.
            worker_processes.end(pool)
            raise


def _some(begun: list[Future[_Result]]) -> tuple[list[_Result], list[Future[_Result]]]:
    ready, rest = wait(begun, return_when=FIRST_COMPLETED)
    return [future.result() for future in ready], list(rest)


def _begin() -> None:
    """Let Ctrl-C end a worker silently: it reaches every process, and the first reports it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_end_with_starter, daemon=True).start()


def _end_with_starter() -> None:
    """Exit with the starter: a killed starter stops no worker, and each would wait for ever."""
    if (starter := parent_process()) is not None:
        starter.join()
        os._exit(1)
