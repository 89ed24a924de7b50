"""What `make test-full AFTER=test` omits: only what passed in this state, and at any volume."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import passed
import pytest

HOME = Path(__file__).parents[2]
SOME = """
import os
import pytest

def test_that_passes(): ...
def test_that_fails(): assert False
def test_that_is_skipped(): pytest.skip("here")

@pytest.fixture
def ends_badly():
    yield
    raise OSError

def test_whose_fixture_fails_at_its_end(ends_badly): ...
@pytest.mark.xfail
def test_that_is_known_to_fail(): assert False
@pytest.mark.parametrize("text", ["a@b.example", "::"])
def test_of_several(text): ...
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with a file that is ignored."""
    for name, text in {
        "a.py": "1",
        "b.py": "2",
        ".gitignore": "built\n__pycache__\n",
        "built": "3",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for command in (["init", "--quiet"], ["add", "."]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    return tmp_path


@pytest.mark.parametrize("change", ["a.py", "new.py", "deleted", "renamed"])
def test_another_file_is_another_state(checkout: Path, change: str) -> None:
    before = passed.state(checkout)
    (checkout / "built").write_text("4", encoding="utf-8")
    assert before and passed.state(checkout) == before
    match change:
        case "deleted":
            (checkout / "a.py").unlink()
        case "renamed":
            (checkout / "a.py").rename(checkout / "c.py")
        case name:
            (checkout / name).write_text("12", encoding="utf-8")
    assert passed.state(checkout) not in ("", before)


def test_nothing_is_omitted_after_another_state_or_by_a_broken_note(tmp_path: Path) -> None:
    file = passed.note(tmp_path, postgresql=False)
    assert passed.passed(file, "now") == frozenset()
    file.write_text(json.dumps({"state": "now", "tests": ["a::b"]}), encoding="utf-8")
    assert passed.passed(file, "now") == {"a::b"}
    assert not passed.passed(file, "then") and not passed.passed(file, "")
    for text in ("", "{", "[]", "{}", '{"state": "now"}', '{"state": "now", "tests": 1}'):
        file.write_text(text, encoding="utf-8")
        assert not passed.passed(file, "now")


def test_there_is_no_state_without_git(tmp_path: Path) -> None:
    assert passed.state(tmp_path) == ""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("rules/test_oracle.py", True),  # volume
        ("rules/test_state_machine.py", True),  # hypothesis
        ("rules/test_draw.py", True),  # tests/support/strategies.py
        ("browser/test_friends.py", True),  # tests/browser/conftest.py
        ("rules/test_leads.py", False),
        ("server/live/test_tables.py", False),
    ],
)
def test_a_file_varies_that_knows_the_volume(name: str, expected: bool) -> None:
    assert passed.varies(HOME / "tests" / name) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import volume", {"volume"}),
        ("import os, volume as v", {"os", "volume", "as", "v"}),
        (
            "def a():\n    from a.b import (\n        c,\n        d,\n    )",
            {"a.b", "a.b.c", "a.b.d"},
        ),
    ],
)
def test_imports_are_seen_wherever_they_are(tmp_path: Path, text: str, expected: set[str]) -> None:
    (tmp_path / "a.py").write_text(text, encoding="utf-8")
    assert passed.imported(tmp_path / "a.py") == expected


def run(root: Path, option: str) -> str:
    """How the tests of a folder end, as pytest counts them, with the settings of all tests."""
    command = [sys.executable, "-m", "pytest", "-q", "-pno:cacheprovider", "-pconftest"]
    command += [f"--rootdir={root}", "-n1", "--dist=loadgroup", f"{option}=built"]
    paths = os.pathsep.join(map(str, [HOME / "tests", *passed.ROOTS]))
    where = {**os.environ, "PYTHONPATH": paths}
    done = subprocess.run(command, cwd=root, env=where, capture_output=True, text=True)
    return done.stdout.splitlines()[-1].partition(" in ")[0]


@pytest.mark.full
def test_a_run_omits_what_passed_in_the_one_before(checkout: Path) -> None:
    (checkout / "built").unlink()
    (checkout / "test_some.py").write_text(SOME, encoding="utf-8")
    (checkout / "test_more.py").write_text("import volume\ndef test_more(): ...", "utf-8")
    everything = "1 failed, 5 passed, 1 skipped, 1 xfailed, 1 error"
    assert run(checkout, "--note-passed") == everything
    assert json.loads((checkout / "built" / "sqlite.json").read_text("utf-8"))["tests"] == [
        "test_some.py::test_of_several[::]",
        "test_some.py::test_of_several[a@b.example]",
        "test_some.py::test_that_passes",
    ]
    assert run(checkout, "--omit-passed") == "1 failed, 2 passed, 1 skipped, 1 xfailed, 1 error"
    (checkout / "a.py").write_text("2", encoding="utf-8")
    assert run(checkout, "--omit-passed") == everything
