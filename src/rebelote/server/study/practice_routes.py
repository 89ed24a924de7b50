"""Practice of one's own errors, over HTTP."""

from __future__ import annotations

from typing import Final

from litestar import MediaType, Response, get, post

from rebelote.server.core import Core
from rebelote.server.history.replays import MatchId
from rebelote.server.http.requests import Asked, count_address, count_person
from rebelote.server.people.database import Person
from rebelote.server.protocol.schemas import encode
from rebelote.server.study import schemas
from rebelote.server.study.practice import Practice
from rebelote.server.study.practice_positions import Place
from rebelote.server.study.review_routes import ActionNumber, DealNumber


@get("/api/me/practice", summary="One's own errors to practise")
async def due(request: Asked, me: Person, core: Core) -> schemas.PracticeList:
    """Those that are due, the most instructive first."""
    count_address("read", request, core)
    return await core[Practice].due(me)


@post(
    "/api/me/matches/{match:str}/practice",
    status_code=200,
    summary="The errors of a match of one's own",
)
async def of_match(request: Asked, match: str, me: Person, core: Core) -> schemas.PracticeList:
    """Its most instructive ones, due or not, of a match that one has played to its end.

    Deals that are not reviewed yet are reviewed, a few at a time: where some are waiting, the same
    request after a while has the next ones reviewed.
    """
    count_address("review", request, core)
    count_person("review", me.id, request, core)
    return await core[Practice].of_match(match, me)


@get("/api/me/practice/{match:str}/{deal:int}/{step:int}", summary="A position to practise")
async def position(
    request: Asked,
    match: str,
    deal: DealNumber,
    step: ActionNumber,
    me: Person,
    core: Core,
) -> Response[bytes]:
    """What one knew before one's own error (`PracticePosition`), and no hidden card."""
    count_person("practice", me.id, request, core)
    found = await core[Practice].position(Place(*MatchId.parse(match), deal, step), me)
    return Response(found, media_type=MediaType.JSON)


@post(
    "/api/me/practice/{match:str}/{deal:int}/{step:int}",
    status_code=200,
    summary="Answer a position",
)
async def answer(
    request: Asked,
    match: str,
    deal: DealNumber,
    step: ActionNumber,
    data: schemas.PracticeAnswer,
    me: Person,
    core: Core,
) -> Response[bytes]:
    """Whether it is as good as the best (`PracticeAnswered`), and when it is asked again."""
    count_person("practice", me.id, request, core)
    place = Place(*MatchId.parse(match), deal, step)
    found = await core[Practice].answer(place, data.choice, me)
    return Response(encode(found), media_type=MediaType.JSON)


HANDLERS: Final = (due, of_match, position, answer)
"""Practice of one's own errors."""
