"""HTTP schemas of accounts, relations and moderation: requests and responses."""

from __future__ import annotations

from typing import Literal

from rebelote.server.base.protocol.messages import Said
from rebelote.server.base.protocol.schemas import JsonObject, Message


class NewName(Message, frozen=True):
    """POST /api/me: play as a guest of this name; PUT /api/me/name: change one's name."""

    name: str = ""


class NewPortrait(Message, frozen=True):
    """PUT /api/me/portrait: the portrait of this number, from 1; 0: the one that follows from who
    one is."""

    portrait: int


class NewAccount(Message, frozen=True, forbid_unknown_fields=False):
    """POST /api/me/account: keep all this under a name and a password; the guest's games stay.

    An e-mail address, as older clients send it, is not read.
    """

    name: str
    password: str


class Login(Message, frozen=True):
    """POST /api/login; the games of the guest one was until now come along."""

    name: str
    password: str


class Recovery(Message, frozen=True):
    """POST /api/recover: a recovery code, and the password that it sets; every session ends."""

    name: str
    code: str
    password: str


class RecoveryRequest(Message, frozen=True):
    """POST /api/me/recovery-codes; the password once more."""

    password: str


class NewRecoveryCodes(Message, frozen=True):
    """Codes that are shown this once; those of before are void."""

    codes: list[str]


class RecoveryCodesLeft(Message, frozen=True):
    """The number of recovery codes that an account has left."""

    left: int


class NewPassword(Message, frozen=True):
    """POST /api/me/password; every other session ends."""

    old: str
    new: str


class Me(Message, frozen=True, kw_only=True):
    """GET /api/me: who the cookie says one is; `null` without one. `role`: empty, or `admin`.

    `portrait`, here and wherever people are listed: the one that is chosen, from 1; 0 without.
    """

    id: str
    name: str
    account: bool
    role: str
    settings: JsonObject
    portrait: int = 0


class Session(Message, frozen=True, kw_only=True):
    """One row of GET /api/me/sessions."""

    id: str
    created: float
    seen: float
    agent: str
    this: bool


class SecurityNotice(Message, frozen=True):
    """One row of GET /api/me/notices: what was done to one's account in another session, and when.

    `signed-in`: from a browser in which one had not logged in before.
    """

    id: int
    at: float
    what: Literal["signed-in", "password-changed"]


class PersonName(Message, frozen=True):
    """One row of GET /api/people?name=, and of GET /api/admin/admins."""

    person: str
    name: str


class AccountErasure(Message, frozen=True):
    """DELETE /api/me: leave for good; a guest has no password to say."""

    password: str = ""


class Report(Message, frozen=True, kw_only=True):
    """POST /api/reports: report a person at a table, with the deal, or at a shared replay.

    One of `table` and `replay`; what was said there goes with it.
    """

    person: str
    reason: Literal["abuse", "cheating", "leaving", "name", "other"]
    text: str = ""
    table: str = ""
    replay: str = ""


class Reported(Message, frozen=True, kw_only=True):
    """One row of GET /api/admin/reports: a report, and what was said at the table of late.

    `times`: how often it was made while it was open. `by_account`: whether its author holds an
    account; `by_open`: how many people are subjects of the author's open reports.

    The deal is at /api/admin/reports/{id}/record; `version` is the table's at the time. `replay`:
    the shared replay that it is about, in place of a table; empty else. Here and below a name is
    empty for a person who is not kept any more, and for `keeper`: the operator.
    """

    id: int
    at: float
    by: str
    by_name: str
    by_account: bool
    by_open: int
    against: str
    against_name: str
    table: str
    replay: str
    version: int
    reason: str
    text: str
    talk: tuple[Said, ...]
    times: int
    settled: float | None
    settled_by: str | None
    settled_by_name: str
    outcome: str | None


class SettledReport(Message, frozen=True):
    """POST /api/admin/reports/{id}/settle: what came of it; DELETE opens it again."""

    outcome: str


class SettledAll(Message, frozen=True):
    """POST /api/admin/reports/settle: the outcome of all open reports about, or by, a person."""

    outcome: str
    about: str = ""
    told_by: str = ""


class ReportGroup(Message, frozen=True, kw_only=True):
    """The reports about one person that wait: how many, how many of accounts, and the first."""

    against: str
    against_name: str
    count: int
    accounts: int
    reports: tuple[Reported, ...]


class ReportPage(Message, frozen=True):
    """GET /api/admin/reports/groups; `next`: what to ask for as `after`, null at the end."""

    groups: tuple[ReportGroup, ...]
    next: str | None


class NewSanction(Message, frozen=True):
    """POST /api/admin/sanctions: a person may not speak, or not play, for so many hours.

    `hours` null: until it is lifted.
    """

    person: str
    kind: Literal["mute", "ban"]
    reason: str
    hours: float | None = None


class Sanction(Message, frozen=True, kw_only=True):
    """One row of GET /api/admin/sanctions; DELETE /api/admin/sanctions/{id} lifts it."""

    id: int
    person: str
    name: str
    kind: Literal["mute", "ban"]
    reason: str
    by: str
    by_name: str
    since: float
    until: float | None
    lifted: float | None
    lifted_by: str | None
    lifted_by_name: str


class NewRole(Message, frozen=True):
    """PUT /api/admin/people/{person}/role: `admin`, or nothing special."""

    role: Literal["", "admin"]


class AuditDetails(Message, frozen=True, omit_defaults=True, kw_only=True):
    """The details of an entry of the audit, besides actor, act and subject; they differ by act.

    `mute` and `ban`: `hours` (null: until it is lifted) and `reason`; `lift`: the `measure` and its
    `kind`; `role`: the `role`, empty where it was taken back; `settle` and `reopen`: the `report`
    and what came of it; `settle-about` and `settle-by`: how many `reports`; `fair-play-nothing`
    and `fair-play-points`: the note as `outcome`.
    """

    hours: float | None = None
    reason: str = ""
    measure: int | None = None
    kind: Literal["", "mute", "ban"] = ""
    role: str = ""
    report: int | None = None
    reports: int | None = None
    outcome: str = ""


class AuditEntry(Message, frozen=True, kw_only=True):
    """One row of GET /api/admin/audit: who did what about whom, the latest first.

    `act`: `mute`, `ban`, `lift`, `role`, `password`, `settle`, `settle-about`,
    `settle-by`, `reopen`, `fair-play-ask`, `fair-play-nothing` or `fair-play-points`.
    """

    id: int
    at: float
    by: str
    by_name: str
    act: str
    about: str
    about_name: str
    facts: AuditDetails
