"""Opinion: the choice of the strongest bot in the place of a seat, and its reasons."""

from __future__ import annotations

from typing import Final

import msgspec

from rebelote import bots
from rebelote.analysis.report import UnfinishedMatchError
from rebelote.bots import Thought
from rebelote.rules.actions import Action, Play
from rebelote.rules.deal import Bidding, Playing
from rebelote.rules.records.record import Record, Step
from rebelote.rules.view import view

LEVEL: Final = bots.LEVELS[-1]
"""The level that gives its opinion."""


class Opinion(msgspec.Struct, frozen=True):
    """A thought from a seat's view of its turn; `same`: whether the seat did the same."""

    thought: Thought
    same: bool


class NoDecisionError(ValueError):
    """An action that is no call and no card in turn."""


def opinion(record: Record, deal: int, number: int) -> Opinion:
    """Return the opinion of a master on a call or card; the same every time.

    `number`: so many actions of the deal, counted from 1, were done before it. NoDecisionError
    where it is none, UnfinishedMatchError where its deal is not over.
    """
    steps = [step for step in record.steps() if step.before.number == deal]
    if not steps or not steps[-1].after.written:
        raise UnfinishedMatchError(f"deal {deal} is not over")
    if not 0 <= number < len(steps) or not _in_turn(steps[number]):
        raise NoDecisionError(f"action {number} is no call and no card in turn")
    step = steps[number]
    thought = bots.make(LEVEL, number).think(view(step.before, step.seat))
    thought = msgspec.structs.replace(thought, worth={}, intervals={})
    return Opinion(thought, _same(thought.action, step.action))


def _in_turn(step: Step) -> bool:
    return isinstance(step.before.deal, Bidding | Playing) and step.seat == step.before.to_act


def _same(one: Action, other: Action) -> bool:
    """Return whether it is the same call, or the same card, whatever was said with it."""
    if isinstance(one, Play) and isinstance(other, Play):
        return one.card == other.card
    return one == other
