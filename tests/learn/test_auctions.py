"""Lessons on the auction: real deals, and what is right is what the table of meaning says."""

from __future__ import annotations

import re

import pytest
from needs import needs_kernel

from rebelote import bots
from rebelote.bots import rising
from rebelote.bots.meanings import POINTS_BID, HandWorth, may_name, reckoned
from rebelote.i18n import LANGUAGES, learn_words
from rebelote.learn import auctions, courses
from rebelote.learn.lessons import AUCTION, COURSES, PRESETS
from rebelote.learn.schemas import Taught
from rebelote.rules import presets
from rebelote.rules.actions import Bid
from rebelote.rules.auctions.purchase import SUN, purchase
from rebelote.rules.auctions.turned import TURNED
from rebelote.rules.cards import SUIT_TRUMPS
from rebelote.rules.records.notation import read_call
from rebelote.rules.view import auction_of, rules_of

BY_AUCTION = [preset for preset in PRESETS if presets.rules(preset).bidding is not TURNED]
OF_POINTS = [preset for preset in BY_AUCTION if presets.rules(preset).bidding.names_values]
every_auction = pytest.mark.parametrize("preset", BY_AUCTION)
every_bid_of_points = pytest.mark.parametrize("preset", OF_POINTS)
WHY_NOT_A_BID = {"little", "more", "better", "named", "tricks"}
every_language = pytest.mark.parametrize("language", LANGUAGES)


@every_auction
def test_one_of_the_offered_calls_is_right(preset: str) -> None:
    for step in auctions.lesson(preset).steps:
        at = auctions.seen(step, preset)
        assert at.legal is not None and at.seat == auctions.LEARNER
        result = auctions.options(step, at)
        assert set(result) <= set(at.legal.calls)
        assert result.count(auctions.best_call(step, at)) == 1 < len(result)


@every_bid_of_points
def test_what_is_added_up_is_what_bots_call_by(preset: str) -> None:
    for step in auctions.lesson(preset).steps:
        at = auctions.seen(step, preset)
        hand, position = rising.RISING.asked(at)
        for call in auctions.options(step, at):
            trump = auctions.trump_in_question(at, call, auctions.best_call(step, at))
            worth = auctions.reckoning(at, trump).worth
            if received_from_them(position, trump.code):
                assert worth == hand.defence[trump.code]
            elif auctions.is_named(at, trump) or trump.code in position.bids_so_far:
                bid = rising.totals(hand, position)[trump.code]
                assert rising.biddable(worth, hand.announced) == bid


def lesson_of(preset: str, language: str = "en") -> Taught:
    """Return the lesson on the auction of a course."""
    taught = courses.course(preset, language).lessons
    return next(lesson for lesson in taught if lesson.name == AUCTION)


def test_where_trumps_are_bid_each_call_is_valued_in_marks() -> None:
    first = lesson_of("bulgarian").questions[0]
    right = next(choice for choice in first.choices if choice.right)
    step = auctions.lesson("bulgarian").steps[0]
    for call, marks in auctions.worths(step, auctions.seen(step, "bulgarian")).items():
        assert f"{abs(marks):g}" in right.because, call


def test_the_card_turned_up_lies_on_the_table() -> None:
    turned = [question.at.turned for question in lesson_of("baloot").questions]
    assert turned == ["JH", "TD", "AD", "TD"]


def received_from_them(position: rising.Position, code: int) -> bool:
    return code in position.bids_so_far and position.bids_so_far[code].theirs


@every_bid_of_points
def test_the_parts_of_a_hand_are_the_columns_of_the_table(preset: str) -> None:
    for step in auctions.lesson(preset).steps:
        at = auctions.seen(step, preset)
        for trump in SUIT_TRUMPS:
            if auctions.is_named(at, trump):
                held = at.hand.mask >> 8 * trump.code & 0xFF
                worth = HandWorth(at.hand, rules_of(at))
                opening = worth.table.opening
                parts = reckoned(at.hand, trump, opening)
                more = worth.announced + opening.unseen * worth.to_come
                counted = sum(parts.values()) + more if may_name(held) else POINTS_BID.sure
                assert min(counted, worth.most(trump.code)) == worth.opening[trump.code]


@needs_kernel
def test_a_bid_of_every_trick_is_found_again_by_trying_calls_out() -> None:
    steps = [(preset, step) for preset in BY_AUCTION for step in auctions.lesson(preset).steps]
    known = [(preset, step) for preset, step in steps if step.best]
    assert known
    for preset, step in known:
        at = auctions.seen(step, preset)
        for level in ("club", "master"):
            assert bots.make(level).think(at).action == read_call(step.best)


@every_language
def test_every_call_is_answered_with_a_reason(language: str) -> None:
    for preset in COURSES:
        if preset not in BY_AUCTION:
            continue
        for question in lesson_of(preset, language).questions:
            assert question.text and question.of == "choice" and len(question.at.hand) in (5, 6, 8)
            assert sum(choice.right for choice in question.choices) == 1
            for choice in question.choices:
                assert len(choice.because) > 20 and not re.search(r"[{}]|None", choice.because)


def test_gablak_is_taught_where_it_is_played() -> None:
    *_, step = auctions.lesson("baloot-jawaker").steps
    at = auctions.seen(step, "baloot-jawaker")
    assert step.name == "gablak" and auctions.best_call(step, at) == SUN
    assert purchase(auction_of(at, rules_of(at))).asked[0] == auctions.LEARNER
    assert all(step.name != "gablak" for step in auctions.lesson("baloot").steps)


def test_what_others_called_is_shown_with_the_question() -> None:
    by_name = {question.name: question for question in lesson_of("ffb-contree-2016").questions}
    said = [(one.seat, one.text) for one in by_name["contree.raise"].at.calls]
    assert said == [(2, "90 hearts"), (3, "Pass")]


def test_bids_are_said_as_at_the_table() -> None:
    """Pilotta and bazar blot count bids in tens."""
    [first, *_] = lesson_of("pilotta").questions
    assert [choice.text for choice in first.choices if choice.right] == ["12 spades"]
    assert "from 8" in lesson_of("bazar-blot").questions[0].text
    assert "from 80" in lesson_of("ffb-contree-2016").questions[0].text


def test_the_hand_is_added_up_in_words() -> None:
    questions = lesson_of("ffb-contree-2016").questions
    opened = next(q for q in questions if q.name == "contree.open")
    right = next(choice for choice in opened.choices if choice.right)
    assert right.text == "110 hearts"
    assert right.because == (
        "Hearts: 30 to begin with, jack 25, ace of trumps 5, trumps 44, other aces 12, "
        "void 8; 124 in all. Many deals bring less, so keep a margin with a high bid: "
        "you bid 110 hearts."
    )


def test_no_sentence_about_calls_is_left_over() -> None:
    """Each belongs to a step, to a reason or to a column of the table."""
    taught = [auctions.lesson(preset) for preset in BY_AUCTION]
    steps = {f"{lesson.name}.{step.name}" for lesson in taught for step in lesson.steps}
    names = {lesson.name for lesson in taught}
    for key in learn_words("en").keys:
        first, _, rest = key.partition(".")
        if first in names:
            assert ".".join(key.split(".")[:2]) in steps, key
        if first == "call":
            assert rest in {"enough", "doubled", "sure", "marks", *WHY_NOT_A_BID}


@every_bid_of_points
def test_a_wrong_bid_is_never_what_the_hand_is_worth(preset: str) -> None:
    for step in auctions.lesson(preset).steps:
        at = auctions.seen(step, preset)
        right = auctions.best_call(step, at)
        for call in auctions.options(step, at):
            if isinstance(call, Bid) and call != right:
                assert auctions.why_not(at, call, right) in WHY_NOT_A_BID


@pytest.mark.parametrize(("preset", "name"), [("coinche", "raise"), ("bulgarian", "partner")])
def test_a_question_about_a_partner_who_bid_follows_such_a_bid(preset: str, name: str) -> None:
    step = next(step for step in auctions.lesson(preset).steps if step.name == name)
    calls = auctions.seen(step, preset).calls
    assert [one.seat for one in calls if one.trump is not None] == [2]


def test_figures_of_a_hand_are_points_and_a_short_suit_has_none() -> None:
    """No suit of one card is named, and none is written as thousands of points below."""
    for preset in ("klaverjas-amsterdam-kbn", "klaverjas-kraken", "bela"):
        for question in lesson_of(preset, "nl-NL").questions:
            for choice in question.choices:
                assert not re.search(r"\d{3}", choice.because), choice.because
    first = lesson_of("klaverjas-kraken").questions[0]
    assert "hearts: too few trumps" in first.choices[0].because
    assert first.text.startswith("Whoever speaks first names trumps")


def test_a_double_of_klaverjas_is_taught_by_its_name() -> None:
    last = lesson_of("klaverjas-kraken", "nl-NL").questions[-1]
    right = next(choice for choice in last.choices if choice.right)
    assert last.text.startswith("Kraken laat") and right.value == "double"
