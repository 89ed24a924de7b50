"""Backups made while tables are played, and tables that go on from them."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import forked
import pytest
from server_process import Person, free_port, seated, serving
from waiting import until, wait_until_written

from rebelote.server.base.ops import backup
from rebelote.server.base.ops.backup import BackupSchedule, back_up, restore
from rebelote.server.base.storage import schema
from rebelote.server.base.storage.lock_file import AlreadyServedError, claimed
from rebelote.server.base.storage.sqlite_store import SqliteStore

pytestmark = pytest.mark.sqlite

COMMAND = (sys.executable, "-m", "rebelote.cli")


def rebelote(*words: Any) -> subprocess.CompletedProcess[str]:
    """Return the command, as in a shell."""
    return forked.run(*words)


def a_move(person: Person) -> None:
    """Play until one more move of this person's is acknowledged, or the match is over."""
    acked = len(person.acked)
    person.play_until(lambda view: len(person.acked) > acked or view["phase"] == "match_over")


def test_the_same_tables_go_on_from_a_copy_made_in_play(tmp_path: Path) -> None:
    copies, new = tmp_path / "copies", tmp_path / "new" / "rebelote.sqlite"
    copies.mkdir()
    new.parent.mkdir()
    with serving(tmp_path / "log.sqlite") as server:
        people = [seated(server, level="beginner") for _ in range(4)]
        for person in people:
            a_move(person)
        before = [dict(person.acked) for person in people]
        copying = subprocess.Popen(
            [*COMMAND, "backup", str(copies), "--database", str(server.database)],
            stdout=subprocess.DEVNULL,
        )
        while copying.poll() is None:
            for person in people:
                a_move(person)
        assert copying.returncode == 0
        assert all(len(p.acked) > len(old) for p, old in zip(people, before, strict=True))
    (copy,) = copies.iterdir()
    assert copy.stat().st_mode & 0o777 == 0o600
    restored = rebelote("restore", copy, "--database", new)
    assert restored.returncode == 0, restored.stderr
    with serving(new) as server:
        for person, acked in zip(people, before, strict=True):
            again = Person(server, person.seated)
            update = again.sit()
            assert update["version"] >= max(acked.values())
            kept = dict(written(new, person.seated["table"]))
            assert again.keys_of(acked).items() <= kept.items()
            a_move(again)
            again.close()


def written(database: Path, table: str) -> list[tuple[str, int]]:
    """Return the clients' messages in a table's log, and where they stand."""
    sql = "SELECT client_id, seq FROM log WHERE table_id = ? AND client_id IS NOT NULL"
    with contextlib.closing(sqlite3.connect(database)) as connection:
        return connection.execute(sql, (table,)).fetchall()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    file = tmp_path / "rebelote.sqlite"
    store = SqliteStore(str(file))
    wait_until_written(store.append, "table", 1, "id", b"{}")
    store.close()
    return file


def test_a_copy_lies_over_nothing(database: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="already exists"):
        back_up(str(database), str(database))
    copy = back_up(str(database), str(tmp_path / "copy.sqlite"))
    with pytest.raises(ValueError, match="already exists"):
        restore(str(copy), str(database))
    restore(str(copy), str(database), force=True)
    assert written(database, "table") == [("id", 1)]
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_what_sqlite_left_beside_an_older_file_is_not_read_into_a_copy(database: Path) -> None:
    copy = back_up(str(database), str(database.with_name("copy.sqlite")))
    later = sqlite3.connect(database)
    later.execute(
        "INSERT INTO log (table_id, seq, client_id, entry) VALUES ('table', 2, 'later', '{}')"
    )
    later.commit()
    wal = Path(f"{database}-wal")
    shutil.copy(wal, database.with_name("kept"))
    later.close()
    shutil.copy(database.with_name("kept"), wal)
    restore(str(copy), str(database), force=True)
    assert written(database, "table") == [("id", 1)]


def test_a_damaged_or_foreign_file_is_refused_in_a_sentence(database: Path, tmp_path: Path) -> None:
    copy = back_up(str(database), str(tmp_path / "copy.sqlite"))
    damaged = bytearray(copy.read_bytes())
    damaged[4096 : len(damaged)] = bytes(len(damaged) - 4096)
    (tmp_path / "damaged").write_bytes(damaged)
    (tmp_path / "letter").write_text("Dear Ann, " * 500, encoding="utf-8")
    with contextlib.closing(sqlite3.connect(tmp_path / "other")) as other:
        other.execute("CREATE TABLE x (y)")
    reasons = {
        "damaged": "cannot be restored",
        "letter": "not a database",
        "other": "not one of Rebelote's",
        "nothing": "there is no file",
    }
    for name, why in reasons.items():
        answer = rebelote("restore", tmp_path / name, "--database", tmp_path / "new.sqlite")
        assert answer.returncode == 1
        assert why in answer.stderr
        assert answer.stderr.count("\n") == 1
        assert not (tmp_path / "new.sqlite").exists()


def test_a_copy_of_a_later_rebelote_is_refused(database: Path, tmp_path: Path) -> None:
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    with pytest.raises(ValueError, match="the later Rebelote that wrote it"):
        restore(str(database), str(tmp_path / "new.sqlite"))


def test_a_file_that_is_being_served_is_not_replaced(database: Path, tmp_path: Path) -> None:
    copy = back_up(str(database), str(tmp_path / "copy.sqlite"))
    with claimed(str(database)), pytest.raises(AlreadyServedError):
        restore(str(copy), str(database), force=True)
    with serving(tmp_path / "served.sqlite") as server:
        answer = rebelote("serve", "--port", "0", "--database", server.database)
        assert answer.returncode == 1
        assert "is being served" in answer.stderr


def test_a_server_copies_its_file_and_keeps_so_many(tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    for minute in range(3):
        (folder / backup.name_at(60 * minute)).touch()
        os.utime(folder / backup.name_at(60 * minute), (0, 0))
    with serving(tmp_path / "log.sqlite", "--backup-to", str(folder), "--backup-keep", "2") as it:
        until(lambda: len(backup.copies(str(folder))) == 2)
        health = json.loads(it.get("/health")[1])
    oldest, newest = backup.copies(str(folder))
    assert oldest.name == backup.name_at(120)
    assert backup.damage(str(newest)) is None
    assert health["actual"]["backup"] is True
    assert 0 <= health["backup_age"] < 60


def test_backups_that_are_too_old_are_reported(tmp_path: Path) -> None:
    assert not BackupSchedule(str(tmp_path)).in_time
    (tmp_path / backup.name_at(0)).touch()
    assert BackupSchedule(str(tmp_path)).in_time
    os.utime(tmp_path / backup.name_at(0), (0, 0))
    assert not BackupSchedule(str(tmp_path)).in_time


def test_damage_is_found(database: Path) -> None:
    assert backup.damage(str(database)) is None
    copy = back_up(str(database), str(database.with_name("copy.sqlite")))
    spoilt = bytearray(copy.read_bytes())
    spoilt[4096:] = bytes(len(spoilt) - 4096)
    copy.write_bytes(spoilt)
    assert backup.damage(str(copy)) is not None


def test_the_folder_of_copies_is_made_for_the_server_alone(tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    with serving(tmp_path / "club.sqlite", "--backup-to", str(folder)) as server:
        until(lambda: list(folder.glob("*.sqlite")))
        assert server.get("/health")[0] == 200
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_folder_of_copies_within_no_folder_is_refused(tmp_path: Path) -> None:
    where = ("--database", str(tmp_path / "club.sqlite"), "--port", str(free_port()))
    said = rebelote("serve", *where, "--backup-to", tmp_path / "nowhere" / "copies")
    assert said.returncode == 1
    assert (
        "is not a folder in which copies can be written" in said.stderr
        and said.stderr.count("\n") == 1
    )
