"""What a seat knew before a decision, as JSON for its practice, made in a worker process."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import msgspec

from rebelote.analysis.review import finished_deals
from rebelote.rules import notation
from rebelote.rules.record import Record
from rebelote.rules.refusals import IllegalAction
from rebelote.rules.view import view
from rebelote.server.protocol import messages
from rebelote.server.protocol.http_schemas import PracticePosition


def deals(text: str) -> list[int]:
    """The numbers of the deals of this record that can be reviewed."""
    return finished_deals(Record.parse(text))


def position(text: str, deal: int, number: int, names: Sequence[str] = ()) -> bytes:
    """What the seat knew that was to act after so many actions of a deal (`PracticePosition`).

    Its view alone, as the rules give it; with all tricks of the deal that have lain open. `names`:
    what the others are called, where the record does not say.
    """
    record = Record.parse(text)
    befores = (step.before for step in record.steps() if step.before.number == deal)
    before = next(islice(befores, number, None))
    if before.to_act is None:
        raise IllegalAction("malformed")
    seen = msgspec.structs.replace(view(before, before.to_act), remembered=())
    calls = () if seen.legal is None else seen.legal.calls
    called = tuple(name * (seat != before.to_act) for seat, name in enumerate(names))
    named = record.names or called[: record.rules.players] or record.seat_names
    return messages.encode(
        PracticePosition(seen, named, {notation.call_word(call): call for call in calls})
    )
