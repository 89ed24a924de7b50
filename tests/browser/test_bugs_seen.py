"""Bugs that were seen in other sites' pages: one test each, named after it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect
from seated import Position, plays, seated
from server_process import Server

from browser.conftest import Visit
from browser.steps import cards, click_once, come_in, forward, hurry, legal_cards

Frame = str | bytes
Changed = Callable[[dict[str, Any]], dict[str, Any]]
GESTURES = 34
"""Pixels that a phone keeps for itself at the lower edge."""


def through(
    page: Page, changed: Callable[[dict[str, Any]], dict[str, Any]]
) -> list[WebSocketRoute]:
    """Lead the page's sockets through here, where what it sends may be changed; the sockets."""
    lines: list[WebSocketRoute] = []

    def opened(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        lines.append(line)

        def sent(frame: Frame) -> None:
            server.send(json.dumps(changed(json.loads(frame))))

        line.on_message(sent)

    page.route_web_socket("**/ws*", opened)
    return lines


def to_a_card(page: Page, server: Server) -> str:
    """Go to a table at which a card of mine may be played."""
    come_in(page, seated(server, Position().to(plays(0))).people[0])
    assert hurry(page)
    return legal_cards(page)[0]


def card(page: Page, name: str) -> Any:
    return page.locator(f'[data-testid=hand] [data-card="{name}"]')


def test_a_refused_card_stays_in_the_hand(visit: Visit, server: Server) -> None:
    page = visit("phone", "Ann")
    wrong = [False]

    def not_mine(message: dict[str, Any]) -> dict[str, Any]:
        if wrong[0] and message["type"] == "act":
            held = cards(page, "[data-card]")
            other = next(r + s for s in "SHDC" for r in "789" if r + s not in held)
            return {**message, "action": {"do": "play", "card": other}}
        return message

    through(page, not_mine)
    mine = to_a_card(page, server)
    before = page.get_by_test_id("table").get_attribute("data-version") or ""
    wrong[0] = True
    card(page, mine).click(position={"x": 12, "y": 20})
    expect(page.get_by_test_id("notice")).to_be_visible()
    expect(card(page, mine)).to_be_visible()
    wrong[0] = False
    assert hurry(page)
    card(page, mine).click(position={"x": 12, "y": 20})
    expect(page.get_by_test_id("table")).not_to_have_attribute("data-version", before)
    expect(card(page, mine)).to_have_count(0)


def test_a_phone_that_slept_has_its_line_again(visit: Visit, server: Server) -> None:
    page = visit("phone", "Ann")
    lines = through(page, lambda message: message)
    to_a_card(page, server)
    click_once(page)
    lines[-1].close(code=1001, reason="asleep")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    assert hurry(page) or page.get_by_test_id("settlement").count()
    assert len(lines) >= 2
    forward(page)


def test_the_hand_lies_above_the_phones_gesture_bar(visit: Visit, server: Server) -> None:
    page = visit("phone", "Ann")
    phone = page.context.new_cdp_session(page)
    insets = {"bottom": GESTURES, "bottomMax": GESTURES}
    phone.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    to_a_card(page, server)
    free = 640 - GESTURES
    tops = page.locator("[data-testid=hand] [data-card]").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().top)"
    )
    assert tops
    assert all(top + 44 <= free for top in tops), tops
    lowest = page.locator("[data-testid=hand]").bounding_box()
    assert lowest is not None and lowest["y"] + lowest["height"] <= 640
