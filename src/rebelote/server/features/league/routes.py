"""The leagues over HTTP."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from litestar import delete, get, post, put
from litestar.exceptions import HTTPException

from rebelote.server.base.protocol import table_schemas
from rebelote.server.base.protocol.occupants import Look
from rebelote.server.features.daily import deals
from rebelote.server.features.daily.field import lead
from rebelote.server.features.league import schemas
from rebelote.server.features.league.leagues import (
    LEAGUES,
    LeagueGame,
    Leagues,
    PlayedLine,
    Tables,
    tomorrow,
)
from rebelote.server.features.league.reminders import LeagueReminders
from rebelote.server.features.tournament.clubs import Clubs
from rebelote.server.people.database import Person
from rebelote.server.web.core import Core
from rebelote.server.web.described import described
from rebelote.server.web.requests import AppRequest, count_address, count_person
from rebelote.tournament.league import RULE, season_of

SEASON: Final = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])")


@get("/api/leagues", summary="The leagues of which one is a member")
async def mine(request: AppRequest, visitor: Person | None, core: Core) -> list[schemas.LeagueCard]:
    """List one's leagues, and whether one has played today's deal of each."""
    count_address("read", request, core)
    if visitor is None:
        return []
    leagues = core[Leagues]
    members = await leagues.memberships(visitor.id)
    today = await leagues.today_of(visitor.id)
    known = {league: await leagues.game(league) for league in members}
    cards = [
        schemas.LeagueCard(
            league=league,
            name=it.name,
            preset=it.preset,
            division=members[league].division,
            table=table,
            played=played,
        )
        for league, it in known.items()
        if it is not None
        for table, played in [today.get(league, (None, False))]
    ]
    return sorted(cards, key=_order)


def _order(card: schemas.LeagueCard | schemas.LeaguePlace) -> tuple[bool, int, str]:
    """Return the leagues of the server first, then those of clubs; each by its game."""
    return bool(card.name), tuple(LEAGUES).index(card.preset), card.name


@get("/api/leagues/{league:str}", summary="A league")
async def read(
    request: AppRequest, league: str, visitor: Person | None, core: Core, season: str | None = None
) -> schemas.League:
    """Return the tables of both divisions in the current season, or in one that is over."""
    count_address("read", request, core)
    return await _league(league, season, visitor, core)


async def _league(
    league: str, of_season: str | None, visitor: Person | None, core: Core
) -> schemas.League:
    leagues, person = core[Leagues], "" if visitor is None else visitor.id
    game = await _known(league, core)
    day, seasons = leagues.today(), await leagues.seasons(league)
    season = of_season or season_of(day)
    if not SEASON.fullmatch(season) or season not in seasons:
        raise HTTPException(status_code=404)
    own = (await leagues.memberships(person)).get(league)
    table, line = await leagues.begun(league, day, person)
    days = await leagues.days_of(league, season, person)
    return schemas.League(
        league=league,
        name=game.name,
        preset=game.preset,
        presets=tuple(LEAGUES),
        season=season,
        seasons=seasons,
        over=season != season_of(day),
        date=day,
        level=deals.TERMS.level,
        division=own.division if own else 0,
        table=table,
        mine=None if line is None else line.line,
        played=await leagues.played(league, day),
        counts=bool(person) and await leagues.counts(person),
        best=RULE.best,
        rows=await _rows(await leagues.tables(league, season), core),
        days=tuple(
            schemas.LeagueMark(one.day, lead(one.line.line), one.points, one.steps) for one in days
        ),
        seal=await leagues.seal(league, day),
        next_seal=await leagues.seal(league, tomorrow(day)),
        reminder=await core[LeagueReminders].hour(person),
    )


async def _rows(tables: Tables, core: Core) -> tuple[schemas.LeagueRow, ...]:
    looks = await core.accounts.looks({row.member for rows in tables.values() for row in rows})
    made = (
        schemas.LeagueRow(
            division=division,
            rank=row.rank,
            id=row.member,
            name=looks[row.member].name,
            points=row.points,
            steps=row.steps,
            days=row.days,
            line=row.line,
            portrait=looks[row.member].portrait,
        )
        for division, rows in tables.items()
        for row in rows
    )
    return tuple(sorted(made, key=lambda row: (row.division, row.rank, row.name.casefold())))


@post(
    "/api/leagues/{league:str}/members",
    status_code=204,
    summary="Join a league",
    opt=described("account-first", "banned", "league-full"),
)
async def join(request: AppRequest, league: str, me: Person, core: Core) -> None:
    """Join the current season in the second division; members keep theirs."""
    count_person("leagues", me.id, request, core)
    await _known(league, core)
    await core[Leagues].join(league, me)


@delete("/api/leagues/{league:str}/members", summary="Leave a league")
async def leave(request: AppRequest, league: str, me: Person, core: Core) -> None:
    """Leave the table of the season; a return in the same month restores one's days."""
    count_person("leagues", me.id, request, core)
    await core[Leagues].leave(league, me.id)


@post(
    "/api/leagues/{league:str}/deal",
    summary="Play today's deal of a league",
    opt=described("not-in-league", "new-account", "played-today", "banned", "closing"),
)
async def play(league: str, me: Person, core: Core) -> table_schemas.Seated:
    """Open a table for one deal against bots, once a day; or return the one already begun."""
    game = await _known(league, core)
    return await core[Leagues].begin(league, game.preset, me)


@get("/api/leagues/{league:str}/days/{day:str}", summary="A day of a league that is over")
async def day(request: AppRequest, league: str, day: str, core: Core) -> schemas.LeagueDay:
    """Return the results and points of all members in a day's deal, each with its match."""
    count_address("read", request, core)
    leagues, game = core[Leagues], await _known(league, core)
    if not deals.is_public(day, core.time.wall()) or not leagues.is_over(day):
        raise HTTPException(status_code=404)
    played = await leagues.day(league, day)
    compared = [one for one in played if one.points is not None]
    divisions = await leagues.divisions(league, season_of(day))
    looks = await core.accounts.looks({one.person for one in compared})
    return schemas.LeagueDay(
        league=league,
        name=game.name,
        preset=game.preset,
        day=day,
        compared=len(compared) == len(played),
        lines=_lines(compared, divisions, looks),
        seed=await leagues.seed(league, day),
    )


def _lines(
    played: list[PlayedLine], divisions: Mapping[str, int], looks: Mapping[str, Look]
) -> tuple[schemas.LeagueLine, ...]:
    """Build the rows by division, the best first, without members who have left."""
    made = (
        schemas.LeagueLine(
            division=one.division or divisions[one.person],
            id=one.person,
            name=looks[one.person].name,
            line=one.line.line,
            points=one.points or 0,
            steps=one.steps or 0,
            table=one.table,
            portrait=looks[one.person].portrait,
        )
        for one in played
        if one.person in divisions
    )
    return tuple(sorted(made, key=lambda it: (it.division, -lead(it.line), it.name.casefold())))


@put(
    "/api/me/league-reminder",
    status_code=204,
    summary="Be reminded of a day of a league that one has not played",
    opt=described("no-push"),
)
async def remind(request: AppRequest, data: schemas.LeagueReminder, me: Person, core: Core) -> None:
    """Set the hour of the reminder by web push: at most one a day for all of one's leagues."""
    count_person("leagues", me.id, request, core)
    await core[LeagueReminders].set(me, data.hour)


@get("/api/people/{person:str}/leagues", summary="Where a person stands in leagues")
async def places_of(
    request: AppRequest, person: str, visitor: Person | None, core: Core
) -> list[schemas.LeaguePlace]:
    """List a person's places in the server's leagues; to oneself also in those of clubs."""
    count_address("read", request, core)
    members = await core[Leagues].memberships(person)
    mine = visitor is not None and visitor.id == person
    shown = [(league, it) for league, it in members.items() if mine or league in LEAGUES]
    places = [await _place(league, it.season, person, core) for league, it in shown]
    return sorted((place for place in places if place is not None), key=_order)


async def _place(league: str, season: str, person: str, core: Core) -> schemas.LeaguePlace | None:
    game = await core[Leagues].game(league)
    tables = await core[Leagues].tables(league, season)
    if game is None:
        return None
    places = (
        schemas.LeaguePlace(
            league=league,
            name=game.name,
            preset=game.preset,
            season=season,
            division=division,
            rank=row.rank,
            members=len(rows),
            days=row.days,
        )
        for division, rows in tables.items()
        for row in rows
        if row.member == person
    )
    return next(places, None)


async def _known(league: str, core: Core) -> LeagueGame:
    """Return an existing league, or refuse with 404."""
    game = await core[Leagues].game(league)
    if game is None:
        raise HTTPException(status_code=404)
    return game


# --- leagues of clubs -----------------------------------------------------------------------------


@get("/api/clubs/{club:str}/league", summary="The league of a club", opt=described("no-such-club"))
async def of_club(request: AppRequest, club: str, core: Core) -> schemas.ClubLeague:
    """Return the game of a club's league; the league itself is at `/api/leagues/{club}`."""
    count_address("club", request, core)
    await core[Clubs].read(club)
    return await _of_club(club, core)


async def _of_club(club: str, core: Core) -> schemas.ClubLeague:
    game = await core[Leagues].game(club)
    return schemas.ClubLeague(game.preset if game else "", tuple(LEAGUES))


@put(
    "/api/clubs/{club:str}/league",
    summary="Open the league of a club",
    opt=described("no-such-club", "not-a-secretary", "not-your-role"),
)
async def open_for_club(
    request: AppRequest, club: str, data: schemas.NewClubLeague, me: Person, core: Core
) -> schemas.ClubLeague:
    """Open a club's league of one of the league games, by a secretary; an open one stays."""
    count_person("club", me.id, request, core)
    if data.preset not in LEAGUES:
        raise HTTPException(status_code=404)
    await core[Clubs].of_secretary(club, me)
    await core[Leagues].open_for(club, data.preset)
    return await _of_club(club, core)


HANDLERS: Final = (mine, read, join, leave, play, day, remind, places_of, of_club, open_for_club)
