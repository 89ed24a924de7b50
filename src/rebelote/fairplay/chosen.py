"""A model of choice: the probability of each choice by a player of no particular strength."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import TypeVar

_Choice = TypeVar("_Choice")


def shares(worth: Mapping[_Choice, float], scale: float) -> dict[_Choice, float]:
    """Return the probability of each choice: logistic in what it is worth, in units of `scale`."""
    most = max(worth.values())
    likely = {choice: math.exp((value - most) / scale) for choice, value in worth.items()}
    total = sum(likely.values())
    return {choice: value / total for choice, value in likely.items()}


def surplus(
    made: _Choice, likely: Mapping[_Choice, float], value: Mapping[_Choice, float]
) -> float:
    """Return the value of the choice made, less the expected value of a player's choices."""
    return value[made] - sum(share * value[choice] for choice, share in likely.items())


def tilt(
    made: _Choice,
    likely: Mapping[_Choice, float],
    knowing: Mapping[_Choice, float],
    others: Sequence[Mapping[_Choice, float]],
) -> float:
    """Return how much likelier this choice is with knowledge of the true hand than of another.

    Centred twice. `others` are the choices of those who know hands drawn in place of the true one:
    if it is one like them, the mean is nought. It is nought, too, if choices are made as `likely`.

    Args:
        made: the choice.
        likely: the probability of each choice by a player who does not know.
        knowing: the same by one who knows the true hand.
        others: the same by those who know hands that were drawn.
    """
    added = {c: p - fmean(other[c] for other in others) for c, p in knowing.items()}
    return surplus(made, likely, added)
