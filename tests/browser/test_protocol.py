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

pytestmark = pytest.mark.service_worker
BEFORE = Path(__file__).parents[1] / "data" / "client-protocol-1.tar.xz"
"""The page as it was built before the protocol had versions: its scripts and styles."""


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


def test_an_older_page_loads_itself_again_and_keeps_its_seat(phone: Page, server: Server) -> None:
    """If that has not helped, the page says so, and finds the table again."""
    old = OldPage(phone)
    sit_down(phone, server)
    hurry(phone)
    forward(phone)
    old.joins = 1
    phone.reload()
    expect(phone.get_by_test_id("table")).to_have_attribute("data-you", "0")
    hurry(phone)
    forward(phone)
    assert old.joins == 0
    table = phone.url
    old.joins = 1  # the page has loaded itself again a moment ago
    phone.reload()
    expect(phone.get_by_text("reload it")).to_be_visible()
    phone.goto(table)
    expect(phone.get_by_test_id("table")).to_have_attribute("data-you", "0")


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


def test_the_page_from_before_the_protocol_had_versions_plays_a_deal(
    phone: Page, server_of_the_page_before: Server
) -> None:
    frames: list[str] = []
    phone.on(
        "websocket",
        lambda socket: socket.on("framesent", lambda frame: frames.append(str(frame))),
    )
    sit_down(phone, server_of_the_page_before)
    hurry_through(phone)
    expect(phone.get_by_test_id("settlement")).to_be_visible()
    [join] = [frame for frame in frames if '"join"' in frame]
    assert "protocol" not in join
