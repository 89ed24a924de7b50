"""The desk of a secretary with 48 pairs of full names: papers in any order, by keyboard alone."""

from __future__ import annotations

from playwright.sync_api import expect
from server_process import Server

from browser.conftest import Visit
from browser.evenings import draw, evening_of_pairs, game


def test_papers_in_any_order_need_neither_mouse_nor_scrolling(visit: Visit, server: Server) -> None:
    desk = visit("desktop")
    evening_of_pairs(desk, server)
    draw(desk, "three diamonds")
    for table, points in ((23, "1000"), (2, "1010"), (17, "1050")):
        for typed in (str(table), points, str(1944 - int(points))):
            desk.keyboard.type(typed)
            desk.keyboard.press("Enter")
        expect(desk.get_by_test_id("line-saved")).to_contain_text(f"table {table}:")
        expect(desk.get_by_test_id("line-table")).to_be_focused()
        expect(game(desk, table)).to_have_attribute("data-state", "over")
    assert desk.evaluate("scrollY") == 0
    expect(game(desk, 17).get_by_test_id("club-first")).to_have_value("1050")


def test_a_second_desk_keeps_what_was_typed_and_says_whose_score_stands(
    visit: Visit, server: Server
) -> None:
    desk, second = visit("desktop"), visit("desktop")
    evening_of_pairs(desk, server)
    draw(desk, "three diamonds")
    desk.get_by_test_id("club-log").click()
    desk.get_by_test_id("club-links").click()
    second.goto(desk.get_by_test_id("club-secretary-link").input_value())
    game(second, 3).get_by_test_id("club-first").fill("1010")
    game(second, 3).get_by_test_id("club-second").fill("934")
    game(desk, 3).get_by_test_id("club-first").fill("1000")
    game(desk, 3).get_by_test_id("club-offered").first.click()
    expect(second.get_by_test_id("club-meanwhile")).to_contain_text("has entered 1000 – 944 here")
    expect(game(second, 3).get_by_test_id("club-first")).to_have_value("1010")
    second.get_by_test_id("meanwhile-replace").click()
    expect(game(desk, 3).get_by_test_id("club-first")).to_have_value("1010")
