"""The tests that `make test` saw pass, and `make test-full AFTER=test` does not run again.

A test counts if it passed and does the same at every volume: neither what it uses of its file, nor
the conftest.py beside it, nor another module of the tests that these import knows `volume` or
hypothesis. The notes hold for one state of the checkout: its files, the interpreter, and the
packages that are installed.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
import subprocess
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Final

import pytest

HOME: Final = Path(__file__).parents[2]
ROOTS: Final = [HOME / name for name in ("tests", "tests/support", "perf", "tools")]
"""From where tests import modules that are not of the package."""
IMPORTS: Final = re.compile(
    r"^[ \t]*(?:import +(.+)|from +([\w.]+) +import +(\([^)]*\)|.+))", re.MULTILINE
)
VARYING: Final = {"volume", "hypothesis"}
ALWAYS: Final = {"OPTIONS", "SERVING", "pytestmark", "pytest_generate_tests"}
"""Names of a file that its tests use without naming them, as they use its other statements."""
TEST: Final = "test"
"""The property of a report that names the test, without the group that xdist appends."""


def state(root: Path) -> str:
    """Return a digest of everything on which a test may depend; empty where it cannot be known."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        names = subprocess.run(listed, cwd=root, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""
    packages = {path.name for path in Path(sys.prefix).glob("lib/*/site-packages/*.dist-info")}
    digest = hashlib.sha256(json.dumps([sys.version, sys.prefix, sorted(packages)]).encode())
    for name in sorted(set(names.split(b"\0")) - {b""}):
        path = root / name.decode("utf-8", "surrogateescape")
        content = path.read_bytes() if path.is_file() else b"missing"
        digest.update(b"%b\0%d\0%b" % (name, len(content), content))
    return digest.hexdigest()


@cache
def modules() -> dict[str, list[Path]]:
    """Return the files of each module of ours outside the package, by its name."""
    paths = defaultdict(list)
    for root in ROOTS:
        for path in root.rglob("*.py"):
            paths[".".join(path.relative_to(root).with_suffix("").parts)].append(path)
    return paths


@cache
def imported(path: Path) -> frozenset[str]:
    """Return the modules that a file may import anywhere: `a.b` of `from a import b`, too."""
    names = set()
    for whole, origin, parts in IMPORTS.findall(path.read_text("utf-8")):
        words = re.findall(r"[\w.]+", whole or parts)
        names |= {origin, *(f"{origin}.{name}" for name in words)} if origin else set(words)
    return frozenset(names)


@cache
def varies(path: Path) -> bool:
    """Return whether a file's work may depend on the volume, directly or through its imports.

    The conftest.py of its folder counts as imported; that of all tests says only which tests run.
    """
    own = path.with_name("conftest.py")
    left = [path, own] if own.is_file() and path.parent != HOME / "tests" else [path]
    seen = set(left)
    while left:
        names = imported(left.pop())
        if any(name.partition(".")[0] in VARYING for name in names):
            return True
        new = {file for name in names for file in modules().get(name, ())} - seen
        seen |= new
        left += new
    return False


@cache
def steady(path: Path, deep: bool = True) -> frozenset[str]:
    """Return the names at the top of a file whose work does not depend on the volume.

    None does where a statement does, or a fixture of all tests. A name uses each name in its
    definition: arguments too, which may be fixtures, and strings, which may name some. What an
    imported module imports varies as a whole.
    """
    uses: dict[str, set[str]] = {"": set(ALWAYS)}
    found = set()
    for part in ast.parse(path.read_text("utf-8")).body:
        named = names_in(part)
        for name in bound_by(part) or {""}:
            uses.setdefault(name, set()).update(named)
        if "autouse" in named:
            uses[""] |= named
        for inner in ast.walk(part):
            if isinstance(inner, ast.Import | ast.ImportFrom):
                found |= varying_imports(inner, deep)
    while more := {name for name, used in uses.items() if name not in found and used & found}:
        found |= more
    own = path.with_name("conftest.py")
    if "" in found or (own.is_file() and own.parent != HOME / "tests" and varies(own)):
        return frozenset()
    return frozenset(uses) - found


def names_in(part: ast.stmt) -> set[str]:
    """Return every name, argument, import and string of a statement."""
    names = set()
    for one in ast.walk(part):
        match one:
            case ast.Name(id=name) | ast.arg(arg=name) | ast.Constant(value=str(name)):
                names.add(name)
            case ast.alias():
                names.add(bound_name(one))
    return names


def bound_by(part: ast.stmt) -> set[str]:
    """Return the names that a statement at the top of a file defines."""
    match part:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case ast.Assign() | ast.AnnAssign():
            every = ast.walk(part)
            return {
                one.id
                for one in every
                if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
            }
        case ast.Import() | ast.ImportFrom():
            return {bound_name(one) for one in part.names}
    return set()


def bound_name(one: ast.alias) -> str:
    return (one.asname or one.name).partition(".")[0]


def varying_imports(part: ast.Import | ast.ImportFrom, deep: bool) -> set[str]:
    """Return the names that an import defines, of what may depend on the volume."""
    origin = (part.module or "") if isinstance(part, ast.ImportFrom) else ""
    return {bound_name(one) for one in part.names if comes_varying(origin, one.name, deep)}


def comes_varying(origin: str, name: str, deep: bool) -> bool:
    if (origin or name).partition(".")[0] in VARYING or name == "*":
        return True
    whole = modules().get(f"{origin}.{name}" if origin else name, [])
    if any(varies(file) for file in whole):
        return True
    parts = [file for file in modules().get(origin, []) if varies(file)]
    return any(not deep or name not in steady(file, deep=False) for file in parts)


def may_vary(root: Path, test: str) -> bool:
    """Return whether a test, by the name that pytest gives it, may depend on the volume."""
    file, _, name = test.partition("::")
    return varies(root / file) and re.split(r"\[|::", name)[0] not in steady(root / file)


def note(folder: Path, postgresql: bool) -> Path:
    """Return the file that names the tests passed with this database."""
    return folder / ("postgresql.json" if postgresql else "sqlite.json")


def passed(file: Path, now: str) -> frozenset[str]:
    """Return the tests that passed in this state of the checkout, if it is known; else none."""
    try:
        noted = json.loads(file.read_text("utf-8"))
        return frozenset(noted["tests"] if now and noted["state"] == now else ())
    except (OSError, ValueError, KeyError, TypeError):
        return frozenset()


class Noting:
    """Notes which tests of a run passed: a plugin of the process that collects the reports."""

    def __init__(self, file: Path, root: Path) -> None:
        self.file = file
        self.root = root
        self.began = state(root)
        self.ended: set[str] = set()
        self.others: set[str] = set()
        """Tests of which a part failed or was skipped."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take note of a part of a test: its fixtures before and after it, or itself."""
        name = str(dict(report.user_properties).get(TEST, ""))
        if not report.passed:
            self.others.add(name)
        elif report.when == "teardown":
            self.ended.add(name)

    def pytest_sessionfinish(self) -> None:
        """Write the note, unless the checkout has changed while the tests ran."""
        if not self.began or state(self.root) != self.began:
            return
        names = self.ended - self.others - {""}
        same = sorted(name for name in names if not may_vary(self.root, name))
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(json.dumps({"state": self.began, "tests": same}), encoding="utf-8")


def main(folder: Path) -> int:
    """Return exit status 0 if tests passed in this state; `make test` begins them after checks."""
    return 0 if passed(note(folder, postgresql=False), state(HOME)) else 1


if __name__ == "__main__":
    sys.exit(main(HOME / sys.argv[1]))
