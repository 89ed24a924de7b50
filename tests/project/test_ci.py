"""Continuous integration: the commands of a contributor, with pinned actions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]
WORKFLOWS = sorted((HOME / ".github" / "workflows").glob("*.yml"))


def test_both_ways_run_the_commands_of_a_contributor() -> None:
    run = (HOME / ".ci" / "run").read_text("utf-8")
    assert "\nmake test\nexec make test-full AFTER=test\n" in run
    steps = "- run: make test\n      - run: make test-full AFTER=test\n"
    assert any(steps in path.read_text("utf-8") for path in WORKFLOWS)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_names_its_actions_by_commit_and_may_only_read(path: Path) -> None:
    text = path.read_text("utf-8")
    used = re.findall(r"uses: +(.+)", text)
    assert used and all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", one) for one in used)
    assert re.findall(r"^permissions:\n((?:  .+\n)+)", text, re.M) == ["  contents: read\n"]
