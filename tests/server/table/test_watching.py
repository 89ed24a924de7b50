"""Spectators: their admission, the messages they are sent, and their removal."""

from __future__ import annotations

import itertools
import json
from contextlib import closing
from typing import Any

from company import FRIENDS, catch_up, come, open_table
from http_person import Browser
from server_process import Person, Server


def knock(server: Server, table: str, cookie: str, watch: int | None = None) -> dict[str, Any]:
    """Return the answer to a person who asks to come to a table."""
    person = Person(server, {"table": table, "cookie": cookie})
    person.watch = watch
    person.knock()
    answer = person.receive("update", "refused")
    person.close()
    return answer


def agree(server: Server, host: Person, **terms: str) -> None:
    """Have the host change the terms of the table."""
    path = f"/api/tables/{host.seated['table']}/terms"
    form = {"preset": "french", "level": "beginner", "terms": terms}
    status, answer = server.post(path, json.dumps(form).encode(), host.seated["cookie"])
    assert status == 200, answer


def rejected(person: Person) -> str:
    """Return why a spectator is removed; the line stays open."""
    received = person.receive("refused")
    assert received["id"] is None
    assert person.ask("say", phrase="hello")["code"] == "join-first"
    return str(received["code"])


# --- over a shoulder ------------------------------------------------------------------------------


def over_shoulders(server: Server, host: Person) -> list[Person]:
    """Return one person on four lines, each over another shoulder."""
    cookie = server.guest("Eve")
    eyes = [Person(server, {**host.seated, "cookie": cookie}) for _ in range(4)]
    for seat, eye in enumerate(eyes):
        eye.watch = seat
        eye.sit()
    return eyes


def test_over_a_shoulder_one_sees_the_hand_of_the_deal_before_and_none_of_this(
    server: Server,
) -> None:
    host = open_table(server, terms={"watch": "seat"}, level="beginner")
    eyes = over_shoulders(server, host)
    assert host.ask("begin")["type"] == "ack"
    host.play_until(lambda view: view["legal"] and sum(view["tricks_won"]) >= 4)
    for eye in eyes:
        catch_up(eye)
        assert all(received["view"]["hand"] == [] for received in eye.updates if received["view"])
        assert eye.version == host.version
        assert eye.view["trick"] == host.view["trick"], "what lies open, as it lies there"
        eye.updates.clear()

    host.play_until(lambda view: view["sheet"])
    over = catch_up(host)["version"]
    for seat, eye in enumerate(eyes):
        while (eye.version or 0) < over:
            eye.receive("update")
        received = [one for one in eye.updates if one["view"]["seat"] >= 0]
        assert received[0]["since"] is None, "the deal is told anew, from a snapshot"
        assert {one["view"]["seat"] for one in received} == {seat}
        sizes = [len(one["view"]["hand"]) for one in received]
        assert sizes[-9:] == sorted(sizes[-9:], reverse=True), "card by card"
        assert (max(sizes), sizes[-1]) == (8, 0)
        for before, after in itertools.pairwise(received):
            assert after["since"] in (None, before["version"])
        eye.updates.clear()

    number = host.view["deal_number"]
    host.play_until(lambda view: view["legal"] and view["hand"] and view["deal_number"] > number)
    held = set(catch_up(host)["view"]["hand"])
    for eye in eyes:
        catch_up(eye)
        eye.send({"type": "since", "version": 0})
        eye.receive("update")
        shown = [received["view"] for received in eye.updates]
        assert {view["deal_number"] for view in shown} == {number}, "a deal behind"
        assert all(view["hand"] == [] for view in shown), "which was over"
    late = Person(server, {**host.seated, "cookie": server.guest("Fay")})
    late.watch = 0
    late.sit()
    catch_up(late)
    hands = [set(received["view"]["hand"]) for received in late.updates]
    assert max(map(len, hands)) == 8, "who comes later sees that deal too"
    assert held not in hands
    assert late.ask("sit", seat=2)["type"] == "ack", "who knows no hand may play"
    assert catch_up(late)["view"]["deal_number"] > number


def test_who_looks_over_a_shoulder_finds_the_way_back_to_the_table_as_it_is(
    server: Server,
) -> None:
    host = open_table(server, terms={"watch": "seat"}, level="beginner")
    assert host.ask("begin")["type"] == "ack"
    eye = over_shoulders(server, host)[1]
    host.play_until(lambda view: view["sheet"] and view["legal"])
    assert catch_up(eye)["view"]["seat"] == 1
    version = eye.version
    eye.close()
    eye.sit(since=version)
    assert (eye.update["since"], eye.update["events"]) == (version, []), "nothing was missed"
    eye.close()
    eye.watch = None
    eye.sit(since=version)
    assert eye.update["view"]["seat"] == -1
    assert eye.version == catch_up(host)["version"], "the table as it is now"


# --- where nobody may watch -----------------------------------------------------------------------


def test_where_no_one_may_watch_a_person_who_could_sit_down_is_sent_nothing_of_play(
    server: Server,
) -> None:
    host = open_table(server, terms={"watch": "none", "talk": "free"}, level="beginner")
    eve = come(server, host, "Eve")
    assert eve.ask("say", text="May I?")["type"] == "ack", "before a match it is a waiting room"
    assert host.receive("said")["text"] == "May I?"
    assert host.ask("begin")["type"] == "ack"
    host.play_until(lambda view: view["sheet"] and view["phase"] != "deal_over")
    assert host.ask("say", reaction="clap")["type"] == "ack"
    assert eve.ask("say", reaction="clap")["code"] == "not-seated"
    catch_up(eve)
    late = Person(server, {**host.seated, "cookie": server.guest("Late")})
    late.sit(since=host.version - 4 if host.version else None)
    for person in (eve, late):
        updates = person.updates
        assert all(received["view"] is None and received["clock"] is None for received in updates)
        incoming = {event["event"] for received in updates for event in received["events"]}
        assert incoming <= {"seat_taken"}, "seats before the match, and nothing of it"
        assert not [frame for frame in person.frames if "clap" in frame]
        assert [one["bot"] for one in person.update["players"]] == [False, True, True, True]
    assert len(eve.frames) < 20, "nor is the pace of play told"
    assert late.ask("sit", seat=2)["type"] == "ack"
    catch_up(late)
    assert late.view and late.update["you"] == 2, "who sits down sees what a player sees"


def test_where_nobody_watches_and_no_seat_is_to_be_had_nobody_comes(server: Server) -> None:
    host = open_table(server, terms={"watch": "none"})
    people = [come(server, host, name) for name in FRIENDS[1:]]
    eve = come(server, host, "Eve")
    for seat, person in enumerate(people, 1):
        assert person.ask("sit", seat=seat)["type"] == "ack"
    assert rejected(eve) == "no-watching", "the last seat is taken"
    table = host.seated["table"]
    assert knock(server, table, server.guest("Fay"))["code"] == "no-watching"
    assert host.ask("begin")["type"] == "ack"
    assert knock(server, table, server.guest("Fay"))["code"] == "no-watching"
    assert knock(server, table, people[0].seated["cookie"])["you"] == 1, "who plays comes back"
    assert people[2].ask("stand")["type"] == "ack"
    assert knock(server, table, server.guest("Fay"))["view"] is None, "for a bot's seat"


def test_the_deal_of_the_day_of_another_person_is_closed_to_everyone(server: Server) -> None:
    cookie = server.guest("Ida")
    _, seated = server.post("/api/daily", b"", cookie)
    ida = Person(server, {**seated, "cookie": cookie})
    code = ida.sit()["code"]
    stranger = server.guest("Jo")
    assert knock(server, seated["table"], stranger)["code"] == "no-watching"
    assert knock(server, seated["table"], stranger, watch=0)["code"] == "no-watching"
    for name in (seated["table"], code):
        for path in (f"/api/tables/{name}", f"/api/tables/{name}/qr.svg", f"/join/{name}"):
            assert server.get(path, stranger)[0] == 404, path
    assert server.get(f"/api/tables/{seated['table']}/record", stranger)[0] == 403
    assert server.get(f"/api/tables/{seated['table']}", cookie)[0] == 200


def test_nothing_is_agreed_at_a_table_of_the_day(server: Server) -> None:
    cookie = server.guest("Kim")
    _, seated = server.post("/api/daily", b"", cookie)
    with closing(Person(server, {**seated, "cookie": cookie})) as kim:
        kim.sit()
        assert kim.ask("pause", on=True)["code"] == "no-pause"
        assert kim.ask("stand")["code"] == "played-today"
        terms = json.dumps({"preset": "french"}).encode()
        answer = server.post(f"/api/tables/{seated['table']}/terms", terms, cookie)
        assert answer[1]["code"] == "played-today"


# --- sending away ---------------------------------------------------------------------------------


def test_when_the_terms_change_those_go_who_may_not_stay(server: Server) -> None:
    host = Browser(server, "Ann")
    friend = Browser(server, "Bea")
    host.sign_up("Ann of the table")
    host.ask("PUT", f"/api/friends/{friend.me['id']}", 204)
    friend.ask("PUT", f"/api/friends/{host.me['id']}", 204)
    at_table = host.sit(begin=False)
    table = at_table.seated["table"]
    bea, eve = (
        Person(server, {"table": table, "cookie": cookie})
        for cookie in (friend.cookie, server.guest("Eve"))
    )
    bea.sit()
    eve.sit()
    agree(server, at_table, sit="friends", watch="none")
    assert rejected(eve) == "not-invited"
    assert bea.ask("say", phrase="hello")["type"] == "ack"
    assert knock(server, table, eve.seated["cookie"])["code"] == "not-invited"
    agree(server, at_table, sit="link", watch="table")
    eve.send({"type": "join", "table": table})
    assert eve.receive("update")["table"] == table, "by the line that was kept"


def test_a_spectator_is_listed_by_name_and_removed_for_good(server: Server) -> None:
    host = open_table(server, level="beginner")
    assert host.ask("begin")["type"] == "ack"
    eve, fay = come(server, host, "Eve"), come(server, host, "Fay")
    names = {one["name"]: one["person"] for one in catch_up(host)["onlookers"]}
    assert set(names) == {"Eve", "Fay"} and host.update["watching"] == 2
    assert fay.ask("show_out", person=names["Eve"])["code"] == "not-the-host"
    assert host.ask("show_out", person="nobody")["code"] == "no-such-person"
    again = Person(server, {**eve.seated})
    again.sit()
    assert host.ask("show_out", person=names["Eve"])["type"] == "ack"
    assert rejected(eve) == rejected(again) == "shown-out", "every socket of hers"
    assert [one["name"] for one in catch_up(host)["onlookers"]] == ["Fay"]
    table = host.seated["table"]
    assert knock(server, table, eve.seated["cookie"])["code"] == "shown-out"
    assert knock(server, table, fay.seated["cookie"])["type"] == "update"
    server.kill()
    server.start()
    assert knock(server, table, eve.seated["cookie"])["code"] == "shown-out", "for good"


def test_who_was_sent_away_is_so_under_an_account_too(server: Server) -> None:
    host = open_table(server)
    guest = Browser(server, "Gil")
    gil = Person(server, {**host.seated, "cookie": guest.cookie})
    gil.sit()
    assert host.ask("show_out", person=guest.me["id"])["type"] == "ack"
    Browser(server).sign_up("Gil Goodbye")
    guest.log_in("Gil Goodbye")
    table = host.seated["table"]
    assert knock(server, table, guest.cookie)["code"] == "shown-out"
    held = guest.get("/api/me/export")["removed_spectators"]
    assert [row["table_id"] for row in held] == [table]


def test_nobody_who_sits_is_sent_away_as_one_who_looks_on(server: Server) -> None:
    host = open_table(server)
    bea = come(server, host, "Bea")
    assert bea.ask("sit", seat=1)["type"] == "ack"
    me = catch_up(bea)["players"][1]["person"]
    assert host.ask("show_out", person=me)["code"] == "no-such-person"
    own = catch_up(host)["players"][0]["person"]
    assert host.ask("show_out", person=own)["code"] == "no-such-person"
