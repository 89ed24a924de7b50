"""Tasks in this process, in several of this machine, or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from rebelote import workers
from rebelote.arena import cluster as machines
from rebelote.arena.playing import Setting, settings
from rebelote.arena.progress import shown
from rebelote.rules.options import Rules

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")


def spread(
    work: Callable[[_Task], _Result],
    tasks: Sequence[_Task],
    jobs: int | None,
    cluster: str | None,
) -> Iterable[_Result]:
    """Return the result of each task, in any order.

    UnreachableWorkerError where there is no such cluster.

    `jobs`: how many at once, None for one here and as many as the cluster has processors.
    `cluster`: see `cluster.spread`.
    """
    if cluster is not None:
        return machines.spread(work, tasks, jobs, cluster)
    return map(work, tasks) if jobs in (None, 1) else workers.in_processes(work, tasks, jobs)


def each_deal(
    work: Callable[[Setting], _Result], rules: Rules, deals: int, seed: int, jobs: int | None
) -> Iterator[_Result]:
    """Yield the result of each of so many deals, in any order, and show the progress.

    Raises:
        ValueError: for no deal or no job.
    """
    if deals < 1 or (jobs is not None and jobs < 1):
        raise ValueError("there is at least 1 deal, and at least 1 job")
    return shown(spread(work, [*settings(rules, deals, seed)], jobs, None), "deals", 0, deals)
