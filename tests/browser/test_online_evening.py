"""Evenings of clubs on the server: joined by a link, drawn, played at their tables, ranked."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from http_person import Browser
from playwright.sync_api import Page, expect
from seated import Seated, behind
from server_process import Person, Server
from waiting import until

from browser.conftest import Visit
from browser.steps import accessible


def prepare(desk: Page, server: Server, model: str = "", **fields: str) -> str:
    """Prepare an evening of rounds of one deal each; return its address for players."""
    desk.goto(f"{server.url}/#/tournament")
    desk.get_by_test_id("club-name").fill("Friday")
    if model:
        desk.get_by_test_id("club-model").select_option(model)
    desk.get_by_test_id("club-place").select_option("online")
    desk.get_by_test_id("club-details").click()
    for field, value in {"deals": "1", **fields}.items():
        desk.get_by_test_id(f"club-{field}").fill(value)
    desk.get_by_test_id("club-create").click()
    expect(desk.get_by_test_id("club-join")).to_be_visible()
    return desk.url


def draw(desk: Page, phrase: str) -> None:
    desk.get_by_test_id("club-draw").click()
    desk.get_by_test_id("club-phrase").fill(phrase)
    desk.get_by_test_id("club-draw-now").click()


def test_two_join_by_its_link_play_at_their_table_before_a_spectator_and_are_ranked(
    visit: Visit, server: Server
) -> None:
    desk, ann, bo = visit("desktop"), visit("phone", "Ann"), visit("phone", "Bo")
    address = prepare(desk, server, rounds="2", delay="3")
    for player in (ann, bo):
        player.goto(address)
        player.get_by_test_id("club-join").click()
        expect(player.get_by_test_id("club-joined")).to_be_visible()
    accessible(ann)
    expect(desk.get_by_role("heading", name="2 taking part")).to_be_visible()

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
    expect(desk.get_by_test_id("club-draw")).to_be_visible()
    desk.get_by_test_id("tab-standings").click()
    expect(desk.get_by_test_id("club-standings").get_by_text("Ann")).to_be_visible()
    desk.get_by_test_id("tab-sheet").click()
    accessible(desk)

    bo.goto(f"{server.url}/#/me")
    ann.goto(f"{server.url}/#/friends")
    expect(ann.get_by_test_id("club-called")).to_have_count(0)
    desk.get_by_test_id("club-draw").click()
    desk.get_by_test_id("club-draw-now").click()  # by the standing, which takes no phrase
    ann.get_by_test_id("called-to-table").click()
    bo.get_by_test_id("called-to-table").click()
    for player in (ann, bo):
        expect(player.get_by_test_id("table")).to_be_visible()


def test_a_duplicate_is_drawn_played_with_the_same_pack_and_compared(
    visit: Visit, server: Server
) -> None:
    desk, ann = visit("desktop"), visit("phone", "Ann")
    address = prepare(desk, server, "howell", rounds="1")
    here = f"/api/club/{address.rpartition('/')[2]}"
    ann.goto(address)
    ann.get_by_test_id("club-join").click()
    expect(ann.get_by_test_id("club-joined")).to_be_visible()
    others = [Browser(server, name) for name in ("Bo", "Cé", "Dré")]
    for other in others:
        other.post(f"{here}/players", 200, partner=0)
    expect(desk.get_by_role("heading", name="4 taking part")).to_be_visible()

    draw(desk, "three diamonds")
    expect(ann.get_by_test_id("table")).to_be_visible()
    tables = {table_of(one, here) for one in others}
    with closing(behind(server, ann)) as hers:
        [other_table] = tables - {hers.table}
        with closing(Seated(server, other_table, {})) as theirs:
            for table in (hers, theirs):
                seat(table, others)
            assert hers.truth.deal.pack == theirs.truth.deal.pack
            hers.play_on(lambda match: match.over)
            expect(desk.get_by_text("entered", exact=True)).to_be_visible()
            expect(desk.get_by_test_id("deal-1")).to_have_count(0)
            theirs.play_on(lambda match: match.over)
    for page in (desk, ann):
        page.goto(address)
        lines = page.get_by_test_id("deal-1").locator("tbody tr")
        expect(lines).to_have_count(2)
        expect(lines.first).to_contain_text(" | ")
        accessible(page)


def table_of(player: Browser, here: str) -> str:
    return str(until(lambda: player.get(f"{here}/players")["table"]))


def seat(table: Seated, people: Sequence[Browser]) -> None:
    """Connect the people who have a seat at this table."""
    for one in people:
        if (at := table.kept.seat_of(one.me["id"])) is not None:
            table.people[at] = Person(table.server, {"table": table.table, "cookie": one.cookie})
