"""HTTP routes of the bin: deleted clubs and tournaments, restored or deleted for good."""

from __future__ import annotations

from typing import Final

from litestar import delete, get, post

from rebelote.server.base.protocol.schemas import Message
from rebelote.server.features.tournament.bin import BIN_SECONDS, Bin, Binned
from rebelote.server.people.database import Person
from rebelote.server.web.core import Core
from rebelote.server.web.described import described
from rebelote.server.web.requests import AppRequest, count_person


class DeletedCard(Message, frozen=True, kw_only=True):
    """One row of GET /api/bin; `deleted`: when; `until`: when it is deleted for good."""

    kind: Binned
    id: str
    name: str
    deleted: float
    until: float


@get("/api/bin", summary="Deleted clubs and tournaments that one may restore")
async def read(request: AppRequest, me: Person, core: Core) -> list[DeletedCard]:
    """List what is in the bin of its owner or of who prepared it, the last deleted first."""
    count_person("club", me.id, request, core)
    return [
        DeletedCard(
            kind=one.kind, id=one.id, name=one.name, deleted=one.at, until=one.at + BIN_SECONDS
        )
        for one in await core[Bin].of(me)
    ]


@post(
    "/api/bin/{binned:str}",
    status_code=204,
    summary="Restore a deleted club or tournament",
    opt=described("no-such-event", "too-many-events", "too-many-clubs"),
)
async def restore(request: AppRequest, binned: str, me: Person, core: Core) -> None:
    """Take it out of the bin, with all that it had."""
    count_person("club", me.id, request, core)
    await core[Bin].restore(binned, me)


@delete(
    "/api/bin/{binned:str}",
    summary="Delete a club or tournament in the bin for good",
    opt=described("no-such-event"),
)
async def remove(request: AppRequest, binned: str, me: Person, core: Core) -> None:
    """Delete it with its log; tournaments of a club are kept, each by itself."""
    count_person("club", me.id, request, core)
    await core[Bin].delete(binned, me)


HANDLERS: Final = (read, restore, remove)
