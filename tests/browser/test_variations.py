"""A deal that was played is played on in another way, from its replay: by clicks and by keys."""

from __future__ import annotations

import json

import pytest
from drawn_matches import play_match
from http_person import in_the_file
from playwright.sync_api import Page, expect
from server_process import Server, seated

from browser.steps import accessible
from rebelote.rules import presets

LEFT_OUT = 16
"""The card of a deal, counted from 0, in whose place another is tried: in a trick of each game."""


def played(server: Server, preset: str) -> str:
    """Play a match of one deal in which a seat takes."""
    match = _played(server, preset)
    while len(json.loads(server.get(f"/api/matches/{match}")[1])["deals"]) > 1:
        match = _played(server, preset)
    return match


def _played(server: Server, preset: str) -> str:
    person = seated(server, preset=preset, level="beginner", options={"end_deals": 1})
    person.play_until(lambda view: view["phase"] == "match_over")
    person.close()
    table = person.seated["table"]
    sql = "SELECT max(version) FROM played WHERE table_id = ?"
    return f"{table}-{in_the_file(server, sql, table)[0][0]}"


def at(page: Page, step: int) -> None:
    """Check that this is what the page shows."""
    expect(page.get_by_test_id("replay")).to_have_attribute("data-step", str(step))


def step_of(page: Page, card: int) -> int:
    """Return the step before a card, counted from 0, of the tricks that were played."""
    button = page.get_by_test_id("replay-tricks").locator("button").nth(card)
    return int(button.get_attribute("data-step") or 0) - 1


def go_to(page: Page, step: int) -> None:
    page.get_by_test_id("replay-slider").fill(str(step))
    at(page, step)


def choose(page: Page, what: str = "[data-testid^=varied-play]", keyboard: bool = False) -> None:
    """Choose one more call or card, the last legal one."""
    box = page.get_by_test_id("varied-next")
    done = int(box.get_attribute("data-done") or 0)
    button = box.locator(what).last
    if keyboard:
        button.focus()
        page.keyboard.press("Enter")
    else:
        button.click()
    expect(box).to_have_attribute("data-done", str(done + 1))


def look_at_record(page: Page, server: Server) -> None:
    """Look at a record of one deal, the same each time."""
    _, record = play_match(presets.rules("french", target=60), 5, deals=1)
    page.goto(f"{server.url}/#/replay")
    page.get_by_test_id("import-record").fill(str(record))
    page.get_by_test_id("import-look").click()


@pytest.mark.parametrize(
    ("preset", "page"), [("bulgarian", "phone"), ("flemish3", "desktop")], indirect=["page"]
)
def test_another_card_is_tried_to_the_end_of_the_deal(
    page: Page, server: Server, preset: str
) -> None:
    page.goto(f"{server.url}/#/match/{played(server, preset)}")
    step = step_of(page, LEFT_OUT)
    cards = page.get_by_test_id("replay-tricks").locator("button").count()
    go_to(page, step)
    here = page.url
    page.get_by_test_id("replay-try").click()
    expect(page.get_by_test_id("varied")).to_contain_text("Not played")
    expect(page.get_by_test_id("varied-next")).to_be_in_viewport(ratio=0.99)
    expect(page.get_by_test_id("replay-tricks").locator("button")).to_have_count(LEFT_OUT)
    accessible(page)
    choose(page)
    at(page, step + 1)
    page.get_by_test_id("varied-undo").click()
    at(page, step)
    for number in range(cards - LEFT_OUT):
        choose(page, keyboard=bool(number % 2))
    at(page, step + cards - LEFT_OUT)
    expect(page.get_by_test_id("varied-result")).to_contain_text("As played")
    expect(page.get_by_test_id("replay-result")).to_be_visible()
    accessible(page)
    assert page.url == here
    page.get_by_test_id("varied-back").click()
    at(page, step)
    expect(page.get_by_test_id("varied")).to_have_count(0)
    expect(page.get_by_test_id("replay-tricks").locator("button")).to_have_count(cards)


def test_another_card_of_a_record_is_tried_from_within_a_try_and_from_before_it(
    phone: Page, server: Server
) -> None:
    look_at_record(phone, server)
    step = step_of(phone, 8)
    go_to(phone, step)
    phone.get_by_test_id("replay-try").click()
    for _ in range(3):
        choose(phone)
    at(phone, step + 3)
    go_to(phone, step + 1)
    expect(phone.get_by_test_id("varied-next")).to_have_count(0)
    phone.get_by_test_id("replay-try").click()
    box = phone.get_by_test_id("varied-next")
    expect(box).to_have_attribute("data-done", "1")
    go_to(phone, step - 4)
    phone.get_by_test_id("replay-try").click()
    expect(box).to_have_attribute("data-done", "0")
    at(phone, step - 4)
    expect(phone.get_by_test_id("replay-tricks").locator("button")).to_have_count(4)


def test_other_calls_are_tapped_and_typed(desktop: Page, server: Server) -> None:
    match = played(server, "ffb-contree-2016")
    (deal,) = json.loads(server.get(f"/api/matches/{match}")[1])["deals"]
    phases = (step["view"].get("phase") for step in deal["steps"])
    step = next(number for number, phase in enumerate(phases) if phase == "bidding")
    desktop.goto(f"{server.url}/#/match/{match}/1/{step}")
    desktop.get_by_test_id("replay-try").click()
    choose(desktop, "[data-testid=varied-pass]")
    at(desktop, step + 1)
    desktop.keyboard.type("80h")
    desktop.keyboard.press("Enter")
    at(desktop, step + 2)
    desktop.keyboard.press("p")
    at(desktop, step + 3)
    accessible(desktop)


def test_the_others_answer_by_best_play_and_the_cards_are_judged(
    phone: Page, server: Server
) -> None:
    look_at_record(phone, server)
    step = step_of(phone, 0)
    go_to(phone, step)
    phone.get_by_test_id("replay-try").click()
    box = phone.get_by_test_id("varied-next")
    phone.get_by_test_id("varied-answers").select_option("perfect")
    for _ in range(8):
        done = box.get_attribute("data-done") or ""
        box.locator("[data-testid^=varied-play]").last.click()
        expect(box).not_to_have_attribute("data-done", done)
    expect(box).to_have_attribute("data-done", "32")
    expect(phone.get_by_test_id("varied-result")).to_be_visible()
    expect(phone.get_by_test_id("varied-undo")).to_be_in_viewport(ratio=0.99)
    accessible(phone)
    go_to(phone, step + 1)
    expect(phone.get_by_test_id("verdict")).to_be_visible()
    go_to(phone, step + 32)
    phone.get_by_test_id("varied-undo").click()
    expect(box.locator("[data-testid^=varied-play]")).to_have_count(1)
