"""The command line within the process of a test: what it prints, and how it ends."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from click.testing import CliRunner

from rebelote.cli import main


class Ended(NamedTuple):
    """A command that has run: its exit code and what it wrote."""

    returncode: int
    stdout: str
    stderr: str


def run(*arguments: str, typed: str = "", folder: Path | None = None) -> Ended:
    """Run `rebelote` with these arguments, in a folder, while a person types this."""
    status = 0
    with (
        contextlib.chdir(folder or Path.cwd()),
        patch.object(sys, "argv", ["rebelote", *arguments]),
        CliRunner().isolation(typed) as (output, errors, _),
    ):
        try:
            main()
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else 1
            if isinstance(ended.code, str):
                print(ended.code, file=sys.stderr)
        sys.stdout.flush()
        sys.stderr.flush()
        written = [stream.getvalue().decode() for stream in (output, errors)]
    return Ended(status, *written)
