"""Records, typed deals and variations in the page: the server's answers, by its functions.

Texts stay as they are: they are read by whoever has the record.
"""

from __future__ import annotations

import msgspec

from rebelote.rules.refusals import IllegalActionError
from rebelote.server.features.history import viewing
from rebelote.server.features.history.schemas import (
    EnteredDeal,
    NewDeal,
    NewVariation,
    Replay,
    Variation,
)
from rebelote.server.features.offline_matches.reading import person_in


class ReplayRequest(msgspec.Struct, frozen=True, tag_field="of", tag="replay"):
    """The request: a record step by step.

    `match` and `proof`: the id of a match of this device, and the record that a server is handed.
    """

    record: str
    match: str = ""
    proof: str = ""

    def answer(self) -> Replay:
        """Return it; IllegalActionError as for a record that is handed in."""
        replay = viewing.replayed(self.record, str)
        if not self.match:
            return replay
        seat = seat_in(self.proof)
        return msgspec.structs.replace(replay, match=self.match, seat=seat)


def seat_in(proof: str) -> int:
    """Return the person's seat in the record of a match of this device.

    IllegalActionError `wrong-match-record`.
    """
    try:
        return person_in(viewing.parsed(proof))
    except ValueError:
        raise IllegalActionError("wrong-match-record") from None


class VariationRequest(msgspec.Struct, frozen=True, tag_field="of", tag="variation"):
    """The request: a deal of a record played on in another way."""

    record: str
    varied: NewVariation

    def answer(self) -> Variation:
        """Return it; IllegalActionError as over HTTP."""
        return viewing.varied(self.record, self.varied, str)


class EnteredRequest(msgspec.Struct, frozen=True, tag_field="of", tag="entered"):
    """The request: a deal that was laid out, and what may follow."""

    deal: NewDeal

    def answer(self) -> EnteredDeal:
        """Return it; IllegalActionError as over HTTP."""
        return viewing.entered(self.deal)
