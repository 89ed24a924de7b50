"""Moderation over HTTP: reports, sanctions, roles, the audit log; for administrators alone."""

from __future__ import annotations

from typing import Final

from litestar import MediaType, delete, get, post, put
from litestar.di import Provide

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.core import Core
from rebelote.server.history.records import Records
from rebelote.server.http.described import TABLE, described
from rebelote.server.http.requests import AppRequest
from rebelote.server.http.security import SAFE
from rebelote.server.people import enforcement, reports, schemas
from rebelote.server.people import moderation as order
from rebelote.server.people.database import Person
from rebelote.server.protocol import names
from rebelote.server.protocol.schemas import NodeCard
from rebelote.server.runtime.addresses import address


def administrator(request: AppRequest, me: Person, core: Core) -> Person:
    """Who is asking, where it is an admin; refused where not. What they change is logged."""
    order.check(me)
    if request.method not in SAFE:
        path = str(request.scope.get("path_template", ""))
        act = f"{request.method} {path}"
        core.security_log.event("admin action", address(request), names.key(me.name), act=act)
    return me


ADMIN: Final = {"administrator": Provide(administrator, sync_to_thread=False)}
_SANCTIONS: Final = ["/api/admin/sanctions", "/api/admin/measures"]
_SANCTION: Final = [f"{path}/{{sanction:int}}" for path in _SANCTIONS]
"""The second address is the one that pages of the previous version ask for."""


@get("/api/admin/reports", dependencies=ADMIN, summary="Reports")
async def listed(
    administrator: Person,
    core: Core,
    settled: bool = False,
    against: str | None = None,
    by: str | None = None,
    after: int | None = None,
) -> list[schemas.Reported]:
    """Those that wait, about or by a person: first accounts', then the oldest; or the `settled`.

    The settled are in order of time, the latest first. `after`: the last id of the page before.
    """
    store = core.store.long
    if settled:
        return await reports.settled(store, after)
    return await reports.waiting(store, against, by, after)


@get("/api/admin/reports/groups", dependencies=ADMIN, summary="Whom open reports are about")
async def grouped(administrator: Person, core: Core, after: str = "") -> schemas.ReportPage:
    """First those whom the holder of an account has reported, then by the oldest report."""
    return await reports.groups(core.store.long, after)


@post(
    "/api/admin/reports/settle",
    dependencies=ADMIN,
    status_code=204,
    summary="Settle all reports about a person, or by a person",
    opt=described("no-such-report"),
)
async def settle_all(data: schemas.SettledAll, administrator: Person, core: Core) -> None:
    """What came of them; each can be opened again."""
    await core.moderation.settle_all(administrator.id, data)


@get(
    "/api/admin/reports/{report:int}/record",
    dependencies=ADMIN,
    media_type=MediaType.TEXT,
    summary="The match a report is about",
    opt=described("no-such-report", *TABLE, "told-tomorrow", "deal-not-over"),
)
async def deal(report: int, administrator: Person, core: Core) -> str:
    """In the record notation, as far as it may be disclosed."""
    return await core[Records].of_report(report)


@post(
    "/api/admin/reports/{report:int}/settle",
    dependencies=ADMIN,
    status_code=204,
    summary="Settle a report",
    opt=described("no-such-report"),
)
async def settle(
    report: int, data: schemas.SettledReport, administrator: Person, core: Core
) -> None:
    """What came of it."""
    await core.moderation.settle(administrator.id, report, data.outcome)


@delete(
    "/api/admin/reports/{report:int}/settle",
    dependencies=ADMIN,
    summary="Open a report again",
    opt=described("no-such-report"),
)
async def reopen(report: int, administrator: Person, core: Core) -> None:
    """It waits again."""
    await core.moderation.reopen(administrator.id, report)


@get(
    _SANCTIONS,
    dependencies=ADMIN,
    summary="Sanctions",
    opt=described(former=(_SANCTIONS[1],)),
)
async def sanctions(
    administrator: Person,
    core: Core,
    person: str | None = None,
    in_force: bool | None = None,
) -> list[schemas.Sanction]:
    """Against everybody, or against one person; in force, or past, or both; the latest first."""
    return await core.moderation.sanctions(person, in_force)


@post(
    _SANCTIONS,
    dependencies=ADMIN,
    status_code=204,
    summary="Mute or ban a person",
    opt=described("no-such-person", former=(_SANCTIONS[1],)),
)
async def impose(data: schemas.NewSanction, administrator: Person, core: Core) -> None:
    """Takes effect immediately; a bot takes over a banned player's seat."""
    await core.moderation.impose(administrator.id, data)
    if data.kind == "ban":
        await enforcement.disconnect_banned(core, data.person)


@delete(
    _SANCTION,
    dependencies=ADMIN,
    summary="Lift a sanction",
    opt=described("no-such-measure", former=(_SANCTION[1],)),
)
async def revoke(sanction: int, administrator: Person, core: Core) -> None:
    """It is over."""
    await core.moderation.revoke(administrator.id, sanction)


@get("/api/admin/admins", dependencies=ADMIN, summary="Who keeps order")
async def admins(administrator: Person, core: Core) -> list[schemas.PersonName]:
    """By name; `GET /api/people` finds those who could."""
    return await core.moderation.admins()


@put(
    "/api/admin/people/{person:str}/role",
    dependencies=ADMIN,
    status_code=204,
    summary="Give or take a role",
    opt=described("no-such-person"),
)
async def give_role(person: str, data: schemas.NewRole, administrator: Person, core: Core) -> None:
    """Only the holder of an account can be an admin."""
    result = await core.accounts.person(person)
    if result is None:
        raise IllegalActionError("no-such-person")
    await core.moderation.give_role(administrator.id, result, data.role)


@get("/api/admin/audit", dependencies=ADMIN, summary="What was done")
async def audit(
    administrator: Person, core: Core, before: int | None = None
) -> list[schemas.AuditEntry]:
    """The latest first; `before`: the last id of the page before."""
    return await core.moderation.audit(before)


@get("/api/admin/nodes", dependencies=ADMIN, summary="The nodes of a cluster")
async def nodes(administrator: Person, core: Core) -> list[NodeCard]:
    """All that are alive, this one first; none where there is only one server."""
    if (coordinator := core.coordinator) is None:
        return []
    return list(coordinator.cards())


HANDLERS: Final = (
    listed,
    grouped,
    settle_all,
    deal,
    settle,
    reopen,
    sanctions,
    impose,
    revoke,
    admins,
    give_role,
    audit,
    nodes,
)
