"""The time until the start page is seen, and until it leads to a deal, on a slow line.

Measured in Chromium. A phone comes with an empty cache: the DevTools protocol limits what the line
carries and delays every answer. `--before FOLDER` is another version with its client built,
measured in turn with ours.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from rebelote.bench.server import free_port

HOME: Final = Path(__file__).resolve().parent.parent
BUTTON: Final = "[data-testid=play-now]:not([disabled])"
"""The main button of the page, which can be clicked as soon as it is drawn."""
WATCH: Final = f"""new MutationObserver((_, watching) => {{
  if (!document.querySelector('{BUTTON}')) return
  window.usable = performance.now()
  watching.disconnect()
}}).observe(document, {{ childList: true, subtree: true }})"""
HAND: Final = "[data-testid=hand] [data-card]"
PAINTED: Final = "() => performance.getEntriesByName('first-contentful-paint').length > 0"
READ: Final = """() => ({
  origin: performance.timeOrigin,
  usable: window.usable,
  painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
})"""
PHONE: Final = (360, 640)
LOOK: Final = 1000
"""Milliseconds that a visitor looks at the page before tapping on play."""
RUNS: Final = 5
PATIENCE: Final = 60_000
"""Milliseconds to wait for a page at most."""
FLAGS: Final = ("--disable-gpu", "--disable-background-networking", "--no-first-run")


class Line(NamedTuple):
    """The capacity of a line, and the delay of its answers."""

    name: str
    bits: int
    latency: int
    """Milliseconds of a round trip."""
    expected: float
    """Seconds until something is seen, at most."""
    dealt: float
    """Seconds from the tap on play to a hand of cards, at most."""


LINES: Final = (
    Line("1.6 Mbit/s, 150 ms", 1_600_000, 150, 1.2, 2.0),
    Line("400 kbit/s, 400 ms", 400_000, 400, 3.0, 4.0),
)
BYTES: Final = 66_000
REQUESTS: Final = 8
"""The budget: what may go over the line, and in how many requests, until the page can be used."""


class Visit(NamedTuple):
    """One visit to the start page."""

    painted: float
    """Seconds until something was seen."""
    usable: float
    """Seconds until the play button could be clicked."""
    requests: int
    size: int
    """Bytes over the line, headers included, of the requests made until then."""
    dealt: float = 0.0
    """Seconds from the tap on play to a hand of cards."""


class Traffic:
    """The requests of a page, and how much of each went over the line."""

    def __init__(self, session: CDPSession) -> None:
        self.sent: dict[str, float] = {}
        self.size: dict[str, float] = {}
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.loadingFinished", self._answered)
        session.on("Network.loadingFailed", self._failed)

    def _asked(self, received: Any) -> None:
        if not received["request"]["url"].startswith("data:"):
            self.sent[received["requestId"]] = received["wallTime"]

    def _answered(self, received: Any) -> None:
        self.size[received["requestId"]] = received["encodedDataLength"]

    def _failed(self, received: Any) -> None:
        self.size[received["requestId"]] = 0

    def until(self, moment: float) -> tuple[int, int]:
        """Return number and size of the requests made until then, in seconds of the epoch."""
        made = self._made(moment)
        return len(made), int(sum(self.size[request] for request in made))

    def is_whole(self, moment: float) -> bool:
        """Return whether all of these have been answered."""
        return all(request in self.size for request in self._made(moment))

    def _made(self, moment: float) -> list[str]:
        return [request for request, at in self.sent.items() if at <= moment]


def limited(session: CDPSession, line: Line | None) -> None:
    """Let the page have such a line."""
    if line is not None:
        rate = line.bits / 8
        how = {"offline": False, "latency": line.latency}
        limits = {"downloadThroughput": rate, "uploadThroughput": rate}
        session.send("Network.emulateNetworkConditions", how | limits)


def arrive(page: Page, url: str, line: Line | None = None) -> Visit:
    """Open the start page with an empty cache, until it can be used."""
    session = page.context.new_cdp_session(page)
    traffic = Traffic(session)
    limited(session, line)
    page.add_init_script(WATCH)
    page.goto(url, wait_until="commit", timeout=PATIENCE)
    page.locator(BUTTON).wait_for(timeout=PATIENCE)
    page.wait_for_function(PAINTED, timeout=PATIENCE)
    result = page.evaluate(READ)
    moment = (result["origin"] + result["usable"]) / 1000
    while not traffic.is_whole(moment):
        page.wait_for_timeout(50)
    requests, size = traffic.until(moment)
    return Visit(result["painted"] / 1000, result["usable"] / 1000, requests, size)


def play(page: Page) -> float:
    """Return the seconds from the tap on play to a hand of cards, after a look at the page."""
    page.wait_for_timeout(LOOK)
    began = time.perf_counter()
    page.locator(BUTTON).click()
    page.locator(HAND).first.wait_for(timeout=PATIENCE)
    return time.perf_counter() - began


def visit(browser: Browser, url: str, line: Line) -> Visit:
    """Measure one visit by a new phone."""
    width, height = PHONE
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale="en-GB", service_workers="block"
    )
    try:
        page = context.new_page()
        return arrive(page, url, line)._replace(dealt=play(page))
    finally:
        context.close()


@contextmanager
def serving(source: Path) -> Iterator[str]:
    """Serve this version with its own client; yield the address."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    paths = os.pathsep.join(filter(None, (str(source), os.environ.get("PYTHONPATH"))))
    with tempfile.TemporaryDirectory() as folder:
        where = ["--port", str(port), "--database", f"{folder}/log.sqlite"]
        process = subprocess.Popen(
            [sys.executable, "-m", "rebelote.cli", "serve", "--uncounted", "127.0.0.1", *where],
            env=os.environ | {"PYTHONPATH": paths},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait_for(url)
            yield url
        finally:
            process.terminate()
            process.wait(timeout=20)


def _wait_for(url: str) -> None:
    for _ in range(200):
        try:
            urllib.request.urlopen(f"{url}/manifest.webmanifest", timeout=2).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server did not start, or its client is not built")


def measured(sources: Mapping[str, Path], runs: int = RUNS) -> dict[str, dict[str, list[Visit]]]:
    """Measure so many visits by line and version, the versions in turn."""
    result: dict[str, dict[str, list[Visit]]] = {}
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        return result
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with ExitStack() as running:
        urls = {name: running.enter_context(serving(source)) for name, source in sources.items()}
        playwright = running.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium, args=[*FLAGS, *root])
        for line in LINES:
            visits = result[line.name] = {name: [] for name in sources}
            for name, url in [*urls.items()] * runs:
                visits[name].append(visit(browser, url, line))
        browser.close()
    return result


def text(result: Mapping[str, Mapping[str, list[Visit]]]) -> str:
    """Write the measurements as Markdown."""
    if not result:
        return "There is no Chromium here: nothing was measured.\n"
    rows = [
        _row(line, name, visits)
        for line in LINES
        for name, visits in result.get(line.name, {}).items()
    ]
    heads = (
        "line", "version", "seen after, s", "wanted", "usable after, s", "requests", "bytes",
        "cards after, s", "wanted", "met",
    )  # fmt: skip
    marks = ("---", "---", *["---:"] * 7, "---")
    return "\n".join(f"| {' | '.join(row)} |" for row in (heads, marks, *rows)) + "\n"


def _row(line: Line, name: str, visits: list[Visit]) -> tuple[str, ...]:
    painted = statistics.median(one.painted for one in visits)
    usable = statistics.median(one.usable for one in visits)
    requests, size = max(one.requests for one in visits), max(one.size for one in visits)
    dealt = statistics.median(one.dealt for one in visits)
    quick = painted <= line.expected and dealt <= line.dealt
    met = quick and requests <= REQUESTS and size <= BYTES
    return (
        line.name, name, f"{painted:.2f}", str(line.expected), f"{usable:.2f}", str(requests),
        f"{size:,}", f"{dealt:.2f}", str(line.dealt), "yes" if met else "**no**",
    )  # fmt: skip


def section(before: Path | None = None, runs: int = RUNS) -> str:
    """Write the results as a part of the page."""
    sources = {"this": HOME / "src"} | ({"before": before / "src"} if before else {})
    intro = (
        f"The start page on a phone ({PHONE[0]}x{PHONE[1]}) with nothing stored, in Chromium, on "
        f"a line limited by its DevTools; the median of {runs} visits. Requests and bytes, headers "
        "included, are counted until the play button can be clicked; the limits are "
        f"{REQUESTS} and {BYTES:,}. The time of the cards runs from a tap on that button, "
        f"{LOOK / 1000:.0f} s later, to a hand at a table of bots.\n"
    )
    return "\n".join(("### The first page", "", intro, text(measured(sources, runs))))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, help="a checkout with its client built")
    parser.add_argument("--runs", type=int, default=RUNS)
    asked = parser.parse_args()
    print(section(asked.before, asked.runs))


if __name__ == "__main__":
    main()
