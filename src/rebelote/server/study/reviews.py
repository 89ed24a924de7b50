"""Reviews of deals that are over: requested, made one after another, and kept.

A worker process at a low priority makes them, so that no table waits for them, for one person after
another. A person has a few of them under way: the rest of a match follows with later requests.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import Sequence
from multiprocessing import get_context
from typing import Final, NamedTuple

import msgspec

from rebelote.analysis.report import REVISION
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.history.records import Records
from rebelote.server.history.replays import MatchId, Replays
from rebelote.server.limits import limit
from rebelote.server.people.database import Person
from rebelote.server.runtime.rate_limits import Limits
from rebelote.server.study import personal_statistics, practice_positions, review_export
from rebelote.server.study.opinions import PATIENCE, ActionId, DealId, Opinions
from rebelote.server.study.review_queue import ReviewQueue, Turn, check_deal
from rebelote.server.workers.jobs import Worker

REVIEWS_WAITING: Final = limit(
    128, "deals and actions waiting to be reviewed", per="server", beyond="too-many"
)
FIRST_GUESS: Final = 2.0
"""Seconds that a review is taken to need before one was made."""
FIRST_MATCHES: Final = 10
"""Matches of a newcomer, who is told of errors only when asking."""
_PLAYED: Final = (
    "SELECT count(*) FROM (SELECT DISTINCT table_id, version FROM played WHERE person = ? LIMIT ?) "
    "AS few"
)
_KEPT: Final = (
    "SELECT report FROM deal_reviews WHERE table_id = ? AND version = ? AND deal = ? "
    "AND revision = ?"
)
_KEEP: Final = (
    "INSERT INTO deal_reviews (table_id, version, deal, revision, report) VALUES (?, ?, ?, ?, ?) "
    "ON CONFLICT (table_id, version, deal) "
    "DO UPDATE SET revision = excluded.revision, report = excluded.report"
)


class ReviewStatus(msgspec.Struct, frozen=True):
    """`schemas.Review` with what the worker has encoded."""

    ahead: int = 0
    done: float = 0.0
    seconds: float = 0.0
    newcomer: bool = False
    reviewed: msgspec.Raw | None = None


class _Making(NamedTuple):
    """A review under way: with whose others it is made in turn."""

    key: str
    task: asyncio.Task[bytes]


class Reviews:
    """The reviews that are under way and those that are kept."""

    def __init__(self, records: Records, replays: Replays, limits: Limits) -> None:
        self.replays = replays
        self.records, self._time = records, records.lobby.store.time
        self._done = get_context("spawn").RawValue("d", 0.0)
        begin = functools.partial(review_export.share_progress, self._done)
        self.worker = Worker(REVIEWS_WAITING, begin)
        self._queue = ReviewQueue(self.worker, limits)
        self._under_way: dict[DealId, _Making] = {}
        self._seconds = FIRST_GUESS
        self.opinions = Opinions(self._queue)

    async def at_table(self, table: str, deal: int, person: Person) -> bytes:
        """The review of a deal of the last match at a table, or how far it is (`Review`, as JSON).

        IllegalActionError `too-many`, `deal-not-over`, and as `Records.of` says.
        """
        start, text = await self.records.last_match(table, person)
        return await self._answer(DealId(table, start, deal), text, person)

    async def of_match(self, match: MatchId, deal: int, reader: Person | None) -> bytes:
        """The same of a match that has ended. IllegalActionError `too-many`, and as
        `Replays.record`."""
        text = await self.replays.record(match, reader)
        return await self._answer(DealId(match.table, match.start, deal), text, reader)

    async def _answer(self, deal: DealId, text: str, reader: Person | None) -> bytes:
        check_deal(text, deal.number)
        report = await self._kept(deal) or await self._soon(deal, text, reader)
        if report is None:
            return msgspec.json.encode(self._waiting(deal))
        newcomer = await self._newcomer(reader)
        status = ReviewStatus(done=1.0, newcomer=newcomer, reviewed=msgspec.Raw(report))
        return msgspec.json.encode(status)

    async def _newcomer(self, reader: Person | None) -> bool:
        """Whether somebody has ended few matches so far."""
        if reader is None:
            return False
        rows = await self.records.store.read(_PLAYED, reader.id, FIRST_MATCHES)
        return int(rows[0][0]) < FIRST_MATCHES

    async def _kept(self, deal: DealId) -> bytes | None:
        rows = await self.records.store.read(_KEPT, *deal, REVISION)
        return bytes(rows[0][0]) if rows else None

    async def _soon(self, deal: DealId, text: str, reader: Person | None) -> bytes | None:
        """The report, if it is made in a moment."""
        task = self._begin(deal, text, reader)
        await asyncio.wait((task,), timeout=PATIENCE)
        return task.result() if task.done() else None

    def _begin(self, deal: DealId, text: str, reader: Person | None) -> asyncio.Task[bytes]:
        """The review under way; it begins where it has not yet. IllegalActionError `too-many`."""
        if deal not in self._under_way:
            turn = self._queue.enter(reader)
            task = asyncio.create_task(self._made(deal, text, turn))
            self._under_way[deal] = _Making(turn.key, task)
            task.add_done_callback(lambda done: self._finished(deal, done))
        return self._under_way[deal].task

    def _finished(self, deal: DealId, task: asyncio.Task[bytes]) -> None:
        del self._under_way[deal]
        if not task.cancelled():
            task.exception()  # raised to those who still wait

    async def _made(self, deal: DealId, text: str, turn: Turn) -> bytes:
        first, begun = not self.worker.waiting, self._time.monotonic()
        report = await self._queue.run(turn, review_export.reviewed, text, deal.number)
        if first:
            self._seconds += (self._time.monotonic() - begun - self._seconds) / 4
        found = await practice_positions.errors_of(self.records.store, deal, report)
        kept = _KEEP, (*deal, REVISION, report)
        due = personal_statistics.due_again(deal.table, deal.start)
        await self.records.lobby.accounts.write(kept, *found, due)
        return report

    # --- all deals of a match ---

    async def of_whole_match(
        self, match: MatchId, deals: Sequence[int], text: str, person: Person
    ) -> int:
        """Have these deals of a match that has ended reviewed, and the errors of people found.

        So many of them are not reviewed yet: as many as have a place are under way.
        """
        reports: list[tuple[DealId, bytes]] = []
        missing: list[DealId] = []
        for deal in (DealId(match.table, match.start, number) for number in deals):
            if (report := await self._kept(deal)) is not None:
                reports.append((deal, report))
            else:
                missing.append(deal)
        if missing:
            with contextlib.suppress(IllegalActionError):
                for deal in missing:
                    self._begin(deal, text, person)
            return len(missing)
        for deal, report in reports:
            if found := await practice_positions.errors_of(self.records.store, deal, report):
                await self.records.lobby.accounts.write(*found)
        return 0

    # --- what a master would have done ---

    async def opinion_at_table(self, table: str, action: tuple[int, int], person: Person) -> bytes:
        """A master's opinion on an action, as its deal and number, of the last match at a table.

        It is `MastersOpinion` as JSON. IllegalActionError `too-many`, and as `Records.of` says.
        """
        start, text = await self.records.last_match(table, person)
        asked = ActionId(DealId(table, start, action[0]), action[1])
        return await self.opinions.on(asked, text, person)

    async def opinion_on_match(
        self, match: MatchId, action: tuple[int, int], reader: Person | None
    ) -> bytes:
        """The same of a match that has ended. IllegalActionError `too-many`, and as
        `Replays.record`."""
        text = await self.replays.record(match, reader)
        deal = DealId(match.table, match.start, action[0])
        return await self.opinions.on(ActionId(deal, action[1]), text, reader)

    def _waiting(self, deal: DealId) -> ReviewStatus:
        """How far a review is that is under way: those before it, and the seconds to its end."""
        key = self._under_way[deal].key
        own = [each for each, making in self._under_way.items() if making.key == key]
        ahead = self.worker.ahead(key, own.index(deal))
        done = 0.0 if ahead else self._done.value
        return ReviewStatus(ahead, done, (ahead + 1 - self._done.value) * self._seconds)

    def close(self) -> None:
        """End the worker."""
        self.worker.close()
