"""The puzzles of the days over HTTP."""

from __future__ import annotations

from typing import Final

from litestar import Response, get, post
from litestar.exceptions import HTTPException

from rebelote.server.core import Core
from rebelote.server.daily.puzzles import Puzzles
from rebelote.server.daily.schemas import PuzzleArchive, PuzzleOfTheDay
from rebelote.server.http.described import PLAY, described
from rebelote.server.http.requests import AppRequest, count_address, count_person, json_response
from rebelote.server.people.database import Person
from rebelote.server.study import schemas as study_schemas


@get("/api/puzzle", summary="The puzzle of the day", opt=described(answer=PuzzleOfTheDay))
async def puzzle_of_the_day(
    request: AppRequest,
    visitor: Person | None,
    core: Core,
    day: str | None = None,
    preset: str | None = None,
) -> Response[bytes]:
    """Today's, or that of a `day` of the last month (`PuzzleOfTheDay`).

    It is of the game whose rules are nearest to those of a `preset`, or of the first.
    It names no card that the seat did not know, and no answer before one has given one.
    """
    count_address("read", request, core)
    return _response(await core[Puzzles].of_day(day, preset, visitor))


@get("/api/puzzles", summary="The puzzles of the last days")
async def past_puzzles(
    request: AppRequest, visitor: Person | None, core: Core, preset: str | None = None
) -> PuzzleArchive:
    """Their themes and one's answers, of the game whose rules are nearest to those of a
    `preset`."""
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
    """The puzzle with its answer (`PuzzleOfTheDay`): the first one counts, and rates on the day."""
    count_person("practice", me.id, request, core)
    return _response(await core[Puzzles].answer(day, preset, data.choice, me))


def _response(result: bytes | None) -> Response[bytes]:
    if result is None:
        raise HTTPException(status_code=404)
    return json_response(result)


HANDLERS: Final = (puzzle_of_the_day, past_puzzles, answer)
"""The puzzles of the days."""
