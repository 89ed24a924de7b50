"""The review of a deal as JSON, made in a worker process that shares its progress."""

from __future__ import annotations

from collections.abc import Iterable
from ctypes import c_double

from rebelote.analysis.opinion import NoDecisionError, opinion
from rebelote.analysis.report import DealReport, UnfinishedMatchError
from rebelote.rules import notation
from rebelote.rules.actions import Call
from rebelote.rules.record import Record
from rebelote.rules.refusals import IllegalActionError
from rebelote.server.protocol import schemas
from rebelote.server.study.schemas import MastersOpinion, ReviewedDeal

_done = c_double()
"""The part of the work that is done, from 0 to 1: shared with the server in its worker."""


def share_progress(done: c_double) -> None:
    """Share in this number how far the work has come."""
    global _done
    _done = done


def reviewed(text: str, deal: int) -> bytes:
    """The review of a deal of this record (`ReviewedDeal`). IllegalActionError `deal-not-over`."""
    # The worker alone holds the review.
    from rebelote.analysis.review import review_deal

    _done.value = 0.0
    record = Record.parse(text)
    if not 1 <= deal <= len(record.deals):
        raise IllegalActionError("deal-not-over")
    try:
        report = review_deal(record, deal, progress=_report_progress)
    except UnfinishedMatchError:
        raise IllegalActionError("deal-not-over") from None
    return schemas.encode(ReviewedDeal(report, _calls(report)))


def masters_opinion(text: str, deal: int, number: int) -> bytes:
    """What a master would have done at an action of this record (`MastersOpinion`).

    IllegalActionError `deal-not-over`, and `malformed` where it is no call or card in turn.
    """
    _done.value = 0.0
    try:
        result = opinion(Record.parse(text), deal, number)
    except UnfinishedMatchError:
        raise IllegalActionError("deal-not-over") from None
    except NoDecisionError:
        raise IllegalActionError("malformed") from None
    return schemas.encode(MastersOpinion(result))


def calls_by_word(words: Iterable[str]) -> dict[str, Call]:
    """What the words mean by which a review names calls."""
    return {word: notation.read_call(word) for word in sorted(words)}


def _calls(report: DealReport) -> dict[str, Call]:
    """The calls that the report names, by the word that it has for each."""
    named = (each for each in report.decisions if each.call and not each.forced)
    return calls_by_word(
        {word for each in named for word in (each.choice, *each.best, *each.advised)}
    )


def _report_progress(done: int, steps: int) -> None:
    _done.value = done / steps
