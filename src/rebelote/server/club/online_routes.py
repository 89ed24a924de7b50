"""Evenings on the server over HTTP: joined and left by who plays, who asks where to sit."""

from __future__ import annotations

from typing import Final

from litestar import delete, get, post

from rebelote.server.club import schemas
from rebelote.server.club.events import ClubEvents
from rebelote.server.club.online import OnlineEvents, team_of
from rebelote.server.club.routes import EVENT, state_of
from rebelote.server.core import Core
from rebelote.server.http.described import described
from rebelote.server.http.requests import AppRequest, count_address, count_person
from rebelote.server.people.database import Person

JOINED: Final = (*EVENT, "not-now", "entries-closed", "event-full", "changed-meanwhile")


@get(
    "/api/club/{event:str}/players",
    summary="Where one sits in an evening on the server",
    opt=described(*EVENT),
)
async def place(
    request: AppRequest, event: str, visitor: Person | None, core: Core
) -> schemas.ClubPlace:
    """One's team and table, who still has no partner, and who is at which table."""
    count_address("club", request, core)
    online, evening = core[OnlineEvents], await core[ClubEvents].read(event)
    state, teams = evening.event, await online.players(event)
    own = team_of(teams, visitor.id) if visitor else 0
    tables = await online.tables(event, len(state.rounds)) if state.missing else {}
    here, now = online.attendance(evening, teams, tables)
    games = state.rounds[-1].games if state.missing else ()
    mine = (
        tables.get(number, "")
        for number, game in enumerate(games, 1)
        if own and not game.over and any(own in side for side in game.sides)
    )
    melee = state.format.entrants == "melee"
    lone = (one for one, people in sorted(teams.items()) if len(people) == 1 and not melee)
    return schemas.ClubPlace(
        team=own if own and state.teams[own - 1].here else 0,
        table=next(mine, ""),
        lone=tuple(one for one in lone if state.teams[one - 1].here),
        here=here,
        games=now,
        leading=online.leading(evening, tables),
    )


@post(
    "/api/club/{event:str}/players",
    status_code=200,
    summary="Take part in an evening on the server",
    opt=described(*JOINED, "no-such-team", "seat-taken", "kept-apart", "banned"),
)
async def join(
    request: AppRequest, event: str, data: schemas.JoinedTeam, me: Person, core: Core
) -> schemas.ClubState:
    """Alone, or as the partner of who has none; without a partner one plays with a bot."""
    count_person("club", me.id, request, core)
    evening = await core[OnlineEvents].join(event, me, data.partner)
    return await state_of(evening, me, core)


@delete(
    "/api/club/{event:str}/players",
    status_code=200,
    summary="Take no more part in an evening on the server",
    opt=described(*JOINED),
)
async def leave(request: AppRequest, event: str, me: Person, core: Core) -> schemas.ClubState:
    """A round that was drawn is still played; a bot plays on for who stays away."""
    count_person("club", me.id, request, core)
    return await state_of(await core[OnlineEvents].leave(event, me), me, core)


HANDLERS: Final = (place, join, leave)
