"""Options and helpers that several commands share."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from rebelote.i18n import SPOKEN, rulecard
from rebelote.rules.options import Rules
from rebelote.rules.presets import PRESETS

if TYPE_CHECKING:
    from rebelote.rules.records.record import Record, RecordError

switches = click.option(
    "--set",
    "switches",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set a switch of the rules, e.g. `--set undertrump=free`; can be repeated.",
)
preset = click.option(
    "--rules",
    "preset",
    default="french",
    show_default=True,
    metavar="PRESET",
    help=f"The rule set: {', '.join(PRESETS)}, or one of a --game.",
)
language = click.option(
    "--language", default="en", show_default=True, help=f"One of {', '.join(SPOKEN)}."
)
one_json_line = click.option("--json", "as_json", is_flag=True, help="Print one JSON line.")


def _log_agents(context: click.Context, option: click.Parameter, path: str | None) -> None:
    from rebelote import agents

    if path is not None:
        os.environ[agents.LOG] = path  # worker processes log, too


agent_log = click.option(
    "--log",
    metavar="FILE",
    expose_value=False,
    callback=_log_agents,
    help="Append what programs are asked and answer, and exceptions of agents, to this file.",
)
cluster = click.option(
    "--cluster",
    help="Run on a Ray cluster: HOST:PORT, ray://HOST:PORT, or local for one on this machine.",
)
database = click.option(
    "--database",
    default="rebelote.sqlite",
    show_default=True,
    metavar="FILE",
    help="The server's SQLite database; for `serve` and `admin` also postgresql://USER@HOST/NAME.",
)


class Finite(click.FloatRange):
    """A number within a range, which is neither infinite nor `nan`."""

    def convert(
        self, value: float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Convert a text to a number; BadParameter for any other text."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a finite number.", param, ctx)
        return number


def load_games(names: Sequence[str]) -> None:
    """Load games: installed ones, or modules, also of the folder in which the command runs."""
    from rebelote import games

    if "" not in sys.path:
        sys.path.insert(0, "")
    games.load(names)


def _load(_: click.Context, __: click.Parameter, names: tuple[str, ...]) -> None:
    if names:
        load_games(names)


games = click.option(
    "--game",
    multiple=True,
    metavar="NAME",
    envvar="REBELOTE_GAMES",
    is_eager=True,
    expose_value=False,
    callback=_load,
    help="Load a game from outside: an installed one (an entry point in the group rebelote.games), "
    "or a Python module; can be repeated.",
)
"""A game is loaded before anything else is read, since its rule sets are named there."""


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Name the missing extra when an import of the command fails for lack of it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "rebelote").partition(".")[0] == "rebelote":
            raise
        command = click.get_current_context().command_path
        raise click.ClickException(
            f"`{command}` needs the extra `{extra}` ({error.name} is not installed): "
            f"pip install 'rebelote[{extra}]'"
        ) from None


def on_server(command: Callable[..., None]) -> Callable[..., None]:
    """Make a command one on a server's file: its option, and the extra that it needs."""
    return database(needs("server")(command))


def of_file(database: str, instead: str) -> None:
    """Raise ValueError for a database that is no file, with advice."""
    from rebelote.server.base.storage.postgres_settings import is_address, shown

    if is_address(database):
        raise ValueError(f"{shown(database)} is no file: {instead}")


def rules_from(preset: str, switches: Sequence[str]) -> Rules:
    """Return the rule set with these switches; ValueError for wrong ones."""
    pairs = [switch.partition("=") for switch in switches]
    for name, equals, _ in pairs:
        if not equals:
            raise ValueError(f"{name!r} is not a switch: write it as name=value")
    return rulecard.rules_from(preset, {name: value for name, _, value in pairs})


def lines(file: str) -> AbstractContextManager[TextIO]:
    """Return the lines of a file; those of standard input for `-`."""
    return nullcontext(sys.stdin) if file == "-" else open(file, encoding="utf-8")


@contextmanager
def records(*files: str) -> Iterator[Iterator[Record]]:
    """Yield the records of files; report and skip a broken one, with exit code 1.

    ValueError where there is none.
    """
    from rebelote.rules.records.record import read_many

    read = broken = 0

    def result() -> Iterator[Record]:
        nonlocal read
        for file in files:
            with lines(file) as text:
                for record in read_many(text, partial(report, file)):
                    read += 1
                    yield record

    def report(file: str, error: RecordError) -> None:
        nonlocal broken
        broken += 1
        print(f"rebelote: {file}, {error}", file=sys.stderr)

    yield result()
    if broken:
        sys.exit(1)
    if not read:
        raise ValueError("this record contains no deal")


def read(file: str) -> str:
    """Return the contents of a file; of standard input for `-`."""
    return sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")


@contextmanager
def interruptible(save: str | None = None) -> Iterator[None]:
    """Exit with code 2 where a cluster is unreachable; say where a run that stops can resume.

    `save`: the file that holds what was done.
    """
    from rebelote.workers import UnreachableWorkerError

    there = f"; {save} holds what was played: run it again to resume" if save else ""
    try:
        yield
    except UnreachableWorkerError as error:
        print(f"rebelote: {error}{there}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(f"\nrebelote: stopped{there}")
