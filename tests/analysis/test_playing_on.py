"""Playing on with open cards: answers that are repeated, and cards judged by the solver."""

from __future__ import annotations

import pytest
from needs import needs_kernel
from recorded_deals import played

from rebelote import bots
from rebelote.analysis import worth
from rebelote.analysis.playing_on import ANSWERERS, PERFECT, answer, decisions
from rebelote.bots.payoffs import MarksOnly
from rebelote.rules import presets
from rebelote.rules.actions import Call, Play
from rebelote.rules.cards import Card
from rebelote.rules.deal import Playing
from rebelote.rules.match import Match
from rebelote.rules.records.record import Record, Step
from rebelote.rules.view import view

pytestmark = needs_kernel


@pytest.fixture(scope="module")
def record() -> Record:
    return played(presets.rules("french"), 5, ("random",))


@pytest.fixture(scope="module")
def choices(record: Record) -> list[tuple[int, Step]]:
    """Return the cards of the deal that were a choice, with their numbers."""
    steps = enumerate(record.steps())
    return [
        (number, step)
        for number, step in steps
        if isinstance(step.before.deal, Playing) and len(leads(step.before)) > 1
    ]


def leads(match: Match) -> dict[Card, float]:
    """Return the marks by which the side to act will be ahead after each card."""
    assert isinstance(match.deal, Playing)
    worths = worth.by_card(match.deal, match.held, MarksOnly(match.rules, match.nothing))
    side = match.rules.sides[match.deal.to_act]
    return {card: each.ahead(side) for card, each in worths.items()}


@pytest.mark.parametrize("answerer", ANSWERERS)
def test_each_answers_a_call_and_a_card_the_same_every_time(
    answerer: str, record: Record, choices: list[tuple[int, Step]]
) -> None:
    called = next(step for step in record.steps() if isinstance(step.action, Call))
    for number, step in ((0, called), *choices[:3]):
        given = answer(step.before, step.seat, answerer, number)
        assert given == answer(step.before, step.seat, answerer, number)
        assert type(given) is type(step.action)


def test_a_level_answers_from_the_view_of_its_seat(choices: list[tuple[int, Step]]) -> None:
    number, step = choices[0]
    thought = bots.make("club", number).think(view(step.before, step.seat))
    assert answer(step.before, step.seat, "club", number) == thought.action


def test_perfect_play_loses_nothing(choices: list[tuple[int, Step]]) -> None:
    for number, step in choices:
        given = answer(step.before, step.seat, PERFECT, number)
        assert isinstance(given, Play)
        marks = leads(step.before)
        assert marks[given.card] == max(marks.values())


def test_a_card_costs_what_the_best_one_brought_more(
    record: Record, choices: list[tuple[int, Step]]
) -> None:
    judged = {one.number: one for one in decisions(record, 1, 0)}
    assert set(judged) <= {number for number, _ in choices}
    for number, step in choices:
        if not (one := judged.get(number)):
            continue
        marks = leads(step.before)
        assert isinstance(step.action, Play)
        assert one.loss_true == max(marks.values()) - marks[step.action.card]
        assert (one.kind == "best") == (one.loss_true == 0)
        assert set(one.best) == {
            card.text for card, lead in marks.items() if lead == max(marks.values())
        }
    assert {one.kind for one in judged.values()} > {"best"}, "random cards cost something"


def test_only_what_was_played_from_an_action_on_is_judged(record: Record) -> None:
    everything = decisions(record, 1, 0)
    first = everything[len(everything) // 2].number
    assert decisions(record, 1, first) == tuple(one for one in everything if one.number >= first)
    assert decisions(record, 2, 0) == ()
