"""Ownership: how likely each other seat is to hold each card that a seat has not seen.

The kernel reads it off what was played and who took (`kernel/src/ownership.rs`), with weights that
`tools/learn_ownership.py` learns from deals of *regular* players.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rebelote.bots import policy
from rebelote.bots.heuristics import Observation
from rebelote.kernel import solver
from rebelote.knowledge.worlds import HiddenHands

if TYPE_CHECKING:
    from rebelote.kernel.solver import Ownership


def knows(at: Observation) -> bool:
    """Whether a model knows such tables: those of the policy network, with one trump suit."""
    return policy.knows(at) and at.trump.suit is not None


def chances(at: Observation, known: HiddenHands, by: Ownership) -> Sequence[Sequence[float]]:
    """By seat how likely it is to hold each of the 32 cards; nought for those that are seen."""
    return solver.ownership_chances(by, at.law, at.history, at.me, at.hand, known.may_hold)
