"""Evenings of a club: prepared, drawn and scored at the desk of a secretary."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect
from server_process import Server

from browser.steps import accessible

WOMEN = ("Marie-Christine", "Yvette", "Éliane", "Josiane", "Bernadette", "Monique")
MEN = ("Jean-Baptiste", "Louis", "Bernard", "Alexandre", "René", "Jean-Christophe")
FAMILIES = ("Lefèvre", "Garcia", "Dupont-Moreau", "Rousseau", "Petit", "Fontaine", "Chevalier")
TEAMS = ("Ann and Bo", "Cé and Dré", "Eva and Filip", "Gus and Hanne", "Ida and Jo")


def prepare(page: Page, server: Server, rounds: str = "4") -> None:
    """Prepare an evening with its teams, from the address on."""
    page.goto(f"{server.url}/#/tournament")
    page.get_by_test_id("club-name").fill("Tuesday")
    accessible(page)
    page.get_by_test_id("club-details").click()
    page.get_by_test_id("club-rounds").fill(rounds)
    page.get_by_test_id("club-create").click()
    page.get_by_test_id("club-list").fill("\n".join(TEAMS))
    page.get_by_test_id("club-add").click()
    expect(page.get_by_text("5 taking part")).to_be_visible()


def evening_of_pairs(page: Page, server: Server) -> None:
    """Prepare an evening of 48 pairs, each with two full names."""
    page.goto(f"{server.url}/#/tournament")
    page.get_by_test_id("club-name").fill("Concours")
    page.get_by_test_id("club-create").click()
    pairs = (
        f"{WOMEN[n % 6]} {FAMILIES[n % 7]} & {MEN[n // 6 % 6]} {FAMILIES[(n + 3) % 7]}"
        for n in range(48)
    )
    page.get_by_test_id("club-list").fill("\n".join(pairs))
    page.get_by_test_id("club-add").click()


def draw(page: Page, phrase: str) -> None:
    page.get_by_test_id("club-draw").click()
    page.get_by_test_id("club-phrase").fill(phrase)
    page.get_by_test_id("club-draw-now").click()
    expect(page.get_by_text(f"Drawn by: {phrase}")).to_be_visible()


def draw_again(page: Page, number: int) -> None:
    """Draw a round that follows from a standing or a schedule, which takes no phrase."""
    page.get_by_test_id("club-draw").click()
    expect(page.get_by_test_id("club-phrase")).to_be_hidden()
    page.get_by_test_id("club-draw-now").click()
    expect(page.get_by_role("heading", name=f"Round {number}")).to_be_visible()


def show(page: Page, tab: str) -> None:
    """Show `sheet`, `standings`, `teams` or `more` of a desk whose first round is drawn."""
    page.get_by_test_id(f"tab-{tab}").click()


def game(page: Page, number: int) -> Locator:
    return page.get_by_test_id(f"club-game-{number}")


def enter(desk: Page, number: int, first: str, second: str) -> None:
    """Type both totals of a game, each followed by Enter."""
    game(desk, number).get_by_test_id("club-first").fill(first)
    desk.keyboard.press("Enter")
    desk.keyboard.type(second)
    desk.keyboard.press("Enter")
