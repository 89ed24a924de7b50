"""Evidence: the scores of all detectors in a deal, and of many deals beside those of others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from rebelote.fairplay import calls, cards, discards, tempo
from rebelote.fairplay.decisions import Decision, applies, free
from rebelote.rules.records.record import Step

DETECTORS: Final = (
    "cards",
    "calls",
    "talon",
    "discards_direct",
    "discards_inverted",
    "tempo_calls",
    "tempo_points",
    "tempo_red",
)
"""Every detector by name."""
TWO_SIDED: Final = frozenset(name for name in DETECTORS if name.startswith("tempo"))
"""Detectors for which both signs count."""

Scores = dict[str, float]
"""The sum of scores in a deal by detector; one that had nothing to look at is left out."""


def of_deal(
    steps: Sequence[Step], chance: Random, seconds: Sequence[float | None] = ()
) -> tuple[Scores, Scores]:
    """Return the scores of both sides in one deal.

    Args:
        steps: the actions of the deal, in order.
        chance: of the worlds that are drawn.
        seconds: the delay of each action; none where they are not known.
    """
    result: tuple[Scores, Scores] = ({}, {})
    if not steps or not applies(steps[0].before.rules):
        return result
    surplus = {}
    for number, decision in free(steps):
        scores, surplus[number] = _of_decision(decision, chance)
        sums = result[decision.seat % 2]
        for name, score in scores.items():
            sums[name] = sums.get(name, 0.0) + score
    if seconds:
        acts = [
            tempo.Act(step.seat, delay, surplus.get(number, {}))
            for number, (step, delay) in enumerate(zip(steps, seconds, strict=True))
        ]
        for sums, delayed in zip(result, tempo.scores(acts), strict=True):
            sums |= {f"tempo_{name}": score for name, score in delayed.items()}
    return result


def _of_decision(decision: Decision, chance: Random) -> tuple[Scores, dict[str, float]]:
    """Score a decision, and return by feature the surplus that a delay may accompany."""
    if not decision.is_card:
        called = calls.scores(decision, chance)
        if called is None:
            return {}, {}
        feature = tempo.of_call(calls.named(decision.action), called.likely)
        return {"calls": called.partner, "talon": called.talon}, feature
    worths = cards.worths(decision, decision.partners_hand, chance)
    if worths is None or decision.card not in worths.true:
        return {}, {}
    likely, at = worths.likely, decision.at
    points = {card: at.points(card) / 10 for card in likely}
    feature = tempo.of_card(decision.card, likely, not at.trick, points)
    discarded = discards.scores(decision, likely)
    return {"cards": worths.score(decision.card), **discarded}, feature
