"""The detector of discards: whether they say which masters their player holds, undeclared.

A card thrown on partner's trick may call a suit (`bots.signals`). At a table that has agreed on a
convention this one is no secret, and is not looked at. By itself a style says something, too: what
a player throws with other partners is the measure.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rebelote.bots import signals
from rebelote.bots.signals import Truth
from rebelote.fairplay import chosen
from rebelote.fairplay.decisions import Decision
from rebelote.rules.cards import Card
from rebelote.rules.options import Signals

CONVENTIONS: Final[tuple[Signals, ...]] = ("direct", "inverted")
"""The codes that are tried: a card calls its own suit, or the other suit of its colour."""
VALUES: Final = {Truth.FALSE: -1.0, Truth.SILENT: 0.0, Truth.TRUE: 1.0}


def scores(decision: Decision, likely: Mapping[Card, float]) -> dict[str, float]:
    """Return, by undeclared convention, the truth of a discard less its expected truth.

    `likely`: how often a player chooses each legal card. Empty where it was no such discard.
    """
    at, agreed = decision.at, signals.agreed(decision.rules)
    thrown = [card for card in at.legal if signals.on_partners_trick(at.trick, card, at.trump)]
    if decision.card not in thrown or len(thrown) < 2:
        return {}
    total = sum(likely[card] for card in thrown)
    shares = {card: likely[card] / total for card in thrown}
    result = {}
    for convention in CONVENTIONS:
        if convention != agreed:
            truths = _truths(decision, thrown, convention)
            result[f"discards_{convention}"] = chosen.surplus(decision.card, shares, truths)
    return result


def _truths(decision: Decision, thrown: list[Card], convention: Signals) -> dict[Card, float]:
    """Return, by card, how true the meaning of its discard is of the hand."""
    at, values = decision.at, dict.fromkeys(thrown, 0.0)
    for meaning in signals.meanings(at.played, at.trump, convention):
        for card in meaning.low:
            if card in values:
                values[card] = VALUES[meaning.truth(at.hand)]
    return values
