"""One journey in every browser: a deal by touch, a reload in mid-trick, dialogs, the settlement.

Then the server ends, and the page's own Python and kernel play a deal.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser
from server_process import Server
from waiting import until

from browser.conftest import QUICK
from browser.engines import (
    BARE,
    FIREFOX,
    MINI_BROWSER,
    SCREEN,
    WEBKIT,
    Engine,
    Firefox,
    chromium,
    firefox,
    webkit,
)
from browser.offline_steps import FILES, KERNEL, STARTS_WITHIN, is_whole
from browser.steps import OFFERED

PATIENCE: Final = 120.0
"""Seconds for what a page does next, on however busy a machine."""
PHONE: Final = (360, 640)
HOW: Final = "run `make browser` as root on Debian"
needs_firefox = pytest.mark.skipif(not FIREFOX, reason=f"there is no firefox-esr here: {HOW}")
needs_webkit = pytest.mark.skipif(
    not (WEBKIT and MINI_BROWSER and SCREEN),
    reason=f"there is no webkit2gtk-driver or xvfb here: {HOW}",
)


WHOLE: Final = (
    "chromium",
    pytest.param("firefox", marks=needs_firefox),
    pytest.param("webkit", marks=needs_webkit),
)
"""Browsers with all that they can do."""


@pytest.fixture(params=["bare", *WHOLE])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """Yield each browser in turn, as large as a phone; Chromium also with no more than it needs."""
    home = tmp_path / "home"
    home.mkdir()
    if request.param in ("chromium", "bare"):
        browser: Browser = request.getfixturevalue("browser")
        with chromium(browser, *PHONE, BARE if request.param == "bare" else "") as result:
            yield result
    elif request.param == "firefox":
        with firefox(home, *PHONE) as result:
            yield result
    else:
        with webkit(home, *PHONE) as result:
            yield result


def test_one_journey_in_every_browser(engine: Engine, own_server: Server) -> None:
    engine.go(own_server.url)
    until(lambda: engine.run(STARTED), PATIENCE)  # by then it has written its own settings
    wish(engine)
    tap(engine, "[data-testid=play-now]")
    play_until(engine, IN_MID_TRICK)
    before = engine.run(SEEN)
    reload(engine)
    until(lambda: engine.run(IN_MID_TRICK), PATIENCE)
    assert engine.run(SEEN) == before
    open_and_close(engine, "[data-testid=scores]")
    tap(engine, "[data-testid=menu]")
    open_and_close(engine, "#menu:popover-open button")
    if isinstance(engine, Firefox):
        assert files(engine) == [], "its line is unknown, and it is a phone's"
    play_until(engine, SETTLED)
    assert engine.run("document.documentElement.scrollWidth <= innerWidth")
    said = engine.run("document.querySelector('[data-testid=derivation]').innerText")
    assert len(re.findall(r"\d+", said)) >= 6
    if KERNEL and engine.run("'serviceWorker' in navigator"):
        until(lambda: is_whole(files(engine)), PATIENCE)
        play_alone(engine, own_server)
    else:
        tap(engine, OVER)
        until(lambda: engine.run(f"!({SETTLED})"), PATIENCE)
    assert engine.run("window.problems") == []


def play_alone(engine: Engine, server: Server) -> None:
    """End the server, and play a match at *club* on the device, with a reload in mid-trick."""
    server.kill()
    engine.go(server.url)
    until(lambda: engine.run("!!document.querySelector('[data-testid=offline-now]')"), PATIENCE)
    wish(engine, level="club")
    until(lambda: "Club" in engine.run(WHAT), PATIENCE)
    tap(engine, "[data-testid=play-now]:not([disabled])")
    until(lambda: engine.run(AT_TABLE), STARTS_WITHIN / 1000)
    play_until(engine, IN_MID_TRICK)
    before = engine.run(SEEN)
    reload(engine)
    until(lambda: engine.run(IN_MID_TRICK), STARTS_WITHIN / 1000)
    assert engine.run(SEEN) == before
    play_until(engine, SETTLED)
    assert engine.run("!document.querySelector('[data-testid=line]')")


def wish(engine: Engine, **changes: object) -> None:
    """Change the settings, and load the page by them."""
    wishes = json.dumps(json.dumps({**WISHES, **changes}))
    engine.run(f"localStorage.setItem('rebelote.settings', {wishes})")
    reload(engine)


def files(engine: Engine) -> list[str]:
    """Return the names of the stored files."""
    engine.run(f"void ({FILES})().then((names) => {{ window.found = {{ names }} }})")
    names: list[str] = until(lambda: engine.run("window.found"), PATIENCE)["names"]
    engine.run("void delete window.found")
    return names


WHAT: Final = "document.querySelector('[data-testid=what]')?.innerText ?? ''"
"""The game that the button opens; the page may be the one before its reload."""
WISHES: Final = {
    **QUICK,
    "awake": True,
    "notify": True,
    "sounds": True,
    "volume": 0.1,
    "house": {"end_deals": 1},
}
"""Settings of a person who wants whatever their browser can do, and matches of a deal."""
STARTED: Final = "!!document.querySelector('[data-testid=play-now]')"
AT_TABLE: Final = "!!document.querySelector('[data-testid=table]')"
VERSION: Final = "document.querySelector('[data-testid=table]')?.dataset.version"
OVER: Final = "[data-testid=rematch]"
SETTLED: Final = f"!!document.querySelector('{OVER}:not([disabled])')"
IN_MID_TRICK: Final = """(() => {
  const all = (selector) => document.querySelectorAll(selector).length
  return all('[data-testid=table][data-phase=play][data-free=true]') > 0
    && all('[data-testid=trick] li') > 0 && all('[data-testid=hand] [data-legal=true]') > 0
})()"""
SEEN: Final = """[location.href, document.querySelectorAll('[data-testid=trick] li').length,
  ...[...document.querySelectorAll('[data-testid=hand] [data-card]')]
    .map((card) => card.dataset.card + card.dataset.legal)]"""
"""The table's address and the cards that lie and that are held."""
PROBLEMS: Final = """(() => {
  window.problems = []
  const note = (event) => window.problems.push(String(event.reason ?? event.message))
  addEventListener('error', note)
  addEventListener('unhandledrejection', note)
})()"""
"""From now on, what no code of the page has caught."""
POINT: Final = """((found) => {
  if (!found) return null
  found.scrollIntoView({ block: 'nearest' })
  const box = found.getBoundingClientRect()
  const x = Math.round(box.left + Math.min(12, box.width / 2))
  const y = Math.round(box.top + Math.min(20, box.height / 2))
  return found.contains(document.elementFromPoint(x, y)) ? [x, y] : null
})"""
"""Where an element can be touched, if nothing lies over it; a card shows its left edge."""


def reload(engine: Engine) -> None:
    """Reload the page, and note errors from there on."""
    engine.reload()
    engine.run(PROBLEMS)


def tap(engine: Engine, selector: str) -> None:
    """Touch the first such element, once it lies still and open to the finger."""
    where = f"{POINT}(document.querySelector({json.dumps(selector)}))"
    seen: list[list[int] | None] = [None]

    def still() -> bool:
        seen.append(engine.run(where))
        return seen[-1] is not None and seen[-1] == seen[-2]

    until(still, PATIENCE)
    x, y = seen[-1] or []
    engine.tap(x, y)


def play_until(engine: Engine, end: str) -> None:
    """Do whatever the table offers, until an expression is true."""
    while until(lambda: engine.run(f"({end}) || ({OFFERED})(true)"), PATIENCE) is not True:
        go_on(engine)


def go_on(engine: Engine) -> None:
    """Touch what is offered now, and wait until the table has moved on."""
    offered = until(lambda: engine.run(f"({OFFERED})(true)"), PATIENCE)
    before = engine.run(VERSION)
    tap(engine, offered)
    until(lambda: engine.run(VERSION) != before, PATIENCE)


def open_and_close(engine: Engine, what: str) -> None:
    """Open a dialog by a touch, check that it lies over everything, and close it by its cross."""
    tap(engine, what)
    tap(engine, "dialog[open] header .icon")
    until(lambda: engine.run("!document.querySelector('dialog')"), PATIENCE)
