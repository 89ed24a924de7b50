"""Spectators on the page: seen by name, and removed by the host."""

from __future__ import annotations

import os
from contextlib import closing
from typing import Literal

import pytest
from playwright.sync_api import Page, expect
from seated import Position, Seated, plays, seated, settled
from server_process import Server
from waiting import until

from browser.conftest import Visit
from browser.steps import accessible, hand, play, skip_to, tricks, waiting_room
from rebelote.server.base.protocol.table_settings import Terms

PICTURES = os.environ.get("REBELOTE_PICTURES", "")
"""A folder for pictures of the pages, for those who want to look at them."""


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{name}.png")


@pytest.mark.journey
def test_who_looks_on_is_seen_by_name_and_sent_away(visit: Visit, server: Server) -> None:
    host, wim, zoe = visit("phone", "Max"), visit("phone", "Wim"), visit("phone", "Zoë")
    code = waiting_room(server, host)
    for page in (wim, zoe):
        page.goto(f"{server.url}/join/{code}")
        expect(page.get_by_test_id("rules")).to_contain_text("Flemish")
    host.get_by_test_id("watchers").click()
    expect(host.get_by_test_id("onlookers")).to_contain_text("Wim")
    picture(host, "onlookers-waiting")
    host.keyboard.press("Escape")
    host.get_by_test_id("begin").click()
    play([host], lambda: tricks(host) >= 1)
    host.get_by_test_id("watchers").click()
    accessible(host)
    picture(host, "onlookers")
    host.get_by_test_id("show-out").first.click()
    expect(wim.get_by_text("has removed you")).to_be_visible()
    picture(wim, "sent-away")
    expect(host.get_by_test_id("onlookers")).not_to_contain_text("Wim")
    expect(host.get_by_test_id("onlookers")).to_contain_text("Zoë")
    wim.goto(f"{server.url}/join/{code}")
    expect(wim.get_by_text("has removed you")).to_be_visible()
    zoe.get_by_test_id("seat-1").click()
    expect(zoe.get_by_test_id("sit")).to_be_visible()


def one_trick_is_played(server: Server, watch: Literal["none", "seat"]) -> Seated:
    """Open a table of Max's with bots, and play one trick."""
    terms = Terms(level="beginner", watch=watch)
    position = Position("flemish", terms=terms).to(plays(0, tricks=1))
    return seated(server, position, ["Max"])


def test_where_nobody_watches_who_comes_by_link_takes_a_seat_or_goes(
    visit: Visit, server: Server
) -> None:
    wim, table = visit("desktop", "Wim"), one_trick_is_played(server, "none")
    table.people[0].sit()
    wim.goto(f"{server.url}/join/{table.code}")
    expect(wim.get_by_test_id("waiting")).to_contain_text("No spectators here")
    accessible(wim)
    picture(wim, "closed")
    wim.get_by_test_id("seat-2").click()
    wim.get_by_test_id("sit").click()
    expect(wim.get_by_test_id("table")).to_have_attribute("data-you", "2")
    expect(wim.locator("[data-testid=hand] [data-card]").first).to_be_visible()
    picture(wim, "sat-down")


def test_over_a_shoulder_the_deal_before_is_played_again_with_its_hand(
    visit: Visit, server: Server
) -> None:
    wim = visit("phone", "Wim")
    table = one_trick_is_played(server, "seat")
    wim.goto(f"{server.url}/join/{table.code}")
    wim.get_by_test_id("seat-0").click()
    wim.get_by_test_id("watch").click()
    status = wim.get_by_test_id("watching-only")
    expect(status).to_contain_text("Max’s hand is shown once this deal is over")
    assert hand(wim) == []
    picture(wim, "shoulder-waits")
    with closing(table):
        deal = table.truth.deal
        mine = {card.text for card in [*deal.hands[0], *deal.tricks[0].cards]}
        table.play_on(settled)
        expect(status).to_contain_text("Watching Max’s hand, one deal later")
        until(lambda: len(hand(wim)) > 4)
        picture(wim, "shoulder")
        accessible(wim)
        now = table.play_on(plays(0)).deal.hands[0]
        assert set(hand(wim)) <= mine != {card.text for card in now}
        skip_to(wim, "[data-testid=settlement]")
        picture(wim, "shoulder-settled")
        accessible(wim)
        wim.get_by_test_id("table-only").click()
        expect(status).to_contain_text("You are watching")
        expect(wim.locator("[data-testid=hand] [data-card]")).to_have_count(0)
