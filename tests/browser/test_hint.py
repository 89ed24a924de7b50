"""The level of the bots, and hints by the strongest, in the browser."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from server_process import Server

from browser.steps import click_once, hurry, phase


def test_a_level_is_chosen_and_a_hint_is_given(page: Page, server: Server) -> None:
    page.goto(server.url)
    page.get_by_test_id("options").locator("summary").click()
    page.get_by_test_id("level").select_option("expert")
    page.get_by_test_id("play-now").click()
    expect(page.get_by_test_id("table")).to_be_visible()
    hinted = 0
    while hurry(page) and hinted < 3:
        version = page.get_by_test_id("table").get_attribute("data-version")
        if page.get_by_test_id("hint").count():
            page.get_by_test_id("hint").click()
            advice = page.get_by_test_id("hinted")
            expect(advice).to_contain_text("Your hint: ")
            assert "{" not in advice.inner_text()
            hinted += phase(page) == "play"
            if hinted == 1:
                assert not Axe().run(page).response["violations"]
        click_once(page)
        page.wait_for_function(
            "before => document.querySelector('[data-testid=table]')?.dataset.version !== before",
            arg=version,
        )
        expect(page.get_by_test_id("hinted")).to_have_count(0)
    assert hinted == 3
    page.reload()
    page.goto(server.url)
    expect(page.get_by_test_id("level")).to_have_value("expert")
