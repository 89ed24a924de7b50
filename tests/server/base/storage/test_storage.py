"""The database: complete and intact, whatever happens around its one writer."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import shutil
import signal
import sqlite3
import stat
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import forked
import pytest
from server_process import Server, free_port, serving
from waiting import until, wait_until_written

from rebelote.server.base.storage.sqlite_store import SqliteStore, may_damage
from rebelote.server.base.storage.store import (
    ConflictError,
    MustChange,
    StoreBusyError,
    StoreError,
    StoreFailedError,
    UnmetError,
)

pytestmark = pytest.mark.sqlite

SECRET = "INSERT OR REPLACE INTO secrets VALUES (?, ?)"


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_leaves_one_whole_file(tmp_path: Path, how: signal.Signals) -> None:
    """A copy of the file alone, made after the stop, has everything."""
    server = Server(tmp_path / "club.sqlite")
    server.start()
    tables = [server.new_table(name="Ann")["table"] for _ in range(5)]
    server.stop(how)
    assert server.process is not None and server.process.returncode == 0
    assert not (tmp_path / "club.sqlite-wal").exists()
    copy = tmp_path / "copy" / "club.sqlite"
    copy.parent.mkdir()
    shutil.copy(server.database, copy)
    with closing(sqlite3.connect(copy)) as database:
        outcome = {table for (table,) in database.execute("SELECT DISTINCT table_id FROM log")}
        assert outcome == set(tables)
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_wait_that_is_cancelled_stops_no_writer(tmp_path: Path) -> None:
    store = SqliteStore(str(tmp_path / "club.sqlite"))

    async def cancel_many() -> None:
        for number in range(50):
            done = store.write((SECRET, (f"secret {number}", b"x")))
            waiting = asyncio.create_task(asyncio.wait_for(done, 30))
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
        last = store.write((SECRET, ("the last", b"y")))
        await asyncio.wait_for(last, 30)

    asyncio.run(cancel_many())
    assert store.alive
    assert asyncio.run(store.read("SELECT value FROM secrets WHERE name = 'the last'")) == [(b"y",)]
    store.close()


def test_what_nobody_foresaw_fails_what_is_in_hand_and_nothing_after(tmp_path: Path) -> None:
    store = SqliteStore(str(tmp_path / "club.sqlite"))

    def fault(_: sqlite3.Connection) -> None:
        raise RuntimeError("nobody foresaw this")

    with pytest.raises(StoreBusyError):
        store.run_outside_transaction(fault).result(timeout=30)
    unfit = ("INSERT INTO secrets VALUES (?, ?)", ("a name", object()))
    with pytest.raises(StoreError):
        wait_until_written(store.write, unfit)
    wait_until_written(store.write, (SECRET, ("the last", b"y")))
    assert store.alive
    store.close()


def test_a_write_whose_statement_must_change_a_row_and_changes_none_leaves_nothing(
    tmp_path: Path,
) -> None:
    store = SqliteStore(str(tmp_path / "club.sqlite"))
    take = "DELETE FROM secrets WHERE name = ?"

    async def story() -> None:
        await store.write((SECRET, ("once", b"x")))
        await store.write(MustChange(take, ("once",)), (SECRET, ("first", b"y")))
        for writes in ([MustChange(take, ("once",))], [(SECRET, ("second", b"z"))]):
            with pytest.raises(UnmetError):
                await store.write(*writes, MustChange(take, ("once",)))
        assert sorted(await store.read("SELECT name FROM secrets")) == [("first",)]

    asyncio.run(story())
    store.close()


def test_what_cannot_be_read_or_written_is_said_by_errors_of_the_store(tmp_path: Path) -> None:
    with closing(SqliteStore(str(tmp_path / "club.sqlite"))) as store:
        wait_until_written(store.append, "a table", 1, None, b"{}")
        with pytest.raises(ConflictError):
            wait_until_written(store.append, "a table", 1, None, b"{}")
        with pytest.raises(StoreFailedError) as failed:
            asyncio.run(store.read("SELECT nothing FROM nowhere"))
        assert isinstance(failed.value.__cause__, sqlite3.OperationalError)


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
    with contextlib.closing(SqliteStore(str(path))):  # the server's, which writes nothing meanwhile
        wal = path.with_name(path.name + "-wal")
        held = path.read_bytes()
        beside = SqliteStore(str(path), checkpoints=False)
        for number in range(20):
            some = ((SECRET, (f"secret {number} {one}", bytes(4096))) for one in range(100))
            wait_until_written(beside.write, *some)
        beside.close()
        assert wal.stat().st_size > 2000 * 4096, "more than would be moved by itself"
        assert path.read_bytes() == held


# --- whose file it is -----------------------------------------------------------------------------


def refused_start(database: Path) -> str:
    """Return the output of a server that refuses this file with an exit status of its own."""
    ended = forked.run("serve", "--port", free_port(), "--database", database)
    assert ended.returncode not in (0, -6, -9, -11, -15), ended
    assert "Traceback" not in ended.stderr + ended.stdout
    return ended.stderr + ended.stdout


def test_nobody_else_reads_a_served_file(tmp_path: Path) -> None:
    path = tmp_path / "club.sqlite"
    SqliteStore(str(path)).close()
    path.chmod(0o644)
    with serving(path) as server:
        server.new_table(name="Ann")
        kept = [file for file in tmp_path.iterdir() if file.name.startswith("club")]
        assert len(kept) >= 3
        assert {stat.S_IMODE(file.stat().st_mode) for file in kept} == {0o600}


def test_no_second_server_comes_in_by_another_name_or_without_the_lock_file(
    tmp_path: Path,
) -> None:
    path = tmp_path / "club.sqlite"
    with serving(path) as server:
        server.new_table(name="Ann")
        (tmp_path / "club.sqlite.serving").unlink()
        if sys.platform == "linux":
            assert "is being served" in refused_start(path)
        os.link(path, tmp_path / "other.sqlite")
        assert "another name" in refused_start(tmp_path / "other.sqlite")
        assert server.new_table(name="Bo")["table"]


@pytest.mark.parametrize("what", ["noise", "another program's", "a later version's"])
def test_a_file_that_is_not_ours_is_refused_in_a_sentence(tmp_path: Path, what: str) -> None:
    path = tmp_path / "club.sqlite"
    if what == "noise":
        path.write_bytes(b"no database at all" * 1000)
    else:
        with closing(sqlite3.connect(path)) as database:
            later = what == "a later version's"
            database.execute("PRAGMA user_version = 999" if later else "PRAGMA user_version = 2")
            database.execute(f"CREATE TABLE {'log' if later else 'recipes'} (id TEXT)")
            database.commit()
    before = path.read_bytes()
    assert str(path) in refused_start(path)
    assert path.read_bytes() == before


def zeroed(whole: bytes, *pages: int) -> bytes:
    """Return a file of which these pages are lost; the first is 1."""
    torn = bytearray(whole)
    for page in pages:
        torn[(page - 1) * PAGE : page * PAGE] = bytes(PAGE)
    return bytes(torn)


PAGE = 4096
CHANCE = random.Random(11).randbytes(PAGE)
TORN: dict[str, Callable[[bytes, dict[str, int]], bytes]] = {
    "the schema": lambda whole, pages: zeroed(whole, 1),
    "cells of the schema": lambda whole, pages: whole[:100] + CHANCE[100:] + whole[PAGE:],
    "the header": lambda whole, pages: CHANCE[:100] + whole[100:],
    "half of the header": lambda whole, pages: whole[:16] + CHANCE[16:100] + whole[100:],
    "all but the schema": lambda whole, pages: whole[:PAGE] + bytes(len(whole) - PAGE),
    "the second half": lambda whole, pages: whole[: len(whole) // 2],
    "all but the first page": lambda whole, pages: whole[:PAGE],
    "the people": lambda whole, pages: zeroed(whole, pages["people"]),
    "the trusted time": lambda whole, pages: zeroed(whole, pages["trusted_time"]),
}
"""The damage to a file, by the pages at which its tables begin."""


def pages_of(database: Path) -> dict[str, int]:
    """Return the page at which each table of a file begins."""
    with closing(sqlite3.connect(database)) as file:
        return dict(file.execute("SELECT name, rootpage FROM sqlite_schema"))


def club(path: Path) -> Path:
    """Return a whole file in which a person is known."""
    sql = "INSERT INTO people (id, name, created, seen) VALUES ('ann', 'Ann', ?1, ?1)"
    with closing(SqliteStore(str(path))) as store:
        wait_until_written(store.write, (sql, (time.time(),)))
    return path


@pytest.mark.parametrize("what", TORN)
def test_a_torn_file_is_refused_in_a_sentence_and_left_as_it_is(tmp_path: Path, what: str) -> None:
    path = club(tmp_path / "our club.sqlite")
    torn = TORN[what](path.read_bytes(), pages_of(path))
    path.write_bytes(torn)
    received = refused_start(path)
    assert f"{path} is damaged" in received
    assert f"rebelote restore COPY --database '{path}' --force" in received
    assert received.count("\n") == 1
    assert path.read_bytes() == torn
    assert {file.name for file in tmp_path.iterdir()} == {path.name, f"{path.name}.serving"}


def test_a_torn_file_of_an_earlier_version_is_not_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "club.sqlite"
    path.write_bytes((Path(__file__).parents[3] / "data" / "first-release.db").read_bytes())
    torn = zeroed(path.read_bytes(), pages_of(path)["log"])
    path.write_bytes(torn)
    assert "is damaged" in refused_start(path)
    assert path.read_bytes() == torn


def test_a_torn_file_with_a_log_beside_it_is_left_as_it_is(tmp_path: Path) -> None:
    """Lines that a killed server had not yet moved into the file are not moved into a torn one."""
    path = club(tmp_path / "club.sqlite")
    torn = zeroed(path.read_bytes(), pages_of(path)["people"])
    log = Path(f"{path}-wal")
    with serving(path) as server:
        until(lambda: log.exists() and log.stat().st_size > 0)  # what it writes as it starts
        server.kill()
    path.write_bytes(torn)
    assert "is damaged" in refused_start(path)
    assert path.read_bytes() == torn


@pytest.mark.parametrize("command", ["backup copy", "admin audit", "admin grant Ann"])
def test_a_command_on_a_torn_file_says_so(tmp_path: Path, command: str) -> None:
    path = club(tmp_path / "club.sqlite")
    path.write_bytes(zeroed(path.read_bytes(), *pages_of(path).values()))
    ended = forked.run(*command.split(), "--database", path, folder=tmp_path)
    assert ended.returncode == 1
    assert f"{path} is damaged" in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_nothing_is_written_to_a_file_that_is_known_to_be_damaged(tmp_path: Path) -> None:
    path = tmp_path / "club.sqlite"
    store = SqliteStore(str(path))
    for number in range(300):
        wait_until_written(store.write, (SECRET, (f"secret {number}", bytes(1000))))
    store.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-40_000] + b"\xa5" * 40_000)
    with serving(path) as server:
        until(lambda: not json.loads(server.get("/health")[1])["actual"]["database"])
        status, body, _ = server.ask("POST", "/api/me", b'{"name": "Ann"}')
        assert (status, json.loads(body)["code"]) == (503, "file-damaged")
