"""What may those do who keep order? Reports, measures, roles, the audit; for admins alone."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from litestar import MediaType, Request, delete, get, post, put
from litestar.datastructures import State
from litestar.di import Provide

from rebelote.rules.refusals import IllegalAction
from rebelote.server.http import enforcement
from rebelote.server.http.security import SAFE
from rebelote.server.live.records import Records
from rebelote.server.people import moderation as order
from rebelote.server.people import reports
from rebelote.server.people.accounts import Accounts, Person
from rebelote.server.people.moderation import Admin
from rebelote.server.protocol import http_schemas, names
from rebelote.server.runtime.rate_limits import address
from rebelote.server.runtime.security_log import SecurityLog


def keeper(request: Request[Any, Any, Any], me: Person, state: State) -> Person:
    """Who is asking, where it is an admin; refused where not. The log tells what they change."""
    order.check(me)
    if request.method not in SAFE:
        security_log: SecurityLog = state.security_log
        path = str(request.scope.get("path_template", ""))
        act = f"{request.method} {path}"
        security_log.event("act of an admin", address(request), names.key(me.name), act=act)
    return me


ADMIN: Final = {"keeper": Provide(keeper, sync_to_thread=False)}


@get("/api/admin/reports", dependencies=ADMIN, summary="Reports")
async def listed(
    keeper: Person,
    state: State,
    settled: bool = False,
    against: str | None = None,
    by: str | None = None,
    after: int | None = None,
) -> list[http_schemas.Reported]:
    """Those that wait, about or by somebody: first accounts', then the oldest; or the `settled`.

    The settled are in order of time, the latest first. `after`: the last id of the page before.
    """
    admin: Admin = state.admin
    if settled:
        return await asyncio.to_thread(reports.settled, admin.store, after)
    return await asyncio.to_thread(reports.waiting, admin.store, against, by, after)


@get("/api/admin/reports/groups", dependencies=ADMIN, summary="Whom open reports are about")
async def grouped(keeper: Person, state: State, after: str = "") -> http_schemas.ReportPage:
    """First those whom the holder of an account has reported, then by the oldest report."""
    admin: Admin = state.admin
    return await asyncio.to_thread(reports.groups, admin.store, after)


@post(
    "/api/admin/reports/settle",
    dependencies=ADMIN,
    status_code=204,
    summary="Settle all reports about somebody, or by somebody",
)
async def settle_all(data: http_schemas.SettledAll, keeper: Person, state: State) -> None:
    """What came of them; each can be opened again."""
    admin: Admin = state.admin
    await admin.settle_all(keeper.id, data)


@get(
    "/api/admin/reports/{report:int}/record",
    dependencies=ADMIN,
    media_type=MediaType.TEXT,
    summary="The match a report is about",
)
async def deal(report: int, keeper: Person, state: State) -> str:
    """In the record notation, as far as it may be told."""
    records: Records = state.records
    return await records.of_report(report)


@post(
    "/api/admin/reports/{report:int}/settle",
    dependencies=ADMIN,
    status_code=204,
    summary="Settle a report",
)
async def settle(report: int, data: http_schemas.Settled, keeper: Person, state: State) -> None:
    """What came of it."""
    admin: Admin = state.admin
    await admin.settle(keeper.id, report, data.outcome)


@delete("/api/admin/reports/{report:int}/settle", dependencies=ADMIN, summary="Open a report again")
async def reopen(report: int, keeper: Person, state: State) -> None:
    """It waits again."""
    admin: Admin = state.admin
    await admin.reopen(keeper.id, report)


@get("/api/admin/measures", dependencies=ADMIN, summary="Measures", sync_to_thread=False)
def measures(
    keeper: Person, state: State, person: str | None = None, in_force: bool | None = None
) -> list[http_schemas.Measure]:
    """Against everybody, or against one person; in force, or past, or both; the latest first."""
    admin: Admin = state.admin
    return admin.measures(person, in_force)


@post("/api/admin/measures", dependencies=ADMIN, status_code=204, summary="Mute or ban somebody")
async def take(data: http_schemas.NewMeasure, keeper: Person, state: State) -> None:
    """At once; who is banned gets up, and a bot plays on."""
    admin: Admin = state.admin
    await admin.take(keeper.id, data)
    if data.kind == "ban":
        await enforcement.send_away(state, data.person)


@delete("/api/admin/measures/{measure:int}", dependencies=ADMIN, summary="Lift a measure")
async def lift(measure: int, keeper: Person, state: State) -> None:
    """It is over."""
    admin: Admin = state.admin
    await admin.lift(keeper.id, measure)


@get("/api/admin/admins", dependencies=ADMIN, summary="Who keeps order", sync_to_thread=False)
def admins(keeper: Person, state: State) -> list[http_schemas.Found]:
    """By name; `GET /api/people` finds those who could."""
    admin: Admin = state.admin
    return admin.admins()


@put(
    "/api/admin/people/{person:str}/role",
    dependencies=ADMIN,
    status_code=204,
    summary="Give or take a role",
)
async def give_role(person: str, data: http_schemas.NewRole, keeper: Person, state: State) -> None:
    """Only the holder of an account can be an admin."""
    admin: Admin = state.admin
    accounts: Accounts = state.accounts
    found = accounts.person(person)
    if found is None:
        raise IllegalAction("no-such-person")
    await admin.give_role(keeper.id, found, data.role)


@get("/api/admin/audit", dependencies=ADMIN, summary="What was done", sync_to_thread=False)
def audit(keeper: Person, state: State, before: int | None = None) -> list[http_schemas.Deed]:
    """The latest first; `before`: the last id of the page before."""
    admin: Admin = state.admin
    return admin.audit(before)


HANDLERS: Final = (
    listed,
    grouped,
    settle_all,
    deal,
    settle,
    reopen,
    measures,
    take,
    lift,
    admins,
    give_role,
    audit,
)
