"""The modules of the package and their imports, as the sources have them.

The modules that the table in the page needs are in web/python.json, from which it is built. Which
module may import which is said in pyproject.toml (`tool.importlinter`).
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

HOME: Final = Path(__file__).parent.parent
PACKAGE: Final = HOME / "src" / "rebelote"
OFFLINE: Final = HOME / "web" / "python.json"

# --- reading the sources --------------------------------------------------------------------------


def module_name(path: Path) -> str:
    """Return the dotted name of a module in the package: `rules.play`, `__init__`."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts)


MODULES: Final = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(tree_of(path)))


@cache
def imports_of(path: Path) -> tuple[ast.Import | ast.ImportFrom, ...]:
    return tuple(n for n in nodes_of(path) if isinstance(n, ast.Import | ast.ImportFrom))


def tree(name: str) -> ast.Module:
    return tree_of(MODULES[name])


def parents(name: str) -> Iterator[str]:
    """Yield a module and the packages it lies in, the nearest first."""
    while name:
        yield name
        name = name.rpartition(".")[0]


def absolute(name: str, node: ast.ImportFrom) -> str:
    """Return the full name of the module that `from ... import` in module `name` reads."""
    if not node.level:
        return node.module or ""
    folder = MODULES[name].relative_to(PACKAGE.parent).parent.parts
    base = folder[: len(folder) - node.level + 1]
    return ".".join([*base, node.module] if node.module else base)


def imported(name: str) -> Iterator[str]:
    """Yield every full name that a module imports, including those for the type checker only."""
    for node in imports_of(MODULES[name]):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        else:
            yield from (f"{absolute(name, node)}.{alias.name}" for alias in node.names)


def local_module(full: str) -> str | None:
    """Return the module of ours that holds an imported full name; None for those of others."""
    head, _, inside = full.partition(".")
    if head != "rebelote":
        return None
    while inside and inside not in MODULES and inside != "_kernel":
        inside = inside.rpartition(".")[0]
    return inside or "__init__"


def local_imports(name: str) -> set[str]:
    """Return the modules of ours that a module imports."""
    return {inside for full in imported(name) if (inside := local_module(full))}


# --- the table in the page ------------------------------------------------------------------------


def reached(*names: str) -> set[str]:
    """Return these modules, all they import, and the packages that these lie in."""
    result: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in MODULES and name not in result:
            result.add(name)
            waiting += [*local_imports(name), *parents(name)]
    return {*result, "__init__"}


IN_THE_PAGE: Final = (
    "offline.page",
    "offline.lessons",
    "offline.score_sheet",
    "offline.study",
    "offline.wasm_kernel",
)
"""Modules that the worker of the page imports."""


def offline() -> str:
    """Write web/python.json: the page's files of table and lessons, by their paths there."""
    presets = (name for name in MODULES if name.startswith("rules.presets."))  # found by name
    files = {
        MODULES[name].relative_to(PACKAGE.parent).as_posix(): MODULES[name].relative_to(HOME)
        for name in reached(*IN_THE_PAGE, *presets)
    }
    data = (
        "analysis/*.jsonl",
        "bots/policy.txt",
        "i18n/*.json",
        "i18n/learn/*.json",
        "i18n/tables/*/*.json",
    )
    for path in (path for folder in data for path in sorted(PACKAGE.glob(folder))):
        files[path.relative_to(PACKAGE.parent).as_posix()] = path.relative_to(HOME)
    received = {path: f"../{file.as_posix()}" for path, file in sorted(files.items())}
    return json.dumps(received, indent=2) + "\n"


def files() -> Iterator[tuple[Path, str]]:
    yield OFFLINE, offline()
