"""A worker process that stands still while it sends a result."""

from __future__ import annotations

import os
import signal
import sys
import threading
from multiprocessing.process import BaseProcess


def send_result(halfway: bool) -> bytes:
    """A result; `halfway`: so long a one that its process can stop itself while it sends it."""
    if halfway:
        threading.Thread(target=_stop_in_sending, args=(threading.main_thread().ident,)).start()
    return bytes(100_000_000 if halfway else 1)


def _stop_in_sending(main: int) -> None:
    while sys._current_frames()[main].f_code.co_name != "_send":
        pass
    os.kill(os.getpid(), signal.SIGSTOP)


def has_stopped(worker: BaseProcess) -> bool:
    """Whether this child has stopped since this was last asked."""
    assert worker.pid is not None
    child, status = os.waitpid(worker.pid, os.WNOHANG | os.WUNTRACED)
    return child != 0 and os.WIFSTOPPED(status)
