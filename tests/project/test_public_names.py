"""The reference has every name that a page, an example or a new game imports."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator

from docs_site import OBJECTS, REFERENCE
from documented import HOME

import rebelote

IMPORT = re.compile(r"^(?:>>> |\.\.\. )?\s*(from rebelote[\w.]* import (?:\([^)]*\)|[^\n]+))", re.M)
DEVELOPERS = {
    "docs/architecture.md", "docs/performance.md", "docs/keeping.md", "docs/benchmarks.md",
    "CONTRIBUTING.md",
}  # fmt: skip
"""Pages for those who change Rebelote itself."""


def texts() -> Iterator[tuple[str, str]]:
    """Yield what programmers read and copy, by its path."""
    pages = [HOME / "README.md", *HOME.glob("docs/**/*.md")]
    programs = [*HOME.glob("examples/*.py"), *HOME.glob("src/rebelote/game_template/**/*.txt")]
    for path in (*pages, *programs):
        yield path.relative_to(HOME).as_posix(), path.read_text("utf-8")
    for path in HOME.glob("examples/*.ipynb"):
        cells = json.loads(path.read_text("utf-8"))["cells"]
        yield path.name, "\n".join("".join(cell["source"]) for cell in cells)


def imported(text: str) -> Iterator[str]:
    """Yield the names that a text imports, with their modules."""
    for statement in IMPORT.findall(text):
        try:
            (node,) = ast.parse(re.sub(r"\n\.\.\. ", "\n", statement)).body
        except SyntaxError:
            continue
        assert isinstance(node, ast.ImportFrom)
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_public(name: str) -> bool:
    """Return whether a name, or a module around or below it, is in the reference."""
    module, _, own = name.rpartition(".")
    shown = {one for _, names in OBJECTS.values() for one in names}
    modules = {one for _, names in REFERENCE.values() for one in names}
    again = any(one.startswith(f"{module}.") and one.endswith(f".{own}") for one in shown)
    inside = again or any(one == name or one.startswith(f"{name}.") for one in {*shown, *modules})
    public = own in rebelote.__all__ and (module == "rebelote" or module in modules)
    return inside or public or module in shown


def test_what_the_documents_import_is_in_the_reference() -> None:
    missing = {
        (name, path)
        for path, text in texts()
        if path not in DEVELOPERS
        for name in imported(text)
        if not is_public(name)
    }
    assert not missing, "\n".join(["", *(f"{name} ({path})" for name, path in sorted(missing))])
