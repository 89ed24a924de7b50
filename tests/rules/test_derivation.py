"""The steps of a derivation are those of one list, and what is written is the last."""

from __future__ import annotations

from random import Random

import pytest
from drawn_matches import play_match
from volume import volume

from rebelote.i18n import catalogue
from rebelote.rules import presets
from rebelote.rules.scoring import STEPS


@pytest.mark.parametrize("preset", presets.PRESETS)
def test_every_step_has_a_place_and_marks_are_the_last(preset: str) -> None:
    rules = presets.PRESETS[preset]
    chance = Random(preset)
    settled = 0
    for _ in range(volume(1, 10, 100)):
        for state in play_match(rules, chance.randrange(1000), deals=6)[0]:
            if state.settlement is None:
                continue
            settled += 1
            codes = [line.code for line in state.settlement.lines]
            assert set(codes) <= set(STEPS)
            assert codes[-len(state.settlement.marks) :] == ["marks"] * len(state.settlement.marks)
    assert settled


def test_each_step_has_one_place_and_a_sentence() -> None:
    assert len(set(STEPS)) == len(STEPS) and STEPS[-1] == "marks"
    assert {f"score.{step}" for step in STEPS} <= catalogue("en").keys()
