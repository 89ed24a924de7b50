"""The choice among evaluated cards: payoff first, natural play where payoffs are equal.

A card that breaks a principle (`principles`) is played only where it leads by more than the
interval of its lead, and never where it gives points away in the first tricks.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, Protocol

from rebelote.bots import principles
from rebelote.bots.heuristics import Observation
from rebelote.bots.principles import EARLY, PRINCIPLES
from rebelote.rules.cards import Card

SMALL: Final = 0.5
"""Points by which a card must be better than the one a heuristic names: less is noise."""
PENALTY: Final = 2.0
"""Points by which a card that breaks a principle must be better than any other, at the least."""


class Evaluated(Protocol):
    """The evaluation of each card: its payoff, the points still to come, the interval of its lead,
    and its probability to hold the trick; `noise`: points below which a lead is negligible."""

    noise: float
    worth: dict[Card, float]
    points: dict[Card, float]

    def lead(self, card: Card, other: Card) -> float:
        """Return the lead of a card over another."""

    def interval(self, card: Card, other: Card) -> float:
        """Return half of the 95 % interval of the lead of a card over another."""

    def intervals(self, card: Card) -> dict[str, float]:
        """Return half of the interval of the lead over each other card."""

    def holds(self, at: Observation, card: Card) -> float | None:
        """Return the probability that the own side keeps a trick it wins now, if known."""


class Choice(NamedTuple):
    """The card to play, and the best one that breaks no principle: mostly the same.

    `doubtful`: whether more worlds could show a clear lead of a card that breaks a principle.
    """

    card: Card
    natural: Card
    doubtful: bool


def choose(at: Observation, evaluation: Evaluated, heuristic: Card) -> Choice:
    """Choose the card to play; `heuristic`: the card of a rule of thumb."""
    broken = {card: _broken(at, card) for card in evaluation.worth}
    least = min(broken.values())
    natural = _best(at, evaluation, heuristic, [c for c in broken if broken[c] == least])
    others = (c for c in broken if broken[c] > least and not _given_away_early(at, c))
    ahead = [c for c in others if _lead(at, evaluation, c, natural) > PENALTY]
    better = [c for c in ahead if _clear(evaluation, c, natural)]
    best = _best(at, evaluation, heuristic, better) if better else natural
    return Choice(best, natural, doubtful=len(better) < len(ahead))


def _broken(at: Observation, card: Card) -> int:
    """Count the principles that a card breaks."""
    return sum(bool(principle(at, card)) for principle in PRINCIPLES)


def _given_away_early(at: Observation, card: Card) -> bool:
    return len(at.view.tricks) < EARLY and bool(principles.no_donation(at, card))


def _lead(at: Observation, evaluation: Evaluated, card: Card, natural: Card) -> float:
    """Return the lead of a card in points."""
    return at.unit * evaluation.lead(card, natural)


def _clear(evaluation: Evaluated, card: Card, natural: Card) -> bool:
    """Return whether a card leads by more than the interval of its lead."""
    return evaluation.lead(card, natural) > evaluation.interval(card, natural)


def _best(at: Observation, evaluation: Evaluated, heuristic: Card, cards: Iterable[Card]) -> Card:
    """Return the card with the highest payoff; of equals the one that keeps most card points."""

    def order(card: Card) -> tuple[float, float, int]:
        bonus = SMALL / at.unit if card == heuristic else 0.0
        payoff = round(evaluation.worth[card] + bonus, 6)
        return payoff, round(evaluation.points[card], 6), -at.height(card)

    return max(cards, key=order)
