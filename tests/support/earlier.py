"""A file as it was before a step of the schema."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from rebelote.server.storage import schema


@contextlib.contextmanager
def before(step: str, path: Path) -> Iterator[sqlite3.Connection]:
    """A new file that lacks this step and all later ones; closed again, it can be served."""
    taken = schema.STEPS[: schema.STEPS.index(step)]
    with contextlib.closing(sqlite3.connect(path)) as file, file:
        file.execute("PRAGMA secure_delete=ON")
        file.create_function("name_skeleton", 1, lambda name: name)
        file.executescript(";".join(taken))
        file.execute(f"PRAGMA user_version = {len(taken)}")
        yield file
