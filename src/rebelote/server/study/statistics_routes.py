"""Statistics of one's own matches, and what others show of theirs, over HTTP."""

from __future__ import annotations

from typing import Final

from litestar import Response, get, put

from rebelote.server.core import Core
from rebelote.server.http.requests import Asked, count_address, count_person
from rebelote.server.people.database import Person
from rebelote.server.study import personal_statistics, schemas
from rebelote.server.study.statistics import PersonalStatistics


@get("/api/me/statistics", summary="What one's matches add up to")
async def mine(request: Asked, me: Person, core: Core, preset: str = "") -> schemas.Statistics:
    """By one rule set, the one played most where none is named, of matches that have ended."""
    count_person("statistics", me.id, request, core)
    return await core[PersonalStatistics].of(me.id, preset)


@get("/api/me/statistics.csv", summary="The same as a table")
async def table(request: Asked, me: Person, core: Core) -> Response[str]:
    """Every figure by every rule set, as comma-separated values."""
    count_person("statistics", me.id, request, core)
    return Response(
        await core[PersonalStatistics].csv(me.id),
        media_type="text/csv",
        headers={"content-disposition": 'attachment; filename="rebelote-statistics.csv"'},
    )


@put("/api/me/statistics", status_code=204, summary="What one's profile shows of them")
async def show(request: Asked, data: schemas.StatisticsShown, me: Person, core: Core) -> None:
    """These parts and no others."""
    count_person("settings", me.id, request, core)
    await core.accounts.write(personal_statistics.shown(me.id, data.shows))


@get("/api/people/{person:str}/statistics", summary="What a person shows of their statistics")
async def of_person(
    request: Asked, person: str, core: Core, preset: str = ""
) -> schemas.Statistics:
    """The parts that they show, by one rule set."""
    count_address("read", request, core)
    return await core[PersonalStatistics].shown(person, preset)


HANDLERS: Final = (mine, table, show, of_person)
"""Statistics of people."""
