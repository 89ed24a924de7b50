"""The opinion of a master: its own thought from the seat's view, and of a finished deal alone."""

from __future__ import annotations

import msgspec
import pytest
from needs import needs_kernel
from recorded_deals import played

from rebelote import bots
from rebelote.analysis.opinion import LEVEL, opinion
from rebelote.analysis.report import UnfinishedMatchError
from rebelote.rules import presets
from rebelote.rules.actions import Call, Play
from rebelote.rules.records.record import Record
from rebelote.rules.view import view

pytestmark = needs_kernel


@pytest.fixture(scope="module")
def record() -> Record:
    return played(presets.rules("french"), 5, ("random",))


def test_it_is_what_a_master_thinks_in_that_seat(record: Record) -> None:
    steps = list(record.steps())
    asked = [n for n, step in enumerate(steps) if isinstance(step.action, Play)]
    given = {number: opinion(record, 1, number) for number in (*asked[:4], *asked[-6:])}
    for number, result in given.items():
        step = steps[number]
        thought = bots.make(LEVEL, number).think(view(step.before, step.seat))
        assert (result.thought.action, result.thought.code) == (thought.action, thought.code)
        assert isinstance(thought.action, Play) and isinstance(step.action, Play)
        assert result.same == (thought.action.card == step.action.card)
    assert {result.same for result in given.values()} == {True, False}


def test_calls_are_thought_of_as_well(record: Record) -> None:
    first = next(n for n, step in enumerate(record.steps()) if isinstance(step.action, Call))
    result = opinion(record, 1, first)
    assert isinstance(result.thought.action, Call)
    assert result == opinion(record, 1, first)
    with pytest.raises(ValueError, match="no call"):
        opinion(record, 1, first - 1)


def test_nothing_is_said_of_a_deal_under_way_or_of_what_is_no_choice(record: Record) -> None:
    deal = msgspec.structs.replace(record.deals[0], actions=record.deals[0].actions[:-1])
    with pytest.raises(UnfinishedMatchError):
        opinion(msgspec.structs.replace(record, deals=(deal,)), 1, 0)
    with pytest.raises(UnfinishedMatchError):
        opinion(record, 2, 0)
    with pytest.raises(ValueError, match="no call"):
        opinion(record, 1, 999)
