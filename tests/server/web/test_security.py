"""Other sites' pages, guessers and broken clients, which can do nothing (docs/security.md)."""

from __future__ import annotations

import ast
import json
import re
import socket
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import limits as limits_page
import pytest
import schemathesis
from http_person import PASSWORD, Browser, command
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy
from in_process import MovableTime, StoppedTime
from schemathesis.specs.openapi import checks
from server_process import Server, kept_back, serving
from volume import volume
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

import rebelote
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol import schemas
from rebelote.server.base.runtime import rate_limits
from rebelote.server.base.runtime.addresses import networks
from rebelote.server.base.runtime.rate_limits import Limits, Rate
from rebelote.server.web import security


def ask(
    server: Server, verb: str, path: str, body: Any = None, **headers: str
) -> tuple[int, Any, Any]:
    """Return the status, body and headers of the answer to a request with these headers."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    sent = None if body is None else json.dumps(body).encode()
    named = {"content-type": "application/json", **named}
    request = urllib.request.Request(server.url + path, sent, named, method=verb)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read(), answer.headers
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read(), error.headers


# --- headers --------------------------------------------------------------------------------------

PAGES = [
    ("GET", "/", 200),
    ("GET", "/rules", 200),
    ("GET", "/api/me", 200),
    ("GET", "/api/schema/openapi.json", 200),
    ("GET", "/api/rules/french", 200),
    ("GET", "/no/such/page", 404),
    ("POST", "/api/me/password", 401),
    ("PATCH", "/api/me", 405),
]


PUBLIC = ("/api/schema/openapi.json", "/api/rules/french")
"""Answers that pages of other sites may read: the same for everybody, sent without a cookie."""


@pytest.mark.parametrize(("verb", "path", "status"), PAGES)
def test_every_answer_carries_the_headers(
    server: Server, verb: str, path: str, status: int
) -> None:
    body = {"old": "a", "new": "b"} if verb == "POST" else None
    result, _, headers = ask(server, verb, path, body)
    assert result == status
    assert {name: headers[name] for name in security.HEADERS} == security.HEADERS
    assert headers["server"] is None
    assert headers["access-control-allow-origin"] == ("*" if path in PUBLIC else None)
    assert headers["access-control-allow-credentials"] is None
    assert headers["strict-transport-security"] is None  # this is plain http
    assert headers["content-type"].startswith(("text/html; charset", "application/"))
    assert headers["cache-control"] == "no-store" or not path.startswith("/api/")


def test_the_policy_allows_no_script_within_a_page_and_nothing_from_elsewhere() -> None:
    directives = dict(part.split(" ", 1) for part in security.POLICY.split("; "))
    assert directives["script-src"] == "'self'"
    assert directives["default-src"] == directives["object-src"] == "'none'"
    assert directives["base-uri"] == directives["frame-ancestors"] == "'none'"
    sources = set(" ".join(directives.values()).split())
    style = next(source for source in sources if source.startswith("'sha256-"))
    assert sources == {"'none'", "'self'", "data:", style}


FOREIGN = "https://evil.example"
"""A page of another site; `test_foreign.py` has every way to be one."""


def test_an_answer_to_a_foreign_page_carries_them_too(server: Server) -> None:
    _, _, headers = ask(server, "POST", "/api/me", {"name": "Ann"}, origin=FOREIGN)
    assert {name: headers[name] for name in security.HEADERS} == security.HEADERS


# --- other sites ----------------------------------------------------------------------------------


def test_a_page_of_another_site_changes_nothing(server: Server) -> None:
    ann = Browser(server, "Ann")
    for verb, path in (("POST", "/api/me"), ("PUT", "/api/me/settings"), ("DELETE", "/api/me")):
        status, body, _ = ask(
            server, verb, path, {"name": "Eve"}, cookie=ann.cookie, origin=FOREIGN
        )
        assert (status, json.loads(body)["code"]) == (403, "foreign-origin")
    assert ann.get("/api/me")["name"] == "Ann"
    status, _, _ = ask(server, "GET", "/api/me", cookie=ann.cookie, origin=FOREIGN)
    assert status == 200  # what is read is kept from other sites' scripts by their browser


def test_a_page_of_another_site_opens_no_socket(server: Server) -> None:
    ann = Browser(server, "Ann")
    named = {"Origin": FOREIGN, "Cookie": ann.cookie}
    with pytest.raises(InvalidStatus, match="403"):
        connect(f"ws://127.0.0.1:{server.port}/ws", additional_headers=named, legacy=True)
    named = {"Origin": server.url, "Cookie": ann.cookie}
    connect(f"ws://127.0.0.1:{server.port}/ws", additional_headers=named, legacy=True).close()


def test_a_form_of_another_kind_is_not_taken_for_json(server: Server) -> None:
    """A page of another site may send forms and plain text without a preflight.

    The server refuses them whatever origin the request names, even none.
    """
    ann = Browser(server, "Ann")
    kinds = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "text/html")
    other = ("text/json", "application/jsonp", "application/json, text/plain", "")
    charsets = ("utf-16", "latin1", "utf-8; boundary=x")
    for kind in (*kinds, *other, *(f"application/json; charset={name}" for name in charsets)):
        sent = {"content_type": kind, "cookie": ann.cookie}
        status, body, _ = ask(server, "POST", "/api/me", {"name": "Eve"}, **sent)
        assert (status, json.loads(body)["code"]) == (415, "wrong-media-type"), kind
    assert ann.get("/api/me")["name"] == "Ann"
    for kind in ("application/json;charset=UTF-8", 'Application/JSON; charset="utf-8"'):
        sent = {"content_type": kind, "cookie": ann.cookie}
        assert ask(server, "POST", "/api/me", {"name": "Ann"}, **sent)[0] == 200
    status, _, _ = ask(server, "PUT", "/api/me/settings", None, cookie=ann.cookie)
    assert status == 400  # no body at all: it is the handler that refuses it


def test_a_body_of_no_stated_length_is_json_too(server: Server) -> None:
    chunked = b"transfer-encoding: chunked\r\ncontent-type: text/plain\r\n"
    sent = b"POST /api/me HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n" + chunked
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
        line.sendall(sent + b'\r\nf\r\n{"name": "Eve"}\r\n0\r\n\r\n')
        assert b" 415 " in line.recv(1 << 16).partition(b"\r\n")[0]


# --- https behind a proxy -------------------------------------------------------------------------


def test_under_https_the_cookie_is_secure_and_ours_alone(tmp_path: Path) -> None:
    """A trusted proxy passes on https, and the address of the client."""
    path = tmp_path / "log.sqlite"
    with serving(path, "--trusted-proxy", "127.0.0.1") as server:
        received = {"x_forwarded_proto": "https", "x_forwarded_for": "192.0.2.7"}
        status, _, headers = ask(server, "POST", "/api/me", {"name": "Ann"}, **received)
        assert status == 201
        cookie = headers["set-cookie"]
        assert cookie.startswith("__Host-rebelote=")
        assert {"HttpOnly", "SameSite=lax", "Path=/", "Secure"} <= set(cookie.split("; "))
        assert headers["strict-transport-security"] == "max-age=31536000"
        cookie = cookie.partition(";")[0]
        assert (
            json.loads(ask(server, "GET", "/api/me", cookie=cookie, **received)[1])["name"] == "Ann"
        )
        stolen = cookie.removeprefix("__Host-")
        assert ask(server, "GET", "/api/me", cookie=stolen, **received)[1] == b"null"


def test_an_untrusted_proxy_decides_nothing(tmp_path: Path) -> None:
    """The proxy sets neither https nor another address, so a guesser stays the same person."""
    options = ("--uncounted", "192.0.2.1", *kept_back("address.login"))
    with serving(tmp_path / "log.sqlite", *options) as server:
        received = {"x_forwarded_proto": "https"}
        _, _, headers = ask(server, "POST", "/api/me", {"name": "Ann"}, **received)
        assert headers["set-cookie"].startswith("rebelote=")
        statuses = [
            ask(
                server,
                "POST",
                "/api/login",
                {"name": f"Nobody {number}", "password": "guess"},
                x_forwarded_for=f"192.0.2.{number}",
            )[0]
            for number in range(int(rate_limits.BY_ADDRESS["login"].most) + 3)
        ]
        assert statuses.count(429) == 3


# --- how often ------------------------------------------------------------------------------------


def test_the_guessing_of_a_password_is_slowed_down_without_locking_its_owner_out(
    tmp_path: Path,
) -> None:
    options = ("--trusted-proxy", "127.0.0.1", *kept_back("person.password", "address.login"))
    with serving(tmp_path / "log.sqlite", *options) as server:
        owner = Browser(server)
        owner.sign_up("Owner")
        wrong = {"name": "Owner", "password": "a guess"}
        there = {"x_forwarded_for": "198.51.100.9"}
        statuses = [ask(server, "POST", "/api/login", wrong, **there)[0] for _ in range(8)]
        assert statuses == [401] * 5 + [429] * 3
        assert owner.get("/api/me")["name"] == "Owner"
        assert Browser(server).log_in("Owner")["name"] == "Owner"
        named = [{"name": f"Guess {n}", "password": "x"} for n in range(20)]
        statuses = [ask(server, "POST", "/api/login", body, **there)[0] for body in named]
        assert statuses.count(429) > 0


def test_who_guesses_from_many_addresses_is_slowed_down_at_the_account(tmp_path: Path) -> None:
    """Nobody locks the holder out: a browser in which they have logged in goes on as before."""
    most = 5
    options = ("--trusted-proxy", "127.0.0.1", "--limit", f"person.guesses={most}/86400")
    with serving(tmp_path / "log.sqlite", *options) as server:
        signing_up = {"name": "Victim", "password": PASSWORD}
        _, _, headers = ask(
            server, "POST", "/api/me/account", signing_up, x_forwarded_for="192.0.2.1"
        )
        cookies = [kept.partition(";")[0] for kept in headers.get_all("set-cookie")]
        assert [cookie.partition("=")[0] for cookie in cookies] == ["rebelote", "rebelote-device"]

        def log_in(name: str, password: str, address: int, cookie: str = "") -> Any:
            asked, there = {"name": name, "password": password}, f"198.51.100.{address}"
            answer = ask(server, "POST", "/api/login", asked, x_forwarded_for=there, cookie=cookie)
            return answer[0], json.loads(answer[1]).get("code")

        spellings = ("Victim", "v i c t i m")
        tries = [log_in(spellings[n % 2], "a guess", n) for n in range(most + 5)]
        refused = (429, "too-many-guesses")
        assert tries == [(401, "wrong-login")] * most + [refused] * 5
        assert log_in("Victim", PASSWORD, 250) == refused
        for known in cookies:
            assert log_in("Victim", "a guess", 251, known) == (401, "wrong-login")
            assert log_in("Victim", PASSWORD, 252, known) == (200, None)
        device = cookies[1]
        signing_up = {"name": "Another", "password": PASSWORD}
        _, _, headers = ask(server, "POST", "/api/me/account", signing_up)
        other = headers.get_all("set-cookie")[1].partition(";")[0]
        changed = f"{device[:-5]}{'B' if device[-5] == 'A' else 'A'}{device[-4:]}"
        for forged in (other, changed, f"rebelote-device=x{device[16:]}"):
            assert log_in("Victim", PASSWORD, 253, forged) == refused
        assert log_in("Another", PASSWORD, 254) == (200, None)


def guess(counted: Limits, address: str, right: bool = False) -> bool:
    """Return whether a password may be tried; a wrong one is counted."""
    try:
        with counted.guess("ann", address):
            if not right:
                raise IllegalActionError("wrong-login")
    except IllegalActionError as error:
        return error.refusal.code == "wrong-login"
    return True


def test_who_types_the_right_password_is_not_counted_as_guessing() -> None:
    counted = Limits(time=MovableTime().source)
    assert all(guess(counted, "192.0.2.1", right=True) for _ in range(1000))
    most = int(rate_limits.BY_PERSON["guess"].most)
    tries = [guess(counted, "192.0.2.1") for _ in range(most + 1)]
    assert tries == [True] * most + [False]


@pytest.mark.parametrize(
    "network", ["198.51.100.{}", "2001:db8:{}:1::1"], ids=["addresses", "sites"]
)
def test_nine_networks_that_guess_for_a_day_keep_nobody_from_logging_in(network: str) -> None:
    """The networks guess as fast as they can every minute; the holder tries once an hour."""
    time = MovableTime()
    counted = Limits(time=time.source)
    tries = 0
    for minute in range(24 * 60):
        for number in range(9):
            while guess(counted, network.format(number)):
                tries += 1
        if minute % 60 == 0:
            assert guess(counted, "192.0.2.1", right=True)
        time.advance(60)
    assert tries < 9 * (10 + 24 * 6 + 1)  # a network has ten at once, and six more an hour


def test_every_household_of_a_site_counts_as_one_network_that_guesses() -> None:
    counted = Limits(time=MovableTime().source)
    tries = [guess(counted, f"2001:db8:1:{number:x}::1") for number in range(200)]
    assert tries.count(True) == rate_limits.BY_PERSON["guess"].most
    assert guess(counted, "2001:db8:2::1")


def test_ten_networks_can_keep_new_browsers_waiting_and_no_other() -> None:
    """Each network has a tenth of the account's limit, as the document says."""
    network, account = (rate_limits.BY_PERSON[it] for it in ("guess", "guesses"))
    assert (network.most * 10, network.seconds / 10) == (account.most, account.seconds)


def test_guessing_keeps_no_holder_from_a_recovery_code(tmp_path: Path) -> None:
    """Guesses of passwords or of codes from many addresses do not block the code."""
    options = ("--trusted-proxy", "127.0.0.1", "--limit", "person.guesses=3/86400")
    with serving(tmp_path / "log.sqlite", *options) as server:

        def tried(path: str, number: int, **asked: str) -> int:
            there = {"x_forwarded_for": f"198.51.100.{number}"}
            return ask(server, "POST", path, {"name": "Victim", **asked}, **there)[0]

        victim = Browser(server)
        victim.sign_up("Victim")
        code = victim.post("/api/me/recovery-codes", 200, password=PASSWORD)["codes"][0]
        new = "another lamp, further"
        guesses = [tried("/api/login", number, password="a guess") for number in range(6)]
        assert guesses == [401] * 3 + [429] * 3
        codes = [tried("/api/recover", n, code="K7QD-29XN-BHWT", password=new) for n in range(6)]
        assert codes == [401] * 6
        assert tried("/api/login", 100, password=PASSWORD) == 429
        assert tried("/api/recover", 101, code=code, password=new) == 200


@pytest.fixture(scope="module")
def counting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    slow = kept_back("person.table", "person.report", "address.code", "address.guest")
    options = ("--limit", "person.tables=100", *slow)
    with serving(tmp_path_factory.mktemp("counting") / "log.sqlite", *options) as server:
        yield server


def test_guests_tables_codes_and_reports_are_counted(counting: Server) -> None:
    ann = Browser(counting, "Ann")
    statuses = [counting.post("/api/tables", b"{}", ann.cookie)[0] for _ in range(22)]
    assert (statuses[:20], statuses[-1]) == ([201] * 20, 429)
    codes = [counting.get(f"/api/tables/AAAAA{letter}")[0] for letter in "ABCDEFGHJK" * 8]
    assert (codes[0], codes[-1]) == (404, 429)
    named = {"person": "nobody", "table": "nowhere", "reason": "other"}
    reports = [
        ann.server.post("/api/reports", json.dumps(named).encode(), ann.cookie) for _ in "123456"
    ]
    assert [status for status, _ in reports] == [404] * 5 + [429]
    assert reports[-1][1]["code"] == "too-many"
    guests = [counting.post("/api/me", b'{"name": "Ann"}')[0] for _ in range(70)]
    assert (guests[0], guests[-1]) == (201, 429)


def test_a_bucket_fills_up_again_and_never_over() -> None:
    time = StoppedTime()
    counted = Limits(time=time.source)
    rate = rate_limits.BY_ADDRESS["guest"]

    def comes(now: float) -> bool:
        time.now = now
        try:
            counted.by_address("guest", "192.0.2.1")
        except IllegalActionError as error:
            assert error.refusal.code == "too-many"
            return False
        return True

    assert [comes(0.0) for _ in range(int(rate.most) + 1)] == [True] * int(rate.most) + [False]
    assert [comes(rate.seconds), comes(rate.seconds)] == [True, False]
    long_after = 1e6
    assert [comes(long_after) for _ in range(int(rate.most) + 1)][-2:] == [True, False]


def test_each_is_counted_alone_but_a_household_together() -> None:
    counted = Limits(networks("10.0.0.0/8, 192.0.2.200"), time=StoppedTime().source)
    for number in range(int(rate_limits.BY_ADDRESS["login"].most)):
        counted.by_address("login", f"2001:db8::{number:x}")
    with pytest.raises(IllegalActionError):
        counted.by_address("login", "2001:db8::ffff:1")
    counted.by_address("login", "2001:db8:0:1::1")
    counted.by_address("guest", "2001:db8::1")
    for _ in range(1000):
        counted.by_address("login", "10.1.2.3")
        counted.by_person("report", "somebody", "192.0.2.200")
    # "login": two households and their site; "guest": a household and its site
    assert len(counted) == 5
    with pytest.raises(ValueError, match="does not appear to be"):
        networks("10.0.0.0/8, nonsense")


def test_the_buckets_are_bounded() -> None:
    counted = Limits()
    for number in range(rate_limits.BUCKETS + 500):
        counted.by_person("export", f"person {number}", "192.0.2.1")
    assert len(counted) == rate_limits.BUCKETS
    assert all(isinstance(rate, Rate) for rate in rate_limits.BY_PERSON.values())


# --- what cannot be seen --------------------------------------------------------------------------


def test_nothing_of_the_house_is_served(server: Server) -> None:
    """Only the client's files are served, however a path is written."""
    for path in ("/../app.py", "/%2e%2e/app.py", "/..%2fapp.py", "/assets/../../app.py",
                 "/.git/config", "/log.sqlite", "//etc/passwd", "/assets/%00", "/%00"):  # fmt: skip
        status, body, _ = ask(server, "GET", path)
        assert (status, json.loads(body)["code"]) == (404, "no-such-page"), path


def test_a_name_is_text_wherever_it_is_shown(server: Server) -> None:
    """Names cannot hold markup; other text of people reaches pages only as JSON."""
    assert Browser(server).code("POST", "/api/me", 422, name="<img src=x>") == "bad-name"
    sources = (Path(__file__).parents[3] / "web" / "src").rglob("*.svelte")
    raw = [path.name for path in sources if "{@html" in path.read_text("utf-8")]
    assert not raw


WORDS = """
    _columns('$3::text') _columns('client_id') _heir('tournaments') _in_time('new.until') alike
    column heir marks match of only order own owned person places readable_by('played') rows
    secrets self.column self.exported self.name self.table seq shape.name table table_id
    unsealed('match_records') unsealed('matches_due') unsealed(match) what where
    {
"""
EXPRESSIONS = """
', '.join('?' * len(Row.__struct_fields__))
', '.join('?' * len(some))
', '.join(self.columns)
', '.join(self.key)
BUSY_SECONDS * 1000
KEY + 1
_follows('$1::text', '$2::bigint')
_follows('new.table_id', 'new.seq')
_in_time('$6::double precision')
"""
"""Contents of braces in SQL besides constants: fixed text, marks for values, and columns."""


def test_questions_to_the_database_are_never_put_together_from_what_people_write() -> None:
    """SQL is fixed text; the values in its few f-strings are fixed too, and named here."""
    modules = (Path(rebelote.__file__).parent / "server").rglob("*.py")
    sources = "".join(path.read_text("utf-8") for path in modules)
    asked = re.findall(r'\bf"[^"]*\b(?:SELECT|INSERT|UPDATE|DELETE|WHERE|PRAGMA)\b[^"]*"', sources)
    assert asked
    put_in = {part for text in asked for part in re.findall(r"{([^}]*)}", text)}
    constants = {part for part in put_in if re.fullmatch(r"_?[A-Z_]+", part)}
    fixed = {*WORDS.split(), *EXPRESSIONS.strip().splitlines()}
    assert put_in - constants <= fixed


def test_no_trick_of_sql_or_markup_in_a_name_or_password_does_anything(server: Server) -> None:
    Browser(server).sign_up("Victim")
    for trick in ("' OR '1'='1", "Victim';--", '"; DROP TABLE people;--', "Victim\u0000"):
        asked = {"name": trick, "password": trick}
        assert Browser(server).code("POST", "/api/login", 401, **asked) == "wrong-login"
        quoted = urllib.parse.quote(trick)
        assert Browser(server, "Ann").get(f"/api/people?name={quoted}") == []
    assert Browser(server).log_in("Victim")


def test_a_secret_never_stands_in_an_address(server: Server) -> None:
    """No handler takes a password or a cookie's secret from path or query."""
    schema = Browser(server).get("/api/schema/openapi.json")
    named = {
        parameter["name"]
        for verbs in schema["paths"].values()
        for details in verbs.values()
        for parameter in details.get("parameters", ())
    }
    assert named
    assert not {name for name in named if re.search("password|secret|token|cookie|mark", name)}


def test_what_the_server_logs_names_nobody(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite", "--log-json") as server:
        ann = Browser(server, "Annabella")
        ann.sign_up("Annabella")
        person = ann.sit()
        person.send(b"\xff\xfe")
        person.receive("refused")
        Browser(server).code("POST", "/api/login", 401, name="Annabella", password="wrong")
        ann.ask("DELETE", "/api/me", 204, {"password": PASSWORD})
        logged = server.stop()
    lines = [json.loads(line) for line in logged.splitlines()]
    assert any(line["event"] == "table opened" for line in lines)
    assert all({"event", "level", "timestamp"} <= line.keys() for line in lines)
    secret = ann.cookie.partition("=")[2]
    for word in ("Annabella", secret, ann.me["id"], PASSWORD, "127.0.0.1"):
        assert word not in logged


def test_security_events_are_lines_of_the_log_and_name_nobody(tmp_path: Path) -> None:
    options = ("--log-json", "--trusted-proxy", "127.0.0.1", *kept_back("person.password"))
    with serving(tmp_path / "log.sqlite", *options) as server:

        def tried(verb: str, path: str, body: Any, address: str, **more: str) -> int:
            return ask(server, verb, path, body, x_forwarded_for=address, **more)[0]

        account = {"name": "Annabella", "password": PASSWORD}
        assert tried("POST", "/api/me/account", account, "192.0.2.1") == 201
        wrong = {"name": "anna bella", "password": "a guess"}
        statuses = [tried("POST", "/api/login", wrong, "192.0.2.2") for _ in range(6)]
        assert statuses == [401] * 5 + [429]
        assert tried("POST", "/api/login", account, "192.0.2.1") == 200
        assert tried("POST", "/api/me", {"name": "Eve"}, "192.0.2.3", origin="http://x.test") == 403
        guest = Browser(server, "Guest")
        assert guest.ask("GET", "/api/admin/audit", 403)
        for _ in range(300):
            tried("POST", "/api/login", {"name": "Nobody", "password": "x"}, "192.0.2.4")
        logged = server.stop()
    lines = [json.loads(line) for line in logged.splitlines()]
    received = [line for line in lines if "source" in line]
    begun = [(line["event"], line.get("code")) for line in received[:10]]
    assert begun == [
        ("signed up", None),
        *[("wrong password", None)] * 5,
        ("refused", "too-many"),
        ("logged in", None),
        ("refused", "foreign-origin"),
        ("refused", "admins-only"),
    ]
    same = [line["source"] == received[1]["source"] for line in received[:9]]
    assert same == [False, *[True] * 6, False, False]
    assert {line["account"] for line in received[:8] if "account" in line} == {
        received[0]["account"]
    }
    assert len(received) < 80, "a flood of refusals does not fill the disk"
    for word in ("Annabella", "annabella", "Nobody", "192.0.2", "127.0.0.1", PASSWORD):
        assert word not in logged


# --- the page about all this ----------------------------------------------------------------------


HOME = Path(__file__).parents[3]
PAGE = (HOME / "docs" / "security.md").read_text("utf-8")
LEVEL_1 = """
    1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.5.1 2.1.1 2.2.1 2.2.2 2.3.1 3.2.1 3.2.2 3.3.1 3.4.1
    3.4.2 3.5.1 3.5.2 3.5.3 4.1.1 4.4.1 5.2.1 5.2.2 5.3.1 5.3.2 6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5
    6.2.6 6.2.7 6.2.8 6.3.1 6.3.2 6.4.1 6.4.2 7.2.1 7.2.2 7.2.3 7.2.4 7.4.1 7.4.2 8.1.1 8.2.1 8.2.2
    8.3.1 9.1.1 9.1.2 9.1.3 9.2.1 10.4.1 10.4.2 10.4.3 10.4.4 10.4.5 11.3.1 11.3.2 11.4.1 12.1.1
    12.2.1 12.2.2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1
"""
"""Every requirement of level 1 of ASVS 5.0."""


def collected() -> set[str]:
    """Return the tests that pytest would collect: functions at the top of a module of tests."""
    return {
        name
        for path in (HOME / "tests").rglob("test_*.py")
        for name in re.findall(r"(?m)^def (test_\w+)", path.read_text("utf-8"))
    }


def test_the_page_names_tests_that_there_are() -> None:
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert len(named) > 50
    assert not named - collected()


def test_every_requirement_of_level_1_is_answered_once() -> None:
    level_1 = PAGE.split("### Level 1")[1].split("### Level 2")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in level_1.splitlines()]
    items = [item for row in rows[4:] if row for item in row[0].split(", ")]
    assert sorted(items) == sorted(LEVEL_1.split())
    for row in rows[4:]:
        if row:
            other = ("by reading", "by the operator", "does not apply")
            assert "`test_" in row[3] or row[3] in other


def test_the_page_of_limits_lists_what_the_code_holds() -> None:
    assert limits_page.PAGE.read_text("utf-8") == limits_page.page()
    assert "| `address.login` | login attempts | 20 | 10 s |" in limits_page.page()


# --- every handler, with what its schema allows and what it does not ------------------------------


def test_no_request_makes_the_server_fail(tmp_path: Path) -> None:
    """The interface described by the server itself, tried by a machine, as guest and as admin."""
    with serving(tmp_path / "log.sqlite") as server:
        keeper = Browser(server)
        keeper.sign_up("Keeper")
        command(server, "grant", "Keeper")
        keeper.cookie = ""
        keeper.log_in("Keeper")
        person = Browser(server, "Guest").sit()
        cookies = (person.seated["cookie"], keeper.cookie)
        tried = schemathesis.openapi.from_url(f"{server.url}/api/schema/openapi.json")
        result = [operation.ok() for operation in tried.get_all_operations()]  # type: ignore[union-attr]
        made = [try_all(operation, cookies) for operation in result]
        assert sum(made) >= volume(1, 6) * len(made)
        assert name_parameters(server, keeper, free_form_fields(tried.raw_schema)) > 50
        assert json.loads(server.get("/health")[1])["actual"]["writer"] is True
        person.close()
        assert "event='fault'" not in server.stop()


def free_form_fields(schema: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return method, path and field of each free-form object in a body; "" for the whole body."""
    parts = schema["components"]["schemas"]

    def of(kind: dict[str, Any]) -> dict[str, Any]:
        return parts[kind["$ref"].rpartition("/")[2]] if "$ref" in kind else kind

    def free(kind: dict[str, Any]) -> bool:
        return (
            of(kind).get("type") == "object" and of(kind).get("additionalProperties") is not False
        )

    result = []
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            body = operation.get("requestBody", {"content": {}})["content"]
            kind = body.get("application/json", {}).get("schema", {})
            if free(kind):
                result.append((method.upper(), path, ""))
            for field, part in of(kind).get("properties", {}).items():
                if free(part):
                    result.append((method.upper(), path, field))
    return result


def name_parameters(server: Server, admin: Browser, fields: list[tuple[str, str, str]]) -> int:
    """Send names of parameters as keys of free-form objects; return the number of requests.

    A key that is given on by `**` meets the parameters of the function that takes it.
    """
    assert {("POST", "/api/tables", "options"), ("PUT", "/api/me/settings", "")} <= set(fields)
    made = 0
    guest = Browser(server, "Guest")
    table = server.new_table(cookie=guest.cookie, begin=False)["table"]
    names = parameters_beside_any()
    for method, path, field in fields:
        for name in names:
            for value in ("french", 1, None)[: volume(1, 3)]:
                body = {field: {name: value}} if field else {name: value}
                asked = path.replace("{table}", table)
                status, answer, _ = ask(server, method, asked, body, cookie=guest.cookie)
                assert status < 500, (method, path, body, answer)
                made += 1
    return made


def parameters_beside_any() -> set[str]:
    """Return the names of the parameters of functions that also take any other by `**`."""
    functions = (
        node.args
        for file in Path(rebelote.__file__).parent.rglob("*.py")
        if re.search(r"\*\*\w+\s*:|lambda[^:]*\*\*", text := file.read_text("utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
    )
    result = {
        part.arg
        for arguments in functions
        if arguments.kwarg
        for part in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    }
    assert {"self", "preset"} <= result
    return result


def try_all(operation: Any, cookies: tuple[str, ...]) -> int:
    """Send six requests that the schema allows and six that it refuses, by all; return how many."""
    made, fields = 0, set(schemas.Problem.__struct_fields__)
    gone = ("/api/logout", "/api/me/password", "/api/login", "/api/me/account")
    if operation.path in gone or (operation.method, operation.path) == ("delete", "/api/me"):
        cookies = ("",)

    def request(case: Any) -> None:
        nonlocal made
        made += 1
        for cookie in cookies:
            case.headers = {**(case.headers or {}), "Cookie": cookie}
            answer = case.call(timeout=60)
            assert answer.status_code < 500, (case.as_curl_command(), answer.text)
            case.validate_response(answer, checks=AS_DESCRIBED)
            if answer.status_code >= 400:
                assert {"code", "message", "rule"} <= answer.json().keys() <= fields

    examples, unchecked = volume(1, 6), list(HealthCheck)
    few = settings(max_examples=examples, database=None, suppress_health_check=unchecked)
    for mode in modes(operation):
        cases: SearchStrategy[Any] = operation.as_strategy(generation_mode=mode)
        few(given(cases)(request))()
    return made


AS_DESCRIBED = [
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
"""The answer has a status, a type and a body that the description names."""


def modes(operation: Any) -> list[schemathesis.GenerationMode]:
    """Return the modes that can be tried; any text is valid in a path, so that none is wrong."""
    texts = {("path", "string")}
    result = operation.iter_parameters()
    kinds = {(each.location, each.definition["schema"].get("type")) for each in result}
    if operation.body or kinds - texts:
        return list(schemathesis.GenerationMode)
    return [schemathesis.GenerationMode.POSITIVE]
