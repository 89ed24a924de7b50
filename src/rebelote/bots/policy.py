"""The policy network as a prior for a search in worlds, and as a player by itself.

A search errs where it plays as if all cards were soon seen, and where its rollout policy errs; the
network errs elsewhere, so the two together are better than either.
"""

from __future__ import annotations

import base64
import math
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from rebelote.bots.heuristics import Observation
from rebelote.bots.policy_network import Networks
from rebelote.kernel import solver
from rebelote.rules.cards import Card
from rebelote.rules.view import contract_of, rules_of

if TYPE_CHECKING:
    from rebelote.kernel.solver import Policy

NOISE: Final = 2.0
"""Points below which a lead by the network only is noise: its error."""
EVERY_TRICK: Final = 160
"""The points of a bid of every trick: the most that the network distinguishes."""


def knows(at: Observation) -> bool:
    """Return whether networks are learnt from such tables: two sides of two, 32 cards dealt."""
    rules = rules_of(at.view)
    dealt = len(rules.pack) == 32 and not rules.left_in_stock
    return dealt and rules.players == 4 and rules.side_count == 2


def bid(at: Observation) -> int:
    """Return the points that the taker needs, where they were bid; 0 where it is half of all."""
    value = contract_of(at.view).value
    if not rules_of(at.view).settling.needs_bids or value is None:
        return 0
    return value if isinstance(value, int) else EVERY_TRICK


def advantages(at: Observation) -> dict[Card, float]:
    """Return the advantage of each legal card in card points, by its seat's knowledge; only
    differences count."""
    if solver.KERNEL:
        return solver.advantages(_kernel(), at.law, at.history, at.hand, bid(at))
    return networks().advantages(at, bid(at))


def prior(at: Observation, weight: float) -> dict[Card, float]:
    """Return the addition to each card's payoff; empty for a table unknown to the network."""
    return behind(at, weight) if weight and knows(at) else {}


def behind(at: Observation, weight: float = 1.0) -> dict[Card, float]:
    """Return each card's weighted advantage over the best, in the table's unit: 0 or negative."""
    points = advantages(at)
    most = max(points.values())
    return {card: weight * (each - most) / at.unit for card, each in points.items()}


class Judgement:
    """The ranking of cards by the network only. It gives no intervals of leads, so no card that
    breaks a principle leads clearly."""

    def __init__(self, at: Observation) -> None:
        self.worth = behind(at)
        self.points, self.noise = dict.fromkeys(self.worth, 0.0), NOISE

    def lead(self, card: Card, other: Card) -> float:
        """Return the lead of a card over another."""
        return self.worth[card] - self.worth[other]

    def interval(self, card: Card, other: Card) -> float:
        """Return infinity: the network gives no interval, so any lead may be none."""
        return math.inf

    def intervals(self, card: Card) -> dict[str, float]:
        """Return infinite intervals: the network gives none."""
        return {other.text: math.inf for other in self.worth if other != card}

    def holds(self, at: Observation, card: Card) -> None:
        """Return None: the network gives no estimate."""


def weights() -> bytes:
    """Return the weights of the networks, a byte each (`tools/learn_policy.py`)."""
    text = files(__package__).joinpath("policy.txt").read_text(encoding="ascii")
    return base64.b64decode(text)


@cache
def _kernel() -> Policy:
    return solver.policy(weights())


@cache
def networks() -> Networks:
    """Return the networks in Python."""
    return Networks(weights())
