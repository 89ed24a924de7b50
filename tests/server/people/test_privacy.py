"""Privacy: tables and presence, as seen by people without an invitation."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from http_person import Browser
from in_process import serving_in_process
from server_process import Person, Server
from waiting import until

from rebelote.server.table.room import AWAY_SECONDS


def one_deal(server: Server, name: str) -> tuple[Browser, Person]:
    """Return an account still at a private table, after a match of one deal."""
    host = Browser(server)
    host.sign_up(name)
    person = host.sit(level="beginner", options={"end_deals": 1})
    person.play_until(lambda view: view["winner"] is not None)
    return host, person


def tables_in(profile: dict[str, Any]) -> list[str | None]:
    return [match["table"] for match in profile["matches"]]


# --- tables ---------------------------------------------------------------------------------------


def test_a_profile_names_a_table_only_to_those_who_sat_there(server: Server) -> None:
    host, person = one_deal(server, "Hanna Holm")
    table = person.seated["table"]
    path = f"/api/people/{host.get('/api/me')['id']}"
    assert tables_in(host.get(path)) == [table]
    for stranger in (Browser(server), Browser(server, "Stranger")):
        received = stranger.get(path)
        assert tables_in(received) == [None]
        assert table not in json.dumps(received)
    mate = Browser(server, "Mate")
    there = Person(server, {"table": table, "cookie": mate.cookie})
    there.sit()
    assert tables_in(mate.get(path)) == [None], "who looked on has not sat there"
    assert there.ask("sit", seat=1)["type"] == "ack"
    assert tables_in(mate.get(path)) == [table]


def test_nothing_that_is_public_names_a_private_table(server: Server) -> None:
    """No answer to a person names it either; every address of the interface is requested."""
    host, person = one_deal(server, "Ingrid Inn")
    secrets = (person.seated["table"], person.seated["code"])
    known = {"person": host.get("/api/me")["id"], "preset": "french", "digest": "x", "report": "1"}
    stranger = Browser(server, "Stranger")
    asked = [*addresses(stranger, known), "/api/people?name=Ingrid", "/health", "/metrics"]
    assert len(asked) > 30
    opened = 0
    for path in asked:
        status, body = server.get(path, stranger.cookie)
        assert status in (200, 400, 401, 403, 404, 409, 422), (path, status, body)
        opened += status == 200
        assert not [secret for secret in secrets if secret.encode() in body], path
    assert opened > 20


def addresses(asks: Browser, known: dict[str, str]) -> list[str]:
    """Return the GET paths of the interface that the known parameters suffice for."""
    paths = asks.get("/api/schema/openapi.json")["paths"]
    result = (re.sub(r"{(\w+)}", lambda part: known.get(part[1], "{}"), path) for path in paths)
    return [
        path
        for path, of in zip(result, paths, strict=True)
        if "{" not in path and "get" in paths[of]
    ]


def test_a_private_match_is_not_sent_to_those_who_know_its_id(server: Server) -> None:
    """Record, review, opinion and replay of a table where nobody may watch: no name, no card.

    But for the invitation: a holder of the id of a table may come to it.
    """
    host = Browser(server)
    host.sign_up("Ilse Inside")
    person = host.sit(level="beginner", options={"end_deals": 1}, terms={"watch": "none"})
    person.play_until(lambda view: view["winner"] is not None)
    [played] = host.get("/api/me/matches")["matches"]
    known = {"table": person.seated["table"], "match": played["match"], "deal": "1", "action": "1"}
    known |= {"step": "1"}
    invitation = [f"/api/tables/{known['table']}{more}" for more in ("", "/qr.svg")]
    stranger, asked = Browser(server, "Stranger"), 0
    for path in addresses(stranger, known):
        of_it = any(one in path for one in (known["table"], known["match"]))
        if not of_it or path in invitation:
            continue
        status, body = server.get(path, stranger.cookie)
        assert status in (400, 403, 404, 409), (path, status, body)
        assert b"Ilse" not in body and b'"cards"' not in body, path
        asked += 1
    assert asked >= 8


def test_where_people_played_a_stranger_sits_down_only_while_one_of_them_is_there(
    tmp_path: Path,
) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        _, person = one_deal(server, "Judit Jung")
        table = {"table": person.seated["table"]}
        person.close()
        stranger = Person(server, {**table, "cookie": server.guest("Stranger")})
        stranger.sit()
        room = server.core.lobby.tables[table["table"]].room
        until(lambda: len(room.connected) == 1)
        server.pass_time(AWAY_SECONDS + 1)
        while stranger.update["players"][0]["connected"]:
            stranger.receive("update")  # the last to leave is away once everybody knows it
        assert stranger.ask("sit", seat=1)["code"] == "nobody-here"
        person.sit()
        assert stranger.ask("sit", seat=1)["type"] == "ack"


def test_the_link_of_a_new_table_works_before_the_host_is_back(server: Server) -> None:
    """A person who sends a link from a phone leaves the page of the table for a moment."""
    table = server.new_table("Ann", begin=False)
    friend = Person(server, {"table": table["table"], "cookie": server.guest("Bea")})
    friend.sit()
    assert friend.ask("sit", seat=2)["type"] == "ack"


def test_who_played_comes_by_the_same_link_the_next_evening(server: Server) -> None:
    _, person = one_deal(server, "Karla Kost")
    mate = Browser(server, "Mate")
    there = Person(server, {"table": person.seated["table"], "cookie": mate.cookie})
    there.sit()
    assert there.ask("sit", seat=2)["type"] == "ack"
    for one in (person, there):
        one.send({"type": "rematch", "id": f"again {id(one)}", "expect": there.version})
        assert one.receive("ack")["type"] == "ack"
    while there.update["view"]["winner"] is not None:
        there.receive("update")
    person.close()
    assert there.ask("stand")["type"] == "ack"
    there.close()
    server.kill()
    server.start()
    there.sit()
    assert there.ask("sit", seat=2)["type"] == "ack", "before anybody else of the table is there"


# --- presence -------------------------------------------------------------------------------------


def test_only_friends_of_each_other_see_that_one_is_here(server: Server) -> None:
    lena, moa = Browser(server, "Lena"), Browser(server, "Moa")
    lena.sign_up("Lena here")
    moa.sit(begin=False)
    lena.ask("PUT", f"/api/me/relations/{moa.me['id']}", 204, {"kind": "friend"})
    assert [row["here"] for row in lena.get("/api/me/relations")] == [False]
    moa.ask("PUT", f"/api/me/relations/{lena.me['id']}", 204, {"kind": "friend"})
    assert [row["here"] for row in lena.get("/api/me/relations")] == [True]
    moa.ask("PUT", f"/api/me/relations/{lena.me['id']}", 204, {"kind": "block"})
    assert lena.get("/api/me/relations") == []


# --- what is said ---------------------------------------------------------------------------------

PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
EMOJI = "\U0001f469\u200d\U0001f52c \u2764\ufe0f"
SAID = {
    "\u202etfel ot thgir": "tfel ot thgir",
    "a" + "\u0301" * 199: "\u00e1" + "\u0301" * 4,
    "line" + "\n" * 89 + "break": "line break",
    "zero\u200b\u2060width\x00": "zerowidth",
    PERSIAN: PERSIAN,
    EMOJI: EMOJI,
}


@pytest.mark.parametrize(("said", "incoming"), SAID.items())
def test_what_is_said_is_cleaned_and_joined_letters_stay_joined(
    server: Server, said: str, incoming: str
) -> None:
    ann = Browser(server, "Ann").sit(begin=False)
    assert ann.ask("say", text=said)["type"] == "ack"
    received = [json.loads(frame) for frame in ann.frames]
    assert [one["text"] for one in received if one["type"] == "said"] == [incoming]


def test_what_is_only_invisible_is_not_said(server: Server) -> None:
    ann = Browser(server, "Ann").sit(begin=False)
    for said in ("\u200b" * 150, "\u2800" * 50, "\u3164", "\u0301", "\ufe0f\u200d"):
        assert ann.ask("say", text=said)["code"] == "malformed"
