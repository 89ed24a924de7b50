"""Discovery of what the packages of the server declare."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from rebelote import server


def modules(name: str) -> Iterator[ModuleType]:
    """The modules of this name in the packages of the server, by the names of the packages."""
    for package in pkgutil.iter_modules(server.__path__):
        full = f"{server.__name__}.{package.name}.{name}"
        if package.ispkg and find_spec(full) is not None:
            yield import_module(full)
