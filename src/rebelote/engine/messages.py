"""Requests and answers of the engine.

One JSON object a line each way; an answer repeats the request's `id`. Cards are text, rank then
suit (`JS`, `TH`); lists of cards may also be one text, `"JS TH"`. The words are those of
`docs/engine.md`; `rebelote engine --schema` writes the JSON Schema from this module.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, Literal

import msgspec

from rebelote.analysis.report import DealReport, Decision, Share
from rebelote.rules.actions import Action, Value
from rebelote.rules.cards import Card, Trump
from rebelote.rules.codec import decode_hook, encode_hook
from rebelote.rules.contract import Contract
from rebelote.rules.events import Events
from rebelote.rules.melds import DecidedBy, Meld
from rebelote.rules.scoring import Outcome
from rebelote.rules.tallies import LAST_TRICK, Points
from rebelote.rules.view import View

JsonObject = dict[str, Any]  # values of any kind, which no hook is to decode
RulesAsked = str | JsonObject
"""A preset's name, or `{"base": "flemish", "undertrump": "free", ...}`."""
Cards = list[Card] | str
NO_ID: Final = msgspec.Raw(b"null")


class Request(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="op", forbid_unknown_fields=True
):
    """The base of every request."""

    id: msgspec.Raw = msgspec.field(default_factory=lambda: NO_ID)


class Hello(Request, frozen=True, tag="hello"):
    """The name, version and abilities of the engine."""


class RulesOf(Request, frozen=True, tag="rules"):
    """Every option of a rule set, and the differences from its preset."""

    rules: RulesAsked
    language: str = "en"


class LegalCards(Request, frozen=True, tag="legal", kw_only=True):
    """The cards of a hand that may be played next to this trick, and why not the others.

    `closed`: by the law of a game that was doubled closed (`baloot:closed`).
    """

    rules: RulesAsked
    contract: Trump
    hand: Cards
    trick: Cards
    players: Literal[2, 3, 4] | None = None
    closed: bool = False


class TrickWinner(Request, frozen=True, tag="winner"):
    """The winner of a trick, and its points."""

    rules: RulesAsked
    contract: Trump
    trick: Cards


class BestMelds(Request, frozen=True, tag="melds"):
    """The announcements of a hand that score most; `contract`: where their worth depends on it."""

    rules: RulesAsked
    hand: Cards
    contract: Trump = Trump.SPADES


class SaidMeld(msgspec.Struct, frozen=True, kw_only=True):
    """An announcement as it is given: its cards say everything."""

    cards: Cards
    kind: str = ""
    length: int = 0
    top: str = ""
    points: int = 0


class WhoseMelds(Request, frozen=True, tag="contest", kw_only=True):
    """The side whose announcements count; by seat the hands, or the announcements."""

    rules: RulesAsked
    contract: Trump
    eldest: int
    hands: list[Cards] | str | None = None
    melds: list[list[SaidMeld]] | None = None


class Settle(Request, frozen=True, tag="settle", kw_only=True):
    """The settlement of a deal; by side: points of tricks with the last ten, tricks, bonuses.

    `trick_melds`: what fell together in tricks; `value`: what was bid, where it counts; `stake`:
    what doubling made of it; `alone`: whether the attacker took every trick itself.
    """

    rules: RulesAsked
    contract: Trump
    attacker: int
    points: list[int]
    tricks: list[int]
    melds: list[int] | None = None
    belote: list[int] | None = None
    trick_melds: list[int] | None = None
    held: int = 0
    value: Value | None = None
    stake: int = 1
    alone: bool = False


class CallOf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call of a seat that need not be the one to speak."""

    seat: int
    call: str


class AuctionOf(Request, frozen=True, tag="auction", kw_only=True):
    """The auction of these calls, each in turn unless it names its seat; `turned`: the turned card.

    A call is text: `pass`, `take H`, `80 S`, `capot H`, `bid all`, `double`, `redouble`, `redeal`.
    `scores`: those of the sides before the deal, where the rules ask for them.
    """

    rules: RulesAsked
    eldest: int
    calls: list[str | CallOf] = []
    turned: Card | None = None
    scores: Points = ()


class DealOut(Request, frozen=True, tag="deal", kw_only=True):
    """The hands that each seat gets from this pack."""

    rules: RulesAsked
    deck: Cards
    dealer: int
    attacker: int | None = None
    packets: tuple[int, ...] | None = None


class Solve(Request, frozen=True, tag="solve", kw_only=True):
    """The double-dummy result of a position: the result of best play by all."""

    rules: RulesAsked
    contract: Trump
    leader: int
    hands: list[Cards] | str
    trick: Cards = ""
    cards: bool = False
    sweep: int = 0
    taken: tuple[int, int] = (0, 0)
    belote: int = 0
    last_trick: int = LAST_TRICK


class NewGame(Request, frozen=True, tag="new", kw_only=True):
    """Begin a match; `bots` sit in the seats named."""

    rules: RulesAsked
    seed: int | None = None
    deck: Cards | None = None
    dealer: int | None = None
    bots: dict[str, str] = {}


class ViewOf(Request, frozen=True, tag="view"):
    """The view of a seat, or of a spectator."""

    game: str
    seat: int | None = None
    spectator: bool = False


class Act(Request, frozen=True, tag="act"):
    """Do something at the table."""

    game: str
    seat: int
    action: Action


class RecordOf(Request, frozen=True, tag="record"):
    """The game in the record notation."""

    game: str


class Replay(Request, frozen=True, tag="replay"):
    """Play a recorded match again."""

    text: str


class Bid(Request, frozen=True, tag="bid"):
    """The call that a bot would make. The view may come from any program."""

    view: JsonObject
    rules: RulesAsked | None = None
    bot: str = "regular"
    time_ms: int | None = None


class PlayCard(Request, frozen=True, tag="play"):
    """The card that a bot would play. The view may come from any program."""

    view: JsonObject
    rules: RulesAsked | None = None
    bot: str = "regular"
    time_ms: int | None = None


class Review(Request, frozen=True, tag="review"):
    """The cost of each decision of a deal; of all finished deals where none is named.

    The match is a `record` as text, or a game; `rules`, where given, are those it must have.
    """

    record: str | None = None
    game: str | None = None
    deal: int | None = None
    rules: RulesAsked | None = None


AnyRequest = (
    Hello
    | RulesOf
    | LegalCards
    | TrickWinner
    | BestMelds
    | WhoseMelds
    | Settle
    | AuctionOf
    | DealOut
    | Solve
    | NewGame
    | ViewOf
    | Act
    | RecordOf
    | Replay
    | Bid
    | PlayCard
    | Review
)

GameRequest = NewGame | ViewOf | Act | RecordOf | Review
"""A request about a game that the engine remembers, or may."""
StatelessRequest = (
    Hello
    | RulesOf
    | LegalCards
    | TrickWinner
    | BestMelds
    | WhoseMelds
    | Settle
    | AuctionOf
    | DealOut
    | Solve
    | Replay
    | Bid
    | PlayCard
)
"""A request that says everything itself."""


# --- answers --------------------------------------------------------------------------------------


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The base of every answer; `op` names the request it belongs to."""

    op: ClassVar[str] = ""
    id: msgspec.Raw = msgspec.field(default_factory=lambda: NO_ID)
    ok: bool = True


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something was not answered: a code, a sentence, and the rule it rests on.

    `index`: of the call that was refused, where a list of them was given.
    """

    code: str
    message: str
    rule: str
    index: int | None = None


class Failed(Answer, frozen=True, kw_only=True):
    """A request that was not answered."""

    ok: bool = False
    error: Problem


class Welcome(Answer, frozen=True):
    """The engine's name, version, requests and rule sets."""

    op: ClassVar[str] = "hello"
    name: str
    version: str
    ops: tuple[str, ...]
    rules: tuple[str, ...]


class Options(Answer, frozen=True):
    """Every option of a rule set; `card` names the differences in words."""

    op: ClassVar[str] = "rules"
    options: JsonObject
    differs: JsonObject
    card: tuple[str, ...]


class Legal(Answer, frozen=True):
    """The legal cards, sorted as text, and every other card with its rule."""

    op: ClassVar[str] = "legal"
    cards: tuple[str, ...]
    refused: dict[str, Problem]


class Winner(Answer, frozen=True):
    """The index of the winning card, and the points of the trick."""

    op: ClassVar[str] = "winner"
    index: int
    points: int


class NamedMeld(msgspec.Struct, frozen=True, kw_only=True):
    """An announcement."""

    kind: Literal["run", "square"]
    length: int
    top: Card
    cards: tuple[Card, ...]
    points: int

    @classmethod
    def of(cls, meld: Meld) -> NamedMeld:
        """Return the library's announcement, laid flat."""
        kind = meld.kind
        return cls(
            kind=kind.shape,
            length=len(meld.cards),
            top=meld.top,
            cards=meld.cards,
            points=kind.points,
        )


class Melds(Answer, frozen=True):
    """Announcements, and their total worth."""

    op: ClassVar[str] = "melds"
    melds: tuple[NamedMeld, ...]
    points: int


class Contest(Answer, frozen=True):
    """The side that scores, or none; the reason, and the worth of each seat's announcements."""

    op: ClassVar[str] = "contest"
    side: int | None
    by: DecidedBy
    points: int
    by_seat: tuple[int, ...]


class SettledDeal(Answer, frozen=True):
    """The marks by side, the points held afterwards, and every step in words."""

    op: ClassVar[str] = "settle"
    outcome: Outcome
    marks: Points
    held: int
    lines: tuple[str, ...]


class Bidding(Answer, frozen=True, kw_only=True):
    """An auction: the seat to speak, its legal calls, those of others, and the contract.

    `over`: nobody speaks any more; `dead`: without a contract.
    """

    op: ClassVar[str] = "auction"
    to_speak: int | None
    offers: tuple[str, ...]
    out_of_turn: dict[int, tuple[str, ...]]
    contract: Contract | None
    over: bool
    dead: bool


class DealtHands(Answer, frozen=True):
    """The first part of each hand, the turned card, and with an attacker the full hands."""

    op: ClassVar[str] = "deal"
    hands: tuple[tuple[Card, ...], ...]
    turned: Card | None
    full: tuple[tuple[Card, ...], ...] | None = None


class Solved(Answer, frozen=True):
    """Points still to be won by side, and the value of each legal card for the mover's side."""

    op: ClassVar[str] = "solve"
    points: Points
    values: dict[str, int] | None = None


class GameState(Answer, frozen=True):
    """A new game: its handle, the events so far, and the view of the seat to act."""

    op: ClassVar[str] = "new"
    game: str
    events: Events
    view: View


class Seen(Answer, frozen=True):
    """A view."""

    op: ClassVar[str] = "view"
    view: View


class ActionDone(Answer, frozen=True):
    """The events of an action, the view of the next seat to act, and whether the match is over."""

    op: ClassVar[str] = "act"
    events: Events
    view: View
    over: bool


class RecordText(Answer, frozen=True):
    """A game in the record notation."""

    op: ClassVar[str] = "record"
    text: str


class Replayed(Answer, frozen=True):
    """The state of a recorded match at its end; `result` is the side that won, if one has."""

    op: ClassVar[str] = "replay"
    scores: Points
    deals: int
    result: int | None


class Called(Answer, frozen=True):
    """A call, its reason, and the average lead of each call in marks over the other side."""

    op: ClassVar[str] = "bid"
    action: Action
    why: str
    worth: dict[str, float]


class BotCard(Answer, frozen=True):
    """A card, its action, its reason, and the average value of each card."""

    op: ClassVar[str] = "play"
    card: Card | None
    action: Action
    why: str
    worth: dict[str, float]


class Reviewed(Answer, frozen=True, kw_only=True):
    """The review of a deal, as `rebelote.analysis.report.DealReport` describes it; or of all."""

    op: ClassVar[str] = "review"
    number: int | msgspec.UnsetType = msgspec.UNSET
    marks: Points | msgspec.UnsetType = msgspec.UNSET
    worth: int | msgspec.UnsetType = msgspec.UNSET
    shares: tuple[Share, ...] | msgspec.UnsetType = msgspec.UNSET
    decisions: tuple[Decision, ...] | msgspec.UnsetType = msgspec.UNSET
    exact: bool | msgspec.UnsetType = msgspec.UNSET
    deals: tuple[DealReport, ...] | msgspec.UnsetType = msgspec.UNSET


ANSWERS: tuple[type[Answer], ...] = (
    Welcome,
    Options,
    Legal,
    Winner,
    Melds,
    Contest,
    SettledDeal,
    Bidding,
    DealtHands,
    Solved,
    GameState,
    Seen,
    ActionDone,
    RecordText,
    Replayed,
    Called,
    BotCard,
    Reviewed,
)

decoder: msgspec.json.Decoder[AnyRequest] = msgspec.json.Decoder(AnyRequest, dec_hook=decode_hook)
encoder = msgspec.json.Encoder(enc_hook=encode_hook)
OPS: tuple[str, ...] = tuple(answer.op for answer in ANSWERS)


def schema() -> dict[str, object]:
    """Return the JSON Schema of every request and every answer."""
    kinds = (*AnyRequest.__args__, *ANSWERS, Failed)
    schemas, definitions = msgspec.json.schema_components(
        kinds, schema_hook=_schema_of, ref_template="#/$defs/{name}"
    )
    requests = len(AnyRequest.__args__)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The engine protocol of Rebelote",
        "requests": dict(zip(OPS, schemas[:requests], strict=True)),
        "answers": dict(zip((*OPS, "error"), schemas[requests:], strict=True)),
        "$defs": definitions,
    }


def _schema_of(kind: type) -> dict[str, object]:
    card: dict[str, object] = {"type": "string", "pattern": "^[789TJQKA][SHDC]$"}
    return card if kind is Card else {"type": "array", "items": card}
