"""Turns: one thing at a time, by key in turn (`fair_queue`)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from rebelote.server.base.workers.fair_queue import FairQueue


class _Waiting(NamedTuple):
    """A turn that is waited for: its key, and the act once it has come."""

    key: str
    place: asyncio.Future[None]


class Turns:
    """One thing at a time, in turn by key."""

    def __init__(self) -> None:
        self._queue: FairQueue[_Waiting] = FairQueue()
        self._served: str | None = None

    @asynccontextmanager
    async def turn(self, key: str) -> AsyncIterator[None]:
        """Wait for a turn of this key, and have it."""
        await self.wait(key)
        try:
            yield
        finally:
            self.pass_on()

    async def wait(self, key: str) -> None:
        """Wait for a turn of this key, which `pass_on` ends."""
        if self._served is None:
            self._served = key
            return
        waiting = _Waiting(key, asyncio.get_running_loop().create_future())
        self._queue.put(key, waiting)
        try:
            await waiting.place
        except BaseException:
            self._queue.remove(key, waiting)
            if not waiting.place.cancelled():  # its turn had just come
                self.pass_on()
            raise

    def pass_on(self) -> None:
        """Give the turn that has ended to the next key."""
        self._served = None
        while self._served is None and (waiting := self._queue.take()) is not None:
            if not waiting.place.done():
                self._served = waiting.key
                waiting.place.set_result(None)

    def ahead(self, key: str, number: int) -> int:
        """Return how many turns come before a key's turn of this number, from 0."""
        if self._served is None:
            return number
        if self._served == key:
            return 0 if not number else 1 + self._queue.ahead(key, number - 1)
        return 1 + self._queue.ahead(key, number)
