"""Tables over HTTP: opened, listed and read."""

from __future__ import annotations

import asyncio
import contextlib
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
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol import table_schemas
from rebelote.server.base.protocol.occupants import FREE
from rebelote.server.base.protocol.table_settings import RULES_NAME_LONGEST, Terms, check_length
from rebelote.server.base.runtime.addresses import address
from rebelote.server.people.database import Person
from rebelote.server.table.live_table import LiveTable
from rebelote.server.table.lobby import Lobby
from rebelote.server.table.room import TableMetadata
from rebelote.server.table.seats import occupant
from rebelote.server.web import pages, static_files
from rebelote.server.web.core import Core
from rebelote.server.web.described import TABLE, described
from rebelote.server.web.requests import (
    AppRequest,
    count_address,
    count_person,
    draw,
    home,
    preferred_language,
)

PICTURES_KEPT: Final = 128
"""Pictures of tables' addresses that are kept in memory: drawing one takes a while."""
TABLE_EXAMPLES: Final = {
    "play at once against bots": {"preset": "french", "level": "club"},
    "a table for friends": {"preset": "flemish", "begin": False, "options": {"target": 101}},
}
LISTED: Final = limit(50, "open tables", per="list")
OWN_LISTED: Final = limit(8, "tables under way, of those used last", per="person")
_UNDER_WAY: Final = (
    "SELECT tables.id FROM seated JOIN tables ON tables.id = seated.table_id "
    "WHERE seated.person = ? AND stage IN ('playing', 'rated') ORDER BY used DESC, id LIMIT ?"
)


def _agreement(data: table_schemas.NewTable) -> tuple[Rules, Terms]:
    """Return the rules and terms of a form; HTTPException 422 if they conflict."""
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
    request: AppRequest, data: table_schemas.NewTable, me: Person, core: Core
) -> table_schemas.Seated:
    """Open a table as its host in seat 0; with `begin` bots take the others and play begins."""
    rules, terms = _agreement(data)
    count_address("table", request, core)
    count_person("table", me.id, request, core)
    limits = core.limits
    places = limits.enter("tables", address(request), me.id)
    metadata = TableMetadata(host=me.id, language=preferred_language(request))
    try:
        live = await _created(core.lobby, metadata, me, rules, terms, data)
    except BaseException:
        limits.leave(places)
        raise
    live.quota = places
    return table_schemas.Seated(live.table.id, 0, live.room.code)


async def _created(
    lobby: Lobby,
    metadata: TableMetadata,
    me: Person,
    rules: Rules,
    terms: Terms,
    data: table_schemas.NewTable,
) -> LiveTable:
    """Return a table with its host in seat 0."""
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
    opt=described(
        *TABLE,
        "wrong-options",
        "match-too-long",
        "not-the-host",
        "match-under-way",
        "played-today",
        "event-table",
    ),
)
async def change_terms(
    request: AppRequest,
    table: str,
    data: table_schemas.NewTable,
    me: Person,
    core: Core,
) -> None:
    """Change rules and terms of the next match; only by the host, and only between matches."""
    count_address("terms", request, core)
    count_person("terms", me.id, request, core)
    rules, terms = _agreement(data)
    live = await core.lobby.find(table)
    await live.seats.change_terms(me, rules, terms)


@get("/api/tables", summary="Tables that anybody may join")
async def open_tables(visitor: Person | None, core: Core) -> list[table_schemas.TableCard]:
    """List tables with a free seat whose host admits everybody, the newest first.

    Tables of people who have blocked the visitor, or whom the visitor has blocked, are left out.
    """
    if core.coordinator is not None:
        await core.coordinator.load_listed()
    lobby, avoided = core.lobby, frozenset[str]()
    if visitor is not None:
        avoided = (await core.accounts.relations.blocked_by([visitor.id]))[visitor.id]
    seen = (live for live in lobby.listed() if avoided.isdisjoint(_people(live)))
    return [_card(live, lobby.now()) for live in islice(seen, LISTED)]


@get(
    "/api/me/tables",
    summary="One's own tables under way",
    opt=described(scope="play"),
)
async def own_tables(request: AppRequest, me: Person, core: Core) -> list[table_schemas.OwnTable]:
    """List the tables of one's matches under way, on whichever device they began."""
    count_person("own-tables", me.id, request, core)
    result = []
    for (table,) in await core.store.read(_UNDER_WAY, me.id, OWN_LISTED):
        with contextlib.suppress(IllegalActionError):  # its log cannot be read now
            live = await core.lobby.find(table)
            if (seat := live.table.seat_of(me.id)) is not None and live.table.playing:
                result.append(_own(live, seat, core.lobby.now()))
    return result


def _own(live: LiveTable, seat: int, now: float) -> table_schemas.OwnTable:
    table, side = live.table, live.table.match.rules.sides[seat]
    to_act, scores = table.to_act, table.match.scores
    between_deals = to_act is None and table.awaited is None and seat not in table.ready
    return table_schemas.OwnTable(
        table=table.id,
        seat=seat,
        version=table.version,
        to_act=to_act == seat or between_deals,
        rules=rule_card(table.match.rules),
        scores=(*scores[side:], *scores[:side]),
        players=live.session.broadcaster.players(now),
    )


def _people(live: LiveTable) -> set[str]:
    """Return the people who sit at a table, and its host."""
    seated = {who.person for who in live.table.seats if who.person is not None}
    return seated | {live.room.metadata.host}


def _card(live: LiveTable, now: float) -> table_schemas.TableCard:
    table = live.table
    return table_schemas.TableCard(
        table=table.id,
        code=live.room.code,
        rules=rule_card(table.rules),
        rule_card=rulecard.link(table.rules),
        terms=table.terms,
        players=live.session.broadcaster.players(now),
        watching=len(live.room.onlookers),
        playing=table.playing,
    )


@get(
    "/api/tables/{table:str}",
    summary="What one would sit down to",
    opt=described(*TABLE, scope="play"),
)
async def table_card(
    request: AppRequest, table: str, visitor: Person | None, core: Core
) -> table_schemas.TableCard:
    """Return a table by its id or its code: rules, terms, and players."""
    return _card(await _called(table, request, visitor, core), core.lobby.now())


async def _called(code: str, request: AppRequest, visitor: Person | None, core: Core) -> LiveTable:
    """Return the table of this code; nobody may try one code after the other.

    A table where the server has seated others is none that one could join.
    """
    count_address("code", request, core)
    live = await core.lobby.find_by_code(code)
    if live.room.is_hidden_from("" if visitor is None else visitor.id):
        raise IllegalActionError("no-such-table")
    return live


@get("/join/{code:str}", include_in_schema=False)
async def join(
    request: AppRequest, code: str, visitor: Person | None, core: Core
) -> Response[str] | Redirect:
    """Return the client, which opens the table of a code that was read aloud or scanned.

    Its page names the host, in the host's language, for the preview of the link.
    """
    live = await _called(code, request, visitor, core)
    client = await asyncio.to_thread(static_files.find, static_files.CLIENT, "index.html", "")
    if client is None:
        return Redirect(f"/#/join/{live.room.code}")
    page = pages.invitation(
        pages.with_games(client.body.decode()),
        live.room.metadata.language or preferred_language(request),
        live.table.rules.preset,
        await _inviter(live, core),
        home(request, core),
        f"/join/{live.room.code}",
        live.table.id,
    )
    headers = {"cache-control": static_files.REVALIDATED}
    return Response(page, media_type=MediaType.HTML, headers=headers)


async def _inviter(live: LiveTable, core: Core) -> str:
    """Return the name of the host; empty for the default name of a guest."""
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
    """Return an image that a phone can scan.

    `rules`: the host's name for the table's rules, in the fragment of the address. It is stored
    nowhere, and needs no erasure or moderation.
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


HANDLERS: Final = (
    new_table,
    change_terms,
    open_tables,
    own_tables,
    table_card,
    join,
    qr_code,
)
