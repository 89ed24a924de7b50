"""Writes THIRD-PARTY.txt: what a wheel holds that others have made, and their licences.

`python tools/notices.py` takes the texts from where `make docs` and cargo have put the packages;
`--check` reads none of them, and says what is not listed in the version that is pinned.
"""

from __future__ import annotations

import json
import re
import sys
import sysconfig
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import lock

HOME: Final = Path(__file__).resolve().parents[1]
FILE: Final = HOME / "THIRD-PARTY.txt"
MODULES: Final = HOME / "web" / "node_modules"
DOCS: Final = HOME / "build" / "docs-packages"
CRATES: Final = Path.home() / ".cargo" / "registry" / "src"
LINE: Final = "=" * 80
HEAD: Final = """\
What the package `rebelote` holds that others have made, with their licences.
Everything else is under the Apache License 2.0 (LICENSE). Written by tools/notices.py.

Texts that stand in the files themselves, and are not repeated here:
- src/rebelote/server/base/protocol/confusables.txt: Unicode License V3
- src/rebelote/server/people/common_passwords.txt: lists of Django (BSD-3-Clause) and zxcvbn (MIT)
- assets/offline/*.whl in server/static: packages of Python, each in its own metadata
- Source code of Pyodide (MPL-2.0): https://github.com/pyodide/pyodide, by the version below
"""
MPL: Final = "Mozilla Public License 2.0: https://mozilla.org/MPL/2.0/\n"
FROM_NPM: Final = {
    "@fontsource-variable/cairo": "typeface of Arabic",
    "@fontsource-variable/literata": "typeface of titles",
    "@fontsource-variable/noto-sans-armenian": "typeface of Armenian text",
    "@fontsource-variable/noto-serif-armenian": "typeface of Armenian titles",
    "@fontsource-variable/source-sans-3": "typeface of text",
    "@letele/playing-cards": "drawings of the court cards",
    "@noble/hashes": "checks of seals in the browser",
    "clsx": "part of the client",
    "esm-env": "part of the client",
    "@formatjs/fast-memoize": "part of the client",
    "@formatjs/icu-messageformat-parser": "part of the client",
    "@formatjs/icu-skeleton-parser": "part of the client",
    "intl-messageformat": "part of the client",
    "pyodide": "Python in the browser, for play without a network",
    "svelte": "part of the client",
    "uplot": "plots of the statistics",
}
"""Packages of npm that end in the client, and what for."""
FROM_CARGO: Final = ("libc", "once_cell", "portable-atomic", "pyo3", "pyo3-ffi")
"""Crates that are linked into the kernel; the others of `Cargo.pins` only build it."""


class Notice(NamedTuple):
    """Something of others: which version, what for, under which licence."""

    name: str
    version: str
    use: str
    licence: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}: {self.use} ({self.licence})"


def notices() -> Iterator[Notice]:
    """Yield everything that is listed, in the versions that are pinned."""
    text = (HOME / "web" / "package-lock.json").read_text(encoding="utf-8")
    modules = json.loads(text)["packages"]
    for name, use in FROM_NPM.items():
        module = modules[f"node_modules/{name}"]
        yield Notice(name, module["version"], use, module["license"])
    crates = tomllib.loads((HOME / "kernel" / "Cargo.pins").read_text(encoding="utf-8"))["package"]
    versions = {crate["name"]: crate["version"] for crate in crates}
    for name in FROM_CARGO:
        yield Notice(name, versions[name], "crate in the kernel", "MIT")
    (material,) = (
        pin for pin in lock.pinned("constraints-docs.txt") if pin.name == "mkdocs-material"
    )
    yield Notice(material.name, material.version, "look of the documentation, where it is", "MIT")
    yield Notice("CPython", "its standard library", "in Pyodide", "PSF-2.0")


def text_of(notice: Notice) -> str:
    """Return the text of its licence, from where it is installed."""
    if notice.name == "pyodide":
        return MPL
    if notice.name == "CPython":
        folders: Sequence[Path] = [Path(sysconfig.get_path("stdlib"))]
        names = re.compile("LICENSE.txt")
    elif notice.name in FROM_NPM:
        folders, names = [MODULES / notice.name], re.compile("licen[cs]e", re.I)
    elif notice.name in FROM_CARGO:
        folders = [*CRATES.glob(f"*/{notice.name}-{notice.version}")]
        names = re.compile("LICENSE-MIT")
    else:
        folders, names = [*DOCS.glob("mkdocs_material-*.dist-info/licenses")], re.compile("LICENSE")
    result = [path for folder in folders for path in folder.iterdir() if names.match(path.name)]
    if not result:
        sys.exit(f"The licence of {notice.name} is not here: run make docs, and build the kernel.")
    return result[0].read_text(encoding="utf-8")


def write() -> None:
    listed = [*notices()]
    parts = [HEAD, "".join(f"- {notice}\n" for notice in listed)]
    for notice in listed:
        text = "\n".join(line.rstrip() for line in text_of(notice).strip().splitlines())
        parts.append(f"{LINE}\n{notice}\n{LINE}\n\n{text}\n")
    FILE.write_text("\n".join(parts), encoding="utf-8")


def missing() -> list[str]:
    """List the notices that are not in the file as they are pinned."""
    text = FILE.read_text(encoding="utf-8")
    return [str(notice) for notice in notices() if text.count(str(notice)) != 2]


if __name__ == "__main__":
    if "--check" not in sys.argv:
        write()
    elif there_is := missing():
        sys.exit(f"Not in {FILE.name}: {', '.join(there_is)}. Run tools/notices.py.")
