"""Fair play over HTTP: for administrators, and for those who are asked."""

from __future__ import annotations

from typing import Final

from litestar import get, post, put

from rebelote.server.core import Core
from rebelote.server.fair_play import schemas
from rebelote.server.fair_play.cases import Cases
from rebelote.server.fair_play.pairs import FairPlay
from rebelote.server.http.described import described
from rebelote.server.http.requests import AppRequest, count_person
from rebelote.server.people.admin_routes import ADMIN
from rebelote.server.people.database import Person

_PAIR: Final = "/api/admin/fair-play/{person:str}/{other:str}"


@get("/api/admin/fair-play", dependencies=ADMIN, summary="Pairs that seem to know too much")
async def suspected(administrator: Person, core: Core) -> schemas.FairPlayPairs:
    """The pairs above the threshold, those first that most speaks against; no verdict."""
    return await core[FairPlay].suspected()


@get(
    _PAIR,
    dependencies=ADMIN,
    summary="What speaks against a pair",
    opt=described("no-such-pair"),
)
async def evidence(
    person: str, other: str, administrator: Person, core: Core
) -> schemas.FairPlayEvidence:
    """Its tests, and its heaviest deals without names beside those of a pair nobody suspects."""
    return await core[FairPlay].evidence((person, other))


@post(
    f"{_PAIR}/decision",
    dependencies=ADMIN,
    status_code=204,
    summary="Decide about a pair",
    opt=described("no-such-pair", "answer-first"),
)
async def decide(
    person: str,
    other: str,
    data: schemas.FairPlayDecision,
    administrator: Person,
    core: Core,
) -> None:
    """With a note, which is in the audit log as well."""
    await core[FairPlay].decide(administrator.id, (person, other), data)


@post(
    f"{_PAIR}/question",
    dependencies=ADMIN,
    status_code=204,
    summary="Ask both players of a pair",
    opt=described("no-such-pair"),
)
async def ask(person: str, other: str, administrator: Person, core: Core) -> None:
    """Each is shown that they were asked, and may answer; once, until it is decided."""
    await core[FairPlay].ask(administrator.id, (person, other))


@get("/api/me/fair-play", summary="What one was asked about fair play")
async def questions(me: Person, core: Core) -> list[schemas.FairPlayQuestion]:
    """The latest first, with one's own answer and what was decided."""
    return await core[Cases].questions(me.id)


@put(
    "/api/me/fair-play/{case:int}",
    status_code=204,
    summary="Answer what one was asked about fair play",
    opt=described("no-such-question"),
)
async def answer(
    request: AppRequest, case: int, data: schemas.NewFairPlayAnswer, me: Person, core: Core
) -> None:
    """Only moderators read it; it may be changed until it is decided."""
    count_person("report", me.id, request, core)
    await core[Cases].answer(me.id, case, data.text)


HANDLERS: Final = (suspected, evidence, ask, decide, questions, answer)
