"""HTTP routes of tournaments on the server: joining, leaving, and finding one's table."""

from __future__ import annotations

from typing import Final

from litestar import delete, get, post

from rebelote.server.features.tournament import schemas
from rebelote.server.features.tournament.online import OnlineTournaments, is_sent_out, team_of
from rebelote.server.features.tournament.routes import TOURNAMENT, state_of
from rebelote.server.features.tournament.tournaments import Tournaments
from rebelote.server.people.database import Person
from rebelote.server.web.core import Core
from rebelote.server.web.described import described
from rebelote.server.web.requests import AppRequest, count_address, count_person

JOINED: Final = (*TOURNAMENT, "played-in-hall", "entries-closed", "event-full", "changed-meanwhile")

ADMITTED: Final = ("sent-out", "account-first", "members-only", "joined-too-often")


@get(
    "/api/tournaments/{tournament:str}/players",
    summary="Where one sits in a tournament on the server",
    opt=described(*TOURNAMENT),
)
async def place(
    request: AppRequest, tournament: str, visitor: Person | None, core: Core
) -> schemas.TournamentPlace:
    """Return one's team and table, the people without a partner, and the presence of the others.

    Presence is only for people of the tournament, as each of them allows it.
    """
    count_address("club", request, core)
    online, opened = core[OnlineTournaments], await core[Tournaments].read(tournament)
    state, teams = opened.tournament, await online.players(tournament)
    own = team_of(teams, visitor.id) if visitor else 0
    out = visitor is not None and is_sent_out(opened.state, visitor.id, own)
    takes_part = own and state.teams[own - 1].here and not out
    tables = await online.tables(tournament, len(state.rounds)) if state.missing else {}
    reader = visitor.id if visitor else ""
    here, now = await online.attendance.shown_to(reader, opened, teams, tables)
    games = state.rounds[-1].games if state.missing else ()
    mine = (
        tables.get(number, "")
        for number, game in enumerate(games, 1)
        if own and not game.over and any(own in side for side in game.sides)
    )
    melee = state.format.entrants == "melee"
    lone = (one for one, people in sorted(teams.items()) if len(people) == 1 and not melee)
    return schemas.TournamentPlace(
        team=own if takes_part else 0,
        table=next(mine, ""),
        lone=tuple(one for one in lone if state.teams[one - 1].here),
        here=here,
        games=now,
        leading=await online.leading(opened, tables),
    )


@post(
    "/api/tournaments/{tournament:str}/players",
    status_code=200,
    summary="Take part in a tournament on the server",
    opt=described(*JOINED, "no-such-team", "seat-taken", "kept-apart", "banned", *ADMITTED),
)
async def join(
    request: AppRequest, tournament: str, data: schemas.JoinedTeam, me: Person, core: Core
) -> schemas.TournamentState:
    """Join alone or as the partner of a half team; without a partner one plays with a bot."""
    count_person("club", me.id, request, core)
    opened = await core[OnlineTournaments].join(tournament, me, data.partner)
    return await state_of(opened, me, core)


@delete(
    "/api/tournaments/{tournament:str}/players",
    status_code=200,
    summary="Take no more part in a tournament on the server",
    opt=described(*JOINED),
)
async def leave(
    request: AppRequest, tournament: str, me: Person, core: Core
) -> schemas.TournamentState:
    """Leave the rounds to come; in a round already drawn a bot plays for the absent."""
    count_person("club", me.id, request, core)
    return await state_of(await core[OnlineTournaments].leave(tournament, me), me, core)


HANDLERS: Final = (place, join, leave)
