"""Statistics as they are counted and summed in a worker process, and as a table for download."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, cast

import msgspec

from rebelote.analysis import statistics
from rebelote.analysis.report import DealReport
from rebelote.analysis.statistics import FEW, ShownSubject, Subject, Tallies, Tally
from rebelote.rules.codec import decode_hook
from rebelote.rules.records.record import Record
from rebelote.server.base.limits import limit
from rebelote.server.base.protocol.schemas import StatisticsPart
from rebelote.server.base.runtime.time_source import utc_date
from rebelote.server.features.study.schemas import ReviewedDeal, StatisticsFigure, StatisticsMonth

PARTS: Final[Mapping[StatisticsPart, tuple[ShownSubject, ...]]] = {
    "marks": ("marks", "ahead"),
    "takes": ("took", "took_at", "made", "made_at", "made_in"),
    "losses": ("loss", "loss_in", "loss_by", "kind"),
}
"""Which subjects each part has."""
LEAST_PEOPLE: Final = limit(
    10, "fewest people over whom an average is shown", per="figure", beyond="no average"
)
_HEADER: Final = "rule_set,month,subject,about,count,mean,low,high,average_of_level"
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""The first characters of cells that a spreadsheet takes for formulas."""
_REPORT: Final = msgspec.json.Decoder(ReviewedDeal, dec_hook=decode_hook, strict=False)
_TALLIES: Final = msgspec.json.Decoder(Tallies)


class Summary(NamedTuple):
    """The sums over several matches, in all and by month."""

    figures: tuple[StatisticsFigure, ...]
    months: tuple[StatisticsMonth, ...]


class Averages(NamedTuple):
    """Means over all values of so many people, by subject and what it is about."""

    people: int
    means: Mapping[tuple[Subject, str], float]


NO_AVERAGES: Final = Averages(0, {})


# --- in the worker --------------------------------------------------------------------------------


def counted(
    text: str,
    reports: Iterable[tuple[int, bytes]],
    own: Sequence[tuple[int, int, bytes]],
    seats: Iterable[int],
) -> list[str]:
    """Return the tallies of these seats of a record, as JSON. ValueError for no record.

    `reports`: the server's reviews of its deals (`ReviewedDeal`), by number; `own`: those of a
    seat's device, by seat and number, which count where the server has none.
    """
    record = Record.parse(text)
    shared = {deal: _REPORT.decode(report).report for deal, report in reports}
    of_seat: defaultdict[int, dict[int, DealReport]] = defaultdict(dict)
    for seat, deal, report in own:
        of_seat[seat][deal] = _REPORT.decode(report).report
    each = (statistics.of_match(record, of_seat[seat] | shared, seat) for seat in seats)
    return [msgspec.json.encode(tallies).decode() for tallies in each]


def summed(
    rows: Sequence[tuple[float, str]],
    averages: Mapping[tuple[Subject, str], float],
    subjects: Collection[Subject],
) -> Summary:
    """Return the figures of matches that ended then, with these tallies; of some subjects alone."""
    by_month: defaultdict[str, list[Tallies]] = defaultdict(list)
    for ended, text in rows:
        by_month[utc_date(ended)[:7]].append(_TALLIES.decode(text))
    sums = {month: statistics.added(by_month[month]) for month in sorted(by_month)}
    every = _of_subjects(statistics.added(sums.values()), subjects)
    return Summary(
        tuple(_figure(tally, averages.get((tally.subject, tally.about))) for tally in every),
        tuple(
            StatisticsMonth(month, tuple(_figure(one) for one in _of_subjects(sum, subjects, True)))
            for month, sum in sums.items()
        ),
    )


def _of_subjects(
    tallies: Iterable[Tally], subjects: Collection[Subject], in_all: bool = False
) -> Iterator[Tally]:
    """Yield the tallies of these subjects; `in_all`: only those about a whole subject."""
    return (each for each in tallies if each.subject in subjects and not (in_all and each.about))


def _figure(tally: Tally, average: float | None = None) -> StatisticsFigure:
    ends = statistics.interval(tally)
    low, high = (None, None) if ends is None else (round(ends.low, 4), round(ends.high, 4))
    return StatisticsFigure(
        subject=cast(ShownSubject, tally.subject),  # no other is in `PARTS`
        about=tally.about,
        count=tally.count,
        mean=round(tally.mean, 4),
        low=low,
        high=high,
        few=tally.count < FEW,
        average=average,
    )


def averaged(rows: Iterable[tuple[str, str]]) -> Averages:
    """Return the averages over people with these tallies, without figures that few of them have."""
    by_person: defaultdict[str, list[Tallies]] = defaultdict(list)
    for person, text in rows:
        by_person[person].append(_TALLIES.decode(text))
    if len(by_person) < LEAST_PEOPLE:
        return NO_AVERAGES
    sums = [statistics.added(several) for several in by_person.values()]
    have: defaultdict[tuple[Subject, str], int] = defaultdict(int)
    for tally in (one for tallies in sums for one in tallies):
        have[tally.subject, tally.about] += 1
    every = {(one.subject, one.about): round(one.mean, 2) for one in statistics.added(sums)}
    means = {key: mean for key, mean in every.items() if have[key] >= LEAST_PEOPLE}
    return Averages(len(by_person), means)


# --- for download ---------------------------------------------------------------------------------


def csv(summaries: Mapping[str, Summary]) -> str:
    """Return every figure by rule set, as comma-separated values (RFC 4180).

    A row without a month is of all months together.
    """
    lines = [_HEADER]
    for preset, summary in summaries.items():
        lines += [_line(preset, "", figure) for figure in summary.figures]
        for month in summary.months:
            lines += [_line(preset, month.month, figure) for figure in month.figures]
    return "".join(f"{line}\r\n" for line in lines)


def _line(preset: str, month: str, figure: StatisticsFigure) -> str:
    numbers = (figure.count, figure.mean, figure.low, figure.high, figure.average)
    texts = (preset, month, figure.subject, figure.about)
    shown = ("" if number is None else str(number) for number in numbers)
    return ",".join((*map(cell, texts), *shown))


def cell(text: str) -> str:
    """Return a text as a cell, which no spreadsheet takes for a formula.

    >>> cell("french"), cell('a "b", c'), cell("=1+1")
    ('french', '"a ""b"", c"', "'=1+1")
    """
    safe = f"'{text}" if text.startswith(_FORMULA) else text
    if any(sign in safe for sign in ',"\r\n'):
        return '"' + safe.replace('"', '""') + '"'
    return safe
