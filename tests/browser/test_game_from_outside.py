"""A game of its own folder alone (`made_up_game`), from the server's start to the sheet."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import made_up_game
import pytest
from playwright.sync_api import Page, expect
from server_process import Server

from browser.conftest import QUICK, Visit
from browser.guest import derivation
from browser.steps import (
    accessible,
    choose_rules,
    choosing,
    click_once,
    hurry,
    like,
    moved_on,
    play_a_deal,
)
from rebelote.i18n import catalogue

FOLDER = Path(made_up_game.__file__).parent.parent
SEED = "2"
"""The seed of packs: the seat before mine speaks first in the first deal, I in the second."""
NO_WORDS = re.compile(r"\b(?:undefined|NaN|null|[a-z_]+(?:\.[a-z_-]+)+)\b")
"""The trace of a missing word on a page: an empty place, or the key of a sentence."""


@pytest.fixture
def with_game(stopped_server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """Yield a server with the made-up game, on whose Python path its folder is."""
    path = os.pathsep.join(filter(None, (str(FOLDER), os.environ.get("PYTHONPATH"))))
    monkeypatch.setenv("PYTHONPATH", path)
    stopped_server.options += ("--fixed-packs", SEED, "--game", "made_up_game")
    stopped_server.start()
    yield stopped_server


def in_words(page: Page) -> None:
    """Check that the page shows no keys of sentences and has no barriers to access."""
    text = page.locator("body").inner_text()
    assert not NO_WORDS.findall(text), text
    accessible(page)


def call_or_lay(page: Page) -> None:
    """Double by a full hand, after a hint, or redouble; else name a trump, or lay a card."""
    doubling = page.locator("[data-testid=double], [data-testid=redouble]")
    if not doubling.count():
        click_once(page)
        return
    expect(page.locator("[data-testid=hand] [data-card]").nth(7)).to_be_visible()
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("hinted")).to_contain_text("Conseil")
    in_words(page)
    doubling.dblclick()


def lay_for_two(page: Page) -> None:
    """Lay a card at a table of two: the other sits opposite."""
    expect(page.locator("[data-seat]")).to_have_count(2)
    mine, other = (page.locator(f'[data-seat="{seat}"]').bounding_box() for seat in (0, 1))
    assert mine and other and other["y"] < mine["y"]
    middles = [box["x"] + box["width"] / 2 for box in (mine, other)]
    assert abs(middles[0] - middles[1]) < 2
    call_or_lay(page)


def cli(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rebelote.cli", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def test_a_game_of_its_own_folder_is_played_in_the_browser_and_its_record_read(
    with_game: Server, visit: Visit, tmp_path: Path
) -> None:
    page = visit("phone")
    like(page, **{**QUICK, "language": "fr", "level": "club"})
    page.goto(with_game.url)
    choose_rules(page, "forehand")
    with choosing(page):
        expect(page.get_by_role("dialog")).to_contain_text("qui entame choisit l’atout")
    in_words(page)
    page.get_by_test_id("play-now").click()

    for deal in (1, 2):
        play_a_deal(page, call_or_lay, hurry)
        assert set(derivation(page)) & {"made", "failed"}
        in_words(page)
        if deal == 1:
            moved_on(page, lambda page: page.get_by_test_id("next-deal").click())
    table = page.evaluate("location.hash").rpartition("/")[2]

    record = page.request.get(f"{with_game.url}/api/tables/{table}/record").text()
    file = tmp_path / "match.txt"
    file.write_text(record, encoding="utf-8")
    assert "[Rules forehand]" in record and "double" in record
    received = cli("replay", str(file), "--game", "made_up_game", "--language", "fr")
    assert received.returncode == 0 and "contre" in received.stdout, received.stderr
    refused = cli("replay", str(file))
    assert refused.returncode == 1 and "'forehand' is not a rule set" in refused.stderr

    page.goto(with_game.url)
    choose_rules(page, "forehand-two")
    page.get_by_test_id("play-now").click()
    play_a_deal(page, lay_for_two, hurry)
    assert set(derivation(page)) & {"made", "failed"}
    in_words(page)

    page.goto(f"{with_game.url}/rules/forehand?lang=fr")
    expect(page.locator("h1")).to_contain_text("Premier en main")
    expect(page.locator("main")).to_contain_text("40")

    with_game.stop()
    with_game.options = with_game.options[:-2]
    with_game.start()
    page.goto(f"{with_game.url}/#/table/{table}")
    expect(page.locator("body")).to_contain_text(catalogue("fr")["refusal.table-unreadable"])
    expect(page.get_by_test_id("play-now")).to_contain_text(catalogue("fr")["preset.french"])
