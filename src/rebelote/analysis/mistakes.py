"""Groups of mistakes, as a teacher names them: by the first reason of an error that has one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, Literal, get_args

import msgspec

from rebelote.analysis.report import Decision, Fact

Group = Literal[
    "took_weak",
    "passed_strong",
    "other_trump",
    "trumps",
    "gave_points",
    "partner",
    "kept_points",
    "missed_trick",
    "spent_trump",
    "spent_winner",
    "lead",
    "declared",
    "other",
]
GROUPS: Final[tuple[Group, ...]] = get_args(Group)
"""Every group; `other` has no reason that is known."""
CODES: Final[dict[Group, tuple[str, ...]]] = {
    "took_weak": ("call_less",),
    "passed_strong": ("call_more",),
    "other_trump": ("call_other",),
    "trumps": ("draw",),
    "gave_points": ("given", "given_maybe", "ten_under_ace", "risked", "ten_in_the_open"),
    "partner": ("ruffed_partner", "took_over"),
    "kept_points": ("fed", "fed_maybe"),
    "missed_trick": ("ruff", "wins", "wins_now", "surely"),
    "spent_trump": ("keep_trump", "lower_trump", "saved_trump", "wasted_trump"),
    "spent_winner": ("keep_winner", "keep_card", "threw_master", "finesse"),
    "lead": ("lead_master", "into_a_ruff", "for_a_ruff", "answer", "thrown", "led_trump"),
    "declared": ("unsaid", "belote"),
}
"""The reasons (`analysis.reasons`) of each group."""
OF_CALLS: Final[tuple[Group, ...]] = ("took_weak", "passed_strong", "other_trump")
"""The groups of wrong calls."""
_GROUP_OF: Final = {code: group for group, codes in CODES.items() for code in codes}


TREND_DEALS: Final = 100
"""Deals whose mistakes are compared; half of them with the other half."""
TREND_PARTS: Final = 10
"""Parts of these deals for which mistakes are counted."""


class MistakeGroup(msgspec.Struct, frozen=True):
    """The mistakes of one group: their number, and the marks that they lost.

    `trend`: their number in each ten of the latest hundred deals, the oldest first; empty where
    there were fewer deals.
    """

    group: Group
    count: int
    loss: float
    trend: tuple[int, ...] = ()


def group_of(decision: Decision) -> Group:
    """Return the group of an error."""
    return group_of_reasons(decision.why)


def group_of_reasons(why: Iterable[Fact]) -> Group:
    """Return the group of the first of these reasons that is of a group."""
    groups = (_GROUP_OF.get(fact.code) for fact in why)
    return next((group for group in groups if group is not None), "other")


def grouped(errors: Iterable[Decision]) -> tuple[MistakeGroup, ...]:
    """Return the groups of these errors, the costliest first."""
    losses: dict[Group, list[float]] = defaultdict(list)
    for decision in errors:
        losses[group_of(decision)].append(decision.loss_known)
    each = (MistakeGroup(group, len(lost), round(sum(lost), 1)) for group, lost in losses.items())
    return tuple(sorted(each, key=lambda one: (-one.loss, GROUPS.index(one.group))))


def with_trend(
    groups: Iterable[MistakeGroup], deals: Sequence[Sequence[Decision]]
) -> tuple[MistakeGroup, ...]:
    """Add the trend to groups, by the errors of each of the latest deals, the oldest first."""
    if len(deals) < TREND_DEALS:
        return tuple(groups)
    size = TREND_DEALS // TREND_PARTS
    latest = deals[-TREND_DEALS:]
    parts = [
        Counter(group_of(error) for errors in latest[first : first + size] for error in errors)
        for first in range(0, TREND_DEALS, size)
    ]
    return tuple(
        msgspec.structs.replace(one, trend=tuple(part[one.group] for part in parts))
        for one in groups
    )
