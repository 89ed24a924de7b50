"""Steps of a page that stores the game and plays without a network."""

from __future__ import annotations

from typing import Final

import environments
import pytest
from playwright.sync_api import Page, expect
from server_process import Server

OFFLINE: Final = environments.PACKAGE / "server" / "static" / "assets" / "offline"
"""The files that are stored, of the built client."""
KERNEL: Final = [*OFFLINE.glob("kernel-*.wasm")]
needs_game = pytest.mark.skipif(
    not [*OFFLINE.glob("*.whl")], reason="the client is built without offline play"
)
needs_kernel = pytest.mark.skipif(
    not KERNEL, reason="the client is built without the kernel of the page"
)
STORAGE: Final = 8_000_000
"""Bytes that all stored files take, as the settings announce it."""
STORED: Final = """async () => {
  const cache = await caches.open('rebelote-offline')
  const answers = await Promise.all((await cache.keys()).map((key) => cache.match(key)))
  const bodies = await Promise.all(answers.map((answer) => answer.arrayBuffer()))
  return bodies.reduce((sum, { byteLength }) => sum + byteLength, 0)
}"""
FILES: Final = """async () => {
  if (!(await caches.has('rebelote-offline'))) return []
  const keys = await (await caches.open('rebelote-offline')).keys()
  return keys.map(({ url }) => url.split('/').pop())
}"""
"""The names of the stored files."""
STARTS_WITHIN: Final = 180_000
"""Milliseconds for the game to start within the browser, on however busy a machine."""


def keep(page: Page, server: Server) -> None:
    """Visit for the first time until the device has all that offline play needs."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(server.url)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    assert not [url for url in asked if "/assets/offline/" in url]
    page.get_by_test_id("settings").click()
    page.get_by_test_id("keep-offline").click()
    expect(page.get_by_test_id("offline")).to_have_attribute("data-kept", "true")
    assert page.evaluate(STORED) < STORAGE
    page.keyboard.press("Escape")


def stored(page: Page) -> bool:
    """Return whether the device has every file of the game."""
    return is_whole(page.evaluate(FILES))


def is_whole(names: list[str]) -> bool:
    """Return whether these are all files of the game."""
    built = (file for file in OFFLINE.rglob("*.*") if file.is_file())
    needed = {
        file.name
        for file in built
        if file.suffix not in (".br", ".gz") and not file.name.startswith("storingWorker")
    }
    return needed <= {*names}


def set_to(page: Page, **changes: object) -> None:
    """Change settings from the next load of the page on."""
    page.evaluate(
        """changes => {
          const kept = JSON.parse(localStorage.getItem('rebelote.settings'))
          localStorage.setItem('rebelote.settings', JSON.stringify({ ...kept, ...changes }))
        }""",
        changes,
    )


def go(page: Page, where: str) -> None:
    """Go to another page, without a request to the server."""
    page.evaluate("where => { location.hash = where }", where)
