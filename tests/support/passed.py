"""The tests that `make test` saw pass, and `make test-full AFTER=test` does not run again.

A test counts if it passed and does the same at every volume: neither its file, nor the conftest.py
beside it, nor another module of the tests that these import knows `volume` or hypothesis. The notes
hold for one state of the checkout: its files, the interpreter, and the packages that are installed.
"""

from __future__ import annotations

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
        same = sorted(name for name in names if not varies(self.root / name.partition("::")[0]))
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(json.dumps({"state": self.began, "tests": same}), encoding="utf-8")


def main(folder: Path) -> int:
    """Return exit status 0 if tests passed in this state; `make test` begins them after checks."""
    return 0 if passed(note(folder, postgresql=False), state(HOME)) else 1


if __name__ == "__main__":
    sys.exit(main(HOME / sys.argv[1]))
