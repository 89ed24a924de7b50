"""The moderation queue over real requests: its order, groups and pages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from databases import looking_into
from http_person import Browser, command
from server_process import Person, Server, serving

from rebelote.server.base.runtime import rate_limits

FLOODERS = 30


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path / "log.sqlite") as server:
        yield server


@pytest.fixture
def admin(server: Server) -> Browser:
    karin = Browser(server)
    karin.sign_up("Karin Keeper")
    command(server, "grant", "Karin Keeper")
    return karin


def report(by: Browser, table: str, about: str, text: str, reason: str = "abuse") -> None:
    by.post("/api/reports", 204, table=table, person=about, reason=reason, text=text)


def at_a_table(server: Server, *people: Browser) -> tuple[str, list[Person]]:
    """Seat these people at one table, which the first opens."""
    table = server.new_table(cookie=people[0].cookie, begin=False)
    there = [Person(server, {**table, "cookie": one.cookie}) for one in people]
    for person in there:
        person.sit()
    return table["table"], there


def pages(admin: Browser, path: str) -> list[list[dict[str, Any]]]:
    result, after = [], ""
    while True:
        page = admin.get(f"{path}?after={after}")
        result.append(page["groups"])
        if page["next"] is None:
            return result
        after = page["next"]


def flood(server: Server, count: int) -> None:
    """Store a flood of reports by guests, each about another person."""
    with looking_into(server.database) as file:
        file.executemany(
            "INSERT INTO reports (at, by, against, table_id, version, reason, text, talk) "
            "VALUES (?, ?, ?, 'none', 1, 'other', 'noise', '[]')",
            [(float(n), f"flooder {n % FLOODERS}", f"bystander {n}") for n in range(count)],
        )
        file.commit()


def test_a_report_of_an_account_stands_before_a_flood_and_a_guests_is_reached(
    server: Server, admin: Browser
) -> None:
    flood(server, 300)
    vic, guest, holder = Browser(server, "Vic"), Browser(server, "Guest"), Browser(server)
    holder.sign_up("Hilda Holder")
    bad = Browser(server, "Bad")
    table, _ = at_a_table(server, vic, guest, holder, bad)
    report(holder, table, vic.me["id"], "cheats")
    report(guest, table, bad.me["id"], "shouts")
    result = pages(admin, "/api/admin/reports/groups")
    assert result[0][0]["against_name"] == "Vic"
    assert (result[0][0]["accounts"], result[0][0]["reports"][0]["text"]) == (1, "cheats")
    assert result[-1][-1]["against_name"] == "Bad", "the newest of the guests', on the last page"
    about = [group["against"] for page in result for group in page]
    assert len(about) == len(set(about)) == 302, "each of them once, and nobody left out"
    assert all(len(page) == 25 for page in result[:-1])


def test_who_reports_many_is_seen_to_and_all_of_it_is_settled_at_once(
    server: Server, admin: Browser
) -> None:
    flood(server, 300)
    rows = admin.get("/api/admin/reports?by=flooder%207")
    assert [row["by_open"] for row in rows] == [10] * 10
    admin.ask(
        "POST", "/api/admin/reports/settle", 204, {"outcome": "noise", "told_by": "flooder 7"}
    )
    assert admin.get("/api/admin/reports?by=flooder%207") == []
    assert sum(map(len, pages(admin, "/api/admin/reports/groups"))) == 290
    act = admin.get("/api/admin/audit")[0]
    assert (act["act"], act["about"]) == ("settle-by", "flooder 7")
    assert act["facts"] == {"reports": 10, "outcome": "noise"}
    settled = admin.get("/api/admin/reports?settled=true")
    assert len(settled) == 10
    later = admin.get(f"/api/admin/reports?settled=true&after={settled[3]['id']}")
    assert later == settled[4:]
    again = {"outcome": "noise", "told_by": "flooder 7"}
    assert admin.code("POST", "/api/admin/reports/settle", 404, **again) == "no-such-report"
    both = {**again, "about": "somebody"}
    assert admin.code("POST", "/api/admin/reports/settle", 400, **both) == "malformed"


def test_a_second_report_of_the_same_pair_adds_to_the_first(server: Server, admin: Browser) -> None:
    ann, vic = Browser(server, "Ann"), Browser(server, "Vic")
    table, there = at_a_table(server, ann, vic)
    assert there[1].ask("say", text="you are blind")["type"] == "ack"
    report(ann, table, vic.me["id"], "He shouts.")
    assert there[1].ask("say", text="and deaf")["type"] == "ack"
    report(ann, table, vic.me["id"], "He goes on.\n\n\u202eAnd on.", reason="other")
    report(ann, table, vic.me["id"], "He goes on.", reason="other")
    (group,) = admin.get("/api/admin/reports/groups")["groups"]
    assert (group["count"], group["accounts"]) == (1, 0)
    (kept,) = group["reports"]
    assert (kept["times"], kept["reason"]) == (3, "other")
    assert kept["text"] == "He shouts.\nHe goes on.\nAnd on."
    assert [said["text"] for said in kept["talk"]] == ["you are blind", "and deaf"]
    admin.ask("POST", f"/api/admin/reports/{kept['id']}/settle", 204, {"outcome": "warned"})
    report(ann, table, vic.me["id"], "Again.")
    (group,) = admin.get("/api/admin/reports/groups")["groups"]
    assert group["reports"][0]["text"] == "Again.", "what is settled stays as it was"


def test_many_about_one_are_one_group_with_accounts_first(server: Server, admin: Browser) -> None:
    vic, holder = Browser(server, "Vic"), Browser(server)
    holder.sign_up("Hilda Holder")
    guests = [Browser(server, f"Guest {letter}") for letter in "ABCDEFG"]
    table, _ = at_a_table(server, vic, *guests, holder)
    for one in (*guests, holder):
        report(one, table, vic.me["id"], "rude")
    (group,) = admin.get("/api/admin/reports/groups")["groups"]
    assert (group["count"], group["accounts"], len(group["reports"])) == (8, 1, 5)
    names = [row["by_name"] for row in group["reports"]]
    assert names == ["Hilda Holder", "Guest A", "Guest B", "Guest C", "Guest D"]
    last = group["reports"][-1]["id"]
    rest = admin.get(f"/api/admin/reports?against={vic.me['id']}&after={last}")
    assert [row["by_name"] for row in rest] == ["Guest E", "Guest F", "Guest G"]
    printed = command(server, "reports").splitlines()
    assert printed[0] == "Vic: 8 open, 1 of them by accounts"
    assert printed[1].endswith("Hilda Holder reports Vic")
    command(server, "settle-all", "a word with Vic", "--about", vic.me["id"])
    assert admin.get("/api/admin/reports/groups") == {"groups": [], "next": None}


def test_the_command_turns_the_pages(server: Server) -> None:
    flood(server, 60)
    seen, after = 0, list[str]()
    while True:
        printed = command(server, "reports", *after).splitlines()
        seen += sum(" reports " in line for line in printed)
        if "--after" not in printed[-1]:
            break
        after = ["--after", printed[-1].partition("--after ")[2]]
    assert seen == 60


@pytest.mark.parametrize(
    "after", ["x", "-", "1-", "-1", "9" * 400 + "-" + "9" * 400, "1-2-3", "²-³"]
)
def test_a_page_that_there_is_not_is_no_fault(admin: Browser, after: str) -> None:
    assert "groups" in admin.get(f"/api/admin/reports/groups?after={quote(after)}")


def test_reports_from_one_address_are_counted(tmp_path: Path) -> None:
    rate = rate_limits.BY_ADDRESS["report"]
    with serving(tmp_path / "log.sqlite", "--host", "127.0.0.1") as server:
        guests = [Browser(server, f"Guest {chr(65 + n)}") for n in range(6)]
        table, _ = at_a_table(server, *guests)
        asked = [(one, other) for one in guests for other in guests if one is not other]
        body = {"table": table, "reason": "other"}
        answers = []
        for one, other in asked:
            sent = {**body, "person": other.me["id"]}
            result = server.ask("POST", "/api/reports", _json(sent), one.cookie)
            answers.append(result[0])
        assert answers.count(204) <= rate.most + 1
        assert set(answers) == {204, 429}


def _json(body: dict[str, Any]) -> bytes:
    return json.dumps(body).encode()
