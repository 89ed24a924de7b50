"""Time of bots and reviews in the page: in a worker of Chromium whose processor is slowed.

Chromium's DevTools slow the page and not its workers, so its process is stopped after every few
milliseconds, for three times as long as it ran. `.venv/bin/python perf/page_levels.py` ends by
itself.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import statistics
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from paint import FLAGS, HOME, serving
from playwright.sync_api import Browser, Page, Route, sync_playwright

SLOWED: Final = 4
QUANTUM: Final = 0.002
"""Seconds that a slowed process runs without a stop."""
LONGEST: Final = 900
"""Seconds after which it ends, whatever has been measured."""
OFFLINE: Final = HOME / "src" / "rebelote" / "server" / "static" / "assets" / "offline"
TIMED: Final = '''
import json
import time
from random import Random

from rebelote import bots
from rebelote.rules import match, presets
from rebelote.rules.view import view


def _timed_deal(level, preset, seed):
    """Return the milliseconds of each call and card of a deal of four bots, and its record."""
    from rebelote.bots.bot import is_choice
    from rebelote.rules.records.record import Recorded

    rules, chance = presets.rules(preset), Random(seed)
    pack = match.first_pack(rules, chance)
    game, times = Recorded.begin(match.start(rules, pack, seed % 4)), {"call": [], "card": []}
    while (seat := game.match.to_act) is not None:
        seen, bot = view(game.match, seat), bots.make(level, chance.getrandbits(32))
        began = time.perf_counter()
        thought = bot.think(seen)
        if is_choice(seen):
            what = "call" if seen.contract is None else "card"
            times[what].append(1000 * (time.perf_counter() - began))
        game = game.act(seat, thought.action)
    return {**times, "record": str(game.record)}


def _profiled(work):
    """Return the functions in which most of the time is spent, as text."""
    import cProfile, io, pstats

    profile, text = cProfile.Profile(), io.StringIO()
    profile.runcall(work)
    pstats.Stats(profile, stream=text).sort_stats("tottime").print_stats(25)
    return text.getvalue()


_answer = answer


def answer(asked, report=bool):
    request = json.loads(asked)
    if "level" in request:
        deal = request["level"], request["preset"], request["seed"]
        work = lambda: _timed_deal(*deal)
        return json.dumps({"answer": _profiled(work) if request["profile"] else work()})
    if request.get("profile"):
        return json.dumps({"answer": _profiled(lambda: _answer(asked))})
    return _answer(asked, report)
'''
"""A program that is added to `rebelote.offline.study` of the page."""
ASKING: Final = """async ([file]) => {
  const worker = new Worker(file, { type: 'module' })
  const waiting = new Map()
  worker.onmessage = ({ data }) => {
    if (data.reported === 'refused') for (const one of waiting.values()) one.reject(data.code)
    if (data.reported === 'progress') waiting.get(data.number).progress++
    if (data.reported === 'taught') waiting.get(data.number).resolve(data.answer)
  }
  let number = 0
  window.ask = (asked) => new Promise((resolve, reject) => {
    const began = performance.now()
    const one = { progress: 0, reject, resolve: (answer) => answer.refused ? reject(answer.refused)
      : resolve({ ...answer, milliseconds: performance.now() - began, progress: one.progress }) }
    waiting.set(++number, one)
    worker.postMessage({ do: 'teach', number, asked })
  })
}"""


class Bar(NamedTuple):
    """The most milliseconds that 95 % of cards of a level may take."""

    level: str
    most: int


BARS: Final = (Bar("regular", 200), Bar("club", 200), Bar("expert", 1000), Bar("master", 1000))
REVIEW: Final = 12_000
"""Milliseconds that a review may take."""


@contextmanager
def slowed(pid: int, times: float) -> Iterator[None]:
    """Stop a process again and again, so that what it does takes so many times as long."""
    over = threading.Event()
    clock = ~pid << 3 | 2  # Its processor time, as clock_getcpuclockid(3) has it.

    def stop_and_go() -> None:
        while not over.is_set():
            began = time.clock_gettime(clock)
            os.kill(pid, signal.SIGCONT)
            time.sleep(QUANTUM)
            os.kill(pid, signal.SIGSTOP)
            time.sleep((times - 1) * (time.clock_gettime(clock) - began))
        os.kill(pid, signal.SIGCONT)

    thread = threading.Thread(target=stop_and_go)
    if times > 1:
        thread.start()
    try:
        yield
    finally:
        over.set()
        if times > 1:
            thread.join()


def ask(page: Page, **asked: object) -> dict[str, Any]:
    """Ask the worker of the page, and return its answer with the milliseconds until it came."""
    received: dict[str, Any] = page.evaluate("asked => window.ask(asked)", asked)
    return received


def begin(browser: Browser, url: str) -> Page:
    """Open a page with a worker that times itself, once Python is there."""

    def add(route: Route) -> None:
        sources = route.fetch().json()
        study = next(path for path in sources if path.endswith("rebelote/offline/study.py"))
        route.fulfill(json={**sources, study: sources[study] + TIMED})

    page = browser.new_context(service_workers="block").new_page()
    page.route("**/assets/offline/rebelote-*.json", add)
    page.goto(url)
    (file,) = OFFLINE.glob("worker-*.js")
    page.evaluate(ASKING, [f"/assets/offline/{file.name}"])
    return page


def renderer(browser: Browser) -> int:
    """Return the process that has used the processor most among those of pages."""
    info = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    pages = [one for one in info if one["type"] == "renderer"]
    return int(max(pages, key=lambda one: one["cpuTime"])["id"])


def measure(page: Page, preset: str, deals: int, profile: bool) -> None:
    """Print the table of all levels, and of reviews."""
    print("| | mean, ms | 95 %, ms | most, ms | wanted | met |")
    print("|---|---:|---:|---:|---:|---|")
    records: list[str] = []
    for level, most in BARS:
        times: dict[str, list[float]] = {"call": [], "card": []}
        for seed in range(deals):
            about = {"level": level, "preset": preset, "seed": seed, "profile": profile}
            answer = ask(page, of="puzzle", **about)["answer"]
            if profile:
                print(answer)
                break
            times["card"] += answer["card"]
            times["call"] += answer["call"]
            records = [*records, answer["record"]][-deals:]
        for what in ("card", "call"):
            if times[what]:
                _row(f"{level}, a {what}", times[what], most if what == "card" else None)
    reviews = [ask(page, of="review", record=one, deal=1) for one in records]
    if profile:
        record = ask(page, of="puzzle", level="club", preset=preset, seed=0, profile=False)
        asked = {"record": record["answer"]["record"], "deal": 1, "profile": True}
        print(ask(page, of="review", **asked)["answer"])
    if reviews:
        _row("a review", [one["milliseconds"] for one in reviews], REVIEW)
        print(f"\nReports of progress in a review: {min(one['progress'] for one in reviews)}")


def _row(name: str, times: Sequence[float], wanted: int | None) -> None:
    ordered = sorted(times)
    late = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    figures = f"{statistics.mean(times):.0f} | {late:.0f} | {ordered[-1]:.0f}"
    met = "" if wanted is None else "yes" if late <= wanted else "**no**"
    print(f"| {name} ({len(times)}) | {figures} | {wanted or ''} | {met} |", flush=True)


def main() -> None:
    signal.alarm(LONGEST)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slowed", type=float, default=SLOWED, help="how many times")
    parser.add_argument("--deals", type=int, default=3, help="by level")
    parser.add_argument("--preset", default="french")
    parser.add_argument("--profile", action="store_true", help="print where the time is spent")
    asked = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None or not [*OFFLINE.glob("kernel-*.wasm")]:
        raise SystemExit("there is no Chromium here, or the client is built without the kernel")
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with serving(HOME / "src") as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=[*FLAGS, *root])
        page = begin(browser, url)
        began = ask(page, of="speed")
        speed = ask(page, of="speed")["answer"]
        seconds = began["milliseconds"] / 1000
        print(f"Start with the first measure: {seconds:.1f} s; the measure: {speed:.0f} ms")
        with slowed(renderer(browser), asked.slowed):
            speed = ask(page, of="speed")["answer"]
            print(f"The measure, slowed {asked.slowed:g} times: {speed:.0f} ms\n")
            measure(page, asked.preset, asked.deals, asked.profile)
        browser.close()


if __name__ == "__main__":
    main()
