"""A double out of turn in the browser, as in real life by the rules of Cannes."""

from __future__ import annotations

from company import bid_first, four, seat_of
from playwright.sync_api import expect
from server_process import Server

from browser.conftest import Visit
from browser.steps import accessible, come_in


def test_a_double_out_of_turn_is_answered_by_whose_bid_it_was(visit: Visit, server: Server) -> None:
    people = four(server, preset="cannes-2016", real_life=True)
    bidder = bid_first(people, {"do": "bid", "trump": "S", "value": 80})
    doubler = people[(seat_of(bidder) + 3) % 4]
    mine, theirs = visit("desktop"), visit("phone")
    mine.set_viewport_size({"width": 320, "height": 568})
    come_in(mine, bidder)
    come_in(theirs, doubler)
    expect(mine.get_by_test_id("double-now")).to_have_count(0)
    early = theirs.get_by_test_id("double-now")
    expect(early).to_have_text("Double out of turn")
    theirs.keyboard.press("x")
    accessible(theirs)
    expect(early).to_be_visible()
    early.click()
    early.click()

    expect(mine.get_by_test_id("question")).to_contain_text("Doubled out of turn")
    for call in ("pass", "redouble", "redeal"):
        expect(mine.get_by_test_id(call)).to_be_in_viewport(ratio=1)
    accessible(mine)
    mine.get_by_test_id("redeal").click()
    for page in (mine, theirs):
        expect(page.get_by_test_id("log")).to_contain_text("out of turn")
        expect(page.get_by_test_id("log")).to_contain_text("for a redeal")
        expect(page.get_by_test_id("log")).to_contain_text("Deal 2")
