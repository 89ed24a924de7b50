"""The stand-ins for msgspec and pyicumessageformat: put first, `import standin` makes it so.

Native modules, and what the server needs and the page does not have, cannot be imported then.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "src" / "rebelote" / "offline"
ABSENT = ("rebelote._kernel", "structlog", "litestar", "uvicorn", "sqlite3", "asyncio", "click")


def install() -> None:
    """Make them what `import msgspec` and the other find."""
    for name in ("msgspec", "pyicumessageformat"):
        spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
        assert spec is not None and spec.loader is not None
        found = sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(found)
    for name in ABSENT:
        sys.modules[name] = None  # type: ignore[assignment]
