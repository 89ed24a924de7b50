"""Practice of one's own errors, in positions of matches that have ended."""

from __future__ import annotations

import asyncio

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.workers.jobs import Worker
from rebelote.server.features.history import matches as match_history
from rebelote.server.features.history.replays import MatchId
from rebelote.server.features.study import errors, practice_positions, work
from rebelote.server.features.study.practice_positions import Kept, Place
from rebelote.server.features.study.reviews import Reviews
from rebelote.server.features.study.schemas import PracticeAnswered, PracticeList
from rebelote.server.people.database import Person


class Practice:
    """The errors of each person: taken from the reviews, repeated until they are known."""

    def __init__(self, reviews: Reviews, worker: Worker) -> None:
        self.reviews, self.worker = reviews, worker
        self._records, self._replays = reviews.records, reviews.replays
        self._store, self._time = reviews.records.store, reviews.records.lobby.store.time

    async def due(self, person: Person) -> PracticeList:
        """Return the due positions, the most instructive first."""
        now = self._time.wall()
        positions = await practice_positions.due(self._store, person.id, now)
        latest = await practice_positions.latest(self._store, person.id)
        deals = await practice_positions.reviewed_deals(self._store, person.id)
        groups = await asyncio.to_thread(errors.in_groups, errors.decoded(latest), deals)
        return PracticeList(positions, await self._count(person), groups=groups)

    async def of_match(self, match: str, person: Person) -> PracticeList:
        """Return the errors of one's own match; review missing deals, a few at a time.

        IllegalActionError `no-such-match`, and as `Replays.record`.
        """
        result = await self._replays.find(match)
        if not await match_history.has_played(self._store, person.id, result):
            raise IllegalActionError("no-such-match")
        text = await self._replays.record(result, person)
        deals = await self.worker.run(work.deals, text)
        waiting = await self.reviews.of_whole_match(result, deals, text, person)
        positions = await practice_positions.of_match(self._store, person.id, result)
        return PracticeList(positions, await self._count(person), waiting)

    async def _count(self, person: Person) -> int:
        return await practice_positions.count_due(self._store, person.id, self._time.wall())

    async def position(self, place: Place, person: Person) -> bytes:
        """Return the position before one's error (`PracticePosition`, as JSON).

        IllegalActionError `no-such-match`, and as `Replays.record`.
        """
        await practice_positions.kept(self._store, person.id, place)
        text = await self._replays.record(MatchId(place.table, place.version), person)
        return await self.worker.run(work.position, text, place.deal, place.step)

    async def answer(self, place: Place, choice: str, person: Person) -> PracticeAnswered:
        """Check an answer, and set the next repetition of a due position.

        IllegalActionError with the code of the rule that forbids it, `malformed`, and as
        `position`.
        """
        kept = await practice_positions.kept(self._store, person.id, place)
        decision = kept.decision
        text = await self._replays.record(MatchId(place.table, place.version), person)
        await self.worker.run(work.check, text, place.deal, place.step, choice)
        right = choice in decision.advised
        again = await self._move_on(place, kept, right, person)
        return PracticeAnswered(
            right=right,
            decision=decision,
            calls=work.calls_of(decision, choice),
            again=again,
            own=decision.with_choice(choice),
        )

    async def _move_on(self, place: Place, kept: Kept, right: bool, person: Person) -> float:
        """Return the time of the next repetition, written down if the answer changes it."""
        after = errors.repetition(kept.repetition, right, self._time.wall())
        if after != kept.repetition:
            moved = practice_positions.moved_on(person.id, place, after)
            await self._records.lobby.accounts.write(moved)
        return after.due
