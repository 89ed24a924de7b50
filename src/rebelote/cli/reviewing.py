"""The commands that review recorded matches, count their hands, and search for puzzles."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from rebelote.cli import options

if TYPE_CHECKING:
    from rebelote.analysis.fairness import FairnessReport, Part


@click.command()
@click.argument("file")
@click.option("--deal", type=int, help="Only this deal of each match, counted from 1.")
@click.option("--jobs", type=click.IntRange(1), help="How many at once; 1 by default.")
@options.cluster
@options.language
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line for each deal.")
@options.games
@options.needs("arena")
def review(
    file: str,
    deal: int | None,
    jobs: int | None,
    cluster: str | None,
    language: str,
    as_json: bool,
) -> None:
    """Say what the costliest calls and cards of recorded matches cost; - is standard input.

    Example: rebelote review match.txt --jobs 2
    """
    import msgspec

    from rebelote.analysis import commentary
    from rebelote.batch import review_many
    from rebelote.i18n import words
    from rebelote.rules.codec import encode_hook

    say = words(language)
    with options.records(file) as read:
        records = list(read)
        at_once = jobs if jobs or cluster else 1
        with options.interruptible():
            reviews = review_many(records, deal=deal, jobs=at_once, cluster=cluster, bar=True)
            done = list(reviews)
        if records and not done:
            raise ValueError("this record contains no finished deal")
        for number, one, report, error in done:
            if report is None:
                print(f"rebelote: match {number + 1}, deal {one}: {error}", file=sys.stderr)
            elif as_json:
                line = {"match": number + 1, **msgspec.structs.asdict(report)}
                print(msgspec.json.encode(line, enc_hook=encode_hook).decode())
            else:
                record = records[number]
                said = commentary.sentences(say, report, record.rules, record.seat_names)
                print("\n  ".join(said))
    if any(each.error for each in done):
        sys.exit(1)


@click.command()
@click.argument("files", nargs=-1, required=True)
@options.one_json_line
@options.games
def fairness(files: tuple[str, ...], as_json: bool) -> None:
    """Count what hands recorded deals held, beside what a fair shuffle leads one to expect.

    Example: rebelote fairness january.txt february.txt
    """
    import msgspec

    from rebelote.analysis.fairness import Counting

    counting = Counting()
    with options.records(*files) as records:
        for record in records:
            counting.add(record)
        report = counting.report()
        if not report.deals:
            raise ValueError("these records contain no finished deal")
        print(msgspec.json.encode(report).decode() if as_json else "\n".join(_report_lines(report)))


def _report_lines(report: FairnessReport) -> Iterator[str]:
    """Yield the report as tables, and the verdict."""
    from rebelote.analysis.fairness import RARE

    for part in report.parts:
        yield from _table(part)
    yield (
        f"{report.deals} deals, {report.repeated} more repeat a pack. {report.tests} tests: "
        f"{report.below} with p below {RARE}, and {report.tests * RARE:.1f} are due by "
        "chance alone."
    )
    if report.tests:
        verdict = "differ" if report.departs else "do not differ"
        yield f"Corrected for their number (Holm), hands {verdict} from those of a fair shuffle."


def _table(part: Part) -> Iterator[str]:
    """Yield the figures of a part: each value with its number of hands and the expected number."""
    yield f"{part.packs} packs, {part.players} players, {part.size} cards each: {part.deals} deals"
    for hand in part.hands:
        tested = "" if hand.p is None else f"  p {hand.p:.3f}, corrected {hand.corrected:.3f}"
        yield f"  {hand.code}, seat {hand.seat}{tested}"
        for cell in hand.cells:
            value = "-".join(map(str, cell.value))
            yield f"    {value:>12} {cell.count:>8} {cell.expected:>10.1f}"
    for seat in part.seats:
        tested = "" if seat.p is None else f"  p of equal seats {seat.p:.3f}"
        result = ", ".join(f"{n} of {of}" for n, of in zip(seat.counts, seat.of, strict=True))
        yield f"  {seat.code} by seat: {result}{tested}"
    yield ""


@click.command()
@options.preset
@options.switches
@click.option("--deals", type=click.IntRange(1), default=100, show_default=True)
@click.option(
    "--seed",
    type=int,
    default=1,
    show_default=True,
    help="Of the first deal; the next ones follow.",
)
@click.option("--level", help="The level of the bots among whose errors puzzles are found.")
@click.option("--leads", is_flag=True, help="Search for leads, which bots hardly ever get wrong.")
@click.option("--mistake", help="Search for a group of mistakes, as trumps; a bot makes it once.")
@click.option("--jobs", type=click.IntRange(1), help="How many at once; 1 by default.")
@options.cluster
@options.games
@options.needs("arena")
def puzzles(
    preset: str,
    switches: tuple[str, ...],
    deals: int,
    seed: int,
    level: str | None,
    leads: bool,
    mistake: str | None,
    jobs: int | None,
    cluster: str | None,
) -> None:
    """Search deals that bots play for positions with one right choice; prints a JSON line for each.

    Example: rebelote puzzles --deals 1000 --jobs 2 > puzzles.jsonl
    """
    from rebelote.analysis import puzzle_search
    from rebelote.analysis.mistakes import GROUPS
    from rebelote.analysis.puzzles import encode
    from rebelote.arena import progress, spreading

    rules, level = options.rules_from(preset, switches), level or puzzle_search.LEVEL
    if mistake is not None and mistake not in GROUPS:
        raise ValueError(f"there is no group {mistake!r} of mistakes: {', '.join(GROUPS)}")
    seeds = range(seed, seed + deals)
    searches = [puzzle_search.Search(rules, number, level, leads, mistake) for number in seeds]
    with options.interruptible():
        searched = spreading.spread(puzzle_search.puzzles_of, searches, jobs, cluster)
        for result in progress.shown(searched, "puzzles", 0, deals):
            for puzzle in result:
                print(encode(puzzle).decode())
