"""The leagues of one server: members, the deal of each day, and the ends of seasons.

The deal of a day follows from the date and from a secret that only this server knows. Both
divisions play it, so that it can be dealt before the season before is closed. A day is that of UTC,
and what was not played to its end by then is not compared.

`settle` compares days and closes seasons that are over. What it writes follows from what was played
alone: it may be done late, again, or on two nodes at once.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

import msgspec

from rebelote.rules.match import Match
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol import table_schemas
from rebelote.server.base.runtime.lru_cache import LruCache
from rebelote.server.base.runtime.supervision import Each
from rebelote.server.base.runtime.time_source import utc_date
from rebelote.server.base.storage.store import ConflictError, Statement, Store
from rebelote.server.features.daily import deals
from rebelote.server.features.daily.field import FORM, DailyResult, lead
from rebelote.server.people.database import Person
from rebelote.server.table.events import TableListener
from rebelote.server.table.lobby import Lobby
from rebelote.server.table.room import TableMetadata
from rebelote.tournament.league import (
    DIVISIONS,
    SECOND,
    DayResult,
    LeagueRow,
    after_season,
    compared_day,
    league_tables,
    next_divisions,
    season_of,
)

LEAGUES: Final = deals.GAMES
"""The games of which there is a league, by preset, with the rules of a day: as deals of the day."""
LATE: Final = 120.0
"""Seconds after a day until it is compared: what was played on time is written by then."""
MEMBERS: Final = limit(1000, "members of a league", per="season", beyond="league-full")
TABLES: Final = 32
"""Seasons whose tables are kept in memory, the most recently used."""

_MEMBERS: Final = (
    "SELECT person, division FROM league_members WHERE league = ? AND season = ? AND NOT gone"
)
_EVER_MEMBERS: Final = "SELECT person, division FROM league_members WHERE league = ? AND season = ?"
_JOIN: Final = (
    "INSERT INTO league_members (league, season, person, division, joined) VALUES (?, ?, ?, ?, ?) "
    "ON CONFLICT (league, season, person) DO UPDATE SET gone = FALSE"
)
OPEN: Final = (
    "NOT EXISTS (SELECT 1 FROM league_seasons AS closed WHERE "
    "closed.league = league_members.league AND closed.season = league_members.season)"
)
"""The condition that the season of a member is not over."""
LEAVE: Final = f"UPDATE league_members SET gone = TRUE WHERE person = ?1 AND {OPEN}"
"""Takes a person out of every season that is not over, so that they play in no season after it."""
_LEAVE: Final = f"{LEAVE} AND league = ?2"
_OWN: Final = (
    f"SELECT league, season, division FROM league_members WHERE person = ? AND NOT gone AND {OPEN}"
    " ORDER BY season"
)
_OPEN_LEAGUES: Final = (
    f"SELECT DISTINCT league FROM league_members WHERE season < ? AND {OPEN} ORDER BY league"
)
_OPEN_SEASON: Final = (
    f"SELECT DISTINCT season FROM league_members WHERE league = ? AND season < ? AND {OPEN} "
    "ORDER BY season LIMIT 1"
)
_GO_ON: Final = (
    "INSERT INTO league_members (league, season, person, division, joined) "
    "SELECT league, ?, person, ?, joined FROM league_members "
    "WHERE league = ? AND season = ? AND person = ? AND NOT gone "
    "ON CONFLICT (league, season, person) DO UPDATE SET division = excluded.division"
)
"""Copy an existing row only: a person erased meanwhile does not come back."""
_CLOSE: Final = "INSERT INTO league_seasons (league, season) VALUES (?, ?) ON CONFLICT DO NOTHING"
_SEASONS: Final = "SELECT season FROM league_seasons WHERE league = ? ORDER BY season DESC"
_BEGIN: Final = (
    "INSERT INTO league_lines (league, day, person, table_id, division) VALUES (?1, ?2, ?3, ?4, "
    "(SELECT division FROM league_members WHERE league = ?1 AND season = ?5 AND person = ?3 "
    "AND NOT EXISTS (SELECT 1 FROM league_members AS earlier WHERE earlier.league = ?1 "
    "AND earlier.season < ?5 AND earlier.person = ?3 AND NOT EXISTS (SELECT 1 FROM league_seasons "
    "AS closed WHERE closed.league = ?1 AND closed.season = earlier.season))))"
)
"""Without a division while the season before, which decides it, is yet to be closed."""
_KEEP: Final = (
    "UPDATE league_lines SET line = ? WHERE table_id = ? AND line IS NULL AND points IS NULL "
    "AND day >= ?"
)
_LINE: Final = "SELECT table_id, line FROM league_lines WHERE (league, day, person) = (?, ?, ?)"
_TODAY: Final = "SELECT league, table_id, line FROM league_lines WHERE person = ? AND day = ?"
_PLAYED: Final = (
    "SELECT count(*) FROM league_lines WHERE league = ? AND day = ? AND line IS NOT NULL"
)
_TO_COMPARE: Final = (
    "SELECT DISTINCT day, league FROM league_lines WHERE day < ? AND line IS NOT NULL "
    "AND points IS NULL ORDER BY day, league"
)
_DAY: Final = (
    "SELECT day, person, table_id, line, points, steps, division FROM league_lines "
    "WHERE league = ? AND day = ? AND line IS NOT NULL"
)
_COMPARED: Final = (
    "UPDATE league_lines SET points = ?, steps = ?, division = ? "
    "WHERE league = ? AND day = ? AND person = ? AND points IS NULL"
)
_RESULTS: Final = (
    "SELECT person, points, steps FROM league_lines WHERE league = ? AND day > ? AND day < ? "
    "AND points IS NOT NULL"
)
_STATE: Final = (
    "SELECT count(points), "
    "(SELECT count(*) FROM league_members WHERE league = ?1 AND season = ?2), "
    "(SELECT count(*) FROM league_members WHERE league = ?1 AND season = ?2 AND gone), "
    "(SELECT count(*) FROM league_seasons WHERE league = ?1) "
    "FROM league_lines WHERE league = ?1 AND day > ?2 AND day < ?3"
)
"""Values that change whenever the tables of a season do: closing another one changes divisions."""
_DAYS: Final = (
    "SELECT day, person, table_id, line, points, steps, division FROM league_lines "
    "WHERE league = ? AND person = ? AND day > ? AND day < ? AND line IS NOT NULL ORDER BY day"
)

_OF_CLUB: Final = (
    "SELECT preset, name FROM club_leagues JOIN clubs ON id = club_leagues.club "
    "WHERE club_leagues.club = ? AND clubs.deleted IS NULL"
)
_OPEN_CLUB: Final = "INSERT INTO club_leagues (club, preset) VALUES (?, ?) ON CONFLICT DO NOTHING"
_KEEP_CLUB: Final = "UPDATE clubs SET touched = ? WHERE id = ? AND touched < ?"
_OF_GONE: Final = (
    "SELECT club_leagues.club FROM club_leagues WHERE NOT EXISTS "
    "(SELECT 1 FROM clubs WHERE id = club_leagues.club)"
)
_FORGET: Final = (
    "DELETE FROM league_members WHERE league = ?",
    "DELETE FROM league_lines WHERE league = ?",
    "DELETE FROM league_seasons WHERE league = ?",
    "DELETE FROM club_leagues WHERE club = ?",
)

Tables = Mapping[int, tuple[LeagueRow, ...]]
"""The tables of a season by division."""


class LeagueGame(NamedTuple):
    """The game of a league, by preset, and the name of its club."""

    preset: str
    name: str = ""


class Membership(NamedTuple):
    """In which season a person is a member, and in which division."""

    season: str
    division: int


class PlayedLine(NamedTuple):
    """A member's result in the deal of a day, and its points (None: not compared yet)."""

    day: str
    person: str
    table: str
    line: DailyResult
    points: int | None
    steps: int | None
    division: int | None


class Leagues(TableListener):
    """The leagues of one server, which keep how their deals were played at tables."""

    def __init__(self, store: Store, lobby: Lobby) -> None:
        self.store, self.lobby = store, lobby
        self._settling = asyncio.Lock()
        self._each: Each[str] = Each("leagues", lobby.now)
        self._tables: LruCache[tuple[str, str], tuple[object, Tables]] = LruCache(TABLES)

    def today(self) -> str:
        """Return the day that is played."""
        return utc_date(self.store.time.wall())

    def is_over(self, day: str) -> bool:
        """Return whether a day (of the calendar) is over; none is while the clock is in doubt."""
        return day < self.today() and not self.lobby.accounts.timekeeper.in_doubt

    # --- which there are

    async def game(self, league: str) -> LeagueGame | None:
        """Return the game of a league of the server or, by its id, of a club; None without."""
        if league in LEAGUES:
            return LeagueGame(league)
        rows = await self.store.read(_OF_CLUB, league)
        return LeagueGame(*rows[0]) if rows else None

    async def open_for(self, club: str, preset: str) -> None:
        """Open the league of a club; one that it has stays."""
        await self._write((_OPEN_CLUB, (club, preset)))

    # --- members

    async def memberships(self, person: str) -> dict[str, Membership]:
        """Return, by league, the last season not over in which a person is a member."""
        rows = await self.store.read(_OWN, person)
        return {league: Membership(season, division) for league, season, division in rows}

    async def join(self, league: str, person: Person) -> None:
        """Join the current season; a member keeps their division.

        IllegalActionError `account-first`, `banned`, `league-full`.
        """
        self.lobby.services.check_ban(person.id)
        if not person.account:
            raise IllegalActionError("account-first")
        season, now = season_of(self.today()), self.store.time.wall()
        members = await self.store.read(_MEMBERS, league, season)
        if len(members) >= MEMBERS and person.id not in {who for who, _ in members}:
            raise IllegalActionError("league-full")
        await self._write((_JOIN, (league, season, person.id, SECOND, now)))

    async def leave(self, league: str, person: str) -> None:
        """Leave the season; days already played stay compared, and count again after a return."""
        await self._write((_LEAVE, (person, league)))

    # --- the deal

    async def seed(self, league: str, day: str) -> str:
        """Return the seed of a league's day for packs and bots, in hexadecimal digits."""
        secret = await self.lobby.accounts.secret("league")
        return deals.seed_from(secret, f"{day} {league}")

    async def seal(self, league: str, day: str) -> str:
        """Return the SHA-256 of a day's seed, which commits to the deal and discloses nothing."""
        return hashlib.sha256(bytes.fromhex(await self.seed(league, day))).hexdigest()

    async def counts(self, person: str) -> bool:
        """Return whether a person's account is older than today: a new one may know the deal."""
        return await self.lobby.accounts.held_before(person, self.today())

    async def begin(self, league: str, preset: str, person: Person) -> table_schemas.Seated:
        """Begin today's deal of a league that plays this game, or go on.

        IllegalActionError `not-in-league`, `new-account`, `played-today`.
        """
        day = self.today()
        own = (await self.memberships(person.id)).get(league)
        if own is None:
            raise IllegalActionError("not-in-league")
        if not await self.counts(person.id):
            raise IllegalActionError("new-account")
        if own.season != season_of(day):  # the season before is yet to be closed
            await self.join(league, person)
        table, line = await self.begun(league, day, person.id)
        if line is not None:
            raise IllegalActionError("played-today")
        table = table or await self._open(league, preset, day, person)
        return table_schemas.Seated(table, deals.SEAT, "")

    async def _open(self, league: str, preset: str, day: str, person: Person) -> str:
        seed, key = await self.seed(league, day), (league, day, person.id)
        # All may look at it later, with what was said.
        terms = msgspec.structs.replace(deals.TERMS, watch="table", talk="phrases")
        try:
            return await deals.open_table(
                self.lobby,
                person,
                LEAGUES[preset],
                terms,
                seed,
                day,
                also=lambda table: [(_BEGIN, (*key, table, season_of(day)))],
            )
        except ConflictError:  # by the same person, at the same time
            table, _ = await self.begun(*key)
            if table is None:
                raise IllegalActionError("server-busy") from None
            return table

    async def begun(
        self, league: str, day: str, person: str
    ) -> tuple[str | None, DailyResult | None]:
        """Return a person's table of a day's deal, and their result."""
        rows = await self.store.read(_LINE, league, day, person)
        table, line = rows[0] if rows else (None, None)
        return table, None if line is None else FORM.decode(line)

    async def today_of(self, person: str) -> dict[str, tuple[str, bool]]:
        """Return, by league, the table of a person's deal of today, and whether it is over."""
        rows = await self.store.read(_TODAY, person, self.today())
        return {league: (table, line is not None) for league, table, line in rows}

    async def played(self, league: str, day: str) -> int:
        """Count the members who have played the deal of a day."""
        [(lines,)] = await self.store.read(_PLAYED, league, day)
        return int(lines)

    async def match_ended(self, table: str, match: Match, metadata: TableMetadata) -> None:
        """Keep the line of a member whose table it is, if its day is not over yet."""
        if metadata.daily:
            line = FORM.encode(deals.played(match))
            await self._write((_KEEP, (line, table, self.today())))

    def person_replaced(self, person: str) -> None:
        """Make the tables again when they are next read: this person may be in them."""
        self._tables.clear()

    # --- what is over

    async def day(self, league: str, day: str) -> list[PlayedLine]:
        """Return the results and points of all members in the deal of a day."""
        rows = await self.store.long.read(_DAY, league, day)
        return [_line(*row) for row in rows]

    async def days_of(self, league: str, season: str, person: str) -> list[PlayedLine]:
        """Return a person's results on the days of a season."""
        rows = await self.store.read(_DAYS, league, person, season, after_season(season))
        return [_line(*row) for row in rows]

    async def seasons(self, league: str) -> tuple[str, ...]:
        """Return the current season and those that are over, the latest first."""
        rows = await self.store.read(_SEASONS, league)
        return (season_of(self.today()), *(season for (season,) in rows))

    async def divisions(self, league: str, season: str) -> dict[str, int]:
        """Return the members of a season, and in which division they play."""
        return dict(await self.store.long.read(_MEMBERS, league, season))

    async def tables(self, league: str, season: str) -> Tables:
        """Return a season's tables, recomputed after more comparisons or new members."""
        key, until = (league, season), after_season(season)
        [state] = await self.store.read(_STATE, league, season, until)
        known, tables = self._tables.get(key) or (None, {})
        if known != state:
            divisions = await self.divisions(league, season)
            rows = await self.store.long.read(_RESULTS, league, season, until)
            tables = await asyncio.to_thread(_tables, divisions, rows)
        self._tables.put(key, (state, tables))
        return tables

    async def settle(self) -> None:
        """Compare the days and close the seasons that are over; forget leagues of clubs that are
        deleted. Doing it again does nothing more.

        Nothing while the clock is in doubt: who has not played in a month is no member any more.
        """
        if self.lobby.accounts.timekeeper.in_doubt:
            return
        over_before = utc_date(self.store.time.wall() - LATE)
        async with self._settling:
            rows = await self.store.read(_OPEN_LEAGUES, season_of(over_before))
            days: dict[str, list[str]] = {league: [] for (league,) in rows}
            for day, league in await self.store.read(_TO_COMPARE, over_before):
                days.setdefault(league, []).append(day)

            async def settle(league: str) -> None:
                for day in days[league]:
                    await self._close_before(league, season_of(day))
                    await self._compare(league, day)
                await self._close_before(league, season_of(over_before))

            await self._each.do(settle, days)
            gone = await self.store.read(_OF_GONE)
            await self._each.do(self._forget, [club for (club,) in gone])

    async def _forget(self, club: str) -> None:
        await self._write(*((sql, (club,)) for sql in _FORGET))

    async def _compare(self, league: str, day: str) -> None:
        lines = await self.day(league, day)
        members = dict(await self.store.long.read(_EVER_MEMBERS, league, season_of(day)))
        divisions = {one.person: one.division or members.get(one.person, SECOND) for one in lines}
        results = await asyncio.to_thread(_compared, lines, divisions)
        await self._write(
            *(
                (_COMPARED, (one.points, one.steps, divisions[person], league, day, person))
                for person, one in results.items()
            )
        )

    async def _close_before(self, league: str, season: str) -> None:
        """Close the seasons before another, the earliest first: each has members for the next."""
        while rows := await self.store.read(_OPEN_SEASON, league, season):
            await self._close(league, *rows[0])

    async def _close(self, league: str, season: str) -> None:
        """Close a season. A club is kept as long as its league is played."""
        tables, later = await self.tables(league, season), after_season(season)
        played = any(row.days for rows in tables.values() for row in rows)
        now = self.store.time.wall()
        await self._write(
            *(
                (_GO_ON, (later, division, league, season, member))
                for member, division in next_divisions(tables).items()
            ),
            (_CLOSE, (league, season)),
            *(((_KEEP_CLUB, (now, league, now)),) if played else ()),
        )

    async def _write(self, *statements: Statement) -> None:
        await self.lobby.accounts.write(*statements)


def _line(day: str, person: str, table: str, line: bytes, *counted: int | None) -> PlayedLine:
    return PlayedLine(day, person, table, FORM.decode(line), *counted)


def _compared(lines: Iterable[PlayedLine], divisions: Mapping[str, int]) -> dict[str, DayResult]:
    """Return the day's result of each player, compared within a division."""
    leads: dict[int, dict[str, int]] = defaultdict(dict)
    for one in lines:
        leads[divisions[one.person]][one.person] = lead(one.line.line)
    return {who: it for field in leads.values() for who, it in compared_day(field).items()}


def _tables(
    divisions: Mapping[str, int], rows: Sequence[tuple[str, int, int]]
) -> dict[int, tuple[LeagueRow, ...]]:
    days: dict[int, dict[str, list[DayResult]]] = {division: {} for division in DIVISIONS}
    for person, division in divisions.items():
        days[division][person] = []
    for person, points, steps in rows:
        if person in divisions:
            days[divisions[person]][person].append(DayResult(points, steps))
    return league_tables(days)


def tomorrow(day: str) -> str:
    """Return the day after another."""
    return (date.fromisoformat(day) + timedelta(1)).isoformat()
