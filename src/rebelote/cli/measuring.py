"""Commands that measure: the arena for bots, benchmarks for this machine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypedDict, TypeVar, Unpack

import click

from rebelote.cli import options
from rebelote.rules.options import Rules


class ArenaOptions(TypedDict):
    """The options of the arena."""

    preset: str
    switches: tuple[str, ...]
    deals: int | None
    matches: int | None
    seed: int
    jobs: int | None
    cluster: str | None
    save: str | None
    as_json: bool


class Arguments(TypedDict):
    """The arguments of `arena.compare` and `arena.pool` other than the bots."""

    rules: Rules
    deals: int
    matches: int | None
    seed: int
    jobs: int | None
    cluster: str | None
    saved: Path | None


Command = TypeVar("Command", bound=Callable[..., object])


class DefaultGroup(click.Group):
    """A group whose first command is the default."""

    def parse_args(self, context: click.Context, words: list[str]) -> list[str]:
        """Insert the default command where none is named."""
        if not words or words[0] not in (*self.commands, *context.help_option_names):
            words = [next(iter(self.commands)), *words]
        return super().parse_args(context, words)

    def list_commands(self, context: click.Context) -> list[str]:
        """Return the commands in the order in which they were added."""
        return list(self.commands)


MEASURING = (
    options.preset,
    options.switches,
    click.option(
        "--deals",
        type=int,
        help="How many deals, each from a fresh pack; 200 by default.",
    ),
    click.option(
        "--matches",
        type=int,
        help="Play this many whole matches instead, with packs gathered and shuffled by the rules.",
    ),
    click.option(
        "--seed",
        type=int,
        default=1,
        show_default=True,
        help="The same number gives the same packs.",
    ),
    click.option("--jobs", type=int, help="How many are played at once; 1 by default."),
    options.cluster,
    click.option(
        "--save",
        metavar="FILE",
        help="Save what was played to this file; the same command resumes from it.",
    ),
    options.agent_log,
    options.games,
    options.one_json_line,
)
"""Options for what is played in the arena, and where."""


def measuring(command: Command) -> Command:
    """Give a command the options of the arena."""
    for option in reversed(MEASURING):
        command = option(command)
    return command


def _arguments(how: ArenaOptions) -> Arguments:
    """Build the arguments of `arena.compare` and `arena.pool` from the options of the arena."""
    deals, matches, save = how["deals"], how["matches"], how["save"]
    if deals is not None and matches is not None:
        raise ValueError("use either --deals or --matches")
    fresh = () if matches is not None else ("shuffle=each_deal_full",)
    return {
        "rules": options.rules_from(how["preset"], (*how["switches"], *fresh)),
        "deals": 200 if deals is None else deals,
        "matches": matches,
        "seed": how["seed"],
        "jobs": how["jobs"],
        "cluster": how["cluster"],
        "saved": None if save is None else Path(save),
    }


@click.group(cls=DefaultGroup)
def arena() -> None:
    """Measure bots: the same packs, played in every seating.

    Example: rebelote arena master regular --rules bga --deals 500 --jobs 2

    Example: rebelote arena pool beginner regular club --matches 100 --save pool.jsonl
    """


@arena.command(name="pair")
@click.argument("first", default="regular")
@click.argument("second", default="beginner")
@measuring
@options.needs("arena")
def measure_pair(first: str, second: str, **how: Unpack[ArenaOptions]) -> None:
    """Measure FIRST against SECOND; `pair` may be omitted.

    Example: rebelote arena pair master regular --deals 500
    """
    from rebelote import arena as contest

    with options.interruptible(how["save"]):
        result = contest.compare(first, second, **_arguments(how))
    print(contest.as_json(result) if how["as_json"] else contest.text(result, how["seed"]))


@arena.command(name="pool")
@click.argument("bots", nargs=-1)
@measuring
@options.needs("arena")
def measure_pool(bots: tuple[str, ...], **how: Unpack[ArenaOptions]) -> None:
    """Rate bots in a round robin, with beginner fixed at 1000, and print every pair.

    Example: rebelote arena pool beginner regular club --deals 500 --jobs 2
    """
    from rebelote import arena as contest

    with options.interruptible(how["save"]):
        result = contest.pool(bots, **_arguments(how))
    print(contest.as_json(result) if how["as_json"] else contest.pool_text(result, how["seed"]))


@click.command()
@click.argument("level", default="club")
@options.preset
@options.switches
@click.option("--deals", type=int, default=100, show_default=True, help="How many deals.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same as of `arena`.")
@click.option("--jobs", type=int, help="How many are played at once; 1 by default.")
@click.option("--show", metavar="KIND", help="Print every position of this kind as well.")
@click.option("--bids", is_flag=True, help="Audit opening bids instead, where points are bid.")
@click.option("--calls", is_flag=True, help="Audit every call beside those next to it instead.")
@click.option("--contracts", is_flag=True, help="Count contracts made and their marks instead.")
@options.games
@options.one_json_line
@options.needs("arena")
def audit(
    level: str,
    preset: str,
    switches: tuple[str, ...],
    deals: int,
    seed: int,
    jobs: int | None,
    show: str | None,
    bids: bool,
    calls: bool,
    contracts: bool,
    as_json: bool,
) -> None:
    """Count what a partner would not understand in the play of LEVEL, and what it cost.

    With --bids: how often its openings are made, and what the highest bring beside lower ones.
    With --calls: what each of its calls brings beside the value below and above, or another call.
    With --contracts: how many contracts are made, what they bring, and how often a raise is right.

    Example: rebelote audit club --deals 200 --rules bga --show donation

    Example: rebelote audit regular --bids --deals 500 --rules ffb-contree-2016
    """
    from rebelote import arena as contest
    from rebelote.arena import auditing
    from rebelote.arena import bids as openings
    from rebelote.arena import calls as every_call
    from rebelote.arena import contracts as every_contract

    if (show is not None) + bids + calls + contracts > 1:
        raise ValueError("use one of --show, --bids, --calls and --contracts")
    if show is not None and show not in contest.TITLES:
        raise ValueError(f"{show!r} is not counted; there are: {', '.join(contest.TITLES)}")
    rules = options.rules_from(preset, (*switches, "shuffle=each_deal_full"))
    if bids:
        opened = openings.run(level, rules, deals, seed, jobs)
        print(contest.as_json(opened) if as_json else contest.bids_text(opened, seed))
        return
    if calls:
        called = every_call.run(level, rules, deals, seed, jobs)
        print(contest.as_json(called) if as_json else contest.calls_text(called, seed))
        return
    if contracts:
        played = every_contract.run(level, rules, deals, seed, jobs)
        print(contest.as_json(played) if as_json else contest.contracts_text(played, seed))
        return
    result = auditing.run(level, rules, deals, seed, jobs)
    print(contest.as_json(result) if as_json else contest.audit_text(result, seed))
    if show is not None and not as_json:
        print(f"\n{contest.positions_text(result, show)}")


@click.group(cls=DefaultGroup)
def bench() -> None:
    """Run benchmarks on this machine.

    Example: rebelote bench --quick
    """


@bench.command(name="all")
@click.option("--quick", is_flag=True, help="Less precise figures, in about 20 seconds.")
@options.one_json_line
@options.needs("all")
def measure(quick: bool, as_json: bool) -> None:
    """Measure rules, kernel, solver, bots, log and server; `all` may be omitted.

    Example: rebelote bench --quick
    """
    from rebelote import bench as measures

    measures.main(quick, as_json)


@bench.command(name="solve")
@click.option(
    "--deals", required=True, metavar="FILE", help="Deals in the format of `rebelote solve`."
)
@options.preset
@options.switches
@options.one_json_line
@options.needs("all")
def measure_solving(deals: str, preset: str, switches: tuple[str, ...], as_json: bool) -> None:
    """Measure how long these deals take to solve, in processor time of one thread.

    Example: rebelote bench solve --deals deals.jsonl --rules french
    """
    from rebelote.bench import solver

    with options.lines(deals) as lines:
        solver.main(lines, options.rules_from(preset, switches), as_json)
