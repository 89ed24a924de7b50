"""The score sheet of real cards by clicks."""

from __future__ import annotations

from playwright.sync_api import Page


def begin(page: Page, preset: str, *names: str) -> None:
    """Begin a sheet by these rules."""
    page.get_by_test_id("paper-rules").select_option(preset)
    for seat, name in enumerate(names):
        page.get_by_test_id(f"paper-name-{seat}").fill(name)
    page.get_by_test_id("paper-begin").click()


def enter(page: Page, took: str, trump: str, side: int, points: int, value: str = "") -> None:
    """Enter a deal, with the points of one side."""
    page.get_by_test_id("paper-enter").click()
    fill(page, took, trump, side, points, value)


def fill(page: Page, took: str, trump: str, side: int, points: int, value: str = "") -> None:
    """Fill in the form of a deal, and send it."""
    page.get_by_test_id(f"paper-took-{took}").check()
    page.get_by_test_id(f"paper-trump-{trump}").check()
    if value:
        page.get_by_test_id("paper-value").select_option(value)
    page.get_by_test_id(f"paper-side-{side}-points").fill(str(points))
    page.get_by_test_id("paper-write").click()
