"""Play without a network, in a browser that kept what it takes."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from server_process import Server

from browser.conftest import Visit
from browser.steps import play

STARTS_WITHIN = 180_000
"""Milliseconds for the game to start within the browser, on however busy a machine."""
SETTLED = "[data-testid=next-deal], [data-testid=rematch]"


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


def won(page: Page) -> int:
    return page.locator("[data-testid=scores] .won").count()


def test_a_deal_is_played_by_clicks_without_a_network(visit: Visit, own_server: Server) -> None:
    """From the start page to the settlement, across a reload; then its record can be read."""
    page = visit("phone", "Ann")
    keep(page, own_server)
    page.context.set_offline(True)
    own_server.kill()
    expect(page.get_by_test_id("offline-now")).to_contain_text("You are offline")
    page.reload()
    expect(page.get_by_test_id("offline-now")).to_contain_text("beginners")
    expect(page.get_by_test_id("what")).to_contain_text("Beginner")
    page.get_by_test_id("play-now").click()
    expect(page.get_by_test_id("table")).to_be_visible(timeout=STARTS_WITHIN)
    play([page], lambda: page.locator("[data-testid=hand] [data-legal=true]").count() > 0)
    page.reload()
    expect(page.get_by_test_id("table")).to_be_visible(timeout=STARTS_WITHIN)
    play([page], lambda: page.locator(SETTLED).count() > 0)
    expect(page.get_by_test_id("line")).to_have_count(0)
    page.get_by_test_id("menu").click()
    with page.expect_popup() as opened:
        page.get_by_test_id("record").click()
    expect(opened.value.locator("body")).to_contain_text("Ann")


def test_a_page_that_kept_nothing_says_at_once_that_it_is_offline(
    visit: Visit, server: Server
) -> None:
    page = visit("phone", "Ann")
    page.goto(server.url)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    expect(page.get_by_test_id("offline-now")).to_contain_text("keep the game on this device")
    page.context.set_offline(False)
    expect(page.get_by_test_id("offline-now")).to_have_count(0)
