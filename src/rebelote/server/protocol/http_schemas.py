"""Schemas of the HTTP API: its requests and responses."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

from rebelote.analysis.fairness import FairnessReport
from rebelote.analysis.opinion import Opinion
from rebelote.analysis.puzzles import Kind as PuzzleKind
from rebelote.analysis.report import DealReport, Decision
from rebelote.analysis.statistics import Subject
from rebelote.rules.actions import Action, Call, Value
from rebelote.rules.cards import CardSet
from rebelote.rules.events import Event, PackSealed
from rebelote.rules.view import RuleCard, View
from rebelote.server.protocol.messages import Digest, Message, Player, Rated, Said
from rebelote.server.protocol.table_settings import AskedTerms, Terms
from rebelote.server.runtime.condition import Condition

ENDPOINT_LENGTH: Final = 1024
"""Characters of the address of a push subscription; those of today have at most about 500."""
KEY_LENGTH: Final = 128
"""Characters of a key of a push subscription, before it is decoded."""
NOTE_LENGTH: Final = 500
"""Characters of a note that somebody keeps of a match."""
ACTIONS: Final = 200
"""Calls and cards of a deal given by hand; no deal has as many."""
_Hand = Annotated[str, msgspec.Meta(max_length=64)]
_ActionWord = Annotated[str, msgspec.Meta(max_length=64)]
JsonObject = dict[str, Any]  # values of any kind: whoever reads one checks it


class RecordFault(Message, frozen=True, omit_defaults=True):
    """What is wrong with a record, in English, and where; `code`: of the rule that is broken.

    `line`, `deal` and `action` count from 1.
    """

    message: str
    line: int | None = None
    deal: int | None = None
    action: int | None = None
    code: str = ""


class Problem(Message, frozen=True, omit_defaults=True):
    """What an HTTP request is answered that cannot be carried out.

    `reference`: where the server itself failed, under what its log has it. `fault`: of a record.
    `sign`: which cannot stand in a name.
    """

    code: str
    message: str
    rule: str
    reference: str = ""
    fault: RecordFault | None = None
    sign: str = ""


# --- tables ---------------------------------------------------------------------------------------


class NewTable(Message, frozen=True):
    """POST /api/tables: a table whose host one is, in seat 0.

    `begin`: bots take the other seats and the match begins at once; then `digest` commits to a
    nonce for its first pack (`docs/fairness.md`). `real_life`: announce, show and say belote
    yourself; false cards can be played and challenged.
    """

    preset: str = "french"
    options: JsonObject = {}  # noqa: RUF012
    real_life: bool = False
    level: str = "club"
    terms: AskedTerms = AskedTerms()
    begin: bool = True
    digest: Digest | None = None


class Seated(Message, frozen=True):
    """The answer: the table, one's seat, and the code others come by."""

    table: str
    seat: int
    code: str


class TableCard(Message, frozen=True):
    """GET /api/tables/{id} (or its code): what one sits down to. Also the rows of the lobby.

    `rule_card`: the address of the page with every rule.
    """

    table: str
    code: str
    rules: RuleCard
    rule_card: str
    terms: Terms
    players: tuple[Player, ...]
    watching: int
    playing: bool


# --- people ---------------------------------------------------------------------------------------


class NewName(Message, frozen=True):
    """POST /api/me: play as a guest of this name; PUT /api/me/name: change one's name."""

    name: str = ""


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
    """How many recovery codes an account has left."""

    left: int


class RecoveryOptions(Message, frozen=True):
    """GET /api/recovery: whether this server sends mail, to set another password by."""

    mail: bool


class EmailAddress(Message, frozen=True):
    """GET /api/me/address: the confirmed address, and one that waits to be confirmed; or empty."""

    confirmed: str
    pending: str


class NewEmailAddress(Message, frozen=True):
    """PUT /api/me/address: where to mail a link that confirms it; the password once more."""

    address: str
    password: str


class EmailAddressRemoval(Message, frozen=True):
    """DELETE /api/me/address; the password once more."""

    password: str


class MailLink(Message, frozen=True):
    """POST /api/mail-link: the secret of a link that was mailed."""

    secret: str


class MailLinkFound(Message, frozen=True):
    """What a link is for (`confirm`, `reset`), and whose it is; to which address it went."""

    purpose: Literal["confirm", "reset"]
    name: str
    address: str


class ForgottenPassword(Message, frozen=True):
    """POST /api/forgotten: the name of an account, or its address."""

    who: str


class PasswordReset(Message, frozen=True):
    """POST /api/reset: the secret of a link that was mailed, and the password that it sets."""

    secret: str
    password: str


class NewPassword(Message, frozen=True):
    """POST /api/me/password; every other session ends."""

    old: str
    new: str


class PushService(Message, frozen=True):
    """GET /api/push: the key that browsers subscribe with; null where the server notifies nobody.

    The key is a point of P-256 in base64url, the `applicationServerKey`.
    """

    key: str | None


class PushEndpoint(Message, frozen=True):
    """DELETE /api/me/push: notify this browser no more."""

    endpoint: Annotated[str, msgspec.Meta(max_length=ENDPOINT_LENGTH)]


class PushSubscription(Message, frozen=True):
    """PUT /api/me/push: notify this browser when it is one's turn; its keys are base64url."""

    endpoint: Annotated[str, msgspec.Meta(max_length=ENDPOINT_LENGTH)]
    p256dh: Annotated[str, msgspec.Meta(max_length=KEY_LENGTH)]
    auth: Annotated[str, msgspec.Meta(max_length=KEY_LENGTH)]


class Me(Message, frozen=True):
    """GET /api/me: who the cookie says one is; `null` without one. `role`: empty, or `admin`."""

    id: str
    name: str
    account: bool
    role: str
    settings: JsonObject


class Session(Message, frozen=True):
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


class Known(Message, frozen=True):
    """One row of GET /api/me/relations: a friend, somebody muted or blocked.

    `here`: has a socket open; told only of those who are each other's friends.
    """

    person: str
    name: str
    kind: Literal["friend", "mute", "block"]
    here: bool


class NewKnown(Message, frozen=True):
    """PUT /api/me/relations/{person}: add this person; DELETE takes every kind off."""

    kind: Literal["friend", "mute", "block"]


class FoundPerson(Message, frozen=True):
    """One row of GET /api/people?name=, and of GET /api/admin/admins."""

    person: str
    name: str


class AccountErasure(Message, frozen=True):
    """DELETE /api/me: leave for good; a guest has no password to say."""

    password: str = ""


class Report(Message, frozen=True):
    """POST /api/reports: report a person at a table, with the deal, or at a shared replay.

    One of `table` and `replay`; what was said there goes with it.
    """

    person: str
    reason: Literal["abuse", "cheating", "leaving", "name", "other"]
    text: str = ""
    table: str = ""
    replay: str = ""


# --- administrators -------------------------------------------------------------------------------


class Reported(Message, frozen=True):
    """One row of GET /api/admin/reports: a report, and what was said at the table of late.

    `times`: how often it was told while it was open. `by_account`: whoever told it holds an
    account; `by_open`: about how many people they have told, in reports that wait.

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
    """POST /api/admin/reports/settle: what came of all open reports about, or told by, somebody."""

    outcome: str
    about: str = ""
    told_by: str = ""


class ReportGroup(Message, frozen=True):
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
    """POST /api/admin/sanctions: somebody may not speak, or not play, for so many hours.

    `hours` null: until it is lifted.
    """

    person: str
    kind: Literal["mute", "ban"]
    reason: str
    hours: float | None = None


class Sanction(Message, frozen=True):
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


class Facts(Message, frozen=True, omit_defaults=True):
    """What an entry of the audit says beside who, what and about whom: of each act its own.

    `mute` and `ban`: `hours` (null: until it is lifted) and `reason`; `lift`: the `measure` and its
    `kind`; `role`: the `role`, empty where it was taken back; `settle` and `reopen`: the `report`
    and what came of it; `settle-about` and `settle-by`: how many `reports`.
    """

    hours: float | None = None
    reason: str = ""
    measure: int | None = None
    kind: Literal["", "mute", "ban"] = ""
    role: str = ""
    report: int | None = None
    reports: int | None = None
    outcome: str = ""


class AuditEntry(Message, frozen=True):
    """One row of GET /api/admin/audit: who did what about whom, the latest first.

    `act`: `mute`, `ban`, `lift`, `role`, `password`, `settle`, `settle-about`,
    `settle-by` or `reopen`.
    """

    id: int
    at: float
    by: str
    by_name: str
    act: str
    about: str
    about_name: str
    facts: Facts


# --- ratings and results --------------------------------------------------------------------------


class Standing(Message, frozen=True):
    """A rating by one rule set: a row of a leaderboard or profile."""

    person: str
    name: str
    preset: str
    rating: Rated
    matches: int
    bot: bool = False


class RatingPoint(Message, frozen=True):
    """A rating as it was after a match."""

    at: float
    preset: str
    value: int
    interval: int


class PlayedMatch(Message, frozen=True):
    """A match somebody played: marks of the own side, and of the best other.

    `table`: by its id anybody may come there, so it is told only to those who have sat there.
    `offline`: it was played without a network and handed in at this time; its player alone is told
    of it, by the digest of its record (`/api/me/offline-matches/{digest}`).
    """

    table: str | None
    at: float
    preset: str
    rated: bool
    won: bool
    marks: int
    others: int
    offline: str = ""


class OfflineMatch(Message, frozen=True):
    """POST /api/me/offline-matches: a match that has ended, as its record (`docs/notation.md`).

    Its seats are called by the names of bots, the player's by its number; no remarks, no seals.
    """

    record: str


class ReplayStep(Message, frozen=True):
    """A step of a replay: what was seen and heard, and what differs from the step before.

    `hands`: of all seats, None where they are the same. `view`: fields of a `View` without a hand;
    of the first step of a deal all. Its `sheet` has the row of this deal alone: those before it
    are in the deals before.
    """

    events: tuple[Event, ...]
    hands: tuple[CardSet, ...] | None
    view: JsonObject


class Remark(Message, frozen=True):
    """A remark in a record, made after so many actions of its deal."""

    after: int
    text: str


class ReplayDeal(Message, frozen=True):
    """A deal of a replay; `sealed`, `secret` and `nonces` as they were told while it was played."""

    number: int
    steps: tuple[ReplayStep, ...]
    sealed: PackSealed | None
    secret: str
    nonces: tuple[str, ...]
    remarks: tuple[Remark, ...] = ()


class ReplayPlayer(Message, frozen=True):
    """Who played in a match, by seat: the name, the level of a bot, a person's id."""

    name: str
    level: str = ""
    person: str | None = None


class Replay(Message, frozen=True):
    """GET /api/matches/{match}, and the answer to POST /api/replays: a match step by step.

    `match`: empty for a record that was handed in, which is kept nowhere. `seat`: the reader's, if
    they played.
    """

    match: str
    players: tuple[ReplayPlayer, ...]
    deals: tuple[ReplayDeal, ...]
    ended: float | None = None
    rated: bool = False
    seat: int | None = None


class MyMatch(Message, frozen=True):
    """A match of one's own: who played, by seat, and what one keeps of it for oneself."""

    match: str
    at: float
    preset: str
    rated: bool
    won: bool
    marks: int
    others: int
    players: tuple[ReplayPlayer, ...]
    starred: bool
    note: str


class MyMatches(Message, frozen=True):
    """GET /api/me/matches: a page, the newest first; `next`: the match `before` which to go on."""

    matches: tuple[MyMatch, ...]
    next: str = ""


class MatchNote(Message, frozen=True):
    """PUT /api/me/matches/{match}: a star, and a note for oneself."""

    starred: bool
    note: Annotated[str, msgspec.Meta(max_length=NOTE_LENGTH)] = ""


class NewReplay(Message, frozen=True):
    """POST /api/replays: a record (`docs/notation.md`) to be looked at."""

    record: str


class NewSharedReplay(Message, frozen=True):
    """POST /api/shared-replays: a match that has ended or a record, to be looked at together."""

    match: Annotated[str, msgspec.Meta(max_length=32)] = ""
    record: str = ""


class OpenedReplay(Message, frozen=True):
    """The answer: the id of the shared replay, `#/together/ID`."""

    replay: str


class NewVariation(Message, frozen=True):
    """POST /api/matches/{match}/variation: a deal played on in another way.

    `step`: after how many steps of the deal. `actions`: what is called and played from there, as in
    a record. `record`: the match, for POST /api/replays/variation alone.
    """

    deal: int
    step: int
    actions: Annotated[tuple[_ActionWord, ...], msgspec.Meta(max_length=ACTIONS)] = ()
    record: str = ""


class NewDeal(Message, frozen=True):
    """POST /api/deals: a deal given by hand, to be looked at and played on.

    `hands`: by seat, as `7S 8S ...`, the first cards as they were first dealt. `turned`: the card
    turned up, empty where none is. `actions`: what was called and played, as in a record.
    """

    preset: str
    dealer: int
    hands: Annotated[tuple[_Hand, ...], msgspec.Meta(max_length=8)]
    turned: Annotated[str, msgspec.Meta(max_length=2)] = ""
    actions: Annotated[tuple[_ActionWord, ...], msgspec.Meta(max_length=ACTIONS)] = ()


class NextAction(Message, frozen=True):
    """What `seat` may do next; `word`: how a record writes it."""

    word: str
    seat: int
    action: Action


class Variation(Message, frozen=True):
    """A deal as it was up to a step, and as it was then played on; and what may follow.

    `to_act`: the seat whose turn it is, None once the deal is over.
    """

    deal: ReplayDeal
    to_act: int | None
    choices: tuple[NextAction, ...]


class EnteredDeal(Message, frozen=True):
    """The answer to POST /api/deals: the deal as it stands, as steps and as a record.

    `to_act`: the seat whose turn it is, None once the deal is over.
    """

    replay: Replay
    record: str
    to_act: int | None
    choices: tuple[NextAction, ...]


class ReviewedDeal(Message, frozen=True):
    """The review of a deal. `calls`: what the words mean by which it names calls."""

    report: DealReport
    calls: dict[str, Call]


class MastersOpinion(Message, frozen=True):
    """GET /api/tables/{table}/deals/{deal}/actions/{action}/opinion: what a master would have done,
    or nothing yet."""

    opinion: Opinion | None = None


class Review(Message, frozen=True):
    """GET /api/tables/{table}/deals/{deal}/review: the review of a deal, or how far it is.

    `ahead`: reviews that are made before it. `done`: the part of this one, from 0 to 1. `seconds`:
    about how long it will be. `newcomer`: whoever asks has ended few matches; errors are told to
    them only when they ask.
    """

    ahead: int = 0
    done: float = 0.0
    seconds: float = 0.0
    newcomer: bool = False
    reviewed: ReviewedDeal | None = None


class PracticePlace(Message, frozen=True):
    """Where an error was made: so many actions of a deal were done before it (`step`)."""

    match: str
    deal: int
    step: int
    preset: str
    decisive: bool


class PracticeList(Message, frozen=True):
    """GET /api/me/practice: errors to practise, the most instructive first.

    `due`: how many are due in all. `waiting`: deals of the match that are still to be reviewed.
    """

    positions: tuple[PracticePlace, ...]
    due: int
    waiting: int = 0


class PracticePosition(Message, frozen=True):
    """GET /api/me/practice/{match}/{deal}/{step}: what the seat knew before it decided.

    `names` by seat. `calls`: what may be called, by the word that is the answer.
    """

    view: View
    names: tuple[str, ...]
    calls: dict[str, Call]


class PracticeAnswer(Message, frozen=True):
    """POST /api/me/practice/{match}/{deal}/{step}: a card, or the word of a call."""

    choice: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class PracticeAnswered(Message, frozen=True):
    """Whether the answer is among the best, and the review of the decision.

    `calls`: what the words mean by which it names calls. `again`: when it is asked again, in
    seconds since 1970.
    """

    right: bool
    decision: Decision
    calls: dict[str, Call]
    again: float


class PuzzleAnswered(Message, frozen=True):
    """One's answer to a puzzle, and the review of the decision in which somebody erred.

    `calls`: what the words mean by which it names calls. `answers`: how many answered on its day,
    and the `share` of them that was right; null while they are few.
    """

    choice: str
    right: bool
    decision: Decision
    calls: dict[str, Call]
    answers: int
    share: float | None = None


class PuzzleOfTheDay(Message, frozen=True):
    """GET /api/puzzle: the puzzle of a day, as one of the `kind`s.

    `preset`: the game it is of, and `presets`: the games of which there is one every day.
    `rating`: the puzzle's, and `mine` among puzzles; null before the first answer, and of other
    days. `streak`: days in a row on which one was right. `answered`: null until one has answered.
    """

    day: str
    kind: PuzzleKind
    preset: str
    presets: tuple[str, ...]
    position: PracticePosition
    rating: Rated
    mine: Rated | None = None
    streak: int = 0
    answered: PuzzleAnswered | None = None


StatisticsPart = Literal["marks", "takes", "losses"]
"""A part of somebody's statistics, to be shown on their profile or not."""


class StatisticsFigure(Message, frozen=True):
    """The mean of so many values, with both ends of its 95 % interval where there is one.

    `about`: which trick, trump, position or kind of decision, empty for all. `few`: it rests on few
    values. `average`: that of people of the same level, where they are enough.
    """

    subject: Subject
    about: str
    count: int
    mean: float
    low: float | None
    high: float | None
    few: bool
    average: float | None = None


class StatisticsMonth(Message, frozen=True):
    """What was counted in a month, as `2026-11`."""

    month: str
    figures: tuple[StatisticsFigure, ...]


class PlayedPreset(Message, frozen=True):
    """How many matches were played by a rule set, and how many of them are counted."""

    preset: str
    played: int
    counted: int


class Statistics(Message, frozen=True):
    """GET /api/me/statistics: what somebody's matches by one rule set add up to.

    `level`: that of the bot nearest to one's rating; `people`: whose averages stand beside, of the
    same level; 0 where they are too few. `shows`: what is on one's profile.
    """

    preset: str
    presets: tuple[PlayedPreset, ...]
    figures: tuple[StatisticsFigure, ...]
    months: tuple[StatisticsMonth, ...]
    level: str = ""
    people: int = 0
    shows: tuple[StatisticsPart, ...] = ()


class StatisticsShown(Message, frozen=True):
    """PUT /api/me/statistics: the parts of one's statistics that are on one's profile."""

    shows: Annotated[tuple[StatisticsPart, ...], msgspec.Meta(max_length=3)]


class Profile(Message, frozen=True):
    """GET /api/people/{person}. `shows`: which parts of their statistics are there to be read."""

    person: str
    name: str
    account: bool
    since: float
    standings: tuple[Standing, ...]
    points: tuple[RatingPoint, ...]
    matches: tuple[PlayedMatch, ...]
    shows: tuple[StatisticsPart, ...] = ()


class DailyLine(Message, frozen=True):
    """How one played the day's deal: marks of both sides, who took at what, and how it ended.

    `value` is what was bid, where bids name points; `stake` is more than 1 once doubled. `taker`:
    the seat that took, oneself being 0; null in results of earlier releases, and where all passed.
    """

    marks: int
    others: int
    contract: str
    took: bool
    outcome: str
    value: Value | None = None
    stake: int = 1
    taker: int | None = None


class DailyShare(Message, frozen=True, kw_only=True):
    """How many of the field did the same, and what became of it.

    `made`: at how many of their tables those who took made it; `lead`: how many marks more than the
    others one had, in the mean. `mine`: one did so oneself.
    """

    times: int
    made: int
    lead: float
    mine: bool


class DailyField(DailyShare, frozen=True):
    """A line of the field."""

    line: DailyLine


class DailyOpening(DailyShare, frozen=True):
    """The first card that was played of one's hand, null where it is not known, and the lines that
    followed, the best first.
    """

    card: str | None
    lines: tuple[DailyField, ...]


class DailyContract(DailyShare, frozen=True):
    """A contract of the field, as in `DailyLine`, with what was played first at it."""

    contract: str
    took: bool
    value: Value | None
    stake: int
    taker: int | None
    openings: tuple[DailyOpening, ...]


class DailyPlayed(Message, frozen=True):
    """A line, and the cards of one's hand in the order in which they were played."""

    line: DailyLine
    cards: tuple[str, ...]


class Daily(Message, frozen=True):
    """GET /api/daily: the deal of the day of one game, one of `presets`.

    `mine` is null until one has played it, with one's `cards` in the order in which they were
    played; then the field is told too, as a tree, and the best line of it (null where its cards are
    not known). `rank`: among `played`; who has as many marks more than the others shares it.
    `counts`: one's line stands in the field, or will, for one had an account before the day began.
    """

    date: str
    preset: str
    level: str
    table: str | None
    mine: DailyLine | None
    better_than: float | None
    played: int
    text: str
    cards: tuple[str, ...] = ()
    field: tuple[DailyContract, ...] = ()
    best: DailyPlayed | None = None
    rank: int | None = None
    counts: bool = False
    presets: tuple[str, ...] = ()


class FairnessMonth(Message, frozen=True):
    """GET /api/fairness: what hands a month's deals held; `months`: those there are, latest first.

    `report` is null where there is none. `over`: whether the month is. `until`: when the last
    match ended that is counted, in seconds since 1970.
    """

    months: tuple[str, ...] = ()
    month: str = ""
    over: bool = False
    matches: int = 0
    until: float = 0.0
    report: FairnessReport | None = None


# --- the server -----------------------------------------------------------------------------------


class NodeCard(Message, frozen=True):
    """A node of the cluster, as the node that is asked knows it; times in seconds.

    `silence`: since it was heard of; `lag`: since it last read the logs. `asked`: whether it is the
    one that answers.
    """

    name: str
    asked: bool
    tables: int
    sockets: int
    lag: float
    silence: float


class Health(Message, frozen=True, omit_defaults=True):
    """GET /health: what should run beside what does; `ok` when they agree.

    What comes after is for those who may read `/metrics`, and left out for others. `disk_free` is
    in bytes, times are in seconds. `backup_age` is left out where no copies are made, or none yet;
    `stalls_too_long` counts those over 50 ms, of the event loop. `chores_overdue` names the
    background work that has not succeeded for three of its periods; `chores` and `parts` have the
    expected and the actual state of each job, worker pool and queue. `warnings` are no reason for
    alarm, but to be mended in time: `sqlite-wal-reset`, an SQLite that has that fault; `wire-down`:
    this node follows the others only by reading the logs; `wire-refused`: a message arrived that
    no node of this database has signed; `public-may-connect`: every role of that PostgreSQL may
    listen; `smtp`: the SMTP server cannot be used; `mail-deferred`: it puts much mail off;
    `mail-full`: within an hour there was more to mail than may be. `node`, `other_nodes`,
    `log_lag` and `wire` are there where several nodes serve one database.
    """

    ok: bool
    expected: dict[str, bool]
    actual: dict[str, bool]
    version: str | None = None
    tables: int | None = None
    tables_in_memory: int | None = None
    sockets: int | None = None
    waiting_to_be_written: int | None = None
    waiting_to_be_thought: int | None = None
    disk_free: int | None = None
    backup_age: float | None = None
    longest_stall: float | None = None
    stalls_too_long: int | None = None
    chores_overdue: tuple[str, ...] | None = None
    chores: dict[str, Condition] | None = None
    parts: dict[str, Condition] | None = None
    warnings: tuple[str, ...] | None = None
    node: str | None = None
    other_nodes: tuple[str, ...] | None = None
    log_lag: float | None = None
    wire: bool | None = None
