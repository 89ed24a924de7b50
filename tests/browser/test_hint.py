"""The level of the bots, and hints by the strongest, in the browser."""

from __future__ import annotations

import json

from http_person import in_the_file
from playwright.sync_api import Page, expect
from seated import Position, seated, speaks
from server_process import Server

from browser.steps import accessible, choosing, click_once, come_in, hurry, moved_on, phase


def test_a_level_is_chosen_and_kept(desktop: Page, server: Server) -> None:
    desktop.goto(server.url)
    with choosing(desktop):
        desktop.get_by_test_id("level-club").press("ArrowRight")
        expect(desktop.get_by_test_id("level")).to_contain_text("Expert")
    desktop.get_by_test_id("play-now").click()
    expect(desktop.get_by_test_id("table")).to_be_visible()
    table = desktop.url.rpartition("/")[2]
    sql = "SELECT entry FROM log WHERE table_id = ? AND seq = 1"
    [(agreed,)] = in_the_file(server, sql, table)
    assert json.loads(agreed)["terms"]["level"] == "expert"
    desktop.goto(server.url)
    desktop.reload()
    with choosing(desktop):
        expect(desktop.get_by_test_id("level-expert")).to_be_checked()


def test_hints_are_given(phone: Page, server: Server) -> None:
    """In the auction and at each card, until one has chosen."""
    come_in(phone, seated(server, Position().to(speaks(0))).people[0])
    hinted: list[str] = []
    while hinted.count("play") < 3 and hurry(phone):
        if phone.get_by_test_id("hint").count():  # not for the only card that may be played
            phone.get_by_test_id("hint").click()
            advice = phone.get_by_test_id("hinted")
            expect(advice).to_contain_text("Your hint: ")
            assert "{" not in advice.inner_text()
            hinted.append(phase(phone))
            if len(hinted) == 1:
                accessible(phone)
        moved_on(phone, click_once)
        expect(phone.get_by_test_id("hinted")).to_have_count(0)
    assert hinted == ["bidding", "play", "play", "play"]
