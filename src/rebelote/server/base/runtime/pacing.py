"""Work at a bounded rate: requests that come too fast are carried out together."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable


class Paced:
    """Work that is done on request, at once and then at most once in so many seconds.

    `work` never overlaps with itself, and reports its own errors.
    """

    __slots__ = ("_requested", "_seconds", "_task", "_work")

    def __init__(self, work: Callable[[], Awaitable[None]], seconds: float) -> None:
        self._work, self._seconds = work, seconds
        self._requested = False
        self._task: asyncio.Task[None] | None = None

    def request(self) -> None:
        """Have the work done soon; a request that waits already stands for this one too."""
        self._requested = True
        if self._task is None:
            self._task = asyncio.create_task(self._run())

    def cancel(self) -> None:
        """Cancel requested and running work."""
        self._requested = False
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        try:
            while self._requested:
                self._requested = False
                await self._work()
                await asyncio.sleep(self._seconds)
        finally:
            self._task = None
