"""A log whose state is in memory: entries are decided on again where another node was faster."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

import msgspec
import pytest

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.log import ATTEMPTS, LINE_BYTES, Line, LineRow, StoredLog
from rebelote.server.base.protocol.entry_form import EntryForm
from rebelote.server.base.storage.store import ConflictError, Rows


class Added(msgspec.Struct, frozen=True):
    """Something was added."""

    amount: int


class Sum(StoredLog[int, Added]):
    """A sum, on one of the nodes that share `disk`."""

    def __init__(self, disk: list[LineRow]) -> None:
        super().__init__("sum", EntryForm(msgspec.json.Decoder(Added)), 0)
        self.disk = disk

    def evolve(self, state: int | None, line: Line[Added]) -> int:
        return (state or 0) + line.entry.amount

    async def rows(self, after: int) -> Rows:
        return [tuple(row) for row in self.disk if row.number > after]

    async def write(self, rows: Sequence[LineRow]) -> None:
        if rows[0].number <= len(self.disk):
            raise ConflictError
        self.disk += rows

    async def add(self, amount: int, most: int = 100) -> int:
        return await self.append("ann", partial(self._decide, amount, most), self.write)

    async def _decide(self, amount: int, most: int) -> list[Added]:
        if self.state + amount > most:
            raise IllegalActionError("too-many")
        return [Added(amount)] if amount else []


def test_a_slower_node_decides_again_on_what_the_faster_one_has_written() -> None:
    disk: list[LineRow] = []
    one, other = Sum(disk), Sum(disk)
    assert asyncio.run(one.add(60)) == 1
    with pytest.raises(IllegalActionError, match="too-many"):
        asyncio.run(other.add(50))
    assert asyncio.run(other.add(40)) == 1 and asyncio.run(other.add(0)) == 0
    assert (one.state, other.state, [row.number for row in disk]) == (60, 100, [1, 2])
    asyncio.run(one.catch_up())
    assert one.state == 100 and one.last == 2
    assert one.size == sum(len(row.text) + LINE_BYTES for row in disk)


def test_a_log_of_before_is_read_though_its_entries_would_be_refused_today() -> None:
    disk = [LineRow(1, None, 0.0, '{"amount":500,"later":{"more":1}}')]
    log = Sum(disk)
    asyncio.run(log.open())
    assert log.state == 500
    with pytest.raises(IllegalActionError, match="too-many"):
        asyncio.run(log.add(1))
    assert asyncio.run(log.add(1, most=501)) == 1 and '"version":1' in disk[-1].text


def test_a_log_that_others_always_write_first_is_busy() -> None:
    disk: list[LineRow] = []
    log = Sum(disk)
    tried: list[int] = []

    async def too_late(rows: Sequence[LineRow]) -> None:
        tried.append(rows[0].number)
        disk.append(rows[0])
        raise ConflictError

    async def decide() -> list[Added]:
        return [Added(1)]

    with pytest.raises(IllegalActionError, match="server-busy"):
        asyncio.run(log.append("ann", decide, too_late))
    assert tried == list(range(1, ATTEMPTS + 1)) and log.state == ATTEMPTS


def test_a_log_with_an_entry_of_a_later_version_is_refused_and_read_once_it_can_be() -> None:
    disk = [LineRow(1, None, 0.0, '{"amount":5}'), LineRow(2, None, 0.0, '{"version":2}')]
    log = Sum(disk)
    with pytest.raises(IllegalActionError, match="log-unreadable"):
        asyncio.run(log.open())
    assert (log.state, log.last) == (5, 1)
    disk[1] = LineRow(2, None, 0.0, '{"amount":6}')
    asyncio.run(log.catch_up())
    assert (log.state, log.last) == (11, 2)
