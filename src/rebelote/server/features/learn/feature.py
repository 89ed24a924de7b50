"""Lessons, as a feature."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import get, put
from litestar.exceptions import HTTPException
from litestar.params import Parameter

from rebelote.learn.lessons import PRESETS
from rebelote.learn.schemas import COUNTING_LEVELS, CountDeal, Course, GuidedDeal
from rebelote.server.features.learn.progress import LessonsDone, add_done
from rebelote.server.people.database import Person
from rebelote.server.people.personal import Personal
from rebelote.server.web.core import Core
from rebelote.server.web.described import LANGUAGE, PLAY, described
from rebelote.server.web.feature import Feature
from rebelote.server.web.requests import (
    AppRequest,
    asked_language,
    count_address,
    count_person,
    draw,
)

SEED_MOST: Final = 1 << 31
"""Below it is the seed of a deal to count in: any number that the browser draws."""


@get("/api/learn/{preset:str}", summary="The lessons", opt=described(query=LANGUAGE))
async def lessons(request: AppRequest, preset: str, core: Core) -> Course:
    """Return all lessons by the law of a rule set for four, in the language `lang`."""
    from rebelote.learn import courses

    count_address("learn", request, core)
    return await draw(courses.course, _taught(preset), asked_language(request))


@get(
    "/api/learn/{preset:str}/deal", summary="The guided deal", opt=described(*PLAY, query=LANGUAGE)
)
async def guided_deal(request: AppRequest, preset: str, core: Core, done: str = "") -> GuidedDeal:
    """Return the position after the actions `done`: calls and cards, separated by commas."""
    from rebelote.learn import guided

    count_address("learn", request, core)
    played = done.split(",") if done else []
    return await draw(guided.guided, _taught(preset), played, asked_language(request))


@get("/api/learn/{preset:str}/count", summary="A deal to count in", opt=described(query=LANGUAGE))
async def deal_to_count(
    request: AppRequest,
    preset: str,
    core: Core,
    level: Annotated[int, Parameter(ge=COUNTING_LEVELS[0], le=COUNTING_LEVELS[-1])] = 1,
    seed: Annotated[int, Parameter(ge=0, lt=SEED_MOST)] = 0,
) -> CountDeal:
    """Return a deal played by bots, with questions of a `level`."""
    from rebelote.learn import counting

    count_address("learn", request, core)
    return await draw(counting.count_deal, _taught(preset), level, seed, asked_language(request))


@put("/api/me/lessons", summary="Lessons done", opt=described())
async def keep_done(request: AppRequest, data: LessonsDone, me: Person, core: Core) -> LessonsDone:
    """Add lessons that the person has done on this device; the answer has those of all devices."""
    count_person("settings", me.id, request, core)
    return await add_done(core.store, me, data)


def _taught(preset: str) -> str:
    """Return a rule set that is taught."""
    if preset not in PRESETS:
        raise HTTPException(status_code=404)
    return preset


FEATURE: Final = Feature(
    routes=(lessons, guided_deal, deal_to_count, keep_done),
    schemas=(Course, GuidedDeal, CountDeal),
    personal=(Personal(table="lessons_done", key=("lesson",), taken_over=True, exported="lesson"),),
)
