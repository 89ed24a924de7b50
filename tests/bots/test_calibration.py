"""Partner's reading of calls, compared with the hands behind them."""

from __future__ import annotations

from statistics import fmean
from typing import Final

import calibrate_calls
import pytest
from auctions_called import asked
from calibrate_calls import Held
from needs import needs_kernel
from volume import volume

from rebelote.rules import presets
from rebelote.rules.actions import Bid, Call, Double, Pass
from rebelote.rules.cards import Trump
from rebelote.rules.contract import Called

LIMITS: Final = Held(trumps=0.4, jacks=0.15, nines=0.15, aces=0.4)
"""The mean error with which cards may be read, in calls of one kind; half of each is chance."""
OFTEN: Final = volume(15, 30)
"""Calls of a kind, without which nothing is asked of it."""


def average(result: list[Held]) -> Held:
    return Held(*map(fmean, zip(*result, strict=True)))


@needs_kernel
@pytest.mark.parametrize("preset", ["ffb-contree-2016", "bulgarian"])
def test_calls_are_read_as_they_are_meant(preset: str) -> None:
    rules = presets.rules(preset, shuffle="each_deal_full")
    result = calibrate_calls.by_kind(rules, "beginner", range(volume(25, 40)))
    often = {kind: each for kind, each in result.items() if len(each) >= OFTEN}
    assert {"bid", "pass to our bid", "pass to their bid"} <= often.keys()
    for kind, each in often.items():
        held, read = average([one.held for one in each]), average([one.read for one in each])
        for column, most in LIMITS._asdict().items():
            assert abs(getattr(read, column) - getattr(held, column)) < most, (kind, held, read)


CLUBS, HEARTS = Bid(Trump.CLUBS, 80), Bid(Trump.HEARTS, 90)


@pytest.mark.parametrize(
    ("before", "call", "kind", "trump"),
    [
        ((), CLUBS, "bid", Trump.CLUBS),
        ((), Pass(), "pass, nobody has bid", None),
        ((CLUBS, Pass()), Bid(Trump.CLUBS, 90), "raise", Trump.CLUBS),
        ((CLUBS, Pass()), HEARTS, "other bid over ours", Trump.HEARTS),
        ((CLUBS,), HEARTS, "other bid over theirs", Trump.HEARTS),
        ((CLUBS,), Double(), "double", Trump.CLUBS),
        ((CLUBS,), Pass(), "pass to their bid", Trump.CLUBS),
        ((CLUBS, Pass()), Pass(), "pass to our bid", Trump.CLUBS),
    ],
)
def test_kinds_of_calls_are_distinguished(
    before: tuple[Call, ...], call: Call, kind: str, trump: Trump | None
) -> None:
    rules = presets.rules("ffb-contree-2016")
    seen = asked(rules, "7S 8S 9S 7H 8H 9H 7D 8D", *before)
    assert seen.seat == len(before)
    called = Called.by(seen.seat, 1, call)
    assert calibrate_calls.kind_of(seen, rules, called) == (kind, trump)
