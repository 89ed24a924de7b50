"""The deal of the day over HTTP."""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import get, post
from litestar.exceptions import HTTPException

from rebelote.i18n import words
from rebelote.server.context import AppContext
from rebelote.server.http.api import Asked, asked_language, count_address, home
from rebelote.server.live import daily
from rebelote.server.live.daily import DailyResult
from rebelote.server.people.database import Person
from rebelote.server.protocol import http_schemas
from rebelote.server.runtime.time_source import utc_date


@get("/api/daily", summary="The deal of the day")
async def deal_of_the_day(
    request: Asked, somebody: Person | None, context: AppContext, date: str | None = None
) -> http_schemas.Daily:
    """Today's, or that of an earlier `date`; what others did only once one has played it oneself.

    `text` is the result to share, in the language of the browser (`lang`): it tells no card.
    """
    day = utc_date(context.time.wall()) if date is None else date
    if not daily.is_told(day, context.time.wall()):
        raise HTTPException(status_code=404)
    count_address("read", request, context)
    told, mine = await context.daily.standings(day, somebody.id if somebody else None)
    if mine is None:
        return told
    text = _text(told, mine, asked_language(request), home(request, context) + "/")
    return msgspec.structs.replace(told, text=text)


def _text(told: http_schemas.Daily, mine: DailyResult, spoken: str, home: str) -> str:
    """The result to share: the date, the tricks, how many did worse, and where to play it."""
    say = words(spoken)
    lines = [say("daily.share.title", date=told.date), daily.marks(mine.tricks)]
    if told.better_than is not None:
        share = round(told.better_than * 100)
        lines.append(f"{daily.stars(told.better_than)} {say('daily.share.beat', share=share)}")
    return "\n".join([*lines, home])


@post("/api/daily", summary="Play the deal of today")
async def play(me: Person, context: AppContext) -> http_schemas.Seated:
    """A table of one deal against bots, once a day; or the one that was begun."""
    return await context.daily.begin(me)


HANDLERS: Final = (deal_of_the_day, play)
