"""Detectors of calls that name a trump for cards the seat could not know.

Two are looked at: those of partner, and those that are dealt to the seat once it takes. Which calls
a player makes follows from its own hand; how good the hidden cards are at each trump is compared
with as many cards drawn from all that it had not seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from rebelote.bots import calling, turned
from rebelote.fairplay import chosen
from rebelote.fairplay.decisions import Decision
from rebelote.knowledge.memory import full_hands
from rebelote.rules.actions import Bid, Take
from rebelote.rules.cards import CARDS, Card, CardSet, Trump
from rebelote.rules.deal import Bidding

SCALE: Final = 8.0
"""Points within which players differ about the worth of a hand."""
DRAWN: Final = 20
"""As many cards are drawn so often in place of the hidden ones."""

Worths = dict[Trump | None, float]
"""The points by trump by which a hand is better than it needs to be; nought for none."""


class CallScores(NamedTuple):
    """The fit of a call with partner's cards, and with the talon's, less the expected fit.

    `likely`: how often a player names each trump, or none.
    """

    partner: float
    talon: float
    likely: dict[Trump | None, float]


def scores(decision: Decision, chance: Random) -> CallScores | None:
    """Score a call; None where no trump could be named."""
    deal = decision.before.deal
    assert isinstance(deal, Bidding)
    worth: Worths = {None: 0.0}
    for call, points in calling.of(decision.rules).worths(decision.seen).items():
        if (trump := named(call)) is not None:
            worth[trump] = max(points, worth.get(trump, points))
    made = named(decision.action)
    if len(worth) == 1 or made not in worth:
        return None
    likely = chosen.shares(worth, SCALE)
    turned_up = CardSet.of(() if deal.turned is None else (deal.turned,))
    unseen = [*(decision.rules.pack - decision.seen.hand - turned_up)]
    known = deal.hands[decision.seat] | turned_up

    def score(hidden: CardSet) -> float:
        """Return the tilt towards these cards, compared with as many drawn ones."""
        drawn = (CardSet.of(chance.sample(unseen, len(hidden))) for _ in range(DRAWN))
        knowing, *others = (_knowing(worth, cards, unseen) for cards in (hidden, *drawn))
        return chosen.tilt(made, likely, knowing, others)

    talon = full_hands(deal, decision.seat)[decision.seat] - known
    return CallScores(score(decision.partners_hand), score(talon) if talon else 0.0, likely)


def named(call: object) -> Trump | None:
    """Return the trump that a call names; None for a pass, a double or a redouble."""
    return call.trump if isinstance(call, Take | Bid) else None


def _knowing(worth: Worths, hidden: CardSet, unseen: Sequence[Card]) -> dict[Trump | None, float]:
    """Return the share of each trump among the calls of a player who also knows these cards."""
    share = len(hidden) / len(unseen)
    better = {
        trump: points
        if trump is None
        else points + strength(hidden, trump) - share * strength(unseen, trump)
        for trump, points in worth.items()
    }
    return chosen.shares(better, SCALE)


def strength(cards: Iterable[Card], trump: Trump) -> float:
    """Return the worth of cards at a trump, each by itself."""
    return sum(_worth(card, trump) for card in cards)


@lru_cache(maxsize=len(CARDS) * len(Trump))
def _worth(card: Card, trump: Trump) -> int:
    if trump is Trump.ALL:
        table = turned.ALL_WORTH
    elif trump is Trump.NONE:
        table = turned.NONE_WORTH
    else:
        table = turned.TRUMP_WORTH if card.suit == trump.suit else turned.SIDE_WORTH
    return table.get(card.rank.letter, 0)
