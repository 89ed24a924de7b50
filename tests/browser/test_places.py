"""Pages beside the table: account, quick match, deal of the day, profile, the app."""

from __future__ import annotations

import json
import re
import time
from contextlib import closing
from pathlib import Path

import pytest
from databases import looking_into
from http_person import PASSWORD as CLIENTS_PASSWORD
from http_person import Browser as Client
from in_process import InProcess, serving_in_process
from playwright.sync_api import Page, Response, Route, expect
from seated import Position, behind, plays, seated, settled
from server_process import Server

from browser.conftest import Visit
from browser.steps import (
    PASSWORD,
    accessible,
    click_once,
    come_in,
    hurry,
    like,
    moved_on,
    play,
    sign_in,
    sign_up,
    skip_to,
    tricks,
)
from rebelote.i18n import LANGUAGES
from rebelote.server.features.quickmatch.matchmaking import BOTS_AFTER
from rebelote.server.people.recovery import CODES


def test_who_sees_badly_has_large_ranks_and_suits(visit: Visit, server: Server) -> None:
    page = visit("desktop")
    page.goto(f"{server.url}/#/settings")
    ten = page.locator(".sample .card.C")
    expect(ten.locator("use")).to_have_count(12)
    page.get_by_test_id("large").set_checked(True)
    expect(ten.locator("use")).to_have_count(2)
    page.reload()
    expect(page.get_by_test_id("large")).to_be_checked()


def is_kept_silent(response: Response) -> bool:
    """Return whether a response keeps settings without sounds."""
    silent = '"sounds":false' in (response.request.post_data or "").replace(" ", "")
    return response.url.endswith("/api/me/settings") and silent


def test_an_account_is_made_used_elsewhere_and_deleted(visit: Visit, server: Server) -> None:
    phone, desk = visit("phone"), visit("desktop")
    sign_up(phone, server, "Amalia")
    expect(phone.locator("body")).not_to_contain_text(re.compile("mail", re.IGNORECASE))
    codes = phone.get_by_test_id("recovery-codes").locator("code")
    expect(codes).to_have_count(CODES)
    code = codes.first.inner_text()
    accessible(phone)
    expect(phone.get_by_test_id("account-security")).to_have_count(0)
    phone.get_by_test_id("codes-noted").click()
    expect(codes).to_have_count(0)
    phone.goto(f"{server.url}/#/settings")
    with phone.expect_response(is_kept_silent) as kept:
        phone.get_by_test_id("sounds").set_checked(False)
    assert kept.value.ok

    sign_in(desk, server, "amalia", "not this one at all")
    expect(desk.get_by_test_id("wrong")).to_contain_text("is wrong")
    sign_in(desk, server, "amalia", PASSWORD)
    expect(desk.get_by_test_id("signed-in")).to_contain_text("Amalia")
    desk.get_by_test_id("account-security").click()
    expect(desk.get_by_test_id("sessions").locator("li")).to_have_count(2)
    expect(desk.get_by_test_id("sessions").locator("li").first).to_contain_text(
        re.compile(r"^Chrome on [A-Z]\w+ · this one ?signed in on .*last seen ")
    )
    accessible(desk)
    desk.get_by_test_id("account-data").click()
    with desk.expect_download() as exported:
        desk.get_by_test_id("export").click()
    assert "Amalia" in Path(exported.value.path()).read_text(encoding="utf-8")
    desk.goto(f"{server.url}/#/settings")
    expect(desk.get_by_test_id("sounds")).not_to_be_checked()

    desk.goto(f"{server.url}/#/account/security")
    desk.get_by_test_id("password-old").fill(PASSWORD)
    desk.get_by_test_id("password-new").fill(f"{PASSWORD} pique")
    desk.get_by_test_id("change-password").click()
    expect(desk.get_by_test_id("done")).to_contain_text("every other session has ended")
    expect(desk.get_by_test_id("sessions").locator("li")).to_have_count(1)
    phone.reload()
    phone.goto(f"{server.url}/#/account")
    expect(phone.get_by_test_id("signed-in")).to_have_count(0)
    phone.get_by_test_id("forgotten").click()
    expect(phone.locator("body")).not_to_contain_text(re.compile("mail", re.IGNORECASE))
    accessible(phone)
    phone.get_by_test_id("recover-name").fill("Amalia")
    phone.get_by_test_id("recover-code").fill(code)
    phone.get_by_test_id("recover-password").fill(f"{PASSWORD} coeur")
    phone.get_by_test_id("recover").click()
    expect(phone.get_by_test_id("signed-in")).to_contain_text("Amalia")
    phone.get_by_test_id("account-security").click()
    expect(phone.get_by_test_id("recovery-left")).to_contain_text("7 recovery codes left")
    desk.reload()
    sign_in(desk, server, "amalia", f"{PASSWORD} coeur")
    expect(desk.get_by_test_id("signed-in")).to_contain_text("Amalia")

    desk.get_by_test_id("account-data").click()
    desk.get_by_test_id("delete").click()
    desk.get_by_test_id("delete-password").fill(f"{PASSWORD} coeur")
    accessible(desk)
    desk.get_by_test_id("delete-really").click()
    expect(desk.get_by_test_id("done")).to_contain_text("deleted")
    sign_in(desk, server, "amalia", f"{PASSWORD} coeur")
    expect(desk.get_by_test_id("wrong")).to_be_visible()


def test_who_signs_in_elsewhere_is_noticed_and_signed_out(phone: Page, server: Server) -> None:
    sign_up(phone, server, "Gerda")
    thief = Client(server)
    thief.log_in("Gerda", PASSWORD)
    phone.goto(server.url)
    notice = phone.get_by_test_id("notices")
    expect(notice).to_contain_text(
        re.compile(r"Signed in from another browser on .*20\d\d.*Not you\? Change your password\.")
    )
    accessible(phone)
    notice.get_by_role("link").click()
    expect(phone.get_by_test_id("sessions").locator("li")).to_have_count(2)
    expect(notice).to_be_visible()
    accessible(phone)
    phone.get_by_test_id("end-others").click()
    expect(phone.get_by_test_id("sessions").locator("li")).to_have_count(1)
    expect(phone.get_by_test_id("end-others")).to_have_count(0)
    assert thief.get("/api/me") is None
    with phone.expect_response("**/api/me/notices/*") as dismissed:
        phone.get_by_test_id("dismiss-notices").click()
    assert dismissed.value.ok
    expect(notice).to_have_count(0)
    with phone.expect_response("**/api/me/notices"):
        phone.reload()
    expect(phone.get_by_test_id("sessions")).to_be_visible()
    expect(notice).to_have_count(0)


def test_an_account_brings_its_language_however_late_the_other_words_come(
    visit: Visit, server: Server
) -> None:
    anna = Client(server)
    anna.sign_up("Annika")
    page = visit("phone", service_workers="block")
    sign_in(page, server, "Annika", CLIENTS_PASSWORD)
    expect(page.get_by_test_id("signed-in")).to_contain_text("You are signed in")
    page.goto(f"{server.url}/verify")
    anna.ask("PUT", "/api/me/settings", 204, {"language": "sv"})
    held: list[Route] = []
    page.route("**/assets/en-*.js", lambda route: held.append(route))
    with page.expect_response("**/api/me/relations"):  # it is asked for once the settings are taken
        page.goto(f"{server.url}/#/account", wait_until="commit")
    assert held
    for route in held:
        route.continue_()
    expect(page.get_by_test_id("signed-in")).to_contain_text("Du är inloggad")


def test_friends_are_found_muted_and_reported(visit: Visit, server: Server) -> None:
    host, anna = visit("desktop", "Max"), visit("phone")
    sign_up(anna, server, "Annabel")
    host.goto(server.url)
    host.get_by_test_id("play-friends").click()
    code = host.get_by_test_id("table-code").inner_text()
    anna.goto(f"{server.url}/#/join/{code}")
    anna.get_by_test_id("seat-2").click()
    expect(host.get_by_test_id("seat-2")).to_contain_text("Annabel")
    host.get_by_test_id("seat-2").click()
    host.get_by_test_id("friend").click()
    expect(host.get_by_test_id("done")).to_be_visible()
    host.get_by_test_id("mute").click()
    expect(host.get_by_test_id("mute")).to_have_text("Unmute")
    host.get_by_test_id("report").click()
    host.get_by_test_id("reason").select_option("name")
    accessible(host)
    host.get_by_test_id("send-report").click()
    expect(host.get_by_test_id("done")).to_contain_text("Thank you")
    host.keyboard.press("Escape")
    anna.get_by_test_id("talk-open").click()
    anna.get_by_test_id("phrase-hello").click()
    anna.get_by_test_id("talk-open").click()
    expect(anna.get_by_test_id("talk")).to_contain_text("Hello!")
    host.get_by_test_id("talk-open").click()
    host.get_by_test_id("phrase-hello").click()
    host.get_by_test_id("talk-open").click()
    expect(host.get_by_test_id("talk")).to_contain_text("Hello!")
    expect(host.get_by_test_id("said-2")).to_have_count(0)
    host.goto(f"{server.url}/#/account")
    expect(host.get_by_test_id("relations")).to_contain_text("Annabel")
    host.goto(f"{server.url}/#/friends")
    host.get_by_test_id("people-name").fill("annabel")
    host.get_by_test_id("people-find").click()
    expect(host.get_by_test_id("people")).to_contain_text("Annabel")


def test_two_strangers_find_a_table_and_bots_fill_it(visit: Visit, tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        find_a_table(visit, server)


def find_a_table(visit: Visit, server: InProcess) -> None:
    """Seek a table with two people, and wait until bots come."""
    one, other = visit("phone", "Ann"), visit("desktop", "Bob")
    for page in (one, other):
        page.goto(f"{server.url}/#/find")
        page.get_by_test_id("seek-preset").select_option("flemish")
        expect(page.get_by_test_id("may-count")).to_contain_text("Guests are not rated")
        page.get_by_test_id("seek").click()
        expect(page.get_by_test_id("seeking")).to_be_visible()
        expect(page.get_by_test_id("seeking-rated")).to_contain_text("Not rated")
    accessible(one)
    server.time.advance(BOTS_AFTER)
    for page in (one, other):
        expect(page.get_by_test_id("table")).to_be_visible()
    assert one.url == other.url
    expect(one.get_by_test_id("rated")).to_contain_text("not everybody at the table has an account")
    expect(one.get_by_test_id("hint")).to_have_count(0)
    with closing(behind(server, one, other)) as table:
        table.play_on(lambda match: len(match.deal.tricks) >= 1)
    skip_to(one, "[data-testid=scores] .won")


def test_who_looks_no_longer_may_play_bots(visit: Visit, server: Server) -> None:
    page = visit("phone", "Ann")
    page.goto(f"{server.url}/#/find")
    page.get_by_test_id("pair").click()
    expect(page.get_by_role("heading", name="Quick match with a partner")).to_be_visible()
    page.get_by_test_id("seek").click()
    page.get_by_test_id("stop").click()
    expect(page.get_by_test_id("seek")).to_be_visible()
    page.get_by_test_id("seek").click()
    page.get_by_test_id("bots-instead").click()
    expect(page.get_by_test_id("table")).to_be_visible()


def old_account(server: Server, page: Page, name: str) -> None:
    """Make an account that was there before the day began, and come back by it."""
    form = {"name": name, "password": "a lamp in the north"}
    assert page.request.post(f"{server.url}/api/me/account", data=form).ok
    with looking_into(server.database) as database:
        database.execute("UPDATE people SET account_since = 0 WHERE name = ?", (name,))
        database.commit()
    page.reload()


def play_the_deal(page: Page, server: Server) -> None:
    """Play a deal of the day to its end, and go to how it went."""
    expect(page.get_by_test_id("table")).to_be_visible()
    assert hurry(page)
    with closing(behind(server, page)) as me:
        me.play_on(settled)
    skip_to(page, "[data-testid=daily-result]")
    page.get_by_test_id("daily-result").click()


def test_the_deal_of_the_day_is_played_once_and_published(visit: Visit, own_server: Server) -> None:
    """An account that was there before is in the field; a guest sees it. So is that of coinche."""
    for name in ("Anneke", "Bob"):
        page = visit("phone", name)
        page.goto(own_server.url)
        if name == "Anneke":
            old_account(own_server, page, name)
        page.get_by_test_id("daily").click()
        counts = page.get_by_test_id("daily-counts")
        expect(counts).to_have_count(0 if name == "Anneke" else 1)
        page.get_by_test_id("play-daily").click()
        play_the_deal(page, own_server)
        expect(page.get_by_test_id("daily-mine")).to_be_visible()
        expect(page.get_by_test_id("play-daily")).to_have_count(0)
        expect(page.get_by_test_id("daily-cards").get_by_role("listitem")).to_have_count(8)
        expect(page.get_by_test_id("daily-best").get_by_role("listitem")).to_have_count(8)
        accessible(page)
    expect(page.get_by_test_id("daily-bars").get_by_role("listitem")).to_have_count(7)
    expect(page.get_by_test_id("countdown")).to_contain_text("Next deal at")
    page.get_by_test_id("daily-contracts").click()
    field = page.get_by_test_id("daily-field")
    expect(field.locator(".own")).to_have_count(0)
    field.locator("details details summary").click()
    expect(field.locator(".lines li")).to_be_visible()
    expect(page.get_by_test_id("daily-counts")).to_contain_text("Guests play")
    expect(page.get_by_test_id("daily-text")).to_contain_text(re.compile("[■□]{8}"))
    page.get_by_test_id("daily-ffb-coinchee-2015").click()
    expect(page.get_by_test_id("daily-field")).to_have_count(0)
    page.get_by_test_id("play-daily").click()
    play_the_deal(page, own_server)
    expect(page.get_by_test_id("daily-mine")).to_contain_text(
        re.compile("(you|your partner|they) bid ", re.IGNORECASE)
    )
    expect(page.get_by_test_id("daily-text")).to_contain_text("Coinchée")


def played_before(server: Server, person: str) -> None:
    """Play twelve rated matches as this person, a day each."""
    row = "INSERT INTO played (table_id, version, seat, person, preset, ended, rated, won, marks, "
    with looking_into(server.database) as connection:
        for day in range(12):
            ended, rating = time.time() - 86_400 * (12 - day), (1500 + 4 * day, 150 - 8 * day)
            connection.execute(
                row + "others, mu, sigma) VALUES (?, 9, 0, ?, 'french', ?, 1, ?, 1010, 700, ?, ?)",
                (f"{person}-{day}", person, ended, day % 3 > 0, *rating),
            )
        connection.execute(
            "INSERT INTO ratings VALUES (?, 'french', 1540, 36, 12, ?)", (person, time.time())
        )


def new_to_coinche(server: Server, person: str) -> None:
    """A rating by these rules too, as wide as they begin."""
    with looking_into(server.database) as connection:
        row = "INSERT INTO ratings VALUES (?, 'ffb-coinchee-2015', 1472, 147, 1, ?)"
        connection.execute(row, (person, time.time()))


RIGHT_EDGE = "document.querySelector('[data-testid=standings]').getBoundingClientRect().right"


def test_a_profile_shows_ratings_and_how_they_went(visit: Visit, server: Server) -> None:
    page = visit("desktop", color_scheme="dark")
    sign_up(page, server, "Annette")
    page.get_by_test_id("codes-noted").click()
    page.goto(f"{server.url}/#/account")
    address = page.get_by_test_id("my-profile").get_attribute("href") or ""
    anna = address.rpartition("/")[2]
    played_before(server, anna)
    page.get_by_test_id("my-profile").click()
    expect(page.get_by_test_id("standings")).to_contain_text(re.compile(r"1540\s± \d+"))
    expect(page.get_by_test_id("plot").locator("canvas")).to_have_count(2)
    expect(page.get_by_test_id("matches").locator("tbody tr")).to_have_count(12)
    accessible(page)
    new_to_coinche(server, anna)
    page.set_viewport_size({"width": 320, "height": 568})
    for language in LANGUAGES:
        like(page, language=language)
        page.reload()
        expect(page.get_by_test_id("standings").locator("tbody tr")).to_have_count(2)
        assert page.evaluate(RIGHT_EDGE) <= 320, language


def test_the_ranking_lists_the_bots(visit: Visit, server: Server) -> None:
    page = visit("phone")
    page.goto(f"{server.url}/#/ranking")
    expect(page.get_by_test_id("leaderboard")).to_contain_text("Master")
    accessible(page)


@pytest.mark.service_worker
def test_the_page_opens_without_a_network_and_can_be_installed(
    visit: Visit, server: Server
) -> None:
    page = visit("phone")
    page.goto(server.url)
    page.evaluate("navigator.serviceWorker.ready")
    status, manifest = server.get("/manifest.webmanifest")
    assert status == 200
    icons = json.loads(manifest)["icons"]
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in icons}
    for icon in icons:
        assert server.get(icon["src"])[0] == 200
    page.reload()
    kept = page.evaluate(
        "caches.keys().then((names) => caches.open(names[0])).then((cache) => cache.keys())"
        ".then((found) => found.map((request) => new URL(request.url).pathname))"
    )
    assert "/" in kept
    assert not [path for path in kept if path.startswith(("/api", "/ws", "/rules"))]
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_test_id("play-now")).to_be_disabled()
    page.context.set_offline(False)
    page.get_by_test_id("play-now").click()
    expect(page.get_by_test_id("table")).to_be_visible()


@pytest.mark.service_worker
def test_the_table_comes_back_after_a_tunnel(visit: Visit, own_server: Server) -> None:
    page = visit("phone", "Ann")
    come_in(page, seated(own_server, Position().to(plays(0, tricks=1))).people[0])
    page.context.set_offline(True)
    own_server.kill()
    expect(page.get_by_test_id("table")).to_contain_text("Offline: the match goes on")
    own_server.start()
    page.context.set_offline(False)
    assert hurry(page)
    moved_on(page, click_once)


def test_sounds_are_ours_and_can_be_switched_off(visit: Visit, server: Server) -> None:
    page = visit("desktop", "Ann")
    page.add_init_script(
        "window.tones = 0; const Old = OscillatorNode;"
        "window.OscillatorNode = class extends Old {"
        "  start(at) { window.tones++; super.start(at) } }"
    )
    come_in(page, seated(server, Position().to(plays(0))).people[0])
    play([page], lambda: tricks(page) >= 1)
    assert page.evaluate("window.tones") > 0
    page.get_by_test_id("menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_test_id("sounds").set_checked(False)
    page.keyboard.press("Escape")
    before = page.evaluate("window.tones")
    play([page], lambda: tricks(page) >= 2)
    assert page.evaluate("window.tones") == before
