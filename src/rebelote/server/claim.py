"""Who serves this file? A lock beside the database that lives as long as its server does.

However a server ends, its lock ends with it, so none is ever left behind; in the lock's file stands
the number of the process. Where the system has no such locks (Windows) everybody is let through.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Iterator
from typing import Final

SUFFIX: Final = ".serving"
"""What the lock's file is called: the database's name, and this."""


class Served(ValueError):
    """A server is at work on this file already; `process` is its number, 0 where not known."""

    def __init__(self, database: str, process: int) -> None:
        self.process = process
        super().__init__(f"{database} is being served (process {process}): stop that server first")


@contextlib.contextmanager
def claimed(database: str) -> Iterator[None]:
    """Have the file to oneself. Served where a server has it; OSError where it cannot be."""
    if sys.platform == "win32":
        yield
        return
    lock = os.open(_lock_of(database), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _hold(lock, database)
        os.truncate(lock, 0)
        os.pwrite(lock, str(os.getpid()).encode(), 0)
        yield
    finally:
        os.close(lock)


def served_by(database: str) -> int | None:
    """The number of the process that serves this file; None where nobody does."""
    if not os.path.exists(_lock_of(database)):
        return None
    try:
        with claimed(database):
            return None
    except Served as error:
        return error.process


def ask_to_drain(database: str) -> int:
    """Have the server of this file end once its deals are over; the number of its process.

    ValueError where no server has the file, or the system knows no such signal.
    """
    process = served_by(database)
    if sys.platform == "win32" or not process:
        raise ValueError(f"no server of this machine serves {database}")
    os.kill(process, signal.SIGUSR1)
    return process


def await_end(database: str) -> None:
    """Wait until nobody serves this file."""
    while served_by(database) is not None:
        time.sleep(0.1)


def _lock_of(database: str) -> str:
    return os.path.realpath(database) + SUFFIX


def _hold(lock: int, database: str) -> None:
    """Take the lock, or say who has it."""
    assert sys.platform != "win32"
    import fcntl

    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        number = os.pread(lock, 20, 0)
        raise Served(database, int(number) if number.isdigit() else 0) from None
