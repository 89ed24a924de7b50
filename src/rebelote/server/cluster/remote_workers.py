"""The remote workers as a node asks them: processes on machines of their own that think for
bots."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

import structlog
from nats.aio.client import Client
from nats.errors import Error, NoRespondersError

from rebelote.bots import Thought
from rebelote.rules.view import View
from rebelote.server.cluster import questions
from rebelote.server.cluster.nats import connect
from rebelote.server.runtime.build import build_id
from rebelote.server.telemetry import metrics

log = structlog.get_logger()


class NatsRemoteWorkers:
    """Remote workers over a NATS server. The node reconnects by `connect`."""

    def __init__(self, url: str, clock: Callable[[], float]) -> None:
        self._url, self._clock = url, clock
        self._connection: Client | None = None
        self._asked_from = 0.0
        self._waiting = 0

    @property
    def connected(self) -> bool:
        """Whether remote workers can be asked, if there are any."""
        return self._connection is not None and self._connection.is_connected

    async def connect(self) -> None:
        """Connect, unless it is connected; a failure is left to the next call."""
        if self.connected:
            return
        await asyncio.to_thread(build_id)  # each question names it
        with contextlib.suppress(OSError):
            self._connection = await connect(self._url, "rebelote thoughts")

    async def close(self) -> None:
        """Close the connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(Error, OSError):
                await connection.close()

    async def think(self, level: str, seed: int, view: View) -> Thought | None:
        """What a bot of this level thinks here; None where no remote worker answers in time."""
        connection = self._connection
        if connection is None or not connection.is_connected or not self._may_ask():
            return None
        self._waiting += 1
        try:
            thought = await self._answer(connection, questions.encode_question(level, seed, view))
        finally:
            self._waiting -= 1
        return thought

    def _may_ask(self) -> bool:
        return self._waiting < questions.MOST_ASKED and self._clock() >= self._asked_from

    async def _answer(self, connection: Client, question: bytes) -> Thought | None:
        try:
            answer = await connection.request(
                questions.SUBJECT, question, questions.PATIENCE_SECONDS
            )
        except NoRespondersError:
            self._pause("absent", questions.ABSENT_SECONDS)
            return None
        except (TimeoutError, Error, OSError):
            log.warning("a remote worker does not answer")
            self._pause("late", questions.LATE_SECONDS)
            return None
        thought = questions.decode_thought(answer.data)
        metrics.REMOTE_REQUESTS.labels("declined" if thought is None else "answered").inc()
        return thought

    def _pause(self, how: str, seconds: float) -> None:
        """Send no question for so many seconds, since there was no answer."""
        metrics.REMOTE_REQUESTS.labels(how).inc()
        self._asked_from = self._clock() + seconds
