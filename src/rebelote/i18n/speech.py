"""Sentences for events, cards, announcements and scores, in each language.

The constants are also those of the client: `make generated` writes them to `sentences.ts`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from rebelote.bots.bot import Thought
from rebelote.bots.call_shown import CallShown
from rebelote.i18n import Words, coded, sources
from rebelote.rules.actions import (
    Action,
    Bid,
    Double,
    NamedCall,
    Pass,
    Play,
    Redeal,
    Redouble,
    Take,
    Value,
    points_bid,
)
from rebelote.rules.cards import Card, Trump
from rebelote.rules.contract import Contract
from rebelote.rules.events import (
    Announced,
    BidMade,
    BoomEnded,
    CallSaid,
    CardPlayed,
    CardsDealt,
    Challenged,
    ClaimRefused,
    ContestSettled,
    DealBegan,
    DealEnded,
    Demanded,
    Disclosed,
    Doubled,
    Event,
    MatchBegan,
    MatchEnded,
    Passed,
    TrickWon,
)
from rebelote.rules.melds import Kind, Meld
from rebelote.rules.options import SEATINGS
from rebelote.rules.records import notation
from rebelote.rules.scoring import Settlement
from rebelote.rules.tallies import Points

Form = Literal[
    "plain", "start", "given", "player", "card", "the_card", "trump", "bid", "call", "kinds",
    "melds", "rank", "rule",
]  # fmt: skip
"""The form in which a field of an event is put in words."""
EVENT_VALUES: Final[Mapping[str, Mapping[str, tuple[Form, str]]]] = {
    "pack_sealed": {"seal": ("start", "commitment")},
    "pack_made": {"count": ("given", "nonces")},
    "seal_opened": {"number": ("plain", "number")},
    "deal_began": {"number": ("plain", "number")},
    "cards_dealt": {"card": ("card", "turned")},
    "took": {"suit": ("trump", "trump")},
    "bid_made": {"bid": ("bid", "")},
    "call_said": {"call": ("call", "")},
    "announced": {"kinds": ("kinds", "kinds")},
    "card_played": {"card": ("the_card", "card")},
    "disclosed": {"rank": ("rank", "rank")},
    "demanded": {"other": ("player", "of")},
    "challenged": {"other": ("player", "accused")},
    "claim_refused": {"other": ("player", "of")},
    "claim_failed": {"trick": ("plain", "trick")},
    "false_play_found": {
        "card": ("the_card", "card"),
        "trick": ("plain", "trick"),
        "rule": ("rule", "code"),
    },
    "melds_shown": {"melds": ("melds", "melds")},
    "trick_won": {"points": ("plain", "points")},
}
"""The values of the sentence `event.<event>` by event: form and field, none for the whole event.

An event that is not here has at most the name of its player.
"""
SEAL_DIGITS: Final = 16
"""Digits of a seal that are shown."""
REASON_NAMES: Final = ("card", "other", "instead", "trump", "suit")
"""The values of a reason that are cards, trumps or calls."""
REASON_FIGURES: Final = ("stands", "ahead")
"""Values of a reason with a sentence of their own: `why.<value>`, `advice.<value>`."""
CHOICES: Final = ("pass", "double", "redouble")
"""Calls with a word of their own where they are compared with others: "better than passing"."""
EVEN: Final = 0.5
"""Points that are too few to call one choice better than another."""
FEW: Final = 2
"""Points that are too few to be given as a number."""


def why(words: Words, thought: Thought) -> str:
    """Return a bot's reason in one sentence, followed by its reckoning."""
    return " ".join(_sentences(words, thought, "why"))


def advice(words: Words, thought: Thought) -> str:
    """Return a reason as a hint to the player, in the second person where possible."""
    return " ".join(_sentences(words, thought, "advice"))


def reason(words: Words, thought: Thought) -> str:
    """Return the reason of a hint without its figures; empty where none is certain."""
    return next(_sentences(words, thought, "advice"), "") if thought.code else ""


def call_shown(words: Words, shown: CallShown) -> str:
    """Return what a call shows in one or two sentences."""
    values = dict(shown.values)
    if "trump" in values:
        values["trump"] = words(f"suit.{values['trump']}")
    said = words(f"call.shows.{shown.code}", **values)
    more = int(values.get("usual", 0)) > int(values.get("least", 0))
    return f"{said} {words('call.shows.usual', **values)}" if more else said


def _sentences(words: Words, thought: Thought, voice: str) -> Iterator[str]:
    """Yield the sentence of a reason, if it has one, and those of its figures."""
    named = {
        name: _trump_or_card(words, value) if name in REASON_NAMES else value
        for name, value in thought.values.items()
    }
    if "gain" in named:
        named["gain"] = round(thought.values["gain"])
    figures = (figure for figure in REASON_FIGURES if figure in named)
    for key in (thought.code, *figures, *_compared(thought)):
        if key:
            own = coded(words, f"{voice}.{key}", "", **named)
            yield own or coded(words, f"why.{key}", **named)


def _compared(thought: Thought) -> list[str]:
    """Return the clause on the lead: over the usual card, or over the next best."""
    values = thought.values
    if "instead" in values:
        return ["unreadable" if "ahead" in values else "unusual"]
    if "other" not in values:
        return []
    gain = values.get("gain", 0)
    return ["even" if gain < EVEN else "slight" if gain < FEW else "worth"]


def _trump_or_card(words: Words, name: str) -> str:
    """Name the card or call of a reason: `JS`, `S`, `all`, `90H`, `pass`."""
    if len(name) == 2:
        return card_name(words, Card(name), "rank.the")
    if name in CHOICES:
        return words(f"choice.{name}")
    return action_name(words, notation.read_call(name))


def value_name(words: Words, value: Value) -> str:
    """Return a number of points, at some tables said in tens, or every trick, or both."""
    points = points_bid(value)
    if points is None:
        return words(f"value.{value}")
    said = str(points // int(words("value.unit")))
    return said if isinstance(value, int) else words("value.with-capot", value=said)


def bid_name(words: Words, trump: Trump, value: Value | None) -> str:
    """Name a bid: "90 hearts", "capot at spades"; "hearts" where trumps alone are bid."""
    suit = words(f"suit.{trump.value}")
    if value is None:
        return words("call.bid.trump", suit=suit)
    return words("call.bid", value=value_name(words, value), suit=suit)


def action_name(words: Words, action: Action) -> str:
    """Name a card or a call: "the eight of hearts", "clubs", "Pass"; empty for the rest."""
    match action:
        case Play():
            return card_name(words, action.card, "rank.the")
        case Take():
            return words(f"suit.{action.trump.value}")
        case Bid():
            return bid_name(words, action.trump, action.value)
        case Pass() | Double() | Redouble() | Redeal():
            return words(f"call.{type(action).__name__.lower()}")
        case NamedCall():
            return said_call(words, action.name, action.trump)
    return ""


def advised_name(words: Words, action: Action) -> str:
    """Return an action as a hint names it: "the eight of hearts", "take clubs", "pass"."""
    match action:
        case Take():
            named = words("action.take.suit", suit=words(f"suit.{action.trump.value}"))
        case Pass() | Double() | Redouble() | Redeal():
            named = words(f"action.{type(action).__name__.lower()}")
        case _:
            return action_name(words, action)
    return named[:1].lower() + named[1:]


def said_call(words: Words, name: str, trump: Trump | None) -> str:
    """Return a call by its name in words, with its trump where it has one."""
    said = coded(words, f"call.{name}")
    return f"{said} {words(f'suit.{trump.value}')}" if trump else said


def player_names(words: Words, names: Sequence[str]) -> tuple[str, ...]:
    """Name the players of a record; one without names has the number of each seat, from 0."""
    return tuple(
        words("ui.byhand.seat", number=seat + 1) if name == str(seat) else name
        for seat, name in enumerate(names)
    )


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def card_name(words: Words, card: Card, rank: str = "rank") -> str:
    named = words(f"{rank}.{card.rank.letter}")
    return words("card.name", rank=named, suit=words(f"suit.{card.suit.letter}"))


class Teller:
    """Describes a match to the player in `seat`, or to a spectator; `names` by seat."""

    def __init__(self, words: Words, seat: int | None, names: tuple[str, ...]) -> None:
        self.words, self.seat, self.names = words, seat, names
        sides = SEATINGS[len(names)].sides
        self.alone = not SEATINGS[len(names)].paired
        self.mine = None if seat is None else sides[seat]
        by_side = [[n for n, of in zip(names, sides, strict=True) if of == s] for s in set(sides)]
        self.sides = tuple(map(" + ".join, by_side))

    def event(self, event: Event) -> str:
        """Return the sentence of one event."""
        match event:
            case ContestSettled():
                return self.contest(event)
            case MatchEnded() | BoomEnded():
                return self._won(event)
            case DealEnded():
                return self._scored("event.deal_ended", event.marks)
            case Disclosed():
                return self._by(f"event.disclosed.{event.answer}", event)
            case Passed(form=str(form)):
                return self._passed(f"event.passed.{form}", event)
            case Announced(kinds=()):
                return self._by("event.announced.none", event)
            case Doubled(early=True):
                return self._by("event.doubled.early", event)
            case CardsDealt(turned=None):
                return self._by("event.cards_dealt.all", event)
            case MatchBegan() if event.drawn:
                return self.words("event.match_began.drawn", cards=self._drawn(event.drawn))
            case (
                Demanded(of=self.seat) | Challenged(accused=self.seat) | ClaimRefused(of=self.seat)
            ):
                name = self.names[event.seat]
                return self.words(f"event.{_tag(event)}.me", name=name)
        return self._by(f"event.{_tag(event)}", event)

    def _by(self, key: str, event: Event) -> str:
        """Return a sentence about a seat: in the second person where it is the listener's."""
        seat = event.dealer if isinstance(event, DealBegan) else getattr(event, "seat", None)
        mine = seat is not None and seat == self.seat and not isinstance(event, CardsDealt)
        name = self.names[seat] if seat is not None else ""
        said = self.words(f"{key}.you" if mine else key, name=name, **self._values(event))
        if isinstance(event, TrickWon) and isinstance(event.fallen, int):
            return f"{said} {self.words('said.roem', points=event.fallen)}"
        shout = event.said if isinstance(event, CardPlayed) else ""
        return f"{said} {self.words(f'said.{shout}')}" if shout else said

    def _passed(self, key: str, event: Passed) -> str:
        """Return a pass by its own word, where tables of this game have one."""
        own = coded(self.words, key, "", name="")
        return self._by(key if own else "event.passed", event)

    def _values(self, event: Event) -> dict[str, object]:
        """Return the values of the placeholders in an event's sentence."""
        values = EVENT_VALUES.get(_tag(event), {})
        return {
            name: self._in_words(form, event, field) if field else self._call(event)
            for name, (form, field) in values.items()
        }

    def _call(self, event: Event) -> str:
        match event:
            case BidMade():
                return bid_name(self.words, event.trump, event.value)
            case CallSaid():
                return said_call(self.words, event.name, event.trump)
        raise ValueError(f"{_tag(event)} is no call")

    def _in_words(self, form: Form, event: Event, field: str) -> object:
        """Return a field of an event in words; empty where it has no value."""
        value = getattr(event, field)
        if value is None or value == "":
            return ""
        match form:
            case "start":
                return value[:SEAL_DIGITS]
            case "given":
                return sum(map(bool, value))
            case "player":
                return self.names[value]
            case "card" | "the_card":
                return self.card(value, "rank" if form == "card" else "rank.the")
            case "trump":
                return self.trump(value)
            case "kinds" | "melds":
                said = map(self.kind if form == "kinds" else self.meld, value)
                return self.words("ui.comma").join(said)
            case "rank" | "rule":
                return self.words(f"{'rank' if form == 'rank' else 'refusal'}.{value}")
        return value

    def contest(self, event: ContestSettled) -> str:
        """Return the sentence on the contest of announcements, or on that of runs or squares."""
        contested = self._contested(event)
        if not event.shape:
            return contested
        return f"{self.words(f'contest.of.{event.shape}')}{self.words('ui.colon')}{contested}"

    def _contested(self, event: ContestSettled) -> str:
        reason = self.words(f"contest.by.{event.by}")
        if event.side is None:
            return self.words("event.contest_settled.nobody", reason=reason)
        if self._is_named(event.side):
            name = self.sides[event.side]
            return self.words("event.contest_settled.one", reason=reason, name=name)
        key = "us" if event.side == self.mine else "them"
        return self.words(f"event.contest_settled.{key}", reason=reason)

    def _won(self, event: MatchEnded | BoomEnded) -> str:
        if event.winner is None:
            return self.words("event.match_ended.draw")
        key = f"event.{_tag(event)}.{'us' if event.winner == self.mine else 'them'}"
        number = event.number if isinstance(event, BoomEnded) else 0
        if self.alone or self.mine is None:
            name = self.sides[event.winner]
            return self.words(f"event.{_tag(event)}.one", name=name, number=number)
        us, them = event.scores[self.mine], event.scores[self.mine ^ 1]
        return self.words(key, us=us, them=them, number=number)

    def _scored(self, key: str, marks: Points) -> str:
        if not self.alone and self.mine is not None:
            return self.words(key, us=marks[self.mine], them=marks[self.mine ^ 1])
        each = (f"{name} {mark}" for name, mark in zip(self.sides, marks, strict=True))
        return self.words(f"{key}.three", scores=self.words("ui.comma").join(each))

    def _drawn(self, cards: tuple[Card, ...]) -> str:
        named = zip(self.names, cards, strict=True)
        return self.words("ui.comma").join(f"{name} {self.card(card)}" for name, card in named)

    def card(self, card: Card, rank: str = "rank") -> str:
        return card_name(self.words, card, rank)

    def trump(self, trump: Trump) -> str:
        return self.words(f"suit.{trump.value}")

    def bid_worth(self, contract: Contract) -> str:
        """Name the value and the doubling of a contract: ` 90, doubled`; empty without both."""
        value = "" if contract.value is None else f" {value_name(self.words, contract.value)}"
        doubled = {2: "contract.doubled"}.get(contract.stake, "contract.redoubled")
        raised = coded(self.words, f"contract.raised.{contract.stake}", self.words(doubled))
        stake = f", {raised}" if contract.stake > 1 else ""
        closed = f", {self.words('contract.closed')}" if contract.closed else ""
        return value + stake + closed

    def kind(self, kind: Kind) -> str:
        """Name an announcement as it is said in the first trick: its kind and points."""
        name = f"kind.run.{kind.length}" if kind.shape == "run" else "kind.square"
        return self.words("kind.worth", kind=self.words(name), points=kind.points)

    def meld(self, meld: Meld) -> str:
        """Return an announcement that is shown."""
        if meld.kind.shape == "square":
            return self.words("meld.square", ranks=self.words(f"rank.many.{meld.top.rank.letter}"))
        return self.words(
            "meld.run",
            kind=self.words(f"kind.run.{meld.kind.length}"),
            rank=self.words(f"rank.run.{meld.top.rank.letter}"),
            suit=self.words(f"suit.{meld.top.suit.letter}"),
        )

    def settlement(self, settlement: Settlement) -> list[tuple[str, str, int, str]]:
        """Return the steps of a settlement: side, reason, points and the rule's source."""
        return [
            (
                self.side(line.side),
                coded(self.words, f"score.{line.code}"),
                line.points,
                sources.labels(line.rule, self.words),
            )
            for line in settlement.lines
        ]

    def _is_named(self, side: int) -> bool:
        """Return whether a side is called by its names: to spectators, and others of three."""
        return self.mine is None or (self.alone and side != self.mine)

    def side(self, side: int | None) -> str:
        """Name a side: ours or theirs; by its players at a table of three, and to spectators."""
        if side is not None and (self.alone or self.mine is None):
            return self.sides[side]
        return self.words("side.us" if side == self.mine else "side.them")


def _tag(event: Event) -> str:
    tag: str = type(event).__struct_config__.tag  # type: ignore[assignment]
    return tag
