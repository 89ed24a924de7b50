"""Spectators on the page: seen by name, and removed by the host."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import Page, expect
from server_process import Server
from waiting import until

from browser.conftest import SIZES, Visit
from browser.steps import accessible, change_terms, hand, play, table_with_friends, tricks

PICTURES = os.environ.get("REBELOTE_PICTURES", "")
"""A folder for pictures of the pages, for whoever wants to look at them."""


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{name}.png")


@pytest.mark.parametrize("size", SIZES)
def test_who_looks_on_is_seen_by_name_and_sent_away(
    visit: Visit, server: Server, size: str
) -> None:
    host, wim, zoe = visit(size, "Max"), visit(size, "Wim"), visit(size, "Zoë")
    code = table_with_friends(server, host)
    for page in (wim, zoe):
        page.goto(f"{server.url}/join/{code}")
        expect(page.get_by_test_id("rules")).to_contain_text("Flemish")
    host.get_by_test_id("watchers").click()
    expect(host.get_by_test_id("onlookers")).to_contain_text("Wim")
    picture(host, f"onlookers-waiting-{size}")
    host.keyboard.press("Escape")
    host.get_by_test_id("begin").click()
    play([host], lambda: tricks(host) >= 1)
    host.get_by_test_id("watchers").click()
    accessible(host)
    picture(host, f"onlookers-{size}")
    host.get_by_test_id("show-out").first.click()
    expect(wim.get_by_text("has removed you")).to_be_visible()
    picture(wim, f"sent-away-{size}")
    expect(host.get_by_test_id("onlookers")).not_to_contain_text("Wim")
    expect(host.get_by_test_id("onlookers")).to_contain_text("Zoë")
    wim.goto(f"{server.url}/join/{code}")
    expect(wim.get_by_text("has removed you")).to_be_visible()
    zoe.get_by_test_id("seat-1").click()
    expect(zoe.get_by_test_id("sit")).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_where_nobody_watches_who_comes_by_link_takes_a_seat_or_goes(
    visit: Visit, server: Server, size: str
) -> None:
    host, wim = visit(size, "Max"), visit(size, "Wim")
    code = table_with_friends(server, host)
    change_terms(host, watch="none")
    host.get_by_test_id("begin").click()
    play([host], lambda: tricks(host) >= 1)
    wim.goto(f"{server.url}/join/{code}")
    expect(wim.get_by_test_id("waiting")).to_contain_text("No spectators here")
    accessible(wim)
    picture(wim, f"closed-{size}")
    wim.get_by_test_id("seat-2").click()
    wim.get_by_test_id("sit").click()
    expect(wim.get_by_test_id("table")).to_have_attribute("data-you", "2")
    expect(wim.locator("[data-testid=hand] [data-card]").first).to_be_visible()
    picture(wim, f"sat-down-{size}")


@pytest.mark.parametrize("size", SIZES)
def test_over_a_shoulder_the_deal_before_is_played_again_with_its_hand(
    visit: Visit, server: Server, size: str
) -> None:
    host, wim = visit(size, "Max"), visit(size, "Wim")
    code = table_with_friends(server, host)
    change_terms(host, watch="seat")
    host.get_by_test_id("begin").click()
    play([host], lambda: tricks(host) >= 1)
    wim.goto(f"{server.url}/join/{code}")
    wim.get_by_test_id("seat-0").click()
    wim.get_by_test_id("watch").click()
    status = wim.get_by_test_id("watching-only")
    expect(status).to_contain_text("Max’s hand is shown once this deal is over")
    assert hand(wim) == []
    picture(wim, f"shoulder-waits-{size}")
    play([host], lambda: bool(host.get_by_test_id("next-deal").count()))
    expect(status).to_contain_text("Watching Max’s hand, one deal later")
    until(lambda: len(hand(wim)) > 4)
    picture(wim, f"shoulder-{size}")
    accessible(wim)
    play([host], lambda: not host.get_by_test_id("next-deal").count() and len(hand(host)) == 8)
    assert hand(wim) != hand(host), "not the hand that is being played"
    play([wim], lambda: bool(wim.get_by_test_id("settlement").count()))
    picture(wim, f"shoulder-settled-{size}")
    accessible(wim)
    wim.get_by_test_id("table-only").click()
    expect(status).to_contain_text("You are watching")
    expect(wim.locator("[data-testid=hand] [data-card]")).to_have_count(0)
