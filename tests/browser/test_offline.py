"""Play without a network, in a browser that kept what it takes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from http_person import in_the_file
from playwright.sync_api import Browser, Page, expect
from score_sheet_steps import begin, enter
from server_process import Server, is_settled, seated
from waiting import until

from browser.conftest import CHROMIUM, QUICK, QUIET, ROOT, SIZES, Visit
from browser.offline_steps import (
    FILES,
    KERNEL,
    OFFLINE,
    STARTS_WITHIN,
    STORAGE,
    STORED,
    go,
    keep,
    needs_game,
    needs_kernel,
    set_to,
    stored,
)
from browser.steps import come_in, hand, play
from rebelote.analysis.puzzle_choice import chosen
from rebelote.bots import LEVELS, WITHOUT_KERNEL
from rebelote.learn import courses

pytestmark = pytest.mark.service_worker
DEAL = "N:AKQJ.T9.8.7 T987.AKQ..8 .J87.AKQJ.T ..T97.AKQJ9"
"""A deal as other programs write it."""
FIRST_CALL = 2
"""Steps of a deal before its first call: the cut and the packets."""
LEAD = "2026-12-01"
"""A day on which the puzzle of the device is a lead."""
OVER = "[data-testid=rematch]"
TURN = "[data-testid=hand] [data-legal=true]"


WATCHED = """
  const watched = window.watched = []
  let turns = 0
  window.Worker = class extends Worker {
    #sent = null
    constructor(...how) {
      super(...how)
      this.addEventListener('message', ({ data }) => {
        if (data.reported !== 'frame' || this.#sent === null) return
        watched.push(turns - this.#sent)
        this.#sent = null
      })
    }
    postMessage(message) {
      if (message.do === 'say' && JSON.parse(message.frame).type === 'act') this.#sent = turns
      super.postMessage(message)
    }
  }
  setInterval(() => turns++, 4)
"""
"""Notes how often the page had its turn from each action to the answer of the device's table."""


def learn(page: Page) -> None:
    """Answer a question of a lesson, and make a choice in the guided deal."""
    go(page, "#/learn/trick")
    lesson = courses.course("french", "en").lessons[0]
    expect(page.get_by_test_id("learn-text")).to_have_text(
        lesson.questions[0].text, timeout=STARTS_WITHIN
    )
    right = next(choice for choice in lesson.questions[0].choices if choice.right)
    page.locator(f'[data-answer="{right.value}"]').click()
    expect(page.get_by_test_id("learn-answer")).to_contain_text(right.because)
    go(page, "#/learn/deal")
    said = page.get_by_test_id("learn-text")
    expect(said).to_contain_text("Your first deal", timeout=STARTS_WITHIN)
    page.locator(".advised, .buttons .first").first.click()
    expect(said).not_to_contain_text("Your first deal")
    go(page, "#/")


def write_down(page: Page) -> None:
    """Write a deal with real cards on the score sheet."""
    go(page, "#/sheet")
    begin(page, "french", "Ann", "Ben", "Cleo", "Dan")
    expect(page.get_by_test_id("paper-standing")).to_be_visible(timeout=STARTS_WITHIN)
    enter(page, "1", "H", 0, 70)
    expect(page.get_by_test_id("paper-rows")).to_contain_text("+90")
    go(page, "#/")


def solve(page: Page) -> None:
    """Answer the puzzle of a day, and go on to that of the day before."""
    go(page, f"#/puzzle/french/{LEAD}")
    puzzle = page.locator("[data-testid=puzzle][data-day]")
    expect(puzzle).to_have_attribute("data-kind", "lead", timeout=STARTS_WITHIN)
    card = chosen(date.fromisoformat(LEAD), b"", "french").answer
    page.locator(f"[data-card='{card}'][data-legal=true]").press("Enter")
    expect(page.get_by_test_id("practice-answer")).to_have_attribute("data-right", "true")
    page.get_by_test_id("puzzle-next").click()
    expect(puzzle).not_to_have_attribute("data-day", LEAD)
    go(page, "#/")


def solve_by_theme(page: Page) -> None:
    """Choose a theme among the puzzles of the last days, and open the next of it."""
    go(page, "#/puzzles/french")
    page.get_by_test_id("theme-cash").click(timeout=STARTS_WITHIN)
    expect(page.get_by_test_id("theme-cash")).to_have_attribute("aria-current", "page")
    page.get_by_test_id("puzzle-next").click()
    expect(page.locator("[data-testid=puzzle][data-day]")).to_be_visible()
    go(page, "#/")


def lay_out(page: Page) -> None:
    """Lay out a deal, enter a call, and play it on in another way."""
    go(page, "#/replay")
    page.get_by_test_id("import-record").fill(DEAL)
    page.get_by_test_id("import-look").click()
    page.get_by_test_id("byhand-turned").select_option("QS")
    page.get_by_test_id("byhand-look").click()
    box = page.get_by_test_id("varied-next")
    expect(box).to_have_attribute("data-done", "0", timeout=STARTS_WITHIN)
    page.locator("[data-testid^=varied-take]").first.click()
    expect(box).to_have_attribute("data-done", "1")
    go(page, "#/")


def practise(page: Page, matches: int) -> None:
    """Look at the last match again, play it on in another way, and practise one's errors."""
    page.get_by_test_id("look-again").click()
    expect(page.get_by_test_id("replay")).to_be_visible(timeout=STARTS_WITHIN)
    go(page, page.evaluate("location.hash").split("/1/")[0] + f"/1/{FIRST_CALL}")
    page.get_by_test_id("replay-try").click()
    expect(page.get_by_test_id("varied-next")).to_be_visible()
    go(page, "#/practice")
    expect(page.locator("[data-testid=practice], [data-testid=practice-here]").first).to_be_visible(
        timeout=STARTS_WITHIN
    )
    go(page, "#/matches")
    expect(page.get_by_test_id("offline-replay")).to_have_count(matches)


def review(page: Page) -> None:
    """Have the device review the deal that has just ended, and say why the bots acted so."""
    page.get_by_test_id("review-deal").click()
    expect(page.get_by_test_id("review-top")).to_be_visible(timeout=STARTS_WITHIN)
    page.keyboard.press("Escape")
    page.get_by_test_id("why").click()
    expect(page.get_by_test_id("reason")).not_to_be_empty()
    page.keyboard.press("Escape")


def hand_in(page: Page, matches: int) -> None:
    """Upload all matches by one tap; they are marked as what they are."""
    expect(page.get_by_test_id("hand-in-matches")).to_contain_text(f"{matches} offline matches")
    page.get_by_test_id("hand-in").click()
    expect(page.get_by_test_id("hand-in-matches")).to_have_count(0)
    page.get_by_test_id("settings").click()
    expect(page.get_by_test_id("offline-matches")).to_contain_text("uploaded")
    page.keyboard.press("Escape")
    page.get_by_test_id("handed-in").get_by_role("link").first.click()
    expect(page.get_by_test_id("offline-match")).to_have_text(["offline, unrated"] * matches)


def match_at(page: Page, level: str) -> None:
    """Reload the start page, and play a match of a deal at a level of the device."""
    set_to(page, level=level)
    go(page, "#/")
    page.reload()
    expect(page.get_by_test_id("what")).to_contain_text(level.title())
    page.get_by_test_id("play-now").click()
    expect(page.get_by_test_id("table")).to_be_visible(timeout=STARTS_WITHIN)
    play([page], lambda: page.locator(OVER).count() > 0)
    expect(page.get_by_test_id("line")).to_have_count(0)


def read_record(page: Page) -> None:
    """Read the record of the match that has ended."""
    page.get_by_test_id("menu").click()
    with page.expect_popup() as opened:
        page.get_by_test_id("record").click()
    expect(opened.value.locator("body")).to_contain_text("Ann")
    opened.value.close()
    page.keyboard.press("Escape")


@contextmanager
def phone(browser: Browser, profile: Path, days: int = 0, **how: Any) -> Iterator[Page]:
    """Yield a page of a browser that keeps its profile, so many days from now."""
    width, height = SIZES["phone"]
    context = browser.browser_type.launch_persistent_context(
        profile,
        executable_path=CHROMIUM,
        args=[*QUIET, *ROOT],
        viewport={"width": width, "height": height},
        reduced_motion="reduce",
        locale="en-GB",
        **how,
    )
    page = context.pages[0]
    if days:
        page.clock.install(time=datetime.now(UTC) + timedelta(days=days))
    yield page
    context.close()


@needs_game
def test_a_walk_without_a_network(browser: Browser, own_server: Server, tmp_path: Path) -> None:
    """A first visit stores the game; the line is cut, and every level is played.

    With lessons, puzzles, reviews and practice, all of it outlives the browser. Two days later the
    network is back: the matches are handed in, and the one that was cut off goes on.
    """
    levels = LEVELS if KERNEL else WITHOUT_KERNEL
    with phone(browser, tmp_path / "profile") as page:
        page.goto(own_server.url)
        expect(page.get_by_test_id("play-now")).to_be_visible()
        set_to(page, **QUICK, name="Ann", knows="yes", house={"end_deals": 1})
        page.reload()
        expect(page.get_by_test_id("play-now")).to_be_visible()
        assert page.evaluate(FILES) == []
        page.get_by_test_id("play-now").click()
        play([page], lambda: page.locator(TURN).count() > 0 and len(hand(page)) <= 6)
        until(lambda: stored(page))
        assert page.evaluate(STORED) < STORAGE
        cut_off, held = page.evaluate("location.hash"), hand(page)
        own_server.kill()
        page.get_by_test_id("bots-meanwhile").click()
        page.wait_for_url("**/#/table/local-*", timeout=STARTS_WITHIN)
        play([page], lambda: page.locator(OVER).count() > 0)
        page.context.set_offline(True)
        read_record(page)
        for level in levels[1:-1]:
            match_at(page, level)
        page.add_init_script(WATCHED)
        match_at(page, levels[-1])
        if KERNEL:
            turns = page.evaluate("window.watched")
            assert len(turns) >= 8
            assert max(turns) > 10, "the page goes on while a master thinks"
            review(page)
            practise(page, len(levels))
        learn(page)
        write_down(page)
        solve(page)
        solve_by_theme(page)
        lay_out(page)
    with phone(browser, tmp_path / "profile", days=2, offline=True) as page:
        page.goto(own_server.url)
        expect(page.get_by_test_id("offline-now")).to_contain_text("play bots")
        go(page, "#/today")
        page.get_by_test_id("today-solve").click()
        today = page.evaluate("new Date().toLocaleDateString('sv')")
        puzzle = page.get_by_test_id("puzzle")
        expect(puzzle).to_have_attribute("data-day", today, timeout=STARTS_WITHIN)
        own_server.start()
        page.context.set_offline(False)
        go(page, "#/")
        hand_in(page, len(levels))
        assert in_the_file(own_server, "SELECT count(*) FROM played") == [(0,)]
        go(page, cut_off)
        expect(page.get_by_test_id("table")).to_have_attribute("data-free", "true")
        assert hand(page) == held


@needs_kernel
def test_a_device_that_is_fast_enough_reviews_a_deal_of_the_server(
    visit: Visit, own_server: Server
) -> None:
    """The server gives the record and stores the review for its person; it makes none itself."""
    anna = seated(own_server, preset="french", level="beginner")
    anna.play_until(is_settled)
    anna.close()
    page = visit("phone", "Anna")
    keep(page, own_server)
    (sources,) = OFFLINE.glob("rebelote-*.json")
    measure = {"of": f"/assets/offline/{sources.name}", "milliseconds": 1}
    page.evaluate("it => localStorage.setItem('rebelote.speed', JSON.stringify(it))", measure)
    come_in(page, anna)
    page.get_by_test_id("review-deal").click()
    expect(page.get_by_test_id("review-top")).to_be_visible(timeout=STARTS_WITHIN)
    until(lambda: in_the_file(own_server, "SELECT count(*) FROM device_reviews") == [(1,)])
    page.get_by_test_id("replay-tricks").locator("[data-step]").last.click()
    page.get_by_test_id("replay-why").click()
    expect(page.get_by_test_id("opinion")).to_contain_text("A master would")
    assert in_the_file(own_server, "SELECT count(*) FROM deal_reviews") == [(0,)]


@pytest.mark.journey
def test_a_page_that_kept_nothing_says_at_once_that_it_is_offline(
    visit: Visit, server: Server
) -> None:
    page = visit("phone", "Ann")
    page.goto(server.url)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.context.set_offline(True)
    expect(page.get_by_test_id("offline-now")).to_contain_text("save the game on this device")
    for button in ("play-now", "play-friends", "knows-no"):
        expect(page.get_by_test_id(button)).to_be_disabled()
    expect(page.get_by_test_id("find-table")).to_have_attribute("aria-disabled", "true")
    go(page, "#/find")
    expect(page.get_by_test_id("without-network")).to_contain_text("save the game on this device")
    expect(page.get_by_test_id("seek")).to_be_disabled()
    go(page, "#/learn")
    expect(page.get_by_role("alert")).to_contain_text("To learn offline")
    go(page, "#/")
    page.context.set_offline(False)
    expect(page.get_by_test_id("offline-now")).to_have_count(0)
