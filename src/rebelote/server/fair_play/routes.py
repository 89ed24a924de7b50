"""Fair play over HTTP, for administrators alone."""

from __future__ import annotations

from typing import Final

from litestar import get, post

from rebelote.server.core import Core
from rebelote.server.fair_play import schemas
from rebelote.server.fair_play.pairs import FairPlay
from rebelote.server.http.described import described
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
    opt=described("no-such-pair"),
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


HANDLERS: Final = (suspected, evidence, decide)
