"""Reviews, practice and statistics, over HTTP."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import Response, get, post, put
from litestar.params import Parameter

from rebelote.server.base.protocol.schemas import encode
from rebelote.server.base.protocol.table_settings import MOST_DEALS
from rebelote.server.features.history.replays import MatchId, Replays
from rebelote.server.features.study import schemas, statistics
from rebelote.server.features.study.device_reviews import REVIEW_BYTES
from rebelote.server.features.study.practice import Practice
from rebelote.server.features.study.practice_positions import Place
from rebelote.server.features.study.reviews import Reviews
from rebelote.server.features.study.statistics import PersonalStatistics
from rebelote.server.people.database import Person
from rebelote.server.web.core import Core
from rebelote.server.web.described import ENDED_MATCH, PLAY, TABLE, described
from rebelote.server.web.requests import AppRequest, count_address, count_person, json_response

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
        "told-later",
        "deal-not-over",
        "review-failed",
        answer=schemas.Review,
    ),
)
async def review_at_table(
    request: AppRequest,
    table: str,
    deal: DealNumber,
    me: Person,
    core: Core,
    only_kept: bool = False,
) -> Response[bytes]:
    """Return the cost of each decision of a finished deal (`Review`), for readers of its record.

    While the review is under way, the answer is its progress: repeat the request after a while.
    With `only_kept`, no review is begun: an answer of 0 `seconds` means that none is under way.
    """
    _count_review(request, me, core)
    result = await core[Reviews].at_table(table, deal, me, only_kept)
    return json_response(result)


@get(
    "/api/matches/{match:str}/deals/{deal:int}/review",
    summary="The review of a deal played",
    opt=described(*ENDED_MATCH, "review-failed", answer=schemas.Review),
)
async def review_of_match(
    request: AppRequest,
    match: str,
    deal: DealNumber,
    visitor: Person | None,
    core: Core,
    only_kept: bool = False,
) -> Response[bytes]:
    """Return the review of a deal of a finished match (`Review`), for its readers.

    `only_kept` as for a table.
    """
    _count_review(request, visitor, core)
    played = await core[Replays].find(match)
    result = await core[Reviews].of_match(played, deal, visitor, only_kept)
    return json_response(result)


@post(
    "/api/tables/{table:str}/deals/{deal:int}/review",
    status_code=204,
    summary="Hand in a review",
    request_max_body_size=REVIEW_BYTES,
    opt=described(*TABLE, "not-yours", "told-tomorrow", "told-later", "deal-not-over"),
)
async def hand_in_at_table(
    request: AppRequest,
    table: str,
    deal: DealNumber,
    data: schemas.DeviceReview,
    me: Person,
    core: Core,
) -> None:
    """Store a review that one's own device made, for one's own practice and statistics.

    It is checked against the record, and not made again.
    """
    _count_review(request, me, core)
    await core[Reviews].hand_in_at_table(table, deal, data.report, me)


@post(
    "/api/matches/{match:str}/deals/{deal:int}/review",
    status_code=204,
    summary="Hand in a review of a deal played",
    request_max_body_size=REVIEW_BYTES,
    opt=described(*ENDED_MATCH, "not-yours", "deal-not-over"),
)
async def hand_in_of_match(
    request: AppRequest,
    match: str,
    deal: DealNumber,
    data: schemas.DeviceReview,
    me: Person,
    core: Core,
) -> None:
    """Store a review that one's own device made of a deal of a finished match one has played."""
    _count_review(request, me, core)
    played = await core[Replays].find(match)
    await core[Reviews].hand_in_of_match(played, deal, data.report, me)


@get(
    "/api/tables/{table:str}/deals/{deal:int}/actions/{action:int}/opinion",
    summary="What a master would have done",
    opt=described(
        *TABLE,
        "not-yours",
        "told-tomorrow",
        "told-later",
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
    """Return the call or card of a master, and the reasons (`MastersOpinion`).

    Only for finished deals; `action`: the number of actions before it. While the answer is empty,
    repeat the request after a while.
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
    """Return a master's opinion on a finished match (`MastersOpinion`), for its readers."""
    _count_review(request, visitor, core)
    played = await core[Replays].find(match)
    result = await core[Reviews].opinion_on_match(played, (deal, action), visitor)
    return json_response(result)


# --- practice -------------------------------------------------------------------------------------


@get("/api/me/practice", summary="One's own errors to practise")
async def practice_due(request: AppRequest, me: Person, core: Core) -> schemas.PracticeList:
    """List the due positions, the most instructive first."""
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
    """Return the most instructive errors, due or not, of a match that one played to its end.

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
    """Return the position before one's own error (`PracticePosition`), without hidden cards."""
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
    """Compare an answer with the best (`PracticeAnswered`), and set its next repetition."""
    count_person("practice", me.id, request, core)
    place = Place(*MatchId.parse(match), deal, step)
    result = await core[Practice].answer(place, data.choice, me)
    return json_response(encode(result))


# --- statistics -----------------------------------------------------------------------------------


@get("/api/me/statistics", summary="What one's matches add up to")
async def my_statistics(
    request: AppRequest, me: Person, core: Core, preset: str = ""
) -> schemas.Statistics:
    """Return statistics of finished matches under one rule set, by default the one played most."""
    count_person("statistics", me.id, request, core)
    return await core[PersonalStatistics].of(me.id, preset)


@get(
    "/api/me/statistics.csv", summary="The same as a table", opt=described(answer={"text/csv": str})
)
async def statistics_table(request: AppRequest, me: Person, core: Core) -> Response[str]:
    """Return every figure by every rule set, as comma-separated values."""
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
    """Show only these parts of one's statistics to others."""
    count_person("settings", me.id, request, core)
    await core.accounts.write(statistics.show(me.id, data.shows))


@get("/api/people/{person:str}/statistics", summary="What a person shows of their statistics")
async def statistics_of_person(
    request: AppRequest, person: str, visitor: Person | None, core: Core, preset: str = ""
) -> schemas.Statistics:
    """Return the parts that a person shows, by one rule set."""
    count_address("read", request, core)
    reader = "" if visitor is None else visitor.id
    return await core[PersonalStatistics].shown(person, preset, reader)


HANDLERS: Final = (
    review_at_table,
    review_of_match,
    hand_in_at_table,
    hand_in_of_match,
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
