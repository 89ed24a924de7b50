"""HTTP schemas of tournaments: requests and responses."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rebelote.server.base.protocol.schemas import Message
from rebelote.tournament import entries as log
from rebelote.tournament.about import About
from rebelote.tournament.clubs import ClubEntry
from rebelote.tournament.comparison import Line
from rebelote.tournament.entries import Entry
from rebelote.tournament.formats import (
    MOST_POINTS,
    MOST_TEAMS,
    CountKind,
    Format,
    Mark,
    PrizeKind,
)
from rebelote.tournament.packs import Seat
from rebelote.tournament.roles import Role

TournamentName = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Points = Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)]
BySecretary = (
    log.FormatChanged
    | log.Entered
    | log.Removed
    | log.Renamed
    | log.Left
    | log.Returned
    | log.SentOut
    | log.DrawUndone
    | log.Shown
    | log.Reseated
    | log.TableFixed
    | log.KeptApart
    | log.Paid
    | log.Marked
    | log.Scored
    | log.Forfeited
    | log.Cleared
    | log.Penalised
)
"""Entries that a secretary makes; the server makes draws, and reports come from the tables."""


class NewTournament(Message, frozen=True):
    """POST /api/tournaments; `club`: its club, if it has one.

    `trial`: to practise, with made-up teams; it is in a hall and in no club, so that it never
    counts in a season.
    """

    name: TournamentName
    format: Format
    club: Annotated[str, msgspec.Meta(max_length=40)] = ""
    trial: bool = False


class TournamentModel(Message, frozen=True):
    """One row of GET /api/tournaments/models: a ready format, and its name."""

    name: str
    format: Format


class OfTournament(Message, frozen=True, kw_only=True):
    """The id of a tournament. `event`: the same, for programs that know its former name."""

    tournament: str
    event: str = ""

    def __post_init__(self) -> None:
        """Take the former name from the present one."""
        msgspec.structs.force_setattr(self, "event", self.tournament)


class OpenedTournament(OfTournament, frozen=True):
    """The answer to POST /api/tournaments: the id by which its page is found."""


class TournamentCard(OfTournament, frozen=True, kw_only=True):
    """One row of GET /api/tournaments. `mine`: whether it is one's own; `others`: with a role."""

    name: str
    created: float
    touched: float
    mine: bool
    others: int


class SecretaryKey(Message, frozen=True):
    """The key of a link that gives its reader a role in a tournament or a club."""

    key: Annotated[str, msgspec.Meta(max_length=100)]


class NewEntries(Message, frozen=True):
    """POST /api/tournaments/{tournament}/entries: all of them or none.

    `version`: the one that was seen; what others have entered since is no obstacle unless it is
    about the same game, team or draw.
    """

    version: int
    entries: Annotated[tuple[BySecretary, ...], msgspec.Meta(min_length=1, max_length=MOST_TEAMS)]


class NewSeats(Message, frozen=True, kw_only=True):
    """POST /api/tournaments/{tournament}/seats: a change by hand of who plays whom, with a reason.

    `how`: the first half of the `teams` changes places with the other in a round; teams without a
    game get a table; or a team with this name comes late, and plays those who sit out in the round
    that is played. `results`: of the
    tables that it touches; `ask`: it is refused where there are any.
    """

    version: int
    how: Literal["exchange", "add", "late"]
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    round: int = 0
    teams: Annotated[tuple[int, ...], msgspec.Meta(max_length=8)] = ()
    name: Annotated[str, msgspec.Meta(max_length=60)] = ""
    results: Literal["ask", "stay", "clear"] = "ask"


class JoinedTeam(Message, frozen=True):
    """POST /api/tournaments/{tournament}/players: the team to be partner in; 0: a new one."""

    partner: int = 0


class GameNow(Message, frozen=True):
    """A game of a round that is played: whether its table is open, and who is not there, of those
    whose presence the reader may see."""

    open: bool
    absent: tuple[str, ...]


class TournamentPlace(Message, frozen=True, kw_only=True):
    """GET /api/tournaments/{tournament}/players: where one is in a tournament on the server.

    `team`: one's own, 0 without; `table`: the one at which one plays now, or empty; `lone`: teams
    whose player has no partner; `here`: teams all of whose people are at a table of the
    tournament or on its page, as far as the reader may see it; `games`: those of the round that is
    played; `leading`: the table that spectators may watch, or empty.
    """

    team: int
    table: str
    lone: tuple[int, ...]
    here: tuple[int, ...]
    games: tuple[GameNow, ...]
    leading: str


class NewDraw(Message, frozen=True):
    """POST /api/tournaments/{tournament}/draw: the phrase that the hall gave, where needed.

    `held`: the hall sees the round before until the secretary enters `shown`; never online.
    """

    version: int
    phrase: Annotated[str, msgspec.Meta(max_length=200)] = ""
    held: bool = False


class UndoneEntry(Message, frozen=True):
    """POST /api/tournaments/{tournament}/undo: the number of the entry in the log."""

    number: int


class TournamentTeam(Message, frozen=True, kw_only=True):
    """A team, or a player of a mêlée; `here`: whether it is drawn; `table`: always there, or 0.

    `marks`: the classes whose prizes it may win.
    """

    number: int
    name: str
    players: tuple[str, ...]
    here: bool
    penalty: int
    table: int
    marks: tuple[Mark, ...]


class WonPrize(Message, frozen=True, kw_only=True):
    """A prize that a team has won, by place, 0 for another kind, or with `shared` winners.

    `text`: a thing; `cents`: the money of this team. `mark`, `round`: of the prize, if any.
    """

    kind: PrizeKind
    place: int
    team: int
    shared: int
    text: str
    cents: int
    mark: Mark | Literal[""]
    round: int


class TournamentMoney(Message, frozen=True, kw_only=True):
    """GET /api/tournaments/{tournament}/money: amounts in cents, which secretaries alone see.

    `paid`: by each team; `due`: by all. `takings` are what is `paid_out` and what is `left`;
    `fund`: the sum for prizes; `prizes`: as they are won by the standing now.
    """

    paid: tuple[int, ...]
    due: int
    takings: int
    fund: int
    paid_out: int
    left: int
    prizes: tuple[WonPrize, ...]


class TableGame(Message, frozen=True, kw_only=True):
    """A game at a table: its players, and the scores entered.

    `forfeit`: the side that did not come. `reports`: the points that each side has entered. `deal`:
    its number in a duplicate, else 0; `values`: what it counts there for both sides, once it can be
    compared: match points in percent, marks or steps. `starts`: what both sides begin it with,
    which their points hold. `by_hand`: why a secretary has changed who plays here, or empty.
    `counts`: what was counted beside the points, `report_counts`: as each side has entered it.
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
    by_hand: str
    counts: log.Counts | None
    report_counts: tuple[log.Counts | None, log.Counts | None]


class TournamentMatch(Message, frozen=True, kw_only=True):
    """A match of two teams of four, at two tables.

    `gains`: steps or marks of the deals that each has won so far; `deals`: how many were compared.
    `counts`: what it counts for each once it is over: victory points or marks.
    """

    tables: tuple[int, int]
    teams: tuple[int, int]
    gains: tuple[int, int]
    deals: int
    counts: tuple[int, int] | None


class TournamentRound(Message, frozen=True, kw_only=True):
    """A round: the time and phrase of its draw, its games by table, and the teams that sit out.

    `matches`: of teams of four, else none. `secret`: what was sealed before the phrase was known,
    in hexadecimal digits, or empty. `undone`: how many draws of it were undone before.
    """

    drawn: float
    phrase: str
    secret: str
    undone: int
    games: tuple[TableGame, ...]
    byes: tuple[int, ...]
    matches: tuple[TournamentMatch, ...]


class StandingRow(Message, frozen=True, kw_only=True):
    """A team in the standing; `finals`: games of the knock-out that it won, -1 for no finalist.

    `excess`: points above the target that are tallied, or that its next game begins with. `line`:
    in a mitchell that of the pair, within which it is ranked. `value`: of a duplicate, what it is
    ranked by: match points in percent, marks, steps or victory points. `by_round`: its points of
    each drawn round, or its value in a duplicate, null where none count yet. `ties`: the values of
    the format's tie-breaks, in order, null for lots. `left`: whether it left before the end; its
    `rank` may be 0 then. `absent`: games that bots played, which do not count. `counts`: what the
    format counts beside the totals, in order. `group`: the number of its group, or 0; `place`: its
    rank there.
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
    by_round: tuple[float | None, ...]
    ties: tuple[int | None, ...]
    left: bool
    absent: int
    counts: tuple[int, ...]
    group: int
    place: int


class Apart(Message, frozen=True):
    """Two teams that are not drawn against each other; `round`: in which one, 0: in none."""

    team: int
    other: int
    round: int


class KnockOutRepair(Message, frozen=True):
    """A team that a corrected result has put out, in a round, and the `winner` in its place."""

    round: int
    team: int
    winner: int


class TournamentState(OfTournament, frozen=True, kw_only=True):
    """GET /api/tournaments/{tournament}: a tournament as everybody may see it.

    `expected`: how many rounds there are in all. `next`: what comes next. `role`: what the
    caller is there, `secretary`: whether that may enter everything. `now`: the server's clock, to
    show how long a round goes on. `by_lots`: whether the next draw takes a phrase, `draw_seal`: the
    digest of its secret then.
    `club`: the id of the one that it belongs to, or empty. `seal`: of a duplicate, the digest of
    the secret of its cards; `cards`: that secret once all is played, in hexadecimal digits.
    `open`: whether a team can still enter, to a schedule where a seat is empty. `trial`: whether it
    is practice. `held`: whether only secretaries see the last round yet. `prizes`: who has won
    which, once all is played.
    """

    club: str
    version: int
    name: str
    format: Format
    teams: tuple[TournamentTeam, ...]
    rounds: tuple[TournamentRound, ...]
    standings: tuple[StandingRow, ...]
    expected: int
    next: Literal["draw", "scores", "over"]
    by_lots: bool
    draw_seal: str
    secretary: bool
    role: Role = ""
    now: float
    seal: str
    cards: str
    open: bool
    trial: bool
    held: bool
    apart: tuple[Apart, ...]
    repairs: tuple[KnockOutRepair, ...]
    prizes: tuple[WonPrize, ...]


class GameTotals(Message, frozen=True):
    """GET /api/tournaments/{tournament}/totals: the possible sums of both totals of a game.

    `deals`: the sum with nothing on top, where there is one. `possible`: in order, as many as are
    worth naming; empty where totals are not checked.
    """

    deals: int | None
    possible: tuple[int, ...]


class RoleChanged(msgspec.Struct, frozen=True, tag_field="entry", tag="role-changed"):
    """A person has another role; an empty one: none any more. `linked`: by a link."""

    name: str
    role: Role
    linked: bool


class LogLine(Message, frozen=True, kw_only=True):
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


class PageOfLog(Message, frozen=True):
    """A page of a log, the last line first; `more`: whether there are earlier ones."""

    lines: tuple[LogLine, ...]
    more: bool


class RoleLinks(Message, frozen=True):
    """GET /api/tournaments/{tournament}/desk: the keys of links, which secretaries alone see.

    `key`: of a link that makes a secretary, `helper`: of one that makes a helper.
    """

    key: str
    helper: str


class ForPhones(Message, frozen=True, kw_only=True):
    """The address under which phones find this server, in a QR code.

    `home`: empty where the page was opened under a name that only its own computer knows.
    `nearby`: then the address of the server in its network, as far as it can tell.
    """

    home: str
    nearby: str


class RoundSlips(ForPhones, frozen=True, kw_only=True):
    """GET /api/tournaments/{tournament}/slips: the keys of both sides, by table."""

    keys: tuple[tuple[str, str], ...]


class TeamCards(ForPhones, frozen=True, kw_only=True):
    """GET /api/tournaments/{tournament}/team-cards: the keys on the teams' cards, by number.

    `tables`: of each team in each round where its number decides, else empty.
    """

    keys: tuple[str, ...]
    tables: tuple[tuple[int, ...], ...]


class HandCards(Message, frozen=True):
    """The cards that a seat is dealt before the auction."""

    seat: Seat
    cards: tuple[str, ...]


class DealCards(Message, frozen=True, kw_only=True):
    """The cards of a deal: hands, the `turned` card, and the `stock` dealt after the auction."""

    deal: int
    dealer: Seat
    hands: tuple[HandCards, ...]
    turned: str
    stock: tuple[str, ...]


class RoundCards(Message, frozen=True):
    """GET /api/tournaments/{tournament}/cards: the deals of a round, to lay out by hand."""

    deals: tuple[DealCards, ...]


class ReportedScore(Message, frozen=True):
    """POST /api/tournaments/{tournament}/game: a side's score, by the key of its slip.

    `counts`: what was counted beside the totals, the own side first.
    """

    key: Annotated[str, msgspec.Meta(max_length=100)]
    own: Points
    other: Points
    counts: log.Counts | None = None


class TeamGame(Message, frozen=True, kw_only=True):
    """A game of a team on its phone; points are first those of its own side.

    `key`: of the slip of its side; empty in a round in which it sits out. `partner`: in a mêlée.
    `opponents`: their numbers; `other`: their names. `seats`: the names of the four players in
    the order of the table, for a score sheet.
    """

    round: int
    table: int
    deal: int
    key: str
    partner: str
    opponents: tuple[int, ...]
    other: tuple[str, ...]
    seats: tuple[str, ...]
    points: tuple[int, int] | None
    state: Literal["open", "waiting", "asked", "disputed", "over", "out"]


class TeamState(OfTournament, frozen=True, kw_only=True):
    """GET /api/tournaments/{tournament}/team: the evening of a team, by the key of its card.

    `number`, `team`: its number and name; `here`: whether it is drawn. `preset`, `house`: the rules
    of a score sheet of one game, `sheet`: whether one gives its total. `games`: its own, by round.
    `place`: its row in the standing, null before it has played. `trial`: whether nothing counts.
    `counted`: what is counted beside the totals.
    """

    name: str
    version: int
    number: int
    team: str
    here: bool
    trial: bool
    preset: str
    house: dict[str, object]
    sheet: bool
    drawn: int
    next: Literal["draw", "scores", "over"]
    games: tuple[TeamGame, ...]
    place: StandingRow | None
    count: int
    counted: tuple[CountKind, ...]


class SlipState(OfTournament, frozen=True, kw_only=True):
    """A game as a side sees it on a phone; points are first those of this side.

    `deal`: its number in a duplicate, else 0; `starts`: what both sides begin with. `trial`:
    whether nothing counts. `counted`: what is counted beside the totals; `counts`: as they stand,
    or as one side has entered them.
    """

    name: str
    trial: bool
    round: int
    table: int
    deal: int
    own: tuple[str, ...]
    other: tuple[str, ...]
    starts: tuple[int, int]
    reported: tuple[int, int] | None
    by_other: tuple[int, int] | None
    points: tuple[int, int] | None
    counted: tuple[CountKind, ...]
    counts: log.Counts | None
    state: Literal["open", "waiting", "asked", "disputed", "over"]
