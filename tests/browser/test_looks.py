"""Eleven key screens look as they did: named parts, their colours, and the whole picture.

Pixels are not compared one by one: anti-aliasing, hinting and the browser's version change them
from machine to machine, and a tolerance that forgives that forgives a lost icon as well. Instead,

* the boxes of named parts are compared, to within `NEAR` pixels and a fiftieth of the window. The
  faces are our own files, so that text is as wide on every machine, whatever fonts it has;
* the colours that the browser computed for these parts are compared exactly: they depend on no
  drawing at all;
* the picture is compared as mean colours of cells of `CELL` pixels, in which the edges of letters
  cancel out. A felt, card or sheet that is not drawn, or is drawn elsewhere, changes them.

What changes from day to day, with the server's other visitors or by chance (portraits) is hidden.
`REBELOTE_LOOKS=write pytest tests/browser/test_looks.py` writes what is there now to `looks.json`;
look at `make gallery` before that.
"""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect
from seated import plays, settled, speaks
from server_process import Server

from browser.conftest import SIZES
from browser.guest import ME, Open, at, table
from browser.steps import like

KEPT: Final = Path(__file__).parent / "looks.json"
WRITES: Final = os.environ.get("REBELOTE_LOOKS") == "write"
NEAR: Final = 5
"""Pixels by which a box may be off, besides a fiftieth of the window."""
CELL: Final = {"phone": 40, "desktop": 80}
CLOSE: Final = 20
"""The tolerance of a channel of a cell's mean, of 255."""
STRAY: Final = 0.04
"""The share of cells that may be off by more: where the wrapping of a line differs."""
FACES: Final = """async () => {
  const faces = ['Literata', "'Source Sans'"]
  await Promise.all(faces.map((face) => document.fonts.load(`1em ${face}`, 'a')))
  document.documentElement.dataset.faces = ''
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
}"""
LOOK: Final = """(names) => Object.fromEntries(names.map((name) => {
  const element = document.querySelector(name)
  if (!element) return [name, null]
  const { x, y, width, height } = element.getBoundingClientRect()
  const { color, backgroundColor } = getComputedStyle(element)
  return [name, { box: [x, y, width, height].map(Math.round), colours: [color, backgroundColor] }]
}))"""
MEANS: Final = """async ([picture, cell]) => {
  const image = await createImageBitmap(await (await fetch(picture)).blob())
  const { width, height } = image
  const context = new OffscreenCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  const means = []
  for (let y = 0; y + cell <= height; y += cell)
    for (let x = 0; x + cell <= width; x += cell) {
      const { data } = context.getImageData(x, y, cell, cell)
      const sums = [0, 0, 0]
      for (let i = 0; i < data.length; i++) if (i % 4 < 3) sums[i % 4] += data[i]
      means.push(...sums.map((sum) => Math.round(sum / (cell * cell))))
    }
  return means
}"""
Scheme = Literal["light", "dark"]


class Screen(NamedTuple):
    """A screen: how one comes to it, and its parts by their selectors."""

    open: Open
    parts: tuple[str, ...]


def options(page: Page, server: Server) -> None:
    """Open the choice of rules and level."""
    at("", "[data-testid=options]")(page, server)
    page.get_by_test_id("options").click()
    expect(page.get_by_test_id("chosen")).to_be_visible()


def hungarian(page: Page, server: Server) -> None:
    """Open a table of bela with Hungarian cards."""
    at("settings", "dialog")(page, server)
    page.get_by_test_id("deck").select_option("hungarian")
    expect(page.locator("html[data-deck=hungarian]")).to_be_visible()
    table("bela", plays(ME, 2, 2), "[data-testid=hand] [data-legal=true]")(page, server)


SCREENS: Final = {
    "start": Screen(
        at("", "[data-testid=daily]"),
        ("[data-testid=play-now]", "[data-testid=options]", "[data-testid=play-friends]", "nav"),
    ),
    "options": Screen(options, ("dialog", "[data-testid=chosen]", "[data-testid=preset-french]")),
    "learn": Screen(at("learn", "[data-testid=learn-begin]"), ("h1", ".sheet", "ol a", "nav")),
    "lesson": Screen(at("learn/trick", "h1"), ("h1",)),
    "rules": Screen(
        at("rules", "[data-option]"), ("h1", ".sheet", "[data-option]", "[data-testid=use-rules]")
    ),
    "find": Screen(at("find", "[data-testid=seek]"), ("h1", ".sheet", "[data-testid=seek]")),
    "settings": Screen(at("settings", "dialog"), ("dialog", "dialog h2", "dialog fieldset")),
    "auction": Screen(
        table("ffb-contree-2016", speaks(ME), "[data-testid=bidding-box]"),
        ("[data-testid=scores]", "[data-testid=bidding-box]", "[data-testid=hand]"),
    ),
    "play": Screen(
        table("french", plays(ME, 2, 2), "[data-testid=hand] [data-legal=true]"),
        ("[data-testid=scores]", "[data-testid=hand]", "[data-seat]", "[data-testid=trick] li"),
    ),
    "hungarian": Screen(
        hungarian,
        ("[data-testid=hand]", "[data-testid=trick] li", "[data-testid=trick] .card"),
    ),
    "settled": Screen(
        table("french", settled, "[data-testid=next-deal]"),
        ("[data-testid=settlement]", "#result", "[data-testid=next-deal]"),
    ),
}
LOOKS: Final[tuple[tuple[str, Scheme], ...]] = (
    ("phone", "light"),
    ("phone", "dark"),
    ("desktop", "light"),
)
FORGET: Final = "() => { localStorage.clear(); sessionStorage.clear() }"
HIDE: Final = """() => {
  for (const one of document.querySelectorAll('.portrait, .avatar, .start .side'))
    one.style.visibility = 'hidden'
}"""


@pytest.fixture(scope="module")
def pages(browser: Browser) -> Iterator[tuple[Page, Page]]:
    """Yield one page for all screens, with the client, and an empty one that looks at it."""
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(60_000)
    like(page, knows="yes", name="Ann", speedAsked=True)
    yield page, context.new_page()
    context.close()


@pytest.fixture
def page(pages: tuple[Page, Page]) -> Iterator[Page]:
    """Yield the page, and nothing stored of the screen before."""
    page, _ = pages
    width, height = SIZES["phone"]
    page.set_viewport_size({"width": width, "height": height})
    yield page
    page.evaluate(FORGET)
    page.goto("about:blank")
    page.context.clear_cookies()


@pytest.fixture
def blank(pages: tuple[Page, Page]) -> Page:
    return pages[1]


def painted(page: Page, blank: Page, size: str) -> str:
    """Return the mean colours of the visible cells, in hexadecimal digits."""
    page.evaluate(HIDE)
    picture = page.screenshot(caret="hide")
    url = f"data:image/png;base64,{base64.b64encode(picture).decode()}"
    return bytes(blank.evaluate(MEANS, [url, CELL[size]])).hex()


def looks(page: Page, blank: Page, screen: Screen) -> dict[str, Any]:
    """Measure the looks of a screen by size and by day or night."""
    shown: dict[str, Any] = {}
    for size, scheme in LOOKS:
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.evaluate(FACES)
        parts = page.evaluate(LOOK, list(screen.parts))
        shown[f"{size} {scheme}"] = {"parts": parts, "cells": painted(page, blank, size)}
    return shown


def differences(now: dict[str, Any], before: dict[str, Any]) -> list[str]:
    """List the differences from the earlier looks, in words."""
    wrong = []
    for look, kept in before.items():
        size, _ = look.split()
        slack = [NEAR + side / 50 for side in SIZES[size]] * 2
        for name, part in kept["parts"].items():
            seen = now[look]["parts"].get(name)
            if seen is None or part is None:
                wrong += [] if seen is part else [f"{look}: {name} is there only once"]
                continue
            if seen["colours"] != part["colours"]:
                wrong.append(f"{look}: {name} has {seen['colours']}, not {part['colours']}")
            pairs = zip(seen["box"], part["box"], slack, strict=True)
            if any(abs(one - other) > most for one, other, most in pairs):
                wrong.append(f"{look}: {name} lies at {seen['box']}, not {part['box']}")
        cells = list(zip(*map(bytes.fromhex, (now[look]["cells"], kept["cells"])), strict=True))
        off = sum(abs(one - other) > CLOSE for one, other in cells) / len(cells)
        if off > STRAY:
            wrong.append(f"{look}: {off:.0%} of the picture is another")
    return wrong


@pytest.mark.parametrize("name", SCREENS)
def test_a_key_screen_looks_as_it_did(page: Page, blank: Page, server: Server, name: str) -> None:
    SCREENS[name].open(page, server)
    page.wait_for_load_state("networkidle")
    now = looks(page, blank, SCREENS[name])
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    if WRITES:
        KEPT.write_text(json.dumps(kept | {name: now}, indent=1, sort_keys=True) + "\n")
        return
    assert differences(now, kept[name]) == []
