"""Matches that have ended, step by step, for those who may read them."""

from __future__ import annotations

import re
from collections import OrderedDict
from typing import Final, NamedTuple

import msgspec

from rebelote.rules.refusals import IllegalAction
from rebelote.server.live.background_jobs import Worker
from rebelote.server.live.records import Records
from rebelote.server.people.database import Person
from rebelote.server.protocol.http_schemas import NewDeal, NewVariation, ReplayPlayer
from rebelote.server.tables import replay_export
from rebelote.server.tables.replay_export import Replayed

MATCH_ID: Final = re.compile(r"([A-Za-z0-9_-]{12})(?:-([1-9][0-9]{0,8}))?")
"""A table, and the line of its log with which the match began; the last match without one."""
KEPT: Final = 32
"""Matches that are kept in memory as steps, those asked for last."""
_ENDED: Final = (
    "SELECT seat, person, bot, ended, rated FROM played "
    "WHERE table_id = ? AND version = ? ORDER BY seat"
)
_LAST: Final = "SELECT coalesce(max(version), 0) FROM played WHERE table_id = ?"


class MatchId(NamedTuple):
    """What a match is called: its table, and the line of the log with which it began.

    `start` 0 is the last match at the table that has ended.
    """

    table: str
    start: int

    @classmethod
    def parse(cls, text: str) -> MatchId:
        """IllegalAction `no-such-match` for what is no id of a match.

        >>> MatchId.parse("abcdefghij_--12")
        MatchId(table='abcdefghij_-', start=12)
        """
        found = MATCH_ID.fullmatch(text)
        if found is None:
            raise IllegalAction("no-such-match")
        return cls(found[1], int(found[2] or 0))

    def __str__(self) -> str:
        """The id in an address."""
        return f"{self.table}-{self.start}"


class EndedMatch(NamedTuple):
    """A match that has ended: by seat who played (empty for a bot) and the level of a bot."""

    people: tuple[str, ...]
    bots: tuple[str | None, ...]
    ended: float
    rated: bool


class Replay(msgspec.Struct, frozen=True):
    """`http_schemas.Replay` with its deals as they were encoded by the worker."""

    match: str
    players: tuple[ReplayPlayer, ...]
    deals: msgspec.Raw
    ended: float | None = None
    rated: bool = False
    seat: int | None = None


class Replays:
    """The matches of one server as steps. `verifier` works on records that are handed in."""

    def __init__(self, records: Records, worker: Worker, verifier: Worker) -> None:
        self.records, self.worker, self.verifier = records, worker, verifier
        self._kept: OrderedDict[str, Replayed] = OrderedDict()

    async def find(self, text: str) -> MatchId:
        """The match of this id, or the last one of this table. IllegalAction `no-such-match`."""
        match = MatchId.parse(text)
        if match.start:
            return match
        rows = await self.records.store.read(_LAST, match.table)
        return MatchId(match.table, rows[0][0])

    async def ended(self, match: MatchId) -> EndedMatch:
        """What is known of a match. IllegalAction `match-not-over`, `no-such-match`."""
        store = self.records.store
        rows = await store.read(_ENDED, *match)
        if not rows:
            begun = match.start in (0, await store.start_of_match(match.table, match.start))
            begun = begun and await store.table(match.table) is not None
            raise IllegalAction("match-not-over" if begun else "no-such-match")
        _, people, bots, ended, rated = zip(*rows, strict=True)
        return EndedMatch(people, bots, ended[0], bool(rated[0]))

    async def record(self, match: MatchId, reader: Person | None) -> str:
        """The record of a match that has ended.

        IllegalAction `match-not-over`, `no-such-match`, `private-match`, `told-tomorrow`.
        """
        await self.ended(match)
        return await self.records.of_match(*match, reader)

    async def replay(self, match: MatchId, reader: Person | None) -> bytes:
        """A match that has ended as steps, in JSON. IllegalAction as `record` says."""
        ended = await self.ended(match)
        text = await self.records.of_match(*match, reader)
        found = await self._replayed(text, self.worker)
        mine = reader is not None and reader.id in ended.people
        return _encoded(
            Replay(
                str(match),
                _players(found.names, ended),
                msgspec.Raw(found.deals),
                ended.ended,
                ended.rated,
                ended.people.index(reader.id) if mine and reader else None,
            )
        )

    async def imported(self, text: str) -> bytes:
        """A record that is handed in as steps. IllegalAction `no-record`, `too-large`."""
        found = await self._replayed(text, self.verifier)
        players = tuple(map(ReplayPlayer, found.names))
        return _encoded(Replay("", players, msgspec.Raw(found.deals)))

    async def varied(self, match: MatchId, reader: Person | None, asked: NewVariation) -> bytes:
        """A deal of a match played on in another way. IllegalAction as `record` says, and
        `no-such-step`, `not-now`."""
        text = await self.record(match, reader)
        return await self.worker.run(replay_export.varied, text, asked)

    async def varied_record(self, asked: NewVariation) -> bytes:
        """The same of a record that is handed in. IllegalAction `no-record`, `too-large`."""
        return await self.verifier.run(replay_export.varied, asked.record, asked)

    async def entered(self, asked: NewDeal) -> bytes:
        """A deal given by hand, as JSON of `EnteredDeal`; it is kept nowhere."""
        return await self.worker.run(replay_export.entered, asked)

    async def _replayed(self, text: str, worker: Worker) -> Replayed:
        if text not in self._kept:
            self._kept[text] = await worker.run(replay_export.replayed, text)
        self._kept.move_to_end(text)
        found = self._kept[text]
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found


def _players(names: tuple[str, ...], ended: EndedMatch) -> tuple[ReplayPlayer, ...]:
    seats = zip(names, ended.bots, ended.people, strict=True)
    return tuple(ReplayPlayer(name, bot or "", person or None) for name, bot, person in seats)


def _encoded(replay: Replay) -> bytes:
    return msgspec.json.encode(replay)
