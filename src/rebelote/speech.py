"""How is what happens told in words? Events, cards, announcements and scores, in one's language."""

from __future__ import annotations

from typing import Any

from rebelote.cards import Card, Trump
from rebelote.events import (
    Announced,
    CardPlayed,
    CardsDealt,
    ContestSettled,
    DealBegan,
    DealEnded,
    Event,
    MatchEnded,
    MeldsShown,
    Took,
    TrickWon,
)
from rebelote.i18n import Words
from rebelote.melds import Kind, Meld
from rebelote.scoring import Settlement


class Teller:
    """Tells a match to whoever sits in `seat`; `names` by seat."""

    def __init__(self, words: Words, seat: int, names: tuple[str, ...]) -> None:
        self.words, self.seat, self.names = words, seat, names

    def event(self, event: Event) -> str:
        """The sentence of one event."""
        tag: str = type(event).__struct_config__.tag  # type: ignore[assignment]
        if isinstance(event, ContestSettled):
            return self.contest(event)
        if isinstance(event, MatchEnded):
            us, them = self._ours(event.scores)
            key = "us" if event.winner == self.seat % 2 else "them"
            return self.words(f"event.match_ended.{key}", us=us, them=them)
        if isinstance(event, DealEnded):
            us, them = self._ours(event.marks)
            return self.words("event.deal_ended", us=us, them=them)
        return self._by(f"event.{tag}", event)

    def _by(self, key: str, event: Event) -> str:
        """A sentence about a seat: in the second person where it is the listener's."""
        seat = event.dealer if isinstance(event, DealBegan) else getattr(event, "seat", None)
        mine = seat == self.seat and not isinstance(event, CardsDealt)
        name = self.names[seat] if seat is not None else ""
        said = self.words(f"{key}.you" if mine else key, name=name, **self._values(event))
        shout = event.said if isinstance(event, CardPlayed) else ""
        return f"{said} {self.words(f'said.{shout}')}" if shout else said

    def _values(self, event: Event) -> dict[str, Any]:
        """What fills the placeholders of an event's sentence."""
        match event:
            case DealBegan():
                return {"number": event.number}
            case CardsDealt():
                return {"card": self.card(event.turned)}
            case Took():
                return {"suit": self.trump(event.trump)}
            case Announced():
                return {"kinds": ", ".join(map(self.kind, event.kinds))}
            case CardPlayed():
                return {"card": self.card(event.card, "rank.the")}
            case MeldsShown():
                return {"melds": ", ".join(map(self.meld, event.melds))}
            case TrickWon():
                return {"points": event.points}
        return {}

    def contest(self, event: ContestSettled) -> str:
        """Whose announcements count, and why."""
        sides = {None: "nobody", self.seat % 2: "us"}
        reason = self.words(f"contest.by.{event.by}")
        key = sides.get(event.side, "them")
        return self.words(f"event.contest_settled.{key}", reason=reason)

    def _ours(self, pair: tuple[int, int]) -> tuple[int, int]:
        ours = self.seat % 2
        return pair[ours], pair[ours ^ 1]

    def card(self, card: Card, rank: str = "rank") -> str:
        """A card in words."""
        named = self.words(f"{rank}.{card.rank.letter}")
        return self.words("card.name", rank=named, suit=self.words(f"suit.{card.suit.letter}"))

    def trump(self, trump: Trump) -> str:
        """A trump in words."""
        return self.words(f"suit.{trump.value}")

    def kind(self, kind: Kind) -> str:
        """What is said of an announcement in the first trick."""
        name = f"kind.run.{kind.length}" if kind.shape == "run" else "kind.square"
        return self.words("kind.worth", kind=self.words(name), points=kind.points)

    def meld(self, meld: Meld) -> str:
        """An announcement that is shown."""
        if meld.kind.shape == "square":
            return self.words("meld.square", ranks=self.words(f"rank.many.{meld.top.rank.letter}"))
        return self.words(
            "meld.run",
            kind=self.words(f"kind.run.{meld.kind.length}"),
            rank=self.words(f"rank.{meld.top.rank.letter}"),
            suit=self.words(f"suit.{meld.top.suit.letter}"),
        )

    def settlement(self, settlement: Settlement) -> list[tuple[str, str, int, str]]:
        """How the deal was written, step by step: whose, what, how much, and the rule's source."""
        return [
            (self.side(line.side), self.words(f"score.{line.code}"), line.points, line.rule)
            for line in settlement.lines
        ]

    def side(self, side: int | None) -> str:
        """Ours or theirs."""
        return self.words("side.us" if side == self.seat % 2 else "side.them")
