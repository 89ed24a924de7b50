"""Icons of the installed app, drawn from the favicon by Chromium into web/public.

`python tools/icons.py`, after a change of web/public/favicon.svg.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

PUBLIC: Final = Path(__file__).parents[1] / "web" / "public"
GROUND: Final = "#16503a"
ICONS: Final = {
    "icon-192.png": (192, 1.0),
    "icon-512.png": (512, 1.0),
    "icon-maskable.png": (512, 0.72),
}
"""File, pixels, and how much of them the drawing takes: what is masked keeps a margin."""


def draw(page: Page, name: str, pixels: int, share: float) -> None:
    """Draw one icon; where the drawing leaves a margin, the ground goes to the edge."""
    drawing = (PUBLIC / "favicon.svg").read_text(encoding="utf-8")
    ground = "transparent" if share == 1 else GROUND
    side = pixels * share
    page.set_viewport_size({"width": pixels, "height": pixels})
    page.set_content(
        f"<style>body{{margin:0;display:grid;place-items:center;height:100vh;background:{ground}}}"
        f"svg{{width:{side}px;height:{side}px}}</style>{drawing}"
    )
    page.screenshot(path=PUBLIC / name, omit_background=True)


def main() -> None:
    result = shutil.which("chromium") or shutil.which("chromium-browser")
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(executable_path=result, args=root).new_page()
        for name, (pixels, share) in ICONS.items():
            draw(page, name, pixels, share)


if __name__ == "__main__":
    main()
