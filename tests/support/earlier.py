"""A file as the first release made it."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

KEPT = Path(__file__).parents[1] / "data" / "first-release.db"


@contextlib.contextmanager
def first_release(path: Path) -> Iterator[sqlite3.Connection]:
    """Yield a new file of Rebelote 0.1.0 with nothing in it; closed again, it can be served."""
    with contextlib.closing(sqlite3.connect(KEPT)) as kept:
        [(version,)] = kept.execute("PRAGMA user_version")
        made = kept.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
    with contextlib.closing(sqlite3.connect(path)) as file, file:
        file.execute("PRAGMA secure_delete=ON")
        file.executescript(";".join(sql for (sql,) in made))
        file.execute(f"PRAGMA user_version = {version}")
        yield file
