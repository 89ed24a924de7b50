"""Erasure from the raw SQLite file: deleted data are in no page and no write-ahead log."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Final

import structlog

from rebelote.server.base.limits import limit
from rebelote.server.base.storage.schema import SMALL

log = structlog.get_logger()

TRIES: Final = 20
"""Attempts to empty the write-ahead log while others read."""
BUSY_SECONDS: Final = limit(
    10,
    "time that another process may lock the database",
    unit="s",
    per="write",
    beyond="server-busy",
)
CHECKPOINT_BUSY_MS: Final = 100
"""Milliseconds that emptying the write-ahead log waits for readers."""

ByWriter = Callable[[Callable[[sqlite3.Connection], None]], Future[None]]
"""Has the writer of the file do something between two transactions."""


def wipe(file: str, by_writer: ByWriter, words: Sequence[str]) -> bool:
    """Empty the write-ahead log, and see to it that none of these words is left in the file.

    Deleted rows are overwritten, but where a page of the file was once divided, old halves may
    remain: then a small file is rewritten. A large one is not, for every table would wait; the
    log says so, and `VACUUM` at a quiet time does it. False where something may be left. Not for
    the event loop; the writer does it.
    """
    path = Path(file)
    if _emptied(by_writer) and not _holds(path, words):
        return True
    if path.stat().st_size <= SMALL:
        by_writer(_rewritten).result()
        if _emptied(by_writer) and not _holds(path, words):
            return True
    log.warning("the database file may still contain deleted data: run VACUUM while nobody plays")
    return False


def empty_wal(connection: sqlite3.Connection) -> bool:
    """Return whether everything is in the file itself now, and the write-ahead log is empty.

    A reader is not waited for: the writer has other work.
    """
    connection.execute(f"PRAGMA busy_timeout={CHECKPOINT_BUSY_MS}")
    try:
        return not connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    finally:
        connection.execute(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}")


def _rewritten(connection: sqlite3.Connection) -> None:
    connection.execute("VACUUM")


def _emptied(by_writer: ByWriter) -> bool:
    """Return whether the writer could empty the write-ahead log, at last."""
    outcome: list[bool] = []
    for _ in range(TRIES):
        by_writer(lambda connection: outcome.append(empty_wal(connection))).result()
        if outcome[-1]:
            return True
        time.sleep(0.05)
    return False


_SEARCH: Final = """
import mmap, sys
words = sys.stdin.buffer.read().split(b"\\0")
with open(sys.argv[1], "rb") as file:
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        sys.exit(any(content.find(word) >= 0 for word in words))
"""


def _holds(path: Path, words: Sequence[str]) -> bool:
    """Return whether the raw file holds one of these words; looked up in a process of its own.

    Closing the file drops every lock that the process has on it (POSIX), and the next program to
    open the database would take itself for the only one, and remove the server's log.
    """
    command = [sys.executable, "-I", "-c", _SEARCH, str(path)]
    sought = b"\0".join(word.encode() for word in words)
    return subprocess.run(command, input=sought, check=False).returncode != 0
