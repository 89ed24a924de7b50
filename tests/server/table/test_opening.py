"""The opening of tables: all rows of one or none, and one object in memory."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from slow_store import SlowStore
from slow_tables import SlowTables, at_tables

from rebelote.rules import presets
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.features.daily.deals import FIRST, Daily
from rebelote.server.features.history import retention
from rebelote.server.people.database import Person
from rebelote.server.table.room import TableMetadata
from rebelote.server.web.feature import features

pytestmark = pytest.mark.sqlite

BREAK = "CREATE TRIGGER broken BEFORE INSERT ON log BEGIN SELECT RAISE(ABORT, 'disk'); END"


class House(SlowTables):
    """A lobby with deals of the day over a slow store."""

    def __init__(self, store: SlowStore) -> None:
        super().__init__(store)
        self.daily = Daily(store, self.lobby)

    async def guest(self) -> Person:
        return (await self.accounts.new_guest("Ann", ""))[0]

    async def count(self, table: str) -> int:
        [(rows,)] = await self.store.read(f"SELECT count(*) FROM {table}")
        return int(rows)


def test_of_a_table_whose_first_line_is_not_written_nothing_is_left(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann = await house.guest()
        await house.store.write((BREAK, ()))
        with pytest.raises(IllegalActionError, match="server-busy"):
            await house.daily.begin(ann, FIRST)
        for table in ("tables", "log", "daily", "seated"):
            assert await house.count(table) == 0, table
        await house.store.write(("DROP TRIGGER broken", ()))
        seated = await house.daily.begin(ann, FIRST)
        assert (await house.lobby.find(seated.table)).table.playing

    at_tables(tmp_path, House, story)


def test_who_begins_a_deal_of_the_day_many_times_at_once_gets_one_table(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann = await house.guest()
        seated = await asyncio.gather(*(house.daily.begin(ann, FIRST) for _ in range(10)))
        assert len({one.table for one in seated}) == 1
        assert await house.count("tables") == 1
        assert [*house.lobby.tables] == [seated[0].table]

    at_tables(tmp_path, House, story)


def test_a_table_that_is_looked_up_while_it_is_opened_is_in_memory_once(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ann, store = await house.guest(), house.store
        late = store.keep_back_writing("INSERT INTO tables")
        people = (ann, None, None, None)
        details = TableMetadata(host=ann.id), presets.rules("french"), Terms()
        opening = asyncio.create_task(house.lobby.create_begun(*details, people))
        await late.asked()
        while not (rows := await store.read("SELECT id FROM tables")):
            await asyncio.sleep(0)
        finding = asyncio.create_task(house.lobby.find(rows[0][0]))
        for _ in range(10):
            await asyncio.sleep(0)
        late.received.set()
        assert await finding is await opening is house.lobby.tables[rows[0][0]]

    at_tables(tmp_path, House, story)


def test_a_table_without_a_log_is_removed_with_what_was_written_for_it(tmp_path: Path) -> None:
    """Versions before 0.3.0 left such a table when the first line could not be written."""

    async def story(house: House) -> None:
        ann = await house.guest()
        seated = await house.daily.begin(ann, FIRST)
        await house.store.write(("DELETE FROM log", ()), ("UPDATE tables SET created = 0", ()))
        house.lobby.tables.clear()
        more = [sql for feature in features() for sql in feature.of_unopened]
        await retention.remove_unopened(house.lobby, more)
        for table in ("tables", "daily", "seated"):
            assert await house.count(table) == 0, table
        again = await house.daily.begin(ann, FIRST)
        assert again.table != seated.table
        await house.store.write(("UPDATE tables SET created = 0", ()))
        await retention.remove_unopened(house.lobby, more)
        assert await house.count("tables") == 1

    at_tables(tmp_path, House, story)
