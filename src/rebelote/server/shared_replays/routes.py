"""Shared replays over HTTP: created, read, and played on in another way."""

from __future__ import annotations

from typing import Final

from litestar import Response, get, post

from rebelote.server.core import Core
from rebelote.server.history import schemas as history_schemas
from rebelote.server.history.routes import DEAL_BYTES, RECORD_BYTES
from rebelote.server.http.requests import Asked, compressed, count_address, count_person
from rebelote.server.people.database import Person
from rebelote.server.shared_replays import schemas
from rebelote.server.shared_replays.sessions import SharedReplays


@post(
    "/api/shared-replays",
    summary="Look at a match or a record together",
    request_max_body_size=RECORD_BYTES,
)
async def create(
    request: Asked, data: schemas.NewSharedReplay, me: Person, core: Core
) -> schemas.OpenedReplay:
    """A shared replay of a match that one may read, or of a record that one has (`record` in place
    of `match`); others come to it by its id, over `/ws`."""
    count_person("notes", me.id, request, core)
    if data.record:
        count_address("shared", request, core)
    return schemas.OpenedReplay(await core[SharedReplays].create(me, data))


@get("/api/shared-replays/{shared_id:str}", summary="What is looked at together, step by step")
async def steps(
    request: Asked, shared_id: str, visitor: Person | None, core: Core
) -> Response[bytes]:
    """The match or the record (`Replay`), for those who may read it."""
    count_address("record", request, core)
    return await compressed(request, await core[SharedReplays].replay(shared_id, visitor))


@post(
    "/api/shared-replays/{shared_id:str}/variation",
    status_code=200,
    summary="Play on in another way together",
    request_max_body_size=DEAL_BYTES,
)
async def variation(
    request: Asked,
    shared_id: str,
    data: history_schemas.NewVariation,
    visitor: Person | None,
    core: Core,
) -> Response[bytes]:
    """A deal of it as it was up to a step and as the rules go on from there (`Variation`)."""
    count_address("entered", request, core)
    found = await core[SharedReplays].varied(shared_id, visitor, data)
    return await compressed(request, found)


HANDLERS: Final = (create, steps, variation)
