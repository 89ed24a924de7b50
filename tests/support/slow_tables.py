"""Tables over a store whose answers can come late."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from slow_store import SlowStore

from rebelote.server.features.ratings.results import Results
from rebelote.server.people.accounts import Accounts
from rebelote.server.table.events import TableListener
from rebelote.server.table.lobby import Lobby
from rebelote.server.table.table_services import TableServices


class SlowTables:
    """A lobby and its accounts over a slow store."""

    def __init__(self, store: SlowStore) -> None:
        self.store, self.accounts = store, Accounts(store)
        services = TableServices(
            store=store,
            accounts=self.accounts,
            results=Results(store),
            listener=self.listener(),
        )
        self.lobby = Lobby(services)

    def listener(self) -> TableListener:
        """Return the listener of the tables."""
        return TableListener()


_Tables = TypeVar("_Tables", bound=SlowTables)


def at_tables(
    folder: Path,
    tables: Callable[[SlowStore], _Tables],
    story: Callable[[_Tables], Awaitable[None]],
) -> None:
    """Run a story at tables over a new file."""

    async def received() -> None:
        store = SlowStore(str(folder / "club.sqlite"))
        place = tables(store)
        await place.accounts.timekeeper.load()
        try:
            await story(place)
        finally:
            place.lobby.services.bot_workers.close()
            store.close()

    asyncio.run(received())
