"""Matches looked at again: by clicks and by keys, of four rule sets."""

from __future__ import annotations

import json
import re
import struct
from xml.etree import ElementTree

import pytest
from drawn_matches import play_match
from http_person import in_the_file
from playwright.sync_api import Locator, Page, expect
from server_process import Person, Server, seated

from browser.steps import accessible, at_every_size
from rebelote.rules import presets

SVG = "{http://www.w3.org/2000/svg}"
RULES = (
    pytest.param("french", "phone", marks=pytest.mark.journey),
    ("flemish3", "desktop"),
    ("ffb-contree-2016", "phone"),
    ("bulgarian", "desktop"),
)


def over(server: Server, **details: object) -> Person:
    """Play a match to its end, and return its player."""
    person = seated(server, level="beginner", **details)
    person.play_until(lambda view: view["phase"] == "match_over")
    person.close()
    return person


def match_of(person: Person) -> str:
    """Return the match at a person's table that is over."""
    table = person.seated["table"]
    sql = "SELECT max(version) FROM played WHERE table_id = ?"
    return f"{table}-{in_the_file(person.server, sql, table)[0][0]}"


def played(server: Server, preset: str) -> str:
    return match_of(over(server, preset=preset, options={"end_deals": 2}))


@pytest.fixture(scope="module")
def match(server: Server) -> str:
    """Return a match that is only looked at."""
    return played(server, "bga")


def at(page: Page, deal: int, step: int) -> None:
    """Check that this is what the page shows."""
    viewer = page.get_by_test_id("replay")
    expect(viewer).to_have_attribute("data-deal", str(deal))
    expect(viewer).to_have_attribute("data-step", str(step))


def deal_played(server: Server, match: str) -> int:
    """Return a deal of a match in which a seat took."""
    deals = json.loads(server.get(f"/api/matches/{match}")[1])["deals"]
    return int(next(deal["number"] for deal in deals if "card_played" in json.dumps(deal)))


@pytest.mark.parametrize(("preset", "page"), RULES, indirect=["page"])
def test_a_match_is_looked_at_by_clicks_and_by_keys_and_kept_as_a_picture(
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
    check_picture(page, match, deal)


def check_jumps(page: Page, deal: int) -> None:
    """Check that a card of the list leads there, and the back button to the place before."""
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


def test_hands_are_opened_and_hidden_on_the_page_and_in_pictures(
    desktop: Page, server: Server, match: str
) -> None:
    """Then the picture is copied, and the match printed; it is come to by its short address."""
    desktop.goto(f"{server.url}/m/{match}")
    at(desktop, 1, 0)
    assert f"/#/match/{match}" in desktop.url
    desktop.get_by_test_id("replay-next").click()
    at(desktop, 1, 1)
    hands = desktop.locator("[data-testid^=replay-hand-]")
    expect(hands).to_have_count(4)
    whole = cards_of(kept(desktop, "svg")[1])
    for seat in (0, 1, 3):
        desktop.get_by_test_id(f"replay-turn-{seat}").click()
    expect(hands).to_have_count(1)
    expect(desktop.get_by_test_id("replay-hand-2").locator("li")).not_to_have_count(0)
    one = desktop.get_by_test_id("replay-hand-2").locator("li .sr").all_inner_texts()
    alone = cards_of(kept(desktop, "svg")[1])
    desktop.get_by_test_id("replay-turn-2").click()
    expect(hands).to_have_count(0)
    turned = cards_of(kept(desktop, "svg")[1])
    assert set(alone) == {*one, *turned}
    assert len(turned) <= 1 < len(alone) < len(whole)
    accessible(desktop)
    desktop.get_by_test_id("replay-known").click()
    expect(hands).to_have_count(1)
    desktop.get_by_test_id("replay-known").click()
    expect(hands).to_have_count(4)
    check_copy(desktop)
    check_print(desktop)


def check_copy(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_test_id("replay-share").click()
    page.get_by_test_id("picture-copy").click()
    expect(page.get_by_test_id("picture-copy")).to_have_text("Copied")
    kinds = page.evaluate("async () => (await navigator.clipboard.read())[0].types")
    assert kinds == ["image/png"]
    page.get_by_test_id("copy").and_(page.locator("dialog *")).click()
    expect(page.get_by_test_id("copy").and_(page.locator("dialog *"))).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    page.keyboard.press("Escape")


def check_print(page: Page) -> None:
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    deals = page.get_by_test_id("printed").locator("article")
    expect(deals.first).to_be_visible()
    assert deals.count() == page.get_by_test_id("replay-deal").locator("option").count()
    expect(page.get_by_test_id("replay")).not_to_be_visible()


def test_the_stage_is_tapped_and_swiped_and_a_deal_plays_by_itself(
    page: Page, server: Server, match: str
) -> None:
    """The seal was checked meanwhile, and the result is in words."""
    page.goto(f"{server.url}/#/match/{match}/1/4")
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
    expect(page.get_by_test_id("seal").locator("summary")).to_contain_text(
        "Checked: the pack was fixed before the cut"
    )
    viewer = page.get_by_test_id("replay")
    last = viewer.get_attribute("data-last") or ""
    page.get_by_test_id("replay-slider").fill(str(int(last) - 3))
    page.get_by_test_id("replay-play").click()
    page.get_by_test_id("replay-speed").select_option("4")
    expect(viewer).to_have_attribute("data-step", last)
    expect(page.get_by_test_id("replay-play")).to_have_attribute("aria-label", "Play automatically")


def test_a_match_that_may_not_be_read_is_answered_in_words(phone: Page, server: Server) -> None:
    person = over(server, preset="bga", options={"end_deals": 1}, terms={"watch": "none"})
    phone.goto(f"{server.url}/#/match/{person.seated['table']}")
    expect(phone.get_by_text("This match was private")).to_be_visible()
    accessible(phone)


def look_at(page: Page, record: str) -> None:
    """Paste a record, and ask to look at it."""
    page.get_by_test_id("import-record").fill(record)
    page.get_by_test_id("import-look").click()


def test_a_record_is_pasted_and_what_is_said_stays_on_the_screen(
    phone: Page, server: Server
) -> None:
    record = str(play_match(presets.rules("french"), 39, ("Ann", "Bea", "Cas", "Dov"), deals=2)[1])
    phone.goto(f"{server.url}/#/replay")
    look_at(phone, "no record at all")
    expect(phone.get_by_text("That is not a legal match record")).to_be_visible()
    look_at(phone, record)
    at(phone, 1, 0)
    phone.get_by_test_id("replay-deal").select_option("2")
    at(phone, 2, 0)
    expect(phone.get_by_test_id("replay-seat-1")).to_contain_text("Bea")
    assert phone.url.endswith("#/replay")
    phone.get_by_test_id("replay-deal").select_option("1")
    at(phone, 1, 0)
    said = phone.get_by_test_id("replay-seat-0").get_by_text("Four of a kind", exact=True)
    for step in range(1, int(phone.get_by_test_id("replay").get_attribute("data-last") or 0) + 1):
        phone.get_by_test_id("replay-next").click()
        at(phone, 1, step)
        if said.count():
            break
    at_every_size(phone, lambda _: expect(said).to_be_in_viewport(ratio=1))
    accessible(phone)


def kept(page: Page, kind: str) -> tuple[str, bytes]:
    """Return the name and the content of the picture that is saved."""
    page.get_by_test_id("replay-share").click()
    with page.expect_download() as saved:
        page.get_by_test_id(f"picture-{kind}").click()
    page.keyboard.press("Escape")
    return saved.value.suggested_filename, saved.value.path().read_bytes()


def cards_of(svg: bytes) -> list[str]:
    """Return the names of the cards that lie open in a picture."""
    titles = ElementTree.fromstring(svg).iter(f"{SVG}title")
    return [text for title in titles if re.fullmatch(r"\w+ of \w+", text := title.text or "")]


def check_picture(page: Page, match: str, deal: int) -> None:
    """Check that a position within a trick is saved as a picture."""
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
    """Check that a picture refers to nothing outside it, and uses no style sheet and no script."""
    drawn = ElementTree.fromstring(svg)
    referred = [one.get("href", "") for one in drawn.iter() if one.get("href")]
    assert referred and all(it.startswith(("#", "data:image/")) for it in referred)
    names = {one.get("id") for one in drawn.iter()}
    assert {it[1:] for it in referred if it.startswith("#")} <= names
    assert {one.tag.removeprefix(SVG) for one in drawn.iter()}.isdisjoint({"style", "script"})
    looks = [value for one in drawn.iter() for name, value in one.items() if name != "href"]
    assert not [value for value in looks if "var(" in value or "http" in value]


def test_my_matches_are_looked_at_from_their_end_and_listed_starred_and_noted(
    phone: Page, server: Server
) -> None:
    person = over(server, preset="bga", options={"end_deals": 1})
    name, value = person.seated["cookie"].split("=", 1)
    phone.context.add_cookies([{"name": name, "value": value, "url": server.url}])
    phone.goto(f"{server.url}/#/table/{person.seated['table']}")
    phone.get_by_test_id("look-again").click()
    at(phone, 1, 0)
    phone.get_by_test_id("replay-next").click()
    at(phone, 1, 1)
    assert re.search(r"#/match/[\w-]{12}-\d+/1/1$", phone.url)
    phone.goto(f"{server.url}/#/account")
    phone.get_by_test_id("my-matches").click()
    match = phone.get_by_test_id("my-match")
    expect(match).to_have_count(1)
    check_note(phone, match)
    sent = phone.evaluate("navigator.clipboard.readText()").splitlines()
    assert sent[0] == "a brave lead"
    assert sent[1].startswith(f"{server.url}/m/{person.seated['table']}")
    phone.get_by_test_id("mine-text").fill("nobody of that name")
    expect(phone.get_by_text("No match found.")).to_be_visible()
    phone.get_by_test_id("mine-text").fill("brave")
    phone.get_by_test_id("mine-only").select_option("starred")
    expect(match).to_have_count(1)
    match.locator("a").first.click()
    at(phone, 1, 0)
    own = phone.get_by_test_id(f"replay-seat-{person.view['seat']}")
    expect(own).to_have_class(re.compile(r"\bbottom\b"))


def check_note(page: Page, match: Locator) -> None:
    """Check that a match can be starred and noted, and copied for others."""
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
