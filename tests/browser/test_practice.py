"""One's own errors, practised on the page: the position, the answer, and what comes next."""

from __future__ import annotations

from http_person import Browser, in_the_file
from playwright.sync_api import Page, expect
from practising import with_errors
from server_process import Server

from browser.conftest import Visit
from browser.steps import accessible, at_every_size, comes_as


def choose(page: Page, choice: str) -> None:
    """Choose a card of the hand, or a call, by keyboard."""
    page.locator(f'[data-card="{choice}"], [data-call="{choice}"]').first.press("Enter")


def test_a_mistake_is_practised(visit: Visit, server: Server) -> None:
    page, anna = visit("phone", "Anna"), Browser(server, "Anna")
    comes_as(page, anna)
    match, places = with_errors(anna)
    place = places[0]
    review = anna.get(f"/api/matches/{match}/deals/{place['deal']}/review")["reviewed"]
    (decision,) = (d for d in review["report"]["decisions"] if d["number"] == place["step"])
    page.goto(f"{server.url}/#/table/{match.rpartition('-')[0]}")
    page.get_by_test_id("practise").click()
    practice, answer = page.get_by_test_id("practice"), page.get_by_test_id("practice-answer")
    expect(practice).to_be_visible()
    at_every_size(page, accessible)
    choose(page, decision["choice"])
    expect(answer).to_have_attribute("data-right", "false")
    expect(answer).to_contain_text("Another choice was better.")
    accessible(page)
    page.get_by_test_id("practice-show").click()
    shown = page.get_by_test_id("practice-replay")
    step = f"#/match/{match}/{place['deal']}/{place['step'] + 1}/review"
    expect(shown).to_have_attribute("href", step)
    expect(page.get_by_test_id("verdict")).to_have_attribute("data-kind", decision["kind"])
    me = anna.get("/api/me")["id"]
    later = "UPDATE practice_positions SET due = ? WHERE person = ?"
    only = f"{later} AND deal = ? AND step = ?"
    in_the_file(server, later, 9e9, me)
    in_the_file(server, only, 0, me, place["deal"], place["step"])
    page.goto(f"{server.url}/#/practice")
    expect(page.get_by_test_id("practice-due")).to_have_text("1 due")
    choose(page, decision["advised"][0])
    expect(answer).to_have_attribute("data-right", "true")
    expect(page.get_by_test_id("practice-due")).to_have_text("0 due")
    page.get_by_test_id("practice-next").click()
    expect(page.get_by_test_id("practice-none")).to_contain_text("That is all for now")
    accessible(page)
