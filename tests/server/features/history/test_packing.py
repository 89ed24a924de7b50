"""Packing of old matches: tables, records, acknowledgements and people stay as they were."""

from __future__ import annotations

import asyncio
import json
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from http_person import Browser, in_the_file
from in_process import InProcess, serving_in_process
from kept_club import made_of
from server_process import Person
from waiting import until

from rebelote.server.base.storage.sqlite_store import SqliteStore
from rebelote.server.base.storage.store import LogLine
from rebelote.server.features.history import packing, retention
from rebelote.server.features.history.records import Records
from rebelote.server.people import privacy
from rebelote.server.people.sessions import SESSION_SECONDS
from rebelote.server.web.feature import declared

DAY = 24 * 3600.0
ONE_DEAL = {"level": "beginner", "preset": "bga", "options": {"end_deals": 1}}
PENDING = "SELECT count(*) FROM match_records WHERE pack_due"


def played(by: Browser, matches: int = 1) -> str:
    """Return a table at which a person has finished matches of one deal, and is no more."""
    with closing(by.sit(**ONE_DEAL)) as person:
        play(person)
        for _ in range(matches - 1):
            again(person)
            play(person)
        return str(person.seated["table"])


def play(person: Person) -> None:
    person.play_until(lambda view: view["phase"] == "match_over")


def again(person: Person) -> None:
    assert person.ask("rematch", expect=person.version)["type"] == "ack"
    while person.view["phase"] == "match_over":
        person.next()


def log(server: InProcess, table: str) -> list[LogLine]:
    return server.work(server.core.store.log(table))


def lines(server: InProcess, table: str) -> list[tuple[int, bytes]]:
    """Return the log lines of a table that are unpacked in the file."""
    return in_the_file(server, "SELECT seq, entry FROM log WHERE table_id = ? ORDER BY seq", table)


def packed(server: InProcess) -> int:
    """Pack all matches that are due, and return how many are packed."""
    server.work(server.core[Records].keep())
    server.work(packing.run(server.core.lobby, server.core.worker))
    return int(in_the_file(server, "SELECT count(*) FROM packed_matches")[0][0])


def pass_days(server: InProcess, days: int) -> None:
    """Let days pass, which the clocks of the machine agree on, with nobody at any table."""
    lobby = server.core.lobby
    until(lambda: not any(live.room.listeners for live in lobby.tables.values()))
    for _ in range(days):
        server.time.advance(DAY)
        lobby.accounts.timekeeper.now()
    lobby.unload_idle()


def test_a_packed_table_is_as_it_was(tmp_path: Path) -> None:
    """The log, the record and the state are the same; people join the table and play on."""
    with serving_in_process(tmp_path / "log.sqlite") as server:
        wanda, other = Browser(server, "Wanda"), Browser(server, "Other")
        table = played(wanda, matches=2)
        path, before = f"/api/tables/{table}/record", log(server, table)
        received = server.get(path, wanda.cookie)
        assert packed(server) == 0, "somebody may still come back to it"
        pass_days(server, 2)
        assert packed(server) == 2
        assert in_the_file(server, PENDING) == [(0,)]
        assert len(lines(server, table)) < len(before) / 4
        assert lines(server, table)[-1][0] == before[-1].seq, "the last line stays"
        assert log(server, table) == before
        assert made_of(table, log(server, table), {}) == made_of(table, before, {})
        assert server.get(path, wanda.cookie) == received
        in_the_file(server, "UPDATE match_records SET text = NULL")
        server.stop()
        server.start()
        assert server.get(path, other.cookie) == received, "made anew from the log"
        with closing(Person(server, {"table": table, "cookie": wanda.cookie})) as person:
            update = person.sit(since=before[-1].seq)
            assert update["version"] == before[-1].seq
            assert update["view"]["phase"] == "match_over"
            again(person)
            play(person)
        assert log(server, table)[: len(before)] == before


def test_a_message_of_a_packed_match_is_acknowledged_once_more(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        wanda = Browser(server, "Wanda")
        with closing(wanda.sit(**ONE_DEAL)) as person:
            play(person)
        table, version = str(person.seated["table"]), person.version
        pass_days(server, 2)
        assert packed(server) == 1
        there = {seq for seq, _ in lines(server, table)}
        done = {asked: seq for asked, seq in person.acked.items() if seq not in there}
        assert len(done) > 3
        asked_before = dict(person.asked)
        person.sit()
        for asked, seq in done.items():
            message = asked_before[asked]
            person.send({**message, "expect": message["expect"] - 1})
            assert person.receive("ack", "refused")["code"] == "id-used"
            person.send(message)
            assert person.receive("ack", "refused") == {"type": "ack", "id": asked, "version": seq}
        person.close()
        assert server.work(server.core.store.version(table)) == version


def test_a_match_is_packed_while_another_is_played_at_its_table(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        wanda = Browser(server, "Wanda")
        with closing(wanda.sit(**ONE_DEAL)) as person:
            play(person)
            table = str(person.seated["table"])
            server.time.advance(DAY / 2)
            server.core.accounts.timekeeper.now()
            again(person)
            server.time.advance(DAY * 0.75)
            server.core.accounts.timekeeper.now()
            before = log(server, table)
            assert packed(server) == 1
            assert log(server, table)[: len(before)] == before
            play(person)
        assert json.loads(log(server, table)[-1].entry)["log"] == "acted"


@pytest.mark.sqlite
def test_who_goes_is_forgotten_in_packed_matches_too(tmp_path: Path) -> None:
    """No byte of name or id is left in the file, nor in the lines unpacked from it."""
    with serving_in_process(tmp_path / "log.sqlite") as server:
        wanda = Browser(server, "Wanda the Unforgettable")
        me, table = str(wanda.me["id"]), played(wanda)
        pass_days(server, 2)
        assert packed(server) == 1
        assert all(me.encode() not in line.entry for line in unpacked(server, table))
        assert any(me.encode() in line.entry for line in log(server, table))
        pass_days(server, int(SESSION_SECONDS / DAY) + 2)
        assert server.work(privacy.forget_unused(server.core.accounts, declared())) >= 1
        for line in log(server, table):
            assert me.encode() not in line.entry and b"Wanda" not in line.entry
        server.stop()
        content = server.database.read_bytes()
        assert me.encode() not in content and b"Unforgettable" not in content
        server.start()
        assert server.get(f"/api/tables/{table}/record")[0] in (200, 401)


def unpacked(server: InProcess, table: str) -> list[LogLine]:
    """Return the log lines of a table that are packed."""
    there = {seq for seq, _ in lines(server, table)}
    return [line for line in log(server, table) if line.seq not in there]


def test_what_cannot_be_read_is_not_packed(tmp_path: Path) -> None:
    """Nobody knows whom such an entry names."""
    with serving_in_process(tmp_path / "log.sqlite") as server:
        wanda = Browser(server, "Wanda")
        spoilt, whole = played(wanda), played(wanda)
        server.work(server.core[Records].keep())
        pass_days(server, 2)
        entry = json.dumps({"log": "of a later server", "who": wanda.me["id"]}).encode()
        in_the_file(
            server, "UPDATE log SET entry = ? WHERE table_id = ? AND seq = 9", entry, spoilt
        )
        before = lines(server, spoilt)
        assert packed(server) == 1
        assert lines(server, spoilt) == before
        assert len(unpacked(server, whole)) > 20
        assert in_the_file(server, PENDING) == [(0,)], "it is not looked at again and again"


@pytest.mark.parametrize(
    "spoilt",
    [b"x" * 99, *(pytest.param(text, marks=pytest.mark.full) for text in (b"", b"\x90"))],
    ids=["text", "nothing", "an empty list"],
)
def test_packed_lines_that_cannot_be_read_close_their_table_alone(
    tmp_path: Path, spoilt: bytes
) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        wanda = Browser(server, "Wanda")
        broken, whole = played(wanda), played(wanda)
        received = server.get(f"/api/tables/{broken}/record", wanda.cookie)
        pass_days(server, 2)
        assert packed(server) == 2
        sql = "UPDATE packed_matches SET lines = ? WHERE table_id = ?"
        in_the_file(server, sql, spoilt, broken)
        assert wanda.code("GET", f"/api/tables/{broken}", 409) == "table-unreadable"
        assert server.get(f"/api/tables/{broken}/record", wanda.cookie) == received, "it is kept"
        in_the_file(server, "UPDATE match_records SET text = NULL")
        server.stop()
        server.start()
        assert packed(server) == 2
        kept = in_the_file(server, "SELECT table_id FROM match_records WHERE text IS NOT NULL")
        assert kept == [(whole,)]
        assert wanda.code("GET", f"/api/tables/{broken}/record", 409) == "table-unreadable"
        assert wanda.get(f"/api/tables/{whole}")


def test_a_table_that_is_deleted_takes_its_packed_matches_with_it(tmp_path: Path) -> None:
    with serving_in_process(tmp_path / "log.sqlite") as server:
        wanda = Browser(server, "Wanda")
        with closing(wanda.sit(**ONE_DEAL)) as person:
            play(person)
            again(person)
        pass_days(server, 2)
        assert packed(server) == 1
        pass_days(server, int(retention.UNFINISHED_SECONDS / DAY) + 2)
        server.work(retention.run(server.core.lobby))
        assert packed(server) == 0
        assert in_the_file(server, "SELECT count(*) FROM log") == [(0,)]


_KILLED = """
import asyncio, os, signal, sys
from rebelote.server.features.history.packing import packed
from rebelote.server.base.storage.sqlite_store import SqliteStore
from rebelote.server.base.storage.store import packing

store = SqliteStore(sys.argv[1])
lines = asyncio.run(store.log(sys.argv[2]))[1:-1]
statements = packing(sys.argv[2], *packed(lines))
def kill():
    os.kill(os.getpid(), signal.SIGKILL)
store._writer.create_function("kill", 0, kill)
at = int(sys.argv[3])
async def write():
    await store.write(*statements[:at], ("SELECT kill()", ()), *statements[at:])
asyncio.run(write())
"""


@pytest.mark.sqlite
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize("at", [1, 2])
def test_a_kill_in_the_middle_of_packing_loses_nothing(tmp_path: Path, at: int) -> None:
    """The kill comes once the row is put, or once its lines are deleted; neither remains."""
    with serving_in_process(tmp_path / "log.sqlite") as server:
        table = played(Browser(server, "Wanda"))
        before = log(server, table)
    asked = [sys.executable, "-c", _KILLED, str(server.database), table, str(at)]
    ended = subprocess.run(asked, check=False, timeout=60)
    assert ended.returncode == -signal.SIGKILL
    with closing(SqliteStore(str(server.database))) as store:
        assert asyncio.run(store.log(table)) == before
        assert asyncio.run(store.read("SELECT count(*) FROM packed_matches")) == [(0,)]


@pytest.mark.sqlite
def test_matches_of_a_kept_file_are_packed_by_and_by(tmp_path: Path) -> None:
    """An earlier release without packing wrote the file; its logs read as before."""
    kept = Path(__file__).parents[3] / "data" / "first-release.db"
    (tmp_path / "log.sqlite").write_bytes(kept.read_bytes())
    with closing(sqlite3.connect(tmp_path / "log.sqlite")) as file:
        sql = "SELECT seq, client_id, entry FROM log WHERE table_id = ? ORDER BY seq"
        tables = [table for (table,) in file.execute("SELECT id FROM tables").fetchall()]
        before: dict[str, list[Any]] = {
            table: file.execute(sql, (table,)).fetchall() for table in tables
        }
    with serving_in_process(tmp_path / "log.sqlite") as server:
        pass_days(server, 2)
        assert packed(server) >= 2
        assert {table: log(server, table) for table in tables} == before
