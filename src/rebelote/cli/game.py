"""Commands of the game itself: play, rules, engine, verify, replay, solve."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rebelote.bots import LEVELS
from rebelote.cli import options
from rebelote.rules.tallies import LAST_TRICK

if TYPE_CHECKING:
    from rebelote.rules.records.record import Record

file = click.argument("file")


@click.command()
@click.argument("preset", default="french")
@options.switches
@click.option(
    "--real-life",
    is_flag=True,
    help="Announce, show and say belote yourself; false cards can be played and challenged.",
)
@click.option(
    "--level",
    default="club",
    show_default=True,
    help=f"How well the bots play: one of {', '.join(LEVELS)}.",
)
@options.language
@click.option("--target", type=int, help="The score that ends the match.")
@click.option("--seed", type=int, help="The same number gives the same packs and the same bots.")
@click.option("--save", metavar="FILE", help="Write the record of the match to this file.")
@options.games
@options.needs("terminal")
def play(
    preset: str,
    switches: tuple[str, ...],
    real_life: bool,
    level: str,
    language: str,
    target: int | None,
    seed: int | None,
    save: str | None,
) -> None:
    """Play a match against bots in this terminal.

    Example: rebelote play flemish --real-life --language nl --save match.txt
    """
    from rebelote import terminal

    rules = options.rules_from(preset, switches)
    rules = rules.as_in_real_life() if real_life else rules
    agreed = rules.agree({} if target is None else {"target": target})
    terminal.play(language, agreed, seed, save, level)


@click.command()
@click.argument("preset", default="french")
@options.switches
@options.language
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
@options.games
def rules(preset: str, switches: tuple[str, ...], language: str, as_json: bool) -> None:
    """Print a rule card: how a table differs from the rule set, and every rule with its source.

    Example: rebelote rules flemish --set undertrump=free --language nl
    """
    from rebelote.i18n import rulecard

    card = rulecard.as_json if as_json else rulecard.text
    print(card(options.rules_from(preset, switches), language))


@click.command()
@click.option(
    "--schema",
    is_flag=True,
    help="Print the JSON Schema of every request and answer instead.",
)
@options.games
def engine(schema: bool) -> None:
    """Answer requests about rules, scores and games, one JSON object a line each way.

    Example: echo '{"op": "hello"}' | rebelote engine
    """
    from rebelote import engine as protocol

    protocol.main(schema)


@click.group()
def game() -> None:
    """Write a game of one's own: a folder to begin with, and a check before it is played.

    Example: rebelote game new jass
    """


@game.command(name="new")
@click.argument("name")
def new_game(name: str) -> None:
    """Write the folder of a game called NAME, which plays at once.

    Example: rebelote game new jass
    """
    from rebelote import game_kit

    for path in game_kit.create(name, Path.cwd()):
        print(path.relative_to(Path.cwd()))
    module = name.replace("-", "_")
    print(f"Check it with `rebelote game check {module}`,")
    print(f"play it with `rebelote play {name} --game {module}`.")


@game.command(name="check")
@click.argument("name")
def check_game(name: str) -> None:
    """Try out all that could fail at a table, in the game of the module NAME.

    Example: rebelote game check jass
    """
    from rebelote import game_kit

    options.load_games([name])
    for line in game_kit.check(name):
        print(line)


@click.command()
@file
@options.games
def verify(file: str) -> None:
    """Check that each sealed pack of recorded matches was fixed before the cut; - reads stdin.

    Example: rebelote verify match.txt
    """
    from rebelote.rules import fairness

    with options.records(file) as records:
        for number, record in enumerate(records, 1):
            if number > 1:
                print(f"match {number}")
            for sentence in fairness.verify(record):
                print(sentence)


@click.command()
@file
@options.language
@click.option(
    "--json", "as_json", is_flag=True, help="Write each record as one line of JSON instead."
)
@click.option(
    "--steps",
    is_flag=True,
    help="Write each match step by step as one line of JSON, for <rebelote-replay>.",
)
@options.games
@options.needs("terminal")
def replay(file: str, language: str, as_json: bool, steps: bool) -> None:
    """Print recorded matches in words, deal by deal; - is standard input.

    Example: rebelote replay match.txt
    """
    with options.records(file) as records:
        for record in records:
            if steps:
                print(_steps(record))
            elif as_json:
                print(record.json())
            else:
                from rebelote import terminal

                terminal.replay(record, language)


def _steps(record: Record) -> str:
    """Return a match step by step, as the server sends it."""
    from rebelote.server.base.protocol import schemas
    from rebelote.server.features.history import steps

    return schemas.encode(steps.of_record(record)).decode()


@click.command()
@file
@options.preset
@options.switches
@click.option(
    "--sweep",
    type=int,
    default=0,
    help="Points for taking every trick, such as 90; `taken` in a line counts the tricks so far.",
)
@click.option(
    "--belote",
    type=int,
    default=0,
    help="Points for king and queen of trump in one hand, such as 20.",
)
@click.option(
    "--last-trick",
    type=int,
    default=LAST_TRICK,
    show_default=True,
    help="Points for the last trick.",
)
@options.games
def solve(
    file: str,
    preset: str,
    switches: tuple[str, ...],
    sweep: int,
    belote: int,
    last_trick: int,
) -> None:
    """Solve positions double dummy, one on each line of the file; - is standard input.

    A line is JSON with contract, leader, hands, and optionally trick and taken. The hands are four
    lists of cards, or a deal in the dotted form of PBN: "N:AK.T9.8.JQ ...".

    Example: rebelote solve deals.jsonl --rules flemish --belote 20
    """
    from rebelote.kernel.solving import Bonuses, solved

    chosen, bonuses = options.rules_from(preset, switches), Bonuses(sweep, belote, last_trick)
    with options.lines(file) as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    print(solved(line, chosen, bonuses), flush=True)
                except ValueError as error:
                    raise ValueError(f"line {number}: {error}") from error
