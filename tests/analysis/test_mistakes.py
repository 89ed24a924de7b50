"""Mistakes are grouped by their reasons, as a teacher would name them."""

from __future__ import annotations

from rebelote.analysis.mistakes import CODES, GROUPS, MistakeGroup, group_of, grouped, with_trend
from rebelote.analysis.report import Decision, Fact
from rebelote.i18n import LANGUAGES, catalogue, words


def error(*codes: str, loss: float = 10.0) -> Decision:
    """Return an error with these reasons."""
    return Decision(
        number=0,
        seat=0,
        action="7S",
        choice="7S",
        kind="imprecision",
        best=("8S",),
        advised=("8S",),
        loss_true=loss,
        loss_known=loss,
        chance_to_lose=0.5,
        why=tuple(map(Fact, codes)),
    )


def test_each_reason_is_of_one_group_and_has_a_sentence() -> None:
    codes = [code for of_group in CODES.values() for code in of_group]
    assert len(codes) == len(set(codes)) and {*CODES, "other"} == set(GROUPS)
    assert {f"reason.is.{code}" for code in codes} <= catalogue("en").keys()


def test_every_group_has_a_name_in_every_language() -> None:
    for language in LANGUAGES:
        names = [words(language)(f"mistake.{group}") for group in GROUPS]
        assert len(set(names)) == len(GROUPS) and max(map(len, names)) <= 60


def test_the_first_reason_with_a_group_names_it() -> None:
    assert group_of(error("call_less")) == "took_weak"
    assert group_of(error("of_another_release", "ruffed_partner", "given")) == "partner"
    assert group_of(error()) == group_of(error("of_another_release")) == "other"


def test_groups_have_count_and_loss_the_costliest_first() -> None:
    errors = [error("given", loss=4), error("draw", loss=9.5), error("ten_under_ace", loss=3.25)]
    assert grouped(errors) == (MistakeGroup("trumps", 1, 9.5), MistakeGroup("gave_points", 2, 7.2))
    assert grouped([]) == ()


def test_the_trend_counts_a_group_in_each_ten_of_the_latest_hundred_deals() -> None:
    groups = grouped([error("draw"), error("given")])
    deals = [[error("draw")], *([] for _ in range(95)), [error("given"), error("draw")], [], [], []]
    assert with_trend(groups, deals[:99]) == groups
    trends = {one.group: one.trend for one in with_trend(groups, deals)}
    assert trends["trumps"] == (1, 0, 0, 0, 0, 0, 0, 0, 0, 1)
    assert trends["gave_points"] == (0, 0, 0, 0, 0, 0, 0, 0, 0, 1)
    assert with_trend(groups, [[error("draw")], *deals])[0].trend == trends["trumps"]
