"""Late frames of a table that the page plays by itself, compared with one of the server.

A phone plays deals against bots of a level, each card and call the moment it is its turn, in
Chromium whose page is slowed four times by its DevTools: once at a table of the server, once
without a network, with Python and the kernel in a worker. The program ends by itself.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from paint import FLAGS, HOME, PATIENCE, PHONE, serving
from playwright.sync_api import Browser, Page, sync_playwright

SLOWED: Final = 4
LATE: Final = (25, 50)
"""Milliseconds between two frames: at 60 a second one is left out, or two and more."""
LONGEST: Final = 1200
"""Seconds after which it ends, whatever has been measured."""
SETTINGS: Final = {"language": "en", "preset": "french", "knows": "yes", "name": "Ann"}
FREE: Final = "[data-testid=table][data-free=true]"
PLAY: Final = """() => {
  const find = (selector) => document.querySelector(selector)
  const offered = ['[data-testid=cut]', '[data-testid^=packets-]', '[data-testid^=take-]',
    '[data-testid=pass]', '[data-testid=hand] [data-legal=true]']
  const seen = window.seen = { frames: [], tasks: [], over: false }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasks.push(duration)
  }).observe({ type: 'longtask' })
  let last = performance.now()
  const frame = (now) => {
    seen.frames.push(now - last)
    last = now
    const table = find('[data-testid=table]')
    if (table?.dataset.free === 'true') offered.map(find).find(Boolean)?.click()
    if (find('[data-testid=settlement]')) seen.over = true
    else requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}"""


class Shown(NamedTuple):
    """The frames and long tasks of a deal, in milliseconds each."""

    frames: list[float]
    tasks: list[float]


def visit(browser: Browser, url: str, level: str) -> Page:
    """Open the start page as a new visitor, who plays at this level."""
    width, height = PHONE
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale="en-GB", has_touch=True
    )
    kept = json.dumps(json.dumps({**SETTINGS, "level": level}))
    context.add_init_script(f"localStorage.setItem('rebelote.settings', {kept})")
    page = context.new_page()
    page.goto(url)
    page.locator("[data-testid=play-now]:not([disabled])").wait_for(timeout=PATIENCE)
    return page


def cut_off(page: Page) -> None:
    """Store the game, and take away the network."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null", timeout=PATIENCE)
    page.get_by_test_id("settings").click()
    page.get_by_test_id("keep-offline").click()
    page.locator("[data-testid=offline][data-kept=true]").wait_for(timeout=2 * PATIENCE)
    page.context.set_offline(True)
    page.reload()
    page.get_by_test_id("offline-now").wait_for(timeout=PATIENCE)


def play(page: Page, slowed: float) -> Shown:
    """Play a deal on a slowed page."""
    page.get_by_test_id("play-now").click()
    page.locator(FREE).wait_for(timeout=3 * PATIENCE)
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    page.evaluate(PLAY)
    page.wait_for_function("() => window.seen.over", timeout=5 * PATIENCE)
    seen: dict[str, Any] = page.evaluate("() => window.seen")
    return Shown(seen["frames"], seen["tasks"])


def row(level: str, where: str, deals: Sequence[Shown]) -> str:
    """Return a row of the table: numbers a deal, and the longest of all deals."""
    frames = [one for deal in deals for one in deal.frames]
    tasks = [one for deal in deals for one in deal.tasks]
    late = [sum(one > most for one in frames) for most in LATE]
    a_deal = [round(number / len(deals)) for number in (len(frames), *late, len(tasks))]
    figures = (*a_deal, f"{max(frames):.0f}", f"{max(tasks, default=0):.0f}")
    return f"| {' | '.join(map(str, (level, where, *figures)))} |"


def main() -> None:
    signal.alarm(LONGEST)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slowed", type=float, default=SLOWED, help="how many times")
    parser.add_argument("--deals", type=int, default=2, help="by level, at each table")
    parser.add_argument("--levels", default="club,master")
    asked = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit("there is no Chromium here: nothing was measured")
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    heads = (
        "level | table of | frames | over 25 ms | over 50 ms | longest, ms | long tasks | longest"
    )
    print(f"| {heads}, ms |", "|---|---|---:|---:|---:|---:|---:|---:|", sep="\n")
    with serving(HOME / "src") as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=[*FLAGS, *root])
        for level in asked.levels.split(","):
            deals: dict[str, list[Shown]] = {"the server": [], "the device": []}
            for where in [*deals] * asked.deals:
                page = visit(browser, url, level)
                if where == "the device":
                    cut_off(page)
                deals[where].append(play(page, asked.slowed))
                page.context.close()
            for where, several in deals.items():
                print(row(level, where, several), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
