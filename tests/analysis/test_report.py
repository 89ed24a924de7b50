"""A decision as another choice would have made it."""

from __future__ import annotations

import pytest

from rebelote.analysis.report import Decision, Fact

MADE = Decision(
    number=8,
    seat=1,
    action="JH",
    choice="JH",
    kind="decisive",
    best=("KC",),
    advised=("KC",),
    loss_true=20,
    loss_known=13.18,
    chance_to_lose=0.865,
    true={"JH": 20, "KC": 40, "9D": 40},
    expected={"JH": 0.19, "KC": 13.37, "9D": 3.37},
    why=(Fact("threw_master", {"card": "JH"}),),
)


@pytest.mark.parametrize(
    ("choice", "kind", "loss_true", "loss_known"),
    [("JH", "decisive", 20, 13.18), ("KC", "best", 0, 0), ("9D", "lucky", 0, 10)],
)
def test_a_decision_is_judged_by_the_losses_of_another_choice(
    choice: str, kind: str, loss_true: float, loss_known: float
) -> None:
    made = MADE.with_choice(choice)
    assert made is not None
    assert (made.choice, made.kind) == (choice, kind)
    assert (made.loss_true, made.loss_known) == (loss_true, loss_known)
    assert made.why == (MADE.why if choice == "JH" else ())


def test_a_choice_whose_worth_is_not_known_is_not_judged() -> None:
    assert MADE.with_choice("7S") is None
