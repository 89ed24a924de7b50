"""The contracts of the layers: each finds an import that it forbids."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packages import HOME, PACKAGE

LINT = Path(sys.executable).with_name("lint-imports")
OFFENDERS = {
    "The library imports only from its own and lower layers": ("rules/play.py", "bots.levels"),
    "The server imports only from its own and lower layers": (
        "server/base/limits.py",
        "server.web.pages",
    ),
    "The core knows no feature": ("server/table/lobby.py", "server.features.badges.feature"),
    "The web layer knows no feature": ("server/web/pages.py", "server.features.badges.feature"),
    "People know no table": ("server/people/accounts.py", "server.table.lobby"),
    "Tables know no archive": (
        "server/features/tables/routes.py",
        "server.features.history.records",
    ),
    "Features meet on an interface, but for the named pairs": (
        "server/features/league/leagues.py",
        "server.features.push.notifier",
    ),
}
"""For each contract a module, and an import that it may not have."""


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the package."""
    folder = tmp_path_factory.mktemp("sources")
    shutil.copytree(PACKAGE, folder / "rebelote", ignore=lambda _, names: _not_sources(names))
    return folder


def _not_sources(names: list[str]) -> set[str]:
    return {name for name in names if "." in name and not name.endswith(".py")} | {"static"}


def broken(folder: Path) -> set[str]:
    """Return the contracts that the sources in a folder do not keep."""
    command: list[str | Path] = [
        LINT,
        "--no-logo",
        "--cache-dir",
        folder / "cache",
        HOME / "pyproject.toml",
    ]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    result = set(re.findall(r"(?m)^(.+?) BROKEN", done.stdout))
    assert bool(result) == bool(done.returncode), done.stdout + done.stderr
    return result


def test_the_sources_keep_every_contract(sources: Path) -> None:
    assert broken(sources) == set()


def test_every_contract_has_an_offender() -> None:
    settings = tomllib.loads((HOME / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    assert [one["name"] for one in settings["contracts"]] == list(OFFENDERS)


@pytest.mark.parametrize("name", OFFENDERS)
def test_a_contract_finds_an_import_that_it_forbids(sources: Path, name: str) -> None:
    module, imported = OFFENDERS[name]
    path = sources / "rebelote" / module
    before = path.read_text("utf-8")
    path.write_text(f"{before}\nimport rebelote.{imported}\n", encoding="utf-8")
    result = broken(sources)
    path.write_text(before, encoding="utf-8")
    assert name in result
