"""How long is a deal for who never hesitates, and how smoothly is it shown? Measured in Chromium.

A visitor with a desk (1280x800) plays against bots: each card and call the moment it is their turn.
`--before FOLDER` is another version with its client built, measured in turn with ours.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final, NamedTuple

from paint import FLAGS, HOME, PATIENCE, serving
from playwright.sync_api import Browser, sync_playwright

DESK: Final = (1280, 800)
DEALS: Final = 3
SLOW: Final = 25.0
"""Milliseconds after which a frame is late: at 60 a second one has been left out."""
SPEEDS: Final = {"normal": {}, "fast": {"speed": "fast", "hold": 0.6}}
PLAY: Final = """() => {
  const find = (selector) => document.querySelector(selector)
  const seen = window.seen = { frames: [], cards: new Map(), shortest: Infinity, asked: 0, over: 0 }
  const start = performance.now()
  let last = start
  const offered = ['[data-testid=cut]', '[data-testid^=packets-]', '[data-testid^=take-]',
    '[data-testid=bidding-box] button[data-testid^=bid-]', '[data-testid=pass]',
    '[data-testid=hand] [data-legal=true]']
  find('[data-testid=play-now]').click()
  const frame = (now) => {
    const table = find('[data-testid=table]')
    if (seen.asked) seen.frames.push(now - last)
    last = now
    if (table?.dataset.free === 'true') {
      const button = offered.map(find).find(Boolean)
      if (button && !seen.asked) seen.asked = now - start
      button?.click()
    }
    const lying = new Set()
    for (const card of document.querySelectorAll('[data-testid=trick] .sr'))
      lying.add(card.textContent.split(',')[0])
    for (const card of lying) if (!seen.cards.has(card)) seen.cards.set(card, now)
    for (const [card, since] of seen.cards) if (!lying.has(card)) {
      seen.shortest = Math.min(seen.shortest, now - since)
      seen.cards.delete(card)
    }
    if (find('[data-testid=settlement]')) seen.over = now - start
    else requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}"""


class Deal(NamedTuple):
    """What was seen of one deal."""

    asked: float
    """Seconds from *Play* to the first choice."""
    lasted: float
    """Seconds from there to the settlement."""
    late: float
    """The share of its frames that came late."""
    shortest: float
    """Milliseconds for which a card lay on the table, at least."""


def play(browser: Browser, url: str, preset: str, speed: str) -> Deal:
    """One deal by a new visitor."""
    width, height = DESK
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale="fr-FR", service_workers="block"
    )
    expected = {"language": "fr", "preset": preset, "knows": "yes", "name": "Ann", **SPEEDS[speed]}
    kept = json.dumps(json.dumps(expected))
    context.add_init_script(f"localStorage.setItem('rebelote.settings', {kept})")
    try:
        page = context.new_page()
        page.goto(url)
        page.locator("[data-testid=play-now]:not([disabled])").wait_for(timeout=PATIENCE)
        page.wait_for_load_state("networkidle")
        page.evaluate(PLAY)
        page.wait_for_function("() => window.seen.over > 0", timeout=2 * PATIENCE)
        seen = page.evaluate("() => ({ ...window.seen, cards: null })")
    finally:
        context.close()
    late = sum(frame > SLOW for frame in seen["frames"]) / len(seen["frames"])
    return Deal(seen["asked"] / 1000, (seen["over"] - seen["asked"]) / 1000, late, seen["shortest"])


def measured(sources: dict[str, Path], preset: str, deals: int) -> Iterator[str]:
    """By version and speed: the median of so many deals, the versions in turn."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit("there is no Chromium here: nothing was measured")
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with ExitStack() as running:
        urls = {name: running.enter_context(serving(source)) for name, source in sources.items()}
        playwright = running.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium, args=[*FLAGS, *root])
        yield "| version | speed | first choice, s | deal, s | late frames | a card lay, ms |"
        yield "| --- | --- | ---: | ---: | ---: | ---: |"
        for speed in SPEEDS:
            result: dict[str, list[Deal]] = {name: [] for name in sources}
            for name, url in [*urls.items()] * deals:
                result[name].append(play(browser, url, preset, speed))
            for name, several in result.items():
                asked, lasted, late, _ = map(statistics.median, zip(*several, strict=True))
                shortest = min(one.shortest for one in several)
                figures = (f"{asked:.1f}", f"{lasted:.1f}", f"{late:.0%}", f"{shortest:.0f}")
                yield f"| {' | '.join((name, speed, *figures))} |"
        browser.close()


def main() -> None:
    """Measure, and print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, help="a checkout with its client built")
    parser.add_argument("--preset", default="french")
    parser.add_argument("--deals", type=int, default=DEALS)
    asked = parser.parse_args()
    sources = {"this": HOME / "src"}
    if asked.before:
        sources["before"] = asked.before / "src"
    for line in measured(sources, asked.preset, asked.deals):
        print(line, flush=True)


if __name__ == "__main__":
    main()
