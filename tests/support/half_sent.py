"""A worker process that stands still while it sends a result."""

from __future__ import annotations

import os
import signal
import sys
import threading
from multiprocessing.process import BaseProcess
from pathlib import Path


def send_result(halfway: bool) -> bytes:
    """Send a result; if `halfway`, one so long that its process can stop itself meanwhile."""
    if halfway:
        threading.Thread(target=_stop_in_sending, args=(threading.main_thread().ident,)).start()
    return bytes(100_000_000 if halfway else 1)


def _stop_in_sending(main: int) -> None:
    while sys._current_frames()[main].f_code.co_name != "_send":
        pass
    os.kill(os.getpid(), signal.SIGSTOP)


def has_stopped(worker: BaseProcess) -> bool:
    """Return whether this process has stopped, even if it is no child of this one."""
    assert worker.pid is not None
    status = Path(f"/proc/{worker.pid}/stat")
    if status.exists():
        return status.read_text().rpartition(")")[2].split()[0] == "T"
    child, code = os.waitpid(worker.pid, os.WNOHANG | os.WUNTRACED)
    return child != 0 and os.WIFSTOPPED(code)
