"""A whole game in the browser: by mouse, by keyboard, and through a crash."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

from databases import looking_into
from playwright.sync_api import Locator, Page, expect
from seated import Position, plays, seated, settled
from server_process import Server
from waiting import until

from browser.conftest import QUICK
from browser.steps import (
    accessible,
    click_once,
    come_in,
    hurry,
    hurry_through,
    like,
    moved_on,
    play_a_deal,
    press_once,
    sit_down,
    tab_to,
)
from browser.steps import legal_cards as legal_cards_of
from rebelote import Match
from rebelote.i18n import LANGUAGES
from rebelote.rules.deal import legal_cards
from rebelote.server.base.protocol.message_ids import message_key

CATALOGUES = Path(__file__).parents[2] / "src" / "rebelote" / "i18n"


def check_settlement(page: Page) -> None:
    """Check that the derivation says marks for both sides, and begin the next deal."""
    expect(page.get_by_test_id("settlement")).to_be_visible()
    numbers = re.findall(r"\d+", page.get_by_test_id("derivation").inner_text())
    assert len(numbers) >= 6
    accessible(page)


def check_reasons(page: Page) -> None:
    """Ask about a card that a bot chose, and check that it says why."""
    page.get_by_test_id("why").click()
    choices = page.get_by_role("dialog").get_by_role("listitem").get_by_role("button")
    choices.last.click()
    expect(page.get_by_test_id("reason")).to_contain_text(re.compile(r"^\s*\w+, .+: .{12,}\.\s*$"))
    accessible(page)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("reason")).to_have_count(0)


def test_a_deal_by_clicks(phone: Page, server: Server) -> None:
    sit_down(phone, server)
    hurry_through(phone)
    check_settlement(phone)
    check_reasons(phone)
    phone.get_by_test_id("next-deal").click()
    expect(phone.get_by_test_id("settlement")).to_have_count(0)
    assert hurry(phone)
    moved_on(phone, click_once)


def test_a_deal_by_keyboard(desktop: Page, server: Server) -> None:
    like(desktop, **QUICK)
    desktop.goto(server.url)
    tab_to(desktop, "[data-testid=play-now]")
    desktop.keyboard.press("Enter")
    expect(desktop.get_by_test_id("table")).to_be_visible()
    play_a_deal(desktop, press_once, hurry)
    check_settlement(desktop)
    desktop.keyboard.press("Enter")
    expect(desktop.get_by_test_id("settlement")).to_have_count(0)


def is_public(page: Page, barred: Locator) -> bool:
    """Click a barred card, and return whether the table answers."""
    barred.click(position={"x": 12, "y": 20}, force=True)
    return page.get_by_test_id("notice").count() > 0


def some_are_barred(match: Match) -> bool:
    """Return whether I am to play, and not all of my cards are legal."""
    return plays(0)(match) and match.deal.hands[0] != legal_cards(match.deal)


def test_a_barred_card_leads_to_its_line_of_the_rule_card(phone: Page, server: Server) -> None:
    come_in(phone, seated(server, Position().to(some_are_barred)).people[0])
    barred = phone.locator("[data-testid=hand] .barred").first
    before = phone.get_by_test_id("table").get_attribute("data-version")
    until(lambda: is_public(phone, barred))
    expect(phone.get_by_test_id("notice")).to_contain_text(re.compile(r"\w+ \w+"))
    assert phone.get_by_test_id("table").get_attribute("data-version") == before
    with phone.context.expect_page() as opened:
        phone.get_by_test_id("notice").get_by_test_id("why-rule").click()
    line = opened.value.url.partition("#")[2]
    expect(opened.value.locator(f'[id="{line}"]')).to_be_in_viewport()


def follows(link: Locator) -> None:
    """Follow the link of a rule, and check that it leads to the place that states it."""
    said = link.inner_text()
    assert re.search(r", lines? \d|^FFB", said) and ":" not in said
    with link.page.context.expect_page() as opened:
        link.click()
    place = opened.value
    assert "/sources#" in place.url
    target = place.locator(f'[id="{place.url.partition("#")[2]}"]')
    expect(target).to_have_count(1)
    expect(place.locator("dt, h2").filter(has=target).first).to_be_in_viewport()
    accessible(place)
    place.close()


def test_the_derivation_of_a_score_names_the_sources_of_its_rules(
    page: Page, server: Server
) -> None:
    like(page, **QUICK)
    come_in(page, seated(server, Position().to(settled)).people[0])
    check_settlement(page)
    page.get_by_test_id("proof").click()
    follows(page.get_by_test_id("sources").get_by_test_id("rule-source").first)
    accessible(page)


def on_table(page: Page) -> int:
    return page.get_by_test_id("trick").locator("li").count()


def test_a_reload_in_mid_trick_goes_on(phone: Page, server: Server) -> None:
    come_in(phone, seated(server, Position().to(plays(0, tricks=2, laid=1))).people[0])
    assert hurry(phone)
    hand, laid, table = legal_cards_of(phone), on_table(phone), phone.url
    assert laid
    phone.reload()
    assert hurry(phone)
    assert phone.url == table
    assert legal_cards_of(phone) == hand
    assert on_table(phone) == laid
    moved_on(phone, click_once)
    assert hurry(phone)


def test_every_language_speaks(phone: Page, server: Server) -> None:
    phone.goto(server.url)
    for language in LANGUAGES:
        words = json.loads((CATALOGUES / f"{language}.json").read_text(encoding="utf-8"))
        phone.get_by_role("button", name=words["language.name"]).or_(
            phone.get_by_role("radio", name=words["language.name"])
        ).first.click()
        expect(phone.locator("html")).to_have_attribute("lang", re.compile(f"^{language}"))
        expect(phone.get_by_test_id("play-friends")).to_contain_text(words["ui.start.friends"])


def test_kill_9_in_mid_deal_loses_no_move(desktop: Page, own_server: Server) -> None:
    page, sent, acked = desktop, Counter[str](), Counter[str]()

    def watch(socket: Any) -> None:
        for kind in ("act", "ready"):
            socket.on("framesent", lambda frame, kind=kind: sent.update(_ids(frame, kind)))
        socket.on("framereceived", lambda frame: acked.update(_ids(frame, "ack")))

    page.on("websocket", watch)
    like(page, **QUICK)
    come_in(page, seated(own_server, Position("flemish").to(plays(0))).people[0])
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
    done = acked.keys() & sent.keys()  # what a browser adds to a pack is acknowledged too
    assert len(done) >= 10
    assert {message_key(me, asked) for asked in done} <= set(written)
    assert max(written.values()) == 1


def next_deal(page: Page) -> None:
    page.get_by_test_id("next-deal").click()


def _ids(frame: Any, kind: str) -> list[str]:
    message = json.loads(frame if isinstance(frame, str) else frame.decode())
    return [message["id"]] if message["type"] == kind else []
