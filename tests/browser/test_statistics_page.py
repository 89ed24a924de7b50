"""Statistics on the page: figures in tables, pictures beside them, a download, what others see."""

from __future__ import annotations

import json

from http_person import Browser, in_the_file
from playwright.sync_api import expect
from server_process import Server

from browser.conftest import Visit
from browser.steps import accessible, at_every_size, comes_as

ROW = "INSERT INTO match_statistics (person, table_id, version, preset, ended, tallies) VALUES "
RATED = "INSERT INTO ratings (person, preset, mu, sigma, matches, changed) VALUES "
PLAYED = (
    "INSERT INTO played (table_id, version, seat, person, bot, preset, ended, rated, won, marks, "
    "others) VALUES (?, 2, 0, ?, NULL, ?, ?, TRUE, TRUE, 1000, 500)"
)
OCTOBER, NOVEMBER = 1_791_000_000.0, 1_795_000_000.0
TALLIES = [
    ("marks", "", 40, 3280.0, 380_000.0),
    ("ahead", "", 40, -200.0, 400_000.0),
    ("took", "", 40, 11.0, 11.0),
    *(("took_at", f"{n}", 10, float(n), float(n)) for n in (1, 2, 3, 4)),
    ("made", "", 11, 8.0, 8.0),
    ("made_in", "S", 5, 3.0, 3.0),
    ("made_in", "all", 31, 25.0, 25.0),
    ("loss", "", 300, 360.0, 9000.0),
    *(("loss_in", f"{n}", 33, 10.0 * n, 900.0) for n in range(9)),
    ("loss_by", "lead", 80, 120.0, 3000.0),
    ("loss_by", "discard", 60, 30.0, 900.0),
    ("kind", "best", 300, 260.0, 260.0),
    ("kind", "decisive", 300, 12.0, 12.0),
]


def has_played(
    server: Server, person: str, preset: str, *months: float, deals: int | None = None
) -> None:
    """Add a match of a person in each of these months, all counted; of so few deals."""
    tallies = [("marks", "", deals, 164.0, 19_000.0)] if deals else TALLIES
    for number, ended in enumerate(months):
        table = f"{preset:_>10.10}{number:02}"
        in_the_file(server, PLAYED, table, person, preset, ended)
        in_the_file(
            server, f"{ROW} (?, ?, 2, ?, ?, ?)", person, table, preset, ended, json.dumps(tallies)
        )


def test_figures_stand_in_tables_beside_their_pictures(visit: Visit, own_server: Server) -> None:
    page, anna = visit("desktop", "Anna"), Browser(own_server, "Anna")
    comes_as(page, anna)
    me = anna.me["id"]
    has_played(own_server, me, "french", OCTOBER, NOVEMBER)
    has_played(own_server, me, "bulgarian", NOVEMBER)
    for number in range(10):
        person = f"other-{number}"
        in_the_file(own_server, f"{RATED} (?, 'french', 1500, 50, 9, 1000)", person)
        has = f"{ROW} (?, 'table-000001', 2, 'french', 1000, ?)"
        in_the_file(own_server, has, person, json.dumps(TALLIES))
    in_the_file(own_server, f"{RATED} (?, 'french', 1503, 50, 9, 1000)", me)
    page.goto(f"{own_server.url}/#/matches")
    page.get_by_test_id("statistics").click()
    whole = page.get_by_test_id("statistics-whole")
    expect(whole.locator("[data-about=marks]")).to_contain_text("82.0")
    expect(whole.locator("[data-about=took]")).to_contain_text("28%")
    expect(whole.locator("thead")).to_contain_text("Level")
    expect(page.get_by_test_id("statistics-beside")).to_contain_text("11 people")
    expect(page.get_by_test_id("statistics-beside")).to_contain_text("Club player")
    expect(page.get_by_test_id("statistics-made_in").locator("[data-about=all]")).to_contain_text(
        "All trumps"
    )
    few = page.get_by_test_id("statistics-made_in").locator("[data-about=S]")
    expect(few).to_contain_text("20 to go")
    expect(few).not_to_contain_text("%")
    expect(page.get_by_test_id("statistics-took_at")).to_have_count(0)
    expect(page.get_by_test_id("plot")).to_have_count(2)
    expect(page.locator("[data-testid=plot] canvas")).to_have_count(2)
    expect(page.get_by_test_id("statistics-months").locator("tbody tr")).to_have_count(2)
    expect(page.get_by_test_id("statistics-months")).to_contain_text("October 2026")
    at_every_size(page, accessible)
    page.get_by_test_id("statistics-subject").select_option("loss")
    expect(page.get_by_test_id("statistics-months").locator("tbody")).to_contain_text("1.20")
    with page.expect_download() as download:
        page.get_by_test_id("statistics-csv").click()
    assert download.value.path().read_text("utf-8").startswith("rule_set,month,subject,")
    page.get_by_test_id("statistics-preset").select_option("bulgarian")
    expect(page.get_by_test_id("statistics-counted")).to_contain_text("1 of 1 match counted")
    expect(page.get_by_test_id("statistics-beside")).to_have_count(0)


def test_others_see_what_one_ticks(visit: Visit, server: Server) -> None:
    page, anna = visit("phone", "Anna"), Browser(server, "Anna")
    comes_as(page, anna)
    me = anna.me["id"]
    page.goto(f"{server.url}/#/statistics")
    expect(page.get_by_test_id("statistics-none")).to_be_visible()
    accessible(page)
    has_played(server, me, "bulgarian", OCTOBER, deals=2)
    page.reload()
    expect(page.get_by_test_id("statistics-soon")).to_contain_text("28 deals to go")
    expect(page.locator("table")).to_have_count(0)
    accessible(page)
    has_played(server, me, "french", NOVEMBER, OCTOBER)
    page.reload()
    expect(page.get_by_test_id("statistics-whole")).to_be_visible()
    other = visit("phone", "Ben")
    comes_as(other, Browser(server, "Ben"))
    other.goto(f"{server.url}/#/profile/{me}")
    expect(other.get_by_test_id("matches")).to_be_visible()
    expect(other.get_by_test_id("statistics")).to_have_count(0)
    page.get_by_test_id("shows-takes").check()
    expect(page.get_by_test_id("done")).to_be_visible()
    other.reload()
    other.get_by_test_id("statistics").click()
    expect(other.get_by_test_id("statistics-made_in")).to_be_visible()
    expect(other.get_by_test_id("statistics-whole").locator("tbody tr")).to_have_count(2)
    expect(other.get_by_test_id("statistics-loss_in")).to_have_count(0)
    expect(other.get_by_test_id("statistics-csv")).to_have_count(0)
    expect(other.get_by_test_id("shows-takes")).to_have_count(0)
    accessible(other)
    page.reload()
    expect(page.get_by_test_id("shows-takes")).to_be_checked()
    page.get_by_test_id("shows-takes").uncheck()
    expect(page.get_by_test_id("done")).to_be_visible()
    other.reload()
    expect(other.get_by_test_id("statistics-none")).to_be_visible()
