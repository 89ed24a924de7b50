"""HTTP schemas of replays, variations, entered deals and match lists."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from rebelote.analysis.report import Decision
from rebelote.rules.actions import Action
from rebelote.rules.cards import CardSet
from rebelote.rules.events import Event, PackSealed
from rebelote.rules.law_tables import LawTables
from rebelote.rules.records.record import Record
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.schemas import JsonObject, Message

NOTE_LENGTH: Final = limit(500, "a note of a match", unit="characters", beyond="malformed")
ACTIONS: Final = limit(
    200, "calls and cards of a deal given by hand", per="request", beyond="malformed"
)
_Hand = Annotated[str, msgspec.Meta(max_length=64)]
_ActionWord = Annotated[str, msgspec.Meta(max_length=64)]


class ReplayStep(Message, frozen=True):
    """A step of a replay: its events, and the differences from the step before.

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


class ReplayDeal(Message, frozen=True, kw_only=True):
    """A deal of a replay; `sealed`, `secret` and `nonces` as they were disclosed in play.

    `law`: the law of play of its contract, for a solver; None where nobody took.
    """

    number: int
    steps: tuple[ReplayStep, ...]
    sealed: PackSealed | None
    secret: str
    nonces: tuple[str, ...]
    remarks: tuple[Remark, ...] = ()
    law: LawTables | None = None


class ReplayPlayer(Message, frozen=True, kw_only=True):
    """A player of a match, by seat: the name, the level of a bot, a person's id and portrait.

    `program`: a bot account, for which a program plays.
    """

    name: str
    level: str = ""
    person: str | None = None
    portrait: int = 0
    program: bool = False


class Replay(Message, frozen=True, kw_only=True):
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


class MyMatch(Message, frozen=True, kw_only=True):
    """A match of one's own: the players by seat, and one's private star and note.

    `given_up`: the side that lost gave it up. `left`: one was not there at its end, and has neither
    won nor lost; the marks are those of one's side.
    """

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
    given_up: bool = False
    left: bool = False


class MyMatches(Message, frozen=True):
    """GET /api/me/matches: a page, the newest first; `next`: the match `before` which to go on."""

    matches: tuple[MyMatch, ...]
    next: str = ""


class MyRecord(MyMatch, frozen=True, kw_only=True):
    """GET /api/me/matches.ndjson: a line. `record` is null while one may not read it."""

    record: Record | None


class MatchNote(Message, frozen=True):
    """PUT /api/me/matches/{match}: a star, and a note for oneself."""

    starred: bool
    note: Annotated[str, msgspec.Meta(max_length=NOTE_LENGTH)] = ""


class NewReplay(Message, frozen=True):
    """POST /api/replays: a record (`docs/notation.md`) to be looked at."""

    record: str


class NewLine(Message, frozen=True, kw_only=True):
    """Calls and cards from a position on, as in a record.

    `answers`: the level of bots below *master*, or `perfect` for play with all cards seen, that
    then acts for all but the `seat` until its turn; nobody where it is empty.
    """

    actions: Annotated[tuple[_ActionWord, ...], msgspec.Meta(max_length=ACTIONS)] = ()
    answers: Annotated[str, msgspec.Meta(max_length=20)] = ""
    seat: int = 0


class NewVariation(NewLine, frozen=True, kw_only=True):
    """POST /api/matches/{match}/variation: a deal played on in another way.

    `step`: after how many steps of the deal. `record`: the match, for POST /api/replays/variation
    alone.
    """

    deal: int
    step: int
    record: str = ""


class NewDeal(NewLine, frozen=True, kw_only=True):
    """POST /api/deals: a deal given by hand, to be looked at and played on.

    `hands`: by seat, as `7S 8S ...`, the first cards as they were first dealt, or dotted as in PBN
    (`AT.9.KQ7.J8`). `turned`: the card turned up, empty where none is.
    """

    preset: str
    dealer: int
    hands: Annotated[tuple[_Hand, ...], msgspec.Meta(max_length=8)]
    turned: Annotated[str, msgspec.Meta(max_length=2)] = ""


class NextAction(Message, frozen=True):
    """A legal action of `seat`; `word`: its form in a record."""

    word: str
    seat: int
    action: Action


class PlayedLine(Message, frozen=True, kw_only=True):
    """A line that was played on, with all `actions` of it, and what may follow.

    `to_act`: the seat whose turn it is, None once the deal is over. `decisions`: the cards of the
    line that were a choice, judged with all cards seen, where the solver can.
    """

    to_act: int | None
    choices: tuple[NextAction, ...]
    actions: tuple[str, ...]
    decisions: tuple[Decision, ...] = ()


class Variation(PlayedLine, frozen=True, kw_only=True):
    """A deal as it was up to a step, and as it was then played on."""

    deal: ReplayDeal


class EnteredDeal(PlayedLine, frozen=True, kw_only=True):
    """The answer to POST /api/deals: the deal so far, as steps and as a record."""

    replay: Replay
    record: str
