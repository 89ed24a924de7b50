"""Downloads the packages of others that the offline table imports, built for Pyodide.

They are the versions that the server runs: pip takes their pins from constraints.txt, and no file
whose hash is not there. Where they cannot be downloaded, the client is built without offline play.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

HOME: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = HOME / "web" / "wheels"
"""Where the client's build (`web/offline.ts`) looks for them."""
PYODIDE: Final = HOME / "web" / "node_modules" / "pyodide" / "pyodide-lock.json"
PACKAGES: Final = ("msgspec", "pyicumessageformat", "fsrs", "typing-extensions")
MISSING: Final = """\
The packages of the offline table cannot be downloaded here, so the client has no offline play.
To try again: `rm -r web/wheels`, then `make setup`."""


def platform() -> tuple[str, ...]:
    """Return the options of pip for the Python that Pyodide is."""
    python = json.loads(PYODIDE.read_text(encoding="utf-8"))["info"]
    version = ".".join(python["python"].split(".")[:2])
    return (
        "--only-binary=:all:",
        f"--python-version={version}",
        f"--abi=cp{version.replace('.', '')}",
        f"--platform=pyemscripten_{python['abi_version']}_wasm32",
    )


def download(folder: Path) -> bool:
    """Download the packages, and only them, into a folder; False where that fails."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    pip = (sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check")
    pins = ("--require-hashes", "--no-deps", f"--constraint={HOME / 'constraints.txt'}")
    where = f"--dest={folder}"
    done = subprocess.run([*pip, *pins, *platform(), where, *PACKAGES], check=False)
    return done.returncode == 0


if __name__ == "__main__":
    if not download(Path(sys.argv[1]) if sys.argv[1:] else FOLDER):
        print(MISSING, file=sys.stderr)
