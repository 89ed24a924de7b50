"""Friends: requests, presence, blocks, invitations and partners, over the real server."""

from __future__ import annotations

import itertools
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from http_person import Browser, in_the_file
from in_process import InProcess, serving_in_process
from server_process import Person
from waiting import until

from rebelote.server.base.storage import schema
from rebelote.server.features.friends import friendships, invitations

NUMBERS = itertools.count()
SERVING = serving_in_process


class Member(Browser):
    """A person with an account of a name of their own."""

    def __init__(self, server: InProcess, name: str) -> None:
        super().__init__(server)
        self.name = f"{name} {_letters(next(NUMBERS))}"
        self.me = self.sign_up(self.name)
        self.id = str(self.me["id"])

    def friends(self) -> dict[str, Any]:
        result: dict[str, Any] = self.get("/api/friends")
        return result

    def befriend(self, other: Browser, status: int = 204) -> Any:
        return self.ask("PUT", f"/api/friends/{other.me['id']}", status)

    def relate(self, other: Browser, kind: str) -> None:
        self.ask("PUT", f"/api/me/relations/{other.me['id']}", 204, {"kind": kind})

    def allow(self, **allowed: Any) -> None:
        self.ask("PUT", "/api/friends/settings", 204, allowed)

    def result(self, name: str) -> list[str]:
        return [one["name"] for one in self.get(f"/api/people?name={name.replace(' ', '+')}")]

    def invite(self, other: Browser, table: str, status: int = 204) -> Any:
        body = {"person": other.me["id"], "table": table}
        return self.ask("POST", "/api/friends/invitations", status, body)


def _letters(number: int) -> str:
    """Return a word for a number: names have few digits."""
    return "Q" + "".join(chr(ord("a") + int(digit)) for digit in str(number))


def two_friends(server: InProcess) -> tuple[Member, Member]:
    ann, bea = Member(server, "Ann"), Member(server, "Bea")
    ann.befriend(bea)
    bea.befriend(ann)
    return ann, bea


def names(rows: list[dict[str, Any]]) -> list[str]:
    return [row["name"] for row in rows]


def listening(server: InProcess, who: Browser) -> Person:
    """Return a connection that asks for news."""
    person = Person(server, {"table": "", "cookie": who.cookie})
    person.dial()
    person.send({"type": "listen"})
    person.send({"type": "ping"})
    person.receive("pong")
    return person


# --- requests -------------------------------------------------------------------------------------


def test_friends_are_those_who_have_both_said_so(server: InProcess) -> None:
    ann, bea = Member(server, "Ann"), Member(server, "Bea")
    ann.befriend(bea)
    assert (names(ann.friends()["sent"]), ann.friends()["friends"]) == ([bea.name], [])
    assert (names(bea.friends()["requests"]), bea.friends()["friends"]) == ([ann.name], [])
    bea.befriend(ann)
    for one, other in ((ann, bea), (bea, ann)):
        lists = one.friends()
        assert names(lists["friends"]) == [other.name]
        assert (lists["requests"], lists["sent"]) == ([], [])
    ann.ask("DELETE", f"/api/friends/{bea.id}", 204)
    assert not any(one.friends()["friends"] for one in (ann, bea))
    assert not bea.friends()["requests"]


def test_a_refused_request_looks_like_one_that_is_not_read_and_is_not_seen_again(
    server: InProcess,
) -> None:
    ann, bea, eve = (Member(server, name) for name in ("Ann", "Bea", "Eve"))
    ann.befriend(bea)
    before = ann.get("/api/friends")
    bea.ask("DELETE", f"/api/friends/requests/{ann.id}", 204)
    assert ann.get("/api/friends") == before
    ann.ask("DELETE", f"/api/friends/{bea.id}", 204)
    ann.befriend(bea)
    assert bea.friends()["requests"] == []
    held = ann.get("/api/me/export")["relations"]
    assert [row["kind"] for row in held] == ["friend"], "one's own export tells nothing of it"
    bea.befriend(ann)
    assert names(ann.friends()["friends"]) == [bea.name], "she has changed her mind"
    bea.ask("DELETE", f"/api/friends/requests/{eve.id}", 204)
    assert not [row for row in bea.get("/api/me/export")["relations"] if row["other"] == eve.id]


def test_who_was_only_asked_takes_no_request_back(server: InProcess) -> None:
    ann, bea = Member(server, "Ann"), Member(server, "Bea")
    ann.befriend(bea)
    bea.ask("DELETE", f"/api/friends/{ann.id}", 204)
    assert names(bea.friends()["requests"]) == [ann.name]


def test_a_guest_asks_only_people_met_at_a_table(server: InProcess) -> None:
    bea, guest = Member(server, "Bea"), Browser(server, "Passer")
    assert guest.code("PUT", f"/api/friends/{bea.id}", 409) == "no-request"
    in_the_file(server, "INSERT INTO seated VALUES (?, 'somewhere')", bea.id)
    in_the_file(server, "INSERT INTO seated VALUES (?, 'somewhere')", guest.me["id"])
    guest.ask("PUT", f"/api/friends/{bea.id}", 204)
    assert names(bea.friends()["requests"]) == ["Passer"]


def test_strangers_cannot_fill_anybodys_list(server: InProcess) -> None:
    bea, met, late = (Member(server, name) for name in ("Bea", "Met", "Late"))
    for number in range(friendships.FROM_STRANGERS):
        add_person(server, f"stranger{number}", bea.id)
    assert late.befriend(bea, 409)["code"] == "no-request"
    for person in (bea, met):
        in_the_file(server, "INSERT INTO seated VALUES (?, 'cafe')", person.id)
    met.befriend(bea)
    lists = bea.friends()["requests"]
    assert len(lists) == friendships.FROM_STRANGERS + 1
    bea.allow(asked="nobody")
    assert met.ask("PUT", f"/api/friends/{bea.id}", 204) is None, "asked already"
    other = Member(server, "Other")
    in_the_file(server, "INSERT INTO seated VALUES (?, 'cafe')", other.id)
    assert other.befriend(bea, 409)["code"] == "no-request"
    bea.allow(asked="met")
    other.befriend(bea)


def add_person(server: InProcess, person: str, asks: str) -> None:
    sql = "INSERT INTO people (id, name, created, seen) VALUES (?, ?, 0, ?)"
    in_the_file(server, sql, person, person, time.time())
    in_the_file(server, "INSERT INTO relations VALUES (?, ?, 'friend', 1)", person, asks)


def test_open_requests_are_few(server: InProcess) -> None:
    ann, bea = Member(server, "Ann"), Member(server, "Bea")
    for number in range(friendships.SENT):
        sql = "INSERT INTO relations VALUES (?, ?, 'friend', 1)"
        in_the_file(server, sql, ann.id, f"asked{number}")
    assert ann.befriend(bea, 409)["code"] == "friends-full"
    bea.befriend(ann)
    ann.befriend(bea)
    assert names(bea.friends()["friends"]) == [ann.name], "to accept is not to ask"


def test_nobody_befriends_oneself_or_nobody(server: InProcess) -> None:
    ann = Member(server, "Ann")
    for nobody in ("no-one-at-all", ann.id):
        assert ann.code("PUT", f"/api/friends/{nobody}", 404) == "no-such-person"


def test_a_page_of_before_asks_and_accepts_by_relations(server: InProcess) -> None:
    ann, bea = Member(server, "Ann"), Member(server, "Bea")
    ann.relate(bea, "friend")
    [known] = ann.get("/api/me/circle")
    assert (known["kind"], known["pending"], known["here"]) == ("friend", True, False)
    bea.relate(ann, "friend")
    [known] = ann.get("/api/me/relations")
    assert (known["kind"], known["pending"], known["here"]) == ("friend", False, False)
    bea.relate(ann, "mute")
    assert [row["kind"] for row in bea.get("/api/me/relations")] == ["friend", "mute"]
    bea.ask("DELETE", f"/api/me/relations/{ann.id}", 204)
    assert (ann.get("/api/me/relations"), bea.get("/api/me/relations")) == ([], [])


# --- search ---------------------------------------------------------------------------------------


def test_only_whole_names_are_found_unless_people_allow_more(server: InProcess) -> None:
    ann, bea = Member(server, "Ann"), Member(server, "Wilhelmina")
    assert ann.result("Wilhelmina") == []
    assert ann.result(bea.name.upper()) == [bea.name]
    bea.allow(findable=True)
    assert ann.result("wilh") == [bea.name]
    assert ann.result("wi") == [], "too few letters"
    bea.allow(findable=True, asked="nobody")
    assert ann.result("wilh") == ann.result(bea.name) == []
    assert bea.get("/api/friends/settings") == {
        "presence": "friends",
        "findable": True,
        "asked": "nobody",
    }


def test_a_person_mutes_and_blocks_so_many_at_most(
    server: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rebelote.server.people.relations.AVOIDED", 1)
    ann, bea, cee = (Member(server, name) for name in ("Ann", "Bea", "Cee"))
    for kind in ("mute", "block"):
        ann.relate(bea, kind)
        ann.relate(bea, kind)
        path = f"/api/me/relations/{cee.me['id']}"
        assert ann.code("PUT", path, 409, kind=kind) == "relations-full"
        ann.ask("DELETE", f"/api/me/relations/{bea.me['id']}", 204)
        ann.relate(cee, kind)
        ann.ask("DELETE", path, 204)


# --- blocked is invisible, both ways --------------------------------------------------------------


def test_who_is_blocked_is_invisible_and_so_is_who_blocks(server: InProcess) -> None:
    ann, bea = two_friends(server)
    host = ann.sit(begin=False, terms={"sit": "open"})
    table = host.seated["table"]
    assert table in [card["table"] for card in bea.get("/api/tables")]
    bea.relate(ann, "block")
    for one, other in ((ann, bea), (bea, ann)):
        assert one.friends() == {
            "friends": [],
            "requests": [],
            "sent": [],
            "invitations": [],
            "bots": [],
        }
        assert one.result(other.name) == []
    assert table not in [card["table"] for card in bea.get("/api/tables")]
    assert ann.invite(bea, table, 409)["code"] == "not-friends"
    ann.befriend(bea)  # looks like any other request
    assert names(ann.friends()["sent"]) == [bea.name]
    assert bea.friends()["requests"] == []
    with closing(bea.sit(begin=False, terms={"sit": "open"})) as hers:
        assert hers.seated["table"] not in [card["table"] for card in ann.get("/api/tables")]


# --- presence -------------------------------------------------------------------------------------


def seen(who: Member, friend: Member) -> tuple[str, str, str]:
    [row] = [row for row in who.friends()["friends"] if row["person"] == friend.id]
    return row["state"], row["table"], row["may"]


def test_friends_see_where_one_is_as_one_allows(server: InProcess) -> None:
    ann, bea = two_friends(server)
    stranger = Member(server, "Eve")
    assert seen(ann, bea) == ("away", "", "")
    with closing(bea.sit(begin=False)) as host:
        table = host.seated["table"]
        assert seen(ann, bea) == ("table", table, "join")
        bea.allow(presence="nobody")
        assert seen(ann, bea) == ("away", "", "")
        assert ann.get("/api/me/relations")[0]["here"] is False
        bea.allow(presence="friends")
        assert ann.get("/api/me/relations")[0]["here"] is True
        assert table not in str(stranger.friends())
    until(lambda: seen(ann, bea) == ("away", "", ""))


def test_a_private_table_is_shown_to_friends_of_its_host_alone(server: InProcess) -> None:
    ann, bea = two_friends(server)
    host = Member(server, "Hal")
    with closing(host.sit(begin=False)) as at_table:
        seated = {"table": at_table.seated["table"], "cookie": bea.cookie}
        with closing(Person(server, seated)) as guest:
            guest.sit()
            assert guest.ask("sit", seat=1)["type"] == "ack"
            assert seen(ann, bea) == ("table", "", "")


def test_a_table_without_room_can_be_watched_where_its_terms_say_so(server: InProcess) -> None:
    ann, bea = two_friends(server)
    with closing(bea.sit(preset="french", terms={"watch": "none"})) as host:
        assert seen(ann, bea)[2] == "join", "a bot's seat is free"
        assert host.seated["table"] == seen(ann, bea)[1]


def test_a_deal_of_the_day_is_nobody_elses_business(server: InProcess) -> None:
    ann, bea = two_friends(server)
    seated = bea.post("/api/daily?preset=french", 201)
    with closing(Person(server, {**seated, "cookie": bea.cookie})) as daily:
        daily.sit()
        assert seen(ann, bea) == ("table", "", "")


# --- invitations ----------------------------------------------------------------------------------


def test_a_friend_is_invited_at_once_and_comes(server: InProcess) -> None:
    ann, bea = two_friends(server)
    with closing(listening(server, bea)) as news, closing(ann.sit(begin=False)) as host:
        table = host.seated["table"]
        ann.invite(bea, table)
        assert news.receive("news")["what"] == "invitation"
        [row] = bea.friends()["invitations"]
        assert (row["name"], row["table"]) == (ann.name, table)
        ann.invite(bea, table)  # not told again so soon
        news.send({"type": "ping"})
        assert news.next()["type"] == "pong"
        bea.ask("DELETE", f"/api/friends/invitations/{ann.id}", 204)
        assert bea.friends()["invitations"] == []


def test_an_invitation_is_valid_for_a_while(server: InProcess) -> None:
    ann, bea = two_friends(server)
    with closing(ann.sit(begin=False)) as host:
        ann.invite(bea, host.seated["table"])
        assert bea.friends()["invitations"]
        at = time.time() - invitations.VALID_SECONDS - 5
        in_the_file(server, "UPDATE invitations SET at = ? WHERE person = ?", at, bea.id)
        assert not bea.friends()["invitations"]


def test_only_friends_are_invited_and_only_to_ones_own_table(server: InProcess) -> None:
    ann, bea = two_friends(server)
    eve = Member(server, "Eve")
    with closing(ann.sit(begin=False)) as host:
        table = host.seated["table"]
        assert ann.invite(eve, table, 409)["code"] == "not-friends"
        assert bea.invite(ann, table, 403)["code"] == "not-yours"


def test_an_inviter_does_not_learn_that_a_person_there_is_blocked(server: InProcess) -> None:
    ann, bea = two_friends(server)
    cem = Member(server, "Cem")
    bea.relate(cem, "block")
    with closing(ann.sit(begin=False)) as host:
        table = host.seated["table"]
        with closing(Person(server, {"table": table, "cookie": cem.cookie})) as guest:
            guest.sit()
            assert guest.ask("sit", seat=1)["type"] == "ack"
            ann.invite(bea, table)
            assert bea.friends()["invitations"] == []


def test_requests_and_their_acceptance_are_news(server: InProcess) -> None:
    ann, bea = Member(server, "Ann"), Member(server, "Bea")
    with closing(listening(server, ann)) as of_ann, closing(listening(server, bea)) as of_bea:
        ann.befriend(bea)
        assert of_bea.receive("news")["what"] == "request"
        bea.befriend(ann)
        assert of_ann.receive("news")["what"] == "friend"


# --- partners -------------------------------------------------------------------------------------


def played(server: InProcess, table: str, seats: dict[int, str], won: bool, at: float) -> None:
    for seat, person in seats.items():
        row = (table, 1, seat, person, None, "french", at, False, won == (seat % 2 == 0))
        sql = f"INSERT INTO played VALUES ({', '.join('?' * 11)}, NULL, NULL, false)"
        in_the_file(server, sql, *row, 1000, 500)


def test_partners_and_pairs_follow_from_what_was_played(server: InProcess) -> None:
    ann, bea = two_friends(server)
    cem, eve = Member(server, "Cem"), Member(server, "Eve")
    for number, won in enumerate((True, True, False)):
        seats = {0: ann.id, 1: cem.id, 2: bea.id, 3: eve.id}
        played(server, f"pairs-{ann.id}-{number}", seats, won, 1000.0 + number)
    ann.relate(eve, "block")
    result = ann.get("/api/friends/partners")
    [pair] = result["pairs"]
    assert (pair["name"], pair["matches"], pair["won"], pair["friend"]) == (bea.name, 3, 2, True)
    assert {row["name"] for row in result["recent"]} == {bea.name, cem.name}
    assert not [
        row for row in eve.get("/api/friends/partners")["recent"] if row["person"] == ann.id
    ]


# --- what was kept before -------------------------------------------------------------------------


@pytest.mark.sqlite
def test_lists_of_before_become_friends_and_requests(tmp_path: Path) -> None:
    file = sqlite3.connect(tmp_path / "old.sqlite")
    folder = Path(schema.__file__).parent / "migrations"
    file.executescript((folder / "0001_baseline.sql").read_text("utf-8"))
    add = "INSERT INTO relations VALUES (?, ?, ?, ?)"
    mutual = [("ann", "bea", "friend", 1), ("bea", "ann", "friend", 2)]
    separate = [("cem", "ann", "friend", 1), ("ann", "cem", "block", 2)]
    asked = [(f"fan{number:02}", "ann", "friend", number) for number in range(60)]
    file.executemany(add, mutual + separate + asked)
    file.executescript((folder / "0002_friends.sql").read_text("utf-8"))
    left = {row[:2] for row in file.execute("SELECT person, other FROM relations")}
    assert {("ann", "bea"), ("bea", "ann"), ("ann", "cem")} <= left
    assert ("cem", "ann") not in left
    fans = sorted(person for person, _ in left if person.startswith("fan"))
    assert fans[0] >= "fan09" and fans[-1] == "fan59" and len(fans) <= 50
    file.close()
