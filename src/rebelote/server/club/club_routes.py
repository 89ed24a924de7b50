"""Clubs over HTTP: founded, read, changed by secretaries; the tables of their seasons."""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import delete, get, post, put

from rebelote.club.about import Kind
from rebelote.club.clubs import Club
from rebelote.club.roles import GIVEN, may
from rebelote.club.seasons import SeasonRow, name_key
from rebelote.server.club import club_schemas as schemas
from rebelote.server.club import logs
from rebelote.server.club.clubs import Clubs
from rebelote.server.club.events import OpenEvent
from rebelote.server.club.routes import ENTRIES_BYTES
from rebelote.server.club.schemas import ClubLog, SecretaryKey
from rebelote.server.club.stored import Owned
from rebelote.server.core import Core
from rebelote.server.http.described import described
from rebelote.server.http.requests import AppRequest, count_address, count_person
from rebelote.server.people.database import Person

CLUB: Final = ("no-such-club",)
SECRETARY: Final = (*CLUB, "not-a-secretary", "not-your-role")


@get("/api/clubs", summary="The clubs whose secretary one is")
async def mine(me: Person, core: Core) -> list[schemas.ClubCard]:
    """The one with the last entry first."""
    return await core[Clubs].stored.clubs_of(me)


@post(
    "/api/clubs",
    summary="Found a club",
    opt=described("bad-name", "too-many-clubs", "banned"),
)
async def create_club(
    request: AppRequest, data: schemas.NewClub, me: Person, core: Core
) -> schemas.OpenedClub:
    """It holds members, evenings and seasons; who founds it is its secretary."""
    count_person("club-events", me.id, request, core)
    return schemas.OpenedClub(await core[Clubs].create_club(data.name, me))


@delete("/api/clubs/{club:str}", summary="Delete a club", opt=described(*SECRETARY))
async def remove(request: AppRequest, club: str, me: Person, core: Core) -> None:
    """With its members and seasons, for good, by who founded it; its evenings stay."""
    count_person("club", me.id, request, core)
    await core[Clubs].delete(club, me)


@get("/api/clubs/{club:str}", summary="A club", opt=described(*CLUB))
async def read(
    request: AppRequest, club: str, visitor: Person | None, core: Core
) -> schemas.ClubHome:
    """Its seasons and evenings, for who has its address; its members for secretaries."""
    count_address("club", request, core)
    return await _home(club, visitor, core)


async def _home(id: str, person: Person | None, core: Core) -> schemas.ClubHome:
    clubs = core[Clubs]
    opened, owned = await clubs.read(id)
    evenings = await clubs.stored.evenings(id, person)
    role = await clubs.stored.role_of(id, person)
    secretary, club = may(role, "enter"), opened.club
    return schemas.ClubHome(
        club=id,
        version=club.version,
        name=club.name,
        seasons=tuple(
            schemas.ClubSeason(one.number, one.name, one.rule, one.events) for one in club.seasons
        ),
        evenings=evenings,
        secretary=secretary,
        mine=role == "owner",
        role=role,
        members=_members(club) if secretary else (),
        key=owned.key("secretary") if secretary else "",
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
) -> ClubLog:
    """Who got which role, who entered which member and season, and when; for secretaries. A page of
    it, of one `kind`, or of all; that of the lines `before` this place."""
    count_person("club", me.id, request, core)
    clubs = core[Clubs]
    opened = await clubs.of_secretary(club, me)
    changes = await clubs.stored.role_changes(club)
    return await logs.page(logs.of_club(opened, changes), kind, before, core.accounts)


@get(
    "/api/clubs/{club:str}/people",
    summary="Who has a role in a club",
    opt=described(*SECRETARY),
)
async def people(request: AppRequest, club: str, me: Person, core: Core) -> schemas.ClubRoles:
    """For its owner, with the links that give roles."""
    count_person("club", me.id, request, core)
    return await _roles(club, await core[Clubs].of_owner(club, me), core)


@put(
    "/api/clubs/{club:str}/people/{person:str}",
    summary="Give a person another role in a club",
    opt=described(*SECRETARY, "no-such-person"),
)
async def appoint(
    request: AppRequest, club: str, person: str, data: schemas.GivenClubRole, me: Person, core: Core
) -> schemas.ClubRoles:
    """By its owner. Who may do less then knows no link any more: all are made again."""
    count_person("club", me.id, request, core)
    await core[Clubs].appoint(club, me, person, data.role)
    return await _roles(club, await core[Clubs].of_owner(club, me), core)


async def _roles(club: str, owned: Owned, core: Core) -> schemas.ClubRoles:
    rows = await core[Clubs].stored.people(club)
    names = await core.accounts.names({one.person for one in rows})
    return schemas.ClubRoles(
        tuple(
            schemas.RoleOf(
                one.person,
                names.get(one.person, ""),
                "owner" if one.person == owned.person else one.role,
                one.since,
            )
            for one in rows
        ),
        tuple(schemas.RoleKey(role, owned.key(role)) for role in GIVEN),
    )


@post(
    "/api/clubs/{club:str}/secretaries",
    status_code=204,
    summary="Get a role in a club",
    opt=described(*CLUB, "not-a-secretary", "too-many-secretaries"),
)
async def admit(request: AppRequest, club: str, data: SecretaryKey, me: Person, core: Core) -> None:
    """And in all its evenings, by the key in a link: a secretary, a helper or a member."""
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
        "bad-name",
    ),
)
async def enter(
    request: AppRequest, club: str, data: schemas.NewClubEntries, me: Person, core: Core
) -> schemas.ClubHome:
    """All of the entries or none. They are on disk once this is answered."""
    count_person("club", me.id, request, core)
    await core[Clubs].enter(club, me, data.version, data.entries)
    return await _home(club, me, core)


@post(
    "/api/clubs/{club:str}/evenings",
    status_code=200,
    summary="Make an evening of one's own one of a club",
    opt=described(*SECRETARY, "no-such-event", "not-yours", "club-full"),
)
async def take_in(
    request: AppRequest, club: str, data: schemas.TakenEvening, me: Person, core: Core
) -> schemas.ClubHome:
    """Its secretaries may then enter something into it."""
    count_person("club", me.id, request, core)
    await core[Clubs].take_in(club, data.event, me)
    return await _home(club, me, core)


@get(
    "/api/clubs/{club:str}/seasons/{season:int}",
    summary="The table of a season",
    opt=described(*CLUB),
)
async def season(
    request: AppRequest, club: str, season: int, visitor: Person | None, core: Core
) -> schemas.SeasonState:
    """It follows from the evenings as they are now, for who has the address of the club."""
    count_address("club-seasons", request, core)
    state, one, evenings, table = await core[Clubs].season(club, season)
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
        evenings=tuple(map(_evening, evenings)),
        rows=tuple(_line(row, numbers) for row in table.rows),
        doubled=table.doubled,
        secretary=may(await core[Clubs].stored.role_of(club, visitor), "enter"),
    )


def _evening(evening: OpenEvent) -> schemas.SeasonEvening:
    at = next(iter(evening.drawn_at()), evening.lines[0].at)
    return schemas.SeasonEvening(evening.id, evening.event.name, at)


def _line(row: SeasonRow, numbers: dict[str, int]) -> schemas.SeasonLine:
    return schemas.SeasonLine(
        rank=row.rank,
        names=row.names,
        members=tuple(numbers.get(name_key(name), 0) for name in row.names),
        evenings=msgspec.convert(
            row.evenings, tuple[schemas.SeasonCell | None, ...], from_attributes=True
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
    people,
    appoint,
    admit,
    enter,
    take_in,
    season,
)
