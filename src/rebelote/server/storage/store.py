"""The store as the server uses it: an append-only log of every table, and rows; errors of its own.

Statements are in words that SQLite (from 3.24 on) and PostgreSQL both know, with question marks for
their values, plain or numbered. A truth value is compared and set as one (`WHERE counts`, `FALSE`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any, Final, NamedTuple, Protocol

from rebelote.server.runtime.time_source import TimeSource

LAST: Final = 2**63 - 1
"""Beyond every line of a log."""


class StoreError(Exception):
    """Something was not read or written."""


class Taken(StoreError):
    """What should be written breaks a constraint: mostly, a key exists already."""


class StoreBusy(StoreError):
    """More waits to be written than may wait."""


class StoreDamaged(StoreError):
    """The file is damaged: nothing more is written to it."""


class StoreFailed(StoreError):
    """The database could not do it; its own error is the cause."""


Row = dict[str, Any]  # what a column holds only its statement says
"""A row, by the names of its columns."""
Rows = list[Any]  # tuples, of what the columns hold
"""Rows, each with its values in the order of the columns."""
Statement = tuple[str, tuple[object, ...]]
"""SQL, and what fills its question marks."""


class LogLine(NamedTuple):
    """A line of a table's log."""

    seq: int
    client_id: str | None
    entry: bytes


class Store(Protocol):
    """What a server keeps, and keeps it in.

    `path`: the file, beside which the disk may fill up. `damaged`: whether it is known to be
    damaged, set by whoever has looked at it. `rewriting` is held while entries of logs are read to
    be written anew: nothing else changes them.
    """

    path: str
    time: TimeSource
    damaged: bool
    rewriting: asyncio.Lock

    def append(
        self, table_id: str, seq: int, client_id: str | None, entry: bytes, *more: Statement
    ) -> Future[None]:
        """Write one line, and `more` with it; done once it is on disk. Taken: that line exists."""

    def write(self, *statements: Statement) -> Future[None]:
        """Carry out all of these or none; done once they are on disk. Taken: a key exists."""

    def read(self, sql: str, *values: object) -> Rows:
        """The rows a question finds; a long one is asked from another thread than the loop's."""

    def rows(self, sql: str, *values: object) -> list[Row]:
        """The same with every value under its column's name."""

    def table(self, table_id: str) -> tuple[bytes, str | None] | None:
        """The facts of a table and the code it goes by, if there is one."""

    def log(self, table_id: str, last: int = LAST) -> list[LogLine]:
        """The log of a table, in order, up to this line."""

    def lines_with(self, table_id: str, word: bytes) -> list[LogLine]:
        """The lines of a table's log whose entry holds this word."""

    def seatings(self, table_id: str, last: int = LAST) -> list[bytes]:
        """The entries of a log that say who sits where, and when matches began."""

    def version(self, table_id: str) -> int:
        """The last line of a table's log; 0 where there is none."""

    def end_of_match(self, table_id: str, version: int) -> int:
        """The last line before another match begins, after the line `version`."""

    def start_of_match(self, table_id: str, last: int) -> int:
        """The line with which the last match began, up to this line; 0 where none did."""

    def seq_of(self, table_id: str, client_id: str) -> int | None:
        """Where in its table's log the message of this id stands."""

    def count_tables(self) -> int:
        """How many tables there are."""

    def wipe(self, words: Sequence[str]) -> bool:
        """See to it that none of these deleted words is left; False where one may be. Blocking."""

    @property
    def warnings(self) -> Sequence[str]:
        """What the operator should see to: codes of `/health`."""

    @property
    def waiting(self) -> int:
        """Lines that wait for the writer."""

    @property
    def alive(self) -> bool:
        """Whether the writer is at work."""

    def close(self) -> None:
        """Write what waits, and stop."""
