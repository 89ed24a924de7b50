"""The review of a deal, opened from its settlement and looked at before the next one."""

from __future__ import annotations

import re

import pytest
from http_person import in_the_file
from playwright.sync_api import Page, expect
from server_process import Server, seated

from browser.conftest import SIZES, Visit
from browser.steps import accessible, click_once, hurry_through, my_turn, sit_down


@pytest.mark.parametrize("size", SIZES)
def test_a_deal_is_reviewed_before_the_next_one(visit: Visit, server: Server, size: str) -> None:
    page = visit(size, "Anna")
    sit_down(page, server)
    hurry_through(page)
    page.get_by_test_id("review-deal").click()
    review = page.get_by_test_id("review")
    expect(review).to_be_visible()
    parts = [
        int(re.sub(r"\W", "", text.replace("-", "m").replace("\u2212", "m")).replace("m", "-"))
        for text in page.get_by_test_id("review-sum").locator(".marks").all_inner_texts()
    ]
    assert sum(parts[:-1]) == parts[-1], parts
    page.get_by_test_id("review-all").click()
    assert review.locator("li").count() > 4
    accessible(page)
    page.keyboard.press("Escape")
    expect(review).to_have_count(0)
    page.get_by_test_id("next-deal").click()
    assert my_turn(page)
    click_once(page)


def test_the_review_of_a_match_leads_to_each_decision(page: Page, server: Server) -> None:
    person = seated(server, preset="bga", level="beginner", options={"end_deals": 1})
    person.play_until(lambda view: view["phase"] == "match_over")
    person.close()
    sql = "SELECT max(version) FROM played WHERE table_id = ?"
    table, deal = person.seated["table"], person.view["deal_number"]
    match = f"{table}-{in_the_file(server, sql, table)[0][0]}"
    page.goto(f"{server.url}/#/match/{match}/{deal}/0")
    page.get_by_test_id("review-deal").click()
    page.get_by_test_id("review-all").click()
    shown = page.get_by_test_id("review").locator("[data-action]").last
    action = str(shown.get_attribute("data-action"))
    shown.click()
    expect(page.get_by_test_id("replay")).to_have_attribute("data-step", action)
    accessible(page)
