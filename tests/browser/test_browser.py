"""A whole game in the browser: by mouse, by keyboard, and through a crash."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from databases import looking_into
from playwright.sync_api import Locator, Page, expect
from server_process import Server
from waiting import until

from browser.conftest import QUICK
from browser.steps import (
    MOVES,
    accessible,
    click_once,
    forward,
    hurry,
    hurry_through,
    legal_cards,
    like,
    moved_on,
    phase,
    play_a_deal,
    press_once,
    sit_down,
    tab_to,
)
from rebelote.i18n import LANGUAGES
from rebelote.server.live.live_table import message_key

CATALOGUES = Path(__file__).parents[2] / "src" / "rebelote" / "i18n"


def check_settlement(page: Page) -> None:
    """The derivation says marks for both sides, and the next deal begins."""
    expect(page.get_by_test_id("settlement")).to_be_visible()
    numbers = re.findall(r"\d+", page.get_by_test_id("derivation").inner_text())
    assert len(numbers) >= 6
    findings = Axe().run(page)
    assert findings.violations_count == 0, findings.generate_report()


def check_reasons(page: Page) -> None:
    """A card that a bot chose is asked about, and it says why."""
    page.get_by_test_id("why").click()
    choices = page.get_by_role("dialog").get_by_role("listitem").get_by_role("button")
    choices.last.click()
    expect(page.get_by_test_id("reason")).to_contain_text(re.compile(r"^\s*\w+, .+: .{12,}\.\s*$"))
    findings = Axe().run(page)
    assert findings.violations_count == 0, findings.generate_report()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("reason")).to_have_count(0)


def test_a_deal_by_clicks(page: Page, server: Server) -> None:
    sit_down(page, server)
    hurry_through(page)
    check_settlement(page)
    check_reasons(page)
    page.get_by_test_id("next-deal").click()
    expect(page.get_by_test_id("settlement")).to_have_count(0)
    hurry_through(page)


def test_a_deal_by_keyboard(page: Page, server: Server) -> None:
    like(page, **QUICK)
    page.goto(server.url)
    tab_to(page, "[data-testid=play-now]")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("table")).to_be_visible()
    play_a_deal(page, press_once)
    check_settlement(page)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("settlement")).to_have_count(0)


def is_told(page: Page, barred: Locator) -> bool:
    """Whether a click is answered: the table does not listen while its line is being changed."""
    barred.click(position={"x": 12, "y": 20}, force=True)
    return page.get_by_test_id("notice").count() > 0


def test_a_barred_card_leads_to_its_line_of_the_rule_card(page: Page, server: Server) -> None:
    sit_down(page, server)
    for _ in range(MOVES):
        if not hurry(page):
            moved_on(page, next_deal)
            continue
        barred = page.locator("[data-testid=hand] .barred")
        if phase(page) == "play" and barred.count():
            before = page.get_by_test_id("table").get_attribute("data-version")
            until(lambda: is_told(page, barred.first))  # noqa: B023
            expect(page.get_by_test_id("notice")).to_contain_text(re.compile(r"\w+ \w+"))
            assert page.get_by_test_id("table").get_attribute("data-version") == before
            with page.context.expect_page() as opened:
                page.get_by_test_id("notice").get_by_test_id("why-rule").click()
            line = opened.value.url.partition("#")[2]
            expect(opened.value.locator(f'[id="{line}"]')).to_be_in_viewport()
            return
        moved_on(page, click_once)
    raise AssertionError("no card was ever barred")


def follows(link: Locator) -> None:
    """A rule is named in words, and its link leads to the place that says it."""
    said = link.inner_text()
    assert re.search(r", lines? \d|^FFB", said) and ":" not in said
    with link.page.context.expect_page() as opened:
        link.click()
    place = opened.value
    assert "/sources#" in place.url
    target = place.locator(f'[id="{place.url.partition("#")[2]}"]')
    expect(target).to_have_count(1)
    expect(place.locator("dt, h2").filter(has=target).first).to_be_in_viewport()
    findings = Axe().run(place)
    assert findings.violations_count == 0, findings.generate_report()
    place.close()


def test_the_derivation_of_a_score_tells_where_its_rules_come_from(
    page: Page, server: Server
) -> None:
    sit_down(page, server)
    hurry_through(page)
    sources = page.get_by_test_id("sources")
    sources.locator("summary").click()
    follows(sources.get_by_test_id("rule-source").first)
    accessible(page)


def on_table(page: Page) -> int:
    """How many cards lie in the trick."""
    return page.get_by_test_id("trick").locator("li").count()


def test_a_reload_in_mid_trick_goes_on(page: Page, server: Server) -> None:
    sit_down(page, server)
    while not (hurry(page) and phase(page) == "play" and on_table(page)):
        forward(page)
    hand, laid, table = legal_cards(page), on_table(page), page.url
    page.reload()
    assert hurry(page)
    assert page.url == table
    assert legal_cards(page) == hand
    assert on_table(page) == laid
    hurry_through(page)


def test_the_start_page_and_the_table_are_accessible(page: Page, server: Server) -> None:
    page.goto(server.url)
    expect(page.get_by_test_id("play-now")).to_be_visible()
    assert Axe().run(page).violations_count == 0
    page.get_by_test_id("play-now").click()
    while not (hurry(page) and phase(page) == "play"):
        click_once(page)
    findings = Axe().run(page)
    assert findings.violations_count == 0, findings.generate_report()


def test_every_language_speaks(page: Page, server: Server) -> None:
    page.goto(server.url)
    for language in LANGUAGES:
        words = json.loads((CATALOGUES / f"{language}.json").read_text(encoding="utf-8"))
        page.get_by_role("button", name=words["language.name"]).or_(
            page.get_by_role("radio", name=words["language.name"])
        ).first.click()
        expect(page.locator("html")).to_have_attribute("lang", re.compile(f"^{language}"))
        expect(page.get_by_test_id("play-now")).to_contain_text(words["ui.start.play"])


@pytest.mark.parametrize("page", ["desktop"], indirect=True)
def test_kill_9_in_mid_deal_loses_no_move(page: Page, own_server: Server) -> None:
    sent: Counter[str] = Counter()
    acked: Counter[str] = Counter()

    def watch(socket: Any) -> None:
        for kind in ("act", "ready"):
            socket.on("framesent", lambda frame, kind=kind: sent.update(_ids(frame, kind)))
        socket.on("framereceived", lambda frame: acked.update(_ids(frame, "ack")))

    page.on("websocket", watch)
    sit_down(page, own_server)
    for _ in range(3):
        for _ in range(3):
            moved_on(page, click_once if hurry(page) else next_deal)
        if hurry(page):
            click_once(page)  # and the server dies, whether it was told or not
        own_server.kill()
        expect(page.locator(".banner")).to_be_visible()
        own_server.start()
        page.wait_for_function(
            "() => document.querySelector('[data-testid=table]')?.dataset.free === 'true'"
        )
    hurry_through(page)
    me = page.request.get(f"{own_server.url}/api/me").json()["id"]
    own_server.stop()
    with looking_into(own_server.database) as connection:
        query = "SELECT client_id FROM log WHERE client_id IS NOT NULL"
        written = Counter(row[0] for row in connection.execute(query))
    connection.close()
    done = acked.keys() & sent.keys()  # what a browser adds to a pack is acknowledged too
    assert len(done) >= 10
    assert {message_key(me, asked) for asked in done} <= set(written)
    assert max(written.values()) == 1


def next_deal(page: Page) -> None:
    """Go on after a settlement."""
    page.get_by_test_id("next-deal").click()


def _ids(frame: Any, kind: str) -> list[str]:
    message = json.loads(frame if isinstance(frame, str) else frame.decode())
    return [message["id"]] if message["type"] == kind else []
