"""The puzzle of the day in the browser: solved by a tap or a key, and explained."""

from __future__ import annotations

import json
from datetime import date

from http_person import in_the_file
from playwright.sync_api import Locator, Page, expect
from server_process import Server

from browser.steps import accessible, like
from rebelote.analysis import puzzles
from rebelote.analysis.puzzle_choice import chosen

ON_SCREEN = """() => {
  const isSeen = share => part => {
    const { top, bottom, height } = part.getBoundingClientRect()
    return height > 0 && Math.min(bottom, innerHeight) - Math.max(top, 0) >= share * height
  }
  const all = selector => [...document.querySelectorAll(selector)]
  const asked = all('[data-testid=asked]')
  return asked.length > 0 && [...asked, ...all('[data-testid=so-far]')].every(isSeen(0.99)) &&
    all('[data-testid=hand] [data-card]').every(isSeen(0.9))
}"""
"""Whether nothing of a question lies below the screen: what was played, and the hand."""


def answer_wrongly_then_rightly(page: Page, server: Server) -> None:
    """Give a wrong answer, try again and give the right one."""
    right = asked(server).answer
    choices = page.locator("[data-testid=practice-call], [data-testid=hand] [data-legal=true]")
    wrong = [word for word in words(choices) if word != right]
    pick(page, wrong[0]).press("Enter")
    answer = page.get_by_test_id("practice-answer")
    expect(answer).to_have_attribute("data-open", "false")
    expect(page.get_by_test_id("practice-again")).to_be_focused()
    accessible(page)
    page.keyboard.press("Enter")
    pick(page, right).press("Enter")
    expect(answer).to_have_attribute("data-open", "true")


def words(choices: Locator) -> list[str]:
    """Return the words of the calls or cards that may be chosen."""
    named = "found => found.map((it) => it.dataset.call ?? it.dataset.card)"
    return [str(word) for word in choices.evaluate_all(named)]


def pick(page: Page, word: str) -> Locator:
    return page.locator(f"[data-call='{word}'], [data-card='{word}'][data-legal=true]")


def asked(server: Server) -> puzzles.Puzzle:
    """Return the puzzle that the server asks today, with its answer."""
    received = json.loads(server.get("/api/puzzle?preset=french")[1])
    ((secret,),) = in_the_file(server, "SELECT value FROM secrets WHERE name = 'puzzles'")
    return chosen(date.fromisoformat(received["day"]), bytes(secret), "french")


def test_the_puzzle_of_the_day_is_asked_again_explained_and_leads_to_the_next(
    phone: Page, server: Server
) -> None:
    phone.goto(f"{server.url}/#/puzzle/french")
    solving = phone.locator("[data-testid=puzzle][data-day]")
    expect(solving).to_be_visible()
    today = solving.get_attribute("data-day") or ""
    expect(phone.get_by_test_id("asked")).to_contain_text("?")
    phone.wait_for_function(ON_SCREEN)
    accessible(phone)
    answer_wrongly_then_rightly(phone, server)
    answer = phone.get_by_test_id("practice-answer")
    expect(answer).to_contain_text("Right this time.")
    expect(phone.get_by_test_id("puzzle-theme")).to_be_visible()
    expect(phone.get_by_test_id("puzzle-unrated")).to_be_hidden()
    phone.get_by_test_id("verdict-details").click()
    expect(phone.get_by_test_id("puzzle-rating")).to_have_count(0)
    unrated = phone.get_by_test_id("puzzle-unrated")
    expect(unrated).to_contain_text("from the day after it was created")
    accessible(phone)
    step = asked(server).decision.number + 1
    phone.get_by_test_id("practice-replay").click()
    expect(phone.get_by_test_id("replay")).to_have_attribute("data-step", str(step))
    accessible(phone)
    phone.reload()
    expect(answer).to_have_attribute("data-right", "false")
    expect(answer).to_have_attribute("data-open", "true")
    phone.get_by_test_id("puzzle-next").click()
    expect(solving).not_to_have_attribute("data-day", today)
    expect(answer).to_have_count(0)
    phone.goto(f"{server.url}/#/puzzles/french")
    expect(phone.get_by_test_id("past-puzzles").get_by_role("listitem")).to_have_count(31)
    accessible(phone)
    phone.get_by_test_id("theme-bid").click()
    bidding = phone.get_by_test_id("past-puzzles").get_by_role("listitem")
    expect(bidding).not_to_have_count(31)
    phone.get_by_test_id("puzzle-next").click()
    expect(solving).to_have_attribute("data-kind", "call")


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
    if (show := desktop.get_by_test_id("practice-show")).count():
        show.click()
    desktop.get_by_test_id("puzzle-next").click()
    expect(solving).not_to_have_attribute("data-day", today)
    expect(solving).to_have_attribute("data-game", "bulgarian")
    desktop.get_by_test_id("puzzle-game").select_option("french")
    expect(solving).to_have_attribute("data-game", "french")
    expect(solving).not_to_have_attribute("data-day", today)
