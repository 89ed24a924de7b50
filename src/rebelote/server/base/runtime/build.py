"""The build id, which distinguishes two states of the code of one version."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import rebelote

_PACKAGE: Final = Path(rebelote.__file__).parent
_LEFT_OUT: Final = ("server/static", "__pycache__")
"""Built from the sources, and not the same on every machine."""
_SOURCES: Final = frozenset((".py", ".json", ".jsonl", ".toml", ".sql", ".txt", ".css"))
"""The kinds of files that make a difference; a native kernel is not the same on every machine."""


@cache
def build_id(package: Path = _PACKAGE) -> str:
    """Return twelve hexadecimal digits that change with the package: code, rules and data.

    The first call takes some 50 ms: make it in a thread.
    """
    whole = hashlib.sha256()
    for name, path in sorted(_files(package)):
        whole.update(f"{name}\n{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()[:12]


def _files(package: Path) -> Iterator[tuple[str, Path]]:
    for path in package.rglob("*"):
        name = path.relative_to(package).as_posix()
        if path.suffix in _SOURCES and not any(part in name for part in _LEFT_OUT):
            yield name, path
