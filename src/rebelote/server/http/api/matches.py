"""Matches that have ended, over HTTP: step by step, as a record, and records handed in."""

from __future__ import annotations

import gzip
from typing import Final

from litestar import MediaType, Response, get, post

from rebelote.rules.record import Record
from rebelote.server.context import AppContext
from rebelote.server.http import static_files
from rebelote.server.http.api import Asked, count_address, draw
from rebelote.server.people.database import Person
from rebelote.server.protocol import http_schemas

RECORD_BYTES: Final = 1 << 17
"""Bytes of a record at most that is handed in to be looked at."""


@get("/api/matches/{match:str}", summary="A match that has ended, step by step")
async def replay(
    request: Asked, match: str, somebody: Person | None, context: AppContext
) -> Response[bytes]:
    """What the rules make of its record (`Replay`), for those who may read it.

    `match`: its id, or that of a table for the last match there. A private one is told to its
    players alone, and nothing of one that is under way.
    """
    count_address("record", request, context)
    found = await context.replays.replay(await context.replays.find(match), somebody)
    return await _compressed(request, found)


@get("/api/matches/{match:str}/record", summary="The record of a match that has ended")
async def record(
    request: Asked, match: str, somebody: Person | None, context: AppContext
) -> Response[str]:
    """In the record notation; `format=json` for programs."""
    count_address("record", request, context)
    text = await context.replays.record(await context.replays.find(match), somebody)
    if request.query_params.get("format") == "json":
        return Response(await draw(_as_json, text), media_type=MediaType.JSON)
    return Response(text, media_type=MediaType.TEXT)


def _as_json(text: str) -> str:
    return Record.parse(text).json()


@post(
    "/api/replays",
    status_code=200,
    summary="Look at a record step by step",
    request_max_body_size=RECORD_BYTES,
)
async def imported(
    request: Asked, data: http_schemas.NewReplay, context: AppContext
) -> Response[bytes]:
    """The same of a record that one has; the server keeps nothing of it."""
    count_address("replay", request, context)
    return await _compressed(request, await context.replays.imported(data.record))


async def _compressed(request: Asked, body: bytes) -> Response[bytes]:
    """JSON for a browser that may be far away: a match compresses to less than a tenth."""
    accepted = request.headers.get("accept-encoding", "")
    if static_files.preferred(accepted, ("gzip",)) != "gzip":
        return Response(body, media_type=MediaType.JSON, headers={"vary": "accept-encoding"})
    headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
    packed = await draw(gzip.compress, body, 6)
    return Response(packed, media_type=MediaType.JSON, headers=headers)


HANDLERS: Final = (replay, record, imported)
