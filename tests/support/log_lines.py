"""Logs written into a store without a server."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from waiting import wait_until_written

from rebelote.server.base.storage.store import Store
from rebelote.server.table.model import event_log


def write_lines(store: Store, table: str, lines: Iterable[tuple[int, str | None, bytes]]) -> None:
    """Write lines of a log as a server does: each with its kind."""
    for line in lines:
        kind = event_log.kind(event_log.decode(line[2]))
        wait_until_written(partial(store.append, kind=kind), table, *line)
