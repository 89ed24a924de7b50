"""Does the browser add to the pack, check it by itself, and warn of a server that cheats?"""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from server_process import Server

from browser.steps import accessible, click_once, play_a_deal, sit_down

PHONE = pytest.mark.parametrize("page", ["phone"], indirect=True)
DIGITS = re.compile("[0-9a-f]{64}")
SHUFFLING = "The whole table is shuffling the pack."


class Line:
    """The line between page and server, on which packs may be late."""

    def __init__(self, page: Page) -> None:
        self.holds_packs = False
        self._held: list[str | bytes] = []
        page.route_web_socket(re.compile("/ws$"), self._joined)

    def _joined(self, route: WebSocketRoute) -> None:
        self._route = route
        route.connect_to_server().on_message(self._told)

    def _told(self, frame: str | bytes) -> None:
        if self._held or (self.holds_packs and '"pack_made"' in str(frame)):
            self._held.append(frame)
        else:
            self._route.send(frame)

    def release(self) -> None:
        """Let through what was held back, and all that follows."""
        self.holds_packs = False
        for frame in self._held:
            self._route.send(frame)
        self._held.clear()


def test_the_browser_adds_a_secret_and_checks_the_pack(page: Page, server: Server) -> None:
    sit_down(page, server)
    play_a_deal(page, click_once)
    seal = page.get_by_test_id("seal")
    expect(seal).to_contain_text("Checked: the pack was fixed before the cut.")
    expect(seal).to_contain_text("in it: 1. Yours is one of them.")
    expect(page.get_by_test_id("log")).to_contain_text("Yours is one of them.")
    seal.locator("summary").click()
    expect(page.get_by_test_id("seal-digits")).to_have_text(DIGITS)
    expect(page.get_by_test_id("cheated")).to_have_count(0)


@PHONE
def test_a_server_that_exchanges_the_secret_is_found_out(page: Page, server: Server) -> None:
    def cheat(route: WebSocketRoute) -> None:
        to_server = route.connect_to_server()

        def forged(frame: str | bytes) -> None:
            told = json.loads(frame)
            for event in told.get("events", ()):
                if event["event"] == "seal_opened":
                    event["secret"] = "00" * 32
            route.send(json.dumps(told))

        to_server.on_message(forged)

    page.route_web_socket(re.compile("/ws$"), cheat)
    sit_down(page, server)
    play_a_deal(page, click_once)
    expect(page.get_by_test_id("cheated")).to_contain_text("the secret does not fit the seal")
    expect(page.get_by_test_id("seal")).to_contain_text("Careful")


# --- while a pack is awaited ----------------------------------------------------------------------


def test_it_is_said_that_the_first_pack_is_being_made(page: Page, server: Server) -> None:
    line = Line(page)
    line.holds_packs = True
    sit_down(page, server)
    expect(page.get_by_test_id("shuffling")).to_have_text(SHUFFLING)
    for name in ("begin", "terms"):
        expect(page.get_by_test_id(name)).to_be_disabled()
    accessible(page)
    line.release()
    expect(page.get_by_test_id("waiting")).to_have_count(0)
    expect(page.get_by_test_id("shuffling")).to_have_text("")


def test_it_is_said_that_the_next_pack_is_being_made(page: Page, server: Server) -> None:
    line = Line(page)
    sit_down(page, server, preset="flemish")
    play_a_deal(page, click_once)
    line.holds_packs = True
    paper = page.get_by_test_id("settlement").locator(".paper")
    before = paper.bounding_box()
    page.get_by_test_id("next-deal").click()
    expect(page.get_by_test_id("shuffling")).to_have_text(SHUFFLING)
    assert paper.bounding_box() == before
    expect(page.get_by_test_id("next-deal")).to_be_disabled()
    accessible(page)
    line.release()
    expect(page.get_by_test_id("settlement")).to_have_count(0)
    expect(page.get_by_test_id("shuffling")).to_have_text("")
