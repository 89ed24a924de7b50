"""Empty environments that hold what the package asks for and nothing else.

What is asked for is linked from the environment the tests run in, so that no index is asked: a
package that is used and not asked for is missing there.
"""

from __future__ import annotations

import os
import subprocess
import tomllib
import venv
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

HOME = Path(__file__).parents[2]
PACKAGE = HOME / "src" / "rebelote"
Ran = subprocess.CompletedProcess[str]


class Environment:
    """A virtual environment of its own, in a folder."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, symlinks=True)
        self.folder = folder
        self.python = folder / "bin" / "python"
        self.packages = next((folder / "lib").glob("python3.*/site-packages"))

    def link(self, *distributions: Distribution) -> None:
        """Let these be found, as if they had been installed."""
        for result in distributions:
            for name in top_level(result):
                place = self.packages / name
                if not place.exists():
                    place.symlink_to(str(result.locate_file(name)))

    def run(self, *words: str, typed: str = "") -> Ran:
        """Run its Python with these words, in its folder."""
        command = [str(self.python), *words]
        return subprocess.run(
            command,
            input=typed,
            capture_output=True,
            text=True,
            timeout=120,
            cwd=self.folder,
            env=outside(),
        )


def outside() -> dict[str, str]:
    """Return the environment's variables without those that show Python the source folder."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def top_level(result: Distribution) -> set[str]:
    """Return the files and folders of a distribution in `site-packages`."""
    names = {path.parts[0] for path in result.files or ()}
    return names - {"..", "__pycache__"}


def required(requirements: Iterable[str], extra: str = "") -> dict[str, Distribution]:
    """Return the packages to install for these requirements, by name, with all of their own."""
    result: dict[str, Distribution] = {}
    asked = list(expected(requirements, {extra}))
    while asked:
        one = asked.pop()
        result[one.name] = distribution(one.name)
        needs = expected(result[one.name].requires or (), one.extras | {""})
        asked += [need for need in needs if need.name not in result]
    return result


def expected(requirements: Iterable[str], extras: set[str]) -> Iterator[Requirement]:
    """Yield the requirements that apply on this machine with these extras."""
    for line in requirements:
        one = Requirement(line)
        marker = one.marker
        if marker is None or any(marker.evaluate({"extra": extra}) for extra in extras):
            yield one


def asked_for(*extras: str) -> list[str]:
    """Return the project's requirements with these extras, extras of extras included."""
    project = tomllib.loads((HOME / "pyproject.toml").read_text("utf-8"))["project"]
    lines: list[str] = list(project["dependencies"])
    for extra in extras:
        lines += project["optional-dependencies"][extra]
    for line in [line for line in lines if Requirement(line).name == "rebelote"]:
        lines.remove(line)
        lines += asked_for(*Requirement(line).extras)
    return lines


def with_sources(folder: Path, *extras: str) -> Environment:
    """Create an environment with the source folder and the packages of the core and some extras."""
    made = Environment(folder)
    made.link(*required(asked_for(*extras)).values())
    (made.packages / "rebelote").symlink_to(PACKAGE)
    return made
