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
from rebelote.rules.options import SEATINGS, Rules
from rebelote.rules.scoring import Points
from rebelote.server.protocol.schemas import Rated
from rebelote.server.ratings import ratings
from rebelote.server.ratings.ratings import RatedPlayer, Rating
from rebelote.server.storage.store import ConflictError, Statement, Store, StoreBusyError
from rebelote.server.tables.table import Table


class Seat(msgspec.Struct, frozen=True):
    """Who began the match in a seat, and who ended it there.

    `person`: who began it, None for a bot. `bot`: the level of the bot that sat there at the end,
    None where the same person did.
    """

    person: str | None = None
    bot: str | None = None


class Ended(msgspec.Struct, frozen=True):
    """A match that has ended: all that is to be known of it.

    `version` is that it began with. `rated`: whether it counts, as recorded at the start.
    `given_up`: a side gave it up.
    """

    table: str
    version: int
    rules: Rules
    rated: bool
    seats: tuple[Seat, ...]
    scores: Points
    winner: int | None
    given_up: bool = False

    @classmethod
    def at(cls, table: Table, rated: bool) -> Ended:
        """The match at a table that has ended, for those who began it. ValueError before that."""
        winner = table.match.winner
        if not (table.match.over or table.called_off):
            raise ValueError("the match at this table is not over")
        seats = tuple(_seat(table, seat) for seat in range(table.match.rules.players))
        about = (table.id, table.began_at, table.match.rules, rated and winner is not None)
        return cls(*about, seats, table.match.scores, winner, table.match.given_up is not None)


def _seat(table: Table, seat: int) -> Seat:
    """The person who began the match; absent, they left it to a bot, also where others sat down.

    A person who never joined did not begin it: the bot did.
    """
    began = table.starters[seat]
    if seat in table.no_shows and seat in table.substituted:
        return Seat(None, table.bot_in(seat))
    there = table.seats[seat].person == began.person and seat not in table.substituted
    bot = None if began.person and there else began.bot or table.bot_in(seat) or table.terms.level
    return Seat(began.person, bot)


class Row(msgspec.Struct, frozen=True):
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
_CHECK_RATING: Final = (
    "INSERT INTO ratings SELECT person, preset, mu, sigma, matches, changed FROM ratings "
    "WHERE person = ? AND preset = ? AND NOT (matches = ? AND changed = ?)"
)
"""Breaks the key where a rating is not the one just set: another match has changed it meanwhile."""
_RETURNED: Final = "SELECT person, preset, sum(points) FROM rating_returns GROUP BY person, preset"
ATTEMPTS: Final = 8
"""How often a match is written down beside others of the same people that end just then."""
KnownRatings = dict[tuple[str, str], Rating]
"""Ratings by person and preset."""


class Results:
    """What was played on one server, and the ratings that follow from it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._lock = asyncio.Lock()
        self._last = 0.0

    async def ended(self, ended: Ended) -> bool:
        """Write down a match; False where it is written already.

        Raises what `Store.write` raises where that cannot be done now; it may be repeated.
        """
        async with self._lock:
            for _ in range(ATTEMPTS):
                known = await self._ratings(ended) if ended.rated else {}
                rows = _rows(ended, await self._now(known))
                try:
                    await self.store.write(*_statements(*_rated(rows, known), known))
                except ConflictError:
                    if await self._is_written(ended):
                        return False
                else:
                    return True
        raise StoreBusyError("other matches of the same people end all the time")

    async def _is_written(self, ended: Ended) -> bool:
        sql = "SELECT 1 FROM played WHERE table_id = ? AND version = ?"
        return bool(await self.store.read(sql, ended.table, ended.version))

    async def _now(self, known: KnownRatings) -> float:
        """The time, later than that of any match before: in that order they count."""
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
        """The ratings of several people by a rule set, as they were after the last match."""
        sql = "SELECT person, preset, mu, sigma, matches, changed FROM ratings WHERE person IN (?*)"
        latest = dict.fromkeys(people, Rating())
        for person, by, *rating in await self.store.read_of(sql, tuple(latest)):
            if by == preset:
                latest[person] = Rating(*rating)
        return latest

    async def rating(self, person: str, preset: str) -> Rating:
        """A person's rating by a rule set, as it was after the last match."""
        sql = "SELECT mu, sigma, matches, changed FROM ratings WHERE person = ? AND preset = ?"
        rows = await self.store.read(sql, person, preset)
        return Rating(*rows[0]) if rows else Rating()

    async def shown(self, person: str, preset: str) -> Rated:
        """A person's rating by a rule set as people see it now."""
        return ratings.shown(await self.rating(person, preset), self.store.time.wall())

    async def shown_of(self, people: Collection[str], preset: str) -> dict[str, Rated]:
        """The ratings of several people as they are seen now."""
        outcome, now = await self._of(people, preset), self.store.time.wall()
        return {person: ratings.shown(rating, now) for person, rating in outcome.items()}

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
        """The ratings to which points were given back, with these points."""
        return {
            key: msgspec.structs.replace(known[key], mu=known[key].mu + points)
            for *names, points in await self.store.long.read(_RETURNED)
            if (key := (names[0], names[1])) in known
        }

    async def _rated_matches(self) -> list[list[Row]]:
        sql = f"SELECT {_COLUMNS} FROM played WHERE rated ORDER BY ended, table_id, version, seat"
        rows = [Row(*outcome) for outcome in await self.store.long.read(sql)]
        return [list(each) for _, each in groupby(rows, lambda row: (row.table_id, row.version))]


def _rows(ended: Ended, now: float) -> list[Row]:
    """A match as lines, before anybody is rated."""
    rows = []
    for number, (seat, side) in enumerate(zip(ended.seats, ended.rules.sides, strict=True)):
        result = result_of(ended.scores, ended.winner, side)
        key = (ended.table, ended.version, number, seat.person or "", seat.bot)
        about = (ended.rules.preset, now, ended.rated)
        rows.append(Row(*key, *about, *result, given_up=ended.given_up))
    return rows


def _rated(rows: Sequence[Row], known: KnownRatings) -> tuple[list[Row], KnownRatings]:
    """The lines with the ratings after the match, and these ratings."""
    outcome = _after(rows, known) if rows[0].rated else {}
    return [_with(row, outcome.get((row.person, row.preset))) for row in rows], outcome


def _with(row: Row, rating: Rating | None) -> Row:
    if rating is None:
        return row
    return msgspec.structs.replace(row, mu=rating.mu, sigma=rating.sigma)


def _after(rows: Sequence[Row], known: KnownRatings) -> KnownRatings:
    """The ratings that a match, as it is written, makes of those before it."""
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
        *(_remembered(key, it, known.get(key, Rating()).mu) for key, it in after),
        *((_CHECK_RATING, (*key, it.matches, it.changed)) for key, it in after),
    ]


def _remembered(key: tuple[str, str], rating: Rating, before: float) -> Statement:
    return _SET_RATING, (*key, *msgspec.structs.astuple(rating), before)


def _corrected(row: Row, known: KnownRatings) -> Statement:
    """The statement that writes the rating after a match beside it again."""
    rating = known[row.person, row.preset]
    key: tuple[object, ...] = (row.table_id, row.version, row.seat)
    sql = "UPDATE played SET mu = ?, sigma = ? WHERE table_id = ? AND version = ? AND seat = ?"
    return sql, (rating.mu, rating.sigma, *key)
