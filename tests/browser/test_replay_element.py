"""`<rebelote-replay>` as its package has it, on a page that no server of ours sends."""

from __future__ import annotations

import functools
import json
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

import pytest
import wasm
from documented import HOME
from playwright.sync_api import Browser, Page, expect

from rebelote import Game
from rebelote.kernel import solver
from rebelote.rules.deal import Playing
from rebelote.rules.match import Match
from rebelote.rules.records.replay import positions

RULE_SETS = ("french", "ffb-contree-2016", "baloot", "bulgarian", "flemish3", "bazar-blot")
"""One of each kind of auction, and a table for three."""
SOLVED = ("french", "klaverjas-rotterdam-nku", "flemish3")
"""Belotes, bonuses in tricks, and three players, whose deals are not solved."""


class Site(NamedTuple):
    """A folder that is served, and its address."""

    folder: Path
    url: str


class Silent(SimpleHTTPRequestHandler):
    """Serves a folder and writes no log."""

    def log_message(self, format: str, *args: object) -> None:
        pass


def steps_of(record: str) -> str:
    """Return the steps of a record, by the command."""
    command = [sys.executable, "-m", "rebelote", "replay", "-", "--steps"]
    return subprocess.run(command, input=record, capture_output=True, text=True, check=True).stdout


@functools.cache
def played(preset: str) -> Game:
    return Game(preset, seed=5, end_deals=1).play_out("beginner")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    npm = str(Path(sys.executable).parent / "npm")
    build = [npm, "run", "--silent", "build:element", "--", "--logLevel", "error", "--outDir"]
    subprocess.run([*build, str(folder / "rebelote-replay")], cwd=HOME / "web", check=True)
    shutil.copy(HOME / "examples" / "replay.html", folder / "index.html")
    for preset in {*RULE_SETS, *SOLVED}:
        record = played(preset).record
        (folder / f"{preset}.json").write_text(steps_of(str(record)), encoding="utf-8")
    if wasm.KERNEL.exists():
        shutil.copy(wasm.KERNEL, folder / "kernel.wasm")
    shutil.copy(folder / "french.json", folder / "match.json")
    (folder / "record.txt").write_text(str(record), encoding="utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Silent, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield Site(folder, f"http://127.0.0.1:{server.server_port}/")
    server.shutdown()
    server.server_close()


@pytest.fixture
def page(browser: Browser, site: Site) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 820, "height": 900}, locale="nl-BE")
    page = context.new_page()
    failed: list[str] = []
    page.on("pageerror", lambda error: failed.append(str(error)))
    page.goto(site.url)
    yield page
    context.close()
    assert not failed


def test_the_example_shows_a_match_and_says_where_its_reader_is(page: Page) -> None:
    element = page.locator("rebelote-replay")
    expect(element.get_by_test_id("replay-table")).to_be_visible()
    element.get_by_test_id("replay-next").click()
    expect(page.locator("#step")).to_have_text("1")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step")).to_have_text("2")
    page.locator("h1").click()
    page.locator("body").press("ArrowRight")  # keys elsewhere are the page's own
    expect(element.get_by_test_id("embed")).to_have_attribute("data-step", "2")
    page.locator("#last").click()
    last = int(element.get_by_test_id("replay-slider").get_attribute("max") or 0)
    expect(element.get_by_test_id("embed")).to_have_attribute("data-step", str(last))
    expect(page.locator("#step")).to_have_text(str(last))
    assert page.evaluate("document.documentElement.lang") == "en"


def test_a_low_box_is_scrolled_and_covers_nothing(page: Page) -> None:
    element = page.locator("rebelote-replay")
    expect(element.get_by_test_id("replay-next")).to_be_visible()
    page.evaluate("document.querySelector('rebelote-replay').style.height = '400px'")
    below = page.evaluate(
        "() => { const one = document.querySelector('rebelote-replay').getBoundingClientRect();"
        "return document.elementFromPoint(one.left + one.width / 2, one.bottom + 20)?.localName }"
    )
    assert below != "rebelote-replay"
    element.get_by_test_id("replay-next").click()
    expect(page.locator("#step")).to_have_text("1")


@pytest.mark.parametrize("preset", RULE_SETS)
def test_every_step_of_every_kind_of_game_is_shown(page: Page, site: Site, preset: str) -> None:
    element = page.locator("rebelote-replay")
    page.evaluate(
        "([src, lang]) => { const one = document.querySelector('rebelote-replay');"
        "one.lang = lang; one.setAttribute('src', src) }",
        [f"{preset}.json", "fr"],
    )
    (deal, *_) = json.loads((site.folder / f"{preset}.json").read_text("utf-8"))["deals"]
    slider = element.get_by_test_id("replay-slider")
    expect(slider).to_have_attribute("max", str(len(deal["steps"]) - 1))
    for step in range(len(deal["steps"])):
        slider.fill(str(step))
    expect(element.get_by_test_id("embed")).to_have_attribute("data-step", str(step))
    expect(element.get_by_test_id("embed-said")).not_to_be_empty()


def costs_of(match: Match) -> dict[str, int]:
    """Return what each card of the seat to act costs, all cards seen."""
    deal = match.deal
    if not isinstance(deal, Playing) or deal.rules.players == 3:
        return {}
    result = solver.solve(deal.hands, deal.leader, deal.trick, deal.law, values=True)
    values = result.values or {}
    return {card.text: max(values.values()) - value for card, value in values.items()}


COSTS = """() => Object.fromEntries(
    [...document.querySelector('rebelote-replay').shadowRoot.querySelectorAll('[data-cost]')]
      .map(one => [one.closest('[data-card]').dataset.card, Number(one.dataset.cost)]))"""


@pytest.mark.skipif(not wasm.KERNEL.exists(), reason="the kernel is not built for the page")
@pytest.mark.parametrize("preset", SOLVED)
def test_a_solver_says_what_each_card_costs_as_python_does(
    page: Page, site: Site, preset: str
) -> None:
    element = page.locator("rebelote-replay")
    page.evaluate(
        "([src, solver]) => { const one = document.querySelector('rebelote-replay');"
        "one.setAttribute('src', src); one.setAttribute('solver', solver) }",
        [f"{preset}.json", "kernel.wasm"],
    )
    expect(element.get_by_test_id("embed-costs")).to_be_attached()
    deal, *_ = positions(played(preset).record)
    slider = element.get_by_test_id("replay-slider")
    expect(slider).to_have_attribute("max", str(len(deal) - 1))
    for step, position in enumerate(deal):
        slider.fill(str(step))
        expect(element.get_by_test_id("embed")).to_have_attribute("data-step", str(step))
        assert page.evaluate(COSTS) == costs_of(position.match), step


def test_without_a_solver_nothing_of_it_is_loaded(page: Page) -> None:
    element = page.locator("rebelote-replay")
    expect(element.get_by_test_id("replay-table")).to_be_visible()
    loaded = page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
    assert [name for name in loaded if "/parts/" in name]
    assert not [name for name in loaded if "costs" in name or "wasm" in name]


def test_what_is_not_the_steps_of_a_match_is_refused_in_a_sentence(page: Page) -> None:
    element = page.locator("rebelote-replay")
    for src, sentence in (
        ("record.txt", "These are not the steps of a match"),
        ("nowhere.json", "nowhere.json cannot be read (status 404)"),
    ):
        page.evaluate(
            "src => document.querySelector('rebelote-replay').setAttribute('src', src)", src
        )
        expect(element.get_by_role("alert")).to_contain_text(sentence)
    element.evaluate("one => one.lang = 'fr'")
    expect(element.get_by_role("alert")).to_contain_text("nowhere.json est illisible")
    element.evaluate("one => one.lang = 'en'")
    page.evaluate(
        "const one = document.querySelector('rebelote-replay');"
        "one.removeAttribute('src'); one.replay = { deals: [] }"
    )
    expect(element.get_by_role("alert")).to_contain_text("These are not the steps of a match")


def test_the_package_names_only_files_that_it_has(site: Site) -> None:
    package = site.folder / "rebelote-replay"
    manifest = json.loads((package / "package.json").read_text("utf-8"))
    named = [*manifest["files"], *manifest["exports"]["."].values()]
    assert not [name for name in named if not (package / name).exists()]
    assert manifest["version"] != "0.0.0"
