"""A remote worker: a process on a machine of its own that thinks for the bots of several nodes.

It keeps no state. A node that asks has the whole position, as far as the bot's seat may know it,
and thinks for itself where no answer arrives.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Awaitable
from typing import Final

import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error

from rebelote.server.base.cluster import questions
from rebelote.server.base.cluster.nats import connect, lost_as_os_error, shown, subscribed
from rebelote.server.base.cluster.questions import DECLINED, Question
from rebelote.server.base.limits import limit
from rebelote.server.base.runtime.build import build_id
from rebelote.server.base.workers.bots import BotWorkers

log = structlog.get_logger()

WAITING_EACH: Final = limit(
    4,
    "questions that a remote worker has taken",
    per="worker process",
    beyond="the node thinks for itself",
)
STOPPING_SECONDS: Final = 10.0
"""Seconds that a stopping remote worker may think about the requests it has taken."""
RETRY_SECONDS: Final = 1.0
"""Seconds from one attempt to reach the NATS server to the next."""


class RemoteWorker:
    """A service that answers questions in so many worker processes."""

    def __init__(self, workers: int) -> None:
        self._workers = BotWorkers(workers)
        self._under_way: set[asyncio.Task[None]] = set()

    async def run(self, url: str) -> None:
        """Answer until SIGTERM or Ctrl-C; then finish the requests that were taken."""
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            # Not by the loop, which handles none on Windows.
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
        # A node waits for its answer: no question is taken before a worker has started.
        await self._workers.ready()
        await asyncio.to_thread(build_id)
        reported = False
        try:
            while not stop.is_set():
                try:
                    await self._serve(url, stop)
                    reported = False
                except OSError as error:
                    if not reported:
                        log.warning("NATS cannot be reached", error=str(error))
                    reported = True
                    await _whichever_is_first(stop.wait(), asyncio.sleep(RETRY_SECONDS))
        finally:
            self._workers.close()
        log.info("stopped")

    async def _serve(self, url: str, stop: asyncio.Event) -> None:
        """Answer over one connection, until it ends or the stop comes. Raises OSError."""
        ended = asyncio.Event()

        async def closed() -> None:
            ended.set()

        connection = await connect(url, "rebelote worker", closed)
        try:
            with lost_as_os_error():
                await self._take_until(connection, stop, ended, url)
        finally:
            with contextlib.suppress(Error, OSError):
                await connection.close()

    async def _take_until(
        self, connection: Client, stop: asyncio.Event, ended: asyncio.Event, url: str
    ) -> None:
        """Take questions until the stop comes, and answer those taken, or the connection ends."""
        subscription = await connection.subscribe(questions.SUBJECT, questions.GROUP, self._take)
        await subscribed(connection)
        log.info("thinking", nats=shown(url), workers=self._workers.workers)
        await _whichever_is_first(stop.wait(), ended.wait())
        if stop.is_set():
            await subscription.drain()
            if self._under_way:
                await asyncio.wait(self._under_way, timeout=STOPPING_SECONDS)

    async def _take(self, message: Msg) -> None:
        """Think about a question beside those that were taken before, or decline it."""
        question = questions.decode_question(message.data)
        if question is None or len(self._under_way) >= self._workers.workers * WAITING_EACH:
            await _respond(message, DECLINED)
            return
        task = asyncio.create_task(self._answer(message, question))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _answer(self, message: Msg, question: Question) -> None:
        try:
            thought = await self._workers.think(question.level, question.seed, question.view)
        except Exception as error:  # the node thinks for itself, and logs its own error
            log.error("a question could not be answered", error=repr(error))
            await _respond(message, DECLINED)
        else:
            await _respond(message, questions.encode_thought(thought))


async def _respond(message: Msg, answer: bytes) -> None:
    """Answer, if the connection still stands: the node thinks for itself otherwise."""
    with contextlib.suppress(Error, OSError):
        await message.respond(answer)


async def _whichever_is_first(*waits: Awaitable[object]) -> None:
    """Wait until the first of these is done."""
    tasks = [asyncio.ensure_future(wait) for wait in waits]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
