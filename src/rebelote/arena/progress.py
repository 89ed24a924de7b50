"""Progress bar on a terminal; nothing for a file or another program."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

_T = TypeVar("_T")


def shown(each: Iterable[_T], title: str, done: int, total: int) -> Iterator[_T]:
    """Yield the same items, with a progress bar on standard error that vanishes at the end.

    `done` of the `total` were there before.
    """
    if not sys.stderr.isatty():
        yield from each
        return
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    left = TimeRemainingColumn(elapsed_when_finished=True)
    console = Console(stderr=True)
    try:
        with Progress(*columns, left, console=console, transient=True) as bar:
            task = bar.add_task(title, total=total, completed=done)
            for one in each:
                bar.advance(task)
                yield one
    finally:
        # Who stops it while the bar is being made wants a cursor all the same.
        console.show_cursor()
