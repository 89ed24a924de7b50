"""The puzzle of the day in the browser: solved by a tap or a key, and told why."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from server_process import Server

from browser.steps import accessible, like


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
    expect(page.get_by_test_id("puzzle-rating")).to_have_count(0)
    unrated = page.get_by_test_id("puzzle-unrated")
    expect(unrated).to_contain_text("from the day after it was created")
    accessible(page)
    told = answer.inner_text()
    page.reload()
    expect(answer).to_have_text(told, use_inner_text=True)
    page.get_by_test_id("puzzle-before").click()
    expect(solving).not_to_have_attribute("data-day", today)
    expect(answer).to_have_count(0)


def test_the_puzzle_is_of_ones_own_game_and_another_can_be_chosen(
    page: Page, server: Server
) -> None:
    like(page, preset="cannes-2016")
    page.goto(f"{server.url}/#/puzzle")
    solving = page.locator("[data-testid=puzzle][data-game]")
    expect(solving).to_have_attribute("data-game", "ffb-contree-2016")
    accessible(page)
    page.get_by_test_id("puzzle-game").select_option("bulgarian")
    expect(solving).to_have_attribute("data-game", "bulgarian")
    today = solving.get_attribute("data-day") or ""
    choices = page.locator(
        "[data-testid=practice-call], [data-testid^=take-], [data-testid=hand] [data-legal=true]"
    )
    choices.first.press("Enter")
    expect(page.get_by_test_id("practice-answer")).to_be_visible()
    page.get_by_test_id("puzzle-before").click()
    expect(solving).not_to_have_attribute("data-day", today)
    expect(solving).to_have_attribute("data-game", "bulgarian")
    page.get_by_test_id("puzzle-game").select_option("french")
    expect(solving).to_have_attribute("data-game", "french")
    expect(solving).not_to_have_attribute("data-day", today)
