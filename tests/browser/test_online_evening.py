"""An evening of a club on the server: joined by its link, drawn, played at its table, ranked."""

from __future__ import annotations

from contextlib import closing

from playwright.sync_api import Page, expect
from seated import behind
from server_process import Server

from browser.conftest import Visit
from browser.steps import accessible


def prepare(desk: Page, server: Server) -> str:
    """An evening of two rounds of one deal each; its address for players."""
    desk.goto(f"{server.url}/#/club")
    desk.get_by_test_id("club-name").fill("Friday")
    desk.get_by_test_id("club-place").select_option("online")
    desk.get_by_test_id("club-details").click()
    desk.get_by_test_id("club-rounds").fill("2")
    desk.get_by_test_id("club-deals").fill("1")
    desk.get_by_test_id("club-delay").fill("3")
    desk.get_by_test_id("club-create").click()
    expect(desk.get_by_test_id("club-join")).to_be_visible()
    return desk.url


def draw(desk: Page, phrase: str) -> None:
    desk.get_by_test_id("club-phrase").fill(phrase)
    desk.get_by_test_id("club-draw").click()


def test_two_join_by_its_link_play_at_their_table_before_a_spectator_and_are_ranked(
    visit: Visit, server: Server
) -> None:
    desk, ann, bo = visit("desktop"), visit("phone", "Ann"), visit("phone", "Bo")
    address = prepare(desk, server)
    for player in (ann, bo):
        player.goto(address)
        player.get_by_test_id("club-join").click()
        expect(player.get_by_test_id("club-joined")).to_be_visible()
    accessible(ann)
    expect(desk.get_by_role("heading", name="2 take part")).to_be_visible()

    draw(desk, "three diamonds")
    expect(ann.get_by_test_id("table")).to_be_visible()
    ann.goto(f"{server.url}/#/friends")
    expect(desk.get_by_test_id("round-clock")).to_be_visible()
    expect(bo.get_by_test_id("table")).to_be_visible()
    expect(desk.get_by_test_id("club-status")).to_have_text("Not at the table: Ann")
    ann.goto(address)
    ann.get_by_test_id("club-to-table").click()
    expect(ann.get_by_test_id("table")).to_be_visible()
    eva = visit("phone", "Eva")
    eva.goto(address)
    eva.get_by_test_id("club-watch").click()
    expect(eva.get_by_test_id("watching-only")).to_contain_text("3 seconds later")
    with closing(behind(server, ann, bo)) as both:
        both.play_on(lambda match: match.over)
    expect(desk.get_by_test_id("club-phrase")).to_be_visible()
    expect(desk.get_by_test_id("club-standings").get_by_text("Ann")).to_be_visible()
    accessible(desk)

    bo.goto(f"{server.url}/#/me")
    ann.goto(f"{server.url}/#/friends")
    expect(ann.get_by_test_id("club-called")).to_have_count(0)
    draw(desk, "five hearts")
    ann.get_by_test_id("called-to-table").click()
    bo.get_by_test_id("called-to-table").click()
    for player in (ann, bo):
        expect(player.get_by_test_id("table")).to_be_visible()
