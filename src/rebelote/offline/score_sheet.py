"""The score sheet of a match with real cards, settled in the page without a network."""

from __future__ import annotations

from typing import Final

import msgspec

from rebelote.offline import answers
from rebelote.rules.paper import ScoreSheet, settled

_DECODER: Final = msgspec.json.Decoder(ScoreSheet)


def answer(asked: str) -> str:
    """Return the sheet as JSON under `answer`, or the refusal as for a table."""
    return answers.answered(asked, _DECODER, settled)
