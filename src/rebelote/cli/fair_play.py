"""The command that looks for pairs with signs of forbidden knowledge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from rebelote.cli import options
from rebelote.fairplay import LEAST_DEALS

if TYPE_CHECKING:
    from rebelote.fairplay.archive import PairFigures


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--jobs", type=click.IntRange(1), help="How many at once; 1 by default.")
@options.cluster
@click.option(
    "--least",
    type=click.IntRange(1),
    default=LEAST_DEALS,
    show_default=True,
    help="Deals that a pair has at least to be listed.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line for each pair.")
@options.games
@options.needs("arena")
def fairplay(
    files: tuple[str, ...], jobs: int | None, cluster: str | None, least: int, as_json: bool
) -> None:
    """Sum up whether two partners act on what they could not know, beside all others.

    Players are known by their names in the records. A high value is a reason to look at the deals,
    and no verdict.

    Example: rebelote fairplay january.txt february.txt --jobs 2
    """
    import msgspec

    from rebelote.arena import progress, spreading
    from rebelote.fairplay import archive

    with options.records(*files) as records:
        tasks = [archive.Task(number, record) for number, record in enumerate(records)]
        at_once = jobs if jobs or cluster else 1
        with options.interruptible():
            done = spreading.spread(archive.look_at, tasks, at_once, cluster)
            pairs = list(archive.figures(progress.shown(done, "records", 0, len(tasks))))
        if not pairs:
            raise ValueError("these records contain no finished deal of two named pairs")
        for pair in pairs:
            if pair.deals >= least:
                print(
                    msgspec.json.encode(pair._asdict()).decode()
                    if as_json
                    else "\n".join(_lines(pair))
                )
        listed = sum(pair.deals >= least for pair in pairs)
        if not as_json:
            print(f"{listed} of {len(pairs)} pairs have {least} deals or more.")


def _lines(pair: PairFigures) -> Iterator[str]:
    """Yield a pair: its deals and strongest test, and every z-value beside both references."""
    from rebelote.fairplay.totals import THRESHOLD

    name, most = pair.strongest
    mark = f"  above {THRESHOLD:.2f}" if most >= THRESHOLD else ""
    yield f"{' and '.join(pair.names)}: {pair.deals} deals, {name or 'nothing'} {most:.2f}{mark}"
    for test, value in pair.others.items():
        own = f"{pair.own[test]:7.2f}" if test in pair.own else "      -"
        yield f"  {test:<18} {value:7.2f} {own}"
