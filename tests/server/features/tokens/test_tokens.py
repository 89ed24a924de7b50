"""Tokens and bot accounts: a program's rights in a person's name, and their end."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest
from databases import looking_into
from http_person import PASSWORD, Browser, command, in_the_file
from server_process import Person, Server, serving
from waiting import until
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from rebelote.server.people.tokens import BOTS, PREFIX, TOKENS
from rebelote.server.web.feature import features

HOME = Path(__file__).parents[4]
ONE_DEAL = {"preset": "french", "level": "beginner", "begin": True, "options": {"end_deals": 1}}
_names = iter(f"Tokenholder {first}{second}" for first in "abcdefghij" for second in "klmnopqrst")


@pytest.fixture
def ann(server: Server) -> Browser:
    browser = Browser(server, "Ann")
    browser.sign_up(next(_names))
    return browser


def ask(
    server: Server, verb: str, path: str, secret: str, body: object = None, **headers: str
) -> tuple[int, Any]:
    """Return the status and the answer of a request with a token."""
    sent = None if body is None else json.dumps(body).encode()
    headers = {"authorization": f"Bearer {secret}", "content-type": "application/json", **headers}
    request = urllib.request.Request(server.url + path, sent, headers, method=verb)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.loads(error.read())["code"]


def token(by: Browser, *scopes: str, **more: Any) -> dict[str, Any]:
    made: dict[str, Any] = by.post(
        "/api/me/tokens", 201, name="a program", scopes=list(scopes), **more
    )
    return made


def bot(by: Browser, name: str) -> tuple[str, str]:
    """Return a bot account, and the secret by which it plays."""
    person = by.post("/api/me/bots", 201, name=name)["person"]
    return person, token(by, "play", "matches", bot=person)["secret"]


def received(
    socket: Any, kind: str, message: dict[str, Any] | None = None, *others: str
) -> dict[str, Any]:
    """Send a message, and return the next one of this type, or of others."""
    if message is not None:
        socket.send(json.dumps(message))
    while (result := json.loads(socket.recv(timeout=60)))["type"] not in (kind, *others):
        pass
    return dict(result)


def dial(server: Server, secret: str) -> Any:
    address = f"ws{server.url.removeprefix('http')}/ws"
    return connect(address, additional_headers={"authorization": f"Bearer {secret}"})


# --- tokens ---------------------------------------------------------------------------------------


def test_a_token_is_shown_once_and_kept_as_a_digest(server: Server, ann: Browser) -> None:
    made = token(ann, "matches", days=3)
    secret = made["secret"]
    assert secret.startswith(PREFIX) and len(secret) > 30
    (listed,) = ann.get("/api/me/tokens")
    assert listed == made["token"] and secret not in json.dumps(listed)
    assert listed["expires"] - listed["created"] == 3 * 86_400
    with looking_into(server.database) as file:
        kept = json.dumps([list(map(str, row)) for row in file.execute("SELECT * FROM tokens")])
    assert secret not in kept and secret.removeprefix(PREFIX) not in kept


def test_a_token_reads_what_its_scope_says_and_nothing_else(server: Server, ann: Browser) -> None:
    secret = token(ann, "matches")["secret"]
    status, body = ask(server, "GET", "/api/me", secret)
    assert status == 200 and json.loads(body)["name"] == ann.get("/api/me")["name"]
    assert ask(server, "GET", "/api/me/matches", secret)[0] == 200
    for verb, path, sent in (
        ("GET", "/api/me/tokens", None),
        ("POST", "/api/me/tokens", {"name": "more", "scopes": ["play"]}),
        ("GET", "/api/me/export", None),
        ("DELETE", "/api/me", {"password": PASSWORD}),
        ("POST", "/api/me/password", {"old": PASSWORD, "new": "another lamp"}),
        ("PUT", "/api/me/name", {"name": "Mallory"}),
        ("GET", "/api/friends", None),
        ("POST", "/api/tables", ONE_DEAL),
        ("GET", "/api/admin/reports", None),
    ):
        assert ask(server, verb, path, secret, sent) == (403, "token-scope"), path


def test_a_token_is_refused_before_anything_else_is_read(server: Server, ann: Browser) -> None:
    secret = token(ann, "matches")["secret"]
    for verb, path, sent in (
        ("GET", "/api/people", None),
        ("PUT", "/api/me/name", {}),
        ("DELETE", "/api/me", 7),
    ):
        assert ask(server, verb, path, secret, sent) == (403, "token-scope"), path
    # Where nobody is asked for, a token is as good as none.
    assert ask(server, "GET", "/api/rules/french", "nonsense")[0] == 200


def test_all_tokens_of_an_account_share_what_one_may_ask(tmp_path: Path) -> None:
    limits = ("--limit", "person.requests=5/3600", "--limit", "person.bots=5/3600")
    with serving(tmp_path / "log.sqlite", *limits) as server:
        ann = Browser(server, "Ann")
        ann.sign_up("Ann Asker")
        reads, plays = token(ann, "matches")["secret"], bot(ann, "Robo Asker")[1]
        other = bot(ann, "Robo Other")[1]
        answers = [ask(server, "GET", "/api/me", secret)[0] for secret in (reads, plays) * 3]
        assert answers == [200] * 5 + [429]
        assert ask(server, "GET", "/api/me", other) == (429, "too-many")
        with dial(server, plays) as one, dial(server, other) as two:
            incoming = [pinged(socket) for socket in (one, two, one, two, one, two)]
        assert incoming == ["pong"] * 5 + ["refused"]
        assert ann.get("/api/me")["name"], "the account's own browser is counted for itself"


def pinged(socket: Any) -> str:
    """Send a ping, and return the type of its answer."""
    socket.send(json.dumps({"type": "ping"}))
    return str(json.loads(socket.recv(timeout=60))["type"])


def test_no_handler_but_those_that_say_so_answers_a_token() -> None:
    open_to_tokens = {
        (path, handler.opt.get("scope"))
        for feature in features()
        for handler in feature.routes
        for path in handler.paths
        if handler.opt.get("scope")
    }
    assert open_to_tokens == {
        ("/api/me", "any"),
        ("/api/me/invitations", "play"),
        ("/api/me/tables", "play"),
        ("/api/friends/invitations/{person:str}", "play"),
        ("/api/me/matches", "matches"),
        ("/api/me/matches.ndjson", "matches"),
        ("/api/me/matches.txt", "matches"),
        ("/api/matches/{match:str}", "matches"),
        ("/api/matches/{match:str}/record", "matches"),
        ("/api/tables", "play"),
        ("/api/tables/{table:str}", "play"),
        ("/api/tables/{table:str}/record", "play"),
    }


def test_a_token_counts_instead_of_a_cookie(server: Server, ann: Browser) -> None:
    secret = token(ann, "matches")["secret"]
    other = Browser(server, "Bea")
    _, body = ask(server, "GET", "/api/me", secret, cookie=other.cookie)
    assert json.loads(body)["id"] == ann.get("/api/me")["id"]
    assert ask(server, "GET", "/api/me/tokens", "nonsense", cookie=ann.cookie) == (
        401,
        "no-such-token",
    )


def test_a_revoked_or_expired_token_ends_at_once(server: Server, ann: Browser) -> None:
    first, second = token(ann, "matches"), token(ann, "matches")
    ann.ask("DELETE", f"/api/me/tokens/{first['token']['id']}", 204)
    assert ask(server, "GET", "/api/me", first["secret"]) == (401, "no-such-token")
    assert ask(server, "GET", "/api/me", second["secret"])[0] == 200
    stranger = Browser(server, "Eve")
    stranger.sign_up(next(_names))
    path = f"/api/me/tokens/{second['token']['id']}"
    assert stranger.code("DELETE", path, 404) == "no-such-page"
    assert ask(server, "GET", "/api/me", second["secret"])[0] == 200


def test_only_accounts_make_tokens_and_only_bots_play_by_them(server: Server, ann: Browser) -> None:
    guest = Browser(server, "Guest")
    asked = {"name": "x", "scopes": ["matches"]}
    assert guest.code("POST", "/api/me/tokens", 409, **asked) == "account-first"
    assert guest.code("POST", "/api/me/bots", 409, name="Robo Guest") == "account-first"
    assert ann.code("POST", "/api/me/tokens", 403, name="x", scopes=["play"]) == "token-scope"
    assert ann.code("POST", "/api/me/tokens", 403, name="x", scopes=[]) == "token-scope"
    for wrong in ({"scopes": ["admin"]}, {"days": 0}, {"days": 999}, {"name": "x" * 99}):
        assert ann.code("POST", "/api/me/tokens", 400, **{**asked, **wrong}) == "malformed"
    other = Browser(server, "Carl")
    other.sign_up(next(_names))
    person, _ = bot(other, "Robo Carl")
    refused = ann.code("POST", "/api/me/tokens", 404, name="x", scopes=["play"], bot=person)
    assert refused == "no-such-person"
    assert ann.code("DELETE", f"/api/me/bots/{person}", 404) == "no-such-person"


def test_an_account_has_only_so_many(server: Server, ann: Browser) -> None:
    for _ in range(TOKENS):
        token(ann, "matches")
    refused = ann.code("POST", "/api/me/tokens", 409, name="x", scopes=["matches"])
    assert refused == "too-many-tokens" and len(ann.get("/api/me/tokens")) == TOKENS
    for number in range(BOTS):
        ann.post("/api/me/bots", 201, name=f"Robo {'abcdefgh'[number]}nn")
    assert ann.code("POST", "/api/me/bots", 409, name="Robo Zed") == "too-many-tokens"
    asked = "SELECT id FROM people WHERE name = ?"
    assert in_the_file(server, asked, "Robo Zed") == [], "a refused account leaves no person"


def test_tokens_and_bots_are_exported_and_go_with_the_account(server: Server, ann: Browser) -> None:
    person, secret = bot(ann, "Robo Leaver")
    exported = ann.get("/api/me/export")
    assert [one["name"] for one in exported["tokens_made"]] == ["a program"]
    assert [one["person"] for one in exported["bots"]] == [person]
    assert secret not in json.dumps(exported)
    ann.ask("DELETE", "/api/me", 204, {"password": PASSWORD})
    assert ask(server, "GET", "/api/me", secret) == (401, "no-such-token")


# --- bots at tables -------------------------------------------------------------------------------


def test_a_bot_plays_at_a_table_of_its_own_and_is_marked(server: Server, ann: Browser) -> None:
    person, secret = bot(ann, "Robo Player")
    status, body = ask(server, "POST", "/api/tables", secret, ONE_DEAL)
    assert status == 201
    table = json.loads(body)["table"]
    with dial(server, secret) as socket:
        socket.send(json.dumps({"type": "join", "table": table, "protocol": 2}))
        while (update := json.loads(socket.recv(timeout=60)))["type"] != "update":
            pass
    assert update["players"][0]["person"] == person
    assert [one.get("program", False) for one in update["players"]] == [True, False, False, False]
    # A restart reads the mark from the log.
    server.stop()
    server.start()
    with dial(server, secret) as socket:
        socket.send(json.dumps({"type": "join", "table": table, "protocol": 2}))
        while (update := json.loads(socket.recv(timeout=60)))["type"] != "update":
            pass
    assert update["players"][0]["program"] is True


def test_a_bot_sits_at_its_owners_tables_and_at_no_other(server: Server, ann: Browser) -> None:
    _, secret = bot(ann, "Robo Guesting")
    stranger = Browser(server, "Dora")
    for host, answer in ((ann, "ack"), (stranger, "refused")):
        table = host.post("/api/tables", 201, preset="french")["table"]
        there = Person(server, {"table": table, "cookie": host.cookie})
        with closing(there), dial(server, secret) as socket:
            there.sit()
            socket.send(json.dumps({"type": "join", "table": table, "protocol": 2}))
            socket.send(json.dumps({"type": "sit", "id": "1", "seat": 2}))
            while (result := json.loads(socket.recv(timeout=60)))["type"] not in ("ack", "refused"):
                pass
        assert (result["type"], result.get("code")) == (
            answer,
            None if answer == "ack" else "bots-own-tables",
        )


def test_a_program_may_not_do_over_a_socket_what_is_for_people(
    server: Server, ann: Browser
) -> None:
    _, secret = bot(ann, "Robo Searcher")
    reading = token(ann, "matches")["secret"]
    with dial(server, secret) as socket:
        for message in (
            {"type": "search", "preset": "french"},
            {"type": "open_replay", "replay": "abc"},
        ):
            socket.send(json.dumps(message))
            result = json.loads(socket.recv(timeout=60))
            assert result["type"] == "refused" and result["code"] in ("token-scope", "malformed")
    for wrong, code in ((reading, "token-scope"), ("nonsense", "no-such-token")):
        with dial(server, wrong) as socket:
            assert json.loads(socket.recv(timeout=60))["code"] == code
            with pytest.raises(ConnectionClosed):
                socket.recv(timeout=60)


def test_a_revoked_token_closes_its_socket(server: Server, ann: Browser) -> None:
    _, secret = bot(ann, "Robo Revoked")
    (made,) = ann.get("/api/me/tokens")
    with dial(server, secret) as socket:
        socket.send(json.dumps({"type": "ping"}))
        assert json.loads(socket.recv(timeout=60))["type"] == "pong"
        ann.ask("DELETE", f"/api/me/tokens/{made['id']}", 204)
        assert json.loads(socket.recv(timeout=60))["code"] == "no-such-token"
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=60)


def test_a_ban_of_an_account_is_one_of_its_bots(server: Server, ann: Browser) -> None:
    _, secret = bot(ann, "Robo Banned")
    with dial(server, secret) as socket:
        socket.send(json.dumps({"type": "ping"}))
        assert json.loads(socket.recv(timeout=60))["type"] == "pong"
        command(server, "ban", ann.get("/api/me")["name"], "--reason", "cheating")
        assert json.loads(socket.recv(timeout=60))["code"] == "banned"
    assert ask(server, "POST", "/api/tables", secret, ONE_DEAL) == (403, "banned")
    assert ann.code("POST", "/api/me/bots", 403, name="Robo Again") == "banned"
    refused = ann.code("POST", "/api/me/tokens", 403, name="x", scopes=["matches"])
    assert refused == "banned"


def test_a_mute_of_an_account_is_one_of_its_bots(server: Server, ann: Browser) -> None:
    _, secret = bot(ann, "Robo Muted")
    table = json.loads(ask(server, "POST", "/api/tables", secret, ONE_DEAL)[1])["table"]
    command(server, "mute", ann.get("/api/me")["name"], "--reason", "shouting")
    with dial(server, secret) as socket:
        received(socket, "update", {"type": "join", "table": table, "protocol": 2})
        said = {"type": "say", "id": "1", "phrase": "hello"}
        assert until(lambda: received(socket, "refused", said, "said").get("code") == "muted")


def test_a_bot_is_banned_without_its_owner_too(server: Server, ann: Browser) -> None:
    person, secret = bot(ann, "Robo Cheat")
    command(server, "ban", person, "--reason", "cheating")
    assert until(lambda: ask(server, "GET", "/api/me", secret) == (403, "banned"))
    assert ann.get("/api/me")["name"]


def test_a_ban_frees_the_seats_of_bots(server: Server, ann: Browser) -> None:
    person, secret = bot(ann, "Robo Leaving")
    guest = Browser(server, "Gus")
    table = json.loads(ask(server, "POST", "/api/tables", secret, {"preset": "french"})[1])["table"]
    with (
        dial(server, secret) as socket,
        closing(Person(server, {"table": table, "cookie": guest.cookie})) as there,
    ):
        received(socket, "update", {"type": "join", "table": table, "protocol": 2})
        assert person in [one["person"] for one in there.sit()["players"]]
        command(server, "ban", ann.get("/api/me")["name"], "--reason", "cheating")
        while person in [one["person"] for one in there.receive("update")["players"]]:
            pass


def avoid(one: Browser, other: str, kind: str) -> None:
    one.ask("PUT", f"/api/me/relations/{other}", 204, {"kind": kind})


def open_table(server: Server, secret: str) -> str:
    """Return a table of a bot at which anybody may sit down."""
    asked = {"preset": "french", "begin": False, "terms": {"sit": "open"}}
    return str(json.loads(ask(server, "POST", "/api/tables", secret, asked)[1])["table"])


def test_a_block_of_an_account_is_one_of_its_bots(server: Server, ann: Browser) -> None:
    _, secret = bot(ann, "Robo Blocked")
    table, eve = open_table(server, secret), Browser(server, "Eve")
    with dial(server, secret) as socket:
        received(socket, "update", {"type": "join", "table": table, "protocol": 2})
        received(socket, "ack", {"type": "sit", "id": "1", "seat": 0})
        assert table in [card["table"] for card in eve.get("/api/tables")]
        avoid(eve, ann.get("/api/me")["id"], "block")
        assert table not in [card["table"] for card in eve.get("/api/tables")]
        with closing(Person(server, {"table": table, "cookie": eve.cookie})) as there:
            there.knock()
            assert there.receive("refused", "update")["code"] == "kept-apart"


def test_a_bot_is_kept_from_a_table_of_a_person_who_blocks_its_owner(
    server: Server, ann: Browser
) -> None:
    _, secret = bot(ann, "Robo Apart")
    eve = Browser(server, "Eve")
    avoid(eve, ann.get("/api/me")["id"], "block")
    with closing(eve.sit(preset="french", begin=False)) as there, dial(server, secret) as socket:
        join = {"type": "join", "table": there.seated["table"], "protocol": 2}
        assert received(socket, "refused", join, "update")["code"] == "kept-apart"


def test_who_has_muted_an_account_reads_no_word_of_its_bots(server: Server, ann: Browser) -> None:
    _, secret = bot(ann, "Robo Talking")
    table, eve, gus = open_table(server, secret), Browser(server, "Eve"), Browser(server, "Gus")
    avoid(eve, ann.get("/api/me")["id"], "mute")
    with (
        dial(server, secret) as socket,
        closing(Person(server, {"table": table, "cookie": eve.cookie})) as muting,
        closing(Person(server, {"table": table, "cookie": gus.cookie})) as reading,
    ):
        received(socket, "update", {"type": "join", "table": table, "protocol": 2})
        received(socket, "ack", {"type": "sit", "id": "1", "seat": 0})
        muting.sit()
        reading.sit()
        for phrase in ("hello", "thanks"):
            received(socket, "ack", {"type": "say", "id": phrase, "phrase": phrase})
        assert reading.receive("said")["phrase"] == "hello"
        eve.ask("DELETE", f"/api/me/relations/{ann.get('/api/me')['id']}", 204)
        received(socket, "ack", {"type": "say", "id": "3", "phrase": "hello"})
        assert reading.receive("said")["phrase"] == "thanks"
        assert muting.receive("said")["phrase"] == "hello"


def test_the_bots_of_an_erased_account_are_erased(server: Server, ann: Browser) -> None:
    person, secret = bot(ann, "Robo Erased")
    table = json.loads(ask(server, "POST", "/api/tables", secret, ONE_DEAL)[1])["table"]
    with dial(server, secret) as socket:
        received(socket, "update", {"type": "join", "table": table, "protocol": 2})
    ann.ask("DELETE", "/api/me", 204, {"password": PASSWORD})
    assert ask(server, "GET", "/api/me", secret) == (401, "no-such-token")
    assert server.get(f"/api/people/{person}")[0] == 404
    assert b"Robo Erased" not in server.database.read_bytes()
    guest = Browser(server, "Gus")
    with closing(Person(server, {"table": table, "cookie": guest.cookie})) as there:
        there.knock()
        assert "Robo Erased" not in json.dumps(there.receive("update", "refused"))


def test_a_bot_that_plays_is_not_an_unused_guest(server: Server, ann: Browser) -> None:
    person, secret = bot(ann, "Robo Used")
    in_the_file(server, "UPDATE people SET seen = 0 WHERE id = ?", person)
    assert ask(server, "GET", "/api/me", secret)[0] == 200
    asked = "SELECT seen FROM people WHERE id = ?"
    assert until(lambda: in_the_file(server, asked, person)[0][0] > 0)


def test_a_profile_says_whose_bot_it_is(server: Server, ann: Browser) -> None:
    person, _ = bot(ann, "Robo Owned")
    me = ann.get("/api/me")
    owner = {"person": me["id"], "name": me["name"]}
    stranger = Browser(server, "Eve")
    assert stranger.get(f"/api/people/{person}")["owner"] == owner
    assert stranger.get(f"/api/people/{me['id']}")["owner"] is None
    ann.ask("DELETE", f"/api/me/bots/{person}", 204)
    assert stranger.get(f"/api/people/{person}")["owner"] is None


# --- invitations ----------------------------------------------------------------------------------


def test_a_bot_comes_where_its_owner_or_a_friend_of_its_owner_invites_it(
    server: Server, ann: Browser
) -> None:
    person, secret = bot(ann, "Robo Invited")
    bea, eve = Browser(server, "Bea"), Browser(server, "Eve")
    bea.sign_up(next(_names))
    bea.me = bea.get("/api/me")
    for one, other in ((ann, bea), (bea, ann)):
        one.ask("PUT", f"/api/friends/{other.get('/api/me')['id']}", 204)
    with closing(bea.sit(preset="french", begin=False)) as host, dial(server, secret) as socket:
        table = host.seated["table"]
        socket.send(json.dumps({"type": "listen"}))
        assert until(lambda: [one["person"] for one in bea.get("/api/friends")["bots"]] == [person])
        received(socket, "update", {"type": "join", "table": table, "protocol": 2})
        sit = {"type": "sit", "id": "1", "seat": 2}
        assert received(socket, "refused", sit, "ack")["code"] == "bots-own-tables"
        invitation = {"person": person, "table": table}
        assert eve.code("POST", "/api/friends/invitations", 409, **invitation) == "not-friends"
        bea.ask("POST", "/api/friends/invitations", 204, invitation)
        assert received(socket, "news")["what"] == "invitation"
        (row,) = json.loads(ask(server, "GET", "/api/me/invitations", secret)[1])
        assert (row["person"], row["table"]) == (bea.me["id"], table)
        assert received(socket, "ack", {**sit, "id": "2"}, "refused")["type"] == "ack"
        assert json.loads(ask(server, "GET", "/api/me/invitations", secret)[1]) == []


def test_an_invitation_of_a_bot_is_dismissed_and_counts_no_more(
    server: Server, ann: Browser
) -> None:
    person, secret = bot(ann, "Robo Dismissing")
    bea = Browser(server, "Bea")
    bea.sign_up(next(_names))
    for one, other in ((ann, bea), (bea, ann)):
        one.ask("PUT", f"/api/friends/{other.get('/api/me')['id']}", 204)
    with closing(bea.sit(preset="french", begin=False)) as host, dial(server, secret) as socket:
        table = host.seated["table"]
        invitation = {"person": person, "table": table}
        bea.ask("POST", "/api/friends/invitations", 204, invitation)
        path = f"/api/friends/invitations/{bea.get('/api/me')['id']}"
        assert ask(server, "DELETE", path, secret)[0] == 204
        received(socket, "update", {"type": "join", "table": table, "protocol": 2})
        sit = {"type": "sit", "id": "1", "seat": 2}
        assert received(socket, "refused", sit, "ack")["code"] == "bots-own-tables"


def test_a_bot_is_sent_no_card_that_its_seat_may_not_know(server: Server, ann: Browser) -> None:
    _, secret = bot(ann, "Robo Looker")
    table = json.loads(ask(server, "POST", "/api/tables", secret, ONE_DEAL)[1])["table"]
    seated = {"table": table, "cookie": ""}
    with closing(Person(server, seated)), dial(server, secret) as socket:
        socket.send(json.dumps({"type": "join", "table": table, "protocol": 2}))
        while (update := json.loads(socket.recv(timeout=60)))["type"] != "update":
            pass
    assert update["you"] == 0 and "hands" not in update["view"]
    for path in (f"/api/matches/{table}", f"/api/matches/{table}/record"):
        assert ask(server, "GET", path, secret) in ((409, "match-not-over"), (404, "no-such-match"))


# --- programs of others ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("program", "example"), [(sys.executable, "server_bot.py"), ("node", "server_bot.mjs")]
)
def test_an_example_plays_a_match_and_reads_it_afterwards(
    server: Server, ann: Browser, program: str, example: str
) -> None:
    beside = shutil.which(program, path=Path(sys.executable).parent) or program
    _, secret = bot(ann, "Robo Example")
    command = [beside, str(HOME / "examples" / example), server.url, secret]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stderr) == (0, "") and " to " in done.stdout
    status, lines = ask(server, "GET", "/api/me/matches.ndjson", secret)
    (line,) = map(json.loads, lines.splitlines())
    assert status == 200 and line["rated"] is False
    assert line["record"]["rules"]["preset"] == "french"
    assert line["match"].startswith(done.stdout.rpartition("/")[2].strip())


@pytest.mark.parametrize(
    ("agent", "preset"),
    [
        ("examples.own_bot:Careful", "french"),
        ("beginner", "ffb-contree-2016"),
        (f"cmd:{sys.executable} examples/player.py", "baloot"),
    ],
)
def test_an_agent_joins_a_table_by_one_command(
    server: Server, ann: Browser, tmp_path: Path, agent: str, preset: str
) -> None:
    robo, secret = bot(ann, "Robo Joiner")
    (tmp_path / "token").write_text(secret, encoding="utf-8")
    command = [sys.executable, "-m", "rebelote", "join", server.url, agent, "--level", "beginner"]
    command += ["--rules", preset, "--set", "end_deals=2", "--token-file", str(tmp_path / "token")]
    done = subprocess.run(command, capture_output=True, text=True, cwd=HOME, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    address, scores = done.stdout.splitlines()
    match = json.loads(ask(server, "GET", f"/api/matches/{address[-12:]}", secret)[1])
    assert match["players"][0]["person"] == robo and " to " in scores


def test_a_refused_token_is_said_in_one_sentence(server: Server, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rebelote", "join", server.url, "random", "--token-file", "-"]
    for more in ([], ["--table", "AAAAAAAAAAAA"]):
        done = subprocess.run([*command, *more], input="no", capture_output=True, text=True)
        assert done.returncode == 1 and done.stderr.count("\n") == 1, done.stderr


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("return None", "answered None: that is no action"),
        ("raise LookupError('no card')", "LookupError: no card (mine.py, line 3, in choose)"),
        (
            "return rebelote.Pass() if view.legal.cards else simplest(view)",
            'answered {"do":"pass"}: You cannot do that at this point of the deal. (not-now; ',
        ),
    ],
)
def test_a_fault_of_an_agent_at_a_table_is_said_in_one_sentence(
    server: Server, ann: Browser, tmp_path: Path, text: str, sentence: str
) -> None:
    _, secret = bot(ann, "Robo Faulty")
    first = "import rebelote; from rebelote.bots.random_bot import simplest"
    (tmp_path / "mine.py").write_text(f"{first}\ndef choose(view):\n    {text}\n")
    call = [sys.executable, "-m", "rebelote", "join", server.url, "mine:choose"]
    call += ["--level", "beginner", "--token-file", "-"]
    done = subprocess.run(call, input=secret, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 1 and done.stderr.count("\n") == 1, done.stderr
    assert re.search(r"deal \d, seat 0: ", done.stderr) and sentence in done.stderr


def test_what_is_sent_over_the_socket_is_as_its_schema_says(server: Server, ann: Browser) -> None:
    status, body, headers = server.ask("GET", "/api/schema/socket.json")
    assert status == 200 and headers["access-control-allow-origin"] == "*"
    document = json.loads(body)
    definitions = {"$defs": document["$defs"]}
    sent = fastjsonschema.compile({**definitions, **document["from_server"]})
    taken = fastjsonschema.compile({**definitions, **document["from_client"]})
    with closing(ann.sit(level="beginner", preset="french", options={"end_deals": 1})) as person:
        person.play_until(lambda view: view["phase"] == "match_over")
        for frame in person.frames:
            sent(json.loads(frame))
    taken({"type": "join", "table": "abc", "protocol": 2})
    taken({"type": "listen"})
    with pytest.raises(fastjsonschema.JsonSchemaException):
        taken({"type": "join"})
