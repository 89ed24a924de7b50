"""Confidence intervals of differences between choices evaluated in the same worlds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

STUDENT_95: Final = (math.inf, 12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26)
"""Standard errors in half a 95 % interval, by degrees of freedom (Student's t)."""
NORMAL_95: Final = 1.96
"""The same for many degrees of freedom."""


def standard_errors(freedom: int) -> float:
    """Return the standard errors in half a 95 % interval with so many degrees of freedom."""
    return STUDENT_95[freedom] if freedom < len(STUDENT_95) else NORMAL_95


def half_interval(
    weights: Sequence[float], differences: Sequence[float], seen: float = 0.0
) -> float:
    """Return half of the 95 % interval of a weighted mean difference.

    `differences`: by world, or batch of worlds, the difference times its weight. `seen`: the share
    of all possible worlds that was evaluated; none is left to chance where it is 1 (the finite
    population correction).
    """
    if seen >= 1:
        return 0.0
    total, freedom = sum(weights), len(weights) - 1
    if freedom < 1:
        return math.inf
    mean = sum(differences) / total
    squares = sum((d - mean * w) ** 2 for w, d in zip(weights, differences, strict=True))
    error = math.sqrt((1 - seen) * squares * (freedom + 1) / freedom) / total
    return error * standard_errors(freedom)
