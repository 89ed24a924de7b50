"""Results of matches that have ended: written down, and counted for the ratings.

A match is written once, however often it is published. Ratings follow from what is
written, so they can be computed again from it (`rebuild`).
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import Final

import msgspec

from rebelote.rules.match import result_of
from rebelote.rules.options import SEATINGS
from rebelote.server.base.protocol.schemas import Rated
from rebelote.server.base.storage.retries import retried
from rebelote.server.base.storage.store import (
    ConflictError,
    MustChange,
    Statement,
    Store,
)
from rebelote.server.features.ratings import ratings
from rebelote.server.features.ratings.ratings import RatedPlayer, Rating
from rebelote.server.table.ended import Ended


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A line of `played`, in the order of its columns."""

    table_id: str
    version: int
    seat: int
    person: str
    bot: str | None
    preset: str
    ended: float
    rated: bool
    won: bool
    marks: int
    others: int
    mu: float | None = None
    sigma: float | None = None
    given_up: bool = False


_COLUMNS: Final = ", ".join(Row.__struct_fields__)
_ADD_ROW: Final = (
    f"INSERT INTO played ({_COLUMNS}) VALUES ({', '.join('?' * len(Row.__struct_fields__))})"
)
_SET_RATING: Final = (
    "INSERT INTO ratings (person, preset, mu, sigma, matches, changed) VALUES (?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (person, preset) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, "
    "matches = excluded.matches, changed = excluded.changed "
    "WHERE ratings.matches = excluded.matches - 1 AND ratings.mu = ?"
)
"""Only where the rating is still that of before: points may have been given back meanwhile."""
_ESTIMATES: Final = (
    "SELECT person, preset, mu, sigma, matches, changed FROM rating_estimates WHERE person IN (?*)"
)
_SET_ESTIMATE: Final = (
    "INSERT INTO rating_estimates (person, preset, mu, sigma, matches, changed) "
    "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (person, preset) DO UPDATE SET mu = excluded.mu, "
    "sigma = excluded.sigma, matches = excluded.matches, changed = excluded.changed"
)
_RETURNED: Final = "SELECT person, preset, sum(points) FROM rating_returns GROUP BY person, preset"
ATTEMPTS: Final = 8
"""Attempts to store a match while others of the same people end."""
KnownRatings = dict[tuple[str, str], Rating]
"""Ratings by person and preset."""


class Results:
    """The results of one server, and the ratings that follow from them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._lock = asyncio.Lock()
        self._last = 0.0

    async def ended(self, ended: Ended) -> bool:
        """Write down a match; False where it is written already.

        Raises what `Store.write` raises where that cannot be done now, and IllegalActionError
        `server-busy` where other matches of the same people end all the time; it may be repeated.
        """
        async with self._lock:
            return await retried(lambda: self._written(ended), ATTEMPTS)

    async def _written(self, ended: Ended) -> bool:
        """Write down a match; False where it is written already. ConflictError where ratings have
        changed meanwhile."""
        known = await self._ratings(ended) if ended.rated or ended.estimated else {}
        rows = _rows(ended, await self._now(known))
        estimates = await self._estimated(rows, known) if ended.estimated else []
        try:
            await self.store.write(*_statements(*_rated(rows, known), known), *estimates)
        except ConflictError:
            if await self._is_written(ended):
                return False
            raise
        return True

    async def _estimated(self, rows: list[Row], known: KnownRatings) -> list[Statement]:
        """Return the statements that keep estimates of those of whom no match counts yet."""
        new = {key for key, rating in known.items() if not rating.matches}
        estimates = await self.estimates({person for person, _ in new})
        before = known | {key: it for key, it in estimates.items() if key in new}
        after = _after(rows, before)
        return [
            (_SET_ESTIMATE, (*key, *msgspec.structs.astuple(after[key])))
            for key in sorted(new & after.keys())
        ]

    async def estimates(self, people: Collection[str]) -> KnownRatings:
        """Return the ratings that people would have if matches of their first day counted."""
        rows = await self.store.read_of(_ESTIMATES, people)
        return {(person, preset): Rating(*rating) for person, preset, *rating in rows}

    async def _is_written(self, ended: Ended) -> bool:
        sql = "SELECT 1 FROM played WHERE table_id = ? AND version = ?"
        return bool(await self.store.read(sql, ended.table, ended.version))

    async def _now(self, known: KnownRatings) -> float:
        """Return the time, later than that of any match before: in that order they count."""
        if not self._last:
            rows = await self.store.read("SELECT coalesce(max(ended), 0) FROM played")
            self._last = rows[0][0]
        before = max((rating.changed for rating in known.values()), default=0.0)
        later = math.nextafter(max(self._last, before), math.inf)
        self._last = max(self.store.time.wall(), later)
        return self._last

    async def _ratings(self, ended: Ended) -> KnownRatings:
        preset = ended.rules.preset
        people = [seat.person for seat in ended.seats if seat.person]
        outcome = await self._of(people, preset)
        return {(person, preset): rating for person, rating in outcome.items()}

    async def _of(self, people: Collection[str], preset: str) -> dict[str, Rating]:
        """Return the ratings of several people by a rule set, as they were after the last match."""
        sql = "SELECT person, preset, mu, sigma, matches, changed FROM ratings WHERE person IN (?*)"
        latest = dict.fromkeys(people, Rating())
        for person, by, *rating in await self.store.read_of(sql, tuple(latest)):
            if by == preset:
                latest[person] = Rating(*rating)
        return latest

    async def rating(self, person: str, preset: str) -> Rating:
        """Return a person's rating by a rule set, as it was after the last match."""
        sql = "SELECT mu, sigma, matches, changed FROM ratings WHERE person = ? AND preset = ?"
        rows = await self.store.read(sql, person, preset)
        return Rating(*rows[0]) if rows else Rating()

    async def shown(self, person: str, preset: str) -> Rated:
        """Return a person's rating by a rule set as people see it now."""
        return (await self.shown_of((person,), preset))[person]

    async def shown_of(self, people: Collection[str], preset: str) -> dict[str, Rated]:
        """Return the ratings of several people as they are seen now."""
        outcome, now = await self._of(people, preset), self.store.time.wall()
        estimates = await self.estimates([who for who, it in outcome.items() if not it.matches])
        return {person: ratings.shown(rating, now) for person, rating in outcome.items()} | {
            person: ratings.estimated(rating, now)
            for (person, by), rating in estimates.items()
            if by == preset
        }

    async def rebuild(self) -> int:
        """Recompute every rating from what was played; return the number of rated matches.

        For use after a change of the formula, or to repair a file; while nobody plays.
        """
        async with self._lock:
            matches = await self._rated_matches()
            statements: list[Statement] = [("DELETE FROM ratings", ())]
            known: KnownRatings = {}
            for rows in matches:
                known |= _after(rows, known)
                statements += [_corrected(row, known) for row in rows if row.person]
            known |= await self._with_returns(known)
            statements += [_remembered(key, it, it.mu) for key, it in known.items()]
            await self.store.write(*statements)
        return len(matches)

    async def _with_returns(self, known: KnownRatings) -> KnownRatings:
        """Return the ratings to which points were given back, with these points."""
        return {
            key: msgspec.structs.replace(known[key], mu=known[key].mu + points)
            for *names, points in await self.store.long.read(_RETURNED)
            if (key := (names[0], names[1])) in known
        }

    async def _rated_matches(self) -> list[list[Row]]:
        sql = f"SELECT {_COLUMNS} FROM played WHERE rated ORDER BY ended, table_id, version, seat"
        rows = [
            Row(**dict(zip(Row.__struct_fields__, line, strict=True)))
            for line in await self.store.long.read(sql)
        ]
        return [list(each) for _, each in groupby(rows, lambda row: (row.table_id, row.version))]


def _rows(ended: Ended, now: float) -> list[Row]:
    """Return a match as lines, before anybody is rated."""
    rows = []
    for number, (seat, side) in enumerate(zip(ended.seats, ended.rules.sides, strict=True)):
        result = result_of(ended.scores, ended.winner, side)
        rows.append(
            Row(
                table_id=ended.table,
                version=ended.version,
                seat=number,
                person=seat.person or "",
                bot=seat.bot,
                preset=ended.rules.preset,
                ended=now,
                rated=ended.rated,
                won=result.won,
                marks=result.marks,
                others=result.others,
                given_up=ended.given_up,
            )
        )
    return rows


def _rated(rows: Sequence[Row], known: KnownRatings) -> tuple[list[Row], KnownRatings]:
    """Return the lines with the ratings after the match, and these ratings."""
    outcome = _after(rows, known) if rows[0].rated else {}
    return [_with(row, outcome.get((row.person, row.preset))) for row in rows], outcome


def _with(row: Row, rating: Rating | None) -> Row:
    if rating is None:
        return row
    return msgspec.structs.replace(row, mu=rating.mu, sigma=rating.sigma)


def _after(rows: Sequence[Row], known: KnownRatings) -> KnownRatings:
    """Return the ratings that a match, as it is written, makes of those before it."""
    sides = SEATINGS[len(rows)].sides
    players = [_player(row, known) for row in rows]
    scores = {side: row.marks for side, row in zip(sides, rows, strict=True)}
    winner = next(side for side, row in zip(sides, rows, strict=True) if row.won)
    places = ratings.places([scores[side] for side in sorted(scores)], winner)
    after = ratings.after(players, sides, places, rows[0].ended)
    pairs = zip(rows, after, strict=True)
    return {(row.person, row.preset): rating for row, rating in pairs if rating is not None}


def _player(row: Row, known: KnownRatings) -> RatedPlayer:
    level = row.bot or ""
    if not row.person:
        return RatedPlayer(level)
    return RatedPlayer(level, known.get((row.person, row.preset), Rating()), row.bot is not None)


def _statements(rows: Iterable[Row], outcome: KnownRatings, known: KnownRatings) -> list[Statement]:
    after = sorted(outcome.items())  # all servers lock people in the same order
    return [
        *((_ADD_ROW, msgspec.structs.astuple(row)) for row in rows),
        *(_changed(key, it, known.get(key, Rating())) for key, it in after),
    ]


def _changed(key: tuple[str, str], rating: Rating, before: Rating) -> Statement:
    """Build the statement that writes a rating; it changes none for the partner of a leaver."""
    remembered = _remembered(key, rating, before.mu)
    return remembered if rating != before else (remembered.sql, remembered.values)


def _remembered(key: tuple[str, str], rating: Rating, before: float) -> MustChange:
    return MustChange(_SET_RATING, (*key, *msgspec.structs.astuple(rating), before))


def _corrected(row: Row, known: KnownRatings) -> Statement:
    """Return the statement that writes the rating after a match beside it again."""
    rating = known[row.person, row.preset]
    key: tuple[object, ...] = (row.table_id, row.version, row.seat)
    sql = "UPDATE played SET mu = ?, sigma = ? WHERE table_id = ? AND version = ? AND seat = ?"
    return sql, (rating.mu, rating.sigma, *key)
