"""Projections: what is written because matches have ended, each with its position among them.

A match gets its number once its record is written and all may know it. The row that counts the
matches is locked until the number is on disk: numbers appear in their order, on several nodes too,
and no projection passes one over. What a projection writes about a match is written together with
its position, so that the match counts once.

A match with which a projection fails, or that has changed since, is due again: it waits behind
others in a queue, and holds up none.
"""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Final, NamedTuple

from rebelote.server.base.disclosure import Disclosure, unsealed
from rebelote.server.base.runtime.supervision import Chore, Each
from rebelote.server.base.storage.store import MustChange, Statement, Store, UnmetError

RUN_EVERY: Final = 60.0
"""Seconds between two runs."""
PER_RUN: Final = 100
"""Matches that get numbers, are new and are due again, at most of each in one run."""
_NEW: Final = (
    "SELECT table_id, version FROM match_records WHERE number IS NULL AND text IS NOT NULL "
    f"AND {unsealed('match_records')} ORDER BY table_id, version LIMIT ?"
)
_COUNT: Final = "UPDATE projections SET position = position + 1 WHERE name = 'matches'"
_NUMBER: Final = (
    "UPDATE match_records SET number = (SELECT position FROM projections WHERE name = 'matches') "
    "WHERE table_id = ? AND version = ? AND number IS NULL"
)
_AFTER: Final = (
    "SELECT number, table_id, version, text FROM match_records "
    "WHERE number > (SELECT position FROM projections WHERE name = ?) ORDER BY number LIMIT ?"
)
_MOVE: Final = (
    "UPDATE projections SET position = ?1 WHERE name = ?2 AND position < ?1 AND NOT EXISTS "
    "(SELECT 1 FROM match_records WHERE number > projections.position AND number < ?1)"
)
"""Move a position to the next match: it passes none over that could not be written."""
_DUE: Final = (
    "SELECT place, table_id, version, text FROM matches_due JOIN match_records "
    "USING (table_id, version) WHERE projection = ? AND text IS NOT NULL "
    f"AND {unsealed('matches_due')} ORDER BY place, table_id, version LIMIT ?"
)
_DUE_AGAIN: Final = (
    "INSERT INTO matches_due (projection, table_id, version, place) SELECT ?1, table_id, version, "
    "(SELECT coalesce(max(place), 0) + 1 FROM matches_due WHERE projection = ?1) "
    "FROM match_records WHERE table_id = ?2 AND version = ?3 "
    "ON CONFLICT (projection, table_id, version) DO UPDATE SET place = excluded.place"
)
_DONE: Final = (
    "DELETE FROM matches_due WHERE projection = ? AND table_id = ? AND version = ? AND place = ?"
)


class EndedMatch(NamedTuple):
    """A match that has ended: its table, the line with which it began, and its record."""

    table: str
    version: int
    text: str


def due_again(projection: str, table: str, version: int) -> Statement:
    """Build the statement that has a projection take up a match again, if it has ended."""
    return _DUE_AGAIN, (projection, table, version)


class Projection:
    """A projection, by its name; `follow` returns the statements that follow from a match."""

    def __init__(
        self,
        name: str,
        store: Store,
        disclosure: Disclosure,
        follow: Callable[[EndedMatch], Awaitable[Iterable[Statement]]],
    ) -> None:
        self.name, self._follow = name, follow
        self._store, self._disclosure = store, disclosure
        self._each: Each[EndedMatch] = Each(name, store.time.monotonic, lambda match: match.table)

    @property
    def chore(self) -> Chore:
        """Its regular run."""
        return Chore(self.name, self.run, RUN_EVERY, once=True)

    async def run(self) -> None:
        """Take up the next new matches, then the first of those that are due again."""
        read, today = self._store.long.read, self._disclosure.today()
        for match in await read(_NEW, today, PER_RUN):
            with contextlib.suppress(UnmetError):  # it has one meanwhile
                await self._store.write((_COUNT, ()), MustChange(_NUMBER, (*match,)))
        new = await read(_AFTER, self.name, PER_RUN)
        await self._take_up(
            {EndedMatch(*it): MustChange(_MOVE, (number, self.name)) for number, *it in new}
        )
        due = await read(_DUE, self.name, today, PER_RUN)
        await self._take_up(
            {EndedMatch(*it): MustChange(_DONE, (self.name, *it[:2], at)) for at, *it in due}
        )

    async def _take_up(self, taken: Mapping[EndedMatch, MustChange]) -> None:
        """Write what follows from matches, each with the statement that it is taken up."""

        async def take_up(match: EndedMatch) -> None:
            try:
                with contextlib.suppress(UnmetError):  # another node has, or it has changed
                    await self._store.write(taken[match], *await self._follow(match))
            except Exception:
                await self._store.write(taken[match], due_again(self.name, *match[:2]))
                raise

        await self._each.do(take_up, taken)
