"""Courses in a reader's language, as they are sent: positions, questions, answers with reasons."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from rebelote.bots import calling
from rebelote.bots.meanings import POINTS_BID
from rebelote.i18n.messages import number
from rebelote.i18n.speech import action_name, capital, card_name, value_name
from rebelote.learn import auctions, lessons, wording
from rebelote.learn.answers import Answer, LessonError, answers
from rebelote.learn.auctions import AuctionLesson, Exercise
from rebelote.learn.lessons import AUCTION, GUIDED, Goal, Lesson, Step
from rebelote.learn.schemas import Choice, Course, Position, Question, SaidCall, Taught
from rebelote.learn.search import filled
from rebelote.learn.wording import Speaker
from rebelote.rules import presets
from rebelote.rules.actions import Call, Double, Pass
from rebelote.rules.cards import Card, Trump
from rebelote.rules.records.notation import call_word
from rebelote.rules.view import View, rules_of

ANSWERED: Final[dict[Goal, Literal["trick", "choice"]]] = {
    Goal.WINNER: "trick",
    Goal.CHOICE: "choice",
    Goal.CALL: "choice",
}
"""The form of an answer, where it is not a card of the hand."""
PAGE_WORDS: Final = ("ui", "count", "seat")
"""The beginning of the keys of sentences that the pages say themselves."""
KEPT: Final = 40
"""Courses that are kept in memory: those of a few languages, some 60 kB each."""


@lru_cache(maxsize=KEPT)
def course(preset: str, language: str) -> Course:
    """Build the course of a rule set in one language.

    LessonError where the law of the rule set gives a question no answer, or no wrong one.
    """
    speaker = Speaker.of(presets.rules(preset), language)
    by_name = {lesson.name: lesson for lesson in lessons.taught(speaker.rules)}
    taught = (
        _auction(auctions.lesson(preset), speaker)
        if name == AUCTION
        else _taught(by_name[name], speaker)
        for name in lessons.names(preset)
    )
    return Course(
        preset=preset,
        direction=speaker.rules.table.direction,
        lessons=tuple(taught),
        words=page_words(speaker),
        deal=lessons.stored_names(preset, GUIDED),
        offered=lessons.COURSES,
    )


def page_words(speaker: Speaker) -> dict[str, str]:
    """Return the words of the pages themselves, by their keys."""
    guide = speaker.guide
    own = {key: guide.of(key) for key in guide.keys if key.partition(".")[0] in PAGE_WORDS}
    return {**own, **{f"suit.{name}": _trump_name(name, speaker) for name in ("all", "none")}}


def _taught(lesson: Lesson, speaker: Speaker) -> Taught:
    return Taught(
        name=lesson.name,
        title=wording.title(lesson.name, speaker),
        direction=speaker.rules.table.direction,
        questions=tuple(question(lesson.name, step, speaker) for step in lesson.steps),
        stored=lessons.stored_names(speaker.rules.preset, lesson.name),
    )


def question(lesson: str, step: Step, speaker: Speaker) -> Question:
    """Return one step as the learner sees it."""
    key, step = f"{lesson}.{step.name}", filled(step, speaker.rules.preset)
    return Question(
        name=key,
        text=wording.question(key, step, speaker),
        of=ANSWERED.get(step.goal, "hand"),
        at=_position(step),
        choices=tuple(_choice(key, step, each, speaker) for each in answers(step, speaker.rules)),
    )


def _position(step: Step) -> Position:
    return Position(
        trump=step.trump.value if step.trump else "",
        leader=step.leader,
        trick=tuple(card.text for card in step.trick),
        hand=tuple(card.text for card in step.hand),
        turned=step.turned.text if step.turned else "",
    )


def _choice(key: str, step: Step, answer: Answer, speaker: Speaker) -> Choice:
    text = label(answer.value, step, speaker)
    return Choice(answer.value, text, answer.right, wording.because(key, step, answer, speaker))


def label(value: str, step: Step, speaker: Speaker) -> str:
    """Return the text of an answer."""
    if step.goal is Goal.CALL:
        return speaker.say("action.pass") if value == "pass" else _trump_name(value, speaker)
    if step.goal is Goal.CHOICE:
        return value if value.isdecimal() else speaker(f"choice.{value}")
    return card_name(speaker.say, Card(value))


def _trump_name(trump: str, speaker: Speaker) -> str:
    return capital(speaker.say(f"suit.{trump}"))


# --- auctions -------------------------------------------------------------------------------------

MINUS: Final = "−"


def _auction(lesson: AuctionLesson, speaker: Speaker) -> Taught:
    preset = speaker.rules.preset
    return Taught(
        name=AUCTION,
        title=speaker(f"lesson.{lesson.name}"),
        direction=speaker.rules.table.direction,
        questions=tuple(_call_asked(lesson, step, speaker) for step in lesson.steps),
        stored=lessons.stored_names(preset, AUCTION),
    )


def _call_asked(lesson: AuctionLesson, step: Exercise, speaker: Speaker) -> Question:
    at, key = auctions.seen(step, lesson.preset), f"{lesson.name}.{step.name}"
    choices = auctions.options(step, at)
    right = auctions.best_call(step, at)
    if choices.count(right) != 1 or len(choices) == 1:
        raise LessonError(f"{key} by {lesson.preset}: {right} of {choices}")
    return Question(
        name=key,
        text=speaker(f"{key}.ask", **_figures(speaker)),
        of="choice",
        at=_before_the_call(at, speaker),
        choices=tuple(_call(key, step, at, call, speaker) for call in choices),
    )


def _figures(speaker: Speaker) -> dict[str, object]:
    """Return the values of an auction's questions: its aim, its least bid, an ace at no trumps."""
    rules = speaker.rules
    return {
        "goal": wording.goal(speaker),
        "double": capital(speaker.say("action.double")),
        "least": value_name(speaker.say, rules.auction.least_bid),
        "ace": rules.law(Trump.NONE).points[Card("AH")],
    }


def _before_the_call(at: View, speaker: Speaker) -> Position:
    said = (SaidCall(one.seat, _call_name(one.call, speaker)) for one in at.calls)
    turned = "" if at.turned is None else at.turned.text
    return Position(
        trump="",
        leader=0,
        trick=(),
        hand=tuple(card.text for card in at.hand),
        turned=turned,
        calls=tuple(said),
    )


def _call_name(call: Call, speaker: Speaker) -> str:
    return capital(action_name(speaker.say, call))


def _within(call: Call, speaker: Speaker) -> str:
    """Return the name of a call within a sentence; a double has that of its button."""
    return speaker.say("action.double") if call == Double() else action_name(speaker.say, call)


def _call(key: str, step: Exercise, at: View, call: Call, speaker: Speaker) -> Choice:
    right = auctions.best_call(step, at)
    said = f"{key}.right" if call == right else f"call.{auctions.why_not(at, call, right)}"
    best = _within(right, speaker)
    because = speaker(
        said,
        sum=_reason(step, at, call, right, speaker),
        bid=_within(call, speaker),
        right=capital(best) if said == "call.marks" else best,
        few=POINTS_BID.few + 1,
        long=POINTS_BID.long,
        needed=auctions.to_double(at),
        **_figures(speaker),
    )
    return Choice(call_word(call), _call_name(call, speaker), call == right, because)


def _reason(step: Exercise, at: View, call: Call, right: Call, speaker: Speaker) -> str:
    """Explain a call by the worth of the hand, or by the expected marks of each call."""
    if rules_of(at).bidding.names_values:
        trump = auctions.trump_in_question(at, call, right)
        return reckoned(auctions.reckoning(at, trump), speaker)
    in_marks = calling.of(rules_of(at)).by_hand != "hand"
    parts = (
        _worth_of(_within(each, speaker), points, speaker)
        for each, points in auctions.worths(step, at).items()
        if in_marks or not isinstance(each, Pass)
    )
    listed = speaker.say("ui.semicolon").join(parts)
    return speaker("worth.marks" if in_marks else "worth.hand", parts=listed)


def _worth_of(call: str, points: float, speaker: Speaker) -> str:
    if auctions.too_short(points):
        return speaker("worth.few", call=call)
    return f"{call} {number(speaker.guide.language, _signed(points))}"


def reckoned(reckoning: auctions.Reckoning, speaker: Speaker) -> str:
    """Return the sum of a hand's worth with a trump as a sentence."""
    comma = speaker.say("ui.comma")
    parts = (
        speaker(f"worth.{part}", points=_signed(points), name=_name_of(part, speaker))
        for part, points in reckoning.parts.items()
    )
    suit = capital(speaker.say(f"suit.{reckoning.trump.value}"))
    return speaker("worth.sum", suit=suit, parts=comma.join(parts), worth=_signed(reckoning.worth))


def _name_of(part: str, speaker: Speaker) -> str:
    """Return the word of the tables for a part of a hand's worth; empty where they have none."""
    key = {"belote": "score.belote", "announced": "score.melds"}.get(part)
    return uncapital(speaker.say(key)) if key else ""


def uncapital(text: str) -> str:
    """Return a text with a small letter at its beginning."""
    return text[:1].lower() + text[1:]


def _signed(points: float) -> str:
    return f"{MINUS if points < 0 else ''}{abs(points):g}"
