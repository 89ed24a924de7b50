"""Events that time brings about at many tables at once."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from company import Visitor
from in_process import MovableTime
from slow_store import SlowStore

from rebelote.rules import presets
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.base.telemetry import metrics
from rebelote.server.features.ratings.results import Results
from rebelote.server.people.accounts import Accounts
from rebelote.server.table import sweeper
from rebelote.server.table.live_table import LiveTable
from rebelote.server.table.lobby import Lobby
from rebelote.server.table.room import TableMetadata
from rebelote.server.table.sweeper import Sweeper
from rebelote.server.table.table_services import TableServices

TABLES = 30
A_TURN = 3600.0
"""Longer than any turn with its time bank."""


class Evening:
    """Tables of four people, whose turns are over once time is moved on."""

    def __init__(self, store: SlowStore, time: MovableTime) -> None:
        self.store, self.time = store, time
        self.accounts = Accounts(store)
        self.lobby = Lobby(
            TableServices(store=store, accounts=self.accounts, results=Results(store))
        )
        self.sweeper = Sweeper(self.lobby)

    async def tables(self) -> list[LiveTable]:
        people = [(await self.accounts.new_guest(f"Guest {n}", ""))[0] for n in range(4)]
        opened = TableMetadata(host=people[0].id), presets.rules("french"), Terms(pace="fast")
        lives = [await self.lobby.create_begun(*opened, people) for _ in range(TABLES)]
        for live in lives:
            for person in people:
                await live.join(Visitor(person), None)
            while live.bots.is_advancing:
                await asyncio.sleep(0)
            assert live.table.to_act is not None
        self.time.advance(A_TURN)
        return lives


def in_an_evening(tmp_path: Path, story: Callable[[Evening], Awaitable[None]]) -> None:
    async def received() -> None:
        time = MovableTime()
        store = SlowStore(str(tmp_path / "evening.sqlite"), time.source)
        evening = Evening(store, time)
        await evening.accounts.timekeeper.load()
        try:
            await story(evening)
        finally:
            evening.lobby.services.bot_workers.close()
            store.close()

    asyncio.run(received())


def transactions() -> float:
    [family] = metrics.TRANSACTION.collect()
    return next(it.value for it in family.samples if it.name.endswith("_count"))


def test_what_is_due_at_many_tables_is_written_in_few_transactions(tmp_path: Path) -> None:
    async def story(evening: Evening) -> None:
        lives = await evening.tables()
        before, free = transactions(), threading.Event()

        def keep_busy(_: object) -> None:
            free.wait()

        evening.store.run_outside_transaction(keep_busy)
        sweep = asyncio.create_task(evening.sweeper.sweep())
        while evening.store.waiting < TABLES:  # all of them, while the writer does something else
            await asyncio.sleep(0)
        free.set()
        while not all(live.table.substituted for live in lives):
            await asyncio.sleep(0)
        assert transactions() - before <= 4  # a bot may have gone on by now
        await sweep

    in_an_evening(tmp_path, story)


def test_a_table_that_is_stuck_holds_up_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeper, "WAITED_FOR", 0.05)

    async def story(evening: Evening) -> None:
        lives = await evening.tables()
        late = evening.store.keep_back_writing("INTO log")
        while sum(bool(live.table.substituted) for live in lives) < TABLES - 1:
            await evening.sweeper.sweep()
        [stuck] = [live for live in lives if not live.table.substituted]
        assert stuck.lock.locked()
        await evening.sweeper.sweep()
        late.received.set()
        while not stuck.table.substituted:
            await asyncio.sleep(0)

    in_an_evening(tmp_path, story)
