"""Matches that have ended, over HTTP: step by step, as a record, and records handed in."""

from __future__ import annotations

import asyncio
from typing import Final
from urllib.parse import urlencode

from litestar import MediaType, Response, get, post, put
from litestar.response import Redirect

from rebelote.rules.records.record import Record, header_of
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.features.history import matches as match_history
from rebelote.server.features.history import schemas
from rebelote.server.features.history.matches import Filters
from rebelote.server.features.history.records import Records
from rebelote.server.features.history.replays import MatchId, Replays
from rebelote.server.people.database import Person
from rebelote.server.web import pages, static_files
from rebelote.server.web.core import Core
from rebelote.server.web.described import (
    ANSWERS_GIVEN,
    ENDED_MATCH,
    JSON,
    RECORD_GIVEN,
    TABLE,
    described,
)
from rebelote.server.web.requests import (
    AppRequest,
    compressed,
    count_address,
    count_person,
    home,
    preferred_language,
)

RECORD_BYTES: Final = limit(
    1 << 17, "a record handed in to be looked at", unit="bytes", per="request", beyond="too-large"
)

DEAL_BYTES: Final = limit(
    1 << 13, "a deal given by hand", unit="bytes", per="request", beyond="too-large"
)

NDJSON: Final = "application/x-ndjson"

RECORD_EXAMPLE: Final = {
    "a match that has just begun": {
        "record": "[Record 1]\n[Rules french]\n[Dealer 3]\n\n[Deal 1]\npack 7S 8S 9S TS JS QS KS "
        "AS 7H 8H 9H TH JH QH KH AH 7D 8D 9D TD JD QD KD AD 7C 8C 9C TC JC QC KC AC\ncut 16\n"
    }
}
DEAL_EXAMPLE: Final = {
    "contrée, dotted hands": {
        "preset": "ffb-contree-2016",
        "dealer": 3,
        "hands": ["AKQJ.T9.8.7", "T987.AKQ..8", ".J87.AKQJ.T", "..T97.AKQJ9"],
        "actions": ["pass", "80S"],
    }
}


@get(
    "/api/matches/{match:str}",
    summary="A match that has ended, step by step",
    opt=described(*ENDED_MATCH, "too-large", answer=schemas.Replay, public=True, scope="matches"),
)
async def replay(
    request: AppRequest, match: str, visitor: Person | None, core: Core
) -> Response[bytes]:
    """Return a match step by step as the rules replay its record (`Replay`), for its readers.

    `match`: its id, or that of a table for the last match there. A private match is sent only to
    its players, and a match under way to nobody.
    """
    count_address("record", request, core)
    result = await core[Replays].replay(await core[Replays].find(match), visitor)
    return await compressed(request, result)


@get(
    "/api/matches/{match:str}/record",
    summary="The record of a match that has ended",
    opt=described(
        *ENDED_MATCH,
        public=True,
        scope="matches",
        answer={"text/plain": str, JSON: Record},
        query={"format": {"schema": {"enum": ["text", "json"]}}},
    ),
)
async def record(
    request: AppRequest, match: str, visitor: Person | None, core: Core
) -> Response[str] | Response[bytes]:
    """Return a match in the record notation; `format=json` for programs."""
    count_address("record", request, core)
    result = await core[Replays].find(match)
    if request.query_params.get("format") == "json":
        return await compressed(request, await core[Replays].as_json(result, visitor))
    return Response(await core[Replays].record(result, visitor), media_type=MediaType.TEXT)


@post(
    "/api/replays",
    status_code=200,
    summary="Look at a record step by step",
    request_max_body_size=RECORD_BYTES,
    opt=described(*RECORD_GIVEN, answer=schemas.Replay, examples=RECORD_EXAMPLE),
)
async def imported(request: AppRequest, data: schemas.NewReplay, core: Core) -> Response[bytes]:
    """Return an uploaded record step by step; nothing of it is stored."""
    return await compressed(request, await core[Replays].imported(data.record))


@post(
    "/api/matches/{match:str}/variation",
    status_code=200,
    summary="Play on in another way",
    request_max_body_size=DEAL_BYTES,
    opt=described(*ENDED_MATCH, "no-such-step", *ANSWERS_GIVEN, answer=schemas.Variation),
)
async def varied(
    request: AppRequest,
    match: str,
    data: schemas.NewVariation,
    visitor: Person | None,
    core: Core,
) -> Response[bytes]:
    """Return a deal of a finished match with a variation from a step on (`Variation`).

    For readers of the match; nothing of it is stored.
    """
    count_address("entered", request, core)
    result = await core[Replays].find(match)
    return await compressed(request, await core[Replays].varied(result, visitor, data))


@post(
    "/api/replays/variation",
    status_code=200,
    summary="Play on in another way in a record",
    request_max_body_size=RECORD_BYTES,
    opt=described(*RECORD_GIVEN, "no-such-step", *ANSWERS_GIVEN, answer=schemas.Variation),
)
async def varied_record(
    request: AppRequest, data: schemas.NewVariation, core: Core
) -> Response[bytes]:
    """Return a deal of an uploaded record with a variation from a step on."""
    return await compressed(request, await core[Replays].varied_record(data))


@post(
    "/api/deals",
    status_code=200,
    summary="Look at a deal given by hand",
    request_max_body_size=DEAL_BYTES,
    opt=described(
        "not-in-pack",
        "card-twice",
        "wrong-hand-size",
        "wrong-turned-card",
        *ANSWERS_GIVEN,
        answer=schemas.EnteredDeal,
        examples=DEAL_EXAMPLE,
    ),
)
async def entered(request: AppRequest, data: schemas.NewDeal, core: Core) -> Response[bytes]:
    """Return a typed deal step by step, with the legal actions; nothing of it is stored."""
    count_address("entered", request, core)
    return await compressed(request, await core[Replays].entered(data))


@get(["/m/{match:str}", "/match/{match:str}"], include_in_schema=False)
async def short_address(
    request: AppRequest, match: str, visitor: Person | None, core: Core
) -> Response[str] | Redirect:
    """Return the client, which opens the match; its preview has the players and the result.

    `/match/ID` is what other programs derive from the address that the page shows, `/#/match/ID`.
    """
    count_address("record", request, core)
    result = await core[Replays].find(match)
    client = await asyncio.to_thread(static_files.find, static_files.CLIENT, "index.html", "")
    if client is None:
        return Redirect(f"/#/match/{result}")
    try:
        text = await core[Replays].record(result, visitor)
    except IllegalActionError:  # the client says why
        return Redirect(f"/#/match/{result}")
    page = pages.match_preview(
        pages.with_games(client.body.decode()),
        preferred_language(request),
        header_of(text),
        home(request, core),
        str(result),
    )
    headers = {"cache-control": "no-store"}
    return Response(page, media_type=MediaType.HTML, headers=headers)


@get(
    "/api/me/matches",
    summary="The matches that one has played",
    opt=described("no-such-match", scope="matches"),
)
async def mine(
    request: AppRequest,
    me: Person,
    core: Core,
    before: str = "",
    preset: str = "",
    only: str = "",
    text: str = "",
) -> schemas.MyMatches:
    """Return a page of one's matches, the newest first; the next page is `before` a match.

    `only`: `won`, `lost`, `rated` or `starred`, or several with commas. `text`: in the name of who
    played too, or in one's note.
    """
    count_address("read", request, core)
    return await _listed(core, me, before, preset, only, text)


@get(
    "/api/me/matches.ndjson",
    summary="The matches that one has played, with their records, as lines of JSON",
    opt=described("no-such-match", answer={NDJSON: schemas.MyRecord}, scope="matches"),
)
async def my_records(
    request: AppRequest,
    me: Person,
    core: Core,
    before: str = "",
    preset: str = "",
    only: str = "",
    text: str = "",
) -> Response[bytes]:
    """Return a page as of `/api/me/matches`; the header `Link` has the address of the next.

    `record` is null where one may not read it yet: of a deal of the day, until its day is over.
    """
    count_person("records", me.id, request, core)
    page = await _listed(core, me, before, preset, only, text)
    lines = await core[Replays].as_lines(page.matches, me)
    answer = await compressed(request, lines, NDJSON)
    answer.headers.update(_next(request, core, page))
    return answer


@get(
    "/api/me/matches.txt",
    summary="The records of the matches that one has played, in the notation",
    opt=described("no-such-match", answer={"text/plain": str}, scope="matches"),
)
async def my_records_in_notation(
    request: AppRequest,
    me: Person,
    core: Core,
    before: str = "",
    preset: str = "",
    only: str = "",
    text: str = "",
) -> Response[str]:
    """Return the same page, one record after another, without those not readable yet."""
    count_person("records", me.id, request, core)
    page = await _listed(core, me, before, preset, only, text)
    result = await core[Replays].all_of(page.matches, me)
    body = "\n".join(record for _, record in result if record)
    return Response(body, media_type=MediaType.TEXT, headers=_next(request, core, page))


async def _listed(
    core: Core, me: Person, before: str, preset: str, only: str, text: str
) -> schemas.MyMatches:
    last = MatchId.parse(before) if before else None
    filters = Filters(preset, only.split(","), text.strip())
    return await match_history.listed(core.store.long, me.id, filters, last)


def _next(request: AppRequest, core: Core, page: schemas.MyMatches) -> dict[str, str]:
    """Return the `Link` header of the next page, empty on the last."""
    if not page.next:
        return {}
    query = urlencode({**request.query_params.dict(), "before": page.next}, doseq=True)
    return {"link": f'<{home(request, core)}{request.url.path}?{query}>; rel="next"'}


@put(
    "/api/me/matches/{match:str}",
    status_code=204,
    summary="Star a match, or note something",
    opt=described("no-such-match"),
)
async def note(
    request: AppRequest, match: str, data: schemas.MatchNote, me: Person, core: Core
) -> None:
    """Store a private note on a match that one has played."""
    count_person("notes", me.id, request, core)
    played = await core[Replays].find(match)
    if not await match_history.has_played(core.store, me.id, played):
        raise IllegalActionError("no-such-match")
    kept = match_history.kept(me.id, played, data.starred, data.note.strip())
    await core.accounts.write(kept)


@get(
    "/api/tables/{table:str}/record",
    media_type=MediaType.TEXT,
    summary="The record of a match, as far as it has been played",
    opt=described(
        *TABLE, "not-yours", "told-tomorrow", "told-later", "deal-not-over", scope="play"
    ),
)
async def table_record(request: AppRequest, table: str, me: Person, core: Core) -> str:
    """Return the last match at a table in the record notation, for its readers."""
    count_address("record", request, core)
    count_person("record", me.id, request, core)
    return await core[Records].of(table, me)


HANDLERS: Final = (
    replay,
    record,
    imported,
    varied,
    varied_record,
    entered,
    short_address,
    mine,
    my_records,
    my_records_in_notation,
    note,
    table_record,
)
