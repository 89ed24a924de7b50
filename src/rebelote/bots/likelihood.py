"""Likelihood of worlds, given the calls, announcements, signals and cards of the others.

As in Bayes' rule: worlds are sampled uniformly (the prior) and weighted or resampled by the
likelihood that a sound player with those cards would have acted in the same way.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Final

from rebelote.bots import calling, signals
from rebelote.bots.heuristics import Observation
from rebelote.kernel import solver
from rebelote.knowledge.conduct import played_by
from rebelote.knowledge.worlds import World
from rebelote.rules import melds
from rebelote.rules.cards import CardSet
from rebelote.rules.options import Rules
from rebelote.rules.view import View, rules_of

SILENT: Final = 0.05
"""The probability that a player with an announcement keeps silent."""
LIKELIHOOD_EXPONENT: Final = 0.6
"""The exponent of the policy's likelihoods: below 1, as others do not play just by the policy."""


def resample(at: Observation, drawn: Sequence[World], count: int, chance: Random) -> list[World]:
    """Resample so many of the worlds, weighted by the likelihood of the cards played."""
    return chance.choices(drawn, of_play(at, drawn), k=count)


def of_play(at: Observation, drawn: Sequence[World]) -> list[float]:
    """Return the likelihood of the others' cards in each world, relative to the likeliest."""
    logs = solver.log_likelihoods(drawn, at.law, at.history, at.me)
    most = max(logs)
    return [math.exp(LIKELIHOOD_EXPONENT * (log - most)) for log in logs]


def weights(view: View, drawn: Sequence[World], chance: Random) -> list[float]:
    """Return the likelihood by world of the calls, announcements and signals of the others."""
    rules = rules_of(view)
    signalled = [thrown for thrown in signals.seen(view) if thrown.seat != view.seat]
    # Without a card turned up nothing was called: games of cards alone.
    cards_alone = rules.bidding.turns_up and view.turned is None
    if cards_alone and not rules.melds.announced and not signalled:
        return [1.0] * len(drawn)
    played = [played_by(view, seat) for seat in range(rules.players)]
    others = [seat for seat in range(rules.players) if seat != view.seat]
    kind = calling.of(rules)
    called = [cache(kind.likelihood(view, rules, seat)) for seat in range(rules.players)]
    return [
        _weight(view, rules, world, played, others, called, chance)
        * signals.likelihood(signalled, world)
        for world in drawn
    ]


def _weight(
    view: View,
    rules: Rules,
    world: World,
    played: Sequence[CardSet],
    others: Sequence[int],
    called: Sequence[Callable[[CardSet], float]],
    chance: Random,
) -> float:
    weight = 1.0
    announced = {held.seat for held in view.melds}
    for seat in others:
        dealt = world[seat] | played[seat]
        if rules.melds.announced and played[seat] and seat not in announced:
            weight *= SILENT if melds.can_hold_any(dealt) else 1.0
        weight *= called[seat](first_cards(view, rules, seat, dealt, chance))
    return weight


def first_cards(view: View, rules: Rules, seat: int, dealt: CardSet, chance: Random) -> CardSet:
    """Return a first hand sampled from the cards dealt to the seat, without the turned card."""
    if rules.first_part == rules.hand_size:
        return dealt
    turned = CardSet.of(() if view.turned is None else (view.turned,))
    return CardSet.of(chance.sample([*(dealt - turned)], rules.first_part))
