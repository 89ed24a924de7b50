"""Someone who has never played: from the first question to a match with beginners."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from server_process import Server
from waiting import until

from browser.conftest import Visit
from browser.steps import ASKED, accessible, legal_cards, like, moved_on
from rebelote.learn import courses
from rebelote.learn.guided import guided
from rebelote.learn.schemas import Question, Taught


def answer(page: Page, value: str) -> None:
    page.locator(f'[data-answer="{value}"]').click()


def go_on(page: Page) -> None:
    page.get_by_test_id("learn-next").click()


def wrong_then_right(page: Page, question: Question) -> None:
    """Give a wrong answer, read its explanation, and then give the right one."""
    expect(page.get_by_test_id("learn-text")).to_have_text(question.text)
    said = page.get_by_test_id("learn-answer")
    wrong = next(choice for choice in question.choices if not choice.right)
    right = next(choice for choice in question.choices if choice.right)
    answer(page, wrong.value)
    expect(said).to_contain_text(wrong.because)
    expect(page.get_by_test_id("learn-next")).to_have_count(0)
    answer(page, right.value)
    expect(said).to_contain_text(right.because)
    go_on(page)


def play_guided_deal(page: Page) -> None:
    """Do whatever is advised, until the deal is over."""
    advised = page.locator(".advised, .buttons .first")
    onward = page.get_by_test_id("learn-next")
    over = page.get_by_test_id("learn-match")
    for _ in range(40):
        expect(advised.or_(onward).or_(over).first).to_be_visible()
        if over.count():
            return
        (onward if onward.count() else advised).first.click()
    raise AssertionError("the guided deal does not end")


def only_card_laid(page: Page) -> bool:
    """Lay the card where there is no other, and so no advice; False, for the advice is to come."""
    legal = legal_cards(page)
    if len(legal) == 1 and page.evaluate(ASKED, True):
        card = page.locator(f'[data-card="{legal[0]}"][data-legal="true"]')
        moved_on(page, lambda _: card.tap(position={"x": 12, "y": 20}))
    return False


def test_someone_who_has_never_played_gets_from_the_start_page_to_a_match(
    visit: Visit, server: Server
) -> None:
    page = visit("phone")
    page.goto(server.url)
    expect(page.get_by_test_id("play-now")).to_be_enabled()
    page.get_by_test_id("knows-no").click()
    page.get_by_test_id("learn-begin").click()
    for number, lesson in enumerate(courses.course("french", "en").lessons):
        expect(page.get_by_role("heading", name=lesson.title, exact=True)).to_be_visible()
        if number in (0, 5):
            accessible(page)
        for question in lesson.questions:
            wrong_then_right(page, question)
    expect(page.get_by_test_id("learn-text")).to_contain_text("Your first deal")
    accessible(page)
    play_guided_deal(page)
    expect(page.get_by_test_id("deal-over")).to_contain_text("You win this deal!")
    expect(page.get_by_test_id("learn-match")).to_be_focused()
    accessible(page)
    page.goto(f"{server.url}/#/learn")
    done = len(courses.course("french", "en").lessons) + 1
    expect(page.locator(".done")).to_have_count(done)
    accessible(page)
    page.get_by_test_id("learn-match").first.click()
    table = page.get_by_test_id("table")
    expect(table).to_have_attribute("data-free", "true")
    hinted = page.get_by_test_id("hinted")
    until(lambda: hinted.count() or only_card_laid(page))
    expect(hinted).to_be_visible()
    assert not page.locator("[data-testid=cut], [data-testid^=packets-]").count()
    page.goto(server.url)
    expect(page.get_by_test_id("learn")).to_be_visible()
    expect(page.get_by_test_id("knows")).to_have_count(0)


@pytest.mark.journey
def test_the_guided_deal_asks_before_a_bad_call_and_says_what_a_card_cost(
    visit: Visit, server: Server
) -> None:
    page = visit("phone")
    page.goto(f"{server.url}/#/learn/deal")
    said, done = page.get_by_test_id("learn-answer"), ["pass"]
    for value in done:
        answer(page, value)
        expect(said).to_contain_text(guided("french", (), "en").doubts[value])
        page.get_by_test_id("learn-sure").click()
    answer(page, "S")
    expect(said).to_contain_text("Are you sure? You have no spades.")
    answer(page, "D")
    expect(page.locator(".advised")).to_be_visible()
    done += ["D", costly(["pass", "D"])]
    accessible(page)
    answer(page, done[-1])
    ended = guided("french", done, "en").ended
    assert ended is not None
    expect(said).to_contain_text(ended.instead)
    page.get_by_test_id("learn-again").click()
    expect(page.locator(f'[data-answer="{done[-1]}"]')).to_be_visible()
    expect(page.get_by_test_id("learn-text")).to_have_text(guided("french", done[:-1], "en").text)
    expect(page.get_by_test_id("learn-again")).to_have_count(0)


def costly(done: list[str]) -> str:
    """Return a card against the advice that costs points."""
    choices = guided("french", done, "en").choices
    legal = [choice.value for choice in choices if not choice.because]
    outcomes = {card: guided("french", [*done, card], "en").ended for card in legal}
    return next(card for card, ended in outcomes.items() if ended and ended.lost)


def press(page: Page, value: str) -> None:
    page.locator("[data-answer]").first.focus()
    for _ in range(8):
        if page.evaluate("document.activeElement.dataset.answer") == value:
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")


def answer_by_keyboard(page: Page, lesson: Taught) -> None:
    """Give the right answers to a lesson by keyboard."""
    for question in lesson.questions:
        expect(page.get_by_test_id("learn-text")).to_have_text(question.text)
        press(page, next(choice.value for choice in question.choices if choice.right))
        expect(page.get_by_test_id("learn-next")).to_be_focused()
        page.keyboard.press("Enter")


def test_lessons_on_cards_and_calls_and_the_counting_trainer_by_keyboard(
    visit: Visit, server: Server
) -> None:
    page, course = visit("desktop"), courses.course("french", "en")
    page.goto(f"{server.url}/#/learn/ruff")
    answer_by_keyboard(page, next(one for one in course.lessons if one.name == "ruff"))
    expect(page).to_have_url(f"{server.url}/#/learn/partner")
    page.goto(f"{server.url}/#/learn")
    page.locator("[data-course=ffb-contree-2016]").click()
    page.goto(f"{server.url}/#/learn/ffb-contree-2016/auction")
    contree = courses.course("ffb-contree-2016", "en").lessons
    answer_by_keyboard(page, next(one for one in contree if one.name == "auction"))
    expect(page).to_have_url(f"{server.url}/#/learn/ffb-contree-2016/contract")
    page.goto(f"{server.url}/#/learn/ffb-contree-2016")
    expect(page.locator(".done")).to_have_count(1)
    page.goto(f"{server.url}/#/learn/counting")
    asked = page.locator(".buttons [data-answer]")
    onward = page.get_by_test_id("learn-next")
    for _ in range(3):
        while not asked.count():
            expect(onward).to_be_focused()
            shown = page.get_by_test_id("learn-text").inner_text()
            page.keyboard.press("Enter")
            expect(page.get_by_test_id("learn-text")).not_to_have_text(shown)
        press(page, asked.first.get_attribute("data-answer") or "")
        expect(page.get_by_test_id("learn-answer")).not_to_be_empty()
        expect(onward).to_be_focused()
        verdict = page.get_by_test_id("learn-answer").inner_text()
        if "of 3 right" not in verdict:
            page.keyboard.press("Enter")
            expect(asked).to_have_count(0)
    assert "of 3 right" in verdict
    like(page, preset="bulgarian", language="bg")  # taught by the law that one plays by
    page.goto(f"{server.url}/?#/learn/auction")
    taught = courses.course("bulgarian", "bg").lessons
    bidding = next(one for one in taught if one.name == "auction")
    expect(page.get_by_role("heading", name=bidding.title, exact=True)).to_be_visible()
    accessible(page)
    answer_by_keyboard(page, bidding)
