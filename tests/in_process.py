"""A real server in a thread of the tests' own process, whose time a test can move on.

What takes minutes is tried at once: `server.time.advance(60)`. People, sockets and HTTP are as at a
server of its own process (`server_process`).
"""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from server_process import Server
from waiting import until

from rebelote.server.app import configured, make_app
from rebelote.server.limits import Limits, networks
from rebelote.server.time_source import TimeSource


class MovableTime:
    """Time that passes by itself, and that a test moves on besides."""

    def __init__(self) -> None:
        self.ahead = 0.0
        self.source = TimeSource(
            lambda: time.monotonic() + self.ahead, lambda: time.time() + self.ahead
        )

    def advance(self, seconds: float) -> None:
        """Let this much more time have passed."""
        self.ahead += seconds


class InProcess(Server):
    """A server whose state lies open: `app.state` has the lobby, the store and the rest.

    `config`: settings of uvicorn, as `ws_ping_interval`.
    """

    def __init__(
        self,
        database: Path,
        limits: Limits | None = None,
        trusted_proxy: str = "",
        **config: Any,
    ) -> None:
        super().__init__(database)
        self.time = MovableTime()
        if limits is None:  # one that counts nothing yet is false
            limits = Limits(networks("127.0.0.1"), time=self.time.source)
        self.limits = limits
        self.trusted_proxy = trusted_proxy
        self.config = config

    def start(self) -> None:
        """Start it, and wait until it answers; again after a stop, too."""
        self.app = make_app(str(self.database), self.limits, time=self.time.source)
        config = configured(self.app, "127.0.0.1", self.port, self.trusted_proxy)
        for name, value in self.config.items():
            setattr(config, name, value)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self._run, name="server", daemon=True)
        self.thread.start()
        until(lambda: self.server.started or not self.thread.is_alive())
        assert self.thread.is_alive(), "the server did not start"

    def _run(self) -> None:
        """Serve on a loop of this thread, as `uvicorn.Server.run` does."""

        async def serve() -> None:
            self.loop = asyncio.get_running_loop()
            await self.server.serve()

        with asyncio.Runner(loop_factory=self.server.config.get_loop_factory()) as runner:
            runner.run(serve())

    def stop(self, how: signal.Signals = signal.SIGTERM) -> str:
        """Stop it, whatever the signal would be."""
        self.server.should_exit = True
        self.thread.join(30)
        assert not self.thread.is_alive(), "the server did not stop"
        return ""


@contextmanager
def serving_in_process(
    database: Path, limits: Limits | None = None, trusted_proxy: str = "", **config: Any
) -> Iterator[InProcess]:
    """A server for the length of a test."""
    server = InProcess(database, limits, trusted_proxy, **config)
    server.start()
    try:
        yield server
    finally:
        server.stop()
