"""Evenings of clubs over HTTP: created, read, drawn, scored by secretaries and from tables."""

from __future__ import annotations

import asyncio
import io
from typing import Final

from litestar import Response, delete, get, post

from rebelote.club.about import Kind
from rebelote.club.models import MODELS
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.club import keys, logs, schemas, views
from rebelote.server.club.events import ClubEvents, OpenEvent
from rebelote.server.club.online import OnlineEvents, check_playable
from rebelote.server.core import Core
from rebelote.server.http.described import described
from rebelote.server.http.requests import AppRequest, count_address, count_person, draw, home
from rebelote.server.people.database import Person

ENTRIES_BYTES: Final = 1 << 18
"""A list of a thousand teams with the names of their players."""
EVENT: Final = ("no-such-event",)
SECRETARY: Final = (*EVENT, "not-a-secretary", "not-your-role")
ENTRY: Final = (
    *SECRETARY,
    "changed-meanwhile",
    "event-full",
    "not-now",
    "no-such-team",
    "no-such-game",
    "entries-closed",
    "scores-missing",
    "game-sum",
    "wrong-options",
    "bad-name",
)
"""Refusals of what a secretary enters."""
SLIP: Final = (*EVENT, "wrong-slip")


@get("/api/club", summary="The evenings whose secretary one is")
async def mine(me: Person, core: Core) -> list[schemas.ClubEventCard]:
    """The one with the last entry first."""
    return await core[ClubEvents].stored.of(me)


@get("/api/club/models", summary="Ready formats of evenings")
async def models() -> list[schemas.ClubModel]:
    """From which a secretary chooses; each can be changed before it is sent."""
    return [schemas.ClubModel(model.name, model.format) for model in MODELS]


@post(
    "/api/club",
    summary="Prepare an evening of a club",
    opt=described(
        "wrong-options",
        "match-too-long",
        "bad-name",
        "too-many-events",
        "club-full",
        "not-a-secretary",
        "not-your-role",
        "banned",
    ),
)
async def create(
    request: AppRequest, data: schemas.NewClubEvent, me: Person, core: Core
) -> schemas.OpenedClubEvent:
    """Its format is agreed on; who creates it is its secretary, as are those of its club."""
    count_person("club-events", me.id, request, core)
    check_playable(data.format)
    event = await core[ClubEvents].create(data.name, data.format, me, data.club)
    return schemas.OpenedClubEvent(event)


@delete(
    "/api/club/{event:str}",
    summary="Delete an evening of a club",
    opt=described(*SECRETARY),
)
async def remove(request: AppRequest, event: str, me: Person, core: Core) -> None:
    """With its log, for good; by who created it."""
    count_person("club", me.id, request, core)
    await core[ClubEvents].delete(event, me)


@get("/api/club/{event:str}", summary="An evening of a club", opt=described(*EVENT))
async def read(
    request: AppRequest,
    event: str,
    visitor: Person | None,
    core: Core,
    since: int = 0,
    hall: bool = False,
) -> schemas.ClubState | None:
    """Teams, rounds and standings, for who has its address; null where nothing was entered
    after the version `since`. Results of a deal of a duplicate are shown once every table has
    played it; before, to secretaries alone, and not to them either for the `hall`."""
    count_address("club", request, core)
    evening = await core[ClubEvents].read(event)
    return None if evening.event.version == since else await state_of(evening, visitor, core, hall)


async def state_of(
    evening: OpenEvent, person: Person | None, core: Core, hall: bool = False
) -> schemas.ClubState:
    """An event as this person may see it."""
    role = await core[ClubEvents].stored.role_of(evening.id, person)
    return views.state(evening, role, core.accounts.timekeeper.now(), hall)


@get(
    "/api/club/{event:str}/totals",
    summary="What both totals of a game can add up to",
    opt=described(*EVENT),
)
async def totals(request: AppRequest, event: str, core: Core) -> schemas.GameTotals:
    """By the rules that are played there."""
    count_address("club", request, core)
    return views.totals((await core[ClubEvents].read(event)).event.format)


@post(
    "/api/club/{event:str}/secretaries",
    status_code=204,
    summary="Get a role in an evening",
    opt=described(*EVENT, "not-a-secretary", "too-many-secretaries"),
)
async def admit(
    request: AppRequest, event: str, data: schemas.SecretaryKey, me: Person, core: Core
) -> None:
    """By the key in a link: that of its secretaries, or of helpers, who enter scores alone."""
    count_person("club", me.id, request, core)
    await core[ClubEvents].admit(event, data.key, me)


@get(
    "/api/club/{event:str}/desk",
    summary="The keys that give roles in an evening",
    opt=described(*SECRETARY),
)
async def desk(request: AppRequest, event: str, me: Person, core: Core) -> schemas.ClubDesk:
    """For secretaries, who hand on the links that hold them."""
    count_person("club", me.id, request, core)
    return views.desk(await core[ClubEvents].of_secretary(event, me))


@get("/api/club/{event:str}/log", summary="The log of an evening", opt=described(*SECRETARY))
async def read_log(
    request: AppRequest,
    event: str,
    me: Person,
    core: Core,
    kind: Kind | None = None,
    before: int = 0,
) -> schemas.ClubLog:
    """Who entered what, and when, and who got which role; for secretaries. A page of it, of one
    `kind`, or of all; that of the lines `before` this place."""
    count_person("club", me.id, request, core)
    events = core[ClubEvents]
    evening = await events.of_secretary(event, me)
    changes = await events.stored.role_changes(event)
    return await logs.page(logs.of_event(evening, changes), kind, before, core.accounts)


@post(
    "/api/club/{event:str}/entries",
    status_code=200,
    summary="Enter teams, scores and the like",
    request_max_body_size=ENTRIES_BYTES,
    opt=described(*ENTRY),
)
async def enter(
    request: AppRequest, event: str, data: schemas.NewEntries, me: Person, core: Core
) -> schemas.ClubState:
    """All of the entries or none. They are on disk once this is answered."""
    count_person("club", me.id, request, core)
    evening = await core[ClubEvents].enter(event, me, data.version, data.entries)
    return await state_of(evening, me, core)


@post(
    "/api/club/{event:str}/draw",
    status_code=200,
    summary="Draw the next round",
    opt=described(
        *SECRETARY,
        "changed-meanwhile",
        "event-full",
        "scores-missing",
        "no-more-rounds",
        "too-few-teams",
    ),
)
async def draw_round(
    request: AppRequest, event: str, data: schemas.NewDraw, me: Person, core: Core
) -> schemas.ClubState:
    """By a phrase, from which anybody can repeat it; once, however many secretaries ask."""
    count_person("club-draws", me.id, request, core)
    evening = await core[ClubEvents].draw(event, me, data.version, data.phrase)
    if evening.event.format.online:
        core[OnlineEvents].begin(event)
    return await state_of(evening, me, core)


@post(
    "/api/club/{event:str}/undo",
    status_code=200,
    summary="Undo an entry",
    opt=described(*ENTRY),
)
async def undo(
    request: AppRequest, event: str, data: schemas.UndoneEntry, me: Person, core: Core
) -> schemas.ClubState:
    """By another that restores what was before; unless a later one is about the same."""
    count_person("club", me.id, request, core)
    return await state_of(await core[ClubEvents].undo(event, me, data.number), me, core)


# --- tables -------------------------------------------------------------------------------------


@get(
    "/api/club/{event:str}/slips",
    summary="The keys on the slips of a round",
    opt=described(*SECRETARY, "no-such-game"),
)
async def slips(
    request: AppRequest, event: str, me: Person, core: Core, drawn: int
) -> schemas.RoundSlips:
    """One for each side of each game of the round `drawn`, counted from 1."""
    count_person("club", me.id, request, core)
    return views.slips(await core[ClubEvents].of_secretary(event, me), drawn)


@get(
    "/api/club/{event:str}/cards",
    summary="The hands of the deals of a round of duplicate",
    opt=described(*SECRETARY, "no-such-game", "not-now"),
)
async def cards(
    request: AppRequest, event: str, me: Person, core: Core, drawn: int
) -> schemas.RoundCards:
    """For who lays them before they are played, in the round `drawn`, counted from 1; rounds to
    come can be laid too, once the first is drawn. The server lays those of its own tables."""
    count_person("club", me.id, request, core)
    evening = await core[ClubEvents].of_secretary(event, me)
    if evening.event.format.online:
        raise IllegalActionError("not-now")
    secret = keys.packs_secret(evening.secret)
    return await asyncio.to_thread(views.cards, evening.event, secret, drawn)


@get(
    "/api/club/{event:str}/game",
    summary="A game as a side sees it",
    opt=described(*SLIP),
)
async def game(request: AppRequest, event: str, key: str, core: Core) -> schemas.SlipState:
    """Who plays, and what both sides have entered; for who has the key of the slip."""
    count_address("club", request, core)
    return views.slip(await core[ClubEvents].read(event), key)


@post(
    "/api/club/{event:str}/game",
    status_code=200,
    summary="Enter a score at its table",
    opt=described(*SLIP, "not-now", "game-sum", "event-full"),
)
async def report(
    request: AppRequest, event: str, data: schemas.ReportedScore, core: Core
) -> schemas.SlipState:
    """It counts once the other side has entered the same; on disk once this is answered."""
    count_address("club-scores", request, core)
    evening = await core[ClubEvents].report(event, data.key, data.own, data.other)
    return views.slip(evening, data.key)


@get(
    "/api/club/{event:str}/qr.svg",
    summary="The address of a slip as a QR code",
    opt=described(*SLIP, answer={"image/svg+xml": str}),
)
async def slip_code(request: AppRequest, event: str, key: str, core: Core) -> Response[bytes]:
    """An image to be scanned by a phone, which opens the page of that side of the game."""
    count_address("club", request, core)
    evening = await core[ClubEvents].read(event)
    keys.place_of(evening.secret, evening.event, key)
    address = f"{home(request, core)}/#/score/{evening.id}/{key}"
    return Response(await draw(_picture, address), media_type="image/svg+xml")


def _picture(text: str) -> bytes:
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
    read_log,
    enter,
    draw_round,
    undo,
    slips,
    cards,
    game,
    report,
    slip_code,
)
