"""Statistics of one seat: marks by deal, contracts taken and made, losses by decision.

The sums of matches add up, so that each match is counted once. Its review gives the cost and the
kind of each decision.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, Literal, NamedTuple, get_args

import msgspec

from rebelote.analysis.report import KINDS, DealReport, Decision
from rebelote.bots.intervals import NORMAL_95, standard_errors
from rebelote.rules.actions import Play
from rebelote.rules.cards import TRUMPS, Card, Trump
from rebelote.rules.deal import Playing
from rebelote.rules.match import SheetRow
from rebelote.rules.options import Rules
from rebelote.rules.play import is_discard
from rebelote.rules.records.record import Record, Step

ShownSubject = Literal[
    "marks",
    "ahead",
    "took",
    "took_at",
    "made",
    "made_at",
    "made_in",
    "loss",
    "loss_in",
    "loss_by",
    "kind",
]
"""The subjects that are counted and shown as a figure."""
Subject = Literal[ShownSubject, "swept", "doubled"]
"""The subjects of tallies.

Marks a deal: of the own side, and `ahead` of the best other. The share of deals that the seat took,
and the share of those that it made: `at` a position at the table, 1 for the first to speak; `in`
a trump. The known loss of a decision: `in` a trick, 0 for the auction; `by` the way of the action.
The share of decisions of a `kind`. The deals in which the own side took every trick, and the share
of doubled deals that it won.
"""
SUBJECTS: Final[tuple[Subject, ...]] = get_args(Subject)
SHARES: Final[frozenset[Subject]] = frozenset(
    ("took", "took_at", "made", "made_at", "made_in", "kind", "doubled")
)
"""Subjects whose values are 0 or 1."""
Way = Literal["call", "lead", "follow", "ruff", "discard"]
"""The way of an action: a call, or a card by its role in the trick."""
WAYS: Final[tuple[Way, ...]] = get_args(Way)
_ABOUT: Final[Mapping[Subject, tuple[str, ...]]] = {
    "made_in": tuple(trump.value for trump in TRUMPS),
    "loss_by": WAYS,
    "kind": KINDS,
}
"""The order in which the parts of a subject are listed; otherwise by number."""
FEW: Final = 30
"""Values below which a figure is said to rest on few."""


class Tally(msgspec.Struct, frozen=True, array_like=True, kw_only=True):
    """The number of values of a subject, their sum and the sum of their squares."""

    subject: Subject
    about: str
    count: int
    total: float
    squares: float

    @property
    def mean(self) -> float:
        """The mean of the values, at least one."""
        return self.total / self.count


class Interval(NamedTuple):
    """Both ends of the 95 % interval of a mean."""

    low: float
    high: float


Tallies = tuple[Tally, ...]
"""Each subject, with what it is about, once."""


# --- one match ------------------------------------------------------------------------------------


def of_match(record: Record, reports: Mapping[int, DealReport], seat: int) -> Tallies:
    """Count the tallies of a seat in a match; losses only in deals with a report, by number."""
    counting = Counting()
    for row in record.replay().sheet:
        for subject, about, value in _of_row(row, record.rules, seat):
            counting.add(subject, about, value)
    for number, steps in groupby(record.steps(), lambda step: step.before.number):
        if number in reports:
            _count(counting, list(steps), reports[number].decisions, seat)
    return counting.tallies()


def _of_row(row: SheetRow, rules: Rules, seat: int) -> Iterator[tuple[Subject, str, float]]:
    """Yield the values of a seat in a row of the sheet; a dead deal has none."""
    if row.contract is None:
        return
    side = rules.sides[seat]
    others = max(marks for other, marks in enumerate(row.marks) if other != side)
    yield "marks", "", row.marks[side]
    yield "ahead", "", row.marks[side] - others
    if row.swept_by == side:
        yield "swept", "", 1
    if row.contract.stake > 1:
        yield "doubled", "", row.marks[side] > others
    position, took = position_of(seat, row.dealer, rules), row.contract.attacker == seat
    yield "took", "", took
    yield "took_at", str(position), took
    if took and row.outcome != "eight":
        made = row.outcome == "made"
        yield "made", "", made
        yield "made_at", str(position), made
        yield "made_in", row.contract.trump.value, made


def position_of(seat: int, dealer: int, rules: Rules) -> int:
    """Return the position of a seat at the table: 1 for the first to speak, last the dealer."""
    return (seat - rules.eldest(dealer)) % rules.players + 1


def _count(
    counting: Counting, steps: Sequence[Step], decisions: Iterable[Decision], seat: int
) -> None:
    """Count the decisions of a seat in which it had a choice."""
    for each in decisions:
        if each.seat != seat or each.forced:
            continue
        trick, way = _moment(steps[each.number])
        counting.add("loss", "", each.loss_known)
        counting.add("loss_in", str(trick), each.loss_known)
        counting.add("loss_by", way, each.loss_known)
        for kind in KINDS:
            counting.add("kind", kind, each.kind == kind)


def _moment(step: Step) -> tuple[int, Way]:
    """Return the trick of a step, 0 for the auction, and the way of its action."""
    deal, action = step.before.deal, step.action
    if isinstance(deal, Playing) and isinstance(action, Play):
        return len(deal.tricks) + 1, way_of(action.card, deal.trick, deal.law.trump)
    return 0, "call"


def way_of(card: Card, before: Sequence[Card], trump: Trump) -> Way:
    """Classify a card, given the cards already on the trick."""
    if not before:
        return "lead"
    if is_discard(card, before, trump):
        return "discard"
    return "follow" if card.suit == before[0].suit else "ruff"


# --- sums -----------------------------------------------------------------------------------------


class Counting:
    """Sums of values and tallies, as they grow."""

    def __init__(self) -> None:
        self._sums: defaultdict[tuple[Subject, str], list[float]] = defaultdict(lambda: [0, 0, 0])

    def add(self, subject: Subject, about: str, value: float) -> None:
        """Add one value."""
        self._add(subject, about, 1, value, value * value)

    def add_all(self, tallies: Iterable[Tally]) -> None:
        """Add the values of these tallies."""
        for each in tallies:
            self._add(each.subject, each.about, each.count, each.total, each.squares)

    def _add(self, subject: Subject, about: str, *figures: float) -> None:
        sums = self._sums[subject, about]
        for number, figure in enumerate(figures):
            sums[number] += figure

    def tallies(self) -> Tallies:
        """Return the tallies, ordered by subject."""
        ordered = sorted(self._sums.items(), key=lambda item: _place(*item[0]))
        return tuple(
            Tally(
                subject=subject,
                about=about,
                count=int(count),
                total=round(float(total), 6),
                squares=round(float(squares), 6),
            )
            for (subject, about), (count, total, squares) in ordered
        )


def added(several: Iterable[Tallies]) -> Tallies:
    """Add up several sets of tallies."""
    counting = Counting()
    for tallies in several:
        counting.add_all(tallies)
    return counting.tallies()


def _place(subject: Subject, about: str) -> tuple[int, int, str]:
    known = _ABOUT.get(subject, ())
    return SUBJECTS.index(subject), known.index(about) if about in known else 0, about


def interval(tally: Tally) -> Interval | None:
    """Return the 95 % interval of the mean; None where it cannot be estimated from one value.

    Of a share it is Wilson's, which stays between 0 and 1; a loss is never below 0. Values count
    as independent of each other.
    """
    count, mean = tally.count, tally.mean
    if tally.subject in SHARES:
        return _wilson(count, mean)
    if count < 2:
        return None
    variance = max(0.0, tally.squares - count * mean * mean) / (count - 1)
    half = standard_errors(count - 1) * math.sqrt(variance / count)
    least = 0.0 if tally.subject.startswith("loss") else -math.inf
    return Interval(max(least, mean - half), mean + half)


def _wilson(count: int, share: float) -> Interval:
    unsure = NORMAL_95**2 / count
    middle = (share + unsure / 2) / (1 + unsure)
    half = math.sqrt(unsure * (share * (1 - share) + unsure / 4)) / (1 + unsure)
    return Interval(max(0.0, middle - half), min(1.0, middle + half))
