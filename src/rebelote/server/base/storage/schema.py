"""The schema of the database: migrations as SQL, and their application to an SQLite file.

`migrations/NNNN_*.sql` holds what both databases know; `.sqlite.sql` and `.postgresql.sql` beside
it, what one of them needs besides. A released migration never changes
(`tests/server/base/storage/test_migrations.py`); the next one has the next number
(docs/releasing.md).
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, Literal

from rebelote.server.base.protocol import names

Database = Literal["sqlite", "postgresql"]
_FOLDER: Final = Path(__file__).parent / "migrations"
_MIGRATIONS: Final = sorted(
    (path for path in _FOLDER.glob("[0-9]*.sql")),
    key=lambda path: (path.name[:4], len(path.suffixes)),
)
EPOCH: Final = 1000
"""The version of a database is this and the number of its last migration.

Before 0.2.0 every change had a version, from 1 to 35, of which 0.1.0 has 3 (`from_N.*.sql`).
"""
VERSION: Final = EPOCH + int(_MIGRATIONS[-1].name[:4])
SMALL: Final = 64 << 20
"""Bytes of a file that is rewritten where deleted data may have left traces."""
_SIZE: Final = ("page_count", "page_size")


def check(version: int, database: Database = "sqlite") -> None:
    """Raise ValueError for a database of a version that cannot be brought up to date."""
    if version > VERSION:
        raise ValueError(
            f"has schema version {version}; this Rebelote knows only {VERSION}: "
            "use it with the later Rebelote that wrote it"
        )
    if 0 < version <= EPOCH and not _older(version, database).is_file():
        raise ValueError(
            f"has schema version {version}, which was never released: "
            "use it once with the last Rebelote before 0.2.0, which makes version 35 of it"
        )


def _older(version: int, database: Database) -> Path:
    return _FOLDER / f"from_{version}.{database}.sql"


def scripts(
    version: int, database: Database, translated: Callable[[str], str] = str
) -> Iterator[str]:
    """Yield the SQL that brings a database of a version up to date; ValueError where none does.

    `translated` puts what both databases know in words of this one.
    """
    check(version, database)
    if 0 < version < EPOCH:
        yield _read(_older(version, database))
        version = EPOCH + 1
    for path in _MIGRATIONS:
        if EPOCH + int(path.name[:4]) > version:
            if len(path.suffixes) == 1:
                yield translated(_read(path))
            elif path.suffixes[0] == f".{database}":
                yield _read(path)


def _read(path: Path) -> str:
    """Return a script, with those that it reads (`.read FILE`, as in the shell of SQLite)."""
    text = path.read_text("utf-8")
    return re.sub(r"(?m)^\.read (\S+)$", lambda line: _read(path.with_name(line[1])), text)


def bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Bring a file up to the current schema. Raises ValueError, and leaves the file as it was."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version == VERSION:
        return
    connection.create_function("name_skeleton", 1, names.skeleton, deterministic=True)
    steps = "\n".join(scripts(version, "sqlite"))
    connection.executescript(f"BEGIN;\n{steps}\nPRAGMA user_version = {VERSION};\nCOMMIT;")
    if version:
        _rewrite(connection)


def _rewrite(connection: sqlite3.Connection) -> None:
    """Rewrite a small file, so that no deleted data remain in free pages."""
    pages, size = (connection.execute(f"PRAGMA {what}").fetchone()[0] for what in _SIZE)
    if pages * size <= SMALL:
        with contextlib.suppress(sqlite3.OperationalError):  # another process has it open
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
