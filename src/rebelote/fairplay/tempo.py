"""The detectors of tempo: whether a player's delay goes with partner's next choice.

A delay is compared with the player's other delays in the same deal, and partner's choice with what
one expects from partner's own view. Players think longer where it is hard, and may: what counts is
whether partner acts on it. A channel may use either sign, so these scores are two-sided.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Final, NamedTuple

from rebelote.rules.cards import Card, Suit, Trump

RED: Final = frozenset({Suit.HEARTS, Suit.DIAMONDS})
LEAST: Final = 0.05
"""Seconds below which all delays are the same."""
MOST: Final = 2.0
"""Natural logarithms by which a delay differs from the others at most."""


class Act(NamedTuple):
    """An action in a deal, in order: its seat, its delay in seconds (None: not known), and by
    feature by how much the choice differs from what was expected; empty where it was forced."""

    seat: int
    seconds: float | None
    surplus: Mapping[str, float] = {}


def of_call(made: Trump | None, likely: Mapping[Trump | None, float]) -> dict[str, float]:
    """Return the feature of a call: that a trump is named at all."""
    return {"calls": (made is not None) - sum(p for t, p in likely.items() if t is not None)}


def of_card(
    made: Card, likely: Mapping[Card, float], lead: bool, points: Mapping[Card, float]
) -> dict[str, float]:
    """Return the features of a card: the colour that is led, and the points of the card."""
    result = {"points": points[made] - sum(p * points[card] for card, p in likely.items())}
    if lead:
        result["red"] = (made.suit in RED) - sum(p for c, p in likely.items() if c.suit in RED)
    return result


def scores(acts: Sequence[Act]) -> tuple[dict[str, float], dict[str, float]]:
    """Return, by side and feature, the sum of delays times the surplus of partner's next choice."""
    result: tuple[dict[str, float], dict[str, float]] = ({}, {})
    for number, act in enumerate(acts):
        if act.seconds is None:
            continue
        following = next((a for a in acts[number + 1 :] if a.seat == (act.seat + 2) % 4), None)
        others = [
            _log(a.seconds)
            for i, a in enumerate(acts)
            if a.seat == act.seat and i != number and a.seconds is not None
        ]
        if following is None or not others:
            continue
        slow = min(max(_log(act.seconds) - fmean(others), -MOST), MOST)
        sums = result[act.seat % 2]
        for feature, surplus in following.surplus.items():
            sums[feature] = sums.get(feature, 0.0) + slow * surplus
    return result


def _log(seconds: float) -> float:
    return math.log(max(seconds, LEAST))
