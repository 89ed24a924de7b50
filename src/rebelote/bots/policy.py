"""The policy network as a prior beside a search in worlds, and as a player by itself.

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
"""Points below which a lead by the network alone is noise: by what it is wrong."""
EVERY_TRICK: Final = 160
"""What a bid of every trick counts as: the most that the network distinguishes."""


def knows(at: Observation) -> bool:
    """Whether networks are learnt from such tables: two sides of two, 32 cards dealt."""
    rules = rules_of(at.view)
    dealt = len(rules.pack) == 32 and not rules.left_in_stock
    return dealt and rules.players == 4 and rules.side_count == 2


def bid(at: Observation) -> int:
    """The points that the taker needs, where they were bid; 0 where it is half of them."""
    value = contract_of(at.view).value
    if rules_of(at.view).scoring.settlement != "bid" or value is None:
        return 0
    return value if isinstance(value, int) else EVERY_TRICK


def advantages(at: Observation) -> dict[Card, float]:
    """The advantage of each legal card in card points, by what its seat knows; only differences
    count."""
    if solver.KERNEL:
        return solver.advantages(_kernel(), at.law, at.history, at.hand, bid(at))
    return networks().advantages(at, bid(at))


def prior(at: Observation, weight: float) -> dict[Card, float]:
    """By card what is added to its payoff; nothing where the network does not know the table."""
    return behind(at, weight) if weight and knows(at) else {}


def behind(at: Observation, weight: float = 1.0) -> dict[Card, float]:
    """By card its advantage over the best one in the table's unit, weighted: 0 or negative."""
    points = advantages(at)
    most = max(points.values())
    return {card: weight * (each - most) / at.unit for card, each in points.items()}


class Judgement:
    """The cards as the network alone ranks them. It does not say how sure a lead is, so no card
    that breaks a principle leads clearly."""

    def __init__(self, at: Observation) -> None:
        self.worth = behind(at)
        self.points, self.noise = dict.fromkeys(self.worth, 0.0), NOISE

    def lead(self, card: Card, other: Card) -> float:
        """The lead of a card over another."""
        return self.worth[card] - self.worth[other]

    def interval(self, card: Card, other: Card) -> float:
        """Half of the interval of a lead: any lead may be none."""
        return math.inf

    def intervals(self, card: Card) -> dict[str, float]:
        """The same for the lead over each other card."""
        return {other.text: math.inf for other in self.worth if other != card}

    def holds(self, at: Observation, card: Card) -> None:
        """The probability that a card holds the trick: not known."""


def weights() -> bytes:
    """The weights of the networks, a byte each (`tools/learn_policy.py`)."""
    text = files(__package__).joinpath("policy.txt").read_text(encoding="ascii")
    return base64.b64decode(text)


@cache
def _kernel() -> Policy:
    return solver.policy(weights())


@cache
def networks() -> Networks:
    """The networks in Python."""
    return Networks(weights())
