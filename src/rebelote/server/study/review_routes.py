"""Reviews of deals, over HTTP."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import MediaType, Response, get
from litestar.params import Parameter

from rebelote.server.core import Core
from rebelote.server.history.replays import MatchId
from rebelote.server.http.requests import Asked, count_address, count_person
from rebelote.server.people.database import Person
from rebelote.server.protocol.table_settings import MOST_DEALS
from rebelote.server.study.reviews import Reviews

DealNumber = Annotated[int, Parameter(ge=1, le=MOST_DEALS)]
ActionNumber = Annotated[int, Parameter(ge=0, le=999)]


@get("/api/tables/{table:str}/deals/{deal:int}/review", summary="The review of a deal")
async def review_at_table(
    request: Asked, table: str, deal: DealNumber, me: Person, core: Core
) -> Response[bytes]:
    """What each decision of a deal that is over cost (`Review`), for those who may see its record.

    Whoever is told how far it is asks again after a while.
    """
    count_address("review", request, core)
    count_person("review", me.id, request, core)
    found = await core[Reviews].at_table(table, deal, me)
    return Response(found, media_type=MediaType.JSON)


@get("/api/matches/{match:str}/deals/{deal:int}/review", summary="The review of a deal played")
async def review_of_match(
    request: Asked, match: str, deal: DealNumber, visitor: Person | None, core: Core
) -> Response[bytes]:
    """The same of a match that has ended, for those who may read it."""
    count_address("review", request, core)
    if visitor is not None:
        count_person("review", visitor.id, request, core)
    found = await core[Reviews].of_match(MatchId.parse(match), deal, visitor)
    return Response(found, media_type=MediaType.JSON)


@get(
    "/api/tables/{table:str}/deals/{deal:int}/actions/{action:int}/opinion",
    summary="What a master would have done",
)
async def opinion_at_table(
    request: Asked,
    table: str,
    deal: DealNumber,
    action: ActionNumber,
    me: Person,
    core: Core,
) -> Response[bytes]:
    """What a master would have called or played, and why (`MastersOpinion`).

    Of deals that are over; `action`: so many were done before it. Whoever is told nothing yet asks
    again after a while.
    """
    count_address("review", request, core)
    count_person("review", me.id, request, core)
    found = await core[Reviews].opinion_at_table(table, (deal, action), me)
    return Response(found, media_type=MediaType.JSON)


@get(
    "/api/matches/{match:str}/deals/{deal:int}/actions/{action:int}/opinion",
    summary="What a master would have done in a match played",
)
async def opinion_on_match(
    request: Asked,
    match: str,
    deal: DealNumber,
    action: ActionNumber,
    visitor: Person | None,
    core: Core,
) -> Response[bytes]:
    """The same of a match that has ended, for those who may read it."""
    count_address("review", request, core)
    if visitor is not None:
        count_person("review", visitor.id, request, core)
    found = await core[Reviews].opinion_on_match(MatchId.parse(match), (deal, action), visitor)
    return Response(found, media_type=MediaType.JSON)


HANDLERS: Final = (review_at_table, review_of_match, opinion_at_table, opinion_on_match)
"""Reviews of deals that are over, and opinions on their actions."""
