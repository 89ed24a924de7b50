"""Backups of the database while it is in use, and their restoration.

A copy is one moment of the file: every move that was acknowledged before the copying began is in
it, and no half of any other. It is written beside its place, checked, put on disk, and only then
given its name; only its owner may read it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shlex
import sqlite3
import time
from collections.abc import Collection, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

import structlog

from rebelote.server.base.limits import limit
from rebelote.server.base.storage import schema
from rebelote.server.base.storage.lock_file import claimed
from rebelote.server.base.storage.store import StoreFailedError
from rebelote.server.base.storage.trusted_time import READ_TRUSTED_TIME

log = structlog.get_logger()

NAME: Final = re.compile(r"rebelote-\d{8}T\d{6}Z\.sqlite")
"""The pattern of a copy's file name: its time, so that names sort by age."""
EVERY: Final = limit(
    15.0, "time between backups", unit="min", per="server", option="--backup-every"
)
KEEP: Final = limit(
    96, "backups kept", per="server", beyond="the oldest are dropped", option="--backup-keep"
)
LOOK_EVERY: Final = 30.0
"""Seconds between two checks whether a copy is to be made, at most."""
_BESIDE: Final = ("-wal", "-shm", "-journal")
"""Files of SQLite's own beside a database."""


# --- copying --------------------------------------------------------------------------------------


def back_up(database: str, to: str) -> Path:
    """Copy the file to a new file, or into a folder under the name of this second; where it lies.

    ValueError where there is no such database, or the copy would lie over another file;
    sqlite3.DatabaseError where the copy is damaged, which leaves nothing behind.
    """
    place = Path(to)
    if place.is_dir():
        place /= name_at(time.time())
    if place.exists():
        raise ValueError(f"{place} already exists: choose another name, or a folder")
    if not Path(database).is_file():
        raise ValueError(f"there is no database {database}")
    _copied(Path(database), place)
    return place


def name_at(moment: float) -> str:
    """Return the file name of a copy made at this time (seconds since 1970)."""
    return datetime.fromtimestamp(moment, UTC).strftime("rebelote-%Y%m%dT%H%M%SZ.sqlite")


def _copied(database: Path, place: Path) -> None:
    """Copy in one go, which no writer disturbs; check; then give it its name."""
    with _beside(place) as unfinished:
        with _opened(database) as source, _opened(unfinished) as copy:
            source.backup(copy, pages=-1)
            copy.execute("PRAGMA journal_mode=DELETE")
            _check(copy, str(database))
        _onto_disk(unfinished)
        # What SQLite left beside an earlier file of this name would be read into this one.
        _unlink_beside(place)
        os.replace(unfinished, place)
    _onto_disk(place.parent)


def _opened(file: str | Path) -> contextlib.closing[sqlite3.Connection]:
    return contextlib.closing(sqlite3.connect(file, timeout=10))


@contextlib.contextmanager
def _beside(place: Path) -> Iterator[Path]:
    """Yield an empty file beside a place, its owner's alone; delete it if it is still there."""
    unfinished = place.with_name(f".{place.name}.{os.getpid()}")
    os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield unfinished
    finally:
        _unlink_beside(unfinished)
        unfinished.unlink(missing_ok=True)


def _unlink_beside(place: Path) -> None:
    for ending in _BESIDE:
        Path(f"{place}{ending}").unlink(missing_ok=True)


def _check(connection: sqlite3.Connection, name: str) -> None:
    """Raise sqlite3.DatabaseError where a page, a row or an index is damaged."""
    verdict = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if verdict != "ok":
        raise sqlite3.DatabaseError(f"{name} is damaged: {' '.join(verdict.split())}")


def _onto_disk(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on disk."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# --- a folder of copies ---------------------------------------------------------------------------


def copies(folder: str) -> list[Path]:
    """Return the copies in a folder, the oldest first."""
    return sorted(path for path in Path(folder).iterdir() if NAME.fullmatch(path.name))


def newest_age(folder: str) -> float | None:
    """Return the age of the newest copy in a folder, in seconds; None where there is none."""
    files = copies(folder)
    return time.time() - files[-1].stat().st_mtime if files else None


def keep_newest(folder: str, keep: int) -> None:
    """Delete all copies but the newest `keep`."""
    for old in copies(folder)[:-keep]:
        old.unlink(missing_ok=True)


def damage(database: str) -> str | None:
    """Return the first fault in a database's pages, if any; long for a large file."""
    try:
        with _opened(database) as connection:
            verdict: str = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        return str(error)
    return None if verdict == "ok" else " ".join(verdict.split())


class BackupSchedule(NamedTuple):
    """Backups of a server's file: into which folder, how many minutes apart, how many are kept."""

    folder: str
    every: float = EVERY
    keep: int = KEEP

    @property
    def look_every(self) -> float:
        """Seconds between two checks whether a copy is to be made."""
        return min(LOOK_EVERY, 60 * self.every)

    async def copy_when_overdue(self, database: str) -> None:
        """Copy where the newest copy is old enough."""
        age = newest_age(self.folder)
        if age is None or age >= 60 * self.every:
            await asyncio.to_thread(self._copy, database)

    def _copy(self, database: str) -> None:
        back_up(database, self.folder)
        keep_newest(self.folder, self.keep)

    @property
    def in_time(self) -> bool:
        """Whether the newest copy is not much older than it should be."""
        age = newest_age(self.folder)
        return age is not None and age < 120 * self.every + LOOK_EVERY


# --- taking one back ------------------------------------------------------------------------------


def restore(copy: str, database: str, force: bool = False) -> None:
    """Make a copy the database of a server. ValueError says why it cannot be.

    Where there is a database already only with `force`, and never one that is being served.
    """
    there = Path(database)
    if there.exists() and not force:
        raise ValueError(f"{there} already exists: --force replaces it with the copy")
    _trustworthy(copy)
    with claimed(database):
        _copied(Path(copy), there)


def check_usable(database: str, *read_ahead: str) -> None:
    """Raise ValueError where a file cannot be served; write nothing to it.

    It is no database, another program's, of a later version, or damaged where a start reads it
    (`read_ahead`: statements that it asks first). A
    file that is still empty becomes a database.
    """
    if not Path(database).stat().st_size:
        return
    with damage_reported(database), _looked_into(database) as connection:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        tables = _tables(connection)
        _check_version(database, tables, version)
        if tables:
            _read_ahead(connection, database, version, read_ahead)


def _check_version(database: str, tables: Collection[str], version: int) -> None:
    """Raise ValueError for another program's database, or one that this Rebelote cannot use."""
    if tables and ("log" not in tables or not version):
        raise ValueError(f"{database} is a database, but not one of Rebelote's")
    try:
        schema.check(version)
    except ValueError as error:
        raise ValueError(f"{database} {error}") from None


def _read_ahead(
    connection: sqlite3.Connection, name: str, version: int, statements: Iterable[str]
) -> None:
    """Read what a server reads before it serves; sqlite3.DatabaseError where it cannot.

    A file of an earlier version is looked through, for it is about to be rewritten.
    """
    if version < schema.VERSION:
        _check(connection, name)
        return
    for sql in (READ_TRUSTED_TIME, *statements):
        connection.execute(sql).fetchall()


@contextlib.contextmanager
def damage_reported(database: str) -> Iterator[None]:
    """Raise ValueError with advice where SQLite cannot read the file in this block."""
    try:
        yield
    except StoreFailedError as error:
        raise ValueError(_unusable(database, error.__cause__ or error)) from None
    except sqlite3.DatabaseError as error:
        raise ValueError(_unusable(database, error)) from None


def _unusable(database: str, error: BaseException) -> str:
    reason = str(error).removeprefix(f"{database} is damaged: ")
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    if code not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return f"{database} cannot be opened: {reason}"
    mend = f"rebelote restore COPY --database {shlex.quote(database)} --force"
    return f"{database} is damaged and cannot be used ({reason}); put a copy in its place: {mend}"


@contextlib.contextmanager
def _looked_into(database: str) -> Iterator[sqlite3.Connection]:
    """Yield a connection that writes nothing, neither to the file nor, if possible, beside it.

    No other process may have the file meanwhile.
    """
    beside = (Path(f"{database}{ending}") for ending in ("-wal", "-journal"))
    alone = not any(path.exists() and path.stat().st_size for path in beside)
    where = f"{Path(database).resolve().as_uri()}?mode=ro{'&immutable=1' if alone else ''}"
    with contextlib.closing(sqlite3.connect(where, uri=True)) as connection:
        yield connection


def _tables(connection: sqlite3.Connection) -> set[str]:
    rows = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
    return {name for (name,) in rows}


def _trustworthy(copy: str) -> None:
    """Raise ValueError for a file that is missing, damaged, foreign, or of a later Rebelote."""
    if not Path(copy).is_file():
        raise ValueError(f"there is no file {copy}")
    try:
        where = Path(copy).resolve().as_uri() + "?mode=ro"
        with contextlib.closing(sqlite3.connect(where, uri=True)) as connection:
            _check(connection, copy)
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            tables = _tables(connection)
    except sqlite3.DatabaseError as error:
        raise ValueError(f"this cannot be restored: {error}") from None
    _check_version(copy, tables or {"nothing"}, version)
