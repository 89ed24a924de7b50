"""Confidence intervals (95 %) of means and of shares."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, stdev, variance
from typing import Final

NORMAL_95: Final = 1.96
"""Standard errors in half a 95 % interval."""


def mean(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean, and half of its 95 % interval; of a single value that is infinite."""
    if len(values) < 2:
        return fmean(values), math.inf
    return fmean(values), NORMAL_95 * stdev(values) / math.sqrt(len(values))


def share(values: Sequence[float]) -> tuple[float, float, float]:
    """Return the mean of shares, each from 0 to 1, and both ends of its 95 % interval.

    Wilson's interval, which stays between 0 and 1 and is not empty where everything was won. Each
    value is itself a mean over seatings, which differ less than single wins: the interval
    is narrower by as much.
    """
    result = fmean(values)
    alone = result * (1 - result)
    narrower = min(1.0, variance(values) / alone) if alone and len(values) > 1 else 1.0
    unsure = NORMAL_95**2 * narrower / len(values)
    middle = (result + unsure / 2) / (1 + unsure)
    half = math.sqrt(unsure * (alone + unsure / 4)) / (1 + unsure)
    # What was found lies within, whatever the last digit says.
    return result, max(0.0, min(result, middle - half)), min(1.0, max(result, middle + half))
