"""What can be done from a shell? Play, serve, replay, measure; errors are one sentence."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import App, Parameter

import rebelote

app = App(
    name="rebelote",
    help="Belote by the exact rules: play it, serve it, replay it, measure its bots.",
    version=rebelote.__version__,
)

Port = Annotated[int, Parameter(help="The port to listen on.")]


@app.command
def serve(*, host: str = "127.0.0.1", port: Port = 8000, database: str = "rebelote.sqlite") -> None:
    """Serve the game to browsers, every table kept in one SQLite file.

    Example: rebelote serve --port 8080 --database club.sqlite

    Parameters
    ----------
    host
        The address to listen on; 0.0.0.0 lets the whole network in.
    database
        The file in which every table is kept.
    """
    from rebelote.server import app as server

    server.serve(host, port, database)


def main() -> None:
    """Run a command; a mistake of the user's is one sentence and exit code 1."""
    try:
        app()
    except (ValueError, OSError, RuntimeError) as error:
        sys.exit(f"rebelote: {error}")
    except (KeyboardInterrupt, EOFError):
        sys.exit("\nrebelote: stopped")


if __name__ == "__main__":
    main()
