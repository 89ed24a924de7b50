"""The puzzle of the day in the browser: solved by a tap or a key, and told why."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from server_process import Server

from browser.steps import accessible


def test_the_puzzle_of_the_day_is_answered_once_and_explained(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.locator("a[data-testid=puzzle]").click()
    solving = page.locator("[data-testid=puzzle][data-day]")
    expect(solving).to_be_visible()
    today = solving.get_attribute("data-day") or ""
    accessible(page)
    choices = page.locator("[data-testid=practice-call], [data-testid=hand] [data-legal=true]")
    choices.first.press("Enter")
    answer = page.get_by_test_id("practice-answer")
    expect(answer).to_contain_text("Why")
    expect(page.get_by_test_id("puzzle-rating")).to_contain_text("You among puzzles")
    accessible(page)
    told = answer.inner_text()
    page.reload()
    expect(answer).to_have_text(told, use_inner_text=True)
    page.get_by_test_id("puzzle-before").click()
    expect(solving).not_to_have_attribute("data-day", today)
    expect(answer).to_have_count(0)
