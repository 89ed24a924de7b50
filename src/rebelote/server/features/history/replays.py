"""Replays of finished matches, step by step, for their readers."""

from __future__ import annotations

import asyncio
import functools
import hashlib
import re
from collections.abc import Callable, Coroutine, Iterable
from typing import Final, NamedTuple

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.runtime.lru_cache import LruCache
from rebelote.server.base.workers.jobs import Verifier, Worker
from rebelote.server.features.history import work
from rebelote.server.features.history.records import Records
from rebelote.server.features.history.schemas import MyMatch, NewDeal, NewVariation
from rebelote.server.features.history.viewing import MatchMetadata
from rebelote.server.people.database import Person

MATCH_ID: Final = re.compile(r"([A-Za-z0-9_-]{12})(?:-([1-9][0-9]{0,8}))?")
"""A table, and the line of its log with which the match began; the last match without one."""
KEPT: Final = limit(
    16 << 20,
    "replays kept in memory, compressed",
    unit="bytes",
    per="server",
    beyond="the one not used for longest is dropped",
)
_ENDED: Final = (
    "SELECT seat, person, bot, ended, rated FROM played "
    "WHERE table_id = ? AND version = ? ORDER BY seat"
)
_LAST: Final = "SELECT coalesce(max(version), 0) FROM played WHERE table_id = ?"


class MatchId(NamedTuple):
    """The id of a match: its table, and the log line with which it began.

    `start` 0 is the last match at the table that has ended.
    """

    table: str
    start: int

    @classmethod
    def parse(cls, text: str) -> MatchId:
        """Parse the id of a match. IllegalActionError `no-such-match`.

        >>> MatchId.parse("abcdefghij_--12")
        MatchId(table='abcdefghij_-', start=12)
        """
        outcome = MATCH_ID.fullmatch(text)
        if outcome is None:
            raise IllegalActionError("no-such-match")
        return cls(outcome[1], int(outcome[2] or 0))

    def __str__(self) -> str:
        """Return the id in an address."""
        return f"{self.table}-{self.start}"


class EndedMatch(NamedTuple):
    """A finished match: by seat the person (empty for a bot) and the level of a bot."""

    people: tuple[str, ...]
    bots: tuple[str | None, ...]
    ended: float
    rated: bool


class Replays:
    """The matches of one server as steps. `verifier` works on records that are handed in."""

    def __init__(self, records: Records, worker: Worker, verifier: Verifier) -> None:
        self.records, self.worker, self.verifier = records, worker, verifier
        self._kept: LruCache[str, bytes] = LruCache(KEPT, len)
        self._under_way: dict[str, asyncio.Task[bytes]] = {}

    async def find(self, text: str) -> MatchId:
        """Return the match of this id, or the last one of this table. IllegalActionError
        `no-such-match`."""
        match = MatchId.parse(text)
        if match.start:
            return match
        rows = await self.records.store.read(_LAST, match.table)
        return MatchId(match.table, rows[0][0])

    async def ended(self, match: MatchId) -> EndedMatch:
        """Return a match that has ended. IllegalActionError `match-not-over`, `no-such-match`."""
        store = self.records.store
        rows = await store.read(_ENDED, *match)
        if not rows:
            begun = match.start in (0, await store.start_of_match(match.table, match.start))
            begun = begun and await store.table(match.table) is not None
            raise IllegalActionError("match-not-over" if begun else "no-such-match")
        _, people, bots, ended, rated = zip(*rows, strict=True)
        return EndedMatch(people, bots, ended[0], bool(rated[0]))

    async def record(self, match: MatchId, reader: Person | None) -> str:
        """Return the record of a match that has ended.

        IllegalActionError `match-not-over`, `no-such-match`, `private-match`, `told-tomorrow`,
        `told-later`.
        """
        await self.ended(match)
        return await self.records.of_match(*match, reader)

    async def replay(self, match: MatchId, reader: Person | None) -> bytes:
        """Return a finished match as steps, in compressed JSON. Refuse as `record` does."""
        ended = await self.ended(match)
        text = await self.records.of_match(*match, reader)
        mine = reader is not None and reader.id in ended.people
        accounts = self.records.lobby.accounts
        looks = await accounts.looks(ended.people)
        metadata = MatchMetadata(
            str(match),
            tuple(bot or "" for bot in ended.bots),
            ended.people,
            tuple(looks[person].portrait for person in ended.people),
            await accounts.relations.programs(ended.people),
            ended.ended,
            ended.rated,
            ended.people.index(reader.id) if mine and reader else None,
        )
        run = functools.partial(self.worker.run, work.replayed, text, metadata)
        return await self._once(_key(text, *metadata), run)

    async def imported(self, text: str) -> bytes:
        """Return a record that is handed in as steps, which are not kept.

        IllegalActionError `no-record`, `too-large`, and as `Verifier.run` says.
        """
        return await self.verifier.run(work.replayed, text)

    async def without_names(self, text: str) -> str:
        """Return the text of a record that is handed in, in which every seat goes by its number.

        IllegalActionError as `imported` says.
        """
        return await self.verifier.run(work.without_names, text)

    async def shared(self, text: str) -> bytes:
        """Return a record that several look at together as steps. IllegalActionError as `imported`
        says."""
        run = functools.partial(self.verifier.run, work.replayed, text)
        return await self._once(_key(text), run)

    async def as_json(self, match: MatchId, reader: Person | None) -> bytes:
        """Return the record of a match in compressed JSON. IllegalActionError as `record` says."""
        return await self.worker.run(work.as_json, await self.record(match, reader))

    async def all_of(
        self, page: Iterable[MyMatch], reader: Person
    ) -> list[tuple[MyMatch, str | None]]:
        """Return matches with their records; None for a record not readable now."""
        return [(one, await self._if_readable(one.match, reader)) for one in page]

    async def as_lines(self, page: Iterable[MyMatch], reader: Person) -> bytes:
        """Return matches with their records, as compressed lines of JSON (`MyRecord`)."""
        return await self.worker.run(work.lines, tuple(await self.all_of(page, reader)))

    async def _if_readable(self, match: str, reader: Person) -> str | None:
        try:
            return await self.record(MatchId.parse(match), reader)
        except IllegalActionError:
            return None

    async def varied(self, match: MatchId, reader: Person | None, request: NewVariation) -> bytes:
        """Return a deal of a match with a variation.

        IllegalActionError as `record` says, and `no-such-step`, `not-now`.
        """
        text = await self.record(match, reader)
        return await self.worker.run(work.varied, text, request)

    async def varied_record(self, request: NewVariation) -> bytes:
        """Return a deal of an uploaded record with a variation. Refuse as `imported` does."""
        return await self.verifier.run(work.varied, request.record, request)

    async def entered(self, request: NewDeal) -> bytes:
        """Return a deal given by hand, as compressed JSON of `EnteredDeal`; it is kept nowhere."""
        return await self.worker.run(work.entered, request)

    async def _once(self, key: str, work: Callable[[], Coroutine[object, object, bytes]]) -> bytes:
        """Return the cached answer, or do the work once for all concurrent callers."""
        if (kept := self._kept.get(key)) is not None:
            return kept
        if key not in self._under_way:
            task = self._under_way[key] = asyncio.create_task(work())
            task.add_done_callback(lambda done: self._made(key, done))
        return await asyncio.shield(self._under_way[key])

    def _made(self, key: str, task: asyncio.Task[bytes]) -> None:
        del self._under_way[key]
        if not task.cancelled() and task.exception() is None:
            self._kept.put(key, task.result())


def _key(text: str, *metadata: object) -> str:
    """Return a short key for an answer: equal for the same record and metadata alone."""
    return hashlib.sha256(repr((text, metadata)).encode()).hexdigest()
