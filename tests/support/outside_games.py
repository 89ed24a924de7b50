"""Games from outside, known for a test only."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rebelote import games


@contextmanager
def known(*names: str, trusted: bool = False) -> Iterator[None]:
    """Load these games, and unload them afterwards with all that are loaded meanwhile."""
    before = [dict(registry) for registry in games.registries()]
    try:
        games.load(names, trusted=trusted)
        yield
    finally:
        games.restore(before)


def refused(folder: Path, code: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the reason why a game of this code, `broken_game`, is not loaded; nothing stays."""
    (folder / "broken_game.py").write_text(code)
    monkeypatch.syspath_prepend(folder)
    before = [dict(registry) for registry in games.registries()]
    with pytest.raises(ValueError) as received:
        games.load(("broken_game",))
    sys.modules.pop("broken_game", None)
    assert [dict(registry) for registry in games.registries()] == before
    return str(received.value)
