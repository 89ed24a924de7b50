"""People with browsers alone: from the invitation to the rematch."""

from __future__ import annotations

import json
import re
from contextlib import closing
from pathlib import Path

import pytest
from in_process import InProcess, serving_in_process
from playwright.sync_api import Page, expect
from seated import behind, plays
from server_process import Server
from waiting import until

from browser.conftest import QUICK, SIZES, Visit
from browser.steps import (
    accessible,
    change_terms,
    come_and_sit,
    hand,
    hurry,
    my_turn,
    play,
    press_once,
    skip_to,
    tab_to,
    table_with_friends,
    tricks,
    waiting_room,
)
from rebelote.server.base.protocol.chat import REACTIONS
from rebelote.server.table.room import AWAY_SECONDS

FACE, HEART = "rgb(255, 207, 92)", "rgb(214, 41, 58)"
FILLS = """buttons => buttons.map(
  (button) => getComputedStyle(button.querySelector('circle, rect, path')).fill)"""
"""The fill of the largest shape of each reaction."""


def test_four_browsers_play_one_match_together(visit: Visit, tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        play_one_match(visit, server)


def play_one_match(visit: Visit, server: InProcess) -> None:
    """Play to the rematch; one loads the page again, one goes and comes back."""
    host, anna, lucien, odette = (
        visit(size, name)
        for size, name in (("desktop", "Max"), ("phone", ""), ("phone", ""), ("desktop", ""))
    )
    code = table_with_friends(server, host)
    change_terms(host, target="8", pace="none")
    for page, name, seat in ((anna, "Anna", 1), (lucien, "Luc", 2), (odette, "Olga", 3)):
        come_and_sit(server, page, code, name, seat)
    expect(host.get_by_test_id("seat-3")).to_contain_text("Olga")
    accessible(host)
    accessible(anna)
    everybody = [host, anna, lucien, odette]
    host.get_by_test_id("begin").click()
    for page in everybody:
        expect(page.get_by_test_id("waiting")).to_have_count(0)
    with closing(behind(server, *everybody)) as table:
        table.play_on(plays(1, tricks=2))
        assert hurry(anna)
        before = hand(anna)
        anna.reload()
        expect(anna.get_by_test_id("table")).to_have_attribute("data-you", "1")
        expect(anna.locator("[data-testid=hand] [data-card]")).to_have_count(len(before))
        assert hand(anna) == before

        lucien.get_by_test_id("menu").click()
        lucien.get_by_test_id("leave").click()
        table.people.pop(2).close()
        server.time.advance(AWAY_SECONDS)
        replaced = host.get_by_test_id("stand-in-2")
        table.play_on(plays(1, tricks=4))
        expect(replaced).to_have_count(1)
        lucien.get_by_test_id("continue").click()
        expect(replaced).to_have_count(0)
        expect(lucien.get_by_test_id("table")).to_have_attribute("data-you", "2")

    with closing(behind(server, *everybody)) as table:
        table.play_on(lambda match: match.winner is not None)
    for page in everybody:
        skip_to(page, "[data-testid=rematch]")
    scores = [
        page.locator("[data-testid=settlement] .result b").all_inner_texts() for page in everybody
    ]
    assert scores[0] == scores[2] == scores[1][::-1] == scores[3][::-1]
    lucien.get_by_test_id("talk-between").click()
    lucien.get_by_test_id("say").fill("Well played, Anna!")
    lucien.get_by_test_id("say-it").click()
    lucien.keyboard.press("Escape")
    expect(anna.get_by_test_id("said-between")).to_contain_text("Well played, Anna!")
    expect(anna.get_by_test_id("talk-between").get_by_test_id("unread")).to_be_visible()
    accessible(host)
    accessible(anna)
    for page in everybody:
        page.get_by_test_id("rematch").click()
    for page in everybody:
        expect(page.get_by_test_id("settlement")).to_have_count(0)


def test_who_watches_sees_no_card_and_takes_a_bots_seat(visit: Visit, server: Server) -> None:
    host, watcher = visit("phone", "Max"), visit("phone", "Wim")
    frames: list[str] = []
    watcher.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))),
    )
    code = waiting_room(server, host)
    watcher.goto(f"{server.url}/join/{code}")
    expect(watcher.get_by_test_id("rules")).to_contain_text("Flemish")
    host.get_by_test_id("begin").click()
    expect(watcher.get_by_test_id("watching-only")).to_be_visible()
    with closing(behind(server, host)) as table:
        table.play_on(plays(0, tricks=2))
    skip_to(watcher, "[data-testid=scores] .won")
    until(lambda: tricks(watcher) >= 2)
    assert hand(watcher) == []
    expect(host.get_by_test_id("watchers")).to_be_visible()
    received = [json.loads(frame) for frame in frames]
    views = [one["view"] for one in received if one["type"] == "update" and one["view"]]
    views += [one.get("fields", {}).get("view", {}) for one in received if one["type"] == "changed"]
    views += [one.get("view", {}) for one in received if one["type"] == "changed"]
    assert any("trick" in view for view in views)
    assert not any(view.get("hand") or view.get("legal") for view in views)
    accessible(watcher)

    watcher.get_by_test_id("seat-2").click()
    accessible(watcher)
    watcher.get_by_test_id("sit").click()
    expect(watcher.get_by_test_id("table")).to_have_attribute("data-you", "2")
    with closing(behind(server, host, watcher)) as table:
        table.play_on(plays(2, tricks=5))
    assert hurry(watcher)
    watcher.get_by_test_id("menu").click()
    watcher.get_by_test_id("stand").click()
    expect(watcher.get_by_test_id("watching-only")).to_be_visible()


def reads(page: Page, language: str) -> Page:
    """Open a page for a visitor who reads this language, and has given no name."""
    liked = json.dumps(json.dumps({**QUICK, "language": language}))
    page.add_init_script(
        "localStorage.getItem('read') || localStorage.setItem('rebelote.settings', "
        f"{liked}); localStorage.setItem('read', '1')"
    )
    return page


def test_a_host_alone_invites_first_and_everybody_knows_their_partner(
    visit: Visit, server: Server
) -> None:
    host, lotte = reads(visit("phone"), "fr"), reads(visit("phone"), "sv")
    code = table_with_friends(server, host)
    box = host.get_by_test_id("invite").bounding_box()
    assert box and box["y"] + box["height"] < 640
    assert "first" in (host.get_by_test_id("invite").get_attribute("class") or "")
    assert "quiet" in (host.get_by_test_id("begin").get_attribute("class") or "")
    host.get_by_test_id("named").click()  # asked for a name, and stays a guest
    lotte.goto(f"{server.url}/join/{code}")
    expect(lotte.get_by_test_id("seat-0")).to_contain_text(re.compile(r"Gäst \d+"))
    lotte.get_by_test_id("seat-2").click()
    accessible(lotte)
    lotte.get_by_test_id("named").click()
    expect(host.get_by_test_id("seat-2")).to_contain_text(re.compile(r"Invité \d+"))
    expect(host.get_by_test_id("seat-2")).to_contain_text("votre partenaire")
    expect(host.get_by_test_id("invite")).to_have_count(0)
    lotte.get_by_test_id("seat-2").click()
    lotte.get_by_test_id("name").fill("Lotte")
    lotte.get_by_test_id("named").click()
    expect(host.get_by_test_id("seat-0")).to_contain_text("avec Lotte")
    for page in (host, lotte):
        accessible(page)
    lotte.get_by_test_id("talk-open").click()
    lotte.get_by_test_id("phrase-good_luck").click()
    expect(host.get_by_test_id("said-2")).to_be_visible()
    expect(host.get_by_test_id("unread")).to_be_visible()
    host.get_by_test_id("talk-open").click()
    expect(host.get_by_test_id("unread")).to_have_count(0)
    expect(lotte.get_by_test_id("unread")).to_have_count(0)


@pytest.mark.journey
def test_talk_is_the_same_for_all_and_free_only_between_deals(visit: Visit, server: Server) -> None:
    host, anna = visit("desktop", "Max"), visit("phone")
    code = table_with_friends(server, host)
    come_and_sit(server, anna, code, "Anna", 2)
    host.get_by_test_id("talk-open").click()
    accessible(host)
    host.get_by_test_id("say").fill("Evening, <b>all</b>!")
    host.get_by_test_id("say-it").click()
    expect(anna.get_by_test_id("said-0")).to_have_text("Evening, <b>all</b>!")
    host.keyboard.press("Escape")
    host.get_by_test_id("begin").click()
    expect(anna.get_by_test_id("waiting")).to_have_count(0)
    anna.get_by_test_id("talk-open").click()
    expect(anna.get_by_test_id("say")).to_have_count(0)
    accessible(anna)
    anna.get_by_test_id("phrase-good_luck").click()
    expect(host.get_by_test_id("said-2")).to_have_text("Good luck!")
    host.get_by_test_id("talk-open").click()
    expect(host.get_by_test_id("talk")).to_contain_text("Good luck!")
    fills = host.locator("[data-testid^=reaction-]").evaluate_all(FILLS)
    assert len(fills) == len(REACTIONS)
    assert set(fills) == {FACE, HEART}, "black is what an invalid colour becomes"
    host.get_by_test_id("reaction-clap").click()
    clapping = anna.get_by_test_id("said-0").get_by_role("img")
    expect(clapping).to_have_attribute("aria-label", "Applause")
    expect(clapping.locator("rect").first).to_have_css("fill", FACE)


def test_the_host_arranges_the_seats(visit: Visit, server: Server) -> None:
    host, anna = visit("phone", "Max"), visit("phone")
    waiting_room(server, host, (anna, "Anna", 1))
    host.get_by_test_id("seat-2").click()
    accessible(host)
    expect(host.locator("[data-testid^=swap-]")).to_have_count(1)
    host.get_by_test_id("swap-1").click()
    expect(anna.get_by_test_id("table")).to_have_attribute("data-you", "2")
    host.get_by_test_id("seat-3").click()
    host.get_by_test_id("seat-bot").click()
    expect(host.get_by_test_id("seat-3")).to_contain_text("bot")
    host.get_by_test_id("seat-2").click()
    host.get_by_test_id("unseat").click()
    expect(anna.get_by_test_id("table")).not_to_have_attribute("data-you", "2")
    expect(anna.get_by_test_id("begin")).to_have_count(0)
    anna.get_by_test_id("seat-1").click()
    expect(anna.get_by_test_id("table")).to_have_attribute("data-you", "1")
    anna.get_by_test_id("stand").click()
    expect(host.get_by_test_id("seat-1")).to_contain_text("Free seat")


@pytest.mark.journey
def test_a_table_is_made_and_begun_by_keyboard(visit: Visit, server: Server) -> None:
    host = visit("desktop", "Max")
    host.goto(server.url)
    for step in ("play-friends", "seat-1", "seat-bot", "begin"):
        tab_to(host, f"[data-testid={step}]")
        host.keyboard.press("Enter")
        if step == "seat-bot":
            expect(host.get_by_test_id("seat-1")).to_contain_text("bot")
    expect(host.get_by_test_id("waiting")).to_have_count(0)
    for _ in range(3):
        if my_turn(host):
            version = host.get_by_test_id("table").get_attribute("data-version") or ""
            press_once(host)
            expect(host.get_by_test_id("table")).not_to_have_attribute("data-version", version)


def test_a_clock_is_seen_and_stops_when_all_agree(visit: Visit, server: Server) -> None:
    host, anna = visit("desktop", "Max"), visit("phone")
    waiting_room(server, host, (anna, "Anna", 2), terms={"pace": "slow"})
    host.get_by_test_id("begin").click()
    play([host, anna], lambda: host.locator("[data-testid^=clock-]").count() == 1)
    accessible(host)
    host.get_by_test_id("menu").click()
    host.get_by_test_id("pause").click()
    waits = host.get_by_test_id("pause-waits")
    expect(waits).to_contain_text("once everybody agrees")
    expect(anna.get_by_test_id("pause-asked")).to_contain_text("Max asks for a pause")
    accessible(anna)
    anna.get_by_test_id("pause-agree").click()
    expect(waits).to_have_count(0)
    expect(host.get_by_test_id("paused")).to_be_visible()
    anna.get_by_test_id("go-on").click()
    expect(host.get_by_test_id("paused")).to_have_count(0)
    thinking = host if host.get_by_test_id("clock-0").count() else anna
    more = thinking.get_by_test_id("more-time")
    more.wait_for()
    accessible(thinking)
    more.click()
    expect(more).to_have_count(0)


def test_a_wrong_code_is_answered_in_words(visit: Visit, server: Server) -> None:
    page = visit("phone")
    page.goto(server.url)
    page.get_by_test_id("code").fill("nosuch")
    page.get_by_test_id("join").click()
    expect(page.get_by_role("status").first).to_contain_text("There is no such table")
    page.goto(f"{server.url}/#/table/nowhere")
    expect(page.get_by_role("status").first).to_contain_text("no longer exists")


NARROW = {"width": 320, "height": 640}
DRAWN = """async (scheme) => {
  const frame = () => new Promise(requestAnimationFrame)
  await frame()
  await frame()
  return matchMedia(`(prefers-color-scheme: ${scheme})`).matches && !document.getAnimations().length
}"""
"""Whether the page stands in these colours, and none of them is still changing."""

TRANSITIONS = """() => [...document.querySelectorAll('body *')].filter((element) => {
  const { transitionProperty, transitionDuration } = getComputedStyle(element)
  return transitionProperty !== 'none' && !/^0s(, 0s)*$/.test(transitionDuration)
}).map((element) => element.outerHTML.slice(0, 80)).slice(0, 5)"""
"""Elements that change their style gradually, though the reader asks for reduced motion."""


@pytest.mark.parametrize("size", SIZES)
def test_every_page_is_accessible(visit: Visit, server: Server, size: str) -> None:
    """In light and dark, which differ in colours alone; on phones also at the least width."""
    page = visit(size, "Max")
    width, height = SIZES[size]
    sizes = [{"width": width, "height": height}, *([NARROW] if size == "phone" else [])]

    def accessible_in_every_way() -> None:
        for viewport in sizes:
            page.set_viewport_size(viewport)  # type: ignore[arg-type]
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                page.wait_for_function(DRAWN, arg=scheme)
                assert page.evaluate(TRANSITIONS) == [], "colours change later than their page"
                accessible(page, *(["color-contrast"] if scheme == "dark" else []))

    for name in ("", "find", "pair/some-one", "daily", "ranking", "account", "settings"):
        page.goto(f"{server.url}/#/{name}")
        expect(page.get_by_role("heading").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        accessible_in_every_way()
    for path in ("/join/ZZZZZZ", "/no/such/page"):
        page.goto(server.url + path)
        accessible_in_every_way()
        expect(page.get_by_role("link", name="To the start page", exact=True)).to_be_visible()
