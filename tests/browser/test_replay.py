"""Matches looked at again: by clicks and by keys, at phone and desktop size, of four rule sets."""

from __future__ import annotations

import json
import re
import struct
from xml.etree import ElementTree

import pytest
from http_person import in_the_file
from playwright.sync_api import Page, expect
from server_process import Server, seated
from strategies import play_match

from browser.steps import accessible
from rebelote.rules import presets

SVG = "{http://www.w3.org/2000/svg}"
RULES = ("french", "flemish3", "ffb-contree-2016", "bulgarian")


def played(server: Server, preset: str) -> str:
    """A match of at most two deals that is over."""
    person = seated(server, preset=preset, level="beginner", options={"end_deals": 2})
    person.play_until(lambda view: view["phase"] == "match_over")
    person.close()
    table = person.seated["table"]
    sql = "SELECT max(version) FROM played WHERE table_id = ?"
    return f"{table}-{in_the_file(server, sql, table)[0][0]}"


def at(page: Page, deal: int, step: int) -> None:
    """This is what is looked at."""
    viewer = page.get_by_test_id("replay")
    expect(viewer).to_have_attribute("data-deal", str(deal))
    expect(viewer).to_have_attribute("data-step", str(step))


def deal_played(server: Server, match: str) -> int:
    """A deal of a match in which somebody took."""
    deals = json.loads(server.get(f"/api/matches/{match}")[1])["deals"]
    return int(next(deal["number"] for deal in deals if "card_played" in json.dumps(deal)))


@pytest.mark.parametrize("preset", RULES)
def test_a_match_is_looked_at_by_clicks_and_by_keys(
    page: Page, server: Server, preset: str
) -> None:
    match = played(server, preset)
    deal = deal_played(server, match)
    page.goto(f"{server.url}/#/match/{match}")
    page.get_by_test_id("replay-deal").select_option(str(deal))
    at(page, deal, 0)
    last = int(page.get_by_test_id("replay").get_attribute("data-last") or 0)
    page.get_by_test_id("replay-next").click()
    at(page, deal, 1)
    page.get_by_test_id("replay-back").click()
    at(page, deal, 0)
    page.locator("body").press("End")
    at(page, deal, last)
    assert re.search(rf"/{match}/{deal}/{last}$", page.url)
    for seat in range(presets.rules(preset).players):
        expect(page.get_by_test_id(f"replay-hand-{seat}").locator("li")).to_have_count(0)
    page.locator("body").press("ArrowLeft")
    at(page, deal, last - 1)
    page.locator("body").press("Home")
    at(page, deal, 0)
    check_jumps(page, deal)
    accessible(page)


def check_jumps(page: Page, deal: int) -> None:
    """A card of the list leads there, and the back button to where one was."""
    card = page.get_by_test_id("replay-tricks").locator("button").nth(5)
    step = int(card.get_attribute("data-step") or 0)
    card.click()
    at(page, deal, step)
    expect(card).to_have_attribute("aria-current", "step")
    page.go_back()
    at(page, deal, 0)
    page.go_forward()
    at(page, deal, step)
    page.reload()
    at(page, deal, step)


def test_hands_are_shown_one_alone_or_hidden(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/#/match/{played(server, 'bga')}/1/1")
    hands = page.locator("[data-testid^=replay-hand-]")
    expect(hands).to_have_count(4)
    page.get_by_test_id("replay-hands").select_option("2")
    expect(hands).to_have_count(1)
    expect(page.get_by_test_id("replay-hand-2").locator("li")).not_to_have_count(0)
    page.get_by_test_id("replay-hands").select_option("none")
    expect(hands).to_have_count(0)


def test_a_deal_plays_by_itself_and_stops_at_its_end(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/#/match/{played(server, 'bga')}")
    at(page, 1, 0)
    viewer = page.get_by_test_id("replay")
    last = viewer.get_attribute("data-last") or ""
    page.get_by_test_id("replay-slider").fill(str(int(last) - 3))
    page.get_by_test_id("replay-speed").select_option("4")
    page.get_by_test_id("replay-play").click()
    expect(viewer).to_have_attribute("data-step", last)
    expect(page.get_by_test_id("replay-play")).to_have_attribute("aria-label", "Play by itself")


def test_the_stage_is_tapped_and_swiped(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/#/match/{played(server, 'bga')}/1/4")
    at(page, 1, 4)
    stage = page.locator(".stage").first
    box = stage.bounding_box()
    assert box is not None
    y = box["y"] + box["height"] / 2
    page.mouse.click(box["x"] + box["width"] * 0.8, y)
    at(page, 1, 5)
    page.mouse.click(box["x"] + box["width"] * 0.1, y)
    at(page, 1, 4)
    page.mouse.move(box["x"] + box["width"] * 0.7, y)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.3, y)
    page.mouse.up()
    at(page, 1, 5)


def test_the_seal_is_checked_and_told_in_words(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/#/match/{played(server, 'french')}/1/2")
    expect(page.get_by_test_id("seal").locator("summary")).to_contain_text(
        "Checked: the pack was fixed before the cut"
    )


def test_a_match_that_may_not_be_read_is_told_in_words(page: Page, server: Server) -> None:
    person = seated(server, preset="bga", options={"end_deals": 1}, terms={"watch": "none"})
    person.play_until(lambda view: view["phase"] == "match_over")
    person.close()
    page.goto(f"{server.url}/#/match/{person.seated['table']}")
    expect(page.get_by_text("This match was private")).to_be_visible()
    accessible(page)


def test_a_record_is_pasted_and_looked_at(page: Page, server: Server) -> None:
    record = str(play_match(presets.rules("flemish"), 4, ("Ann", "Bea", "Cas", "Dov"), deals=2)[1])
    page.goto(f"{server.url}/#/replay")
    page.get_by_test_id("import-record").fill("no record at all")
    page.get_by_test_id("import-look").click()
    expect(page.get_by_text("That is not the record of a match")).to_be_visible()
    page.get_by_test_id("import-record").fill(record)
    page.get_by_test_id("import-look").click()
    at(page, 1, 0)
    page.get_by_test_id("replay-deal").select_option("2")
    at(page, 2, 0)
    expect(page.get_by_test_id("replay-seat-1")).to_contain_text("Bea")
    assert page.url.endswith("#/replay")


def test_what_is_said_stays_on_the_screen(page: Page, server: Server) -> None:
    record = str(play_match(presets.rules("french"), 39, ("Ann", "Bea", "Cas", "Dov"), deals=1)[1])
    page.goto(f"{server.url}/#/replay")
    page.get_by_test_id("import-record").fill(record)
    page.get_by_test_id("import-look").click()
    at(page, 1, 0)
    said = page.get_by_test_id("replay-seat-0").get_by_text("Four of a kind (100)")
    for step in range(1, int(page.get_by_test_id("replay").get_attribute("data-last") or 0) + 1):
        page.get_by_test_id("replay-next").click()
        at(page, 1, step)
        if said.count():
            break
    expect(said).to_be_in_viewport(ratio=1)
    accessible(page)


def test_a_match_is_printed_a_page_a_deal(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/#/match/{played(server, 'bga')}")
    at(page, 1, 0)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    deals = page.get_by_test_id("printed").locator("article")
    expect(deals.first).to_be_visible()
    assert deals.count() == page.get_by_test_id("replay-deal").locator("option").count()
    expect(page.get_by_test_id("replay")).not_to_be_visible()


def kept(page: Page, kind: str) -> tuple[str, bytes]:
    """The picture that is saved: what the file is called, and what is in it."""
    with page.expect_download() as saved:
        page.get_by_test_id(f"picture-{kind}").click()
    return saved.value.suggested_filename, saved.value.path().read_bytes()


def cards_of(svg: bytes) -> list[str]:
    """The names of the cards that lie open in a picture."""
    titles = ElementTree.fromstring(svg).iter(f"{SVG}title")
    return [title.text or "" for title in titles if " of " in (title.text or "")]


@pytest.mark.parametrize("preset", RULES)
def test_a_position_is_saved_as_a_picture(page: Page, server: Server, preset: str) -> None:
    match = played(server, preset)
    deal = deal_played(server, match)
    page.goto(f"{server.url}/#/match/{match}/{deal}/1")
    at(page, deal, 1)
    page.get_by_test_id("replay-tricks").locator("button").nth(5).click()
    step = page.get_by_test_id("replay").get_attribute("data-step")
    name, svg = kept(page, "svg")
    assert name == f"rebelote-{match}-{deal}-{step}.svg"
    hands = page.locator("[data-testid^=replay-hand-] li .sr").all_inner_texts()
    trick = page.get_by_test_id("trick").locator("li").count()
    assert len(cards_of(svg)) == len(hands) + trick
    assert set(hands) <= set(cards_of(svg))
    check_alone(svg)
    name, png = kept(page, "png")
    assert (name, png[:8]) == (f"rebelote-{match}-{deal}-{step}.png", b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", png[16:24]) == (1800, 1500)


def check_alone(svg: bytes) -> None:
    """A picture refers to nothing outside it, and asks no style sheet and no script."""
    drawn = ElementTree.fromstring(svg)
    referred = [one.get("href", "") for one in drawn.iter() if one.get("href")]
    assert referred and all(it.startswith(("#", "data:image/")) for it in referred)
    names = {one.get("id") for one in drawn.iter()}
    assert {it[1:] for it in referred if it.startswith("#")} <= names
    assert {one.tag.removeprefix(SVG) for one in drawn.iter()}.isdisjoint({"style", "script"})
    looks = [value for one in drawn.iter() for name, value in one.items() if name != "href"]
    assert not [value for value in looks if "var(" in value or "http" in value]


def test_a_picture_hides_the_hands_that_are_hidden(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/#/match/{played(server, 'bga')}/1/1")
    at(page, 1, 1)
    whole = cards_of(kept(page, "svg")[1])
    page.get_by_test_id("replay-hands").select_option("2")
    one = page.get_by_test_id("replay-hand-2").locator("li .sr").all_inner_texts()
    alone = cards_of(kept(page, "svg")[1])
    page.get_by_test_id("replay-hands").select_option("none")
    turned = cards_of(kept(page, "svg")[1])
    assert set(alone) == {*one, *turned}
    assert len(turned) <= 1 < len(alone) < len(whole)
    accessible(page)


def test_a_picture_is_copied(page: Page, server: Server) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{server.url}/#/match/{played(server, 'bga')}/1/1")
    page.get_by_test_id("picture-copy").click()
    expect(page.get_by_test_id("picture-copy")).to_have_text("Copied")
    kinds = page.evaluate("async () => (await navigator.clipboard.read())[0].types")
    assert kinds == ["image/png"]


def test_my_matches_are_listed_starred_noted_and_looked_at(page: Page, server: Server) -> None:
    person = seated(server, preset="bga", level="beginner", options={"end_deals": 1})
    person.play_until(lambda view: view["phase"] == "match_over")
    person.close()
    name, value = person.seated["cookie"].split("=", 1)
    page.context.add_cookies([{"name": name, "value": value, "url": server.url}])
    page.goto(f"{server.url}/#/account")
    page.get_by_test_id("my-matches").click()
    match = page.get_by_test_id("my-match")
    expect(match).to_have_count(1)
    match.get_by_test_id("star").click()
    expect(match.get_by_test_id("star")).to_have_attribute("aria-pressed", "true")
    match.get_by_test_id("note").click()
    match.get_by_test_id("note-text").fill("a brave lead")
    match.get_by_test_id("note-keep").click()
    expect(match).to_contain_text("a brave lead")
    accessible(page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    match.get_by_test_id("copy").click()
    expect(match.get_by_test_id("copy")).to_have_text("Copied")
    sent = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert sent[0] == "a brave lead"
    assert sent[1].startswith(f"{server.url}/m/{person.seated['table']}")
    page.get_by_test_id("mine-text").fill("nobody of that name")
    expect(page.get_by_text("No match found.")).to_be_visible()
    page.get_by_test_id("mine-text").fill("brave")
    page.get_by_test_id("mine-only").select_option("starred")
    expect(match).to_have_count(1)
    match.locator("a").first.click()
    at(page, 1, 0)
    expect(page.get_by_role("option", name="You: this hand alone")).to_have_count(1)


def test_a_short_address_leads_to_the_match(page: Page, server: Server) -> None:
    match = played(server, "bga")
    page.goto(f"{server.url}/m/{match}")
    at(page, 1, 0)
    assert f"/#/match/{match}" in page.url


def test_a_match_is_looked_at_again_from_its_end(page: Page, server: Server) -> None:
    person = seated(server, preset="bga", level="beginner", options={"end_deals": 1})
    person.play_until(lambda view: view["phase"] == "match_over")
    person.close()
    name, value = person.seated["cookie"].split("=", 1)
    page.context.add_cookies([{"name": name, "value": value, "url": server.url}])
    page.goto(f"{server.url}/#/table/{person.seated['table']}")
    page.get_by_test_id("look-again").click()
    at(page, 1, 0)
    page.get_by_test_id("replay-next").click()
    at(page, 1, 1)
    assert re.search(r"#/match/[\w-]{12}-\d+/1/1$", page.url)
