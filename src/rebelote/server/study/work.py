"""What worker processes do for studies: reviews of deals, and positions to practise, as JSON.

A worker shares the progress of a review. Statistics have `statistics_export`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from ctypes import c_double
from itertools import islice

import msgspec

from rebelote.analysis.opinion import NoDecisionError, opinion
from rebelote.analysis.report import DealReport, UnfinishedMatchError
from rebelote.knowledge import conduct
from rebelote.rules import moves, notation
from rebelote.rules.actions import Call
from rebelote.rules.cards import Card
from rebelote.rules.deal import Bidding
from rebelote.rules.match import Match
from rebelote.rules.record import Record
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import View, view
from rebelote.server.protocol import schemas
from rebelote.server.study.schemas import MastersOpinion, PracticePosition, ReviewedDeal


def deals(text: str) -> list[int]:
    """The numbers of the deals of this record that can be reviewed."""
    # The worker alone holds the review.
    from rebelote.analysis.review import finished_deals

    return finished_deals(Record.parse(text))


def position(text: str, deal: int, number: int, names: Sequence[str] = ()) -> bytes:
    """What the seat knew that was to act after so many actions of a deal (`PracticePosition`).

    Its view alone, as the rules give it; with all tricks of the deal that have lain open. `names`:
    what the others are called, where the record does not say.
    """
    record = Record.parse(text)
    before, seat = _before(record, deal, number)
    seen = msgspec.structs.replace(view(before, seat), remembered=())
    calls = () if seen.legal is None else seen.legal.calls
    called = tuple(name * (each != seat) for each, name in enumerate(names))
    named = record.names or called[: record.rules.players] or record.seat_names
    return schemas.encode(
        PracticePosition(seen, named, {notation.call_word(call): call for call in calls})
    )


def check(text: str, deal: int, number: int, choice: str) -> None:
    """Refuse an answer that the rules forbid at that point, false play as well.

    `choice`: a call or a card. IllegalActionError with the code of the rule; `malformed` for
    neither.
    """
    before, seat = _before(Record.parse(text), deal, number)
    try:
        if isinstance(before.deal, Bidding):
            moves.apply(before.deal, seat, notation.read_call(choice))
        else:
            _check_card(view(before, seat), Card(choice))
    except ValueError:
        raise IllegalActionError("malformed") from None


def _check_card(seen: View, card: Card) -> None:
    legal = conduct.fair(seen)
    if card not in legal.cards:
        refused = {each.card: each.code for each in legal.refused}
        raise IllegalActionError(refused.get(card, "not-your-card"))


def _before(record: Record, deal: int, number: int) -> tuple[Match, int]:
    """The match after so many actions of a deal, and the seat to act. IllegalActionError
    `malformed`."""
    befores = (step.before for step in record.steps() if step.before.number == deal)
    before = next(islice(befores, number, None))
    if before.to_act is None:
        raise IllegalActionError("malformed")
    return before, before.to_act


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
