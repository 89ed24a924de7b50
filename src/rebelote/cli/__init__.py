"""The command line: play, serve, replay, measure. Errors are one sentence.

A command is imported when it is run or listed, and imports what it needs when it is run: the core's
commands run where no extra is installed, and a server holds no command but its own.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Final

import click

import rebelote

SETTINGS = {"help_option_names": ["--help", "-h"], "max_content_width": 100}


COMMANDS: Final = {
    "game": ("play", "rules", "engine", "verify", "replay", "solve", "game"),
    "reviewing": ("review", "fairness", "puzzles"),
    "opening": ("open",),
    "service": ("serve", "think", "backup", "restore", "drain", "move", "join"),
    "measuring": ("arena", "audit", "bench"),
    "fair_play": ("fairplay",),
    "datasets": ("export", "selfplay"),
    "administration": ("admin",),
    "translating": ("words",),
}
"""The commands by the module that has them."""
_MODULE: Final = {command: module for module, commands in COMMANDS.items() for command in commands}


class _Commands(click.Group):
    """The commands, each imported when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_MODULE)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _MODULE:
            return None
        commands = vars(import_module(f"rebelote.cli.{_MODULE[cmd_name]}")).values()
        return next(it for it in commands if isinstance(it, click.Command) and it.name == cmd_name)


@click.group(cls=_Commands, context_settings=SETTINGS)
@click.version_option(rebelote.__version__, message="%(version)s")
def app() -> None:
    """Belote by the exact rules: play, run a server, replay, measure bots."""


def main() -> None:
    """Run a command; a user's mistake is one sentence and exit code 1, or 2 for wrong usage."""
    _pipe_utf8()
    try:
        app(prog_name="rebelote", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(error.exit_code)
    except click.ClickException as error:
        print(f"rebelote: {error.format_message()}", file=sys.stderr)
        sys.exit(error.exit_code)
    except (ValueError, OSError, RuntimeError) as error:
        sys.exit(f"rebelote: {error}")
    except (click.Abort, KeyboardInterrupt, EOFError):
        sys.exit("\nrebelote: stopped")


def _pipe_utf8() -> None:
    """Read and write files and pipes in UTF-8, as records are, whatever the system's code page."""
    if "PYTHONIOENCODING" in os.environ:
        return
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and not stream.isatty():
            stream.reconfigure(encoding="utf-8")
