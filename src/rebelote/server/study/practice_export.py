"""Practice of a decision: what the seat knew before it, as JSON, and whether the rules allow an
answer; found in a worker process."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import msgspec

from rebelote.knowledge import conduct
from rebelote.rules import moves, notation
from rebelote.rules.cards import Card
from rebelote.rules.deal import Bidding
from rebelote.rules.match import Match
from rebelote.rules.record import Record
from rebelote.rules.refusals import IllegalActionError
from rebelote.rules.view import View, view
from rebelote.server.protocol import schemas
from rebelote.server.study.schemas import PracticePosition


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
