"""A kind of settlement: the answers to all that is asked of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rebelote.rules.scoring import ContractResult, Penalty, penalty_for_all
from rebelote.rules.scoring_rules import ScoringRules
from rebelote.rules.tallies import Tally


class Spread(NamedTuple):
    """The spread of a deal, in points: the standard deviation of the difference in marks between
    the sides, and the mean of the marks of a side."""

    deviation: float
    mean: float


def as_bid(bid: int, rules: ScoringRules) -> int:
    """Return the points that a bid names."""
    return bid


def unit(rules: ScoringRules) -> int:
    """Return the points in one mark."""
    return rules.unit


class SettlementKind(NamedTuple):
    """A kind of settlement.

    `settle`: whether the contract was made, and what that pays. `price`: what false play or a
    failed claim pays. `spread`: how far the marks of deals spread. `needs_bids`: points must be
    bid. `needs_pairs`: there must be two sides. `needs_whole_pack`: every card must be played.
    `counts_whole_deals`: a deal is worth 162 points, whatever the trump. `adds_sweep`: every trick
    adds `sweep_points`. `needed`: the points that a bid needs. `points_a_mark`: the points that a
    mark stands for.
    """

    settle: Callable[[Tally, ScoringRules], ContractResult]
    spread: Spread = Spread(115, 90)
    needs_bids: bool = False
    needs_pairs: bool = False
    needs_whole_pack: bool = False
    counts_whole_deals: bool = False
    adds_sweep: bool = False
    price: Callable[[Penalty, ScoringRules], ContractResult] = penalty_for_all
    needed: Callable[[int, ScoringRules], int] = as_bid
    points_a_mark: Callable[[ScoringRules], int] = unit
