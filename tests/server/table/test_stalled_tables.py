"""Tables that cannot go on: their people are notified, and retries come to an end."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from company import Visitor
from waiting import until_async

from rebelote.rules import presets
from rebelote.server.base.protocol.messages import Notice
from rebelote.server.base.protocol.occupants import FREE
from rebelote.server.base.protocol.table_settings import Terms
from rebelote.server.base.storage.sqlite_store import SqliteStore
from rebelote.server.base.storage.store import Statement, StoreFailedError, Written
from rebelote.server.features.ratings.results import Results
from rebelote.server.people.accounts import Accounts
from rebelote.server.table import bots
from rebelote.server.table.bots import MOST_FAILURES
from rebelote.server.table.lobby import Lobby
from rebelote.server.table.model import seating
from rebelote.server.table.room import TableMetadata
from rebelote.server.table.seats import occupant
from rebelote.server.table.table_services import TableServices


class FailingStore(SqliteStore):
    """A store that writes no line while it is to fail in some way."""

    failure: Exception | None = None

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
        if self.failure is not None:
            raise self.failure
        return super().append(table_id, seq, client_id, entry, *more, kind=kind, until=until)


def notices(visitor: Visitor) -> list[str]:
    return [it.code for it in visitor.incoming if isinstance(it, Notice)]


@pytest.mark.parametrize("stops", [True, False], ids=["a fault", "what passes by itself"])
def test_a_table_that_cannot_go_on_says_so_and_goes_on_once_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stops: bool
) -> None:
    monkeypatch.setattr(bots, "TABLE_BACKOFF_MOST", 0.0)

    async def story() -> None:
        store = FailingStore(str(tmp_path / "club.sqlite"))
        accounts = Accounts(store)
        lobby = Lobby(TableServices(store=store, accounts=accounts, results=Results(store)))
        await accounts.timekeeper.load()
        ann, _ = await accounts.new_guest("Ann", "")
        seats = seating.filled((occupant(ann), FREE, FREE, FREE), "beginner")
        details, rules = TableMetadata(host=ann.id), presets.rules("french")
        live = await lobby.create(details, rules, Terms(level="beginner"), seats)
        visitor = Visitor(ann)
        await live.join(visitor, None)
        first = live.table.start(live.room.secret())
        while first.played.to_act == 0:  # the first is a bot's turn
            first = live.table.start(live.room.secret())
        async with live.lock:
            await live.session.commit(first)
        store.failure = RuntimeError("a fault") if stops else StoreFailedError("it passes")
        live.bots.advance()
        await until_async(lambda: live.bots.failures >= MOST_FAILURES - 1 + stops)
        assert notices(visitor)[0] == "table-delayed"
        assert (notices(visitor)[-1] == "table-stopped") == stops == live.bots.has_stopped
        condition = lobby.condition()
        assert not condition.ok
        assert (condition.actual["stalled"], condition.actual["stopped"]) == (1, int(stops))
        if stops:
            await until_async(lambda: not live.bots.is_advancing)
            assert not live.timers.is_overdue(lobby.now())
        store.failure, before = None, live.table.version
        if stops:
            live.bots.advance()
            assert not live.bots.is_advancing
            live.leave(visitor)
            await live.join(visitor, None)
        await until_async(lambda: live.table.version > before)
        await until_async(lambda: not live.bots.failures)
        assert lobby.condition().ok
        lobby.services.bot_workers.close()
        store.close()

    asyncio.run(story())
