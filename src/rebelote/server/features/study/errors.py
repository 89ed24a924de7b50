"""Errors to practise: which decisions, in which order, and when each is repeated.

The most instructive comes first: what turned a contract, then what cost most by what could be
known. FSRS decides when it is repeated (Free Spaced Repetition Scheduler). Needs no library of the
server besides FSRS: the page practises the same without a network.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

import msgspec

from rebelote.analysis.mistakes import TREND_DEALS, MistakeGroup, grouped, with_trend
from rebelote.analysis.report import SILENT, Decision
from rebelote.rules.codec import decode_hook
from rebelote.server.base.limits import limit
from rebelote.server.features.study.schemas import ReviewedDeal

if TYPE_CHECKING:
    from fsrs import Scheduler

PAGE: Final = limit(20, "one's own errors to practise", per="answer")
OF_A_MATCH: Final = limit(3, "errors of one match that are practised at its end", per="match")
GROUPED: Final = limit(200, "one's own latest errors that are grouped", per="answer")
COMPARED: Final = limit(
    TREND_DEALS, "one's own latest deals whose mistakes are compared", per="answer"
)
READ: Final = limit(600, "one's own latest errors that are read for it", per="answer")
FALLING: Final = ("decisive", "loss")
"""The columns that order errors first, the greatest value first."""
RISING: Final = ("table_id", "version", "deal", "step")
"""The columns that order them then: their place."""
_DECISION: Final = msgspec.json.Decoder(Decision, dec_hook=decode_hook, strict=False)
DealKey = tuple[str, int, int]
"""A deal: its table, the line with which its match began, and its number."""
_Error = TypeVar("_Error")
_REPORT: Final = msgspec.json.Decoder(ReviewedDeal, dec_hook=decode_hook, strict=False)


def instructive(report: bytes) -> list[Decision]:
    """Return the decisions of a review (`ReviewedDeal`) that can be practised.

    Declarations with a card cannot.
    """
    decisions = _REPORT.decode(report).report.decisions
    return [one for one in decisions if one.error and SILENT not in (one.choice, *one.advised)]


def decoded(latest: Iterable[tuple[DealKey, bytes]]) -> Iterator[tuple[DealKey, Decision]]:
    """Yield errors with their decisions, as they are asked for."""
    return ((deal, _DECISION.decode(text)) for deal, text in latest)


def in_groups(
    latest: Iterable[tuple[DealKey, Decision]], deals: Sequence[DealKey]
) -> tuple[MistakeGroup, ...]:
    """Return the groups of a person's latest errors, the latest first.

    `deals`: the person's latest reviewed deals, the oldest first, for the trend.
    """
    by_deal: dict[DealKey, list[Decision]] = {deal: [] for deal in deals}
    decisions = []
    for deal, decision in latest:
        decisions.append(decision)
        if deal in by_deal:
            by_deal[deal].append(decision)
    return with_trend(grouped(decisions[:GROUPED]), [*by_deal.values()])


def ordered(errors: Iterable[_Error]) -> list[_Error]:
    """Return errors with these columns, the most instructive first."""
    return sorted(errors, key=_key)


def _key(error: object) -> tuple[object, ...]:
    falling = (-getattr(error, column) for column in FALLING)
    return (*falling, *(getattr(error, column) for column in RISING))


class Repetition(NamedTuple):
    """The time at which an error is due, in seconds since 1970, and the state of FSRS."""

    due: float
    schedule: str


def repetition(kept: Repetition, right: bool, now: float) -> Repetition:
    """Return the repetition of an error answered now; an answer before the due time keeps it."""
    return kept if kept.due > now else next_time(kept.schedule, right, now)


@cache
def _scheduler() -> Scheduler:
    """Build the scheduler: at most one review a day, no random spread."""
    from fsrs import Scheduler

    return Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


def next_time(schedule: str, right: bool, now: float) -> Repetition:
    """Return the next repetition of an error answered now.

    Right is FSRS's *good*, wrong its *again*; how long it took does not count.
    """
    from fsrs import Card, Rating

    at = datetime.fromtimestamp(now, UTC)
    card = Card.from_json(schedule) if schedule else Card(card_id=0, due=at)
    after, _ = _scheduler().review_card(card, Rating.Good if right else Rating.Again, at)
    return Repetition(after.due.timestamp(), after.to_json())
