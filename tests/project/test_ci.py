"""Continuous integration: the commands of a contributor, with pinned actions."""

from __future__ import annotations

import re
from pathlib import Path

import lock
import pytest
import sbom

HOME = Path(__file__).parents[2]
WORKFLOWS = sorted((HOME / ".github" / "workflows").glob("*.yml"))


def test_both_ways_run_the_commands_of_a_contributor() -> None:
    run = (HOME / ".ci" / "run").read_text("utf-8")
    assert "\nmake test\nexec make test-full AFTER=test\n" in run
    steps = "- run: make test\n      - run: make test-full AFTER=test\n"
    assert any(steps in path.read_text("utf-8") for path in WORKFLOWS)


def test_files_of_a_release_are_built_by_what_has_a_hash_and_attested() -> None:
    """The workflow was written without a forge to try it on."""
    text = (HOME / ".github" / "workflows" / "wheels.yml").read_text("utf-8")
    installed = re.findall(r"pip install (.+)", text)
    assert installed and all("--require-hashes" in one for one in installed)
    assert "cibuildwheel" in {pin.name for pin in lock.pinned("constraints-wheels.txt")}
    assert "actions/attest-build-provenance@" in text and "sbom-path:" in text
    assert "pyinstaller" in {pin.name for pin in lock.pinned("constraints-program.txt")}
    assert text.count("python -m program.smoke") == 1, "each program is tried where it is built"
    assert text.count(": write") == 2, "one job may sign, and nothing may change the repository"


def test_what_a_release_is_made_of_is_listed_with_digests() -> None:
    components = sbom.document()["components"]
    kinds = {one["purl"].partition("/")[0] for one in components}
    assert kinds == {"pkg:pypi", "pkg:cargo", "pkg:npm"}
    assert all(one["hashes"] and one["version"] for one in components)
    assert {"litestar", "msgspec", "pyo3", "svelte"} <= {one["name"] for one in components}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_names_its_actions_by_commit_and_may_only_read(path: Path) -> None:
    text = path.read_text("utf-8")
    used = re.findall(r"uses: +(.+)", text)
    assert used and all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", one) for one in used)
    assert re.findall(r"^permissions:\n((?:  .+\n)+)", text, re.M) == ["  contents: read\n"]
