"""Logs on disk whose state is in memory: read on and appended to.

A state follows from the entries alone, and taking one over never refuses, so that a rule may become
stricter. What is appended is decided before, on the state as it is; the key of a line decides
between nodes, and who was slower decides again.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

import msgspec
import structlog

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol.entry_form import EntryForm
from rebelote.server.base.storage.retries import retried
from rebelote.server.base.storage.store import ConflictError, Rows

log = structlog.get_logger()

ATTEMPTS: Final = 5
"""Attempts to write lines where other nodes are faster."""
MOST_ON_THE_LOOP: Final = 50
"""Lines of a log that are read on the event loop: the costliest take 0.7 ms each."""
LINE_BYTES: Final = 100
"""Bytes that a line takes in the database beside its entry."""

State = TypeVar("State")
Entry = TypeVar("Entry")


class Line(msgspec.Struct, Generic[Entry], frozen=True):
    """An entry of a log; `person`: its author, empty for an entry of the server itself."""

    number: int
    person: str
    at: float
    entry: Entry


class LineRow(NamedTuple):
    """A line of a log as its columns; no author for an entry of the server itself."""

    number: int
    person: str | None
    at: float
    text: str

    @property
    def size(self) -> int:
        """The bytes that it takes, with what the database keeps beside it."""
        return len(self.text.encode()) + LINE_BYTES


class StoredLog(ABC, Generic[State, Entry]):
    """A log and its state, as far as it was read.

    `rewrites`: how often names had been taken out of it by then.
    """

    def __init__(
        self, id: str, form: EntryForm[Entry], state: State | None = None, rewrites: int = 0
    ) -> None:
        self.id, self.form, self.rewrites = id, form, rewrites
        self.lock = asyncio.Lock()
        self.last = 0
        """The number of its last line."""
        self.size = 0
        """The bytes of its lines."""
        self._state = state

    @property
    def state(self) -> State:
        """Its state, once it has a line."""
        assert self._state is not None, "the log has no line yet"
        return self._state

    @abstractmethod
    def evolve(self, state: State | None, line: Line[Entry]) -> State:
        """Return the state after a line that is on disk, which is never refused."""

    @abstractmethod
    async def rows(self, after: int) -> Rows:
        """Return the number, author, time and entry of the lines after this one, from disk."""

    async def open(self) -> None:
        """Read the whole log: beside the event loop, where it is long.

        IllegalActionError `log-unreadable`, as from everything that reads lines.
        """
        rows = await self.rows(0)
        if len(rows) > MOST_ON_THE_LOOP:
            await asyncio.to_thread(self.read, rows)
        else:
            self.read(rows)

    async def catch_up(self) -> None:
        """Take over lines that other nodes have written."""
        await self.take(await self.rows(self.last))

    async def take(self, rows: Rows) -> None:
        """Take over lines that are on disk; others act in between where they are many."""
        for at in range(0, len(rows), MOST_ON_THE_LOOP):
            self.read(rows[at : at + MOST_ON_THE_LOOP])
            await asyncio.sleep(0)

    def read(self, rows: Rows) -> None:
        """Take over lines that are on disk. IllegalActionError `log-unreadable`."""
        for row in map(LineRow._make, rows):
            if row.number > self.last:
                line = Line(row.number, row.person or "", row.at, self._decode(row))
                self._state = self.evolve(self._state, line)
                self.last, self.size = row.number, self.size + row.size

    def _decode(self, row: LineRow) -> Entry:
        """Return the entry of a line; a later Rebelote may have written one that is refused."""
        try:
            return self.form.decode(row.text)
        except ValueError as error:
            log.error("a log cannot be read", log=self.id, line=row.number, error=repr(error))
            raise IllegalActionError("log-unreadable") from error

    def restart(self, state: State | None = None) -> None:
        """Forget all lines: they are about to be read from the first on."""
        self._state, self.last, self.size = state, 0, 0

    async def append(
        self,
        person: str,
        decide: Callable[[], Awaitable[Sequence[Entry]]],
        write: Callable[[Sequence[LineRow]], Awaitable[None]],
        now: float = 0.0,
    ) -> int:
        """Write the entries that are decided on for the state as it is, and count them.

        Decide again where another node was faster: `write` raises ConflictError then.
        IllegalActionError as either of both raises it; `server-busy`.
        """

        async def attempt() -> int:
            first = self.last + 1  # what is read meanwhile has the number, and that is a conflict
            encoded = enumerate(map(self.form.encode, await decide()), first)
            rows = [LineRow(number, person or None, now, it.decode()) for number, it in encoded]
            try:
                if rows:
                    await write(rows)
            except ConflictError:
                await self.catch_up()
                raise
            await self.take(rows)
            return len(rows)

        async with self.lock:
            return await retried(attempt, ATTEMPTS)


async def reduced(
    after: Callable[[State, Entry], State], entries: Sequence[Entry], state: State
) -> State:
    """Return the state after entries that are to be made; others act in between many.

    IllegalActionError as `after` raises it.
    """
    for number, entry in enumerate(entries, 1):
        state = after(state, entry)
        if number % MOST_ON_THE_LOOP == 0:
            await asyncio.sleep(0)
    return state
