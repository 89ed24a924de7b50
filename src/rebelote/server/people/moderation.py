"""Moderation: reports, sanctions, roles, and the audit log.

Every act can be undone and has an entry in the audit log, written with the act or not at all.
There `keeper` is the operator of the server, at the command line: `rebelote admin`.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Collection, Sequence
from typing import Final, Literal

import msgspec

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.chat import REPORT_LENGTH, clean_lines
from rebelote.server.base.protocol.messages import Said
from rebelote.server.base.storage.store import Statement
from rebelote.server.people import reports, schemas
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.database import Person

ROWS: Final = limit(100, "rows of an administrator's list", per="page")
PASSWORD_BYTES: Final = 9
"""Random bytes in a password that is given."""

InForce = Literal["muted", "banned"]
_CALLED: Final[dict[str, InForce]] = {"ban": "banned", "mute": "muted"}
_IN_FORCE: Final = "(lifted IS NULL AND (until IS NULL OR until > ?1))"
"""Whether a row of `sanctions` is in force at the time ?1."""


def check(person: Person) -> None:
    """Check that this person is an admin. IllegalActionError `admins-only`."""
    if person.role != "admin":
        raise IllegalActionError("admins-only")


class Moderation:
    """The moderation of one server: reports, sanctions, roles and the audit log."""

    def __init__(self, accounts: Accounts) -> None:
        self.accounts = accounts
        self.store = accounts.store
        self._in_force: dict[str, list[tuple[str, float]]] = {}
        self._reading = asyncio.Lock()
        self._enforced: set[str] = set()
        """Banned people who have been disconnected since."""

    # --- what keeps people from speaking and playing

    def sanction(self, person: str) -> InForce | None:
        """Return the gravest sanction in force against a person now.

        From memory, since this is checked at every message, without waiting: a change of
        sanctions reloads them, and a chore looks for changes by other processes every few seconds
        (`newly_banned`).
        """
        now = self.store.time.wall()
        kinds = {kind for kind, until in self._in_force.get(person, ()) if until > now}
        return next((_CALLED[kind] for kind in _CALLED if kind in kinds), None)

    async def newly_banned(self) -> frozenset[str]:
        """Return those who are banned, and whose ban has not been enforced yet (`enforced`)."""
        await self.refresh()
        banned = frozenset(one for one in self._in_force if self.sanction(one) == "banned")
        self._enforced &= banned
        return banned - self._enforced

    def enforced(self, person: str) -> None:
        """Note that a banned person is disconnected."""
        self._enforced.add(person)

    async def refresh(self) -> None:
        """Reload the sanctions in force; one after another, so that the last answer stays."""
        sql = f"SELECT person, kind, until FROM sanctions WHERE {_IN_FORCE}"
        async with self._reading:
            result: dict[str, list[tuple[str, float]]] = {}
            for person, kind, until in await self.store.read(sql, self.store.time.wall()):
                end = float("inf") if until is None else until
                result.setdefault(person, []).append((kind, end))
            self._in_force = result

    async def impose(self, by: str, request: schemas.NewSanction) -> None:
        """Mute or ban a person. Raises IllegalActionError `no-such-person`, `malformed`."""
        if await self.accounts.person(request.person) is None:
            raise IllegalActionError("no-such-person")
        if request.hours is not None and not 0 < request.hours <= 24 * 366 * 10:
            raise IllegalActionError("malformed")
        reason, now = reason_of(request.reason), self.store.time.wall()
        until = None if request.hours is None else now + request.hours * 3600
        sql = (
            "INSERT INTO sanctions (person, kind, reason, by, since, until) "
            "VALUES (?, ?, ?, ?, ?, ?)"
        )
        written = (sql, (request.person, request.kind, reason, by, now, until))
        details = schemas.AuditDetails(hours=request.hours, reason=reason)
        await self.act(by, request.kind, request.person, details, written)
        self.accounts.sessions.invalidate(request.person)

    async def revoke(self, by: str, sanction: int) -> None:
        """Revoke a sanction. IllegalActionError `no-such-measure`."""
        sql = "SELECT person, kind FROM sanctions WHERE id = ? AND lifted IS NULL"
        rows = await self.store.read(sql, sanction)
        if not rows:
            raise IllegalActionError("no-such-measure")
        update = "UPDATE sanctions SET lifted = ?, lifted_by = ? WHERE id = ? AND lifted IS NULL"
        written = (update, (self.store.time.wall(), by, sanction))
        person, kind = rows[0]
        await self.act(
            by, "lift", person, schemas.AuditDetails(measure=sanction, kind=kind), written
        )
        self.accounts.sessions.invalidate(person)

    async def sanctions(
        self, person: str | None = None, in_force: bool | None = None
    ) -> list[schemas.Sanction]:
        """List the sanctions, the latest first: against a person or all, in force, past or both."""
        sql = (
            "SELECT sanctions.id, person, coalesce(one.name, '') AS name, kind, reason, by, "
            "coalesce(taker.name, '') AS by_name, since, until, lifted, lifted_by, "
            "coalesce(lifter.name, '') AS lifted_by_name FROM sanctions "
            "LEFT JOIN people AS one ON one.id = person "
            "LEFT JOIN people AS taker ON taker.id = by "
            "LEFT JOIN people AS lifter ON lifter.id = lifted_by "
            f"WHERE (CAST(?2 AS TEXT) IS NULL OR person = ?2) "
            f"AND (CAST(?3 AS BOOLEAN) IS NULL OR {_IN_FORCE} = ?3) "
            "ORDER BY sanctions.id DESC LIMIT ?4"
        )
        rows = await self.store.rows(sql, self.store.time.wall(), person, in_force, ROWS)
        return msgspec.convert(rows, list[schemas.Sanction])

    # --- roles

    async def give_role(self, by: str, person: Person, role: str) -> None:
        """Make the holder of an account an admin, or nothing special any more."""
        if not person.account:
            raise IllegalActionError("no-such-person")
        written = ("UPDATE people SET role = ? WHERE id = ?", (role, person.id))
        await self.act(by, "role", person.id, schemas.AuditDetails(role=role), written)
        self.accounts.sessions.invalidate(person.id)

    async def new_password(self, by: str, person: Person) -> str:
        """Draw a password for the holder of an account who lost theirs; its sessions end."""
        if not person.account:
            raise IllegalActionError("no-such-person")
        password = secrets.token_urlsafe(PASSWORD_BYTES)
        written = await self.accounts.with_password(person, password)
        await self.act(by, "password", person.id, schemas.AuditDetails(), *written)
        self.accounts.sessions.invalidate(person.id)
        return password

    async def named(self, name: str) -> Person:
        """Return the holder of the account of this name, or who has this id. IllegalActionError."""
        accounts = self.accounts
        account = await accounts.by_account_name(name) or await accounts.person(name)
        if account is None:
            raise IllegalActionError("no-such-person")
        return account

    async def admins(self) -> list[schemas.PersonName]:
        sql = "SELECT id AS person, name FROM people WHERE role = 'admin' ORDER BY name"
        return msgspec.convert(await self.store.rows(sql), list[schemas.PersonName])

    # --- reports

    async def report(
        self,
        by: Person,
        report: schemas.Report,
        version: int,
        talk: Sequence[Said],
        there: Collection[str],
    ) -> None:
        """File a report of one person about another; both have been `there`, or sat there.

        IllegalActionError `no-such-person`, `not-yours`, `too-large`.
        """
        if report.person == by.id or not await self._was_at(report.table, report.person, there):
            raise IllegalActionError("no-such-person")
        if not await self._was_at(report.table, by.id, there):
            raise IllegalActionError("not-yours")
        if len(report.text) > REPORT_LENGTH:
            raise IllegalActionError("too-large")
        report = msgspec.structs.replace(report, text=clean_lines(report.text))
        now = self.store.time.wall()
        added = await reports.added(self.store, now, by.id, report, version, talk)
        await self.accounts.write(added)

    async def _was_at(self, table: str, person: str, there: Collection[str]) -> bool:
        sql = "SELECT 1 FROM seated WHERE person = ? AND table_id = ?"
        return person in there or bool(await self.store.read(sql, person, table))

    async def settle(self, by: str, report: int, outcome: str) -> None:
        """Say what came of a report. IllegalActionError `no-such-report`."""
        values = (self.store.time.wall(), by, reason_of(outcome), report)
        await self._settle(by, report, "settle", outcome, values)

    async def settle_all(self, by: str, request: schemas.SettledAll) -> int:
        """Settle all open reports about a person, or by a person; return how many there were.

        IllegalActionError `no-such-report`, `malformed`.
        """
        if bool(request.about) == bool(request.told_by):
            raise IllegalActionError("malformed")
        column, person = ("against", request.about) if request.about else ("by", request.told_by)
        where = f"WHERE settled IS NULL AND {column} = ?"
        rows = await self.store.read(f"SELECT count(*) FROM reports {where}", person)
        count: int = rows[0][0]
        if not count:
            raise IllegalActionError("no-such-report")
        outcome = reason_of(request.outcome)
        sql = f"UPDATE reports SET settled = ?, settled_by = ?, outcome = ? {where}"
        written = (sql, (self.store.time.wall(), by, outcome, person))
        act = "settle-about" if request.about else "settle-by"
        details = schemas.AuditDetails(reports=count, outcome=outcome)
        await self.act(by, act, person, details, written)
        return count

    async def reopen(self, by: str, report: int) -> None:
        """Reopen a settled report. IllegalActionError `no-such-report`."""
        await self._settle(by, report, "reopen", "", (None, None, None, report))

    async def _settle(
        self, by: str, report: int, act: str, outcome: str, values: tuple[object, ...]
    ) -> None:
        rows = await self.store.read("SELECT against FROM reports WHERE id = ?", report)
        if not rows:
            raise IllegalActionError("no-such-report")
        sql = "UPDATE reports SET settled = ?, settled_by = ?, outcome = ? WHERE id = ?"
        details = schemas.AuditDetails(report=report, outcome=outcome)
        await self.act(by, act, rows[0][0], details, (sql, values))

    # --- audit log

    async def act(
        self, by: str, act: str, about: str, details: schemas.AuditDetails, *also: Statement
    ) -> None:
        """Do it and write it to the audit log, in one transaction."""
        await self.accounts.write(*also, self.entry(by, act, about, details))
        await self.refresh()

    def entry(self, by: str, act: str, about: str, details: schemas.AuditDetails) -> Statement:
        """Build the statement that writes an entry of the audit log."""
        sql = "INSERT INTO audit (at, by, act, about, facts) VALUES (?, ?, ?, ?, ?)"
        encoded = msgspec.json.encode(details).decode()
        return sql, (self.store.time.wall(), by, act, about, encoded)

    async def audit(self, before: int | None = None) -> list[schemas.AuditEntry]:
        """List the audit log, the latest entry first; `before`: the last id of the page before."""
        sql = (
            "SELECT audit.id, at, by, coalesce(one.name, '') AS by_name, act, about, "
            "coalesce(other.name, '') AS about_name, facts FROM audit "
            "LEFT JOIN people AS one ON one.id = by "
            "LEFT JOIN people AS other ON other.id = about "
            "WHERE CAST(?1 AS BIGINT) IS NULL OR audit.id < ?1 ORDER BY audit.id DESC LIMIT ?2"
        )
        rows = await self.store.rows(sql, before, ROWS)
        decoded = [{**row, "facts": msgspec.json.decode(row["facts"])} for row in rows]
        return msgspec.convert(decoded, list[schemas.AuditEntry])


def reason_of(text: str) -> str:
    """Return a reason, without blanks around it. IllegalActionError `malformed`, `too-large`."""
    tidy = text.strip()
    if not tidy:
        raise IllegalActionError("malformed")
    if len(tidy) > REPORT_LENGTH:
        raise IllegalActionError("too-large")
    return tidy
