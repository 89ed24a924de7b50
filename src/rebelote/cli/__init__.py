"""The command line: play, serve, replay, measure. Errors are one sentence.

A command imports what it needs when it is run, so that the core's commands run where no extra is
installed.
"""

from __future__ import annotations

import sys

import click

import rebelote
from rebelote.cli import administration, datasets, game, measuring, reviewing, service

SETTINGS = {"help_option_names": ["--help", "-h"], "max_content_width": 100}


@click.group(context_settings=SETTINGS)
@click.version_option(rebelote.__version__, message="%(version)s")
def app() -> None:
    """Belote by the exact rules: play, run a server, replay, measure bots."""


for command in (
    *game.COMMANDS,
    *reviewing.COMMANDS,
    *service.COMMANDS,
    *measuring.COMMANDS,
    *datasets.COMMANDS,
    administration.admin,
):
    app.add_command(command)


def main() -> None:
    """Run a command; a user's mistake is one sentence and exit code 1, or 2 for wrong usage."""
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
