"""The store as the server uses it: an append-only log of every table, and rows; errors of its own.

Statements are in words that SQLite (from 3.24 on) and PostgreSQL both know, with question marks for
their values, plain or numbered. A truth value is compared and set as one (`WHERE counts`, `FALSE`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, Protocol

from rebelote.server.base.protocol.log_kinds import SEATINGS, STARTED
from rebelote.server.base.protocol.message_ids import KEY, key_of
from rebelote.server.base.runtime.supervision import UnavailableError
from rebelote.server.base.runtime.time_source import TimeSource
from rebelote.server.base.storage import packed_lines
from rebelote.server.base.storage.packed_lines import Packed

LAST: Final = 2**63 - 1
"""Beyond every line of a log."""
ASKED_AT_ONCE: Final = 500
"""Values that one statement asks about at most."""
CLIENT_ID: Final = "client_id || coalesce(content, '')"
"""The whole id of a message: its key, and the digest of its content
(`base.protocol.message_ids`)."""
_LOG: Final = (
    f"SELECT seq, {CLIENT_ID}, entry, NULL AS client_ids FROM log WHERE table_id = ? AND seq <= ? "
    "UNION ALL SELECT first_seq, NULL, lines, client_ids FROM packed_matches "
    "WHERE table_id = ? AND first_seq <= ? ORDER BY seq"
)
"""Lines and packed matches in one statement: none is missed, or read twice, that is packed now."""
_LOG_OF_LAST_MATCH: Final = (
    f"SELECT seq, {CLIENT_ID}, entry, NULL AS client_ids FROM log "
    "WHERE table_id = ?1 AND (seq >= ?2 OR kind IS NOT NULL) "
    "UNION ALL SELECT first_seq, NULL, lines, client_ids FROM packed_matches "
    "WHERE table_id = ?1 AND first_seq > ?2 ORDER BY seq"
)
_LINES: Final = f"SELECT seq, {CLIENT_ID}, entry FROM log WHERE table_id = ? AND {{}} ORDER BY seq"
ADD_LINE: Final = (
    "INSERT INTO log (table_id, seq, client_id, content, entry, kind) "
    f"SELECT ?1, ?2, substr(?3, 1, {KEY}), nullif(substr(?3, {KEY + 1}), ''), ?4, ?5 "
    "WHERE NOT EXISTS (SELECT 1 FROM packed_matches "
    "WHERE table_id = ?1 AND ?2 BETWEEN first_seq AND last_seq)"
)
"""Write a line, unless lines around it are packed: then a node has missed what was played."""
_PACK: Final = "INSERT INTO packed_matches VALUES (?, ?, ?, ?, ?)"
_DELETE: Final = "DELETE FROM log WHERE table_id = ? AND seq BETWEEN ? AND ?"


class StoreError(Exception):
    """Something was not read or written."""


class ConflictError(StoreError):
    """A constraint that a write would break: mostly, a key exists already."""


class UnmetError(ConflictError):
    """A statement that must change a row has changed none (`MustChange`)."""


class TooLateError(ConflictError):
    """A line was to be written by a certain time, and was not."""


class StoreBusyError(StoreError):
    """Too many writes are waiting."""


class StoreDamagedError(StoreError):
    """The file is damaged: nothing more is written to it."""


class StoreFailedError(StoreError):
    """The database could not do it; its own error is the cause."""


class StoreUnavailableError(StoreFailedError, UnavailableError):
    """The database does not answer."""


PASSING = (StoreBusyError, StoreUnavailableError, ConflictError)
"""Errors after which a client may try again; any other is a fault."""
Row = dict[str, Any]  # what a column holds only its statement says
"""A row, by the names of its columns."""
Rows = list[Any]  # tuples, of what the columns hold
"""Rows, each with its values in the order of the columns."""
Statement = tuple[str, tuple[object, ...]]
"""SQL, and the values of its question marks."""


class MustChange(NamedTuple):
    """A statement without which nothing is written: where it changes no row, UnmetError."""

    sql: str
    values: tuple[object, ...]


Written = asyncio.Future[None]
"""Done once something is on disk."""


class LogLine(NamedTuple):
    """A line of a table's log."""

    seq: int
    client_id: str | None
    entry: bytes


class Reader(Protocol):
    """A source of answers to queries. Other tasks may act meanwhile, except with SQLite.

    A caller that decides by an answer holds a lock, or checks again what is in memory.
    """

    async def read(self, sql: str, *values: object) -> Rows:
        """Return the rows a question finds."""

    async def rows(self, sql: str, *values: object) -> list[Row]:
        """Return the same with every value under its column's name."""

    async def read_of(self, sql: str, values: Collection[str]) -> Rows:
        """Return the rows a question finds about any number of values, which it holds for `?*`.

        It is asked of some after others: an older SQLite takes 999 values.
        """
        listed: list[str] = list(values)
        result: Rows = []
        for at in range(0, len(listed), ASKED_AT_ONCE):
            some = listed[at : at + ASKED_AT_ONCE]
            marks = ", ".join(f"?{number}" for number in range(1, len(some) + 1))
            result += await self.read(sql.replace("?*", marks), *some)
        return result

    async def table(self, table_id: str) -> tuple[bytes, str | None] | None:
        """Return the facts of a table and the code it goes by, if there is one."""
        rows = await self.read("SELECT facts, code FROM tables WHERE id = ?", table_id)
        return (rows[0][0], rows[0][1]) if rows else None

    async def log(self, table_id: str, last: int = LAST) -> list[LogLine]:
        """Return the log of a table, in order, up to this line; packed lines as they were.

        ValueError where they cannot be read any more.
        """
        rows = await self.read(_LOG, table_id, last, table_id, last)
        return await asyncio.to_thread(_unpacked, rows, last)

    async def log_of_last_match(self, table_id: str) -> tuple[int, list[LogLine]]:
        """Return the first line of the last match (0 without one), and the lines for the table.

        These are the log from there on, and before it the lines that count beyond their own match.
        Raises ValueError where packed lines cannot be read any more.
        """
        start = await self.start_of_match(table_id, LAST)
        rows = await self.read(_LOG_OF_LAST_MATCH, table_id, start)
        return start, await asyncio.to_thread(_unpacked, rows, LAST)

    async def lines(self, table_id: str, first: int, last: int) -> list[LogLine]:
        """Return the lines of a table's log from one to another that are not packed, in order."""
        return await self._lines_where("seq BETWEEN ? AND ?", table_id, first, last)

    async def _lines_where(self, where: str, *values: object) -> list[LogLine]:
        return [LogLine(*row) for row in await self.read(_LINES.format(where), *values)]

    # Of what has a kind only seals are ever packed (`server.features.history.packing`), and never
    # the last line of a log.

    async def lines_after(self, table_id: str, seq: int) -> list[LogLine]:
        """Return the lines of a table's log after this one, in order."""
        return await self._lines_where("seq > ?", table_id, seq)

    async def lines_after_each(self, cursors: Mapping[str, int]) -> list[tuple[str, LogLine]]:
        """Return the lines after the given one of each of these tables, by table and in order."""
        result = [(it, await self.lines_after(it, seq)) for it, seq in cursors.items()]
        return [(table_id, line) for table_id, lines in result for line in lines]

    async def lasting_lines(self, table_id: str) -> list[LogLine]:
        """Return the lines of a log that count beyond their match: among them all with names."""
        return await self._lines_where("kind IS NOT NULL", table_id)

    async def seatings(self, table_id: str, last: int = LAST) -> list[bytes]:
        """Return the entries of a log that say who sits where, and when matches began."""
        sql = (
            "SELECT entry FROM log WHERE table_id = ? AND seq <= ? AND kind IN (?, ?, ?) "
            "ORDER BY seq"
        )
        return [entry for (entry,) in await self.read(sql, table_id, last, *SEATINGS, STARTED)]

    async def version(self, table_id: str) -> int:
        """Return the last line of a table's log; 0 where there is none."""
        sql = "SELECT coalesce(max(seq), 0) FROM log WHERE table_id = ?"
        version: int = (await self.read(sql, table_id))[0][0]
        return version

    async def end_of_match(self, table_id: str, version: int) -> int:
        """Return the last line before another match begins, after the line `version`."""
        sql = "SELECT min(seq) - 1 FROM log WHERE table_id = ? AND seq > ? AND kind = ?"
        end: int | None = (await self.read(sql, table_id, version, STARTED))[0][0]
        return await self.version(table_id) if end is None else end

    async def start_of_match(self, table_id: str, last: int) -> int:
        """Return the line with which the last match began, up to this line; 0 where none did."""
        sql = "SELECT coalesce(max(seq), 0) FROM log WHERE table_id = ? AND seq <= ? AND kind = ?"
        start: int = (await self.read(sql, table_id, last, STARTED))[0][0]
        return start

    async def message(self, table_id: str, client_id: str) -> tuple[int, str] | None:
        """Return where the message of this key stands in its table's log, and its whole id."""
        sql = (
            f"SELECT seq, {CLIENT_ID}, NULL AS client_ids FROM log "
            "WHERE table_id = ? AND client_id = ? "
            "UNION ALL SELECT first_seq, NULL, client_ids FROM packed_matches "
            "WHERE table_id = ? AND instr(client_ids, ?) > 0"
        )
        mark = packed_lines.mark(client_id)
        rows = await self.read(sql, table_id, key_of(client_id), table_id, mark)
        result = (
            (seq, kept) if ids is None else packed_lines.message(seq, ids, client_id)
            for seq, kept, ids in rows
        )
        return next((line for line in result if line is not None), None)

    async def count_tables(self) -> int:
        count: int = (await self.read("SELECT count(*) FROM tables"))[0][0]
        return count


class Store(Reader, Protocol):
    """The database of a server.

    `path`: the file, beside which the disk may fill up; None where there is none. `damaged`:
    whether it is known to be damaged, set by the check for damage. `rewriting` is held while
    entries of logs are read to be rewritten: nothing else changes them.
    """

    @property
    def path(self) -> str | None: ...

    time: TimeSource
    damaged: bool
    rewriting: asyncio.Lock
    long: Reader
    """For questions with long answers, which SQLite gives in another thread."""

    def append(
        self,
        table_id: str,
        seq: int,
        client_id: str | None,
        entry: bytes,
        *more: Statement,
        kind: str | None = None,
        until: float | None = None,
    ) -> Written:
        """Write one line, and `more` with it; done once it is on disk. ConflictError: that line
        exists.

        `kind`: of an entry that counts beyond its match (`event_log.kind`). TooLateError where it
        is not done `until` then, by the clock of a database that others write to as well (`clock`);
        a file has one server, which is never late.
        """

    def write(self, *statements: Statement) -> Written:
        """Carry out all of these or none; done once they are on disk. ConflictError: a key
        exists."""

    def wipe(self, words: Sequence[str]) -> bool:
        """See to it that none of these deleted words is left; False where one may be. Blocking."""

    @property
    def warnings(self) -> Sequence[str]:
        """Codes of `/health` for what an operator should act on."""

    @property
    def waiting(self) -> int:
        """Lines that wait for the writer."""

    @property
    def alive(self) -> bool:
        """Whether the writer is at work."""

    async def start(self) -> None:
        """Accept questions and writes, on this event loop."""

    async def stop(self) -> None:
        """Write the queue, and stop."""


def _unpacked(rows: Rows, last: int) -> list[LogLine]:
    """Unpack lines and packed matches into lines, in order, up to this one."""
    lines: list[LogLine] = []
    for seq, client_id, entry, client_ids in rows:
        if client_ids is None:
            lines.append(LogLine(seq, client_id, entry))
        else:
            lines += (LogLine(*line) for line in packed_lines.unpack(seq, entry, client_ids))
    return sorted(line for line in lines if line.seq <= last)


def used_up(secrets: Literal["recovery_codes", "mail_links"], digest: str) -> MustChange:
    """Build the statement that deletes a secret; UnmetError where it is gone.

    What is written with it is done once, however many servers are asked at the same time.
    """
    return MustChange(f"DELETE FROM {secrets} WHERE digest = ?1", (digest,))


def packing(table_id: str, packed: Packed, seqs: Sequence[int]) -> tuple[Statement, ...]:
    """Build the statements that put a row in place of the lines `seqs` of a table."""
    put: Statement = (_PACK, (table_id, *packed))
    return (put, *((_DELETE, (table_id, first, last)) for first, last in _runs(seqs)))


def _runs(seqs: Sequence[int]) -> list[tuple[int, int]]:
    """Group ascending numbers into runs, each as its first and last.

    >>> _runs([3, 4, 5, 8])
    [(3, 5), (8, 8)]
    """
    runs: list[tuple[int, int]] = []
    for seq in seqs:
        first = runs.pop()[0] if runs and runs[-1][1] == seq - 1 else seq
        runs.append((first, seq))
    return runs
