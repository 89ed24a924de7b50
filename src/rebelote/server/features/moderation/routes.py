"""Moderation over HTTP: reports, sanctions, roles, the audit log; but for reporting, for
administrators alone.
"""

from __future__ import annotations

from typing import Final

from litestar import MediaType, delete, get, post, put

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol.schemas import NodeCard
from rebelote.server.features.history.records import Records
from rebelote.server.features.moderation import enforcement
from rebelote.server.features.shared_replays.sessions import SharedReplays
from rebelote.server.people import reports, schemas
from rebelote.server.people.database import Person
from rebelote.server.web.administrators import ADMIN
from rebelote.server.web.core import Core
from rebelote.server.web.described import TABLE, described
from rebelote.server.web.requests import AppRequest, count_address, count_person


@get("/api/admin/reports", dependencies=ADMIN, summary="Reports")
async def listed(
    administrator: Person,
    core: Core,
    settled: bool = False,
    against: str | None = None,
    by: str | None = None,
    after: int | None = None,
) -> list[schemas.Reported]:
    """List pending reports, about or by a person; or the `settled`, the latest first.

    Of the pending ones those of accounts come first, then the oldest. `after`: the last id of the
    page before.
    """
    store = core.store.long
    if settled:
        return await reports.settled(store, after)
    return await reports.waiting(store, against, by, after)


@get("/api/admin/reports/groups", dependencies=ADMIN, summary="Whom open reports are about")
async def grouped(administrator: Person, core: Core, after: str = "") -> schemas.ReportPage:
    """Group reports by person: first those reported by accounts, then by the oldest report."""
    return await reports.groups(core.store.long, after)


@post(
    "/api/admin/reports/settle",
    dependencies=ADMIN,
    status_code=204,
    summary="Settle all reports about a person, or by a person",
    opt=described("no-such-report"),
)
async def settle_all(data: schemas.SettledAll, administrator: Person, core: Core) -> None:
    """Settle several reports; each can be reopened."""
    await core.moderation.settle_all(administrator.id, data)


@get(
    "/api/admin/reports/{report:int}/record",
    dependencies=ADMIN,
    media_type=MediaType.TEXT,
    summary="The match a report is about",
    opt=described("no-such-report", *TABLE, "told-tomorrow", "told-later", "deal-not-over"),
)
async def deal(report: int, administrator: Person, core: Core) -> str:
    """Return the reported deal in the record notation, as far as it may be disclosed."""
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
    """Settle a report with its outcome."""
    await core.moderation.settle(administrator.id, report, data.outcome)


@delete(
    "/api/admin/reports/{report:int}/settle",
    dependencies=ADMIN,
    summary="Open a report again",
    opt=described("no-such-report"),
)
async def reopen(report: int, administrator: Person, core: Core) -> None:
    """Reopen a settled report."""
    await core.moderation.reopen(administrator.id, report)


@get("/api/admin/sanctions", dependencies=ADMIN, summary="Sanctions")
async def sanctions(
    administrator: Person,
    core: Core,
    person: str | None = None,
    in_force: bool | None = None,
) -> list[schemas.Sanction]:
    """List sanctions, against all or one person, in force, past or both; the latest first."""
    return await core.moderation.sanctions(person, in_force)


@post(
    "/api/admin/sanctions",
    dependencies=ADMIN,
    status_code=204,
    summary="Mute or ban a person",
    opt=described("no-such-person"),
)
async def impose(data: schemas.NewSanction, administrator: Person, core: Core) -> None:
    """Impose a sanction at once; a bot takes over a banned player's seat."""
    await core.moderation.impose(administrator.id, data)
    if data.kind == "ban":
        await enforcement.disconnect_banned(core, data.person)


@delete(
    "/api/admin/sanctions/{sanction:int}",
    dependencies=ADMIN,
    summary="Lift a sanction",
    opt=described("no-such-measure"),
)
async def revoke(sanction: int, administrator: Person, core: Core) -> None:
    """End a sanction."""
    await core.moderation.revoke(administrator.id, sanction)


@get("/api/admin/admins", dependencies=ADMIN, summary="Who keeps order")
async def admins(administrator: Person, core: Core) -> list[schemas.PersonName]:
    """List the administrators by name; `GET /api/people` finds candidates."""
    return await core.moderation.admins()


@put(
    "/api/admin/people/{person:str}/role",
    dependencies=ADMIN,
    status_code=204,
    summary="Give or take a role",
    opt=described("no-such-person"),
)
async def give_role(person: str, data: schemas.NewRole, administrator: Person, core: Core) -> None:
    """Give a person a role; only the holder of an account can be an admin."""
    account = await core.accounts.person(person)
    if account is None:
        raise IllegalActionError("no-such-person")
    await core.moderation.give_role(administrator.id, account, data.role)


@get("/api/admin/audit", dependencies=ADMIN, summary="What was done")
async def audit(
    administrator: Person, core: Core, before: int | None = None
) -> list[schemas.AuditEntry]:
    """List audit entries, the latest first; `before`: the last id of the page before."""
    return await core.moderation.audit(before)


@get("/api/admin/nodes", dependencies=ADMIN, summary="The nodes of a cluster")
async def nodes(administrator: Person, core: Core) -> list[NodeCard]:
    """List the live nodes, this one first; none for a single server."""
    if (coordinator := core.coordinator) is None:
        return []
    return list(coordinator.cards())


@post(
    "/api/reports",
    status_code=204,
    summary="Report a person at a table or a shared replay",
    opt=described(*TABLE, "no-such-person", "not-yours", "no-such-replay"),
)
async def report(request: AppRequest, data: schemas.Report, me: Person, core: Core) -> None:
    """Report a person, with the recent conversation, and at a table with the deal."""
    count_address("report", request, core)
    count_person("report", me.id, request, core)
    if bool(data.table) == bool(data.replay):
        raise IllegalActionError("malformed")
    if data.replay:
        await core.moderation.report(me, data, *await core[SharedReplays].said(data.replay))
        return
    live = await core.lobby.find(data.table)
    said = live.chat.lines
    there = {line.person for line in said} | {who.person.id for who in live.room.listeners}
    await core.moderation.report(me, data, live.table.version, said, there)


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
    report,
)
