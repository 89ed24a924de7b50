"""Tournaments over HTTP: created, read, drawn, scored by secretaries and from tables."""

from __future__ import annotations

import asyncio
import io
from typing import Final

from litestar import Response, delete, get, post

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.features.tournament import keys, logs, phones, schemas, views
from rebelote.server.features.tournament.online import OnlineTournaments, check_playable
from rebelote.server.features.tournament.tournaments import OpenTournament, Tournaments
from rebelote.server.people.database import Person
from rebelote.server.web.core import Core
from rebelote.server.web.described import described
from rebelote.server.web.requests import AppRequest, count_address, count_person, draw, home
from rebelote.tournament.about import Kind
from rebelote.tournament.models import MODELS
from rebelote.tournament.state import ENTRY_REFUSALS

ENTRIES_BYTES: Final = 1 << 18
"""A list of a thousand teams with the names of their players."""
TOURNAMENT: Final = ("no-such-event", "log-unreadable")
SECRETARY: Final = (*TOURNAMENT, "not-a-secretary", "not-your-role")
ENTRY: Final = (
    *SECRETARY,
    "changed-meanwhile",
    "event-full",
    "too-large",
    "bad-title",
    "joined-by-link",
    "not-undoable",
    *ENTRY_REFUSALS,
)
"""Refusals of what a secretary enters."""
SLIP: Final = (*TOURNAMENT, "wrong-slip")


@get("/api/tournaments", summary="The tournaments whose secretary one is")
async def mine(me: Person, core: Core) -> list[schemas.TournamentCard]:
    """List the tournaments in which one is a secretary, the one with the last entry first."""
    return await core[Tournaments].stored.of(me)


@get("/api/tournaments/models", summary="Ready formats of tournaments")
async def models() -> list[schemas.TournamentModel]:
    """List formats to choose from; each can be changed before it is sent."""
    return [schemas.TournamentModel(model.name, model.format) for model in MODELS]


@post(
    "/api/tournaments",
    summary="Prepare a tournament",
    opt=described(
        "wrong-options",
        "match-too-long",
        "bad-title",
        "too-many-events",
        "no-such-club",
        "club-full",
        "not-a-secretary",
        "not-your-role",
        "banned",
    ),
)
async def create(
    request: AppRequest, data: schemas.NewTournament, me: Person, core: Core
) -> schemas.OpenedTournament:
    """Create a tournament of this format; its creator and its club's secretaries may change it."""
    count_person("club-events", me.id, request, core)
    check_playable(data.format)
    tournament = await core[Tournaments].create(data.name, data.format, me, data.club, data.trial)
    return schemas.OpenedTournament(tournament=tournament)


@delete(
    "/api/tournaments/{tournament:str}",
    summary="Delete a tournament",
    opt=described(*SECRETARY),
)
async def remove(request: AppRequest, tournament: str, me: Person, core: Core) -> None:
    """Put a tournament into the bin; by its owner, or a secretary who prepared it."""
    count_person("club", me.id, request, core)
    await core[Tournaments].delete(tournament, me)


@get("/api/tournaments/{tournament:str}", summary="A tournament", opt=described(*TOURNAMENT))
async def read(
    request: AppRequest,
    tournament: str,
    visitor: Person | None,
    core: Core,
    since: int = 0,
    hall: bool = False,
) -> schemas.TournamentState | None:
    """Return teams, rounds and standings to holders of the address; null if nothing was entered
    after the version `since`. Results of a deal of a duplicate are shown once every table has
    played it; before, to secretaries alone, and not to them either for the `hall`."""
    count_address("club", request, core)
    opened = await core[Tournaments].read(tournament)
    return (
        None if opened.tournament.version == since else await state_of(opened, visitor, core, hall)
    )


async def state_of(
    opened: OpenTournament, person: Person | None, core: Core, hall: bool = False
) -> schemas.TournamentState:
    """Return a tournament as this person may see it."""
    role = await core[Tournaments].stored.role_of(opened.id, person)
    return await views.state(opened, role, core.accounts.timekeeper.now(), hall)


@get(
    "/api/tournaments/{tournament:str}/totals",
    summary="What both totals of a game can add up to",
    opt=described(*TOURNAMENT),
)
async def totals(request: AppRequest, tournament: str, core: Core) -> schemas.GameTotals:
    """Return the totals that a game can reach under the rules played there."""
    count_address("club", request, core)
    return views.totals((await core[Tournaments].read(tournament)).tournament.format)


@post(
    "/api/tournaments/{tournament:str}/secretaries",
    status_code=204,
    summary="Get a role in a tournament",
    opt=described(*TOURNAMENT, "not-a-secretary", "too-many-secretaries"),
)
async def admit(
    request: AppRequest, tournament: str, data: schemas.SecretaryKey, me: Person, core: Core
) -> None:
    """Give the role of a link's key: secretary, or helper, who may only enter scores."""
    count_person("club", me.id, request, core)
    await core[Tournaments].admit(tournament, data.key, me)


@get(
    "/api/tournaments/{tournament:str}/desk",
    summary="The keys that give roles in a tournament",
    opt=described(*SECRETARY),
)
async def desk(request: AppRequest, tournament: str, me: Person, core: Core) -> schemas.RoleLinks:
    """Return the keys of the links, for secretaries to pass on."""
    count_person("club", me.id, request, core)
    return views.desk(await core[Tournaments].of_secretary(tournament, me))


@post(
    "/api/tournaments/{tournament:str}/desk",
    status_code=200,
    summary="Make the keys that give roles in a tournament again",
    opt=described(*SECRETARY),
)
async def renew_links(
    request: AppRequest, tournament: str, me: Person, core: Core
) -> schemas.RoleLinks:
    """Renew the links, for the owner: old links give no role, and given roles stay."""
    count_person("club", me.id, request, core)
    return views.desk(await core[Tournaments].renew_links(tournament, me))


@get(
    "/api/tournaments/{tournament:str}/log",
    summary="The log of a tournament",
    opt=described(*SECRETARY),
)
async def read_log(
    request: AppRequest,
    tournament: str,
    me: Person,
    core: Core,
    kind: Kind | None = None,
    before: int = 0,
) -> schemas.PageOfLog:
    """Return a page of the log: entries and changes of roles, with author and time.

    For secretaries. `kind`: only such lines; `before`: the place where the page ends.
    """
    count_person("club", me.id, request, core)
    tournaments = core[Tournaments]
    opened = await tournaments.of_secretary(tournament, me)
    changes = await tournaments.stored.role_changes(tournament)
    return await logs.page(logs.of_tournament(opened, changes), kind, before, core.accounts)


@post(
    "/api/tournaments/{tournament:str}/entries",
    status_code=200,
    summary="Enter teams, scores and the like",
    request_max_body_size=ENTRIES_BYTES,
    opt=described(*ENTRY),
)
async def enter(
    request: AppRequest, tournament: str, data: schemas.NewEntries, me: Person, core: Core
) -> schemas.TournamentState:
    """Append all of the entries or none; the answer comes once they are on disk."""
    count_person("club", me.id, request, core)
    opened = await core[Tournaments].enter(tournament, me, data.version, data.entries)
    return await state_of(opened, me, core)


@post(
    "/api/tournaments/{tournament:str}/draw",
    status_code=200,
    summary="Draw the next round",
    opt=described(
        *SECRETARY,
        "changed-meanwhile",
        "event-full",
        "scores-missing",
        "phrase-first",
        "no-more-rounds",
        "too-few-teams",
    ),
)
async def draw_round(
    request: AppRequest, tournament: str, data: schemas.NewDraw, me: Person, core: Core
) -> schemas.TournamentState:
    """Draw the next round by a phrase that makes it repeatable; several requests draw it once."""
    count_person("club-draws", me.id, request, core)
    opened = await core[Tournaments].draw(tournament, me, data.version, data.phrase, data.held)
    if opened.tournament.format.online:
        core[OnlineTournaments].begin(tournament)
    return await state_of(opened, me, core)


@post(
    "/api/tournaments/{tournament:str}/seats",
    status_code=200,
    summary="Change by hand who plays whom",
    opt=described(*ENTRY),
)
async def seat(
    request: AppRequest, tournament: str, data: schemas.NewSeats, me: Person, core: Core
) -> schemas.TournamentState:
    """Exchange two teams, add a table, or seat a team that came late; the hall sees the reason."""
    count_person("club", me.id, request, core)
    return await state_of(await core[Tournaments].seat(tournament, me, data), me, core)


@get(
    "/api/tournaments/{tournament:str}/money",
    summary="What has been paid, and the prizes",
    opt=described(*SECRETARY),
)
async def takings(
    request: AppRequest, tournament: str, me: Person, core: Core
) -> schemas.TournamentMoney:
    """Return entry fees, the sum for prizes and who wins what by the standing now."""
    count_person("club", me.id, request, core)
    opened = await core[Tournaments].of_secretary(tournament, me)
    return await asyncio.to_thread(views.takings, opened.tournament)


@post(
    "/api/tournaments/{tournament:str}/undo",
    status_code=200,
    summary="Undo an entry",
    opt=described(*ENTRY),
)
async def undo(
    request: AppRequest, tournament: str, data: schemas.UndoneEntry, me: Person, core: Core
) -> schemas.TournamentState:
    """Append an entry that restores the earlier state, unless a later one changed the same."""
    count_person("club", me.id, request, core)
    return await state_of(await core[Tournaments].undo(tournament, me, data.number), me, core)


# --- tables -------------------------------------------------------------------------------------


@get(
    "/api/tournaments/{tournament:str}/slips",
    summary="The keys on the slips of a round",
    opt=described(*SECRETARY, "no-such-game"),
)
async def slips(
    request: AppRequest, tournament: str, me: Person, core: Core, drawn: int
) -> schemas.RoundSlips:
    """Return a slip for each side of each game of the round `drawn`, counted from 1."""
    count_person("club", me.id, request, core)
    opened = await core[Tournaments].of_secretary(tournament, me)
    return views.slips(opened, drawn, phones.reach(home(request, core)))


@get(
    "/api/tournaments/{tournament:str}/team-cards",
    summary="The keys on the cards of the teams",
    opt=described(*SECRETARY),
)
async def team_cards(
    request: AppRequest, tournament: str, me: Person, core: Core
) -> schemas.TeamCards:
    """Return the key of each team, for its card: one link for the whole evening."""
    count_person("club", me.id, request, core)
    opened = await core[Tournaments].of_secretary(tournament, me)
    return views.team_cards(opened, phones.reach(home(request, core)))


@get(
    "/api/tournaments/{tournament:str}/team",
    summary="The evening of a team",
    opt=described(*TOURNAMENT, "wrong-card"),
)
async def team(
    request: AppRequest, tournament: str, key: str, core: Core, since: int = 0
) -> schemas.TeamState | None:
    """Return where a team plays against whom, the keys of its own slips, and its results.

    Needs the key of its card. Null if nothing was entered after the version `since`.
    """
    count_address("club", request, core)
    opened = await core[Tournaments].read(tournament)
    if opened.tournament.version == since:
        keys.team_of(opened.secret, opened.tournament, key)
        return None
    return await views.team(opened, key, core.accounts.timekeeper.now())


@get(
    "/api/tournaments/{tournament:str}/cards",
    summary="The hands of the deals of a round of duplicate",
    opt=described(*SECRETARY, "no-such-game", "dealt-by-server"),
)
async def cards(
    request: AppRequest, tournament: str, me: Person, core: Core, drawn: int
) -> schemas.RoundCards:
    """Return the cards to lay out before play, in the round `drawn`, counted from 1.

    Later rounds can be laid out too, once the first is drawn. The server deals at its own tables.
    """
    count_person("club", me.id, request, core)
    opened = await core[Tournaments].of_secretary(tournament, me)
    if opened.tournament.format.online:
        raise IllegalActionError("dealt-by-server")
    secret = keys.packs_secret(opened.secret)
    return await asyncio.to_thread(views.cards, opened.tournament, secret, drawn)


@get(
    "/api/tournaments/{tournament:str}/game",
    summary="A game as a side sees it",
    opt=described(*SLIP),
)
async def game(request: AppRequest, tournament: str, key: str, core: Core) -> schemas.SlipState:
    """Return the players and the scores that both sides entered; needs the slip's key."""
    count_address("club", request, core)
    return views.slip(await core[Tournaments].read(tournament), key)


@post(
    "/api/tournaments/{tournament:str}/game",
    status_code=200,
    summary="Enter a score at its table",
    opt=described(*SLIP, "result-stands", "game-sum", "event-full"),
)
async def report(
    request: AppRequest, tournament: str, data: schemas.ReportedScore, core: Core
) -> schemas.SlipState:
    """Append a score, which counts once both sides agree; the answer comes once it is on disk."""
    count_address("club-scores", request, core)
    opened = await core[Tournaments].report(
        tournament, data.key, (data.own, data.other), data.counts
    )
    return views.slip(opened, data.key)


@get(
    "/api/tournaments/{tournament:str}/qr.svg",
    summary="The address of a slip or a card as a QR code",
    opt=described(*SLIP, "wrong-card", "no-address", answer={"image/svg+xml": str}),
)
async def slip_code(
    request: AppRequest, tournament: str, key: str, core: Core, at: str = ""
) -> Response[bytes]:
    """Return an image that a phone scans to open the page of a side of a game, or of a team.

    `at`: the address under which phones find this server, where the request has none.
    """
    count_address("club", request, core)
    opened = await core[Tournaments].read(tournament)
    address = phones.page_of_key(opened, key, at or home(request, core))
    return Response(await draw(picture, address), media_type="image/svg+xml")


def picture(text: str) -> bytes:
    """Draw a QR code as SVG."""
    import segno

    picture = io.BytesIO()
    segno.make(text).save(picture, kind="svg", scale=4, border=2, light="#ffffff")
    return picture.getvalue()


HANDLERS: Final = (
    mine,
    models,
    create,
    remove,
    read,
    totals,
    admit,
    desk,
    renew_links,
    read_log,
    enter,
    draw_round,
    seat,
    takings,
    undo,
    slips,
    team_cards,
    team,
    cards,
    game,
    report,
    slip_code,
)
