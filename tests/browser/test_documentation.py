"""The documentation as the server shows it: all of it from there, by its policy, with a search."""

from __future__ import annotations

import environments
import pytest
from playwright.sync_api import Page, expect
from server_process import Server

from .conftest import barred

SITE = environments.PACKAGE / "server" / "static" / "docs"
pytestmark = pytest.mark.skipif(not SITE.is_dir(), reason="the site is not built: `make docs`")


def test_the_documentation_is_read_and_searched(server: Server, desktop: Page) -> None:
    said: list[str] = []
    elsewhere: list[str] = []
    desktop.on("console", lambda message: said.extend(barred(message.text)))
    desktop.on("request", lambda one: elsewhere.append(one.url))
    desktop.goto(f"{server.url}/docs")
    expect(desktop.get_by_role("heading", name="Rebelote", level=1)).to_be_visible()
    desktop.get_by_role("textbox", name="Search").click()
    desktop.keyboard.type("undertrump")
    desktop.locator(".md-search-result__link", has_text="A house rule").first.click()
    expect(desktop.get_by_role("heading", name="A house rule", level=1)).to_be_visible()
    assert said == []
    assert [url for url in elsewhere if not url.startswith((server.url, "data:"))] == []
