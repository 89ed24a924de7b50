"""The promises of the real server, over real sockets and a real file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import forked
import pytest
from company import to_my_turn
from databases import looking_into
from server_process import Person, Server, seated, serving
from waiting import until
from websockets.sync.client import connect

from rebelote.cli import service
from rebelote.server.base.runtime.rate_limits import changed


def test_a_whole_match_and_a_rematch(server: Server) -> None:
    person = seated(server, options={"target": 400})
    person.play_until(lambda view: view["phase"] == "match_over")
    assert max(person.view["scores"]) >= 400
    rows = [row["marks"] for row in person.view["sheet"]]
    assert person.view["scores"] == [sum(row[side] for row in rows) for side in (0, 1)]
    person.send({"type": "rematch", "id": "again", "expect": person.version})
    assert person.receive("ack")["id"] == "again"
    person.receive("update")
    assert (person.view["scores"], person.view["phase"]) == ([0, 0], "cut")


def test_every_version_is_sent_once_and_in_order(server: Server) -> None:
    person = seated(server)
    person.play_until(lambda view: len(view["sheet"]) >= 1)
    received = [json.loads(f) for f in person.frames]
    updates = [m for m in received if m["type"] == "update"]
    numbers = [m["version"] for m in updates]
    assert numbers == sorted(set(numbers))
    assert all(m["since"] in (None, m["version"] - 1, m["version"]) for m in updates)


BAD = [
    ("", "malformed"),
    ("{", "malformed"),
    (b"\xff\x00", "malformed"),
    ("[" * 3000, "malformed"),
    ('{"type":"nope"}', "malformed"),
    ('{"type":"act"}', "malformed"),
    ('{"type":"act","id":7,"expect":1,"action":{"do":"pass"}}', "malformed"),
    ('{"type":"act","id":"a","expect":1,"action":{"do":"play","card":"ZZ"}}', "malformed"),
    ('{"type":"act","id":"a","expect":1,"action":{"do":"pass","more":1}}', "malformed"),
    ("x" * 5000, "too-large"),
    ("x" * 8000, "too-large"),
]


@pytest.mark.parametrize(("frame", "code"), BAD)
def test_a_bad_frame_is_answered_and_the_socket_stays(
    server: Server, frame: str | bytes, code: str
) -> None:
    person = seated(server)
    person.send(frame)
    assert person.receive("refused")["code"] == code
    person.send({"type": "ping"})
    assert person.receive("pong") == {"type": "pong"}


def test_acting_at_a_table_without_joining_is_refused(server: Server) -> None:
    person = seated(server)
    other = Person(server, {"table": "nowhere", "cookie": server.guest("Bea")})
    other.knock()
    assert other.receive("refused")["code"] == "no-such-table"
    other.send({"type": "since", "version": 1})
    assert other.receive("refused")["code"] == "join-first"
    person.send({"type": "join", "table": person.seated["table"]})
    assert person.receive("refused")["code"] == "already-seated"


def test_without_a_session_nobody_is_served(server: Server) -> None:
    assert server.post("/api/tables", b"{}") == (401, IsCode("who-are-you"))
    with connect(f"ws://127.0.0.1:{server.port}/ws", legacy=True) as line:
        assert json.loads(line.recv(timeout=60))["code"] == "who-are-you"


class IsCode:
    """A value equal to every answer with this code."""

    def __init__(self, code: str) -> None:
        self.code = code

    def __eq__(self, other: object) -> bool:
        return isinstance(other, dict) and other.get("code") == self.code

    __hash__ = None  # type: ignore[assignment]


def test_a_doubled_message_is_acknowledged_again_and_changes_nothing(server: Server) -> None:
    person = seated(server)
    message = to_my_turn(person)
    person.send(message)
    person.send(message)
    first, second = person.receive("ack"), person.receive("ack")
    assert first == second
    missed = person.missed_since(first["version"] - 1)
    played = [event for event in missed["events"] if event["event"] == "card_played"]
    assert sum(e["seat"] == 0 for e in played) == 1


@pytest.mark.parametrize(
    ("change", "detail"),
    [
        ({"action": {"do": "playy"}}, "Invalid value 'playy' - at `$.action.do`"),
        ({"action": None}, "Expected `object`, got `null` - at `$.action`"),
        ({"expect": "7"}, "Expected `int`, got `str` - at `$.expect`"),
        ({"type": "bow"}, "Invalid value 'bow' - at `$.type`"),
    ],
)
def test_a_message_that_cannot_be_read_is_refused_with_its_field(
    server: Server, change: dict[str, object], detail: str
) -> None:
    person = seated(server)
    message = {"type": "act", "id": "1", "expect": 1, "action": {"do": "pass"}}
    person.send({**message, **change})
    answer = person.receive("refused")
    assert (answer["code"], answer["id"], answer["detail"]) == ("malformed", "1", detail)
    person.send("null")
    assert person.receive("refused")["detail"] == "Expected `object`, got `null`"
    person.send({**message, "id": 7})
    assert person.receive("refused").get("id") is None


def test_a_stale_message_is_refused_with_what_was_missed(server: Server) -> None:
    person = seated(server)
    message = to_my_turn(person)
    assert person.version is not None
    person.send({**message, "expect": person.version - 2})
    assert person.receive("refused")["code"] == "stale"
    missed = person.receive("update")
    assert (missed["since"], missed["version"]) == (person.version - 2, person.version)
    assert missed["events"]


def test_an_illegal_action_names_its_rule(server: Server) -> None:
    person = seated(server)
    to_my_turn(person)
    act = {"type": "act", "id": "x", "expect": person.version, "action": {"do": "pass"}}
    person.send(act)
    answer = person.receive("refused")
    assert (answer["code"], answer["rule"], answer["id"]) == ("not-now", "french:4-16", "x")


def test_who_comes_back_gets_what_was_missed_or_a_snapshot(server: Server) -> None:
    person = seated(server)
    person.play_until(lambda view: len(view["sheet"]) >= 1)
    version = person.version
    assert version is not None
    person.close()
    again = Person(server, person.seated)
    gap = again.sit(since=version - 5)
    assert (gap["since"], gap["version"]) == (version - 5, version)
    assert gap["view"] == person.view
    for stale in (version + 100, -7):
        other = Person(server, person.seated)
        assert other.sit(since=stale)["since"] is None
        other.close()


def test_two_sockets_of_one_seat_see_the_same(server: Server) -> None:
    person = seated(server)
    message = to_my_turn(person)
    mirror = Person(server, person.seated)
    mirror.sit()
    assert mirror.view == person.view
    mirror.send(message)
    mirror.receive("ack")
    assert person.receive("update")["version"] == mirror.acked[str(message["id"])]


def test_health_says_of_every_job_pool_and_queue_what_is_expected_and_what_is_so(
    server: Server,
) -> None:
    seated(server).close()
    result = json.loads(server.get("/health")[1])
    assert {"clocks", "queue", "old tables", "records"} <= result["chores"].keys()
    assert {"bots", "records", "verifier", "reviews"} <= result["parts"].keys()
    for name, part in (result["chores"] | result["parts"]).items():
        assert part["ok"], name
        assert part["expected"].keys() & part["actual"].keys(), name
    clocks = result["chores"]["clocks"]
    assert clocks["actual"]["succeeded"] < clocks["expected"]["succeeded"]
    assert not clocks["actual"]["failures"]


def test_bad_http_is_answered_with_a_code(server: Server) -> None:
    ann = server.guest()
    assert server.post("/api/tables", b'{"preset":"poker"}', ann)[1]["code"] == "wrong-options"
    assert server.post("/api/tables", b'{"options":{"cut_min":99}}', ann)[0] == 422
    assert server.post("/api/tables", b'{"pres')[0] == 400
    assert server.post("/api/tables", b'{"name":"' + b"x" * 50_000 + b'"}')[0] == 413
    status, body = server.get("/nowhere/at/all")
    assert (status, json.loads(body)["code"]) == (404, "no-such-page")


def test_kill_9_loses_no_acknowledged_move_and_applies_none_twice(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite") as server:
        person = Person(server, server.new_table(name="Ann"))
        person.sit()
        for crash in range(1, 4):
            acked = len(person.acked)
            person.play_until(lambda view: len(person.acked) >= acked + 7)  # noqa: B023
            last = person.action()
            if last is not None:
                person.send(last)  # in flight as the plug is pulled: acknowledged or not
            server.kill()
            person.close()
            server.start()
            _check_log(server.database, person)
            person.sit(since=person.version)
            assert person.view["deal_number"] >= 1
            if last is not None:
                _send_again(person, last)
            assert crash <= 3
        _check_log(server.database, person)


def _send_again(person: Person, message: dict[str, object]) -> None:
    """Send a message again; it is acknowledged as written, or carried out now, or overtaken."""
    person.send(message)
    answer = person.receive("ack", "refused")
    assert answer["type"] == "ack" or answer["code"] == "stale"
    while (person.version or 0) < answer["version"]:
        person.receive("update")
    while person.view["legal"] is None and person.view["phase"] != "deal_over":
        person.receive("update")


def _check_log(database: Path, person: Person) -> None:
    """Check that each acknowledged message is in the log once, at the acknowledged version."""
    with looking_into(database) as connection:
        rows = connection.execute("SELECT client_id, seq FROM log WHERE client_id IS NOT NULL")
        written = rows.fetchall()
        seqs = [row[0] for row in connection.execute("SELECT seq FROM log ORDER BY seq")]
    assert person.keys_of(person.acked).items() <= dict(written).items()
    assert len({client_id for client_id, _ in written}) == len(written)
    assert seqs == list(range(1, len(seqs) + 1))


SHORT = {"end_deals": 1, "cut_min": None, "packets": [[3, 2]]}


def in_the_file(server: Server, sql: str) -> list[tuple[object, ...]]:
    with looking_into(server.database) as file:
        return list(file.execute(sql))


def results(server: Server) -> list[tuple[object, ...]]:
    return in_the_file(server, "SELECT DISTINCT table_id, version FROM played ORDER BY version")


def test_a_match_that_ended_just_before_a_crash_is_published_after_it(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite") as server:
        person = seated(server, options=SHORT)
        person.play_until(lambda view: view["phase"] == "match_over")
        person.close()
        received = results(server)
        assert len(received) == 1 and not in_the_file(server, "SELECT * FROM pending_results")
        server.kill()
        in_the_file(server, "INSERT INTO pending_results SELECT DISTINCT table_id FROM played")
        in_the_file(server, "DELETE FROM played")
        server.start()
        until(lambda: results(server) == received)
        until(lambda: not in_the_file(server, "SELECT * FROM pending_results"))


def test_no_rematch_begins_before_the_results_are_written(tmp_path: Path) -> None:
    with serving(tmp_path / "log.sqlite") as server:
        person = seated(server, options=SHORT)
        in_the_file(server, "ALTER TABLE played RENAME TO elsewhere")
        person.play_until(lambda view: view["phase"] == "match_over")
        again = {"type": "rematch", "id": "again", "expect": person.version}
        person.send(again)
        assert person.receive("ack", "refused")["code"] == "server-busy"
        in_the_file(server, "ALTER TABLE elsewhere RENAME TO played")
        assert not results(server)
        person.send(again)
        assert person.receive("ack", "refused")["type"] == "ack"
        assert len(results(server)) == 1


def test_a_taken_port_and_an_impossible_database_are_one_sentence(
    server: Server, tmp_path: Path
) -> None:
    cases = {
        ("--port", str(server.port)): "is in use",
        ("--port", "99999"): "99999 is not in the range",
        ("--host", "nosuchhost.invalid"): "nosuchhost.invalid is not an address",
        ("--host", "192.0.2.1"): "192.0.2.1 is not an address of this machine",
        ("--database", "/nowhere/x"): "not a folder",
        ("--database", str(tmp_path)): "is a folder",
        ("--wire", "nats://127.0.0.1"): "needs --database postgresql://",
        ("--database", "postgresql://127.0.0.1/x", "--wire", "127.0.0.1:4222"): "nats://host:port",
    }
    for arguments, sentence in cases.items():
        port = () if "--port" in arguments else ("--port", "0")
        run = forked.run("serve", *arguments, *port)
        assert run.returncode == (2 if "99999" in arguments else 1)
        assert sentence in run.stderr and run.stderr.count("\n") == 1


def test_every_number_that_serve_takes_is_a_finite_one_within_a_range() -> None:
    """Numbers in limits are too; an unusable number is refused before anything is opened."""
    numbers: dict[str, click.ParamType[Any]] = {
        option.opts[0]: option.type
        for option in service.serve.params
        if isinstance(option.type, type(click.FLOAT) | type(click.INT))
    }
    assert {"--port", "--backup-every", "--backup-keep", "--bot-pace"} <= numbers.keys()
    for name, kind in numbers.items():
        for value in ("nan", "inf", "-inf", "-1", "1e400", "x", ""):
            with pytest.raises(click.BadParameter):
                kind.convert(value, None, None)
        assert kind.convert("1", None, None) == 1, name
    for value in ("nan", "inf", "-1", "5/nan", "5/inf", "5/0", "0"):
        with pytest.raises(ValueError, match="is not a limit"):
            changed([f"person.chat={value}"])
