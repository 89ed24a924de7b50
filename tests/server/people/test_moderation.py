"""Moderation: reports, sanctions, roles, and the audit log."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import forked
import msgspec
import pytest
from databases import looking_into
from earlier import first_release
from http_person import PASSWORD, Browser, command, in_the_file
from in_process import serving_in_process
from server_process import Person, Server

from rebelote.rules.records.record import Record
from rebelote.server.base.storage.sqlite_store import SqliteStore
from rebelote.server.people import accounts
from rebelote.server.people import schemas as people_schemas
from rebelote.server.people.accounts import Accounts
from rebelote.server.people.moderation import Moderation


@pytest.fixture(scope="module")
def admin(server: Server) -> Browser:
    """Return the first admin, granted by a command on the server's machine."""
    keeper = Browser(server)
    keeper.sign_up("Keeper Karin")
    assert command(server, "grant", "keeper karin") == "keeper karin is now an administrator\n"
    keeper.cookie = ""
    assert keeper.log_in("Keeper Karin")["role"] == "admin"
    return keeper


# --- who may --------------------------------------------------------------------------------------

EVERYTHING = [
    ("GET", "/api/admin/reports"),
    ("GET", "/api/admin/reports/groups"),
    ("POST", "/api/admin/reports/settle"),
    ("GET", "/api/admin/reports/1/record"),
    ("POST", "/api/admin/reports/1/settle"),
    ("DELETE", "/api/admin/reports/1/settle"),
    ("GET", "/api/admin/sanctions"),
    ("POST", "/api/admin/sanctions"),
    ("DELETE", "/api/admin/sanctions/1"),
    ("GET", "/api/admin/admins"),
    ("PUT", "/api/admin/people/x/role"),
    ("GET", "/api/admin/audit"),
    ("GET", "/api/admin/nodes"),
    ("GET", "/api/admin/fair-play"),
    ("GET", "/api/admin/fair-play/x/y"),
    ("POST", "/api/admin/fair-play/x/y/decision"),
    ("POST", "/api/admin/fair-play/x/y/question"),
]
BODIES = {
    "settle": {"outcome": "nothing"},
    "sanctions": {"person": "x", "kind": "mute", "reason": "shouting"},
    "measures": {"person": "x", "kind": "mute", "reason": "shouting"},
    "role": {"role": "admin"},
    "decision": {"decision": "nothing", "note": "well led"},
}


@pytest.mark.parametrize(("verb", "path"), EVERYTHING)
def test_only_admins_may(server: Server, verb: str, path: str) -> None:
    body = BODIES.get(path.rpartition("/")[2]) if verb in ("POST", "PUT") else None
    assert Browser(server).ask(verb, path, 401, body)["code"] == "who-are-you"
    assert Browser(server, "Ann").ask(verb, path, 403, body)["code"] == "admins-only"


def test_everything_of_the_keepers_is_asked_about_above(server: Server) -> None:
    schema = Browser(server).get("/api/schema/openapi.json")
    served = {
        (verb.upper(), path)
        for path, verbs in schema["paths"].items()
        for verb in verbs
        if path.startswith("/api/admin")
    }
    asked = {
        (verb, path.replace("/1", "/{report}" if "reports" in path else "/{sanction}"))
        for verb, path in EVERYTHING
    }
    filled = (("/x/y", "/{person}/{other}"), ("/x/", "/{person}/"))
    for given, name in filled:
        asked = {(verb, path.replace(given, name)) for verb, path in asked}
    assert served == asked


def test_roles_are_given_and_taken_back(server: Server, admin: Browser) -> None:
    otto = Browser(server)
    otto.sign_up("Otto Olsson")
    me = otto.get("/api/me")["id"]
    admin.ask("PUT", f"/api/admin/people/{me}/role", 204, {"role": "admin"})
    assert otto.get("/api/me")["role"] == "admin"
    assert otto.get("/api/admin/reports") == []
    assert command(server, "list") == "Keeper Karin\nOtto Olsson\n"
    listed = admin.get("/api/admin/admins")
    assert [one["name"] for one in listed] == ["Keeper Karin", "Otto Olsson"]
    assert listed[1]["person"] == me
    admin.ask("PUT", f"/api/admin/people/{me}/role", 204, {"role": ""})
    assert otto.code("GET", "/api/admin/reports", 403) == "admins-only"
    guest = Browser(server, "A guest")
    path = f"/api/admin/people/{guest.me['id']}/role"
    assert admin.code("PUT", path, 404, role="admin") == "no-such-person"


def test_who_lost_a_password_is_given_another(server: Server) -> None:
    nora = Browser(server)
    nora.sign_up("Nora Nilsson")
    new = command(server, "password", "nora nilsson").strip()
    old = {"name": "Nora Nilsson", "password": PASSWORD}
    nora.cookie = ""
    assert nora.code("POST", "/api/login", 401, **old) == "wrong-login"
    assert nora.log_in("Nora Nilsson", new)["name"] == "Nora Nilsson"
    assert len(nora.get("/api/me/sessions")) == 1, "every other has ended"
    assert "no such person" in command(server, "password", "nobody", status=1)


def test_a_password_that_was_given_is_good_for_three_days(tmp_path: Path) -> None:
    """A person who has chosen another by then keeps it."""
    with serving_in_process(tmp_path / "log.sqlite") as server:
        Browser(server).sign_up("Nora Nilsson")
        Browser(server).sign_up("Olga Olsson")
        nora, olga, chosen = Browser(server), Browser(server), "rain over the harbour"
        given = command(server, "password", "Nora Nilsson").strip()
        nora.log_in("Nora Nilsson", given)
        another = command(server, "password", "Olga Olsson").strip()
        olga.log_in("Olga Olsson", another)
        olga.post("/api/me/password", 204, old=another, new=chosen)
        sql = "UPDATE people SET password_until = password_until - ?"
        change(server, sql, accounts.GIVEN_SECONDS)
        late = {"name": "Nora Nilsson", "password": given}
        assert Browser(server).code("POST", "/api/login", 401, **late) == "password-expired"
        wrong = {**late, "password": "something else"}
        assert Browser(server).code("POST", "/api/login", 401, **wrong) == "wrong-login"
        assert Browser(server).log_in("Olga Olsson", chosen)["name"] == "Olga Olsson"
        assert nora.get("/api/me")["name"] == "Nora Nilsson", "a session goes on"


def change(server: Server, sql: str, *values: Any) -> None:
    """Change a server's file behind its back."""
    with looking_into(server.database) as file:
        file.execute(sql, values)


def test_the_command_says_what_is_wrong_in_a_sentence(server: Server, tmp_path: Path) -> None:
    assert command(server, "grant", "nobody", status=1) == "rebelote: There is no such person.\n"
    assert "There is no such sanction" in command(server, "lift", "99", status=1)
    done = forked.run("admin", "list", "--database", "nowhere.sqlite", folder=tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("rebelote: there is no nowhere.sqlite")
    assert not list(tmp_path.iterdir())


# --- measures -------------------------------------------------------------------------------------


def test_who_is_banned_gets_up_and_plays_no_more_until_it_is_lifted(
    server: Server, admin: Browser
) -> None:
    paul, mate = Browser(server), Browser(server, "Mate")
    paul.sign_up("Paul Paulsson")
    me = paul.get("/api/me")["id"]
    table = server.new_table(cookie=paul.cookie, begin=False)
    one, two = (Person(server, {**table, "cookie": b.cookie}) for b in (paul, mate))
    one.sit()
    two.sit()
    assert two.ask("sit", seat=1)["type"] == "ack"
    assert one.ask("begin")["type"] == "ack"
    ban = {"person": me, "kind": "ban", "reason": "leaves every game", "hours": 48}
    before = time.time()
    admin.ask("POST", "/api/admin/sanctions", 204, ban)
    assert one.receive("refused")["code"] == "banned"
    with pytest.raises(Exception, match="4403"):
        one.next()
    while not two.update["players"][0]["bot"]:
        two.next()
    two.close()
    again = Person(server, {**table, "cookie": paul.cookie})
    again.knock()
    assert again.receive("refused")["code"] == "banned"
    again.close()
    assert paul.code("POST", "/api/tables", 403, preset="french") == "banned"
    assert paul.get("/api/me/export")["sanctions"][0]["reason"] == "leaves every game"

    (measure,) = admin.get(f"/api/admin/sanctions?person={me}")
    assert (measure["name"], measure["kind"], measure["lifted"]) == ("Paul Paulsson", "ban", None)
    assert measure["until"] == measure["since"] + 48 * 3600
    assert before <= measure["since"] <= time.time()
    assert (measure["by_name"], measure["lifted_by_name"]) == ("Keeper Karin", "")
    assert measure in admin.get("/api/admin/sanctions?in_force=true")
    assert admin.get(f"/api/admin/sanctions?person={me}&in_force=false") == []
    admin.ask("DELETE", f"/api/admin/sanctions/{measure['id']}", 204)
    paul.post("/api/tables", 201, preset="french")
    path = f"/api/admin/sanctions/{measure['id']}"
    assert admin.code("DELETE", path, 404) == "no-such-measure"
    (measure,) = admin.get(f"/api/admin/sanctions?person={me}")
    assert measure["lifted_by"] == admin.get("/api/me")["id"]
    assert measure["lifted_by_name"] == "Keeper Karin"
    assert admin.get(f"/api/admin/sanctions?person={me}&in_force=true") == []
    assert measure in admin.get("/api/admin/sanctions?in_force=false")


def test_who_is_muted_plays_and_says_nothing(server: Server, admin: Browser) -> None:
    quiet = Browser(server, "Quiet")
    person = quiet.sit(begin=False)
    assert person.ask("say", phrase="hello")["type"] == "ack"
    mute = {"person": quiet.me["id"], "kind": "mute", "reason": "shouting"}
    admin.ask("POST", "/api/admin/sanctions", 204, mute)
    assert person.ask("say", phrase="hello")["code"] == "muted"
    assert person.ask("begin")["type"] == "ack"


def test_a_ban_goes_along_with_the_guest_who_logs_in(server: Server, admin: Browser) -> None:
    Browser(server).sign_up("Rita Rosen")
    guest = Browser(server, "Some guest")
    ban = {"person": guest.me["id"], "kind": "ban", "reason": "cheats", "hours": 1}
    admin.ask("POST", "/api/admin/sanctions", 204, ban)
    guest.log_in("Rita Rosen")
    assert guest.code("POST", "/api/tables", 403, preset="french") == "banned"


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"person": "nobody"}, 404, "no-such-person"),
        ({"hours": 0}, 400, "malformed"),
        ({"hours": -3}, 400, "malformed"),
        ({"hours": 1e9}, 400, "malformed"),
        ({"reason": "  "}, 400, "malformed"),
        ({"reason": "x" * 1001}, 413, "too-large"),
        ({"kind": "hang"}, 400, "malformed"),
    ],
)
def test_a_measure_wants_a_person_a_reason_and_a_time(
    server: Server, admin: Browser, change: dict[str, Any], status: int, code: str
) -> None:
    asked = {"person": admin.get("/api/me")["id"], "kind": "mute", "reason": "a test", **change}
    assert admin.code("POST", "/api/admin/sanctions", status, **asked) == code


def test_a_measure_ends_by_itself_and_is_noticed_from_another_process(tmp_path: Path) -> None:
    async def keep_order() -> None:
        people = Accounts(SqliteStore(str(tmp_path / "log.sqlite")))
        await people.timekeeper.load()
        here, there = Moderation(people), Moderation(people)
        person, _ = await people.new_guest("Tor", "")
        assert here.sanction(person.id) is None
        await there.impose("keeper", people_schemas.NewSanction(person.id, "mute", "shouting", 1))
        await there.impose("keeper", people_schemas.NewSanction(person.id, "ban", "cheats", 2))
        assert (here.sanction(person.id), there.sanction(person.id)) == (None, "banned")
        await here.refresh()
        assert here.sanction(person.id) == "banned"
        assert [one.kind for one in await here.sanctions(in_force=True)] == ["ban", "mute"]
        await people.write(("UPDATE sanctions SET until = 1 WHERE kind = 'ban'", ()))
        assert [one.kind for one in await here.sanctions(in_force=False)] == ["ban"]
        await here.refresh()
        assert here.sanction(person.id) == "muted"
        await people.store.stop()

    asyncio.run(keep_order())


def test_a_ban_by_the_command_reaches_the_table_the_banned_sits_at(server: Server) -> None:
    karl, mate = Browser(server), Browser(server, "Mate")
    karl.sign_up("Karl Karlsson")
    table = server.new_table(cookie=karl.cookie, begin=False)
    one, two, other = (
        Person(server, {**table, "cookie": cookie})
        for cookie in (karl.cookie, mate.cookie, karl.cookie)
    )
    for person in (one, two, other):
        person.sit()
    assert two.ask("sit", seat=1)["type"] == "ack"
    assert two.update["players"][0]["person"] == karl.get("/api/me")["id"]
    printed = command(server, "ban", "Karl Karlsson", "--reason", "leaves every game")
    for socket in (one, other):
        received = socket.receive("refused")
        assert (received["code"], bool(received["message"])) == ("banned", True)
        with pytest.raises(Exception, match="4403"):
            socket.next()
    while two.update["players"][0]["person"]:
        two.next()
    command(server, "lift", printed.split()[1].rstrip(":"))


def test_a_new_password_by_the_command_closes_every_socket(server: Server) -> None:
    lars, other = Browser(server), Browser(server, "Another")
    lars.sign_up("Lars Larsson")
    sockets, stays = [lars.sit(), lars.sit()], other.sit()
    command(server, "password", "Lars Larsson")
    for socket in sockets:
        with pytest.raises(Exception, match="1012"):
            while True:
                socket.next()
    assert lars.get("/api/me") is None
    again = Person(server, sockets[0].seated)
    with pytest.raises(Exception, match="4401"):
        again.knock()
        again.next()
        again.next()
    stays.send({"type": "ping"})
    assert stays.receive("pong")


# --- reports --------------------------------------------------------------------------------------


def test_a_report_carries_the_table_the_deal_and_the_talk(server: Server, admin: Browser) -> None:
    ulla, vic = Browser(server, "Ulla"), Browser(server, "Vic")
    table = server.new_table(cookie=ulla.cookie, begin=False, options={"target": 200})
    one, two = (Person(server, {**table, "cookie": b.cookie}) for b in (ulla, vic))
    one.sit()
    two.sit()
    assert two.ask("sit", seat=1)["type"] == "ack"
    assert two.ask("say", text="you are all blind")["type"] == "ack"
    received = {
        "table": table["table"],
        "person": vic.me["id"],
        "reason": "abuse",
        "text": " rude ",
    }
    ulla.post("/api/reports", 204, **received)
    (result,) = admin.get("/api/admin/reports")
    assert (result["by_name"], result["against_name"], result["text"]) == ("Ulla", "Vic", "rude")
    assert result["version"] == two.version
    assert [(line["name"], line["text"]) for line in result["talk"]] == [
        ("Vic", "you are all blind")
    ]
    record = f"/api/admin/reports/{result['id']}/record"
    assert admin.code("GET", record, 409) == "deal-not-over"

    ulla.ask("DELETE", "/api/me", 204)
    settle = f"/api/admin/reports/{result['id']}/settle"
    admin.ask("POST", settle, 204, {"outcome": "warned"})
    assert admin.get("/api/admin/reports") == []
    (settled,) = admin.get("/api/admin/reports?settled=true")
    assert (settled["outcome"], settled["by_name"]) == ("warned", "")
    assert settled["settled_by_name"] == "Keeper Karin"
    admin.ask("DELETE", settle, 204)
    assert admin.get("/api/admin/reports")[0]["outcome"] is None
    line = command(server, "reports").splitlines()[2]
    assert line.rstrip() == "   abuse:", "what Ulla wrote went with her"
    command(server, "settle", str(result["id"]), "talked with Vic")
    assert admin.get("/api/admin/reports") == []


def test_the_record_of_a_report_is_of_the_match_it_was_made_in(
    server: Server, admin: Browser
) -> None:
    wanda = Browser(server, "Wanda")
    person = wanda.sit(options={"target": 100}, level="beginner")
    watcher = Browser(server, "Watcher")
    looking = Person(server, {**person.seated, "cookie": watcher.cookie})
    looking.sit()
    person.play_until(lambda view: view["phase"] == "play")
    received = {"table": person.seated["table"], "person": watcher.me["id"], "reason": "other"}
    wanda.post("/api/reports", 204, **received)
    person.play_until(lambda view: view["phase"] == "match_over")
    _, first = server.get(f"/api/tables/{person.seated['table']}/record", wanda.cookie)
    person.send({"type": "rematch", "id": "again", "expect": person.version})
    person.receive("ack")
    person.receive("update")
    person.play_until(lambda view: view["phase"] == "match_over")
    result = next(r for r in admin.get("/api/admin/reports") if r["against_name"] == "Watcher")
    status, record = server.get(f"/api/admin/reports/{result['id']}/record", admin.cookie)
    assert (status, record) == (200, first)
    assert str(Record.parse(record.decode())) == record.decode()
    _, second = server.get(f"/api/tables/{person.seated['table']}/record", wanda.cookie)
    assert second != first


def test_a_report_is_about_a_person_at_the_table_by_a_person_at_the_table(
    server: Server,
) -> None:
    xander, stranger = Browser(server, "Xander"), Browser(server, "Stranger")
    person = xander.sit()
    received = {"table": person.seated["table"], "reason": "cheating"}
    for about in (stranger.me["id"], "nobody", xander.me["id"]):
        code = xander.code("POST", "/api/reports", 404, **received, person=about)
        assert code == "no-such-person"
    code = stranger.code("POST", "/api/reports", 403, **received, person=xander.me["id"])
    assert code == "not-yours"
    received["table"] = "nowhere"
    code = stranger.code("POST", "/api/reports", 404, **received, person=xander.me["id"])
    assert code == "no-such-table"


# --- the book -------------------------------------------------------------------------------------


def test_every_act_stands_in_the_book(server: Server, admin: Browser) -> None:
    yves = Browser(server)
    me = yves.sign_up("Yves Yvon")["id"]
    by = admin.get("/api/me")["id"]
    measure = {"person": me, "kind": "mute", "reason": "a test", "hours": 3}
    admin.ask("POST", "/api/admin/sanctions", 204, measure)
    (result,) = admin.get(f"/api/admin/sanctions?person={me}")
    admin.ask("DELETE", f"/api/admin/sanctions/{result['id']}", 204)
    printed = command(server, "ban", "Yves Yvon", "--reason", "another test")
    number = printed.split()[1].rstrip(":")
    command(server, "lift", number)
    admin.ask("PUT", f"/api/admin/people/{me}/role", 204, {"role": "admin"})
    command(server, "revoke", "Yves Yvon")
    book = [act for act in admin.get("/api/admin/audit") if act["about"] == me]
    assert [(act["by"] == by, act["act"], act["facts"]) for act in reversed(book)] == [
        (True, "mute", {"hours": 3, "reason": "a test"}),
        (True, "lift", {"measure": result["id"], "kind": "mute"}),
        (False, "ban", {"reason": "another test"}),
        (False, "lift", {"measure": int(number), "kind": "ban"}),
        (True, "role", {"role": "admin"}),
        (False, "role", {}),
    ]
    assert {(act["by"], act["by_name"]) for act in book} == {(by, "Keeper Karin"), ("keeper", "")}
    assert {act["about_name"] for act in book} == {"Yves Yvon"}
    older = admin.get(f"/api/admin/audit?before={book[-1]['id']}")
    assert all(act["id"] < book[-1]["id"] for act in older)
    assert "keeper ban Yves Yvon: reason another test" in command(server, "audit")
    assert PASSWORD not in command(server, "audit")
    rows = in_the_file(server, "SELECT count(*) FROM audit")
    assert rows[0][0] >= len(book)


def test_what_stood_in_the_book_as_prose_is_data_now(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite"
    prose = {
        ("mute", "24 h: shouting: loud"): {"hours": 24.0, "reason": "shouting: loud"},
        ("mute", "0.5 h: none"): {"hours": 0.5, "reason": "none"},
        ("ban", "until lifted: cheats"): {"reason": "cheats"},
        ("lift mute", "measure 7"): {"measure": 7, "kind": "mute"},
        ("lift ban", "measure 12"): {"measure": 12, "kind": "ban"},
        ("role", "admin"): {"role": "admin"},
        ("role", "none"): {},
        ("password", "a new one"): {},
        ("settle", "report 3: warned: twice"): {"report": 3, "outcome": "warned: twice"},
        ("reopen", "report 3: "): {"report": 3},
    }
    with first_release(path) as file:
        sql = "INSERT INTO audit (at, by, act, about, detail) VALUES (1, 'keeper', ?, 'ann', ?)"
        file.executemany(sql, prose)
    order = Moderation(Accounts(SqliteStore(str(path))))
    result = [
        (act.act, msgspec.to_builtins(act.facts)) for act in reversed(asyncio.run(order.audit()))
    ]
    assert result == [(act.partition(" ")[0], details) for (act, _), details in prose.items()]
    asyncio.run(order.store.stop())
