"""Play without a network, in a browser that kept what it takes."""

from __future__ import annotations

import environments
import pytest
from http_person import in_the_file
from playwright.sync_api import Page, expect
from score_sheet_steps import begin, enter
from server_process import Server

from browser.conftest import Visit
from browser.steps import play
from rebelote.learn import courses

pytestmark = pytest.mark.service_worker
STARTS_WITHIN = 180_000
"""Milliseconds for the game to start within the browser, on however busy a machine."""
OVER = "[data-testid=rematch]"
OFFLINE = environments.PACKAGE / "server" / "static" / "assets" / "offline"


def keep(page: Page, server: Server) -> None:
    """From a first visit to a device that has what play without a network needs."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(server.url)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    assert not [url for url in asked if "/assets/offline/" in url]
    page.get_by_test_id("settings").click()
    page.get_by_test_id("keep-offline").click()
    expect(page.get_by_test_id("offline")).to_have_attribute("data-kept", "true")
    page.keyboard.press("Escape")


def play_one_deal(page: Page) -> None:
    """From now on a match is one deal."""
    page.evaluate(
        """() => {
          const kept = JSON.parse(localStorage.getItem('rebelote.settings'))
          const changed = { ...kept, house: { end_deals: 1 } }
          localStorage.setItem('rebelote.settings', JSON.stringify(changed))
        }"""
    )


def learn(page: Page) -> None:
    """A question of a lesson, and a choice in the guided deal."""
    go(page, "#/learn/trick")
    lesson = courses.course("french", "en").lessons[0]
    expect(page.get_by_test_id("learn-text")).to_have_text(
        lesson.questions[0].text, timeout=STARTS_WITHIN
    )
    right = next(choice for choice in lesson.questions[0].choices if choice.right)
    page.locator(f'[data-answer="{right.value}"]').click()
    expect(page.get_by_test_id("learn-answer")).to_contain_text(right.because)
    go(page, "#/learn/deal")
    said = page.get_by_test_id("learn-text")
    expect(said).to_contain_text("Your first deal", timeout=STARTS_WITHIN)
    page.locator(".advised, .buttons .first").first.click()
    expect(said).not_to_contain_text("Your first deal")
    go(page, "#/")


def write_down(page: Page) -> None:
    """A deal with real cards on the score sheet."""
    go(page, "#/sheet")
    begin(page, "french", "Ann", "Ben", "Cleo", "Dan")
    expect(page.get_by_test_id("paper-standing")).to_be_visible(timeout=STARTS_WITHIN)
    enter(page, "1", "H", 0, 70)
    expect(page.get_by_test_id("paper-rows")).to_contain_text("+90")
    go(page, "#/")


def go(page: Page, where: str) -> None:
    """To another page, without asking the server for anything."""
    page.evaluate("where => { location.hash = where }", where)


def hand_in(page: Page, server: Server) -> None:
    """The network is back: one tap, and the match stands with one's own."""
    server.start()
    page.context.set_offline(False)
    page.goto(server.url)
    expect(page.get_by_test_id("hand-in-matches")).to_contain_text("1 match played without")
    page.get_by_test_id("hand-in").click()
    expect(page.get_by_test_id("hand-in-matches")).to_have_count(0)
    page.get_by_test_id("settings").click()
    expect(page.get_by_test_id("offline-matches")).to_contain_text("handed in")
    page.keyboard.press("Escape")
    page.get_by_test_id("handed-in").get_by_role("link").click()
    expect(page.get_by_test_id("offline-match")).to_have_text("without a network, unrated")
    assert in_the_file(server, "SELECT count(*) FROM played") == [(0,)]


@pytest.mark.skipif(not [*OFFLINE.glob("*.whl")], reason="the client is built without offline play")
def test_a_lesson_and_a_match_are_played_by_clicks_without_a_network(
    visit: Visit, own_server: Server
) -> None:
    """A lesson, then a match to its end, across a reload; its record is read, and handed in."""
    page = visit("phone", "Ann")
    page.goto(own_server.url)
    play_one_deal(page)
    keep(page, own_server)
    page.context.set_offline(True)
    own_server.kill()
    expect(page.get_by_test_id("offline-now")).to_contain_text("You are offline")
    page.reload()
    expect(page.get_by_test_id("offline-now")).to_contain_text("against bots")
    learn(page)
    write_down(page)
    expect(page.get_by_test_id("what")).to_contain_text("Beginner")
    go(page, "#/find")
    page.get_by_test_id("play-now").click()
    expect(page.get_by_test_id("table")).to_be_visible(timeout=STARTS_WITHIN)
    play([page], lambda: page.locator("[data-testid=hand] [data-legal=true]").count() > 0)
    page.reload()
    expect(page.get_by_test_id("table")).to_be_visible(timeout=STARTS_WITHIN)
    play([page], lambda: page.locator(OVER).count() > 0)
    expect(page.get_by_test_id("line")).to_have_count(0)
    page.get_by_test_id("menu").click()
    with page.expect_popup() as opened:
        page.get_by_test_id("record").click()
    expect(opened.value.locator("body")).to_contain_text("Ann")
    hand_in(page, own_server)


@pytest.mark.journey
def test_a_page_that_kept_nothing_says_at_once_that_it_is_offline(
    visit: Visit, server: Server
) -> None:
    page = visit("phone", "Ann")
    page.goto(server.url)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    expect(page.get_by_test_id("offline-now")).to_contain_text("keep the game on this device")
    expect(page.get_by_test_id("play-friends")).to_be_disabled()
    expect(page.get_by_test_id("find-table")).to_have_attribute("aria-disabled", "true")
    go(page, "#/find")
    expect(page.get_by_test_id("without-network")).to_contain_text("keep the game on this device")
    expect(page.get_by_test_id("seek")).to_be_disabled()
    go(page, "#/learn")
    expect(page.get_by_role("alert")).to_contain_text("To learn without a network")
    go(page, "#/")
    page.context.set_offline(False)
    expect(page.get_by_test_id("offline-now")).to_have_count(0)
