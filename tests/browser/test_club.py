"""A club's evening in the browser: a secretary at a desk, two phones at a table, and the hall."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from server_process import Server

from browser.conftest import Visit
from browser.evenings import TEAMS, draw, draw_again, enter, evening_of_pairs, game, prepare, show
from browser.steps import accessible, resize


def slip(phone: Page, address: str, own: int, other: int) -> None:
    """Enter both totals as a side does at its table."""
    phone.goto(address)
    phone.get_by_test_id("score-own").fill(str(own))
    phone.get_by_test_id("score-other").fill(str(other))
    accessible(phone)
    phone.get_by_test_id("score-send").click()


def test_the_guide_leads_from_the_list_to_a_desk_and_back(visit: Visit, server: Server) -> None:
    phone = visit("phone")
    phone.goto(f"{server.url}/#/tournament")
    phone.get_by_test_id("club-guide").click()
    expect(phone.get_by_test_id("guide-step")).to_have_count(9)
    accessible(phone)
    prepare(phone, server)
    desk = phone.url
    phone.get_by_test_id("club-guide").click()
    phone.get_by_role("link", name="Back to the evening").first.click()
    expect(phone.get_by_test_id("club-draw")).to_be_visible()
    assert phone.url == desk


WINDOWS = ((1280, 720), (1366, 768), (1440, 900), (1536, 864), (1600, 900), (1920, 1080))
ROWS = """(rows) => rows.map((row) => {
  const names = [...row.querySelectorAll('label')]
  const words = names.flatMap((name) => {
    const text = name.firstChild, range = new Range()
    return [...text.data.matchAll(/[^\\s-]+/g)].map(({ 0: word, index }) => {
      range.setStart(text, index), range.setEnd(text, index + word.length)
      return range.getClientRects().length
    })
  })
  const { bottom, height } = row.getBoundingClientRect()
  return { whole: words.every((parts) => parts === 1), bottom, height }
})"""
"""For each row, whether no word of a name is broken, and where the row ends."""


def test_a_desk_of_48_pairs_is_read_at_a_glance(visit: Visit, server: Server) -> None:
    desk = visit("desktop")
    evening_of_pairs(desk, server)
    draw(desk, "three diamonds")
    game(desk, 1).get_by_test_id("club-first").fill("1010")
    for width, height in WINDOWS:
        resize(desk, width, height)
        desk.evaluate("scrollTo(0, 0)")
        rows = desk.locator("form[data-testid^=club-game]").evaluate_all(ROWS)
        assert len(rows) == 24
        assert all(row["whole"] for row in rows), width
        assert max(row["height"] for row in rows[1:]) < 60, "no more than two lines"
        if height >= 768:
            assert sum(row["bottom"] <= height for row in rows) >= 12, width


@pytest.mark.journey
def test_an_evening_from_its_names_to_the_second_draw(visit: Visit, server: Server) -> None:
    desk, first, second = visit("desktop"), visit("phone"), visit("phone")
    prepare(desk, server)
    draw(desk, "three diamonds")
    accessible(desk)
    desk.get_by_test_id("club-slips").click()
    slips = desk.get_by_test_id("club-slip")
    expect(slips).to_have_count(4)
    addresses = slips.evaluate_all("slips => slips.map((slip) => slip.href)")
    game(desk, 2).get_by_test_id("club-first").fill("1000")  # not saved while phones have news

    slip(first, addresses[0], 1044, 900)
    expect(first.get_by_test_id("score-state")).to_have_attribute("data-state", "waiting")
    second.goto(addresses[1])
    expect(second.get_by_test_id("score-state")).to_have_attribute("data-state", "asked")
    accessible(second)
    second.get_by_test_id("score-confirm").click()
    expect(first.get_by_test_id("score-state")).to_have_attribute("data-state", "over")
    expect(game(desk, 1)).to_have_attribute("data-state", "over")
    expect(game(desk, 2).get_by_test_id("club-first")).to_have_value("1000")

    game(desk, 2).get_by_test_id("club-first").press("Enter")
    expect(game(desk, 2).get_by_test_id("club-second")).to_be_focused()
    desk.keyboard.type("944")
    desk.keyboard.press("Enter")
    expect(desk.get_by_test_id("club-whole")).to_be_focused()
    desk.keyboard.type("1010")  # one paper too many in the pile
    desk.keyboard.press("Enter")
    expect(desk.get_by_test_id("club-draw")).to_be_visible()
    draw_again(desk, 2)


def test_the_hall_is_shown_the_draw_then_who_is_missing_and_the_standing(
    visit: Visit, server: Server
) -> None:
    desk = visit("desktop")
    prepare(desk, server)
    draw(desk, "three diamonds")
    with desk.expect_popup() as opened:
        desk.get_by_test_id("club-hall").click()
    hall = opened.value
    resize(hall, 1920, 1080)
    expect(hall.get_by_test_id("hall-seats").locator("li")).to_have_count(len(TEAMS))
    expect(hall.get_by_test_id("hall-tab")).to_have_count(1)
    expect(hall.get_by_test_id("round-clock")).to_be_visible()
    accessible(hall)
    enter(desk, 1, "1000", "944")
    expect(hall.get_by_test_id("hall-tab")).to_have_count(3)
    hall.get_by_test_id("hall-tab").nth(1).click()
    expect(hall.get_by_test_id("hall-missing").locator("li")).to_have_count(1)
    hall.get_by_test_id("hall-tab").nth(2).click()
    expect(hall.get_by_test_id("hall-standing")).to_contain_text("1000")


CUT = """(list) => {
  const box = list.getBoundingClientRect()
  return [...list.querySelectorAll('li, li *')].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    return left < box.left - 1 || right > box.right + 1 || top < box.top - 1 ||
      bottom > Math.min(box.bottom, innerHeight) + 1
  }).length
}"""
"""A count of the rows of a list, or parts of them, that lie outside of it."""


def test_no_row_of_48_pairs_is_cut_on_a_projector(visit: Visit, server: Server) -> None:
    desk = visit("desktop")
    evening_of_pairs(desk, server)
    draw(desk, "three diamonds")
    hall = visit("desktop")
    hall.goto(desk.url.replace("/tournament/", "/hall/"))
    seats = hall.get_by_test_id("hall-seats")
    resize(hall, 640, 360)
    expect(hall.locator("nav")).to_contain_text("1 / ")
    for width, height in ((1920, 1080), (1366, 768), (1280, 720)):
        resize(hall, width, height)
        expect(seats.locator("li")).to_have_count(48)
        assert seats.evaluate(CUT) == 0, width


def test_the_cursor_goes_from_table_to_table_and_corrections_are_made(
    visit: Visit, server: Server
) -> None:
    desk = visit("desktop")
    prepare(desk, server)
    draw(desk, "three diamonds")
    desk.get_by_test_id("club-undraw").click()
    draw(desk, "four diamonds")
    enter(desk, 1, "1000", "944")
    expect(game(desk, 2).get_by_test_id("club-first")).to_be_focused()
    expect(desk.get_by_test_id("club-undraw")).to_have_count(0)
    desk.get_by_test_id("club-missing").click()
    expect(game(desk, 1)).to_be_hidden()
    desk.get_by_test_id("club-missing").click()
    game(desk, 1).get_by_test_id("club-more").click()
    game(desk, 1).get_by_test_id("club-clear").click()
    expect(game(desk, 1)).to_have_attribute("data-state", "open")
    show(desk, "teams")
    desk.get_by_test_id("club-team-1").click()
    accessible(desk)
    desk.get_by_test_id("team-points").fill("162")
    desk.get_by_test_id("team-penalise").click()
    expect(desk.get_by_test_id("club-teams")).to_contain_text("162")
    desk.get_by_test_id("club-team-1").click()
    desk.get_by_test_id("team-name").fill("Anna and Bo")
    desk.get_by_test_id("team-rename").click()
    expect(desk.get_by_test_id("club-standings")).to_contain_text("Anna and Bo")
    show(desk, "more")
    desk.get_by_test_id("club-log").click()
    desk.get_by_text("Undo", exact=True).first.click()
    expect(desk.get_by_test_id("club-standings")).to_contain_text("Ann and Bo")
    accessible(desk)
    desk.get_by_test_id("club-whole-log").click()
    desk.get_by_test_id("log-kind").select_option("scores")
    expect(desk.get_by_test_id("log-lines").locator("li")).to_have_count(2)
    expect(desk.get_by_test_id("log-lines")).to_contain_text("The result was cleared.")
    accessible(desk)
    desk.goto(f"{server.url}/#/tournament")
    desk.get_by_test_id("club-delete").click()
    desk.get_by_test_id("yes").click()
    expect(desk.get_by_test_id("club-delete")).to_have_count(0)


def test_a_model_is_chosen_changed_and_changed_again_while_it_is_played(
    visit: Visit, server: Server
) -> None:
    page = visit("phone")
    page.goto(f"{server.url}/#/tournament")
    page.get_by_test_id("club-name").fill("Groups")
    page.get_by_test_id("club-model").select_option("groups")
    expect(page.get_by_test_id("club-meaning")).to_contain_text("Knock-out at the end")
    page.get_by_test_id("club-details").click()
    page.get_by_test_id("club-draws").select_option("swiss")
    page.get_by_test_id("club-rounds").fill("3")
    accessible(page)
    page.get_by_test_id("club-create").click()
    page.get_by_test_id("club-list").fill("\n".join(TEAMS))
    page.get_by_test_id("club-add").click()
    draw(page, "three diamonds")
    show(page, "more")
    page.get_by_test_id("club-format").click()
    expect(page.get_by_test_id("club-draws")).to_have_count(0)
    page.get_by_test_id("club-rounds").fill("5")
    accessible(page)
    page.get_by_test_id("club-format-save").click()
    expect(page.get_by_text("Games: 5")).to_have_count(1)


def test_the_draw_slips_and_diplomas_are_printed_alone(visit: Visit, server: Server) -> None:
    desk = visit("desktop")
    prepare(desk, server, rounds="1")
    draw(desk, "three diamonds")
    for what in ("wall", "slips"):
        desk.get_by_test_id(f"club-{what}").click()
        printed_alone(desk)
    desk.emulate_media(color_scheme="dark")
    accessible(desk)
    enter(desk, 1, "1000", "944")
    enter(desk, 2, "1100", "844")
    desk.get_by_test_id("club-slips").click()
    desk.get_by_test_id("club-diplomas").click()
    accessible(desk)
    printed_alone(desk)
    expect(desk.get_by_test_id("club-print").locator("article")).to_have_count(3)


def printed_alone(page: Page) -> None:
    """Check that only one part of the page is printed."""
    page.emulate_media(media="print")
    expect(page.get_by_test_id("club-print")).to_be_visible()
    expect(page.get_by_test_id("club-standings")).to_be_hidden()
    page.emulate_media(media="screen")


def test_standings_are_printed_alone(visit: Visit, server: Server) -> None:
    desk = visit("desktop")
    prepare(desk, server)
    draw(desk, "three diamonds")
    show(desk, "standings")
    desk.get_by_test_id("club-print-standings").click()
    desk.emulate_media(media="print")
    expect(desk.get_by_test_id("club-print")).to_contain_text("Tuesday · Standings")
    expect(desk.get_by_test_id("club-standings")).to_be_visible()
    expect(desk.get_by_test_id("club-log")).to_be_hidden()
    resize(desk, 1120, 790)
    box = desk.get_by_test_id("club-print").bounding_box()
    assert box and (box["x"], box["y"], box["width"]) == (0, 0, 1120)


# --- a club ---------------------------------------------------------------------------------------


def new_club(page: Page, server: Server) -> str:
    """Found a club with two members and a season; return its address."""
    page.goto(f"{server.url}/#/tournament")
    page.get_by_test_id("clubs-name").fill("The Owls")
    page.get_by_test_id("clubs-create").click()
    page.get_by_test_id("clubs-names").fill("Ann\nBo")
    page.get_by_test_id("clubs-add").click()
    expect(page.get_by_text("2 members")).to_be_visible()
    address = page.url
    page.goto(f"{server.url}/#/")
    page.get_by_test_id("clubs-here").get_by_role("link", name="The Owls").click()
    page.get_by_test_id("season-name").fill("Winter")
    page.get_by_test_id("season-best").fill("2")
    page.get_by_test_id("season-promoted").fill("1")
    page.get_by_test_id("season-save").click()
    expect(page.get_by_text("The Owls · Winter").first).to_be_visible()
    return address


def test_a_season_of_a_club_follows_its_evenings(visit: Visit, server: Server) -> None:
    desk = visit("desktop")
    home = new_club(desk, server)
    desk.goto(home)
    expect(desk.get_by_test_id("clubs-seasons")).to_contain_text("Winter")
    accessible(desk)
    desk.get_by_test_id("club-name").fill("First Tuesday")
    desk.get_by_test_id("club-create").click()
    for name in ("Ann", "Bo"):
        desk.get_by_role("button", name=name, exact=True).click()
    expect(desk.get_by_test_id("club-list")).to_have_value("Ann & Bo")
    desk.get_by_test_id("club-list").fill("Ann & Bo\nAnnie & Cé")
    desk.get_by_test_id("club-add").click()
    draw(desk, "three diamonds")
    accessible(desk)
    enter(desk, 1, "1000", "944")
    expect(game(desk, 1)).to_have_attribute("data-state", "over")

    desk.goto(home)
    desk.get_by_test_id("clubs-seasons").get_by_role("link").click()
    table = desk.get_by_test_id("season-table")
    expect(table.locator("tbody tr")).to_have_count(4)
    accessible(desk)
    desk.get_by_test_id("season-strangers").click()
    desk.get_by_test_id("season-same").first.select_option(label="Bo")
    expect(table.locator("tbody tr")).to_have_count(3)
    desk.get_by_test_id("season-change").click()
    desk.get_by_test_id("season-total").select_option("mean")
    desk.get_by_test_id("season-save").click()
    expect(table).to_contain_text("Average")

    with desk.expect_popup() as opened:
        desk.get_by_test_id("season-hall").click()
    hall = opened.value
    resize(hall, 1920, 1080)
    expect(hall.get_by_test_id("season-table")).to_be_visible()
    accessible(hall)
    visitor = visit("phone")
    visitor.goto(home)
    visitor.get_by_test_id("clubs-seasons").get_by_role("link").click()
    expect(visitor.get_by_test_id("season-table")).to_contain_text("Ann")
    expect(visitor.get_by_test_id("season-change")).to_have_count(0)
    accessible(visitor)


def test_an_evening_of_before_is_taken_into_a_club_and_a_member_is_renamed(
    visit: Visit, server: Server
) -> None:
    desk = visit("desktop")
    prepare(desk, server)
    home = new_club(desk, server)
    desk.goto(home)
    desk.get_by_test_id("clubs-take").click()
    expect(desk.get_by_test_id("clubs-evenings")).to_contain_text("Tuesday")
    desk.get_by_test_id("clubs-member-1").click()
    accessible(desk)
    desk.get_by_test_id("member-name").fill("Anna")
    desk.get_by_test_id("member-also").fill("Ann\nAnnie")
    desk.get_by_test_id("member-save").click()
    expect(desk.get_by_test_id("clubs-members")).to_contain_text("(Ann, Annie)")


# --- duplicate ------------------------------------------------------------------------------------


def test_a_duplicate_is_entered_and_compared_deal_by_deal(visit: Visit, server: Server) -> None:
    desk = visit("desktop")
    desk.goto(f"{server.url}/#/tournament")
    desk.get_by_test_id("club-name").fill("Portefeuille")
    desk.get_by_test_id("club-model").select_option("howell")
    expect(desk.get_by_test_id("club-meaning")).to_contain_text("Match points")
    desk.get_by_test_id("club-details").click()
    desk.get_by_test_id("club-deals").fill("2")
    accessible(desk)
    desk.get_by_test_id("club-create").click()
    desk.get_by_test_id("club-list").fill("\n".join(TEAMS[:4]))
    desk.get_by_test_id("club-add").click()
    draw(desk, "three diamonds")
    visitor = visit("phone")
    visitor.goto(desk.url.replace("tournament/", "hall/"))
    for number, (first, second) in enumerate((("100", "62"), ("90", "72"), ("80", "82")), 1):
        enter(desk, number, first, second)
        expect(game(desk, number)).to_have_attribute("data-state", "over")
    expect(desk.get_by_test_id("deal-1")).to_contain_text("100 | 0")
    visitor.get_by_role("button", name="Scores still missing").click()
    expect(visitor.get_by_test_id("hall-missing")).to_contain_text("1 / 2")
    visitor.get_by_role("button", name="Deal by deal").click()
    expect(visitor.get_by_test_id("deal-1")).to_contain_text("100 – 62")
    expect(visitor.get_by_test_id("deal-2")).to_have_count(0)
    accessible(visitor)
    accessible(desk)
    enter(desk, 4, "162", "0")
    expect(desk.get_by_test_id("club-draw")).to_be_visible()
    expect(visitor.get_by_test_id("hall-tab")).to_have_count(2)
    visitor.get_by_role("button", name="Deal by deal").click()
    expect(visitor.get_by_test_id("deal-2")).to_contain_text("162 – 0")
    desk.get_by_test_id("club-cards").click()
    expect(desk.get_by_test_id("club-cards-2")).to_contain_text("Deal 2 · South")
    desk.get_by_test_id("club-cards-round").select_option("3")
    expect(desk.get_by_test_id("club-cards-6")).to_be_visible()
    accessible(desk)
    desk.get_by_test_id("club-cards").click()
    show(desk, "standings")
    desk.get_by_test_id("club-print-deals").click()
    desk.emulate_media(media="print")
    expect(desk.get_by_test_id("deal-1")).to_be_visible()
    expect(desk.get_by_test_id("club-standings")).to_be_hidden()
