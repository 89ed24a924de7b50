"""Does the browser add to the pack, check it by itself, and warn of a server that cheats?"""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from server_process import Server

from browser.steps import click_once, play_a_deal, sit_down

PHONE = pytest.mark.parametrize("page", ["phone"], indirect=True)
DIGITS = re.compile("[0-9a-f]{64}")


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
