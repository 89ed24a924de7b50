"""A worker process that stands still while it sends a result."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterable
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

needs_proc = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="states are found in /proc"
)


def sent_at_once_unless(half: bool) -> bytes:
    """A result; where it is to be sent by half, its process stops itself meanwhile."""
    if half:
        threading.Thread(target=_stop_in_sending, args=(threading.main_thread().ident,)).start()
    return bytes(100_000_000 if half else 1)


def _stop_in_sending(main: int) -> None:
    while sys._current_frames()[main].f_code.co_name != "_send":
        pass
    os.kill(os.getpid(), signal.SIGSTOP)


def stands_still(workers: Iterable[BaseProcess]) -> bool:
    """Whether one of these processes has stopped."""
    states = [Path(f"/proc/{worker.pid}/stat").read_text().split()[2] for worker in workers]
    return "T" in states
