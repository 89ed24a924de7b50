"""The programs of `examples/`: each runs, and is listed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from documented import HOME
from needs import needs_kernel

EXAMPLES = HOME / "examples"
PLAYERS = {"player.py", "own_bot.py", "server_bot.py"}
"""Programs that wait for an opponent: `tests/arena/test_agents.py` and
`tests/server/features/tokens` do."""
COMMANDS = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
PROGRAMS = [
    pytest.param(path.name, marks=() if path.name == "match.py" else pytest.mark.full)
    for path in sorted(EXAMPLES.glob("*.py"))
    if path.name not in PLAYERS
]
"""The first of them, and for the full tests all."""


@needs_kernel
@pytest.mark.parametrize("name", PROGRAMS)
def test_an_example_runs(name: str) -> None:
    command = [sys.executable, str(EXAMPLES / name)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip()


@pytest.mark.full
@needs_kernel
@pytest.mark.skipif(not shutil.which("node", path=COMMANDS), reason="there is no Node here")
def test_the_client_in_node_runs() -> None:
    command = ["node", str(EXAMPLES / "engine_client.mjs")]
    paths = {**os.environ, "PATH": COMMANDS}
    done = subprocess.run(command, capture_output=True, text=True, env=paths, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"\d+ to \d+", done.stdout.strip())


def test_every_example_is_listed() -> None:
    listed = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    programs = [path.name for path in EXAMPLES.iterdir() if path.suffix in (".py", ".mjs")]
    assert [name for name in programs if f"`{name}`" not in listed] == []
