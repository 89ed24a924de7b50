"""The guided deal and the counting trainer, and how long a newcomer reads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import count

import pytest

from rebelote.bots import LEVELS, heuristics
from rebelote.i18n import LANGUAGES, catalogue, learn_words
from rebelote.learn import counting, courses, guided
from rebelote.learn.lessons import PRESETS as EVERY
from rebelote.learn.schemas import CountDeal, CountQuestion, DealOver, GuidedDeal, TrickEnded
from rebelote.rules import presets
from rebelote.rules.actions import Action, Cut, Packets, Pass
from rebelote.rules.auctions.turned import TURNED
from rebelote.rules.cards import CARDS, Card
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import View

PRESETS = ("french", "flemish", "bulgarian")
"""Rule sets whose deals are looked at in every language and at every turn."""
every_preset = pytest.mark.parametrize("preset", PRESETS)
every_language = pytest.mark.parametrize("language", LANGUAGES)
WORDS_A_MINUTE = 200
SECONDS_A_TAP = 0.8
MINUTES = 7
WORDS_OF_A_COURSE = 1100


@cache
def advised(preset: str, language: str) -> list[GuidedDeal]:
    """Return every stage of the deal for a person who follows the advice."""
    stages, done = [guided.guided(preset, (), language)], []
    while stages[-1].choices:
        done.append(stages[-1].advised)
        stages.append(guided.guided(preset, done, language))
    return stages


@pytest.mark.parametrize("preset", EVERY)
def test_one_who_takes_the_advice_makes_the_contract(preset: str) -> None:
    assert sorted(guided.pack(preset), key=int_of) == sorted(CARDS, key=int_of)
    stages = advised(preset, "en")
    calls = [stage for stage in stages if not stage.at.trump]
    assert calls and len(stages) == len(calls) + 9
    if presets.rules(preset).bidding is TURNED:
        assert stages[0].advised == stages[0].at.turned[1]
    assert stages[0].advised.endswith(stages[-1].at.trump)
    assert sum(stages[-1].tricks) == 8
    assert sum(stages[-1].points) >= 162
    over = stages[-1].over
    assert over is not None
    assert over.won
    assert over.title == "You win this deal!"
    assert over.costly is None
    assert over.praise
    assert all(stage.ended for stage in stages[len(calls) + 1 :])


def int_of(card: Card) -> int:
    return CARDS.index(card)


@pytest.mark.parametrize("preset", EVERY)
def test_advice_is_always_a_legal_choice_and_a_refusal_says_why(preset: str) -> None:
    refused = 0
    for stage in advised(preset, "en")[:-1]:
        by_value = {choice.value: choice for choice in stage.choices}
        assert by_value[stage.advised].right
        refused += sum(not choice.right for choice in stage.choices if stage.at.trump)
        assert all(c.because for c in stage.choices if stage.at.trump and not c.right)
    assert refused


@pytest.mark.parametrize("preset", EVERY)
def test_one_may_do_otherwise_to_the_end(preset: str) -> None:
    """The first call or the last, in turns, and the last legal choice after it leads to an end."""
    first = guided.guided(preset, (), "en").choices
    done = [first[-(EVERY.index(preset) % 2)].value]
    for _ in count():
        stage = guided.guided(preset, done, "en")
        if not stage.choices:
            break
        assert len(done) < guided.MOST_ACTIONS
        legal = [choice.value for choice in stage.choices if not choice.because]
        done.append(legal[-1])
    assert stage.text or stage.over


@every_preset
@every_language
def test_a_call_against_the_advice_is_asked_about_before_it_is_made(
    preset: str, language: str
) -> None:
    """No question mark of the language follows an advised call, or a card."""
    asked = {"el": ";", "ar": "؟", "hy": "՞"}.get(language, "?")
    stop = "։" if language == "hy" else "."
    for done in ((), ("pass",)):
        stage = guided.guided(preset, done, language)
        against = {choice.value for choice in stage.choices} - {stage.advised}
        assert stage.doubts.keys() == against
        assert all(doubt.endswith(stop) and asked in doubt for doubt in stage.doubts.values())
    taken = guided.guided(preset, ("D",), language)
    assert taken.at.trump == "D"
    assert taken.doubts == {}


def test_a_doubt_is_shown_where_the_suit_is_missing() -> None:
    second_round = guided.guided("french", ("pass",), "en")
    assert not [card for card in second_round.at.hand if card.endswith("S")]
    assert second_round.doubts["S"] == "Are you sure? You have no spades."
    assert second_round.doubts["C"] == "Are you sure? You have only one card in clubs."
    assert second_round.doubts["H"].startswith("Are you sure? With your 2 cards in hearts")
    assert guided.guided("french", (), "en").doubts == {
        "pass": "Are you sure? Your cards are good enough: diamonds."
    }


def after(preset: str, done: tuple[str, ...], language: str) -> TrickEnded:
    """Return the trick that these choices ended."""
    ended = guided.guided(preset, done, language).ended
    assert ended is not None
    return ended


@every_preset
def test_a_card_against_the_advice_is_shown_with_its_cost(preset: str) -> None:
    """Every other legal card shows its cost, or that it cost nothing; the dearest and a free one do
    so in every language."""
    costs: dict[tuple[str, ...], int] = {}
    stages = advised(preset, "en")
    done = [stage.advised for stage in stages[:-1]]
    for number, stage in enumerate(stages[1:-1], 1):
        for choice in stage.choices:
            if not choice.because and choice.value != stage.advised:
                instead = (*done[:number], choice.value)
                ended = after(preset, instead, "en")
                costs[instead] = ended.lost
                assert_cost_is_said(ended, ended.lost)
    dearest, free = max(costs, key=costs.__getitem__), min(costs, key=costs.__getitem__)
    assert costs[free] == 0
    assert costs[dearest] >= 8
    for language in LANGUAGES:
        for instead in (dearest, free):
            assert_cost_is_said(after(preset, instead, language), costs[instead])
        assert not [s.ended for s in advised(preset, language) if s.ended and s.ended.instead]


def assert_cost_is_said(ended: TrickEnded, lost: int) -> None:
    assert ended.lost == lost
    assert ended.instead.endswith((".", "։"))
    assert bool(lost) == (str(lost) in ended.instead)


def ended(preset: str, done: Sequence[str], language: str = "en") -> DealOver:
    """Return the end of the deal after these choices."""
    over = guided.guided(preset, done, language).over
    assert over is not None
    return over


def last_legal(preset: str, *done: str) -> list[str]:
    """Play the deal to its end, by the last legal card."""
    choices = list(done)
    while legal := [
        choice.value
        for choice in guided.guided(preset, choices, "en").choices
        if not choice.because
    ]:
        choices.append(legal[-1])
    return choices


@every_language
def test_the_end_says_who_has_won_and_which_card_cost_most(language: str) -> None:
    done = ["pass", "C", "AC", "AD", "JD", "JH", "9D", "8D", "TH", "8H"]
    over = ended("french", done, language)
    costly = over.costly
    assert costly is not None
    assert (over.won, over.points, over.praise) == (False, (26, 136), "")
    assert "160" in over.written
    assert costly.before == 2
    costs = after("french", tuple(done[:3]), "en").lost
    assert str(costs) in costly.text
    assert "1" in costly.trick
    assert over.best is not None
    assert over.best.winner in (0, 2)
    assert set(done) & set(over.best.cards)


@every_preset
def test_what_brought_the_result_about_agrees_with_it(preset: str) -> None:
    """After every first call the text names the side that chose trumps, and whether it is ahead."""
    for first in (("D",), ("pass", "pass")):
        done = last_legal(preset, *first)
        stage, over = guided.guided(preset, done, "en"), ended(preset, done)
        assert over.points is not None
        us, them = over.points
        assert over.won == (us > them)
        ours = "Your side" in stage.text.partition(":")[0]
        if 0 in stage.tricks:
            assert "all eight tricks" in stage.text
        else:
            assert ("score" in stage.text) == (over.won != ours)


def test_a_deal_that_is_passed_out_has_no_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guided, "_bot_action", passing)
    over = ended("french", ("pass", "pass"))
    assert over.title == "Everyone passed: nobody chose trumps."
    assert (over.points, over.best, over.costly) == (None, None, None)


def passing(seen: View) -> Action:
    """Return the only cut, and no call but a pass."""
    return (
        Cut(16) if seen.phase == "cut" else Packets((3, 2)) if seen.phase == "packets" else Pass()
    )


@pytest.mark.parametrize("done", [["AS"], ["D", "XX"], ["D", "AS"], ["D"] * 30, ["pass", "9"]])
def test_what_the_rules_refuse_is_refused(done: list[str]) -> None:
    with pytest.raises(IllegalActionError):
        guided.guided("french", done, "en")


def test_every_reason_of_a_beginner_has_its_advice() -> None:
    say = learn_words("en")
    names = {rule.__name__ for rule in heuristics.LEADING + heuristics.FOLLOWING}
    assert len(names) >= 10
    assert not [name for name in (*names, "only", "any") if f"guide.{name}" not in say.keys]
    assert guided.LEVEL in LEVELS


# --- how long it takes ----------------------------------------------------------------------------


def words_in(*texts: str) -> int:
    return sum(len(re.findall(r"\w+(?:[’'-]\w+)*", text)) for text in texts)


def minutes(words: int, taps: int) -> float:
    return words / WORDS_A_MINUTE + taps * SECONDS_A_TAP / 60


@every_preset
@every_language
def test_a_newcomer_is_at_the_end_of_the_first_deal_within_seven_minutes(
    preset: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """From the start page by the question, all lessons and the deal; the words that are shown to
    one who errs nowhere, and every tap, until one reads who has won the deal: what there is to
    remember of it comes after. The way without lessons is far below."""
    say, course = catalogue(language), courses.course(preset, language)
    asked = [question for lesson in course.lessons for question in lesson.questions]
    right = [next(c for c in question.choices if c.right).because for question in asked]
    read = words_in(*(say[key] for key in ("ui.start.lead", "ui.start.play", "ui.first.ask")))
    read += words_in(course.words["ui.lead"], course.words["ui.begin"])
    lessons = words_in(*(q.text for q in asked), *right, *(one.title for one in course.lessons))
    stages = advised(preset, language)
    deal = words_in(*(stage.over.title if stage.over else stage.text for stage in stages))
    deal += words_in(*(stage.ended.text for stage in stages if stage.ended))
    taps = 2 + 2 * len(asked)
    taps_of_deal = len(stages) - 1 + sum(stage.ended is not None for stage in stages)
    with capsys.disabled():
        print(
            f"\n{preset} {language}: {read + lessons + deal} words, {taps + taps_of_deal} taps "
            f"({minutes(read + lessons + deal, taps + taps_of_deal):.1f} min); without lessons "
            f"{read + deal} words, {3 + taps_of_deal} taps "
            f"({minutes(read + deal, 3 + taps_of_deal):.1f} min)"
        )
    assert read + lessons + deal <= WORDS_OF_A_COURSE
    assert minutes(read + lessons + deal, taps + taps_of_deal) <= MINUTES
    assert minutes(read + deal, 3 + taps_of_deal) <= 2


# --- counting -------------------------------------------------------------------------------------


@every_preset
@pytest.mark.parametrize("level", counting.LEVELS)
def test_a_deal_to_count_in_asks_what_can_be_counted(preset: str, level: int) -> None:
    """The right answer is found again here from the tricks alone."""
    for seed in range(6):
        deal = counting.count_deal(preset, level, seed, "en")
        played = [card for trick in deal.tricks for card in trick.cards]
        assert sorted(played) == sorted(card.text for card in CARDS)
        assert {question.after for question in deal.questions} == set(counting.ASKED_AFTER)
        for question in deal.questions:
            right = [choice.value for choice in question.choices if choice.right]
            assert right == [counted(deal, level, question)]
            assert len({choice.value for choice in question.choices}) >= 3
            assert all(choice.because for choice in question.choices)


def counted(deal: CountDeal, level: int, question: CountQuestion) -> str:
    """Return the answer, counted by hand."""
    tricks = deal.tricks[: question.after]
    fallen = [card for trick in tricks for card in trick.cards]
    trump = deal.at.trump
    gone = {*fallen, *deal.at.hand}
    left = [f"{rank}{trump}" for rank in "J9ATKQ87" if f"{rank}{trump}" not in gone]
    if level == 1:
        return str(len(left))
    if level == 2:
        return left[0] if left else "none"
    if level == 3:
        seats = {"player after": 1, "partner": 2, "player before": 3}
        seat = next(seat for name, seat in seats.items() if name in question.text)
        trick = deal.tricks[int(re.findall(r"\d+", question.text)[0]) - 1]
        return trick.cards[(seat - trick.leader) % 4]
    plain = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
    high = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3}
    ours = (trick for trick in tricks if trick.winner % 2 == 0)
    return str(sum((high if c[1] == trump else plain).get(c[0], 0) for t in ours for c in t.cards))


@every_language
def test_every_question_about_a_deal_is_worded(language: str) -> None:
    for level in counting.LEVELS:
        deal = counting.count_deal("french", level, 3, language)
        for question in deal.questions:
            said = [question.text, *(f"{c.text} {c.because}" for c in question.choices)]
            assert not [
                text for text in said if re.search(r"[{}]|None\b", text) and language != "en"
            ]


def test_the_same_seed_is_the_same_deal() -> None:
    one, two = (counting.count_deal("french", 2, 7, "en") for _ in range(2))
    assert one == two != counting.count_deal("french", 2, 8, "en")
