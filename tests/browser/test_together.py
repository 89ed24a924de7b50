"""A match looked at together by two browsers: one leads, the other follows, tries and says."""

from __future__ import annotations

import re

import pytest
from drawn_matches import play_match
from http_person import Browser
from looking_together import first_lead, played
from playwright.sync_api import Page, expect
from server_process import Server

from browser.conftest import Visit
from browser.steps import accessible
from rebelote.rules import presets


@pytest.fixture(scope="module")
def match(server: Server) -> str:
    """Return a match of one deal that is only looked at."""
    return played(Browser(server, "Host"))


def at(page: Page, step: int) -> None:
    """Check that this is what the page shows."""
    expect(page.get_by_test_id("replay")).to_have_attribute("data-step", str(step))


def together(page: Page, server: Server, match: str) -> int:
    """Open a match for others; return the step of the first lead."""
    page.goto(f"{server.url}/#/match/{match}")
    page.get_by_test_id("replay-together").click()
    page.wait_for_url(re.compile(r"#/together/"))
    expect(page.get_by_test_id("together-leader")).to_contain_text("You are in control")
    return first_lead(server, match)


def test_two_browsers_look_at_a_match_and_the_host_removes_the_other(
    visit: Visit, server: Server, match: str
) -> None:
    ann, bea = visit("desktop", "Ann"), visit("phone", "Bea")
    lead = together(ann, server, match)
    bea.goto(ann.url)
    expect(bea.get_by_test_id("together-leader")).to_have_text("Ann is in control.")
    expect(ann.get_by_test_id("together-people").locator("li")).to_have_text(["Ann", "Bea"])
    ann.get_by_test_id("replay-slider").fill(str(lead))
    at(bea, lead)
    accessible(bea)
    bea.get_by_test_id("replay-try").click()
    bea.locator("[data-testid^=varied-play]").last.click()
    at(bea, lead + 1)
    bea.locator("[data-testid^=varied-play]").last.click()
    at(bea, lead + 2)
    accessible(bea)
    at(ann, lead)
    tried = ann.get_by_test_id("together-tried").locator("[data-testid^=tried-]")
    expect(tried).to_have_count(2)
    expect(tried.first).to_contain_text("Bea")
    tried.last.click()
    at(ann, lead + 2)
    expect(ann.get_by_test_id("varied")).to_be_visible()
    ann.get_by_test_id("replay-back").click()
    at(ann, lead + 1)
    bea.get_by_test_id("together-follow").click()
    at(bea, lead + 1)
    ann.get_by_test_id("comment").fill("and now the ace")
    ann.get_by_test_id("comment").press("Enter")
    expect(bea.get_by_test_id("comments-here")).to_contain_text("and now the ace")
    accessible(ann)
    ann.get_by_test_id("varied-back").click()
    at(bea, lead)
    expect(bea.get_by_test_id("comments-here").locator("li")).to_have_count(0)
    bea.get_by_test_id("comments-elsewhere").get_by_role("button").first.click()
    at(bea, lead + 1)
    at(ann, lead)
    bea.get_by_test_id("together-follow").click()
    at(bea, lead)
    check_removal(ann, bea)


def check_removal(ann: Page, bea: Page) -> None:
    """Report and remove a person, as the host, for what they wrote."""
    bea.get_by_test_id("comment").fill("what a fool")
    bea.get_by_test_id("comment").press("Enter")
    ann.get_by_test_id("comments-here").get_by_role("button", name="Report: Bea").click()
    ann.get_by_test_id("report").click()
    accessible(ann)
    ann.get_by_test_id("send-report").click()
    expect(ann.get_by_role("dialog")).to_contain_text("Thank you")
    accessible(ann)
    ann.get_by_test_id("remove").click()
    expect(ann.get_by_test_id("together-people").locator("li")).to_have_text(["Ann"])
    expect(bea.get_by_role("alert")).to_have_text("The host has removed you; you cannot come back.")
    bea.reload()
    expect(bea.get_by_role("alert")).to_have_text("The host has removed you; you cannot come back.")


def test_who_leads_goes_on_once_the_line_is_there_again_and_the_lead_is_taken(
    visit: Visit, server: Server, match: str
) -> None:
    """Moves tried by the one who took the lead are taken back."""
    ann, bea = visit("phone", "Ann"), visit("desktop", "Bea")
    lead = together(ann, server, match)
    ann.get_by_test_id("replay-slider").fill(str(lead))
    named = "{ method: 'PUT', headers: { 'content-type': 'application/json' }, body }"
    body = '{"name": "Anna"}'  # the lines of whoever is called otherwise come again
    ann.evaluate(f"async (body) => (await fetch('/api/me/name', {named})).status", body)
    expect(ann.get_by_test_id("together-people")).to_have_text("Anna")
    expect(ann.get_by_test_id("together-leader")).to_have_text("You are in control.")
    at(ann, lead)
    bea.goto(ann.url)
    at(bea, lead)
    bea.get_by_test_id("together-lead").press("Enter")
    expect(ann.get_by_test_id("together-leader")).to_have_text("Bea is in control.")
    expect(bea.get_by_test_id("together-leader")).to_have_text("You are in control.")
    bea.get_by_test_id("replay-slider").fill(str(lead + 1))
    at(ann, lead + 1)
    bea.get_by_test_id("replay-slider").fill(str(lead))
    at(ann, lead)
    bea.get_by_test_id("replay-try").press("Enter")
    bea.locator("[data-testid^=varied-play]").first.press("Enter")
    at(ann, lead + 1)
    expect(ann.get_by_test_id("varied")).to_be_visible()
    bea.get_by_role("button", name=re.compile("^Take it back")).click()
    at(bea, lead)
    expect(ann.get_by_test_id("varied")).to_have_count(0)
    bea.close()
    expect(ann.get_by_test_id("together-leader")).to_have_text("Nobody is in control.")
    at(ann, lead)
    ann.reload()
    expect(ann.get_by_test_id("together-leader")).to_contain_text("You are in control")


def test_a_record_that_was_handed_in_is_looked_at_together(visit: Visit, server: Server) -> None:
    """People without a name are guests in the reader's language; a missing replay is reported."""
    _, record = play_match(presets.rules("french", target=60), 5, deals=1)
    guest, bea = visit("phone"), visit("desktop", "Bea")
    guest.goto(f"{server.url}/#/replay")
    guest.get_by_test_id("import-record").fill(str(record))
    guest.get_by_test_id("import-look").click()
    accessible(guest)
    guest.get_by_test_id("replay-together").click()
    guest.wait_for_url(re.compile(r"#/together/"))
    expect(guest.get_by_test_id("together-leader")).to_contain_text("You are in control")
    here = guest.get_by_test_id("together-people").locator("li")
    expect(here).to_have_text(re.compile(r"^Guest \d{3}$"))
    bea.goto(guest.url)
    expect(bea.get_by_test_id("together-leader")).to_have_text(
        re.compile(r"^Guest \d{3} is in control\.$")
    )
    expect(bea.get_by_role("complementary")).to_contain_text("Seat 2 cuts the pack.")
    step = guest.get_by_test_id("replay-tricks").locator("button").first.get_attribute("data-step")
    lead = int(step or 0) - 1
    guest.get_by_test_id("replay-slider").fill(str(lead))
    at(bea, lead)
    bea.get_by_test_id("replay-try").click()
    bea.locator("[data-testid^=varied-play]").last.click()
    at(bea, lead + 1)
    tried = guest.get_by_test_id("together-tried").locator("[data-testid^=tried-]")
    expect(tried).to_have_count(1)
    bea.goto(f"{server.url}/#/together/none12345678")
    expect(bea.get_by_role("alert")).to_contain_text("There is no such shared replay")
