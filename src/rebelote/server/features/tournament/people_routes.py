"""HTTP routes about people of clubs and tournaments: roles are given, and names forgotten."""

from __future__ import annotations

from typing import Final

from litestar import delete, get, post, put

from rebelote.server.features.tournament import club_schemas as schemas
from rebelote.server.features.tournament import forgetting
from rebelote.server.features.tournament.club_routes import SECRETARY as OF_CLUB
from rebelote.server.features.tournament.clubs import Clubs
from rebelote.server.features.tournament.routes import SECRETARY as OF_TOURNAMENT
from rebelote.server.features.tournament.stored import Owned
from rebelote.server.features.tournament.tournaments import Tournaments
from rebelote.server.people.database import Person
from rebelote.server.web.core import Core
from rebelote.server.web.described import described
from rebelote.server.web.requests import AppRequest, count_address, count_person
from rebelote.tournament.roles import GIVEN


@get(
    "/api/clubs/{club:str}/people",
    summary="Who has a role in a club",
    opt=described(*OF_CLUB),
)
async def of_club(request: AppRequest, club: str, me: Person, core: Core) -> schemas.ClubRoles:
    """List the people with roles, and the links that give roles; for the owner."""
    count_person("club", me.id, request, core)
    return await _roles(club, await core[Clubs].of_giver(club, me), core)


@get(
    "/api/tournaments/{tournament:str}/people",
    summary="Who has a role in a tournament",
    opt=described(*OF_TOURNAMENT),
)
async def of_tournament(
    request: AppRequest, tournament: str, me: Person, core: Core
) -> schemas.ClubRoles:
    """List the people with roles, and the links that give roles; for the owner.

    A tournament of a club has those of the club: `not-your-role`.
    """
    count_person("club", me.id, request, core)
    return await _roles(tournament, await core[Tournaments].of_giver(tournament, me), core)


@put(
    "/api/clubs/{club:str}/people/{person:str}",
    summary="Give a person another role in a club",
    opt=described(*OF_CLUB, "no-such-person"),
)
async def appoint_in_club(
    request: AppRequest, club: str, person: str, data: schemas.GivenClubRole, me: Person, core: Core
) -> schemas.ClubRoles:
    """Give a person a role, for the owner, who may give that role away, too.

    If the person may do less than before, all links are renewed. The answer to a former owner is
    empty.
    """
    count_person("club", me.id, request, core)
    clubs = core[Clubs]
    await clubs.appoint(club, me, person, data.role)
    return await _roles_for(me, club, await clubs.stored.find_club(club), core)


@put(
    "/api/tournaments/{tournament:str}/people/{person:str}",
    summary="Give a person another role in a tournament",
    opt=described(*OF_TOURNAMENT, "no-such-person"),
)
async def appoint_in_tournament(
    request: AppRequest,
    tournament: str,
    person: str,
    data: schemas.GivenClubRole,
    me: Person,
    core: Core,
) -> schemas.ClubRoles:
    """Give a person a role in a tournament of no club, or hand it over, as in a club."""
    count_person("club", me.id, request, core)
    tournaments = core[Tournaments]
    await tournaments.appoint(tournament, me, person, data.role)
    return await _roles_for(me, tournament, await tournaments.stored.find(tournament), core)


async def _roles_for(me: Person, id: str, owned: Owned, core: Core) -> schemas.ClubRoles:
    is_owner = owned.person == me.id
    return await _roles(id, owned, core) if is_owner else schemas.ClubRoles((), ())


async def _roles(id: str, owned: Owned, core: Core) -> schemas.ClubRoles:
    rows = await core[Tournaments].stored.people(id)
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


@delete(
    "/api/clubs/{club:str}/members/{member:int}",
    status_code=200,
    summary="Forget a member of a club",
    opt=described(*OF_CLUB, "changed-meanwhile", "club-full"),
)
async def forget_member(
    request: AppRequest, club: str, member: int, me: Person, core: Core
) -> schemas.ForgottenMember:
    """Replace every name of a member by a number, in the logs of the club and its tournaments.

    For the owner; it cannot be undone.
    """
    count_address("erasure", request, core)
    return schemas.ForgottenMember(await forgetting.forget_member(core[Clubs], club, member, me))


@post(
    "/api/tournaments/{tournament:str}/forgotten",
    status_code=200,
    summary="Forget a person of a tournament",
    opt=described(*OF_TOURNAMENT),
)
async def forget_name(
    request: AppRequest, tournament: str, data: schemas.ForgottenName, me: Person, core: Core
) -> schemas.ForgottenMember:
    """Replace a name by a number in the log of a tournament, for the owner; it cannot be undone."""
    count_address("erasure", request, core)
    places = await forgetting.forget_name(core[Tournaments], tournament, data.name, me)
    return schemas.ForgottenMember(places)


HANDLERS: Final = (
    of_club,
    of_tournament,
    appoint_in_club,
    appoint_in_tournament,
    forget_member,
    forget_name,
)
