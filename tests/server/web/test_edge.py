"""The edge of the server: sockets, requests and connections of hostile clients."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import re
import signal
import socket
import struct
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from html import escape
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import forked
import pytest
from databases import looking_into
from in_process import InProcess, serving_in_process
from raw_connections import (
    CLOSE,
    CONTINUED,
    PING,
    PONG,
    TEXT,
    RawSocket,
    answer,
    connected,
    everything,
    frame,
    request,
    stopped,
    workers,
)
from server_process import Person, Server, kept_back, serving
from waiting import until
from websockets.exceptions import ConnectionClosed

from rebelote import Record
from rebelote.i18n import catalogue
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.base.protocol.table_settings import MOST_DEALS
from rebelote.server.base.runtime.rate_limits import Limits, changed
from rebelote.server.base.storage.sqlite_store import SqliteStore
from rebelote.server.base.telemetry import metrics
from rebelote.server.features.ratings.results import Results
from rebelote.server.people.accounts import Accounts
from rebelote.server.table.lobby import Lobby
from rebelote.server.table.table_services import TableServices
from rebelote.server.web.connections import REQUEST_SECONDS
from rebelote.server.web.slim_websocket import MESSAGE_SECONDS, SLICE
from rebelote.server.web.websocket import SILENT_SECONDS

COUNTING = ("--host", "127.0.0.1")
"""Options of a server that counts everybody."""


@pytest.fixture(scope="module")
def movable(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcess]:
    """Yield a server whose timeouts need not be waited for."""
    with serving_in_process(tmp_path_factory.mktemp("movable") / "log.sqlite") as server:
        yield server


# --- sockets: how many ----------------------------------------------------------------------------


def opened(server: Server, seated: dict[str, object]) -> Person:
    """Return one more socket at this table."""
    person = Person(server, seated)
    person.sit()
    return person


def knocked(server: Server, seated: dict[str, object]) -> Person:
    """Return one more socket, which may be turned away before it has said anything."""
    person = Person(server, seated)
    with contextlib.suppress(ConnectionClosed):
        person.knock()
    return person


def rejected(server: Server, seated: dict[str, object]) -> tuple[str, int]:
    """Return the refusal and the close code that one more socket is given."""
    person = knocked(server, seated)
    refused = person.receive("refused")
    with pytest.raises(ConnectionClosed) as closed:
        person.receive("update")
    assert closed.value.rcvd is not None
    return refused["code"], closed.value.rcvd.code


def received_of(people: list[Person]) -> None:
    """Have everybody send a sign of life, and receive an answer."""
    for person in people:
        person.send({"type": "ping"})
        person.receive("pong")


def test_one_person_has_only_so_many_sockets(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite", *COUNTING) as server:
        ann = server.new_table(begin=False)
        people = [opened(server, ann) for _ in range(10)]
        received_of(people)
        assert rejected(server, ann) == ("too-many-sockets", 4429)
        received_of(people)
        people.insert(0, opened(server, server.new_table("Bob", begin=False)))
        people.pop().close()
        until(lambda: json.loads(server.get("/health")[1])["sockets"] == 10)
        people.append(opened(server, ann))


def test_one_address_has_only_so_many_sockets(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite", "--limit", "address.sockets=3") as server:
        tables = [server.new_table(name, begin=False) for name in ("Ann", "Bob", "Cas", "Dirk")]
        people = [opened(server, seated) for seated in tables[:3]]
        received_of(people)
        assert rejected(server, tables[3]) == ("network-full", 4429)


def test_a_silent_socket_gives_way_to_its_owners_next(tmp_path: Path) -> None:
    """A phone between two networks opens sockets faster than the old ones are known to be dead."""
    limits = Limits(changes=changed(["person.sockets=2"]))
    with serving_in_process(tmp_path / "log.sqlite", limits) as server:
        ann = server.new_table(begin=False)
        dead, alive = opened(server, ann), opened(server, ann)
        assert rejected(server, ann) == ("too-many-sockets", 4429)
        server.time.advance(SILENT_SECONDS)
        received_of([alive])
        again = opened(server, ann)
        received_of([alive, again])
        with pytest.raises(ConnectionClosed):
            dead.receive("nothing more")


def test_who_opens_sockets_without_end_is_not_even_listened_to(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite", "--limit", "address.socket=3/600") as server:
        for _ in range(3):
            RawSocket(server, "").close()
        with pytest.raises(AssertionError, match=" 403 "):
            RawSocket(server, "")


def test_a_table_is_not_notified_of_more_sockets_of_a_person_who_is_present(server: Server) -> None:
    ann = opened(server, server.new_table(begin=False))
    looks_on = {"table": ann.seated["table"], "cookie": server.guest("Bob")}
    first, second = opened(server, looks_on), opened(server, looks_on)
    before = json.loads(server.get("/health")[1])["sockets"]
    second.close()
    until(lambda: json.loads(server.get("/health")[1])["sockets"] < before)
    ann.send({"type": "ping"})
    ann.receive("pong")  # what came until here is of the first socket
    received = len(ann.frames)
    first.ask("say", phrase="hello")
    ann.receive("said")
    assert len(ann.frames) == received + 1
    assert len(ann.updates) == 2  # Ann's own arrival, and Bob's


# --- sockets: unfinished messages -----------------------------------------------------------------


def test_a_message_that_never_ends_is_not_waited_for(movable: InProcess) -> None:
    line = RawSocket(movable, movable.guest())
    line.send(TEXT, b"x" * 4000, last=False)
    line.send(PING)
    assert line.receive()[0] == PONG, "it has read what was sent before"
    movable.expire(MESSAGE_SECONDS)
    assert line.closed() == 1008
    line.close()


@pytest.mark.parametrize("part", [b"", b"x"])
def test_a_message_has_only_so_many_fragments(server: Server, part: bytes) -> None:
    line = RawSocket(server, server.guest())
    line.send(TEXT, part, last=False)
    line.line.sendall(frame(CONTINUED, part, last=False) * 200)
    assert line.closed() == 1009
    line.close()


def test_a_message_in_a_few_fragments_is_read(server: Server) -> None:
    line = RawSocket(server, server.guest())
    line.send(TEXT, b'{"type"', last=False)
    line.send(CONTINUED, b':"ping', last=False)
    line.send(CONTINUED, b'"}')
    assert json.loads(line.receive()[1]) == {"type": "pong"}
    line.close()


@pytest.mark.parametrize("sizes", [(9000,), (5000, 4000)])
def test_a_message_larger_than_any_of_ours_closes_the_socket(
    server: Server, sizes: tuple[int, ...]
) -> None:
    line = RawSocket(server, server.guest())
    kind = TEXT
    for size in sizes:
        line.send(kind, b"x" * size, last=len(sizes) == 1)
        kind = CONTINUED
    assert line.closed() == 1009
    line.close()


def test_pings_without_end_close_the_socket(server: Server) -> None:
    line = RawSocket(server, server.guest())
    with contextlib.suppress(ConnectionResetError, BrokenPipeError):
        line.line.sendall(frame(PING) * 1000)
    assert line.closed() == 1008
    line.close()


def test_others_have_their_turn_between_the_slices_of_what_one_socket_sends(
    tmp_path: Path,
) -> None:
    """Thousands of tiny frames come in one chunk: each turn of the loop takes a few of them."""
    with serving_in_process(tmp_path / "log.sqlite") as server:
        answered: list[float] = []

        def tick() -> None:
            answered.append(refusals())
            server.loop.call_soon(tick)

        line = RawSocket(server, server.guest())
        before = refusals()
        server.loop.call_soon_threadsafe(tick)
        with contextlib.suppress(ConnectionResetError, BrokenPipeError):
            line.line.sendall(frame(TEXT) * 8192)
        assert line.closed() == 1008
        line.close()
    turns = [after - ago for ago, after in itertools.pairwise([before, *answered])]
    assert sum(turns) > 100
    assert max(turns) <= SLICE // len(frame(TEXT)) + 1


def refusals() -> float:
    """Return how many messages the server in this process has refused."""
    codes = ("malformed", "too-many")
    outcome = [
        metrics.REGISTRY.get_sample_value("rebelote_refusals_total", {"code": it}) for it in codes
    ]
    return sum(filter(None, outcome))


def test_messages_that_come_in_one_chunk_are_all_answered_in_order(server: Server) -> None:
    line = RawSocket(server, server.guest())
    sent = [b'{"type":"ping"}', b'{"type":"since","version":1}'] * 40
    line.line.sendall(b"".join(frame(TEXT, message) for message in sent))
    incoming = [json.loads(line.receive()[1])["type"] for _ in sent]
    assert incoming == ["pong", "refused"] * 40
    line.close()


def test_what_a_frame_holds_is_not_read_as_a_frame(server: Server) -> None:
    """The network may cut a frame anywhere: here after its head, with content like a ping."""
    line = RawSocket(server, server.guest())
    within = b"\x81\x8f" + bytes(4) + b'{"type":"ping"}'
    line.line.sendall(bytes((0x81, 0x80 + len(within))) + bytes(4))
    server.guest()  # by now the server has read the head
    line.line.sendall(within)
    assert line.closed() == 1007
    line.close()


def test_text_that_is_not_utf_8_is_no_fault_of_the_servers(tmp_path: Path) -> None:
    """This holds whether or not the socket is closed at the same moment."""
    with serving(tmp_path / "log.sqlite") as server:
        for goodbye, code in ((b"", 1007), (frame(CLOSE, b"\x03\xe8"), 1000)):
            line = RawSocket(server, server.guest())
            line.line.sendall(frame(TEXT, b"\xff") + goodbye)
            assert line.closed() == code
            line.close()
        assert "level='error'" not in server.stop()


def test_who_goes_without_a_goodbye_is_no_fault_of_the_servers(tmp_path: Path) -> None:
    """The server drops the answers to messages sent before, and logs no error."""
    with serving(tmp_path / "log.sqlite") as server:
        seated = server.new_table(begin=False)
        join = json.dumps({"type": "join", "table": seated["table"]}).encode()
        for _ in range(60):
            line = RawSocket(server, str(seated["cookie"]))
            line.line.sendall(frame(TEXT, join) * 5)
            no_linger = struct.pack("ii", 1, 0)
            line.line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, no_linger)
            line.close()
        opened(server, server.new_table(begin=False)).close()
        assert "level='error'" not in server.stop()


@pytest.mark.parametrize("kind", [TEXT, CONTINUED])
def test_frames_without_end_close_the_socket(server: Server, kind: int) -> None:
    """This holds for tiny frames too, and another person's move is accepted meanwhile."""
    ann = opened(server, server.new_table(begin=False))
    line = RawSocket(server, server.guest())
    if kind == CONTINUED:
        line.send(TEXT, last=False)
    with contextlib.suppress(ConnectionResetError, BrokenPipeError):
        line.line.sendall(frame(kind, last=kind != CONTINUED) * 20_000)
    ann.send({"type": "ping"})
    ann.receive("pong")
    with contextlib.suppress(ConnectionResetError):  # a close that overtakes what was not read
        assert line.closed() in (1008, 1009)
    line.close()


# --- requests that are half sent ------------------------------------------------------------------

BEGUN = {
    "head": b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-never: ",
    "body": b"POST /api/me HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
    b'content-length: 100\r\n\r\n{"name": ',
    "socket": b"GET /ws HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\n",
    "chunk": b"POST /api/me HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
    b"transfer-encoding: chunked\r\n\r\n5\r\n{",
}


def test_a_request_that_is_half_sent_is_not_waited_for(movable: InProcess) -> None:
    """A request that has not begun is not waited for either."""
    with connected(movable, 5 * len(BEGUN)) as lines, connected(movable, 5) as silent:
        for line, sent in zip(lines, 5 * list(BEGUN.values()), strict=True):
            line.sendall(sent)
        assert movable.get("/health")[0] == 200
        until(lambda: len(movable.connections) == len(lines) + len(silent))
        movable.expire(REQUEST_SECONDS)
        assert {answer(line) for line in lines} == {(408, "too-slow")}
        assert {everything(line) for line in silent} == {b""}


def test_a_request_that_trickles_is_not_waited_for_either(movable: InProcess) -> None:
    with connected(movable, 1) as (line,):
        line.sendall(BEGUN["head"])
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            for _ in range(2 * round(REQUEST_SECONDS)):
                line.sendall(b"x")
                assert movable.get("/health")[0] == 200, "it has read what was sent before"
                movable.expire(1)


def test_a_second_request_that_is_half_sent_is_not_waited_for(movable: InProcess) -> None:
    first = b"GET /rules HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
    with connected(movable, 1) as (line,):
        line.sendall(first + BEGUN["head"])
        incoming = line.recv(65536)
        movable.expire(REQUEST_SECONDS)
        incoming += everything(line)
    assert incoming.startswith(b"HTTP/1.1 200 ")


def test_one_address_has_only_so_many_connections(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite", "--limit", "address.connections=5") as server:
        with connected(server, 5) as lines:
            for line in lines:
                line.sendall(BEGUN["head"])
            status, body, _ = server.ask("GET", "/rules")
            assert (status, json.loads(body)["code"]) == (429, "network-full")
            with connected(server, 1, source="127.0.0.2") as (other,):
                other.sendall(request("GET", "/rules"))
                assert answer(other)[0] == 200
        until(lambda: server.get("/rules")[0] == 200)


def test_too_many_connections_are_refused_with_the_reason(tmp_path: Path) -> None:
    """With 300 files, 172 are for connections, and an address has at most half of these."""
    with serving(tmp_path / "log.sqlite", *COUNTING, files=300) as server:
        with contextlib.ExitStack() as held:
            for source in ("127.0.0.2", "127.0.0.3"):
                for line in held.enter_context(connected(server, 86, source)):
                    line.sendall(BEGUN["head"])
            refused = until(lambda: _received(server))
            assert refused == (503, "server-busy")
        until(lambda: server.get("/rules")[0] == 200)


def _received(server: Server) -> tuple[int, str] | None:
    """Return the refusal of a newcomer, None while there is room."""
    with connected(server, 1) as (line,):
        line.sendall(request("GET", "/rules"))
        status, code = answer(line)
    return None if status == 200 else (status, code)


def test_one_address_leaves_half_of_the_connections_to_others(tmp_path: Path) -> None:
    with (
        serving(tmp_path / "log.sqlite", *COUNTING, files=300) as server,
        connected(server, 170, "127.0.0.2") as lines,
    ):
        for line in lines:
            with contextlib.suppress(OSError):
                line.sendall(BEGUN["head"])
        assert [server.get("/rules")[0] for _ in range(20)] == [200] * 20


# --- tables that there are not --------------------------------------------------------------------


def test_what_a_table_was_asked_for_by_is_forgotten(tmp_path: Path) -> None:
    async def ask() -> int:
        store = SqliteStore(str(tmp_path / "log.sqlite"))
        lobby = Lobby(TableServices(store=store, accounts=Accounts(store), results=Results(store)))
        for table in ("AAAAAAAAAAAA", "no table", "x" * 5000, "AAAAAAAAAAA\n", "é" * 12):
            for asked in await asyncio.gather(*(_asked(lobby, table) for _ in range(3))):
                assert asked == "no-such-table"
        await asyncio.sleep(0)
        store.close()
        return len(lobby._loading)

    assert asyncio.run(ask()) == 0


async def _asked(lobby: Lobby, table: str) -> str:
    try:
        await lobby.find(table)
    except IllegalActionError as error:
        return error.refusal.code
    return ""


# --- records and seals ----------------------------------------------------------------------------


def finished(server: Server) -> Person:
    """Return Ann, whose match of one deal is over."""
    person = opened(server, server.new_table(level="beginner", preset="bga", options=ONE_DEAL))
    person.play_until(lambda view: view["phase"] == "match_over")
    return person


ONE_DEAL = {"end_deals": 1}


def record_of(server: Server, person: Person, cookie: str = "") -> tuple[int, str]:
    """Return the status and the text of the record of a person's table."""
    path = f"/api/tables/{person.seated['table']}/record"
    status, body = server.get(path, cookie or person.seated["cookie"])
    return status, body.decode()


def test_a_record_is_written_out_beside_the_server_and_once(tmp_path: Path) -> None:
    """While the worker stands still, the record is sent again and everybody else plays on."""
    with serving(tmp_path / "log.sqlite") as server, ThreadPoolExecutor() as pool:
        first, second = finished(server), finished(server)
        assert not workers(server)
        status, text = record_of(server, first)
        assert (status, len(Record.parse(text).deals)) == (200, 1)
        (worker,) = workers(server)
        with stopped(worker):
            assert record_of(server, first) == (200, text)
            waiting = pool.submit(record_of, server, second)
            received_of([first, second])
            third = opened(server, server.new_table(level="beginner", preset="bga"))
            third.play_until(lambda view: view["tricks_won"] != [0, 0])
            assert not waiting.done()
        assert waiting.result()[0] == 200
        os.kill(worker, signal.SIGKILL)
        assert record_of(server, finished(server))[0] == 200


def test_records_are_counted_by_person_and_by_address(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite", *kept_back("person.record", "address.record")) as server:
        person = finished(server)
        mine = [record_of(server, person)[0] for _ in range(30)]
        assert mine[:20] == [200] * 20 and 429 in mine
        others = [
            record_of(server, person, cookie)[0]
            for cookie in [server.guest("Eve") for _ in range(12)]
            for _ in range(8)
        ]
        assert others[0] == 200 and 429 in others


def verified(server: Server, record: str) -> tuple[int, str]:
    """Return the status and the page that verifies the seals of a record."""
    body = urlencode({"record": record}).encode()
    asked = Request(server.url + "/verify", body)
    try:
        with urlopen(asked, timeout=60) as outcome:
            return outcome.status, outcome.read().decode()
    except HTTPError as error:
        with error:
            return error.code, error.read().decode()


def test_seals_are_verified_beside_the_server_and_few_of_one_address_at_once(
    tmp_path: Path,
) -> None:
    limits = ("--limit", "address.records=4", "--limit", "address.verify=1000/1")
    with serving(tmp_path / "log.sqlite", *limits) as server, ThreadPoolExecutor(20) as pool:
        person = finished(server)
        record = record_of(server, person)[1]
        before = workers(server)
        assert "proven" in verified(server, record)[1]
        (verifier,) = set(workers(server)) - set(before)
        with stopped(verifier):
            asked = [pool.submit(verified, server, record) for _ in range(20)]
            until(lambda: sum(one.done() for one in asked) >= 16)
            assert {one.result()[0] for one in asked if one.done()} == {429}
            received_of([person])
            assert record_of(server, person)[0] == 200
        assert sorted(one.result()[0] for one in asked) == [200] * 4 + [429] * 16


def test_who_verifies_too_often_reads_what_to_do_instead(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite", *kept_back("address.verify")) as server:
        received = [verified(server, "no record") for _ in range(6)]
        assert [status for status, _ in received] == [200] * 5 + [429]
        assert "rebelote verify FILE" in received[-1][1]
        assert "<textarea" in received[-1][1] and "no record" in received[-1][1]


def test_a_record_of_more_deals_than_a_match_has_is_not_verified(server: Server) -> None:
    example = (Path(__file__).parents[3] / "docs" / "notation.md").read_text("utf-8")
    head, deal = example.split("```record\n")[1].split("\n\n[Deal 1]\n")
    deal = deal.splitlines()[0]
    deals = [f"[Deal {number}]\n{deal}" for number in range(1, MOST_DEALS + 2)]
    status, page = verified(server, "\n\n".join([head, *deals]) + "\n")
    assert status == 200
    assert f"more than {MOST_DEALS} deals are not read" in page


# --- by which name it is asked --------------------------------------------------------------------


def asked_as(server: Server, host: str, path: str, **headers: str) -> tuple[int, str]:
    """Return the status and the body of a request to this host."""
    with connected(server, 1) as (line,):
        line.sendall(request("GET", path, host=host, **headers))
        head, _, body = everything(line).partition(b"\r\n\r\n")
    return int(head.split()[1]), body.decode()


@pytest.mark.parametrize("host", ["a" * 254, "a" * 2500, "a b", "a/b", "a@b", "[::1", "a:b", "é"])
def test_a_host_that_is_none_is_not_answered(server: Server, host: str) -> None:
    status, body = asked_as(server, host, "/rules/french")
    assert status in (400, 421)
    assert status == 400 or json.loads(body)["code"] == "wrong-host"


@pytest.mark.parametrize("host", ["club.example", "CLUB.example:8080", "[::1]:8000", "10.0.0.7"])
def test_any_name_of_a_host_is_answered_where_none_is_the_public_one(
    server: Server, host: str
) -> None:
    status, body = asked_as(server, host, "/rules/french", accept="text/html")
    assert status == 200
    assert f"http://{host}/rules/french" in body


def test_the_public_address_alone_is_answered_and_stands_in_links(tmp_path: Path) -> None:
    options = ("--public-url", "https://club.example", "--trusted-proxy", "127.0.0.1")
    with serving(tmp_path / "log.sqlite", *options) as server:
        card = asked_as(server, "club.example", "/rules/french")
        assert card[0] == 200 and ">https://club.example/rules/french<" in card[1]
        assert asked_as(server, "club.example:443", "/", x_forwarded_proto="https")[0] == 200
        for host in ("evil.example", "club.example.evil.example", f"127.0.0.1:{server.port}"):
            assert json.loads(asked_as(server, host, "/rules/french")[1])["code"] == "wrong-host"
        for path in ("/health", "/metrics"):
            assert asked_as(server, f"localhost:{server.port}", path)[0] == 200
            assert asked_as(server, "evil.example", path)[0] == 421


@pytest.mark.parametrize("url", ["club.example", "ftp://a", "https://a b", "https://a/club", "x"])
def test_a_public_address_that_is_none_is_refused_in_a_sentence(url: str, tmp_path: Path) -> None:
    said = forked.run("serve", "--public-url", url, "--database", tmp_path / "log.sqlite")
    assert said.returncode != 0
    assert "is not a public address" in said.stderr and "Traceback" not in said.stderr


def test_rule_cards_are_counted(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite", *kept_back("address.card")) as server:
        outcome = [server.get(f"/rules/french?target={1000 + n}")[0] for n in range(80)]
        assert outcome[:60] == [200] * 60 and 429 in outcome


def test_who_looks_at_a_refusal_in_a_browser_reads_a_page(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite", "--limit", "address.connections=2") as server:
        asks = {"accept": "text/html,*/*", "accept_language": "sv-SE, en"}
        say = catalogue("sv")
        for path, host, code in (
            ("/join/ABCDEF", "here", "no-such-table"),
            ("/no/such/page", "here", "no-such-page"),
            ("/rules/french", "a b", "wrong-host"),
        ):
            body = asked_as(server, host, path, **asks)[1]
            assert '<html lang="sv">' in body and escape(say[f"refusal.{code}"]) in body, path
        with connected(server, 2) as held:
            for line in held:
                line.sendall(BEGUN["head"])
            status, body = asked_as(server, "here", "/", **asks)
            assert status == 429 and escape(say["refusal.network-full"]) in body


# --- what the operator alone is told --------------------------------------------------------------


@pytest.mark.sqlite
@pytest.mark.parametrize("secret", ["", "a secret of the operator"])
def test_figures_are_shown_to_this_machine_under_its_own_name_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, secret: str
) -> None:
    """With a secret they are not shown even to this machine, as its proxy may add no header."""
    monkeypatch.setenv("REBELOTE_METRICS_TOKEN", secret)
    with serving(tmp_path / "log.sqlite") as server:
        for host in ("localhost", f"127.0.0.1:{server.port}", "[::1]:80"):
            assert asked_as(server, host, "/metrics")[0] == (403 if secret else 200)
        assert asked_as(server, "evil.example", "/metrics")[0] == 403
        if not secret:
            assert asked_as(server, "club.example", "/metrics", authorization="Bearer ")[0] == 403
            return
        assert asked_as(server, "club.example", "/metrics", authorization="Bearer x")[0] == 403
        token = {"authorization": f"Bearer {secret}"}
        assert asked_as(server, "club.example", "/metrics", **token)[0] == 200
        received = json.loads(asked_as(server, "club.example", "/health")[1])
        assert received.keys() == {"ok", "expected", "actual"}
        received = json.loads(asked_as(server, "club.example", "/health", **token)[1])
        assert {"version", "disk_free", "sockets", "tables"} < received.keys()


def test_the_charset_of_the_figures_is_said_once(server: Server) -> None:
    _, _, headers = server.ask("GET", "/metrics")
    assert headers["content-type"].count("charset") == 1


def test_a_proxy_that_is_not_trusted_is_warned_of_once(tmp_path: Path) -> None:
    received = {"x_forwarded_for": "192.0.2.7"}
    with serving(tmp_path / "log.sqlite") as server:
        for _ in range(3):
            assert asked_as(server, "here", "/rules", **received)[0] == 200
        logged = server.stop()
    assert logged.count("--trusted-proxy 127.0.0.1") == 1
    assert "192.0.2.7" not in logged
    with serving(tmp_path / "log.sqlite", "--trusted-proxy", "127.0.0.1") as server:
        assert asked_as(server, "here", "/rules", **received)[0] == 200
        assert "--trusted-proxy" not in server.stop()


# --- what nobody foresaw --------------------------------------------------------------------------


def test_an_unexpected_error_is_answered_with_a_number_that_the_log_has(tmp_path: Path) -> None:
    """The file loses a table while it is served."""
    with serving(tmp_path / "log.sqlite") as server:
        ann = server.new_table(begin=False)
        server.stop()
        server.start()  # and has forgotten the table
        rename(server, "log", "log_elsewhere")
        person = Person(server, ann)
        person.knock()
        refused = person.receive("refused")
        status, body, _ = server.ask("GET", f"/api/tables/{ann['table']}", None, ann["cookie"])
        problem = json.loads(body)
        assert refused["code"] == problem["code"] == "server-error"
        assert status == 500
        rename(server, "log_elsewhere", "log")
        person.send({"type": "join", "table": ann["table"]})
        assert person.receive("update")["you"] == 0  # the socket has stayed
        person.close()
        logged = server.stop()
    for received in (refused, problem):
        assert re.fullmatch("[0-9a-f]{8}", received["reference"])
        assert received["reference"] in logged
    assert "log_elsewhere" not in logged and "Traceback" not in logged


def rename(server: Server, old: str, new: str) -> None:
    with looking_into(server.database) as file:
        file.execute(f"ALTER TABLE {old} RENAME TO {new}")
        file.commit()
