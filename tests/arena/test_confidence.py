"""Intervals of means, against figures worked out by hand."""

from __future__ import annotations

import math

import pytest

from rebelote.arena import confidence


def test_half_an_interval_is_two_standard_errors_of_the_sample() -> None:
    """1, 2 and 3 have a mean of 2 and a standard deviation of 1."""
    assert confidence.mean([1, 2, 3]) == pytest.approx((2, 1.96 / math.sqrt(3)))
    assert confidence.mean([0, 10]) == pytest.approx((5, 1.96 * 5))
