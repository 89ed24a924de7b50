"""The queue of reviews and opinions: a few places for each person, served in turn."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from typing import Final, NamedTuple, TypeVar

import msgspec

from rebelote.analysis.report import REVISION
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.projections import due_again
from rebelote.server.base.protocol.schemas import encoded
from rebelote.server.base.runtime import addresses
from rebelote.server.base.runtime.addresses import household
from rebelote.server.base.runtime.lru_cache import LruCache
from rebelote.server.base.runtime.rate_limits import Keys, Limits
from rebelote.server.base.workers.jobs import Worker
from rebelote.server.features.history.records import Records
from rebelote.server.features.history.replays import MatchId, Replays
from rebelote.server.features.study import (
    device_reviews,
    practice_positions,
    statistics,
    work,
)
from rebelote.server.features.study.schemas import MastersOpinion, Review, ReviewedDeal
from rebelote.server.people.database import Person

FAILED: Final = "review-failed"
"""The code by which a review or an opinion is refused that cannot be made."""
_Made = TypeVar("_Made")


class Turn(NamedTuple):
    """A place in the queue: the key by which jobs take turns, and the quotas it counts in."""

    key: str
    places: Keys


class ReviewQueue:
    """The jobs of one worker; those of accounts by person, those of guests by address."""

    def __init__(self, worker: Worker, limits: Limits) -> None:
        self.worker, self.limits = worker, limits

    def enter(self, reader: Person | None) -> Turn:
        """Take a place for this reader. IllegalActionError `too-many`."""
        address = addresses.ADDRESS.get()
        person = "" if reader is None else reader.id
        places = self.limits.enter("reviews", address, person)
        by_person = reader is not None and reader.account
        return Turn(person if by_person else household(address), places)

    async def run(self, turn: Turn, work: Callable[..., _Made], *given: object) -> _Made:
        """Run this work in the worker process, and free the place afterwards."""
        try:
            return await self.worker.answer(FAILED, work, *given, key=turn.key)
        finally:
            self.limits.leave(turn.places)


def check_deal(text: str, deal: int) -> None:
    """Refuse a deal missing in this record of finished ones. IllegalActionError `deal-not-over`."""
    if deal > text.count("\n[Deal "):
        raise IllegalActionError("deal-not-over")


# --- opinions -------------------------------------------------------------------------------------

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
        self.queue = queue
        self._asked: LruCache[ActionId, asyncio.Task[bytes]] = LruCache(most)

    def __len__(self) -> int:
        """Return the number of reviews that are stored or under way."""
        return len(self._asked)

    async def on(self, action: ActionId, text: str, reader: Person | None) -> bytes:
        """Return `MastersOpinion` of an action of this record, as JSON: empty if it takes longer.

        IllegalActionError `too-many`, and as `work.masters_opinion` says.
        """
        check_deal(text, action.deal.number)
        task = self._asked.get(action) or self._new(action, text, reader)
        self._asked.put(action, task)
        await asyncio.wait((task,), timeout=PATIENCE)
        return task.result() if task.done() else msgspec.json.encode(MastersOpinion())

    def _new(self, action: ActionId, text: str, reader: Person | None) -> asyncio.Task[bytes]:
        deal, number = action
        turn = self.queue.enter(reader)
        given = self.queue.run(turn, work.masters_opinion, text, deal.number, number)
        task = asyncio.create_task(given)
        task.add_done_callback(lambda done: self._given(action, done))
        return task

    def _given(self, action: ActionId, task: asyncio.Task[bytes]) -> None:
        """Keep what was said, but no refusal."""
        if task.cancelled() or task.exception() is not None:
            self._asked.drop(action)


# --- reviews --------------------------------------------------------------------------------------

REVIEWS_WAITING: Final = limit(
    128, "deals and actions waiting to be reviewed", per="server", beyond="too-many"
)
FIRST_GUESS: Final = 2.0
"""Seconds that a review is taken to need before one was made."""
FIRST_MATCHES: Final = 10
"""Matches of a newcomer, who is shown errors only on request."""
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


class _Making(NamedTuple):
    """A review under way, with the key by which reviews take turns."""

    key: str
    task: asyncio.Task[bytes]


class _Kept(NamedTuple):
    """A review that is stored; `only`: the one person for whom it counts, empty for everybody."""

    report: bytes
    only: str = ""


class Reviews:
    """The reviews that are under way and those that are kept."""

    def __init__(self, records: Records, replays: Replays, limits: Limits) -> None:
        self.replays = replays
        self.records, self._time = records, records.lobby.store.time
        self._done = get_context("spawn").RawValue("d", 0.0)
        begin = functools.partial(work.share_progress, self._done)
        self.worker = Worker(REVIEWS_WAITING, begin)
        self._queue = ReviewQueue(self.worker, limits)
        self._under_way: dict[DealId, _Making] = {}
        self._seconds = FIRST_GUESS
        self.opinions = Opinions(self._queue)

    async def at_table(self, table: str, deal: int, person: Person, only_kept: bool) -> bytes:
        """Return the review of a deal of a table's last match, or its progress (`Review`, as JSON).

        `only_kept`: none is begun. IllegalActionError `too-many`, `deal-not-over`, and as
        `Records.of` says.
        """
        start, text = await self.records.last_match(table, person)
        return await self._answer(DealId(table, start, deal), text, person, only_kept)

    async def of_match(
        self, match: MatchId, deal: int, reader: Person | None, only_kept: bool
    ) -> bytes:
        """Return the review of a deal of a finished match. IllegalActionError `too-many`, and as
        `Replays.record`."""
        text = await self.replays.record(match, reader)
        return await self._answer(DealId(match.table, match.start, deal), text, reader, only_kept)

    async def _answer(
        self, deal: DealId, text: str, reader: Person | None, only_kept: bool
    ) -> bytes:
        check_deal(text, deal.number)
        kept = await self._kept(deal, reader)
        if kept is None and only_kept and deal not in self._under_way:
            return msgspec.json.encode(Review(newcomer=await self._newcomer(reader)))
        report = kept.report if kept else await self._soon(deal, text, reader)
        if report is None:
            return msgspec.json.encode(self._waiting(deal))
        newcomer = await self._newcomer(reader)
        status = Review(done=1.0, newcomer=newcomer, reviewed=encoded(ReviewedDeal, report))
        return msgspec.json.encode(status)

    async def _newcomer(self, reader: Person | None) -> bool:
        """Return whether this person has ended few matches so far."""
        if reader is None:
            return False
        rows = await self.records.store.read(_PLAYED, reader.id, FIRST_MATCHES)
        return int(rows[0][0]) < FIRST_MATCHES

    async def _kept(self, deal: DealId, reader: Person | None) -> _Kept | None:
        """Return the server's review of a deal, or else that of the reader's device."""
        rows = await self.records.store.read(_KEPT, *deal, REVISION)
        if rows:
            return _Kept(bytes(rows[0][0]))
        if reader is None:
            return None
        report = await device_reviews.kept(self.records.store, reader.id, deal)
        return None if report is None else _Kept(report, reader.id)

    async def _soon(self, deal: DealId, text: str, reader: Person | None) -> bytes | None:
        """Return the report, if it is made in a moment."""
        task = self._begin(deal, text, reader)
        await asyncio.wait((task,), timeout=PATIENCE)
        return task.result() if task.done() else None

    def _begin(self, deal: DealId, text: str, reader: Person | None) -> asyncio.Task[bytes]:
        """Return the review under way, begun if needed. IllegalActionError `too-many`."""
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
        report = await self._queue.run(turn, work.reviewed, text, deal.number)
        if first:
            self._seconds += (self._time.monotonic() - begun - self._seconds) / 4
        outcome = await practice_positions.errors_of(self.records.store, deal, report)
        kept = _KEEP, (*deal, REVISION, report)
        again = due_again(statistics.PROJECTION, deal.table, deal.start)
        await self.records.lobby.accounts.write(kept, *outcome, again)
        return report

    # --- all deals of a match ---

    async def of_whole_match(
        self, match: MatchId, deals: Sequence[int], text: str, person: Person
    ) -> int:
        """Review these deals of a finished match, and return how many are not reviewed yet.

        As many as have a place are under way.
        """
        reports: list[tuple[DealId, _Kept]] = []
        missing: list[DealId] = []
        for deal in (DealId(match.table, match.start, number) for number in deals):
            if (kept := await self._kept(deal, person)) is not None:
                reports.append((deal, kept))
            else:
                missing.append(deal)
        if missing:
            with contextlib.suppress(IllegalActionError):
                for deal in missing:
                    self._begin(deal, text, person)
            return len(missing)
        for deal, kept in reports:
            if outcome := await practice_positions.errors_of(self.records.store, deal, *kept):
                await self.records.lobby.accounts.write(*outcome)
        return 0

    # --- made by a device ---

    async def hand_in_at_table(self, table: str, deal: int, report: str, person: Person) -> None:
        """Store a review that a person's device made of a deal of a table's last match.

        IllegalActionError as `work.confirmed` and `Records.of`.
        """
        start, text = await self.records.last_match(table, person)
        await self._hand_in(DealId(table, start, deal), text, report, person)

    async def hand_in_of_match(
        self, match: MatchId, deal: int, report: str, person: Person
    ) -> None:
        """Store one of a deal of a finished match, for who has played it.

        IllegalActionError `not-yours`, and as `work.confirmed` and `Replays.record`.
        """
        text = await self.replays.record(match, person)
        await device_reviews.check_played(self.records.store, person.id, match)
        await self._hand_in(DealId(match.table, match.start, deal), text, report, person)

    async def _hand_in(self, deal: DealId, text: str, report: str, person: Person) -> None:
        check_deal(text, deal.number)
        made = await self.replays.worker.run(work.confirmed, text, deal.number, report)
        errors = await practice_positions.errors_of(self.records.store, deal, made, person.id)
        kept = device_reviews.keep(person.id, deal, made)
        again = due_again(statistics.PROJECTION, deal.table, deal.start)
        await self.records.lobby.accounts.write(kept, *errors, again)

    # --- what a master would have done ---

    async def opinion_at_table(self, table: str, action: tuple[int, int], person: Person) -> bytes:
        """Return a master's opinion on an action (deal and number) of a table's last match.

        It is `MastersOpinion` as JSON. IllegalActionError `too-many`, and as `Records.of` says.
        """
        start, text = await self.records.last_match(table, person)
        place = ActionId(DealId(table, start, action[0]), action[1])
        return await self.opinions.on(place, text, person)

    async def opinion_on_match(
        self, match: MatchId, action: tuple[int, int], reader: Person | None
    ) -> bytes:
        """Return an opinion on a finished match. IllegalActionError `too-many`, and as
        `Replays.record`."""
        text = await self.replays.record(match, reader)
        deal = DealId(match.table, match.start, action[0])
        return await self.opinions.on(ActionId(deal, action[1]), text, reader)

    def _waiting(self, deal: DealId) -> Review:
        """Return the progress of a review: the number ahead of it, and the seconds to its end."""
        key = self._under_way[deal].key
        own = [each for each, making in self._under_way.items() if making.key == key]
        ahead = self.worker.ahead(key, own.index(deal))
        done = 0.0 if ahead else self._done.value
        return Review(
            ahead=ahead, done=done, seconds=(ahead + 1 - self._done.value) * self._seconds
        )

    def close(self) -> None:
        """End the worker."""
        self.worker.close()
