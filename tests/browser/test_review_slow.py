"""The review of a deal, opened from its settlement and looked at before the next one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from http_person import in_the_file
from playwright.sync_api import Page, expect
from server_process import Person, Server, is_settled, seated
from waiting import until

from browser.conftest import Visit
from browser.steps import accessible, at_every_size, click_once, come_in, my_turn
from rebelote.analysis.report import ERRORS


@pytest.mark.journey
def test_a_deal_is_reviewed_on_the_board_before_the_next_one(visit: Visit, server: Server) -> None:
    anna = seated(server, preset="french", level="beginner")
    anna.play_until(is_settled)
    anna.close()
    page = visit("phone", "Anna")
    come_in(page, anna)
    page.get_by_test_id("review-deal").click()
    board, review = page.get_by_test_id("replay"), page.get_by_test_id("review")
    expect(page.get_by_test_id("review-top")).to_be_visible()
    top, errors = page.get_by_test_id("review-top"), page.get_by_test_id("review-errors")
    if errors.locator("li").count():
        expect(top).to_contain_text(re.compile(r"was worth \d+ points? more"))
        expect(review).not_to_contain_text("error")
        worst = errors.locator("[data-action]").first.get_attribute("data-action")
        expect(board).to_have_attribute("data-step", str(int(worst or 0) + 1))
        expect(page.get_by_test_id("verdict")).to_be_in_viewport()
    else:
        expect(top).to_contain_text("Not a single error: well played.")
    check_sum(page)
    page.get_by_test_id("replay-tricks").locator("[data-step]").last.click()
    page.get_by_test_id("replay-why").click()
    expect(page.get_by_test_id("opinion")).to_contain_text("A master would")
    at_every_size(page, accessible)
    page.keyboard.press("Escape")
    expect(board).to_have_count(0)
    page.get_by_test_id("next-deal").click()
    assert my_turn(page)
    click_once(page)


def check_sum(page: Page) -> None:
    """Check that the parts of the result add up, and the course of the deal ends with it."""
    expect(page.get_by_test_id("review-sum")).to_be_hidden()
    page.get_by_test_id("review-figures").click()
    parts = [
        number(text)
        for text in page.get_by_test_id("review-sum").locator(".marks").all_inner_texts()
    ]
    assert sum(parts[:-1]) == parts[-1], parts
    step = page.get_by_test_id("replay").get_attribute("data-step") or ""
    slider = page.get_by_test_id("replay-slider")
    slider.fill(slider.get_attribute("max") or "")
    assert number(page.get_by_test_id("course").inner_text()) == parts[-1]
    slider.fill(step)


def number(text: str) -> int:
    return int(re.sub(r"\W", "", re.sub("[-\u2212]", "m", text)).replace("m", "-"))


@pytest.fixture(scope="module")
def anna(server: Server) -> Person:
    """Play a match of six deals, and return its player."""
    person = seated(server, preset="bga", level="beginner", options={"end_deals": 6})
    person.play_until(lambda view: view["phase"] == "match_over")
    person.close()
    return person


def ended(server: Server, person: Person) -> str:
    """Return the last match of a person that has ended."""
    sql = "SELECT max(version) FROM played WHERE table_id = ?"
    table = person.seated["table"]
    return f"{table}-{in_the_file(server, sql, table)[0][0]}"


Decides = Callable[[dict[str, Any]], bool]


def deal_with(server: Server, person: Person, match: str, decides: Decides) -> int:
    """Return the first deal of a match with such a decision."""

    def review(deal: int) -> Any:
        path = f"/api/matches/{match}/deals/{deal}/review"
        return json.loads(server.get(path, person.seated["cookie"])[1])["reviewed"]

    for deal in range(1, person.view["deal_number"] + 1):
        report = until(lambda: review(deal))["report"]  # noqa: B023
        if any(decides(decision) for decision in report["decisions"]):
            return deal
    raise AssertionError("there was no such decision in all these deals")


@pytest.mark.journey
def test_the_end_of_a_match_shows_three_moments_each_on_the_board(
    visit: Visit, server: Server, anna: Person
) -> None:
    page = visit("phone", "Anna")
    come_in(page, anna)
    moments = page.get_by_test_id("moments")
    page.get_by_test_id("moments-find").click()
    expect(moments).to_have_attribute("data-over", "true", timeout=200_000)
    expect(moments.locator("[data-deal]")).to_have_count(3)
    at_every_size(page, accessible)
    first = moments.locator("[data-deal]").first
    deal, action = first.get_attribute("data-deal"), first.get_attribute("data-action")
    first.click()
    board = page.get_by_test_id("replay")
    expect(board).to_have_attribute("data-deal", str(deal))
    expect(board).to_have_attribute("data-step", str(int(action or 0) + 1))
    expect(page.get_by_test_id("verdict")).to_be_visible()
    page.keyboard.press("Escape")
    expect(board).to_have_count(0)
    # So does the page of the match.
    page.goto(f"{server.url}/#/match/{ended(server, anna)}")
    page.get_by_test_id("moments-find").click()
    expect(moments).to_have_attribute("data-over", "true", timeout=200_000)
    moments.locator("[data-deal]").first.click()
    expect(board).to_have_attribute("data-step", str(int(action or 0) + 1))
    expect(page.get_by_test_id("verdict")).to_be_visible()


def test_a_replay_says_what_a_master_would_have_done_and_marks_each_decision(
    desktop: Page, server: Server, anna: Person
) -> None:
    match = ended(server, anna)
    deal = deal_with(server, anna, match, lambda decision: bool(decision.get("line_played")))
    desktop.goto(f"{server.url}/#/match/{match}/{deal}/0")
    why = desktop.get_by_test_id("replay-why")
    expect(desktop.get_by_test_id("replay")).to_be_visible()
    expect(why).to_have_count(0)
    desktop.get_by_test_id("replay-tricks").locator("[data-step]").nth(2).click()
    why.click()
    opinion = desktop.get_by_test_id("opinion")
    expect(opinion).to_contain_text("A master would")
    expect(opinion).to_have_attribute("data-same", re.compile("true|false"))
    accessible(desktop)
    desktop.locator("body").press("Enter")
    expect(opinion).to_have_count(0)
    check_decisions(desktop)


def check_decisions(page: Page) -> None:
    """Check that calls and cards are marked, and a loss shows the better card and both lines."""
    page.get_by_test_id("review-deal").click()
    expect(page.get_by_test_id("review-top")).to_be_visible()
    expect(page.get_by_test_id("replay-calls").locator("[data-mark]")).not_to_have_count(0)
    expect(page.get_by_test_id("replay-tricks").locator("[data-mark]")).not_to_have_count(0)
    page.locator("body").press("Home")
    lines = page.get_by_test_id("best-lines")
    last = int(page.get_by_test_id("replay").get_attribute("data-last") or 0)
    for step in range(1, last + 1):
        page.locator("body").press("ArrowRight")
        expect(page.get_by_test_id("replay")).to_have_attribute("data-step", str(step))
        details = page.get_by_test_id("verdict-details")
        if details.count() and details.get_attribute("aria-expanded") == "false":
            details.click()
        if lines.count():
            break
    lines.locator("summary").click()
    for of in ("played", "best"):
        cards = lines.locator(f"[data-line={of}] [role=img]")
        expect(cards.nth(1)).to_be_visible()
        named = cards.evaluate_all("found => found.map((card) => card.ariaLabel)")
        assert len(set(named)) == len(named)
    accessible(page)


def test_a_newcomer_is_shown_what_could_be_better_and_no_error(
    phone: Page, server: Server, anna: Person
) -> None:
    match, seat = ended(server, anna), anna.view["seat"]
    deal = deal_with(server, anna, match, lambda own: own["seat"] == seat and own["kind"] in ERRORS)
    name, _, value = anna.seated["cookie"].partition("=")
    phone.context.add_cookies([{"name": name, "value": value, "url": server.url}])
    phone.goto(f"{server.url}/#/match/{match}/{deal}/0/review")
    review = phone.get_by_test_id("review")
    expect(phone.get_by_test_id("review-top")).to_contain_text("was worth")
    expect(phone.get_by_test_id("review-sum")).to_be_hidden()
    verdict = phone.get_by_test_id("verdict")
    expect(verdict).to_contain_text("Could be better")
    expect(verdict).not_to_contain_text("rror")
    expect(review).not_to_contain_text("rror")
    expect(phone.locator("[data-mark=decisive]")).to_have_count(0)
    phone.get_by_test_id("replay-why").click()
    expect(phone.get_by_test_id("opinion")).to_contain_text("A master would")
    accessible(phone)
