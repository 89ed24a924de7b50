"""Records reviewed by the thousand, on all cores; `kernel.solver.solve_many` solves as many."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rebelote.analysis.report import DealReport, UnfinishedMatchError
from rebelote.analysis.review import review_deal
from rebelote.rules.records.record import Record


class Reviewed(NamedTuple):
    """A deal of a record, counted from 1 and from 0, and its review or why there is none."""

    record: int
    deal: int
    report: DealReport | None
    error: str = ""


class _Task(NamedTuple):
    number: int
    record: Record
    deal: int
    known: bool
    asked: bool


def review_many(
    records: Iterable[Record],
    *,
    deal: int | None = None,
    known: bool = True,
    jobs: int | None = None,
    cluster: str | None = None,
    bar: bool = False,
) -> Iterator[Reviewed]:
    """Review every deal of these records that is over, on all cores.

    A deal that cannot be reviewed is handed out with its error, and the others are reviewed. The
    results are the same and in the same order however many processes there are.

    Args:
        records: read with `rules.records.record.read_many`, or played.
        deal: only this deal of each record, counted from 1.
        known: whether to ask also what each seat could know, which takes most of the time; the
            losses by that, in marks, are 0 where it is not computed.
        jobs: how many processes; None: one for each core of this machine.
        cluster: the address of a Ray cluster to use instead, as in `rebelote arena --cluster`.
        bar: whether to show a progress bar on a terminal.

    Returns:
        The deals by record and number; losses and shares of a report are in marks.

    Raises:
        ModuleNotFoundError: where rich is missing for the bar, or ray for a cluster.
    """
    from rebelote.arena import spreading

    numbers = [deal] if deal is not None else None
    tasks = [
        _Task(number, record, each, known, deal is not None)
        for number, record in enumerate(records)
        for each in numbers or range(1, len(record.deals) + 1)
    ]
    at_once = _cores() if jobs is None and cluster is None else jobs
    done: Iterable[Reviewed] = spreading.spread(_review, tasks, at_once, cluster)
    if bar:
        from rebelote.arena import progress

        done = progress.shown(done, "review", 0, len(tasks))
    yield from _in_order(done, tasks)


def _review(task: _Task) -> Reviewed:
    """Review a deal in any process; an unfinished deal gives no report."""
    try:
        report = review_deal(task.record, task.deal, known=task.known)
    except UnfinishedMatchError as error:
        return Reviewed(task.number, task.deal, None, str(error) if task.asked else "")
    except Exception as error:
        # One deal that cannot be played again must not end the review of thousands.
        return Reviewed(task.number, task.deal, None, str(error) or repr(error))
    return Reviewed(task.number, task.deal, report)


def _in_order(done: Iterable[Reviewed], tasks: Iterable[_Task]) -> Iterator[Reviewed]:
    """Yield the reviews in the order of the tasks, without unfinished deals."""
    waiting: dict[tuple[int, int], Reviewed] = {}
    pending = ((task.number, task.deal) for task in tasks)
    now = next(pending, None)
    for one in done:
        waiting[one.record, one.deal] = one
        while now is not None and now in waiting:
            ready = waiting.pop(now)
            if ready.report is not None or ready.error:
                yield ready
            now = next(pending, None)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
