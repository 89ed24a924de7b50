"""Moderation on a phone: reports, sanctions, roles, and the audit log."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from databases import looking_into
from http_person import PASSWORD, command
from http_person import Browser as Client
from playwright.sync_api import Page, expect
from server_process import Person, Server, serving
from waiting import until

from browser.conftest import SIZES, Visit
from browser.steps import accessible, at_every_size, come_and_sit, sign_in

CATALOGUES = Path(__file__).parents[2] / "src" / "rebelote" / "i18n"
INSULT = "You are all blind!"


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[tuple[Server, Client]]:
    """Yield a server, and its admin Karin as a program that asks it."""
    with serving(tmp_path / "log.sqlite") as server:
        yield server, appoint(server)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield the same for tests that see nothing of one another."""
    with serving(tmp_path_factory.mktemp("club") / "log.sqlite") as server:
        appoint(server)
        yield server


def appoint(server: Server) -> Client:
    """Make Karin an admin, and return her client."""
    karin = Client(server)
    karin.sign_up("Karin")
    command(server, "grant", "karin")
    return karin


# The first answer to who one is reaches the page only when `answerNow` is called.
HOLD_FIRST_ANSWER = """
const send = window.fetch
let first = true
window.fetch = async (path, options) => {
  const held = first && path === '/api/me' && options.method === 'GET'
  if (held) first = false
  const answer = await send(path, options)
  if (held) await new Promise((resolve) => (window.answerNow = resolve))
  return answer
}
"""
# How often the page has asked for the relations of whoever it takes this browser for.
RELATIONS_ASKED = (
    "performance.getEntriesByType('resource')"
    ".filter((one) => one.name.endsWith('/api/me/relations')).length"
)


def test_an_answer_from_before_signing_in_signs_nobody_out(visit: Visit, club: Server) -> None:
    karin = visit("phone")
    karin.add_init_script(HOLD_FIRST_ANSWER)
    karin.goto(club.url)
    until(lambda: karin.evaluate("Boolean(window.answerNow)"))
    sign_in(karin, club, "Karin", PASSWORD)
    expect(karin.get_by_test_id("moderation")).to_be_visible()
    until(lambda: karin.evaluate(RELATIONS_ASKED) == 1)
    karin.evaluate("answerNow()")
    until(lambda: karin.evaluate(RELATIONS_ASKED) == 2)
    karin.get_by_test_id("moderation").press("Enter")
    expect(karin.get_by_test_id("moderation-audit")).to_be_visible()


def test_a_name_that_was_typed_before_the_page_knew_who_one_is_stays(
    visit: Visit, club: Server
) -> None:
    karin = visit("desktop")
    karin.add_init_script(HOLD_FIRST_ANSWER)
    karin.goto(f"{club.url}/#/account")
    until(lambda: karin.evaluate("Boolean(window.answerNow)"))
    karin.get_by_test_id("account-name").fill("Karin")
    karin.get_by_test_id("account-password").fill(PASSWORD)
    karin.evaluate("answerNow()")
    karin.get_by_test_id("sign-in").click()
    expect(karin.get_by_test_id("signed-in")).to_contain_text("Karin")


def at_one_table(visit: Visit, server: Server) -> tuple[Page, Page]:
    """Max, whose table it is, and Vic, both guests, before the match."""
    host, vic = visit("desktop", "Max"), visit("phone")
    host.goto(server.url)
    host.get_by_test_id("play-friends").click()
    come_and_sit(server, vic, host.get_by_test_id("table-code").inner_text(), "Vic", 1)
    return host, vic


def say(page: Page, text: str) -> None:
    page.get_by_test_id("talk-open").click()
    page.get_by_test_id("say").fill(text)
    page.get_by_test_id("say-it").click()
    page.keyboard.press("Escape")


def report(page: Page, seat: int, text: str) -> None:
    """Report the person who sits there to the admins, by the menu of the seat."""
    page.get_by_test_id(f"seat-{seat}").click()
    page.get_by_test_id("report").click()
    page.get_by_label("What happened?").fill(text)
    page.get_by_test_id("send-report").click()
    expect(page.get_by_test_id("done")).to_contain_text("Thank you")
    page.keyboard.press("Escape")


def test_a_report_is_seen_acted_on_settled_and_in_the_audit(
    visit: Visit, kept: tuple[Server, Client]
) -> None:
    server, _ = kept
    host, vic = at_one_table(visit, server)
    say(vic, INSULT)
    expect(host.get_by_test_id("said-1")).to_contain_text(INSULT)
    report(host, 1, "He shouts at everybody.")

    karin = visit("phone")
    sign_in(karin, server, "Karin", PASSWORD)
    karin.get_by_test_id("moderation").press("Enter")
    card = karin.get_by_test_id("report-1")
    for received in ("Vic", "Abuse", "Reported by Max", "He shouts at everybody.", INSULT):
        expect(card).to_contain_text(received)
    expect(card.locator("time").first).to_have_text(re.compile(r"(now|ago) · .*\d:\d\d"))
    karin.get_by_test_id("look-1").click()
    expect(card.get_by_role("alert")).to_have_text("The deal is not over yet.")
    expect(karin.get_by_test_id("look-1")).to_be_focused()
    accessible(karin)

    karin.get_by_test_id("measure-1").click()
    accessible(karin)
    karin.get_by_test_id("measure-reason").fill("   ")
    karin.get_by_test_id("impose").click()
    expect(karin.get_by_test_id("wrong").last).to_have_text("That message could not be read.")
    karin.get_by_test_id("measure-reason").fill("shouting")
    karin.get_by_test_id("measure-length").select_option("a week")
    expect(karin.get_by_test_id("impose")).to_have_text("Mute Vic: a week")
    karin.get_by_test_id("impose").click()
    expect(card).to_contain_text("Vic may not chat, until")
    expect(karin.get_by_test_id("measure-1")).to_be_focused()

    say(vic, "Still blind!")
    expect(vic.get_by_role("alert")).to_contain_text("You may not chat here")
    karin.get_by_test_id("moderation-sanctions").click()
    expect(karin.get_by_test_id("measure-1")).to_contain_text("shouting")
    accessible(karin)
    karin.get_by_test_id("lift-1").click()
    expect(karin.get_by_role("dialog")).to_contain_text("Vic may chat again at once.")
    karin.get_by_test_id("yes").click()
    expect(karin.get_by_test_id("sanctions")).to_have_count(0)
    karin.get_by_test_id("either-on").click()
    expect(karin.get_by_test_id("measure-1")).to_contain_text("Vic could not chat, until")
    expect(karin.get_by_test_id("measure-1")).to_contain_text("lifted by Karin")
    say(vic, "Sorry, everybody.")
    expect(host.get_by_test_id("said-1")).to_contain_text("Sorry, everybody.")

    karin.get_by_test_id("moderation-reports").click()
    for outcome in ("A word at the bar.", "He said sorry."):
        karin.get_by_test_id("settle-1").click()
        karin.get_by_test_id("outcome").fill(outcome)
        karin.get_by_test_id("settle-it").click()
        expect(karin.get_by_test_id("no-report")).to_be_visible()
        expect(karin.get_by_role("heading", level=2)).to_be_focused()
        karin.get_by_test_id("either-on").click()
        expect(karin.get_by_test_id("outcome-1")).to_contain_text(outcome)
        if outcome.startswith("A"):
            karin.get_by_test_id("reopen-1").click()
            expect(karin.get_by_test_id("no-report")).to_be_visible()
            karin.get_by_test_id("either-off").click()
    karin.get_by_test_id("moderation-audit").click()
    lines = karin.get_by_test_id("audit").locator("li > p:first-child")
    expect(lines).to_have_text(
        [
            "Karin settled a report about Vic",
            "Karin reopened a report about Vic",
            "Karin settled a report about Vic",
            "Karin unmuted Vic",
            "Karin muted Vic",
            "The server’s operator made Karin an administrator",
        ]
    )
    expect(karin.get_by_test_id("audit")).to_contain_text("a week: shouting")
    expect(karin.get_by_test_id("more")).to_have_count(0)


def test_only_admins_see_it_and_roles_are_given_and_taken_by_name(
    visit: Visit, kept: tuple[Server, Client]
) -> None:
    server, _ = kept
    Client(server).sign_up("Otto")
    page, otto = visit("phone"), visit("phone")
    asked: list[str] = []
    otto.on("request", lambda request: asked.append(request.url))
    otto.goto(f"{server.url}/#/moderation")
    refused(otto)
    sign_in(otto, server, "Otto", PASSWORD)
    expect(otto.get_by_test_id("signed-in")).to_be_visible()
    expect(otto.get_by_test_id("moderation")).to_have_count(0)
    otto.goto(f"{server.url}/#/moderation/audit")
    refused(otto)
    assert not [url for url in asked if "/api/admin" in url]

    sign_in(page, server, "Karin", PASSWORD)
    page.get_by_test_id("moderation").press("Enter")
    page.get_by_test_id("moderation-admins").click()
    admins = page.get_by_test_id("admins").locator("a")
    expect(admins).to_have_text(["Karin"])
    expect(page.get_by_test_id("moderation-nodes")).to_have_count(0)  # of one server with a file
    page.get_by_test_id("people-name").fill("ott")
    page.keyboard.press("Enter")
    page.get_by_test_id("give-Otto").click()
    accessible(page)
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(page.get_by_test_id("give-Otto")).to_be_focused()
    expect(admins).to_have_text(["Karin"])
    page.keyboard.press("Enter")
    page.get_by_test_id("yes").click()
    expect(admins).to_have_text(["Karin", "Otto"])
    otto.reload()
    expect(otto.get_by_test_id("audit")).to_contain_text("Karin made Otto an administrator")
    page.get_by_test_id("revoke-role-Karin").click()
    page.get_by_test_id("yes").click()
    refused(page)


def refused(page: Page) -> None:
    """Check for the sentence, the way to sign in, and nothing else."""
    expect(page.get_by_role("alert")).to_have_text("Only an administrator may do that.")
    expect(page.locator("main a")).to_have_text(["Account"])
    accessible(page)


def a_match_reported(server: Server) -> None:
    """Play a deal as Wanda, and report a person who looked on and greeted her."""
    wanda, watcher = Client(server, "Wanda"), Client(server, "Watcher")
    person = wanda.sit(level="beginner")
    looking = Person(server, {**person.seated, "cookie": watcher.cookie})
    looking.sit()
    assert looking.ask("say", phrase="hello")["type"] == "ack"
    looking.close()
    person.play_until(lambda view: view["phase"] == "deal_over")
    received = {"table": person.seated["table"], "person": watcher.me["id"], "reason": "other"}
    wanda.post("/api/reports", 204, **received)
    person.close()


def busy_times(server: Server) -> None:
    """Create reports with talk and text, measures of both kinds, and more than a page of acts."""
    talk = [
        {"type": "said", "seat": 1, "name": "Vic", "person": "vic", **said}
        for said in (
            {"phrase": "hello", "reaction": "", "text": ""},
            {"phrase": "", "reaction": "clap", "text": ""},
            {"phrase": "", "reaction": "", "text": "x" * 90},
        )
    ]
    people = [("vic", "Vic van der Velden"), ("max", "Max")]
    report = "INSERT INTO reports (at, by, against, table_id, version, reason, text, talk) VALUES "
    measure = "INSERT INTO sanctions (person, kind, reason, by, since, until) VALUES "
    act = "INSERT INTO audit (at, by, act, about, facts) VALUES (?, 'keeper', 'mute', 'vic', ?)"
    now = time.time()
    with looking_into(server.database) as file:
        for person, name in people:
            file.execute(
                "INSERT INTO people (id, name, created, seen) VALUES (?, ?, 1, 1)", (person, name)
            )
        for reason in ("abuse", "leaving"):
            received = (now - 7_300, "max", "vic", "t", 3, reason, "At it again.", json.dumps(talk))
            file.execute(report + "(?, ?, ?, ?, ?, ?, ?, ?)", received)
        for kind, until in (("mute", now + 90_000), ("ban", None)):
            taken = ("vic", kind, "shouting, day after day", "keeper", now - 9e4, until)
            file.execute(measure + "(?, ?, ?, ?, ?, ?)", taken)
        for day in range(120):
            file.execute(
                act, (now - 86_400 * (120 - day), json.dumps({"hours": 24, "reason": "shouting"}))
            )


SHOWN = {
    "reports": "report-3",
    "sanctions": "measure-2",
    "admins": "revoke-role-Karin",
    "audit": "more",
}
"""The element by which each part of the page is known to be there."""


def test_the_page_is_accessible_in_light_and_dark_and_speaks_every_language(
    visit: Visit, kept: tuple[Server, Client]
) -> None:
    server, karin = kept
    a_match_reported(server)
    busy_times(server)
    page = visit("phone")
    sign_in(page, server, "Karin", PASSWORD)
    for size, scheme in (("phone", "light"), ("desktop", "dark")):
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        for part, shown in SHOWN.items():
            page.goto(f"{server.url}/#/moderation/{part}")
            expect(page.get_by_test_id(shown)).to_be_visible()
            if part == "reports":
                page.get_by_test_id("look-1").click()
                expect(page.get_by_test_id("record-1")).to_contain_text("[Rules")
            accessible(page)
    lines = page.get_by_test_id("audit").locator("li")
    expect(lines).to_have_count(100)
    page.get_by_test_id("more").click()
    expect(lines).to_have_count(121)
    expect(page.get_by_test_id("more")).to_have_count(0)

    page.set_viewport_size({"width": 360, "height": 640})
    for language in ("fr", "nl", "sv", "bg", "hr", "el", "ar", "hy"):
        words = json.loads((CATALOGUES / f"{language}.json").read_text(encoding="utf-8"))
        page.goto(f"{server.url}/verify")
        karin.ask("PUT", "/api/me/settings", 204, {"language": language})
        page.goto(f"{server.url}/#/moderation")
        expect(page.get_by_role("heading", level=1)).to_have_text(words["ui.moderation"])
        page.get_by_test_id("measure-2").click()
        length = words["ui.moderation.length.24"]
        # A name that runs the other way is isolated.
        name = "\u2068Vic van der Velden\u2069" if language == "ar" else "Vic van der Velden"
        received = words["ui.moderation.do.mute"].format(name=name, length=length)
        expect(page.get_by_test_id("impose")).to_have_text(received)
        accessible(page)


def test_reports_about_one_person_stand_together_and_are_settled_at_once(
    visit: Visit, club: Server
) -> None:
    vic, other, holder = Client(club, "Vic"), Client(club, "Bystander"), Client(club)
    holder.sign_up("Hilda")
    guests = [Client(club, f"Guest {letter}") for letter in "ABCDEFG"]
    table = club.new_table(cookie=vic.cookie, begin=False)
    there = [Person(club, {**table, "cookie": one.cookie}) for one in (vic, other, holder, *guests)]
    for person in there:
        person.sit()
    received = {"table": table["table"], "reason": "abuse", "text": "He shouts."}
    for one in (guests[0], *guests, holder):
        one.post("/api/reports", 204, **received, person=vic.me["id"])
    guests[0].post("/api/reports", 204, **received, person=other.me["id"])

    karin = visit("phone")
    sign_in(karin, club, "Karin", PASSWORD)
    # By key: the page may still be laid out anew between a pointer's going down and up.
    karin.get_by_test_id("moderation").press("Enter")
    group = karin.get_by_test_id(f"about-{vic.me['id']}")
    expect(group).to_contain_text("8 reports, 1 of them by accounts")
    expect(group.get_by_role("article")).to_have_count(5)
    expect(group.get_by_role("article").first).to_contain_text("Reported by Hilda")
    expect(group).to_contain_text("Guest A, a guest, has reported 2 people.")
    expect(group).to_contain_text("reported 2 times")
    at_every_size(karin, accessible)
    group.get_by_test_id("rest").click()
    expect(group.get_by_role("article")).to_have_count(8)
    group.get_by_test_id("settle-all").click()
    karin.get_by_test_id("outcome").fill("A word with Vic.")
    karin.get_by_test_id("settle-it").click()
    expect(group).to_have_count(0)
    expect(karin.get_by_role("article")).to_have_count(1)
    karin.get_by_test_id("moderation-audit").click()
    expect(karin.get_by_test_id("audit")).to_contain_text("Karin settled all reports about Vic")
