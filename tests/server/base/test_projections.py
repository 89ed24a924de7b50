"""Projections of matches that have ended: each match counts once, whatever happens in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from databases import address_of, in_postgres

from rebelote.server.base.disclosure import ALL_TABLES, seal, unseal
from rebelote.server.base.projections import EndedMatch, Projection, due_again
from rebelote.server.base.storage.store import Statement
from rebelote.server.base.telemetry import metrics
from rebelote.server.main.compose import store_of
from rebelote.server.people.accounts import Accounts

NAME = "statistics"
"""A projection of the schema, in whose place stand those of these tests."""
PLAYED = (
    "INSERT INTO played (table_id, version, seat, person, preset, ended, rated, won, marks, others)"
    " VALUES (?, 1, 0, 'ann', 'french', ?, FALSE, TRUE, 1, 0)"
)
RECORD = "UPDATE match_records SET text = ? WHERE table_id = ?"
NOTE = (
    "INSERT INTO match_notes (person, table_id, version, starred, note) "
    "VALUES ('ann', ?, ?, FALSE, ?)"
)
"""The statement that follows from a match here: a second one conflicts with the first."""
WAITS = (
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
)
Follow = Callable[[EndedMatch], Awaitable[Iterable[Statement]]]


async def note(match: EndedMatch) -> list[Statement]:
    return [(NOTE, match)]


class Matches:
    """Matches that end, and projections of them."""

    def __init__(self, accounts: Accounts) -> None:
        self.store, self.disclosure = accounts.store, accounts.disclosure

    async def end(self, *tables: str, record: str = "record") -> None:
        for number, table in enumerate(tables):
            await self.store.write((PLAYED, (table, number)), (RECORD, (record, table)))

    def projection(self, follow: Follow = note) -> Projection:
        """Return a projection as a server has it that has just started."""
        return Projection(NAME, self.store, self.disclosure, follow)

    async def followed(self) -> list[str]:
        """Return the tables whose matches have been taken up."""
        rows = await self.store.read("SELECT table_id FROM match_notes ORDER BY table_id")
        return [table for (table,) in rows]

    async def due(self) -> list[str]:
        rows = await self.store.read("SELECT table_id FROM matches_due ORDER BY table_id")
        return [table for (table,) in rows]

    async def position(self) -> int:
        rows = await self.store.read("SELECT position FROM projections WHERE name = ?", NAME)
        return int(rows[0][0])


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[Matches]:
    """Serve a database, as a server does from its start to its end."""
    store = store_of(address_of(folder / "log.sqlite"))
    await store.start()
    accounts = Accounts(store)
    await accounts.timekeeper.load()
    try:
        yield Matches(accounts)
    finally:
        await store.stop()


def failures() -> float:
    return float(metrics.CHORE_FAILURES.labels(NAME)._value.get())


def test_a_position_survives_a_restart_and_each_match_counts_once(tmp_path: Path) -> None:
    async def evening() -> None:
        async with served(tmp_path) as matches:
            await matches.end("a", "b")
            await matches.projection().run()
            assert await matches.position() == 2
        async with served(tmp_path) as matches:
            await matches.end("c")
            await matches.projection().run()
            await matches.projection().run()
            assert await matches.followed() == ["a", "b", "c"] and await matches.due() == []
            assert await matches.position() == 3

    asyncio.run(evening())


def test_a_crash_between_two_matches_loses_and_repeats_none(tmp_path: Path) -> None:
    async def until_b(match: EndedMatch) -> list[Statement]:
        if match.table == "b":
            raise asyncio.CancelledError
        return await note(match)

    async def evening() -> None:
        async with served(tmp_path) as matches:
            await matches.end("a", "b", "c")
            with pytest.raises(asyncio.CancelledError):
                await matches.projection(until_b).run()
        async with served(tmp_path) as matches:
            assert await matches.followed() == ["a"] and await matches.position() == 1
            await matches.projection().run()
            assert await matches.followed() == ["a", "b", "c"]

    asyncio.run(evening())


def test_a_match_that_fails_is_reported_holds_up_no_other_and_is_tried_again(
    tmp_path: Path,
) -> None:
    async def but_b(match: EndedMatch) -> list[Statement]:
        if match.table == "b":
            raise RuntimeError("bad")
        return await note(match)

    async def evening() -> None:
        async with served(tmp_path) as matches:
            await matches.end("a", "b", "c")
            before, failing = failures(), matches.projection(but_b)
            await failing.run()
            await failing.run()
            assert await matches.followed() == ["a", "c"] and failures() == before + 1
            assert await matches.due() == ["b"] and await matches.position() == 3
            await matches.end("d")
            await matches.projection(but_b).run()
            assert await matches.followed() == ["a", "c", "d"] and await matches.due() == ["b"]
            await matches.projection().run()
            assert await matches.followed() == ["a", "b", "c", "d"] and await matches.due() == []

    asyncio.run(evening())


def test_a_match_that_cannot_even_be_put_off_is_passed_over_by_none(tmp_path: Path) -> None:
    names = {"a": ("matches_due", "gone"), "b": ("gone", "matches_due")}

    async def evening() -> None:
        async with served(tmp_path) as matches:

            async def follow(match: EndedMatch) -> list[Statement]:
                before, after = names[match.table]
                await matches.store.write((f"ALTER TABLE {before} RENAME TO {after}", ()))
                return await note(match) if match.table == "b" else [("no SQL", ())]

            await matches.end("a", "b")
            await matches.projection(follow).run()
            assert await matches.followed() == [] and await matches.position() == 0
            await matches.projection().run()
            assert await matches.followed() == ["a", "b"] and await matches.position() == 2

    asyncio.run(evening())


def test_two_nodes_at_once_take_up_each_match_once(tmp_path: Path) -> None:
    count = (
        f"{NOTE} ON CONFLICT (person, table_id, version) "
        "DO UPDATE SET note = match_notes.note || '+'"
    )

    async def slowly(match: EndedMatch) -> list[Statement]:
        await asyncio.sleep(0)
        return [(count, match)]

    async def evening() -> None:
        async with served(tmp_path) as matches:
            nodes = [matches.projection(slowly) for _ in range(2)]
            await matches.end("a", "b", "c")
            await asyncio.gather(*(node.run() for node in nodes))
            await matches.store.write(due_again(NAME, "c", 1))
            await asyncio.gather(*(node.run() for node in nodes))
            notes = await matches.store.read("SELECT note FROM match_notes ORDER BY table_id")
            assert notes == [("record",), ("record",), ("record+",)]

    asyncio.run(evening())


def test_a_match_is_taken_up_once_all_may_know_it_and_holds_up_no_other(tmp_path: Path) -> None:
    async def evening() -> None:
        async with served(tmp_path) as matches:
            await matches.end("a", "b")
            await matches.store.write(seal("a", ALL_TABLES))
            await matches.projection().run()
            assert await matches.followed() == ["b"]
            await matches.store.write(unseal("a"))
            await matches.projection().run()
            assert await matches.followed() == ["a", "b"]

    asyncio.run(evening())


def test_a_match_that_changes_while_it_is_taken_up_stays_due(tmp_path: Path) -> None:
    async def evening() -> None:
        async with served(tmp_path) as matches:
            changed = due_again(NAME, "a", 1)

            async def once_more(match: EndedMatch) -> list[Statement]:
                await matches.store.write(changed)
                return [("UPDATE match_notes SET note = 'again'", ())]

            await matches.end("a")
            await matches.projection().run()
            await matches.store.write(changed, due_again(NAME, "unknown", 1))
            await matches.projection(once_more).run()
            assert await matches.due() == ["a"]
            await matches.projection(lambda match: nothing()).run()
            assert await matches.due() == []
            assert await matches.store.read("SELECT note FROM match_notes") == [("record",)]

    asyncio.run(evening())


async def nothing() -> list[Statement]:
    return []


@pytest.mark.skipif(not in_postgres(), reason="a file has one writer")
def test_no_number_appears_before_a_smaller_one(tmp_path: Path) -> None:
    """The first of two nodes has given a number and stands still before it commits."""
    import asyncpg

    async def evening() -> None:
        async with served(tmp_path) as matches:
            await matches.end("a", "b")
            slow = await asyncpg.connect(address_of(tmp_path / "log.sqlite"))
            transaction = slow.transaction()
            await transaction.start()
            await slow.execute("UPDATE projections SET position = 1 WHERE name = 'matches'")
            await slow.execute("UPDATE match_records SET number = 1 WHERE table_id = 'b'")
            other = asyncio.create_task(matches.projection().run())
            while not await matches.store.read(WAITS):
                pass
            assert await matches.followed() == [] and not other.done()
            await transaction.commit()
            await other
            numbers = await matches.store.read("SELECT number, table_id FROM match_records")
            assert sorted(numbers) == [(1, "b"), (2, "a")]
            assert await matches.followed() == ["a", "b"]
            await slow.close()

    asyncio.run(evening())
