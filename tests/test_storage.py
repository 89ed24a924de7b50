"""Does the file hold everything, whole, whatever happens around its one writer?"""

from __future__ import annotations

import asyncio
import json
import shutil
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from server_process import Server, serving

from rebelote.server.store import Store, StoreBusy, may_damage

SECRET = "INSERT OR REPLACE INTO secrets VALUES (?, ?)"


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_leaves_one_whole_file(tmp_path: Path, how: signal.Signals) -> None:
    """A copy of the file alone, made after the stop, has everything."""
    server = Server(tmp_path / "club.sqlite")
    server.start()
    tables = [server.new_table(name="Ann")["table"] for _ in range(5)]
    assert server.process is not None
    server.process.send_signal(how)
    server.process.communicate(timeout=20)
    assert server.process.returncode == 0
    assert not (tmp_path / "club.sqlite-wal").exists()
    copy = tmp_path / "copy" / "club.sqlite"
    copy.parent.mkdir()
    shutil.copy(server.database, copy)
    with closing(sqlite3.connect(copy)) as database:
        found = {table for (table,) in database.execute("SELECT DISTINCT table_id FROM log")}
        assert found == set(tables)
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_wait_that_is_cancelled_stops_no_writer(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "club.sqlite"))

    async def cancel_many() -> None:
        for number in range(50):
            done = store.write((SECRET, (f"secret {number}", b"x")))
            waiting = asyncio.create_task(asyncio.wait_for(asyncio.wrap_future(done), 30))
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
        last = store.write((SECRET, ("the last", b"y")))
        await asyncio.wait_for(asyncio.wrap_future(last), 30)

    asyncio.run(cancel_many())
    assert store.alive
    assert store.read("SELECT value FROM secrets WHERE name = 'the last'") == [(b"y",)]
    store.close()


def test_what_nobody_foresaw_fails_what_is_in_hand_and_nothing_after(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "club.sqlite"))

    def fault(_: sqlite3.Connection) -> None:
        raise RuntimeError("nobody foresaw this")

    with pytest.raises(StoreBusy):
        store.alone(fault).result(timeout=30)
    unfit = ("INSERT INTO secrets VALUES (?, ?)", ("a name", object()))
    with pytest.raises((StoreBusy, sqlite3.Error)):
        store.write(unfit).result(timeout=30)
    store.write((SECRET, ("the last", b"y"))).result(timeout=30)
    assert store.alive
    store.close()


@pytest.mark.parametrize(
    ("version", "affected"),
    [
        ((3, 6, 23), False),
        ((3, 7, 0), True),
        ((3, 40, 1), True),
        ((3, 44, 5), True),
        ((3, 44, 6), False),
        ((3, 45, 0), True),
        ((3, 50, 6), True),
        ((3, 50, 7), False),
        ((3, 51, 2), True),
        ((3, 51, 3), False),
    ],
)
def test_health_knows_which_sqlite_has_the_fault(version: tuple[int, ...], affected: bool) -> None:
    assert may_damage(version) == affected


def test_health_warns_of_such_an_sqlite_and_stays_green(tmp_path: Path) -> None:
    with serving(tmp_path / "club.sqlite") as server:
        status, body = server.get("/health")
        warned = "sqlite-wal-reset" in json.loads(body)["warnings"]
        assert warned == may_damage(sqlite3.sqlite_version_info)
        assert json.loads(body)["actual"]["writer"] and status in (200, 503)


def test_a_command_beside_a_server_moves_nothing_out_of_the_write_ahead_log(
    tmp_path: Path,
) -> None:
    path = tmp_path / "club.sqlite"
    with serving(path) as server:
        server.new_table(name="Ann")
        wal = path.with_name(path.name + "-wal")
        held = path.read_bytes()
        beside = Store(str(path), checkpoints=False)
        for number in range(2000):
            beside.write((SECRET, (f"secret {number}", bytes(4096))))
        beside.close()
        assert wal.stat().st_size > 2000 * 4096, "more than would be moved by itself"
        assert path.read_bytes() == held
