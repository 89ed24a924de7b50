"""Installation without a kernel: links to the source folder and the command."""

import sys
import sysconfig
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent / "src"
COMMAND = """\
#!{python}
import sys

from rebelote.cli import main

sys.exit(main())
"""


def link_package() -> None:
    """Let `import rebelote` find the source folder."""
    Path(sysconfig.get_path("purelib"), "rebelote.pth").write_text(f"{SOURCES}\n")


def write_command() -> None:
    """Write `.venv/bin/rebelote`."""
    command = Path(sys.executable).parent / "rebelote"
    command.write_text(COMMAND.format(python=sys.executable))
    command.chmod(0o755)


if __name__ == "__main__":
    link_package()
    write_command()
