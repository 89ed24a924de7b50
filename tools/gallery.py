"""Take pictures of the key screens, and lay them out on one page: `build/gallery/index.html`.

Needs a built client and Chromium. `--before FOLDER` is another checkout with its client built: its
pictures lie beside ours.
"""

from __future__ import annotations

import argparse
import html
import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Browser, Page, sync_playwright

HOME: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HOME / "perf"))

import paint  # noqa: E402

OUT: Final = HOME / "build" / "gallery"
PAGES: Final = (
    *("", "friends", "today", "learn", "learn/trick", "me", "find", "daily", "puzzle", "puzzles"),
    *("rules", "account", "account/security", "ranking", "matches", "statistics", "replay"),
    *("settings", "fairness", "league"),
)
"""Pages by their addresses; the start page has none."""
SIZES: Final = (
    *((320, 568), (360, 640), (390, 844), (844, 390)),
    *((820, 1180), (1280, 800), (1920, 1080)),
)
LANGUAGES: Final = (
    *("en-GB", "fr-FR", "nl-BE", "sv-SE", "bg-BG", "hr-HR", "el-GR", "ar-SA", "hy-AM"),
)
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
SETTLED: Final = 400
"""Milliseconds that a page has to fetch and draw what it shows."""
MINUTES: Final = 10.0
PASSWORD: Final = "trefle carreau coeur"
LIKED: Final = {
    "name": "Camille",
    "knows": "yes",
    "preset": "ffb-contree-2016",
    "house": {"target": 200},
    "speed": "fast",
    "speedAsked": True,
    "hold": 0.6,
}
"""The settings of who is photographed: a match is over after one deal or two."""
ACT: Final = """() => {
  const find = (selector) => document.querySelector(selector)
  if (find('[data-testid=rematch]')) return 'over'
  if (find('[data-testid=table]')?.dataset.free !== 'true') { find('.stage')?.click(); return '' }
  if (find('[data-testid=settlement]')) return 'settled'
  const cut = find('[data-testid=cut], [data-testid^=packets-]')
  if (cut) { cut.click(); return '' }
  const bid = find('[data-testid=bidding-box] button[data-testid^=bid-]')
  if (bid) return 'auction'
  const pass = find('[data-testid=pass]')
  if (pass) { pass.click(); return '' }
  const card = find('[data-testid=hand] [data-legal=true]')
  if (!card) return ''
  if (!window.lead && !find('[data-testid=trick] li')) { window.lead = true }
  else if (!window.play) { window.play = true; return 'play' }
  card.click()
  return ''
}"""
"""Do what the table asks; the name of the screen where there is one to be taken."""
BID: Final = """() => {
  const find = (selector) => document.querySelector(selector)
  const bid = find('[data-testid=bidding-box] button[data-testid^=bid-]')
  bid.click()
}"""
STEPS: Final = 20_000
"""Looks at a table until its match is over."""
DRAWN: Final = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
Look = tuple[tuple[int, int], Literal["light", "dark"]]


def looks(language: str) -> list[Look]:
    """Return every size by day and by night in English, the smallest phone in other languages."""
    if language != LANGUAGES[0]:
        return [(SIZES[0], SCHEMES[0])]
    return [(size, scheme) for size in SIZES for scheme in SCHEMES]


def at_pages(page: Page, url: str) -> Iterator[str]:
    """Yield every page, for a person with an account."""
    for where in PAGES:
        page.goto(f"{url}/#/{where}")
        page.wait_for_timeout(SETTLED)
        yield where.replace("/", "_") or "start"
    page.goto(f"{url}/#/me")
    profile = page.locator('a[href^="#/profile/"]')
    if profile.count():
        profile.first.click()
        page.wait_for_timeout(SETTLED)
        yield "profile"


def at_play(page: Page, url: str) -> Iterator[str]:
    """From the choice of rules to the end of a match, its review and its replay."""
    page.goto(f"{url}/#/")
    page.get_by_test_id("options").click()
    page.wait_for_timeout(SETTLED)
    yield "options"
    page.keyboard.press("Escape")
    page.get_by_test_id("play-friends").click()
    page.get_by_test_id("table-code").wait_for()
    page.wait_for_timeout(SETTLED)
    yield "waiting"
    page.goto(f"{url}/#/")
    page.get_by_test_id("play-now").click()
    page.get_by_test_id("table").wait_for()
    seen: set[str] = set()
    for _ in range(STEPS):
        screen = page.evaluate(ACT)
        if screen and screen not in seen:
            seen.add(screen)
            page.wait_for_timeout(SETTLED)
            yield screen
        if screen == "over":
            break
        if screen == "auction":
            page.evaluate(BID)
        if screen == "settled":
            yield from at_review(page, seen)
            page.get_by_test_id("next-deal").click()
        page.wait_for_timeout(30)
    page.goto(f"{url}/#/matches")
    match = page.locator('a[href^="#/match/"]')
    match.first.wait_for()
    match.first.click()
    page.wait_for_timeout(2 * SETTLED)
    yield "match"


def at_review(page: Page, seen: set[str]) -> Iterator[str]:
    """Yield the review of a deal, and go back."""
    if "review" in seen or not page.get_by_test_id("review-deal").count():
        return
    seen.add("review")
    page.get_by_test_id("review-deal").click()
    page.locator("[data-testid=review]").wait_for(timeout=30_000)
    page.wait_for_timeout(SETTLED)
    yield "review"
    page.keyboard.press("Escape")
    page.wait_for_timeout(SETTLED)


def take(browser: Browser, url: str, folder: Path, end: float, only: set[str]) -> list[str]:
    """Take pictures, of these screens if any are named, until that moment of the monotonic clock.

    Returns their names.
    """
    taken: list[str] = []
    for language in LANGUAGES:
        context = browser.new_context(
            viewport={"width": 1280, "height": 800}, locale=language, reduced_motion="reduce"
        )
        kept = json.dumps(json.dumps(LIKED | {"language": language[:2]}))
        context.add_init_script(f"localStorage.setItem('rebelote.settings', {kept})")
        page = context.new_page()
        page.goto(url)
        page.locator(paint.BUTTON).wait_for()
        form = {"name": f"Camille {language[:2]}", "password": PASSWORD}
        context.request.post(f"{url}/api/me/account", data=form)
        for screen in chain(at_play(page, url), at_pages(page, url)):
            if only and screen not in only:
                continue
            for (width, height), scheme in looks(language):
                page.set_viewport_size({"width": width, "height": height})
                page.emulate_media(color_scheme=scheme)
                page.evaluate(DRAWN)
                name = f"{screen}-{width}x{height}-{scheme}-{language[:2]}.jpg"
                page.screenshot(path=folder / name, type="jpeg", quality=80)
                taken.append(name)
            if time.monotonic() > end:
                break
        context.close()
    return taken


def sheet(taken: dict[str, list[str]]) -> str:
    """Write the page with all pictures, those of one screen and look beside each other."""
    rows = []
    for name in sorted({name for names in taken.values() for name in names}):
        shown = "".join(
            f'<a href="{version}/{name}"><img loading="lazy" src="{version}/{name}" alt=""></a>'
            for version, names in taken.items()
            if name in names
        )
        rows.append(f"<figure><figcaption>{html.escape(name[:-4])}</figcaption>{shown}</figure>")
    style = "body{font:14px sans-serif;display:flex;flex-wrap:wrap;gap:12px}"
    style += "figure{margin:0}img{height:300px;margin-right:4px}"
    head = f"<!doctype html><meta charset=utf-8><title>Gallery</title><style>{style}</style>"
    return head + "\n".join(rows) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, help="a checkout with its client built")
    parser.add_argument("--screens", default="", help="comma-separated names, of those alone")
    parser.add_argument("--minutes", type=float, default=MINUTES, help="time to take at most")
    asked = parser.parse_args()
    sources = {"before": asked.before / "src"} if asked.before else {}
    sources["now"] = HOME / "src"
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit("no Chromium here: on Debian, apt-get install chromium")
    only = set(filter(None, asked.screens.split(",")))
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    taken: dict[str, list[str]] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=[*paint.FLAGS, *root])
        for version, source in sources.items():
            folder = OUT / version
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            end = time.monotonic() + 60 * asked.minutes / len(sources)
            with paint.serving(source) as url:
                taken[version] = take(browser, url, folder, end, only)
        browser.close()
    (OUT / "index.html").write_text(sheet(taken), encoding="utf-8")
    print(f"{sum(map(len, taken.values()))} pictures in {OUT / 'index.html'}")


if __name__ == "__main__":
    main()
