"""Commands that make data sets: from records, or from deals that bots play."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, get_args

import click

from rebelote import __version__
from rebelote.cli import options
from rebelote.rules.presets import PRESETS

if TYPE_CHECKING:
    from rebelote.data.selfplay import Plan, Played
    from rebelote.rules.records.record import Record

Table = Literal["deals", "decisions", "observations"]

_to = click.option(
    "--to",
    "to",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write: .parquet (needs the extra `data`), .csv, or .ndjson.",
)
_rows = click.option(
    "--rows",
    type=click.Choice(get_args(Table)),
    default="deals",
    show_default=True,
    help="A row for each deal that is over, or call and card, also as bytes.",
)


def _write(
    records: Iterable[Record],
    to: Path,
    table: Table,
    agents: Sequence[str] = (),
    about: Mapping[str, str] = MappingProxyType({}),
) -> None:
    from rebelote.data import TABLES, write

    kind, of = TABLES[table]
    rows = (row for number, record in enumerate(records) for row in of(record, number, agents))
    command = shlex.join(["rebelote", *sys.argv[1:]])
    made = {"version": __version__, "command": command, "rows": table}
    count = write(to, kind, rows, {**made, **about})
    print(f"{count} rows in {to}")


def _about(plan: Plan) -> Mapping[str, str]:
    """Return what decides the deals of a plan, for the metadata of a file."""
    differs = plan.rules.differs(PRESETS[plan.rules.preset])
    decides = {"options": differs, "levels": plan.levels, "seed": plan.seed, "deals": plan.deals}
    return {"rules": plan.rules.preset, **{name: json.dumps(it) for name, it in decides.items()}}


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@_to
@_rows
@options.games
@options.needs("data")
def export(files: tuple[str, ...], to: Path, rows: Table) -> None:
    """Write the deals or decisions of recorded matches as a table; - is standard input.

    Example: rebelote export matches.txt --to deals.parquet
    """
    from rebelote.data.files import check

    check(to)
    with options.records(*files) as records:
        _write(records, to, rows)


@click.command()
@options.preset
@options.switches
@click.option(
    "--level",
    "levels",
    multiple=True,
    default=("club",),
    show_default=True,
    help="The level of the bots, or an agent as in `arena`; repeated, one for each seat.",
)
@click.option(
    "--deals", type=click.IntRange(1), default=1000, show_default=True, help="How many deals."
)
@click.option(
    "--seed", type=int, default=1, show_default=True, help="The same number gives the same deals."
)
@click.option(
    "--jobs",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="How many are played at once.",
)
@_to
@_rows
@options.games
@options.needs("data")
def selfplay(
    preset: str,
    switches: tuple[str, ...],
    levels: tuple[str, ...],
    deals: int,
    seed: int,
    jobs: int,
    to: Path,
    rows: Table,
) -> None:
    """Have bots play deals and write them as a table; a run that was stopped goes on.

    Example: rebelote selfplay --level club --deals 10000 --jobs 2 --to deals.parquet
    """
    from rebelote.data import Plan, play
    from rebelote.data.files import check

    check(to)
    rules = options.rules_from(preset, (*switches, "shuffle=each_deal_full"))
    plan = Plan(rules, levels, deals, seed)
    kept = to.with_name(f"{to.name}.played")

    def bar(each: Iterable[Played], done: int) -> Iterator[Played]:
        if not sys.stderr.isatty():
            return iter(each)
        from rebelote.arena import progress

        return progress.shown(each, "deals", done, deals)

    with options.interruptible(str(kept)):
        _write(play(plan, kept, jobs, bar), to, rows, plan.agents, _about(plan))
    kept.unlink()
