"""The rest, claimed in the browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from company import four, seat_of, to_a_claim
from playwright.sync_api import expect
from server_process import Server, serving

from browser.conftest import Visit
from browser.steps import accessible, come_in, tab_to

WATCH = """seat => {
  new MutationObserver(() => {
    const cards = document.querySelectorAll(`[data-testid=shown-${seat}] .run > span`).length
    window.shown = Math.max(window.shown ?? 0, cards)
  }).observe(document.body, { childList: true, subtree: true })
}"""
"""Takes note of how many cards a seat lays open, however short the time."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    options = ("--uncounted", "127.0.0.1", "--fixed-packs", "claim-22")
    with serving(tmp_path / "log.sqlite", *options) as server:
        yield server


def test_the_rest_is_claimed_with_a_key_shown_to_all_and_settled(
    visit: Visit, server: Server
) -> None:
    people = four(server)
    claimant = to_a_claim(people)
    seat, cards = seat_of(claimant), len(claimant.view["hand"])
    mine, theirs = visit("phone"), visit("desktop")
    mine.set_viewport_size({"width": 320, "height": 568})
    come_in(mine, claimant)
    come_in(theirs, people[(seat + 1) % 4])
    expect(theirs.get_by_test_id("claim")).to_have_count(0)
    expect(mine.get_by_test_id("claim")).to_be_in_viewport(ratio=1)
    accessible(mine)

    theirs.evaluate(WATCH, seat)
    tab_to(mine, "[data-testid=claim]")
    mine.keyboard.press("Enter")
    for page in (mine, theirs):
        expect(page.get_by_test_id("settlement")).to_be_visible()
        expect(page.get_by_test_id("log")).to_contain_text("the rest is mine!")
        expect(page.get_by_test_id("log")).not_to_contain_text("takes the trick")
    assert theirs.evaluate("window.shown") == cards


def test_in_real_life_opponents_see_the_cards_and_have_them_played_out(
    visit: Visit, server: Server
) -> None:
    people = four(server, real_life=True)
    claimant = to_a_claim(people)
    seat, cards = seat_of(claimant), len(claimant.view["hand"])
    mine, theirs = visit("desktop"), visit("phone")
    theirs.set_viewport_size({"width": 320, "height": 568})
    come_in(mine, claimant)
    come_in(theirs, people[(seat + 1) % 4])
    mine.get_by_test_id("claim").click()
    asked = theirs.get_by_test_id("claimed")
    expect(asked.locator(".laid > span")).to_have_count(cards)
    expect(mine.get_by_test_id("claimed")).to_contain_text("Your opponents are being asked")
    accessible(theirs)
    theirs.get_by_test_id("claim-refuse").click()
    for page in (mine, theirs):
        expect(page.get_by_test_id("claimed")).to_have_count(0)
        expect(page.get_by_test_id("log")).to_contain_text("played out")
    expect(mine.get_by_test_id("claim")).to_have_count(0)
