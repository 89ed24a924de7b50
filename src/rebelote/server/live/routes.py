"""Tables over HTTP: opened, listed and read."""

from __future__ import annotations

import asyncio
import io
from functools import lru_cache
from itertools import islice
from typing import Annotated, Final
from urllib.parse import urlencode

from litestar import MediaType, Response, get, post
from litestar.exceptions import HTTPException
from litestar.params import Parameter
from litestar.response import Redirect

from rebelote import bots
from rebelote.i18n import is_nameless, rulecard
from rebelote.rules import presets
from rebelote.rules.options import Rules
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import rule_card
from rebelote.server.core import Core
from rebelote.server.history.records import Records
from rebelote.server.http import health_routes as health
from rebelote.server.http import pages, static_files
from rebelote.server.http.described import TABLE, described
from rebelote.server.http.requests import (
    AppRequest,
    count_address,
    count_person,
    draw,
    home,
    preferred_language,
)
from rebelote.server.limits import limit
from rebelote.server.live import schemas
from rebelote.server.live.live_table import LiveTable
from rebelote.server.live.lobby import Lobby
from rebelote.server.live.room import TableMetadata
from rebelote.server.live.seats import occupant
from rebelote.server.people.database import Person
from rebelote.server.protocol.table_settings import RULES_NAME_LONGEST, Terms, check_length
from rebelote.server.runtime.addresses import address
from rebelote.server.tables.event_log import FREE

PICTURES_KEPT: Final = 128
"""Pictures of tables' addresses that are kept in memory: drawing one takes a while."""
TABLE_EXAMPLES: Final = {
    "play at once against bots": {"preset": "french", "level": "club"},
    "a table for friends": {"preset": "flemish", "begin": False, "options": {"target": 101}},
}
LISTED: Final = limit(50, "open tables", per="list")


def _agreement(data: schemas.NewTable) -> tuple[Rules, Terms]:
    """The rules and terms a form asks for; HTTPException 422 where they do not go together."""
    try:
        rules = presets.rules(data.preset, **data.options)
        rules = rules.as_in_real_life() if data.real_life else rules
        check_length(rules)
        bots.check(data.level)
        return rules, data.terms.at(data.level)
    except ValueError as error:
        raise HTTPException(status_code=422, detail=str(error)) from None


@post(
    "/api/tables",
    summary="Open a table",
    opt=described(
        "wrong-options",
        "match-too-long",
        "too-many-tables",
        "closing",
        "banned",
        examples=TABLE_EXAMPLES,
        scope="play",
    ),
)
async def new_table(
    request: AppRequest, data: schemas.NewTable, me: Person, core: Core
) -> schemas.Seated:
    """A table whose host one is, in seat 0; with `begin` bots take the others and play begins."""
    rules, terms = _agreement(data)
    count_address("table", request, core)
    count_person("table", me.id, request, core)
    limits = core.limits
    places = limits.enter("tables", address(request), me.id)
    metadata = TableMetadata(me.id, language=preferred_language(request))
    try:
        live = await _created(core.lobby, metadata, me, rules, terms, data)
    except BaseException:
        limits.leave(places)
        raise
    live.quota = places
    return schemas.Seated(live.table.id, 0, live.room.code)


async def _created(
    lobby: Lobby,
    metadata: TableMetadata,
    me: Person,
    rules: Rules,
    terms: Terms,
    data: schemas.NewTable,
) -> LiveTable:
    """A table with its host in seat 0."""
    others = rules.players - 1
    if data.begin:
        people = (me, *(None for _ in range(others)))
        digests = {} if data.digest is None else {me.id: data.digest}
        return await lobby.create_begun(metadata, rules, terms, people, digests)
    seats = (occupant(me), *(FREE for _ in range(others)))
    return await lobby.create(metadata, rules, terms, seats)


@post(
    "/api/tables/{table:str}/terms",
    status_code=200,
    summary="Change rules and terms",
    opt=described(*TABLE, "wrong-options", "match-too-long", "not-the-host", "match-under-way"),
)
async def change_terms(
    request: AppRequest,
    table: str,
    data: schemas.NewTable,
    me: Person,
    core: Core,
) -> None:
    """What the next match is played by; only the host, and only between matches."""
    count_address("terms", request, core)
    count_person("terms", me.id, request, core)
    rules, terms = _agreement(data)
    live = await core.lobby.find(table)
    await live.seats.change_terms(me, rules, terms)


@get("/api/tables", summary="Tables that anybody may join")
async def open_tables(visitor: Person | None, core: Core) -> list[schemas.TableCard]:
    """Tables with a free seat, whose host lets everybody sit down, the newest first.

    None at which a person sits, or whose host is, whom the visitor has blocked or is blocked by.
    """
    if core.coordinator is not None:
        await core.coordinator.load_listed()
    lobby, avoided = core.lobby, frozenset[str]()
    if visitor is not None:
        avoided = (await core.accounts.relations.blocked_by([visitor.id]))[visitor.id]
    seen = (live for live in lobby.listed() if avoided.isdisjoint(_people(live)))
    return [_card(live, lobby.now()) for live in islice(seen, LISTED)]


def _people(live: LiveTable) -> set[str]:
    """The people who sit at a table, and its host."""
    seated = {who.person for who in live.table.seats if who.person is not None}
    return seated | {live.room.metadata.host}


def _card(live: LiveTable, now: float) -> schemas.TableCard:
    table = live.table
    return schemas.TableCard(
        table.id,
        live.room.code,
        rule_card(table.rules),
        rulecard.link(table.rules),
        table.terms,
        live.session.broadcaster.players(now),
        len(live.room.onlookers),
        table.playing,
    )


@get(
    "/api/tables/{table:str}",
    summary="What one would sit down to",
    opt=described(*TABLE, scope="play"),
)
async def table_card(
    request: AppRequest, table: str, visitor: Person | None, core: Core
) -> schemas.TableCard:
    """A table by its id or its code: rules, terms, and who sits there."""
    return _card(await _called(table, request, visitor, core), core.lobby.now())


async def _called(code: str, request: AppRequest, visitor: Person | None, core: Core) -> LiveTable:
    """The table of this code; nobody may try one code after the other.

    The deal of the day of another person is no table that one could join.
    """
    count_address("code", request, core)
    live = await core.lobby.find_by_code(code)
    mine = visitor is not None and live.room.metadata.host == visitor.id
    if live.room.metadata.daily and not mine:
        raise IllegalActionError("no-such-table")
    return live


@get("/join/{code:str}", include_in_schema=False)
async def join(
    request: AppRequest, code: str, visitor: Person | None, core: Core
) -> Response[str] | Redirect:
    """The address behind a code that was read aloud or scanned: the client, which goes there.

    Its page says who invites, in the host's language, for the preview of the link.
    """
    live = await _called(code, request, visitor, core)
    result = await asyncio.to_thread(static_files.find, health.CLIENT, "index.html", "")
    if result is None:
        return Redirect(f"/#/join/{live.room.code}")
    page = pages.invitation(
        pages.with_games(result.body.decode()),
        live.room.metadata.language or preferred_language(request),
        await _inviter(live, core),
        home(request, core),
        f"/join/{live.room.code}",
        live.table.id,
    )
    headers = {"cache-control": static_files.REVALIDATED}
    return Response(page, media_type=MediaType.HTML, headers=headers)


async def _inviter(live: LiveTable, core: Core) -> str:
    """The name of the host; empty where it only says that they are a guest."""
    host = await core.accounts.person(live.room.host)
    return "" if host is None or is_nameless(host.name) else host.name


@get(
    "/api/tables/{table:str}/qr.svg",
    summary="The address of a table as a QR code",
    opt=described(*TABLE, answer={"image/svg+xml": str}),
)
async def qr_code(
    table: str,
    request: AppRequest,
    visitor: Person | None,
    core: Core,
    rules: Annotated[str, Parameter(max_length=RULES_NAME_LONGEST)] = "",
) -> Response[bytes]:
    """An image to be scanned by a phone.

    `rules`: what the host calls the table's rules, which the address has behind the hash. It is
    kept nowhere, so that there is nothing to erase or to moderate.
    """
    live = await _called(table, request, visitor, core)
    here = f"{home(request, core)}/join/{live.room.code}"
    here += f"#{urlencode({'rules': rules})}" if rules else ""
    return Response(await draw(_picture, here), media_type="image/svg+xml")


@lru_cache(PICTURES_KEPT)
def _picture(text: str) -> bytes:
    import segno

    picture = io.BytesIO()
    segno.make(text).save(picture, kind="svg", scale=6, border=2, light="#ffffff")
    return picture.getvalue()


@get(
    "/api/tables/{table:str}/record",
    media_type=MediaType.TEXT,
    summary="The record of a match, as far as it has been played",
    opt=described(*TABLE, "not-yours", "told-tomorrow", "deal-not-over", scope="play"),
)
async def record(request: AppRequest, table: str, me: Person, core: Core) -> str:
    """The last match at a table, in the record notation, for those who may see it."""
    count_address("record", request, core)
    count_person("record", me.id, request, core)
    return await core[Records].of(table, me)


HANDLERS: Final = (new_table, change_terms, open_tables, table_card, join, qr_code, record)
