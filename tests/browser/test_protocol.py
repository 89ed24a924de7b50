"""Pages older than the server: they reload themselves and keep their seat."""

from __future__ import annotations

import json
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import older_page
import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from server_process import Server

from browser.steps import forward, hurry, hurry_through, sit_down

BEFORE = Path(__file__).parents[1] / "data" / "client-protocol-1.tar.xz"
"""The page as it was built before the protocol had versions: its scripts and styles."""
PHONE = pytest.mark.parametrize("page", ["phone"], indirect=True)


class OldPage:
    """Pretends that the page speaks another protocol, the next `joins` times that it joins."""

    def __init__(self, page: Page) -> None:
        self.joins = 0
        page.route_web_socket("**/ws*", self._opened)

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
    hurry(page)
    forward(page)
    old.joins = 1
    page.reload()
    expect(page.get_by_test_id("table")).to_have_attribute("data-you", "0")
    hurry(page)
    forward(page)
    assert old.joins == 0


@PHONE
def test_where_that_does_not_help_it_is_said_and_the_table_is_found_again(
    page: Page, server: Server
) -> None:
    old = OldPage(page)
    sit_down(page, server)
    hurry(page)
    forward(page)
    table = page.url
    old.joins = 2
    page.reload()
    expect(page.get_by_text("reload it")).to_be_visible()
    page.goto(table)
    expect(page.get_by_test_id("table")).to_have_attribute("data-you", "0")


@pytest.fixture
def server_of_the_page_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """Today's server with the older page."""
    with tarfile.open(BEFORE) as archive:
        archive.extractall(tmp_path / "page", filter="data")
    monkeypatch.setenv("PAGE", str(tmp_path / "page"))
    server = Server(tmp_path / "log.sqlite")
    server.program = (sys.executable, str(Path(older_page.__file__)))
    server.start()
    yield server
    server.stop()


@PHONE
def test_the_page_from_before_the_protocol_had_versions_plays_a_deal(
    page: Page, server_of_the_page_before: Server
) -> None:
    frames: list[str] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framesent", lambda frame: frames.append(str(frame))),
    )
    sit_down(page, server_of_the_page_before)
    hurry_through(page)
    expect(page.get_by_test_id("settlement")).to_be_visible()
    [join] = [frame for frame in frames if '"join"' in frame]
    assert "protocol" not in join
