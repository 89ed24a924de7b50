"""Tests that `make test-full AFTER=test` omits: only those passed in this state, at any volume."""

from __future__ import annotations

import json
import os
import re
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

VARYING = """
import pytest
from volume import volume

DEALS = volume(1, 2)
FEW = 3

@pytest.fixture
def dealt(): return DEALS
def played(): return FEW

def test_by_a_constant(): assert DEALS
def test_by_a_fixture(dealt): ...
@pytest.mark.usefixtures("dealt")
def test_by_the_name_of_a_fixture(): ...
@pytest.mark.parametrize("deals", [volume(1, 2)])
def test_by_a_mark(deals): ...
def test_by_another_import():
    from hypothesis import given
class TestOfAClass:
    def test_by_a_method(self): assert DEALS
def test_of_nothing(): assert played() == FEW
"""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("rules/test_oracle.py", True),  # volume
        ("rules/test_state_machine.py", True),  # hypothesis
        ("server/web/test_loop.py", True),  # tests/support/largest_inputs.py
        ("rules/test_draw.py", False),
        ("browser/test_friends.py", True),  # tests/browser/conftest.py
        ("rules/test_leads.py", False),
        ("server/table/test_tables.py", False),
    ],
)
def test_a_file_varies_that_knows_the_volume(name: str, expected: bool) -> None:
    assert passed.varies(HOME / "tests" / name) is expected


def test_a_test_varies_that_uses_what_knows_the_volume(tmp_path: Path) -> None:
    file = tmp_path / "test_some.py"
    file.write_text(VARYING, "utf-8")
    assert passed.steady(file) & {"dealt", "DEALS"} == set()
    names = re.findall(r"^def (test_\w+)", VARYING, re.MULTILINE)
    tests = [f"{file.name}::{name}[1]" for name in [*names, "TestOfAClass::test_by_a_method"]]
    assert [test for test in tests if not passed.may_vary(tmp_path, test)] == [
        "test_some.py::test_of_nothing[1]"
    ]
    file.write_text(f"{VARYING}\nprint(DEALS)", "utf-8")
    passed.steady.cache_clear()
    assert passed.may_vary(tmp_path, "test_some.py::test_of_nothing")


def run(root: Path, option: str) -> str:
    """Run the tests of a folder with the settings of all tests, and return pytest's counts."""
    command = [sys.executable, "-m", "pytest", "-q", "-pno:cacheprovider", "-pconftest"]
    command += [f"--rootdir={root}", "-n1", "--dist=loadscope", f"{option}=built"]
    paths = os.pathsep.join(map(str, [HOME / "tests", *passed.ROOTS]))
    where = {**os.environ, "PYTHONPATH": paths}
    done = subprocess.run(command, cwd=root, env=where, capture_output=True, text=True)
    return done.stdout.splitlines()[-1].partition(" in ")[0]


@pytest.mark.full
def test_a_run_omits_what_passed_in_the_one_before(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    (tmp_path / ".gitignore").write_text("built\n__pycache__\n", encoding="utf-8")
    (tmp_path / "test_some.py").write_text(SOME, encoding="utf-8")
    (tmp_path / "test_more.py").write_text(
        "import volume\ndef test_more(): assert volume.LEVELS", "utf-8"
    )
    everything = "1 failed, 5 passed, 1 skipped, 1 xfailed, 1 error"
    assert run(tmp_path, "--note-passed") == everything
    assert json.loads((tmp_path / "built" / "sqlite.json").read_text("utf-8"))["tests"] == [
        "test_some.py::test_of_several[::]",
        "test_some.py::test_of_several[a@b.example]",
        "test_some.py::test_that_passes",
    ]
    assert run(tmp_path, "--omit-passed") == "1 failed, 2 passed, 1 skipped, 1 xfailed, 1 error"
    (tmp_path / "a.py").write_text("1", encoding="utf-8")
    assert run(tmp_path, "--omit-passed") == everything
