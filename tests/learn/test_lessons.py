"""Every lesson is played by the law: positions that can come about, answers that are right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random

import msgspec
import pytest
from needs import needs_kernel
from reach import reachable

from rebelote.bots import calling
from rebelote.i18n import LANGUAGES, SPOKEN, learn_words, messages, words
from rebelote.kernel import solver
from rebelote.learn import auctions, courses, lessons
from rebelote.learn.answers import LessonError, answers, best_call, law, settled
from rebelote.learn.lessons import LESSONS, PRESETS, Goal, Lesson, Step
from rebelote.learn.schemas import Question
from rebelote.learn.search import filled
from rebelote.rules import deck, match, play, presets
from rebelote.rules.actions import Bid, Take
from rebelote.rules.auctions.turned import TURNED
from rebelote.rules.cards import Card, CardSet, Trump, parse_cards
from rebelote.rules.contract import Called
from rebelote.rules.options import Rules
from rebelote.rules.tallies import DEAL_POINTS
from rebelote.rules.view import view

STEPS = [(lesson, step) for lesson in LESSONS for step in lesson.steps]


def named(lesson: Lesson, step: Step, preset: str) -> str:
    """Return the question that a test asks, and by which rules."""
    return f"{lesson.name}.{step.name}-{preset}"


every_preset = pytest.mark.parametrize("preset", PRESETS)
LESSONS_OF_A_COURSE = range(12, 16)


@cache
def steps_of(preset: str) -> list[tuple[Lesson, Step]]:
    taught = lessons.taught(presets.rules(preset))
    return [(lesson, filled(step, preset)) for lesson in taught for step in lesson.steps]


def cards_named(step: Step) -> CardSet:
    """Return every card of a position."""
    held = [card for hand in (step.hand, *step.hands) for card in hand]
    turned = [step.turned] if isinstance(step.turned, Card) else []
    return CardSet.of([*step.trick, *held, *turned])


@every_preset
def test_a_course_has_some_twelve_lessons_of_a_few_questions(preset: str) -> None:
    course = courses.course(preset, "en")
    names = tuple(lesson.name for lesson in course.lessons)
    assert names == lessons.names(preset) and len(names) in LESSONS_OF_A_COURSE
    assert len(set(names)) == len(names)
    asked = [len(lesson.questions) for lesson in course.lessons]
    assert min(asked) >= 2 and max(asked) <= 6
    assert set(lessons.COURSES) == set(course.offered) <= set(PRESETS)


@every_preset
def test_what_is_right_is_legal_and_what_is_refused_is_not(preset: str) -> None:
    """The law of the rule set is asked again: a card, the winner of the trick, the settlement."""
    rules = presets.rules(preset)
    for _, step in steps_of(preset):
        given = answers(step, rules)
        right = {answer.value for answer in given if answer.right}
        assert right and len(right) < len({answer.value for answer in given}) == len(given)
        if step.goal is Goal.WINNER:
            trump = step.trump or Trump.NONE
            assert right == {step.trick[play.winner(step.trick, trump)].text}
        elif step.goal not in (Goal.CHOICE, Goal.CALL):
            legal = {card.text for card in play.legal(step.hand, step.trick, law(step, rules))}
            assert right <= legal
            assert {answer.value for answer in given if not answer.refusal} == legal
        if step.measure in ("written", "made", "marks"):
            assert_settled(step, rules, right)
        if step.measure == "out":
            assert step.trump is not None
            seen = [card for card in (*step.hand, *step.trick) if card in step.trump.cards]
            assert right == {str(8 - len(seen))}


def assert_settled(step: Step, rules: Rules, right: set[str]) -> None:
    """Compare what is marked right with what the rules write of the deal."""
    result = settled(step, rules)
    us, them = result.marks
    expected = {
        "written": "us" if us > them else "them",
        "made": "yes" if result.outcome == "made" else "no",
        "marks": str(us),
    }
    assert right == {expected[step.measure]}


@pytest.mark.parametrize(
    ("step", "preset"),
    [
        (Step("all", Goal.LEGAL, Trump.HEARTS, parse_cards("KC"), CardSet.parse("QC 8C")), "bela"),
        (
            Step(
                "best",
                Goal.BEST,
                Trump.HEARTS,
                parse_cards("KC"),
                CardSet.parse("AC 8C"),
                best=CardSet.parse("8C"),
            ),
            "bela",
        ),
    ],
    ids=["nothing to ask", "not legal in bela"],
)
def test_a_step_that_the_law_refutes_is_not_built(step: Step, preset: str) -> None:
    with pytest.raises(LessonError):
        answers(step, presets.rules(preset))


def cards_before(step: Step) -> int:
    """Count the cards of a hand before the trick."""
    if step.measure == "last":
        return 1
    if step.measure in ("melds", "contest"):
        return 8
    return len(step.hand) + (len(step.trick) == 4) if step.hand else 8


@pytest.mark.parametrize(
    "preset",
    ["french", *(pytest.param(one, marks=pytest.mark.full) for one in ("flemish", "bulgarian"))],
)
def test_a_position_can_come_about(preset: str) -> None:
    """No card stands twice, and a whole deal by the law leads there."""
    rules = presets.rules(preset)
    for lesson, step in steps_of(preset):
        together = [*step.trick, *step.hand, *(card for hand in step.hands for card in hand)]
        assert len(together) == len(cards_named(step)) - (step.turned is not None)
        if step.goal is Goal.CALL:
            assert len(step.hand) == 5
        elif sum(step.taken):
            assert sum(step.taken) == DEAL_POINTS
        elif not step.found and step.measure not in ("square", "card"):
            held = (step.hand, *step.hands)
            before = cards_before(step)
            assert reachable(held, step.leader, step.trick, law(step, rules), before), lesson.name


def right_of(name: str, preset: str) -> set[str]:
    """Return the right answers to a step of a course; empty where it is not taught."""
    rules = presets.rules(preset)
    known = {f"{lesson.name}.{step.name}": step for lesson, step in steps_of(preset)}
    return {a.value for a in answers(known[name], rules) if a.right} if name in known else set()


def test_the_law_differs_where_it_is_said_to() -> None:
    assert right_of("trumps.partner", "french") == {"AH"}
    assert right_of("trumps.beneath", "flemish") == {"AH", "8H"}
    assert right_of("belote.pair", "french") == {"KH", "QH"}
    assert right_of("belote.pair", "flemish") == {"KH"}
    assert right_of("partner.free", "french") == {"TC"}
    for preset in ("bela", "pilotta", "klaverjas-rotterdam-nku"):
        assert right_of("partner.free", preset) == set()
        assert right_of("partner.must", preset) == {"7H"}
    assert right_of("follow.rise", "bela") == {"AC"}
    assert right_of("ruff.below", "klaverjas-amsterdam-kbn") == {"AS", "KD"}
    assert right_of("partner.over", "klaverjas-amsterdam-kbn") == {"KD", "QS"}
    assert right_of("belote.counts", "bela") == {"yes"}
    assert right_of("belote.apart", "baloot") == {"no"}
    assert right_of("announce.square", "baloot") == {"0"}
    assert right_of("without.ace", "bazar-blot") == {"19"}


def test_a_game_is_not_taught_what_it_has_not() -> None:
    for preset in PRESETS:
        rules, names = presets.rules(preset), lessons.names(preset)
        assert ("taking" in names) == (rules.bidding is TURNED)
        assert ("belote" in names) == (rules.belote.belote != "none")
        assert ("announce" in names) == rules.melds.announced
        assert ("roem" in names) == (rules.melds.trick_melds != "none")


def test_bots_call_as_the_lesson_does() -> None:
    called = [step for _, step in steps_of("french") if step.goal is Goal.CALL]
    assert called
    for step in called:
        assert value_called(step) == best_call(step, presets.rules("french")), step.name


def value_called(step: Step) -> str:
    """Return the call of a bot with the hand of a step of the French lesson."""
    rules = presets.rules("french")
    calls = tuple(Called(seat=seat % 4, round=1, trump=None) for seat in range(step.calls))
    dealt = view(match.start(rules, deck.shuffled(Random(0), rules.pack), 3), 0)
    at = msgspec.structs.replace(
        dealt, hand=step.hand, turned=step.turned, calls=calls, phase="bidding"
    )
    called = calling.call(at)
    return called.trump.value if isinstance(called, Take | Bid) else "pass"


@needs_kernel
@every_preset
def test_the_solver_finds_the_best_card_again(preset: str) -> None:
    """With all hands open, and every right card is worth more than any wrong one."""
    best = [step for _, step in steps_of(preset) if step.goal is Goal.BEST]
    assert best
    for step in best:
        hands, rules = (step.hand, *step.hands), presets.rules(preset)
        result = solver.solve(hands, step.leader, (), law(step, rules), values=True).values
        assert result is not None
        most = max(result.values())
        assert {card for card in result if result[card] == most} == set(step.best)


# --- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_sentences(language: str) -> None:
    english, other = learn_words("en"), learn_words(language)
    assert other.keys == english.keys
    for key in english.keys:
        assert other.of(key).strip()
        assert messages.placeholders(other.of(key)) == messages.placeholders(english.of(key)), key
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
def test_every_answer_has_a_sentence_that_says_why(preset: str) -> None:
    """In half of the languages; the next rule set, which has the same lessons, in the others."""
    for language in SPOKEN[PRESETS.index(preset) % 2 :: 2]:
        for asked in questions(preset, language):
            assert asked.text and not re.search(r"[{}]", asked.text), language
            for choice in asked.choices:
                assert choice.text
                assert len(choice.because) > 5
                assert not re.search(r"[{}]", choice.because)


def test_a_refused_card_is_answered_by_the_refusal_itself() -> None:
    say = words("fr")
    follow = next(q for q in questions("french", "fr") if q.name == "follow.suit")
    because = {choice.value: choice.because for choice in follow.choices}
    assert because["AS"] == say("refusal.must-follow")


def test_games_are_taught_in_their_own_words() -> None:
    titles = {lesson.name: lesson.title for lesson in courses.course("pilotta", "el").lessons}
    assert titles["belote"] == words("el", "pilotta")("score.belote") == "Πιλόττα"
    for preset, language, foreign in (
        ("pilotta", "el", "μπελότ"),
        ("klaverjas-forehand", "nl", "zot"),
    ):
        for question in questions(preset, language):
            said = [question.text, *(f"{one.text} {one.because}" for one in question.choices)]
            assert not re.search(rf"\b{foreign}", " ".join(said), re.IGNORECASE), question.name


def test_a_page_of_before_finds_its_lessons_done() -> None:
    assert lessons.stored_names("french", "trick") == ("french/trick", "trick")
    assert lessons.stored_names("bela", "trick") == ("bela/trick",)
    assert lessons.stored_names("bela", "auction") == ("bela/auction", "bela")


def test_no_sentence_of_the_lessons_is_left_over() -> None:
    """Each key belongs to a step, an auction, the guided deal, the trainer or the pages."""
    steps = {f"{lesson.name}.{step.name}" for lesson, step in STEPS} | {"announce.equal"}
    titles = {lesson.name for lesson in LESSONS}
    others = {"auction", *(lesson.name for lesson in auctions.LESSONS)}
    parts = {*courses.PAGE_WORDS, "guide", "choice", "wrong", "call", "worth", "by", *others}
    for key in learn_words("en").keys:
        first, second, *_ = key.split(".")
        known = first in parts or (first == "lesson" and second in titles | others)
        assert known or f"{first}.{second}" in steps | {"contract.need", "practice.ask"}, key


def test_cards_are_known_by_what_they_are() -> None:
    taking = next(lesson for lesson in LESSONS if lesson.name == "taking")
    assert CardSet.parse("JH") <= cards_named(taking.steps[0])
