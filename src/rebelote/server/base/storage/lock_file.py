"""The lock file beside a database, which lives as long as its server does.

However a server ends, its lock ends with it, so none is ever left behind; the lock file holds the
number of the process. On Linux the database itself is locked as well (flock, which SQLite's own
locks know nothing of), so that it is of no use to delete the lock's file; a file of two names is
refused. Where the system has no such locks (Windows) there is no check.
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
"""The suffix of the lock file, after the database's name."""


class AlreadyServedError(ValueError):
    """A server is at work on this file already; `process` is its number, 0 where not known."""

    def __init__(self, database: str, process: int) -> None:
        self.process = process
        who = f" (process {process})" if process else ""
        super().__init__(f"{database} is being served{who}: stop that server first")


@contextlib.contextmanager
def claimed(database: str) -> Iterator[None]:
    """Have the file to oneself. AlreadyServedError where a server has it; OSError where it
    cannot be.

    To be held for as long as this process has the database open: closing a descriptor of it drops
    SQLite's locks (POSIX).
    """
    if sys.platform == "win32":
        yield
        return
    with contextlib.ExitStack() as held:
        lock = os.open(_lock_of(database), os.O_RDWR | os.O_CREAT, 0o600)
        held.callback(os.close, lock)
        _hold(lock, database, lock)
        if sys.platform == "linux" and os.path.exists(database):
            itself = os.open(database, os.O_RDWR)
            held.callback(os.close, itself)
            _hold(itself, database, lock)
        os.truncate(lock, 0)
        os.pwrite(lock, str(os.getpid()).encode(), 0)
        yield


def made_private(database: str) -> None:
    """Restrict the database to this user; create it where there is none.

    ValueError for a file of two names: a lock by name would not keep another server out.
    """
    if os.path.isdir(database):
        raise ValueError(f"{database} is a folder: name the file of the database in it")
    os.umask(0o077)
    for name in (database, f"{database}-wal", f"{database}-shm"):
        if os.path.exists(name):
            os.chmod(name, 0o600)
    if not os.path.exists(database):
        os.close(os.open(database, os.O_RDWR | os.O_CREAT, 0o600))
    if os.stat(database).st_nlink > 1:
        raise ValueError(f"{database} has another name (a hard link): keep one, and serve that")


def served_by(database: str) -> int | None:
    """Return the number of the process that serves this file; None without one."""
    if not os.path.exists(_lock_of(database)) and not os.path.exists(database):
        return None
    try:
        with claimed(database):
            return None
    except AlreadyServedError as error:
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
    """Wait until no process serves this file."""
    while served_by(database) is not None:
        time.sleep(0.1)


def _lock_of(database: str) -> str:
    return os.path.realpath(database) + SUFFIX


def _hold(file: int, database: str, lock: int) -> None:
    """Lock a file. Raises AlreadyServedError with the number in the lock file."""
    assert sys.platform != "win32"
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        number = os.pread(lock, 20, 0)
        raise AlreadyServedError(database, int(number) if number.isdigit() else 0) from None
