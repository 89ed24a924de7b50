"""Lessons in a reader's language, as they are sent: positions, questions, answers with reasons."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal

from rebelote.bots import calling
from rebelote.bots.meanings import POINTS_BID
from rebelote.i18n import learn_words, words
from rebelote.i18n.speech import action_name, capital, card_name
from rebelote.learn import auctions
from rebelote.learn.answers import Answer, answers
from rebelote.learn.auctions import AuctionLesson, Exercise
from rebelote.learn.lessons import BEFORE, LESSONS, Goal, Lesson, Step
from rebelote.learn.schemas import Choice, Course, Position, Question, SaidCall, Taught
from rebelote.rules import presets
from rebelote.rules.actions import Call, Pass
from rebelote.rules.cards import Card, Trump
from rebelote.rules.notation import call_word
from rebelote.rules.options import Rules
from rebelote.rules.view import View, rules_of

ANSWERED: Final[dict[Goal, Literal["trick", "choice"]]] = {
    Goal.WINNER: "trick",
    Goal.CHOICE: "choice",
    Goal.CALL: "choice",
}
"""By what a question is answered, where not by a card of the hand."""


PAGE_WORDS: Final = ("ui", "count", "seat")
"""How the keys begin of what the pages say themselves."""


@cache
def course(preset: str, language: str) -> Course:
    """All that is taught of a rule set, in one language."""
    rules = presets.rules(preset)
    lessons = tuple(_taught(lesson, rules, language) for lesson in LESSONS)
    further = tuple(_auction(lesson, language) for lesson in auctions.LESSONS)
    return Course(preset, rules.table.direction, lessons, page_words(language), further)


def page_words(language: str) -> dict[str, str]:
    """The words of the pages themselves, by their keys."""
    say = learn_words(language)
    return {key: say.of(key) for key in say.keys if key.partition(".")[0] in PAGE_WORDS}


def _taught(lesson: Lesson, rules: Rules, language: str) -> Taught:
    asked = (step for step in lesson.steps if rules.preset in step.presets)
    return Taught(
        lesson.name,
        sentence(f"lesson.{lesson.name}", rules, language),
        rules.table.direction,
        tuple(question(lesson.name, step, rules, language) for step in asked),
    )


def question(lesson: str, step: Step, rules: Rules, language: str) -> Question:
    """One step, as the learner sees it."""
    key = f"{lesson}.{step.name}"
    return Question(
        key,
        sentence(f"{key}.ask", rules, language),
        ANSWERED.get(step.goal, "hand"),
        _position(step, language),
        tuple(_choice(key, step, each, rules, language) for each in answers(step, rules)),
    )


def _position(step: Step, language: str) -> Position:
    return Position(
        step.trump.value if step.trump else "",
        step.leader,
        tuple(card.text for card in step.trick),
        tuple(card.text for card in step.hand),
        step.turned.text if step.turned else "",
        (SaidCall(BEFORE, _trump_name(step.bid, language)),) if step.bid else (),
    )


def _choice(key: str, step: Step, answer: Answer, rules: Rules, language: str) -> Choice:
    text = label(answer.value, step, language)
    return Choice(answer.value, text, answer.right, because(key, step, answer, rules, language))


def because(key: str, step: Step, answer: Answer, rules: Rules, language: str) -> str:
    """What is said to an answer: a refusal in its own words, or the sentence of the step."""
    if answer.refusal:
        return words(language)(f"refusal.{answer.refusal}")
    own = f"{key}.{'right' if answer.right else 'wrong'}"
    if answer.right or own in learn_words(language).keys:
        return sentence(own, rules, language)
    return sentence(f"wrong.{step.goal.value}", rules, language)


def sentence(key: str, rules: Rules, language: str) -> str:
    """A sentence of the lessons: that of the rule set, where it has one of its own."""
    return learn_words(language)(key_of(key, rules))


def key_of(key: str, rules: Rules) -> str:
    """The key of a sentence of the lessons: that of the rule set, where it has one of its own."""
    own = f"{key}.{rules.preset}"
    return own if own in learn_words("en").keys else key


def label(value: str, step: Step, language: str) -> str:
    """The text of an answer."""
    say = words(language)
    if step.goal is Goal.CALL or step.bid:
        return say("action.pass") if value == "pass" else _trump_name(Trump(value), language)
    if step.goal is Goal.CHOICE:
        return value if value.isdecimal() else learn_words(language)(f"choice.{value}")
    return card_name(say, Card(value))


def _trump_name(trump: Trump, language: str) -> str:
    return capital(words(language)(f"suit.{trump.value}"))


# --- auctions -------------------------------------------------------------------------------------

MINUS: Final = "−"


def _auction(lesson: AuctionLesson, language: str) -> Taught:
    return Taught(
        lesson.name,
        learn_words(language)(f"lesson.{lesson.name}"),
        presets.rules(lesson.preset).table.direction,
        tuple(_call_asked(lesson, step, language) for step in lesson.steps),
    )


def _call_asked(lesson: AuctionLesson, step: Exercise, language: str) -> Question:
    at, key = auctions.seen(step, lesson.preset), f"{lesson.name}.{step.name}"
    return Question(
        key,
        learn_words(language)(f"{key}.ask"),
        "choice",
        _before_the_call(at, language),
        tuple(_call(key, step, at, call, language) for call in auctions.options(step)),
    )


def _before_the_call(at: View, language: str) -> Position:
    said = (SaidCall(one.seat, _call_name(one.call, at, language)) for one in at.calls)
    turned = "" if at.turned is None else at.turned.text
    return Position("", 0, (), tuple(card.text for card in at.hand), turned, tuple(said))


def _call_name(call: Call, at: View, language: str) -> str:
    return capital(action_name(words(language, rules_of(at).preset), call))


def _call(key: str, step: Exercise, at: View, call: Call, language: str) -> Choice:
    right = auctions.best_call(step, at)
    said = f"{key}.right" if call == right else f"call.{auctions.why_not(at, call, right)}"
    because = learn_words(language)(
        said,
        sum=_reason(step, at, call, right, language),
        bid=_call_name(call, at, language),
        right=_call_name(right, at, language),
        few=POINTS_BID.few + 1,
        long=POINTS_BID.long,
        needed=auctions.to_double(at),
    )
    return Choice(call_word(call), _call_name(call, at, language), call == right, because)


def _reason(step: Exercise, at: View, call: Call, right: Call, language: str) -> str:
    """Why a call is right or not: what the hand is worth, or what each call should bring."""
    if rules_of(at).bidding.names_values:
        trump = auctions.trump_in_question(at, call, right)
        return reckoned(auctions.reckoning(at, trump), language)
    in_marks = calling.of(rules_of(at)).by_hand != "hand"
    parts = (
        f"{_call_name(each, at, language)} {_signed(points)}"
        for each, points in auctions.worths(step, at).items()
        if in_marks or not isinstance(each, Pass)
    )
    return learn_words(language)(
        "worth.marks" if in_marks else "worth.hand", parts=", ".join(parts)
    )


def reckoned(result: auctions.Reckoning, language: str) -> str:
    """What a hand is worth with a trump, added up in a sentence."""
    say = learn_words(language)
    parts = (say(f"worth.{name}", points=_signed(points)) for name, points in result.parts.items())
    suit = capital(words(language)(f"suit.{result.trump.value}"))
    return say("worth.sum", suit=suit, parts=", ".join(parts), worth=_signed(result.worth))


def _signed(points: float) -> str:
    return f"{MINUS if points < 0 else ''}{abs(points):g}"
