"""The layers of the package, and their picture in docs/architecture.md.

The modules that the table in the page needs are in web/python.json, from which it is built. The
order of the layers is a decision and is made here; imports are read from the sources.
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
PAGE: Final = HOME / "docs" / "architecture.md"
OFFLINE: Final = HOME / "web" / "python.json"

LAYERS: Final = (
    "rules",
    "_kernel",
    "kernel",
    "knowledge",
    "bots",
    "i18n",
    "rehearsal",
    "games",
    "club",
    "worker_processes",
    "workers",
    "agents",
    "remote_table",
    "analysis",
    "arena",
    "fairplay",
    "batch",
    "drawing",
    "game",
    "game_kit",
    "__init__",
    "env",
    "data",
    "learn",
    "engine",
    "terminal",
    "server",
    "server.limits",
    "server.telemetry",
    "server.runtime",
    "server.protocol",
    "server.tables",
    "server.storage",
    "server.cluster",
    "server.personal",
    "server.mail",
    "server.people",
    "server.ratings",
    "server.workers",
    "server.live",
    "server.coordination",
    "server.quickmatch",
    "server.history",
    "offline",
    "server.offline_matches",
    "server.shared_replays",
    "server.study",
    "server.daily",
    "server.fairness",
    "server.push",
    "server.ops",
    "server.core",
    "server.feature",
    "server.compose",
    "server.http",
    "server.routes",
    "server.typescript",
    "server.lifecycle",
    "server.app",
    "bench",
    "cli",
    "__main__",
)
"""Packages from the lowest: a module imports only from its own package and from those before it.

`__init__` is the public face of the whole; `_kernel` is the native module."""


ABOVE: Final = {"routes", "feature", "logins", "enforcement"}
ROUTES: Final = "server.routes"
"""The layer of all modules with routes: each lies in the folder of its feature."""


# --- reading the sources --------------------------------------------------------------------------


def module_name(path: Path) -> str:
    """The dotted name of a module inside the package: `rules.play`, `server.app`, `__init__`."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts)


MODULES: Final = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def tree_of(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Every node of the syntax tree of a file."""
    return tuple(ast.walk(tree_of(path)))


@cache
def imports_of(path: Path) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """Every import of a file."""
    return tuple(n for n in nodes_of(path) if isinstance(n, ast.Import | ast.ImportFrom))


def tree(name: str) -> ast.Module:
    """The syntax tree of a module."""
    return tree_of(MODULES[name])


def parents(name: str) -> Iterator[str]:
    """A module and the packages it lies in, the nearest first."""
    while name:
        yield name
        name = name.rpartition(".")[0]


def layer(name: str) -> int:
    """The index in LAYERS of a module or of the nearest package that is named there."""
    if (name.count(".") == 2 and name.rpartition(".")[2] in ABOVE) or name.endswith("_routes"):
        return LAYERS.index(ROUTES)
    known = next((parent for parent in parents(name) if parent in LAYERS), None)
    if known == "server" and name.count(".") == 2:  # a feature on which no other builds
        return LAYERS.index("server.push")
    assert known, f"say in LAYERS where {name} lies"
    return LAYERS.index(known)


def absolute(name: str, node: ast.ImportFrom) -> str:
    """The full name of the module that `from ... import` in module `name` reads."""
    if not node.level:
        return node.module or ""
    folder = MODULES[name].relative_to(PACKAGE.parent).parent.parts
    base = folder[: len(folder) - node.level + 1]
    return ".".join([*base, node.module] if node.module else base)


def imported(name: str) -> Iterator[str]:
    """Every full name that a module imports, those for the type checker alone included."""
    for node in imports_of(MODULES[name]):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        else:
            yield from (f"{absolute(name, node)}.{alias.name}" for alias in node.names)


def local_module(full: str) -> str | None:
    """The module of ours that holds an imported full name; None for those of others."""
    head, _, inside = full.partition(".")
    if head != "rebelote":
        return None
    while inside and inside not in MODULES and inside != "_kernel":
        inside = inside.rpartition(".")[0]
    return inside or "__init__"


def local_imports(name: str) -> set[str]:
    """The modules of ours that a module imports."""
    return {inside for full in imported(name) if (inside := local_module(full))}


# --- the picture ----------------------------------------------------------------------------------

BEGIN: Final = "<!-- Written by `make generated`. -->\n\n```text\n"
END: Final = "```\n"


def edges() -> set[tuple[int, int]]:
    """Which layer imports from which, by the indices of both."""
    pairs = ((name, other) for name in MODULES for other in local_imports(name))
    return {(layer(name), layer(other)) for name, other in pairs if layer(name) != layer(other)}


def shown(result: set[tuple[int, int]]) -> list[int]:
    """The layers that the picture shows: those with imports, without the one-line `__main__`."""
    named = {index for pair in result for index in pair}
    return [index for index, name in enumerate(LAYERS) if index in named and name != "__main__"]


def picture() -> str:
    """A dependency structure matrix: a row a package, a column for each that it may import."""
    result = edges()
    rows = shown(result)
    wide = max(len(LAYERS[index]) for index in rows)
    head = "".join(f"{number:>3}" for number in range(1, len(rows)))
    lines = [f"{'':{wide + 3}}{head}"]
    for number, above in enumerate(rows, 1):
        marks = ("x" if (above, below) in result else "." for below in rows[: number - 1])
        received = "".join(f"{mark:>3}" for mark in marks)
        lines.append(f"{number:>2} {LAYERS[above]:{wide}}{received}".rstrip())
    return "\n".join(lines) + "\n"


def page() -> str:
    """docs/architecture.md with the picture as the sources give it."""
    head, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    return f"{head}{BEGIN}{picture()}{END}{rest.partition(END)[2]}"


# --- the table in the page ------------------------------------------------------------------------


def reached(*names: str) -> set[str]:
    """These modules, all they import, and the packages that these lie in."""
    result: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in MODULES and name not in result:
            result.add(name)
            waiting += [*local_imports(name), *parents(name)]
    return {*result, "__init__"}


IN_THE_PAGE: Final = ("offline.page", "offline.lessons", "offline.score_sheet")
"""What the worker of the page imports."""


def offline() -> str:
    """web/python.json: the files of the table and the lessons in the page, by their paths there."""
    presets = (name for name in MODULES if name.startswith("rules.presets."))  # found by name
    files = {
        MODULES[name].relative_to(PACKAGE.parent).as_posix(): MODULES[name].relative_to(HOME)
        for name in reached(*IN_THE_PAGE, *presets)
    }
    data = ("bots/policy.txt", "i18n/*.json", "i18n/learn/*.json", "i18n/tables/*/*.json")
    for path in (path for folder in data for path in sorted(PACKAGE.glob(folder))):
        files[path.relative_to(PACKAGE.parent).as_posix()] = path.relative_to(HOME)
    received = {path: f"../{file.as_posix()}" for path, file in sorted(files.items())}
    return json.dumps(received, indent=2) + "\n"


def files() -> Iterator[tuple[Path, str]]:
    """Both files, and their texts."""
    yield PAGE, page()
    yield OFFLINE, offline()
