"""HTTP routes of fair play: for administrators, and for the players they question."""

from __future__ import annotations

from typing import Final

from litestar import get, post, put

from rebelote.server.features.fair_play import schemas
from rebelote.server.features.fair_play.cases import Cases
from rebelote.server.features.fair_play.pairs import FairPlay
from rebelote.server.people.database import Person
from rebelote.server.web.administrators import ADMIN
from rebelote.server.web.core import Core
from rebelote.server.web.described import described
from rebelote.server.web.requests import AppRequest, count_person

_PAIR: Final = "/api/admin/fair-play/{person:str}/{other:str}"


@get("/api/admin/fair-play", dependencies=ADMIN, summary="Pairs that seem to know too much")
async def suspected(administrator: Person, core: Core) -> schemas.FairPlayPairs:
    """List the pairs above the threshold, the strongest evidence first; it is no verdict."""
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
    """Return a pair's tests, and its heaviest deals beside those of an unsuspected pair."""
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
    """Settle the case with a note, which the audit log holds as well."""
    await core[FairPlay].decide(administrator.id, (person, other), data)


@post(
    f"{_PAIR}/question",
    dependencies=ADMIN,
    status_code=204,
    summary="Ask both players of a pair",
    opt=described("no-such-pair"),
)
async def ask(person: str, other: str, administrator: Person, core: Core) -> None:
    """Ask both players for an answer, once until the case is settled; each sees the question."""
    await core[FairPlay].ask(administrator.id, (person, other))


@get("/api/me/fair-play", summary="What one was asked about fair play")
async def questions(me: Person, core: Core) -> list[schemas.FairPlayQuestion]:
    """List the questions, the latest first, with one's own answer and the decision."""
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
    """Answer the moderators, who alone read it; it may be changed until the case is settled."""
    count_person("report", me.id, request, core)
    await core[Cases].answer(me.id, case, data.text)


HANDLERS: Final = (suspected, evidence, ask, decide, questions, answer)
