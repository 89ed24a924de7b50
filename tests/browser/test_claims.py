"""The rest, claimed in the browser."""

from __future__ import annotations

from collections.abc import Callable

from company import FRIENDS
from playwright.sync_api import expect
from seated import Position, Seated, seated
from server_process import Server

from browser.conftest import Visit
from browser.steps import accessible, come_in, tab_to
from rebelote import Match
from rebelote.rules import claims, presets
from rebelote.rules.deal import Deal, Playing
from rebelote.rules.options import Rules

WATCH = """seat => {
  new MutationObserver(() => {
    const cards = document.querySelectorAll(`[data-testid=shown-${seat}] .run > span`).length
    window.shown = Math.max(window.shown ?? 0, cards)
  }).observe(document.body, { childList: true, subtree: true })
}"""
"""Takes note of how many cards a seat lays open, however short the time."""


def to_a_claim(
    server: Server, rules: Rules, may: Callable[[Deal, int], bool]
) -> tuple[Seated, int, int]:
    """Four at a table where one may claim the rest: its seat, and how many cards it holds."""

    def claimant(match: Match) -> int | None:
        return next((seat for seat in range(4) if may(match.deal, seat)), None)

    position = Position(rules).to(lambda match: claimant(match) is not None)
    seat = claimant(position.match)
    assert seat is not None
    return seated(server, position, FRIENDS), seat, len(position.match.deal.hands[seat])


def may_be_refused(deal: Deal, seat: int) -> bool:
    """Return whether a seat may claim, and the next one could win a trick."""
    if not isinstance(deal, Playing) or not claims.may_ask(deal, seat):
        return False
    return claims.may_refuse(deal, seat, (seat + 1) % 4)


def test_the_rest_is_claimed_with_a_key_shown_to_all_and_settled(
    visit: Visit, server: Server
) -> None:
    table, seat, cards = to_a_claim(server, presets.rules("french"), claims.may_claim)
    mine, theirs = visit("phone"), visit("desktop")
    mine.set_viewport_size({"width": 320, "height": 568})
    come_in(mine, table.people[seat])
    come_in(theirs, table.people[(seat + 1) % 4])
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
    real = presets.rules("french").as_in_real_life()
    table, seat, cards = to_a_claim(server, real, may_be_refused)
    mine, theirs = visit("desktop"), visit("phone")
    theirs.set_viewport_size({"width": 320, "height": 568})
    come_in(mine, table.people[seat])
    come_in(theirs, table.people[(seat + 1) % 4])
    mine.get_by_test_id("claim").click()
    asked = theirs.get_by_test_id("claimed")
    expect(asked.locator(".laid > span")).to_have_count(cards)
    expect(mine.get_by_test_id("claimed")).to_contain_text("Your opponents are deciding")
    accessible(theirs)
    theirs.get_by_test_id("claim-refuse").click()
    for page in (mine, theirs):
        expect(page.get_by_test_id("claimed")).to_have_count(0)
        expect(page.get_by_test_id("log")).to_contain_text("played out")
    expect(mine.get_by_test_id("claim")).to_have_count(0)


def test_a_sawa_says_what_it_may_cost_and_is_played_out_with_the_hand_open(
    visit: Visit, server: Server
) -> None:
    real = presets.rules("baloot").as_in_real_life()
    table, seat, cards = to_a_claim(server, real, may_be_refused)
    mine, theirs = visit("phone"), visit("phone")
    for page in (mine, theirs):
        page.set_viewport_size({"width": 320, "height": 568})
    come_in(mine, table.people[seat])
    come_in(theirs, table.people[(seat + 1) % 4])
    mine.get_by_test_id("claim").click()
    expect(mine.get_by_test_id("claim-risk")).to_contain_text("loses the deal")
    accessible(mine)
    mine.get_by_test_id("claim-sure").click()
    expect(theirs.get_by_test_id("claim-stake")).to_contain_text("your side wins")
    accessible(theirs)
    theirs.get_by_test_id("claim-refuse").click()
    for page in (mine, theirs):
        expect(page.get_by_test_id("claimed")).to_have_count(0)
    expect(theirs.locator(f"[data-testid=shown-{seat}] .run > span")).to_have_count(cards)
    playable = "[data-testid=hand] [data-legal=true]"
    mine.locator(playable).first.click()
    expect(theirs.locator(f"[data-testid=shown-{seat}] .run > span")).to_have_count(cards - 1)
    expect(theirs.get_by_test_id("log")).to_contain_text("loses the deal")
