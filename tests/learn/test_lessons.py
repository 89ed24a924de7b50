"""Every lesson is played by the law: positions that can come about, answers that are right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from string import Formatter

import msgspec
import pytest
from needs import needs_kernel
from reach import reachable

from rebelote.bots import calling
from rebelote.i18n import LANGUAGES, learn_words, words
from rebelote.kernel import solver
from rebelote.learn import auctions, courses
from rebelote.learn.answers import answers, best_call, cards_named, law, settled
from rebelote.learn.lessons import LESSONS, PRESETS, Goal, Lesson, Step
from rebelote.learn.schemas import Question
from rebelote.rules import deck, match, play, presets
from rebelote.rules.actions import Bid, Take
from rebelote.rules.auctions import KINDS
from rebelote.rules.auctions.state import AuctionSoFar
from rebelote.rules.cards import CardSet
from rebelote.rules.contract import Called
from rebelote.rules.options import Rules
from rebelote.rules.scoring import DEAL_POINTS
from rebelote.rules.view import view

STEPS = [(lesson, step) for lesson in LESSONS for step in lesson.steps]
TAUGHT = [(lesson, step, preset) for lesson, step in STEPS for preset in step.presets]


def named(lesson: Lesson, step: Step, preset: str) -> str:
    """The question that a test asks, and by which rules."""
    return f"{lesson.name}.{step.name}-{preset}"


every_preset = pytest.mark.parametrize("preset", PRESETS)
every_step = pytest.mark.parametrize(
    ("lesson", "step", "preset"),
    TAUGHT,
    ids=[named(*each) for each in TAUGHT],
)
NUMBER_OF_LESSONS = 12


def test_there_are_twelve_lessons_of_a_few_questions() -> None:
    assert len(LESSONS) == len({lesson.name for lesson in LESSONS}) == NUMBER_OF_LESSONS
    for preset in PRESETS:
        taught = courses.course(preset, "en").lessons
        assert [lesson.name for lesson in taught] == [lesson.name for lesson in LESSONS]
        assert all(2 <= len(lesson.questions) <= 4 for lesson in taught)
    assert len({(lesson.name, step.name) for lesson, step in STEPS}) == len(STEPS)


@every_step
def test_a_question_has_right_and_wrong_answers(lesson: Lesson, step: Step, preset: str) -> None:
    given = answers(step, presets.rules(preset))
    assert any(answer.right for answer in given)
    assert any(not answer.right for answer in given)
    assert len({answer.value for answer in given}) == len(given) >= 2
    assert not [answer for answer in given if answer.right and answer.refusal]


@every_step
def test_an_answer_is_legal_exactly_when_it_is_not_refused(
    lesson: Lesson, step: Step, preset: str
) -> None:
    if step.goal in (Goal.CHOICE, Goal.CALL, Goal.WINNER):
        return
    rules = presets.rules(preset)
    legal = {card.text for card in play.legal(step.hand, step.trick, law(step, rules))}
    given = answers(step, rules)
    assert {answer.value for answer in given} == {card.text for card in step.hand}
    assert {answer.value for answer in given if not answer.refusal} == legal


def cards_before(step: Step) -> int:
    """How many cards a hand had before the trick."""
    if step.measure == "last":
        return 1
    if step.measure in ("melds", "contest"):
        return 8
    return len(step.hand) + (len(step.trick) == 4) if step.hand else 8


@pytest.mark.parametrize(
    ("lesson", "step", "preset"),
    [
        pytest.param(
            *each,
            marks=() if each[2] == each[1].presets[0] else pytest.mark.full,
            id=named(*each),
        )
        for each in TAUGHT
    ],
)
def test_a_position_can_come_about(lesson: Lesson, step: Step, preset: str) -> None:
    """No card stands twice, and a whole deal by the law leads there."""
    together = [*step.trick, *step.hand, *(card for hand in step.hands for card in hand)]
    assert len(together) == len(cards_named(step)) - (step.turned is not None)
    if step.goal is Goal.CALL or step.bid:
        assert step.bid or len(step.hand) == 5
        return
    if sum(step.taken):
        assert sum(step.taken) == DEAL_POINTS
        return
    rules = presets.rules(preset)
    held = (step.hand, *step.hands)
    assert reachable(held, step.leader, step.trick, law(step, rules), cards_before(step))


def test_the_law_differs_where_it_is_said_to() -> None:
    """Flemish players need not rise over their partner, and play the king of belote first."""
    by_name = {(lesson.name, step.name): step for lesson, step in STEPS}
    over, pair = by_name["trumps", "partner"], by_name["belote", "pair"]

    def right(step: Step, preset: str) -> set[str]:
        return {a.value for a in answers(step, presets.rules(preset)) if a.right}

    assert right(over, "french") == {"AH"}
    assert right(over, "flemish") == {"AH", "8H"}
    assert right(pair, "french") == {"KH", "QH"}
    assert right(pair, "flemish") == {"KH"}


def test_bulgarian_players_need_not_play_a_trump_under_a_higher_one() -> None:
    under = next(step for lesson, step in STEPS if step.name == "under")
    given = answers(under, presets.rules("bulgarian"))
    assert all(answer.right for answer in given), "nothing to ask there"
    assert not under.presets.count("bulgarian")


def test_what_is_written_of_a_deal_is_what_the_rules_make_of_it() -> None:
    """The tens that the sentences of Bulgarian belot name."""
    by_name = {f"{lesson.name}.{step.name}": step for lesson, step in STEPS}
    for name, marks, held in (("made", (9, 7), 0), ("failed", (0, 16), 0), ("tie", (0, 8), 8)):
        result = settled(by_name[f"contract.{name}"], presets.rules("bulgarian"))
        assert (result.marks, result.held) == (marks, held)


CALLED = [step for _, step, preset in TAUGHT if step.goal is Goal.CALL and preset != "flemish"]


@pytest.mark.parametrize("step", CALLED, ids=[step.name for step in CALLED])
def test_bots_call_as_the_lesson_does(step: Step) -> None:
    rules = presets.rules(step.presets[0])
    calls = tuple(Called(seat % 4, 1, None) for seat in range(step.calls))
    dealt = view(match.start(rules, deck.shuffled(Random(0), rules.pack), 3), 0)
    at = msgspec.structs.replace(
        dealt, hand=step.hand, turned=step.turned, calls=calls, phase="bidding"
    )
    called = calling.call(at)
    value = called.trump.value if isinstance(called, Take | Bid) else "pass"
    assert value == best_call(step, rules)
    legal = openings(step, rules)
    assert set(step.options) <= legal, "what is offered may be bid"


def openings(step: Step, rules: Rules) -> set[str]:
    """What may be called where nobody has spoken yet, in the words of a step."""
    offers = KINDS[rules.auction.auction_kind].offers(
        AuctionSoFar(rules.auction, rules.sides, 0, step.turned)
    )
    return {call.trump.value if isinstance(call, Take | Bid) else "pass" for call in offers}


@needs_kernel
@every_preset
def test_the_solver_finds_the_best_card_again(preset: str) -> None:
    """With all hands open, and every right card is worth more than any wrong one."""
    best = [step for _, step in STEPS if step.goal is Goal.BEST]
    assert len(best) == 3
    for step in best:
        hands, rules = (step.hand, *step.hands), presets.rules(preset)
        result = solver.solve(hands, step.leader, (), law(step, rules), values=True).values
        assert result is not None
        most = max(result.values())
        assert {card for card in result if result[card] == most} == set(step.best)


# --- words ----------------------------------------------------------------------------------------


def holes(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_sentences(language: str) -> None:
    english, other = learn_words("en"), learn_words(language)
    assert other.keys == english.keys
    for key in english.keys:
        assert other.of(key).strip()
        assert holes(other.of(key)) == holes(english.of(key)), key
    if language != "en":
        assert not [
            key
            for key in english.keys
            if len(english.of(key)) > 20 and english.of(key) == other.of(key)
        ]


def questions(preset: str, language: str) -> Iterator[Question]:
    for lesson in courses.course(preset, language).lessons:
        yield from lesson.questions


@every_preset
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_has_a_sentence_that_says_why(preset: str, language: str) -> None:
    for asked in questions(preset, language):
        assert asked.text
        for choice in asked.choices:
            assert choice.text
            assert len(choice.because) > 5
            assert not re.search(r"[{}]", choice.because)


def test_a_refused_card_is_answered_by_the_refusal_itself() -> None:
    say = words("fr")
    follow = next(q for q in questions("french", "fr") if q.name == "follow.suit")
    because = {choice.value: choice.because for choice in follow.choices}
    assert because["AS"] == say("refusal.must-follow")


def test_no_sentence_of_the_lessons_is_left_over() -> None:
    """Each key belongs to a step, an auction, the guided deal, the trainer or the pages."""
    steps = {f"{lesson.name}.{step.name}" for lesson, step in STEPS}
    for key in learn_words("en").keys:
        first, _, rest = key.partition(".")
        others = {lesson.name for lesson in auctions.LESSONS}
        known = first in (*courses.PAGE_WORDS, "guide", "choice", "wrong", "call", "worth", *others)
        titles = {lesson.name for lesson in LESSONS} | others
        known = known or (first == "lesson" and rest.partition(".")[0] in titles)
        assert known or ".".join(key.split(".")[:2]) in steps, key


def test_cards_are_known_by_what_they_are() -> None:
    assert CardSet.parse("JH") <= cards_named(LESSONS[5].steps[0])
