"""Reviews, practice and statistics, over HTTP."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import Response, get, post, put
from litestar.params import Parameter

from rebelote.server.core import Core
from rebelote.server.history.replays import MatchId, Replays
from rebelote.server.http.described import ENDED_MATCH, PLAY, TABLE, described
from rebelote.server.http.requests import AppRequest, count_address, count_person, json_response
from rebelote.server.people.database import Person
from rebelote.server.protocol.schemas import encode
from rebelote.server.protocol.table_settings import MOST_DEALS
from rebelote.server.study import schemas, statistics
from rebelote.server.study.practice import Practice
from rebelote.server.study.practice_positions import Place
from rebelote.server.study.reviews import Reviews
from rebelote.server.study.statistics import PersonalStatistics

DealNumber = Annotated[int, Parameter(ge=1, le=MOST_DEALS)]
ActionNumber = Annotated[int, Parameter(ge=0, le=999)]


def _count_review(request: AppRequest, reader: Person | None, core: Core) -> None:
    """Count a review by address and by person. Raises IllegalActionError `too-many`."""
    count_address("review", request, core)
    if reader is not None:
        count_person("review", reader.id, request, core)


@get(
    "/api/tables/{table:str}/deals/{deal:int}/review",
    summary="The review of a deal",
    opt=described(
        *TABLE,
        "not-yours",
        "told-tomorrow",
        "deal-not-over",
        "review-failed",
        answer=schemas.Review,
    ),
)
async def review_at_table(
    request: AppRequest, table: str, deal: DealNumber, me: Person, core: Core
) -> Response[bytes]:
    """What each decision of a deal that is over cost (`Review`), for those who may see its record.

    While it is under way the answer is how far it is: repeat the request after a while.
    """
    _count_review(request, me, core)
    result = await core[Reviews].at_table(table, deal, me)
    return json_response(result)


@get(
    "/api/matches/{match:str}/deals/{deal:int}/review",
    summary="The review of a deal played",
    opt=described(*ENDED_MATCH, "review-failed", answer=schemas.Review),
)
async def review_of_match(
    request: AppRequest, match: str, deal: DealNumber, visitor: Person | None, core: Core
) -> Response[bytes]:
    """The same of a match that has ended, for those who may read it."""
    _count_review(request, visitor, core)
    result = await core[Reviews].of_match(await core[Replays].find(match), deal, visitor)
    return json_response(result)


@get(
    "/api/tables/{table:str}/deals/{deal:int}/actions/{action:int}/opinion",
    summary="What a master would have done",
    opt=described(
        *TABLE,
        "not-yours",
        "told-tomorrow",
        "deal-not-over",
        "review-failed",
        answer=schemas.MastersOpinion,
    ),
)
async def opinion_at_table(
    request: AppRequest,
    table: str,
    deal: DealNumber,
    action: ActionNumber,
    me: Person,
    core: Core,
) -> Response[bytes]:
    """What a master would have called or played, and why (`MastersOpinion`).

    Of deals that are over; `action`: so many were done before it. While the answer is empty, repeat
    the request after a while.
    """
    _count_review(request, me, core)
    result = await core[Reviews].opinion_at_table(table, (deal, action), me)
    return json_response(result)


@get(
    "/api/matches/{match:str}/deals/{deal:int}/actions/{action:int}/opinion",
    summary="What a master would have done in a match played",
    opt=described(*ENDED_MATCH, "review-failed", answer=schemas.MastersOpinion),
)
async def opinion_on_match(
    request: AppRequest,
    match: str,
    deal: DealNumber,
    action: ActionNumber,
    visitor: Person | None,
    core: Core,
) -> Response[bytes]:
    """The same of a match that has ended, for those who may read it."""
    _count_review(request, visitor, core)
    played = await core[Replays].find(match)
    result = await core[Reviews].opinion_on_match(played, (deal, action), visitor)
    return json_response(result)


# --- practice -------------------------------------------------------------------------------------


@get("/api/me/practice", summary="One's own errors to practise")
async def practice_due(request: AppRequest, me: Person, core: Core) -> schemas.PracticeList:
    """Those that are due, the most instructive first."""
    count_address("read", request, core)
    return await core[Practice].due(me)


@post(
    "/api/me/matches/{match:str}/practice",
    status_code=200,
    summary="The errors of a match of one's own",
    opt=described(*ENDED_MATCH, "review-failed"),
)
async def practice_of_match(
    request: AppRequest, match: str, me: Person, core: Core
) -> schemas.PracticeList:
    """Its most instructive ones, due or not, of a match that one has played to its end.

    Deals that are not reviewed yet are reviewed, a few at a time: where some are waiting, the same
    request after a while has the next ones reviewed.
    """
    _count_review(request, me, core)
    return await core[Practice].of_match(match, me)


@get(
    "/api/me/practice/{match:str}/{deal:int}/{step:int}",
    summary="A position to practise",
    opt=described(*ENDED_MATCH, answer=schemas.PracticePosition),
)
async def practice_position(
    request: AppRequest,
    match: str,
    deal: DealNumber,
    step: ActionNumber,
    me: Person,
    core: Core,
) -> Response[bytes]:
    """What one knew before one's own error (`PracticePosition`), and no hidden card."""
    count_person("practice", me.id, request, core)
    result = await core[Practice].position(Place(*MatchId.parse(match), deal, step), me)
    return json_response(result)


@post(
    "/api/me/practice/{match:str}/{deal:int}/{step:int}",
    status_code=200,
    summary="Answer a position",
    opt=described(*ENDED_MATCH, *PLAY, answer=schemas.PracticeAnswered),
)
async def answer_practice(
    request: AppRequest,
    match: str,
    deal: DealNumber,
    step: ActionNumber,
    data: schemas.PracticeAnswer,
    me: Person,
    core: Core,
) -> Response[bytes]:
    """Whether it is as good as the best (`PracticeAnswered`), and when it is repeated."""
    count_person("practice", me.id, request, core)
    place = Place(*MatchId.parse(match), deal, step)
    result = await core[Practice].answer(place, data.choice, me)
    return json_response(encode(result))


# --- statistics -----------------------------------------------------------------------------------


@get("/api/me/statistics", summary="What one's matches add up to")
async def my_statistics(
    request: AppRequest, me: Person, core: Core, preset: str = ""
) -> schemas.Statistics:
    """By one rule set, the one played most where none is named, of matches that have ended."""
    count_person("statistics", me.id, request, core)
    return await core[PersonalStatistics].of(me.id, preset)


@get(
    "/api/me/statistics.csv", summary="The same as a table", opt=described(answer={"text/csv": str})
)
async def statistics_table(request: AppRequest, me: Person, core: Core) -> Response[str]:
    """Every figure by every rule set, as comma-separated values."""
    count_person("statistics", me.id, request, core)
    return Response(
        await core[PersonalStatistics].csv(me.id),
        media_type="text/csv",
        headers={"content-disposition": 'attachment; filename="rebelote-statistics.csv"'},
    )


@put("/api/me/statistics", status_code=204, summary="What one's profile shows of them")
async def show_statistics(
    request: AppRequest, data: schemas.StatisticsShown, me: Person, core: Core
) -> None:
    """These parts and no others."""
    count_person("settings", me.id, request, core)
    await core.accounts.write(statistics.show(me.id, data.shows))


@get("/api/people/{person:str}/statistics", summary="What a person shows of their statistics")
async def statistics_of_person(
    request: AppRequest, person: str, core: Core, preset: str = ""
) -> schemas.Statistics:
    """The parts that they show, by one rule set."""
    count_address("read", request, core)
    return await core[PersonalStatistics].shown(person, preset)


HANDLERS: Final = (
    review_at_table,
    review_of_match,
    opinion_at_table,
    opinion_on_match,
    practice_due,
    practice_of_match,
    practice_position,
    answer_practice,
    my_statistics,
    statistics_table,
    show_statistics,
    statistics_of_person,
)
"""Reviews, opinions, practice and statistics."""
