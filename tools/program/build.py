"""Builds the program in one file for the system that it runs on, in dist.

`python -m program.build` needs PyInstaller, the package with its extra `server`, and its client.
"""

from __future__ import annotations

import platform
import struct
import sys
from pathlib import Path
from typing import Final

HOME: Final = Path(__file__).resolve().parents[2]
HERE: Final = Path(__file__).parent
WORK: Final = HOME / "build" / "program"
SYSTEM: Final = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
NAME: Final = f"Rebelote-{SYSTEM}-{platform.machine().lower()}"
PROGRAM: Final = (HOME / "dist" / NAME).with_suffix(".exe" if sys.platform == "win32" else "")
LEFT_OUT: Final = (
    *("numpy", "pyarrow", "ray", "asyncpg", "nats", "gymnasium", "pettingzoo"),
    *("pytest", "tkinter"),
)
"""Packages that the server does not need, which may be installed where it is built."""


def icon() -> Path:
    """Write the icon of the page as an icon for Windows, which may hold a PNG as it is."""
    picture = (HOME / "web" / "public" / "icon-192.png").read_bytes()
    header = struct.pack("<3H4B2H2I", 0, 1, 1, 192, 192, 0, 0, 1, 32, len(picture), 22)
    file = WORK / "rebelote.ico"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(header + picture)
    return file


def options() -> list[str]:
    """Return the words for PyInstaller."""
    return [
        *("--onefile", "--console", "--noconfirm", "--log-level=WARN", f"--name={NAME}"),
        *(f"--distpath={HOME / 'dist'}", f"--workpath={WORK}", f"--specpath={WORK}"),
        *([f"--icon={icon()}"] if sys.platform == "win32" else []),
        f"--additional-hooks-dir={HERE / 'hooks'}",
        *(f"--collect-submodules={name}" for name in ("uvicorn", "litestar")),
        *(f"--exclude-module={name}" for name in LEFT_OUT),
        str(HERE / "main.py"),
    ]


if __name__ == "__main__":
    from PyInstaller.__main__ import run

    run(options())
    print(PROGRAM)
