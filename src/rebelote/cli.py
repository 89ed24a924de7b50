"""What can be done from a shell? Play, serve, replay, measure; errors are one sentence."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

import rebelote

app = App(
    name="rebelote",
    help="Belote by the exact rules: play it, serve it, replay it, measure its bots.",
    version=rebelote.__version__,
)

File = Annotated[str, Parameter(allow_leading_hyphen=True)]
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


@app.command
def play(
    *,
    language: str = "en",
    target: int = 1000,
    seed: int | None = None,
    save: str | None = None,
) -> None:
    """Play a match against three bots in this terminal.

    Example: rebelote play --language fr --save match.txt

    Parameters
    ----------
    language
        fr, nl, sv or en.
    target
        The total that ends the match.
    seed
        The same number deals the same packs and gives the same bots.
    save
        The file in which the record of the match is written.
    """
    from rebelote import terminal
    from rebelote.variants import rules

    terminal.play(language, rules("french", target=target), seed, save)


@app.command
def replay(file: File, /, *, language: str = "en") -> None:
    """Tell a recorded match in words, deal by deal.

    Example: rebelote replay match.txt

    Parameters
    ----------
    file
        The record; - reads standard input.
    language
        fr, nl, sv or en.
    """
    from rebelote import terminal

    text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    terminal.replay(text, language)


@app.command
def arena(
    first: str = "regular",
    second: str = "random",
    /,
    *,
    deals: int = 2000,
    seed: int = 1,
    json: bool = False,
) -> None:
    """Measure one bot against another: the same deals, each played twice with sides swapped.

    Example: rebelote arena regular random --deals 2000

    Parameters
    ----------
    first
        The bot that is measured.
    second
        The bot it plays against.
    deals
        How many deals; each is played twice.
    seed
        The same number gives the same deals.
    json
        Print one JSON line.
    """
    from rebelote import arena as contest

    contest.main(first, second, deals, seed, json)


@app.command
def bench(*, quick: bool = False, json: bool = False) -> None:
    """Measure rules, kernel, bots, log and server on this machine.

    Example: rebelote bench --quick

    Parameters
    ----------
    quick
        Coarser figures in about 20 seconds.
    json
        Print one JSON line.
    """
    from rebelote import bench as measures

    measures.main(quick, json)


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
