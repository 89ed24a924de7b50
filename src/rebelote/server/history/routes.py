"""Matches that have ended, over HTTP: step by step, as a record, and records handed in."""

from __future__ import annotations

import asyncio
from typing import Final
from urllib.parse import urlencode

from litestar import MediaType, Response, get, post, put
from litestar.response import Redirect

from rebelote.rules.record import Record, header_of
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.core import Core
from rebelote.server.history import matches as match_history
from rebelote.server.history import schemas
from rebelote.server.history.matches import Filters
from rebelote.server.history.replays import MatchId, Replays
from rebelote.server.http import health_routes as health
from rebelote.server.http import pages, static_files
from rebelote.server.http.described import ENDED_MATCH, JSON, RECORD_GIVEN, described
from rebelote.server.http.requests import (
    AppRequest,
    compressed,
    count_address,
    count_person,
    home,
    preferred_language,
)
from rebelote.server.limits import limit
from rebelote.server.people.database import Person

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
    """What the rules make of its record (`Replay`), for those who may read it.

    `match`: its id, or that of a table for the last match there. A private one is sent to its
    players alone, and nothing of one that is under way.
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
    """In the record notation; `format=json` for programs."""
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
    """The same of a record that one has; the server keeps nothing of it."""
    return await compressed(request, await core[Replays].imported(data.record))


@post(
    "/api/matches/{match:str}/variation",
    status_code=200,
    summary="Play on in another way",
    request_max_body_size=DEAL_BYTES,
    opt=described(*ENDED_MATCH, "no-such-step", "not-now", answer=schemas.Variation),
)
async def varied(
    request: AppRequest,
    match: str,
    data: schemas.NewVariation,
    visitor: Person | None,
    core: Core,
) -> Response[bytes]:
    """A deal of a match that has ended, as it was up to a step and as the rules go on from there
    (`Variation`), for those who may read it; nothing of it is kept."""
    count_address("entered", request, core)
    result = await core[Replays].find(match)
    return await compressed(request, await core[Replays].varied(result, visitor, data))


@post(
    "/api/replays/variation",
    status_code=200,
    summary="Play on in another way in a record",
    request_max_body_size=RECORD_BYTES,
    opt=described(*RECORD_GIVEN, "no-such-step", "not-now", answer=schemas.Variation),
)
async def varied_record(
    request: AppRequest, data: schemas.NewVariation, core: Core
) -> Response[bytes]:
    """The same of a record that one has."""
    return await compressed(request, await core[Replays].varied_record(data))


@post(
    "/api/deals",
    status_code=200,
    summary="Look at a deal given by hand",
    request_max_body_size=DEAL_BYTES,
    opt=described(
        "wrong-options",
        "no-such-seat",
        "not-in-pack",
        "card-twice",
        "wrong-hand-size",
        "wrong-turned-card",
        "not-now",
        answer=schemas.EnteredDeal,
        examples=DEAL_EXAMPLE,
    ),
)
async def entered(request: AppRequest, data: schemas.NewDeal, core: Core) -> Response[bytes]:
    """The same of a deal that one types in, and what may be done next; nothing of it is kept."""
    count_address("entered", request, core)
    return await compressed(request, await core[Replays].entered(data))


@get("/m/{match:str}", include_in_schema=False)
async def short_address(
    request: AppRequest, match: str, visitor: Person | None, core: Core
) -> Response[str] | Redirect:
    """The client, which goes to the match; with who played and the result, for a preview."""
    count_address("record", request, core)
    result = await core[Replays].find(match)
    client = await asyncio.to_thread(static_files.find, health.CLIENT, "index.html", "")
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
    """A page, the newest first; the next one is `before` a match.

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
    """A page as that of `/api/me/matches`; the header `Link` has the address of the next one.

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
    """The same page, one record after another; without those that one may not read yet."""
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
    """The header that leads to the next page, if there is one."""
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
    """For oneself alone; of a match that one has played."""
    count_person("notes", me.id, request, core)
    played = await core[Replays].find(match)
    if not await match_history.has_played(core.store, me.id, played):
        raise IllegalActionError("no-such-match")
    kept = match_history.kept(me.id, played, data.starred, data.note.strip())
    await core.accounts.write(kept)


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
)
