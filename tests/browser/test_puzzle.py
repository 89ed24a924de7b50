"""The puzzle of the day in the browser: solved by a tap or a key, and told why."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from server_process import Server

from browser.steps import accessible, like


def test_the_puzzle_of_the_day_is_answered_once_and_explained(phone: Page, server: Server) -> None:
    phone.goto(server.url)
    phone.locator("a[data-testid=puzzle]").click()
    solving = phone.locator("[data-testid=puzzle][data-day]")
    expect(solving).to_be_visible()
    today = solving.get_attribute("data-day") or ""
    accessible(phone)
    choices = phone.locator("[data-testid=practice-call], [data-testid=hand] [data-legal=true]")
    choices.first.press("Enter")
    answer = phone.get_by_test_id("practice-answer")
    expect(answer).to_contain_text("Why")
    expect(phone.get_by_test_id("puzzle-rating")).to_have_count(0)
    unrated = phone.get_by_test_id("puzzle-unrated")
    expect(unrated).to_contain_text("from the day after it was created")
    accessible(phone)
    told = answer.inner_text()
    phone.reload()
    expect(answer).to_have_text(told, use_inner_text=True)
    phone.get_by_test_id("puzzle-before").click()
    expect(solving).not_to_have_attribute("data-day", today)
    expect(answer).to_have_count(0)


def test_the_puzzle_is_of_ones_own_game_and_another_can_be_chosen(
    desktop: Page, server: Server
) -> None:
    like(desktop, preset="cannes-2016")
    desktop.goto(f"{server.url}/#/puzzle")
    solving = desktop.locator("[data-testid=puzzle][data-game]")
    expect(solving).to_have_attribute("data-game", "ffb-contree-2016")
    accessible(desktop)
    desktop.get_by_test_id("puzzle-game").select_option("bulgarian")
    expect(solving).to_have_attribute("data-game", "bulgarian")
    today = solving.get_attribute("data-day") or ""
    choices = desktop.locator(
        "[data-testid=practice-call], [data-testid^=take-], [data-testid=hand] [data-legal=true]"
    )
    choices.first.press("Enter")
    expect(desktop.get_by_test_id("practice-answer")).to_be_visible()
    desktop.get_by_test_id("puzzle-before").click()
    expect(solving).not_to_have_attribute("data-day", today)
    expect(solving).to_have_attribute("data-game", "bulgarian")
    desktop.get_by_test_id("puzzle-game").select_option("french")
    expect(solving).to_have_attribute("data-game", "french")
    expect(solving).not_to_have_attribute("data-day", today)
