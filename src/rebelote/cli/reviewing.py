"""The command that reviews recorded matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from rebelote.cli import options

if TYPE_CHECKING:
    from rebelote.analysis.report import DealReport


class Asked(NamedTuple):
    """A deal of a match in the file, both counted from 0 and 1, and the match as text."""

    match: int
    deal: int
    text: str


class Done(NamedTuple):
    """The review of a deal of a match."""

    match: int
    report: DealReport


def reviewed(asked: Asked) -> Done:
    """The review of one deal, in whichever process."""
    from rebelote.analysis.review import review_deal
    from rebelote.rules.record import Record

    return Done(asked.match, review_deal(Record.parse(asked.text), asked.deal))


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

    from rebelote.analysis import telling
    from rebelote.analysis.review import finished_deals
    from rebelote.arena import progress, spreading
    from rebelote.i18n import words
    from rebelote.rules.codec import encode_hook
    from rebelote.rules.record import read_many

    say = words(language)
    with options.lines(file) as lines:
        records = list(read_many(lines))
    asked = [
        Asked(number, each, str(record))
        for number, record in enumerate(records)
        for each in ([deal] if deal is not None else finished_deals(record))
    ]
    if not asked:
        raise ValueError("this record contains no finished deal")
    with options.on_machines():
        reviews = spreading.spread(reviewed, asked, jobs, cluster)
        done = [*progress.shown(reviews, "review", 0, len(asked))]
    for number, report in sorted(done, key=lambda each: (each.match, each.report.number)):
        if as_json:
            line = {"match": number + 1, **msgspec.structs.asdict(report)}
            print(msgspec.json.encode(line, enc_hook=encode_hook).decode())
            continue
        record = records[number]
        names = record.names or tuple(map(str, range(record.rules.players)))
        print("\n  ".join(telling.sentences(say, report, record.rules, names)))


COMMANDS = (review,)
