"""Opinions of a master on the calls and cards of deals that are over, asked for one by one.

The worker that makes reviews gives them, in the same queue; those asked for last are kept.
"""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

import msgspec

from rebelote.server.people.database import Person
from rebelote.server.study import review_export
from rebelote.server.study.review_queue import ReviewQueue, check_deal
from rebelote.server.study.schemas import MastersOpinion

OPINIONS_KEPT: Final = 512
"""Opinions of a master that are kept in memory."""
PATIENCE: Final = 1.0
"""Seconds that an answer waits for an opinion or a review that is about to be made."""


class DealId(NamedTuple):
    """A deal: its table, the line of the log with which its match began, and its number from 1."""

    table: str
    start: int
    number: int


class ActionId(NamedTuple):
    """An action of a deal: so many were done before it."""

    deal: DealId
    number: int


class Opinions:
    """The opinions that are under way and those that are kept: at most `most`."""

    def __init__(self, queue: ReviewQueue, most: int = OPINIONS_KEPT) -> None:
        self.queue, self.most = queue, most
        self._asked: dict[ActionId, asyncio.Task[bytes]] = {}

    def __len__(self) -> int:
        """How many are kept or under way."""
        return len(self._asked)

    async def on(self, action: ActionId, text: str, reader: Person | None) -> bytes:
        """`MastersOpinion` as JSON, of an action of this record: empty if it takes longer.

        IllegalActionError `too-many`, and as `review_export.masters_opinion` says.
        """
        check_deal(text, action.deal.number)
        task = self._asked.get(action) or self._new(action, text, reader)
        self._asked.pop(action, None)
        self._asked[action] = task
        while len(self._asked) > self.most:
            del self._asked[next(iter(self._asked))]
        await asyncio.wait((task,), timeout=PATIENCE)
        return task.result() if task.done() else msgspec.json.encode(MastersOpinion())

    def _new(self, action: ActionId, text: str, reader: Person | None) -> asyncio.Task[bytes]:
        deal, number = action
        turn = self.queue.enter(reader)
        given = self.queue.run(turn, review_export.masters_opinion, text, deal.number, number)
        task = asyncio.create_task(given)
        task.add_done_callback(lambda done: self._given(action, done))
        return task

    def _given(self, action: ActionId, task: asyncio.Task[bytes]) -> None:
        """Keep what was said, but no refusal."""
        if task.cancelled() or task.exception() is not None:
            self._asked.pop(action, None)
