"""Does a page that is older than the server find its way to the newest, and keep its seat?"""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from server_process import Server

from browser.steps import forward, my_turn, sit_down

PHONE = pytest.mark.parametrize("page", ["phone"], indirect=True)


class OldPage:
    """Pretends that the page speaks another protocol, the next `joins` times that it joins."""

    def __init__(self, page: Page) -> None:
        self.joins = 0
        page.route_web_socket("**/ws", self._opened)

    def _opened(self, line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        line.on_message(lambda frame: server.send(json.dumps(self._aged(json.loads(frame)))))

    def _aged(self, message: dict[str, Any]) -> dict[str, Any]:
        if message["type"] != "join" or not self.joins:
            return message
        self.joins -= 1
        return {**message, "protocol": 0}


@PHONE
def test_an_older_page_loads_itself_again_and_keeps_its_seat(page: Page, server: Server) -> None:
    old = OldPage(page)
    sit_down(page, server)
    my_turn(page)
    forward(page)
    old.joins = 1
    page.reload()
    expect(page.get_by_test_id("table")).to_have_attribute("data-you", "0")
    my_turn(page)
    forward(page)
    assert old.joins == 0


@PHONE
def test_where_that_does_not_help_it_is_said_and_the_table_is_found_again(
    page: Page, server: Server
) -> None:
    old = OldPage(page)
    sit_down(page, server)
    my_turn(page)
    forward(page)
    table = page.url
    old.joins = 2
    page.reload()
    expect(page.get_by_text("load it again")).to_be_visible()
    page.goto(table)
    expect(page.get_by_test_id("table")).to_have_attribute("data-you", "0")
