"""Dutch of the Netherlands beside that of Flanders, by the browser, the game and the settings."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from server_process import Server

from browser.conftest import QUICK, Visit
from browser.steps import like


def begin(page: Page, server: Server, preset: str) -> None:
    like(page, **QUICK, knows="yes", preset=preset)
    page.goto(server.url)
    page.get_by_test_id("play-now").click()


def test_klaverjas_is_dutch_by_default_and_belot_flemish(visit: Visit, server: Server) -> None:
    page = visit("phone", "Jef", locale="nl-BE")
    begin(page, server, "klaverjas-rotterdam-nku")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Klaverjassen")
    expect(page.locator("html")).to_have_attribute("lang", "nl-NL")
    page.goto(f"{server.url}/#/")
    expect(page.locator("html")).to_have_attribute("lang", "nl")


def test_a_browser_of_the_netherlands_has_its_own_and_the_settings_the_other(
    visit: Visit, server: Server
) -> None:
    page = visit("phone", "Griet", locale="nl-NL")
    begin(page, server, "flemish")
    expect(page.locator("html")).to_have_attribute("lang", "nl-NL")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Belote")
    page.goto(f"{server.url}/#/")
    page.get_by_test_id("settings").click()
    page.locator("#set-language").select_option("Nederlands")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
