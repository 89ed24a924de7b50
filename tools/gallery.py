"""Take pictures of the key screens, and lay them out on one page: `build/gallery/index.html`.

Needs a built client and Chromium. `--before FOLDER` is another checkout with its client built: its
pictures lie beside ours.
"""

from __future__ import annotations

import argparse
import html
import os
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

HOME: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HOME / "perf"))

import paint  # noqa: E402

OUT: Final = HOME / "build" / "gallery"
SCREENS: Final = (
    *("", "friends", "today", "learn", "me", "find", "daily", "puzzle", "rules"),
    *("account", "ranking", "matches", "statistics", "replay", "settings"),
)
"""Pages by their addresses; the start page has none."""
SIZES: Final = ((320, 568), (360, 640), (390, 844), (820, 1180), (1280, 800), (1920, 1080))
LANGUAGES: Final = ("en-GB", "fr-FR", "nl-BE", "sv-SE", "bg-BG")
SCHEMES: Final = ("light", "dark")
SETTLED: Final = 400
"""Milliseconds that a page has to fetch and draw what it shows."""
MINUTES: Final = 10.0


def looks() -> Iterator[tuple[tuple[int, int], str, str]]:
    """Every size by day and by night in English, and the smallest phone in each language."""
    yield from ((size, scheme, LANGUAGES[0]) for size in SIZES for scheme in SCHEMES)
    yield from ((SIZES[0], SCHEMES[0], language) for language in LANGUAGES[1:])


def take(browser: Browser, url: str, folder: Path, end: float) -> list[str]:
    """Take pictures until that moment of the monotonic clock; their names."""
    taken: list[str] = []
    for (width, height), scheme, language in looks():
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if scheme == "dark" else "light",
            locale=language,
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.goto(url)
        page.locator(paint.BUTTON).wait_for()
        for screen in SCREENS:
            if time.monotonic() > end:
                break
            page.goto(f"{url}/#/{screen}")
            page.wait_for_timeout(SETTLED)
            name = f"{screen or 'start'}-{width}-{scheme}-{language[:2]}.jpg"
            page.screenshot(path=folder / name, type="jpeg", quality=80)
            taken.append(name)
        context.close()
    return taken


def sheet(taken: dict[str, list[str]]) -> str:
    """The page with all pictures, those of one screen and look beside each other."""
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
    """Take and lay out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, help="a checkout with its client built")
    parser.add_argument("--minutes", type=float, default=MINUTES, help="time to take at most")
    asked = parser.parse_args()
    sources = {"before": asked.before / "src"} if asked.before else {}
    sources["now"] = HOME / "src"
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit("no Chromium here: on Debian, apt-get install chromium")
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
                taken[version] = take(browser, url, folder, end)
        browser.close()
    (OUT / "index.html").write_text(sheet(taken), encoding="utf-8")
    print(f"{sum(map(len, taken.values()))} pictures in {OUT / 'index.html'}")


if __name__ == "__main__":
    main()
