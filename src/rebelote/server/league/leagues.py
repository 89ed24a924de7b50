"""The leagues of one server: who plays in them, the deal of each day, and how seasons end.

The deal of a day follows from the date and from a secret that only this server knows. Both
divisions play it, so that it can be dealt before the season before is closed. A day is that of UTC,
and what was not played to its end by then is not compared.

`settle` compares days and closes seasons that are over. What it writes follows from what was played
alone: it may be done late, again, or on two nodes at once.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

import msgspec

from rebelote.club.league import (
    DIVISIONS,
    SECOND,
    DayResult,
    LeagueRow,
    after_season,
    compared_day,
    league_table,
    next_divisions,
    season_of,
)
from rebelote.rules.match import Match
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.daily import deals
from rebelote.server.daily.field import DailyResult, lead
from rebelote.server.limits import limit
from rebelote.server.live import schemas as live_schemas
from rebelote.server.live.lobby import Lobby
from rebelote.server.people.database import Person
from rebelote.server.runtime.time_source import utc_date
from rebelote.server.storage.store import ConflictError, Statement, Store

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
_OPEN_SEASONS: Final = (
    "SELECT DISTINCT league, season FROM league_members WHERE season < ? AND "
    f"{OPEN} ORDER BY season, league"
)
_GO_ON: Final = (
    "INSERT INTO league_members (league, season, person, division, joined) "
    "SELECT league, ?, person, ?, joined FROM league_members "
    "WHERE league = ? AND season = ? AND person = ? AND NOT gone "
    "ON CONFLICT (league, season, person) DO UPDATE SET division = excluded.division"
)
"""Of a row that is there: who is erased meanwhile does not come back."""
_CLOSE: Final = "INSERT INTO league_seasons (league, season) VALUES (?, ?) ON CONFLICT DO NOTHING"
_SEASONS: Final = "SELECT season FROM league_seasons WHERE league = ? ORDER BY season DESC"
_BEGIN: Final = "INSERT INTO league_lines (league, day, person, table_id) VALUES (?, ?, ?, ?)"
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
    "SELECT day, person, table_id, line, points, steps FROM league_lines "
    "WHERE league = ? AND day = ? AND line IS NOT NULL"
)
_COMPARED: Final = (
    "UPDATE league_lines SET points = ?, steps = ? WHERE league = ? AND day = ? AND person = ? "
    "AND points IS NULL"
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
"""What changes whenever the tables of a season do: divisions change as another one is closed."""
_DAYS: Final = (
    "SELECT day, person, table_id, line, points, steps FROM league_lines "
    "WHERE league = ? AND person = ? AND day > ? AND day < ? AND line IS NOT NULL ORDER BY day"
)

_OF_CLUB: Final = (
    "SELECT preset, name FROM club_leagues JOIN club_events ON id = club_leagues.club "
    "WHERE club_leagues.club = ?"
)
_OPEN_CLUB: Final = "INSERT INTO club_leagues (club, preset) VALUES (?, ?) ON CONFLICT DO NOTHING"
_KEEP_CLUB: Final = "UPDATE club_events SET touched = ? WHERE id = ? AND touched < ?"
_OF_GONE: Final = (
    "SELECT club_leagues.club FROM club_leagues WHERE NOT EXISTS "
    "(SELECT 1 FROM club_events WHERE id = club_leagues.club)"
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
    """The game of a league, by preset, and the name of the club whose league it is."""

    preset: str
    name: str = ""


class Membership(NamedTuple):
    """In which season a person is a member, and in which division."""

    season: str
    division: int


class PlayedLine(NamedTuple):
    """How a member has played the deal of a day, and what it counts (None: not compared yet)."""

    day: str
    person: str
    table: str
    line: DailyResult
    points: int | None
    steps: int | None


class Leagues:
    """The leagues of one server."""

    def __init__(self, store: Store, lobby: Lobby) -> None:
        self.store, self.lobby = store, lobby
        self._beginning, self._settling = asyncio.Lock(), asyncio.Lock()
        self._tables: OrderedDict[tuple[str, str], tuple[object, Tables]] = OrderedDict()
        lobby.services.record_daily.append(self.keep_result)
        lobby.services.replaced.append(lambda _: self._tables.clear())

    def today(self) -> str:
        """The day that is played."""
        return utc_date(self.store.time.wall())

    def is_over(self, day: str) -> bool:
        """Whether a day (of the calendar) is over; none is while the clock is in doubt."""
        return day < self.today() and not self.lobby.accounts.timekeeper.in_doubt

    # --- which there are

    async def game(self, league: str) -> LeagueGame | None:
        """The game of a league: of one of the server, or by its id of a club's; None without."""
        if league in LEAGUES:
            return LeagueGame(league)
        rows = await self.store.read(_OF_CLUB, league)
        return LeagueGame(*rows[0]) if rows else None

    async def open_for(self, club: str, preset: str) -> None:
        """Open the league of a club; one that it has stays."""
        await self._write((_OPEN_CLUB, (club, preset)))

    # --- members

    async def memberships(self, person: str) -> dict[str, Membership]:
        """By league, the season in which a person is a member; the last one that is not over."""
        rows = await self.store.read(_OWN, person)
        return {league: Membership(season, division) for league, season, division in rows}

    async def join(self, league: str, person: Person) -> None:
        """Play in the season that is under way; who is a member stays what they are.

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
        """Play no more; what one has played stays compared, and counts again for who comes back."""
        await self._write((_LEAVE, (person, league)))

    # --- the deal

    async def seed(self, league: str, day: str) -> str:
        """What makes the packs and thoughts of a day, in hexadecimal digits."""
        secret = await self.lobby.accounts.secret("league")
        return deals.seed_from(secret, f"{day} {league}")

    async def seal(self, league: str, day: str) -> str:
        """The SHA-256 of what the deal of a day is made from: it commits, and says nothing."""
        return hashlib.sha256(bytes.fromhex(await self.seed(league, day))).hexdigest()

    async def counts(self, person: str) -> bool:
        """Whether a person had an account before today began: another could look at the deal."""
        return await self.lobby.accounts.held_before(person, self.today())

    async def begin(self, league: str, preset: str, person: Person) -> live_schemas.Seated:
        """Sit down to today's deal of a league that plays this game, or go on.

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
        async with self._beginning:
            table, line = await self.begun(league, day, person.id)
            if line is not None:
                raise IllegalActionError("played-today")
            table = table or await self._open(league, preset, day, person)
            return live_schemas.Seated(table, deals.SEAT, "")

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
                also=lambda table: [(_BEGIN, (*key, table))],
            )
        except ConflictError:  # by the same person, on another node
            table, _ = await self.begun(*key)
            if table is None:
                raise IllegalActionError("server-busy") from None
            return table

    async def begun(
        self, league: str, day: str, person: str
    ) -> tuple[str | None, DailyResult | None]:
        """The table at which a person has begun the deal of a day, and how they have played it."""
        rows = await self.store.read(_LINE, league, day, person)
        table, line = rows[0] if rows else (None, None)
        return table, None if line is None else deals.read(line)

    async def today_of(self, person: str) -> dict[str, tuple[str, bool]]:
        """By league, the table at which a person has begun today's deal, and whether it is over."""
        rows = await self.store.read(_TODAY, person, self.today())
        return {league: (table, line is not None) for league, table, line in rows}

    async def played(self, league: str, day: str) -> int:
        """How many have played the deal of a day."""
        [(lines,)] = await self.store.read(_PLAYED, league, day)
        return int(lines)

    async def keep_result(self, table: str, match: Match) -> None:
        """Keep how the deal at this table was played, if its day is not over yet."""
        line = msgspec.json.encode(deals.played(match))
        await self._write((_KEEP, (line, table, self.today())))

    # --- what is over

    async def day(self, league: str, day: str) -> list[PlayedLine]:
        """How everybody has played the deal of a day, and what it counts."""
        rows = await self.store.long.read(_DAY, league, day)
        return [_line(*row) for row in rows]

    async def days_of(self, league: str, season: str, person: str) -> list[PlayedLine]:
        """What a person has made of the days of a season."""
        rows = await self.store.read(_DAYS, league, person, season, after_season(season))
        return [_line(*row) for row in rows]

    async def seasons(self, league: str) -> tuple[str, ...]:
        """The seasons there are: the one that is played, and those that are over, latest first."""
        rows = await self.store.read(_SEASONS, league)
        return (season_of(self.today()), *(season for (season,) in rows))

    async def divisions(self, league: str, season: str) -> dict[str, int]:
        """The members of a season, and in which division they play."""
        return dict(await self.store.long.read(_MEMBERS, league, season))

    async def tables(self, league: str, season: str) -> Tables:
        """The tables of a season, made again where more has been compared, or a member joined."""
        key, until = (league, season), after_season(season)
        [state] = await self.store.read(_STATE, league, season, until)
        known, tables = self._tables.pop(key, (None, {}))
        if known != state:
            divisions = await self.divisions(league, season)
            rows = await self.store.long.read(_RESULTS, league, season, until)
            tables = await asyncio.to_thread(_tables, divisions, rows)
        self._tables[key] = state, tables
        while len(self._tables) > TABLES:
            self._tables.popitem(last=False)
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
            for day, league in await self.store.read(_TO_COMPARE, over_before):
                await self._close_before(season_of(day))
                await self._compare(league, day)
            await self._close_before(season_of(over_before))
            for (club,) in await self.store.read(_OF_GONE):
                await self._write(*((sql, (club,)) for sql in _FORGET))

    async def _compare(self, league: str, day: str) -> None:
        lines = await self.day(league, day)
        divisions = await self.divisions(league, season_of(day))
        results = await asyncio.to_thread(_compared, lines, divisions)
        await self._write(
            *(
                (_COMPARED, (one.points, one.steps, league, day, person))
                for person, one in results.items()
            )
        )

    async def _close_before(self, season: str) -> None:
        """Close the seasons before another, the earliest first: each has members for the next."""
        while rows := await self.store.read(_OPEN_SEASONS, season):
            await self._close(*rows[0])

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


def _line(
    day: str, person: str, table: str, line: bytes, points: int | None, steps: int | None
) -> PlayedLine:
    return PlayedLine(day, person, table, deals.read(line), points, steps)


def _compared(lines: Iterable[PlayedLine], divisions: Mapping[str, int]) -> dict[str, DayResult]:
    """What a day counts for each who has played it, compared within a division."""
    leads: dict[int, dict[str, int]] = defaultdict(dict)
    for one in lines:
        leads[divisions.get(one.person, SECOND)][one.person] = lead(one.line.line)
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
    return {division: league_table(own, division) for division, own in days.items()}


def tomorrow(day: str) -> str:
    """The day after another."""
    return (date.fromisoformat(day) + timedelta(1)).isoformat()
