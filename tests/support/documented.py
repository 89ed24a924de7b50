"""The objects behind the names in the documents."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

HOME = Path(__file__).parents[2]


PACKAGES = {path.parent.name for path in (HOME / "src" / "rebelote").glob("*/__init__.py")}


def resolve(name: str) -> object:
    """Return the object that a name like `play.duty` or `deal.Deal.said` stands for."""
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            result: object = import_module(".".join(["rebelote", *parts[:cut]]))
        except ModuleNotFoundError as error:
            if not (error.name or "").startswith("rebelote") and cut == len(parts):
                return error  # the module is there, and what it needs is not installed
            continue
        for part in parts[cut:]:
            result = getattr(result, part)
        return result
    raise AssertionError(f"{name} is nowhere")
