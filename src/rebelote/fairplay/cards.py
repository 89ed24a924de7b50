"""The detector of cards that fit a player's secret knowledge of partner's hand.

The worth of each legal card is the mean of rollouts in worlds that agree with what the seat knew
and in which partner holds a given hand: the true one, or one drawn among the worlds. A score is the
probability of the card for one who knows the true hand, less that for those who know the others.
For a player who knows none, the true hand is one like those drawn, so the mean is nought; it is
also where the model of choice is right (`chosen.tilt`). An error in either alone leaves it there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

from rebelote.bots.heuristics import Observation
from rebelote.fairplay import chosen
from rebelote.fairplay.decisions import Decision
from rebelote.kernel import solver
from rebelote.knowledge import worlds
from rebelote.knowledge.worlds import HiddenHands, NoWorldError, World
from rebelote.rules.cards import Card, CardSet

DRAWN: Final = 4
"""Hands that are drawn in place of partner's true one, an even number."""
WORLDS: Final = 16
"""Worlds for each hand."""
SCALE: Final = 8.0
"""Card points within which a player who does not know differs about the worth of a card."""
KNOWING: Final = 4.0
"""The same for one who knows partner's hand."""
EXPONENT: Final = 0.6
"""The exponent of the likelihoods of what was played (`bots.likelihood`)."""

Worths = dict[Card, float]
"""The points to come by card, of one's side less the other's."""


class CardWorths(NamedTuple):
    """The worth of each legal card with partner's true hand, and with each that was drawn."""

    true: Worths
    drawn: tuple[Worths, ...]

    @property
    def likely(self) -> dict[Card, float]:
        """The probability of each card for a player without secret knowledge."""
        return _likely(self.drawn)

    def score(self, card: Card) -> float:
        """Return the tilt of this card towards the true hand.

        What is likely and what others would do are taken from different draws, in turn: an error of
        one and the same draw would count on both sides.
        """
        knowing = chosen.shares(self.true, KNOWING)
        others = [chosen.shares(worths, KNOWING) for worths in self.drawn]
        half = len(others) // 2
        first = chosen.tilt(card, _likely(self.drawn[:half]), knowing, others[half:])
        return (first + chosen.tilt(card, _likely(self.drawn[half:]), knowing, others[:half])) / 2


def _likely(drawn: Sequence[Worths]) -> dict[Card, float]:
    return chosen.shares({c: fmean(worths[c] for worths in drawn) for c in drawn[0]}, SCALE)


def worths(decision: Decision, partners_hand: CardSet, chance: Random) -> CardWorths | None:
    """Return the worth of the cards, with this hand as partner's.

    None where no world agrees with it, as where a seat played false, or where so few agree with
    what was announced that not enough hands are drawn.
    """
    at, partner = decision.at, decision.partner
    try:
        hidden = worlds.hidden(decision.seen)
        hands = [world[partner] for world in worlds.sample(hidden, DRAWN, chance)]
        if len(hands) < DRAWN:
            return None
        known = (holding(hidden, partner, hand) for hand in (partners_hand, *hands))
        true, *drawn = (_rolled_out(at, worlds.sample(h, WORLDS, chance)) for h in known)
    except NoWorldError:
        return None
    return CardWorths(true, tuple(drawn))


def holding(hidden: HiddenHands, seat: int, hand: CardSet) -> HiddenHands:
    """Return the constraints once it is also known that a seat holds this hand."""
    may_hold = [held - hand for held in hidden.may_hold]
    may_hold[seat] = hand
    return hidden._replace(may_hold=tuple(may_hold), may_lie=hidden.may_lie - hand)


def _rolled_out(at: Observation, drawn: Sequence[World]) -> dict[Card, float]:
    """Return, by card, the mean of the points to come: the own side's less the other's."""
    weights = [1.0] * len(drawn)
    if at.history.cards:
        logs = solver.log_likelihoods(drawn, at.law, at.history, at.me)
        most = max(logs)
        weights = [math.exp(EXPONENT * (log - most)) for log in logs]
    total, side = sum(weights), at.me % 2
    return {
        card: sum(o.weight * (o.points[side] - o.points[1 - side]) for o in outcomes) / total
        for card, outcomes in solver.forecast(drawn, weights, at.law, at.history).items()
    }
