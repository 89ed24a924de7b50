"""The deals and the puzzles of the day over HTTP."""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Response, get, post
from litestar.exceptions import HTTPException

from rebelote.i18n import Words, words
from rebelote.server.base.protocol import table_schemas
from rebelote.server.base.runtime.time_source import utc_date
from rebelote.server.features.daily import deals as daily
from rebelote.server.features.daily import schemas
from rebelote.server.features.daily.comparison import Comparisons
from rebelote.server.features.daily.deals import Daily
from rebelote.server.features.daily.field import DailyResult, lead
from rebelote.server.features.daily.puzzles import Puzzles
from rebelote.server.features.daily.schemas import Drill, Drilled, PuzzleArchive, PuzzleOfTheDay
from rebelote.server.features.daily.today import TodayOf
from rebelote.server.features.study import schemas as study_schemas
from rebelote.server.people.database import Person
from rebelote.server.web.core import Core
from rebelote.server.web.described import PLAY, described
from rebelote.server.web.requests import (
    AppRequest,
    asked_language,
    count_address,
    count_person,
    home,
    json_response,
)


@get("/api/daily", summary="The deal of the day")
async def deal_of_the_day(
    request: AppRequest,
    visitor: Person | None,
    core: Core,
    date: str | None = None,
    preset: str = daily.FIRST,
) -> schemas.Daily:
    """Return the deal of today or an earlier `date`, of the game nearest to a `preset`.

    The results of others come with it once one has played it.

    `text` is the result to share, in the language of the browser (`lang`): it names no card.
    """
    day = utc_date(core.time.wall()) if date is None else date
    if not daily.is_public(day, core.time.wall()):
        raise HTTPException(status_code=404)
    game = daily.nearest(preset)
    count_address("read", request, core)
    response, mine = await core[Daily].standings(day, game, visitor.id if visitor else None)
    if mine is None:
        return response
    link = f"{home(request, core)}/#/daily/{game}"
    text = _text(response, mine, asked_language(request), link)
    bots, pending = await core[Comparisons].of(day, game)
    return msgspec.structs.replace(response, text=text, bots=bots, bots_due=pending)


def _text(deal: schemas.Daily, mine: DailyResult, spoken: str, link: str) -> str:
    """Return the text to share: the day, the tricks, the share beaten, and the address."""
    say = words(spoken)
    ahead = lead(mine.line)
    lines = [_title(deal, say), f"{daily.marks(mine.tricks)} {ahead:+d}".replace("-", "\u2212")]
    if deal.better_than is not None:
        share = round(deal.better_than * 100)
        lines.append(f"{daily.stars(deal.better_than)} {say('daily.share.beat', share=share)}")
    return "\n".join([*lines, link])


def _title(deal: schemas.Daily, say: Words) -> str:
    """Return the day, and the game unless it is the first."""
    if deal.preset == daily.FIRST:
        return say("daily.share.title", date=deal.date)
    return say("daily.share.of", date=deal.date, game=say(f"preset.{deal.preset}"))


@post(
    "/api/daily",
    summary="Play the deal of today",
    opt=described("played-today", "banned", "closing"),
)
async def play(me: Person, core: Core, preset: str = daily.FIRST) -> table_schemas.Seated:
    """Open a table for one deal against bots, once a day; or return the one already begun."""
    if preset not in daily.GAMES:
        raise HTTPException(status_code=404)
    return await core[Daily].begin(me, preset)


@get("/api/today", summary="Today's deals and puzzle")
async def today(
    request: AppRequest, visitor: Person | None, core: Core, preset: str | None = None
) -> schemas.Today:
    """Return the day's deals, its puzzle, and one's results of the last days.

    The game nearest to a `preset` comes first; friends' results once one has played the same deal.
    """
    count_address("read", request, core)
    return await core[TodayOf].of(visitor, preset)


@get("/api/puzzle", summary="The puzzle of the day", opt=described(answer=PuzzleOfTheDay))
async def puzzle_of_the_day(
    request: AppRequest,
    visitor: Person | None,
    core: Core,
    day: str | None = None,
    preset: str | None = None,
) -> Response[bytes]:
    """Return the puzzle of today, or of a `day` of the last month (`PuzzleOfTheDay`).

    It is of the game whose rules are nearest to those of a `preset`, or of the first.
    It names no card that the seat did not know, and no answer before one has given one.
    """
    count_address("read", request, core)
    return _response(await core[Puzzles].of_day(day, preset, visitor))


@get("/api/puzzles", summary="The puzzles of the last days")
async def past_puzzles(
    request: AppRequest, visitor: Person | None, core: Core, preset: str | None = None
) -> PuzzleArchive:
    """List past puzzles by theme, with one's answers, of the game nearest to a `preset`."""
    count_address("read", request, core)
    return await core[Puzzles].past(preset, visitor)


@post(
    "/api/puzzle",
    status_code=200,
    summary="Answer the puzzle of the day",
    opt=described(*PLAY, answer=PuzzleOfTheDay),
)
async def answer(
    request: AppRequest,
    data: study_schemas.PracticeAnswer,
    me: Person,
    core: Core,
    day: str | None = None,
    preset: str | None = None,
) -> Response[bytes]:
    """Return the puzzle with its answer (`PuzzleOfTheDay`); the first one on its day is rated."""
    count_person("practice", me.id, request, core)
    return _response(await core[Puzzles].answer(day, preset, data.choice, me))


@get("/api/drills", summary="The puzzles of a drill")
async def drill(
    request: AppRequest, core: Core, preset: str | None = None, about: str | None = None
) -> Drill:
    """List the puzzles of the game nearest to a `preset`, or ten positions `about` something.

    That is a group of one's mistakes, or a theme of puzzles.
    """
    count_address("read", request, core)
    listed = await core[Puzzles].drill(preset, about)
    if listed is None:
        raise HTTPException(status_code=404)
    return listed


@get("/api/drills/{puzzle:str}", summary="A puzzle of a drill", opt=described(answer=Drilled))
async def drilled(request: AppRequest, puzzle: str, core: Core) -> Response[bytes]:
    """Return a puzzle without its answer (`Drilled`)."""
    count_address("read", request, core)
    return _response(await core[Puzzles].drilled(puzzle))


@post(
    "/api/drills/{puzzle:str}",
    status_code=200,
    summary="Answer a puzzle of a drill",
    opt=described(*PLAY, answer=Drilled),
)
async def drill_answer(
    request: AppRequest, data: study_schemas.PracticeAnswer, me: Person, puzzle: str, core: Core
) -> Response[bytes]:
    """Return the puzzle with its answer (`Drilled`); no answer is stored, and none is rated."""
    count_person("practice", me.id, request, core)
    return _response(await core[Puzzles].drilled(puzzle, data.choice))


def _response(body: bytes | None) -> Response[bytes]:
    if body is None:
        raise HTTPException(status_code=404)
    return json_response(body)


HANDLERS: Final = (
    today,
    deal_of_the_day,
    play,
    puzzle_of_the_day,
    past_puzzles,
    answer,
    drill,
    drilled,
    drill_answer,
)
