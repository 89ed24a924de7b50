"""The listeners of tables: each is called, one after the other, whatever fails before it."""

from __future__ import annotations

import asyncio
from inspect import getmembers, isfunction
from pathlib import Path

import pytest
from company import Visitor
from slow_tables import SlowTables, at_tables

from rebelote.rules import presets
from rebelote.rules.match import Match
from rebelote.server.base.protocol.occupants import FREE
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.people.database import Person
from rebelote.server.table.events import TableListener, TableListeners
from rebelote.server.table.live_table import LiveTable
from rebelote.server.table.model.event_log import CalledOff
from rebelote.server.table.room import TableMetadata

pytestmark = pytest.mark.sqlite


class Diary(TableListener):
    """A listener that notes its calls, and then fails if it is broken."""

    def __init__(self, name: str, lines: list[tuple[str, ...]]) -> None:
        self.name, self.lines = name, lines
        self.broken = False

    def _write(self, *line: str) -> None:
        self.lines.append((self.name, *line))
        if self.broken:
            raise OSError(self.name)

    async def match_ended(self, table: str, match: Match, metadata: TableMetadata) -> None:
        self._write("ended", metadata.tournament)

    async def seated(self, table: str, person: str) -> None:
        self._write("seated", person)

    async def invites(self, table: str, person: str) -> bool:
        self._write("invites", person)
        return self.name == "second"

    def connected(self, table: str, person: str) -> None:
        self._write("connected", person)

    def disconnected(self, table: str, person: str) -> None:
        self._write("disconnected", person)

    def person_replaced(self, person: str) -> None:
        self._write("replaced", person)


class House(SlowTables):
    """A lobby with two listeners."""

    def listener(self) -> TableListener:
        """Return two listeners that write into one diary."""
        self.lines: list[tuple[str, ...]] = []
        self.first, self.second = Diary("first", self.lines), Diary("second", self.lines)
        return TableListeners([self.first, self.second])

    async def table(self) -> tuple[LiveTable, Person]:
        """Return a table of an evening, at which a person plays with three bots."""
        ann = (await self.accounts.new_guest("Ann", ""))[0]
        opened = TableMetadata(host=ann.id, tournament="evening"), presets.rules("french"), Terms()
        live = await self.lobby.create_begun(*opened, [ann, None, None, None])
        return live, ann

    def pending(self) -> float:
        return self.lobby.condition().actual["results"]


def test_listeners_hear_in_order_who_comes_and_goes(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        live, ann = await house.table()
        visitor = Visitor(ann)
        await live.join(visitor, None)
        live.leave(visitor)
        await house.lobby.take_over_person(ann.id, FREE)
        heard = [line[:2] for line in house.lines]
        kinds = ("connected", "seated", "disconnected", "replaced")
        assert heard == [(name, kind) for kind in kinds for name in ("first", "second")]
        assert {line[2] for line in house.lines} == {ann.id}

    at_tables(tmp_path, House, story)


def test_a_result_stays_pending_until_all_have_kept_it(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        live, _ = await house.table()
        house.first.broken = True
        async with live.lock:
            await live.session.commit(live.table.followed_by(CalledOff(), None))
        both = [("first", "ended", "evening"), ("second", "ended", "evening")]
        assert house.pending() == 1 and house.lines == both
        house.first.broken = False
        await live.session.result.publish()
        assert house.pending() == 0 and house.lines == both * 2

    at_tables(tmp_path, House, story)


@pytest.mark.parametrize("broken", ["first", "second"])
def test_one_that_fails_silences_no_other(broken: str) -> None:
    lines: list[tuple[str, ...]] = []
    diaries = Diary("first", lines), Diary("second", lines)
    both = TableListeners(diaries)
    assert asyncio.run(both.invites("table", "ann"))
    for one in diaries:
        one.broken = one.name == broken
    lines.clear()
    for call in (both.connected, both.disconnected):
        with pytest.raises(OSError, match=broken):
            call("table", "ann")
    with pytest.raises(OSError, match=broken):
        both.person_replaced("ann")
    for asked in (both.seated, both.invites):
        with pytest.raises(OSError, match=broken):
            asyncio.run(asked("table", "ann"))
    assert [name for name, *_ in lines] == ["first", "second"] * 5


def test_of_several_errors_the_first_is_raised() -> None:
    diaries = Diary("first", []), Diary("second", [])
    for one in diaries:
        one.broken = True
    with pytest.raises(OSError, match="first"):
        TableListeners(diaries).connected("table", "ann")


def test_whatever_a_listener_may_hear_is_passed_on_to_all() -> None:
    heard = {name for name, _ in getmembers(TableListener, isfunction)}
    assert heard <= vars(TableListeners).keys()
