"""HTTP routes of clubs: founding, reading, changes by secretaries, tables of seasons."""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import delete, get, post

from rebelote.server.features.tournament import club_schemas as schemas
from rebelote.server.features.tournament import logs
from rebelote.server.features.tournament.clubs import Clubs
from rebelote.server.features.tournament.routes import ENTRIES_BYTES
from rebelote.server.features.tournament.schemas import PageOfLog, SecretaryKey
from rebelote.server.features.tournament.tournaments import OpenTournament
from rebelote.server.people.database import Person
from rebelote.server.web.core import Core
from rebelote.server.web.described import described
from rebelote.server.web.requests import AppRequest, count_address, count_person
from rebelote.tournament.about import Kind
from rebelote.tournament.clubs import Club
from rebelote.tournament.roles import may
from rebelote.tournament.seasons import SeasonRow, name_key

CLUB: Final = ("no-such-club", "log-unreadable")
SECRETARY: Final = (*CLUB, "not-a-secretary", "not-your-role")


@get("/api/clubs", summary="The clubs whose secretary one is")
async def mine(me: Person, core: Core) -> list[schemas.ClubCard]:
    """List the clubs in which one is a secretary, the one with the last entry first."""
    return await core[Clubs].stored.clubs_of(me)


@post(
    "/api/clubs",
    summary="Found a club",
    opt=described("bad-title", "too-many-clubs", "banned"),
)
async def create_club(
    request: AppRequest, data: schemas.NewClub, me: Person, core: Core
) -> schemas.OpenedClub:
    """Create a club of members, tournaments and seasons; its founder is its owner and secretary."""
    count_person("club-events", me.id, request, core)
    return schemas.OpenedClub(await core[Clubs].create_club(data.name, me))


@delete("/api/clubs/{club:str}", summary="Delete a club", opt=described(*SECRETARY))
async def remove(request: AppRequest, club: str, me: Person, core: Core) -> None:
    """Put a club with its members and seasons into the bin, for its owner; its tournaments stay."""
    count_person("club", me.id, request, core)
    await core[Clubs].delete(club, me)


@get("/api/clubs/{club:str}", summary="A club", opt=described(*CLUB))
async def read(
    request: AppRequest, club: str, visitor: Person | None, core: Core
) -> schemas.ClubHome:
    """Return seasons and tournaments to everybody with the address, members to secretaries."""
    count_address("club", request, core)
    return await _home(club, visitor, core)


async def _home(id: str, person: Person | None, core: Core) -> schemas.ClubHome:
    clubs = core[Clubs]
    opened = await clubs.read(id)
    tournaments = await clubs.stored.tournaments(id, person)
    role = await clubs.stored.role_of(id, person)
    secretary, club = may(role, "enter"), opened.club
    return schemas.ClubHome(
        club=id,
        version=club.version,
        name=club.name,
        seasons=tuple(
            schemas.ClubSeason(one.number, one.name, one.rule, one.tournaments)
            for one in club.seasons
        ),
        tournaments=tournaments,
        secretary=secretary,
        mine=role == "owner",
        role=role,
        members=_members(club) if secretary else (),
        key=opened.owned.key("secretary") if secretary else "",
    )


def _members(club: Club) -> tuple[schemas.ClubMember, ...]:
    return tuple(
        schemas.ClubMember(one.number, one.name, one.also, one.here) for one in club.members
    )


@get("/api/clubs/{club:str}/log", summary="The log of a club", opt=described(*SECRETARY))
async def read_log(
    request: AppRequest,
    club: str,
    me: Person,
    core: Core,
    kind: Kind | None = None,
    before: int = 0,
) -> PageOfLog:
    """Return a page of the log: changes of roles, members and seasons, with author and time.

    For secretaries. `kind`: only such lines; `before`: the place where the page ends.
    """
    count_person("club", me.id, request, core)
    clubs = core[Clubs]
    opened = await clubs.of_secretary(club, me)
    changes = await clubs.stored.role_changes(club)
    return await logs.page(logs.of_club(opened, changes), kind, before, core.accounts)


@post(
    "/api/clubs/{club:str}/secretaries",
    status_code=204,
    summary="Get a role in a club",
    opt=described(*CLUB, "not-a-secretary", "too-many-secretaries"),
)
async def admit(request: AppRequest, club: str, data: SecretaryKey, me: Person, core: Core) -> None:
    """Give the role of a link's key, in the club and its tournaments."""
    count_person("club", me.id, request, core)
    await core[Clubs].admit(club, data.key, me)


@post(
    "/api/clubs/{club:str}/entries",
    status_code=200,
    summary="Enter members and seasons of a club",
    request_max_body_size=ENTRIES_BYTES,
    opt=described(
        *SECRETARY,
        "changed-meanwhile",
        "member-known",
        "club-full",
        "wrong-options",
        "bad-title",
    ),
)
async def enter(
    request: AppRequest, club: str, data: schemas.NewClubEntries, me: Person, core: Core
) -> schemas.ClubHome:
    """Append all of the entries or none; the answer comes once they are on disk."""
    count_person("club", me.id, request, core)
    await core[Clubs].enter(club, me, data.version, data.entries)
    return await _home(club, me, core)


@post(
    "/api/clubs/{club:str}/tournaments",
    status_code=200,
    summary="Make a tournament of one's own one of a club",
    opt=described(*SECRETARY, "no-such-event", "not-yours", "wrong-options", "club-full"),
)
async def take_in(
    request: AppRequest, club: str, data: schemas.TakenTournament, me: Person, core: Core
) -> schemas.ClubHome:
    """Move a tournament into the club; the club's secretaries may then enter scores."""
    count_person("club", me.id, request, core)
    await core[Clubs].take_in(club, data.tournament or data.event, me)
    return await _home(club, me, core)


@get(
    "/api/clubs/{club:str}/seasons/{season:int}",
    summary="The table of a season",
    opt=described(*CLUB, "season-too-long"),
)
async def season(
    request: AppRequest, club: str, season: int, visitor: Person | None, core: Core
) -> schemas.SeasonState:
    """Compute the table of a season from its tournaments, for anyone with the club's address."""
    count_address("club-seasons", request, core)
    state, one, tournaments, table = await core[Clubs].season(club, season)
    numbers = {
        name_key(name): member.number
        for member in state.members
        for name in (member.name, *member.also)
    }
    return schemas.SeasonState(
        club=club,
        name=state.name,
        number=one.number,
        season=one.name,
        rule=one.rule,
        tournaments=tuple(map(_tournament, tournaments)),
        rows=tuple(_line(row, numbers) for row in table.rows),
        doubled=table.doubled,
        secretary=may(await core[Clubs].stored.role_of(club, visitor), "enter"),
    )


def _tournament(opened: OpenTournament) -> schemas.SeasonTournament:
    at = next(iter(opened.drawn_at()), opened.lines[0].at)
    return schemas.SeasonTournament(tournament=opened.id, name=opened.tournament.name, at=at)


def _line(row: SeasonRow, numbers: dict[str, int]) -> schemas.SeasonLine:
    return schemas.SeasonLine(
        rank=row.rank,
        names=row.names,
        members=tuple(numbers.get(name_key(name), 0) for name in row.names),
        tournaments=msgspec.convert(
            row.tournaments, tuple[schemas.SeasonCell | None, ...], from_attributes=True
        ),
        total=row.total,
        divisor=row.divisor,
        enough=row.enough,
        line=row.line,
    )


HANDLERS: Final = (
    mine,
    create_club,
    remove,
    read,
    read_log,
    admit,
    enter,
    take_in,
    season,
)
