"""A real server in a thread of the tests' own process, whose time a test can move on.

What takes minutes is tried at once: `server.time.advance(60)` for what the server measures and
dates (`server.pass_time(60)` where a node is not to take it for a standstill), `server.expire(60)`
for the timeouts of its connections, `server.run_chores()` for its background work. People, sockets
and HTTP are as at a server of its own process (`server_process`).
"""

from __future__ import annotations

import asyncio
import gc
import signal
import threading
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import digests
import forked
import uvicorn
from ending import end_soon
from server_process import Server
from waiting import PATIENCE, until

from rebelote import games
from rebelote.server.base.cluster.node import FRESH_SECONDS
from rebelote.server.base.runtime.addresses import networks
from rebelote.server.base.runtime.rate_limits import Limits
from rebelote.server.base.runtime.time_source import TimeSource
from rebelote.server.features.mail.smtp import SmtpServer
from rebelote.server.features.push.delivery import Sender
from rebelote.server.main.app import READY, configured, make_app
from rebelote.server.main.compose import open_core
from rebelote.server.main.lifecycle import chores

T = TypeVar("T")

end_soon()
digests.cheapen()
if forked.POSSIBLE:
    forked.preload_workers()


class MovableTime:
    """Time that passes by itself, and that a test moves on; `wrong`: the wall clock's error."""

    def __init__(self, wrong: float = 0.0) -> None:
        self.ahead = 0.0
        self.wrong = wrong
        self.source = TimeSource(
            lambda: time.monotonic() + self.ahead,
            lambda: time.time() + self.ahead + self.wrong,
        )

    def advance(self, seconds: float) -> None:
        """Let this much more time have passed."""
        self.ahead += seconds


class StoppedTime:
    """Time that passes only where a test moves it."""

    def __init__(self) -> None:
        self.now = 0.0
        self.source = TimeSource(lambda: self.now, lambda: self.now)


class MovableLoop(asyncio.SelectorEventLoop):
    """An event loop whose timers a test lets run out."""

    ahead = 0.0

    def time(self) -> float:
        """Return the time of the loop's timers."""
        return super().time() + self.ahead

    def advance(self, seconds: float) -> None:
        """Let this much more time have passed, as far as timers are concerned."""
        self.ahead += seconds


class InProcess(Server):
    """A server whose services lie open: `context` has the lobby, the store and the rest.

    Its application is that of one before it, if one has stopped: only the services are its own.

    `config`: settings of uvicorn, as `ws_ping_interval`. `wrong`: the wall clock's error. `smtp`:
    by which it sends mail.
    """

    def __init__(
        self,
        database: Path,
        limits: Limits | None = None,
        trusted_proxy: str = "",
        wrong: float = 0.0,
        push: Sender | None = None,
        smtp: SmtpServer | None = None,
        **config: Any,
    ) -> None:
        super().__init__(database)
        self.smtp = smtp
        self.wire = ""
        """The address of a NATS server, for one of several nodes."""
        self.time = MovableTime(wrong)
        if limits is None:  # one that counts nothing yet is false
            limits = Limits(networks("127.0.0.1"), time=self.time.source)
        self.limits = limits
        self.trusted_proxy = trusted_proxy
        self.push = push
        self.config = config

    def start(self) -> None:
        """Start it, and wait until it answers; again after a stop, too."""
        self.core = open_core(
            self.address,
            self.limits,
            time=self.time.source,
            public_url=self.url if self.smtp else "",
            smtp=self.smtp,
            wire=self.wire,
            push=self.push,
        )
        self.made, self.reusable = make_app(), not games.loaded()
        application = self.made.over(self.core)
        config = configured(application, self.core, "127.0.0.1", self.port, self.trusted_proxy)
        for name, value in self.config.items():
            setattr(config, name, value)
        self.server = uvicorn.Server(config)
        gc.freeze()  # a server looks at everything as it starts: not at all tests, too
        self.thread = threading.Thread(target=self._run, name="server", daemon=True)
        self.thread.start()
        until(lambda: self.server.started or not self.thread.is_alive())
        assert self.thread.is_alive(), "the server did not start"

    def _run(self) -> None:
        """Serve on a loop of this thread, as `uvicorn.Server.run` does."""

        async def serve() -> None:
            await self.server.serve()

        with asyncio.Runner(loop_factory=self._new_loop) as runner:
            runner.run(serve())

    def _new_loop(self) -> MovableLoop:
        self.loop = MovableLoop()
        return self.loop

    @property
    def connections(self) -> set[Any]:
        """The connections that are open."""
        return self.server.server_state.connections

    def pass_time(self, seconds: float) -> None:
        """Let so much more time have passed, of which a node loses none: it looks at the logs."""
        coordinator = self.core.coordinator
        step = seconds if coordinator is None else FRESH_SECONDS / 2
        while seconds > 0:
            self.time.advance(min(step, seconds))
            seconds -= step
            if coordinator is not None:
                self.work(coordinator.poll())

    def expire(self, seconds: float) -> None:
        """Let whatever has a timeout of at most so many seconds run into it."""
        self.loop.call_soon_threadsafe(self.loop.advance, seconds)

    def work(self, task: Coroutine[Any, Any, T]) -> T:
        """Make the server do something now, and return the result."""
        return asyncio.run_coroutine_threadsafe(task, self.loop).result(PATIENCE)

    def run_chores(self) -> None:
        """Make the server do all its regular chores at once."""

        async def run() -> None:
            for chore in chores(self.core):
                await chore.work()

        self.work(run())

    def stop(self, how: signal.Signals = signal.SIGTERM) -> str:
        """Stop it, whatever the signal would be."""
        self.server.should_exit = True
        self.thread.join(60)
        assert not self.thread.is_alive(), "the server did not stop"
        if self.reusable:  # and not yet left to another, if it is stopped again
            self.reusable = False
            del self.made.current.core
            READY.append(self.made)
        return ""


@contextmanager
def serving_in_process(
    database: Path,
    limits: Limits | None = None,
    trusted_proxy: str = "",
    wrong: float = 0.0,
    push: Sender | None = None,
    smtp: SmtpServer | None = None,
    **config: Any,
) -> Iterator[InProcess]:
    """Yield a server for the length of a test."""
    server = InProcess(database, limits, trusted_proxy, wrong, push, smtp, **config)
    server.start()
    try:
        yield server
    finally:
        server.stop()
