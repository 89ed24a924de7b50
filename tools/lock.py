"""Writes beside every pinned package the hashes of its files, so that no other file is installed.

`python tools/lock.py` asks the package index that pip is set up with for every file of each pinned
version (wheels of all platforms, and the sources) and writes their SHA-256 hashes into the files of
pins, which name no address; `--check` needs no network and says which pins have no hash.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from packaging.utils import (
    InvalidSdistFilename,
    InvalidWheelFilename,
    canonicalize_name,
    parse_sdist_filename,
    parse_wheel_filename,
)
from packaging.version import Version
from pip._internal.commands import create_command

HOME: Final = Path(__file__).parent.parent
FILES: Final = (
    "constraints-installers.txt",
    "constraints.txt",
    "constraints-cluster.txt",
    "constraints-data.txt",
    "constraints-docs.txt",
    "constraints-mutants.txt",
    "constraints-postgres.txt",
    "constraints-program.txt",
    "constraints-pyright.txt",
    "constraints-wheels.txt",
    "perf/requirements.txt",
    "perf/learn-requirements.txt",
)
"""The files of pins; a package is pinned in one of them, apart from those of `ALONE`."""
ALONE: Final = frozenset(
    {"constraints-mutants.txt", "constraints-program.txt", "constraints-wheels.txt"}
)
"""Files of pins that are installed alone, each into an environment of its own."""
JSON: Final = "application/vnd.pypi.simple.v1+json"
PIN: Final = re.compile(r"([\w.-]+)==([\w.!+]+)((?: +--hash=sha256:[0-9a-f]{64})*)")


class Pin(NamedTuple):
    """A package, its version, and the SHA-256 hashes of the files that may be installed."""

    name: str
    version: str
    hashes: tuple[str, ...] = ()

    def __str__(self) -> str:
        hashes = (f"--hash=sha256:{digest}" for digest in self.hashes)
        return " \\\n    ".join((f"{self.name}=={self.version}", *hashes))


# --- files of pins --------------------------------------------------------------------------------


def read(text: str) -> list[Pin]:
    """Read the pins of a file, which holds nothing else."""
    return [_pin(line) for line in text.replace("\\\n", "").splitlines()]


def _pin(line: str) -> Pin:
    result = PIN.fullmatch(line)
    if result is None:
        raise ValueError(f"neither a pin nor a hash: {line}")
    name, version, hashes = result.groups()
    return Pin(name, version, tuple(re.findall("[0-9a-f]{64}", hashes)))


def pinned(*files: str) -> list[Pin]:
    """Return the pins of some of the project's files."""
    return [pin for file in files for pin in read((HOME / file).read_text(encoding="utf-8"))]


# --- the index ------------------------------------------------------------------------------------


def version_of(filename: str) -> Version | None:
    """Return the version of a wheel or an archive of sources; None for any other file."""
    try:
        if filename.endswith(".whl"):
            return parse_wheel_filename(filename)[1]
        return parse_sdist_filename(filename)[1]
    except (InvalidSdistFilename, InvalidWheelFilename):
        return None


def locked(pin: Pin, page: dict[str, Any]) -> Pin:
    """Return the pin with the hashes of its files, from the index's page of the package."""
    version = Version(pin.version)
    files = [file for file in page["files"] if version_of(file["filename"]) == version]
    if not files:
        sys.exit(f"The index has no file of {pin.name} {pin.version}.")
    return pin._replace(hashes=tuple(sorted({file["hashes"]["sha256"] for file in files})))


def pages() -> Callable[[str], dict[str, Any]]:
    """Return a function that gets a package's page: from pip's index, by pip's own session.

    So that pip's settings hold: certificates, proxies, who one is.
    """
    command: Any = create_command("download")
    options, _ = command.parse_args([])
    session = command._build_session(options)

    def page(name: str) -> dict[str, Any]:
        address = f"{options.index_url.rstrip('/')}/{canonicalize_name(name)}/"
        answer = session.get(address, headers={"Accept": JSON})
        answer.raise_for_status()
        result: dict[str, Any] = answer.json()
        return result

    return page


# --- commands -------------------------------------------------------------------------------------


def write(paths: list[Path]) -> None:
    """Rewrite the hashes of all pins."""
    page = pages()
    for path in paths:
        pins = [locked(pin, page(pin.name)) for pin in read(path.read_text(encoding="utf-8"))]
        path.write_text("".join(f"{pin}\n" for pin in pins), encoding="utf-8")


def check(paths: list[Path]) -> None:
    """Say which pins have no hash, where there are any."""
    pins = [pin for path in paths for pin in read(path.read_text(encoding="utf-8"))]
    if bare := [pin.name for pin in pins if not pin.hashes]:
        sys.exit(f"No hashes: {', '.join(bare)}. Run tools/lock.py.")


if __name__ == "__main__":
    asked = [word for word in sys.argv[1:] if word != "--check"]
    work = check if "--check" in sys.argv else write
    work([HOME / name for name in asked or FILES])
