"""The score sheet of a match with real cards, by clicks."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from score_sheet_steps import begin, enter, fill
from server_process import Server

from browser.conftest import SIZES, Visit
from browser.steps import accessible, like

NARROW = {"width": 320, "height": 640}


@pytest.mark.parametrize("size", SIZES)
def test_a_match_of_coinche_is_written_corrected_and_won(
    visit: Visit, server: Server, size: str
) -> None:
    page = visit(size)
    page.goto(f"{server.url}/#/sheet")
    accessible(page)
    begin(page, "coinche", "Ann", "Ben", "Cleo", "Dan")
    rows, standing = page.get_by_test_id("paper-rows"), page.get_by_test_id("paper-standing")
    expect(standing).to_contain_text("Ann deals")
    enter(page, "1", "H", 0, 1, "100")
    expect(page.get_by_test_id("wrong")).to_have_text("No tricks add up to that many points.")
    accessible(page)
    fill(page, "1", "H", 0, 50, "100")
    expect(rows).to_contain_text("+210")
    page.get_by_test_id("paper-row-1").click()
    page.locator("summary").click()
    expect(page.get_by_test_id("derivation")).to_contain_text("112")
    fill(page, "1", "H", 0, 40, "120")
    expect(rows).to_contain_text("+240")
    page.set_viewport_size(NARROW)  # type: ignore[arg-type]
    accessible(page)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.reload()
    expect(rows).to_contain_text("+240")
    for _ in range(3):
        enter(page, "3", "S", 0, 40, "120")
    expect(standing).to_contain_text("Ann deals")
    enter(page, "1", "none", 0, 20, "140")
    expect(standing).to_contain_text("Won by Ben + Dan!")
    expect(page.get_by_test_id("paper-enter")).to_have_count(0)


def test_what_a_deal_brought_stands_under_the_total_from_right_to_left(
    page: Page, server: Server
) -> None:
    """A number with a sign runs from left to right, its line as the page does."""
    like(page, language="ar", knows="yes")
    page.goto(f"{server.url}/#/sheet")
    begin(page, "coinche", "Ann", "Ben", "Cleo", "Dan")
    enter(page, "1", "H", 0, 50, "100")
    expect(page.get_by_test_id("paper-rows")).to_contain_text("+210")
    distances = page.get_by_test_id("paper-rows").evaluate(
        """(rows) => {
          const left = (element) => {
            const text = document.createRange()
            text.selectNodeContents(element)
            return text.getBoundingClientRect().left
          }
          const distance = ([total, mark]) => Math.abs(left(total) - left(mark))
          return [...rows.querySelectorAll('td:has(small)')].map((cell) => distance(cell.children))
        }"""
    )
    assert len(distances) == 2
    assert max(distances) < 2
