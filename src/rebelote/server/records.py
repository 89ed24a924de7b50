"""The records of matches as text, made once for a table's version and kept for who asks again."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final

from rebelote.refusals import IllegalAction
from rebelote.server import history
from rebelote.server.accounts import Accounts
from rebelote.server.opened import OpenTable
from rebelote.server.store import Store
from rebelote.server.workers import Worker

KEPT: Final = 64
"""Records that are kept in memory, those asked for last."""

Key = tuple[str, int, tuple[tuple[str, str], ...]]
"""A table, its version, and by which names its people went."""


class Records:
    """The records that were asked for of late."""

    def __init__(self, store: Store, accounts: Accounts, worker: Worker) -> None:
        self.store, self.accounts, self.worker = store, accounts, worker
        self._kept: OrderedDict[Key, str] = OrderedDict()
        self._under_way: dict[Key, asyncio.Task[str]] = {}

    async def of(self, opened: OpenTable) -> str:
        """The record of the last match at a table, as far as it may be told.

        IllegalAction `deal-not-over` while there is nothing to tell.
        """
        key = opened.table.id, opened.table.version, self._names(opened)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._under_way:
            sealed = opened.facts.packs != "fixed"
            task = self._under_way[key] = asyncio.create_task(self._make(key, sealed))
            task.add_done_callback(lambda _: self._under_way.pop(key))
        return await asyncio.shield(self._under_way[key])

    def _names(self, opened: OpenTable) -> tuple[tuple[str, str], ...]:
        """The people of the last match, by the names they go by now."""
        people = sorted(opened.table.participants)
        return tuple((person, self.accounts.name_of(person)) for person in people)

    async def _make(self, key: Key, sealed: bool) -> str:
        table, _, names = key
        lines = await asyncio.to_thread(self.store.log, table)
        log = [line.entry for line in lines]
        made = await self.worker.run(history.text, log, dict(names), sealed)
        if made is None:
            raise IllegalAction("deal-not-over")
        self._kept[key] = made
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return made
