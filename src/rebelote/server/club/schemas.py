"""HTTP schemas of a club's evenings: requests and responses."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rebelote.club import entries as log
from rebelote.club.about import About
from rebelote.club.clubs import ClubEntry
from rebelote.club.comparison import Line
from rebelote.club.entries import Entry
from rebelote.club.formats import MOST_POINTS, MOST_TEAMS, Format
from rebelote.club.packs import Seat
from rebelote.club.roles import GivenRole, Role
from rebelote.server.protocol.schemas import Message

EventName = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Points = Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)]
BySecretary = (
    log.FormatChanged
    | log.Entered
    | log.Renamed
    | log.Left
    | log.Returned
    | log.DrawUndone
    | log.Scored
    | log.Forfeited
    | log.Cleared
    | log.Penalised
)
"""What a secretary enters; draws are made by the server, and reports come from the tables."""


class NewClubEvent(Message, frozen=True):
    """POST /api/club; `club`: the one whose evening it is, where it belongs to one."""

    name: EventName
    format: Format
    club: Annotated[str, msgspec.Meta(max_length=40)] = ""


class ClubModel(Message, frozen=True):
    """One row of GET /api/club/models: a ready format, and its name."""

    name: str
    format: Format


class OpenedClubEvent(Message, frozen=True):
    """The answer to POST /api/club: the id of the event, which its page is addressed by."""

    event: str


class ClubEventCard(Message, frozen=True):
    """One row of GET /api/club; `mine`: whether one has created it."""

    event: str
    name: str
    created: float
    touched: float
    mine: bool


class SecretaryKey(Message, frozen=True):
    """What gives a person who opens its link a role in an event or a club."""

    key: Annotated[str, msgspec.Meta(max_length=100)]


class NewEntries(Message, frozen=True):
    """POST /api/club/{event}/entries: all of them or none.

    `version`: the one that was seen; what others have entered since is no obstacle unless it is
    about the same game, team or draw.
    """

    version: int
    entries: Annotated[tuple[BySecretary, ...], msgspec.Meta(min_length=1, max_length=MOST_TEAMS)]


class JoinedTeam(Message, frozen=True):
    """POST /api/club/{event}/players: the team whose partner one will be; 0: one of one's own."""

    partner: int = 0


class GameNow(Message, frozen=True):
    """A game of a round that is played: whether its table is open, and who is not there."""

    open: bool
    absent: tuple[str, ...]


class ClubPlace(Message, frozen=True, kw_only=True):
    """GET /api/club/{event}/players: where one is in an evening on the server.

    `team`: one's own, 0 without; `table`: the one at which one plays now, or empty; `lone`: teams
    whose player has no partner; `here`: teams all of whose people are connected; `games`: those of
    the round that is played; `leading`: the table that spectators may watch, or empty.
    """

    team: int
    table: str
    lone: tuple[int, ...]
    here: tuple[int, ...]
    games: tuple[GameNow, ...]
    leading: str


class NewDraw(Message, frozen=True):
    """POST /api/club/{event}/draw: the phrase that the hall has given."""

    version: int
    phrase: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class UndoneEntry(Message, frozen=True):
    """POST /api/club/{event}/undo: the number of the entry in the log."""

    number: int


class ClubTeam(Message, frozen=True):
    """A team, or a player of a mêlée; `here`: whether it is drawn."""

    number: int
    name: str
    players: tuple[str, ...]
    here: bool
    penalty: int


class TableGame(Message, frozen=True):
    """A game at a table: who plays, and what was entered.

    `forfeit`: the side that did not come. `reports`: the points that each side has entered. `deal`:
    its number in a duplicate, else 0; `values`: what it counts there for both sides, once it can be
    compared: match points in percent, marks or steps. `starts`: what both sides begin it with,
    which their points hold.
    """

    sides: tuple[tuple[int, ...], tuple[int, ...]]
    points: tuple[int, int] | None
    forfeit: int | None
    reports: tuple[tuple[int, int] | None, tuple[int, int] | None]
    state: Literal["open", "reported", "disputed", "over"]
    table: int
    deal: int
    values: tuple[float, float] | None
    starts: tuple[int, int]


class ClubMatch(Message, frozen=True):
    """A match of two teams of four, at two tables.

    `gains`: steps or marks of the deals that each has won so far; `deals`: how many were compared.
    `counts`: what it counts for each once it is over: victory points or marks.
    """

    tables: tuple[int, int]
    teams: tuple[int, int]
    gains: tuple[int, int]
    deals: int
    counts: tuple[int, int] | None


class ClubRound(Message, frozen=True):
    """A round: when it was drawn by which phrase, its games by table, and who sits out.

    `matches`: of teams of four, else none.
    """

    drawn: float
    phrase: str
    games: tuple[TableGame, ...]
    byes: tuple[int, ...]
    matches: tuple[ClubMatch, ...]


class StandingRow(Message, frozen=True, kw_only=True):
    """A team in the standing; `finals`: games of the knock-out that it won, -1 for no finalist.

    `excess`: points above the target that are tallied, or that its next game begins with. `line`:
    in a mitchell that of the pair, within which it is ranked. `value`: of a duplicate, what it is
    ranked by: match points in percent, marks, steps or victory points.
    """

    rank: int
    team: int
    played: int
    wins: int
    results: int
    points: int
    conceded: int
    excess: int
    finals: int
    line: Line
    value: float | None


class ClubState(Message, frozen=True, kw_only=True):
    """GET /api/club/{event}: an event as everybody may see it.

    `expected`: how many rounds there are in all. `next`: what comes next. `role`: what the
    caller is there, `secretary`: whether that may enter everything. `now`: the server's clock, to
    show how long a round goes on.
    `club`: the id of the one that it belongs to, or empty. `seal`: of a duplicate, the digest of
    the secret of its cards; `cards`: that secret once all is played, in hexadecimal digits.
    """

    event: str
    club: str
    version: int
    name: str
    format: Format
    teams: tuple[ClubTeam, ...]
    rounds: tuple[ClubRound, ...]
    standings: tuple[StandingRow, ...]
    expected: int
    next: Literal["draw", "scores", "over"]
    secretary: bool
    role: Role = ""
    now: float
    seal: str
    cards: str


class GameTotals(Message, frozen=True):
    """GET /api/club/{event}/totals: what both totals of a game can add up to.

    `deals`: the sum with nothing on top, where there is one. `possible`: in order, as many as are
    worth naming; empty where totals are not checked.
    """

    deals: int | None
    possible: tuple[int, ...]


class RoleChanged(msgspec.Struct, frozen=True, tag_field="entry", tag="role-changed"):
    """A person has another role; an empty one: none any more. `linked`: by a link."""

    name: str
    role: GivenRole | Literal[""]
    linked: bool


class ClubLine(Message, frozen=True, kw_only=True):
    """A line of a log: when, by whom, what; without a `name` by a table.

    `place`: among all lines, from 1; `number`: that of an entry, else 0; `undoable`: whether
    nothing later is about it.
    """

    place: int
    number: int
    at: float
    name: str
    entry: Entry | ClubEntry | RoleChanged
    about: About
    undoable: bool


class ClubLog(Message, frozen=True):
    """GET /api/club/{event}/log: a page of a log, the last line first; `more`: of earlier ones."""

    lines: tuple[ClubLine, ...]
    more: bool


class ClubDesk(Message, frozen=True):
    """GET /api/club/{event}/desk: the keys of links, which secretaries alone see.

    `key`: of a link that makes a secretary, `helper`: of one that makes a helper.
    """

    key: str
    helper: str


class RoundSlips(Message, frozen=True):
    """GET /api/club/{event}/slips: the keys of both sides, by table."""

    keys: tuple[tuple[str, str], ...]


class HandCards(Message, frozen=True):
    """The cards that a seat is dealt before the auction."""

    seat: Seat
    cards: tuple[str, ...]


class DealCards(Message, frozen=True):
    """How a deal is laid: `turned` up, and the `stock` that is dealt after the auction."""

    deal: int
    dealer: Seat
    hands: tuple[HandCards, ...]
    turned: str
    stock: tuple[str, ...]


class RoundCards(Message, frozen=True):
    """GET /api/club/{event}/cards: the deals of a round, for who lays them."""

    deals: tuple[DealCards, ...]


class ReportedScore(Message, frozen=True):
    """POST /api/club/{event}/game: what a side enters at its table, by the key of its slip."""

    key: Annotated[str, msgspec.Meta(max_length=100)]
    own: Points
    other: Points


class SlipState(Message, frozen=True, kw_only=True):
    """A game as a side sees it on a phone; points are first those of this side.

    `deal`: its number in a duplicate, else 0; `starts`: what both sides begin with.
    """

    event: str
    name: str
    round: int
    table: int
    deal: int
    own: tuple[str, ...]
    other: tuple[str, ...]
    starts: tuple[int, int]
    reported: tuple[int, int] | None
    by_other: tuple[int, int] | None
    points: tuple[int, int] | None
    state: Literal["open", "waiting", "asked", "disputed", "over"]
    totals: GameTotals
