"""Migrations: a released one never changes, and files of before lead to the schema of today."""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rebelote.server.base.ops.backup import check_usable
from rebelote.server.base.storage import schema
from rebelote.server.table.model import event_log

pytestmark = pytest.mark.sqlite

DATA = Path(__file__).parents[3] / "data"
FOLDER = Path(schema.__file__).parent / "migrations"
RELEASED = DATA / "migrations.sha256"
"""Digests of what has been released: a change of the schema is a migration of its own."""


def test_released_migrations_never_change() -> None:
    """A release adds its own migrations (docs/releasing.md)."""
    for line in RELEASED.read_text("utf-8").splitlines():
        digest, name = line.split()
        assert hashlib.sha256((FOLDER / name).read_bytes()).hexdigest() == digest, name


KEPT = ("first-release.db", "schema-35.db", "schema-1011.db", "schema-1017.db", "schema-1027.db")


def test_migrations_are_numbered_without_a_gap() -> None:
    numbers = sorted({int(path.name[:4]) for path in FOLDER.glob("[0-9]*.sql")})
    assert numbers == list(range(1, schema.VERSION - schema.EPOCH + 1))


@pytest.mark.parametrize("kept", KEPT)
def test_a_kept_file_gets_the_schema_of_a_new_one(kept: str, tmp_path: Path) -> None:
    """The schemas are compared by columns, nullability, keys, indexes and triggers."""
    shutil.copy(DATA / kept, tmp_path / "club.sqlite")
    check_usable(str(tmp_path / "club.sqlite"))
    with (
        closing(sqlite3.connect(tmp_path / "club.sqlite", isolation_level=None)) as file,
        closing(sqlite3.connect(":memory:", isolation_level=None)) as new,
    ):
        schema.bring_up_to_date(file)
        schema.bring_up_to_date(new)
        assert shape(file) == shape(new)
        assert file.execute("PRAGMA user_version").fetchone() == (schema.VERSION,)
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def shape(file: sqlite3.Connection) -> set[tuple[object, ...]]:
    """Return a file's schema without the order of its columns and the names of their types."""
    made = file.execute("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    result: set[tuple[object, ...]] = set()
    for kind, name, sql in made.fetchall():
        if kind == "table":
            columns = file.execute(f"PRAGMA table_info({name})").fetchall()
            result |= {(name, column, full, key) for _, column, _, full, _, key in columns}
        else:
            result.add((kind, name, " ".join(sql.split())))
    return result


@pytest.mark.parametrize("kept", KEPT)
def test_the_lines_of_a_kept_file_get_the_kinds_with_which_they_would_be_written(
    kept: str, tmp_path: Path
) -> None:
    shutil.copy(DATA / kept, tmp_path / "club.sqlite")
    with closing(sqlite3.connect(tmp_path / "club.sqlite", isolation_level=None)) as file:
        schema.bring_up_to_date(file)
        lines = file.execute("SELECT entry, kind FROM log").fetchall()
    assert {kind for _, kind in lines} > {None, "agreed", "seating", "started", "relieved"}
    for entry, kind in lines:
        assert kind == event_log.kind(event_log.decode(entry))


@pytest.mark.parametrize(
    ("version", "why"),
    [(0, "not one of Rebelote's"), (14, "never released"), (schema.VERSION + 1, "the later")],
)
def test_a_file_of_another_version_is_refused_in_a_sentence_and_stays(
    version: int, why: str, tmp_path: Path
) -> None:
    path = tmp_path / "club.sqlite"
    shutil.copy(DATA / "schema-35.db", path)
    with closing(sqlite3.connect(path)) as file:
        file.execute(f"PRAGMA user_version = {version}")
    before = path.read_bytes()
    with pytest.raises(ValueError, match=why):
        check_usable(str(path))
    assert path.read_bytes() == before


def test_what_fails_leaves_a_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "club.sqlite"
    shutil.copy(DATA / "first-release.db", path)
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("DROP TABLE untold")
        before = list(file.iterdump())
        with pytest.raises(sqlite3.OperationalError):
            schema.bring_up_to_date(file)
    with closing(sqlite3.connect(path)) as file:
        assert list(file.iterdump()) == before
        assert file.execute("PRAGMA user_version").fetchone() == (3,)
