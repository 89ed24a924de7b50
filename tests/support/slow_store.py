"""A store in a file of which an answer can come late, as those of another machine's database do."""

from __future__ import annotations

import asyncio

from rebelote.server.base.storage.sqlite_store import SqliteStore
from rebelote.server.base.storage.store import Rows, Statement, Written


class LateAnswer:
    """A delayed answer: whether its query was made, and whether it is returned."""

    def __init__(self) -> None:
        self._asked, self.received = asyncio.Event(), asyncio.Event()

    async def asked(self) -> None:
        """Wait for a caller."""
        async with asyncio.timeout(30):
            await self._asked.wait()

    async def held(self) -> None:
        """Keep the caller waiting."""
        self._asked.set()
        await self.received.wait()


class SlowStore(SqliteStore):
    """Answers at once, unless the next answer is kept back; it says how things stood when asked."""

    _late: LateAnswer | None = None
    _about = ""
    _late_writing: LateAnswer | None = None
    _about_writing = ""

    def keep_back_writing(self, about: str) -> LateAnswer:
        """Delay the answer that something is on disk: that of the next statement with this text."""
        self._late_writing, self._about_writing = LateAnswer(), about
        return self._late_writing

    def write(self, *statements: Statement) -> Written:
        """Carry out all of these or none."""
        done = super().write(*statements)
        late = self._late_writing
        if late is None or not any(self._about_writing in sql for sql, _ in statements):
            return done
        self._late_writing = None
        return asyncio.ensure_future(_said_late(done, late))

    def keep_back(self, about: str = "") -> LateAnswer:
        """Delay the answer to the next question, or to the next with this text."""
        self._late, self._about = LateAnswer(), about
        return self._late

    async def read(self, sql: str, *values: object) -> Rows:
        late = self._late if self._about in sql else None
        if late is not None:
            self._late = None
        rows = await super().read(sql, *values)
        if late is not None:
            await late.held()
        return rows


async def _said_late(done: Written, late: LateAnswer) -> None:
    await done
    await late.held()
