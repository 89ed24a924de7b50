"""Matches played without a network, over HTTP: handed in, and read again."""

from __future__ import annotations

from typing import Final

from litestar import MediaType, get, post

from rebelote.server.core import Core
from rebelote.server.http.requests import Asked, count_address, count_person
from rebelote.server.limits import limit
from rebelote.server.offline_matches import schemas
from rebelote.server.offline_matches.matches import OfflineMatches
from rebelote.server.people.database import Person
from rebelote.server.ratings import schemas as ratings_schemas

RECORD_BYTES: Final = limit(
    1 << 16,
    "a match handed in that was played without a network",
    unit="bytes",
    per="request",
    beyond="too-large",
)


@post(
    "/api/me/offline-matches",
    status_code=200,
    summary="Hand in a match that was played without a network",
    request_max_body_size=RECORD_BYTES,
)
async def hand_in(
    request: Asked, data: schemas.OfflineMatch, me: Person, core: Core
) -> ratings_schemas.PlayedMatch:
    """It is played again by the rules and kept, unrated, for oneself; twice handed in it is one."""
    count_address("offline", request, core)
    count_person("offline", me.id, request, core)
    return await core[OfflineMatches].hand_in(me, data.record)


@get(
    "/api/me/offline-matches/{digest:str}",
    media_type=MediaType.TEXT,
    summary="The record of a match that was handed in",
)
async def record(request: Asked, digest: str, me: Person, core: Core) -> str:
    """In the record notation; for its player alone."""
    count_address("record", request, core)
    count_person("record", me.id, request, core)
    return await core[OfflineMatches].record(me, digest)


HANDLERS: Final = (hand_in, record)
