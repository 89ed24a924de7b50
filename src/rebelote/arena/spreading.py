"""Tasks in this process, in several of this machine, or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from rebelote import workers
from rebelote.arena import cluster as machines

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")


def spread(
    work: Callable[[_Task], _Result],
    tasks: Sequence[_Task],
    jobs: int | None,
    cluster: str | None,
) -> Iterable[_Result]:
    """The result of each task, in any order; Unreachable where there is no such cluster.

    `jobs`: how many at once, None for one here and as many as the cluster has processors.
    `cluster`: see `cluster.spread`.
    """
    if cluster is not None:
        return machines.spread(work, tasks, jobs, cluster)
    return map(work, tasks) if jobs in (None, 1) else workers.in_processes(work, tasks, jobs)
