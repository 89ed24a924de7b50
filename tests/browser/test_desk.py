"""The desk of a secretary with 48 pairs of full names: papers in any order, by keyboard alone."""

from __future__ import annotations

from playwright.sync_api import expect
from server_process import Server

from browser.conftest import Visit
from browser.evenings import draw, draw_again, enter, evening_of_pairs, game, prepare, show
from browser.steps import accessible, resize


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


def test_a_wrong_entry_is_removed_by_one_tap_and_put_back(visit: Visit, server: Server) -> None:
    page = visit("phone")
    prepare(page, server)
    page.get_by_test_id("club-remove-2").click()
    expect(page.get_by_text("4 taking part")).to_be_visible()
    expect(page.get_by_test_id("club-team-2")).to_have_text("Eva and Filip")
    accessible(page)
    page.get_by_test_id("club-put-back").click()
    expect(page.get_by_test_id("club-team-2")).to_have_text("Cé and Dré")
    expect(page.get_by_test_id("club-removed")).to_be_hidden()
    draw(page, "phrase")
    expect(page.get_by_test_id("club-remove-2")).to_be_hidden()


def test_a_second_desk_keeps_what_was_typed_and_says_whose_score_stands(
    visit: Visit, server: Server
) -> None:
    desk, second = visit("desktop"), visit("desktop")
    evening_of_pairs(desk, server)
    draw(desk, "three diamonds")
    show(desk, "more")
    desk.get_by_test_id("club-log").click()
    desk.get_by_test_id("club-links").click()
    second.goto(desk.get_by_test_id("club-secretary-link").input_value())
    show(desk, "sheet")
    game(second, 3).get_by_test_id("club-first").fill("1010")
    game(second, 3).get_by_test_id("club-second").fill("934")
    game(desk, 3).get_by_test_id("club-first").fill("1000")
    game(desk, 3).get_by_test_id("club-offered").first.click()
    expect(second.get_by_test_id("club-meanwhile")).to_contain_text("has entered 1000 – 944 here")
    expect(game(second, 3).get_by_test_id("club-first")).to_have_value("1010")
    second.get_by_test_id("meanwhile-replace").click()
    expect(game(desk, 3).get_by_test_id("club-first")).to_have_value("1010")


def test_a_draw_is_an_act_with_a_look_at_the_round_before(visit: Visit, server: Server) -> None:
    desk = visit("desktop")
    prepare(desk, server)
    desk.get_by_test_id("club-draw").click()
    look = desk.get_by_test_id("club-look")
    expect(look).to_contain_text("Sitting out this time: 1")
    expect(desk.get_by_test_id("club-phrase")).to_be_focused()
    accessible(desk)
    desk.keyboard.press("Escape")
    draw(desk, "three diamonds")
    enter(desk, 1, "1000", "944")
    desk.get_by_test_id("club-draw").click()
    expect(look).to_contain_text("Scores are missing at these tables: 2")
    expect(desk.get_by_test_id("club-draw-now")).to_have_count(0)
    desk.keyboard.press("Escape")
    enter(desk, 2, "1000", "944")
    draw_again(desk, 2)


def test_standing_and_entrants_are_tabs_until_there_is_room_beside_the_round(
    visit: Visit, server: Server
) -> None:
    desk = visit("desktop")
    prepare(desk, server)
    draw(desk, "three diamonds")
    standings = desk.get_by_test_id("club-standings")
    expect(standings).to_be_hidden()
    show(desk, "standings")
    expect(standings).to_be_visible()
    expect(game(desk, 1)).to_be_hidden()
    accessible(desk)
    resize(desk, 1600, 900)
    expect(standings).to_be_visible()
    expect(game(desk, 1)).to_be_visible()
    show(desk, "teams")
    expect(desk.get_by_test_id("club-teams")).to_be_visible()
    expect(game(desk, 1)).to_be_visible()


def test_the_good_lines_of_a_pasted_sheet_enter_and_each_bad_one_is_named(
    visit: Visit, server: Server
) -> None:
    desk = visit("desktop")
    prepare(desk, server)
    rows = (
        "N°\tPlayer\tPlayer",
        "1\tÉva Petit\tBo",
        f"2\t{'x' * 61}\tCé",
        "3\tAnn and Bo",
        "4\tIvo\tJan",
    )
    desk.get_by_test_id("club-list").fill("\n".join((*rows, "5\tKim\tLou", "6\tMia\tNo")))
    bad = desk.get_by_test_id("club-list-bad")
    expect(bad).to_contain_text("a name has at most 60 characters")
    expect(bad).to_contain_text("entered already, number 1")
    expect(desk.get_by_test_id("club-list-good").locator("li")).to_have_count(4)
    accessible(desk)
    desk.get_by_test_id("club-add").click()
    expect(desk.get_by_text("9 taking part")).to_be_visible()
    expect(bad.locator("li")).to_have_count(2)
    desk.get_by_test_id("club-find").fill("eva pet")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("dialog")).to_contain_text("6. Éva Petit & Bo")
    accessible(desk)


def test_the_hall_sees_a_draw_when_the_secretary_says_so(visit: Visit, server: Server) -> None:
    desk, hall = visit("desktop"), visit("desktop")
    prepare(desk, server)
    address = desk.url.rpartition("/")[2]
    hall.goto(f"{server.url}/#/hall/{address}")
    desk.get_by_test_id("club-draw").click()
    desk.get_by_test_id("club-phrase").fill("three diamonds")
    desk.get_by_test_id("club-draw-held").click()
    expect(desk.get_by_test_id("club-held")).to_be_visible()
    accessible(desk)
    expect(hall.get_by_test_id("hall-entrants")).to_be_visible()
    desk.get_by_test_id("club-show").click()
    expect(desk.get_by_test_id("club-held")).to_be_hidden()
    expect(hall.get_by_test_id("hall-seats")).to_be_visible()


def test_a_trial_is_played_and_thrown_away(visit: Visit, server: Server) -> None:
    page, hall = visit("desktop"), visit("desktop")
    page.goto(f"{server.url}/#/tournament")
    page.get_by_test_id("trial-new").click()
    page.get_by_test_id("trial-count").fill("6")
    page.get_by_test_id("trial-begin").click()
    expect(page.get_by_role("heading", name="Trial", exact=True)).to_be_visible()
    expect(page.get_by_text("6 taking part")).to_be_visible()
    hall.goto(f"{server.url}/#/hall/{page.url.rpartition('/')[2]}")
    expect(hall.get_by_test_id("trial-hall")).to_be_visible()
    draw(page, "three diamonds")
    page.get_by_test_id("trial-fill").click()
    expect(page.get_by_test_id("club-whole")).to_be_visible()
    accessible(page)
    page.get_by_test_id("club-wall").click()
    expect(page.get_by_test_id("trial-paper")).to_be_visible()
    page.get_by_test_id("trial-end").click()
    expect(page.get_by_test_id("club-name")).to_be_visible()
    expect(page.get_by_test_id("club-delete")).to_be_hidden()
