"""The field of a deal of the day: all counted results, as a tree."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, TypedDict

import msgspec

from rebelote.server.base.protocol.entry_form import EntryForm
from rebelote.server.features.daily.schemas import (
    DailyContract,
    DailyField,
    DailyLine,
    DailyOpening,
    DailyPlayed,
)


class DailyResult(msgspec.Struct, frozen=True):
    """A stored result of a day's deal: its line, each trick won or not, one's cards.

    The cards are in the order in which they were played; results of earlier releases have none.
    """

    line: DailyLine
    tricks: tuple[bool, ...] = ()
    cards: tuple[str, ...] = ()


FORM: Final[EntryForm[DailyResult]] = EntryForm(msgspec.json.Decoder(DailyResult))
"""The form of a result on disk, in a league too."""
Tally = Counter[tuple[DailyLine, tuple[str, ...]]]
"""The number of results for each line and its cards."""


def tally(results: Iterable[DailyResult]) -> Tally:
    """Count the results by line and cards."""
    return Counter((result.line, result.cards) for result in results)


def lead(line: DailyLine) -> int:
    """Return the lead in marks over the others, by which lines are compared."""
    return line.marks - line.others


def beaten(mine: DailyLine, field: Tally) -> float | None:
    """Return the share of the others that one beat, equal ones by half; None without others.

    One's own line is one of the field's.
    """
    others = field.total() - 1
    if others < 1:
        return None
    better = sum(times for (line, _), times in field.items() if lead(mine) > lead(line))
    equal = sum(times for (line, _), times in field.items() if lead(mine) == lead(line)) - 1
    return (better + equal / 2) / others


def rank(mine: DailyLine, field: Tally) -> int:
    """Return one's place among the field, from 1; equal ones share it."""
    return 1 + sum(times for (line, _), times in field.items() if lead(line) > lead(mine))


def best(field: Tally) -> DailyPlayed | None:
    """Return the field's best line with its most frequent cards; None if no cards are known."""
    known = [(lead(line), times, line, cards) for (line, cards), times in field.items() if cards]
    if not known:
        return None
    _, _, line, cards = max(known, key=lambda row: (row[0], row[1], row[3]))
    return DailyPlayed(line, cards)


def tree(field: Tally, mine: DailyResult | None) -> tuple[DailyContract, ...]:
    """Return the field by contract, first card and line; `mine`, one of it, is marked at each.

    What most did comes first, and of the lines the best.
    """
    own = None if mine is None else (mine.line, mine.cards)
    rows = [_Row(line, cards, times) for (line, cards), times in field.items()]
    return tuple(_contract(outcome, own) for outcome in _grouped(rows, _Row.contract))


class _Row(NamedTuple):
    """A line, the cards it was played with, and how often both came."""

    line: DailyLine
    cards: tuple[str, ...]
    times: int

    def contract(self) -> tuple[object, ...]:
        """Return the parts by which two contracts are equal."""
        it = self.line
        return it.contract, it.took, it.value, it.stake, it.taker

    def opening(self) -> str | None:
        """Return the first card, where it is known."""
        return self.cards[0] if self.cards else None

    def result(self) -> DailyLine:
        """Return the line alone."""
        return self.line


_Own = tuple[DailyLine, tuple[str, ...]] | None


def _grouped(rows: list[_Row], same: Callable[[_Row], object]) -> list[list[_Row]]:
    """Group equal rows, the most frequent first, then the best."""
    outcome = defaultdict(list)
    for row in rows:
        outcome[same(row)].append(row)
    return sorted(outcome.values(), key=lambda group: (_times(group), _lead(group)), reverse=True)


def _contract(rows: list[_Row], own: _Own) -> DailyContract:
    line = rows[0].line
    openings = tuple(_opening(outcome, own) for outcome in _grouped(rows, _Row.opening))
    return DailyContract(
        **_share(rows, own),
        contract=line.contract,
        took=line.took,
        value=line.value,
        stake=line.stake,
        taker=line.taker,
        openings=openings,
    )


def _opening(rows: list[_Row], own: _Own) -> DailyOpening:
    groups = sorted(_grouped(rows, _Row.result), key=_lead, reverse=True)
    lines = tuple(DailyField(**_share(outcome, own), line=outcome[0].line) for outcome in groups)
    return DailyOpening(**_share(rows, own), card=rows[0].opening(), lines=lines)


class _Share(TypedDict):
    """The fields of a `DailyShare`."""

    times: int
    made: int
    lead: float
    mine: bool


def _share(rows: list[_Row], own: _Own) -> _Share:
    return {
        "times": _times(rows),
        "made": sum(row.times for row in rows if _made(row.line)),
        "lead": _lead(rows),
        "mine": any((row.line, row.cards) == own for row in rows),
    }


def _made(line: DailyLine) -> bool:
    """Return whether the takers scored more than the others."""
    return bool(line.contract) and (lead(line) > 0 if line.took else lead(line) < 0)


def _times(rows: list[_Row]) -> int:
    return sum(row.times for row in rows)


def _lead(rows: list[_Row]) -> float:
    """Return the mean lead of these rows."""
    return sum(lead(row.line) * row.times for row in rows) / _times(rows)
