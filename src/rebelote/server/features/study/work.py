"""Work of studies in worker processes: reviews of deals, positions to practise, as JSON.

A worker shares the progress of a review. Statistics are in `statistics_export`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from ctypes import c_double
from itertools import islice
from typing import Final, Protocol

import msgspec

from rebelote.analysis.opinion import NoDecisionError, opinion
from rebelote.analysis.report import DealReport, Decision, UnfinishedMatchError, kind_of
from rebelote.knowledge import conduct
from rebelote.rules import moves
from rebelote.rules.actions import Call
from rebelote.rules.cards import Card
from rebelote.rules.codec import decode_hook
from rebelote.rules.deal import Bidding
from rebelote.rules.match import Match
from rebelote.rules.options import Rules
from rebelote.rules.play import trick_points
from rebelote.rules.records import notation
from rebelote.rules.records.record import Record, Step
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import View, view
from rebelote.server.base.protocol import schemas
from rebelote.server.features.study.schemas import MastersOpinion, PracticePosition, ReviewedDeal

MOST_LOSS: Final = 10_000
"""Marks that a decision can lose at most in a review that a device made."""
_REPORT: Final = msgspec.json.Decoder(DealReport, dec_hook=decode_hook, strict=False)


def deals(text: str) -> list[int]:
    """Return the numbers of the deals of this record that can be reviewed."""
    # The worker alone holds the review.
    from rebelote.analysis.review import finished_deals

    return finished_deals(Record.parse(text))


def position(text: str, deal: int, number: int, names: Sequence[str] = ()) -> bytes:
    """Return the view of the seat on turn after this many actions (`PracticePosition`).

    It holds only the seat's view under the rules, with all tricks of the deal that lay open.
    `names`: the names of the others if the record has none.
    """
    record = Record.parse(text)
    before, seat = _before(record, deal, number)
    seen = msgspec.structs.replace(view(before, seat), remembered=())
    calls = () if seen.legal is None else seen.legal.calls
    called = tuple(name * (each != seat) for each, name in enumerate(names))
    named = record.names or called[: record.rules.players] or record.seat_names
    law = before.deal.law
    points = () if law is None else tuple(trick_points(each.cards, law) for each in seen.tricks)
    return schemas.encode(
        PracticePosition(seen, named, {notation.call_word(call): call for call in calls}, points)
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
    """Return the match after so many actions of a deal, and the seat to act. IllegalActionError
    `malformed`."""
    befores = (step.before for step in record.steps() if step.before.number == deal)
    before = next(islice(befores, number, None))
    if before.to_act is None:
        raise IllegalActionError("malformed")
    return before, before.to_act


class Progress(Protocol):
    """The part of the work that is done, from 0 to 1."""

    value: float


_done: Progress = c_double()
"""Shared with the server in its worker."""


def share_progress(done: Progress) -> None:
    """Share the progress of the work in this number."""
    global _done
    _done = done


def reviewed(text: str, deal: int) -> bytes:
    """Return a deal's review (`ReviewedDeal`). IllegalActionError `deal-not-over`."""
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


def confirmed(text: str, deal: int, report: str) -> bytes:
    """Return the review whose report a device made (`ReviewedDeal`). IllegalActionError
    `deal-not-over`, and `malformed` for one that contradicts the record or itself."""
    record = Record.parse(text)
    steps = [step for step in record.steps() if step.before.number == deal]
    if not steps or not steps[-1].after.written:
        raise IllegalActionError("deal-not-over")
    try:
        made = _REPORT.decode(report)
        if (made.number, made.marks) != (deal, steps[-1].after.sheet[-1].marks):
            raise ValueError("another deal")
        for each in made.decisions:
            _confirm(each, steps, record.rules)
        return schemas.encode(ReviewedDeal(made, _calls(made)))
    except ValueError:
        raise IllegalActionError("malformed") from None


def _confirm(decision: Decision, steps: Sequence[Step], rules: Rules) -> None:
    """Raise ValueError for a decision that was not made, or whose loss is out of bounds."""
    step = steps[decision.number] if 0 <= decision.number < len(steps) else None
    actual = step and (step.seat, notation.word(step.action, rules))
    losses = (decision.loss_true, decision.loss_known)
    if actual != (decision.seat, decision.action) or not all(0 <= x <= MOST_LOSS for x in losses):
        raise ValueError("not a decision of this deal")
    if decision.kind != kind_of(*losses, decision.kind == "decisive"):
        raise ValueError("not the kind of such a loss")


def masters_opinion(text: str, deal: int, number: int) -> bytes:
    """Return the call or card of a master at an action of this record (`MastersOpinion`).

    IllegalActionError `deal-not-over`, and `malformed` if the action is no call or card in turn.
    """
    _done.value = 0.0
    try:
        result = opinion(Record.parse(text), deal, number)
    except UnfinishedMatchError:
        raise IllegalActionError("deal-not-over") from None
    except NoDecisionError:
        raise IllegalActionError("malformed") from None
    return schemas.encode(MastersOpinion(result))


def calls_of(decision: Decision, choice: str) -> dict[str, Call]:
    """Return the calls that a decision and an answer to it name, by their words; none for cards."""
    return calls_by_word({choice, decision.choice, *decision.advised}) if decision.call else {}


def calls_by_word(words: Iterable[str]) -> dict[str, Call]:
    """Return the calls that these words of a review name."""
    return {word: notation.read_call(word) for word in sorted(words)}


def _calls(report: DealReport) -> dict[str, Call]:
    """Return the calls that the report names, by the word that it has for each."""
    named = (each for each in report.decisions if each.call and not each.forced)
    return calls_by_word(
        {word for each in named for word in (each.choice, *each.best, *each.advised)}
    )


def _report_progress(done: int, steps: int) -> None:
    _done.value = done / steps
